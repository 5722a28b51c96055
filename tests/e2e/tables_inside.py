"""Side tables for browser tests, opened and played by commands: through `Day.ask` inside a console, or in this process."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from django.http import HttpResponse
from django.utils import timezone

from control.engine.context import THE_CLOCK, Actor
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Event, Stream
from control.people import access as badges
from control.people import join_codes
from rooms.realm.game.state import GameState
from rooms.tables import access, lobby
from rooms.tables.access import TablePerson
from rooms.tables.game.chairs import PutBot, SitDown
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.opening import OpenTable
from rooms.tables.game.play import Begin, BotsPlay, Play
from rooms.tables.game.rules import AnyRules, random_bot
from rooms.tables.game.state import TableState
from rooms.tables.models import Table, TablePermit
from rooms.tables.scythe.game.state import FACTORY, Turn
from rooms.tables.scythe.rules.bottom_row import BOTTOM
from rooms.tables.scythe.rules.turns import sections_for
from tests.e2e import steering

Choose = Callable[[tuple[Any, ...], random.Random], Any]  # chooses an action from what a player is offered
BOT = "steady"


@dataclass(frozen=True, kw_only=True)
class Agreed:
    """Settings of a new table. `seconds` is 0 for no time limit."""

    kind: str
    chairs: int
    title: str = ""
    options: Mapping[str, str] | None = None
    seconds: int = 0
    reserve: int = 0
    stake: int = 0  # Power of each player


@dataclass(frozen=True)
class Seated:
    """A new table: its code, and the cookies of its people in the order of their chairs."""

    code: str
    cookies: tuple[Mapping[str, str], ...]


def permit_players(event: Event) -> None:
    """Let the players of an event open tables."""
    TablePermit.objects.get_or_create(event=event, players=True)


def seat(
    event: Event, agreed: Agreed, seats: Sequence[str] = (), friends: Sequence[str] = (), *, bots: int = 0, begins: bool = False
) -> Seated:
    """Open a table and seat people: players of the event first, then friends, then bots.

    With players, the table belongs to the event, and its players may open tables from then on.
    """
    if seats:
        permit_players(event)
    people = [*(_player(event, key) for key in seats), *(_friend(name) for name in friends)]
    host = people[0][0]
    opening = OpenTable(
        title=agreed.title,
        host=host.id,
        name=host.name,
        chairs=agreed.chairs,
        seconds=agreed.seconds,
        reserve=agreed.reserve,
        options=agreed.options or {},
        stake_kind="power" if agreed.stake else "",
        stake_amount=agreed.stake,
    )
    at = event if seats else None
    table = lobby.open_table(kind=agreed.kind, event=at, command=opening, by=host.actor, command_id=uuid.uuid4())
    for person, _cookies in people[1:]:
        _give(table, person, SitDown(person=person.id, name=person.name))
    for chair in range(len(people), len(people) + bots):
        _give(table, host, PutBot(chair=chair, bot=BOT))
    if begins:
        _give(table, host, Begin())
    return Seated(code=table.code, cookies=tuple(cookies for _person, cookies in people))


def person_cookies(event: Event, seats: Sequence[str] = (), friends: Sequence[str] = ()) -> tuple[Mapping[str, str], ...]:
    """Return the cookies of these players and friends, who sit nowhere yet."""
    return tuple(cookies for _person, cookies in (*(_player(event, key) for key in seats), *map(_friend, friends)))


def _player(event: Event, key: str) -> tuple[TablePerson, Mapping[str, str]]:
    state: GameState = journal.head(event.stream).state
    answer = HttpResponse()
    badges.remember_seat(answer, event.seats.get(key=key), secure=False)
    name = state.seats[SeatId(key)].name
    person = TablePerson(id=access.person_of_seat(event.pk, SeatId(key)), name=name, event_id=event.pk, seat=SeatId(key))
    return person, _cookies_of(answer)


def _friend(name: str) -> tuple[TablePerson, Mapping[str, str]]:
    answer, code = HttpResponse(), join_codes.new_code()
    access.remember_guest(answer, name, code, secure=False)
    return access.friend(name, code), _cookies_of(answer)


def _cookies_of(answer: HttpResponse) -> Mapping[str, str]:
    return {name: morsel.value for name, morsel in answer.cookies.items()}


def _give(table: Table, person: TablePerson, command: object) -> None:
    lobby.give(access.open_door(_fresh(table.code), person), command, person.actor, uuid.uuid4())


def _fresh(code: str) -> Table:
    return Table.objects.select_related("stream", "event__stream").get(code=code)


# --- the journal of a table ---------------------------------------------------------------------------------------------


def table_of(event: Event) -> Table:
    """The newest table of an event."""
    return Table.objects.select_related("stream").filter(event=event).latest("pk")


def state_of(stream: Stream) -> TableState:
    state: TableState = journal.head(stream).state
    return state


def rules_of(stream: Stream) -> AnyRules:
    return cast(TableEngine, journal.play_of(stream).engine).rules


def stream_of(event: Event, code: str = "") -> Stream:
    """The stream of the table with this code, or of the event's newest table."""
    return (_fresh(code) if code else table_of(event)).stream


def table_state(event: Event, code: str = "") -> TableState:
    """The state of the table with this code, or of the event's newest table."""
    return state_of(stream_of(event, code))


def game_state(event: Event, code: str = "") -> Any:
    """The state of the game at that table."""
    return table_state(event, code).play


def tables_count(event: Event) -> int:
    return event.tables.count()


def entry_kinds(event: Event, *kinds: str) -> list[str]:
    """Kinds of the entries of the event's table, in order, filtered to these kinds."""
    return [entry.kind for entry in stream_of(event).entries.filter(kind__in=kinds).order_by("seq")]


def revealed_entries(event: Event) -> list[int]:
    """Numbers of the `Revealed` entries in the journal of the event's table."""
    return [entry.seq for entry in stream_of(event).entries.filter(kind="Revealed").order_by("seq")]


# --- play ---------------------------------------------------------------------------------------------------------------


def lead(_event: Event, code: str, moment: str) -> tuple[int, ...]:
    """Play the table of this code until a moment of `steering.MOMENTS`. Returns the chairs that are asked there."""
    return steering.lead(code, moment)


def begin_before(event: Event, code: str, ago: float) -> None:
    """Begin the game of a table as its host, dated so many seconds ago."""
    stream = stream_of(event, code)
    _perform(stream, Begin(), state_of(stream).host, at=timezone.now() - timedelta(seconds=ago))


def _perform(stream: Stream, command: object, person: str, at: datetime | None = None) -> TableState:
    by = Actor(seat=SeatId(person))
    state: TableState = desk.perform(stream_id=stream.pk, command=command, by=by, command_id=uuid.uuid4(), at=at).head.state
    return state


def _act(stream: Stream, state: TableState, chair: int, action: Any) -> TableState:
    return _perform(stream, Play(chair=chair, turn=0, action=action), state.chairs[chair].person)


def _play_until(stream: Stream, there: Callable[[TableState], bool], seed: int, choose: Choose) -> TableState:
    rules, state, dice = rules_of(stream), state_of(stream), random.Random(seed)
    while not there(state):
        chair = state.waits_for[0]
        state = _act(stream, state, chair, choose(rules.offers(state.play, chair), dice))
    return state


def _anything(offers: tuple[Any, ...], dice: random.Random) -> Any:
    return random_bot(None, offers, dice)


def _among(*words: str) -> Choose:
    """Return a choice that takes an action of the first kind of offer there is, or any action if there is none."""

    def choose(offers: tuple[Any, ...], dice: random.Random) -> Any:
        found = ([offer for offer in offers if word in type(offer).__name__] for word in words)
        return random_bot(None, tuple(next(filter(None, found), offers)), dice)

    return choose


def play_to_end(event: Event, code: str = "", seed: int = 7) -> None:
    """Play the table by chance until its game is over."""
    _play_until(stream_of(event, code), lambda state: state.stage != "playing", seed, _anything)


def play_to_last_month(event: Event) -> int:
    """Play Potemkin Empire by chance until a turn in its last month. Returns the chair whose turn that is."""
    stream = stream_of(event)
    state = _play_until(stream, lambda state: len(state.play.months) <= 1 and state.play.phase == "turn", 1787, _anything)
    turn: int = state.play.turn
    return turn


def play_to_reveals(event: Event, most: int, seed: int) -> list[int]:
    """Spy at Potemkin Empire until there are `most` more reveals. Returns the numbers of all reveal entries."""
    stream = stream_of(event)
    shown = stream.entries.filter(kind="Revealed")
    wanted = shown.count() + most

    def choose(offers: tuple[Any, ...], dice: random.Random) -> Any:
        names = [(offer, type(offer).__name__) for offer in offers]
        spies = [offer for offer, name in names if "Spy" in name or "Check" in name]
        others = [offer for offer, name in names if "Produce" not in name]
        return dice.choice(spies or others or list(offers)).some(dice)

    _play_until(stream, lambda _state: shown.count() >= wanted, seed, choose)
    return revealed_entries(event)


def play_to_month(event: Event, code: str, *, month: int, chair: int = 0, others: int = 0) -> None:
    """Spy and build at Potemkin Empire until a chair is asked in a turn of this month, or until the game is over.

    `others`: how many turns other players have had since this chair's last one.
    """
    stream = stream_of(event, code)
    rules, state, dice = rules_of(stream), state_of(stream), random.Random(1787)
    choose, turns = _among("SpyOffer", "BuildOffer"), 0

    def there(play: Any) -> bool:
        if play.phase == "over":
            return True
        return turns >= others and play.month >= month and play.phase == "turn" and chair in state.waits_for

    while not there(state.play):
        asked = state.waits_for[0]
        turns = 0 if asked == chair else turns + (state.play.phase == "turn")
        state = _act(stream, state, asked, choose(rules.offers(state.play, asked), dice))


def play_actions(event: Event, code: str, most: int) -> None:
    """Play `most` actions, or until the game is over.

    People play by chance; a bot plays when it is its turn, as under the clock.
    """
    stream, dice = stream_of(event, code), random.Random(7)
    for _each in range(most):
        state = _state_now(stream)
        if state.stage != "playing":
            return
        chair = state.waits_for[0]
        person = state.chairs[chair].person
        command: object = BotsPlay(turn=state.turn)
        if person:
            command = Play(chair=chair, turn=0, action=_anything(rules_of(stream).offers(state.play, chair), dice))
        by = Actor(seat=SeatId(person)) if person else THE_CLOCK
        with suppress(Refused):  # the console's clock was faster
            desk.perform(stream_id=stream.pk, command=command, by=by, command_id=uuid.uuid4())


def play_bots(event: Event, code: str) -> None:
    """Play all bots that are waited for at once, without the reading time that people get."""
    stream = stream_of(event, code)
    while (state := _state_now(stream)).stage == "playing" and state.bots_at is not None:
        with suppress(Refused):  # the console's clock was faster
            desk.perform(stream_id=stream.pk, command=BotsPlay(turn=state.turn), by=THE_CLOCK, command_id=uuid.uuid4())


def _state_now(stream: Stream) -> TableState:
    stream.refresh_from_db()
    return state_of(stream)


USUAL = ("SectionOffer", "TradeOffer", "ProduceOffer", "CoinsOffer", "BolsterOffer", "SkipBottomOffer", "EndTurnOffer")


def play_to_wealth(event: Event, code: str) -> int:
    """Play Scythe until a player may produce and then has a choice of thing and place in the bottom row. Returns that chair."""
    stream = stream_of(event, code)
    rules = rules_of(stream)

    def choose(offers: tuple[Any, ...], dice: random.Random) -> Any:
        return dice.choice([offer for offer in offers if type(offer).__name__ in USUAL] or list(offers)).some(dice)

    state = _play_until(stream, lambda state: _is_rich(rules, state.play), 3, choose)
    active: int = state.play.active
    return active


def _is_rich(rules: Any, play: Any) -> bool:
    if play.phase != "choose-section":
        return False
    book, side = rules.book, play.sides[play.active]
    tops = book.mats[side.mat].sections
    found = [each for each in sections_for(book, play, play.active) if each != FACTORY and tops[each].top == "produce"]
    as_if = [replace(play, turn=Turn(section=each)) for each in found]
    offers = [offer for each in as_if for offered, _does, _refuses in BOTTOM.values() for offer in offered(book, each, play.active)]
    return any(len(offer.things) > 1 and len(offer.places) > 1 for offer in offers)

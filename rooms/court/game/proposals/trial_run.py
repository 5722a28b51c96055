"""Foresight: a trial run of a proposal as if it had passed, the Houses it touches, and laws it meets (R-19, R-21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, Protocol, cast, runtime_checkable

from msgspec import Struct

from control.day.clock.phase_events import MonthTurned
from control.day.memoization import Same, unwrapped
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.language import capital, listed, say, say_count
from control.engine.modules import Decided, GameEvent
from control.engine.records import replace
from rooms.court.game.state import OnFloor
from rooms.realm.frame import Moment
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.effects.in_force import effect_words, is_public, laws_in
from rooms.realm.game.law_actions.money import taxes_due
from rooms.realm.game.law_actions.return_turns import LawActed, LawLapsed, run_moments
from rooms.realm.game.law_actions.underground import doubled_schemes, watched_tables
from rooms.realm.game.laws import LawStruck, law_words
from rooms.realm.game.passed_laws import Answers, LawPassed, kind_of, law_passed, laws_in_force, named_in
from rooms.realm.game.state import Effect, EffectKind, GameState, HouseSeat, Purse, Throne
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import NUMBERS, Paper
from rooms.realm.scenario.ids import CardId, HouseId, LawId, RegionId, Room
from rooms.realm.scenario.schema import Target

# === trial run ==========================================================================================================

# A trial run of a proposal through the rules, over public information only.
# Secrets are taken out of the state before the rules run, so no result can depend on them: every purse holds more than any law
# takes, nobody's choice of a room is known, and no scheme has left anything. So the results need no filter.


MOST: Final = 2 * max(NUMBERS.values())  # of each kind, so that Power never replaces Favors, nor the reverse
BLANKS: Final = tuple(CardId(f"blank-{number}") for number in range(MOST))
LEFT_OUT: Final = frozenset(
    {"favor_deck", "favor_discards", "decisions", "hand_offs", "calls", "notices", "seals", "met", "schemes"}
)
LOOKED_AT: Final = tuple(name for name in GameState.__struct_fields__ if name not in {*LEFT_OUT, "rooms"})
ASKED: Final = DecisionContext(by=Actor(), at=datetime(1, 1, 1, tzinfo=UTC))  # nothing of a trial run is stored


class Follows(Protocol):
    """The parts of the engine that a trial run needs: an event with the reactions of every room."""

    def followed(self, state: GameState, happened: GameEvent, asked: DecisionContext) -> Decided[GameState]: ...
    def evolve(self, state: GameState, happened: GameEvent) -> GameState: ...
    def explain(self, happened: GameEvent, state: GameState) -> str: ...


class Foreseen(Struct, frozen=True, kw_only=True):
    """A trial run of a proposal through this month's Return: the state `before` it acts, and `after` all laws have acted.

    `acted`: its own event; None if it would lapse or not act. `events`: what follows from `acted` only. `fell_by`: a later law that
    struck its tablet in the same Return.
    """

    law: LawPassed
    before: GameState
    after: GameState
    acted: LawActed | None
    lapsed: bool
    events: tuple[GameEvent, ...]
    fell_by: LawActed | None


def public_state(state: GameState) -> GameState:
    """The state without anything that is not public."""
    ample = Purse(power=MOST, favors=BLANKS)
    seats = {each.id: replace(_public_seat(each), purse=ample) for each in state.seats.values()}
    return replace(
        state,
        seats=seats,
        throne=replace(state.throne, purse=Throne().purse),
        effects=tuple(each for each in state.effects if is_public(each)),
        favor_deck=BLANKS,
        favor_discards=(),
        decisions=(),
        hand_offs=(),
        calls=(),
        notices=(),
        seals=(),
        met=(),
        schemes=(),
        rooms={room: own for room, own in state.rooms.items() if room == Room.WAR},  # only the board is read of this room
    )


def _public_seat(seat: HouseSeat) -> HouseSeat:
    """A player as publicly known: in no room yet, and barred only by laws, since a Delay is secret."""
    bars = tuple(bar for bar in seat.bars if bar.law is not None)
    return replace(seat, choice=None, table="", choice_month=0, bars=bars)


def foresee(state: GameState, standing: OnFloor, cost: int, game: Follows) -> Foreseen:
    """Pass the proposal now, and let the month's laws act in order, earlier ones included (R-19, R-20)."""
    return _foreseen(Open(state), Same(game), standing.author, standing.paper, cost)


class Open:
    """A state as a cache key: equal to any state with the same public part, which votes do not change."""

    def __init__(self, state: GameState) -> None:
        war = state.rooms.get(Room.WAR)
        self.state = unwrapped(state, LOOKED_AT)
        self._parts = (*(Same(getattr(self.state, name)) for name in LOOKED_AT), Same(war))
        self._hash = hash(self._parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Open) and other._parts == self._parts


@lru_cache(maxsize=16)
def _foreseen(held: Open, engine: Same, author: SeatId, paper: Paper, cost: int) -> Foreseen:
    """The trial run, cached for all viewers and all votes on the proposal."""
    game = cast(Follows, engine.thing)
    opened = public_state(held.state)
    law = law_passed(opened, paper, by=author, cost=cost)
    opened = game.followed(opened, law, ASKED).state
    first = run_moments(opened, MonthTurned(month=opened.clock.month, moment=Moment.LAWS), ASKED)
    played = tuple(each for begun in first for each in game.followed(opened, begun, ASKED).events)
    before, acted, lapsed, fell = opened, None, False, None
    events, now = list[GameEvent](), None
    for happened in played:
        if isinstance(happened, LawActed | LawLapsed):
            now = happened
            if now.law == law.law.id:
                before, lapsed = opened, isinstance(now, LawLapsed)
                acted = now if isinstance(now, LawActed) else None
        elif acted is not None and now is acted:
            events.append(happened)
        elif isinstance(happened, LawStruck) and happened.law == law.law.id and isinstance(now, LawActed):
            fell = now
        opened = game.evolve(opened, happened)
    return Foreseen(law=law, before=before, after=opened, acted=acted, lapsed=lapsed, events=tuple(events), fell_by=fell)


def next_month(foreseen: Foreseen) -> GameState:
    """The state in the next month, when lasting laws are in force for the first time."""
    state = foreseen.after
    return replace(state, clock=replace(state.clock, month=state.clock.month + 1))


# === Houses =============================================================================================================

# Houses that a law touches, by public information: those named, those with units there, those of its tablet.


@runtime_checkable
class KeepsUnits(Protocol):
    """The state of a room that has units on the map."""

    @property
    def units(self) -> Mapping[RegionId, Mapping[HouseId, int]]: ...


@runtime_checkable
class UnitsMoved(Protocol):
    """An event of a room by which a House's units enter the map, or leave it if negative."""

    @property
    def region(self) -> RegionId: ...
    @property
    def house(self) -> HouseId: ...
    @property
    def units(self) -> int: ...


def houses_in(state: GameState, regions: Iterable[RegionId]) -> frozenset[HouseId]:
    """Houses with units or their home castle in these regions."""
    room: object = state.rooms.get(Room.WAR)
    named = set(regions)
    there = {house for region in named for house in room.units.get(region, {})} if isinstance(room, KeepsUnits) else set()
    return frozenset(there | {each.id for each in state.scenario.houses if each.home in named})


def named_houses(foreseen: Foreseen) -> frozenset[HouseId]:
    """Houses that the proposal names, and those of the players it names."""
    kind = kind_of(foreseen.before, foreseen.law.kind)
    return named_in(foreseen.before, Answers(kind=kind, values=foreseen.law.answers)) if kind else frozenset()


# === lasting effects ====================================================================================================

# Lasting effects of a proposal in the next month, and the laws in force that it meets there.


PAIRS = frozenset({EffectKind.FORCED_ALLIANCE, EffectKind.MILITARY_BAN})  # from the first House to the second
ON_LAND = frozenset({EffectKind.FORBID, EffectKind.TRAVEL_BAN, EffectKind.TREATY})


class Line(Struct, frozen=True, kw_only=True):
    """A sentence of a consequence. `houses`: Houses it touches. `falls`: the law that it strikes, by its name."""

    words: str
    houses: frozenset[HouseId] = frozenset()
    falls: str = ""


# --- lasting effects of the tablet --------------------------------------------------------------------------------------


def in_force_next(foreseen: Foreseen) -> tuple[Line, ...]:
    """Lasting effects that come from its tablet only, without an event."""
    return lines_of_tablet(next_month(foreseen), foreseen.law.law.id)


def lines_of_tablet(then: GameState, own: LawId) -> tuple[Line, ...]:
    """Lasting effects of this tablet in a month, apart from stored effects."""
    return (*_tributes(then, own), *_tolls(then, own), *_embargoes(then, own), *_costs(then, own))


def _tributes(then: GameState, own: LawId) -> Iterator[Line]:
    """A Tax, unless another law makes the same House pay the same (GE-CRT-40, R-82)."""
    pairs = [tribute for law, tribute in taxes_due(then, then.clock.month) if law.id == own]
    for creditor in dict.fromkeys(each.creditor for each in pairs):
        debtors = [each.debtor for each in pairs if each.creditor == creditor]
        words = say_count(
            "{debtors} owes {creditor} 1 Power or 1 Favor each month.",
            "{debtors} each owe {creditor} 1 Power or 1 Favor each month.",
            len(debtors),
            debtors=listed([house_name(then, each) for each in debtors]),
            creditor=house_name(then, creditor),
        )
        yield Line(words=words, houses=frozenset((creditor, *debtors)))


def _tolls(then: GameState, own: LawId) -> Iterator[Line]:
    """A Border Watch, unless another law watches the table (GE-CRT-42)."""
    for table in (table for table, law in watched_tables(then).items() if law.id == own):
        words = say("Each House that sits at the table {table} pays 1 Power or 1 Favor a month.", table=_table(then, table))
        yield Line(words=words, houses=_houses_of_table(then, table))


def _embargoes(then: GameState, own: LawId) -> Iterator[Line]:
    """A Trade Embargo. It binds its Houses whatever else bars trade (GE-CRT-45, R-86)."""
    for passed, named in laws_in_force(then, "trade-embargo"):
        if passed.law == own:
            words = say_count(
                "{houses} may trade neither Power nor Favors with anyone.",
                "{houses} may trade neither Power nor Favors with anyone.",
                len(named.houses),
                houses=listed([house_name(then, each) for each in named.houses]),
            )
            yield Line(words=words, houses=frozenset(named.houses))


def _costs(then: GameState, own: LawId) -> Iterator[Line]:
    """Costs of schemes: a Recruitment halves, a Crackdown doubles unless another law does (GE-CRT-49, GE-CRT-51, R-91)."""
    for passed, named in laws_in_force(then, "recruitment"):
        if passed.law == own:
            houses = listed([house_name(then, each) for each in named.houses])
            words = say("In Schemes {houses} each halve the cost of one own scheme, rounded up.", houses=houses)
            yield Line(words=words, houses=frozenset(named.houses))
    names = {each.id: each.name for each in then.scenario.schemes}
    for kind, law in doubled_schemes(then).items():
        if law == own:
            yield Line(words=say("{scheme} costs twice as much, also where it is in play.", scheme=names.get(kind, kind)))


# --- other laws it meets ------------------------------------------------------------------------------------------------


def meets(foreseen: Foreseen) -> Iterator[Line]:
    """Laws and effects in force that do the same already, or concern the same regions or Houses (R-21)."""
    then, own = next_month(foreseen), foreseen.law.law.id
    yield from _paid_already(then, own)
    yield from _same_table_or_scheme(then, own)
    yield from _no_trade_already(then, own)
    for mine in (each for each in then.effects if each.law == own):
        yield from _starves_already(then, mine)
        for other in then.effects:
            if other.law != own and _act_in_same_month(mine, other):
                yield from _overlap_lines(then, mine, other)


def _paid_already(then: GameState, own: LawId) -> Iterator[Line]:
    mine = next((law for law in laws_in(then) if law.id == own), None)
    for law, tribute in taxes_due(then, then.clock.month) if mine else ():
        if mine and law.id != own and tribute in mine.effects.tributes:
            words = say(
                "{debtor} pays {creditor} already by {law}; it is not doubled.",
                debtor=house_name(then, tribute.debtor),
                creditor=house_name(then, tribute.creditor),
                law=law_words(then, law.id),
            )
            yield Line(words=words, houses=frozenset({tribute.debtor, tribute.creditor}))


def _same_table_or_scheme(then: GameState, own: LawId) -> Iterator[Line]:
    for passed, named in laws_in_force(then, "border-watch"):
        first = watched_tables(then).get(named.one(Target.TABLE))
        if passed.law == own and first is not None and first.id != own:
            yield Line(words=_already_words(then, first.id), houses=_houses_of_table(then, named.one(Target.TABLE)))
    for passed, named in laws_in_force(then, "crackdown"):
        by = doubled_schemes(then).get(named.one(Target.SCHEME), own)
        if passed.law == own and by != own:
            yield Line(words=_already_words(then, by))


def _no_trade_already(then: GameState, own: LawId) -> Iterator[Line]:
    general = next((law for law in laws_in(then) if law.effects.bars_trade), None)
    if general is not None and any(passed.law == own for passed, _named in laws_in_force(then, "trade-embargo")):
        yield Line(words=say("{law}, bars trade for all Houses already.", law=capital(law_words(then, general.id))))


def _starves_already(then: GameState, mine: Effect) -> Iterator[Line]:
    """A House that sends food starves once, however many laws cause it (R-66)."""
    if mine.kind is not EffectKind.FAMINE:
        return
    for law in laws_in(then):
        for giver in (food.giver for food in law.effects.food if food.giver in mine.houses):
            house, words = house_name(then, giver), law_words(then, law.id)
            said = say("{house} starves already by {law}; it is not doubled.", house=house, law=words)
            yield Line(words=said, houses=frozenset({giver}))


def _act_in_same_month(mine: Effect, other: Effect) -> bool:
    """Whether there is a month in which both act."""
    return (other.until is None or mine.since <= other.until) and (mine.until is None or other.since <= mine.until)


def _overlap_lines(then: GameState, mine: Effect, other: Effect) -> Iterator[Line]:
    """An effect of another law beside this one. The same effect is not doubled; a different one on the same target holds too."""
    houses = frozenset(mine.houses) & {*(other.houses[:1] if other.kind is EffectKind.FOOD else other.houses)}
    regions = tuple(each for each in mine.regions if each in other.regions)
    source = capital(law_words(then, other.law)) if other.law else str(other.source)
    if mine.kind in ON_LAND and other.kind in ON_LAND and regions:
        touched = houses_in(then, regions) | frozenset(mine.houses) | frozenset(other.houses)
        if mine.kind is not other.kind:
            words = say("{law}, holds there too: {effect}", law=source, effect=effect_words(then, other))
            yield Line(words=words, houses=touched)
        elif mine.kind is not EffectKind.FORBID or houses:
            places = listed([region_name(then, each) for each in regions])
            words = say("{law}, says so of {targets} already; it is not doubled.", law=source, targets=places)
            yield Line(words=words, houses=touched)
    elif mine.kind in PAIRS and other.kind in PAIRS and mine.houses == other.houses:
        words = (
            say("{law}, says so already; it is not doubled.", law=source)
            if mine.kind is other.kind
            else say("{law}, holds there too: {effect}", law=source, effect=effect_words(then, other))
        )
        yield Line(words=words, houses=frozenset(mine.houses))
    elif mine.kind not in PAIRS and houses and _is_same_effect(mine.kind, other.kind):
        targets = listed([house_name(then, each) for each in mine.houses if each in houses])
        yield Line(words=say("{law}, says so of {targets} already; it is not doubled.", law=source, targets=targets), houses=houses)


def _is_same_effect(one: EffectKind, other: EffectKind) -> bool:
    """Whether both do the same to a House: the same kind, or famine by any law (R-66)."""
    return one is other or (one is EffectKind.FAMINE and other is EffectKind.FOOD)


# --- small parts --------------------------------------------------------------------------------------------------------


def _already_words(then: GameState, law: LawId) -> str:
    return say("{law}, says so already; it is not doubled.", law=capital(law_words(then, law)))


def _table(state: GameState, table: str) -> str:
    return state.table_name(Room.UNDERGROUND, table)


def _houses_of_table(state: GameState, table: str) -> frozenset[HouseId]:
    """Houses whose own table it is (GE-UND-62)."""
    return frozenset(each.id for each in state.scenario.houses if each.province == table)

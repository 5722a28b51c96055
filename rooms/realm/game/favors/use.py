"""Use of a Favor: a player shows it for its ability, and the card is discarded (GE-FAV-06, GE-FAV-07, R-133)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.people.lookup import members
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Undo, every_desk
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, Report, ReportKind, to_desks
from control.engine.typed_text import one_line
from rooms.realm.game.favors.requirements import (
    NUMBERS,
    Field,
    favor_of,
    fields_of,
    holder_of,
    may_take_note,
    may_use_another,
    named_words,
    why_not_usable,
)
from rooms.realm.game.records import UsedFavor
from rooms.realm.game.reports.words import own, report_purse_changes
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import purse_invalidations, seat_of, with_purse
from rooms.realm.scenario.ids import CardId, HouseId, RegionId
from rooms.realm.scenario.schema import Favor

# === use ================================================================================================================


TOPIC: Final = "favors"
LONGEST_NOTE: Final = 200


class UseFavor(Struct, frozen=True, kw_only=True):
    """Use a card of the own hand with what it asks for. `note`: message to the desk that decides what it does."""

    seat: SeatId
    card: CardId
    month: int
    target: HouseId | None = None
    region: RegionId | None = None
    other: RegionId | None = None
    number: int | None = None
    given: CardId | None = None
    note: str = ""


class FavorUsed(Struct, frozen=True, kw_only=True):
    """A card has gone from the purse of `holder` to the discards; its effect follows. `note`: for its desk only."""

    used: UsedFavor
    holder: SeatId
    note: str = ""


class FavorVoided(Struct, frozen=True, kw_only=True):
    """A use without effect: the card returns to the purse of `holder` and does not count.

    `holder` is None when nobody of the House is left, or somebody has drawn the card: it then stays where it is.
    """

    card: CardId
    seat: SeatId
    holder: SeatId | None
    month: int
    key: str = ""


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_use(state: GameState, command: UseFavor, asked: DecisionContext) -> tuple[FavorUsed, ...]:
    """Use a Favor.

    Raises:
        Refused: the player is absent or dead, has used a Favor this month, or left out something that the card asks for; or the
            card does not fit the time, the place or its own condition.
        Stale: the month has changed, or the card has left the hand.
    """
    seat = seat_of(state, command.seat)
    if command.month != state.clock.month:
        raise Stale(say("That month is over; look again."), rule="GE-FAV-04")
    if not seat.acts:
        raise Refused(say("{name} is not here or does not live.", name=seat.name), rule="R-139", code="not-here")
    holder = holder_of(state, seat)
    favor = favor_of(state, command.card)
    if favor is None or command.card not in holder.purse.favors:
        raise Stale(say("This Favor is not in this hand any more; look again."), rule="GE-FAV-06")
    if not may_use_another(state, seat):
        raise Refused(say("{name} has used a Favor this month already.", name=seat.name), rule="GE-FAV-07", code="month")
    no = why_not_usable(state, seat, favor)
    if no is not None:
        raise no
    note = one_line(command.note) if may_take_note(favor) else ""
    if len(note) > LONGEST_NOTE:
        raise Refused(say("Say it in {most} characters.", most=LONGEST_NOTE), rule="GE-FAV-03")
    used = _require_fields(state, seat, holder, favor, command)
    before = sum(each.card == used.card for each in state.favors_used)
    used = replace(used, key=f"{used.card}-{before}-{round(asked.at.timestamp() * 1000)}")
    return (FavorUsed(used=used, holder=holder.id, note=note),)


def _require_fields(state: GameState, seat: HouseSeat, holder: HouseSeat, favor: Favor, command: UseFavor) -> UsedFavor:
    """Return the use with exactly the fields that the card asks for."""
    fields = fields_of(favor)
    used = UsedFavor(seat=seat.id, house=seat.house, card=command.card, favor=favor.id, month=state.clock.month)
    regions = {region.id for region in state.scenario.map.regions}
    for field in fields:
        if field is Field.HOUSE:
            if command.target == seat.house or command.target not in {house.id for house in state.scenario.houses}:
                raise Refused(say("Name another House."), rule="GE-FAV-03", code="house")
            used = replace(used, target=command.target)
        elif field is Field.REGION:
            if command.region not in regions:
                raise Refused(say("Name a region of the map."), rule="GE-FAV-03", code="region")
            used = replace(used, region=command.region)
        elif field is Field.OTHER:
            if command.other is not None and command.other not in regions:
                raise Refused(say("Name a region of the map."), rule="GE-FAV-03", code="region")
            used = replace(used, other=command.other)
        elif field is Field.GIVEN:
            if command.given == command.card or command.given not in holder.purse.favors:
                raise Refused(say("Name another Favor of your hand to give."), rule="GE-FAV-03", code="given")
            used = replace(used, given=command.given)
        elif field in NUMBERS:
            if command.number is None or not 0 < command.number <= 10**6:
                raise Refused(_missing_field_words(field), rule="GE-FAV-03", code="number")
            used = replace(used, number=command.number)
    return used


def _missing_field_words(field: Field) -> str:
    if field is Field.SCHEME:
        return say("Name a scheme of your table.")
    return say("Name a proposal.") if field is Field.PROPOSAL else say("Say how many units.")


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("holder")
def evolve_used(state: GameState, happened: FavorUsed) -> GameState:
    used = happened.used
    purse = state.seats[happened.holder].purse
    left = tuple(card for card in purse.favors if card != used.card)
    kept = tuple(each for each in state.favors_used if each.month >= used.month - 1)
    discards = (*state.favor_discards, used.card) if used.card in purse.favors else state.favor_discards
    return with_purse(
        replace(state, favor_discards=discards, favors_used=(*kept, used)), happened.holder, replace(purse, favors=left)
    )


def is_out_of_hands(state: GameState, card: CardId) -> bool:
    """Whether a card is in the discards or, after a refill, in the deck."""
    return card in (*state.favor_discards, *state.favor_deck)


@requires_players("holder")
def evolve_voided(state: GameState, happened: FavorVoided) -> GameState:
    """Return the card from the discards or the deck to the purse."""
    key = (happened.card, happened.month, happened.key)
    used = tuple(replace(each, void=True) if (each.card, each.month, each.key) == key else each for each in state.favors_used)
    if happened.holder is None:
        return replace(state, favors_used=used)
    purse = state.seats[happened.holder].purse
    there = is_out_of_hands(state, happened.card)
    state = replace(
        state,
        favors_used=used,
        favor_discards=tuple(card for card in state.favor_discards if card != happened.card),
        favor_deck=tuple(card for card in state.favor_deck if card != happened.card),
    )
    return with_purse(state, happened.holder, replace(purse, favors=(*purse.favors, happened.card))) if there else state


# --- words --------------------------------------------------------------------------------------------------------------


def used_words(state: GameState, used: UsedFavor) -> str:
    """Used Favor in public words, such as: The Procession (Zen): No unit enters a region you name this month."""
    favor = favor_of(state, used.favor)
    if favor is None:
        return str(used.favor)
    named = named_words(state, used)
    what = say("{favor} ({named})", favor=favor.name, named=named) if named else favor.name
    return say("{favor}: {ability}", favor=what, ability=favor.ability)


def tell_used(happened: FavorUsed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell a player that the Favor is used, and the keeper that it has left the purse (GE-FAV-07)."""
    used, favor = happened.used, favor_of(before, happened.used.favor)
    yield to_desks(say("{player} uses {favor}", player=who(before, used.seat), favor=used_words(before, used)))
    name, named = favor.name if favor is not None else str(used.favor), named_words(before, used)
    what = say("{favor} ({named})", favor=name, named=named) if named else name
    words = favor.ability if favor is not None else say("You used it.")
    act = say("Favor: {favor}", favor=what)
    if used.seat in before.seats:
        yield Report(to=own(used.seat), kind=ReportKind.TURN, act=act, words=words, rule="GE-FAV-07")
    yield from report_purse_changes(before, after, happened.holder, say("{favor} was used.", favor=name))


def withdrawn_use_words(happened: FavorUsed, state: GameState) -> str:
    """Name of a used Favor that was withdrawn. Everybody may read it, because used cards lie open."""
    favor = favor_of(state, happened.used.favor)
    name = favor.name if favor is not None else str(happened.used.favor)
    return say("{favor}, the Favor that {player} used", favor=name, player=who(state, happened.used.seat))


def tell_voided(happened: FavorVoided, before: GameState, after: GameState) -> Iterator[Line]:
    favor = favor_of(before, happened.card)
    name = favor.name if favor is not None else str(happened.card)
    if happened.holder is None:
        yield to_desks(say("{favor} can do nothing now and does not count.", favor=name))
    else:
        yield to_desks(
            say("{favor} can do nothing now and goes back to {player}.", favor=name, player=who(before, happened.holder))
        )
    if happened.seat in before.seats:
        words = say("{favor} could do nothing and does not count.", favor=name)
        yield Report(to=own(happened.seat), words=words)
    yield from report_purse_changes(before, after, happened.holder, say("{favor} came back.", favor=name))


def _invalidations(happened: FavorUsed, state: GameState) -> tuple[Invalidation, ...]:
    purse = purse_invalidations(purse_of(happened.holder), state)
    own = (Invalidation(topic="strip", to=f"seat:{happened.used.seat}"),) if happened.used.seat != happened.holder else ()
    return (*purse, *own, Invalidation(topic=TOPIC))


def broken_uses(state: GameState) -> tuple[str, ...]:
    """Check that nobody has used more Favors in a month than allowed, even after a redo (GE-FAV-07, R-133)."""
    most = state.scenario.settings.favors_per_month
    counts = Counter((each.seat, each.month) for each in state.favors_used if not each.void)
    return tuple(
        say("{name} has used {count} Favors in month {month}.", name=who(state, seat), count=count, month=month)
        for (seat, month), count in counts.items()
        if count > most
    )


def purse_for_return(state: GameState, used: UsedFavor) -> SeatId | None:
    """Seat whose purse receives a returned card: the player's, else by R-06; None if nobody is left or somebody has drawn it."""
    if not is_out_of_hands(state, used.card):
        return None
    seat = state.seats.get(used.seat)
    if seat is not None and seat.presence is not Presence.GONE and seat.died is None:
        return holder_of(state, seat).id
    return next((each.id for each in sorted(members(state, used.house), key=lambda each: each.died is not None)), None)


def _voided_invalidations(happened: FavorVoided, state: GameState) -> tuple[Invalidation, ...]:
    if happened.holder is None:
        return (Invalidation(topic=TOPIC),)
    own = (Invalidation(topic="strip", to=f"seat:{happened.seat}"),) if happened.seat != happened.holder else ()
    return (*purse_invalidations(purse_of(happened.holder), state), *own, Invalidation(topic=TOPIC))


class OnePurse(Struct, frozen=True):
    """A purse that changed."""

    seat: SeatId


def purse_of(holder: SeatId) -> OnePurse:
    """Return the purse to look at again."""
    return OnePurse(holder)


COMMANDS: Mapping[type, CommandHandler] = {
    UseFavor: CommandHandler(
        decide=decide_use,
        player=True,
        desks=every_desk,
        label=lambda c, s: say("Favor of {name}", name=who(s, c.seat)) if c.seat in s.seats else say("Favor used"),
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    FavorUsed: EventHandler(evolve=evolve_used, tell=tell_used, invalidations=_invalidations, undo=Undo(words=withdrawn_use_words)),
    FavorVoided: EventHandler(evolve=evolve_voided, tell=tell_voided, invalidations=_voided_invalidations),
}

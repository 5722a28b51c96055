"""Favors of the Underground, used at the player's own table (GE-FAV-03, GE-FAV-05, GE-FAV-06, R-133, R-144).

A Favor is not an act of a turn: it changes neither the turn nor what can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Undo
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.realm.game.favors.requirements import favor_of
from rooms.realm.game.favors.use import FavorUsed
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import Favor
from rooms.underground.game.reports.recipients import reports_to_house, to_seat
from rooms.underground.game.state import Lying, TableId
from rooms.underground.game.tables.cards import (
    are_held,
    face_name,
    mark_table_doubtful,
    pile_of,
    scheme_in,
    scheme_named,
    scheme_words,
    with_discarded,
    with_pile,
    with_scheme,
    with_whole_hand,
)
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    knows,
    room_invalidations,
    scheme_at,
    seats_at_table,
    step_of,
    table_in,
    table_of,
    tables,
    with_table,
)
from rooms.underground.game.tables.minions import SEEN, draw_of, refills_of, reports_of_draw
from rooms.underground.game.tables.schemes import found_at
from rooms.underground.game.tables.sovereign_look import with_viewer
from rooms.underground.game.tables.turns import require_going, table_words
from rooms.underground.rules.minion_cards import MinionId
from rooms.underground.rules.piles import Draw, pile_without

RULE: Final = "GE-FAV-03"
MINIONS, ADVANCE, STRIP, LOOK = "minions", "advance", "strip-protection", "look-scheme"


class MinionsDrawnMore(Struct, frozen=True, kw_only=True):
    """A player drew extra minions from the House's own pile, before or after the regular draw. Only that player sees them."""

    month: int
    table: TableId
    seat: SeatId
    cards: tuple[MinionId, ...]


class SchemeFurthered(Struct, frozen=True, kw_only=True):
    """Minions from the top of a House's pile were placed face down on a scheme. Nobody has seen them."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    cards: tuple[MinionId, ...]


class ProtectionStripped(Struct, frozen=True, kw_only=True):
    """The outermost Protection of a scheme was discarded, without turning it."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId


class SchemeGlimpsed(Struct, frozen=True, kw_only=True):
    """A player saw a scheme's face. Nobody else saw it, and it has no other effect."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int


# --- questions ----------------------------------------------------------------------------------------------------------


def table_of_player(state: GameState, seat: SeatId) -> TableId | None:
    """The table where a player sits this month. None if there is none."""
    return next((table for table in tables(state) if any(each.id == seat for each in seats_at_table(state, table))), None)


def schemes_to_name(state: GameState, seat: HouseSeat, favor: Favor) -> tuple[tuple[int, str], ...]:
    """Schemes that a player may name for a card, by number and House, with the name if the player knows the face."""
    return tuple(
        (each.id, say("{scheme}: {name}", scheme=scheme_words(state, each), name=face_name(state, each)))
        if knows(each, seat.id)
        else (each.id, scheme_words(state, each))
        for each in _nameable_schemes(state, seat, favor)
        if favor.effect != LOOK or not knows(each, seat.id)
    )


def schemes_to_name_openly(state: GameState, seat: HouseSeat, favor: Favor) -> tuple[tuple[int, str], ...]:
    """The same for the control team, not all of whose desks may see faces. So it does not show what the player knows (R-144)."""
    return tuple((each.id, scheme_words(state, each)) for each in _nameable_schemes(state, seat, favor))


def _nameable_schemes(state: GameState, seat: HouseSeat, favor: Favor) -> tuple[Lying, ...]:
    """Schemes at the player's table. For a stripping Favor only those with Protection that are not under attack."""
    table = table_of_player(state, seat.id)
    if table is None:
        return ()
    return tuple(
        each
        for each in table_of(state, table).schemes
        if favor.effect != STRIP or (each.protection and not _attacked(state, table, each))
    )


def _attacked(state: GameState, table: TableId, scheme: Lying) -> bool:
    attack = table_of(state, table).attack
    return attack is not None and attack.scheme == scheme.id


def verb_of(favor: Favor) -> str:
    """Effect of a Favor, without its number."""
    verb, _, amount = favor.effect.rpartition("-")
    return verb if amount.isdigit() else favor.effect


# --- reaction -----------------------------------------------------------------------------------------------------------


def carry_out(state: GameState, happened: FavorUsed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Carry out a Favor at its player's table.

    Raises:
        Refused: the player sits at no table in play, the table is paused, or the Favor would do nothing there.
        Stale: the scheme is no longer there.
    """
    used, favor = happened.used, favor_of(state, happened.used.favor)
    if favor is None:
        return ()
    carried, table = verb_of(favor) in (MINIONS, ADVANCE, STRIP, LOOK), table_of_player(state, used.seat)
    if table is not None and (carried or favor.location == Room.UNDERGROUND):
        require_going(state, table, asked)  # the desk's decisions wait for the table too
    if not carried:
        return ()
    if asked.by.seat is None and not asked.by.sits_at(UNDERGROUND_DESK):  # a refusal may reveal what a scheme is
        raise Refused(say("Underground Control uses this Favor for the player."), rule="R-144", code="not-yours")
    if table is None or step_of(state, table) is None:
        no = say("This Favor is used at a table of the Underground while one of its steps runs.")
        raise Refused(no, rule="GE-FAV-05", code="not-here")
    if verb_of(favor) == MINIONS:
        return tuple(_draw_more_minions(state, table, happened, int(favor.effect.rpartition("-")[2]), asked))
    scheme = scheme_at(state, table, used.number or 0)
    if verb_of(favor) == ADVANCE:
        return tuple(_add_advancement(state, table, happened, scheme, int(favor.effect.rpartition("-")[2]), asked))
    if favor.effect == STRIP:
        return (_protection_stripped(state, table, happened, scheme),)
    if knows(scheme, used.seat):
        raise Refused(say("{name} knows this scheme already.", name=state.seats[used.seat].name), rule=RULE, code="known")
    return (SchemeGlimpsed(month=used.month, table=table, seat=used.seat, scheme=scheme.id),)


def _draw_more_minions(
    state: GameState, table: TableId, happened: FavorUsed, count: int, asked: DecisionContext
) -> Iterator[GameEvent]:
    draw = _draw(state, happened, count, asked)
    yield from refills_of(happened.used.house, draw)
    yield MinionsDrawnMore(month=happened.used.month, table=table, seat=happened.used.seat, cards=draw.cards)


def _add_advancement(
    state: GameState, table: TableId, happened: FavorUsed, scheme: Lying, count: int, asked: DecisionContext
) -> Iterator[GameEvent]:
    """Add Advancement from the pile. It is made of cards (GE-UND-39), so it is limited by the minions there are.

    Traps take it too.
    """
    draw = _draw(state, happened, count, asked)
    yield from refills_of(happened.used.house, draw)
    yield SchemeFurthered(month=happened.used.month, table=table, seat=happened.used.seat, scheme=scheme.id, cards=draw.cards)


def _draw(state: GameState, happened: FavorUsed, count: int, asked: DecisionContext) -> Draw[MinionId]:
    house = happened.used.house
    draw = draw_of(state, house, pile_of(state, house), count, asked)
    if not draw.cards:
        raise Refused(say("{house} has no minions.", house=house_name(state, house)), rule="R-110", code="nothing")
    return draw


def _protection_stripped(state: GameState, table: TableId, happened: FavorUsed, scheme: Lying) -> ProtectionStripped:
    if not scheme.protection:
        raise Refused(say("No Protection stands in front of this scheme."), rule=RULE, code="nothing")
    if _attacked(state, table, scheme):  # a minion may be waiting against this Protection
        raise Refused(say("This scheme is attacked now; wait until that is over."), rule=RULE, code="attacked")
    used = happened.used
    return ProtectionStripped(month=used.month, table=table, seat=used.seat, scheme=scheme.id, card=scheme.protection[-1].card)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_drawn_more(state: GameState, happened: MinionsDrawnMore) -> GameState:
    house = state.seats[happened.seat].house
    pile, table = pile_of(state, house), table_in(state, happened.table, happened.month)
    if not are_held(pile.cards, happened.cards):
        return mark_table_doubtful(state, happened.table, happened.month)
    table = with_whole_hand(table, happened.seat, (*table.hands.get(happened.seat, ()), *happened.cards))
    acts = tuple(act for act in table.acts if act.seat != happened.seat)  # an act of the player would restore the old hand
    return with_table(with_pile(state, house, pile_without(pile, happened.cards)), replace(table, acts=acts))


@requires_players("seat")
def evolve_furthered(state: GameState, happened: SchemeFurthered) -> GameState:
    house = state.seats[happened.seat].house
    pile, table = pile_of(state, house), table_in(state, happened.table, happened.month)
    scheme = scheme_in(table, happened.scheme)
    if scheme is None or not are_held(pile.cards, happened.cards):
        return mark_table_doubtful(state, happened.table, happened.month)
    table = with_scheme(table, replace(scheme, advancement=(*scheme.advancement, *happened.cards)))
    return with_table(with_pile(state, house, pile_without(pile, happened.cards)), table)


@requires_players("seat")
def evolve_stripped(state: GameState, happened: ProtectionStripped) -> GameState:
    table = table_in(state, happened.table, happened.month)
    scheme = scheme_in(table, happened.scheme)
    if scheme is None or not scheme.protection or scheme.protection[-1].card != happened.card:
        return mark_table_doubtful(state, happened.table, happened.month)
    table = with_scheme(table, replace(scheme, protection=scheme.protection[:-1]))
    return with_table(with_discarded(state, (happened.card,)), table)


@requires_players("seat")
def evolve_glimpsed(state: GameState, happened: SchemeGlimpsed) -> GameState:
    table = table_in(state, happened.table, happened.month)
    scheme = scheme_in(table, happened.scheme)
    if scheme is None:
        return mark_table_doubtful(state, happened.table, happened.month)
    return with_table(state, with_scheme(table, with_viewer(scheme, happened.seat)))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_drawn_more(happened: MinionsDrawnMore, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the desk how many minions were drawn. Only the player sees which, in hand (R-144)."""
    words = say_count(
        "{table}: {player} draws {count} minion more.",
        "{table}: {player} draws {count} minions more.",
        len(happened.cards),
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
    )
    yield to_desks(words)
    yield from reports_of_draw(happened.seat, happened.cards)


def tell_furthered(happened: SchemeFurthered, before: GameState, after: GameState) -> Iterator[Line]:
    """The cards come from the pile face down, so nobody has seen them."""
    words = say_count(
        "{table}: {player} puts {count} minion from the pile on {scheme}.",
        "{table}: {player} puts {count} minions from the pile on {scheme}.",
        len(happened.cards),
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
        scheme=scheme_named(before, happened.table, happened.scheme),
    )
    yield to_desks(words)
    yield from _reports_of_favor(happened, after, words, say("Advancement by a Favor"))


def tell_stripped(happened: ProtectionStripped, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "{table}: {player} has the outermost Protection of {scheme} discarded.",
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
        scheme=scheme_named(before, happened.table, happened.scheme),
    )
    yield to_desks(words)
    yield from _reports_of_favor(happened, before, words, say("Protection discarded by a Favor"))


def _reports_of_favor(happened: SchemeFurthered | ProtectionStripped, state: GameState, words: str, act: str) -> Iterator[Report]:
    """Reports to the player who used a Favor on a scheme, and to players of its House who sat there."""
    found = found_at(state, happened.table, happened.month, happened.scheme)
    if found is not None:
        yield to_seat(happened.seat, ReportKind.TURN, words, act=act, rule=RULE)
        yield from reports_to_house(state, found, words, but=happened.seat, rule=RULE)


def tell_glimpsed(happened: SchemeGlimpsed, before: GameState, after: GameState) -> Iterator[Line]:
    """The sentence for the player names the scheme. Everybody else reads that somebody looked (R-144)."""
    words = say(
        "{table}: {player} looks at {scheme}.",
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
        scheme=scheme_named(before, happened.table, happened.scheme),
    )
    yield to_desks(words)
    found = found_at(after, happened.table, happened.month, happened.scheme)
    if found is not None:
        seen = say("You see {scheme}: {name}.", scheme=scheme_words(after, found), name=face_name(after, found))
        yield to_seat(happened.seat, ReportKind.TURN, seen, act=say("A look by a Favor"), rule=RULE)
        yield from reports_to_house(before, found, words, but=happened.seat, rule=RULE)


COMMANDS: Mapping[type, CommandHandler] = {}
EVENTS: Mapping[type, EventHandler] = {
    MinionsDrawnMore: EventHandler(
        evolve=evolve_drawn_more,
        tell=tell_drawn_more,
        invalidations=room_invalidations,
        undo=Undo(never=SEEN),
    ),
    SchemeFurthered: EventHandler(evolve=evolve_furthered, tell=tell_furthered, invalidations=room_invalidations),
    ProtectionStripped: EventHandler(evolve=evolve_stripped, tell=tell_stripped, invalidations=room_invalidations),
    SchemeGlimpsed: EventHandler(
        evolve=evolve_glimpsed,
        tell=tell_glimpsed,
        invalidations=room_invalidations,
        undo=Undo(never=later("A reveal cannot be unseen: go on from what was shown.")),
    ),
}

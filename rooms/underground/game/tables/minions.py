"""Minions: drawn when their step begins, hands discarded when Action ends (GE-UND-33, R-110, R-115, R-121)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import PhaseEnded
from control.day.clock.steps import StepBegan
from control.day.missing_players import requires_players
from control.day.people.lookup import present_seats
from control.day.people.presence import CheckedIn
from control.day.people.room_choice import RoomChosen
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Undo
from control.engine.records import replace
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.reports.recipients import to_seat
from rooms.underground.game.state import TableId, TableStep
from rooms.underground.game.tables.cards import (
    are_held,
    mark_decks_doubtful,
    mark_table_doubtful,
    pile_of,
    with_discarded,
    with_hand,
    with_pile,
    with_whole_hand,
    without_cards,
)
from rooms.underground.game.tables.lookup import (
    room_invalidations,
    room_of,
    seats_at_table,
    step_of,
    table_in,
    table_of,
    tables,
    with_table,
)
from rooms.underground.game.tables.turns import table_words
from rooms.underground.rules.minion_cards import MinionId, copy_of_deck, draws_of
from rooms.underground.rules.piles import Draw, Pile, Refill, draw_cards, pile_without, refilled

# === draw and discard ===================================================================================================


BEGINS: Final = StepId(TableStep.MINIONS.value)
FIRST: Final = StepId(TableStep.UPDATES.value)
LATE: Final = (TableStep.MINIONS, TableStep.ADVANCEMENT, TableStep.PROTECTION, TableStep.ATTACK)  # late players draw in these


class MinionsDrawn(Struct, frozen=True, kw_only=True):
    """A player drew minions from the House's own pile. Only that player sees them."""

    month: int
    table: TableId
    seat: SeatId
    cards: tuple[MinionId, ...]


class MinionsRefilled(Struct, frozen=True, kw_only=True):
    """A House's pile was refilled below its remaining cards: from shuffled discards, or with a new copy of the deck (R-110)."""

    house: HouseId
    cards: tuple[MinionId, ...]
    fresh: bool


class Held(Struct, frozen=True, kw_only=True):
    """A player's minions in hand."""

    seat: SeatId
    cards: tuple[MinionId, ...]


class MinionsDiscarded(Struct, frozen=True, kw_only=True):
    """Hands were discarded, each card to its own House's discards (R-121)."""

    month: int
    table: TableId
    hands: tuple[Held, ...]


# --- questions ----------------------------------------------------------------------------------------------------------


def has_drawn(state: GameState, seat: SeatId) -> bool:
    """Whether this player has drawn this month, at any table."""
    return any(seat in table_of(state, table).drawn for table in tables(state))


def place_of(state: GameState, seat: HouseSeat) -> int:
    """A player's place by rank among the House's players in the Underground this month, over all tables (R-115)."""
    there = {each.id: each for each in present_seats(state, Room.UNDERGROUND)}
    drew = (each for table in tables(state) for each in table_of(state, table).drawn)
    there.update({each: state.seats[each] for each in drew if each in state.seats})  # a player who drew and left keeps the place
    return 1 + sum(each.house == seat.house and 0 < each.rank < seat.rank for each in there.values())


# --- reactions ----------------------------------------------------------------------------------------------------------


def deal_in_step(state: GameState, happened: StepBegan, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Deal minions at tables where the step begins (GE-UND-33). Nothing is dealt in a month whose Return has acted."""
    if happened.room != Room.UNDERGROUND or happened.month <= state.clock.turned:
        return ()
    if happened.step == FIRST:
        here = tuple(table for table in tables(state) if step_of(state, table) == TableStep.UPDATES)
        return tuple(event for table in here for event in _discard_leftovers(state, table))
    if happened.step not in tuple(step.value for step in LATE):  # also for a clock set past Minions
        return ()
    return tuple(_draws(state, (table for table in tables(state) if step_of(state, table) == TableStep(happened.step)), asked))


def deal_late(state: GameState, happened: RoomChosen | CheckedIn, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Deal to a player who sits down after the others have drawn (R-115)."""
    if not state.clock.is_in(Phase.ACTION) or state.clock.month <= state.clock.turned:
        return ()
    here = tuple(table for table in tables(state) if step_of(state, table) in LATE)
    return tuple(_draws(state, here, asked, only=happened.seat))


def _discard_leftovers(state: GameState, table: TableId) -> Iterator[MinionsDiscarded]:
    """Discard hands of an earlier month whose end the clock skipped."""
    hands = {seat: hand for seat, hand in table_of(state, table).hands.items() if not has_drawn(state, seat)}
    if hands and not state.scenario.settings.keep_hand:
        yield _discard(state, table, hands)


def _draws(state: GameState, at: Iterable[TableId], asked: DecisionContext, only: SeatId | None = None) -> Iterator[GameEvent]:
    piles, numbers = dict(room_of(state).decks.minions), state.scenario.settings.minion_draws
    for table in at:
        for seat in seats_at_table(state, table):
            if has_drawn(state, seat.id) or (only is not None and seat.id != only):
                continue
            house = seat.house
            draw = draw_of(state, house, piles.get(house, Pile()), draws_of(place_of(state, seat), numbers), asked)
            piles[house] = draw.pile
            yield from refills_of(house, draw)
            yield MinionsDrawn(month=state.clock.month, table=table, seat=seat.id, cards=draw.cards)


def draw_of(state: GameState, house: HouseId, pile: Pile[MinionId], count: int, asked: DecisionContext) -> Draw[MinionId]:
    """Draw from the top of a House's pile, with refills (R-110)."""
    return draw_cards(pile, count, lambda copy: copy_of_deck(house, state.scenario.minions, copy), asked.chance.shuffled)


def refills_of(house: HouseId, draw: Draw[MinionId]) -> tuple[MinionsRefilled, ...]:
    """Refill events of a draw. They come before the drawn cards."""
    return tuple(MinionsRefilled(house=house, cards=each.cards, fresh=each.fresh) for each in draw.refills)


def create_deck(state: GameState, house: HouseId, asked: DecisionContext) -> tuple[MinionsRefilled, ...]:
    """Create a House's first deck, for callers that need a card before anybody has drawn."""
    if pile_of(state, house).copies:
        return ()
    cards = asked.chance.shuffled(copy_of_deck(house, state.scenario.minions, 1))
    return (MinionsRefilled(house=house, cards=cards, fresh=True),)


def discard_hands(state: GameState, happened: PhaseEnded, asked: DecisionContext) -> tuple[MinionsDiscarded, ...]:
    """Discard hands when Action ends. With the setting `keep_hand`, players at a table keep theirs (R-121)."""
    if happened.phase != Phase.ACTION:
        return ()
    keep = state.scenario.settings.keep_hand
    found = []
    for table in tables(state):
        stay = {seat.id for seat in seats_at_table(state, table)} if keep else set()
        going = {seat: cards for seat, cards in table_of(state, table).hands.items() if cards and seat not in stay}
        if going:
            found.append(_discard(state, table, going))
    return tuple(found)


def _discard(state: GameState, table: TableId, hands: Mapping[SeatId, tuple[MinionId, ...]]) -> MinionsDiscarded:
    going = tuple(Held(seat=seat, cards=cards) for seat, cards in sorted(hands.items()) if cards)
    return MinionsDiscarded(month=state.clock.month, table=table, hands=going)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_drawn(state: GameState, happened: MinionsDrawn) -> GameState:
    house = state.seats[happened.seat].house
    pile, table = pile_of(state, house), table_in(state, happened.table, happened.month)
    if not are_held(pile.cards, happened.cards):
        return mark_table_doubtful(state, happened.table, happened.month)
    hand = (*table.hands.get(happened.seat, ()), *happened.cards)
    table = with_whole_hand(table, happened.seat, hand)
    table = replace(table, drawn=(*table.drawn, happened.seat), acts=tuple(act for act in table.acts if act.seat != happened.seat))
    return with_table(with_pile(state, house, pile_without(pile, happened.cards)), table)


def evolve_refilled(state: GameState, happened: MinionsRefilled) -> GameState:
    pile = pile_of(state, happened.house)
    if not happened.fresh and set(pile.discards) != set(happened.cards):
        return _refill_with_doubt(state, happened)
    new = refilled(pile, Refill(cards=happened.cards, fresh=happened.fresh))
    return with_pile(state, happened.house, replace(new, cards=(*pile.cards, *happened.cards)))


def _refill_with_doubt(state: GameState, happened: MinionsRefilled) -> GameState:
    """Refill although the discards differ: take the cards that are there, and mark the decks as doubtful."""
    pile = pile_of(state, happened.house)
    came = tuple(card for card in happened.cards if card in pile.discards)
    left = without_cards(pile.discards, came)
    return mark_decks_doubtful(with_pile(state, happened.house, replace(pile, cards=(*pile.cards, *came), discards=left)))


@requires_players(lambda happened: (each.seat for each in happened.hands))
def evolve_hands_discarded(state: GameState, happened: MinionsDiscarded) -> GameState:
    table = table_in(state, happened.table, happened.month)
    if not all(are_held(table.hands.get(each.seat, ()), each.cards) for each in happened.hands):
        return mark_table_doubtful(state, happened.table, happened.month)
    for each in happened.hands:
        table = with_hand(table, each.seat, without_cards(table.hands[each.seat], each.cards))
        state = with_discarded(state, each.cards)
    return with_table(state, table)


def move_hand(before: GameState, state: GameState, happened: RoomChosen) -> GameState:
    """Move the hand of a player seated at another table. A player who goes to another room leaves the hand to be discarded.

    Rules: R-121.
    """
    if happened.room != Room.UNDERGROUND or happened.seat not in state.seats:
        return state
    here = TableId(happened.table)
    for left in tables(state):
        hand = room_of(state).tables[left].hands.get(happened.seat, ()) if left in room_of(state).tables else ()
        if left == here or not hand:
            continue
        state = with_table(state, with_hand(table_in(state, left, happened.month), happened.seat, ()))
        there = table_in(state, here, happened.month)
        state = with_table(state, with_hand(there, happened.seat, (*there.hands.get(happened.seat, ()), *hand)))
    return state


# --- words --------------------------------------------------------------------------------------------------------------


def tell_drawn(happened: MinionsDrawn, before: GameState, after: GameState) -> Iterator[Line]:
    """No line names the minions: the player sees them in hand, and nobody else does (R-144)."""
    words = say_count(
        "{table}: {player} draws {count} minion.",
        "{table}: {player} draws {count} minions.",
        len(happened.cards),
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
    )
    yield to_desks(words)
    yield from reports_of_draw(happened.seat, happened.cards)


def reports_of_draw(seat: SeatId, cards: tuple[MinionId, ...]) -> Iterator[Report]:
    """The report to a player who drew minions: their number. No report if the House had none left."""
    if cards:
        words = say_count("You drew {count} minion.", "You drew {count} minions.", len(cards))
        yield to_seat(seat, ReportKind.HOLDING, words, rule="GE-UND-33")


def tell_refilled(happened: MinionsRefilled, before: GameState, after: GameState) -> Iterator[Line]:
    house = house_name(before, happened.house)
    if happened.fresh:
        yield to_desks(say("The minions of {house}: a fresh copy of the whole deck was shuffled in.", house=house))
    else:
        yield to_desks(say("The minions of {house}: the discards were shuffled into a new pile.", house=house))


def tell_hands_discarded(happened: MinionsDiscarded, before: GameState, after: GameState) -> Iterator[Line]:
    words = say_count(
        "{table}: {count} minion in hand is discarded.",
        "{table}: {count} minions in hand are discarded.",
        sum(len(each.cards) for each in happened.hands),
        table=table_words(before, happened.table),
    )
    yield to_desks(words)
    for each in happened.hands:
        words = say_count(
            "{count} minion left in hand was discarded.", "{count} minions left in hand were discarded.", len(each.cards)
        )
        yield to_seat(each.seat, ReportKind.HOLDING, words, rule="R-121")


SEEN: Final = later("A card that was drawn has been seen.")

COMMANDS: Mapping[type, CommandHandler] = {}
EVENTS: Mapping[type, EventHandler] = {
    MinionsDrawn: EventHandler(evolve=evolve_drawn, tell=tell_drawn, invalidations=room_invalidations, undo=Undo(never=SEEN)),
    MinionsRefilled: EventHandler(
        evolve=evolve_refilled, tell=tell_refilled, invalidations=room_invalidations, undo=Undo(never=SEEN)
    ),
    MinionsDiscarded: EventHandler(evolve=evolve_hands_discarded, tell=tell_hands_discarded, invalidations=room_invalidations),
}

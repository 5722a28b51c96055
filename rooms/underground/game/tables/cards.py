"""Cards of the tables: hands, piles and names. No card is ever lost or created."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import Spoken, later, listed, say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.state import Act, CardTable, Lying, TableId, TableStep
from rooms.underground.game.tables.lookup import room_of, table_in, with_decks, with_table
from rooms.underground.rules.minion_cards import Face, MinionId, face_of, house_of
from rooms.underground.rules.piles import Pile, with_discards

# === names ==============================================================================================================

# Names of cards.


FACES: Final[Mapping[str, str]] = Spoken(
    {
        "rock red": later("red Rock"),
        "rock blue": later("blue Rock"),
        "paper red": later("red Paper"),
        "paper blue": later("blue Paper"),
        "scissors red": later("red Scissors"),
        "scissors blue": later("blue Scissors"),
    }
)


def face_words(state: GameState, face: Face) -> str:
    """Face in words: "red Rock". A Master's name comes with it."""
    plain = FACES.get(face.kind, face.kind)
    if not face.master:
        return plain
    named = (each.name for each in state.scenario.masters if f"{each.symbol} {each.color}" == face.kind)
    return say("{master} ({minion})", master=next(named, say("Master Minion")), minion=plain)


def card_words(state: GameState, card: MinionId) -> str:
    """Face of a card, in words."""
    return face_words(state, face_of(card))


def faces_words(state: GameState, cards: Sequence[MinionId]) -> str:
    """Faces of several cards, in words."""
    return listed(tuple(card_words(state, card) for card in cards))


# === hands and piles ====================================================================================================

# Hands of minions and moves of their cards, shared by the folds of all tables. No card is ever lost or created.


TAKEN_BACK: Final = (TableStep.ADVANCEMENT, TableStep.PROTECTION)  # steps whose acts can be taken back


# --- questions ----------------------------------------------------------------------------------------------------------


def pile_of(state: GameState, house: HouseId) -> Pile[MinionId]:
    """A House's pile: minions that are in no hand and on no table."""
    return room_of(state).decks.minions.get(house, Pile())


def cards_of(state: GameState, house: HouseId) -> tuple[MinionId, ...]:
    """All minions of a House, wherever they are."""
    pile = pile_of(state, house)
    tables = room_of(state).tables.values()
    away = (card for table in tables for card in _minions_on_table(table) if house_of(card) == house)
    return (*pile.cards, *pile.discards, *away)


def _minions_on_table(table: CardTable) -> Iterable[MinionId]:
    for hand in table.hands.values():
        yield from hand
    for scheme in table.schemes:
        yield from scheme.advancement
        yield from (guard.card for guard in scheme.protection)
    if table.attack is not None and table.attack.card is not None:
        yield table.attack.card


def are_held(hand: Sequence[MinionId], cards: Sequence[MinionId]) -> bool:
    """Whether these are different cards of this hand."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def require_held(hand: Sequence[MinionId], cards: Sequence[MinionId], rule: str) -> None:
    """Require different cards of this hand. Raises: Refused."""
    if not are_held(hand, cards):
        raise Refused(say("These minions are not all in hand; look again."), rule=rule, code="not-held")


def without_cards(hand: Sequence[MinionId], cards: Sequence[MinionId]) -> tuple[MinionId, ...]:
    """The hand without these cards."""
    return tuple(card for card in hand if card not in cards)


def scheme_words(state: GameState, scheme: Lying) -> str:
    """A scheme as everybody sees it: "scheme 3 of Cat". Its face appears only in views."""
    return say("scheme {number} of {house}", number=scheme.id, house=house_name(state, scheme.house))


def face_name(state: GameState, scheme: Lying) -> str:
    """Name of a scheme, for those who may know it."""
    return next((each.name for each in state.scenario.schemes if each.id == scheme.paper.type), scheme.paper.type)


def trap_name(state: GameState, trap: str) -> str:
    """Name of a trap."""
    return next((each.name for each in state.scenario.schemes if each.id == trap), trap)


def fight_words(state: GameState, card: MinionId, guard: MinionId, won: bool) -> str:
    """Two minions and the winner: "blue Rock against red Scissors: the attacker wins"."""
    attacker, defender = card_words(state, card), card_words(state, guard)
    if won:
        return say("{attacker} against {defender}: the attacker wins", attacker=attacker, defender=defender)
    return say("{attacker} against {defender}: the Protection wins", attacker=attacker, defender=defender)


def scheme_named(state: GameState, table: TableId, scheme: int) -> str:
    """A scheme's public name by number. Never fails, because its placing may have been withdrawn."""
    found = scheme_in(room_of(state).tables.get(table, CardTable(id=table)), scheme)
    return scheme_words(state, found) if found is not None else say("a scheme")


def scheme_in(table: CardTable, scheme: int) -> Lying | None:
    """A scheme of this table. None if it is not there."""
    return next((each for each in table.schemes if each.id == scheme), None)


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_hand(table: CardTable, seat: SeatId, cards: Sequence[MinionId]) -> CardTable:
    """The table with a player's hand replaced by something other than the player's act. No earlier act can then be taken back."""
    return replace(with_whole_hand(table, seat, cards), acts=())


def with_whole_hand(table: CardTable, seat: SeatId, cards: Sequence[MinionId]) -> CardTable:
    """The table with a player's hand replaced. Empty hands are removed."""
    others = {each: hand for each, hand in table.hands.items() if each != seat}
    return replace(table, hands={**others, seat: tuple(cards)} if cards else others)


def with_scheme(table: CardTable, scheme: Lying) -> CardTable:
    """The table with one of its schemes replaced."""
    return replace(table, schemes=tuple(scheme if each.id == scheme.id else each for each in table.schemes))


def acts_with_new(table: CardTable, seat: SeatId, **what: object) -> tuple[Act, ...]:
    """The table's acts with a new one, which records the table before it."""
    hand = table.hands.get(seat, ())
    now = Act(seat=seat, hand=hand, turn=table.turn, out=table.out, since=table.since, paid=table.paid, **what)  # type: ignore[arg-type]
    return (*table.acts, now)


def with_pile(state: GameState, house: HouseId, pile: Pile[MinionId]) -> GameState:
    """The state with one House's pile replaced."""
    decks = room_of(state).decks
    return with_decks(state, replace(decks, minions={**decks.minions, house: pile}))


def with_discarded(state: GameState, cards: Sequence[MinionId]) -> GameState:
    """The state with minions added to the discards of their own Houses (R-121)."""
    for house in dict.fromkeys(HouseId(house_of(card)) for card in cards):
        own = tuple(card for card in cards if house_of(card) == house)
        state = with_pile(state, house, with_discards(pile_of(state, house), own))
    return state


def mark_table_doubtful(state: GameState, table: TableId, month: int) -> GameState:
    """Mark a table as doubtful: an event there depends on something withdrawn. Nothing else changes."""
    return with_table(state, replace(table_in(state, table, month), doubtful=True))


def mark_decks_doubtful(state: GameState) -> GameState:
    """Mark the decks as doubtful in the same way."""
    return with_decks(state, replace(room_of(state).decks, doubtful=True))


# --- what must always hold ----------------------------------------------------------------------------------------------


def broken_tables(state: GameState) -> tuple[str, ...]:
    """Sentences about acts at tables whose premise was withdrawn."""
    own = room_of(state)
    doubts = [
        say("What was done at the table {table} no longer follows from what was before.", table=table)
        for table, each in sorted(own.tables.items())
        if each.doubtful
    ]
    if own.decks.doubtful:
        doubts.append(say("Cards of the Underground were drawn that no longer lay in their pile."))
    return tuple(doubts)

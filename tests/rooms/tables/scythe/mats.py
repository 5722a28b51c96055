"""Players at their mats: tables where a row can be taken at once."""

from __future__ import annotations

from typing import Any

from control.engine.records import replace
from rooms.tables.scythe.game.actions import ChooseSection, Payment, SkipTop
from rooms.tables.scythe.game.content import BOTTOMS, RESOURCES, Bottom, Resource, Top
from rooms.tables.scythe.game.state import CHARACTER, NONE, UNITS, ScytheState, Tokens, plus
from rooms.tables.scythe.rules.player_mats import section_with
from rooms.tables.scythe.rules.turns import TurnBegan
from tests.rooms.tables.scythe.play import BOOK, RULES, begun, changed, play

UPGRADED = (True, True, True, True, True, True)


def units(state: ScytheState, player: int, workers: str = "", mechs: str = "", character: str = "") -> ScytheState:
    """Put a player's workers and mechs on these spaces only, one for each name. The character is at home unless given."""
    there = [BOOK.factions[state.sides[player].faction].home, *[""] * (UNITS - 1)]
    for unit, space in enumerate(mechs.split(), start=1):
        there[unit] = space
    for unit, space in enumerate(workers.split(), start=5):
        there[unit] = space
    if character:
        there[CHARACTER] = character
    return changed(state, player, units=tuple(there))


def hand(state: ScytheState, player: int, *values: int) -> ScytheState:
    """Give a player exactly these cards. The old hand goes to the deck."""
    deck = [*state.deck, *state.sides[player].cards]
    for value in values:
        deck.remove(value)
    return replace(changed(state, player, cards=values), deck=tuple(deck))


def dealt(mat: str, player: int = 0, players: int = 3, **options: str) -> ScytheState:
    """A table in the turn of this player with this mat. The mat's former player gets theirs."""
    state = begun(players, **options)
    other = next((each for each, side in enumerate(state.sides) if side.mat == mat), None)
    if other is not None:
        state = changed(state, other, mat=state.sides[player].mat)
    state = changed(state, player, mat=mat)
    order = state.order
    while state.active != player:
        state = replace(state, active=order[(order.index(state.active) + 1) % players])
    return state


def at_top(state: ScytheState, top: Top) -> ScytheState:
    """Choose the section with this top row."""
    return play(_begun(state), state.active, ChooseSection(section_with(BOOK, state.sides[state.active], top))).state


def at_bottom(state: ScytheState, bottom: Bottom) -> ScytheState:
    """Choose the section with this bottom row, and skip its top row."""
    state = play(_begun(state), state.active, ChooseSection(BOTTOMS.index(bottom))).state
    return play(state, state.active, SkipTop()).state


def _begun(state: ScytheState) -> ScytheState:
    """The beginning of the active player's turn, with any section allowed."""
    return TurnBegan(state.active, state.turns).after(changed(state, state.active, section=NONE))


def some(**counts: int) -> Tokens:
    """Tokens by type, as `some(wood=2)`."""
    found: Tokens = (0, 0, 0, 0)
    for kind, count in counts.items():
        found = plus(found, tuple([count if each is Resource(kind) else 0 for each in RESOURCES]))  # type: ignore[arg-type]
    return found


def paid(space: str, **counts: int) -> Payment:
    """A payment from one space."""
    return Payment(((space, some(**counts)),))


def offered(state: ScytheState, kind: type) -> Any:
    """The active player's only offer of a kind, or None."""
    found = [offer for offer in RULES.offers(state, state.active) if type(offer) is kind]
    assert len(found) <= 1
    return found[0] if found else None


def legal(state: ScytheState, action: Any, player: int | None = None) -> bool:
    who = state.active if player is None else player
    return any(offer.allows(action) for offer in RULES.offers(state, who))


def kinds(facts: Any) -> list[str]:
    """Names of the facts' types, without those that say what the table waits for."""
    return [type(fact).__name__ for fact in facts if type(fact).__name__ != "Went"]

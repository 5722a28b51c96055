"""Sound tables of Scythe, made by hand: cards that nobody holds are in the decks, so that the game can go on."""

from __future__ import annotations

from collections import Counter
from typing import Any

from control.engine.context import Chance
from control.engine.records import replace
from rooms.tables.scythe.game.actions import Commit, EndMove, StepTo
from rooms.tables.scythe.game.state import BottomRow, Ending, Meeting, Move, Moving, Phase, ScytheState, Side, TopRow, Turn
from tests.rooms.tables.scythe.play import BOOK, KEPT, play
from tests.rooms.tables.scythe.tables import A, table


def dealt(state: ScytheState) -> ScytheState:
    """The same table with all unheld cards in their decks: combat cards in rising order, others by their ids."""
    numbers, sides = BOOK.content.numbers, state.sides
    left = Counter(numbers.cards) - Counter([card for side in sides for card in side.cards]) - Counter(state.discard)
    held = {card for side in sides for card in side.objectives}
    opened = {step.card for step in state.agenda if isinstance(step, Meeting)}
    chosen = [side.card for side in sides if side.card]
    cards = [each for each in BOOK.cards if each not in chosen]
    return replace(
        state,
        deck=tuple(sorted(left.elements())),
        encounters=tuple([each for each in BOOK.encounters if each not in opened]),
        objectives=tuple([each for each in BOOK.objectives if each not in held]),
        cards=tuple(cards[: len(sides) + 1 - len(chosen)]),
        tile=state.tile or "SB-1",
    )


def on_the_move(*sides: Side, active: int = A, units: int = 2, **more: Any) -> ScytheState:
    """A sound table with a Move from the mat under way."""
    agenda = (Moving(), BottomRow(), Ending())
    return dealt(table(*sides, phase=Phase.MOVING, active=active, agenda=agenda, move=Move(left=units, far=1), **more))


def meets(*sides: Side, card: str, space: str, player: int = A, taken: tuple[int, ...] = (), **more: Any) -> ScytheState:
    """A sound table where a player has drawn this encounter card."""
    agenda = (Meeting(player, space, card, taken), BottomRow(), Ending())
    return dealt(table(*sides, phase=Phase.ENCOUNTER, agenda=agenda, **more))


def top_row(*sides: Side, section: int, **more: Any) -> ScytheState:
    """A sound table where the first player may take the top row of a section."""
    agenda = (TopRow(), BottomRow(), Ending())
    return dealt(table(*sides, phase=Phase.TOP, agenda=agenda, turn=Turn(section=section), **more))


def acts(state: ScytheState, *moves: tuple[int, Any], chance: Chance = KEPT) -> ScytheState:
    """The table after these actions, in order."""
    for player, action in moves:
        state = play(state, player, action, chance).state
    return state


def attack(state: ScytheState, unit: int, to: str, **cargo: Any) -> ScytheState:
    """Move the active player's unit there and end the Move."""
    return acts(state, (state.active, StepTo(unit, to, **cargo)), (state.active, EndMove()))


def dials(state: ScytheState, attacker: Commit, defender: Commit) -> ScytheState:
    """Lock in both dials, the attacker's first."""
    fight = state.fight
    assert fight is not None
    return acts(state, (fight.attacker, attacker), (fight.defender, defender))


def facts(state: ScytheState, player: int, action: Any, kind: type) -> list[Any]:
    """Facts of one kind that an action brings."""
    return [fact for fact in play(state, player, action).facts if isinstance(fact, kind)]

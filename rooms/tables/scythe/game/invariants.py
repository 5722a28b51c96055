"""Invariants of a game, true at every moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rooms.tables.scythe.game.content import BOTTOMS, Book
from rooms.tables.scythe.game.state import FACTORY, MECHS, NONE, OFF, UNITS, Meeting, Phase, ScytheState, Side
from rooms.tables.scythe.rules.control import contested_territories
from rooms.tables.scythe.rules.phases import PHASE_OF


def broken_invariants(book: Book, state: ScytheState) -> tuple[str, ...]:
    """The broken invariants, one sentence each."""
    if state.phase is Phase.SETUP:
        return ()
    sides = [each for player, side in enumerate(state.sides) for each in _side(book, player, side)]
    return (*sides, *_cards(book, state), *_board(book, state), *_moment(state))


def _side(book: Book, player: int, side: Side) -> Iterator[str]:
    """Tracks, pieces and mats are within limits (SY-GEN-02, SY-GEN-06, SY-GEN-07, SY-STR-06)."""
    numbers, mat = book.content.numbers, book.mats[side.mat]
    if not 0 <= side.power <= numbers.power:
        yield f"The power of player {player} is {side.power} (SY-GEN-06)."
    if not 0 <= side.popularity <= numbers.popularity:
        yield f"The popularity of player {player} is {side.popularity} (SY-GEN-07)."
    if side.coins < 0:
        yield f"Player {player} has {side.coins} coins."
    if len(side.stars) > numbers.stars:
        yield f"Player {player} has placed {len(side.stars)} stars (SY-STR-06)."
    if len(side.units) != UNITS or side.units[0] == OFF:
        yield f"Player {player} has no character on the board (SY-GEN-17)."
    if any(space not in book.order for space in side.units if space):
        yield f"A unit of player {player} stands nowhere."
    if sum(side.boxes) != sum(side.cubes):
        yield f"Player {player} has {sum(side.cubes)} cubes off the green boxes and {sum(side.boxes)} on red ones (SY-UPG-01)."
    if any(there > section.boxes for there, section in zip(side.boxes, mat.sections, strict=True)):
        yield f"Player {player} has a cube on a red box with a solid border (SY-UPG-02)."
    spaces = [each for each in side.recruits if each != NONE]
    if len(set(spaces)) != len(spaces):
        yield f"Player {player} has two recruits on one bonus space (SY-ENL-02)."
    if not NONE <= side.section <= FACTORY:
        yield f"The action token of player {player} lies nowhere."
    if not set(side.recruits) <= {NONE, *range(len(BOTTOMS))}:
        yield f"A recruit of player {player} lies nowhere (SY-ENL-01)."


def _odd_cards(what: str, there: Iterable[object], all_of_them: Iterable[object]) -> Iterator[str]:
    if Counter(there) != Counter(list(all_of_them)):
        yield f"Some {what} are missing, or there more than once."


def _cards(book: Book, state: ScytheState) -> Iterator[str]:
    """Every card is in exactly one place (SY-SET-01, SY-SET-02, SY-SET-03)."""
    hands = [card for side in state.sides for card in side.cards]
    dialled = [card for made in (state.fight.commitments if state.fight else ()) if made for card in made.cards]
    if not set(dialled) <= {*hands, *state.discard}:
        yield "A card was added to a combat that nobody holds (SY-CMB-07)."
    printed = [value for value, count in book.content.numbers.cards.items() for _ in range(count)]
    yield from _odd_cards("combat cards", [*hands, *state.deck, *state.discard], printed)
    open_card = [step.card for step in state.agenda if isinstance(step, Meeting)]
    yield from _odd_cards("encounter cards", [*state.encounters, *open_card], book.encounters)
    held = [card for side in state.sides for card in side.objectives]
    yield from _odd_cards("objective cards", [*state.objectives, *held], book.objectives)
    chosen = [side.card for side in state.sides if side.card]
    if len(state.cards) + len(chosen) != len(state.sides) + 1 or len({*state.cards, *chosen}) != len(state.sides) + 1:
        yield "The Factory cards are not one more than the players (SY-SET-02)."


def _board(book: Book, state: ScytheState) -> Iterator[str]:
    """Tokens and structures are on legal spaces (SY-BLD-02, SY-BLD-04, SY-DEP-02)."""
    built = [space for side in state.sides for space in side.structures if space]
    if len(set(built)) != len(built):
        yield "Two structures stand on one territory (SY-BLD-02)."
    if any(space in book.bases or space in book.lakes for space in built):
        yield "A structure stands on a lake or a home base (SY-BLD-04)."
    if any(min(tokens) < 0 or not any(tokens) for tokens in state.tokens.values()):
        yield "Somewhere lie fewer tokens than none."
    homes = {book.factions[side.faction].home: player for player, side in enumerate(state.sides)}
    for player, side in enumerate(state.sides):
        if any(homes.get(space, player) != player for space in side.units):
            yield f"A unit of player {player} stands on another's home base (SY-MOV-13)."
        if any(space in book.lakes for space in side.units[5:]) and not any(side.units[unit] in book.lakes for unit in MECHS):
            yield f"A worker of player {player} is on a lake without a mech (SY-MEC-28)."


def _moment(state: ScytheState) -> Iterator[str]:
    """Agenda and combats match the phase."""
    if state.phase is Phase.OVER:
        return
    if not state.agenda or PHASE_OF.get(type(state.agenda[0])) is not state.phase:
        yield f"The table waits in {state.phase.value} for something else."
    calm = state.phase in (Phase.CHOOSE_SECTION, Phase.TOP, Phase.BONUS, Phase.TURN_END)
    if calm and (contested_territories(state) or state.fight is not None):
        yield "Combat units of two players share a territory after the combats (SY-CMB-01)."

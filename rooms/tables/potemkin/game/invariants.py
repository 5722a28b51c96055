"""Invariants of a game, true at every moment."""

from __future__ import annotations

from collections.abc import Iterator

from rooms.tables.game.rule_parts import odd_cards
from rooms.tables.potemkin.game.content import Book, Facade
from rooms.tables.potemkin.game.state import IN_TURN, MONTHS, Phase, PotemkinState, Side


def broken_invariants(book: Book, state: PotemkinState) -> tuple[str, ...]:
    """The broken invariants, one sentence each."""
    if state.phase is Phase.SETUP:
        return ()
    return (
        *_broken_cards(book, state),
        *_broken_meeples(state),
        *_broken_buildings(state),
        *_broken_sides(state),
        *_broken_moment(state),
    )


def cards_of(side: Side) -> Iterator[str]:
    """Every card on a player's side."""
    yield from side.hand
    yield from side.pack
    if side.pick is not None:
        yield side.pick
    yield from (building.card for building in side.village)
    yield from side.captured


def _broken_cards(book: Book, state: PotemkinState) -> Iterator[str]:
    """Every card of the deck is in exactly one place (PE-DEK-04, PE-DES-05)."""
    there = [*state.deck, *state.discard, *[card for side in state.sides for card in cards_of(side)]]
    yield from odd_cards("cards", [*there, state.playing] if state.playing is not None else there, book.cards)


def _broken_meeples(state: PotemkinState) -> Iterator[str]:
    """Each meeple is with a player or on the board; the capitol is always with a player (PE-GOV-05)."""
    players = range(len(state.sides))
    if state.capitol not in players:
        yield f"The capitol is with nobody: {state.capitol}."
    if not {state.shield, state.scientist} <= {None, *players}:
        yield f"A meeple is with somebody who does not play: shield {state.shield}, scientist {state.scientist}."


def _broken_buildings(state: PotemkinState) -> Iterator[str]:
    """Numbers are unique, villages are in the order of building (PE-BLD-09), and no count is negative."""
    ids = [building.id for side in state.sides for building in side.village]
    if len(set(ids)) < len(ids) or any(not 1 <= id_ <= state.built for id_ in ids):
        yield f"Buildings have numbers they cannot have: {ids}, of {state.built} built."
    for player, side in enumerate(state.sides):
        own = [building.id for building in side.village]
        if own != sorted(own):
            yield f"The village of player {player} is out of order: {own}."
        for building in side.village:
            if building.agents < 0 or building.cubes < 0:
                yield f"Building {building.id} has {building.agents} agents and {building.cubes} cubes."
            if building.cubes and building.facade != Facade.INDUSTRY:
                yield f"Building {building.id} has cubes and is no Industry building (PE-IND-03)."


def _broken_sides(state: PotemkinState) -> Iterator[str]:
    """Packs and picks exist only in the draft, and all packs of a pick have the same size (PE-DRF-05)."""
    drafting = state.phase is Phase.DRAFT
    for player, side in enumerate(state.sides):
        if side.spent < 0:
            yield f"Player {player} has {side.spent} spent agents."
        if not drafting and (side.pack or side.pick is not None):
            yield f"Player {player} has cards of a draft that is over."
        if side.placing is not None and state.phase is not Phase.READY_AGENTS:
            yield f"Player {player} has agents still to be placed."
    if drafting and len({len(side.pack) + (side.pick is not None) for side in state.sides}) > 1:
        yield "The packs of the draft are not of one size."


def _broken_moment(state: PotemkinState) -> Iterator[str]:
    """Modes, mission, ability card and month tokens match the phase."""
    constructing = sum(not side.producing for side in state.sides)
    if state.phase in IN_TURN and constructing < 2:
        yield f"{constructing} players are in construction mode, and the Action phase goes on (PE-ACT-17)."
    if state.phase not in IN_TURN and constructing < len(state.sides):
        yield "Somebody is in production mode outside the Action phase (PE-ACT-16)."
    if (state.mission is not None) != (state.phase is Phase.CHECK_AGAIN):
        yield "Agents are out, and nobody spies; or somebody spies without agents."
    if (state.playing is not None) != (state.phase in (Phase.BUILD_AGAIN, Phase.DISCARD)):
        yield "An ability card is being played by nobody, or none is and its ability waits."
    if state.months != tuple(range(MONTHS + 1 - len(state.months), MONTHS + 1)) or (state.phase is Phase.OVER) != (
        not state.months
    ):
        yield f"The month tokens left are {state.months} (PE-SET-05)."
    if state.phase is Phase.OVER and not all(building.shown for side in state.sides for building in side.village):
        yield "The game is over, and an interior is face down (PE-SCO-01)."

"""How a game at a table ended, and where the stake goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from control.engine.language import listed, say
from rooms.tables.access import TablePass
from rooms.tables.game.closing import why_words
from rooms.tables.game.state import Stage, TableState
from rooms.tables.screens.shown import stake_words
from rooms.tables.settling import winners_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A player's score at the end, or as it stood."""

    name: str
    score: int
    won: bool
    mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """How it ended. `why` says why the table was closed before its end, `stake` where the stake goes."""

    words: str
    rows: tuple[ResultRow, ...]
    why: str
    stake: str
    cut_off: bool = False


def result_view(door: TablePass) -> ResultView | None:
    """The result; None while the game is played."""
    state = door.state
    if state.stage not in (Stage.OVER, Stage.CLOSED):
        return None
    if state.play is None:
        return ResultView(words=say("It was closed before the game began."), rows=(), why=why_words(state), stake="")
    rules = door.engine.rules
    result = rules.result(state.play)
    scores = result.scores if result else rules.standing(state.play)
    won = winners_of(door.engine, state)
    rows = [
        ResultRow(name=chair.name, score=scores[number], won=number in won and not state.cut_off, mine=number == door.chair)
        for number, chair in enumerate(state.chairs)
    ]
    rows.sort(key=lambda row: (not row.won, -row.score))
    return ResultView(
        words=_result_words(state, won, early=not result),
        rows=tuple(rows),
        why=why_words(state),
        stake=_goes(state, won) if state.stake else "",
        cut_off=state.cut_off,
    )


def _result_words(state: TableState, won: Sequence[int], *, early: bool) -> str:
    names = [state.chairs[number].name for number in won]
    if state.cut_off:
        return say("This game was cut off")
    if early and len(names) == 1:
        return say("As it stood, {name} led", name=names[0])
    if early:
        return say("As it stood, {names} led together", names=listed(names))
    if len(names) > 1:
        return say("{names} share the victory", names=listed(names))
    return say("{name} has won", name=listed(names))


def _goes(state: TableState, won: Sequence[int]) -> str:
    """Where the stake goes, as the published rule has it."""
    stake = stake_words(state.stake)
    if state.cut_off:
        return say("The stake was {stake}; it goes back to everybody.", stake=stake)
    if any(state.chairs[each].person for each in won):
        return say("The stake was {stake}; it goes to the winners.", stake=stake)
    return say("The stake was {stake}; it stays with everybody: only bots have won.", stake=stake)


def headline_of_stake(state: TableState, won: Sequence[int]) -> str:
    """The same where nothing else is told."""
    stake = stake_words(state.stake)
    if state.cut_off:
        return say("The stake, {stake}, goes back to everybody", stake=stake)
    if any(state.chairs[each].person for each in won):
        return say("The stake, {stake}, goes to the winners", stake=stake)
    return say("The stake, {stake}, stays with everybody: only bots have won", stake=stake)

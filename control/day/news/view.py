"""The news as they are read: those that have gone out by everybody, the draft by the control team."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from control.day.memoization import recalled
from control.day.news.drafts import are_held
from control.day.records import Dispatch
from control.day.state import DayState
from control.engine.context import ORGANIZER
from control.engine.language import say
from control.engine.viewer import Viewer

ROWS: Final = 10  # that are read from ten metres on a screen of the hall
LETTERS: Final = 46  # in a row


@dataclass(frozen=True, slots=True, kw_only=True)
class DispatchView:
    """The news of one round as they went out."""

    round: int
    title: str
    lines: tuple[str, ...]
    at: datetime


@recalled(8)
def _sent(state: DayState) -> tuple[DispatchView, ...]:
    shown = (
        DispatchView(
            round=each.round,
            title=each.title,
            lines=tuple(line.text for line in each.lines if not line.struck),
            at=each.sent_at,
        )
        for each in sorted(state.dispatches, key=lambda each: -each.round)
        if each.sent_at is not None
    )
    return tuple(each for each in shown if each.lines)


def dispatches_sent(state: DayState, _viewer: Viewer) -> tuple[DispatchView, ...]:
    """All that have gone out, the newest round first."""
    return _sent(state)


def read_from_afar(lines: Sequence[str]) -> int:
    """How many lines the hall's wall has room for, one at least: a long one takes the room of two or three."""
    room, taken = ROWS, 0
    for line in lines:
        room -= -(-len(line) // LETTERS)
        if room < 0:
            break
        taken += 1
    return max(taken, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """A line as its editors see it; `place`, `first` and `last` say where it stands, `source` the entry that it tells of.

    News go by characters and desks by players: `people` names who plays the characters in it.
    """

    id: int
    text: str
    struck: bool
    source: int
    place: int
    first: bool
    last: bool
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftView:
    """The news of one round as their editors see them; `sent_at` is None while they wait.

    `walls` lines reach the hall's wall, up to and with the line `edge`; 0 where a newer round stands there.
    """

    round: int
    words: str
    title: str
    lines: tuple[LineView, ...]
    sent_at: datetime | None
    walls: int = 0
    edge: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsroomView:
    """What the control team knows of the news, the newest first; `held`: they wait for somebody; `mine`: to switch that."""

    tells: bool
    held: bool
    mine: bool
    words: str  # how the news go out
    none: str  # what stands there before there are any
    drafts: tuple[DraftView, ...]


def newsroom(state: DayState, viewer: Viewer) -> NewsroomView:
    """The news, for the control team; nothing for anybody else."""
    if not viewer.staff or not state.TELLS_NEWS:
        return NewsroomView(tells=False, held=False, mine=False, words="", none="", drafts=())
    newest = sorted(state.dispatches, key=lambda each: -each.round)
    held, frame = are_held(state), state.frame
    return NewsroomView(
        tells=True,
        held=held,
        mine=ORGANIZER in viewer.desks,
        words=frame.said("news-wait") if held else frame.said("news-alone"),
        none=frame.said("news-none"),
        drafts=tuple(_draft(state, each) for each in newest),
    )


def _draft(state: DayState, dispatch: Dispatch) -> DraftView:
    most = len(dispatch.lines) - 1
    return DraftView(
        round=dispatch.round,
        words=state.frame.round_words(dispatch.round),
        title=dispatch.title,
        lines=tuple(
            LineView(
                id=each.id,
                text=each.text,
                struck=each.struck,
                source=each.source,
                place=at,
                first=at == 0,
                last=at == most,
                people=_people(state, each.text),
            )
            for at, each in enumerate(dispatch.lines)
        ),
        sent_at=dispatch.sent_at,
    )


def _people(state: DayState, text: str) -> tuple[str, ...]:
    """Who plays the characters that a line names; of each as often as it is one name."""
    return tuple(dict.fromkeys(say("{character} ({player})", character=one, player=by) for one, by in state.played if one in text))


def on_the_wall(drafts: tuple[DraftView, ...], gone: Collection[int]) -> tuple[DraftView, ...]:
    """The news, the newest first, with how far the hall's wall shows them: those that have gone out last, and those that wait."""
    newest = next((each.round for each in drafts if each.sent_at is not None), 0)
    return tuple(_walled(each, gone) if each.round >= newest else each for each in drafts)


def _walled(draft: DraftView, gone: Collection[int]) -> DraftView:
    """What has been taken back since goes out no more; what has gone out stands until it is struck."""
    left = () if draft.sent_at is not None else gone
    told = [line for line in draft.lines if not line.struck and line.source not in left]
    if not told:
        return draft
    walls = read_from_afar([line.text for line in told])
    return replace(draft, walls=walls, edge=told[walls - 1].id if walls < len(told) else 0)

"""Views of the news: sent ones for everybody, drafts for the control team."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from control.day.memoization import memoized_view
from control.day.news.drafts import are_news_held
from control.day.records import Dispatch
from control.day.state import DayState
from control.engine.context import ORGANIZER
from control.engine.language import say
from control.engine.records import replace
from control.engine.viewer import Viewer

ROWS: Final = 10  # rows on a screen of the hall, readable from ten metres
LETTERS: Final = 46  # characters in a row


class DispatchView(Struct, frozen=True, kw_only=True):
    """The sent news of one round."""

    round: int
    title: str
    lines: tuple[str, ...]
    at: datetime


@memoized_view(8)
def _sent_dispatches(state: DayState) -> tuple[DispatchView, ...]:
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
    """All sent news, newest round first."""
    return _sent_dispatches(state)


def lines_on_wall(lines: Sequence[str]) -> int:
    """The number of lines that fit on the hall's wall, at least one; a long line takes several rows."""
    room, taken = ROWS, 0
    for line in lines:
        room -= -(-len(line) // LETTERS)
        if room < 0:
            break
        taken += 1
    return max(taken, 1)


class LineView(Struct, frozen=True, kw_only=True):
    """A news line for its editors.

    `source`: seq of the reported entry.
    `place`, `first`, `last`: position among the lines.
    `people`: players of the characters in the text, because desks know players by name.
    """

    id: int
    text: str
    struck: bool
    source: int
    place: int
    first: bool
    last: bool
    people: tuple[str, ...] = ()


class DraftView(Struct, frozen=True, kw_only=True):
    """The news of one round for their editors.

    `sent_at`: None before they are sent.
    `walls`: number of lines that fit on the hall's wall, 0 if the wall shows a newer round.
    `edge`: the last line that fits, 0 if all fit.
    """

    round: int
    words: str
    title: str
    lines: tuple[LineView, ...]
    sent_at: datetime | None
    walls: int = 0
    edge: int = 0


class NewsroomView(Struct, frozen=True, kw_only=True):
    """The news for the control team, newest first.

    `tells`: whether there is anything to show.
    `held`: whether news wait for editing.
    `mine`: whether the viewer may switch that.
    """

    tells: bool
    held: bool
    mine: bool
    words: str  # how the news go out
    none: str  # the text before there are any
    drafts: tuple[DraftView, ...]


def newsroom_view(state: DayState, viewer: Viewer) -> NewsroomView:
    """The news, for the control team; empty for anybody else."""
    if not viewer.staff or not state.TELLS_NEWS:
        return NewsroomView(tells=False, held=False, mine=False, words="", none="", drafts=())
    newest = sorted(state.dispatches, key=lambda each: -each.round)
    held, frame = are_news_held(state), state.frame
    return NewsroomView(
        tells=True,
        held=held,
        mine=ORGANIZER in viewer.desks,
        words=frame.said("news-wait") if held else frame.said("news-alone"),
        none=frame.said("news-none"),
        drafts=tuple(_draft_view(state, each) for each in newest),
    )


def _draft_view(state: DayState, dispatch: Dispatch) -> DraftView:
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
    """The players of the characters that a line names, without duplicates."""
    return tuple(dict.fromkeys(say("{character} ({player})", character=one, player=by) for one, by in state.played if one in text))


def with_wall_lines(drafts: tuple[DraftView, ...], gone: Collection[int]) -> tuple[DraftView, ...]:
    """Mark how many lines fit on the hall's wall: for the newest sent news and for newer drafts."""
    newest = next((each.round for each in drafts if each.sent_at is not None), 0)
    return tuple(_with_wall_line(each, gone) if each.round >= newest else each for each in drafts)


def _with_wall_line(draft: DraftView, gone: Collection[int]) -> DraftView:
    """Mark one draft. Lines of withdrawn entries drop out of unsent news; in sent news they stay until struck."""
    left = () if draft.sent_at is not None else gone
    told = [line for line in draft.lines if not line.struck and line.source not in left]
    if not told:
        return draft
    walls = lines_on_wall([line.text for line in told])
    return replace(draft, walls=walls, edge=told[walls - 1].id if walls < len(told) else 0)

"""Edits of the news by the control team: strike, reword, move and add lines, also after the news were sent."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from control.day.news.drafts import FOR_ALL, FOR_STAFF, LONGEST, MOST, dispatch_of
from control.day.records import Dispatch, DispatchLine
from control.day.state import DayState, S
from control.engine.context import DecisionContext
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Undo, every_desk
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line

# === edits ==============================================================================================================


# --- commands and events ------------------------------------------------------------------------------------------------


class RewordNews(Struct, frozen=True, kw_only=True):
    """Reword a line; for line 0, add one at the end."""

    round: int
    line: int
    text: str


class StrikeNews(Struct, frozen=True, kw_only=True):
    """Strike a line, or restore it."""

    round: int
    line: int
    on: bool


class MoveNews(Struct, frozen=True, kw_only=True):
    """Move a line up or down by one. `before`: the position that the sender saw, from 0."""

    round: int
    line: int
    before: int
    up: bool


class NewsEdited(Struct, frozen=True, kw_only=True):
    """Changes to one news line. None keeps a field. An unknown line number adds a line at the end."""

    round: int
    line: int
    text: str | None = None
    struck: bool | None = None
    place: int | None = None  # counted from 0


# --- decisions ----------------------------------------------------------------------------------------------------------


def _find_line(state: DayState, number: int, line: int) -> tuple[Dispatch, DispatchLine]:
    dispatch = dispatch_of(state, number)
    found = next((each for each in dispatch.lines if each.id == line), None) if dispatch is not None else None
    if dispatch is None or found is None:
        raise Refused(say("No such line of the news."), code="unknown")
    return dispatch, found


def decide_reword(state: DayState, command: RewordNews, asked: DecisionContext) -> tuple[NewsEdited, ...]:
    text = one_line(command.text)
    if not 1 <= len(text) <= LONGEST:
        raise Refused(say("A line of the news has 1 to {most} characters.", most=LONGEST), code="text")
    if command.line:
        if _find_line(state, command.round, command.line)[1].text == text:
            raise Stale(say("The line says so already."))
        return (NewsEdited(round=command.round, line=command.line, text=text),)
    dispatch = dispatch_of(state, command.round)
    if dispatch is None:
        raise Refused(say("There are no news of {round}.", round=state.frame.round_words(command.round)), code="unknown")
    if len(dispatch.lines) >= 2 * MOST:
        raise Refused(say("The news of a round have at most {most} lines.", most=2 * MOST), code="text")
    return (NewsEdited(round=command.round, line=1 + max((each.id for each in dispatch.lines), default=0), text=text),)


def decide_strike(state: DayState, command: StrikeNews, asked: DecisionContext) -> tuple[NewsEdited, ...]:
    if _find_line(state, command.round, command.line)[1].struck == command.on:
        raise Stale(say("The line is struck already.") if command.on else say("The line stands already."))
    return (NewsEdited(round=command.round, line=command.line, struck=command.on),)


def decide_move(state: DayState, command: MoveNews, asked: DecisionContext) -> tuple[NewsEdited, ...]:
    dispatch, line = _find_line(state, command.round, command.line)
    if (stands := dispatch.lines.index(line)) != command.before:
        raise Stale(say("The line has been moved meanwhile; look again."))
    place = stands + (-1 if command.up else 1)
    if not 0 <= place < len(dispatch.lines):
        raise Stale(say("The line stands at the edge already."))
    return (NewsEdited(round=command.round, line=command.line, place=place),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_edited(state: S, happened: NewsEdited) -> S:
    return replace(
        state, dispatches=tuple(_apply_edit(each, happened) if each.round == happened.round else each for each in state.dispatches)
    )


def _apply_edit(dispatch: Dispatch, happened: NewsEdited) -> Dispatch:
    """Apply an edit. If the line is missing because its addition was withdrawn, only an edit with text adds it again."""
    there = next((each for each in dispatch.lines if each.id == happened.line), None)
    if there is None and happened.text is None:
        return dispatch
    line = there or DispatchLine(id=happened.line, text="")
    line = replace(
        line,
        text=line.text if happened.text is None else happened.text,
        struck=line.struck if happened.struck is None else happened.struck,
    )
    if there is None:
        return replace(dispatch, lines=(*dispatch.lines, line))
    if happened.place is None:
        return replace(dispatch, lines=tuple(line if each.id == line.id else each for each in dispatch.lines))
    others = [each for each in dispatch.lines if each.id != line.id]
    others.insert(happened.place, line)
    return replace(dispatch, lines=tuple(others))


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_edited(happened: NewsEdited, state: DayState) -> str:
    dispatch = dispatch_of(state, happened.round)
    before = next((each.text for each in dispatch.lines if each.id == happened.line), "") if dispatch is not None else ""
    if happened.text is not None:
        if not before:
            return say("News, a new line: {text}", text=happened.text)
        return say("News, reworded: {text} Before: {before}", text=happened.text, before=before)
    if happened.struck is not None:
        return say("News, struck: {text}", text=before) if happened.struck else say("News, stands again: {text}", text=before)
    return say("News, moved: {text}", text=before)


def _invalidations(happened: NewsEdited, state: DayState) -> tuple[Invalidation, ...]:
    """Refresh only the control team for a draft, everybody for sent news."""
    dispatch = dispatch_of(state, happened.round)
    return FOR_ALL if dispatch is not None and dispatch.sent_at is not None else FOR_STAFF


EDITED = later("The news may have gone out since; strike or reword the line instead.")

COMMANDS: Mapping[type, CommandHandler] = {
    RewordNews: CommandHandler(
        decide=decide_reword,
        desks=every_desk,
        label=lambda c, s: say("Reword the news") if c.line else say("Add to the news"),
    ),
    StrikeNews: CommandHandler(decide=decide_strike, desks=every_desk, label=lambda c, s: say("Strike a line of the news")),
    MoveNews: CommandHandler(decide=decide_move, desks=every_desk, label=lambda c, s: say("Move a line of the news")),
}

EVENTS: Mapping[type, EventHandler] = {
    NewsEdited: EventHandler(evolve=evolve_edited, tell=tell_edited, invalidations=_invalidations, undo=Undo(never=EDITED)),
}

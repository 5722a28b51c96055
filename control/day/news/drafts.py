"""Drafts of a round's news: composed from its reports after the turn, then sent at once or held for editing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from control.day.records import Dispatch, DispatchLine
from control.day.state import DayStage, DayState, S
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Undo, every_desk
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Report, ReportKind, one_sentence

# === lines ==============================================================================================================

# From reports to lines of the news: the latest report on each subject, highest weight first.


MOST = 40  # lines; nobody in the hall reads more
LONGEST = 200  # characters of a line


class NewsLine(Struct, frozen=True, kw_only=True):
    """A line written by the console. `source`: seq of the reported entry, 0 for none."""

    text: str
    source: int = 0


def compose_lines(reported: Iterable[tuple[int, Report]]) -> tuple[NewsLine, ...]:
    """The lines of a round's news, by weight, then in order. Only the last report with the same `about` counts; no duplicates."""
    last: dict[str, tuple[int, int, Report]] = {}
    for at, (seq, report) in enumerate(reported):
        if report.kind is ReportKind.NEWS:
            key = report.about or f"={report.words}"
            last.pop(key, None)
            last[key] = (at, seq, report)
    told = sorted((each for each in last.values() if each[2].words), key=lambda each: (-each[2].weight, each[0]))
    return tuple(NewsLine(text=shorten_line(report.words), source=seq) for _at, seq, report in told[:MOST])


def shorten_line(words: str) -> str:
    """Cut text to the length of a news line."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"


# === drafts =============================================================================================================

# The news of a round are drafted once, after its turn. They are sent at once, or wait until somebody sends them.
# Unsent news go out unchanged when the rooms begin their steps in the next round. So a tired team does not keep the hall
# waiting.


KEPT = later("News that were put together stay; strike or reword their lines instead.")
SENT = later("What the hall has read cannot be unread; strike or reword the line, or announce the correction.")

# --- commands and events ------------------------------------------------------------------------------------------------


class DraftNews(Struct, frozen=True, kw_only=True):
    """Draft the news of a finished round. The clock sends this, with `lines` from the journal."""

    round: int
    title: str = ""
    lines: tuple[NewsLine, ...] = ()


class SendNews(Struct, frozen=True, kw_only=True):
    """Send the news as they are. `gone`: entries withdrawn since, whose lines are struck."""

    round: int
    gone: tuple[int, ...] = ()


class HoldNews(Struct, frozen=True, kw_only=True):
    """Switch whether news wait until the control team sends them, or go out by themselves."""

    on: bool


class NewsDrafted(Struct, frozen=True, kw_only=True):
    round: int
    title: str
    lines: tuple[DispatchLine, ...]
    at: datetime


class NewsSent(Struct, frozen=True, kw_only=True):
    """The news were sent. `gone`: entries whose lines are struck; `by_itself`: the clock sent them."""

    round: int
    at: datetime
    gone: tuple[int, ...] = ()
    by_itself: bool = False


class NewsHeld(Struct, frozen=True, kw_only=True):
    on: bool


# --- questions ----------------------------------------------------------------------------------------------------------


def dispatch_of(state: DayState, number: int) -> Dispatch | None:
    """The news of a round, sent or not; None if there are none."""
    return next((each for each in state.dispatches if each.round == number), None)


def are_news_held(state: DayState) -> bool:
    """Do news wait for editing? The organizer's choice of today decides, else the game."""
    return state.news_edited_first if state.news_held is None else state.news_held


def news_due(state: DayState) -> Iterator[tuple[datetime, DraftNews | SendNews]]:
    """Due commands for news with their times, also while the clock is stopped and after the day."""
    clock = state.clock
    if not state.TELLS_NEWS or clock.began_at is None or clock.stage is DayStage.GATHERING:
        return
    if clock.turned > max((each.round for each in state.dispatches), default=0) and not state.news_wait(clock.turned):
        yield clock.began_at, DraftNews(round=clock.turned)
    for each in state.dispatches:
        if each.sent_at is None and _is_too_late(state, each.round):
            yield clock.began_at, SendNews(round=each.round)


def _is_too_late(state: DayState, number: int) -> bool:
    """Have the rooms begun their steps in a later round, or is the day over?"""
    clock = state.clock
    if clock.stage is DayStage.OVER or clock.phase is None or clock.month > number + 1:
        return clock.stage is DayStage.OVER or clock.month > number + 1
    phases = state.frame.phase_ids
    first = next((each.id for each in state.frame.phases if each.steps), phases[-1])
    return clock.month > number and phases.index(clock.phase) >= phases.index(first)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_draft(state: DayState, command: DraftNews, asked: DecisionContext) -> tuple[NewsDrafted | NewsSent, ...]:
    if all(due != DraftNews(round=command.round) for _at, due in news_due(state)):
        raise Stale(say("The news of {round} are no longer to be put together.", round=state.frame.round_words(command.round)))
    lines = tuple(DispatchLine(id=at, text=each.text, source=each.source) for at, each in enumerate(command.lines, start=1))
    drafted = NewsDrafted(round=command.round, title=command.title, lines=lines, at=asked.at)
    if are_news_held(state) and state.clock.stage is DayStage.PLAYING:
        return (drafted,)
    return (drafted, NewsSent(round=command.round, at=asked.at, by_itself=True))


def decide_send(state: DayState, command: SendNews, asked: DecisionContext) -> tuple[NewsSent, ...]:
    found = dispatch_of(state, command.round)
    if found is None:
        raise Refused(say("There are no news of {round}.", round=state.frame.round_words(command.round)), code="unknown")
    if found.sent_at is not None:
        raise Stale(say("The news of {round} have gone out already.", round=state.frame.round_words(command.round)))
    return (NewsSent(round=command.round, at=asked.at, gone=command.gone, by_itself=asked.by.clock),)


def decide_hold(state: DayState, command: HoldNews, asked: DecisionContext) -> tuple[NewsHeld, ...]:
    if are_news_held(state) == command.on:
        raise Stale(_held_words(command.on))
    return (NewsHeld(on=command.on),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_drafted(state: S, happened: NewsDrafted) -> S:
    new = Dispatch(round=happened.round, title=happened.title, lines=happened.lines, drafted_at=happened.at)
    return replace(state, dispatches=(*(each for each in state.dispatches if each.round != happened.round), new))


def evolve_sent(state: S, happened: NewsSent) -> S:
    def sent(each: Dispatch) -> Dispatch:
        lines = tuple(replace(line, struck=line.struck or line.source in happened.gone) for line in each.lines)
        return replace(each, sent_at=happened.at, lines=lines)

    return replace(state, dispatches=tuple(sent(each) if each.round == happened.round else each for each in state.dispatches))


def evolve_held(state: S, happened: NewsHeld) -> S:
    return replace(state, news_held=happened.on)


# --- words --------------------------------------------------------------------------------------------------------------


def _held_words(on: bool) -> str:
    return say("The news wait until Control sends them.") if on else say("The news go out by themselves.")


@one_sentence
def tell_sent(happened: NewsSent, state: DayState) -> str:
    named = {"round": state.frame.round_words(happened.round)}
    if happened.by_itself:
        return say("The news of {round} went out by themselves.", **named)
    return say("The news of {round} went out.", **named)


FOR_STAFF = (Invalidation(topic="news", to="staff"),)
FOR_ALL = (Invalidation(topic="news"),)

COMMANDS: Mapping[type, CommandHandler] = {
    DraftNews: CommandHandler(
        decide=decide_draft,
        clock=True,
        label=lambda c, s: say("News of {round}", round=s.frame.round_words(c.round)),
    ),
    SendNews: CommandHandler(
        decide=decide_send,
        desks=every_desk,
        clock=True,
        label=lambda c, s: say("Send the news of {round}", round=s.frame.round_words(c.round)),
    ),
    HoldNews: CommandHandler(decide=decide_hold, desks=ORGANIZER_ONLY, label=lambda c, s: _held_words(c.on).rstrip(".")),
}

EVENTS: Mapping[type, EventHandler] = {
    NewsDrafted: EventHandler(
        evolve=evolve_drafted,
        tell=one_sentence(lambda e, s: say("The news of {round} were put together.", round=s.frame.round_words(e.round))),
        invalidations=lambda e, s: FOR_STAFF,
        undo=Undo(never=KEPT),
    ),
    NewsSent: EventHandler(evolve=evolve_sent, tell=tell_sent, invalidations=lambda e, s: FOR_ALL, undo=Undo(never=SENT)),
    NewsHeld: EventHandler(
        evolve=evolve_held, tell=one_sentence(lambda e, s: _held_words(e.on)), invalidations=lambda e, s: FOR_STAFF
    ),
}

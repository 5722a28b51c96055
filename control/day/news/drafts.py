"""Drafts of a round's news: composed of its reports when it has turned, then sent at once or held until somebody sends them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from control.day.records import Dispatch, DispatchLine
from control.day.state import DayState, S, Stage
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, every_desk
from control.engine.refusal import Refused, Stale
from control.engine.reports import Report, ReportKind

# === lines ==============================================================================================================

# From reports to the lines of the news: the last word on each thing, the weightiest first.


MOST = 40  # lines: a hall reads no more
LONGEST = 200  # characters of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsLine:
    """A line that the console has written, and the seq of the entry that it tells of; 0 for none."""

    text: str
    source: int = 0


def composed(reported: Iterable[tuple[int, Report]]) -> tuple[NewsLine, ...]:
    """The lines of a round's news: of what has the same `about` the last report alone, nothing twice, by weight, then in order."""
    last: dict[str, tuple[int, int, Report]] = {}
    for at, (seq, report) in enumerate(reported):
        if report.kind is ReportKind.NEWS:
            key = report.about or f"={report.words}"
            last.pop(key, None)
            last[key] = (at, seq, report)
    told = sorted((each for each in last.values() if each[2].words), key=lambda each: (-each[2].weight, each[0]))
    return tuple(NewsLine(text=cut(report.words), source=seq) for _at, seq, report in told[:MOST])


def cut(words: str) -> str:
    """As much of it as a line of the news has room for."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"


# === drafts =============================================================================================================

# The news of a round are drafted once, when it has turned, and sent at once; or they wait until somebody sends them.
# What nobody has sent goes out as it stands when the rooms begin their steps in the next round: a tired team keeps no
# hall waiting.


KEPT = later("News that were put together stay; strike or reword their lines instead.")
SENT = later("What the hall has read cannot be unread; strike or reword the line, or announce the correction.")

# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftNews:
    """The clock puts the news of a round together that has turned; what they say, it finds in the journal."""

    round: int
    title: str = ""
    lines: tuple[NewsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SendNews:
    """Send the news as they stand. `gone` are the entries that have been taken back since, whose lines go with them."""

    round: int
    gone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldNews:
    """From now on the news of a round wait for somebody of the control team to edit and send them, or go out by themselves."""

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsDrafted:
    round: int
    title: str
    lines: tuple[DispatchLine, ...]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsSent:
    """`gone` are the entries whose lines do not go out; `by_itself`: nobody has pressed."""

    round: int
    at: datetime
    gone: tuple[int, ...] = ()
    by_itself: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsHeld:
    on: bool


# --- questions ----------------------------------------------------------------------------------------------------------


def dispatch_of(state: DayState, number: int) -> Dispatch | None:
    """The news of that round, sent or not."""
    return next((each for each in state.dispatches if each.round == number), None)


def are_held(state: DayState) -> bool:
    """Do news wait to be edited? By what the organizer has said today, else by what the game says."""
    return state.news_edited_first if state.news_held is None else state.news_held


def news_due(state: DayState) -> Iterator[tuple[datetime, DraftNews | SendNews]]:
    """What the clock has to do about news, and since when; also while it stands and once the day is over."""
    clock = state.clock
    if not state.TELLS_NEWS or clock.began_at is None or clock.stage is Stage.GATHERING:
        return
    if clock.turned > max((each.round for each in state.dispatches), default=0) and not state.news_wait(clock.turned):
        yield clock.began_at, DraftNews(round=clock.turned)
    for each in state.dispatches:
        if each.sent_at is None and _too_late(state, each.round):
            yield clock.began_at, SendNews(round=each.round)


def _too_late(state: DayState, number: int) -> bool:
    """Have the rooms begun their steps in a round after it, or is the day over?"""
    clock = state.clock
    if clock.stage is Stage.OVER or clock.phase is None or clock.month > number + 1:
        return clock.stage is Stage.OVER or clock.month > number + 1
    phases = state.frame.phase_ids
    first = next((each.id for each in state.frame.phases if each.steps), phases[-1])
    return clock.month > number and phases.index(clock.phase) >= phases.index(first)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_draft(state: DayState, command: DraftNews, asked: DecisionContext) -> tuple[NewsDrafted | NewsSent, ...]:
    if all(due != DraftNews(round=command.round) for _at, due in news_due(state)):
        raise Stale(say("The news of {round} are no longer to be put together.", round=state.frame.round_words(command.round)))
    lines = tuple(DispatchLine(id=at, text=each.text, source=each.source) for at, each in enumerate(command.lines, start=1))
    drafted = NewsDrafted(round=command.round, title=command.title, lines=lines, at=asked.at)
    if are_held(state) and state.clock.stage is Stage.PLAYING:
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
    if are_held(state) == command.on:
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


def _sent_words(happened: NewsSent, state: DayState) -> str:
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
        explain=lambda e, s: say("The news of {round} were put together.", round=s.frame.round_words(e.round)),
        invalidations=lambda e, s: FOR_STAFF,
        lasting=KEPT,
    ),
    NewsSent: EventHandler(evolve=evolve_sent, explain=_sent_words, invalidations=lambda e, s: FOR_ALL, lasting=SENT),
    NewsHeld: EventHandler(evolve=evolve_held, explain=lambda e, s: _held_words(e.on), invalidations=lambda e, s: FOR_STAFF),
}

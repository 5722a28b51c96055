"""Guided tour: a first round at a desk, step by step, for somebody who has never seen the console; what a guide says now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from control.day.state import DayState
from control.engine.context import Actor
from control.engine.ids import DeskId, PhaseId, SeatId
from control.engine.language import later, say
from control.engine.modules import Command
from control.engine.viewer import Viewer

# === guides =============================================================================================================

# Guided tour: a first round at a desk, step by step, for somebody who has never seen the console. A guide is data, and where
# somebody is in it is a pure function of the state and of the entries since it began (`step_at`): nothing is remembered, so
# that another tablet goes on where this one was left, and whatever else is done meanwhile breaks nothing. What has been done
# once stays done unless it is taken back; what somebody does before the guide asks for it is not asked for any more.


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An entry since the guide began: what happened, or what was taken back by it; `gone` if it was taken back itself."""

    seq: int
    at: datetime
    event: Any = None
    takes_back: tuple[int, ...] = ()
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What is written into a field of a form, by its name there; `words` say so to people. `any_words`: whatever, but something."""

    name: str
    value: str
    words: str
    any_words: bool = False


Words: TypeAlias = str | Callable[[Any], str]  # in English, marked for translation; or said of the state
Points: TypeAlias = tuple[str, ...] | Callable[[Any], tuple[str, ...]]
Done: TypeAlias = Callable[[Happened, Sequence[Happened]], bool]  # by this entry, after those before it?


# What is so at every desk, to be said among what the day needs besides.
SIGNS: Final = later("The signs beside the clock count who has called and what waits for you: press them.")
UNDO: Final = later("“Undo” at the bottom takes back what was done last, with a reason. The Journal takes back what came before.")


def always(_state: Any) -> bool:
    return True


def nobody(_state: Any) -> frozenset[SeatId]:
    return frozenset()


def nothing_written(_state: Any) -> tuple[Field, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to do. `do` is one sentence, `why` another.

    `points` are the names of the controls on the way to it, as they stand in the templates as `data-guide`, in the order in which
    they come up: what is pointed at is the last one in sight, or the first field of `fields` in sight that is not filled in yet.
    `page` is where the first of them stands, as the name of an address and what it takes, "" for the desk itself.
    `done` says which entry does it, `open` whether there is anything to do in this state. One that is `lasting` stays done when its
    entry is taken back. `label` is what it is called afterwards, where `do` speaks of the state.
    """

    name: str
    do: Words
    why: Words
    points: Points
    done: Done
    open: Callable[[Any], bool] = always
    fields: Callable[[Any], tuple[Field, ...]] = nothing_written
    page: str | Callable[[Any], str] = ""
    label: str = ""
    trouble: bool = False
    lasting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What somebody does before the guide begins, so that there is something to do: a seat, or the desks of the game for ""."""

    command: Command
    by: Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """A guided round at one desk.

    `page` is the name of its page's address, which takes the event's id; steps may name another, with what else it takes behind it.
    `phase` of `round` is where it begins, None is the time before the day. In each phase before that, and in it, `scene` is asked
    what happens next, until that is None; bots leave the seats alone that it `keeps`, and the desks `besides` its own. It is
    `fresh` in a state of that phase in which nothing that it shows is done yet: only then can it begin in a day that plays already.
    `alone` is the sentence with which somebody is left to do the same without a guide, `also` what the desk needs besides.
    """

    name: str
    desk: DeskId
    title: str
    about: str
    page: str
    steps: tuple[Step, ...]
    phase: PhaseId | None = None
    round: int = 2
    scene: Callable[[Any], Given | None] | None = None
    keeps: Callable[[Any], frozenset[SeatId]] = nobody
    fresh: Callable[[Any], bool] = always
    besides: frozenset[DeskId] = frozenset()
    alone: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTaken:
    """A step that is behind somebody, and how long it took since the one before it; None where it was done before it was asked for.

    `at` is None for one that there was nothing to do for.
    """

    step: Step
    at: datetime | None
    took: timedelta | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far somebody is: what is done, and what comes now, None at the end."""

    taken: tuple[StepTaken, ...]
    now: Step | None


def step_at(guide: Guide, state: Any, entries: Sequence[Happened]) -> Step | None:
    """The step that somebody is at, in this state, after these entries since the guide began; None when all are done."""
    return next((step for step in guide.steps if step.open(state) and _doing(step, entries) is None), None)


def progress(guide: Guide, state: Any, entries: Sequence[Happened], began: datetime) -> Progress:
    """What is done and how long it took, and the step that comes now."""
    now, taken, since = step_at(guide, state, entries), list[StepTaken](), began
    for step in guide.steps:
        if step is now:
            break
        by = _doing(step, entries)
        ahead = by is None or by.at < since
        taken.append(StepTaken(step=step, at=by.at if by else None, took=None if ahead or by is None else by.at - since))
        since = max(since, by.at) if by is not None else since
    return Progress(taken=tuple(taken), now=now)


def left_alone(guide: Guide, state: Any, entries: Sequence[Happened]) -> tuple[Step, ...]:
    """What of the ordinary steps is still to be done by somebody who works alone since these entries began."""
    return tuple(step for step in guide.steps if not step.trouble and step.open(state) and _doing(step, entries) is None)


def done_alone(guide: Guide, entries: Sequence[Happened]) -> datetime | None:
    """When somebody who works alone had done the last of the ordinary steps that they did; None where they did none."""
    found = (_doing(step, entries) for step in guide.steps if not step.trouble)
    return max((each.at for each in found if each is not None), default=None)


def _doing(step: Step, entries: Sequence[Happened]) -> Happened | None:
    """The entry that did it, the first that stands."""
    for at, each in enumerate(entries):
        if (not each.gone or step.lasting) and step.done(each, entries[:at]):
            return each
    return None


def said(words: Words, state: Any) -> str:
    """A sentence of a guide, in the language of the hall."""
    return say(words) if isinstance(words, str) else words(state)


def pointed(points: Points, state: Any) -> tuple[str, ...]:
    """What a step points at, in this state."""
    return points if isinstance(points, tuple) else points(state)


def by_event(*types: type, **named: object) -> Done:
    """An entry whose event is of one of these types, with these values in it."""

    def done(each: Happened, _before: Sequence[Happened]) -> bool:
        return isinstance(each.event, types) and all(getattr(each.event, name, None) == value for name, value in named.items())

    return done


def taking_back(*types: type, **named: object) -> Done:
    """An entry that takes back an event of one of these types, with these values in it."""
    meant = by_event(*types, **named)

    def done(each: Happened, before: Sequence[Happened]) -> bool:
        return any(other.seq in each.takes_back and meant(other, ()) for other in before)

    return done


def again(done: Done) -> Done:
    """The same once more, after something was taken back."""

    def anew(each: Happened, before: Sequence[Happened]) -> bool:
        return any(other.takes_back for other in before) and done(each, before)

    return anew


# === step shown =========================================================================================================

# What a guide says now, to whoever sits at its desk: the step with its words and what it points at, or what has been done.


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """A step as it is said in this state."""

    name: str
    number: int
    do: str
    why: str
    points: tuple[str, ...]
    fields: tuple[Field, ...]
    page: str
    trouble: bool


def step_view(state: DayState, viewer: Viewer, guide: Guide, step: Step) -> StepView | None:
    """The step, for the desk whose guide it is."""
    if not viewer.sees_desk(guide.desk):
        return None
    return StepView(
        name=step.name,
        number=1 + guide.steps.index(step),
        do=said(step.do, state),
        why=said(step.why, state),
        points=pointed(step.points, state),
        fields=step.fields(state),
        page=step.page if isinstance(step.page, str) else step.page(state),
        trouble=step.trouble,
    )

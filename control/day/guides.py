"""Guided tours: a first round at a desk, step by step, for somebody who has never seen the console."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from msgspec import Struct

from control.day.clock.steps import StepEnded
from control.day.people.lookup import choice_of
from control.day.people.room_choice import ChooseRoom, choice_open, find_bar
from control.day.state import DayState, SeatT
from control.day.timetable import step_name
from control.engine.context import Actor
from control.engine.ids import DeskId, PhaseId, RoomId, SeatId, StepId
from control.engine.language import later, say
from control.engine.modules import Command
from control.engine.viewer import Viewer

# === guides =============================================================================================================

# A guide is data. The current step is a pure function of the state and of the entries since the guide began (`current_step`).
# Nothing else is stored, so another tablet can continue a guide, and other work in the meantime does no harm.
# A finished step stays finished unless its entry is withdrawn. A step done before the guide asks for it is skipped.


class GuideEntry(Struct, frozen=True, kw_only=True):
    """An entry since the guide began.

    `event`: its event.
    `takes_back`: seq of each entry that it withdraws.
    `gone`: the entry was withdrawn itself.
    """

    seq: int
    at: datetime
    event: Any = None
    takes_back: tuple[int, ...] = ()
    gone: bool = False


class GuideField(Struct, frozen=True, kw_only=True):
    """A form field to fill in. `name`: the field's name; `words`: the value for people; `any_words`: any text will do."""

    name: str
    value: str
    words: str
    any_words: bool = False


Words: TypeAlias = str | Callable[[Any], str]  # in English, marked for translation; or built from the state
Points: TypeAlias = tuple[str, ...] | Callable[[Any], tuple[str, ...]]
Done: TypeAlias = Callable[
    [GuideEntry, Sequence[GuideEntry]], bool
]  # does this entry finish the step, given the entries before it?


# Hints for every desk, for `Guide.also`.
SIGNS: Final = later("The signs beside the clock count who has called and what waits for you: press them.")
UNDO: Final = later("“Undo” at the bottom takes back what was done last, with a reason. The Journal takes back what came before.")

END_STEP: Final = later("End {step}")  # a button


def always(_state: Any) -> bool:
    return True


def no_seats(_state: Any) -> frozenset[SeatId]:
    return frozenset()


def no_fields(_state: Any) -> tuple[GuideField, ...]:
    return ()


class GuideStep(Struct, frozen=True, kw_only=True):
    """One step of a guide.

    `do`, `why`: one sentence each.
    `points`: names of the controls to press (`data-guide` in the templates), in the order in which they appear.
    The page points at the last visible control, or at the first visible field of `fields` that is still empty.
    `page`: the page of the first control, as URL name and arguments; "" for the desk itself.
    `done`: whether an entry finishes the step.
    `open`: whether the step applies in this state.
    `lasting`: the step stays done when its entry is withdrawn.
    `label`: name of the step afterwards, where `do` depends on the state.
    `trouble`: an extra step that practises an undo or a failure. Work without a guide leaves it out.
    """

    name: str
    do: Words
    why: Words
    points: Points
    done: Done
    open: Callable[[Any], bool] = always
    fields: Callable[[Any], tuple[GuideField, ...]] = no_fields
    page: str | Callable[[Any], str] = ""
    label: str = ""
    trouble: bool = False
    lasting: bool = False


class GuideSetup(Struct, frozen=True, kw_only=True):
    """A command that prepares the scene of a guide, and who gives it: a seat, or the desks of the game for ""."""

    command: Command
    by: Actor


class Guide(Struct, frozen=True, kw_only=True):
    """A guided round at one desk.

    `page`: URL name of the desk's page, which takes the event's id; steps may name another page with more arguments.
    `phase`, `round`: where the guide begins; `phase` None is the time before the day.
    `scene`: returns the next command that prepares the scene, None when done; asked in each phase up to `phase`.
    `keeps`: seats that bots leave alone.
    `besides`: further desks that bots leave alone.
    `fresh`: whether nothing that the guide shows is done yet; only then can it begin in a running day.
    `alone`: the sentence that asks somebody to do the same without a guide.
    `also`: further hints for the desk.
    """

    name: str
    desk: DeskId
    title: str
    about: str
    page: str
    steps: tuple[GuideStep, ...]
    phase: PhaseId | None = None
    round: int = 2
    scene: Callable[[Any], GuideSetup | None] | None = None
    keeps: Callable[[Any], frozenset[SeatId]] = no_seats
    fresh: Callable[[Any], bool] = always
    besides: frozenset[DeskId] = frozenset()
    alone: str
    also: tuple[str, ...] = ()


class StepTaken(Struct, frozen=True, kw_only=True):
    """A finished step.

    `at`: when it was done, None if there was nothing to do.
    `took`: time since the step before, None if it was done before the guide asked.
    """

    step: GuideStep
    at: datetime | None
    took: timedelta | None


class GuideProgress(Struct, frozen=True, kw_only=True):
    """Progress in a guide: finished steps, and the current step, None at the end."""

    taken: tuple[StepTaken, ...]
    now: GuideStep | None


def current_step(guide: Guide, state: Any, entries: Sequence[GuideEntry]) -> GuideStep | None:
    """The current step in this state, after these entries since the guide began; None when all are done."""
    return next((step for step in guide.steps if step.open(state) and _entry_of_step(step, entries) is None), None)


def progress(guide: Guide, state: Any, entries: Sequence[GuideEntry], began: datetime) -> GuideProgress:
    """The finished steps with their times, and the current step."""
    now, taken, since = current_step(guide, state, entries), list[StepTaken](), began
    for step in guide.steps:
        if step is now:
            break
        by = _entry_of_step(step, entries)
        ahead = by is None or by.at < since
        taken.append(StepTaken(step=step, at=by.at if by else None, took=None if ahead or by is None else by.at - since))
        since = max(since, by.at) if by is not None else since
    return GuideProgress(taken=tuple(taken), now=now)


def steps_left_alone(guide: Guide, state: Any, entries: Sequence[GuideEntry]) -> tuple[GuideStep, ...]:
    """The ordinary steps that somebody without a guide has still to do, given the entries since they began."""
    return tuple(step for step in guide.steps if not step.trouble and step.open(state) and _entry_of_step(step, entries) is None)


def alone_done_at(guide: Guide, entries: Sequence[GuideEntry]) -> datetime | None:
    """When somebody without a guide last finished an ordinary step; None if they finished none."""
    found = (_entry_of_step(step, entries) for step in guide.steps if not step.trouble)
    return max((each.at for each in found if each is not None), default=None)


def _entry_of_step(step: GuideStep, entries: Sequence[GuideEntry]) -> GuideEntry | None:
    """The first entry that finishes the step and is still valid."""
    for at, each in enumerate(entries):
        if (not each.gone or step.lasting) and step.done(each, entries[:at]):
            return each
    return None


def guide_words(words: Words, state: Any) -> str:
    """A sentence of a guide, in the language of the hall."""
    return say(words) if isinstance(words, str) else words(state)


def pointer_targets(points: Points, state: Any) -> tuple[str, ...]:
    """The names of the controls that a step points at in this state."""
    return points if isinstance(points, tuple) else points(state)


def by_event(*types: type, **named: object) -> Done:
    """A step is done by an entry with an event of one of these types and these values."""

    def done(each: GuideEntry, _before: Sequence[GuideEntry]) -> bool:
        return isinstance(each.event, types) and all(getattr(each.event, name, None) == value for name, value in named.items())

    return done


def by_withdrawal(*types: type, **named: object) -> Done:
    """A step is done by an entry that withdraws an event of one of these types and with these values."""
    meant = by_event(*types, **named)

    def done(each: GuideEntry, before: Sequence[GuideEntry]) -> bool:
        return any(other.seq in each.takes_back and meant(other, ()) for other in before)

    return done


def after_withdrawal(done: Done) -> Done:
    """A step is done by doing the same once more, after a withdrawal."""

    def anew(each: GuideEntry, before: Sequence[GuideEntry]) -> bool:
        return any(other.takes_back for other in before) and done(each, before)

    return anew


# === parts of guides in rooms ===========================================================================================

# What the guides of several rooms have in common: their scene, the end of a step, a reason to write.


def sends_to(room: RoomId, wanted: Callable[[Any], Iterable[SeatT]]) -> Callable[[Any], GuideSetup | None]:
    """A scene in which the wanted players go to a room, one after the other, while rooms are chosen."""

    def scene(state: Any) -> GuideSetup | None:
        goes = next((seat for seat in wanted(state) if choice_of(state, seat) != room), None) if choice_open(state) else None
        if goes is None:
            return None
        return GuideSetup(command=ChooseRoom(seat=goes.id, month=state.clock.month, room=room), by=Actor(seat=goes.id))

    return scene


def able_seats(state: Any, room: RoomId) -> tuple[Any, ...]:
    """Seats that act and may choose a room, in the order of their ids."""
    return tuple(seat for _id, seat in sorted(state.seats.items()) if seat.acts and find_bar(state, seat, room) is None)


def step_end(
    room: RoomId,
    step: StepId,
    do: Words,
    why: str,
    points: Points,
    *,
    button: str = END_STEP,
    label: str = "",
    page: str | Callable[[Any], str] = "",
    lasting: bool = False,
) -> GuideStep:
    """The end of a room's step. `do` may name the label of its `button` as {press}."""

    def pressing(state: Any) -> str:
        return do(state) if callable(do) else say(do, press=say(button, step=step_name(state, room, step)))

    done = by_event(StepEnded, room=room, step=step)
    return GuideStep(name=step, do=pressing, why=why, points=points, done=done, label=label, page=page, lasting=lasting)


def written_reason(why: str) -> GuideField:
    """The field for a reason. `why`: a constant sentence; any other will do."""
    return GuideField(name="reason", value=say(why), words=say("Write why: {why}", why=say(why)), any_words=True)


# === step shown =========================================================================================================

# The current step of a guide, as the desk's page shows it.


class GuideStepView(Struct, frozen=True, kw_only=True):
    """A step of a guide, in words for this state."""

    name: str
    number: int
    do: str
    why: str
    points: tuple[str, ...]
    fields: tuple[GuideField, ...]
    page: str
    trouble: bool


def step_view(state: DayState, viewer: Viewer, guide: Guide, step: GuideStep) -> GuideStepView | None:
    """A step for the guide's own desk; None for any other viewer."""
    if not viewer.sees_desk(guide.desk):
        return None
    return GuideStepView(
        name=step.name,
        number=1 + guide.steps.index(step),
        do=guide_words(step.do, state),
        why=guide_words(step.why, state),
        points=pointer_targets(step.points, state),
        fields=step.fields(state),
        page=step.page if isinstance(step.page, str) else step.page(state),
        trouble=step.trouble,
    )

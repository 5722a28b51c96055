"""What waits between people, as the desks see it that it is for: decisions left to them, and what they owe each other (R-17)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from control.day import handoffs
from control.day.ages import age_of
from control.day.clock.phases import held_by
from control.day.clock.view import held_words
from control.day.decisions import asking as decisions
from control.day.decisions.view import DecisionGroup, DecisionRow, decision_row, grouped
from control.day.records import Decision, HandOff
from control.day.state import DayState, Stage
from control.engine.context import ORGANIZER
from control.engine.ids import DeskId
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOffRow:
    """Something handed over, as one of the two desks sees it."""

    id: int
    origin: str
    to: str
    what: str
    rule: str
    by: str
    since: datetime
    age: str
    mine: bool  # to take over
    taken_by: str
    taken_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something of a room that its desk has to look at now: `place` is the piece of that desk's page where it is done,
    once a screen shows it the address of that; `page` is the page below the desk's own where it stands, "" for that itself."""

    desk: DeskId
    words: str
    rule: str
    place: str
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MattersView:
    """What waits for this viewer's desks, and what became of the rest of this month. `held` says whom the month waits for."""

    count: int
    several: bool  # does this viewer sit at more than one desk?
    held: str
    done_words: str
    decisions: tuple[DecisionGroup, ...]
    hand_offs: tuple[HandOffRow, ...]
    decided: tuple[DecisionRow, ...]
    taken: tuple[HandOffRow, ...]
    looked: tuple[Waiting, ...] = ()  # what the rooms want looked at, first


def matters_view(state: DayState, viewer: Viewer, name: str, now: datetime) -> MattersView:
    """The matters of this viewer's desks, for whoever is called so; what is another desk's is not shown at all (R-17)."""
    own = [each for each in state.decisions if viewer.sees_desk(each.desk) and _acts(state, each)]
    lying = [each for each in state.hand_offs if _lies_at(each, viewer)]
    done = [each for each in own if not decisions.is_open(each) and each.month == state.clock.month]
    taken = [each for each in lying if each.taken_by and each.month == state.clock.month]
    return MattersView(
        count=len(waiting_since(state, viewer)),
        several=len(viewer.desks) > 1 or viewer.sees_desk(ORGANIZER),
        held=held_words(state, viewer),
        done_words=state.frame.said("done-this-round", count=len(done) + len(taken)) if done or taken else "",
        decisions=grouped(decision_row(state, each, name, now) for each in own if decisions.is_open(each)),
        hand_offs=tuple(_hand_off_row(state, viewer, each, now) for each in lying if not each.taken_by),
        decided=tuple(decision_row(state, each, name, now) for each in reversed(done)),
        taken=tuple(_hand_off_row(state, viewer, each, now) for each in reversed(taken)),
    )


def held_view(state: DayState, viewer: Viewer, now: datetime) -> tuple[HandOffRow, ...]:
    """The hand-offs that keep the month from ending, as far as they lie at the viewer's desks; oldest first."""
    return tuple(_hand_off_row(state, viewer, each, now) for each in held_by(state) if _lies_at(each, viewer))


def waiting_since(state: DayState, viewer: Viewer) -> tuple[datetime, ...]:
    """Since when each thing waits for the viewer: decisions of the own desks, and what these have to take over."""
    return _since(state, viewer.sees_desk)


def waiting_at(state: DayState, viewer: Viewer, desk: DeskId) -> tuple[datetime, ...]:
    """Since when each thing waits at one desk: the whole control team may know how much, not what."""
    return _since(state, lambda each: each == desk) if viewer.staff else ()


def _since(state: DayState, of: Callable[[DeskId], bool]) -> tuple[datetime, ...]:
    return (
        *(each.since for each in decisions.waiting(state) if of(each.desk) and _acts(state, each)),
        *(each.at for each in handoffs.untaken(state) if of(each.to)),
    )


def _acts(state: DayState, decision: Decision) -> bool:
    """Once the day is over no answer acts any more: what is open then waits for nobody."""
    return state.clock.stage is not Stage.OVER or not decisions.is_open(decision)


def _lies_at(hand_off: HandOff, viewer: Viewer) -> bool:
    """Does it lie between two desks of which the viewer's is one?"""
    return viewer.sees_desk(hand_off.origin) or viewer.sees_desk(hand_off.to)


def _hand_off_row(state: DayState, viewer: Viewer, hand_off: HandOff, now: datetime) -> HandOffRow:
    frame = state.frame
    return HandOffRow(
        id=hand_off.id,
        origin=frame.desk_name(hand_off.origin),
        to=frame.desk_name(hand_off.to),
        what=str(hand_off.what),
        rule=hand_off.rule,
        by=str(hand_off.by),
        since=hand_off.at,
        age=age_of(now - hand_off.at),
        mine=viewer.sees_desk(hand_off.to),
        taken_by=hand_off.taken_by,
        taken_at=hand_off.taken_at,
    )

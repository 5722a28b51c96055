"""What a guide says now, to whoever sits at its desk: the step with its words and what it points at, or what has been done."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.guides import Field, Guide, Step, pointed, said
from control.day.state import DayState
from control.engine.viewer import Viewer


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

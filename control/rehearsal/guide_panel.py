"""The guide's panel on every page of its desk in a copy: one step at a time, and at the end what was done and how long it took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse

from control.day.guides import Words, said
from control.day.view_guide import StepView, step_view
from control.desks.frame import Look
from control.desks.tabs import name_at
from control.engine.language import say
from control.regions.kinds import RegionKind
from control.regions.known import register
from control.rehearsal import guided


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneLine:
    """A step that was done: how long it took, None where it was done before it was asked for; how often it was asked for again."""

    words: str
    took: timedelta | None
    again: int
    trouble: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePanel:
    """What the guide says. `step` is None at the end; of somebody who works `alone`, `left` steps are still to be done."""

    guide: str
    title: str
    step: StepView | None
    steps: int
    place: str  # the page on which the step begins
    place_name: str
    here: bool  # is that the page that is looked at?
    done: tuple[DoneLine, ...]
    whole: timedelta
    alone: str  # the sentence with which somebody is left to it
    is_alone: bool
    left: int
    alone_took: timedelta | None
    is_left: bool
    card: str  # where the rehearsal is stopped and graded, for whoever leads it


def guide_panel(seen: Look) -> GuidePanel | None:
    """The guide of whoever looks; None where nobody is guided at these desks."""
    event, page = seen.door.event, seen.query.get("page", "")
    run = guided.run_at(event, seen.door.desks, page) if event.rehearses_id is not None else None
    walk = guided.walk_of(event, run) if run is not None else None
    if run is None or walk is None:
        return None
    guide, now = walk.guide, walk.progress.now
    shown = seen.sight.view(step_view, guide, now) if now is not None and run.alone_since is None else None
    done = tuple(
        DoneLine(
            words=say(each.step.label) if each.step.label else seen.sight.public(words_of, each.step.do),
            took=each.took,
            again=walk.asked.get(each.step.name, 0),
            trouble=each.step.trouble,
        )
        for each in walk.progress.taken
    )
    address, _space, rest = (shown.page if shown is not None and shown.page else guide.page).partition(" ")
    place = reverse(address, args=[event.pk, *rest.split()])
    return GuidePanel(
        guide=guide.name,
        title=say(guide.title),
        step=shown,
        steps=len(guide.steps),
        place=place,
        place_name=name_at(seen.sight.realm, address) or say(guide.title),
        here=page == guide.name,
        done=done,
        whole=sum((each.took for each in done if each.took is not None), timedelta()),
        alone=say(guide.alone),
        is_alone=run.alone_since is not None,
        left=len(walk.alone_left),
        alone_took=walk.alone_took,
        is_left=run.left,
        card=seen.address("rehearsal") if seen.sits_at() else "",
    )


def words_of(state: object, words: Words) -> str:
    """What a step that is done had asked for, as it would be said now."""
    return said(words, state)


register(RegionKind(name="guide", template="control/desk/_guide.html", topics=("journal",), view=guide_panel))

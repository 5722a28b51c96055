"""The guide's panel on every page of its desk in a copy: one step at a time, and at the end what was done and how long it took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse

from control.day.guides import StepView, Words, said, step_view
from control.desks.frame import Look
from control.desks.tabs import name_at
from control.engine.language import listed, say
from control.models import Event
from control.regions.kinds import RegionKind, register
from control.rehearsal import guided


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneLine:
    """A step that is behind somebody: how long it took, None where it was done before it was asked for, or there was `nothing` to
    do for it; how often it was asked for again.
    """

    words: str
    took: timedelta | None
    again: int
    trouble: bool
    nothing: bool


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
    gone: str  # the phase that runs, where it is not the one that the guide speaks of
    learners: str  # who else is in the middle of a guide there: for them the round would turn too
    also: tuple[str, ...]  # what else the desk does on the day
    home: str  # the pages of the day itself
    guides: str  # where a guide can be begun in another rehearsal


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
            nothing=each.at is None,
        )
        for each in walk.progress.taken
    )
    page_at = shown.page if shown is not None and shown.page else guide.page
    return GuidePanel(
        guide=guide.name,
        title=say(guide.title),
        step=shown,
        steps=len(guide.steps),
        place=address_of(event, page_at),
        place_name=name_at(seen.sight.realm, page_at.partition(" ")[0]) or say(guide.title),
        here=page == guide.name,
        done=done,
        whole=sum((each.took for each in done if each.took is not None), timedelta()),
        alone=say(guide.alone),
        is_alone=run.alone_since is not None,
        left=len(walk.alone_left),
        alone_took=walk.alone_took,
        is_left=run.left,
        card=seen.address("rehearsal") if seen.sits_at() else "",
        gone=walk.gone,
        learners=listed(guided.learners(event, guide.name)) if now is None else "",
        also=tuple(say(each) for each in guide.also),
        home=reverse("desk:overview", args=[event.rehearses_id]),
        guides=reverse("desk:guides", args=[event.rehearses_id]),
    )


def address_of(event: Event, page: str) -> str:
    """The address of a page of a guide."""
    name, _space, rest = page.partition(" ")
    return reverse(name, args=[event.pk, *rest.split()])


def words_of(state: object, words: Words) -> str:
    """What a step that is done had asked for, as it would be said now."""
    return said(words, state)


register(RegionKind(name="guide", template="control/desk/_guide.html", topics=("journal",), view=guide_panel))

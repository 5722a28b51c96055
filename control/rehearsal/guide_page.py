"""Guide pages: the start page for newcomers at a desk, and the panel that shows one step at a time."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST
from msgspec import Struct

from control import registry
from control.day.guides import Guide, GuideStepView, Words, guide_words, step_view
from control.desks.frame import Look, draw_page, is_fragment, look
from control.desks.tabs import page_name_at, register_page
from control.engine.context import ORGANIZER
from control.engine.language import later, listed, say
from control.engine.refusal import Refused
from control.models import Event
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.registry import DeskPage
from control.rehearsal import guide as guided
from control.rehearsal.models import GuideRun

# === panel ==============================================================================================================

# The guide's panel on every page of its desk in a copy: one step at a time, finally a summary with times.


class DoneLine(Struct, frozen=True, kw_only=True):
    """A finished step. `took`: its time; None if it was done before it was shown or there was `nothing` to do. `again`: how often
    it was shown again.
    """

    words: str
    took: timedelta | None
    again: int
    trouble: bool
    nothing: bool


class GuidePanel(Struct, frozen=True, kw_only=True):
    """Contents of the panel. `step`: None at the end. `left`: steps still to do in the round alone."""

    guide: str
    title: str
    step: GuideStepView | None
    steps: int
    place: str  # address of the page where the step begins
    place_name: str
    here: bool  # the current page is that page
    done: tuple[DoneLine, ...]
    whole: timedelta
    alone: str  # sentence that announces the round alone
    is_alone: bool
    left: int
    alone_took: timedelta | None
    is_left: bool
    card: str  # address where the leader stops and grades the rehearsal
    gone: str  # the running phase, if the guide is about another one
    learners: str  # others in the middle of a guide: the round would end for them too
    also: tuple[str, ...]  # other tasks of the desk on the day
    home: str  # address of the real event
    guides: str  # address to begin a guide in another rehearsal


def guide_panel(seen: Look) -> GuidePanel | None:
    """Guide of this visitor. None if no guide runs at these desks."""
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
        place_name=page_name_at(seen.sight.realm, page_at.partition(" ")[0]) or say(guide.title),
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
        learners=listed(guided.other_learners(event, guide.name)) if now is None else "",
        also=tuple(say(each) for each in guide.also),
        home=reverse("desk:overview", args=[event.rehearses_id]),
        guides=reverse("desk:guides", args=[event.rehearses_id]),
    )


def address_of(event: Event, page: str) -> str:
    """Address of a guide's page."""
    name, _space, rest = page.partition(" ")
    return reverse(name, args=[event.pk, *rest.split()])


def words_of(state: object, words: Words) -> str:
    """Current words of a finished step."""
    return guide_words(words, state)


register(DeskRegion(name="guide", template="control/desk/_guide.html", topics=("journal",), view=guide_panel))


# === pages ==============================================================================================================

# First ten minutes: newcomers at a desk begin, leave, resume, and repeat alone.


register_page(DeskPage(page="guides", name=later("First ten minutes"), word=later("first ten minutes"), address="desk:guides"))

THROW = "throw"  # guide for which the running rehearsal would be deleted
NO_GUIDE = later("There is no such guide at a desk of yours.")


class GuideCard(Struct, frozen=True, kw_only=True):
    """A guide to choose: its desk, its contents, the progress in the running copy, and whether it can begin there."""

    name: str
    title: str
    desk: str
    about: str
    steps: int
    by: str  # who began it in the running copy; "" for nobody
    at: int  # number of the next step there; 0 after the last
    goes_on: bool
    may_begin: bool  # the running copy is in the guide's phase
    throws: bool  # ask whether to delete the copy, although others are in it


@require_GET
def guides(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the guides for this person's desks, and the rehearsal to join."""
    door = desk_or_404(request, event_id)
    copy = door.event if door.event.rehearses_id is not None else guided.running_copy(door.event)
    others = guided.others_in(copy, door.name) if copy is not None else ()
    throws = request.GET.get(THROW, "") if others else ""
    cards = tuple(
        _card(door, copy, each, throws=each.name == throws)
        for each in registry.guides(door.event.stream.engine).values()
        if _sits_at(door, each)
    )
    anew = copy is None or guided.may_replace(copy, door.name, leads=ORGANIZER in door.desks)
    context = {
        "cards": cards,
        "copy": copy,
        "anew": anew,
        "others": listed(others) if others else "",
        "in_copy": door.event.rehearses_id is not None,
        "outside": reverse("desk:guides", args=[door.event.rehearses_id]) if door.event.rehearses_id is not None else "",
    }
    return draw_page(request, "control/desk/guides.html", look(request, door), "guides", context)


def _card(door: DeskPass, copy: Event | None, guide: Guide, *, throws: bool) -> GuideCard:
    run = GuideRun.objects.filter(event=copy, guide=guide.name).first() if copy is not None else None
    walk = guided.walk_of(copy, run) if copy is not None and run is not None else None
    return GuideCard(
        name=guide.name,
        title=say(guide.title),
        desk=door.frame.desk_name(guide.desk),
        about=say(guide.about),
        steps=len(guide.steps),
        by=walk.run.by if walk is not None else "",
        at=walk.number if walk is not None else 0,
        goes_on=walk is not None and not walk.is_over,
        may_begin=copy is not None and guided.may_begin(copy, guide),
        throws=throws,
    )


@require_POST
def begin(request: HttpRequest, event_id: int) -> HttpResponse:
    """Begin a guide in the running rehearsal or in a new one. If others are in the running one, ask first."""
    door = desk_or_404(request, event_id)
    guide = _guide_or_404(door, request.POST.get("guide", ""))
    leads = ORGANIZER in door.desks
    running = guided.running_copy(door.event) if request.POST.get("how") == "new" and not request.POST.get("sure") else None
    may = running is not None and guided.may_replace(running, door.name, leads=leads)
    if running is not None and may and guided.others_in(running, door.name):
        return HttpResponseRedirect(f"{reverse('desk:guides', args=[event_id])}?{THROW}={guide.name}#guide-{guide.name}")
    try:
        copy = guided.begin(door.event, guide, by=door.name, join=request.POST.get("how") == "join", leads=leads)
    except Refused as no:
        messages.error(request, no.sentence)
        return HttpResponseRedirect(reverse("desk:guides", args=[event_id]))
    return HttpResponseRedirect(_desk_of(copy, guide))


@require_POST
def press(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a step again, leave the guide, resume it, or go on alone."""
    door = desk_or_404(request, event_id)
    guide = _guide_or_404(door, request.POST.get("guide", ""))
    run = GuideRun.objects.filter(event=door.event, guide=guide.name).first()
    if run is None:
        raise Http404(say(NO_GUIDE))
    act, step = request.POST.get("act", ""), request.POST.get("step", "")
    if act == "again" and step in {each.name for each in guide.steps}:
        guided.ask_again(run, step)
    elif act in ("leave", "take-up"):
        GuideRun.objects.filter(pk=run.pk).update(left=act == "leave")
    elif act == "alone":
        try:
            guided.go_alone(door.event, guide, by=door.name)
        except Refused as no:
            messages.error(request, no.sentence)
    if is_fragment(request):
        return HttpResponse(status=204, headers={"HX-Trigger": "journal"})
    return HttpResponseRedirect(_desk_of(door.event, guide))


def _sits_at(door: DeskPass, guide: Guide) -> bool:
    return bool(door.desks & {guide.desk, ORGANIZER})


def _guide_or_404(door: DeskPass, name: str) -> Guide:
    found = guided.guide_of(door.event, name)
    if found is None or not _sits_at(door, found):
        raise Http404(say(NO_GUIDE))
    return found


def _desk_of(copy: Event, guide: Guide) -> str:
    return address_of(copy, guided.page_of(copy, guide))


__all__ = ("begin", "guide_panel", "guides", "press")

"""What is in force: the Law Board with what each tablet does, effects by month, buildings; and how its questions are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from control.desks.command import CommandForm
from control.desks.frame import draw_page, regions
from control.desks.press import Place, Said, answered, give, question
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.view_standing import BuildingsView, EffectsView, LawsView, buildings_view, effects_view, laws_view
from rooms.realm.screens.seen import Look, look


def effects_shown(seen: Look) -> EffectsView:
    """Every effect by when it acts."""
    return seen.sight.view(effects_view)


def laws_shown(seen: Look) -> LawsView:
    """The tablets that hang, and those that fell."""
    return seen.sight.view(laws_view)


def buildings_shown(seen: Look) -> BuildingsView:
    """All buildings by owner."""
    return seen.sight.view(buildings_view)


register(
    RegionKind(
        name="standing_effects",
        template="realm/desk/_effects.html",
        topics=("in-force", "laws", "clock"),
        view=effects_shown,
        desks=HOUSE_DESKS,
    ),
    RegionKind(
        name="standing_laws", template="realm/desk/_board.html", topics=("laws", "in-force"), view=laws_shown, desks=HOUSE_DESKS
    ),
    RegionKind(
        name="standing_buildings",
        template="realm/desk/_buildings.html",
        topics=("buildings", "clock"),
        view=buildings_shown,
        desks=HOUSE_DESKS,
    ),
    realm=NAME,
)


# --- the page -----------------------------------------------------------------------------------------------------------


@require_GET
def in_force(request: HttpRequest, event_id: int) -> HttpResponse:
    """Everything in force."""
    return in_force_page(request, desk_or_404(request, event_id, *HOUSE_DESKS))


def in_force_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """Everything in force, with what became of a press."""
    seen = look(request, door)
    parts = regions(seen, "standing_effects", "standing_laws", "standing_buildings")
    return draw_page(request, "realm/desk/in_force.html", seen, "in-force", {"said": said, **parts})


HERE = Place(address="realm_desk:in-force", tab="in-force", draw=in_force_page)


def ask(
    request: HttpRequest,
    door: DeskPass,
    fragment: str,
    empty: Callable[[], CommandForm],
    filled: Callable[[], CommandForm],
    context: Callable[[CommandForm], Mapping[str, object]],
    *topics: str,
) -> HttpResponse:
    """Draw a question, or carry its answer out; what was typed stays, unless the screen was out of date."""
    form, said = empty(), None
    if request.method == "POST":
        sent = filled()
        said = give(door, sent)
        if said.done:
            return answered(request, door, said, HERE, *topics)
        form = form if said.stale else sent
    return question(request, door, fragment, {"form": form, **context(form)}, HERE, said)

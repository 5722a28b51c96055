"""Menu of prints for this person, and the prints that a game adds."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.prints import day_in_print, printed_players
from control.day.seals import any_sealed
from control.day.view import PlayerView
from control.desks.frame import Look, draw, draw_page, look
from control.desks.tabs import register_page
from control.engine.language import later, say
from control.people.access import DeskPass, desk_or_404, events_of
from control.printing.paper import PaperSizeForm, badge_desks, paper, state_desks
from control.registry import DeskPage

# === own prints =========================================================================================================

# Prints that a game adds.


class OwnPrint(Struct, frozen=True, kw_only=True):
    """A print of the game for this person."""

    title: str
    address: str


def own_prints(seen: Look) -> tuple[OwnPrint, ...]:
    """Game's prints for this person, in the game's order."""
    prints = registry.realm(seen.sight.realm).paper.prints
    return tuple(OwnPrint(title=say(each.title), address=reverse("print:own", args=[seen.event_id, each.name])) for each in prints)


@require_safe
def own_print(request: HttpRequest, event_id: int, which: str) -> HttpResponse:
    """One of the game's prints."""
    seen = look(request, desk_or_404(request, event_id))
    found = next((each for each in registry.realm(seen.sight.realm).paper.prints if each.name == which), None)
    if found is None:
        raise Http404("No such print.")
    panel = found.draw(seen.sight.view(found.sees), PaperSizeForm(request.GET).size())
    return paper(request, seen, "control/print/own.html", say(found.title), {"panel": panel, "css": found.css})


# === menu ===============================================================================================================

# The menu.


register_page(DeskPage(page="print", name=later("Print"), address="print:menu"))


class KindLine(Struct, frozen=True, kw_only=True):
    """A kind of sheet. `may_fill`: this person may print filled sheets of it. `sealed`: they are still sealed."""

    kind: str
    title: str
    filled: str  # title of the filled sheets of this round
    room: str
    may_fill: bool
    sealed: bool


class Menu(Struct, frozen=True, kw_only=True):
    """Prints for this person."""

    badges: bool
    state: bool
    kinds: tuple[KindLine, ...]
    month: int
    months: tuple[int, ...]
    seals: bool
    teams: tuple[tuple[str, str], ...]
    phoneless: tuple[PlayerView, ...]
    own: tuple[OwnPrint, ...]
    rounds: str  # word for a round
    about_marks: str
    about_state: str
    about_badges: str


@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """Redirect to the menu of this account's event, or list its events if there are several."""
    found = events_of(request.user)
    if not found:
        raise Http404("No event of yours.")
    if len(found) == 1:
        return HttpResponseRedirect(reverse("print:menu", args=[found[0].pk]))
    return draw(request, "control/desk/events.html", {"events": found, "leads_to": "print:menu"})


@require_safe
def menu(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the menu."""
    return menu_page(request, desk_or_404(request, event_id))


def menu_page(request: HttpRequest, door: DeskPass, refused: str = "") -> HttpResponse:
    """Render the menu, with the reason for a refused print."""
    seen = look(request, door)
    day, frame = seen.sight.public(day_in_print), seen.sight.frame
    shown = Menu(
        badges=door.actor.sits_at(badge_desks(frame)),
        state=door.actor.sits_at(state_desks(frame)),
        kinds=tuple(
            KindLine(
                kind=name,
                title=say(on_paper.title),
                filled=frame.said("sheets-of-this-round", sheets=say(on_paper.title)),
                room=frame.room_name(kind.room),
                may_fill=seen.sits_at(frame.desk_of(kind.room)),
                sealed=seen.sight.view(on_paper.sees) is None,
            )
            for name, (kind, on_paper) in registry.printable(seen.sight.realm).items()
        ),
        month=day.month,
        months=tuple(range(1, day.months + 1)),
        seals=seen.sight.public(any_sealed),
        teams=tuple((team.id, frame.said("team-named", team=team.name)) for team in day.teams),
        phoneless=tuple(each.player for each in seen.sight.view(printed_players) if each.phoneless),
        own=own_prints(seen),
        rounds=frame.said("round"),
        about_marks=frame.said("sheet-marks"),
        about_state=frame.said("print-state"),
        about_badges=frame.said("print-badges"),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return draw_page(request, "control/print/menu.html", seen, "print", {"menu": shown, "refused": refused}, status)

"""What may be printed, by whoever asks."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from control import registry
from control.day.state import DayState, Stage
from control.day.timetable import last_month
from control.day.view import PlayerView, player_view
from control.desks.frame import draw, draw_page, look
from control.desks.tabs import register_page
from control.engine.language import later, say
from control.people.access import DeskPass, desk_or_404, events_of
from control.printing.own import OwnPrint, own_prints
from control.printing.paper import everybody, for_badges, for_the_state
from control.registry import DeskPage

register_page(DeskPage(page="print", name=later("Print"), address="print:menu"))


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """A kind of sheet, and whether this person may print the filled ones now."""

    kind: str
    title: str
    filled: str  # those of this round, in words
    room: str
    may_fill: bool
    sealed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """What this person may print."""

    badges: bool
    state: bool
    kinds: tuple[KindLine, ...]
    month: int
    months: tuple[int, ...]
    seals: bool
    teams: tuple[tuple[str, str], ...]
    phoneless: tuple[PlayerView, ...]
    own: tuple[OwnPrint, ...]
    rounds: str  # what a round is called
    about_marks: str
    about_state: str
    about_badges: str


@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """What may be printed of the event that this account works in; of which one, where there are several."""
    found = events_of(request.user)
    if not found:
        raise Http404("No event of yours.")
    if len(found) == 1:
        return HttpResponseRedirect(reverse("print:menu", args=[found[0].pk]))
    return draw(request, "control/desk/events.html", {"events": found, "leads_to": "print:menu"})


@require_safe
def menu(request: HttpRequest, event_id: int) -> HttpResponse:
    """What may be printed, by whoever asks."""
    return menu_page(request, desk_or_404(request, event_id))


def menu_page(request: HttpRequest, door: DeskPass, refused: str = "") -> HttpResponse:
    """The menu, with what could not be printed and why."""
    seen = look(request, door)
    state, frame = seen.state, seen.state.frame
    shown = Menu(
        badges=door.actor.sits_at(for_badges(frame)),
        state=door.actor.sits_at(for_the_state(frame)),
        kinds=tuple(
            KindLine(
                kind=name,
                title=say(on_paper.title),
                filled=frame.said("sheets-of-this-round", sheets=say(on_paper.title)),
                room=frame.room_name(kind.room),
                may_fill=seen.sits_at(kind.desk),
                sealed=on_paper.filled(state) is None,
            )
            for name, (kind, on_paper) in registry.printable(state.REALM).items()
        ),
        month=sheet_month(state),
        months=tuple(range(1, last_month(state) + 1)),
        seals=bool(state.seals),
        teams=tuple((team.id, frame.said("team-named", team=team.name)) for team in state.teams),
        phoneless=tuple(player_view(state, seat) for seat in everybody(state) if seat.marks.phoneless),
        own=own_prints(seen),
        rounds=frame.said("round"),
        about_marks=frame.said("sheet-marks"),
        about_state=frame.said("print-state"),
        about_badges=frame.said("print-badges"),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return draw_page(request, "control/print/menu.html", seen, "print", {"menu": shown, "refused": refused}, status)


def sheet_month(state: DayState) -> int:
    """The month that sheets are written for next: this one while rooms can be chosen in a later phase, then the one after."""
    clock = state.clock
    if clock.stage is Stage.GATHERING or clock.phase is None:
        return 1
    later_on = state.frame.phases[state.frame.phase_ids.index(clock.phase) + 1 :]
    over = not any(phase.choice for phase in later_on)
    return min(clock.month + over, last_month(state))

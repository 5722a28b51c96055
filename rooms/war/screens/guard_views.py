"""Immortals by hand, at the desks of War and Court Control: sent for a task, called home (GE-SOV-28, R-98)."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from control.desks.command import CommandForm, initial, reason_field
from control.desks.press import Place, Said, answered, give, question
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId, Room
from rooms.realm.screens.seen import look
from rooms.war.game.board import Board, board_of
from rooms.war.game.guard import CallImmortalHome, SendImmortal, free_at_court
from rooms.war.game.pieces import Immortal
from rooms.war.game.state import war_of


class SendForm(CommandForm):
    """A free Immortal leaves the Court for a task."""

    region = forms.SlugField(
        max_length=60,
        error_messages={"required": gettext_lazy("Choose a region."), "invalid": gettext_lazy("There is no such region.")},
    )
    task = forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say what it is sent for; it is announced."),
            "max_length": gettext_lazy("A task has at most 300 characters."),
        },
    )

    def command(self) -> SendImmortal:
        return SendImmortal(region=RegionId(self.cleaned_data["region"]), task=self.cleaned_data["task"])


class HomeForm(CommandForm):
    """An Immortal comes back to the Court."""

    immortal = forms.IntegerField(
        min_value=1,
        max_value=999,
        error_messages={"required": gettext_lazy("Choose an Immortal."), "invalid": gettext_lazy("There is no such Immortal.")},
    )
    reason = reason_field()

    def command(self) -> CallImmortalHome:
        return CallImmortalHome(immortal=self.cleaned_data["immortal"], reason=self.cleaned_data["reason"])


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalRow:
    """An Immortal, where it is and why. `may_come`: it can be called home."""

    id: int
    where: str
    why: str
    may_come: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ImmortalsPanel:
    """All Immortals. `court` is where the Court sits, "" where it sits nowhere; `free` of them stand there for a task."""

    court: str
    free: int
    home_in: int
    rows: tuple[ImmortalRow, ...]
    away: tuple[ImmortalRow, ...]
    places: tuple[tuple[RegionId, str], ...]


def immortals_panel(state: GameState) -> ImmortalsPanel:
    """The Immortals as they stand."""
    board = board_of(state.scenario)
    court = state.court.region if state.court else None
    rows = tuple(_row(board, court, each) for each in war_of(state).immortals)
    return ImmortalsPanel(
        court=board.region_name(court) if court else "",
        free=len(free_at_court(state)),
        home_in=state.clock.month + 1,
        rows=rows,
        away=tuple(row for row in rows if row.may_come),
        places=tuple(sorted(((each, board.region_name(each)) for each in board.regions), key=lambda place: place[1])),
    )


def _row(board: Board, court: RegionId | None, each: Immortal) -> ImmortalRow:
    if each.region is None:
        back = say("comes back in the Return of month {month}", month=each.away_until) if each.away_until is not None else ""
        why = say("gone for good") if each.gone else back
        return ImmortalRow(id=each.id, where=say("off the board"), why=why, may_come=False)
    whys = [each.task] if each.task else []
    if each.commander is not None:
        whys.append(say("commanded by {house}", house=board.house_name(each.commander)))
    if each.home_in is not None:
        whys.append(say("goes home in the Return of month {month}", month=each.home_in))
    elif each.region == court:
        whys.append(say("guards the Court"))
    may_come = court is not None and (each.region != court or each.home_in is not None)
    return ImmortalRow(id=each.id, where=board.region_name(each.region), why=", ".join(whys), may_come=may_come)


@require_http_methods(["GET", "POST"])
def immortals(request: HttpRequest, event_id: int) -> HttpResponse:
    """Where every Immortal is; send one, or call one home."""
    door = desk_or_404(request, event_id, Desk.WAR, Desk.COURT)
    place, said = _place(door), None
    send: CommandForm = SendForm(initial=initial())
    home: CommandForm = HomeForm(initial=initial())
    if request.method == "POST":
        given = HomeForm(request.POST) if request.POST.get("act") == "home" else SendForm(request.POST)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, place, "war", "map")
        if not said.stale:
            send, home = (send, given) if isinstance(given, HomeForm) else (given, home)
    panel = immortals_panel(look(request, door).state)
    return question(request, door, "war/desk/_immortals.html", {"panel": panel, "send": send, "home": home}, place, said)


def _place(door: DeskPass) -> Place:
    """The desk that a person comes from: War Control's, else the Court's."""
    room = Room.COURT if Desk.COURT in door.desks and not door.desks & {Desk.WAR, Desk.ORGANIZER} else Room.WAR
    return Place(address=f"{room.value}_desk:desk", tab=room.value, draw=_draw)


def _draw(request: HttpRequest, door: DeskPass, said: Said | None) -> HttpResponse:
    """The same page with what became of a press."""
    panel = immortals_panel(look(request, door).state)
    context = {"panel": panel, "send": SendForm(initial=initial()), "home": HomeForm(initial=initial())}
    return question(request, door, "war/desk/_immortals.html", context, _place(door), said)

"""Who plays, at the check-in desk: somebody on no list, a substitute, two who change places."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.day.people import asked as people
from control.day.people.present import check_in as check_in_desks
from control.day.state import DayState
from control.day.view import player_view
from control.desks.command import initial
from control.desks.frame import look
from control.desks.press import Said, answered, give, question
from control.engine.ids import SeatId
from control.engine.language import say
from control.live import live
from control.models import Seat as SeatRow
from control.people import access, forms
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import HERE, seat_or_404
from control.people.codes import code_view, row_or_404, show_code


@require_http_methods(["GET", "POST"])
def walk_in(request: HttpRequest, event_id: int) -> HttpResponse:
    """Somebody on no list: a name, a team, and the join code at once."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    state = look(request, door).state
    form, said = forms.WalkInForm(initial=initial(), frame=state.frame, teams=state.teams), None
    if request.method == "POST":
        form = forms.WalkInForm(request.POST, frame=state.frame, teams=state.teams)
        said = give(door, form)
        if said.done:
            return _welcome(request, door, frozenset(state.seats), form.cleaned_data["name"])
    return _walk_in(request, door, state, form, said)


def _walk_in(request: HttpRequest, door: DeskPass, state: DayState, form: forms.WalkInForm, said: Said | None) -> HttpResponse:
    words = {"team_title": state.frame.said("team-title"), "hint": state.frame.said("walk-in")}
    return question(request, door, "control/desk/_walk_in.html", {"form": form, "teams": state.teams, **words}, HERE, said)


def _welcome(request: HttpRequest, door: DeskPass, before: frozenset[SeatId], name: str) -> HttpResponse:
    """The new player's code; a second tap that changed nothing shows where to find it."""
    door.event.stream.refresh_from_db()
    state = look(request, door).state
    added = [seat for key, seat in state.seats.items() if key not in before]
    if not added:
        said = Said(
            kind="refused",
            sentence=say("{name} is on the list already; give a new code there if the first was not seen.", name=name.strip()),
        )
        form = forms.WalkInForm(initial=initial(), frame=state.frame, teams=state.teams)
        return _walk_in(request, door, state, form, said)
    row = row_or_404(door, added[0].id)
    return show_code(request, door, added[0], access.issue_code(row))


@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Somebody else plays this character from now on, with a new code: the phone of the one before is out."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    found = seat_or_404(look(request, door).state, seat)
    row = row_or_404(door, found.id)
    form = forms.SubstituteForm(initial=initial(before=found.name, issue=row.issue), seat=found.id)
    said = None
    if request.method == "POST":
        form = forms.SubstituteForm(request.POST, seat=found.id)
        said = give(door, form)
        if said.done:
            return _new_people(request, door, said, ((found.id, form.cleaned_data["issue"]),))
    state = look(request, door).state
    stays = state.frame.said("substituted", rank=found.rank)
    context = {"player": player_view(state, found), "stays": stays, "form": form}
    return question(request, door, "control/desk/_substitute.html", context, HERE, said)


@require_http_methods(["GET", "POST"])
def swap(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Two persons change places, both with new codes: a phone must not stay where its person no longer is."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    state = look(request, door).state
    found = seat_or_404(state, seat)
    row = row_or_404(door, found.id)
    others = [each for team in state.teams for each in people.members(state, team.id) if each.id != found.id]
    form = forms.SwapForm(initial=initial(before=found.name, issue=row.issue), seat=found.id, others=others)
    said = None
    if request.method == "POST":
        # The second press of a double tap names people who have changed places already: it is the desk that knows it.
        names = {each.id: each for each in others}
        form = forms.SwapForm(request.POST, seat=found.id, others=others)
        chosen = request.POST.get("other", "").partition(" ")[0]
        said = give(door, form)
        if said.done and chosen in names:
            other = row_or_404(door, SeatId(chosen))
            return _new_people(request, door, said, ((found.id, form.cleaned_data["issue"]), (SeatId(chosen), other.issue)))
    context = {
        "player": player_view(state, found),
        "form": form,
        "stays": state.frame.said("swapped"),
        "others": tuple(player_view(state, each) for each in others),
    }
    return question(request, door, "control/desk/_swap.html", context, HERE, said)


def _new_people(request: HttpRequest, door: DeskPass, said: Said, seats: Sequence[tuple[SeatId, int]]) -> HttpResponse:
    """New codes for seats that somebody else has taken, for all or, when one was given a code meanwhile, for none.

    Who has no phone gets none; the old phones are out all the same.
    """
    door.event.stream.refresh_from_db()
    state = look(request, door).state
    shown = []
    with transaction.atomic():
        rows = {row.key: row for row in SeatRow.objects.select_for_update().filter(event=door.event, key__in=dict(seats))}
        if any(rows[seat].issue != issue for seat, issue in seats):
            return answered(request, door, said, HERE, "people")
        for seat, _issue_seen in seats:
            if state.seats[seat].marks.phoneless:
                access.issue_code(rows[seat])  # which nobody is told: only the old one must be worthless
            else:
                shown.append(code_view(request, state, state.seats[seat], access.issue_code(rows[seat])))
    for seat, _issue_seen in seats:
        live.throw_out(door.event.pk, seat)
    if not shown:
        return answered(request, door, said, HERE, "people")
    response = question(request, door, "control/desk/_codes.html", {"codes": tuple(shown), "done": said.sentence}, HERE)
    response.headers["HX-Trigger"] = '{"people": "", "journal": ""}'
    return response

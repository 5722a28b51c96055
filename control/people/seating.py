"""Seating at the check-in desk: walk-ins, substitutes, swapped seats, and players in rooms."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control import registry
from control.day.people.presence import check_in as check_in_desks
from control.day.people.seating import RoomPeopleView, room_people_view, seating_desks
from control.day.people.view import all_players, has_no_phone, namesakes, players_now, teams_view
from control.day.view import PlayerView, clock_view
from control.desks.command import initial
from control.desks.frame import Look, draw_page, look, region, room_address
from control.desks.presses import (
    REFUSED,
    PressAnswer,
    PressPlace,
    carry_out,
    carry_out_and_answer,
    close_question,
    draw_question,
    was_carried_out,
)
from control.engine.frame import Frame
from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.language import listed, say
from control.engine.typed_text import clean_typed_name
from control.live import broadcast
from control.models import Seat as SeatRow
from control.people import access, check_in_forms
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import HERE, code_view, row_or_404, seat_or_404, show_code
from control.regions.kinds import DeskRegion, register_source
from control.sheets import sheets

# === who plays ==========================================================================================================

Others = tuple[PlayerView, ...]


@require_http_methods(["GET", "POST"])
def walk_in(request: HttpRequest, event_id: int) -> HttpResponse:
    """Add a player who is not on the list, and show the join code at once."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seen = look(request, door)
    frame, teams = seen.sight.frame, seen.sight.public(teams_view)
    form, said = check_in_forms.WalkInForm(initial=initial(), frame=frame, teams=teams), None
    others: Others = ()
    if request.method == "POST":
        form = check_in_forms.WalkInForm(request.POST, frame=frame, teams=teams)
        others = _namesakes(door, seen, form, TeamId(form.cleaned_data.get("team", ""))) if form.is_valid() else ()
        said = _ask_about_namesakes(others) if others else carry_out(door, form)
        if said.done:
            before = frozenset(each.seat for each in seen.sight.public(all_players))
            return _welcome(request, door, before, form.cleaned_data["name"])
    return _walk_in(request, door, seen, form, said, others)


def _namesakes(
    door: DeskPass,
    seen: Look,
    form: check_in_forms.WalkInForm | check_in_forms.SubstituteForm,
    team: TeamId,
    besides: SeatId | None = None,
) -> Others:
    """Players with the same name. Empty if the sender has confirmed that they are other people, or for a second tap."""
    others = seen.sight.public(namesakes, team, form.cleaned_data["name"], besides)
    if set(form.cleaned_data["another"].split()) == {other.seat for other in others}:
        return ()
    return () if was_carried_out(door, form) else others


def _ask_about_namesakes(others: Others) -> PressAnswer:
    first = others[0]
    sentence = say("{name} is in {team} already. Is it the same person?", name=first.name, team=first.team_name)
    if len(others) > 1:
        teams = listed([other.team_name for other in others])
        sentence = say(
            "{count} players are called {name}: in {teams}. Is it one of them?", count=len(others), name=first.name, teams=teams
        )
    return PressAnswer(kind=REFUSED, sentence=sentence)


def _walk_in(
    request: HttpRequest, door: DeskPass, seen: Look, form: check_in_forms.WalkInForm, said: PressAnswer | None, others: Others = ()
) -> HttpResponse:
    frame = seen.sight.frame
    context = {
        "form": form,
        "others": others,
        "teams": seen.sight.public(teams_view),
        "team_title": frame.said("team-title"),
        "hint": frame.said("walk-in"),
    }
    return draw_question(request, door, "control/desk/_walk_in.html", context, HERE, said)


def _welcome(request: HttpRequest, door: DeskPass, before: frozenset[SeatId], name: str) -> HttpResponse:
    """Show the new player's code. After a second tap without a change, tell where to get one."""
    door.event.stream.refresh_from_db()
    seen = look(request, door)
    called = clean_typed_name(name)  # another desk may have added somebody else at the same moment
    added = [each for each in seen.sight.public(all_players) if each.seat not in before and each.name == called]
    if not added:
        said = PressAnswer(
            kind="refused",
            sentence=say("{name} is on the list already; give a new code there if the first was not seen.", name=name.strip()),
        )
        form = check_in_forms.WalkInForm(initial=initial(), frame=seen.sight.frame, teams=seen.sight.public(teams_view))
        return _walk_in(request, door, seen, form, said)
    row = row_or_404(door, added[0].seat)
    return show_code(request, door, added[0], access.issue_code(row, added[0].name))


@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Let somebody else play this character, with a new code. The former player's phone is signed out."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    row = row_or_404(door, found.seat)
    form = check_in_forms.SubstituteForm(initial=initial(before=found.name, issue=row.issue), seat=found.seat)
    said = None
    others: Others = ()
    if request.method == "POST":
        form = check_in_forms.SubstituteForm(request.POST, seat=found.seat)
        others = _namesakes(door, seen, form, found.team, besides=found.seat) if form.is_valid() else ()
        said = _ask_about_namesakes(others) if others else carry_out(door, form)
        if said.done:
            return _new_people(request, door, said, ((found.seat, form.cleaned_data["issue"]),))
    context = {"player": found, "stays": seen.sight.frame.said("substituted", rank=found.rank), "form": form, "others": others}
    return draw_question(request, door, "control/desk/_substitute.html", context, HERE, said)


@require_http_methods(["GET", "POST"])
def swap(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Swap the seats of two people and issue new codes for both, so that no phone keeps its former seat."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    row = row_or_404(door, found.seat)
    others = tuple(each for each in seen.sight.public(players_now) if each.seat != found.seat)
    form = check_in_forms.SwapForm(initial=initial(before=found.name, issue=row.issue), seat=found.seat, others=others)
    said = None
    if request.method == "POST":
        # A second tap names people who have been swapped already; `carry_out` recognizes it.
        names = {each.seat for each in others}
        form = check_in_forms.SwapForm(request.POST, seat=found.seat, others=others)
        chosen = request.POST.get("other", "").partition(" ")[0]
        said = carry_out(door, form)
        if said.done and chosen in names:
            other = row_or_404(door, SeatId(chosen))
            return _new_people(request, door, said, ((found.seat, form.cleaned_data["issue"]), (SeatId(chosen), other.issue)))
    context = {
        "player": found,
        "form": form,
        "stays": seen.sight.frame.said("swapped"),
        "others": others,
    }
    return draw_question(request, door, "control/desk/_swap.html", context, HERE, said)


def _new_people(request: HttpRequest, door: DeskPass, said: PressAnswer, seats: Sequence[tuple[SeatId, int]]) -> HttpResponse:
    """Issue new codes for seats with new people: for all, or for none if one got another code meanwhile.

    Codes for players without a phone are not shown. The old phones are signed out in any case.
    """
    door.event.stream.refresh_from_db()
    sight = look(request, door).sight
    shown = []
    with transaction.atomic():
        rows = {row.key: row for row in SeatRow.objects.select_for_update().filter(event=door.event, key__in=dict(seats))}
        if any(rows[seat].issue != issue for seat, issue in seats):
            return close_question(request, door, said, HERE, "people")
        for seat, _issue_seen in seats:
            player = seat_or_404(sight, seat)
            code = access.issue_code(rows[seat], player.name)
            if not sight.view(has_no_phone, seat):  # without a phone, the new code only makes the old one invalid
                shown.append(code_view(request, player, code))
    for seat, _issue_seen in seats:
        broadcast.close_seat(door.event.pk, seat)
    if not shown:
        return close_question(request, door, said, HERE, "people")
    response = draw_question(request, door, "control/desk/_codes.html", {"codes": tuple(shown), "done": said.sentence}, HERE)
    response.headers["HX-Trigger"] = '{"people": "", "journal": ""}'
    return response


# === rooms ==============================================================================================================


def people_of(seen: Look, room: str) -> RoomPeopleView:
    """The players of one room this month, with the sheets that have arrived."""
    kinds = [kind.kind for kind in registry.sheet_kinds(seen.sight.realm).values() if kind.room == room]
    month = seen.sight.public(clock_view).month
    sent = frozenset(seat for kind in kinds for seat in sheets.seats_sent(seen.event_id, kind, month)) if kinds else None
    return seen.sight.view(room_people_view, room, sent)


def _room_part(room: str) -> DeskRegion:
    return DeskRegion(
        name=f"seats_{room}",
        template="control/desk/_room_people.html",
        topics=("people", "sheets", "clock"),
        view=lambda seen: people_of(seen, room),
        desks=lambda frame: seating_desks_or_404(frame, room),
    )


def _parts(realm: str) -> list[DeskRegion]:
    return [_room_part(room) for room in registry.realm(realm).frame.room_ids]


register_source(_parts)


def seating_desks_or_404(frame: Frame, room: str) -> frozenset[DeskId]:
    """The desks that seat players in a room.

    Raises:
        Http404: the game has no such room.
    """
    if room not in frame.room_ids:
        raise Http404(say("No such room."))
    return seating_desks(frame, room)


def door_or_404(request: HttpRequest, event_id: int, room: str) -> DeskPass:
    """A member of staff at a desk that seats players in this room.

    Raises:
        Http404: no such room or event, or not at such a desk.
    """
    return desk_or_404(request, event_id, of=lambda frame: seating_desks_or_404(frame, room))


@require_GET
def room_people(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """The page of a room's players, and of those who can be seated there."""
    return room_people_page(request, door_or_404(request, event_id, room), room)


def room_people_page(request: HttpRequest, door: DeskPass, room: str, said: PressAnswer | None = None) -> HttpResponse:
    """The page of a room's players, with the result of a press."""
    seen = look(request, door)
    desk = room_address(seen, room) if seen.sits_at(seen.sight.frame.desk_of(room)) else ""
    context = {
        "said": said,
        "title": seen.sight.frame.room_name(room),
        "seats": region(seen, f"seats_{room}"),
        "back": desk or seen.address("people"),
        "back_words": say("Back to the desk") if desk else say("Back to check-in"),
    }
    return draw_page(request, "control/desk/room_people.html", seen, room, context)


@require_POST
def seat_here(request: HttpRequest, event_id: int, room: str) -> HttpResponse:
    """Seat a player in this room."""
    door = door_or_404(request, event_id, room)

    def page(request: HttpRequest, door: DeskPass, said: PressAnswer | None) -> HttpResponse:
        return room_people_page(request, door, room, said)

    place = PressPlace(address="desk:room-people", tab=room, draw=page, rest=(room,))
    return carry_out_and_answer(request, door, check_in_forms.SeatHereForm(request.POST, room=room), place, "people")

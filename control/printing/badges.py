"""Badges: name, character, team and rank, with a QR code to join for players with a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control.day.prints import printed_players
from control.day.view import PlayerView
from control.desks.frame import Look, draw_page, look
from control.engine.ids import SeatId
from control.engine.language import say
from control.live import broadcast
from control.models import Seat as SeatRow
from control.people import access, events, join_codes
from control.people.access import DeskPass
from control.printing.paper import PAPERS, BadgesForm, badge_desks, paper, printing_desk, qr
from control.watch.addresses import for_phones


class BadgeLine(Struct, frozen=True, kw_only=True):
    """A player on the list of badges. `issue`: number of codes given out; the form replaces the last one."""

    player: PlayerView
    issue: int
    has_code: bool
    phoneless: bool

    @property
    def done(self) -> bool:
        """Whether the badge was printed: with a code, or at all for a player without a phone."""
        return self.issue > 0 if self.phoneless else self.has_code


class PrintedBadge(Struct, frozen=True, kw_only=True):
    """One badge. `qr` and `code` are empty for a player without a phone, and for badges without codes."""

    player: PlayerView
    qr: str = ""
    code: str = ""
    address: str = ""
    phoneless: bool = False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badges(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the badges. Only hashes of codes are stored, so a badge with a code is printed by the answer
    that creates the code.
    """
    door = printing_desk(request, event_id, badge_desks)
    if request.method == "POST":
        return _draw_badges(request, door)
    events.add_missing_seats(door.event)
    seen = look(request, door)
    if "plain" in request.GET:
        plain = tuple(PrintedBadge(player=each.player) for each in seen.sight.view(printed_players))
        return paper(request, seen, "control/print/badges.html", say("Badges without codes"), {"badges": plain, "left_out": ()})
    return _badge_list(request, seen)


def _badge_list(request: HttpRequest, seen: Look, refused: str = "") -> HttpResponse:
    rows = {row.key: row for row in seen.door.event.seats.all()}
    lines = tuple(
        BadgeLine(
            player=each.player,
            issue=rows[each.player.seat].issue,
            has_code=rows[each.player.seat].code_hash is not None,
            phoneless=each.phoneless,
        )
        for each in seen.sight.view(printed_players)
        if each.player.seat in rows
    )
    context = {"lines": lines, "refused": refused, "papers": tuple((size, say(words)) for size, words in PAPERS)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return draw_page(request, "control/print/badge_list.html", seen, "print", context, status)


def _draw_badges(request: HttpRequest, door: DeskPass) -> HttpResponse:
    form = BadgesForm(request.POST)
    seen = look(request, door)
    wanted = [each for each in seen.sight.view(printed_players) if each.player.seat in form.seats]
    if form.broken or len(wanted) != len(form.seats):
        return _badge_list(request, seen, say("This list is out of date or broken; look at it again."))
    if not wanted:
        return _badge_list(request, seen, say("Tick whose badges are to be printed."))
    codes = _issue_codes(door, {each.player.seat: each.player.name for each in wanted if not each.phoneless}, form.seats)
    _count_without_code(door, [each.player.seat for each in wanted if each.phoneless])
    made = []
    for each in wanted:
        code = codes.get(each.player.seat, "")
        if not code and not each.phoneless:
            continue
        address = for_phones(request, reverse("control:link", args=[code])) if code else ""
        made.append(
            PrintedBadge(
                player=each.player,
                qr=qr(address) if code else "",
                code=join_codes.shown(code) if code else "",
                address=for_phones(request, "/") if code else "",
                phoneless=each.phoneless,
            )
        )
    left_out = tuple(each.player for each in wanted if each.player.seat not in codes and not each.phoneless)
    return paper(request, seen, "control/print/badges.html", say("Badges"), {"badges": tuple(made), "left_out": left_out})


def _issue_codes(door: DeskPass, names: Mapping[SeatId, str], issues: Mapping[str, int]) -> Mapping[SeatId, str]:
    """New codes for seats whose code is still the one that the sender saw. A second press creates no second code."""
    found: dict[SeatId, str] = {}
    out = []
    with transaction.atomic():
        for row in SeatRow.objects.select_for_update().filter(event=door.event, key__in=names).order_by("key"):
            if row.issue == issues[row.key]:
                if row.issue:
                    out.append(row.key)
                found[SeatId(row.key)] = access.issue_code(row, names[SeatId(row.key)])
    for key in out:
        broadcast.close_seat(door.event.pk, key)
    return found


def _count_without_code(door: DeskPass, seats: Sequence[SeatId]) -> None:
    """Count a badge without a code as printed. No code becomes invalid by it."""
    SeatRow.objects.filter(event=door.event, key__in=seats, code_hash=None).update(issue=F("issue") + 1)

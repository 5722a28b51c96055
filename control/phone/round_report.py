"""Round report of a player on one page: orders, their outcomes, gains and losses, and reasons.

It is composed from the reports (`control.journal.reports`) to this player and the own team. So players who were away read what
happened, and nobody reads another's reports. Everybody also reads the round's news as sent. A round can be read once its last
acting phase is over (`control.day.past_rounds`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.news.view import dispatches_sent
from control.day.past_rounds import RoundsTold, rounds_over
from control.day.sheets import month_now
from control.day.situation import own_player
from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.ids import RoomId
from control.engine.language import say
from control.engine.reports import Report, ReportKind
from control.journal.reports import reports_of_rounds
from control.people.access import SeatPass, seat_pass
from control.phone.pages import Page, page_of
from control.phone.report_lines import HeadLine, ReportLine, Sum, head_lines, report_lines, sums_of
from control.phone.sight import PhoneSight, sight_of
from control.regions.sight import Sight
from control.registry import PagePanel
from control.sheets import offline as kept

# === round report =======================================================================================================


class RoundHead(Struct, frozen=True, kw_only=True):
    """A round in short: gains and losses of the player and of the team, and a few lines. `whole`: the text of the link to the full
    report.
    """

    title: str
    address: str
    whole: str
    team: str
    sums: tuple[Sum, ...]
    team_sums: tuple[Sum, ...]
    lines: tuple[HeadLine, ...]


class RoundSection(Struct, frozen=True, kw_only=True):
    """One part of the page: a room with the player's own lines and the team's, or a topic outside the rooms.

    `more`: what the room adds. `sums`: totals at the end of a part with countable things.
    """

    title: str
    own: tuple[ReportLine, ...] = ()
    team: tuple[ReportLine, ...] = ()
    sums: tuple[Sum, ...] = ()
    more: PagePanel | None = None


class RoundLink(Struct, frozen=True, kw_only=True):
    """A link to another round."""

    title: str
    address: str


class WholeRound(Struct, frozen=True, kw_only=True):
    """The full report of one round for one player. `stands`: the situation at its end, for the newest round only."""

    head: RoundHead
    stands: str
    sections: tuple[RoundSection, ...]
    none: str
    before: RoundLink | None
    after: RoundLink | None


# --- what the phone shows -----------------------------------------------------------------------------------------------


def fresh_round(seen: PhoneSight) -> RoundHead | None:
    """The round that has just ended, in short; None while another one is played."""
    number = seen.sight.public(rounds_over).fresh
    if not number:
        return None
    return head_of(seen.sight.frame, number, reports_of(seen.door, seen.who.team, number), news_of(seen.sight, number))


def immediate_lines(seen: PhoneSight) -> tuple[ReportLine, ...]:
    """Changes for the player caused by what happened to others, newest first: of this round, and of the last while it is fresh."""
    told: RoundsTold = seen.sight.public(rounds_over)
    audiences = frozenset({f"seat:{seen.door.seat}"})
    found = reports_of_rounds(seen.door.event.stream, (told.fresh, seen.sight.public(month_now)), audiences)
    return report_lines(each.report for each in reversed(found) if each.report.at_once)


def rounds_so_far(seen: PhoneSight) -> tuple[str, tuple[RoundLink, ...]] | None:
    """Links to all finished rounds, newest first, with their heading; None before there is any."""
    told: RoundsTold = seen.sight.public(rounds_over)
    if not told.last:
        return None
    frame = seen.sight.frame
    return frame.said("own-rounds"), tuple(_step(frame, number) for number in range(told.last, 0, -1))


def reports_of(door: SeatPass, team: str, number: int) -> tuple[Report, ...]:
    """The reports of a round to this player and the own team, in order."""
    audiences = frozenset({f"seat:{door.seat}", f"team:{team}"})
    return tuple(each.report for each in reports_of_rounds(door.event.stream, (number,), audiences))


def news_of(sight: Sight[DayState], number: int) -> tuple[str, ...]:
    """The news of a round as everybody reads them; none before they are sent."""
    return next((each.lines for each in sight.view(dispatches_sent) if each.round == number), ())


# --- the page -----------------------------------------------------------------------------------------------------------


@ensure_csrf_cookie
@never_cache
@require_safe
def whole_round(request: HttpRequest, number: int) -> HttpResponse:
    """Show the page of one finished round to this phone's player."""
    door = seat_pass(request)
    if door is None:
        return HttpResponseRedirect(reverse("control:join"))
    sight: Sight[DayState] = sight_of(door)
    told: RoundsTold = sight.public(rounds_over)
    if not 1 <= number <= told.last:
        raise Http404(say("This round is not over yet."))
    team = sight.view(own_player).team
    page: Page = page_of(door.event, sight, "player")
    context = {
        "page": page,
        "team": team,
        "round": _whole_round(sight, door, team, number, told.last),
        "rulebook": registry.realm(sight.realm).rules.rulebook is not None,
        "styles": tuple(dict.fromkeys(style for room in registry.rooms(sight.realm).values() for style in room.phone.styles)),
    }
    return kept.mark(request, render(request, "control/round.html", context))


def _whole_round(sight: Sight[DayState], door: SeatPass, team: str, number: int, last: int) -> WholeRound:
    frame, parts = sight.frame, registry.realm(sight.realm).phone
    reports, news = reports_of(door, team, number), news_of(sight, number)
    stands = sight.view(parts.stands) if number == last and parts.stands is not None else ""
    return WholeRound(
        head=head_of(frame, number, reports, news),
        stands=stands,
        sections=tuple(sections_of(sight, number, reports, news)),
        none=frame.said("own-round-none"),
        before=_step(frame, number - 1) if number > 1 else None,
        after=_step(frame, number + 1) if number < last else None,
    )


def sections_of(sight: Sight[DayState], number: int, reports: tuple[Report, ...], news: tuple[str, ...]) -> Iterator[RoundSection]:
    """All sections of a round: what happened to the player, each room, things held, the team, and the news."""
    frame, apps = sight.frame, registry.rooms(sight.realm)
    own, team = [each for each in reports if _is_own(each)], [each for each in reports if _is_team(each)]
    mine = [each for each in own if each.kind is not ReportKind.HOLDING]
    yield from _part(say("You"), own=(each for each in mine if each.room is None))
    for room in frame.room_ids:
        app = apps.get(room)
        details = app.phone.round_details if app is not None else None
        shown = sight.view(details.sees, number) if details is not None else None
        more = details.draw(shown) if details is not None and shown is not None else None
        yield from _part(frame.room_name(room), own=_in_room(mine, room), team=_in_room(team, room), more=more)
    held = [each for each in own if each.kind is ReportKind.HOLDING]
    yield from _part(say("Won and lost"), own=held, sums=sums_of(held))
    yield from _part(frame.said("own-team"), own=(each for each in team if each.room is None))
    if news:
        yield RoundSection(title=say("News"), own=tuple(ReportLine(words=each) for each in news))


def _in_room(reports: Iterable[Report], room: RoomId) -> Iterator[Report]:
    return (each for each in reports if each.room == room)


def _part(
    title: str,
    *,
    own: Iterable[Report] = (),
    team: Iterable[Report] = (),
    sums: tuple[Sum, ...] = (),
    more: PagePanel | None = None,
) -> Iterator[RoundSection]:
    found = RoundSection(title=title, own=report_lines(own), team=report_lines(team), sums=sums, more=more)
    if found.own or found.team or found.more:
        yield found


# --- in short -----------------------------------------------------------------------------------------------------------


def head_of(frame: Frame, number: int, reports: tuple[Report, ...], news: tuple[str, ...]) -> RoundHead:
    """A round in short, with a link to its full report on the phone."""
    own, team = [each for each in reports if _is_own(each)], [each for each in reports if _is_team(each)]
    step = _step(frame, number)
    return RoundHead(
        title=step.title,
        address=step.address,
        whole=frame.said("own-round-whole"),
        team=frame.said("own-team"),
        sums=sums_of(own),
        team_sums=sums_of(team),
        lines=head_lines(frame, own, team, news),
    )


def _is_own(report: Report) -> bool:
    return report.to.startswith("seat:")


def _is_team(report: Report) -> bool:
    return report.to.startswith("team:")


def _step(frame: Frame, number: int) -> RoundLink:
    return RoundLink(title=frame.said("own-round", number=number), address=reverse("control:round", args=[number]))

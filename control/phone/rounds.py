"""A player's round on one page: what was ordered, what became of it, what was won or lost, and why; above it the same in short.

It is put together from reports (`control.journal.reports`) to this player and the own team, so whoever was away reads what
happened, and nobody reads what is told to another. What everybody reads are the round's news, as they went out. A round is told
once its last acting phase is over (`control.day.retold`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from control import registry
from control.day.news.view import dispatches_sent
from control.day.retold import RoundsTold, rounds_told
from control.day.situation import own_player
from control.day.state import DayState
from control.engine.frame import Frame
from control.engine.ids import RoomId
from control.engine.language import say
from control.engine.reports import Change, Fate, Report, ReportKind
from control.journal.reports import reported
from control.people.access import SeatPass, seat_pass
from control.phone.look import Seen, sight_of
from control.phone.pages import Page, page_of
from control.regions.sight import Sight
from control.registry import Panel
from control.sheets import kept_views as kept

HEAD_LINES: Final = 4
OWN_LINES: Final = 2  # of those, at most, what befell the player beside any room


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """Won or lost of one thing in a round: "+3", "Power"."""

    what: str
    by: str
    good: bool
    bad: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadLine:
    """One line of a round in short. `where` is a room, "" for what all rooms share; `fate` marks how it ended, "" for none."""

    words: str
    where: str = ""
    fate: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundHead:
    """A round in short: what was won and lost, by the player and by the team, and a few lines. `whole` leads to all of it."""

    title: str
    address: str
    whole: str
    team: str
    sums: tuple[Sum, ...]
    team_sums: tuple[Sum, ...]
    lines: tuple[HeadLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One report, as it is read."""

    words: str
    act: str = ""
    why: str = ""
    rule: str = ""
    fate: str = ""
    sums: tuple[Sum, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the page: a room with what is the player's own and what the team's, or what is told beside the rooms.

    `more` is what the room adds to it; `sums` close a part in which things are counted.
    """

    title: str
    own: tuple[Told, ...] = ()
    team: tuple[Told, ...] = ()
    sums: tuple[Sum, ...] = ()
    more: Panel | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The way to another round."""

    title: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeRound:
    """Everything that one player reads of one round; `stands` is what is so at its end, of the newest."""

    head: RoundHead
    stands: str
    sections: tuple[Section, ...]
    none: str
    before: Step | None
    after: Step | None


# --- what the phone shows -----------------------------------------------------------------------------------------------


def fresh_round(seen: Seen) -> RoundHead | None:
    """The round that has just been played, in short; None while another one is."""
    number = seen.sight.public(rounds_told).fresh
    if not number:
        return None
    return _head(seen.sight.frame, number, reports_of(seen.door, seen.who.team, number), news_of(seen.sight, number))


def rounds_so_far(seen: Seen) -> tuple[str, tuple[Step, ...]] | None:
    """The ways to all rounds that are over, the newest first, under what they are called; None before there is any."""
    told: RoundsTold = seen.sight.public(rounds_told)
    if not told.last:
        return None
    frame = seen.sight.frame
    return frame.said("own-rounds"), tuple(_step(frame, number) for number in range(told.last, 0, -1))


def reports_of(door: SeatPass, team: str, number: int) -> tuple[Report, ...]:
    """What is reported of a round to this player and the own team, in its order."""
    audiences = frozenset({f"seat:{door.seat}", f"team:{team}"})
    return tuple(each.report for each in reported(door.event.stream, (number,), audiences))


def news_of(sight: Sight[DayState], number: int) -> tuple[str, ...]:
    """The news of a round as everybody reads them; none before they have gone out."""
    return next((each.lines for each in sight.view(dispatches_sent) if each.round == number), ())


# --- the page -----------------------------------------------------------------------------------------------------------


@ensure_csrf_cookie
@never_cache
@require_safe
def whole_round(request: HttpRequest, number: int) -> HttpResponse:
    """The page of one round that is over, for the player whose phone this is."""
    door = seat_pass(request)
    if door is None:
        return HttpResponseRedirect(reverse("control:join"))
    sight: Sight[DayState] = sight_of(door)
    told: RoundsTold = sight.public(rounds_told)
    if not 1 <= number <= told.last:
        raise Http404(say("This round is not over yet."))
    team = sight.view(own_player).team
    page: Page = page_of(door.event, sight, "player")
    context = {
        "page": page,
        "team": team,
        "round": _whole(sight, door, team, number, told.last),
        "rulebook": registry.realm(sight.realm).rulebook is not None,
        "styles": tuple(dict.fromkeys(style for room in registry.rooms(sight.realm).values() for style in room.styles)),
    }
    return kept.mark(request, render(request, "control/round.html", context))


def _whole(sight: Sight[DayState], door: SeatPass, team: str, number: int, last: int) -> WholeRound:
    frame, parts = sight.frame, registry.realm(sight.realm).phone
    reports, news = reports_of(door, team, number), news_of(sight, number)
    stands = sight.view(parts.stands) if number == last and parts.stands is not None else ""
    return WholeRound(
        head=_head(frame, number, reports, news),
        stands=stands,
        sections=tuple(_sections(sight, number, reports, news)),
        none=frame.said("own-round-none"),
        before=_step(frame, number - 1) if number > 1 else None,
        after=_step(frame, number + 1) if number < last else None,
    )


def _sections(sight: Sight[DayState], number: int, reports: tuple[Report, ...], news: tuple[str, ...]) -> Iterator[Section]:
    """What befell the player first, room by room then what was done there, what is held, the team's, what is everybody's."""
    frame, apps = sight.frame, registry.rooms(sight.realm)
    own, team = [each for each in reports if _is_own(each)], [each for each in reports if _is_team(each)]
    mine = [each for each in own if each.kind is not ReportKind.HOLDING]
    yield from _part(say("You"), own=(each for each in mine if each.room is None))
    for room in frame.room_ids:
        app = apps.get(room)
        shown = sight.view(app.retold.sees, number) if app is not None and app.retold is not None else None
        more = app.retold.draw(shown) if app is not None and app.retold is not None and shown is not None else None
        yield from _part(frame.room_name(room), own=_in(mine, room), team=_in(team, room), more=more)
    held = [each for each in own if each.kind is ReportKind.HOLDING]
    yield from _part(say("Won and lost"), own=held, sums=_sums(held))
    yield from _part(frame.said("own-team"), own=(each for each in team if each.room is None))
    if news:
        yield Section(title=say("News"), own=tuple(Told(words=each) for each in news))


def _in(reports: Iterable[Report], room: RoomId) -> Iterator[Report]:
    return (each for each in reports if each.room == room)


def _part(
    title: str,
    *,
    own: Iterable[Report] = (),
    team: Iterable[Report] = (),
    sums: tuple[Sum, ...] = (),
    more: Panel | None = None,
) -> Iterator[Section]:
    found = Section(title=title, own=_told(own), team=_told(team), sums=sums, more=more)
    if found.own or found.team or found.more:
        yield found


def _told(reports: Iterable[Report]) -> tuple[Told, ...]:
    """Each report as it is read; what is said once more, and counts nothing, is not said again."""
    found: dict[object, Told] = {}
    for at, each in enumerate(reports):
        told = Told(words=each.words, act=each.act, why=each.why, rule=each.rule, fate=each.fate or "", sums=_sums((each,)))
        found.setdefault(at if each.changes or each.act else told, told)
    return tuple(found.values())


# --- in short -----------------------------------------------------------------------------------------------------------


def _head(frame: Frame, number: int, reports: tuple[Report, ...], news: tuple[str, ...]) -> RoundHead:
    own, team = [each for each in reports if _is_own(each)], [each for each in reports if _is_team(each)]
    step = _step(frame, number)
    return RoundHead(
        title=step.title,
        address=step.address,
        whole=frame.said("own-round-whole"),
        team=frame.said("own-team"),
        sums=_sums(own),
        team_sums=_sums(team),
        lines=tuple(_lines(frame, own, news))[:HEAD_LINES],
    )


def _lines(frame: Frame, own: list[Report], news: tuple[str, ...]) -> Iterator[HeadLine]:
    """What befell the player, then room by room what became of the turns there; whoever did nothing reads so, then what is new."""
    mine = [each for each in own if each.kind is not ReportKind.HOLDING]
    befell = [each for each in mine if each.room is None and each.kind is ReportKind.OUTCOME]
    yield from (_line(each) for each in befell[-OWN_LINES:])
    for room in frame.room_ids:
        there = [each for each in mine if each.room == room]
        if there:
            yield _room_line(frame.room_name(room), there)
    if not any(each.room is not None for each in mine):
        yield HeadLine(words=frame.said("own-round-idle"))
    yield from (HeadLine(words=each) for each in news[:1])


def _line(report: Report, where: str = "") -> HeadLine:
    words = say("{act}: {words}", act=report.act, words=report.words) if report.act else report.words
    return HeadLine(words=words, where=where, fate=report.fate or "")


def _room_line(name: str, there: list[Report]) -> HeadLine:
    """How many of the turns in a room came off, and the first that did not; else the last that is told of them."""
    judged = [each for each in there if each.fate is not None]
    if len(judged) < 2:
        outcomes = [each for each in there if each.kind is ReportKind.OUTCOME]
        return _line((judged or outcomes or there)[-1], name)
    done = sum(each.fate is Fate.DONE for each in judged)
    if done == len(judged):
        return HeadLine(where=name, words=say("All {count} came off.", count=done), fate=Fate.DONE)
    failed = next(each for each in judged if each.fate is not Fate.DONE)
    nothing = all(each.fate is Fate.NOTHING for each in judged)
    words = (
        say("{done} of {count} came off. Not all of: {act}.", done=done, count=len(judged), act=failed.act or failed.words)
        if failed.fate is Fate.PART
        else say("{done} of {count} came off. Not: {act}.", done=done, count=len(judged), act=failed.act or failed.words)
    )
    return HeadLine(where=name, words=words, fate=Fate.NOTHING if nothing else Fate.PART)


def _sums(reports: Iterable[Report]) -> tuple[Sum, ...]:
    """All changes of one name added up, in the order in which they were named first."""
    found: dict[str, int] = {}
    for change in (change for each in reports for change in each.changes):
        found[change.what] = found.get(change.what, 0) + change.by
    return tuple(_sum(Change(what=what, by=by)) for what, by in found.items())


def _sum(change: Change) -> Sum:
    sign = "+" if change.by > 0 else "−" if change.by < 0 else "±"
    return Sum(what=change.what, by=f"{sign}{abs(change.by)}", good=change.by > 0, bad=change.by < 0)


def _is_own(report: Report) -> bool:
    return report.to.startswith("seat:")


def _is_team(report: Report) -> bool:
    return report.to.startswith("team:")


def _step(frame: Frame, number: int) -> Step:
    return Step(title=frame.said("own-round", number=number), address=reverse("control:round", args=[number]))

"""Front page of a debrief: the winner, the turning points, the final standing, and the visitor's own day in short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.debrief.access import DebriefPass, admit_by_link, debrief_or_404
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.knowledge import ToldJournal, past_of
from control.debrief.own_day import DayHeadline, short_summary
from control.debrief.time_machine import MomentPiece, address_of, sight_at, time_machine_parts
from control.engine.chronicle import TRUTH
from control.engine.language import later, say
from control.engine.reports import ReportKind
from control.registry import EMPTY, PagePanel

# === front page =========================================================================================================


TURNS = 6  # turning points on the page

register(DebriefSection(name="start", title=later("The day"), address="debrief:start", order=0))


class TurningPoint(Struct, frozen=True, kw_only=True):
    """A moment that decided the day."""

    round: str
    words: str
    address: str
    hidden: bool  # some people did not know it then


class StartView(Struct, frozen=True, kw_only=True):
    """Front page. `ending`: the game's own picture of the end. `stood`: the summary pieces at the end."""

    ending: PagePanel | None
    turns: tuple[TurningPoint, ...]
    stood: tuple[MomentPiece, ...]
    begin: str  # address of the first moment
    fooled: str  # address of the time machine; it opens with the truth and the visiting player's view
    mine: tuple[DayHeadline, ...]  # the visiting player's day in three sentences
    day: str  # address of that player's day; for others, of the list of all players


def start_view(door: DebriefPass, past: ToldJournal) -> StartView:
    event, last = door.event, past.ends[-1]
    piece = registry.realm(event.stream.engine).hall.ending
    ending = piece.of(event.pk, sight_at(event.stream, last)) if piece is not None else EMPTY
    return StartView(
        ending=ending if ending is not EMPTY else None,
        turns=tuple(_turning_points(door, past)),
        stood=tuple(stood(door, last)),
        begin=address_of(event.pk, past.settled(1)),
        fooled=reverse("debrief:moments", args=[event.pk]),
        mine=short_summary(door, door.seat) if door.seat is not None else (),
        day=reverse("debrief:day", args=[event.pk, door.seat]) if door.seat else reverse("debrief:days", args=[event.pk]),
    )


def _turning_points(door: DebriefPass, past: ToldJournal) -> Iterator[TurningPoint]:
    """Weightiest public news and weightiest secrets, half of each, in the order of the day.

    A moment appears once. News of equal weight count as one sort, and only the last of a sort appears, because nothing undid it.
    Secrets of one kind appear at most twice.
    """
    news = [each for each in past.reports if each.report.kind is ReportKind.NEWS and each.report.to == "all"]
    read = [
        _Told(str(each.report.weight), each.seq, each.round, each.report.words, hidden=False)
        for each in sorted(news, key=lambda each: (-each.report.weight, -each.seq))
    ]
    secret = [
        _Told(fact.kind, fact.seq, fact.round, fact.words, hidden=not any(to == "all" for to, _seq in fact.known))
        for fact in sorted(past.chronicle.facts, key=lambda fact: (-fact.weight, fact.seq))
    ]
    chosen: dict[int, _Told] = {}
    for found, alike in ((read, 1), (secret, 2)):
        sorts: Counter[str] = Counter()
        most = len(chosen) + TURNS // 2
        for each in found:
            at = past.settled(each.seq)
            if at not in chosen and sorts[each.sort] < alike and len(chosen) < most:
                chosen[at] = each
                sorts[each.sort] += 1
    for at, each in sorted(chosen.items()):
        title = door.sight.frame.round_title(each.round) if each.round else say("Before the day")
        yield TurningPoint(round=title, words=each.words, address=address_of(door.event.pk, at), hidden=each.hidden)


class _Told(Struct, frozen=True):
    """Candidate for a turning point."""

    sort: str
    seq: int
    round: int
    words: str
    hidden: bool


def stood(door: DebriefPass, seq: int) -> Iterator[MomentPiece]:
    """Summary pieces of the time machine at this moment, without its maps."""
    sight = sight_at(door.event.stream, seq)
    for look in time_machine_parts(door.event.stream.engine):
        shown = sight.public(look.sees, TRUTH) if look.sums else None
        if shown is not None:
            yield MomentPiece(name=look.name, title=say(look.title), wide=look.wide, panel=look.draw(door.event.pk, shown))


@never_cache
@require_safe
def start(request: HttpRequest, event_id: int) -> HttpResponse:
    """Front page."""
    door = debrief_or_404(request, event_id)
    shown = start_view(door, past_of(door.event.stream))
    return draw(request, door, "start", "control/debrief/start.html", {"start": shown})


@never_cache
@require_safe
def link(request: HttpRequest, event_id: int, key: str) -> HttpResponse:
    """Accept the public link and set its cookie, which opens the debrief from then on."""
    return admit_by_link(request, event_id, key, HttpResponseRedirect(reverse("debrief:start", args=[event_id])))

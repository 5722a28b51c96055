"""The access log, for the organizer: who gave codes, came in, was shut out, looked at what; newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from control.day.people.view import all_players
from control.desks.frame import Look, draw_page, look, regions
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.models import AuditLine, Membership
from control.people import staff
from control.people.access import desk_or_404
from control.people.audit import Kind
from control.people.audit_words import GROUPS, KINDS, sentence_of, who_did
from control.regions.kinds import RegionKind, register

PAGE = 50  # lines


class AuditFilter(forms.Form):
    """Which lines are shown."""

    who = forms.CharField(max_length=150, required=False)
    what = forms.ChoiceField(choices=[(each, each) for each in KINDS], required=False)
    month = forms.IntegerField(min_value=0, max_value=999, required=False)
    until = forms.DateTimeField(required=False)
    before = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """A line as the page shows it."""

    at: datetime
    when: str  # "Month 3"; empty before the first, and for what belongs to no event
    what: str
    who: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditView:
    """A page of the log, newest first. `older` is where the next page begins, 0 at the end; `query` the filter for its address."""

    rows: tuple[AuditRow, ...]
    older: int
    filtered: bool
    query: str


def audit_view(seen: Look) -> AuditView:
    """The lines that the filter leaves."""
    asked = AuditFilter(seen.query)
    asked.is_valid()
    given = asked.cleaned_data
    found = _asked(lines_of(seen.event_id), given)
    rows = list(found[: PAGE + 1])
    names = names_of(seen)
    query = seen.query.copy()
    query.pop("before", None)
    return AuditView(
        rows=tuple(_row(seen, line, names) for line in rows[:PAGE]),
        older=rows[PAGE - 1].pk if len(rows) > PAGE else 0,
        filtered=any(given.get(name) not in (None, "") for name in ("who", "what", "month", "until")),
        query=query.urlencode(),
    )


def lines_of(event_id: int) -> QuerySet[AuditLine]:
    """The lines of an event, and those of all events that are about an account of its team, now or before."""
    given = (Kind.DESKS_GIVEN.value, Kind.DESKS_WITHDRAWN.value)
    now = Membership.objects.filter(event=event_id).values("user__username")
    once = AuditLine.objects.filter(event=event_id, kind__in=given).values("about")
    strangers = Q(kind=Kind.LOGIN_REFUSED.value, about="")
    ours = Q(event=None) & (Q(about__in=now) | Q(about__in=once) | strangers)
    return AuditLine.objects.filter(Q(event=event_id) | ours).select_related("named").order_by("-pk")


def names_of(seen: Look) -> dict[str, str]:
    """Every player's name, by seat."""
    return {str(each.seat): each.name for each in seen.sight.public(all_players)}


def _asked(lines: QuerySet[AuditLine], given: dict[str, Any]) -> QuerySet[AuditLine]:
    if who := given.get("who"):
        lines = lines.filter(Q(by=who) | Q(about=who))
    if what := given.get("what"):
        lines = lines.filter(kind__in=[kind.value for kind in KINDS[what]])
    if given.get("month") is not None:
        lines = lines.filter(month=given["month"], event__isnull=False)
    if until := given.get("until"):
        lines = lines.filter(at__lte=until)
    if before := given.get("before"):
        lines = lines.filter(pk__lt=before)
    return lines


def _row(seen: Look, line: AuditLine, names: dict[str, str]) -> AuditRow:
    frame = seen.sight.frame
    return AuditRow(
        at=line.at,
        when=frame.round_title(line.month) if line.month else "",
        what=sentence_of(line, frame, seen.sight.realm, names),
        who=who_did(line, frame, names),
        address=line.address,
    )


register(
    RegionKind(
        name="audit",
        template="control/desk/_audit.html",
        topics=(staff.TOPIC, "people"),
        view=audit_view,
        desks=ORGANIZER_ONLY,
        also="input from:#audit-filter delay:200ms, change from:#audit-filter",
        include="#audit-filter",
    )
)


@require_GET
def page(request: HttpRequest, event_id: int) -> HttpResponse:
    """The access log."""
    seen = look(request, desk_or_404(request, event_id, ORGANIZER))
    filters = AuditFilter(request.GET)
    filters.is_valid()
    lines, names, frame = lines_of(event_id), names_of(seen), seen.sight.frame
    people = {each for pair in lines.order_by().values_list("by", "about").distinct() for each in pair}
    accounts = set(staff.team(event_id)) | set(lines.order_by().values_list("by", flat=True).distinct())
    known = {each: names.get(each, each) for each in people if each and (each in names or each in accounts)}
    months = sorted(lines.filter(month__gt=0).order_by().values_list("month", flat=True).distinct(), reverse=True)
    context = {
        "filters": {name: filters.cleaned_data.get(name, "") for name in AuditFilter.base_fields},
        "until": request.GET.get("until", "") if filters.cleaned_data.get("until") else "",
        "people": sorted(known.items(), key=lambda pair: pair[1].casefold()),
        "whats": tuple(GROUPS.items()),
        "months": tuple((month, frame.round_title(month)) for month in months),
        "any_month": frame.said("round"),
        **regions(seen, "audit"),
    }
    return draw_page(request, "control/desk/audit.html", seen, "audit", context)

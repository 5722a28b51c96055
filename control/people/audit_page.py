"""The access log page for the organizer: sentences for each kind of line, and the list, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from msgspec import Struct

from control import registry
from control.day.people.view import all_players
from control.desks.frame import Look, draw_page, look, regions
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.engine.frame import Frame
from control.engine.language import Spoken, later, say
from control.models import AuditLine, Membership
from control.people import staff
from control.people.access import desk_or_404
from control.people.audit import AuditKind, values_of
from control.regions.kinds import DeskRegion, register

# === words ==============================================================================================================

# Sentences for each kind of line, in the hall's language at the time of display.


BY_PLAYERS: Final = frozenset({AuditKind.JOINED, AuditKind.SIGNED_OUT})
BY_ITSELF: Final = frozenset({AuditKind.LOGIN, AuditKind.LOGIN_REFUSED, AuditKind.LOGOUT})  # by the person who typed the name

GROUPS: Final[Mapping[str, str]] = Spoken(
    {
        "badges": later("Codes and badges"),
        "team": later("Accounts and desks"),
        "login": later("Signing in and out"),
        "backup": later("Backups"),
        "seen": later("Sheets, seals and cards looked at"),
    }
)
KINDS: Final[Mapping[str, tuple[AuditKind, ...]]] = {
    "badges": (AuditKind.CODE_GIVEN, AuditKind.JOINED, AuditKind.SIGNED_OUT),
    "team": (
        AuditKind.ACCOUNT_MADE,
        AuditKind.ACCOUNT_CLOSED,
        AuditKind.ACCOUNT_OPENED,
        AuditKind.ACCOUNT_RIGHTS,
        AuditKind.ACCOUNT_RENAMED,
        AuditKind.ACCOUNT_GONE,
        AuditKind.PASSWORD,
        AuditKind.DESKS_GIVEN,
        AuditKind.DESKS_WITHDRAWN,
    ),
    "login": (AuditKind.LOGIN, AuditKind.LOGIN_REFUSED, AuditKind.LOGOUT, AuditKind.DEVICE_ADMITTED),
    "backup": (AuditKind.BACKUP, AuditKind.RESTORED, AuditKind.DEBRIEF, AuditKind.DEBRIEF_FILE, AuditKind.NAME_OUT),
    "seen": (AuditKind.SHEETS_SEEN, AuditKind.SEALS_SEEN, AuditKind.CARDS_SEEN),
}
SENTENCES: Final[Mapping[str, str]] = {
    AuditKind.CODE_GIVEN: later("{name} was given the first code."),
    AuditKind.JOINED: later("A phone joined as {name}."),
    AuditKind.SIGNED_OUT: later("A phone of {name} was signed out."),
    AuditKind.ACCOUNT_MADE: later("The account {name} was made."),
    AuditKind.ACCOUNT_CLOSED: later("The account {name} was closed; whoever was signed in with it is out."),
    AuditKind.ACCOUNT_OPENED: later("The account {name} was opened again."),
    AuditKind.ACCOUNT_RIGHTS: later("What the account {name} may do in the site’s admin was changed."),
    AuditKind.ACCOUNT_RENAMED: later("The account {before} is called {name} now."),
    AuditKind.ACCOUNT_GONE: later("The account {name} was deleted."),
    AuditKind.PASSWORD: later("{name} was given a new password; whoever was signed in with the old one is out."),
    AuditKind.DESKS_GIVEN: later("{name} sits here now: {desks}."),
    AuditKind.DESKS_WITHDRAWN: later("{name} was withdrawn from the team."),
    AuditKind.LOGIN: later("{name} signed in."),
    AuditKind.LOGOUT: later("{name} signed out."),
    AuditKind.DEVICE_ADMITTED: later("A device that called itself “{who}” was let in as {name}."),
    AuditKind.BACKUP: later("A backup was written: {name}."),
    AuditKind.RESTORED: later("This event was restored from {name}."),
    AuditKind.NAME_OUT: later("A player’s name was taken out of the event, who is called {name} since."),
    AuditKind.SEALS_SEEN: later("The seals were looked at."),
    AuditKind.CARDS_SEEN: later("Hidden cards were looked at: {name}."),
}
NEW_CODE: Final = later("{name} was given a new code; phones that had joined with the old one are out.")
REFUSED: Final[Mapping[str, str]] = {
    "wrong": later("A wrong password was typed for {name}."),
    "wait": later("A wrong password was typed for {name}, the last of too many: everybody has to wait a while."),
    "unknown": later("Somebody tried to sign in under a name that nobody has."),
}
DEBRIEF: Final[Mapping[str, str]] = {
    "shut": later("The debrief was shut; links to it open nothing any more."),
    "team": later("The debrief was opened for the control team."),
    "players": later("The debrief was opened for the players of the day."),
    "link": later("The debrief was opened for whoever has the link."),
}
FILES: Final[Mapping[str, str]] = {
    "json": later("The whole day was written into a file."),
    "csv": later("Tables of the day were written into a file."),
    "report": later("A report of the day was written."),
    "brought-in": later("The day came out of a file: {name}."),
}
SHEETS: Final[Mapping[str, str]] = {
    "arrivals": later("The list of arrived sheets was opened: {name}."),
    "print": later("Filled sheets were printed: {name}."),
    "late": later("A late sheet was read: {name}."),
}


def sentence_of(line: AuditLine, frame: Frame, realm: str, names: Mapping[str, str]) -> str:
    """The sentence of a line. `names`: current names of the seats, for lines without a stored name."""
    told = values_of(line)
    name = told.get("name") or names.get(line.about) or line.about
    if line.kind == AuditKind.CODE_GIVEN and told.get("issue", "1") != "1":
        return say(NEW_CODE, name=name)
    if line.kind == AuditKind.LOGIN_REFUSED:
        return say(REFUSED.get(told.get("why", ""), REFUSED["unknown"]), name=name)
    if line.kind == AuditKind.SHEETS_SEEN:
        kind = registry.sheet_kinds(realm).get(line.about)
        return say(SHEETS.get(told.get("how", ""), SHEETS["arrivals"]), name=say(kind.words.name) if kind else line.about)
    if line.kind == AuditKind.DEBRIEF:
        return say(DEBRIEF.get(told.get("audience", ""), DEBRIEF["shut"]))
    if line.kind == AuditKind.DEBRIEF_FILE:
        return say(FILES.get(line.about, FILES["json"]), name=name)
    desks = desk_words(told.get("desks", ""), frame)
    return say(SENTENCES[line.kind], name=name, desks=desks, before=told.get("before", ""), who=told.get("who", ""))


def actor_words(line: AuditLine, frame: Frame, names: Mapping[str, str] | None = None) -> str:
    """Who acted: "Anna (check-in)", a player, or the console itself."""
    if line.by:
        at = desk_words(line.desks, frame)
        return say("{name} ({desks})", name=line.by, desks=at) if at.casefold() not in ("", line.by.casefold()) else line.by
    if line.kind in BY_PLAYERS or (line.kind == AuditKind.SEALS_SEEN and line.about):
        return values_of(line).get("name") or (names or {}).get(line.about) or line.about
    if line.kind in BY_ITSELF:
        return line.about or say("Somebody")
    return say("The console itself")


def desk_words(stored: str, frame: Frame) -> str:
    """The desks of a membership, in words."""
    return ", ".join(frame.desk_word(desk) for desk in sorted(frame.all_desks.intersection(stored.split())))


# === page ===============================================================================================================

PAGE = 50  # lines


class AuditFilter(forms.Form):
    """The filter of the access log."""

    who = forms.CharField(max_length=150, required=False)
    what = forms.ChoiceField(choices=[(each, each) for each in KINDS], required=False)
    month = forms.IntegerField(min_value=0, max_value=999, required=False)
    until = forms.DateTimeField(required=False)
    before = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)


class AuditRow(Struct, frozen=True, kw_only=True):
    """A line on the page."""

    at: datetime
    when: str  # "Month 3"; empty before the first, and for lines without an event
    what: str
    who: str
    address: str


class AuditView(Struct, frozen=True, kw_only=True):
    """A page of the log, newest first. `older`: start of the next page, 0 at the end; `query`: the filter for its address."""

    rows: tuple[AuditRow, ...]
    older: int
    filtered: bool
    query: str


def audit_view(seen: Look) -> AuditView:
    """The lines that match the filter."""
    asked = AuditFilter(seen.query)
    asked.is_valid()
    given = asked.cleaned_data
    found = _apply_filter(lines_of(seen.event_id), given)
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
    """The lines of an event, and lines without an event about accounts that are or were on its team."""
    given = (AuditKind.DESKS_GIVEN.value, AuditKind.DESKS_WITHDRAWN.value)
    now = Membership.objects.filter(event=event_id).values("user__username")
    once = AuditLine.objects.filter(event=event_id, kind__in=given).values("about")
    strangers = Q(kind=AuditKind.LOGIN_REFUSED.value, about="")
    ours = Q(event=None) & (Q(about__in=now) | Q(about__in=once) | strangers)
    return AuditLine.objects.filter(Q(event=event_id) | ours).select_related("named").order_by("-pk")


def names_of(seen: Look) -> dict[str, str]:
    """All players' names, by seat."""
    return {str(each.seat): each.name for each in seen.sight.public(all_players)}


def _apply_filter(lines: QuerySet[AuditLine], given: dict[str, Any]) -> QuerySet[AuditLine]:
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
        who=actor_words(line, frame, names),
        address=line.address,
    )


register(
    DeskRegion(
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

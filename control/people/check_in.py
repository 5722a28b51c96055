"""Check-in: who is here, who is late, who is absent."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from control.day.people.presence import check_in as check_in_desks
from control.day.people.view import Filter, PersonRow, ProgressView, check_in_list, player_of, progress_view, teams_view
from control.day.state import DayState, Presence
from control.day.view import PlayerView
from control.day.words import plain
from control.desks.frame import Look, draw_page, look, regions
from control.desks.press import Place, Said, tap
from control.engine.ids import SeatId
from control.engine.language import Spoken, say
from control.journal.story import commands_of, lines_of, may_withdraw, withdrawn_by
from control.people import forms
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind, register
from control.regions.sight import Sight

MARKS = Spoken(forms.MARKS)
ROWS = 200  # players that the list shows at once; search finds everybody


# --- the list -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ListView:
    """The check-in list: those the filter leaves, at most so many `rows`; `more` stand below, `further` shows the next of them."""

    people: tuple[PersonRow, ...]
    rows: int
    more: int
    further: str
    hidden: int
    left: tuple[PlayerView, ...]
    marks: tuple[tuple[Presence, str], ...]
    empty: str  # what is said where nobody is shown
    near: tuple[PersonRow, ...]  # and who may be meant then


@dataclass(frozen=True, slots=True, kw_only=True)
class LastMark:
    """The newest command of the check-in list that this desk may take back; `seq` 0 when there is none."""

    label: str
    seq: int


def list_view(seen: Look) -> ListView:
    """The players the filter leaves, by team and rank; those who left come last."""
    asked = forms.FilterForm(seen.query)
    asked.is_valid()
    words, team, mark = (asked.cleaned_data.get(name, "") for name in ("q", "team", "mark"))
    rows = rows_asked(seen)
    found = seen.sight.view(check_in_list, Filter(words=plain(words), team=team, mark=mark, rows=rows))
    further = urlencode({**{name: asked.cleaned_data.get(name, "") for name in ("q", "team", "mark")}, "rows": rows + ROWS})
    return ListView(
        people=found.people,
        rows=rows,
        more=found.more,
        further=f"{seen.address('people')}?{further}",
        hidden=found.hidden,
        left=found.left,
        marks=tuple((mark, words) for mark, words in MARKS.items() if mark is not Presence.EXPECTED),
        empty=seen.sight.frame.said("nobody-fits"),
        near=found.near,
    )


def rows_asked(seen: Look) -> int:
    """How many rows the page shows: as many as one hall has, and more as long as somebody asks for more."""
    asked = seen.query.get("rows", "")
    return max(int(asked), ROWS) if asked.isascii() and asked.isdigit() and len(asked) <= 5 else ROWS


def progress(seen: Look) -> ProgressView:
    """How many are here."""
    return seen.sight.public(progress_view)


def last_mark(seen: Look) -> LastMark:
    """The newest command of the check-in list that still stands."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.module in ("people", "roster") and first.actor.startswith("staff:") and first.seq not in taken:
            mine = may_withdraw(first, seen.door.desks)
            return LastMark(label=first.label, seq=first.seq if mine else 0)
    return LastMark(label="", seq=0)


register(
    RegionKind(
        name="people",
        template="control/desk/_people.html",
        topics=("people",),
        view=list_view,
        desks=check_in_desks,
        also="input from:#people-filter delay:200ms, change from:#people-filter",
        include="#people-filter, #people-rows",
    ),
    RegionKind(name="last_mark", template="control/desk/_last_mark.html", topics=("people",), view=last_mark, desks=check_in_desks),
    RegionKind(name="progress", template="control/desk/_progress.html", topics=("people",), view=progress, desks=check_in_desks),
)


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def check_in(request: HttpRequest, event_id: int) -> HttpResponse:
    """The check-in list."""
    return check_in_page(request, desk_or_404(request, event_id, of=check_in_desks))


def check_in_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The check-in list, with what became of a press."""
    seen = look(request, door)
    filters = forms.FilterForm(request.GET)
    filters.is_valid()
    context = {
        "said": said,
        "teams": seen.sight.public(teams_view),
        "team_title": seen.sight.frame.said("team-title"),
        "all_teams": seen.sight.frame.said("all-teams"),
        "filters": filters.cleaned_data,
        "marks": filters.fields["mark"].choices,  # type: ignore[attr-defined]
        **regions(seen, "people", "progress", "last_mark"),
    }
    return draw_page(request, "control/desk/people.html", seen, "people", context)


HERE = Place(address="desk:people", tab="people", draw=check_in_page)


def seat_or_404(sight: Sight[DayState], seat: str) -> PlayerView:
    """The player of that id.

    Raises:
        Http404: there is none.
    """
    found = sight.public(player_of, SeatId(seat))
    if found is None:
        raise Http404(say("No such player."))
    return found


@require_POST
def mark(request: HttpRequest, event_id: int) -> HttpResponse:
    """One tap: here, late or absent."""
    return tap(request, desk_or_404(request, event_id, of=check_in_desks), forms.MarkForm(request.POST), HERE, "people")

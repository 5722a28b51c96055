"""Check-in: who is here, who is late, who is absent."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from control.day.people import asked as people
from control.day.people.present import check_in as check_in_desks
from control.day.state import Marks, Peopled, Presence, Seat, SeatT
from control.day.view import PlayerView, player_view
from control.desks.frame import Look, draw_page, look, regions
from control.desks.press import Place, Said, tap
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.engine.words import Spoken
from control.journal.stories import commands_of
from control.journal.story import lines_of, may_withdraw, withdrawn_by
from control.people import forms
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register

MARKS = Spoken(forms.MARKS)
ROWS = 200  # players that the list shows at once; search finds everybody


# --- the list -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCount:
    """How many of a team are here."""

    team: TeamId
    name: str
    short: str
    here: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A player on the check-in list, with what the team remembers of the person."""

    person: PlayerView
    marks: Marks


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressView:
    """How far check-in is, by team and in all."""

    teams: tuple[TeamCount, ...]
    here: int
    of: int
    late: int
    absent: int
    expected: int


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
    state = seen.state
    stayed = [seat for each in state.teams for seat in people.members(state, each.id)]
    gone = [seat for seat in state.seats.values() if seat.presence is Presence.GONE]

    def wanted(seat: Seat) -> bool:
        return (
            (not words or plain(words) in plain(f"{seat.name} {seat.character} {seat.marks.note}"))
            and (not team or seat.team == team)
            and (not mark or seat.presence.value == mark or (mark in forms.REMEMBERED and getattr(seat.marks, mark)))
        )

    shown = [seat for seat in stayed if wanted(seat)]
    left = [seat for seat in gone if wanted(seat)]
    rows = rows_asked(seen)
    further = urlencode({**{name: asked.cleaned_data.get(name, "") for name in ("q", "team", "mark")}, "rows": rows + ROWS})
    return ListView(
        people=tuple(PersonRow(person=player_view(state, seat), marks=seat.marks) for seat in shown[:rows]),
        rows=rows,
        more=max(len(shown) - rows, 0),
        further=f"{seen.address('people')}?{further}",
        hidden=len(stayed) + len(gone) - len(shown) - len(left),
        left=tuple(player_view(state, seat) for seat in left),
        marks=tuple((mark, words) for mark, words in MARKS.items() if mark is not Presence.EXPECTED),
        empty=state.frame.said("nobody-fits"),
    )


def rows_asked(seen: Look) -> int:
    """How many rows the page shows: as many as one hall has, and more as long as somebody asks for more."""
    asked = seen.query.get("rows", "")
    return max(int(asked), ROWS) if asked.isascii() and asked.isdigit() and len(asked) <= 5 else ROWS


def plain(words: str) -> str:
    """A name as it is typed in a hurry: without accents, in small letters."""
    spread = unicodedata.normalize("NFKD", words.replace("ø", "o").replace("Ø", "O").replace("ł", "l").replace("Ł", "L"))
    return " ".join("".join(letter for letter in spread if not unicodedata.combining(letter)).casefold().split())


def progress_view(seen: Look) -> ProgressView:
    """How many are here."""
    state = seen.state
    teams = []
    for team in state.teams:
        members = people.members(state, team.id)
        here = sum(seat.here for seat in members)
        teams.append(TeamCount(team=team.id, name=team.name, short=team.short, here=here, of=len(members)))
    marks = [seat.presence for seat in state.seats.values()]
    return ProgressView(
        teams=tuple(teams),
        here=sum(team.here for team in teams),
        of=sum(team.of for team in teams),
        late=marks.count(Presence.LATE),
        absent=marks.count(Presence.ABSENT),
        expected=marks.count(Presence.EXPECTED),
    )


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
    RegionKind(
        name="progress", template="control/desk/_progress.html", topics=("people",), view=progress_view, desks=check_in_desks
    ),
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
        "teams": seen.state.teams,
        "team_title": seen.state.frame.said("team-title"),
        "all_teams": seen.state.frame.said("all-teams"),
        "filters": filters.cleaned_data,
        "marks": filters.fields["mark"].choices,  # type: ignore[attr-defined]
        **regions(seen, "people", "progress", "last_mark"),
    }
    return draw_page(request, "control/desk/people.html", seen, "people", context)


HERE = Place(address="desk:people", tab="people", draw=check_in_page)


def seat_or_404(state: Peopled[SeatT], seat: str) -> SeatT:
    """The player of that id.

    Raises:
        Http404: there is none.
    """
    found = state.seats.get(SeatId(seat))
    if found is None:
        raise Http404(say("No such player."))
    return found


@require_POST
def mark(request: HttpRequest, event_id: int) -> HttpResponse:
    """One tap: here, late or absent."""
    return tap(request, desk_or_404(request, event_id, of=check_in_desks), forms.MarkForm(request.POST), HERE, "people")

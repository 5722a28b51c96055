"""Deception of teams: how much was hidden from each team in each round, with links to the moments."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control.day.plan import Team
from control.day.view import about_day
from control.debrief.access import DebriefPass, debrief_or_404
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.knowledge import ToldJournal, past_of
from control.debrief.time_machine import address_of
from control.engine.belief_gaps import Gap, gaps_of
from control.engine.chronicle import TRUTH, Eye
from control.engine.ids import TeamId
from control.engine.language import later

# === deception ==========================================================================================================


DEEPEST = 5  # shades of a gap
TOLD = 8  # gaps described in words

register(
    DebriefSection(
        name="fooled",
        title=later("Fooled"),
        address="debrief:fooled",
        order=30,
        there=lambda door: bool(past_of(door.event.stream).chronicle.facts),
    )
)


class GapCell(Struct, frozen=True, kw_only=True):
    """One team in one round: the width of its gap and its shade. Both are 0 if nothing was hidden."""

    title: str
    width: int
    shade: int
    address: str


class FooledRow(Struct, frozen=True, kw_only=True):
    """One team through the day."""

    team: TeamId
    name: str
    short: str
    cells: tuple[GapCell, ...]


class FooledMoment(Struct, frozen=True, kw_only=True):
    """A gap in words: `believed` by the team, and the truth."""

    team: TeamId
    short: str
    name: str
    round: str
    believed: str
    was: str
    address: str


class FooledView(Struct, frozen=True, kw_only=True):
    """Gaps of all teams, and the widest of them in words."""

    rounds: tuple[str, ...]
    rows: tuple[FooledRow, ...]
    moments: tuple[FooledMoment, ...]


def fooled_view(door: DebriefPass, past: ToldJournal) -> FooledView:
    teams = door.sight.public(about_day).teams
    gaps = {TeamId(team.id): gaps_of(past.chronicle, TeamId(team.id)) for team in teams}
    most = max((gap.width for each in gaps.values() for gap in each), default=1)
    rounds = [each.number for each in past.chronicle.rounds if each.number]
    names = {TeamId(team.id): team for team in teams}
    ordered = sorted((gap for each in gaps.values() for gap in each), key=lambda gap: (-gap.width, gap.seq))
    return FooledView(
        rounds=tuple(str(number) for number in rounds),
        rows=tuple(
            FooledRow(
                team=TeamId(team.id),
                name=team.name,
                short=team.short,
                cells=tuple(_cell(door, past, TeamId(team.id), number, gaps[TeamId(team.id)], most) for number in rounds),
            )
            for team in teams
        ),
        moments=tuple(_moment(door, past, gap, names[gap.team]) for gap in _without_repeats(ordered)),
    )


def _without_repeats(gaps: list[Gap]) -> list[Gap]:
    """Widest gaps first, at most two for each team, so that no team dominates. Each belief and each fact appears once."""
    found: list[Gap] = []
    for gap in gaps:
        told = [each.team for each in found]
        worst, before = gap.hidden[0], [each.hidden[0] for each in found]
        if not gap.round or told.count(gap.team) >= 2 or worst.id in {each.id for each in before}:
            continue
        if not worst.seemed or worst.seemed not in {each.seemed for each in before}:
            found.append(gap)
    return found[:TOLD]


def _cell(door: DebriefPass, past: ToldJournal, team: TeamId, number: int, gaps: tuple[Gap, ...], most: int) -> GapCell:
    gap = next((each for each in gaps if each.round == number), None)
    title = door.sight.frame.round_title(number)
    if gap is None:
        return GapCell(title=title, width=0, shade=0, address="")
    shade = max(1, round(DEEPEST * gap.width / most))
    return GapCell(title=title, width=gap.width, shade=shade, address=split_address(door.event.pk, past, gap.team, gap.seq))


def split_address(event_id: int, past: ToldJournal, team: TeamId, seq: int) -> str:
    """Address of a moment as a team knew it, beside the truth."""
    query = urlencode({"eye": Eye(team=team).name, "beside": TRUTH.name})
    return address_of(event_id, past.settled(seq), query)


def _moment(door: DebriefPass, past: ToldJournal, gap: Gap, team: Team) -> FooledMoment:
    """Weightiest hidden fact of a gap, at the moment when it was done, from which the team believed otherwise."""
    worst = gap.hidden[0]
    return FooledMoment(
        team=gap.team,
        short=team.short,
        name=team.name,
        round=door.sight.frame.round_title(worst.round),
        believed=worst.seemed,
        was=worst.words,
        address=split_address(door.event.pk, past, gap.team, worst.seq),
    )


@never_cache
@require_safe
def fooled(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of who was fooled, when, and how far."""
    door = debrief_or_404(request, event_id)
    shown = fooled_view(door, past_of(door.event.stream))
    return draw(request, door, "fooled", "control/debrief/fooled.html", {"fooled": shown})

"""Page for the control team: how the team worked, compared with another of its events. Every figure links to its moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from operator import attrgetter
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control.day.calls import KIND_NAMES, CallKind
from control.day.past_rounds import names_and_teams
from control.day.phase_lengths import PhaseRun
from control.day.state import DayState
from control.day.teamwork import RulingMade, TeamCommand, Teamwork, Wait, by_desk, reaction, settling
from control.debrief.access import DebriefPass, debrief_or_404, is_over
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.pictures.delays import TOLD_FROM, cause_words, late_words, length_words
from control.debrief.team_figures import DayFigure, difference_words, figures, phase_lengths_of, teamwork_of, value_words
from control.debrief.time_machine import address_of
from control.engine.frame import Frame
from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.language import capital, later, say
from control.engine.viewer import HALL
from control.journal import journal
from control.journal.journal import readable_events
from control.lab.debriefing import reports_beside
from control.models import Event
from control.people.access import events_of
from control.regions.sight import Sight

MOST_OTHERS: Final = 12  # events offered for comparison

register(DebriefSection(name="team", title=later("For Control"), address="debrief:team", order=70, to="team"))


def others_of(user: User | AnonymousUser, event: Event) -> tuple[Event, ...]:
    """Finished events to compare with, at which this user has a desk. Events of the same sort (real or demo) first, then newest
    first.
    """
    mine = {each.pk for each in events_of(user)} - {event.pk}
    rows = Event.real.filter(pk__in=mine, stream__engine=event.stream.engine).select_related("stream")
    rows = rows.defer("scenario", "stream__state").order_by("-pk")[:MOST_OTHERS]
    return tuple(sorted(filter(is_over, readable_events(rows)), key=lambda each: each.demo != event.demo))


@never_cache
@require_safe
def team(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the team's work, for the team.

    Raises:
        Http404: the visitor is not in this event's team, or may not see the event to compare with.
    """
    door = debrief_or_404(request, event_id)
    if not door.desks:
        raise Http404("Not open, or not for you.")
    others = others_of(request.user, door.event)
    asked = request.GET.get("beside", "")
    beside = next((each for each in others if str(each.pk) == asked), None)
    if asked and asked != "0" and beside is None:
        raise Http404("Not over, or not for you.")
    chosen = beside if asked else next(iter(others), None)
    shown = {"team": team_view(door, others, chosen), "reports": reports_beside(request, door.event)}
    return draw(request, door, "team", "control/debrief/team.html", shown)


DEEPEST: Final = 5  # shades of a load
MOST_WAITS: Final = 8  # longest waits of each kind that are listed


class ComparedFigure(Struct, frozen=True, kw_only=True):
    """A figure of this day beside the same figure of another."""

    words: str
    here: str
    address: str
    there: str
    difference: str


class DeskRow(Struct, frozen=True, kw_only=True):
    """Waits at one desk. `worst` links to `address`."""

    desk: str
    count: int
    usual: str
    worst: str
    address: str
    settled: str = ""
    default: int = 0


class WaitShown(Struct, frozen=True, kw_only=True):
    """One wait, and how it ended."""

    round: str
    what: str
    desk: str
    waited: str
    end: str
    address: str


class Longest(Struct, frozen=True, kw_only=True):
    """Longest of `count` waits, longest first."""

    count: int
    shown: tuple[WaitShown, ...]


class DecisionWaits(Struct, frozen=True, kw_only=True):
    """Waits of one kind: by desk, then one by one: `missed` without an answer, and `answered`."""

    desks: tuple[DeskRow, ...]
    missed: Longest
    answered: Longest


class RuledCorrection(Struct, frozen=True, kw_only=True):
    """A correction or ruling: who, when, in what words."""

    round: str
    by: str
    words: str
    note: str
    address: str


class LoadCell(Struct, frozen=True, kw_only=True):
    """Commands of a desk in a round, with their shade."""

    count: int
    shade: int
    address: str
    title: str


class LoadRow(Struct, frozen=True, kw_only=True):
    desk: str
    cells: tuple[LoadCell, ...]
    whole: int


class Drift(Struct, frozen=True, kw_only=True):
    """A phase that was longer or shorter than planned, with the causes."""

    phase: str
    planned: str
    lasted: str
    difference: str
    whys: tuple[str, ...]
    address: str


class DebriefTeamView(Struct, frozen=True, kw_only=True):
    """Contents of the page. `others`: events to compare with. `beside`: id of the chosen one."""

    figures: tuple[ComparedFigure, ...]
    others: tuple[tuple[int, str], ...]
    beside: int
    beside_name: str
    calls: DecisionWaits
    decisions: DecisionWaits
    hand_offs: DecisionWaits
    amends: tuple[RuledCorrection, ...]
    rulings: tuple[RuledCorrection, ...]
    rounds: tuple[tuple[str, str], ...]  # number and title
    load: tuple[LoadRow, ...]
    late: str
    drift: tuple[Drift, ...]


class Teller(Struct, frozen=True):
    """Words of one event: its desks, rounds, players and moments."""

    event_id: int
    frame: Frame
    players: Mapping[SeatId, tuple[str, TeamId]]

    def desk(self, desk: DeskId | None) -> str:
        return capital(self.frame.desk_name(desk)) if desk is not None else say("Several desks")

    def round(self, number: int) -> str:
        return self.frame.round_title(number) if number else say("Before the day")

    def moment(self, seq: int) -> str:
        return address_of(self.event_id, seq) if seq else ""

    def waits(self, waits: tuple[Wait, ...]) -> DecisionWaits:
        told = [each for each in waits if each.kind != "call" or each.by]  # an unanswered call belongs to no desk
        return DecisionWaits(
            desks=tuple(self.desk_row(desk, own) for desk, own in by_desk(told).items()),
            missed=self.longest([each for each in waits if each.how in ("open", "default")]),
            answered=self.longest([each for each in waits if each.how in ("answered", "team")]),
        )

    def longest(self, waits: Sequence[Wait]) -> Longest:
        order = sorted(waits, key=lambda each: (-_length(each), each.seq))
        return Longest(count=len(waits), shown=tuple(self.wait(each) for each in order[:MOST_WAITS]))

    def desk_row(self, desk: DeskId | None, own: tuple[Wait, ...]) -> DeskRow:
        took, settled = reaction(own), settling(own)
        return DeskRow(
            desk=self.desk(desk),
            count=took.count,
            usual=value_words(took.usual),
            worst=value_words(took.worst),
            address=self.moment(took.seq),
            settled=value_words(settled.usual),
            default=sum(each.how == "default" for each in own),
        )

    def wait(self, wait: Wait) -> WaitShown:
        return WaitShown(
            round=self.round(wait.month),
            what=self.what(wait),
            desk=self.desk(wait.desk) if wait.kind != "call" else "",
            waited=value_words(wait.waited),
            end=self.end(wait),
            address=self.moment(wait.seq),
        )

    def what(self, wait: Wait) -> str:
        if wait.kind != "call":
            return wait.what
        name = self.players[wait.seat][0] if wait.seat is not None and wait.seat in self.players else say("a player")
        kind = KIND_NAMES[CallKind(wait.what)]
        return " · ".join(filter(None, (name, kind, wait.place)))

    def end(self, wait: Wait) -> str:
        if wait.how == "default":
            return say("decided by default")
        if wait.how == "gone":
            return say("needed nobody any more") if wait.kind == "call" else say("asked no more")
        return wait.by if wait.how != "open" else say("nobody ever came") if wait.kind == "call" else say("never answered")

    def amended(self, given: TeamCommand) -> RuledCorrection:
        note = {"set": say("set by hand"), "withdrawn": say("withdrawn"), "again": say("brought back")}
        return RuledCorrection(
            round=self.round(given.month),
            by=given.by,
            words=given.words,
            note=note.get(given.amends, ""),
            address=self.moment(given.seq),
        )

    def ruled(self, made: RulingMade) -> RuledCorrection:
        ruling = made.ruling
        return RuledCorrection(
            round=self.round(ruling.month),
            by=f"{ruling.by}, {self.desk(ruling.desk)}",
            words=say("{rule}: {text}. Reason: {reason}.", rule=ruling.rule, text=plain(ruling.text), reason=plain(ruling.because)),
            note=say("retracted: {why}", why=made.retracted) if made.retracted else "",
            address=self.moment(made.seq),
        )

    def load(self, work: Teamwork, months: Iterable[int]) -> Iterator[LoadRow]:
        most = max((each.count for (_desk, month), each in work.load.items() if month), default=1)  # without round 0
        desks = [each.id for each in self.frame.desks if any(desk == each.id for desk, _month in work.load)]
        for desk in (*desks, *((None,) if any(desk is None for desk, _month in work.load) else ())):
            cells = []
            for month in months:
                own = work.load.get((desk, month))
                count, seq = (own.count, own.seq) if own else (0, 0)
                shade = min(max(1, round(DEEPEST * count / most)), DEEPEST) if count else 0
                cells.append(LoadCell(count=count, shade=shade, address=self.moment(seq), title=self.round(month)))
            yield LoadRow(desk=self.desk(desk), cells=tuple(cells), whole=sum(each.count for each in cells))

    def drift(self, run: PhaseRun) -> Drift:
        sign = "+" if run.late > timedelta(0) else "−"
        return Drift(
            phase=f"{self.round(run.month)} · {self.frame.phase_name(run.phase)}",
            planned=length_words(run.planned),
            lasted=length_words(run.lasted),
            difference=f"{sign}{length_words(run.late)}",
            whys=tuple(": ".join(filter(None, (cause_words(why.cause), why.words))) for why in run.whys if _counts(why.length)),
            address=self.moment(run.seq),
        )


def plain(words: str) -> str:
    """Typed text without its final full stop."""
    return words.rstrip(".")


def _length(wait: Wait) -> float:
    return wait.waited.total_seconds() if wait.waited is not None else float("inf")


def _counts(length: timedelta) -> bool:
    return abs(length) >= TOLD_FROM


def team_view(door: DebriefPass, others: tuple[Event, ...], beside: Event | None) -> DebriefTeamView:
    """Contents of the page."""
    work, run = teamwork_of(door.event), phase_lengths_of(door.event.stream, door.sight)
    tell = Teller(door.event.pk, door.sight.frame, door.sight.public(names_and_teams))
    months = sorted({month for _desk, month in work.load})
    return DebriefTeamView(
        figures=tuple(_compared(tell, figures(work, run), beside)),
        others=tuple((each.pk, each.name) for each in others),
        beside=beside.pk if beside else 0,
        beside_name=beside.name if beside else "",
        calls=tell.waits(work.of("call")),
        decisions=tell.waits(work.of("decision")),
        hand_offs=tell.waits(work.of("hand-off")),
        amends=tuple(tell.amended(each) for each in work.amends),
        rulings=tuple(tell.ruled(each) for each in work.rulings),
        rounds=tuple((str(month or "·"), tell.round(month)) for month in months),
        load=tuple(tell.load(work, months)),
        late=late_words(run.late),
        drift=tuple(tell.drift(each) for each in sorted(run.runs, key=attrgetter("late"), reverse=True) if _counts(each.late)),
    )


def _compared(tell: Teller, own: tuple[DayFigure, ...], beside: Event | None) -> Iterator[ComparedFigure]:
    theirs: tuple[DayFigure | None, ...] = (None,) * len(own)
    if beside is not None:
        sight: Sight[DayState] = Sight(journal.head(beside.stream).state, HALL)
        theirs = figures(teamwork_of(beside), phase_lengths_of(beside.stream, sight))
    for figure, other in zip(own, theirs, strict=True):
        yield ComparedFigure(
            words=figure.words,
            here=figure.told,
            address=tell.moment(figure.seq),
            there=other.told if other else "",
            difference=difference_words(figure.value, other.value) if other else "",
        )

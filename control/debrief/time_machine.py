"""Time machine: any moment of the day as it was, or as a team or a player knew it then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.people.view import all_players
from control.day.state import DayState
from control.day.view import about_day, clock_view
from control.debrief.access import DebriefPass, debrief_or_404
from control.debrief.frame import DebriefSection, draw, register
from control.debrief.knowledge import TimelineStop, ToldJournal, known_facts, lately, neighbour_stops, past_of, stops_of
from control.debrief.timeline import state_at
from control.desks.frame import is_fragment
from control.engine.chronicle import TRUTH, Eye, Fact
from control.engine.ids import SeatId, TeamId
from control.engine.language import later, say
from control.engine.viewer import HALL
from control.models import Stream
from control.regions.sight import Sight
from control.registry import LookBack, PagePanel

# === eyes ===============================================================================================================

# Choice of eyes for a moment, and their names in addresses.


class EyeChoice(Struct, frozen=True, kw_only=True):
    """Eyes to choose. `name`: their name in addresses. `words`: label. `team`: the team whose mark is shown, "" for none."""

    name: str
    words: str
    team: str
    short: str


class EyeGroup(Struct, frozen=True, kw_only=True):
    """Eyes of a team and of its players."""

    team: EyeChoice
    players: tuple[EyeChoice, ...]


def eye_named(sight: Sight[DayState], name: str) -> Eye:
    """Eyes with this name in an address.

    Raises:
        Http404: nobody of that name played this day.
    """
    if name in ("", TRUTH.name):
        return TRUTH
    kind, _dash, whose = name.partition("-")
    if kind == "team" and whose in {team.id for team in sight.public(about_day).teams}:
        return Eye(team=TeamId(whose))
    player = next((each for each in sight.public(all_players) if kind == "seat" and each.seat == whose), None)
    if player is None:
        raise Http404(say("Nobody of that name has played this day."))
    return Eye(team=player.team, seat=SeatId(whose))


def choice_of(sight: Sight[DayState], eye: Eye) -> EyeChoice:
    """Label of these eyes for a page."""
    if eye.is_truth:
        return EyeChoice(name=eye.name, words=say("What was so"), team="", short="")
    team = next(each for each in sight.public(about_day).teams if each.id == eye.team)
    player = next((each for each in sight.public(all_players) if each.seat == eye.seat), None)
    words = say("As {name} knew it", name=player.name if player is not None else team.name)
    return EyeChoice(name=eye.name, words=words, team=team.id, short=team.short)


def groups_of(sight: Sight[DayState]) -> tuple[EyeGroup, ...]:
    """All eyes, by team."""
    players = sight.public(all_players)
    return tuple(
        EyeGroup(
            team=EyeChoice(name=Eye(team=team.id).name, words=team.name, team=team.id, short=team.short),
            players=tuple(
                EyeChoice(name=Eye(team=team.id, seat=each.seat).name, words=each.name, team=team.id, short=team.short)
                for each in sorted(players, key=lambda each: each.rank)
                if each.team == team.id
            ),
        )
        for team in sight.public(about_day).teams
    )


# === moments ============================================================================================================

# Any moment of the day: the truth, what a team or a player knew then, or both side by side.


WIDE = 1000  # width of the slider's picture, in its own units


class MomentPiece(Struct, frozen=True, kw_only=True):
    """A piece of the time machine, seen through some eyes."""

    name: str
    title: str
    wide: bool
    panel: PagePanel


class FactShown(Struct, frozen=True, kw_only=True):
    """A fact on the page. `kind`: name of its kind. `round`: round in which it began. `place`: its place on the map."""

    kind: str
    words: str
    round: str
    place: str


class EyeMoment(Struct, frozen=True, kw_only=True):
    """A moment through some eyes. `facts`: learned in this round. `older`: learned before."""

    eye: EyeChoice
    pieces: tuple[MomentPiece, ...]
    facts: tuple[FactShown, ...]
    older: tuple[FactShown, ...]
    lately: tuple[str, ...]


class SliderStop(Struct, frozen=True, kw_only=True):
    """A stop on the slider. `x`: its place in slider units. `seq`: its moment."""

    x: int
    seq: int
    kind: str
    words: str
    address: str
    here: bool


class Segment(Struct, frozen=True, kw_only=True):
    """A round on the slider."""

    x: int
    wide: int
    title: str
    short: str
    address: str
    here: bool


class MomentView(Struct, frozen=True, kw_only=True):
    """A moment on the page. `believed` and `was`: a false belief and the truth, if both sides are shown and differ."""

    seq: int
    last: int
    at: datetime
    title: str
    believed: str
    was: str
    sides: tuple[EyeMoment, ...]
    marks: tuple[SliderStop, ...]
    segments: tuple[Segment, ...]
    before: TimelineStop | None
    after: TimelineStop | None
    eye: str
    beside: str
    query: str  # query string that keeps these eyes
    here: tuple[SliderStop, ...]  # stops of this round, shown as a list


register(DebriefSection(name="moments", title=later("Time machine"), address="debrief:moments", order=20))


def address_of(event_id: int, seq: int, query: str = "") -> str:
    """Permanent address of a moment."""
    return reverse("debrief:moment", args=[event_id, seq]) + (f"?{query}" if query else "")


def sight_at(stream: Stream, seq: int) -> Sight[DayState]:
    """State at a moment, seen by the hall."""
    return Sight(state_at(stream, seq), HALL)


def moment_view(door: DebriefPass, past: ToldJournal, seq: int, eye: Eye, beside: Eye | None) -> MomentView:
    """Full view of one moment."""
    stream, event_id = door.event.stream, door.event.pk
    sight = sight_at(stream, seq)
    eyes = (eye,) if beside is None or beside == eye else (eye, beside)
    query = urlencode({"eye": eye.name, **({"beside": eyes[1].name} if len(eyes) > 1 else {})})
    seen = TRUTH if any(each.is_truth for each in eyes) else eye
    stops = stops_of(past, seen, seq)
    before, after = neighbour_stops(stops, seq)
    clock, number = sight.public(clock_view), _round(past, seq)
    believed, was = belief_and_truth(past, eyes, seq)
    marks = tuple(_marks(event_id, stops, seq, past, query))
    return MomentView(
        seq=seq,
        last=past.ends[-1],
        at=_at(past, seq),
        title=f"{clock.title}, {clock.phase_name}" if clock.phase_name else clock.title,
        believed=believed,
        was=was,
        sides=tuple(_side(door, past, seq, each) for each in eyes),
        marks=marks,
        segments=tuple(_segments(event_id, door.sight, past, number, query)),
        before=before,
        after=after,
        eye=eye.name,
        beside=eyes[1].name if len(eyes) > 1 else "",
        query=query,
        here=tuple(mark for mark, stop in zip(marks, stops, strict=True) if stop.round == number),
    )


# --- sides ----------------------------------------------------------------------------------------------------------------


def _side(door: DebriefPass, past: ToldJournal, seq: int, eye: Eye) -> EyeMoment:
    number, now, older = _round(past, seq), list[Fact](), list[Fact]()
    for fact in known_facts(past, eye, seq):
        (now if _round(past, past.chronicle.learned(fact, eye) or fact.seq) == number else older).append(fact)
    return EyeMoment(
        eye=choice_of(door.sight, eye),
        pieces=tuple(pieces_of(door, seq, eye)),
        facts=tuple(facts_shown(door, now, eye, seq)),
        older=tuple(facts_shown(door, older, eye, seq)),
        lately=lately(past, eye, seq),
    )


def time_machine_parts(realm: str) -> tuple[LookBack, ...]:
    """Pieces of this game's time machine, wide ones first."""
    found = [look for brought in registry.hindsights_of(realm) for look in brought.looks]
    return tuple(sorted(found, key=lambda look: not look.wide))


def pieces_of(door: DebriefPass, seq: int, eye: Eye) -> Iterator[MomentPiece]:
    """Pieces of the time machine, drawn through these eyes."""
    sight = sight_at(door.event.stream, seq)
    for look in time_machine_parts(door.event.stream.engine):
        shown = sight.public(look.sees, eye)
        if shown is not None:
            yield MomentPiece(name=look.name, title=say(look.title), wide=look.wide, panel=look.draw(door.event.pk, shown))


def facts_shown(door: DebriefPass, facts: Iterable[Fact], eye: Eye, seq: int) -> Iterator[FactShown]:
    """Facts in the words that these eyes knew then."""
    for fact in facts:
        yield FactShown(
            kind=kind_words(door.event.stream.engine, fact.kind),
            words=fact.words if eye.is_truth else fact.words_at(seq),
            round=door.sight.frame.round_title(fact.round) if fact.round else "",
            place=fact.place,
        )


def is_named(realm: str, kind: str) -> bool:
    """Whether the game or a room has a name for this kind."""
    return any(kind in brought.words for brought in registry.hindsights_of(realm))


def kind_words(realm: str, kind: str) -> str:
    """Name of a kind, series or lane of a chronicle."""
    words = next((brought.words[kind] for brought in registry.hindsights_of(realm) if kind in brought.words), "")
    return say(words) if words else say(kind.replace("-", " ").capitalize())


def belief_and_truth(past: ToldJournal, eyes: Sequence[Eye], seq: int) -> tuple[str, str]:
    """False belief and truth, if the truth is one of two sides. The pair is the weightiest hidden fact of the newest round: older
    ones are shown at their own moments.
    """
    fooled = next((each for each in eyes if not each.is_truth), None)
    if fooled is None or not any(each.is_truth for each in eyes):
        return "", ""
    hidden = [each for each in past.chronicle.hidden_at(fooled, seq) if each.seemed]
    if not hidden:
        return "", ""
    worst = max(hidden, key=lambda each: (each.round, each.weight, each.seq))
    return worst.seemed, worst.words


# --- the slider -----------------------------------------------------------------------------------------------------------


def _marks(event_id: int, stops: Sequence[TimelineStop], seq: int, past: ToldJournal, query: str) -> Iterator[SliderStop]:
    before, behind = address_of(event_id, 0, query).split("/0/")  # one reverse for hundreds of marks
    for stop in stops:
        address = f"{before}/{stop.seq}/{behind}"
        yield SliderStop(
            x=_stop_position(past, stop.seq), seq=stop.seq, kind=stop.kind, words=stop.words, address=address, here=stop.seq == seq
        )


def _segments(event_id: int, sight: Sight[DayState], past: ToldJournal, number: int, query: str) -> Iterator[Segment]:
    for each in past.chronicle.rounds:
        first, last = _stop_position(past, each.first), _stop_position(past, each.last)
        yield Segment(
            x=first,
            wide=max(last - first, 1),
            title=sight.frame.round_title(each.number) if each.number else say("Before the day"),
            short=str(each.number) if each.number else "",
            address=address_of(event_id, past.settled(each.first), query),
            here=each.number == number,
        )


def _stop_position(past: ToldJournal, seq: int) -> int:
    return round(WIDE * seq / max(past.ends[-1], 1))


def _round(past: ToldJournal, seq: int) -> int:
    return next((each.number for each in reversed(past.chronicle.rounds) if each.first <= seq), 0)


def _at(past: ToldJournal, seq: int) -> datetime:
    return next(each.at for each in reversed(past.lines) if each.seq <= seq)


# --- pages ----------------------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def moments(request: HttpRequest, event_id: int) -> HttpResponse:
    """Entry to the time machine: the end of the day, with the visiting player's view beside it."""
    door = debrief_or_404(request, event_id)
    query = urlencode({"eye": TRUTH.name, **({"beside": door.own.name} if door.own is not None else {})})
    return HttpResponseRedirect(address_of(event_id, past_of(door.event.stream).ends[-1], query))


@never_cache
@require_safe
def moment(request: HttpRequest, event_id: int, seq: int) -> HttpResponse:
    """Page of one moment. The slider asks for the fragment only."""
    door = debrief_or_404(request, event_id)
    past = past_of(door.event.stream)
    if not 1 <= seq <= past.ends[-1]:
        raise Http404(say("The day has no such moment."))
    eye = eye_named(door.sight, request.GET.get("eye", ""))
    other = request.GET.get("beside", "")
    shown = moment_view(door, past, past.settled(seq), eye, eye_named(door.sight, other) if other else None)
    if is_fragment(request):
        return render(request, "control/debrief/_moment.html", {"moment": shown, "event_id": event_id})
    context = {
        "moment": shown,
        "event_id": event_id,
        "groups": eye_groups(door),
        "grounds": grounds_of(door, past.ends[-1]),
    }
    return draw(request, door, "moments", "control/debrief/moment.html", context)


def grounds_of(door: DebriefPass, last: int) -> tuple[PagePanel, ...]:
    """Unchanging parts of the pieces, which a page draws once."""
    sight = sight_at(door.event.stream, last)
    looks = time_machine_parts(door.event.stream.engine)
    return tuple(PagePanel(template=look.template, panel=sight.public(look.ground)) for look in looks if look.ground is not None)


def eye_groups(door: DebriefPass) -> tuple[EyeGroup, ...]:
    """All eyes for the choice."""
    return groups_of(door.sight)

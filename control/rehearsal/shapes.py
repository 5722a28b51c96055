"""View models of the rehearsal pages."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.urls import reverse
from msgspec import Struct

from control.day.clock.view import plan_view
from control.day.sheets import players_in_order
from control.day.state import DayStage
from control.day.view import clock_view
from control.debrief.team_figures import difference_words
from control.debrief.time_machine import address_of
from control.desks.frame import Look
from control.engine.ids import SeatId
from control.engine.language import say
from control.hall.screen_kinds import kinds
from control.models import Event, Rehearsal
from control.people.staff import team as team_of
from control.rehearsal import event_copy
from control.rehearsal.card import MARK_WORDS, PARTS, Grade, GradedLine, ReportCard, card_in, datetime_of, length_of
from control.rehearsal.characters import CHARACTER_WORDS, character_of
from control.rehearsal.crew import display_name
from control.rehearsal.event_copy import copies_of
from control.rehearsal.forms import SURPRISE, MakeForm
from control.rehearsal.keepers import desks_taken, seats_taken
from control.rehearsal.models import RehearsalCard
from control.rehearsal.speeds import SPEED_WORDS, Speed
from control.rehearsal.troubles import KIND_WORDS, MENDED_BY, PlannedTrouble, TroubleKind, plan_of

CARDS_SHOWN: Final = 12
SIGNS: Final = {Grade.GOOD: "✓", Grade.FAIR: "~", Grade.POOR: "!", Grade.NONE: ""}


class FormOption(Struct, frozen=True, kw_only=True):
    """A choice."""

    value: str
    words: str
    chosen: bool = False


class TroubleChoice(Struct, frozen=True, kw_only=True):
    """A kind of trouble with its possible rounds."""

    field: str
    words: str
    options: tuple[FormOption, ...]


class ReportCardLine(Struct, frozen=True, kw_only=True):
    """A card in the list."""

    address: str
    made_at: datetime
    mark: str
    sign: str
    speed: str
    seed: str
    rounds: int
    there: bool  # its copy still exists


class MakeView(Struct, frozen=True, kw_only=True):
    """Page for a new rehearsal. `copy`: the existing rehearsal."""

    last: int
    begins: tuple[FormOption, ...]
    rounds: tuple[FormOption, ...]
    speeds: tuple[FormOption, ...]
    seed: str
    troubles: tuple[TroubleChoice, ...]
    plays: bool  # the real day is running
    copy: Event | None
    copy_address: str
    cards: tuple[ReportCardLine, ...]


def make_view(seen: Look, form: MakeForm | None = None) -> MakeView:
    """Contents of the event's rehearsal page."""
    months = [each.month for each in seen.sight.public(plan_view, seen.now)]
    frame, data = seen.sight.frame, form.data if form is not None else {}
    begins, rounds = data.get("begins_in", "1"), data.get("rounds", "0")
    copies = copies_of(seen.door.event)
    return MakeView(
        last=months[-1],
        begins=(
            FormOption(value="0", words=say("check-in"), chosen=begins == "0"),
            *(FormOption(value=str(each), words=frame.round_title(each), chosen=begins == str(each)) for each in months),
        ),
        rounds=(
            FormOption(value="0", words=say("to the end of the day"), chosen=rounds == "0"),
            *(FormOption(value=str(each), words=str(each), chosen=rounds == str(each)) for each in months),
        ),
        speeds=tuple(
            FormOption(value=each, words=say(SPEED_WORDS[each]), chosen=data.get("speed", Speed.MONTH) == each) for each in Speed
        ),
        seed=data.get("seed", ""),
        troubles=tuple(_choice(seen, each, months, data.get(f"trouble_{each}", "")) for each in TroubleKind),
        plays=seen.sight.public(clock_view).stage is DayStage.PLAYING,
        copy=copies[0] if copies else None,
        copy_address=reverse("desk:rehearsal", args=[copies[0].pk]) if copies else "",
        cards=tuple(_card_line(seen, row) for row in seen.door.event.rehearsal_cards.all()[:CARDS_SHOWN]),
    )


def _choice(seen: Look, kind: TroubleKind, months: list[int], chosen: str) -> TroubleChoice:
    options = (
        FormOption(value="", words=say("not planned"), chosen=chosen == ""),
        FormOption(value=SURPRISE, words=say("by surprise"), chosen=chosen == SURPRISE),
        *(FormOption(value=str(each), words=seen.sight.frame.round_title(each), chosen=chosen == str(each)) for each in months),
    )
    return TroubleChoice(field=f"trouble_{kind}", words=say(KIND_WORDS[kind]), options=options)


def _card_line(seen: Look, row: RehearsalCard) -> ReportCardLine:
    found = card_in(row)
    return ReportCardLine(
        address=reverse("desk:rehearsal-card", args=[seen.event_id, row.pk]),
        made_at=row.made_at,
        mark=say(MARK_WORDS[found.mark]),
        sign=SIGNS[found.mark],
        speed=say(SPEED_WORDS[row.speed]),
        seed=row.seed,
        rounds=found.rounds,
        there=Event.objects.filter(pk=row.copy, rehearses=row.event_id).exists(),
    )


# --- running rehearsal --------------------------------------------------------------------------------------------------


class DeskLine(Struct, frozen=True, kw_only=True):
    """A desk of a copy: its keeper, and the team members with access to it."""

    id: str
    name: str
    by: str  # "" for bots
    team: str


class SeatLine(Struct, frozen=True, kw_only=True):
    """A seat of a copy and who plays it."""

    id: str
    name: str
    team: str
    character: str  # character of its bot; "" for a person


class TroubleLine(Struct, frozen=True, kw_only=True):
    """A trouble and its course."""

    words: str
    when: str
    now: str
    mend: str
    runs: bool
    who: str = ""  # the player concerned, if the organizer has to know
    paper: tuple[str, ...] = ()


class RunningView(Struct, frozen=True, kw_only=True):
    """Page of a running copy. `there` is false for a real event."""

    there: bool
    speed: str = ""
    seed: str = ""
    over: bool = False
    waits: bool = False  # paused before its start
    card_address: str = ""
    event_address: str = ""
    desks: tuple[DeskLine, ...] = ()
    seats: tuple[SeatLine, ...] = ()
    troubles: tuple[TroubleLine, ...] = ()
    walls: tuple[tuple[str, str], ...] = ()


def running_view(seen: Look) -> RunningView:
    """Contents of a copy's page for the organizer."""
    row = Rehearsal.objects.filter(event=seen.door.event).first()
    if row is None:
        return RunningView(there=False)
    frame, taken = seen.sight.frame, desks_taken(row)
    people, team = seats_taken(seen.door.event), team_of(seen.event_id)
    card = RehearsalCard.objects.filter(event=seen.door.event.rehearses_id, copy=seen.event_id).first()
    return RunningView(
        there=True,
        speed=say(SPEED_WORDS[row.speed]),
        seed=row.seed,
        over=row.ended_at is not None,
        waits=row.ended_at is None and event_copy.is_waiting(seen.door.event),
        card_address=reverse("desk:rehearsal-card", args=[seen.door.event.rehearses_id, card.pk]) if card else "",
        event_address=reverse("desk:rehearsal", args=[seen.door.event.rehearses_id]),
        desks=tuple(
            DeskLine(
                id=each.id,
                name=frame.desk_name(each.id),
                by=taken.get(each.id, ""),
                team=", ".join(name for name, desks in team.items() if each.id in desks),
            )
            for each in frame.desks
        ),
        seats=tuple(
            SeatLine(
                id=each.seat,
                name=each.name,
                team=each.team,
                character="" if each.seat in people else say(CHARACTER_WORDS[character_of(row.seed, each.seat).name]),
            )
            for each in seen.sight.public(players_in_order)
        ),
        troubles=tuple(_trouble_line(seen, each) for each in plan_of(row.plan)),
        walls=tuple(
            (say(each.title), reverse("control:screen", args=[seen.event_id, each.name])) for each in kinds(seen.sight.realm)
        ),
    )


def troubles_now(seen: Look) -> tuple[FormOption, ...]:
    """Trouble that can be started now, empty once it is over. It is outside the live region, so that a choice stays chosen."""
    running = Rehearsal.objects.filter(event=seen.door.event, ended_at=None).exists()
    return tuple(FormOption(value=each, words=say(KIND_WORDS[each])) for each in TroubleKind) if running else ()


def _trouble_line(seen: Look, trouble: PlannedTrouble) -> TroubleLine:
    hidden = trouble.surprise and not trouble.began
    words = say("A surprise") if hidden else say(KIND_WORDS[trouble.kind])
    when = say("nobody knows") if hidden else seen.sight.frame.round_title(trouble.round)
    if trouble.began:
        when = f"{when}, {datetime_of(trouble.began).astimezone():%H:%M:%S}"
    mend = say(MENDED_BY[trouble.kind]) if trouble.runs else ""
    on_paper = trouble.runs and bool(trouble.paper)
    names = {each.seat: each.name for each in seen.sight.public(players_in_order)} if on_paper else {}
    who, paper = (names.get(SeatId(trouble.hit[0]), ""), trouble.paper) if on_paper else ("", ())
    return TroubleLine(words=words, when=when, now=_now(trouble, seen), mend=mend, runs=trouble.runs, who=who, paper=paper)


def _now(trouble: PlannedTrouble, seen: Look) -> str:
    frame = seen.sight.frame
    if not trouble.began:
        return say("still to come")
    if trouble.mended:
        return (
            say("mended by {name}", name=display_name(trouble.mended_by, frame)) if trouble.mended_by else say("passed by itself")
        )
    name = display_name(trouble.noticed_by, frame) or say("Control")
    return say("{name} has noticed", name=name) if trouble.noticed else say("nobody has noticed yet")


# --- card ---------------------------------------------------------------------------------------------------------------


class Graded(Struct, frozen=True, kw_only=True):
    """A line of a card beside the same line of the card before."""

    words: str
    value: str
    more: str
    mark: str
    name: str
    sign: str
    address: str  # of the moment; "" if there is none or the copy is deleted
    before: str
    difference: str


class LineGroup(Struct, frozen=True, kw_only=True):
    """Lines that belong together."""

    title: str
    lines: tuple[Graded, ...]


class CardView(Struct, frozen=True, kw_only=True):
    """A card. `beside`: when the card before was made."""

    made_at: datetime
    by: str
    seed: str
    speed: str
    rounds: int
    mark: str
    name: str
    sign: str
    there: bool
    copy_address: str
    back: str
    beside: datetime | None
    nobody: bool  # no person was at any desk
    parts: tuple[LineGroup, ...]


def card_view(seen: Look, row: RehearsalCard) -> CardView:
    """Card compared with the one before it."""
    card = card_in(row)
    earlier = RehearsalCard.objects.filter(event=row.event_id, pk__lt=row.pk).first()
    before = {(each.part, each.key): each for each in card_in(earlier).lines} if earlier is not None else {}
    there = Event.objects.filter(pk=row.copy, rehearses=row.event_id).exists()
    return CardView(
        made_at=row.made_at,
        by=row.by,
        seed=row.seed,
        speed=say(SPEED_WORDS[row.speed]),
        rounds=card.rounds,
        mark=say(MARK_WORDS[card.mark]),
        name=card.mark.value,
        sign=SIGNS[card.mark],
        there=there,
        copy_address=reverse("desk:rehearsal", args=[row.copy]) if there else "",
        back=reverse("desk:rehearsal", args=[seen.event_id]),
        beside=earlier.made_at if earlier is not None else None,
        nobody=card.people == 0,
        parts=tuple(_parts(card, before, row.copy if there else 0)),
    )


def _parts(card: ReportCard, before: dict[tuple[str, str], GradedLine], copy: int) -> list[LineGroup]:
    lines: dict[str, list[Graded]] = {}
    for each in card.lines:
        lines.setdefault(each.part, []).append(_graded(each, before.get((each.part, each.key)), copy))
    return [LineGroup(title=say(title), lines=tuple(lines[part])) for part, title in PARTS.items() if part in lines]


def _graded(line: GradedLine, other: GradedLine | None, copy: int) -> Graded:
    return Graded(
        words=line.words,
        value=line.told,
        more=line.more,
        mark=say(MARK_WORDS[line.mark]),
        name=line.mark.value,
        sign=SIGNS[line.mark],
        address=address_of(copy, line.seq) if copy and line.seq else "",
        before=other.told if other is not None else "",
        difference=difference_words(length_of(line), length_of(other)) if other is not None else "",
    )

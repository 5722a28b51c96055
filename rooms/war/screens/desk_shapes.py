"""What the desk of War Control shows: the running step with its preview, who has sent, the map, one region."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from control.day.clock.steps import EndStep, steps_left
from control.day.decisions import asking as decisions
from control.day.decisions.answering import DecisionMade
from control.day.lateness import ASK, late_rule
from control.day.people import asked as people
from control.day.recall import Same
from control.day.view import RoomClockView, room_clock_view
from control.day.words import who
from control.desks.frame import Look
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say, say_as, say_count
from control.engine.modules import GameEvent
from control.engine.refused import Refused
from control.journal import desk, history
from control.journal.stories import commands_of
from control.journal.story import Line, lines_of, may_withdraw, withdrawn_by
from control.models import Sheet
from control.registry import game
from control.sheets import sheets
from control.sheets.store import why_words
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.module import BUILDINGS
from rooms.realm.game.court import COURT
from rooms.realm.game.effects.module import EFFECTS
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.throne import THRONE
from rooms.realm.game.treasury.module import TREASURY
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.realm.words import DESK_OF
from rooms.war.game import words
from rooms.war.game.board import Board, board_of
from rooms.war.game.chapters import FURTHER
from rooms.war.game.coup_words import no_coup_words
from rooms.war.game.coups import COUPS, no_coup
from rooms.war.game.events import BattleFought, FlagsChanged, MovesMade, PeaceKept, RecruitsPlaced, RewardsPaid
from rooms.war.game.part import WAR
from rooms.war.game.sheets import KIND
from rooms.war.game.state import CARRIED_OUT, ORDERS, REWARDS, GuardMove, Outcome, record_of, war_of
from rooms.war.game.updates import updates
from rooms.war.game.view import RegionView, RumorView, StepRow, WarDeskView, map_view, war_desk
from rooms.war.screens.drawing import MapDrawing, bare_map, draw_map, map_over
from rooms.war.screens.overlay import MapOverlay, made_in, preview_map

# The chapters whose sentences name regions.
OF_THE_MAP = frozenset({WAR.name, *(each.name for each in FURTHER), BUILDINGS.name, EFFECTS.name})
OPEN_PHASES = (Phase.ACTION, Phase.RETURN)
MOST_LATE = 24  # late sheets that stand at the desk itself
VERBS = {"orders": later("Open the orders"), "updates": later("End Updates"), "favors": later("End Favors")}


# --- the running step ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One thing that a step would do, with its reason.

    `mark`: "done", "part" or "wasted" for an order, "battle", "flags", "throne" for coups and who reigns, or empty.
    """

    sentence: str
    rule: str = ""
    mark: str = ""
    house: HouseId | None = None
    short: str = ""
    region: RegionId | None = None
    seat: SeatId | None = None  # whose orders may be corrected
    line: str = ""  # which line of that sheet

    @property
    def may_fail(self) -> bool:
        """Is it something that can fail somebody, so that one may ask why?"""
        return self.mark in ("part", "wasted", "battle", "flags")


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Who of a House is awaited: by name, never what has been written."""

    house: HouseId
    short: str
    sent: tuple[str, ...]
    awaited: tuple[tuple[SeatId, str], ...]

    @property
    def awaited_names(self) -> tuple[str, ...]:
        """Who is awaited, in words."""
        return tuple(name for _seat, name in self.awaited)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPanel:
    """The seven steps, and everything about the one that comes next.

    `side` alternates from step to step, so that the button of one step never lies where that of the step before lay.
    """

    month: int
    phase: str
    playing: bool
    is_open: bool  # may the step be ended now?
    clock: RoomClockView
    steps: tuple[StepRow, ...]
    step: StepId | None
    name: str
    hint: str
    number: int
    verb: str
    then: str
    side: str
    opens: bool
    preview: tuple[PreviewLine, ...] = ()
    nothing: str = ""
    refused: str = ""
    rumors: tuple[RumorView, ...] = ()
    updates: tuple[str, ...] = ()  # what to announce of the Immortals (GE-WAR-28)
    waits: int = 0  # decisions whose default applies with this step
    sent: int = 0
    expected: int = 0


def step_panel(seen: Look) -> StepPanel:
    """The steps of this month, and what the next one would do."""
    state = seen.state
    shown = seen.once(_desk)
    left = steps_left(state, Room.WAR)
    playing = state.clock.phase is not None
    step = left[0] if left and playing else None
    at = next((number for number, row in enumerate(shown.steps) if row.id == step), len(shown.steps))
    row = shown.steps[at] if at < len(shown.steps) else None
    is_open = step is not None and state.clock.phase in OPEN_PHASES
    sent, expected = sent_of(seen)
    preview, refused = _preview(seen, step) if is_open and step in CARRIED_OUT and step != ORDERS else ((), "")
    return StepPanel(
        month=state.clock.month,
        phase=state.clock.phase if state.clock.phase else "",
        playing=playing,
        is_open=is_open,
        clock=room_clock_view(state, Room.WAR),
        steps=shown.steps,
        step=step,
        name=row.name if row else "",
        hint=row.hint if row else "",
        number=at + 1,
        verb=_verb(row) if row else "",
        then=shown.steps[at + 1].name if at + 1 < len(shown.steps) else "",
        side="left" if at % 2 == 0 else "right",
        opens=step == ORDERS,
        preview=preview,
        nothing=say(NOTHING.get(step or "", "")),
        refused=refused,
        rumors=shown.rumors if step == "updates" else (),
        updates=updates(state) if step == "updates" else (),
        waits=sum(row is not None and each.desk == Desk.WAR and each.blocks == row.name for each in decisions.waiting(state)),
        sent=len(sent & expected),
        expected=len(expected),
    )


def _verb(row: StepRow) -> str:
    return say(VERBS[row.id]) if row.id in VERBS else say("Apply {step}", step=row.name)


# Beside the War Room's own facts: coups, in-laws and famine, and what they do to the throne and the Court.
FORESEEN = frozenset((*WAR.facts, *(kind for each in FURTHER for kind in each.facts), *THRONE.facts, *COURT.facts))
# What the hall talks about for the rest of the month: it is read before the battles that brought it about.
OF_THE_THRONE = frozenset((*COUPS.facts, *THRONE.facts, *COURT.facts))
NOTHING = {
    "move": later("No sheet orders a Move; every unit stays."),
    "battle": later("No battle and no flag changes."),
    "rewards": later("Nobody earns anything this month."),
    "recruit": later("No sheet orders a Recruit."),
}


def _there(seen: Look) -> tuple[Seat, ...]:
    return people.present_in(seen.state, Room.WAR)


def _sent(seen: Look) -> frozenset[SeatId]:
    return sheets.sent(seen.event_id, KIND, seen.state.clock.month)


def _desk(seen: Look) -> WarDeskView:
    return war_desk(seen.state)


def sent_of(seen: Look) -> tuple[frozenset[SeatId], frozenset[SeatId]]:
    """Whose sheet is here in time, and who is in the War Room."""
    return seen.once(_sent), frozenset(seat.id for seat in seen.once(_there))


def _preview(seen: Look, step: StepId) -> tuple[tuple[PreviewLine, ...], str]:
    """What ending this step would do, line by line; or why it cannot be foreseen."""
    try:
        return _coming(seen, step).lines, ""
    except Refused as no:
        return (), no.sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """What ending a step would bring about, and the same line by line and on the map."""

    found: desk.Foreseen
    lines: tuple[PreviewLine, ...]
    overlay: MapOverlay


def foreseen(seen: Look, step: StepId) -> desk.Foreseen:
    """What ending this step would bring about.

    Raises:
        Refused: it cannot be ended.
    """
    return _coming(seen, step).found


@lru_cache(maxsize=16)
def _place(_state: Same, _step: StepId, _by: Actor) -> list[Coming]:
    return []


def _coming(seen: Look, step: StepId) -> Coming:
    """The preview of a step, made once for all regions and all tablets that show the same state."""
    place = _place(Same(seen.state), step, seen.door.actor)
    if place:
        return place[0]
    command = EndStep(room=Room.WAR, month=seen.state.clock.month, step=step)
    found = desk.preview(stream_id=seen.door.event.stream_id, command=command, by=seen.door.actor, at=seen.now)
    board = board_of(seen.state.scenario)
    lines: list[PreviewLine] = []
    state = found.before
    for happened, sentence in zip(found.events, found.sentences, strict=True):
        lines.extend(_lines(board, state, happened, sentence, step))
        state = game(state.REALM).evolve(state, happened)
    ordered = tuple(sorted(lines, key=lambda line: line.mark != "throne"))
    coming = Coming(found=found, lines=ordered, overlay=preview_map(found.before, found.events))
    if found.before is seen.state:  # else somebody has pressed meanwhile, and this tablet is about to hear of it
        place[:] = [coming]
    return coming


def _lines(board: Board, state: GameState, happened: GameEvent, sentence: str, step: StepId) -> Iterator[PreviewLine]:
    """An event of a step as lines: one for each order, battle, reward and flag."""
    if isinstance(happened, MovesMade | RecruitsPlaced):
        yield from (_order_line(board, state, outcome) for outcome in happened.outcomes)
        if isinstance(happened, MovesMade):
            yield from (_guard_line(board, state, move) for move in happened.guard_moves)
    elif isinstance(happened, BattleFought):
        yield PreviewLine(sentence=sentence, mark="battle", region=happened.battle.region)
    elif isinstance(happened, PeaceKept):
        yield PreviewLine(sentence=sentence, region=happened.region)
    elif isinstance(happened, FlagsChanged):
        yield from (
            PreviewLine(
                sentence=say("Flags: {changes}.", changes=words.flag_words(board, change)), mark="flags", region=change.region
            )
            for change in happened.changes
        )
        yield from _no_coup_line(board, game(state.REALM).evolve(state, happened))
    elif isinstance(happened, RewardsPaid):
        for reward in happened.rewards:
            receiver = (
                say("It goes to {player}.", player=who(state, reward.seat)) if reward.seat else say("Nobody plays this House.")
            )
            house = board.houses[reward.house]
            said = f"{words.reward_words(board, reward)}. {receiver}"
            yield PreviewLine(sentence=said, house=house.id, short=house.short)
    elif type(happened) in FORESEEN or (step != REWARDS and type(happened) in TREASURY.facts):
        mark = "throne" if type(happened) in OF_THE_THRONE else ""
        yield PreviewLine(sentence=sentence, mark=mark)  # what Rewards pay into purses stands in the lines of the Houses already


def _no_coup_line(board: Board, state: GameState) -> Iterator[PreviewLine]:
    """Why betrayal at the Court would be no coup (R-34)."""
    why = no_coup(state)
    if why is not None and state.court is not None:
        region = state.court.region
        yield PreviewLine(sentence=no_coup_words(board, region, why), mark="throne", region=region)


def _order_line(board: Board, state: GameState, outcome: Outcome) -> PreviewLine:
    shown = words.outcome_words(board, outcome)
    rule = words.rule_of(outcome)
    house = board.houses[outcome.house]
    name = _name(state, outcome.seat)
    return PreviewLine(
        sentence=f"{name}, {words.line_name(outcome.line)}: {shown}.",
        rule=rule,
        mark=words.fate_of(outcome),
        house=house.id,
        short=house.short,
        region=outcome.order.target,
        seat=outcome.seat,
        line=words.line_name(outcome.line),
    )


def _guard_line(board: Board, state: GameState, move: GuardMove) -> PreviewLine:
    """An order to an Immortal in the preview of Move (R-59)."""
    house = board.houses[move.house]
    return PreviewLine(
        sentence=f"{_name(state, move.seat)}: {words.guard_move_words(board, move)}.",
        rule=words.RULE_OF[move.why] if move.why else "R-59",
        mark="done" if move.done else "wasted",
        house=house.id,
        short=house.short,
        region=move.order.target,
        seat=move.seat,
        line=words.guard_line_name(move.order),
    )


def _name(state: GameState, seat: SeatId) -> str:
    return state.seats[seat].name if seat in state.seats else str(seat)


# --- the map ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthTick:
    """A month whose end may be looked back at; `month` is "" for now and "0" for the board before the day."""

    month: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskMap:
    """The map of War Control. `then` is the month whose end it shows; None shows now, with what the next step would change."""

    map: MapDrawing
    ticks: tuple[MonthTick, ...]
    then: int | None
    preview: str  # the step that the map foresees; "" when it foresees none


def map_panel(seen: Look) -> DeskMap:
    """The map, with what the next step would change drawn on it; or as it stood when a month ended."""
    month = month_asked(seen)
    past = None if month is None else history.at_end_of(seen.door.event.stream, month)
    ticks = _ticks(seen.state, None if past is None else month)
    if past is not None:
        overlay = made_in(past, record_of(past)) if record_of(past).month else None
        drawn = draw_map(past.scenario, map_view(past), event_id=seen.event_id, overlay=overlay, changes=True)
        return DeskMap(map=drawn, ticks=ticks, then=month, preview="")
    foretold, step = seen.once(_foretold)
    drawn = map_over(seen.state, foretold, event_id=seen.event_id) if foretold else bare_map(seen.state, seen.event_id, True)
    return DeskMap(map=drawn, ticks=ticks, then=None, preview=step)


def month_asked(seen: Look) -> int | None:
    """The month whose end the address asks for; None for now, and for what is no month that is over."""
    asked = seen.query.get("when", "")
    if not (asked.isascii() and asked.isdigit() and len(asked) <= 3):
        return None
    return int(asked) if int(asked) < seen.state.clock.month else None


def _ticks(state: GameState, then: int | None) -> tuple[MonthTick, ...]:
    over = [
        MonthTick(
            month=str(month), label=str(month) if month else say_as("the board before month 1", "start"), chosen=month == then
        )
        for month in range(state.clock.month)
    ]
    return (*over, MonthTick(month="", label=say("now"), chosen=then is None)) if over else ()


def _foretold(seen: Look) -> tuple[MapOverlay | None, str]:
    """What the next step would change, and its name."""
    left = steps_left(seen.state, Room.WAR)
    if not left or left[0] not in CARRIED_OUT or left[0] == ORDERS or seen.state.clock.phase not in OPEN_PHASES:
        return None, ""
    name = next((row.name for row in seen.once(_desk).steps if row.id == left[0]), "")
    try:
        overlay = _coming(seen, left[0]).overlay
    except Refused:
        return None, ""
    return (overlay, name) if overlay != MapOverlay() else (None, "")


# --- the sheets ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LateSheet:
    """A sheet that came too late: who and when. What is in it stays sealed until the orders are open."""

    seat: SeatId
    player: str
    at: datetime
    why: str
    may_count: bool
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersPanel:
    """Before the orders are open: who has sent and who is awaited. After: the orders in words."""

    month: int
    playing: bool
    opened: bool
    missing: tuple[Missing, ...]
    sent: int
    expected: int
    nowhere: int
    desk: WarDeskView
    late: tuple[LateSheet, ...]
    more_late: int = 0  # of whom the page of arrivals tells
    admissible: frozenset[SeatId] = field(default_factory=frozenset)

    @property
    def counting(self) -> int:
        """How many sheets count once the orders are open, whoever wrote them into the console."""
        return sum(len(house.sheets) for house in self.desk.houses)

    @property
    def by_hand(self) -> int:
        """How many of these War Control has entered or changed."""
        return sum(sheet.corrected for house in self.desk.houses for sheet in house.sheets)


def orders_panel(seen: Look) -> OrdersPanel:
    """The sheets of this month, as far as the desk may know them."""
    state = seen.state
    sent, expected = sent_of(seen)
    shown = seen.once(_desk)
    here = [seat for seat in state.seats.values() if seat.here]
    late = sorted(sheets.came_late(seen.event_id, KIND, state.clock.month) & state.seats.keys())
    return OrdersPanel(
        month=state.clock.month,
        playing=state.clock.phase is not None,
        opened=shown.opened,
        missing=() if shown.opened else _missing(board_of(state.scenario), seen.once(_there), sent),
        sent=len(sent & expected),
        expected=len(expected),
        nowhere=sum(people.choice_of(state, seat) is None for seat in here),
        desk=shown,
        late=tuple(late_sheets(seen, late[:MOST_LATE])) if late else (),
        more_late=max(len(late) - MOST_LATE, 0),
        admissible=frozenset(each.seat for each in shown.set_aside if _in_room(state, each.seat)),
    )


def _in_room(state: GameState, seat: SeatId) -> bool:
    return seat in state.seats and people.here_in_room(state, state.seats[seat], Room.WAR)


def _missing(board: Board, there: Iterable[Seat], sent: frozenset[SeatId]) -> tuple[Missing, ...]:
    names: dict[HouseId, list[Seat]] = {house: [] for house in board.houses}
    for seat in there:
        names[seat.house].append(seat)
    return tuple(
        Missing(
            house=house,
            short=board.houses[house].short,
            sent=tuple(seat.name for seat in seats if seat.id in sent),
            awaited=tuple((seat.id, seat.name) for seat in seats if seat.id not in sent),
        )
        for house, seats in names.items()
    )


def late_sheets(seen: Look, seats: Collection[SeatId]) -> Iterator[LateSheet]:
    """The newest late sheet of each of these players this month."""
    state, month = seen.state, seen.state.clock.month
    late = Sheet.objects.filter(event=seen.event_id, kind=KIND, month=month, late=True, seat__in=seats)
    newest = {row.seat: row for row in late.defer("body").order_by("seat", "revision")}
    record = record_of(state)
    for row in newest.values():
        seat = SeatId(row.seat)
        yield LateSheet(
            seat=seat,
            player=words.seat_words(state, seat),
            at=row.received_at,
            why=why_words(row.received_at, row.due_at, late=True, rule=late_rule(state, KIND)),
            may_count=late_rule(state, KIND).policy == ASK and ORDERS in record.done and _in_room(state, seat),
            counts=record.sheet(seat) is not None,
        )


# --- one region ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseCount:
    """A House with its units in a region and its flag there."""

    house: HouseId
    name: str
    short: str
    units: int
    stock: int
    flag: bool

    @property
    def choice(self) -> str:
        """The House with the number seen, as a form sends it."""
        return f"{self.house} {self.units}"

    @property
    def flag_choice(self) -> str:
        """The House with what would be done to its flag."""
        return f"{self.house} {'off' if self.flag else 'on'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A House present that another one helps. `forced`: a law or a scheme set the tick; `mutual`: it is returned."""

    house: HouseId
    short: str
    mutual: bool
    forced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Helper:
    """Whom of those present a House in a region helps."""

    house: HouseId
    short: str
    name: str
    ticks: tuple[Tick, ...]
    betrays: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionPanel:
    """One region: who is there and helps whom, what has happened and is about to, what may be set by hand.

    `then` is the month whose end it shows; nothing is set by hand in the past. `since_month` is the month of what has changed.
    """

    region: RegionView
    then: int | None
    since_month: int
    helpers: tuple[Helper, ...]
    battle: str
    battle_month: int
    foretold: tuple[str, ...]
    foretells: str  # the step that would bring it about
    neighbours: tuple[str, ...]
    houses: tuple[HouseCount, ...]
    rumors: tuple[RumorView, ...]
    off_map: tuple[RumorView, ...]
    spare_rumors: int
    immortals: tuple[int, ...]
    elsewhere: tuple[tuple[int, str], ...]
    history: tuple[str, ...]
    places: tuple[tuple[RegionId, str], ...]


def region_panel(seen: Look, region: RegionId) -> RegionPanel:
    """One region of the map, now or at the end of the month that the address asks for."""
    month = month_asked(seen)
    past = None if month is None else history.at_end_of(seen.door.event.stream, month)
    state = past or seen.state
    board, war, shown = board_of(state.scenario), war_of(state), war_desk(state)
    whole = map_view(state)
    view = whole.region(region)
    flags = view.castle.flags if view.castle else ()
    overlay, step = (None, "") if past else seen.once(_foretold)
    return RegionPanel(
        region=view,
        then=month if past else None,
        since_month=whole.since_month,
        helpers=helpers_in(state, region),
        battle=next((battle.sentence for battle in whole.battles if battle.region == region), ""),
        battle_month=whole.battles_month,
        foretold=tuple(_foretold_here(board, overlay, region)) if overlay else (),
        foretells=step,
        neighbours=tuple(sorted(board.region_name(each) for each in board.neighbours[region])),
        houses=tuple(
            HouseCount(
                house=house,
                name=look.name,
                short=look.short,
                units=war.count(region, house),
                stock=war.stock.get(house, 0),
                flag=house in flags,
            )
            for house, look in board.houses.items()
        ),
        rumors=tuple(rumor for rumor in shown.rumors if rumor.region == region),
        off_map=tuple(rumor for rumor in shown.rumors if rumor.region is None),
        spare_rumors=shown.spare_rumors,
        immortals=war.immortals_in(region),
        elsewhere=tuple((each.id, each.name) for each in shown.immortals if each.region != region),
        history=() if past else history_of(seen, view.name),
        places=tuple(sorted(((each, board.region_name(each)) for each in board.regions), key=lambda place: place[1])),
    )


def helpers_in(state: GameState, region: RegionId) -> tuple[Helper, ...]:
    """Who of those present helps whom, once the orders are open (GE-WAR-22, GE-WAR-23, GE-WAR-24, GE-WAR-25, GE-WAR-26)."""
    record, board = record_of(state), board_of(state.scenario)
    if ORDERS not in record.done:
        return ()
    present = board.sorted_houses(set(war_of(state).units.get(region, {})) & board.houses.keys())
    stances = {house: record.stance(house) for house in present}
    return tuple(
        Helper(
            house=house,
            short=board.houses[house].short,
            name=board.house_name(house),
            ticks=tuple(
                Tick(
                    house=other,
                    short=board.houses[other].short,
                    mutual=house in stances[other].ticks,
                    forced=other in stance.forced,
                )
                for other in present
                if other != house and other in stance.ticks
            ),
            betrays=stance.betrays,
        )
        for house, stance in stances.items()
    )


def _foretold_here(board: Board, overlay: MapOverlay, region: RegionId) -> Iterator[str]:
    """What the next step would change in one region."""
    for ghost in overlay.ghosts:
        if ghost.region == region:
            yield say_count(
                "{house}: {count} unit now, {after} after.",
                "{house}: {count} units now, {after} after.",
                ghost.before,
                house=board.house_name(ghost.house),
                after=ghost.after,
            )
    for battle in overlay.battles:
        if battle.region == region:
            yield battle.sentence
    if region in overlay.peace:
        yield say("No battle: those who stand here keep peace.")
    for flag in overlay.flags:
        if flag.region == region:
            house = board.house_name(flag.house)
            yield say("The flag of {house} is placed.", house=house) if flag.on else say("The flag of {house} falls.", house=house)


def history_of(seen: Look, name: str, most: int = 8) -> tuple[str, ...]:
    """What the journal tells of a place, newest first."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    told = (
        _about(name, line)
        for line in reversed(lines)
        if line.chapter in OF_THE_MAP and line.seq not in taken and name in _words_of(line.sentence)
    )
    return tuple(sentence for sentence, _number in zip(told, range(most), strict=False))


def _about(name: str, line: Line) -> str:
    """What a line says of one place: of a list of Moves or flags only those that name it."""
    head, colon, tail = line.sentence.partition(": ")
    parts = [part for part in tail.rstrip(".").split("; ") if name in _words_of(part)]
    whole = not colon or not parts or head == name
    return f"{line.label}: {line.sentence}" if whole else f"{line.label}: {'; '.join(parts)}."


def _words_of(sentence: str) -> frozenset[str]:
    for sign in ",.;:()":
        sentence = sentence.replace(sign, " ")
    return frozenset(sentence.split())


# --- the way back -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPanel:
    """The newest command of the War Room that still stands; `seq` 0 when it cannot be taken back, `why` then says why."""

    label: str = ""
    seq: int = 0
    why: str = ""


def undo_panel(seen: Look) -> UndoPanel:
    """What the undo button would take back."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.seq in taken or not _is_of_the_room(group):
            continue
        lasting = next((line.lasting for line in group if line.lasting), "")
        if lasting or not may_withdraw(first, seen.door.desks):
            return UndoPanel(label=first.label, why=lasting)
        return UndoPanel(label=_called(first), seq=first.seq)
    return UndoPanel()


def _called(first: Line) -> str:
    """What a command is called on the button; a decision by what was asked, for there are several."""
    if first.kind != DecisionMade.__name__:
        return first.label
    asked = re.match(r"[“„](.*?)[”“]", first.sentence)
    return say("Decision: {question}", question=asked[1] if asked else first.sentence)


def _is_of_the_room(group: tuple[Line, ...]) -> bool:
    """Is it a step, a correction, or a decision of the War Room? What is decided after a step leans on it and goes first."""
    first = group[0]
    if first.kind == DecisionMade.__name__:
        return DESK_OF[Room.WAR] in first.keepers
    if first.kind == "BoardSet" or any(line.kind in ("EventSetUp", "PhaseBegan", "PhaseEnded") for line in group):
        return False
    return first.chapter == WAR.name or (first.kind == "StepEnded" and DESK_OF[Room.WAR] in first.keepers)

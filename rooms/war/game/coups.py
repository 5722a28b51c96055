"""Military Coups and lost castles: judged when the flags of Battle are placed, with their sentences.

Rules: GE-SOV-14, GE-SOV-21.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from control.day import handoffs
from control.day.clock.phase_events import ClockSet, MonthTurned
from control.day.decisions import questions as decisions
from control.day.decisions.answers import DecisionMade, answer_by_default
from control.day.people.presence import PlayerLeft
from control.day.records import Decision, Option
from control.engine.context import DecisionContext
from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, GameEvent, Invalidation, Module
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.frame import Moment
from rooms.realm.game import court_seat
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.reports.words import news
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne import succession
from rooms.realm.game.throne.throne_events import SovereignSeated, sovereign_house
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.realm.scenario.schema import NewsKind
from rooms.war.game import reasons
from rooms.war.game.battle_changes import BattleCorrected, evolve_battle_corrected
from rooms.war.game.board import Board, board_of
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.reasons import claims_reasons
from rooms.war.game.records.month import Claim, Coup
from rooms.war.game.state import (
    BATTLE,
    WarState,
    month_record,
    record_of,
    state_at_step,
    war_in_month,
    war_of,
    with_notes,
    with_war,
)
from rooms.war.game.words.names import forces_listed
from rooms.war.game.words.reports import house_deed, named_in_hall
from rooms.war.rules.coup import NoCoup, at_court, coup_now, judge_coup, lost_now, strongest_claims
from rooms.war.rules.effects import effects_in

# === sentences ==========================================================================================================

# Sentences of coups and deposed Sovereigns, each with its rules.


NO_COUP: dict[NoCoup, tuple[str, str]] = {
    NoCoup.NOBODY: (later("nobody who stands there betrays the Sovereign"), "GE-SOV-14"),
    NoCoup.TREATY: (later("a Treaty holds there"), "R-69"),
    NoCoup.LOST: (later("no House that betrays was on the winning side"), "R-34"),
    NoCoup.MASSACRE: (later("a massacre is no coup"), "R-34"),
    NoCoup.DIED: (later("the Immortals took the last unit of those who beat them"), "R-57"),
    NoCoup.DEFENDED: (later("no Immortal stood there, but the Sovereign's House still does"), "R-34"),
}


def claims_words(board: Board, claims: Iterable[Claim]) -> str:
    """Candidates with their units: "Cat with 2 units and Snake with 3"."""
    return listed(str(each) for each in claims_reasons(board, claims))


def coup_words(board: Board, coup: Coup) -> str:
    """A coup in one sentence, with its rules."""
    houses = forces_listed(board, [claim.house for claim in coup.claims])
    region, number, left = board.region_name(coup.region), 2 if len(coup.claims) > 1 else 1, claims_words(board, coup.claims)
    if coup.guarded:
        said = say_count(
            "Military Coup in {region}: {houses} betrayed, defeated the Immortals in {region} and stands there after their "
            "retaliation ({left}; R-34, R-57)",
            "Military Coup in {region}: {houses} betrayed, defeated the Immortals in {region} and stand there after their "
            "retaliation ({left}; R-34, R-57)",
            number,
            region=region,
            houses=houses,
            left=left,
        )
    else:
        said = say_count(
            "Military Coup in {region}: {houses} betrayed and holds {region}, where no Immortal stood guard and the Sovereign's "
            "House has no unit ({left}; R-34, R-57)",
            "Military Coup in {region}: {houses} betrayed and hold {region}, where no Immortal stood guard and the Sovereign's "
            "House has no unit ({left}; R-34, R-57)",
            number,
            region=region,
            houses=houses,
            left=left,
        )
    if coup.immortals:
        said = say_count(
            "{coup}; {count} Immortal is gone for good (GE-SOV-20)",
            "{coup}; {count} Immortals are gone for good (GE-SOV-20)",
            len(coup.immortals),
            coup=said,
        )
    return f"{said}."


def no_coup_words(board: Board, region: RegionId, why: NoCoup) -> str:
    """Why there was no coup in the Court region, for readers who expect one."""
    said, rule = NO_COUP[why]
    return say("No Military Coup in {region}: {why} ({rule}).", region=board.region_name(region), why=say(said), rule=rule)


def castle_words(board: Board, lost: Coup, house: str) -> str:
    """Loss of the castle a Sovereign reigns from, and who succeeds."""
    region = board.region_name(lost.region)
    if not lost.claims:
        return say("{house} has no flag on {region} any more, by which its Sovereign reigned (R-36).", house=house, region=region)
    return say(
        "{house} has no flag on {region} any more, by which its Sovereign reigned; {heirs} may follow (R-36, R-33).",
        house=house,
        region=region,
        heirs=claims_words(board, lost.claims),
    )


# === coups ==============================================================================================================

# Military Coups and lost castles as a module beside the War Room's own. Everything is judged when the flags of Battle have been
# placed. A lost castle comes before a new coup. If both happen at once, the coup decides the succession.


BY_POWER = "power"  # answer that lets Power decide between equal numbers of units


class CoupMade(Struct, frozen=True, kw_only=True):
    """A Military Coup succeeded. Changes of the throne and the Court follow as events of theirs (GE-SOV-21)."""

    month: int
    coup: Coup


class CastleLost(Struct, frozen=True, kw_only=True):
    """The House of a Sovereign by coup lost the castle it reigned from.

    `overtaken`: a coup in the same Battle decides the succession.
    """

    month: int
    house: HouseId
    lost: Coup
    overtaken: bool = False


def why_no_coup(state: GameState) -> NoCoup | None:
    """Why betrayers at the Court made no coup, judged on the board after Battle. None if they did, or nobody betrayed."""
    if state.court is None:
        return None
    war, region = war_of(state), state.court.region
    found = judge_coup(at_court(war, region, sovereign=sovereign_house(state), treaties=effects_in(state).treaties))
    return found if isinstance(found, NoCoup) and found is not NoCoup.NOBODY else None


# --- reactions ----------------------------------------------------------------------------------------------------------


def judge_after_flags(state: GameState, happened: FlagsChanged, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Judge a lost castle first, then a new coup.

    Rules: GE-SOV-14, R-34, R-36.
    """
    coup, lost, house = coup_now(state), lost_now(state), sovereign_house(state)
    found: list[GameEvent] = []
    if lost is not None and house is not None:
        found.append(CastleLost(month=happened.month, house=house, lost=lost, overtaken=coup is not None))
    if coup is not None:
        found.append(CoupMade(month=happened.month, coup=coup))
    return tuple(found)


def judge_correction(state: GameState, happened: BattleCorrected, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Judge coups again after a corrected battle. Court Control decides if it contradicts a recorded coup or lost castle."""
    record, region = record_of(state), happened.battle.region
    found: list[GameEvent] = []
    if _has_other_coup(state, happened) or (record.castle_lost and record.castle_lost.region == region and happened.flags):
        what = reasons.throne_in_doubt(board_of(state.scenario).region_name(region))
        return (
            handoffs.new_hand_off(state, origin=Desk.WAR, to=Desk.COURT, what=what, at=asked.at, by=asked.by.called, rule="R-34"),
        )
    court_here = state.court is not None and state.court.region == region
    coup = coup_now(state) if court_here and record.coup is None and not _was_coup_before(state, happened) else None
    house, fell = sovereign_house(state), happened.flags.removed if happened.flags else ()
    lost = lost_now(state) if record.castle_lost is None and state.throne.holds == region and house in fell else None
    if lost is not None and house is not None:
        found.append(CastleLost(month=happened.month, house=house, lost=lost, overtaken=coup is not None))
    if coup is not None:
        found.append(CoupMade(month=happened.month, coup=coup))
    return tuple(found)


def _has_other_coup(state: GameState, happened: BattleCorrected) -> bool:
    """Whether a recorded coup here would not follow from the new result, or only for other Houses."""
    record = record_of(state)
    if record.coup is None or record.coup.region != happened.battle.region:
        return False
    then = state_at_step(state, happened.month, BATTLE)
    treaties, sovereign = effects_in(state).treaties, sovereign_house(then) if then is not None else None
    now = judge_coup(at_court(war_of(state), record.coup.region, sovereign=sovereign, treaties=treaties))
    return not isinstance(now, Coup) or {each.house for each in now.claims} != {each.house for each in record.coup.claims}


def _was_coup_before(state: GameState, happened: BattleCorrected) -> bool:
    """Whether the result before the correction would also make a coup now. Then the correction is not its cause."""
    back = replace(happened, before=happened.battle, battle=happened.before, flags=None)
    return coup_now(evolve_battle_corrected(state, back)) is not None


def take_the_throne(state: GameState, happened: CoupMade, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Depose the Sovereign at once, trap the Court and notify Court Control (GE-SOV-15, GE-SOV-17)."""
    board, region = board_of(state.scenario), happened.coup.region
    name = board.region_name(region)
    what = reasons.coup_traps_reason(name, reasons.claims_reasons(board, happened.coup.claims))
    return (
        *_seat_candidates(state, happened.coup, why=reasons.military_coup_reason(name), asked=asked),
        *_trap_court(state),
        handoffs.new_hand_off(state, origin=Desk.WAR, to=Desk.COURT, what=what, at=asked.at, by=asked.by.called, rule="GE-SOV-15"),
    )


def lose_the_throne(state: GameState, happened: CastleLost, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Depose the Sovereign. Houses with units and a flag there succeed as after a coup, else the most Power in Return (R-36)."""
    board, lost = board_of(state.scenario), happened.lost
    house, region = board.house_name(happened.house), board.region_name(lost.region)
    why = reasons.castle_lost_reason(house, region)
    if happened.overtaken:
        return succession.empty_throne(state, ThroneWaits.CHOICE, why=why, rule="R-36")
    what = reasons.read_out_reason(why)
    owed = handoffs.new_hand_off(state, origin=Desk.WAR, to=Desk.COURT, what=what, at=asked.at, by=asked.by.called, rule="R-36")
    if not lost.claims:
        return (*succession.empty_throne(state, ThroneWaits.RETURN, why=why, rule="R-36"), owed)
    return (*_seat_candidates(state, lost, why=why, asked=asked), *_trap_court(state), owed)


def _candidates(state: GameState, coup: Coup) -> tuple[Claim, ...]:
    """Houses that may rule after a coup. Houses without anyone to seat are left out (R-22)."""
    return tuple(claim for claim in coup.claims if succession.heir_of_house(state, claim.house) is not None)


def _seat_candidates(state: GameState, coup: Coup, *, why: Told, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Seat the only candidate. Several candidates must choose one of themselves first (GE-SOV-16, R-33)."""
    claims = _candidates(state, coup)
    if not claims:
        return succession.empty_throne(state, ThroneWaits.TIE, why=why, rule="R-22")
    if len(claims) == 1:
        return succession.seat_house(state, claims[0].house, why=why, rule=coup.rule, holds=_castle(state, coup))
    emptied = succession.empty_throne(state, ThroneWaits.CHOICE, why=why, rule="R-33")
    return (*emptied, *decisions.ask_again(state, _choice(state, coup, asked)))


def _castle(state: GameState, coup: Coup) -> RegionId | None:
    """The castle that a Sovereign by this coup must keep. None if the region has none (GE-SOV-18)."""
    castle = war_of(state).castles.get(coup.region)
    return coup.region if castle is not None and not castle.destroyed else None


def _trap_court(state: GameState) -> tuple[GameEvent, ...]:
    """Trap the Court, even if deposing the Sovereign of an earlier coup has just freed it (GE-SOV-19, R-35)."""
    if state.court is None:
        return ()
    freed = state.scenario.settings.coup_trap == "reign" and state.throne.holds is not None
    return court_seat.trap_events(replace(state, court=replace(state.court, trapped=False)) if freed else state)


# --- who rules after a joint coup ---------------------------------------------------------------------------------------


def throne_prefix(month: int) -> str:
    """Id of the question which of several Houses rules."""
    return f"war-{month}-throne"


def _choice(state: GameState, coup: Coup, asked: DecisionContext) -> Decision:
    board, month = board_of(state.scenario), state.clock.month
    claims = _candidates(state, coup)
    houses = board.sorted_houses(frozenset(claim.house for claim in claims))
    most = strongest_claims(claims)
    units = {claim.house: claim.units for claim in claims}
    options = [
        Option(
            id=house,
            words=reasons.with_units(board.house_name(house), units[house]),
        )
        for house in houses
    ]
    if len(most) > 1:
        tied = tuple(board.house_name(house) for house in board.sorted_houses(frozenset(most)))
        options.append(Option(id=BY_POWER, words=reasons.by_power_reason(tied)))
    return Decision(
        id=throne_prefix(month),
        desk=Desk.WAR,
        month=month,
        question=reasons.who_rules_question(reasons.claims_reasons(board, claims)),
        options=tuple(options),
        default=most[0] if len(most) == 1 else BY_POWER,
        since=asked.at,
        blocks=reasons.end_of_month(),
        rule="R-33",
        place=coup.region,
    )


def name_the_sovereign(state: GameState, happened: DecisionMade, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Act on the decision at once. Between equals the most Power decides, and a tie leaves the throne empty (GE-SOV-16, R-33)."""
    asked_in = decisions.find_decision(state, happened.id)
    month = state.clock.month if asked_in is None else asked_in.month  # the clock may have moved on
    if decisions.original_id(happened.id) != throne_prefix(month) or state.throne.waits is not ThroneWaits.CHOICE:
        return ()
    record = month_record(war_of(state), month)
    coup = record.coup or record.castle_lost
    if coup is None:
        return ()
    house = HouseId(happened.option)
    if happened.option == BY_POWER:
        tied = strongest_claims(_candidates(state, coup) or coup.claims)
        most = max(house_power(state, each) for each in tied)
        strongest = [each for each in tied if house_power(state, each) == most]
        if len(strongest) > 1:
            alike = reasons.equal_claims_reason(tuple(house_name(state, each) for each in strongest))
            return succession.empty_throne(state, ThroneWaits.TIE, why=alike, rule="R-33")
        house = strongest[0]
    region = board_of(state.scenario).region_name(coup.region)
    why = reasons.strongest_reason(region) if happened.by_default else reasons.chosen_reason(region)
    return succession.seat_house(state, house, why=why, rule="R-33", holds=_castle(state, coup))


def ask_remaining_houses(state: GameState, happened: CharacterDied | PlayerLeft, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask again among Houses that still have someone to seat. A single one takes the throne (R-22, R-33)."""
    month = state.clock.month
    coup = month_record(war_of(state), month).coup or month_record(war_of(state), month).castle_lost
    if state.throne.waits is not ThroneWaits.CHOICE or coup is None:
        return ()
    claims = _candidates(state, coup)
    if len(claims) > 1:
        return decisions.update_questions(state, (_choice(state, coup, asked),), throne_prefix(month))
    over = decisions.update_questions(state, (), throne_prefix(month))
    if not claims:
        return (*over, *succession.empty_throne(state, ThroneWaits.TIE, why=reasons.nobody_left_reason(), rule="R-22"))
    why = reasons.strongest_reason(board_of(state.scenario).region_name(coup.region))
    return (*over, *succession.seat_house(state, claims[0].house, why=why, rule="R-33", holds=_castle(state, coup)))


def settle_the_throne(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Settle an open choice at the end of Return: most units there, then most Power (R-33)."""
    if happened.moment != Moment.THRONE or state.throne.waits is not ThroneWaits.CHOICE:
        return ()
    settled = answer_by_default(state, throne_prefix(happened.month))
    return settled or succession.empty_throne(state, ThroneWaits.TIE, why=reasons.nobody_left_reason(), rule="R-37")


def settle_when_set(state: GameState, happened: ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Settle an open choice when the clock is set past the end of Return (R-33)."""
    month = next((each.month for each in happened.passed if each.phase == Phase.RETURN), None)
    if month is None or state.throne.waits is not ThroneWaits.CHOICE:
        return ()
    return answer_by_default(state, throne_prefix(month)) or succession.empty_throne(
        state, ThroneWaits.TIE, why=reasons.nobody_left_reason(), rule="R-37"
    )


def close_question(state: GameState, happened: SovereignSeated, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Close the choice when someone else has been seated (R-31)."""
    open_ = {each.month for each in decisions.open_decisions(state) if decisions.original_id(each.id) == throne_prefix(each.month)}
    return tuple(event for month in sorted(open_) for event in decisions.update_questions(state, (), throne_prefix(month)))


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_coup_made(state: GameState, happened: CoupMade) -> GameState:
    """The Immortals defeated in a coup never come back (GE-SOV-20)."""
    war, coup = war_in_month(war_of(state), happened.month), happened.coup
    war = _clear_doubt(war, f"coup:{coup.region}", right=coup_now(state) == coup)
    immortals = tuple(
        replace(each, region=None, away_until=None, gone=True) if each.id in coup.immortals else each for each in war.immortals
    )
    return with_war(state, replace(war, immortals=immortals, record=replace(war.record, coup=coup)))


def evolve_castle_lost(state: GameState, happened: CastleLost) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    right = lost_now(state) == happened.lost and sovereign_house(state) == happened.house
    war = _clear_doubt(war, f"fallen:{happened.lost.region}", right=right)
    return with_war(state, replace(war, record=replace(war.record, castle_lost=happened.lost)))


def _clear_doubt(war: WarState, doubt: str, *, right: bool) -> WarState:
    """Clear the doubt that the flags left, if the event matches the board. Otherwise note it for good."""
    left = tuple(each for each in war.record.doubts if each != doubt)
    war = replace(war, record=replace(war.record, doubts=left))
    return war if right else with_notes(war, doubt=doubt)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_coup_made(happened: CoupMade, before: GameState, after: GameState) -> Iterator[Line]:
    board, coup = board_of(before.scenario), happened.coup
    yield to_desks(coup_words(board, coup))
    houses = named_in_hall(before, (claim.house for claim in coup.claims))
    yield news(before, NewsKind.COUP, "coup", houses=houses, region=board.region_name(coup.region))


def tell_castle_lost(happened: CastleLost, before: GameState, after: GameState) -> Iterator[Line]:
    board = board_of(before.scenario)
    words = castle_words(board, happened.lost, board.house_name(happened.house))
    yield to_desks(words)
    yield house_deed("castle-lost", happened.house, words, weight=5, rule="R-36")


def _invalidations(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="map"), Invalidation(topic="clock"), Invalidation(topic="war", to="staff"))


COUPS = Module(
    name="war-coups",
    events={
        CoupMade: EventHandler(evolve=evolve_coup_made, tell=tell_coup_made, invalidations=_invalidations),
        CastleLost: EventHandler(evolve=evolve_castle_lost, tell=tell_castle_lost, invalidations=_invalidations),
    },
    reactions={
        FlagsChanged: judge_after_flags,
        BattleCorrected: judge_correction,
        CoupMade: take_the_throne,
        CastleLost: lose_the_throne,
        DecisionMade: name_the_sovereign,
        MonthTurned: settle_the_throne,
        ClockSet: settle_when_set,
        SovereignSeated: close_question,
        CharacterDied: ask_remaining_houses,
        PlayerLeft: ask_remaining_houses,
    },
)

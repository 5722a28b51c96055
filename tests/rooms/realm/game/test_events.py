"""Every shared event: its stored sample decodes for ever, folds, is explained, and has an audience."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from control.day.attention import EndVisit, GoAndSee, LeaveVisit
from control.day.calls import AnswerCall, CallControl, ReleaseCall, SettleCall
from control.day.clock.jumps import MoveDeadlines
from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phases import EndPhase, PlanStart, SetClock
from control.day.clock.steps import LetStepsRun
from control.day.news.drafts import DraftNews, HoldNews, NewsLine
from control.day.news.edits import RewordNews
from control.day.notices import Announce
from control.day.outages import GiveBack
from control.day.people.presence import AddPlayer, LeaveForGood
from control.day.people.room_choice import ChooseRoom
from control.day.seals import SealBroken, SheetsSealed
from control.engine import codec
from control.engine.context import THE_CLOCK
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from rooms.realm.game.castle_forfeits import FlagForfeited
from rooms.realm.game.ceremonies import HoldCeremony, MeetSpouse, SetSpouses
from rooms.realm.game.ceremony_attendance import Attend, EndCeremony
from rooms.realm.game.count_sheets import CountPurses
from rooms.realm.game.favors.deck import FavorDeckRefilled, GiveFavors
from rooms.realm.game.favors.hand_corrections import FetchFavor
from rooms.realm.game.hostages.custody import hand_over_events, hostages_from, kill_events, release_events, take_events
from rooms.realm.game.modules import DEATHS, FAVORS, WEDDINGS
from rooms.realm.game.passed_laws import LawNumbered
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.scheme_effects.module import STRIKES
from rooms.realm.game.scheme_effects.next_month import SchemeUsed
from rooms.realm.game.state import CeremonyKind, GameState
from rooms.realm.game.table_stakes import SettleStake, StakeKind
from rooms.realm.game.throne.throne_events import ThronePassed
from rooms.realm.game.throne.wounds import GodEmperorWounded
from rooms.realm.game.treasury.payment import NameFavors, NamePayers, kind_of
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.scenario.ids import HouseId, LawId, Phase, RegionId, Room
from tests.records import field_names
from tests.rooms.realm.game.between import between_desks
from tests.rooms.realm.game.dying import deaths_of_a_day
from tests.rooms.realm.game.passing import laws_passed
from tests.rooms.realm.game.play import (
    CAT_1,
    CAT_2,
    CEREMONY,
    CHECK_IN,
    MORNING,
    SHARED,
    WOLF_1,
    morning,
    player,
    running,
)
from tests.rooms.realm.game.rostering import roster
from tests.rooms.realm.game.scheming import schemes_struck
from tests.rooms.realm.game.standing import standing
from tests.rooms.realm.game.throning import thrones
from tests.rooms.realm.game.using import favors_of_a_day
from tests.rooms.realm.game.wedding import weddings_of_a_day

SAMPLES = Path(__file__).with_name("samples.json")
STORED = json.loads(SAMPLES.read_text(encoding="utf-8")) if SAMPLES.exists() else {}


def held() -> list[GameEvent]:
    """Events of hostages taken, killed, handed over and released."""
    day, snake, cat = running(), HouseId("snake"), HouseId("cat")
    token, own = hostages_from(day.state, HouseId("eagle"))[0], hostages_from(day.state, cat)[0]
    return [
        *take_events(day.state, snake, cat, why="captured", rule="GE-UND-08"),
        *kill_events(day.state, (token,), why="killed", rule="GE-CER-20"),
        *hand_over_events(day.state, (token,), snake, why="handed over", rule="R-93"),
        *release_events(day.state, (own,), why="released", rule="GE-CER-21"),
    ]


def one_of_each() -> dict[str, object]:
    """The first event of each kind from a day with every shared event."""
    early = morning()
    early.do(PlanStart(at=MORNING))
    day = running()
    day.do(HoldCeremony(month=1, kind=CeremonyKind.FUNERAL, houses=(HouseId("cat"),), what="the old Cat"), by=CEREMONY)
    day.do(Attend(ceremony=1, player=CAT_1), by=CEREMONY)
    day.do(EndCeremony(ceremony=1), by=CEREMONY)
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), by=CEREMONY)
    day.until(1, Phase.PLANNING)
    day.do(MeetSpouse(seat=CAT_1, month=1), by=player(CAT_1))
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.WAR), by=player(CAT_1))
    day.do(AddPlayer(team=HouseId("cat"), name="Nia"), by=CHECK_IN)
    day.do(LeaveForGood(seat=SeatId("cat-6")), by=CHECK_IN)
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason="chips"), by=CEREMONY)
    day.do(AdjustPower(seat=CAT_1, before=3, power=2, reason="a slip"), by=CEREMONY)
    day.do(GiveFavors(seat=CAT_1, count=2, reason="a gift"), by=CEREMONY)
    day.do(GiveFavors(seat=CAT_1, count=-1, reason="one too many"), by=CEREMONY)
    day.do(NamePayers(seat=CAT_1, payers=(CAT_2,)), by=player(CAT_1))
    day.do(NameFavors(seat=CAT_1, favors=(kind_of(day.state.seats[CAT_1].purse.favors[0]),)), by=player(CAT_1))
    day.do(PassOn(seat=CAT_1, to=CAT_2, power=1), by=player(CAT_1))
    day.do(
        SettleStake(table="t1", title="High Number", kind=StakeKind.POWER, amount=1, losers=(CAT_1,), winners=(CAT_2,)), by=CEREMONY
    )
    day.do(AdjustRank(player=CAT_2, before=2, rank=1, reason="misread"), by=CEREMONY)
    day.do(AdjustWounds(player=CAT_1, before=0, wounds=1, reason="hit in the arm"), by=CEREMONY)
    day.do(FetchFavor(player=CAT_1, favor=day.state.scenario.favors[0].id, reason="the wrong card"), by=CEREMONY)
    day.do(Announce(text="Hear, hear"))
    day.do(CallControl(seat=CAT_1, text="help"), by=player(CAT_1))
    day.do(AnswerCall(call=1))
    day.do(ReleaseCall(call=1))
    day.do(SettleCall(seat=CAT_1), by=player(CAT_1))
    day.do(GoAndSee(player=CAT_2))
    day.do(LeaveVisit(player=CAT_2))
    day.do(GoAndSee(player=CAT_2))
    day.do(EndVisit(player=CAT_2, note="is well"))
    day.do(CountPurses(lines=(), parts=("cat", "wolf")), by=CEREMONY)
    day.do(Pause(reason="lunch"))
    day.do(Resume())
    day.do(AddTime(month=1, phase=Phase.PLANNING, seconds=30))
    day.do(GiveBack(since=MORNING, told="10:38:00", seconds=90, month=1, phase=Phase.PLANNING))
    day.do(MoveDeadlines(by=timedelta(hours=-1), month=1, phase=Phase.PLANNING))
    day.do(LetStepsRun(on=True))
    day.do(SetClock(month=10, phase=Phase.RETURN, seconds=60))
    day.do(EndPhase(month=10, phase=Phase.RETURN))
    day.do(HoldNews(on=True))
    day.do(
        DraftNews(round=10, title="Month 10 in the Empire", lines=(NewsLine(text="The throne is empty.", source=7),)), by=THE_CLOCK
    )
    day.do(RewordNews(round=10, line=1, text="Nobody sits on the throne."))
    refilled = FavorDeckRefilled(deck=day.state.favor_deck[:3], fresh=False)
    other = running().until(2, Phase.CEREMONY)
    leaves = tuple(sign * 8 for sign in ("0b7e51c4", "7d30aa9e", "c1f2900d"))
    noon = datetime(2026, 5, 9, 12, tzinfo=UTC)
    sealed = SheetsSealed(month=2, kind="war", root="9f31c2aa" * 8, count=3, at=noon, leaves=leaves)
    events = [
        *early.happened,
        *day.happened,
        *other.happened,
        *between_desks(),
        *standing(),
        *thrones(),
        *roster(),
        *held(),
        *(each for each in laws_passed() if type(each) in SHARED.events),
        *(each for each in deaths_of_a_day() if type(each) in DEATHS.events),
        *(each for each in schemes_struck() if type(each) in STRIKES.events),
        *(each for each in weddings_of_a_day() if type(each) in WEDDINGS.events),
        *(each for each in favors_of_a_day() if type(each) in FAVORS.events),
        refilled,
        sealed,
        SchemeUsed(id=1),
        ThronePassed(month=1, seat=CAT_1, to=CAT_2),
        GodEmperorWounded(before=1, wounds=2, reason="a poisoned cup"),
        FlagForfeited(month=1, region=RegionId("zen"), house=HouseId("wolf"), to=HouseId("cat"), why="the stake of a duel"),
        LawNumbered(law=LawId("order-1-1"), number=20),
        SealBroken(month=2, kind="scheme", phase=Phase.PLANNING),
    ]
    return {type(event).__name__: event for event in reversed(events)}


def test_samples_are_stored(regenerate):
    found = {kind: json.loads(codec.encode_event(event)[1]) for kind, event in sorted(one_of_each().items())}

    if regenerate:
        SAMPLES.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")

    assert set(found) == set(SHARED.event_types)


@pytest.mark.parametrize("kind", sorted(SHARED.event_types))
def test_a_stored_sample_still_decodes_to_the_same_document(kind):
    body = json.dumps(STORED[kind]).encode()

    decoded = codec.decode_event(SHARED, kind, body)

    assert type(decoded).__name__ == kind
    assert {*field_names(decoded)} >= set(STORED[kind])
    assert json.loads(codec.encode_event(decoded)[1]) == STORED[kind]


def test_every_event_of_a_day_is_explained_in_a_sentence():
    day = running().until(2, Phase.CEREMONY)
    state, sentences = GameState(scenario=day.state.scenario), []

    for event in day.happened:
        sentences.append(SHARED.explain(event, SHARED.evolve(state, event) if not state.seats else state))
        state = SHARED.evolve(state, event)

    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in sentences)


def test_a_state_survives_being_stored():
    day = running().until(3, Phase.ACTION)

    body = codec.encode_state(day.state)
    again = codec.decode_state(SHARED, day.state.scenario, body)

    assert again == day.state
    assert codec.encode_state(again) == body


def test_commands_survive_being_stored():
    command = ChooseRoom(seat=CAT_1, month=3, room=Room.COURT)

    assert codec.decode_command(SHARED, *codec.encode_command(command)) == command

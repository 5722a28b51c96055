"""Chronicles of whole days: true to the state, complete, and no fact is learned before an entry told somebody."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from control.engine import codec
from control.engine.chronicle import ALL, Eye, Fact, Life, PersonDeed, SeriesPoint, StoryMoment, Tie
from control.engine.ids import SeatId
from rooms.court.game.floor.cycles import ProposalChosen
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.passed_laws import LawPassed
from rooms.realm.game.scheme_effects.messages import SecretSent
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.scenario.ids import Room
from rooms.underground.game.tables.drawn_schemes import DrawnPlaced
from rooms.underground.game.tables.written_schemes import SchemeLaid
from rooms.war.game.battles import BattleFought
from rooms.war.game.coups import CoupMade
from rooms.war.game.state import war_of
from tests.amounts import amount
from tests.rooms.chronicled import AT, EVERY, Chronicled
from tests.rooms.realm.game.play import running
from tests.rooms.steered import PLOTTERS
from tests.rooms.test_days_by_rules import short
from tests.rooms.test_samples import FILES
from tests.rooms.whole import GAME, ROOMS, Played, whole_day

MONTHS = amount(3, 10)
SENTENCE = (".", "!", "?", "”")


def of(seed: int, rooms: Mapping[Room, Played] = ROOMS) -> Chronicled:
    day = whole_day(short(MONTHS), seed, rooms=rooms)
    return Chronicled(GAME, day.blank, day.events)


@pytest.fixture(scope="module", params=["by chance", "plotters"])
def day(request) -> Chronicled:
    return of(7) if request.param == "by chance" else of(3, rooms=PLOTTERS)


# --- true to the state --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-05", "R-23")
def test_the_power_of_every_house_is_its_purses_at_every_moment(day):
    known: dict[str, float] = {}
    points = {seq: [each for each in day.chronicle.points if (each.series, each.seq) == ("power", seq)] for seq in changed(day)}

    for moment in day.moments:
        for point in points.get(moment.seq, ()):
            assert point.why.endswith(SENTENCE)
            assert known.get(point.team) != point.value  # written only when the number changed
            known[point.team] = point.value
        assert not known or known == {house.id: house_power(moment.after, house.id) for house in moment.after.scenario.houses}
    assert known


def changed(day: Chronicled) -> set[int]:
    return {each.seq for each in day.chronicle.points}


@pytest.mark.rule("R-51", "R-53")
def test_castles_and_units_are_those_of_the_board_at_every_moment(day):
    known: dict[tuple[str, str], float] = {}
    points = [each for each in day.chronicle.points if each.series in ("castles", "units", "regions")]
    at: dict[int, list[SeriesPoint]] = {}
    for each in points:
        at.setdefault(each.seq, []).append(each)

    for moment in day.moments:
        for point in at.get(moment.seq, ()):
            assert known.get((point.series, point.team)) != point.value
            known[point.series, point.team] = point.value
        if known:
            war = war_of(moment.after)
            assert sum(known["castles", each.id] for each in moment.after.scenario.houses) == sum(
                len(castle.flags) for castle in war.castles.values()
            )
            assert {house: known["units", house] for house in war.on_map_by_house()} == war.on_map_by_house()
    assert known
    assert all(0 <= known["regions", each.id] <= len(day.last.scenario.map.regions) for each in day.last.scenario.houses)


@pytest.mark.rule("R-108")
def test_every_scheme_that_was_placed_has_its_life_and_no_other_has(day):
    placed = [each for each in day.events if isinstance(each, SchemeLaid | DrawnPlaced)]
    lives = [each for each in day.chronicle.lives if each.lane == "scheme"]

    assert placed
    assert sorted(each.id for each in lives) == sorted(f"scheme:{each.scheme}" for each in placed)
    assert [each.turns[0].kind for each in lives] == ["placed"] * len(lives)
    assert {each.id for each in day.chronicle.facts if each.kind == "scheme"} == {each.id for each in lives}


@pytest.mark.rule("GE-CRT-28")
def test_every_law_and_every_proposal_on_the_floor_has_one_life(day):
    lives = [each for each in day.chronicle.lives if each.lane == "law"]
    passed = [turn for each in lives for turn in each.turns if turn.kind == "passed"]
    chosen = [turn for each in lives for turn in each.turns if turn.kind == "chosen"]

    assert len({each.id for each in lives}) == len(lives)
    assert len(passed) == sum(isinstance(each, LawPassed) for each in day.events)
    assert len(chosen) >= sum(isinstance(each, ProposalChosen) for each in day.events) > 0
    assert all(each.turns for each in lives)


@pytest.mark.rule("GE-SOV-02")
def test_every_month_is_counted_for_whoever_reigned_at_its_end(day):
    ends = {each.before.clock.month: each.after.throne.holder for each in day.moments if _ends_month(each)}
    counted = {each.round: each.who for each in day.chronicle.deeds if each.kind == "month-reigned"}

    assert counted == {month: f"seat:{holder}" for month, holder in ends.items() if holder is not None}
    lives = [each for each in day.chronicle.lives if each.lane == "reign"]
    assert sorted(turn.round for each in lives for turn in each.turns if turn.kind == "month") == sorted(
        month for month, holder in ends.items() if holder is not None or _god_emperor(day, month)
    )


def _ends_month(moment: StoryMoment[GameState]) -> bool:
    over = type(moment.event).__name__ == "DayEnded"
    return moment.before.clock.month > 0 and (moment.after.clock.month != moment.before.clock.month or over)


def _god_emperor(day: Chronicled, month: int) -> bool:
    return next(each.after.throne.god_emperor for each in day.moments if _ends_month(each) and each.before.clock.month == month)


def test_every_battle_has_its_winners_and_losers(day):
    fought = {(each.month, each.battle.region) for each in day.events if isinstance(each, BattleFought)}
    deeds = Counter(each.kind for each in day.chronicle.deeds)

    assert fought
    assert deeds["battle-won"] + deeds["battle-lost"] >= len(fought)
    assert deeds["attack-won"] <= deeds["battle-won"]
    assert deeds["betrayal"] >= sum(each.kind == "betrayal" for each in day.chronicle.facts)


# --- complete -----------------------------------------------------------------------------------------------------------


def test_every_record_is_said_in_whole_sentences_for_audiences_that_there_are(day):
    teams = {f"team:{each.id}" for each in day.last.scenario.houses}
    there = teams | {f"seat:{each}" for each in day.last.seats}
    written = day.chronicle

    for words in _sentences(day):
        assert words.endswith(SENTENCE), words
        assert words[0] == words[0].capitalize() or words[0] in "“0123456789", words
        assert not any(wrong in words for wrong in ("..", "{", "None", "  ", "seat:", "team:")), words
    named = {
        *(to for each in written.facts for to in (*each.by, *each.touches, *(known for known, _seq in each.known if known != ALL))),
        *(to for each in written.ties for to in (each.one, each.other)),
        *(each.owner for each in written.lives if each.owner),
        *(each.who for each in written.deeds),
    }
    assert named <= there
    assert {each.team for each in written.points} <= {each.id for each in day.last.scenario.houses}
    assert all(each.title for each in written.lives)


def _sentences(day: Chronicled) -> Iterator[str]:
    written = day.chronicle
    for each in (*written.facts, *written.ties, *written.deeds):
        yield each.words
    yield from (each.seemed for each in written.facts if each.seemed)
    yield from (turn.words for life in written.lives for turn in life.turns)
    yield from (each.why for each in written.points)


def test_every_record_stands_in_its_place_and_no_two_facts_bear_one_id(day):
    written, rounds = day.chronicle, {each.seq: each.round for each in day.moments}

    for each in (*written.facts, *written.points, *written.ties, *written.deeds):
        assert rounds[each.seq] == each.round
    for each in (*written.facts, *written.ties):
        assert each.over == 0 or each.over > each.seq
    for life in written.lives:
        assert [turn.seq for turn in life.turns] == sorted(turn.seq for turn in life.turns)
    assert len({each.id for each in written.facts}) == len(written.facts)
    assert len({each.id for each in written.lives}) == len(written.lives)


# --- who learned it when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-17", "R-144")
def test_nobody_learns_a_fact_but_with_an_entry_that_tells_them_of_it(day):
    """An entry tells an audience by a report, or by an invalidation of its screens."""
    told: dict[int, set[str]] = {}
    for seq, report in day.reports:
        told.setdefault(seq, set()).add(report.to)

    learned = [(fact, to, seq) for fact in day.chronicle.facts for to, seq in fact.known]

    assert learned
    for fact, to, seq in learned:
        assert seq >= fact.seq
        moment = day.moments[seq - 1]
        looks = {each.to for each in GAME.invalidations(moment.event, moment.after)}
        assert _reached(day, to, told.get(seq, set()) | looks), (fact, to, type(moment.event).__name__)


def _reached(day: Chronicled, to: str, told: set[str]) -> bool:
    if to in told or ALL in told:
        return True
    kind, _, name = to.partition(":")
    if kind == "seat":
        return f"team:{day.last.seats[SeatId(name)].team}" in told
    return any(f"seat:{each.id}" in told for each in day.last.seats.values() if each.team == name)


@pytest.mark.rule("R-144", "R-123")
def test_before_it_was_learned_no_report_says_a_fact_to_whoever_had_not_learned_it(day):
    """Negative control on reports: before an audience learns a fact, no report to that audience contains its words."""
    checked, found = 0, []
    for seat in day.last.seats.values():
        eye, audiences = Eye(team=seat.team, seat=seat.id), {ALL, f"team:{seat.team}", f"seat:{seat.id}"}
        mine = [(seq, f"{each.act} {each.words} {each.why}") for seq, each in day.reports if each.to in audiences]
        for fact in day.chronicle.facts:
            learned = day.chronicle.learned(fact, eye)
            if learned == fact.seq and audiences & set(fact.by):
                continue
            checked += 1
            until = learned if learned is not None else len(day.events) + 1
            for seq, words in mine:
                if fact.seq <= seq < until and _says(day, fact, words) and not _own_alike(day, fact, eye, seq):
                    found.append((fact.words, seat.id, seq, words))

    assert checked
    assert found == []


def _says(day: Chronicled, fact: Fact, words: str) -> bool:
    if fact.kind == "scheme":
        title = next(each.title for each in day.chronicle.lives if each.id == fact.id)
        return title in words and fact.words.split(" planned ")[0] in words
    return fact.words.rstrip(".") in words


def _own_alike(day: Chronicled, fact: Fact, eye: Eye, seq: int) -> bool:
    """Return whether the player knows another fact with the same words: two players wrote the same scheme."""
    return any(
        each is not fact and each.words == fact.words and (known := day.chronicle.learned(each, eye)) is not None and known <= seq
        for each in day.chronicle.facts
    )


@pytest.mark.rule("R-144", "R-123")
def test_whom_a_scheme_is_aimed_at_never_learns_whose_it_was_unless_it_was_seen(day):
    aimed = [each for each in day.chronicle.facts if each.kind in ("scheme", "false-secret") and each.touches]

    assert aimed
    for fact in aimed:
        assert all(to.startswith("seat:") for to, _seq in fact.known)  # only those who looked at it
        assert fact.seemed
        assert not set(fact.touches) & {to for to, _seq in fact.known if fact.kind == "false-secret"}
    assert {each.kind for each in day.chronicle.facts} >= {"scheme", "scheme-struck", "vote"}


def test_a_whole_day_has_a_false_secret_for_every_one_that_was_sent(day):
    sent = [each for each in day.moments if isinstance(each.event, SecretSent)]
    kinds = {each.id: each.kind for each in day.last.schemes}
    false = [each for each in sent if kinds[each.event.id] == "counterespionage"]

    assert len([each for each in day.chronicle.facts if each.kind == "false-secret"]) == len(false)
    for each in day.chronicle.facts:
        if each.kind == "false-secret":
            assert each.seemed.split("“")[1] in each.words


def test_deaths_and_coups_are_known_to_all_as_they_happen(day):
    for moment in day.moments:
        if isinstance(moment.event, CharacterDied | CoupMade):
            kind = "death" if isinstance(moment.event, CharacterDied) else "coup"
            assert any((ALL, moment.seq) in each.known for each in day.chronicle.facts if each.kind == kind)


# --- total --------------------------------------------------------------------------------------------------------------


def samples() -> list[tuple[str, dict[str, object]]]:
    return [(kind, body) for file in FILES for kind, body in json.loads(file.read_text(encoding="utf-8")).items()]


@pytest.mark.parametrize(("kind", "body"), samples(), ids=[kind for kind, _body in samples()])
def test_no_event_stops_a_chronicle_whatever_is_missing(kind, body):
    happened = codec.decode_event(GAME, kind, json.dumps(body).encode())
    there, writers = running().state, [make() for make in EVERY]
    bare = GameState(scenario=there.scenario)

    records = []
    for before, after in ((there, GAME.evolve(there, happened)), (there, there), (bare, bare)):
        moment = StoryMoment(seq=len(records) + 1, at=AT, round=before.clock.month, event=happened, before=before, after=after)
        for writer in writers:
            records += list(writer.see(moment))
    for writer in writers:
        records += list(writer.end(bare))

    assert all(isinstance(each, Fact | SeriesPoint | Tie | Life | PersonDeed) for each in records)
    assert all(each.words for each in records if isinstance(each, Fact | Tie | PersonDeed))

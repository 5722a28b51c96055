"""Reports of a month in the Underground: an own scheme by its face, another's as the table saw it (R-144)."""

from __future__ import annotations

import pytest

from control.day.clock.phase_events import PhaseEnded
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.reports import ReportKind
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.reports.schemes import REPORTED
from rooms.underground.game.state import Guard, TableStep
from rooms.underground.game.tables.attack import PlayOn, StopAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.drawn_schemes import KeepDrawn, PlaceDrawn
from rooms.underground.game.tables.sovereign_look import LookAtSchemes
from tests.rooms.realm.game.play import player
from tests.rooms.realm.game.scheming import completes, scheming
from tests.rooms.realm.game.test_scheme_effects import turned
from tests.rooms.reporting import Reporting, to
from tests.rooms.underground.minions import advance, protect, take_back, with_settings
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, SNAKE_1, AtTable
from tests.rooms.underground.test_attack import AMBUSH, PLANNED, RUMORS, attacking, begin, card, named, reveal
from tests.rooms.underground.test_laying import again_at_draw, at_schemes, choose, offered
from tests.scenarios import on_throne

ALL = Reporting(GAME, REPORTED, telling="rooms.underground")
TURN, PART, OUTCOME, HOLDING = ReportKind.TURN, ReportKind.PART, ReportKind.OUTCOME, ReportKind.HOLDING
CAT, OTHER_CAT, SNAKE = f"seat:{CAT_1}", f"seat:{CAT_2}", f"seat:{SNAKE_1}"
ON_CAT = "Spread Rumors: Cat (cost 3)"


def laying(scheme_of: SeatId, paper: Paper, step: TableStep) -> tuple[AtTable, int]:
    """Two Cats and a Snake at a table, with this player's scheme, in this step. It is Cat's turn."""
    table = AtTable((CAT_1, CAT_2, SNAKE_1), scenario=with_settings(drawn_schemes_per_house=0))
    scheme = table.lay(scheme_of, paper)
    table.until(step)
    table.deal(CAT_1, card("cat:rock-red#1"), card("cat:rock-red#2"), card("cat:paper-blue#1"))
    return table, scheme


def kinds(reports) -> set[tuple[str, ReportKind]]:
    return {(each.to, each.kind) for each in reports}


# --- schemes ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-108", "R-144")
def test_the_author_of_a_scheme_that_is_not_finished_reads_how_far_it_is_and_nobody_else():
    table, _scheme = laying(CAT_1, RUMORS, TableStep.ADVANCEMENT)
    state, at = table.state, table.day.now
    ended = PhaseEnded(month=state.clock.month, phase=Phase.ACTION, at=at, on_time=True)

    told = list(REPORTED.reports[PhaseEnded](state, state, ended))
    other = list(REPORTED.reports[PhaseEnded](state, state, replace(ended, phase=Phase.PLANNING)))

    assert [(each.to, each.words, each.weight) for each in told] == [
        (CAT, "Not finished: 0 of 3 Advancement; it goes on next month.", 1)
    ]
    assert other == []


@pytest.mark.rule("GE-UND-30", "R-144")
def test_who_lays_a_written_scheme_reads_it_and_nobody_else():
    rumors = Paper(type="spread-rumors", values=(("snake",),))
    table = AtTable((CAT_1, SNAKE_1), {CAT_1: rumors, CAT_2: rumors}, with_settings(drawn_schemes_per_house=0))

    told = ALL.during(table, lambda: table.until(TableStep.SCHEMES))

    assert [(each.to, each.kind, each.act) for each in told if each.kind is TURN] == [(CAT, TURN, "Spread Rumors: Snake (cost 3)")]
    assert to(told, OTHER_CAT) == [("Your scheme", "It was set aside: you are not in the Underground.")]
    assert {each.to for each in told} == {CAT, OTHER_CAT}
    assert {each.room for each in told} == {Room.UNDERGROUND}


@pytest.mark.rule("R-108", "GE-UND-32")
@pytest.mark.parametrize("anew", [True, False])
def test_a_second_written_scheme_replaces_the_first_or_is_discarded(anew):
    table = AtTable((CAT_1, CAT_2, SNAKE_1), {CAT_1: AMBUSH}, with_settings(drawn_schemes_per_house=0))
    table.lay(CAT_1, Paper(type="spread-rumors", values=(("snake",),)))
    table.until(TableStep.SCHEMES)

    told = ALL.during(table, lambda: table.press(choose(table, CAT_1, anew=anew)))

    if anew:
        assert [(each.to, each.kind, each.act) for each in told] == [
            (CAT, OUTCOME, "Spread Rumors: Snake (cost 3)"),
            (CAT, TURN, "Ambush"),
        ]
    else:
        assert to(told, CAT) == [("Ambush", "It was discarded: your older scheme stays.")]
    assert {each.to for each in told} == {CAT}


@pytest.mark.rule("GE-UND-31", "R-108", "R-144")
def test_a_drawn_scheme_is_the_turn_of_its_picker_and_known_to_the_house_there_alone():
    table = at_schemes(CAT_1, CAT_2, SNAKE_1)
    cards = offered(table, "ambush", "spread-rumors", "ambush", "ambush")

    placed = PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[0])
    told = ALL.during(table, lambda: table.press(placed))

    assert kinds(told) == {(CAT, TURN), (OTHER_CAT, OUTCOME)}
    assert {each.act for each in told} == {"Ambush"}


@pytest.mark.rule("GE-UND-39", "R-117", "R-144")
def test_the_house_of_a_scheme_reads_how_many_advance_it_and_who_but_not_which():
    table, scheme = laying(SNAKE_1, RUMORS, TableStep.ADVANCEMENT)

    told = ALL.during(table, lambda: table.press(advance(table, CAT_1, scheme, card("cat:rock-red#1"), card("cat:paper-blue#1"))))

    assert to(told, CAT, TURN) == [
        (f"You put red Rock and blue Paper on scheme {scheme} of Snake.", "2 Advancement lie on it.")  # its cost is hidden
    ]
    ((act, words),) = to(told, SNAKE, OUTCOME)
    assert act == ON_CAT
    assert "puts 2 minions on" in words
    assert "Rock" not in words
    assert kinds(told) == {(CAT, TURN), (SNAKE, OUTCOME)}


@pytest.mark.rule("GE-UND-41", "R-116", "R-144")
def test_protection_is_told_alike_and_so_is_what_is_taken_back():
    table, scheme = laying(CAT_2, AMBUSH, TableStep.PROTECTION)

    told = ALL.during(table, lambda: table.press(protect(table, CAT_1, scheme, card("cat:rock-red#1"))))
    back = ALL.during(table, lambda: table.press(take_back(table, CAT_1, TableStep.PROTECTION)))

    assert to(told, CAT) == [(f"You put red Rock in front of scheme {scheme} of Cat.", "1 minion stands in front of it.")]
    assert [act for act, _words in to(told, OTHER_CAT)] == ["Ambush"]  # its author
    assert kinds(back) == {(CAT, PART), (OTHER_CAT, OUTCOME)}
    assert SNAKE not in {each.to for each in (*told, *back)}


@pytest.mark.rule("GE-UND-57", "R-19", "R-144")
def test_who_knows_a_completed_scheme_reads_which_and_the_house_there_that_one_is():
    paper = Paper(type="spread-rumors", values=(("snake",),))
    table, scheme = laying(CAT_1, paper, TableStep.ADVANCEMENT)
    table.press(advance(table, CAT_1, scheme, *table.table.hands[CAT_1]))

    told = ALL.during(table, lambda: table.end(TableStep.ADVANCEMENT) and table.until(TableStep.COMPLETE).end(TableStep.COMPLETE))

    done = [each for each in told if each.rule == "GE-UND-57"]
    assert [(each.to, each.act) for each in done] == [
        (CAT, "Spread Rumors: Snake (cost 3)"),
        (OTHER_CAT, f"scheme {scheme} of Cat"),
    ]


# --- attacks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-47", "GE-UND-50", "R-119")
def test_an_attack_is_told_when_it_is_over_with_each_comparison():
    table, scheme = attacking(guards=("snake:paper-red#1", "snake:rock-blue#1"))
    begun = ALL.during(table, lambda: (begin(table, scheme), reveal(table, scheme)))
    assert begun == ()
    table.press(PlayOn(**named(table, scheme, seat=CAT_1, card=card("cat:paper-blue#1"))))

    told = ALL.during(table, lambda: reveal(table, scheme))

    fights = "Red Paper against blue Rock: the attacker wins. Blue Paper against red Paper: the Protection wins."
    ((act, words),) = to(told, CAT, TURN)
    assert act.endswith(f": your attack on scheme {scheme} of Snake")
    assert words == f"{fights} You were beaten back."
    ((act, words),) = to(told, SNAKE, OUTCOME)
    assert act == ON_CAT
    assert words.startswith(fights)
    assert "is beaten back" in words
    assert kinds(told) == {(CAT, TURN), (SNAKE, OUTCOME)}  # the other Cat did nothing


@pytest.mark.rule("GE-UND-52", "GE-UND-54", "R-144")
@pytest.mark.parametrize(("command", "end"), [(FoilScheme, "You foiled it"), (LeaveScheme, "You left it in place")])
def test_the_attacker_alone_reads_the_face_of_what_was_reached(command, end):
    table, scheme = attacking()
    assert ALL.during(table, lambda: begin(table, scheme)) == ()

    told = ALL.during(table, lambda: table.press(command(**named(table, scheme, seat=CAT_1))))

    ((_act, words),) = to(told, CAT)
    assert words.startswith("You saw it: Spread Rumors.")
    assert end in words
    ((act, words),) = to(told, SNAKE)
    assert act == ON_CAT
    assert "Spread" not in words
    assert words == words.strip()
    assert kinds(told) == {(CAT, TURN), (SNAKE, OUTCOME)}


@pytest.mark.rule("R-121", "R-144")
def test_an_author_who_sits_elsewhere_reads_that_a_foiled_scheme_is_gone_and_not_by_whom():
    table, scheme = attacking(there=(CAT_1, CAT_2))  # Snake's first is in no room
    begin(table, scheme)

    told = ALL.during(table, lambda: table.press(FoilScheme(**named(table, scheme, seat=CAT_1))))

    ((act, words),) = to(told, SNAKE)
    assert act == ON_CAT
    assert words.startswith("It no longer lies on the table of ")
    assert "Cat" not in words


@pytest.mark.rule("GE-UND-24", "GE-UND-53", "R-109")
def test_a_trap_is_told_to_whom_it_strikes_and_to_its_house():
    table, scheme = attacking(AMBUSH)
    begin(table, scheme)
    told = ALL.during(table, lambda: table.press(GoOn(**named(table, scheme, seat=CAT_1))))

    ((_act, words),) = to(told, CAT)
    assert words == "You saw it: Ambush. It was a trap, and it struck you."
    ((_act, words),) = to(told, SNAKE)
    assert words.startswith("A trap was sprung: Ambush.")

    table, scheme = attacking(PLANNED)
    table.lay(CAT_2, RUMORS, advancement=(card("cat:rock-blue#7"), card("cat:rock-blue#8"), card("cat:rock-blue#9")))
    begin(table, scheme)
    told = ALL.during(table, lambda: table.press(GoOn(**named(table, scheme, seat=CAT_1))))
    assert to(told, CAT, OUTCOME) == [("", "Your House loses 2 Advancement.")]
    assert len(to(told, OTHER_CAT, OUTCOME)) == 1


@pytest.mark.rule("GE-UND-51")
def test_an_attack_that_stops_is_told_without_a_face():
    table, scheme = attacking(guards=("snake:rock-red#1",))
    begin(table, scheme)
    told = ALL.during(table, lambda: table.press(StopAttack(**named(table, scheme, seat=CAT_1))))
    assert [words for _act, words in to(told, CAT)] == ["You stopped."]


# --- minions and looks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-33", "R-121", "R-144")
def test_hands_are_told_by_their_count():
    table = AtTable((CAT_1, SNAKE_1), scenario=with_settings(drawn_schemes_per_house=0))
    drawn = ALL.during(table, lambda: table.until(TableStep.MINIONS))
    assert to(drawn, CAT) == [("", "You drew 4 minions.")]

    gone = ALL.during(table, lambda: table.day.until(1, Phase.RETURN))
    assert (("", "4 minions left in hand were discarded.")) in to(gone, CAT, HOLDING)


@pytest.mark.rule("GE-SOV-31", "R-131", "R-144")
def test_what_the_sovereign_looks_at_the_sovereign_alone_reads():
    table = AtTable((CAT_1, SNAKE_1), scenario=with_settings(drawn_schemes_per_house=0))
    table.day.state = on_throne(table.state, CAT_1)
    scheme = table.lay(SNAKE_1, AMBUSH, protection=(Guard(card=card("snake:rock-red#1")),))

    look = LookAtSchemes(month=1, table=table.id, seat=CAT_1, schemes=(scheme,))
    told = ALL.during(table, lambda: table.do(look, player(CAT_1)))

    assert [(each.to, each.kind, each.words) for each in told] == [(CAT, TURN, f"You saw scheme {scheme} of Snake: Ambush.")]


# --- in Return ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-19", "R-144")
def test_who_schemed_reads_what_came_of_it_and_the_house_struck_never_by_whom():
    day = scheming(cat_1=(2, 0))
    completes(day, "spread-rumors", "cat")
    state, at = day.state, len(day.happened)
    turned(day)
    strikes = Reporting(day.game, telling="rooms.realm.game.scheme_effects").of(state, day.happened[at:])
    told = [each for each in strikes if each.room == Room.UNDERGROUND]

    assert [act for act, _words in to(told, SNAKE)] == ["Spread Rumors: Cat"]
    others = [each for each in told if each.to != SNAKE]
    assert {each.to for each in others} == {f"seat:{each.id}" for each in state.seats.values() if each.house == "cat"}
    assert not any("Snake" in each.words or each.act for each in others)
    assert all(not each.changes for each in told)


@pytest.mark.rule("R-108")
def test_a_house_that_keeps_its_drawn_scheme_reads_that_the_cards_are_gone():
    table = at_schemes(CAT_1, SNAKE_1, scenario=with_settings(drawn_schemes_per_house=1))
    cards = offered(table, "ambush", "ambush", "ambush", "ambush")
    table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[0]))
    again_at_draw(table)

    told = ALL.during(table, lambda: table.press(KeepDrawn(month=table.month, table=table.id, seat=CAT_1)))

    assert to(told, CAT) == [("The schemes that you drew", "None was placed; the cards were discarded.")]
    assert {each.to for each in told} == {CAT}

"""Foreseen effects of a proposal equal its effects once passed, for each of the 25 kinds. No secret changes a word."""

from __future__ import annotations

from copy import copy

import pytest

from control.day.handoffs import TakeHandOff, open_hand_offs
from control.engine.records import replace
from rooms.court.game.proposals.consequences import consequence_of
from rooms.court.game.proposals.trial_run import LEFT_OUT, LOOKED_AT, foresee, public_state
from rooms.court.game.state import Chosen, CourtState, OnFloor, Stand
from rooms.realm.game.law_actions.return_turns import LawActed, LawLapsed
from rooms.realm.game.laws import law_of
from rooms.realm.scenario.ids import Phase, Room
from rooms.war.game.state import war_of, with_war
from tests.rooms.court.kinds import ALONE, CAT, FINES, KINDS, LASTS, ONCE, OWN, RAM, WOLF, Seen, heard, said, the_day
from tests.rooms.realm.game.passing import WHOLE, law, paper
from tests.rooms.realm.game.play import CAT_1, EVERY_DESK
from tests.scenarios import default


def test_every_kind_of_the_scenario_stands_in_the_table():
    assert sorted(KINDS) == sorted(each.id for each in default().proposals)


@pytest.mark.rule("GE-CRT-36", "GE-CRT-63", "R-19", "R-20", "R-83")
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_proposal_means_comes_true_when_it_passes(kind):
    proposal, words, months, came_true = KINDS[kind]
    day = the_day()
    found = heard(day.state, proposal)
    assert " ".join(each.words for each in found.does) == words
    assert found.warning == ""
    was = day.state

    law(day, kind, *proposal.values)
    hangs = []
    for month in (2, 3, 4):
        day.until(month, Phase.CEREMONY)
        if month == 2:
            assert came_true(Seen(was=was, now=day.state))
            for each in open_hand_offs(day.state):
                day.do(TakeHandOff(hand_off=each.id), by=EVERY_DESK)
        hangs += [month] if law_of(day.state, OWN) else []

    assert set(hangs) == months
    assert (
        found.when
        == {
            ONCE: "Once, in the Return of month 1.",
            ALONE: "In month 2 alone.",
            LASTS: "From month 2 until it is removed.",
            frozenset({2, 3}): "In months 2 to 3.",
        }[months]
    )
    (acted,) = [each for each in day.happened if isinstance(each, LawActed)]
    going = [each.immortal for each in acted.errands]
    assert found.immortals == (f"Immortal {going[0]} goes for it." if going else "")
    assert bool(going) == next(each.military for each in default().proposals if each.id == kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_house_is_marked_where_it_is_named(kind):
    found = heard(the_day().state, KINDS[kind][0])

    names = ((CAT, "Cat"), (WOLF, "Wolf"), (RAM, "Ram"))
    for each in found.does:
        named = {house for house, name in names if name in each.words.replace("Grain for Wolf", "").replace("Grain for Ram", "")}
        assert bool(each.houses) == (kind != "crackdown")
        assert named <= each.houses


# --- conflicts, and proposals without effect ----------------------------------------------------------------------------


@pytest.mark.rule("R-21", "R-66", "R-82")
@pytest.mark.parametrize(
    ("standing", "proposal", "words"),
    [
        (("treaty", ("zen",)), paper("travel-ban", ("zen",)), "Law 14, Treaty, holds there too: No battle happens in Zen."),
        (("treaty", ("zen",)), paper("treaty", ("zen", "inn")), "Law 14, Treaty, says so of Zen already; it is not doubled."),
        (("military-aid", ("cat", "ram")), paper("military-aid", ("cat", "wolf")), "says so of Cat already; it is not doubled."),
        (
            ("tax", "levy", ("wolf", "bear", "ram")),
            paper("tax", "levy", ("wolf", "snake", "eagle")),
            "pays Cat already by law 14",
        ),
        (("border-watch", "west"), paper("border-watch", "west"), "Law 14, Border Watch, says so already; it is not doubled."),
        (("crackdown", "delay"), paper("crackdown", "delay"), "Law 14, Crackdown, says so already; it is not doubled."),
        (
            ("forced-alliance", "cat", "wolf", "1"),
            paper("military-ban", "cat", "wolf", "1"),
            "too: Cat must ally with Wolf.",
        ),
        (("treaty", ("fog",)), paper("take-food", ("bear", "cat", "ram")), "Bear starves already by law 13, Grain for Wolf"),
        (("treaty", ("fog",)), paper("trade-embargo", ("cat",)), "Law 3, No trade, bars trade for all Houses already."),
    ],
)
def test_the_standing_laws_that_it_meets_are_named(standing, proposal, words):
    day = the_day()
    law(day, *standing)

    assert any(words in each.words for each in heard(day.state, proposal).meets)


@pytest.mark.rule("R-21")
@pytest.mark.parametrize("proposal", [paper("travel-ban", ("inn",)), paper("forbid", ("cat",), "inn"), paper("propaganda", "cat")])
def test_a_law_of_other_targets_is_not_met(proposal):
    day = the_day()
    law(day, "treaty", ("zen",))
    law(day, "propaganda", "wolf")

    assert heard(day.state, proposal).meets == ()


@pytest.mark.rule("GE-CRT-37", "R-92")
def test_remove_names_the_tablet_and_all_that_ends_with_it():
    day = the_day()
    law(day, "forbid", ("wolf",), "zen")
    day.until(2, Phase.ACTION)

    (falls,) = heard(day.state, paper("remove", "law-14")).does

    assert falls.words == "Law 14, Forbid, falls, and with it: Wolf may not enter Zen."
    assert falls.houses == {WOLF}
    assert "36 hostages go free." in said(heard(day.state, paper("remove", "law-4")))


@pytest.mark.rule("R-76", "R-92")
def test_what_an_earlier_law_of_the_month_takes_away_is_not_promised_again():
    day = the_day()
    law(day, "remove", "law-11")

    assert heard(day.state, paper("remove", "law-11")).warning == "As things stand it does nothing, and its cost stays spent."
    assert not any("law 11" in each.casefold() for each in said(heard(day.state, paper("famine-aid"))))

    law(day, "famine-aid", by=None, ordered=True)  # it acts last
    assert heard(day.state, paper("take-food", ("cat", "wolf", "ram"))).warning == (
        "The ordered law, Famine Aid, strikes it again in the same Return."
    )


@pytest.mark.rule("R-98")
def test_a_military_action_without_an_immortal_is_said_to_lapse_and_does():
    day = the_day()
    war = war_of(day.state)
    day.state = with_war(day.state, replace(war, immortals=tuple(replace(each, home_in=2) for each in war.immortals)))
    found = heard(day.state, paper("treaty", ("zen",)))
    law(day, "treaty", ("zen",))
    day.until(2, Phase.CEREMONY)

    assert found.warning == "No Immortal will be free for it: it would lapse in Return, and its cost stays spent."
    assert (found.does, found.when, found.immortals) == ((), "", "")
    assert [type(each) for each in day.happened if isinstance(each, LawActed | LawLapsed)] == [LawLapsed]


@pytest.mark.rule("R-18", "R-19")
def test_what_would_last_means_nothing_in_the_last_month_and_something_in_the_one_before():
    last = default().timetable.months[-1].month
    tax = paper("tax", "levy", ("wolf", "bear", "ram"))
    before, state = (replace(the_day().state, clock=replace(the_day().state.clock, month=month)) for month in (last - 1, last))

    assert heard(state, tax).warning.startswith("It would act from next month on")
    assert heard(state, paper("disband", "wolf", "chi", "1")).warning == ""
    assert (heard(before, tax).warning, heard(before, tax).when) == ("", f"From month {last} until it is removed.")


@pytest.mark.rule("R-78")
def test_the_pools_cover_it_or_not():
    state = the_day().state  # only the throne's pool, because nobody came

    assert heard(state, FINES).cost == "It costs 3 of the 4 in the pools."
    short = heard(state, paper("famine-aid"))
    assert (short.cost, short.covered) == ("It costs 6, and the pools hold only 4: it cannot be paid.", False)


@pytest.mark.parametrize("stand", [Stand.PASSED, Stand.REJECTED, Stand.UNPAID, Stand.STRUCK])
def test_what_is_decided_means_nothing_any_more(stand):
    standing = OnFloor(cycle=1, author=CAT_1, paper=FINES, how=Chosen.AGENT, stand=stand)

    assert consequence_of(the_day().state, standing, WHOLE) is None


def test_a_vote_makes_nobody_foresee_anew_and_whatever_else_is_read_does():
    state = the_day().state
    proposal, *_rest = KINDS["fines"]
    standing = OnFloor(cycle=1, author=CAT_1, paper=proposal, how=Chosen.AGENT)

    def seen(now):
        return foresee(now, standing, 3, WHOLE)

    found = seen(state)
    assert seen(replace(state, rooms={**state.rooms, Room.COURT: CourtState()}, calls=(), notices=())) is found
    for name in LOOKED_AT:
        other = copy(getattr(state, name))
        if other is not getattr(state, name):
            assert seen(replace(state, **{name: other})) is not found, name
    assert seen(replace(state, rooms={**state.rooms, Room.WAR: replace(war_of(state))})) is not found


def test_what_is_left_out_of_what_lies_in_the_open_is_the_same_whatever_it_was():
    state = the_day().state
    bare = public_state(state)
    for name in LEFT_OUT:
        assert getattr(public_state(replace(state, **{name: ("other",)})), name) == getattr(bare, name)

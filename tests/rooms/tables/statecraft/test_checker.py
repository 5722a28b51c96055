"""The checker, tested with decks that each break one line of the content chapter."""

from __future__ import annotations

import re

import pytest

from control.engine.records import replace
from control.rulebook import stated_in
from rooms.tables.statecraft.game.check_cards import LOSSES
from rooms.tables.statecraft.game.checker import problems
from rooms.tables.statecraft.game.content import (
    PLAYERS,
    Colour,
    Condition,
    Content,
    Effect,
    EffectKind,
    EventCard,
    EventOption,
    LeaderEffect,
    Policy,
    PolicyOption,
    Specialism,
    layouts,
    leaders,
    quickplay_set_ups,
    set_ups,
    smallest_set_ups,
)
from tests.rooms.tables.statecraft.decks import CONTENT, GERMAN, ROOT, swapped, with_, with_option, without

HELD_BY_SHAPE = ("SC-CNT-12", "SC-CNT-29", "SC-CNT-50", "SC-CNT-51", "SC-CNT-59", "SC-CNT-60", "SC-CNT-61")
DISCARD, LOSE, DRAW = EffectKind.DISCARD_HAND, EffectKind.LOSE_POLICIES, EffectKind.DRAW
AT_LEAST = {n: Condition(least=n) for n in range(1, 8)}


def harsh(event: EventCard) -> EventCard:
    """The event with the loss of a policy in place of each option that costs nothing and gives no freeplay."""

    def lost(option: EventOption) -> EventOption:
        mild = not any(effect.kind in (*LOSSES, EffectKind.FREEPLAY) for effect in option.effects)
        return replace(option, effects=(Effect(kind=LOSE),)) if mild else option

    return replace(event, options=(lost(event.options[0]), lost(event.options[1])))


def supporter(*conditions: Condition | None) -> Content:
    """The content with these conditions in its first supporter, which wants at least 3 of Authoritarianism."""
    return with_("supporters", "queue-marshals", conditions=conditions)


BROKEN = {  # a deck that breaks the line, and the other lines that it must break too
    "SC-CNT-01": (with_("leaders", "cosima-overbrook", effect=LeaderEffect.WIDER_SEARCH), ""),
    "SC-CNT-02": (with_("leaders", "cosima-overbrook", flavour=" "), ""),
    "SC-CNT-03": (replace(CONTENT, politicians=(*CONTENT.politicians, replace(CONTENT.politicians[0], name="X"))), "05 09"),
    "SC-CNT-04": (with_("politicians", "penny-farthingworth", name=""), ""),
    "SC-CNT-05": (with_("politicians", "penny-farthingworth", specialisms=(Specialism.SECURITY,)), ""),
    "SC-CNT-06": (with_("politicians", "felix-breadbasket", specialisms=(Specialism.SECURITY, Specialism.ECONOMY)), ""),
    "SC-CNT-07": (with_("politicians", "dame-lavinia-grant", specialisms=(Specialism.SECURITY, Specialism.ECONOMY)), ""),
    "SC-CNT-08": (without("politicians", "penny-farthingworth"), "03 05 09"),
    "SC-CNT-09": (with_("politicians", "felix-breadbasket", senior=True), "03 06 07"),
    "SC-CNT-10": (with_("policies", "tax-collection", specialism=Specialism.SECURITY), "16 19 22"),
    "SC-CNT-11": (with_option("policies", "tax-collection", 0, picture=""), ""),
    "SC-CNT-13": (with_option("policies", "tax-collection", 1, points=(2, 0, 1, 0)), "15 16"),
    "SC-CNT-14": (with_option("policies", "tax-collection", 0, points=(1, 2, 0, 0)), "15"),
    "SC-CNT-15": (with_option("policies", "tax-collection", 0, points=(0, 2, 1, 0)), ""),
    "SC-CNT-16": (swapped("points", ("tax-collection", 0, "speeding-tickets", 1)), ""),
    "SC-CNT-17": (swapped("points", ("tax-collection", 0, "who-prints-the-money", 0)), ""),
    "SC-CNT-18": (with_option("policies", "tax-collection", 0, cost=-1), "19"),
    "SC-CNT-19": (swapped("cost", ("tax-collection", 0, "speeding-tickets", 0)), ""),
    "SC-CNT-20": (swapped("cost", ("tax-collection", 0, "who-prints-the-money", 0)), ""),
    "SC-CNT-21": (
        swapped(
            "cost",
            ("job-centre", 0, "tax-collection", 0),
            ("import-duties", 1, "who-prints-the-money", 1),
            ("beer-question", 1, "national-railway", 0),
            ("mining-concession", 1, "empty-factory", 0),
            ("five-year-plan", 1, "empty-factory", 1),
            ("neighbourhood-watch", 1, "speeding-tickets", 1),
            ("old-prison", 1, "curfew", 1),
            ("defence-contracts", 0, "fire-brigade", 1),
            ("school-uniforms", 0, "public-holidays", 0),
        ),
        "",
    ),
    "SC-CNT-22": (swapped("colour", ("tax-collection", 0, "neighbourhood-watch", 1)), ""),
    "SC-CNT-23": (with_("actions", "talk-of-the-town", copies=2), "25 49"),
    "SC-CNT-24": (with_("actions", "talk-of-the-town", targets=""), ""),
    "SC-CNT-25": (with_("actions", "talk-of-the-town", copies=4), "23 49"),
    "SC-CNT-26": (without("emergencies", "lights-out"), ""),
    "SC-CNT-27": (with_option("events", "printers-strike", 0, label=""), ""),
    "SC-CNT-28": (with_option("events", "printers-strike", 0, effects=(Effect(kind=DISCARD, colour=Colour.RED),)), ""),
    "SC-CNT-30": (with_option("events", "printers-strike", 0, effects=(Effect(kind=DISCARD, amount=3),)), ""),
    "SC-CNT-31": (with_option("events", "leaked-minutes", 1, extra=()), ""),
    "SC-CNT-32": (without("events", "state-visit"), "26"),
    "SC-CNT-33": (with_option("events", "printers-strike", 0, extra=(Effect(kind=DRAW),)), ""),
    "SC-CNT-34": (with_option("events", "open-microphone", 0, effects=(Effect(kind=DRAW),)), ""),
    "SC-CNT-35": (replace(CONTENT, events=tuple(map(harsh, CONTENT.events))), ""),
    "SC-CNT-36": (with_("emergencies", "dyke-is-leaking", contribution=False), ""),
    "SC-CNT-37": (supporter(None, AT_LEAST[3], None, None), "39"),
    "SC-CNT-38": (with_("supporters", "queue-marshals", flavour=""), ""),
    "SC-CNT-39": (supporter(AT_LEAST[4], None, AT_LEAST[3], None), "37 41"),
    "SC-CNT-40": (supporter(AT_LEAST[4], None, None, None), "39"),
    "SC-CNT-41": (supporter(AT_LEAST[3], None, None, AT_LEAST[1]), "39 40"),
    "SC-CNT-42": (supporter(Condition(most=3), None, None, None), "39 40 41"),
    "SC-CNT-43": (supporter(AT_LEAST[2], None, None, None), "39 40"),
    "SC-CNT-44": (without("scenarios", "street-against-street"), "56"),
    "SC-CNT-45": (with_("scenarios", "street-against-street", flavour=""), ""),
    "SC-CNT-46": (with_("scenarios", "emptied-vault", win=1), "63"),
    "SC-CNT-47": (with_("scenarios", "street-against-street", politicians=5), "63"),
    "SC-CNT-48": (with_("scenarios", "democratic-election", politicians=2), "63"),
    "SC-CNT-49": (with_("scenarios", "long-sitting", start=None, text=""), "63"),
    "SC-CNT-52": (without("supporters", "queue-marshals"), "37 39 41 54 55 56"),
    "SC-CNT-53": (without("leaders", "cosima-overbrook"), "01 54 55"),
    "SC-CNT-54": (with_("scenarios", "street-against-street", supporters=4), "47 56 63"),
    "SC-CNT-55": (replace(CONTENT, leaders=CONTENT.leaders[:2]), "01 53 54 57"),
    "SC-CNT-56": (with_("scenarios", "street-against-street", supporters=7), "63"),
    "SC-CNT-57": (replace(CONTENT, leaders=CONTENT.leaders[:5]), "01 53 54 55"),
    "SC-CNT-58": (with_("scenarios", "street-against-street", players=(2, 3, 4, 5)), "56"),
    "SC-CNT-62": (with_("policies", "tax-collection", title="The Beach"), ""),
    "SC-CNT-63": (with_("supporters", "queue-marshals", name="Uniform Tailors"), ""),
}


def lines(content: Content) -> set[str]:
    """The lines of the chapter that the checker names."""
    return {id_ for problem in problems(content) for id_ in re.findall(r"SC-CNT-\d\d", problem)}


@pytest.mark.rule("SC-CNT-57", "SC-CNT-61")
@pytest.mark.parametrize("content", [CONTENT, GERMAN], ids=["english", "german"])
def test_the_authored_decks_break_no_line(content):
    assert problems(content) == ()


@pytest.mark.rule(
    *("SC-CNT-01", "SC-CNT-02", "SC-CNT-03", "SC-CNT-04", "SC-CNT-05", "SC-CNT-06", "SC-CNT-07", "SC-CNT-08", "SC-CNT-09"),
    *("SC-CNT-10", "SC-CNT-11", "SC-CNT-13", "SC-CNT-14", "SC-CNT-15", "SC-CNT-16", "SC-CNT-17", "SC-CNT-18", "SC-CNT-19"),
    *("SC-CNT-20", "SC-CNT-21", "SC-CNT-22", "SC-CNT-23", "SC-CNT-24", "SC-CNT-25", "SC-CNT-26", "SC-CNT-27", "SC-CNT-28"),
    *("SC-CNT-30", "SC-CNT-31", "SC-CNT-32", "SC-CNT-33", "SC-CNT-34", "SC-CNT-35", "SC-CNT-36", "SC-CNT-37", "SC-CNT-38"),
    *("SC-CNT-39", "SC-CNT-40", "SC-CNT-41", "SC-CNT-42", "SC-CNT-43", "SC-CNT-44", "SC-CNT-45", "SC-CNT-46", "SC-CNT-47"),
    *("SC-CNT-48", "SC-CNT-49", "SC-CNT-52", "SC-CNT-53", "SC-CNT-54", "SC-CNT-55", "SC-CNT-56", "SC-CNT-57", "SC-CNT-58"),
    *("SC-CNT-62", "SC-CNT-63"),
)
@pytest.mark.parametrize("line", BROKEN)
def test_a_deck_that_breaks_a_line_is_told_which(line):
    content, besides = BROKEN[line]

    assert lines(content) == {line, *(f"SC-CNT-{number}" for number in besides.split())}


@pytest.mark.rule("SC-CNT-61")
def test_every_line_of_the_chapter_is_checked_or_holds_by_shape():
    assert sorted((*BROKEN, *HELD_BY_SHAPE)) == sorted(stated_in(ROOT / "docs/rules")["SC-CNT"])


@pytest.mark.rule("SC-CNT-61")
def test_a_problem_says_what_is_wrong_and_where_in_a_sentence():
    content = with_("leaders", "cosima-overbrook", flavour=" ")
    content = replace(content, events=content.events[:23])

    assert problems(content) == (
        "leaders.yaml, 'cosima-overbrook': the flavour is empty (SC-CNT-02).",
        "events.yaml: there must be 4 events for the incumbent alone, and there are 3 (SC-CNT-32).",
        "events.yaml: there must be 24 events, and there are 23 (SC-CNT-26).",
    )


@pytest.mark.rule("SC-CNT-61")
def test_empty_decks_are_told_everything_and_crash_nothing():
    nothing = dict.fromkeys(
        ("leaders", "politicians", "policies", "actions", "events", "emergencies", "supporters", "scenarios"), ()
    )

    assert lines(replace(CONTENT, **nothing)) >= {
        "SC-CNT-01",
        "SC-CNT-03",
        "SC-CNT-10",
        "SC-CNT-23",
        "SC-CNT-37",
        "SC-CNT-44",
        "SC-CNT-57",
    }


@pytest.mark.rule("SC-CNT-12")
def test_a_policy_has_no_numbers_for_denouncing():
    assert PolicyOption.__struct_fields__ == ("label", "points", "cost", "colour", "picture")
    assert Policy.__struct_fields__ == ("id", "title", "specialism", "options")


@pytest.mark.rule("SC-CNT-28", "SC-CNT-29")
def test_an_effect_of_an_event_has_no_word_for_other_players():
    assert Effect.__struct_fields__ == ("kind", "amount", "colour", "specialism", "circle", "ideology")
    assert sorted(EffectKind) == [
        "discard-hand",
        "draw",
        "freeplay",
        "lose-policies",
        "lose-politicians",
        "move-budget",
        "move-ideology",
        "return-supporters",
    ]


class TestSetUps:
    @pytest.mark.rule("SC-CNT-50", "SC-CNT-51", "SC-CNT-53", "SC-CNT-56", "SC-CNT-57")
    @pytest.mark.parametrize(
        ("players", "layouts_", "leaders_", "set_ups_"),
        [
            (2, 106_352_136, 66, 7_019_240_976),
            (3, 106_352_136, 220, 23_397_469_920),
            (4, 106_352_136, 495, 52_644_307_320),
            (5, 106_352_136, 792, 84_230_891_712),
            (6, 74_144_004, 924, 68_509_059_696),
        ],
    )
    def test_scenarios_supporters_and_leaders_give_so_many(self, players, layouts_, leaders_, set_ups_):
        assert layouts(CONTENT, players) == layouts_
        assert leaders(CONTENT, players) == leaders_
        assert set_ups(CONTENT, players) == set_ups_ > 200_000

    @pytest.mark.rule("SC-CNT-52", "SC-CNT-54")
    def test_the_smallest_scenario_alone_gives_more_than_200_000(self):
        assert [smallest_set_ups(CONTENT, players) for players in PLAYERS] == [
            24_881_472,
            82_938_240,
            186_611_040,
            298_577_664,
            348_340_608,
        ]

    @pytest.mark.rule("SC-CNT-55")
    def test_quickplay_gives_more_with_every_player(self):
        found = [quickplay_set_ups(CONTENT, players) for players in PLAYERS]

        assert found[0] == 128_554_272
        assert found == sorted(set(found))

    @pytest.mark.rule("SC-CNT-57")
    def test_a_number_of_players_with_too_few_is_named(self):
        content = replace(CONTENT, scenarios=CONTENT.scenarios[:1], supporters=CONTENT.supporters[:12])

        told = [problem for problem in problems(content) if "SC-CNT-57" in problem and "Quickplay" not in problem]

        assert told == ["scenarios.yaml: 2 players must have more than 200000 set-ups, and they have 60984 (SC-CNT-57)."]

"""The examples of Statecraft: those that come with the game, one test each, and their vocabulary."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from control.rulebook import stated_in
from rooms.realm.examples.runner import Example, examples_in
from rooms.tables.game.examples import THEN
from rooms.tables.statecraft.game.examples import GAME
from tests.rooms.tables.statecraft.decks import ROOT, TEXTS

FILES = sorted((ROOT / "fixtures" / "statecraft" / "examples").glob("*.yaml"))
PLAY = GAME.over(TEXTS)


@cache
def examples(file: Path) -> tuple[Example, ...]:
    return examples_in(file.read_text(encoding="utf-8"))


EVERY = [each for file in FILES for each in examples(file)]


def played(text: str) -> tuple[str, ...]:
    (example,) = examples_in(text)
    return PLAY(example).problems


@pytest.mark.example
@pytest.mark.parametrize(
    "example", [pytest.param(each, id=f"{file.stem}: {each.name}") for file in FILES for each in examples(file)]
)
def test_example(example):
    assert PLAY(example).problems == ()


def test_every_example_has_a_name_of_its_own_and_names_rules_of_the_book():
    stated = {id_ for ids in stated_in(ROOT / "docs" / "rules").values() for id_ in ids}

    assert len({each.name for each in EVERY}) == len(EVERY)
    assert [each.name for each in EVERY if not each.rules] == []
    assert {id_ for each in EVERY for id_ in each.rules} - stated == set()


def test_every_worked_example_of_the_rulebook_is_there_with_many_of_our_own():
    assert {each.source for each in EVERY} >= {f"EX-{number:02}" for number in range(1, 13)}
    assert len([each for each in EVERY if not each.source]) >= 60


PLAYED = """
name: A manifesto, a campaign and a supporter of somebody else
given:
  scenario: hung-assembly
  deck: [river]
  discard: [beach]
  retired: [society]
  floating: [queue-marshals, no-price-tag-league]
  A:
    cabinet: {inner left: economy, outer left: senior security+society}
    announced: {inner left: [sugar-barons B]}
    denounced: {leader: [curfew A]}
    trackers: {authoritarianism: 3}
    hand: [spin-doctor, economy]
  B: {supporters: [soup-kitchen-volunteers], budget: 2}
when:
  - A: {campaigns: queue-marshals}
then: %s
"""


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        ("{A: {trackers: {socialism: 4}}}", "socialism of A: expected 4, found 3"),
        ("{A: {budget: 0}}", "budget of A: expected 0, found -3"),
        ("{A: {turn tracker: 2}}", "turn tracker of A: expected 2, found 1"),
        ("{A: {hand: 3}}", "hand of A: expected 3, found 2"),
        ("{A: {hand: [spin, security]}}", "hand of A: expected ['spin', 'security'], found ['spin-doctor--1', "),
        ("{A: {supporters: none}}", "supporters of A: expected none, found ['queue-marshals']"),
        ("{A: {cabinet: {inner left: nobody}}}", "inner left of A: expected none, found ['penny-farthingworth']"),
        ("{A: {cabinet: {inner right: economy}}}", "inner right of A: expected ['economy'], found none"),
        (
            "{A: {announced: {inner left: [sugar-barons A]}}}",
            "announced by inner left of A: expected ['sugar-barons A'], found ['sugar-barons B']",
        ),
        ("{A: {announced: {inner left: none}}}", "announced by inner left of A: expected none, found ['sugar-barons B']"),
        ("{A: {denounced: {leader: none}}}", "denounced by the leader of A: expected none, found ['curfew A']"),
        ("{A: {moved: {curfew: {authoritarianism: -3}}}}", "moved by curfew.authoritarianism: expected -3, found 0"),
        ("{A: {moved: {river: {anarchism: 3}}}}", "moved by river: expected {'anarchism': 3}, but it is not in the manifesto of A"),
        ("{A: {prices: {soup-kitchen-volunteers: 2}}}", "price of soup-kitchen-volunteers for A: expected 2, found 1"),
        ("{scenario: snap-ballot}", "scenario: expected 'snap-ballot', found 'hung-assembly'"),
        ("{phase: over}", "phase: expected 'over', found 'turn'"),
        ("{turn: B}", "turn: expected 'B', found 'A'"),
        ("{incumbent: A}", "incumbent: expected 'A', found 'B'"),
        ("{incumbent: nobody}", "incumbent: expected 'nobody', found 'B'"),
        ("{floating: [queue-marshals]}", "floating: expected ['queue-marshals'], found ['no-price-tag-league']"),
        ("{box: 3}", "box: expected 3, found 33"),
        ("{deck: 1}", "deck: expected 1, found 103"),
        ("{discard: none}", "discard: expected none, found ['beach']"),
        ("{retired: [economy]}", "retired: expected ['economy'], found ['flora-handshake']"),
        ("{politicians: 1}", "politicians: expected 1, found 39"),
        ("{drawn: 1}", "drawn: expected 1, found 0"),
        ("{may: {A: [{campaigns: no-price-tag-league}]}}", "expected, but it is refused: Your ideologies do not satisfy"),
        ("{says: [A poaches]}", "says: expected 'A poaches', found\n    A campaigns and wins Queue Marshals."),
    ],
)
def test_what_came_out_otherwise_is_told_with_what_was_found(then, problem):
    assert problem in played(PLAYED % then)[0]


def changed(value):
    """Yield each variant of an expected value with one wrong number or word."""
    if isinstance(value, dict):
        for key, each in value.items():
            for wrong in changed(each):
                yield {**value, key: wrong}
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value + 1
    elif value in ("A", "B", "turn", "over"):
        yield {"A": "B", "B": "A", "turn": "over", "over": "turn"}[value]


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in FILES])
def test_whatever_number_is_expected_otherwise_the_example_fails(file):
    for example in examples(file):
        for then in changed({key: each for key, each in example.then.items() if key not in ("refused", "may", "may not", "view")}):
            wrong = Example(name=example.name, given=example.given, when=example.when, then=then, written=example.written)
            assert any("expected" in problem for problem in PLAY(wrong).problems), (example.name, then)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("A: {hand: [gold]}", "given.A.hand: no card is 'gold'; write an id, the effect of an action card, or the specialism"),
        ("A: {hand: [river, river]}", "given.A.hand: there is no further card 'river'"),
        ("A: {hand: 900}", "given.A.hand: there are only 138 cards left"),
        ("A: {supporters: [gold]}", "given.A.supporters: no supporter is 'gold'; write an id"),
        ("A: {cabinet: {middle: economy}}", "given.A.cabinet: 'middle' is unknown; known are inner left, inner right, outer left"),
        (
            "A: {cabinet: {inner left: senior economy}}",
            "given.A.cabinet.inner left: no politician is 'senior economy'; write an id",
        ),
        ("A: {cabinet: [economy]}", "given.A.cabinet: write keys and values here"),
        ("A: {leader: gold}", "given.A.leader: 'gold' is unknown; known are abstain-once, ambrose-elsewhere"),
        ("A: {announced: {inner left: [river A]}}", "given.A.announced.inner left: nobody sits there; write leader or a place"),
        (
            "A: {denounced: {leader: [river]}}",
            "given.A.denounced.leader: write a policy and its option, such as 'tax-collection A'",
        ),
        ("A: {denounced: {leader: [spin A]}}", "given.A.denounced.leader: 'spin-doctor--1' is no policy"),
        ("A: {denounced: {leader: [{river A: {joy: 1}}]}}", "given.A.denounced.leader: 'joy' is unknown; known are anarchism"),
        ("A: {trackers: {socialism: 8}}", "given.A.trackers.socialism: the tracker goes from 0 to 7, not to 8"),
        ("A: {trackers: {joy: 1}}", "given.A.trackers: 'joy' is unknown"),
        ("A: {budget: 6}", "given.A.budget: the tracker goes from -7 to 5, not to 6"),
        ("A: {turn tracker: late}", "given.A.turn tracker: write a whole number here"),
        ("scenario: gold", "given.scenario: 'gold' is unknown; known are borrowed-time"),
        ("texts: maybe", "given.texts: write true or false here, not 'maybe'"),
        ("turn: Z", "given.turn: nobody at the table is called 'Z'"),
        ("incumbent: Z", "given.incumbent: nobody at the table is called 'Z'"),
        ("cards: {jokers: {}}", "given.cards: 'jokers' is unknown; known are events, policies, politicians, supporters"),
        ("cards: {policies: {x: {specialism: joy}}}", "given.cards.policies.x: Invalid enum value 'joy' - at `$.specialism`"),
        (
            "cards: {supporters: {x: {conditions: {joy: {least: 1}}}}}",
            "given.cards.supporters.x: 'conditions' names no ideology with 'joy'",
        ),
        ("opens with: {scenario: gold}", "given.opens with.scenario: 'gold' is unknown"),
        ("opens with: {jokers: []}", "given.opens with: 'jokers' is unknown; known are leaders, politicians, scenario, supporters"),
        ("{opens with: {leaders: []}, turn: A}", "given.turn: the rules lay the table out, as 'opens with' says"),
        ("deck: {all: 3}", "given.deck: 'all' is unknown; known are only"),
        ("gold: 3", "given: 'gold' is unknown; known are A, B, box, cards, deck"),
    ],
)
def test_what_cannot_be_laid_on_the_table_is_one_sentence_with_its_place(given, problem):
    (found,) = played(f"name: x\ngiven:\n  {given}\nthen: {{winners: none}}")

    assert found.startswith(f"line 3: {problem}")
    assert "\n" not in found


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ("{sets: joy}", "when.A.sets: 'joy' is unknown; known are anarchism"),
        ("{announces: {river A: inner right}}", "when.A.announces.river A: nobody sits there"),
        ("{announces: river}", "when.A.announces: write a policy and its option"),
        ("{announces: {society A: leader}}", "when.A.announces: there is no 'society' to choose; there is river, spin-doctor--1"),
        ("{announces: {river A: leader, river B: leader}}", "when.A.announces: write one thing here, such as 'tax-collection A:"),
        ("{campaigns: gold}", "when.A.campaigns: no supporter is 'gold'"),
        ("{takes: {economy: inner left}}", "when.A.takes: there is no 'economy' to choose; there is nothing"),
        ("{takes: {penny-farthingworth: lap}}", "when.A.takes: 'lap' is unknown"),
        ("{fires: {society: river}}", "when.A.fires: there is no 'society' to choose; there is penny-farthingworth"),
        ("{steps: {socialism: 1}}", "when.A.steps.pays: write a word here, not None"),
        ("{plays: {spin: {joy: 1}}}", "when.A.plays.spin: 'joy' is unknown; known are A, B, anarchism"),
        ("{plays: {spin: {B: inner left}}}", "when.A.plays.spin.B: nobody sits there"),
        ("{chooses: C}", "when.A.chooses: 'C' is unknown; known are A, B"),
        ("{draws: 1}", "when.A.draws: write true or false here, not 1"),
        ("{bids: all}", "when.A.bids: write a whole number here, not 'all'"),
        ("{dances: {}}", "when.A: 'dances' is unknown; known are Announce"),
    ],
)
def test_what_nobody_can_do_is_one_sentence_with_its_place(act, problem):
    (found,) = played(
        "name: x\ngiven:\n  A: {hand: [river, spin], cabinet: {inner left: economy}}\n"
        f"when:\n  - A: {act}\nthen: {{winners: none}}"
    )

    assert found.startswith(f"line 5: {problem}")
    assert "\n" not in found


def test_a_card_named_by_its_id_is_left_for_the_place_that_names_it():
    text = "name: x\ngiven: {A: {hand: [environment]}, B: {denounced: {leader: [lawn-mowing A]}}}\nthen: {A: {hand: [bonfires]}}"

    assert played(text) == ()


def test_every_word_is_explained_to_whoever_writes_examples():
    guide = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8").partition("## Statecraft")[2]
    words = GAME.words
    parts = (words.contents, words.given_side, words.given, words.acts, words.then_side, words.then)

    assert [word for part in parts for word in part if f"`{word}" not in guide] == []
    assert [word for word in THEN if f"`{word}" not in (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")] == []

"""The reader's words on broken files of Statecraft."""

from __future__ import annotations

import re
from typing import Any

import pytest
from ruamel.yaml import YAML

from control.engine.records import replace
from rooms.tables.statecraft.game.content import Condition, Content, Effect, EffectKind, StartEffect
from rooms.tables.statecraft.game.reading import LIMITS, problems_of, read
from tests.rooms.tables.statecraft.decks import CONTENT, ROOT, TEXTS, changed, with_, with_option, without

KEYS = [(name, key) for name, text in TEXTS.items() for key in YAML(typ="safe", pure=True).load(text)]


def refusal_of(texts: dict[str, str]) -> list[str]:
    """Lines of the refusal of these files."""
    with pytest.raises(ValueError, match=r"\.yaml") as refused:
        read(texts)
    return str(refused.value).splitlines()


def with_text(name: str, old: str, new: str) -> dict[str, str]:
    """The files with one text in one of them replaced."""
    assert TEXTS[name].count(old) == 1
    return {**TEXTS, name: TEXTS[name].replace(old, new)}


class TestFilesThatCannotBeRead:
    @pytest.mark.rule("SC-CNT-59")
    def test_missing_files_are_named_once(self):
        assert sorted(refusal_of({})) == sorted(f"{name}: the file is missing." for name in LIMITS)

    @pytest.mark.parametrize("name", TEXTS)
    def test_a_file_that_is_not_yaml(self, name):
        assert refusal_of({**TEXTS, name: "cards: [unclosed"})[0].startswith(f"{name}: this is not YAML: ")

    @pytest.mark.parametrize("name", TEXTS)
    def test_an_empty_file(self, name):
        assert refusal_of({**TEXTS, name: ""})[0] == f"{name}: the file must hold keys and values."

    @pytest.mark.parametrize(("name", "key"), KEYS)
    def test_a_number_where_a_list_should_be(self, name, key):
        assert f"{name}: '{key}' must be a list." in refusal_of({**TEXTS, name: f"{key}: 72"})

    @pytest.mark.parametrize(("name", "key"), KEYS)
    def test_a_file_without_its_key(self, name, key):
        assert f"{name}: the key '{key}' is missing." in refusal_of({**TEXTS, name: "others: []"})

    @pytest.mark.rule("SC-CNT-60")
    @pytest.mark.parametrize(
        ("name", "old", "new", "problem"),
        [
            (
                "leaders.yaml",
                "effect: larger-hand",
                "effect: third-hand",
                "leaders.yaml, 'cosima-overbrook': Invalid enum value 'third-hand'",
            ),
            ("actions.yaml", "effect: oust", "effect: shout", "actions.yaml, 'early-retirement': Invalid enum value 'shout'"),
            ("events.yaml", "effect: cooling", "effect: thaw", "events.yaml, 'cold-front': Invalid enum value 'thaw'"),
            (
                "scenarios.yaml",
                "effect: faithless",
                "effect: faithful",
                "scenarios.yaml, 'clean-sweep': Invalid enum value 'faithful'",
            ),
            ("scenarios.yaml", "start: budget-three", "start: rich", "scenarios.yaml, 'emptied-vault': Invalid enum value 'rich'"),
        ],
    )
    def test_an_effect_that_the_engine_does_not_know(self, name, old, new, problem):
        (told,) = refusal_of(with_text(name, old, new))

        assert told.startswith(problem)

    @pytest.mark.parametrize(
        ("old", "new", "problem"),
        [
            ("title: Tax Collection", "title: 1789", "Expected `str`, got `int` - at `$.title`."),
            ("title: Tax Collection", "title: Tax Collection\n    back: blue", "Object contains unknown field `back`."),
            (
                "title: Tax Collection\n    specialism: economy",
                "title: Tax Collection\n    specialism: magic",
                "Invalid enum value 'magic' - at `$.specialism`.",
            ),
            (
                "points: {authoritarianism: 3}\n        cost: 2\n        colour: green\n        picture: Auditors",
                "points: {monarchism: 3}\n        cost: 2\n        colour: green\n        picture: Auditors",
                "'points' names no ideology with 'monarchism'; they are authoritarianism, anarchism, capitalism, socialism.",
            ),
            (
                "points: {authoritarianism: 3}\n        cost: 2\n        colour: green\n        picture: Auditors",
                "points: [3, 0, 0, 0]\n        cost: 2\n        colour: green\n        picture: Auditors",
                "'points' names ideologies, as in {authoritarianism: ...}.",
            ),
        ],
    )
    def test_a_policy_that_is_not_written_as_the_others(self, old, new, problem):
        assert refusal_of(with_text("policies.yaml", old, new)) == [f"policies.yaml, 'tax-collection': {problem}"]

    def test_a_condition_of_a_supporter_that_is_none(self):
        texts = with_text("supporters.yaml", "{authoritarianism: {least: 4}, anarchism: {most: 2}}", "{authoritarianism: 4}")

        assert refusal_of(texts) == [
            "supporters.yaml, 'whistle-collectors-club': Expected `object | null`, got `int` - at `$.conditions[0]`."
        ]

    @pytest.mark.parametrize(("written", "told"), [("[7]", "number 1 of the list"), ("[{id: x}]", "'x'")])
    @pytest.mark.parametrize("name", ["policies", "supporters", "leaders"])
    def test_an_item_that_is_none(self, name, written, told):
        (problem,) = refusal_of({**TEXTS, f"{name}.yaml": f"{name}: {written}"})

        assert problem.startswith(f"{name}.yaml, {told}: ")

    def test_every_problem_is_told_at_once(self):
        texts = {
            **with_text("policies.yaml", "id: tax-collection", "id: beach"),
            "leaders.yaml": TEXTS["leaders.yaml"].replace("name: Cosima Overbrook", "name: Cosima Overbrook of the Upper Hills"),
            "rules.yaml": TEXTS["rules.yaml"].replace("SC-PAY-09", "PE-PAY-09"),
        }

        assert refusal_of(texts) == [
            "policies.yaml, actions.yaml and events.yaml, 'beach': the id is there more than once.",
            "leaders.yaml, 'cosima-overbrook': the name has 35 characters, and at most 26 fit: Cosima Overbrook of the Upper Hills",
            "rules.yaml, 'paying': 'PE-PAY-09' is no rule's ID.",
        ]


def lose(**fields: Any) -> Content:
    """The content with this effect in an event."""
    return with_option("events", "printers-strike", 0, effects=(Effect(kind=EffectKind.LOSE_POLICIES, **fields),))


def with_effect(kind: EffectKind, amount: int) -> Content:
    return with_option("events", "printers-strike", 0, effects=(Effect(kind=kind, amount=amount),))


def with_key(group: str, which: str, **fields: str) -> Content:
    key = replace(CONTENT.key, **{group: changed(getattr(CONTENT.key, group), which, **fields)})
    return replace(CONTENT, key=key)


STRIKE = "events.yaml, 'printers-strike', 'Do without the leaflets'"
WRONG = {  # readable content with one mistake, and its only sentence
    "an id that is no slug": (
        with_("leaders", "cosima-overbrook", id="Cosima"),
        "leaders.yaml, 'Cosima': an id has lower-case letters, digits and hyphens only.",
    ),
    "an event called as an action card": (
        with_("events", "diary", id="free-sausages"),
        "policies.yaml, actions.yaml and events.yaml, 'free-sausages': the id is there more than once.",
    ),
    "two scenarios of one number": (
        with_("scenarios", "snap-ballot", number=1),
        "scenarios.yaml: the number 1 is there more than once.",
    ),
    "a text that is not there": (
        with_("actions", "free-sausages", text=" "),
        "actions.yaml, 'free-sausages': the text is empty (SC-CNT-24).",
    ),
    "a text that is too long": (
        with_("emergencies", "lights-out", text="x" * 141),
        f"events.yaml, 'lights-out': the text has 141 characters, and at most 140 fit: {'x' * 141}",
    ),
    "a label that is too long": (
        with_option("policies", "beach", 0, label="x" * 35),
        f"policies.yaml, 'beach': the label has 35 characters, and at most 34 fit: {'x' * 35}",
    ),
    "two cards of one title": (
        with_("policies", "beach", title="The River"),
        "policies.yaml: 'The River' is there more than once (SC-CNT-62).",
    ),
    "two cards of the same labels": (
        with_("policies", "beach", options=next(policy.options for policy in CONTENT.policies if policy.id == "river")),
        "policies.yaml and events.yaml: two cards have the labels "
        "Let it go wherever it likes / Straighten it. It will obey (SC-CNT-62).",
    ),
    "a politician without a specialism": (
        with_("politicians", "basil-moat", specialisms=()),
        "politicians.yaml, 'basil-moat': a politician has 1 or 2 different specialisms (SC-CNT-04).",
    ),
    "an option without points": (
        with_option("policies", "beach", 0, points=(0, 0, 0, 0)),
        "policies.yaml, 'beach', 'No signs, no fees, no lifeguard': an option has points in an ideology, and none below 0.",
    ),
    "a card without a copy": (
        with_("actions", "free-sausages", copies=0),
        "actions.yaml, 'free-sausages': there is at least 1 copy of a card.",
    ),
    "an option without effects": (
        with_option("events", "printers-strike", 0, effects=()),
        f"{STRIKE}: an option has at least 1 effect (SC-CNT-30).",
    ),
    "policies of a circle": (lose(circle="inner"), f"{STRIKE}: 'lose-policies' takes no circle (SC-CNT-28)."),
    "policies of a colour and a specialism": (
        lose(colour="red", specialism="economy"),
        f"{STRIKE}: 'lose-policies' takes a colour or a specialism, not both (SC-CNT-28).",
    ),
    "no policies": (lose(amount=0), f"{STRIKE}: the amount of 'lose-policies' cannot be 0 (SC-CNT-28)."),
    "less than no cards": (
        with_effect(EffectKind.DRAW, -1),
        f"{STRIKE}: the amount of 'draw' cannot be -1 (SC-CNT-28).",
    ),
    "two freeplays in one": (
        with_effect(EffectKind.FREEPLAY, 2),
        f"{STRIKE}: 'freeplay' is one policy, without an amount (SC-CNT-28).",
    ),
    "an emergency of the other kind": (
        with_("emergencies", "lights-out", kind="collective"),
        "events.yaml, 'lights-out': 'new-hands' is individual and asks for no contribution (SC-CNT-36).",
    ),
    "a condition both ways": (
        with_("supporters", "queue-marshals", conditions=(Condition(least=2, most=4), None, None, None)),
        "supporters.yaml, 'queue-marshals': authoritarianism takes either least, 1 to 7, or most, 0 to 6 (SC-CNT-38).",
    ),
    "a condition that everybody meets": (
        with_("supporters", "queue-marshals", conditions=(None, None, Condition(least=0), None)),
        "supporters.yaml, 'queue-marshals': capitalism takes either least, 1 to 7, or most, 0 to 6 (SC-CNT-38).",
    ),
    "a sixth end": (
        with_("scenarios", "hung-assembly", end=6),
        "scenarios.yaml, 'hung-assembly': an end condition is 1 to 5 and a win condition 1 to 4 (SC-CNT-45).",
    ),
    "an end by turns without their number": (
        with_("scenarios", "borrowed-time", turns=0),
        "scenarios.yaml, 'borrowed-time': end condition 1 has a number of turns, and no other has (SC-CNT-45).",
    ),
    "more supporters than there are": (
        with_("scenarios", "borrowed-time", supporters=37),
        "scenarios.yaml, 'borrowed-time': it lays out 1 supporter or more, as far as there are, and draws 1 politician or more "
        "(SC-CNT-45).",
    ),
    "a scenario for seven": (
        with_("scenarios", "borrowed-time", players=(6, 7)),
        "scenarios.yaml, 'borrowed-time': the players are numbers from 2 to 6, each once and in order (SC-CNT-45).",
    ),
    "a text that promises what is not done": (
        with_("scenarios", "borrowed-time", text="Everybody gets a cake."),
        "scenarios.yaml, 'borrowed-time': a text without an effect and without a start would promise what the game does not do "
        "(SC-CNT-45).",
    ),
    "a start without a text": (
        with_("scenarios", "emptied-vault", text=""),
        "scenarios.yaml, 'emptied-vault': the text is empty (SC-CNT-45).",
    ),
    "a short deck with another end": (
        with_("scenarios", "emptied-vault", start=StartEffect.SHORT_DECK),
        "scenarios.yaml, 'emptied-vault': a short deck goes with end condition 5 (SC-CNT-49).",
    ),
    "a key that lacks a sign": (
        replace(CONTENT, key=replace(CONTENT.key, signs=CONTENT.key.signs[:4])),
        "key.yaml, signs: they are senior, budget, incumbent, announce, denounce, each once and in this order (SC-COM-15).",
    ),
    "an icon that cannot be drawn": (
        with_key("colours", "blue", icon="a drop"),
        "key.yaml, 'blue': an icon is the data of one path, of M L H V C Z and numbers.",
    ),
    "two icons alike": (
        with_key("colours", "blue", icon=CONTENT.key.colours[1].icon),
        f"key.yaml: two things have the icon {CONTENT.key.colours[1].icon}.",
    ),
    "no rules at hand": (replace(CONTENT, rules=()), "rules.yaml: there is no section."),
    "a section without rules": (with_("rules", "turn", rules=()), "rules.yaml, 'turn': a section has a text and names its rules."),
    "a section as long as a speech": (
        with_("rules", "turn", text=("x" * 600, "x" * 401)),
        "rules.yaml, 'turn': the text has 1001 characters, and at most 1000 fit.",
    ),
}


@pytest.mark.rule("SC-CNT-28", "SC-CNT-38", "SC-CNT-60", "SC-COM-15")
@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_played_or_shown_is_refused_in_a_sentence(wrong):
    content, problem = WRONG[wrong]

    assert problems_of(content) == [problem]


@pytest.mark.rule("SC-CNT-61")
def test_a_smaller_deck_is_no_problem():
    small = without("policies", *(policy.id for policy in CONTENT.policies[10:]))
    small = replace(small, leaders=CONTENT.leaders[:2], politicians=CONTENT.politicians[:8], events=(), emergencies=())
    small = replace(small, supporters=CONTENT.supporters[:8], scenarios=CONTENT.scenarios[:1], actions=CONTENT.actions[:1])

    assert problems_of(small) == []


def test_the_documented_example_of_each_file_is_read():
    manual = (ROOT / "docs/games/statecraft.md").read_text(encoding="utf-8")
    examples = dict(re.findall(r"^(\w+\.yaml).*:\n\n((?:    .*\n|\n)+)", manual, re.MULTILINE))
    assert sorted(examples) == sorted(TEXTS)
    for name, example in examples.items():
        given = YAML(typ="safe", pure=True).load(re.sub("^    ", "", example, flags=re.MULTILINE))
        for key, items in given.items():
            for item in items:
                known = YAML(typ="safe", pure=True).load(TEXTS[name])[key]
                assert (name, {*item} - {field for each in known for field in each}) == (name, set())

"""Chronicle of schemes: who knew a scheme's face since when, and what its victim was told (R-144)."""

from __future__ import annotations

import pytest

from control.engine.chronicle import Eye
from control.engine.ids import SeatId, TeamId
from rooms.realm.game.scheme_effects.messages import SecretSent
from rooms.realm.game.scheme_effects.strike import SchemeSpent
from rooms.realm.papers.game.types import Paper
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.attack import BeginAttack
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.attack_scheme import FoilScheme, SchemeReached
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.written_schemes import SchemeLaid, SchemeRewritten
from tests.rooms.chronicled import UNDERGROUND, Chronicled, deeds_of, facts_of, joined
from tests.rooms.realm.game.play import Day
from tests.rooms.realm.game.scheming import completes, scheming
from tests.rooms.realm.game.test_scheme_effects import turned
from tests.rooms.underground.minions import with_settings
from tests.rooms.underground.table import CAT_1, GAME, SNAKE_1, AtTable
from tests.rooms.underground.test_attack import card

ON_SNAKE = Paper(type="spread-rumors", values=(("snake",),), note="for the old feud")
CAT, SNAKE = TeamId("cat"), TeamId("snake")


def foiled() -> tuple[Chronicled, Chronicled]:
    """Cat's first lays a scheme on Snake, whose first attacks and foils it. Minions are dealt between the two parts."""
    table = AtTable((CAT_1, SNAKE_1), {CAT_1: ON_SNAKE}, with_settings(drawn_schemes_per_house=0))
    before = table.state
    at = len(table.day.happened)
    table.until(TableStep.ATTACK)
    one = Chronicled(GAME, before, tuple(table.day.happened[at:]))
    table.deal(CAT_1, card("cat:rock-red#1"))
    table.deal(SNAKE_1, card("snake:rock-red#1"))
    start, at = table.state, len(table.day.happened)
    if table.table.turn != SNAKE_1 and CAT_1 not in table.table.out:
        table.do(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=CAT_1))
    named = {"month": 1, "table": table.id, "scheme": 1, "seat": SNAKE_1}
    table.press(BeginAttack(**named, card=card("snake:rock-red#1")))
    table.press(FoilScheme(**named))
    return one, Chronicled(GAME, start, tuple(table.day.happened[at:]))


@pytest.mark.rule("R-144", "GE-UND-52", "GE-UND-54")
def test_a_scheme_is_its_authors_secret_until_an_attacker_sees_its_face():
    one, other = foiled()
    found, placed = joined(one, other, makers=UNDERGROUND), one.seq_of(SchemeLaid)
    reached, ended = (len(one.events) + other.seq_of(each) for each in (SchemeReached, AttackEnded))

    (fact,) = facts_of(found, "scheme")
    assert fact.words == "Cat planned a scheme, “Spread Rumors: Snake”."  # without its cost and its author's note
    assert fact.seemed == "Nothing was known to threaten Snake."
    assert (fact.seq, fact.over, fact.by, fact.touches) == (placed, ended, (f"seat:{CAT_1}",), ("team:snake",))
    assert fact.known == ((f"seat:{SNAKE_1}", reached),)
    assert found.learned(fact, Eye(team=CAT, seat=SeatId("cat-2"))) is None
    assert found.hidden_at(Eye(team=SNAKE), reached - 1) == (fact,)
    assert found.known_at(Eye(team=SNAKE), reached) == (fact,)
    (life,) = found.lives
    assert (life.lane, life.owner, [each.kind for each in life.turns]) == (
        "scheme",
        f"seat:{CAT_1}",
        ["placed", "attacked", "reached", "foiled"],
    )
    assert [(each.kind, each.one, each.other, each.over) for each in found.ties] == [
        ("schemed-against", "team:cat", "team:snake", ended)
    ]
    assert deeds_of(found, f"seat:{SNAKE_1}") == {"scheme-foiled": "Foiled a scheme of Cat, “Spread Rumors: Snake”."}
    assert deeds_of(found, f"seat:{CAT_1}").keys() == {"scheme-placed", "scheme-unravelled"}


@pytest.mark.rule("R-144")
def test_a_scheme_that_was_misread_read_so_to_who_knew_it_until_it_was_entered_anew():
    one, _other = foiled()
    laid = next(each for each in one.events if isinstance(each, SchemeLaid))
    paper = Paper(type="spread-rumors", values=(("wolf",),))
    anew = SchemeRewritten(month=1, table=laid.table, scheme=1, seat=CAT_1, paper=paper)
    found = Chronicled(one.game, one.first, (*one.events, anew)).by(UNDERGROUND)

    (fact,) = facts_of(found, "scheme")
    assert fact.words == "Cat planned a scheme, “Spread Rumors: Wolf”."
    assert fact.words_at(len(one.events)) == "Cat planned a scheme, “Spread Rumors: Snake”."
    assert fact.words_at(len(one.events) + 1) == fact.words


def struck(day: Day, *named: str) -> Chronicled:
    first, at = day.state, len(day.happened)
    completes(day, *named)
    turned(day)
    return Chronicled(day.game, first, tuple(day.happened[at:]))


@pytest.mark.rule("R-144", "R-19", "GE-UND-04")
def test_whom_a_scheme_struck_learns_what_it_did_and_never_whose_it_was():
    day = struck(scheming(cat_1=(3, 0)), "spread-rumors", "cat")
    found, spent, eye = day.by(UNDERGROUND), day.seq_of(SchemeSpent), Eye(team=CAT)

    (planned,), (harm,) = facts_of(found, "scheme"), facts_of(found, "scheme-struck")
    assert planned.by == harm.by == ("seat:snake-1",)
    assert found.learned(planned, eye) is None
    assert planned in found.hidden_at(eye, spent - 1)
    assert planned.over == spent
    assert (harm.seq, harm.known) == (spent, (("team:cat", spent),))
    assert "Snake" not in harm.words
    assert found.known_at(eye, spent) == (harm,)
    assert deeds_of(found, "seat:snake-1") == {
        "scheme-struck": "A scheme struck, “Spread Rumors: Cat”.",
        "power-gained": "A scheme brought 1 Power.",
    }
    assert deeds_of(found, "team:cat").keys() == {"unlucky"}


@pytest.mark.rule("R-143", "GE-UND-04", "GE-UND-08")
@pytest.mark.parametrize(
    ("kind", "did", "harm"),
    [
        ("capture-hostage", "Snake holds a hostage of Cat, with 1 Power.", "A hostage was taken from Cat, with 1 Power."),
        ("spread-rumors", "Snake took 1 Power of Cat.", "Rumors cost Cat 1 Power."),
    ],
)
def test_whoever_looks_back_reads_the_names_of_the_houses(kind, did, harm):
    """Reports speak to the own House ("your House holds a hostage"). For all other readers the same House has its name."""
    day = struck(scheming(cat_1=(3, 0)), kind, "cat")
    found = day.by(UNDERGROUND)
    spent = next(each for each in day.moments if isinstance(each.event, SchemeSpent))

    assert [turn.words for life in found.lives for turn in life.turns if turn.kind == "struck"] == [did]
    assert [each.words for each in facts_of(found, "scheme-struck")] == [f"A scheme struck Cat: {harm}"]
    assert deeds_of(found, "team:cat")["unlucky"] == f"A scheme struck: {harm}"
    assert day.game.explain(spent.event, spent.before).endswith(did)


@pytest.mark.rule("GE-UND-13", "GE-UND-19", "GE-UND-23")
@pytest.mark.parametrize("named", [("black-powder-weapons", "cat"), ("bribes", "cat", "1"), ("sow-dissent", "cat", "1")])
def test_what_is_good_for_the_house_that_it_names_is_told_as_help(named):
    found = struck(scheming(cat_1=(3, 0)), *named).by(UNDERGROUND)

    (planned,), (helped,) = facts_of(found, "scheme"), facts_of(found, "scheme-helped")
    assert planned.seemed == "Nobody was known to help Cat."
    assert helped.words.startswith("A scheme helped Cat: ")
    assert [each.kind for each in found.ties] == ["schemed-for"]
    assert found.ties[0].words.startswith("Snake schemed for Cat: ")
    assert deeds_of(found, "team:cat") == {}


@pytest.mark.rule("R-123", "GE-UND-07")
@pytest.mark.parametrize(("kind", "false"), [("espionage", 0), ("counterespionage", 1)])
def test_a_false_secret_is_believed_to_the_end(kind, false):
    day = scheming()
    first, at = day.state, len(day.happened)
    completes(day, kind, "cat")
    turned(turned(day))
    played = Chronicled(day.game, first, tuple(day.happened[at:]))
    found, sent = played.by(UNDERGROUND), played.seq_of(SecretSent)

    facts = facts_of(found, "false-secret")
    assert len(facts) == false
    for fact in facts:
        text = next(each.text for each in played.last.schemes)
        assert fact.seq == sent
        assert fact.words == f"Snake had a false secret sent to {_reader(played)}: “{text}”"
        assert fact.seemed == f"A sealed message said: “{text}”"
        assert found.hidden_at(Eye(team=CAT), played.moments[-1].seq) == (fact,)
        assert found.learned(fact, Eye(team=SNAKE)) == sent


def _reader(day: Chronicled) -> str:
    reader = next(each.reader for each in day.last.schemes)
    assert reader is not None
    return f"{day.last.seats[reader].name} (Cat)"


def test_a_scheme_for_the_own_house_is_aimed_at_nobody():
    day = struck(scheming(), "bribes", "snake", "2")
    found = day.by(UNDERGROUND)

    (fact,) = facts_of(found, "scheme")
    assert (fact.touches, fact.seemed, found.ties) == ((), "", ())
    assert fact.words == "Snake planned a scheme, “Bribes: Snake, 2 votes”."

"""Bots at the tables: better than chance, never refused, and guided only by what their players may know."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Stale
from rooms.realm.bots import using_favors
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase
from rooms.underground.game import bots
from rooms.underground.game.scheme_value import value_of_scheme
from rooms.underground.game.state import CardTable, Guard, TableStep
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.attack_scheme import FoilScheme
from rooms.underground.game.tables.completion import SchemeDone
from rooms.underground.game.tables.lookup import table_of, tables, with_table
from rooms.underground.rules.minion_cards import Face, MinionId, minion
from tests.amounts import amount
from tests.rooms.realm.game.play import player
from tests.rooms.realm.game.using import held, kind_with
from tests.rooms.underground.botted import ANYBODY, BOT, Player, Tables
from tests.rooms.underground.minions import with_settings
from tests.rooms.underground.table import CAT_1, GAME, SNAKE_1, AtTable
from tests.scenarios import default

POISON = Paper(type="spread-rumors", values=(("snake",),))
HARM = Paper(type="spread-rumors", values=(("cat",),))
AMBUSH = Paper(type="ambush")


def card(house: str, symbol: str, color: str, copy: int = 1) -> MinionId:
    return minion(house, Face(symbol=symbol, color=color), copy)


def act(table: AtTable, seat: SeatId):
    return bots.act(table.state, seat, Tables(seed=1, players={}, day=table.day).dice(seat, "act"))


def months(seed: int, players: dict[SeatId, Player], count: int) -> Tables:
    played = Tables(seed=seed, players=players)
    for month in range(1, count + 1):
        played.month()
        if month < count:
            played.day.until(month + 1, Phase.PLANNING)
    return played


# --- better than chance -------------------------------------------------------------------------------------------------


def test_bots_get_more_done_than_players_who_do_anything():
    total: Counter[str] = Counter()
    for seed in range(amount(20, 200)):
        clever, other = (("cat", "snake"), ("snake", "cat"))[seed % 2]
        players = {
            SeatId(f"{house}-{rank}"): BOT if house == clever else ANYBODY for house in (clever, other) for rank in (1, 2, 3)
        }
        score = months(seed, players, 1).score()
        total["clever"] += score[clever]
        total["other"] += score[other]

    assert total["clever"] > 4 * total["other"]


@pytest.mark.parametrize("seed", range(amount(1, 6)))
def test_months_of_bots_at_all_tables_fold_to_the_same_bytes(seed):
    seats = sorted(Tables(seed=seed, players={}).state.seats)
    begun = Tables(seed=seed, players={seat: BOT for seat in seats if seat[-1] in "123"})
    before = len(begun.day.happened)
    start = begun.state
    for month in (1, 2):
        begun.month()
        begun.day.until(month + 1, Phase.PLANNING)

    happened = begun.day.happened[before:]
    done = Counter(type(each).__name__ for each in happened)
    again = start
    for each in happened:
        again = GAME.evolve(again, each)
    assert again == begun.state
    assert {each.table for each in happened if isinstance(each, AttackEnded)} == set(tables(start))
    assert done["SchemeDone"] > 5
    assert done["MinionsCompared"] > 5
    assert any(isinstance(each, SchemeDone) and each.seat is not None for each in happened)


def test_the_same_dice_bring_the_same_month():
    players = {SeatId(f"{house}-{rank}"): BOT for house in ("cat", "snake", "swords") for rank in (1, 2)}
    assert months(5, players, 1).day.happened == months(5, players, 1).day.happened


# --- only known facts ---------------------------------------------------------------------------------------------------


def changed(table: AtTable, **more: object) -> None:
    table.day.state = with_table(table.state, replace(table.table, **more))


def hidden_otherwise(table: CardTable, seat: SeatId) -> CardTable:
    """Return the table with other hands and faces wherever this player does not see them."""
    hands = {each: cards if each == seat else tuple(reversed(cards)) for each, cards in table.hands.items()}
    schemes = tuple(
        each
        if each.author == seat
        else replace(
            each,
            paper=AMBUSH if each.paper != AMBUSH else POISON,
            protection=tuple(guard if guard.up else Guard(card=card(each.house, "paper", "blue", 9)) for guard in each.protection),
        )
        for each in table.schemes
    )
    return replace(table, hands=hands, schemes=schemes)


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("step", [TableStep.ADVANCEMENT, TableStep.PROTECTION, TableStep.ATTACK])
def test_a_bot_does_the_same_whatever_it_does_not_see(step):
    table = AtTable((CAT_1, SNAKE_1))
    own, other = table.lay(CAT_1, POISON), table.lay(SNAKE_1, HARM)
    schemes = tuple(
        replace(each, advancement=(card(each.house, "rock", "red", 3),), protection=(Guard(card=card(each.house, "rock", "red")),))
        for each in table.table.schemes
    )
    changed(table, schemes=schemes)
    table.until(step)
    assert {own, other} <= {each.id for each in table.table.schemes}

    first = act(table, CAT_1)
    table.day.state = with_table(table.state, hidden_otherwise(table.table, CAT_1))

    assert first is not None
    assert act(table, CAT_1) == first


def test_a_bot_finishes_the_own_scheme_and_foils_what_harms_it():
    scenario = replace(default(), settings=replace(default().settings, drawn_schemes_per_house=0))
    table = AtTable((CAT_1, SNAKE_1), scenario=scenario).until(TableStep.ADVANCEMENT)
    changed(table, turn=CAT_1)
    own, other = table.lay(CAT_1, POISON), table.lay(SNAKE_1, HARM)

    advanced = act(table, CAT_1)
    assert (advanced.scheme, len(advanced.cards)) == (own, 3)

    table.until(TableStep.ATTACK)
    advance = tuple(replace(each, advancement=(card(each.house, "rock", "red", 3),)) for each in table.table.schemes)
    changed(table, schemes=advance, turn=CAT_1)
    begun = act(table, CAT_1)
    assert isinstance(begun, BeginAttack)
    assert begun.scheme == other
    table.press(begun)
    assert isinstance(act(table, CAT_1), FoilScheme)


@pytest.mark.rule("R-119", "GE-UND-45")
def test_a_reveal_that_is_pressed_late_turns_no_further_minion_up():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    other = table.lay(SNAKE_1, HARM)
    red, blue = card("snake", "rock", "red"), card("snake", "rock", "blue")
    changed(table, schemes=tuple(replace(each, protection=(Guard(card=blue), Guard(card=red))) for each in table.table.schemes))
    one, two = card("cat", "paper", "red"), card("cat", "paper", "blue")
    table.until(TableStep.ATTACK)
    table.deal(CAT_1, one, two)
    named = {"month": 1, "table": table.id, "seat": CAT_1}
    changed(table, turn=CAT_1)
    table.press(BeginAttack(**named, scheme=other, card=one))
    reveal = act(table, SNAKE_1)

    assert reveal == Reveal(month=1, table=table.id, scheme=other, seat=SNAKE_1, before=2)
    table.press(reveal)
    played = act(table, CAT_1)
    assert played == PlayOn(**named, scheme=other, card=two)
    table.press(played)
    with pytest.raises(Stale):
        table.do(reveal, player(SNAKE_1))
    table.press(act(table, SNAKE_1))
    assert table_of(table.state, table.id).attack.reached


@pytest.mark.parametrize(("paper", "points"), [(POISON, 1), (HARM, -3), (AMBUSH, 0), (Paper(type="nothing"), 0)])
def test_what_a_house_has_of_a_scheme(paper, points):
    assert value_of_scheme(AtTable((CAT_1, SNAKE_1)).state, "cat", paper) == points


def test_what_a_bot_writes_is_aimed_at_others_and_fits_the_table():
    state = Tables(seed=1, players={}).state
    written = [bots.needed_scheme(state, seat, Tables(seed=1, players={}).dice(seat, "write")) for seat in sorted(state.seats)]
    assert len([paper for paper in written if paper is not None]) > 30
    assert all(
        value_of_scheme(state, state.seats[seat].house, paper) >= 0
        for seat, paper in zip(sorted(state.seats), written, strict=True)
    )


# --- Favors -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-FAV-07")
@pytest.mark.parametrize(
    ("effect", "step", "scheme"),
    [
        ("look-scheme", TableStep.UPDATES, 1),
        ("minions-2", TableStep.MINIONS, None),
        ("advance-1", TableStep.ADVANCEMENT, 2),
        ("strip-protection", TableStep.ATTACK, 1),
    ],
)
def test_a_bot_uses_a_favor_at_its_table_where_it_counts_and_one_alone(effect, step, scheme):
    table = AtTable((CAT_1, SNAKE_1), scenario=with_settings(drawn_schemes_per_house=0)).until(step)
    minions = {copy: card("snake", "rock", "red", 90 + copy) for copy in (1, 2)}
    table.lay(SNAKE_1, HARM, advancement=(minions[1],), protection=(Guard(card=minions[2]),))
    table.lay(CAT_1, POISON)
    kind = kind_with(table.state, effect, f"underground:{step.value}")
    table.day.state = held(table.state, CAT_1, kind, kind)
    used = act(table, CAT_1)

    assert isinstance(used, UseFavor)
    assert used.number == scheme
    table.do(used, player(CAT_1))
    assert not isinstance(act(table, CAT_1), UseFavor)


def test_a_bot_keeps_a_favor_that_would_help_nobody_it_likes():
    table = AtTable((CAT_1, SNAKE_1), scenario=with_settings(drawn_schemes_per_house=0)).until(TableStep.ADVANCEMENT)
    table.lay(SNAKE_1, HARM)
    table.lay(CAT_1, AMBUSH)
    table.day.state = held(table.state, CAT_1, kind_with(table.state, "advance-1"))
    assert not isinstance(act(table, CAT_1), UseFavor)

    by_the_way, by_chance = using_favors(bots.act, bots.knows_favor), using_favors(lambda *_each: None)
    seen = [{type(each(table.state, CAT_1, Random(seed))) for seed in range(200)} for each in (by_the_way, by_chance)]
    assert [UseFavor in each for each in seen] == [False, True]  # chance does not play it either, because the bot knows the Favor

"""A table on the phone: whose turn it is, allowed actions, private prompts, and nothing that this player may not know."""

from __future__ import annotations

from random import Random

import pytest

from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.realm.game.scheme_effects.completion import evolve_completed, scheme_completed
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import SCHEMES
from rooms.underground.game.state import Brought, Guard, SchemeCardId, TableStep
from rooms.underground.game.tables.attack import BeginAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme
from rooms.underground.game.tables.cards import cards_of
from rooms.underground.game.tables.drawn_schemes import PlaceDrawn
from rooms.underground.game.tables.lookup import hand_of, knows, room_of, seats_at_table, turn_at, with_decks, with_table
from rooms.underground.game.view_choice import Prompt, phone_choice
from rooms.underground.game.view_phone import own_schemes, phone_play, phone_table
from rooms.underground.game.view_wall import wall_table
from rooms.underground.rules.minion_cards import MinionId
from tests.amounts import amount
from tests.records import field_names, is_record, with_fields
from tests.rooms.underground.minions import advance, end_turn, protect, with_settings
from tests.rooms.underground.table import CAT_1, CAT_2, SNAKE_1, AtTable
from tests.rooms.underground.test_attack import AMBUSH, PLANNED, RUMORS, attacking, begin, card, reveal
from tests.rooms.underground.test_laying import offered
from tests.rooms.underground.test_whole_tables import PAPERS, dealt, going_on, placing, shuffled
from tests.rooms.underground.test_whole_tables import attacking as attacks
from tests.scenarios import on_throne

ALL = (CAT_1, CAT_2, SNAKE_1)
VIEWS = (phone_table, phone_choice, phone_play, own_schemes)


def eyes(seat) -> Viewer:
    return Viewer(seat=seat)


def shown(state: GameState, seat) -> tuple[object, ...]:
    """Everything that this player's phone draws."""
    return tuple(view(state, eyes(seat)) for view in VIEWS)


# --- allowed actions ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-116")
def test_everybody_reads_whose_turn_it_is_from_the_own_chair():
    table = AtTable(ALL).until(TableStep.ADVANCEMENT)
    first, second, third = (seat.id for seat in seats_at_table(table.state, table.id))
    names = {seat: table.state.seats[seat].name for seat in ALL}

    assert phone_table(table.state, eyes(first)).turn == "Your turn"
    assert phone_table(table.state, eyes(second)).turn == f"Your turn after {names[first]}"
    assert phone_table(table.state, eyes(third)).turn == f"Your turn after {names[second]}"
    table.press(end_turn(table, first, TableStep.ADVANCEMENT))
    assert phone_table(table.state, eyes(first)).turn == f"{names[second]}’s turn. You are done with this step."
    assert phone_table(table.state, eyes(third)).turn == f"Your turn after {names[second]}"
    assert [view(table.state, HALL) for view in VIEWS] == [None] * 4


@pytest.mark.rule("GE-UND-39", "GE-UND-41", "GE-UND-42")
def test_the_hand_is_offered_where_it_may_be_put_and_the_price_said_in_words():
    table = AtTable(ALL).until(TableStep.ADVANCEMENT)
    first = seats_at_table(table.state, table.id)[0].id
    scheme = table.lay(SNAKE_1, RUMORS, protection=(Guard(card=card("snake:rock-red#9")),))
    held = tuple(card(f"cat:paper-red#{each}") for each in (1, 2, 3))
    for seat in ALL:
        table.deal(seat, *held)

    assert all(row.advance for row in phone_play(table.state, eyes(first)).schemes)
    table.press(advance(table, first, scheme, held[0]))
    assert phone_play(table.state, eyes(first)).take_back == 1
    table.until(TableStep.PROTECTION)
    row = next(each for each in phone_play(table.state, eyes(first)).schemes if each.id == scheme)
    assert (row.due, row.price, row.dear) == (1, "The next Protection costs 1 more card, discarded.", False)
    assert [key for key, _card in row.discards] == [f"{scheme} {each}" for each in held[1:]]
    table.press(protect(table, first, scheme, held[1], held[2]))
    waiting = next(seat for seat in ALL if turn_at(table.state, table.id) != seat)
    assert not phone_play(table.state, eyes(waiting)).choose


@pytest.mark.rule("GE-UND-59", "GE-UND-52", "R-144")
def test_between_months_the_own_schemes_are_read_and_what_was_once_seen():
    table = AtTable(ALL).until(TableStep.ADVANCEMENT)
    mine, seen, hidden = (table.lay(seat, RUMORS) for seat in (CAT_1, SNAKE_1, CAT_2))
    told = replace(next(each for each in table.table.schemes if each.id == seen), known=(CAT_1,))
    lying = tuple(told if each.id == seen else each for each in table.table.schemes)
    table.day.state = with_table(table.state, replace(table.table, schemes=lying))
    table.day.until(1, Phase.RETURN)

    assert phone_play(table.state, eyes(CAT_1)) is None
    found = own_schemes(table.state, eyes(CAT_1))[0].schemes
    assert [(row.id, row.mine, row.own, row.face is not None) for row in found if row.id in (mine, seen, hidden)] == [
        (mine, True, True, True),
        (seen, False, False, True),
        (hidden, False, True, False),
    ]


# --- the prompts --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-SOV-31", "R-131")
def test_before_the_round_every_phone_has_a_prompt_and_the_sovereigns_schemes_to_look_at():
    table = AtTable(ALL)
    table.lay(SNAKE_1, RUMORS)
    table.day.state = on_throne(table.state, CAT_1)

    assert {phone_choice(table.state, eyes(seat)).prompt for seat in ALL} == {Prompt.UPDATES}
    assert [row.look for row in phone_play(table.state, eyes(CAT_1)).schemes] == [True]
    assert [row.look for row in phone_play(table.state, eyes(CAT_2)).schemes] == [False]
    assert all(phone_play(table.state, eyes(seat)).reads for seat in ALL)


@pytest.mark.rule("GE-UND-31", "GE-UND-32", "R-108")
def test_in_schemes_every_phone_shows_four_cards_and_only_the_pickers_are_real():
    table = AtTable(ALL).until(TableStep.SCHEMES)
    table.lay(CAT_2, RUMORS)
    brought = (Brought(seat=CAT_2, paper=AMBUSH),)
    table.day.state = with_table(table.state, replace(table.table, brought=brought))
    offer = next(each for each in table.table.offered if each.picker == CAT_1)

    prompts = {seat: phone_choice(table.state, eyes(seat)) for seat in ALL}
    assert {each.prompt for each in prompts.values()} == {Prompt.SCHEMES}
    assert {len(each.lines) for each in prompts.values()} == {4}
    assert [line.card for line in prompts[CAT_1].lines] == list(offer.cards)
    assert [line.card for line in prompts[CAT_2].lines] == [None] * 4
    assert [prompts[seat].written.asks for seat in (CAT_1, CAT_2)] == [False, True]
    table.until(TableStep.MINIONS)
    assert {phone_choice(table.state, eyes(seat)) for seat in ALL} == {None}


@pytest.mark.rule("GE-UND-52", "GE-UND-53", "GE-UND-54", "R-120")
@pytest.mark.parametrize("paper", [RUMORS, AMBUSH])
def test_a_scheme_that_is_reached_opens_the_same_prompt_on_all_phones_and_one_face(paper):
    table, scheme = attacking(paper)
    begin(table, scheme)

    prompts = {seat: phone_choice(table.state, eyes(seat)) for seat in ALL}
    assert {each.prompt for each in prompts.values()} == {Prompt.REACHED}
    assert prompts[CAT_1].face is not None
    assert prompts[CAT_2].face is None
    assert [prompts[seat].effect for seat in ALL] == ["You take 1 wound." if paper is AMBUSH else "", "", ""]
    assert (prompts[CAT_1].decide, prompts[CAT_1].go_on) == ((False, True) if paper is AMBUSH else (True, False))
    assert not any(prompts[seat].decide or prompts[seat].go_on for seat in (CAT_2, SNAKE_1))


@pytest.mark.rule("GE-UND-24", "R-120")
def test_what_exactly_as_planned_takes_is_chosen_box_by_box():
    table, scheme = attacking(PLANNED)
    one = table.lay(CAT_1, RUMORS, advancement=tuple(card(f"cat:rock-red#{each}") for each in (21, 22, 23)))
    other = table.lay(CAT_2, RUMORS, advancement=(card("cat:rock-red#24"),))
    begin(table, scheme)
    prompt = phone_choice(table.state, eyes(CAT_1))
    assert prompt.go_on
    table.do(going_on(table, Random(1)))

    prompt = phone_choice(table.state, eyes(CAT_1))
    assert (prompt.prompt, prompt.due) == (Prompt.LOSS, 2)
    assert [each.boxes for each in prompt.losses] == [(f"{one} 1", f"{one} 2"), (f"{other} 1",)]
    assert phone_choice(table.state, eyes(SNAKE_1)) is None


@pytest.mark.rule("GE-UND-45", "GE-UND-47", "R-119")
def test_two_minions_that_were_compared_are_shown_to_the_whole_table():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    begin(table, scheme)
    assert [phone_table(table.state, eyes(seat)).running.reveal for seat in ALL] == [False, False, True]
    reveal(table, scheme)

    for seat in ALL:
        fight = phone_table(table.state, eyes(seat)).compared
        assert (fight.card.symbol, fight.guard.color, fight.won) == ("paper", "blue", True)


@pytest.mark.rule("GE-UND-47", "R-119", "R-144")
def test_a_fight_stands_with_its_own_attack_alone_and_all_of_them_are_told_until_the_month_is_over():
    table, scheme = attacking(guards=("snake:scissors-blue#1",))
    bare = table.lay(CAT_2, RUMORS)
    begin(table, scheme)
    reveal(table, scheme)
    assert phone_table(table.state, eyes(SNAKE_1)).ended is not None
    assert phone_table(table.state, eyes(SNAKE_1)).compared is not None
    while (other := turn_at(table.state, table.id)) != SNAKE_1:
        table.do(end_turn(table, other, TableStep.ATTACK))
    held = hand_of(table.state, table.id, SNAKE_1)[0]

    table.press(BeginAttack(month=1, table=table.id, seat=SNAKE_1, scheme=bare, card=held))
    assert phone_table(table.state, eyes(CAT_1)).compared is None
    table.press(FoilScheme(month=1, table=table.id, seat=SNAKE_1, scheme=bare))

    shown = phone_table(table.state, eyes(SNAKE_1))
    assert shown.compared is None
    assert "foiled" in shown.ended.words
    table.until(TableStep.COMPLETE)
    told = phone_table(table.state, eyes(SNAKE_1))
    assert told.ended is None
    assert "foiled" in told.told[0]
    assert "against" in told.told[1]


@pytest.mark.rule("R-108", "R-144")
def test_who_has_placed_a_drawn_card_reads_which_and_nobody_else_does():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.SCHEMES)
    trap = offered(table, "ambush")[0]
    table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=trap))

    assert phone_choice(table.state, eyes(CAT_1)).words.startswith("Your House has placed: ")
    assert all(line.card is None for line in phone_choice(table.state, eyes(CAT_1)).lines)
    assert "placed" not in phone_choice(table.state, eyes(SNAKE_1)).words


@pytest.mark.rule("GE-UND-45", "R-119")
def test_who_must_reveal_reads_it_first_even_when_done_with_the_step():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    table.day.state = with_table(table.state, replace(table.table, out=(*table.table.out, SNAKE_1)))
    begin(table, scheme)

    told = {seat: phone_table(table.state, eyes(seat)).turn for seat in ALL}
    assert told[SNAKE_1] == "You are attacked: reveal the outermost Protection."
    assert not any("attacked" in told[seat] for seat in (CAT_1, CAT_2))
    wall = wall_table(table.state, HALL, table.id)
    assert [(each.house, each.reveals, each.done) for each in wall.sitters if each.reveals] == [("snake", True, False)]
    assert f": {table.state.seats[SNAKE_1].name}" in wall.words
    assert wall.words.endswith("reveals the outermost Protection.")
    reveal(table, scheme)
    assert not any(each.reveals for each in wall_table(table.state, HALL, table.id).sitters)


@pytest.mark.rule("GE-UND-24", "GE-UND-25", "GE-UND-26", "R-120")
@pytest.mark.parametrize(("paper", "told"), [(AMBUSH, "{player} takes 1 wound."), (PLANNED, "Cat loses 2 Advancement.")])
def test_a_trap_that_struck_says_on_every_phone_and_the_wall_what_it_did(paper, told):
    table, scheme = attacking(paper)
    table.lay(CAT_1, RUMORS, advancement=tuple(card(f"cat:rock-red#{each}") for each in (21, 22, 23)))
    begin(table, scheme)
    table.do(going_on(table, Random(1)))

    words = {phone_table(table.state, eyes(seat)).ended.words for seat in ALL}
    assert words == {wall_table(table.state, HALL, table.id).seen.standing.ended}
    (said,) = words
    names = {seat: table.state.seats[seat].name for seat in ALL}
    assert told.replace("{player} ", "") in said
    assert names[CAT_1] in said
    assert said.endswith("draws 1 Favor.")
    assert names[SNAKE_1] in said.rpartition(". ")[2]


@pytest.mark.rule("R-108", "R-121")
def test_the_author_reads_what_became_of_the_written_scheme():
    table = AtTable(ALL, papers={SNAKE_1: AMBUSH, CAT_1: RUMORS}, scenario=with_settings(drawn_schemes_per_house=0))
    table.until(TableStep.ATTACK)

    def now(seat):
        return SCHEMES.fate(table.state, seat).now

    assert now(SNAKE_1) == "It lies on the table of The West."
    brought = (Brought(seat=SNAKE_1, paper=AMBUSH),)
    lying = table.table
    table.day.state = with_table(table.state, replace(lying, brought=brought))
    assert now(SNAKE_1) == "It waits for your choice."
    old = tuple(replace(each, month=0) for each in lying.schemes)
    table.day.state = with_table(table.state, replace(lying, schemes=old))
    assert now(SNAKE_1) == "It was discarded: your older scheme stays."
    table.day.state = with_table(table.state, replace(lying, schemes=()))
    assert now(SNAKE_1) == "It has left the table: foiled, sprung, replaced or discarded."
    for paper, words in (
        (RUMORS, "It has left the table"),
        (AMBUSH, "It is completed and strikes in Return."),
    ):  # the older one first
        done = scheme_completed(table.state, paper, table=table.id, house=table.state.seats[SNAKE_1].house, seat=SNAKE_1)
        table.day.state = evolve_completed(table.state, done)
        assert now(SNAKE_1).startswith(words)


# --- hidden facts -------------------------------------------------------------------------------------------------------


def mapped(thing, names):
    """Return the same with some cards renamed everywhere."""
    if isinstance(thing, str):
        return names.get(thing, thing)
    if is_record(thing):
        return with_fields(thing, **{name: mapped(getattr(thing, name), names) for name in field_names(thing)})
    if isinstance(thing, tuple):
        return tuple(mapped(each, names) for each in thing)
    if isinstance(thing, dict):
        return {key: mapped(each, names) for key, each in thing.items()}
    return thing


def veiled(table: AtTable, seat, dice: Random) -> GameState:
    """Return the state with everything changed that this player may not know: minions' faces, other hands, schemes, drawn cards."""
    state, at = table.state, table.table
    open_cards = {*at.hands.get(seat, ()), *(guard.card for each in at.schemes for guard in each.protection if guard.up)}
    fights = [each.compared for each in at.seen if each.compared is not None]
    open_cards |= {card for fight in (*fights, *([at.compared] if at.compared else [])) for card in (fight.card, fight.guard)}
    if at.attack is not None and at.attack.attacker == seat and at.attack.card is not None:
        open_cards.add(at.attack.card)
    names: dict[MinionId, MinionId] = {}
    for house in room_of(state).decks.minions:
        hidden = [each for each in cards_of(state, house) if each not in open_cards]
        names.update(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))
    schemes = tuple(
        each
        if knows(each, seat) or (at.attack is not None and at.attack.sprung and at.attack.scheme == each.id)
        else replace(each, paper=dice.choice(PAPERS), halved=each.halved)
        for each in mapped(at.schemes, names)
    )
    offered = tuple(
        each
        if each.picker == seat
        else replace(each, cards=tuple(SchemeCardId(f"{dice.choice(PAPERS).type}#{n}") for n in range(4)))
        for each in at.offered
    )
    brought = tuple(each if each.seat == seat else replace(each, paper=dice.choice(PAPERS)) for each in at.brought)
    decks = mapped(room_of(state).decks, names)
    state = with_table(state, replace(mapped(at, names), schemes=schemes, offered=offered, brought=brought))
    return with_decks(state, decks)


@pytest.mark.rule("R-144", "GE-UND-30", "GE-UND-52", "GE-UND-53")
def test_a_phone_shows_the_same_whatever_its_owner_may_not_know():
    table, state = dealt()
    players = [seat.id for seat in seats_at_table(state, table.id)]
    looks = 0
    for seed in range(amount(12, 400)):
        table.day.state, dice = state, Random(seed)
        shuffled(table, dice)
        for step in (TableStep.ADVANCEMENT, TableStep.PROTECTION, TableStep.ATTACK, TableStep.COMPLETE):
            table.until(step)
            for _act in range(14):
                for seat in players:
                    other = veiled(table, seat, dice)
                    looks += other != table.state
                    assert shown(other, seat) == shown(table.state, seat), (seed, step, seat)
                turn = turn_at(table.state, table.id)
                if table.table.attack is not None:
                    table.do(going_on(table, dice))
                elif turn is None:
                    break
                else:
                    table.do(attacks(table, dice, turn) if step is TableStep.ATTACK else placing(table, dice, turn, step))
    assert looks > 100


@pytest.mark.rule("R-144", "GE-UND-31", "R-108")
def test_nobody_sees_what_others_choose_from():
    table = AtTable(ALL).until(TableStep.SCHEMES)
    table.lay(CAT_2, RUMORS)
    table.day.state = with_table(table.state, replace(table.table, brought=(Brought(seat=CAT_2, paper=AMBUSH),)))
    for seed in range(20):
        for seat in ALL:
            assert shown(veiled(table, seat, Random(seed)), seat) == shown(table.state, seat)

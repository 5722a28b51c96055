"""Favors of the Underground: more minions, Advancement, a lost Protection, a look; and what they may neither do nor reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.day.clock.pauses import Pause, Resume
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.engine import codec
from control.engine.context import DecisionContext
from control.engine.ids import RoomId, SeatId, StepId
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import DESKS
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.favors.requirements import Field, favor_of, favors_used_in, numbers_of
from rooms.realm.game.favors.use import FavorUsed, UseFavor
from rooms.realm.game.state import GameState
from rooms.realm.game.view_favors import favors_desk, favors_panel
from rooms.realm.scenario.ids import HouseId, Room
from rooms.realm.scenario.schema import Scenario
from rooms.underground.game.state import Guard, TableStep
from rooms.underground.game.tables.attack_scheme import FoilScheme
from rooms.underground.game.tables.cards import pile_of
from rooms.underground.game.tables.favors import MinionsDrawnMore, ProtectionStripped, SchemeFurthered, SchemeGlimpsed
from rooms.underground.game.tables.lookup import knows, room_of, seats_at_table, step_of, tables, turn_at, with_decks, with_table
from rooms.underground.game.tables.minions import MinionsRefilled
from rooms.underground.game.view_choice import phone_choice
from rooms.underground.game.view_phone import own_schemes, phone_play, phone_table
from rooms.underground.game.view_wall import wall_table
from rooms.underground.rules.minion_cards import house_of
from tests.rooms.realm.game.play import EVERY_DESK, ORGANIZER, player
from tests.rooms.realm.game.using import card_of, held, kind_with, press, use
from tests.rooms.reporting import said_of
from tests.rooms.underground.minions import (
    TRAP,
    Dice,
    advance,
    all_conserved,
    end_turn,
    hand,
    protect,
    take_back,
    with_settings,
)
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, SNAKE_1, UNDA, AtTable
from tests.rooms.underground.test_attack import AMBUSH, RUMORS, attacking, begin
from tests.scenarios import default

ALL = (CAT_1, CAT_2, SNAKE_1)
CAT, SNAKE = HouseId("cat"), HouseId("snake")
CAT_3 = SeatId("cat-3")
DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))
STEPS = {
    "minions-1": TableStep.MINIONS,
    "minions-2": TableStep.MINIONS,
    "advance-1": TableStep.ADVANCEMENT,
    "advance-2": TableStep.ADVANCEMENT,
    "strip-protection": TableStep.ATTACK,
    "look-scheme": TableStep.SCHEMES,
}


def kind(effect: str, step: TableStep | None = None) -> str:
    return kind_with(default_state(), effect, f"underground:{(step or STEPS[effect]).value}")


def default_state() -> GameState:
    return GameState(scenario=default())


def at(step: TableStep, scenario: Scenario | None = None) -> AtTable:
    """Two Cats and a Snake, with a rumor of Snake and a trap of Cat on the table."""
    table = AtTable(ALL, scenario=scenario or with_settings(drawn_schemes_per_house=0)).until(step)
    table.lay(SNAKE_1, RUMORS)
    table.lay(CAT_1, AMBUSH)
    return table


def lies(table: AtTable, scheme: int):
    return next(each for each in table.table.schemes if each.id == scheme)


def guarded(table: AtTable, scheme: int, count: int = 1) -> tuple[str, ...]:
    """Put minions from Snake's pile before a scheme, and return them. There are none while the pile is unopened."""
    decks = room_of(table.state).decks
    pile = pile_of(table.state, SNAKE)
    cards, left = pile.cards[:count], pile.cards[count:]
    table.day.state = with_decks(table.state, replace(decks, minions={**decks.minions, SNAKE: replace(pile, cards=left)}))
    found = replace(lies(table, scheme), protection=tuple(Guard(card=card) for card in cards))
    schemes = tuple(found if each.id == scheme else each for each in table.table.schemes)
    table.day.state = with_table(table.state, replace(table.table, schemes=schemes))
    return cards


def drained(table: AtTable, house: HouseId) -> None:
    """Put all of a House's pile onto its discards."""
    decks = room_of(table.state).decks
    pile = decks.minions[house]
    left = replace(pile, cards=(), discards=(*pile.discards, *pile.cards))
    table.day.state = with_decks(table.state, replace(decks, minions={**decks.minions, house: left}))


def shown(state: GameState, table: AtTable, seat: SeatId) -> tuple[object, ...]:
    views = (phone_table, phone_choice, phone_play, own_schemes)
    return tuple(view(state, Viewer(seat=seat)) for view in views)


# --- minions more -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-FAV-06", "GE-UND-33", "R-110", "R-133", "R-144")
@pytest.mark.parametrize(("effect", "more"), [("minions-1", 1), ("minions-2", 2)])
def test_so_many_minions_more_are_drawn_from_the_own_pile_and_seen_by_nobody_else(effect, more):
    table = at(TableStep.MINIONS)
    before, state = hand(table, CAT_2), table.state
    events = use(table.day, CAT_2, kind(effect))

    drawn = events[-1]
    assert isinstance(drawn, MinionsDrawnMore)
    assert hand(table, CAT_2) == (*before, *drawn.cards)
    assert len(drawn.cards) == more
    assert {house_of(card) for card in drawn.cards} == {"cat"}
    assert all_conserved(table)
    assert table.table.drawn == ALL  # draws are unchanged: nobody draws again, and places by rank stay
    (said,) = said_of(GAME, state, (drawn,))
    assert said.pop(f"seat:{CAT_2}") == ("You drew 1 minion." if more == 1 else "You drew 2 minions.")
    assert said.pop(DESKS).endswith(" draws 1 minion more." if more == 1 else " draws 2 minions more.")
    assert said == {}
    assert GAME.lasting(drawn) == "A card that was drawn has been seen."
    late = table.do(SeatInRoom(player=CAT_3, month=1, room=Room.UNDERGROUND, table=table.id), ORGANIZER)
    assert len(hand(table, CAT_3)) == 2
    assert not any(isinstance(each, MinionsDrawnMore) for each in late)


@pytest.mark.rule("GE-FAV-03", "GE-UND-33", "R-115")
def test_who_draws_more_before_the_own_draw_still_has_that():
    scenario = with_settings(drawn_schemes_per_house=0)
    early = tuple(replace(each, timing="underground:schemes") if each.effect == "minions-1" else each for each in scenario.favors)
    table = at(TableStep.SCHEMES, replace(scenario, favors=early))
    events = use(table.day, CAT_1, kind("minions-1"))

    assert [type(each) for each in events] == [FavorUsed, MinionsRefilled, MinionsDrawnMore]  # opens the first deck
    assert (table.table.drawn, len(hand(table, CAT_1))) == ((), 1)
    table.until(TableStep.MINIONS)
    assert (table.table.drawn, len(hand(table, CAT_1))) == (ALL, 5)
    assert all_conserved(table)


@pytest.mark.rule("GE-FAV-03", "R-110")
@pytest.mark.parametrize("effect", ["minions-2", "advance-2"])
def test_an_empty_pile_is_refilled_and_a_house_without_minions_keeps_its_favor(effect):
    table = at(STEPS[effect])
    drained(table, CAT)
    events = use(table.day, CAT_1, kind(effect), number=1)
    assert [type(each) for each in events][1] is MinionsRefilled
    assert all_conserved(table)

    scenario = replace(with_settings(drawn_schemes_per_house=0), minions=())
    none = at(STEPS[effect], scenario)
    refused(none, CAT_1, kind(effect), "has no minions", number=1)


# --- Advancement --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-UND-39", "R-117", "R-144")
@pytest.mark.parametrize(("effect", "more"), [("advance-1", 1), ("advance-2", 2)])
@pytest.mark.parametrize("scheme", [1, 2])  # another's rumor, and the own trap
def test_any_scheme_gains_advancement_and_a_trap_looks_like_any_other(effect, more, scheme):
    table = at(TableStep.ADVANCEMENT)
    turn, hands, state = turn_at(table.state, table.id), dict(table.table.hands), table.state
    top = pile_of(table.state, CAT).cards[:more]
    events = use(table.day, CAT_2, kind(effect), number=scheme)  # not even on this player's turn

    assert lies(table, scheme).advancement == top
    assert all_conserved(table)
    assert (turn_at(table.state, table.id), dict(table.table.hands)) == (turn, hands)
    sentences = {line.words for line in GAME.tell(events[-1], state, table.state)}
    assert len(sentences) == 1  # not even the player has seen them
    assert "from the pile on scheme" in sentences.pop()
    assert [knows(lies(table, scheme), seat) for seat in ALL] == [scheme == 2, False, scheme == 1]
    assert GAME.lasting(events[-1]) == ""


@pytest.mark.rule("GE-FAV-06", "R-144")
def test_a_trap_and_a_scheme_that_gain_are_told_alike():
    seen = []
    for paper in (RUMORS, AMBUSH, TRAP):
        table = AtTable(ALL, scenario=with_settings(drawn_schemes_per_house=0)).until(TableStep.ADVANCEMENT)
        table.lay(SNAKE_1, paper)
        state, events = table.state, use(table.day, CAT_1, kind("advance-2"), number=1)
        said = said_of(GAME, state, events)
        assert {to for each in said for to in each} >= {DESKS, f"seat:{CAT_1}", f"seat:{SNAKE_1}"}
        own = [each.pop(f"seat:{SNAKE_1}", "") for each in said]  # the author of the scheme, who reads its face
        seen.append((said, ["from the pile" in each for each in own], wall_table(table.state, HALL, table.id)))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("GE-FAV-03", "R-116")
def test_an_act_is_taken_back_to_the_same_bytes_over_a_favor_and_the_favor_stays():
    table = at(TableStep.ADVANCEMENT)
    table.day.state = held(table.state, CAT_2, kind("advance-1"))
    start = table.state
    press(table.day, CAT_2, kind("advance-1"), number=2)
    without, table.day.state = table.state, start

    table.press(advance(table, CAT_1, 2, hand(table, CAT_1)[0]))
    press(table.day, CAT_2, kind("advance-1"), number=2)
    table.press(take_back(table, CAT_1, TableStep.ADVANCEMENT))

    before = room_of(without).tables[table.id]  # the first act fixes step and seats, even if it is undone
    ours = replace(table.table, step=before.step, sat=before.sat)
    assert codec.encode_state(with_table(table.state, ours)) == codec.encode_state(without)
    assert lies(table, 2).advancement
    assert all_conserved(table)


@pytest.mark.rule("GE-FAV-06", "GE-UND-58", "R-121")
def test_what_a_favor_put_on_a_scheme_goes_to_its_own_houses_discards_with_the_scheme():
    table = at(TableStep.ADVANCEMENT)
    use(table.day, CAT_2, kind("advance-2"), number=1)
    cards = lies(table, 1).advancement
    table.until(TableStep.ATTACK)
    begin(table, 1, hand(table, CAT_1)[0])
    table.press(FoilScheme(month=1, table=table.id, seat=CAT_1, scheme=1))

    assert set(cards) <= set(pile_of(table.state, CAT).discards)
    assert all_conserved(table)


# --- a Protection gone --------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "GE-UND-45", "R-121", "R-144")
def test_the_outermost_protection_goes_to_its_houses_discards_unseen():
    table = at(TableStep.ATTACK)
    inner, outer = guarded(table, 1, 2)
    turn, state = turn_at(table.state, table.id), table.state
    (_used, gone) = use(table.day, CAT_2, kind("strip-protection"), number=1)

    assert isinstance(gone, ProtectionStripped)
    assert [each.card for each in lies(table, 1).protection] == [inner]
    assert pile_of(table.state, SNAKE).discards[-1] == outer
    assert turn_at(table.state, table.id) == turn
    assert all_conserved(table)
    (said,) = said_of(GAME, state, (gone,))
    assert set(said) == {DESKS, f"seat:{CAT_2}", f"seat:{SNAKE_1}"}
    assert not any(word in words for words in said.values() for word in ("red", "blue", "Rock", "Paper", "Scissors"))


@pytest.mark.rule("GE-FAV-03", "GE-UND-45")
def test_nothing_is_stripped_from_under_an_attack_nor_from_a_scheme_without_protection():
    table, scheme = attacking(RUMORS, guards=("snake:rock-blue#1",))
    other = table.lay(CAT_2, RUMORS)
    card = kind("strip-protection")
    refused(table, CAT_2, card, "No Protection stands in front", number=other)
    begin(table, scheme)
    refused(table, CAT_2, card, "is attacked now", number=scheme)
    assert offered(table, CAT_2, card) == ()


# --- a look -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "R-144", "GE-UND-53")
@pytest.mark.parametrize("step", [TableStep.UPDATES, TableStep.SCHEMES])
@pytest.mark.parametrize("paper", [RUMORS, AMBUSH])
def test_a_look_shows_the_face_to_that_player_alone_and_nothing_comes_of_it(step, paper):
    table = AtTable(ALL, scenario=with_settings(drawn_schemes_per_house=0)).until(step)
    scheme = table.lay(SNAKE_1, paper)
    table.day.state = held(table.state, CAT_1, kind("look-scheme", step))
    before, seats = table.state, table.state.seats
    (used, glimpsed) = press(table.day, CAT_1, kind("look-scheme", step), number=scheme)

    assert isinstance(glimpsed, SchemeGlimpsed)
    assert [row.face is not None for row in phone_play(table.state, Viewer(seat=CAT_1)).schemes] == [True]
    for seat in (CAT_2, SNAKE_1):
        assert shown(table.state, table, seat) == shown(before, table, seat)
    assert wall_table(table.state, HALL, table.id) == wall_table(before, HALL, table.id)
    assert table.table.looked == ()  # which counts only the Sovereign's looks
    assert table.state.seats == {**seats, CAT_1: replace(seats[CAT_1], purse=table.state.seats[CAT_1].purse)}
    name = next(each.name for each in default().schemes if each.id == paper.type)
    cards, said = said_of(GAME, before, (used, glimpsed))
    assert not any(name in words for words in cards.values())
    assert f"You see scheme {scheme} of Snake: {name}." in said.pop(f"seat:{CAT_1}")
    public = said.pop(DESKS)
    assert public.endswith(f" looks at scheme {scheme} of Snake.")
    assert name not in public
    author = said.pop(f"seat:{SNAKE_1}")  # under the name of the own scheme
    assert author.endswith(public)
    assert said == {}
    assert GAME.lasting(glimpsed)


@pytest.mark.rule("GE-FAV-03", "R-144")
def test_who_knows_a_scheme_does_not_spend_a_look_on_it():
    table = at(TableStep.SCHEMES)
    card = kind("look-scheme")
    refused(table, CAT_1, card, "knows this scheme already", number=2)
    press(table.day, CAT_1, card, number=1)
    refused(table, SNAKE_1, card, "knows this scheme already", number=1)


# --- what is refused ----------------------------------------------------------------------------------------------------


def refused(table: AtTable, seat: SeatId, card: str, words: str, **named: object) -> None:
    """Check that a Favor is refused with these words and changes nothing."""
    table.day.state = held(table.state, seat, card)
    before = codec.encode_state(table.state)
    with pytest.raises(Refused, match=words):
        press(table.day, seat, card, **named)
    assert codec.encode_state(table.state) == before
    assert favors_used_in(table.state, table.month) == () or favors_used_in(table.state, table.month)[-1].seat != seat


@pytest.mark.rule("GE-FAV-05", "GE-FAV-06")
@pytest.mark.parametrize("effect", ["advance-1", "advance-2", "strip-protection", "look-scheme"])
def test_a_scheme_of_another_table_or_of_none_is_refused(effect):
    table = at(STEPS[effect])
    elsewhere = next(each for each in tables(table.state) if each != table.id)
    own = room_of(table.state)
    there = replace(lies(table, 1), id=7, table=elsewhere, author=None)
    away = replace(own.tables.get(elsewhere, replace(table.table, id=elsewhere, hands={})), schemes=(there,))
    table.day.state = with_table(table.state, replace(away, id=elsewhere, month=table.month))
    table.day.state = replace(table.state, rooms={**table.state.rooms, Room.UNDERGROUND: replace(room_of(table.state), placed=7)})
    for number in (7, 99):
        refused(table, CAT_2, kind(effect), "does not lie here any more", number=number)
    refused(table, CAT_2, kind(effect), "Name a scheme of your table")
    assert 7 not in dict(offered(table, CAT_2, kind(effect)))


@pytest.mark.rule("GE-FAV-05")
@pytest.mark.parametrize("effect", STEPS)
def test_who_sits_at_no_table_uses_none_there(effect):
    """Even if a scenario allowed such a card anywhere and at any time."""
    scenario = with_settings(drawn_schemes_per_house=0)
    free = tuple(
        replace(each, timing="any time", location="anywhere") if each.effect in STEPS else each for each in scenario.favors
    )
    table = at(STEPS[effect], replace(scenario, favors=free))
    refused(table, SeatId("wolf-1"), kind(effect), "used at a table of the Underground", number=1)


@pytest.mark.rule("GE-FAV-05", "GE-EVT-25")
@pytest.mark.parametrize("effect", STEPS)
@pytest.mark.parametrize("whole", [True, False])
def test_a_paused_table_takes_no_favor_from_a_player_but_from_control(effect, whole):
    table = at(STEPS[effect])
    guarded(table, 1, 2)
    clock = {} if whole else {"room": RoomId(Room.UNDERGROUND), "table": table.id}
    table.do(Pause(reason="Fire alarm" if whole else "", **clock), ORGANIZER if whole else UNDA)
    card, named = kind(effect), ({} if effect.startswith("minions") else {"number": 1})
    refused(table, CAT_2, card, "This table is paused: nothing is played", **named)

    table.do(UseFavor(seat=CAT_2, card=card_of(table.state, CAT_2, card), month=1, **named), EVERY_DESK)
    table.do(Resume(**clock), ORGANIZER if whole else UNDA)
    use(table.day, CAT_1, kind(effect), **named)


@pytest.mark.rule("GE-FAV-05", "GE-EVT-25", "C-06")
def test_what_underground_control_decides_waits_for_a_paused_table_too():
    table = at(TableStep.COMPLETE)
    card = kind("decision:underground", TableStep.COMPLETE)
    table.do(Pause(room=RoomId(Room.UNDERGROUND), table=table.id), UNDA)
    refused(table, CAT_1, card, "This table is paused")
    table.do(Resume(room=RoomId(Room.UNDERGROUND), table=table.id), UNDA)
    press(table.day, CAT_1, card)
    assert len(favors_used_in(table.state, 1)) == 1


# --- what may be named --------------------------------------------------------------------------------------------------


def offered(table: AtTable, seat: SeatId, card: str, *, openly: bool = False) -> tuple[tuple[int, str], ...]:
    favor = favor_of(table.state, card)
    assert favor is not None
    return numbers_of(Field.SCHEME, table.state, table.state.seats[seat], favor, openly=openly)


@pytest.mark.rule("GE-FAV-02", "R-144")
def test_a_phone_offers_the_schemes_of_its_table_with_the_names_it_knows_alone():
    table = at(TableStep.SCHEMES)
    guarded_by = {1: "scheme 1 of Snake", 2: "scheme 2 of Cat: Ambush"}

    assert dict(offered(table, CAT_1, kind("advance-1"))) == guarded_by
    assert dict(offered(table, CAT_2, kind("advance-1"))) == {1: "scheme 1 of Snake", 2: "scheme 2 of Cat"}
    assert dict(offered(table, CAT_1, kind("look-scheme"))) == {1: "scheme 1 of Snake"}
    assert dict(offered(table, SNAKE_1, kind("look-scheme"))) == {2: "scheme 2 of Cat"}
    assert offered(table, CAT_1, kind("strip-protection")) == ()
    assert offered(table, SeatId("wolf-1"), kind("advance-1")) == ()
    table.until(TableStep.MINIONS)
    guarded(table, 1)
    assert dict(offered(table, CAT_1, kind("strip-protection"))) == {1: "scheme 1 of Snake"}


@pytest.mark.rule("R-144", "R-135")
def test_a_desk_reads_no_face_and_not_who_knows_one():
    table = at(TableStep.SCHEMES)
    table.day.state = held(table.state, CAT_1, kind("look-scheme"))
    panel = favors_panel(table.state, Viewer(seat=CAT_1))
    desk = favors_desk(table.state, Viewer(desks=frozenset({Desk.WAR})))

    assert [choice.words for choice in panel.cards[0].fields[0].choices] == ["scheme 1 of Snake"]
    assert [choice.words for choice in desk.may[0].cards[0].fields[0].choices] == ["scheme 1 of Snake", "scheme 2 of Cat"]


@pytest.mark.rule("GE-FAV-06")
@pytest.mark.parametrize("effect", STEPS)
def test_whatever_is_offered_can_be_used_and_whatever_is_not_cannot(effect):
    for number in (1, 2):
        for seat in ALL:
            table = at(STEPS[effect])
            guarded(table, 1)
            can = effect.startswith("minions") or number in dict(offered(table, seat, kind(effect)))
            table.day.state = held(table.state, seat, kind(effect))
            if can:
                press(table.day, seat, kind(effect), number=number)
            else:
                refused(table, seat, kind(effect), ".", number=number)


# --- any order ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03", "R-110", "R-121", "R-133")
@given(st.integers(0, 10**6), st.integers(1, 2))
def test_no_card_is_lost_or_made_over_any_order_of_favors_draws_and_acts(seed, copies):
    scenario = with_settings(drawn_schemes_per_house=0, favors_per_month=99)
    minions = tuple(replace(card, copies=copies) for card in scenario.minions)
    table = at(TableStep.SCHEMES, replace(scenario, minions=minions))
    random, done = Random(seed), Counter[str]()
    for _each in range(50):
        step = step_of(table.state, table.id)
        if step in (None, TableStep.COMPLETE):
            break
        command = SOMETHING[random.randrange(len(SOMETHING))](table, random, step)
        if command is None:
            continue
        try:
            decided = GAME.decided(table.state, command, DecisionContext(by=EVERY_DESK, at=table.day.now, chance=Dice(seed)))
        except Refused:
            continue
        state = table.state
        for event in decided.events:  # folding the events gives the same state
            state = GAME.evolve(state, event)
        assert state == decided.state
        table.day.state = decided.state
        done[type(command).__name__] += 1
        assert GAME.broken(table.state) == ()
        assert all_conserved(table)
    assert done["UseFavor"]


def _favor(table: AtTable, random: Random, step: TableStep) -> Command | None:
    fitting = [each for each in table.state.scenario.favors if each.timing == f"underground:{step.value}" and each.effect in STEPS]
    if not fitting:
        return None
    favor, seat = random.choice(fitting), random.choice(seats_at_table(table.state, table.id)).id
    table.day.state = held(table.state, seat, favor.id)
    return UseFavor(seat=seat, card=card_of(table.state, seat, favor.id), month=1, number=random.choice((1, 2)))


def _act(table: AtTable, random: Random, step: TableStep) -> Command | None:
    seat = turn_at(table.state, table.id)
    cards = list(hand(table, seat)) if seat else []
    random.shuffle(cards)
    if not cards or step not in (TableStep.ADVANCEMENT, TableStep.PROTECTION):
        return None
    if random.random() < 0.2:
        return end_turn(table, seat, step)
    if step is TableStep.ADVANCEMENT:
        return advance(table, seat, random.choice((1, 2)), cards[0])
    return protect(table, seat, random.choice((1, 2)), cards[0], *cards[1 : 1 + random.randrange(2)])


def _back(table: AtTable, random: Random, step: TableStep) -> Command | None:
    return take_back(table, table.table.acts[-1].seat, step) if table.table.acts else None


def _late(table: AtTable, random: Random, step: TableStep) -> Command | None:
    return SeatInRoom(
        player=random.choice((CAT_2, CAT_3)), month=1, room=Room.UNDERGROUND, table=random.choice(tables(table.state))
    )


def _next(table: AtTable, random: Random, step: TableStep) -> Command | None:
    return EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step.value), table=table.id)


SOMETHING: tuple[Callable[[AtTable, Random, TableStep], Command | None], ...] = (
    _favor,
    _favor,
    _favor,
    _act,
    _act,
    _back,
    _late,
    _next,
)


# --- what was withdrawn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-FAV-03")
def test_what_no_longer_follows_is_named_and_no_card_is_made():
    table = at(TableStep.ATTACK)
    card = pile_of(table.state, CAT).cards[0]
    here = {"month": 1, "table": table.id, "seat": CAT_1}
    for event in (
        MinionsDrawnMore(**here, cards=(hand(table, SNAKE_1)[0],)),
        SchemeFurthered(**here, scheme=99, cards=(card,)),
        SchemeFurthered(**here, scheme=1, cards=(hand(table, CAT_1)[0],)),
        ProtectionStripped(**here, scheme=1, card=card),
        SchemeGlimpsed(**here, scheme=99),
    ):
        after = GAME.evolve(table.state, event)
        assert GAME.broken(after)
        before, table.day.state = table.state, after
        assert all_conserved(table)
        table.day.state = before
        assert GAME.explain(event, table.state).endswith(".")


@pytest.mark.rule("GE-FAV-06")
def test_a_look_back_at_another_month_is_stale():
    table = at(TableStep.ADVANCEMENT)
    table.day.state = held(table.state, CAT_1, kind("advance-1"))
    command = UseFavor(seat=CAT_1, card=card_of(table.state, CAT_1, kind("advance-1")), month=2, number=1)
    with pytest.raises(Stale):
        table.do(command, player(CAT_1))

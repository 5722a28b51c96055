"""Favors in use: one a month, at its time and place, for its effect (GE-FAV-01, R-133)."""

from __future__ import annotations

import pytest

from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.day.people.lookup import members
from control.day.people.presence import LeaveForGood
from control.day.people.room_choice import ChooseRoom
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import HoldCeremony
from rooms.realm.game.favors.deck import FavorDeckRefilled, FavorDrawn, FavorGiven, GiveFavors, draw_favors
from rooms.realm.game.favors.effects import DONE, PREFIX, VOID, FavorLaidUnder
from rooms.realm.game.favors.requirements import favors_used_in
from rooms.realm.game.favors.use import FavorUsed, UseFavor, purse_for_return
from rooms.realm.game.hostages.hostage_events import HostagesReleased, HostageTaken
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.records import Hostage, UsedFavor
from rooms.realm.game.setup import cards_of_deck
from rooms.realm.game.state import CeremonyKind, Purse
from rooms.realm.game.treasury.purses import house_power, with_purse
from rooms.realm.game.view_favors import FavorTyped, favors_desk, favors_panel
from rooms.realm.scenario.favor_effects import EFFECTS
from rooms.realm.scenario.ids import FavorId, HouseId, Phase, Room
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, CHECK_IN, COURT_CONTROL, EVERY_DESK, WOLF_1, Day, player, running
from tests.rooms.realm.game.using import card_of, held, kind_with, press, use
from tests.scenarios import default

CAT, WOLF = HouseId("cat"), HouseId("wolf")


def planning() -> Day:
    return running().until(1, Phase.PLANNING)


def power(day: Day, seat: SeatId, amount: int) -> None:
    day.state = with_purse(day.state, seat, replace(day.state.seats[seat].purse, power=amount))


def all_cards(day: Day) -> list[str]:
    state = day.state
    purses = [card for seat in state.seats.values() for card in seat.purse.favors]
    return sorted([*purses, *state.favor_deck, *state.favor_discards, *(c for h in state.hostages for c in h.favors)])


@pytest.mark.rule("GE-FAV-06", "R-133")
def test_a_card_that_is_used_is_discarded_and_does_what_it_says():
    day = planning()
    events = use(day, CAT_1, "spice-lords-01")

    assert day.state.seats[CAT_1].purse.power == 1
    assert day.state.seats[CAT_1].purse.favors == ()
    assert isinstance(events[0], FavorUsed)
    assert events[0].used.card in day.state.favor_discards
    assert [each.seat for each in favors_used_in(day.state, 1)] == [CAT_1]


@pytest.mark.rule("GE-FAV-07", "R-133")
def test_nobody_uses_a_second_one_in_a_month_in_whatever_phase_but_the_next_month_they_may():
    day = planning()
    day.state = held(day.state, CAT_1, "spice-lords-01", "spice-lords-10", "outcasts-08", "spice-lords-08")
    press(day, CAT_1, "spice-lords-01")
    for kind in ("spice-lords-10", "spice-lords-08"):
        with pytest.raises(Refused, match="has used a Favor this month already"):
            press(day, CAT_1, kind, target=WOLF)
    day.until(1, Phase.MOVEMENT)
    with pytest.raises(Refused, match="has used a Favor this month already"):
        press(day, CAT_1, "outcasts-08", target=WOLF)
    day.until(2, Phase.PLANNING)

    events = use(day, CAT_1, "spice-lords-10")

    assert sum(isinstance(each, FavorDrawn) for each in events) == 2


@pytest.mark.rule("GE-FAV-07")
def test_as_many_as_the_scenario_allows_may_be_used():
    scenario = replace(default(), settings=replace(default().settings, favors_per_month=2))
    day = running(scenario).until(1, Phase.PLANNING)
    use(day, CAT_1, "spice-lords-01")
    use(day, CAT_1, "spice-lords-10")
    with pytest.raises(Refused, match="already"):
        use(day, CAT_1, "spice-lords-08", target=WOLF)


@pytest.mark.rule("GE-FAV-04", "GE-FAV-05")
def test_a_card_is_used_at_its_time_and_in_its_place_alone():
    day = planning()
    with pytest.raises(Refused, match="This Favor is used in Ceremony"):
        use(day, CAT_1, "our-lady-11")
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.COURT), player(CAT_1))
    day.do(ChooseRoom(seat=CAT_2, month=1, room=Room.WAR), player(CAT_2))
    day.until(1, Phase.ACTION)
    for seat in (CAT_1, CAT_2):
        day.state = held(day.state, seat, "cult-04", "outcasts-05")
    with pytest.raises(Refused, match="This Favor is used in the Court, in Updates"):
        press(day, CAT_2, "cult-04")
    with pytest.raises(Refused, match="This Favor is used in the Court"):
        press(day, CAT_2, "outcasts-05")
    press(day, CAT_1, "outcasts-05")


@pytest.mark.rule("GE-FAV-06")
def test_what_is_not_in_the_hand_or_of_another_month_is_refused_and_nothing_happens():
    day = planning()
    day.state = held(day.state, CAT_1, "spice-lords-01")
    card = card_of(day.state, CAT_1, "spice-lords-01")
    before = day.state
    for command in (
        UseFavor(seat=CAT_2, card=card, month=1),
        UseFavor(seat=CAT_1, card=card, month=2),
        UseFavor(seat=CAT_1, card="nothing#1", month=1),  # type: ignore[arg-type]
    ):
        with pytest.raises(Stale):
            day.do(command, player(command.seat))
    assert day.state == before


@pytest.mark.rule("GE-FAV-03", "R-06", "R-07")
def test_power_is_taken_in_rank_order_as_far_as_it_goes():
    day = planning()
    power(day, SeatId("wolf-2"), 3)
    use(day, CAT_1, "spice-lords-08", target=WOLF)
    assert (house_power(day.state, WOLF), day.state.seats[CAT_1].purse.power) == (2, 1)

    power(day, SeatId("wolf-2"), 0)
    use(day, CAT_2, "spice-lords-08", target=WOLF)
    assert (house_power(day.state, WOLF), day.state.seats[CAT_2].purse.power) == (0, 0)


@pytest.mark.rule("GE-FAV-03", "R-136")
def test_a_favor_is_taken_the_oldest_of_the_highest_rank_and_only_the_two_see_which():
    day = planning()
    day.state = held(day.state, WOLF_1, "cult-01", "cult-02")
    events = use(day, CAT_1, "rat-king-09", target=WOLF)
    given = next(each for each in events if isinstance(each, FavorGiven))
    assert given.card.startswith("cult-01#")
    assert given.card in day.state.seats[CAT_1].purse.favors
    with pytest.raises(Refused, match="Name another House"):
        use(day, CAT_2, "rat-king-09", target=CAT)


@pytest.mark.rule("GE-FAV-03")
def test_a_card_is_laid_under_the_deck_for_two_and_none_is_lost_even_where_the_deck_runs_dry():
    day = planning()
    day.state = held(day.state, CAT_1, "rat-king-04", "cult-01")
    rest = day.state.favor_deck
    day.state = replace(day.state, favor_deck=rest[:1], favor_discards=(*day.state.favor_discards, *rest[1:]))
    before = all_cards(day)
    events = press(day, CAT_1, "rat-king-04", given=card_of(day.state, CAT_1, "cult-01"))

    assert any(isinstance(each, FavorLaidUnder) for each in events)
    assert sum(isinstance(each, FavorDrawn) for each in events) == 2
    assert all_cards(day) == before
    with pytest.raises(Refused, match="Name another Favor of your hand"):
        use(day, CAT_2, "rat-king-04")


@pytest.mark.rule("GE-FAV-03", "GE-CER-21", "R-141", "R-143")
def test_hostages_are_taken_and_freed_and_a_rescue_that_could_free_nobody_is_refused():
    day = running()
    taken = use(day, CAT_1, "outcasts-12", target=WOLF)
    assert [each.of for each in taken if isinstance(each, HostageTaken)] == [WOLF]
    with pytest.raises(Refused, match="holds no hostage of your House"):
        use(day, CAT_2, "our-lady-02", target=WOLF)

    freed = use(day, WOLF_1, "our-lady-02", target=CAT)

    assert [each.of for each in freed if isinstance(each, HostagesReleased)] == [WOLF]


@pytest.mark.rule("GE-FAV-03")
def test_alms_need_a_funeral_of_the_own_house():
    day = running()
    day.state = held(day.state, CAT_1, "our-lady-05")
    with pytest.raises(Refused, match="no funeral"):
        press(day, CAT_1, "our-lady-05")
    day.do(HoldCeremony(month=1, kind=CeremonyKind.FUNERAL, houses=(CAT,), what="of the old duke"), CEREMONY)

    press(day, CAT_1, "our-lady-05")

    assert day.state.seats[CAT_1].purse.power == 2


@pytest.mark.rule("GE-FAV-03", "GE-UND-62")
def test_any_table_is_open_to_who_used_that_card_for_that_month_alone():
    day = planning()
    seat = day.state.seats[CAT_1]
    home = day.state.tables_for(seat, Room.UNDERGROUND)
    use(day, CAT_1, "our-lady-03")
    assert set(day.state.tables_for(day.state.seats[CAT_1], Room.UNDERGROUND)) == set(day.state.tables_of(Room.UNDERGROUND))
    assert day.state.tables_for(day.state.seats[CAT_2], Room.UNDERGROUND) == home
    away = next(each for each in day.state.tables_of(Room.UNDERGROUND) if each not in home)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=Room.UNDERGROUND, table=away), player(CAT_1))
    assert day.state.seats[CAT_1].table == away
    day.until(2, Phase.PLANNING)
    assert day.state.tables_for(day.state.seats[CAT_1], Room.UNDERGROUND) == home


@pytest.mark.rule("GE-FAV-03", "C-06")
def test_what_a_desk_decides_waits_there_with_what_the_player_says_and_may_go_back():
    day = planning()
    events = use(day, CAT_1, "our-lady-12", note="my duel with Wolf")
    (asked,) = open_decisions(day.state)
    assert asked.desk == Desk.CEREMONY
    assert "my duel with Wolf" in str(asked.question)
    assert "my duel" not in day.game.explain(events[0], day.state)
    with pytest.raises(Refused, match="belongs to"):
        day.do(MakeDecision(decision=asked.id, option=VOID), COURT_CONTROL)

    day.do(MakeDecision(decision=asked.id, option=VOID), CEREMONY)

    assert favors_used_in(day.state, 1) == ()
    press(day, CAT_1, "our-lady-12")  # the card is back in the hand, and no use is counted
    (again,) = open_decisions(day.state)
    day.do(MakeDecision(decision=again.id, option=DONE), CEREMONY)
    assert [each.favor for each in favors_used_in(day.state, 1)] == ["our-lady-12"]


@pytest.mark.rule("GE-FAV-03", "R-20")
def test_what_no_desk_answers_counts_as_carried_out_when_the_month_ends():
    day = planning()
    use(day, CAT_1, "our-lady-12")
    assert [each.id for each in open_decisions(day.state)] == [f"{PREFIX}{day.state.favors_used[0].key}"]
    day.until(2, Phase.CEREMONY)
    assert [each.id for each in open_decisions(day.state) if each.id.startswith(PREFIX)] == []


@pytest.mark.rule("GE-FAV-02", "R-135")
def test_a_phone_offers_what_may_be_used_now_and_tells_what_others_have_laid_open_not_what_they_hold():
    day = planning()
    day.state = held(day.state, CAT_1, "spice-lords-08", "our-lady-11")
    day.state = held(day.state, WOLF_1, "spice-lords-01", "cult-01")
    shown = favors_panel(day.state, Viewer(seat=CAT_1), FavorTyped(card="x"))
    assert shown is not None
    assert [card.kind for card in shown.cards] == ["spice-lords-08"]
    assert "cat" not in {choice.value for choice in shown.cards[0].fields[0].choices}
    press(day, WOLF_1, "spice-lords-01")

    seen, own = favors_panel(day.state, Viewer(seat=CAT_1)), favors_panel(day.state, Viewer(seat=WOLF_1))

    assert seen is not None
    assert own is not None
    assert [(row.house, row.mine) for row in seen.used] == [(WOLF, False)]
    assert "You gain 1 Power" in seen.used[0].words
    assert own.cards == ()
    desk = favors_desk(day.state, Viewer(desks=frozenset({Desk.CEREMONY})))
    assert [each.seat for each in desk.may] == [CAT_1]
    assert favors_desk(day.state, Viewer(seat=CAT_1)).may == ()


@pytest.mark.rule("GE-FAV-06")
def test_control_uses_a_card_for_who_has_no_phone():
    day = planning()
    day.state = held(day.state, CAT_1, "spice-lords-01")
    command = UseFavor(seat=CAT_1, card=card_of(day.state, CAT_1, "spice-lords-01"), month=1)
    with pytest.raises(Refused, match="not yours"):
        day.do(command, player(CAT_2))
    day.do(command, EVERY_DESK)
    assert day.state.seats[CAT_1].purse.power == 1


@pytest.mark.rule("R-139")
def test_the_absent_use_nothing():
    day = planning()
    day.state = held(day.state, CAT_1, "spice-lords-01")
    seat = day.state.seats[CAT_1]
    day.state = replace(day.state, seats={**day.state.seats, CAT_1: replace(seat, died=1)})
    with pytest.raises(Refused, match="not here or does not live"):
        day.do(
            UseFavor(seat=CAT_1, card=card_of(day.state, CAT_1, "spice-lords-01"), month=1),
            Actor(name="c", desks=frozenset({Desk.CEREMONY})),
        )


@pytest.mark.rule("C-06")
def test_every_word_that_a_card_may_use_is_on_a_card_of_the_scenario():
    state = planning().state
    assert {effect for effect in EFFECTS if not kind_with(state, effect)} == set()


# --- bugs found later ---------------------------------------------------------------------------------------------------


def emptied(day: Day, *, discards: int = 1) -> None:
    """Empty the deck and leave this many cards on the discards. Cat's fifth player gets the rest."""
    cards = (*day.state.favor_deck, *day.state.favor_discards)
    last = SeatId("cat-5")
    purse = day.state.seats[last].purse
    day.state = replace(day.state, favor_deck=(), favor_discards=cards[:discards])
    day.state = with_purse(day.state, last, replace(purse, favors=(*purse.favors, *cards[discards:])))


@pytest.mark.rule("GE-FAV-06", "R-135")
def test_what_somebody_else_has_drawn_meanwhile_does_not_go_back_and_only_the_own_use_is_void():
    day = planning()
    day.state = held(day.state, CAT_1, "our-lady-12")
    emptied(day, discards=0)
    press(day, CAT_1, "our-lady-12")
    (first,) = open_decisions(day.state)
    day.do(GiveFavors(seat=WOLF_1, count=1, reason="a prize"), CEREMONY)
    press(day, WOLF_1, "our-lady-12")
    second = open_decisions(day.state)[1]
    assert first.id != second.id

    day.do(MakeDecision(decision=first.id, option=VOID), CEREMONY)

    assert [each.seat for each in favors_used_in(day.state, 1)] == [WOLF_1]
    with pytest.raises(Refused, match="Somebody has drawn this card"):
        day.do(MakeDecision(decision=second.id, option=VOID), CEREMONY)


@pytest.mark.rule("GE-FAV-06", "R-110")
@pytest.mark.parametrize(("drawn", "under"), [(0, None), (1, 1), (2, 0)], ids=["discards", "in the deck", "top of the deck"])
def test_a_card_that_could_do_nothing_goes_back_also_out_of_a_deck_that_was_refilled_meanwhile(drawn: int, under: int | None):
    """Two cards were discarded before it; Wolf draws after the refill. `under`: how many lie above it in the deck then."""
    day = planning()
    day.state = held(day.state, CAT_1, "our-lady-12")
    emptied(day, discards=2)
    before = all_cards(day)
    press(day, CAT_1, "our-lady-12")
    (asked,) = open_decisions(day.state)
    card = day.state.favors_used[0].card
    if drawn:
        day.do(GiveFavors(seat=WOLF_1, count=drawn, reason="a prize"), CEREMONY)
    assert (day.state.favor_deck.index(card) if card in day.state.favor_deck else None) == under

    day.do(MakeDecision(decision=asked.id, option=VOID), CEREMONY)

    assert card in day.state.seats[CAT_1].purse.favors
    assert all_cards(day) == before


@pytest.mark.rule("GE-FAV-06", "R-03")
def test_the_card_of_who_has_left_goes_back_to_the_house():
    day = planning()
    use(day, CAT_1, "our-lady-12")
    card = day.state.favors_used[0].card
    day.do(LeaveForGood(seat=CAT_1), CHECK_IN)
    day.do(MakeDecision(decision=open_decisions(day.state)[0].id, option=VOID), CEREMONY)
    assert card in day.state.seats[CAT_2].purse.favors
    assert day.state.seats[CAT_1].purse.favors == ()


@pytest.mark.rule("GE-FAV-07", "R-133")
def test_a_redo_does_not_make_two_of_one_month():
    day = planning()
    used = use(day, CAT_1, "spice-lords-01")[0]
    twice = day.game.evolve(day.state, replace(used, used=replace(used.used, card="spice-lords-01#4", key="other")))
    assert any("has used 2 Favors" in each for each in day.game.broken(twice))


@pytest.mark.rule("R-110", "R-135")
def test_a_refill_after_something_before_it_was_withdrawn_loses_no_card():
    day = planning()
    before = all_cards(day)
    kept, *discards = day.state.favor_deck[:6]
    state = replace(day.state, favor_deck=(kept,), favor_discards=(*discards, *day.state.favor_deck[6:]))
    refilled = FavorDeckRefilled(deck=tuple(discards), fresh=False)

    day.state = day.game.evolve(state, refilled)

    assert all_cards(day) == before
    assert day.state.favor_deck == (kept, *discards)


@pytest.mark.rule("R-110", "R-135")
@pytest.mark.parametrize("deed", ["used", "laid under"])
def test_a_card_whose_draw_was_withdrawn_lies_in_the_deck_once_whatever_was_done_with_it_since(deed: str):
    day = planning()
    before, card = all_cards(day), day.state.favor_deck[0]
    used = UsedFavor(seat=CAT_1, house=CAT, card=card, favor=FavorId(card.partition("#")[0]), month=1)
    since = FavorUsed(used=used, holder=CAT_1) if deed == "used" else FavorLaidUnder(seat=CAT_1, card=card)

    day.state = day.game.evolve(day.state, since)

    assert all_cards(day) == before


LAST_OF_COPY = {  # where the cards of the newest copy lie, and how many are drawn
    "in a purse": ("purse", 5),
    "on a hostage": ("hostage", 5),
    "with the God Emperor": ("throne", 5),
    "in the deck": ("deck", 5),
    "in the discard pile": ("discards", 5),
    "more than one copy is drawn": ("throne", 500),
}


@pytest.mark.rule("R-110", "R-135", "R-05")
@pytest.mark.parametrize("name", LAST_OF_COPY)
def test_no_card_of_a_fresh_copy_lies_anywhere_already(name: str):
    """The cards of a copy differ only by their numbers."""
    where, count = LAST_OF_COPY[name]
    day, scenario = running(), default()
    cards = cards_of_deck(scenario.favors, copy_of_deck=2)[:3]
    seats = {each.id: replace(each, purse=replace(each.purse, favors=())) for each in day.state.seats.values()}
    if where == "purse":
        seats[CAT_1] = replace(seats[CAT_1], purse=Purse(favors=cards))
    kept = replace(day.state.throne.purse, favors=cards if where == "throne" else ())
    lying = (Hostage(id=1, of=HouseId("wolf"), holder=HouseId("cat"), favors=cards[:1]),) if where == "hostage" else ()
    day.state = replace(
        day.state,
        seats=seats,
        hostages=lying,
        throne=replace(day.state.throne, purse=kept),
        favor_deck=cards if where == "deck" else (),
        favor_discards=cards if where == "discards" else (),
    )

    for event in draw_favors(day.state, CAT_1, count, "drawn", DecisionContext(by=COURT_CONTROL, at=day.now)):
        day.state = day.game.evolve(day.state, event)

    assert day.game.broken(day.state) == ()
    assert len(day.state.seats[CAT_1].purse.favors) == count + (3 if where == "purse" else 0)


@pytest.mark.rule("R-144")
def test_nothing_is_written_to_the_tablet_that_lies_open_between_the_players():
    day = planning()
    events = use(day, CAT_1, "our-lady-10", note="about Wolf")
    assert events[0].note == ""
    assert "Wolf" not in str(open_decisions(day.state)[0].question)
    day.state = held(day.state, CAT_2, "our-lady-10", "our-lady-12")
    shown = favors_panel(day.state, Viewer(seat=CAT_2))
    assert {card.kind: card.decided for card in shown.cards} == {"our-lady-10": False, "our-lady-12": True}


@pytest.mark.rule("GE-FAV-06", "R-139")
@pytest.mark.parametrize(
    ("dead", "back"),
    [((), "cat-2"), (("cat-2",), "cat-1"), (("cat-2", "cat-1"), "cat-3"), (("cat-1", "cat-2", "cat-3", "cat-4", "cat-5"), "first")],
)
def test_a_card_that_could_do_nothing_goes_back_to_its_player_or_to_the_first_who_lives(dead, back):
    day = running()
    for seat in dead:
        day.do(
            AdjustWounds(player=SeatId(seat), before=day.state.seats[SeatId(seat)].wounds, wounds=3, reason="hit"), by=EVERY_DESK
        )
    card = day.state.favor_deck[0]
    used = UsedFavor(seat=SeatId("cat-2"), house=HouseId("cat"), card=card, favor=FavorId("any"), month=1)

    first = next(seat.id for seat in members(day.state, CAT))
    assert purse_for_return(day.state, used) == (first if back == "first" else back)

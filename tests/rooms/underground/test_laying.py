"""Written and drawn schemes on their way to the tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.day.clock.phases import SetClock
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import ChooseRoom, SeatInRoom
from control.day.state import Presence
from control.day.words import who
from control.engine.codec import encode_state
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.module import UNDERGROUND, EnterScheme, SchemesShown, scheme_cards
from rooms.underground.game.state import CardTable, Guard, SchemeCardId, TableStep
from rooms.underground.game.tables.drawn_schemes import (
    DrawnDropped,
    DrawnPlaced,
    KeepDrawn,
    PlaceDrawn,
    SchemesDrawn,
    draw_schemes,
    fresh_cards,
    pickers,
)
from rooms.underground.game.tables.lookup import room_of, table_of, tables, with_table
from rooms.underground.game.tables.schemes import drawn_schemes_of, kind_on, schemes_in_play, written_by
from rooms.underground.game.tables.written_schemes import (
    BroughtDropped,
    ChooseWritten,
    SchemeBrought,
    SchemeLaid,
    SchemeReplaced,
    SchemeTurnedAway,
)
from rooms.underground.game.view_desk import open_words, scheme_open, table_desk
from rooms.underground.game.view_schemes import view_schemes
from rooms.underground.rules.minion_cards import Face, minion
from rooms.underground.rules.piles import Pile
from tests.rooms.realm.game.play import EVERY_DESK, ORGANIZER, player
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, OCTOPUS_1, SNAKE_1, UNDA, AtTable
from tests.scenarios import default

AMBUSH = Paper(type="ambush")
DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))
RUMORS = Paper(type="spread-rumors", values=(("snake",),))
DRAG = Paper(type="drag-the-gods-down")
ROCK = Face(symbol="rock", color="red")


def of(events, kind):
    return [each for each in events if isinstance(each, kind)]


def at_schemes(*there: SeatId, papers=None, **more) -> AtTable:
    return AtTable(there or (CAT_1, CAT_2), papers, **more).until(TableStep.SCHEMES)


def offered(table: AtTable, *cards: str, picker: SeatId = CAT_1) -> tuple[SchemeCardId, ...]:
    """Offer a House exactly these cards, and put the drawn ones back under the pile."""
    own = room_of(table.state)
    offer = next(each for each in table.table.offered if each.picker == picker)
    deck = (*own.decks.schemes.cards, *offer.cards)
    found = tuple(next(each for each in deck if kind_on(each) == kind) for kind in cards)
    pile = replace(own.decks.schemes, cards=tuple(each for each in deck if each not in found))
    rest = tuple(each for each in table.table.offered if each.picker != picker)
    state = with_table(table.state, replace(table.table, offered=(*rest, replace(offer, cards=found))))
    own = replace(room_of(state), decks=replace(own.decks, schemes=pile))
    table.day.state = replace(state, rooms={**state.rooms, Room.UNDERGROUND: own})
    return found


def choose(table: AtTable, seat: SeatId, *, anew: bool) -> ChooseWritten:
    return ChooseWritten(month=table.month, table=table.id, seat=seat, replace=anew)


# --- written schemes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-29", "GE-UND-30", "R-144")
def test_a_written_scheme_lies_face_down_at_its_authors_table_when_updates_end():
    table = at_schemes(papers={CAT_1: RUMORS})

    (scheme,) = table.table.schemes
    assert (scheme.author, scheme.house, scheme.paper, scheme.known) == (CAT_1, "cat", RUMORS, ())
    said = [GAME.explain(each, table.state) for each in table.day.happened if type(each) in UNDERGROUND.events]
    assert not any("Rumors" in each for each in said)


@pytest.mark.rule("GE-UND-32", "R-108")
@pytest.mark.parametrize("anew", [True, False])
def test_who_has_a_scheme_in_play_keeps_it_or_replaces_it(anew):
    table = AtTable((CAT_1, SNAKE_1), {CAT_1: RUMORS})
    old = table.lay(CAT_1, AMBUSH, advancement=(minion("cat", ROCK, 1),), protection=(Guard(card=minion("snake", ROCK, 2)),))
    table.until(TableStep.SCHEMES)
    assert of(table.day.happened, SchemeBrought)
    assert [each.id for each in table.table.schemes] == [old]

    table.press(choose(table, CAT_1, anew=anew))

    (scheme,) = (each for each in table.table.schemes if each.author == CAT_1)
    assert (scheme.paper == RUMORS, scheme.id != old) == (anew, anew)
    piles = room_of(table.state).decks.minions
    assert [pile.discards for pile in piles.values()] == ([(minion("cat", ROCK, 1),), (minion("snake", ROCK, 2),)] if anew else [])
    with pytest.raises(Stale, match="waits for a choice"):
        table.press(choose(table, CAT_1, anew=True))


@pytest.mark.rule("R-108")
def test_a_new_scheme_replaces_the_old_one_wherever_it_lies():
    table = AtTable((CAT_1,), {CAT_1: DRAG})
    table.lay(CAT_1, AMBUSH)
    here = table.table
    (there,) = (each for each in ("north",) if each != table.id)
    elsewhere = CardTable(id=there, month=1, schemes=tuple(replace(each, table=there) for each in here.schemes))
    table.day.state = with_table(with_table(table.state, replace(here, schemes=())), elsewhere)
    table.until(TableStep.SCHEMES)

    events = table.press(choose(table, CAT_1, anew=True))

    assert of(events, SchemeReplaced)[0].table == there
    assert [(each.table, each.paper) for each in schemes_in_play(table.state)] == [(table.id, DRAG)]


@pytest.mark.rule("R-108")
def test_a_scheme_that_lies_already_is_not_brought_again_where_its_author_is_seated_at_a_table_that_is_behind():
    table = AtTable((CAT_1, OCTOPUS_1), {CAT_1: AMBUSH})
    other = table.state.seats[OCTOPUS_1].table
    table.end(TableStep.UPDATES, at=table.id)
    table.do(SeatInRoom(player=CAT_1, month=1, room=Room.UNDERGROUND, table=other), by=ORGANIZER)

    table.end(TableStep.UPDATES, at=other)

    assert not of(table.day.happened, SchemeBrought)
    assert [(each.table, each.paper) for each in schemes_in_play(table.state)] == [(table.id, AMBUSH)]


@pytest.mark.rule("R-108")
def test_whoever_does_not_choose_keeps_what_lies_there():
    table = AtTable((CAT_1,), {CAT_1: RUMORS})
    old = table.lay(CAT_1, AMBUSH)
    table.until(TableStep.SCHEMES)

    assert of(table.end(TableStep.SCHEMES), BroughtDropped)
    assert written_by(table.state, CAT_1).id == old
    assert table.table.brought == ()


def old_one_gone(table: AtTable) -> None:
    """Take the scheme in play away while its author chooses, as if foiled or taken off by Control."""
    table.day.state = with_table(table.state, replace(table.table, schemes=()))


@pytest.mark.rule("R-108")
def test_where_the_scheme_to_be_kept_has_gone_the_new_one_lies_by_default():
    table = AtTable((CAT_1,), {CAT_1: RUMORS})
    table.lay(CAT_1, AMBUSH)
    table.until(TableStep.SCHEMES)
    old_one_gone(table)
    lays = f"The new scheme of {who(table.state, CAT_1)} is laid: the older one has gone."
    assert lays in open_words(table.state, table.id)

    events = table.end(TableStep.SCHEMES)

    assert not of(events, BroughtDropped)
    assert written_by(table.state, CAT_1).paper == RUMORS
    assert table.table.brought == ()


@pytest.mark.rule("R-108", "R-112")
def test_a_new_one_that_cannot_be_placed_any_more_is_set_aside_though_nothing_else_lies_there():
    table = AtTable((CAT_1,), {CAT_1: RUMORS})
    table.lay(CAT_1, AMBUSH)
    table.until(TableStep.SCHEMES)
    (brought,) = table.table.brought
    wrong = replace(brought, paper=Paper(type="spread-rumors", values=(("wolf",),)))
    table.day.state = with_table(table.state, replace(table.table, brought=(wrong,)))
    old_one_gone(table)

    events = table.end(TableStep.SCHEMES)

    assert [each.seat for each in of(events, SchemeTurnedAway)] == [CAT_1]
    assert (written_by(table.state, CAT_1), table.table.brought) == (None, ())


@pytest.mark.rule("R-108", "GE-UND-32")
def test_nobody_keeps_a_scheme_that_has_gone_and_the_new_one_may_still_be_laid():
    table = AtTable((CAT_1,), {CAT_1: RUMORS})
    table.lay(CAT_1, AMBUSH)
    table.until(TableStep.SCHEMES)
    old_one_gone(table)

    with pytest.raises(Stale, match="does not lie there any more"):
        table.press(choose(table, CAT_1, anew=False))
    assert table.table.brought
    table.press(choose(table, CAT_1, anew=True))

    assert written_by(table.state, CAT_1).paper == RUMORS


@pytest.mark.rule("R-112", "GE-UND-63")
def test_what_was_written_for_another_table_is_set_aside_and_may_be_entered_anew():
    table = at_schemes(papers={CAT_1: Paper(type="spread-rumors", values=(("wolf",),))})
    assert written_by(table.state, CAT_1) is None
    assert room_of(table.state).aside == (CAT_1,)

    table.do(EnterScheme(player=CAT_1, month=1, paper=RUMORS, reason="asked again"))

    assert written_by(table.state, CAT_1).paper == RUMORS
    assert room_of(table.state).aside == ()


def test_what_was_misread_is_entered_anew_where_it_lies():
    table = at_schemes(papers={CAT_1: AMBUSH})
    number = written_by(table.state, CAT_1).id

    table.do(EnterScheme(player=CAT_1, month=1, paper=RUMORS, reason="misread"))

    assert (written_by(table.state, CAT_1).id, written_by(table.state, CAT_1).paper) == (number, RUMORS)


# --- drawn schemes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-31", "R-108")
def test_each_house_with_a_player_there_draws_four_at_its_highest_ranked_players_table():
    table = at_schemes(CAT_2, CAT_1, SNAKE_1, OCTOPUS_1)

    drew = {each.house: each for each in of(table.day.happened, SchemesDrawn)}

    assert {house: (each.picker, len(each.cards)) for house, each in drew.items()} == {
        "cat": (CAT_1, 4),
        "snake": (SNAKE_1, 4),
        "octopus": (OCTOPUS_1, 4),
    }
    assert drew["octopus"].table != drew["cat"].table
    assert len({card for each in drew.values() for card in each.cards}) == 12
    assert draw_schemes(table.state, DecisionContext(by=UNDA, at=table.day.now), tables(table.state)) == ()


@pytest.mark.rule("GE-UND-31", "R-108")
@pytest.mark.parametrize("behind", [TableStep.UPDATES, TableStep.SCHEMES])
def test_a_house_draws_once_a_month_though_its_picker_is_seated_at_a_table_that_is_behind(behind):
    table = AtTable((CAT_1, OCTOPUS_1))
    other = table.state.seats[OCTOPUS_1].table
    table.end(TableStep.UPDATES, at=table.id)
    if behind is TableStep.SCHEMES:
        table.end(TableStep.SCHEMES, at=table.id)
        table.end(TableStep.UPDATES, at=other)

    table.do(SeatInRoom(player=CAT_1, month=1, room=Room.UNDERGROUND, table=other), by=ORGANIZER)
    if behind is TableStep.UPDATES:
        table.end(TableStep.UPDATES, at=other)

    assert pickers(table.state)["cat"].table == other
    assert [(each.house, each.table) for each in of(table.day.happened, SchemesDrawn)] == [("cat", table.id), ("octopus", other)]


@pytest.mark.rule("GE-UND-31", "R-108")
def test_the_picker_places_one_card_and_the_others_are_discarded():
    table = at_schemes()
    cards = offered(table, "ambush", "espionage", "sabotage", "slander")
    place = PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[1], values=(("snake",),))

    with pytest.raises(Refused, match="province"):
        table.press(replace(place, values=(("wolf",),)))
    with pytest.raises(Refused, match="not among those"):
        table.press(replace(place, card="ambush#99"))
    with pytest.raises(Stale, match="No drawn schemes"):
        table.press(replace(place, seat=CAT_2))
    with pytest.raises(Refused, match="no drawn scheme to keep"):
        table.press(KeepDrawn(month=1, table=table.id, seat=CAT_1))
    table.press(place)

    (scheme,) = drawn_schemes_of(table.state, "cat")
    assert (scheme.card, scheme.picker, scheme.paper.type) == (cards[1], CAT_1, "espionage")
    assert room_of(table.state).decks.schemes.discards == (cards[0], *cards[2:])
    with pytest.raises(Stale):
        table.press(place)


GONE = {
    "dies": lambda seat: AdjustWounds(player=seat, before=0, wounds=3, reason="a fall"),
    "leaves": lambda seat: LeaveForGood(seat=seat),
    "is absent": lambda seat: CheckIn(seat=seat, before=Presence.PRESENT, presence=Presence.ABSENT),
    "sits elsewhere": lambda seat: SeatInRoom(player=seat, month=1, room=Room.COURT),
}


@pytest.mark.rule("GE-UND-31", "R-108", "R-139", "R-144")
@pytest.mark.parametrize("goes", GONE)
def test_when_the_picker_has_gone_the_next_rank_of_the_house_at_the_table_picks(goes):
    table = at_schemes(CAT_1, CAT_2)
    cards = offered(table, "ambush", "espionage", "sabotage", "slander")
    assert view_schemes(table.state, Viewer(seat=CAT_2), table.id).offers == ()

    table.do(GONE[goes](CAT_1), by=EVERY_DESK)

    assert [each.picker for each in view_schemes(table.state, Viewer(seat=CAT_2), table.id).offers] == [CAT_2]
    assert view_schemes(table.state, Viewer(seat=CAT_1), table.id).offers == ()
    assert [each.picker for each in table_desk(table.state, DESK, table.id).drawing if each.house == "cat"] == [CAT_2]
    with pytest.raises(Stale, match="No drawn schemes"):
        table.do(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[1], values=(("snake",),)))
    table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_2, card=cards[1], values=(("snake",),)))
    (scheme,) = drawn_schemes_of(table.state, "cat")
    assert (scheme.picker, scheme.known) == (CAT_2, (CAT_2,))


@pytest.mark.rule("GE-UND-31", "R-108")
@pytest.mark.parametrize("goes", GONE)
def test_where_nobody_else_of_the_house_sits_the_desk_picks_for_who_has_gone(goes):
    table = at_schemes(CAT_1)
    cards = offered(table, "ambush", "espionage", "sabotage", "slander")
    table.do(GONE[goes](CAT_1), by=EVERY_DESK)

    table.do(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[1], values=(("snake",),)))

    assert [each.card for each in drawn_schemes_of(table.state, "cat")] == [cards[1]]


@pytest.mark.rule("GE-UND-32", "R-108", "R-121")
@pytest.mark.parametrize("anew", [True, False])
def test_a_house_with_a_drawn_scheme_keeps_or_replaces_it(anew):
    table = at_schemes()
    first = offered(table, "ambush", "espionage", "sabotage", "slander")
    table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=first[0]))
    again_at_draw(table)
    cards = offered(table, "exactly-as-planned", "rescue")

    if anew:
        table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[0]))
    else:
        table.press(KeepDrawn(month=1, table=table.id, seat=CAT_1))

    assert [each.card for each in drawn_schemes_of(table.state, "cat")] == [cards[0] if anew else first[0]]
    assert (first[0] in room_of(table.state).decks.schemes.discards) is anew


def again_at_draw(table: AtTable) -> None:
    """Let every House draw once more, as in another month."""
    table.day.state = with_table(table.state, replace(table.table, drew=(), offered=()))
    own = room_of(table.state)
    gone = set(fresh_cards(table.state, 1)) - set(scheme_cards(table.state))
    pile = replace(own.decks.schemes, cards=(*own.decks.schemes.cards, *sorted(gone)))
    rooms = {**table.state.rooms, Room.UNDERGROUND: replace(own, decks=replace(own.decks, schemes=pile))}
    table.day.state = replace(table.state, rooms=rooms)
    for each in draw_schemes(table.state, DecisionContext(by=UNDA, at=table.day.now), tables(table.state)):
        table.day.state = GAME.evolve(table.state, each)
    assert GAME.broken(table.state) == ()


@pytest.mark.rule("R-108")
@pytest.mark.parametrize(
    ("cards", "kind", "values"),
    [
        (("espionage", "ambush", "sabotage", "exactly-as-planned"), "espionage", (("swords",),)),
        (("ambush", "espionage", "sabotage", "exactly-as-planned"), "ambush", ()),
        (("slander", "espionage", "sabotage", "bribes"), "slander", (("swords",), ("swords-1",))),
    ],
)
def test_without_a_choice_the_first_card_lies_with_the_first_choices_the_own_house_last(cards, kind, values):
    table = at_schemes()
    offered(table, *cards)

    table.end(TableStep.SCHEMES)

    (scheme,) = drawn_schemes_of(table.state, "cat")
    assert (scheme.paper.type, scheme.paper.values) == (kind, values)
    assert table.table.offered == ()


@pytest.mark.rule("R-108", "R-144")
def test_the_desk_alone_reads_that_a_house_did_not_choose():
    table = at_schemes()
    cards = offered(table, "ambush", "espionage", "sabotage", "slander")
    before = table.state
    (chosen,) = table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[0]))
    table.day.state = before
    unplaced = next(each for each in of(table.end(TableStep.SCHEMES), DrawnPlaced) if each.house == "cat")

    assert (chosen.chosen, unplaced.chosen) == (True, False)
    assert GAME.explain(unplaced, before) == GAME.explain(chosen, before)
    desk, after = Viewer(desks=UNDA.desks), [GAME.evolve(before, each) for each in (chosen, unplaced)]
    found = [scheme_open(each, desk, table.id, unplaced.scheme) for each in after]
    assert [each.by for each in found] == ["", "The House did not choose; the first card that fits lies here."]
    for viewer in (Viewer(), Viewer(seat=CAT_1), Viewer(seat=SNAKE_1), Viewer(desks=frozenset({Desk.COURT}))):
        first, second = (view_schemes(each, viewer, table.id) for each in after)
        assert first == second


@pytest.mark.rule("R-108")
def test_without_a_choice_a_house_keeps_the_drawn_scheme_that_lies_there():
    table = at_schemes()
    cards = offered(table, "ambush", "espionage")
    table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[0]))
    again_at_draw(table)

    events = table.end(TableStep.SCHEMES)

    assert "cat" in [each.house for each in of(events, DrawnDropped)]
    assert [each.card for each in drawn_schemes_of(table.state, "cat")] == [cards[0]]


@pytest.mark.rule("R-108")
@pytest.mark.parametrize("places", [0, 2])
def test_how_many_drawn_schemes_a_house_has_is_a_setting(places):
    scenario = default()
    table = at_schemes(scenario=replace(scenario, settings=replace(scenario.settings, drawn_schemes_per_house=places)))
    if not places:
        assert not of(table.day.happened, SchemesDrawn)
        return
    laid = []
    for trap in ("ambush", "exactly-as-planned", "ambush"):
        (card,) = offered(table, trap)
        laid.append(card)
        replaces = drawn_schemes_of(table.state, "cat")[1].id if len(laid) == 3 else 0
        table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=card, replaces=replaces))
        again_at_draw(table)

    assert [each.card for each in drawn_schemes_of(table.state, "cat")] == [laid[0], laid[2]]


@pytest.mark.rule("R-110")
def test_a_deck_that_runs_dry_is_refilled_from_its_discards_then_by_a_fresh_copy():
    table = at_schemes(CAT_1)
    own = room_of(table.state)
    offer = table.table.offered[0].cards
    short = Pile(cards=own.decks.schemes.cards[:1], discards=own.decks.schemes.cards[1:3], copies=1)
    held = replace(table.table, offered=(), drew=())
    state = with_table(table.state, held)
    state = replace(
        state, rooms={**state.rooms, Room.UNDERGROUND: replace(room_of(state), decks=replace(own.decks, schemes=short))}
    )

    (draw,) = draw_schemes(state, DecisionContext(by=UNDA, at=table.day.now), tables(table.state))
    after = GAME.evolve(state, draw)

    assert offer
    assert [each.fresh for each in draw.refills] == [False, True]
    assert "a fresh copy of it is added" in GAME.explain(draw, state)
    pile = room_of(after).decks.schemes
    assert (pile.copies, pile.discards, len(pile.cards)) == (2, (), 59)
    assert not set(draw.cards) & set(pile.cards)


@pytest.mark.rule("R-108", "R-110")
def test_what_waited_when_the_clock_was_set_past_the_month_is_discarded_at_the_next_updates():
    table = AtTable((CAT_1, SNAKE_1), {CAT_1: RUMORS})
    table.lay(CAT_1, AMBUSH)
    table.until(TableStep.SCHEMES)
    cards = [card for each in table.table.offered for card in each.cards]
    assert cards
    assert table.table.brought

    table.do(SetClock(month=2, phase=Phase.PLANNING, seconds=300), by=ORGANIZER)  # no card is lost meanwhile
    desk = table_desk(table.state, DESK, table.id)
    assert (desk.drawing, desk.choosing) == ((), ())  # nothing can be pressed now
    for seat in (CAT_1, SNAKE_1):
        table.do(ChooseRoom(seat=seat, month=2, room=Room.UNDERGROUND), by=player(seat))
    began = len(table.day.happened)
    table.day.until(2, Phase.ACTION)

    happened = table.day.happened[began:]
    assert {each.house for each in of(happened, DrawnDropped)} == {"cat", "snake"}
    assert [each.seat for each in of(happened, BroughtDropped)] == [CAT_1]
    assert not table.table.offered
    assert not table.table.brought
    assert set(cards) <= set(room_of(table.state).decks.schemes.discards)
    table.papers = {}
    table.until(TableStep.SCHEMES)
    assert sorted(each.house for each in table.table.offered) == ["cat", "snake"]


@pytest.mark.rule("R-108")
def test_with_updates_begun_already_what_an_earlier_month_left_over_gives_way_to_the_new_draw():
    table = at_schemes(CAT_1, SNAKE_1)
    table.day.state = replace(table.state, clock=replace(table.state.clock, month=2))

    shown = SchemesShown(month=2, schemes=(), aside=(), table=table.id)
    decided = GAME.followed(table.state, shown, DecisionContext(by=UNDA, at=table.day.now))

    assert [each.house for each in of(decided.events, DrawnDropped)] == [each.house for each in table.table.offered]
    assert not table_of(decided.state, table.id).doubtful
    assert "The scheme deck has a card too many or too few." not in GAME.broken(decided.state)


@pytest.mark.rule("R-108", "R-110")
def test_a_placing_that_is_withdrawn_after_schemes_is_settled_when_complete_ends():
    table = at_schemes()
    cards = offered(table, "ambush", "espionage", "sabotage", "slander")
    before = table.state
    table.press(PlaceDrawn(month=1, table=table.id, seat=CAT_1, card=cards[0]))
    start = len(table.day.happened)
    table.until(TableStep.COMPLETE)
    state = before
    for each in table.day.happened[start:]:
        state = GAME.evolve(state, each)
    table.day.state = state
    assert [each.house for each in table.table.offered] == ["cat"]
    assert table_desk(table.state, DESK, table.id).drawing == ()
    assert any("first drawn card" in each for each in open_words(table.state, table.id))

    placed = of(table.end(TableStep.COMPLETE), DrawnPlaced)

    assert [(each.house, each.chosen) for each in placed] == [("cat", False)]
    assert not table.table.offered
    table.day.until(2, Phase.PLANNING)


# --- properties ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-110", "R-121")
@given(st.lists(st.integers(0, 200), max_size=12))
def test_cards_are_conserved_and_what_is_withdrawn_leaves_no_trace(presses):
    table = at_schemes(CAT_1, SNAKE_1, papers={CAT_1: RUMORS, SNAKE_1: AMBUSH})
    began, facts = table.state, list[object]()
    for press in presses:
        seat = (CAT_1, SNAKE_1)[press % 2]
        offer = next((each for each in table.table.offered if each.picker == seat), None)
        if offer is None:
            continue
        card = offer.cards[press // 2 % len(offer.cards)]
        try:
            facts += table.press(PlaceDrawn(month=1, table=table.id, seat=seat, card=card, values=(("swords",),)))
        except Refused:
            continue
    facts += table.end(TableStep.SCHEMES)
    assert sorted(scheme_cards(table.state)) == sorted(fresh_cards(table.state, 1))
    assert GAME.broken(table.state) == ()

    again = began
    for each in facts:
        again = GAME.evolve(again, each)
    assert encode_state(again) == encode_state(table.state)


@given(st.integers(0, 20))
def test_any_one_fact_withdrawn_is_named_or_leaves_a_sound_table(which):
    table = AtTable((CAT_1, SNAKE_1), {CAT_1: RUMORS, SNAKE_1: AMBUSH})
    table.lay(CAT_1, AMBUSH, advancement=(minion("octopus", ROCK, 1),))
    began, at = table.state, len(table.day.happened)
    table.until(TableStep.SCHEMES)
    table.press(choose(table, CAT_1, anew=True))
    table.end(TableStep.SCHEMES)
    facts = table.day.happened[at:]
    own = [each for each in facts if type(each) in UNDERGROUND.events]
    gone = own[which % len(own)]

    state = began
    for each in facts:
        state = state if each is gone else GAME.evolve(state, each)

    assert GAME.broken(state) or sorted(scheme_cards(state)) == sorted(fresh_cards(state, room_of(state).decks.schemes.copies))


@pytest.mark.rule("R-108")
def test_a_preview_of_the_end_of_schemes_is_what_happens():
    table = at_schemes(CAT_1, SNAKE_1, papers={CAT_1: RUMORS})
    asked = DecisionContext(by=UNDA, at=table.day.now)
    command = EndStep(room=Room.UNDERGROUND, month=1, step=TableStep.SCHEMES, table=table.id)

    preview = GAME.decided(table.state, command, asked)
    events = table.end(TableStep.SCHEMES)

    assert preview.events == events
    assert of(events, DrawnPlaced)
    assert encode_state(preview.state) == encode_state(table.state)


def test_a_fold_whose_premise_was_withdrawn_is_in_doubt_and_never_raises():
    table = at_schemes(papers={CAT_1: RUMORS})
    laid = next(each for each in table.day.happened if isinstance(each, SchemeLaid))
    state = table.state
    for strange in (
        laid,
        SchemeReplaced(month=1, table=table.id, scheme=99),
        BroughtDropped(month=1, table=table.id, seat=CAT_1),
        DrawnDropped(month=1, table=table.id, house="octopus"),
    ):
        assert any("no longer follows" in each for each in GAME.broken(GAME.evolve(state, strange)))
    assert pickers(state)["cat"].id == CAT_1
    with pytest.raises(Refused):
        table.do(choose(table, CAT_1, anew=True), by=player(CAT_2))

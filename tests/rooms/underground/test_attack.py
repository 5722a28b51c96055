"""An attack at an Underground table, card by card: EX-23, EX-24 and everything that may go wrong in between."""

from __future__ import annotations

import pytest

from control.day.clock.steps import StepEnded
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine import codec
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import DESKS
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.deaths.death import Wounded
from rooms.realm.game.favors.deck import FavorDrawn
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Room
from rooms.underground.game.state import Guard, Outcome, TableStep
from rooms.underground.game.tables.attack import AttackBegun, BeginAttack, MinionsCompared, PlayOn, Reveal, StopAttack, barred_from
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme, SchemeReached, settle_attack
from rooms.underground.game.tables.attack_trap import AdvancementLost, ChooseLoss, TrapSprung
from rooms.underground.game.tables.cards import cards_of, pile_of
from rooms.underground.game.tables.lookup import knows, table_of, turn_at
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.view_attack import AttackPhase, attack_view
from rooms.underground.game.view_desk import table_desk
from rooms.underground.rules.minion_cards import Face, MinionId, attacker_wins, face_of
from tests.rooms.realm.game.play import ORGANIZER, player
from tests.rooms.reporting import said_of
from tests.rooms.underground.minions import with_settings
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, SNAKE_1, AtTable

SWORDS_1 = SeatId("swords-1")
DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))
RUMORS = Paper(type="spread-rumors", values=(("cat",),))
AMBUSH, PLANNED = Paper(type="ambush"), Paper(type="exactly-as-planned")
ALL = (CAT_1, CAT_2, SNAKE_1)


def card(word: str) -> MinionId:
    """Return a card by its name: "cat:rock-red#1"."""
    return MinionId(word)


def attacking(paper=RUMORS, guards=(), hand=("cat:paper-red#1", "cat:paper-blue#1", "cat:scissors-red#1"), there=ALL, **more):
    """Cat's first is on turn, with a scheme of Snake behind these minions, innermost first."""
    table = AtTable(there, scenario=with_settings(drawn_schemes_per_house=0)).until(TableStep.ATTACK)
    for seat in there:
        table.deal(seat, card(f"{table.state.seats[seat].house}:rock-red#9{seat[-1]}"))
    table.deal(CAT_1, *(card(each) for each in hand))
    scheme = table.lay(SNAKE_1, paper, protection=tuple(Guard(card=card(each)) for each in guards), **more)
    while turn_at(table.state, table.id) not in (CAT_1, None):
        table.do(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=turn_at(table.state, table.id)))
    return table, scheme


def named(table, scheme, **more):
    return {"month": 1, "table": table.id, "scheme": scheme, **more}


def begin(table, scheme, word="cat:paper-red#1", seat=CAT_1):
    return table.press(BeginAttack(**named(table, scheme, seat=seat, card=card(word))))


def reveal(table, scheme, seat=SNAKE_1):
    return table.press(Reveal(**named(table, scheme, seat=seat)))


def lies(table, scheme):
    return next((each for each in table.table.schemes if each.id == scheme), None)


def kinds(events):
    return [type(each) for each in events]


# --- fights -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-44", "GE-UND-45", "GE-UND-47", "GE-UND-48", "GE-UND-49", "GE-UND-50", "GE-UND-56")
def test_an_attack_wins_one_fight_and_loses_the_next():
    """EX-23: Paper beats Rock, then Paper blue does not beat Paper red."""
    table, scheme = attacking(guards=("snake:paper-red#1", "snake:rock-blue#1"))

    assert kinds(begin(table, scheme)) == [AttackBegun]
    assert kinds(reveal(table, scheme)) == [MinionsCompared]
    assert [guard.card for guard in lies(table, scheme).protection] == ["snake:paper-red#1"]
    assert card("cat:paper-red#1") in pile_of(table.state, "cat").discards
    assert card("snake:rock-blue#1") in pile_of(table.state, "snake").discards

    table.press(PlayOn(**named(table, scheme, seat=CAT_1, card=card("cat:paper-blue#1"))))
    happened = reveal(table, scheme)

    assert [each.outcome for each in happened if isinstance(each, AttackEnded)] == [Outcome.BEATEN]
    assert lies(table, scheme).protection == (Guard(card=card("snake:paper-red#1"), up=True),)
    assert card("cat:paper-blue#1") in pile_of(table.state, "cat").discards
    assert table.table.attack is None
    assert not knows(lies(table, scheme), CAT_1)


@pytest.mark.rule("GE-UND-47")
def test_the_tablet_shows_no_fight_of_an_attack_before():
    table, scheme = attacking(guards=("snake:rock-red#1", "snake:rock-blue#1"))
    other = table.lay(SWORDS_1, RUMORS)
    begin(table, scheme)
    reveal(table, scheme)
    assert table_desk(table.state, DESK, table.id).compared.scheme == scheme
    table.press(StopAttack(**named(table, scheme, seat=CAT_1)))
    ended = table_desk(table.state, DESK, table.id)
    assert (ended.compared.scheme, ended.ended.scheme) == (scheme, scheme)

    while (seat := turn_at(table.state, table.id)) != CAT_2:
        table.do(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=seat))
    begin(table, other, "cat:rock-red#92", CAT_2)

    assert table_desk(table.state, DESK, table.id).compared is None
    table.press(LeaveScheme(**named(table, other, seat=CAT_2)))
    over = table_desk(table.state, DESK, table.id)
    assert (over.compared, over.ended.attacker) == (None, CAT_2)


@pytest.mark.rule("R-119")
def test_the_tablet_marks_the_scheme_under_attack_and_who_has_no_minion_left():
    table, scheme = attacking(guards=("snake:rock-red#1",))
    table.lay(SWORDS_1, RUMORS)
    table.deal(CAT_2)

    def marked():
        return [each.card.id for each in table_desk(table.state, DESK, table.id).schemes if each.target]

    assert marked() == []
    begin(table, scheme)
    assert marked() == [scheme]
    done = {each.seat: each.done for each in table_desk(table.state, DESK, table.id).sitters}
    assert (done[CAT_1], done[CAT_2]) == (False, True)
    table.press(StopAttack(**named(table, scheme, seat=CAT_1)))
    assert marked() == []


@pytest.mark.rule("GE-UND-52", "GE-UND-54", "R-119", "R-121")
def test_the_last_protection_beaten_reaches_the_scheme_without_another_minion_and_foils_it():
    """EX-23: Scissors red beats Paper red; so does Paper red."""
    table, scheme = attacking(guards=("snake:paper-red#1",), advancement=(card("snake:rock-red#5"),))
    begin(table, scheme, "cat:scissors-red#1")

    assert kinds(reveal(table, scheme)) == [MinionsCompared, SchemeReached]
    assert knows(lies(table, scheme), CAT_1)
    assert not knows(lies(table, scheme), CAT_2)
    table.press(FoilScheme(**named(table, scheme, seat=CAT_1)))

    assert lies(table, scheme) is None
    assert card("snake:rock-red#5") in pile_of(table.state, "snake").discards
    assert attack_view(table.state, Viewer(seat=CAT_2), table.id).ended.outcome == Outcome.FOILED


@pytest.mark.rule("R-119", "GE-UND-54", "GE-UND-56", "GE-UND-55", "GE-UND-60")
def test_an_unprotected_scheme_costs_one_minion_may_be_left_and_is_attacked_once_a_month():
    table, scheme = attacking()

    assert kinds(begin(table, scheme)) == [AttackBegun, SchemeReached]
    assert card("cat:paper-red#1") in pile_of(table.state, "cat").discards
    table.press(LeaveScheme(**named(table, scheme, seat=CAT_1)))
    assert lies(table, scheme) is not None
    assert turn_at(table.state, table.id) != CAT_1

    while turn_at(table.state, table.id) != CAT_1:
        table.do(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=turn_at(table.state, table.id)))
    with pytest.raises(Refused) as no:
        begin(table, scheme, "cat:paper-blue#1")
    assert no.value.rule == "GE-UND-56"
    (target,) = attack_view(table.state, Viewer(seat=CAT_1), table.id).targets
    assert target.why_not


@pytest.mark.rule("GE-UND-56", "GE-UND-55", "R-119")
@pytest.mark.parametrize("others", range(4))
def test_a_scheme_is_attacked_once_a_month_by_each_however_many_attacks_follow(others):
    """Cat attacks A, and each of the others attacks once. Then Cat may not attack A again, but may attack another scheme."""
    table, first = attacking(there=(CAT_1, CAT_2, SWORDS_1, SNAKE_1))
    second = table.lay(SWORDS_1, RUMORS)
    begin(table, first)
    table.press(LeaveScheme(**named(table, first, seat=CAT_1)))
    for number, (seat, scheme) in enumerate(((CAT_2, first), (SWORDS_1, first), (SNAKE_1, second))):
        if number < others:
            begin(table, scheme, table.table.hands[seat][0], seat)
            table.press(LeaveScheme(**named(table, scheme, seat=seat)))
        else:
            table.press(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=seat))

    assert turn_at(table.state, table.id) == CAT_1
    with pytest.raises(Refused) as no:
        begin(table, first, "cat:paper-blue#1")
    assert no.value.rule == "GE-UND-56"
    assert kinds(begin(table, second, "cat:paper-blue#1")) == [AttackBegun, SchemeReached]


@pytest.mark.rule("GE-UND-56", "GE-UND-60")
def test_what_was_attacked_in_one_month_may_be_attacked_in_the_next():
    table, scheme = attacking()
    begin(table, scheme)
    table.press(LeaveScheme(**named(table, scheme, seat=CAT_1)))

    then = replace(table.state, clock=replace(table.state.clock, month=2))

    assert barred_from(table.state, table_of(table.state, table.id), table.state.seats[CAT_1], lies(table, scheme)) is not None
    assert barred_from(then, table_of(then, table.id), then.seats[CAT_1], lies(table, scheme)) is None


@pytest.mark.rule("GE-UND-43", "R-119")
def test_a_player_attacks_with_a_card_of_the_own_hand_and_no_scheme_of_the_own_house():
    table, scheme = attacking()
    own = table.lay(CAT_2, AMBUSH)

    with pytest.raises(Refused, match="own House"):
        begin(table, own)
    with pytest.raises(Refused, match="not all in hand"):
        begin(table, scheme, "cat:rock-blue#6")
    with pytest.raises(Stale):
        begin(table, 77)
    view = attack_view(table.state, Viewer(seat=CAT_1), table.id)
    assert view.begin
    assert [bool(each.why_not) for each in view.targets] == [False, True]


@pytest.mark.rule("GE-UND-51", "R-119")
@pytest.mark.parametrize("revealed", [False, True])
def test_the_attacker_may_stop_at_any_time_and_what_was_played_is_discarded(revealed):
    table, scheme = attacking(guards=("snake:paper-red#1", "snake:rock-blue#1"))
    begin(table, scheme)
    if revealed:
        reveal(table, scheme)
    with pytest.raises(Refused, match="An attack goes on"):
        table.press(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=CAT_1))

    table.press(StopAttack(**named(table, scheme, seat=CAT_1)))

    assert table.table.attack is None
    assert card("cat:paper-red#1") in pile_of(table.state, "cat").discards
    assert len(lies(table, scheme).protection) == (1 if revealed else 2)
    assert turn_at(table.state, table.id) != CAT_1


@pytest.mark.rule("GE-UND-45", "R-119")
def test_the_owner_house_reveals_or_underground_control_and_nobody_else():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    begin(table, scheme)

    with pytest.raises(Refused, match="owns the scheme"):
        table.press(Reveal(**named(table, scheme, seat=CAT_2)))
    assert attack_view(table.state, Viewer(seat=SNAKE_1), table.id).running.reveal
    assert not attack_view(table.state, Viewer(seat=CAT_1), table.id).running.reveal
    table.do(Reveal(**named(table, scheme)))
    with pytest.raises(Stale):
        table.do(Reveal(**named(table, scheme)))

    assert table.table.attack.reached


@pytest.mark.rule("R-119")
def test_of_an_absent_house_underground_control_reveals():
    table, scheme = attacking(guards=("snake:rock-blue#1",), there=(CAT_1, CAT_2, SWORDS_1))
    begin(table, scheme)

    running = attack_view(table.state, DESK, table.id).running
    assert running.absent
    assert running.reveal
    table.do(Reveal(**named(table, scheme)))
    assert table.table.attack.reached


@pytest.mark.rule("R-119", "GE-UND-45")
def test_what_a_lost_fight_left_face_up_is_compared_at_once():
    table, _scheme = attacking()
    guarded = table.lay(SeatId("snake-2"), RUMORS, protection=(Guard(card=card("snake:rock-blue#1"), up=True),))

    assert kinds(begin(table, guarded)) == [AttackBegun, MinionsCompared, SchemeReached]


@pytest.mark.rule("R-119", "GE-UND-55")
def test_an_attacker_without_a_minion_left_is_done():
    table, scheme = attacking(guards=("snake:paper-red#1", "snake:rock-blue#1"), hand=("cat:paper-red#1",))
    begin(table, scheme)

    ends = [each for each in reveal(table, scheme) if isinstance(each, AttackEnded)]

    assert [each.outcome for each in ends] == [Outcome.SPENT]
    assert turn_at(table.state, table.id) != CAT_1


@pytest.mark.rule("GE-UND-46", "GE-UND-47", "GE-UND-48", "R-137")
def test_symbols_colors_and_masters_decide():
    rock, paper, scissors = (Face(symbol=each, color="red") for each in ("rock", "paper", "scissors"))
    assert attacker_wins(rock, scissors, {})
    assert attacker_wins(scissors, paper, {})
    assert attacker_wins(paper, rock, {})
    assert not attacker_wins(scissors, rock, {})
    assert attacker_wins(rock, rock, {})
    blue = replace(rock, color="blue")
    assert not attacker_wins(rock, blue, {})
    master = {"rock red": ("rock blue",)}
    assert attacker_wins(replace(rock, master=True), blue, master)
    assert attacker_wins(blue, replace(rock, master=True), {}) is False
    assert not attacker_wins(replace(rock, master=True), replace(blue, master=True), master)


@pytest.mark.rule("R-137")
def test_a_master_beats_at_the_table_what_its_scenario_names():
    table, scheme = attacking(guards=("snake:rock-blue#1",), hand=("cat:rock-red!1",))
    begin(table, scheme, "cat:rock-red!1")
    reveal(table, scheme)

    assert table.table.compared.won
    assert face_of(table.table.compared.card).master


# --- traps --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-25", "GE-UND-26", "GE-UND-53", "R-109", "R-120", "R-139")
def test_an_ambush_kills_who_has_two_wounds_and_its_house_draws_a_favor():
    """EX-24."""
    table, scheme = attacking(AMBUSH)
    seats = {**table.state.seats, CAT_1: replace(table.state.seats[CAT_1], wounds=2)}
    table.day.state = replace(table.state, seats=seats)
    begin(table, scheme)
    assert lies(table, scheme) is not None

    happened = table.press(GoOn(**named(table, scheme, seat=CAT_1)))

    assert [each.seat for each in happened if isinstance(each, FavorDrawn)] == [SNAKE_1]
    assert len([each for each in happened if isinstance(each, AttackEnded)]) == 1
    assert table.state.seats[CAT_1].died == 1
    assert lies(table, scheme) is None
    assert turn_at(table.state, table.id) not in (CAT_1, None) or table.table.attack is None


@pytest.mark.rule("GE-UND-26", "R-120")
def test_with_none_of_the_owning_house_in_the_underground_nobody_draws():
    table, scheme = attacking(AMBUSH, there=(CAT_1, CAT_2, SWORDS_1))
    begin(table, scheme)

    happened = table.press(GoOn(**named(table, scheme, seat=CAT_1)))

    assert not [each for each in happened if isinstance(each, FavorDrawn)]
    assert [each.wounds for each in happened if isinstance(each, Wounded)] == [1]


@pytest.mark.rule("GE-UND-26", "R-120")
def test_the_favor_is_drawn_at_whatever_table_the_player_sits():
    table, scheme = attacking(AMBUSH)
    elsewhere = next(each for each in table.state.tables_of("underground") if each != table.id)
    table.day.state = replace(
        table.state, seats={**table.state.seats, SNAKE_1: replace(table.state.seats[SNAKE_1], table=elsewhere)}
    )
    begin(table, scheme)

    happened = table.press(GoOn(**named(table, scheme, seat=CAT_1)))

    assert [each.seat for each in happened if isinstance(each, FavorDrawn)] == [SNAKE_1]


@pytest.mark.rule("GE-UND-24", "R-120")
@pytest.mark.parametrize("there", [0, 1, 2])
def test_exactly_as_planned_takes_what_there_is_up_to_two(there):
    """EX-24: 1 if there is only 1."""
    table, scheme = attacking(PLANNED)
    own = table.lay(CAT_2, RUMORS, advancement=tuple(card(f"cat:rock-red#{each + 1}") for each in range(there)))
    begin(table, scheme)

    table.press(GoOn(**named(table, scheme, seat=CAT_1)))

    assert lies(table, own).advancement == ()
    assert lies(table, scheme) is None
    assert table.table.ended.trap == "exactly-as-planned"


def planned_with_choice():
    table, scheme = attacking(PLANNED)
    one = table.lay(CAT_1, RUMORS, advancement=(card("cat:rock-red#1"), card("snake:rock-red#2")))
    other = table.lay(CAT_2, RUMORS, advancement=(card("cat:rock-red#3"),))
    begin(table, scheme)
    return table, scheme, one, other


@pytest.mark.rule("GE-UND-24", "R-120")
def test_the_attacker_chooses_which_advancement_goes():
    table, scheme, one, other = planned_with_choice()
    table.press(GoOn(**named(table, scheme, seat=CAT_1)))
    running = attack_view(table.state, Viewer(seat=CAT_1), table.id).running
    assert (running.waits, running.due, [each.advancement for each in running.losses]) == (AttackPhase.LOSS, 2, [2, 1])
    assert attack_view(table.state, Viewer(seat=CAT_2), table.id).running.losses == ()

    for wrong in ((one,), (other, other), (one, one, other), (scheme, one)):
        with pytest.raises(Refused, match="2 in all"):
            table.press(ChooseLoss(**named(table, scheme, seat=CAT_1, losses=wrong)))
    table.press(ChooseLoss(**named(table, scheme, seat=CAT_1, losses=(other, one))))

    assert lies(table, one).advancement == ("snake:rock-red#2",)
    assert lies(table, other).advancement == ()
    assert table.table.attack is None


@pytest.mark.rule("GE-UND-24", "R-120")
@pytest.mark.parametrize("sprung", [False, True])
def test_when_time_is_up_the_oldest_goes(sprung):
    table, scheme, one, other = planned_with_choice()
    if sprung:
        table.press(GoOn(**named(table, scheme, seat=CAT_1)))

    happened = table.end(TableStep.ATTACK)

    assert [each.scheme for event in happened if isinstance(event, AdvancementLost) for each in event.lost] == [one]
    assert lies(table, other).advancement
    assert lies(table, scheme) is None


@pytest.mark.rule("GE-UND-24", "R-120")
@pytest.mark.parametrize("lies_on", [(3, 3), (1, 3), (0, 3), (1, 1), (2, 0), (0, 1), (0, 0)])
def test_by_default_the_oldest_goes_of_schemes_in_the_order_in_which_they_were_placed(lies_on):
    """2 cards in all, if there are as many, from schemes of the attacker's House whoever placed them.

    The oldest scheme loses first.
    """
    table, scheme = attacking(PLANNED, advancement=(card("cat:rock-red#70"),))
    of_cat = [[card(f"swords:rock-red#{10 * at + each}") for each in range(count)] for at, count in enumerate(lies_on)]
    own = [table.lay(seat, RUMORS, advancement=tuple(of_cat[at])) for at, seat in enumerate((CAT_2, CAT_1))]
    other = table.lay(SWORDS_1, RUMORS, advancement=(card("cat:rock-red#71"), card("cat:rock-red#72")))
    begin(table, scheme)

    happened = table.end(TableStep.ATTACK)

    gone = [each for event in happened if isinstance(event, AdvancementLost) for lost in event.lost for each in lost.cards]
    assert gone == [*of_cat[0], *of_cat[1]][:2]
    assert [*lies(table, own[0]).advancement, *lies(table, own[1]).advancement] == [*of_cat[0], *of_cat[1]][2:]
    assert len(lies(table, other).advancement) == 2


# --- defaults -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-119", "GE-UND-54")
def test_when_time_is_up_a_reached_scheme_is_left():
    table, scheme = attacking()
    begin(table, scheme)

    table.end(TableStep.ATTACK)

    assert lies(table, scheme) is not None
    assert table.table.ended.outcome == Outcome.LEFT


@pytest.mark.rule("R-119", "GE-UND-45")
def test_when_time_is_up_before_a_reveal_the_played_minion_is_discarded():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    begin(table, scheme)

    table.end(TableStep.ATTACK)

    assert table.table.attack is None
    assert lies(table, scheme).protection == (Guard(card=card("snake:rock-blue#1")),)
    assert card("cat:paper-red#1") in pile_of(table.state, "cat").discards


@pytest.mark.rule("R-119", "GE-UND-53")
@pytest.mark.parametrize(("paper", "outcome"), [(RUMORS, Outcome.LEFT), (AMBUSH, Outcome.TRAPPED)])
def test_who_leaves_in_the_middle_goes_on_by_default(paper, outcome):
    table, scheme = attacking(paper)
    begin(table, scheme)

    table.do(SeatInRoom(player=CAT_1, month=1, room=Room.COURT, table=""), ORGANIZER)

    assert table.table.attack is None
    assert table.table.ended.outcome == outcome
    assert turn_at(table.state, table.id) != CAT_1


@pytest.mark.rule("R-119")
def test_who_is_checked_out_in_the_middle_attacks_no_more():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    begin(table, scheme)

    table.do(CheckIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.EXPECTED), ORGANIZER)

    assert table.table.attack is None


# --- who learns what ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-52", "R-144")
def test_a_trap_and_a_scheme_look_alike_until_the_attacker_goes_on():
    seen = {}
    for paper in (RUMORS, AMBUSH, PLANNED):
        table, scheme = attacking(paper)
        before = table.state
        happened = begin(table, scheme)
        others = [attack_view(table.state, viewer, table.id) for viewer in (Viewer(seat=CAT_2), HALL)]
        told = said_of(GAME, before, happened)
        assert [set(each) for each in told] == [
            {DESKS},
            {DESKS},
        ]  # the face is on the attacker's phone alone
        seen[paper.type] = (repr(others), told, kinds(happened))
        mine = attack_view(table.state, Viewer(seat=CAT_1), table.id).running
        assert mine.face == {"spread-rumors": "Spread Rumors: Cat"}.get(paper.type, mine.face)
        assert mine.face
        assert (mine.decide, mine.go_on) == ((True, False) if paper is RUMORS else (False, True))
        assert attack_view(table.state, DESK, table.id).running.face == mine.face

    assert len({repr(each) for each in seen.values()}) == 1


@pytest.mark.rule("GE-UND-53", "GE-UND-54")
def test_a_trap_is_neither_foiled_nor_left_and_a_scheme_does_not_strike():
    table, scheme = attacking(AMBUSH)
    begin(table, scheme)
    for command in (FoilScheme, LeaveScheme):
        with pytest.raises(Refused, match="trap"):
            table.press(command(**named(table, scheme, seat=CAT_1)))
    table, scheme = attacking()
    with pytest.raises(Stale):
        table.press(GoOn(**named(table, scheme, seat=CAT_1)))
    begin(table, scheme)
    with pytest.raises(Refused, match="no trap"):
        table.press(GoOn(**named(table, scheme, seat=CAT_1)))
    with pytest.raises(Stale, match="reached"):
        table.press(StopAttack(**named(table, scheme, seat=CAT_1)))


@pytest.mark.rule("R-144")
def test_a_minion_that_was_not_compared_is_in_nobodys_sight():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    before = table.state
    told = repr(said_of(GAME, before, begin(table, scheme)))

    for viewer in (Viewer(seat=CAT_2), Viewer(seat=SNAKE_1), DESK):
        view = repr(attack_view(table.state, viewer, table.id))
        assert "paper-red" not in view + told
        assert "Paper" not in view + told
    assert attack_view(table.state, Viewer(seat=SeatId("wolf-1")), table.id) is None
    assert attack_view(table.state, Viewer(desks=frozenset({Desk.COURT})), table.id) is None
    reveal(table, scheme)
    assert attack_view(table.state, Viewer(seat=CAT_2), table.id).compared.words == (
        "red Paper against blue Rock: the attacker wins"
    )


# --- what was withdrawn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-44", "GE-UND-47")
def test_withdrawn_from_its_end_an_attack_gives_the_same_bytes_and_reveals_last():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    start = table.state
    states, events = [], []
    for press in (
        lambda: begin(table, scheme),
        lambda: reveal(table, scheme),
        lambda: table.press(FoilScheme(**named(table, scheme, seat=CAT_1))),
    ):
        states.append(codec.encode_state(table.state))
        events.append(press())

    for kept in range(3):
        state = start
        for happened in (each for step in events[:kept] for each in step):
            state = GAME.evolve(state, happened)
        assert codec.encode_state(state) == states[kept]
    lasting = {type(each) for step in events for each in step if GAME.lasting(each)}
    assert lasting == {MinionsCompared, SchemeReached}
    assert GAME.lasting(TrapSprung(month=1, table=table.id, seat=CAT_1, scheme=1, house="snake", trap="ambush", at=table.day.now))


@pytest.mark.rule("GE-UND-44")
def test_what_follows_a_withdrawn_event_is_named_and_loses_no_card():
    table, scheme = attacking(PLANNED, guards=("snake:rock-blue#1",))
    table.lay(CAT_2, RUMORS, advancement=(card("cat:rock-red#1"),))
    start = table.state
    events = [*begin(table, scheme), *reveal(table, scheme), *table.press(GoOn(**named(table, scheme, seat=CAT_1)))]
    had = sorted((*cards_of(start, "cat"), *cards_of(start, "snake")))

    for missing in [at for at, each in enumerate(events) if not isinstance(each, FavorDrawn)][:-2]:
        state = start
        for happened in (*events[:missing], *events[missing + 1 :]):
            state = GAME.evolve(state, happened)
        assert sorted((*cards_of(state, "cat"), *cards_of(state, "snake"))) == had
        if not isinstance(events[missing], AdvancementLost):
            assert GAME.broken(state) != ()


def test_a_step_of_another_room_settles_nothing():
    table, scheme = attacking()
    begin(table, scheme)
    ended = StepEnded(room=Room.COURT, month=1, step="updates", at=table.day.now)

    assert GAME.followed(table.state, ended, _asked(table)).state.rooms == table.state.rooms


def _asked(table):
    return DecisionContext(by=player(CAT_1), at=table.day.now)


@pytest.mark.rule("R-119", "R-121")
def test_an_attack_that_a_clock_set_forward_left_over_is_settled_by_the_next_step_that_ends():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    begin(table, scheme)
    table.day.state = replace(table.state, clock=replace(table.state.clock, month=2))
    had = sorted(cards_of(table.state, "cat"))
    assert table.table.attack.card == "cat:paper-red#1"

    (over,) = settle_attack(table.state, table.id, TableStep.UPDATES, _asked(table))
    table.day.state = GAME.evolve(table.state, over)

    assert table.table.attack is None
    assert not table.table.doubtful
    assert sorted(cards_of(table.state, "cat")) == had


def test_the_desk_acts_for_a_player_without_a_phone():
    table, scheme = attacking()
    assert not attack_view(table.state, DESK, table.id).begin
    assert attack_view(table.state, DESK, table.id, CAT_1).begin
    table.do(BeginAttack(**named(table, scheme, seat=CAT_1, card=card("cat:paper-red#1"))))
    assert attack_view(table.state, DESK, table.id, CAT_1).running.decide
    table.do(LeaveScheme(**named(table, scheme, seat=CAT_1)))
    assert table.table.ended.outcome == Outcome.LEFT

"""Whole tables played at random, from Advancement to Complete: there is always something to do, and no card is lost."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.underground.game.state import TableStep
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal, StopAttack, barred_from
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.attack_trap import ChooseLoss, advancement_of, is_trap
from rooms.underground.game.tables.cards import pile_of, with_pile
from rooms.underground.game.tables.lookup import hand_of, seats_at_table, turn_at, with_table
from rooms.underground.game.tables.protection import Protect, price_at
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.view_attack import AttackPhase, attack_view
from rooms.underground.rules import losses
from tests.amounts import amount
from tests.rooms.underground.minions import all_conserved
from tests.rooms.underground.table import CAT_1, CAT_2, SNAKE_1, AtTable

SWORDS_1 = SeatId("swords-1")
DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))
PAPERS = (Paper(type="ambush"), Paper(type="exactly-as-planned"), Paper(type="spread-rumors", values=(("cat",),)))


@cache
def dealt() -> tuple[AtTable, GameState]:
    """Four players with their minions in hand."""
    table = AtTable((CAT_1, CAT_2, SNAKE_1, SWORDS_1)).until(TableStep.ADVANCEMENT)
    return table, table.state


def shuffled(table: AtTable, dice: Random) -> None:
    """Shuffle the hands, and draw new wounds and new schemes."""
    for house in ("cat", "snake", "swords"):
        own = [seat for seat in seats_at_table(table.state, table.id) if seat.house == house]
        pile = pile_of(table.state, house)
        cards = [*pile.cards, *(card for seat in own for card in hand_of(table.state, table.id, seat.id))]
        dice.shuffle(cards)
        hands = dict(table.table.hands)
        for seat in own:
            count = len(hands[seat.id])
            hands[seat.id], cards = tuple(cards[:count]), cards[count:]
        table.day.state = with_table(table.state, replace(table.table, hands=hands))
        table.day.state = with_pile(table.state, house, replace(pile, cards=tuple(cards)))
    seats = {each: replace(seat, wounds=dice.choice((0, 0, 2))) for each, seat in table.state.seats.items()}
    table.day.state = replace(table.state, seats=seats)
    for seat in (CAT_1, CAT_2, SNAKE_1, SWORDS_1):
        if dice.random() < 0.8:
            table.lay(seat, dice.choice(PAPERS))


def placing(table: AtTable, dice: Random, seat: SeatId, step: TableStep) -> object:
    """Return an act of Advancement or Protection, or the end of the turn."""
    named = {"month": 1, "table": table.id, "seat": seat}
    cards, schemes = list(hand_of(table.state, table.id, seat)), list(table.table.schemes)
    dice.shuffle(cards)
    if schemes and dice.random() < 0.6:
        scheme = dice.choice(schemes)
        if step is TableStep.ADVANCEMENT:
            return Advance(**named, scheme=scheme.id, cards=(cards[0],))
        price = price_at(table.state, scheme, seat)
        if price < len(cards):
            return Protect(**named, scheme=scheme.id, card=cards[0], discards=tuple(cards[1 : price + 1]))
    return EndTurn(**named, step=step)


def attacking(table: AtTable, dice: Random, seat: SeatId) -> object:
    """Return an attack of the player on turn, or the end of the turn."""
    player = table.state.seats[seat]
    free = [each for each in table.table.schemes if barred_from(table.state, table.table, player, each) is None]
    shown = attack_view(table.state, Viewer(seat=seat), table.id)
    assert [each.scheme for each in shown.targets if not each.why_not] == [each.id for each in free]
    assert shown.begin
    if not free or dice.random() < 0.15:
        return EndTurn(month=1, table=table.id, seat=seat, step=TableStep.ATTACK)
    card = dice.choice(hand_of(table.state, table.id, seat))
    return BeginAttack(month=1, table=table.id, seat=seat, scheme=dice.choice(free).id, card=card)


def going_on(table: AtTable, dice: Random) -> object:
    """Return a command that the running attack waits for, as the screens offer it."""
    attack = table.table.attack
    scheme = next(each for each in table.table.schemes if each.id == attack.scheme)
    named = {"month": 1, "table": table.id, "scheme": attack.scheme}
    mine = {**named, "seat": attack.attacker}
    shown = attack_view(table.state, Viewer(seat=attack.attacker), table.id).running
    if shown.waits is AttackPhase.REVEAL:
        assert attack_view(table.state, DESK, table.id).running.reveal
        return Reveal(**named) if dice.random() < 0.9 else StopAttack(**mine)
    if shown.waits is AttackPhase.ATTACKER:
        assert shown.play
        assert shown.stop
        card = dice.choice(hand_of(table.state, table.id, attack.attacker))
        return PlayOn(**mine, card=card) if dice.random() < 0.9 else StopAttack(**mine)
    if shown.waits is AttackPhase.LOOK:
        assert shown.go_on is is_trap(table.state, scheme)
        assert shown.decide is not shown.go_on
        return GoOn(**mine) if shown.go_on else dice.choice((FoilScheme, LeaveScheme))(**mine)
    bears = advancement_of(table.state, table.id, attack.attacker)
    named_losses = [scheme for scheme, cards in bears.items() for _card in cards]
    assert shown.due == losses.due(bears) == 2
    return ChooseLoss(**mine, losses=tuple(dice.sample(named_losses, 2)))


def play(seed: int) -> int:
    """Play one table and return the number of attacks."""
    table, state = dealt()
    table.day.state, dice = state, Random(seed)
    shuffled(table, dice)
    attacks = 0
    for step in (TableStep.ADVANCEMENT, TableStep.PROTECTION, TableStep.ATTACK):
        table.until(step)
        hurry = dice.random() < 0.3  # the step ends in the middle
        for _act in range(dice.randrange(8) if hurry else 200):
            seat = turn_at(table.state, table.id)
            if table.table.attack is not None:
                table.do(going_on(table, dice))
            elif seat is None:
                break
            elif step is TableStep.ATTACK:
                act = attacking(table, dice, seat)
                attacks += isinstance(act, BeginAttack)
                table.do(act)
            else:
                table.do(placing(table, dice, seat, step))
            assert all_conserved(table), seed
        assert hurry or turn_at(table.state, table.id) is None
    table.until(TableStep.COMPLETE)
    assert table.table.attack is None
    assert all_conserved(table), seed
    return attacks


@pytest.mark.rule("GE-UND-43", "GE-UND-55", "R-110", "R-119", "R-121")
def test_no_table_comes_to_a_dead_end_and_no_card_is_lost():
    assert sum(play(seed) for seed in range(amount(60, 2000))) > 60

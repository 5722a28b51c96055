"""Months phase by phase with the changes of `test_between_steps`: nothing is lost, events replay, and commands can be withdrawn."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from control.day.clock.phases import BeginDay, EndPhase
from control.day.people.lookup import members
from control.day.people.presence import CheckIn
from control.day.state import DayStage, Presence
from control.engine import codec
from control.engine.context import DecisionContext
from control.engine.dice import DiceChance
from control.engine.modules import Command, Game, GameEvent
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState, Purse
from rooms.realm.scenario.ids import Phase
from tests.amounts import amount
from tests.rooms.conserved import unexplained
from tests.rooms.realm.game.passing import FLOOR
from tests.rooms.realm.game.play import MORNING
from tests.rooms.realm.game.test_between_steps import CHANGES, giver
from tests.rooms.realm.game.throning import BY_HAND
from tests.rooms.whole import GAME as WHOLE
from tests.scenarios import default, small

GAME = Game[GameState](name=WHOLE.name, state_type=GameState, modules=(*WHOLE.modules, FLOOR, BY_HAND))
SETTINGS: dict[str, tuple[object, ...]] = {
    "annulled_hostages": ("released", "kept"),
    "divorce": (True, False),
    "holdings": ("player", "house"),
    "marriage_hostages_after_death": ("released", "kept"),
}


class Walk:
    """Some months with the dice of a seed. `steps`: state before each command, and its events."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        scenario = self.dice.choice([default(), small()])
        settings = {name: self.dice.choice(values) for name, values in SETTINGS.items()}
        self.state = GameState(scenario=replace(scenario, settings=replace(scenario.settings, **settings)))  # type: ignore[arg-type]
        self.now, self.steps = MORNING, list[tuple[GameState, tuple[GameEvent, ...]]]()

    def do(self, command: Command) -> None:
        """Give a command. Each event must be conserved, and the invariants must hold after the last."""
        before = state = self.state
        asked = DecisionContext(by=giver(command), at=self.now, chance=DiceChance(self.dice))
        events = GAME.decided(state, command, asked).events
        for event in events:
            after = GAME.evolve(state, event)
            assert [*unexplained(state, event, after)] == [], command
            state = after
        self.state = state
        self.steps.append((before, events))
        holds(state)
        for dead in [state.seats[each.seat] for each in events if isinstance(each, CharacterDied)]:
            alone = all(each.died is not None for each in members(state, dead.house))  # the House's gains then wait with its rank 1
            assert dead.died is None or alone or dead.purse == Purse(), f"{dead.name} is dead and holds something"

    def change(self) -> None:
        """Try one change, often for the Sovereign, a rank 1 or a spouse. A refusal changes nothing."""
        state, seats = self.state, self.state.seats
        known = [each.id for each in seats.values() if each.rank == 1 or each.spouse or each.id == state.throne.holder]
        seat = seats[self.dice.choice(known if known and self.dice.random() < 0.4 else sorted(seats))]
        try:
            self.do(CHANGES[self.dice.choice(sorted(CHANGES))](state, seat, self.dice))
        except Refused:
            assert self.state is state

    def take_back(self) -> None:
        """Withdraw one of the last commands and fold the later ones. The invariants hold unless a module names something broken."""
        at = len(self.steps) - self.dice.randint(1, min(12, len(self.steps)))
        (state, gone), later = self.steps[at], [each for _before, events in self.steps[at + 1 :] for each in events]
        if any(GAME.lasting(each) for each in gone):
            return
        for event in later:
            state = GAME.evolve(state, event)
        for event in gone:
            GAME.invalidations(event, state)
        if not GAME.broken(state):  # otherwise the journal refuses
            holds(state)

    def folds_again(self, since: int) -> None:
        """Replay the stored events of each command, and compare the states. So withdrawing the last restores the state before."""
        state, *after = [*(before for before, _events in self.steps[since:]), self.state]
        for (_before, events), expected in zip(self.steps[since:], after, strict=True):
            for event in events:
                state = GAME.evolve(state, codec.decode_event(GAME, *codec.encode_event(event)))
            assert state == expected

    def through(self, months: int) -> None:
        self.do(SetUp(casting=self.state.scenario.casting))
        for seat in self.state.seats:
            self.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT))
        self.do(BeginDay())
        for _phase in range(len(Phase) * months):
            folded = len(self.steps)
            for _each in range(self.dice.randint(4, 24)):
                self.change()
                if self.dice.random() < 0.2:
                    self.take_back()
            clock = self.state.clock
            if clock.stage is DayStage.PLAYING and clock.phase:
                self.now = clock.deadline or self.now
                self.do(EndPhase(month=clock.month, phase=clock.phase, anyway="it is time"))
            self.folds_again(folded)


def holds(state: GameState) -> None:
    """Check the rules of every moment, and the invariants of the modules."""
    assert GAME.broken(state) == ()
    settings, hanging = state.scenario.settings, {each.id for each in state.laws}
    for house in state.scenario.houses:
        assert [each.rank for each in members(state, house.id)] == [*range(1, len(members(state, house.id)) + 1)]
    asked = {*state.divorces, *(seat for each in state.betrothals for seat in (each.one, each.other))}
    for seat in state.seats.values():
        left, reigns = seat.presence is Presence.GONE, state.throne.holder == seat.id
        if seat.died is not None or left:
            assert (seat.spouse, reigns, seat.id in asked) == (None, False, False), f"{seat.name} is not there"
        assert not left or (seat.purse, seat.rank) == (Purse(), 0)
        assert settings.holdings == "player" or seat.rank == 1 or seat.purse == Purse(), f"{seat.name} has an own purse"
        assert seat.spouse is None or state.seats[seat.spouse].spouse == seat.id != seat.spouse
    for numbered in (state.hostages, state.buildings, (*state.laws, *state.struck_laws), state.effects):
        assert max(Counter(each.id for each in numbered).values(), default=1) == 1
    for each in state.hostages:
        assert not each.law or each.law in hanging or settings.annulled_hostages == "kept"
        if each.marriage and settings.marriage_hostages_after_death == "released":
            assert state.seats[each.marriage[0]].spouse == each.marriage[1]


@pytest.mark.rule("R-03", "R-05", "R-99", "R-139", "R-140", "R-141", "R-143")
@pytest.mark.parametrize("seed", range(1, amount(16, 200) + 1))
def test_whatever_changes_between_two_phases_the_realm_keeps_the_rules(seed: int) -> None:
    Walk(seed).through(amount(2, 4))

"""Months at the tables with a correction, a death or a leaver between any two presses. The rules hold after each of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from msgspec import Struct

from control.day.people.presence import CheckIn, LeaveForGood
from control.day.people.room_choice import SeatInRoom
from control.day.state import Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.modules import Command, GameEvent
from control.engine.refusal import Refused
from rooms.realm.desks import ALL_DESKS
from rooms.realm.game.ranks_and_wounds import DEADLY, AdjustRank, AdjustWounds
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.module import EnterScheme
from rooms.underground.game.state import TURNS, TableId, TableStep
from rooms.underground.game.tables.advancement import MinionsAdvanced
from rooms.underground.game.tables.attack import AttackBegun, MinionsCompared
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.cards import pile_of
from rooms.underground.game.tables.corrections import DealHand
from rooms.underground.game.tables.costs import is_complete
from rooms.underground.game.tables.lookup import out_of, room_of, seats_at_table, step_of, table_of, tables, turn_at
from rooms.underground.game.tables.protection import ProtectionPlaced
from rooms.underground.game.tables.schemes import schemes_in_play
from rooms.underground.game.tables.turns import ArrangeSeats, MarkGone, SeatsArranged, TurnEnded
from rooms.underground.game.tables.undo import ActTakenBack, TakeBackAct
from rooms.underground.game.tables.written_schemes import SchemeRewritten
from rooms.underground.rules.minion_cards import face_of, house_of
from tests.amounts import amount
from tests.rooms.realm.game.play import running
from tests.rooms.underground.botted import ANYBODY, Tables, any_paper
from tests.rooms.underground.minions import all_conserved, with_settings

CONTROL = Actor(name="all", desks=ALL_DESKS)
THERE = tuple(
    SeatId(each) for each in ("cat-1", "cat-2", "cat-3", "swords-1", "swords-2", "snake-1", "snake-2", "wolf-1", "bear-1")
)
DEFEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
CHANCE = 0.2  # of a change between two presses


# --- changes ------------------------------------------------------------------------------------------------------------

Change = Callable[[GameState, HouseSeat, Random], Command]


def _table_at(state: GameState, seat: HouseSeat, chance: Random) -> TableId:
    return TableId(seat.table) if seat.table in tables(state) else chance.choice(tables(state))


def wounded(_state: GameState, seat: HouseSeat, chance: Random) -> Command:
    wounds = chance.choice([each for each in (0, 1, 2, DEADLY) if each != seat.wounds])
    return AdjustWounds(player=seat.id, before=seat.wounds, wounds=wounds, reason="miscounted")


def checked(_state: GameState, seat: HouseSeat, chance: Random) -> Command:
    presence = chance.choice((Presence.LATE, Presence.ABSENT)) if seat.here else Presence.PRESENT
    return CheckIn(seat=seat.id, before=seat.presence, presence=presence)


def left(_state: GameState, seat: HouseSeat, _chance: Random) -> Command:
    return LeaveForGood(seat=seat.id)


def marked_gone(state: GameState, seat: HouseSeat, chance: Random) -> Command:
    return MarkGone(month=state.clock.month, table=_table_at(state, seat, chance), player=seat.id)


def seated_elsewhere(state: GameState, seat: HouseSeat, chance: Random) -> Command:
    room, table = chance.choice([(Room.COURT, ""), *((Room.UNDERGROUND, each) for each in tables(state))])
    return SeatInRoom(player=seat.id, month=state.clock.month, room=room, table=table)


def ranked(_state: GameState, seat: HouseSeat, chance: Random) -> Command:
    return AdjustRank(player=seat.id, before=seat.rank, rank=chance.randint(1, 4), reason="misread")


def arranged(state: GameState, seat: HouseSeat, chance: Random) -> Command:
    table = _table_at(state, seat, chance)
    order = [each.id for each in seats_at_table(state, table)]
    chance.shuffle(order)
    return ArrangeSeats(month=state.clock.month, table=table, order=tuple(order))


def dealt(state: GameState, seat: HouseSeat, chance: Random) -> Command:
    table, pile = _table_at(state, seat, chance), pile_of(state, seat.house)
    held = list(table_of(state, table).hands.get(seat.id, ()))
    given = tuple((*pile.cards, *pile.discards)[: chance.randrange(3)])
    taken = tuple(chance.sample(held, chance.randint(0, len(held))))
    return DealHand(month=state.clock.month, table=table, player=seat.id, given=given, taken=taken, reason="miscounted")


def written_anew(state: GameState, seat: HouseSeat, chance: Random) -> Command:
    paper = any_paper(state, seat.id, chance)
    assert paper is not None
    return EnterScheme(player=seat.id, month=state.clock.month, paper=paper, reason="misread")


def taken_back(state: GameState, seat: HouseSeat, chance: Random) -> Command:
    table = _table_at(state, seat, chance)
    acts, step = table_of(state, table).acts, step_of(state, table) or TableStep.ADVANCEMENT
    return TakeBackAct(month=state.clock.month, table=table, step=step, seat=acts[-1].seat if acts else seat.id, acts=len(acts))


CHANGES: tuple[Change, ...] = (
    wounded,
    checked,
    checked,
    left,
    marked_gone,
    seated_elsewhere,
    ranked,
    arranged,
    dealt,
    written_anew,
    taken_back,
)


# --- the rules ----------------------------------------------------------------------------------------------------------


def acting(state: GameState, table: TableId) -> set[SeatId]:
    """Players who may act in this step: with a minion in hand, and not out (GE-UND-55)."""
    hands, out = table_of(state, table).hands, out_of(state, table)
    return {each.id for each in seats_at_table(state, table) if hands.get(each.id) and each.id not in out}


@dataclass(slots=True)
class Ring:
    """Seats of a table in turn order during a step, with a mark at the current place. It is empty until somebody has acted.

    `had`: players whose turn in this round of Attack is over.
    `held`: the mark is on the player on turn, not behind the last one.
    """

    step: tuple[int, TableStep | None] = (0, None)
    seats: list[SeatId] = field(default_factory=list)
    at: int = 0
    had: list[SeatId] = field(default_factory=list)
    held: bool = False

    def next(self, order: Sequence[SeatId], acting: Collection[SeatId]) -> SeatId | None:
        """Return who is on turn: the first from the mark who may act and has not acted in this round.

        Gone players keep their places.
        """
        round_ = self._from(self.at) if self.seats else tuple(order)
        if self.held and round_[0] in acting:
            return round_[0]
        waits = next((seat for seat in round_ if seat in acting and seat not in self.had), None)
        began = next((self.seats.index(seat) for seat in self.had if seat in self.seats), self.at)
        return waits or next((seat for seat in self._from(began) if seat in acting), None)

    def _from(self, at: int) -> tuple[SeatId, ...]:
        return (*self.seats[at:], *self.seats[:at])

    def passed(self, order: Sequence[SeatId], acting: Collection[SeatId]) -> None:
        """Pass the turn on. A player who may act again later does not get it back."""
        to = self.next(order, acting)
        self.at, self.held = (self.seats.index(to), True) if to is not None else (self.at, False)

    def acted(self, order: Sequence[SeatId], seat: SeatId, *, over: bool, out: bool = False) -> None:
        """Note that a player has acted. `over`: the turn is over. `out`: the player is out of the step."""
        self.seats = self.seats or list(order)
        self.at, self.held = self.seats.index(seat) + over, not over
        if over and not out:
            self.had = [seat] if seat in self.had else [*self.had, seat]

    def sat_down(self, order: Sequence[SeatId]) -> None:
        """Insert newcomers before the next player of the table's order. Others keep their places."""
        for at, seat in enumerate(order):
            if self.seats and seat not in self.seats:
                behind = [self.seats.index(each) for each in order[at + 1 :] if each in self.seats]
                place = min(behind, default=len(self.seats))
                self.seats.insert(place, seat)
                self.at += place <= self.at


@dataclass(slots=True)
class Referee:
    """Checks of a table by the rulebook alone, including whose turn it is."""

    happened: Sequence[GameEvent] = ()
    read: int = 0
    rings: dict[TableId, Ring] = field(default_factory=dict)
    order: dict[TableId, list[SeatId]] = field(default_factory=dict)
    turns: dict[TableId, SeatId | None] = field(default_factory=dict)
    begun: dict[tuple[int, TableId], set[tuple[SeatId, int]]] = field(default_factory=lambda: defaultdict(set))

    def look(self, state: GameState) -> None:
        assert all_conserved(_Shown(state))
        self._follow(state)
        assert list(self.wrong(state)) == []

    def _follow(self, state: GameState) -> None:
        """Update the rings by the events since the last look."""
        passed, ended = set(), set()
        for event in self.happened[self.read :]:
            table = getattr(event, "table", None)
            ring, order = self.rings.setdefault(table, Ring()), self.order.get(table, [])
            if isinstance(event, AttackBegun):
                self.begun[event.month, event.table].add((event.seat, event.scheme))
            match event:
                case MinionsAdvanced() | ProtectionPlaced() | AttackBegun() | ActTakenBack():
                    ring.acted(order, event.seat, over=False)
                case AttackEnded():
                    ended.add(event.seat)
                case TurnEnded():
                    who = state.seats[event.seat]
                    comes_no_more = who.died is not None or who.presence is Presence.GONE
                    assert event.seat not in ended or event.out is comes_no_more  # passing is out, attacking is not
                    ring.acted(order, event.seat, over=True, out=event.out)
                    passed.add(table)
                case SeatsArranged() if ring.seats:
                    on = self.turns.get(table)
                    ring.seats, ring.at = list(event.order), event.order.index(on) if on in event.order else 0
                    ring.held = on in event.order
        self.read = len(self.happened)
        for table in tables(state):
            ring, step = self.rings.setdefault(table, Ring()), (state.clock.month, step_of(state, table))
            if ring.step != step:
                ring.step, ring.seats, ring.had, ring.held = step, [], [], False
            self.order[table] = [each.id for each in seats_at_table(state, table)]
            ring.sat_down(self.order[table])
            if ring.seats and table in passed:
                ring.passed(self.order[table], acting(state, table))
            self.turns[table] = turn_at(state, table)

    def wrong(self, state: GameState) -> Iterator[str]:
        authors = [each.author for each in schemes_in_play(state) if each.author is not None]
        if len(authors) != len(set(authors)):
            yield "R-108: two written schemes of one player"
        drawn = Counter(each.house for each in schemes_in_play(state) if each.author is None)
        if any(count > state.scenario.settings.drawn_schemes_per_house for count in drawn.values()):
            yield "R-108: too many drawn schemes of one House"
        for table in tables(state):
            yield from self._at(state, table)

    def _at(self, state: GameState, table: TableId) -> Iterator[str]:
        at, step, turn = table_of(state, table), step_of(state, table), turn_at(state, table)
        there = {each.id: each for each in seats_at_table(state, table)}
        if any(not seat.acts or seat.table != table for seat in there.values()):
            yield "R-139: somebody sits there who is dead, gone or elsewhere"
        if any(house_of(card) != state.seats[seat].house for seat, hand in at.hands.items() for card in hand):
            yield "GE-UND-33: a minion of another House in a hand"
        if any(scheme.table != table for scheme in at.schemes):
            yield "GE-UND-61: a scheme of another table"
        wanted = self.rings[table].next(self.order[table], acting(state, table))
        if at.attack is None and step in TURNS and turn != wanted:
            yield f"R-116, GE-UND-55: it is the turn of {turn}, not of {wanted}"
        if at.month == state.clock.month and set(at.attacked) != self.begun[state.clock.month, table]:
            yield "GE-UND-56: who has attacked what this month is not known"
        yield from self._attacked(state, table)

    def _attacked(self, state: GameState, table: TableId) -> Iterator[str]:
        at = table_of(state, table)
        schemes = {each.id: each for each in at.schemes}
        if len(set(at.attacked)) != len(at.attacked):
            yield "GE-UND-56: one scheme attacked twice by one player in a month"
        if any(state.seats[seat].house == schemes[each].house for seat, each in at.attacked if each in schemes):
            yield "R-119: an attack on a scheme of the own House"
        if at.attack is not None and (at.attack.attacker not in {each.id for each in seats_at_table(state, table)}):
            yield "R-139: an attack goes on without its attacker"
        if at.attack is not None and at.attack.scheme not in schemes:
            yield "GE-UND-43: an attack on what does not lie there"


class _Shown(Struct, frozen=True):
    state: GameState


def fought_right(compared: MinionsCompared) -> bool:
    """Check a comparison by a second implementation of GE-UND-47 and GE-UND-48."""
    mine, theirs = face_of(compared.card), face_of(compared.guard)
    if mine.symbol == theirs.symbol:
        return compared.won is (mine.color == theirs.color)
    return compared.won is ((mine.symbol, theirs.symbol) in DEFEATS)


# --- random changes -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Walk:
    """Random changes between any two presses."""

    chance: Random
    referee: Referee = field(default_factory=Referee)
    changed: Counter[str] = field(default_factory=Counter)

    def between(self, at: Tables) -> None:
        self.referee.look(at.state)
        while self.chance.random() < CHANCE:
            change, seat = self.chance.choice(CHANGES), at.state.seats[self.chance.choice(THERE)]
            if at.state.clock.phase != Phase.ACTION or (change is left and self.chance.random() < 0.8):
                return
            command = change(at.state, seat, self.chance)
            try:
                at.day.do(command, by=CONTROL)
            except Refused:
                continue
            self.changed[change.__name__] += 1
            self.referee.look(at.state)


@pytest.mark.rule("R-108", "R-110", "R-116", "R-117", "R-119", "R-121", "R-139", "GE-UND-43", "GE-UND-55", "GE-UND-56")
def test_whatever_changes_between_two_presses_the_rules_hold_at_every_table():
    changed, happened = Counter[str](), Counter[str]()
    many = with_settings(minion_draws=(9, 9, 8, 8, 7))  # enough minions for many attacks
    for seed in range(amount(8, 400)):
        walk = Walk(chance=Random(seed))
        at = Tables(seed, dict.fromkeys(THERE, ANYBODY), running(many), watch=walk.referee.look, between=walk.between)
        walk.referee.happened = at.day.happened
        for month in (1, 2):
            at.day.until(month, Phase.CEREMONY)
            at.month()
            walk.referee.look(at.state)
            anew = {each.scheme for each in at.day.happened if isinstance(each, SchemeRewritten)}  # maybe after Complete
            assert [each.id for each in schemes_in_play(at.state) if is_complete(at.state, each) and each.id not in anew] == []
            assert all(each.attack is None for each in room_of(at.state).tables.values())
        assert all(fought_right(each) for each in at.day.happened if isinstance(each, MinionsCompared))
        changed += walk.changed
        happened.update(type(each).__name__ for each in at.day.happened)
    assert set(changed) == {each.__name__ for each in CHANGES}
    assert min(happened[each] for each in ("CharacterDied", "PlayerLeft", "AttackBegun", "MinionsCompared", "TrapSprung")) > 0

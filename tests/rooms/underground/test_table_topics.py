"""News of tables: an act reaches the screens of its own table, and nothing that a screen shows becomes stale (R-144).

An event names its table only if the table's wall shows it at once. Everything else names all tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
import pytest

from control.day.people.presence import CheckedIn, CheckIn
from control.day.people.room_choice import RoomChosen
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.module import UNDERGROUND
from rooms.underground.game.state import Attack, Brought, Lying, Outcome, TableId, TableStep
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.attack_scheme import FoilScheme
from rooms.underground.game.tables.feint import COMMANDS as FEINTS
from rooms.underground.game.tables.feint import Feign
from rooms.underground.game.tables.lookup import (
    room_invalidations,
    room_of,
    table_invalidations,
    table_of,
    tables,
    turn_at,
    with_table,
)
from rooms.underground.game.tables.turns import SeatsArranged
from rooms.underground.game.view_desk import table_desk
from rooms.underground.game.view_wall import wall_table
from tests.amounts import amount
from tests.rooms.underground.botted import ANYBODY, BOT, Player, Tables
from tests.rooms.underground.table import CAT_1, GAME, OCTOPUS_1, SNAKE_1, AtTable
from tests.rooms.underground.test_between_steps import (
    CHANCE,
    CHANGES,
    CONTROL,
    THERE,
    checked,
    left,
    marked_gone,
    ranked,
    seated_elsewhere,
)

DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))
STAFF = frozenset({"all", "staff", "desk:underground"})
WALL_HEARS, DESK_HEARS = frozenset({"clock", "people", "news", "awake"}), frozenset({"clock", "people", "laws", "rulings", "awake"})
NAMES_ITS_TABLE = {
    "ActTakenBack",
    "AdvancementLost",
    "AttackBegun",
    "MinionPlayed",
    "MinionsAdvanced",
    "MinionsCompared",
    "ProtectionPlaced",
    "SchemeReached",
    "SeatsArranged",
    "TurnEnded",
}
PUBLIC_ENDS = {Outcome.BEATEN, Outcome.STOPPED, Outcome.SPENT}


def topic(table: str) -> str:
    return f"underground-{table}"


def topics(found: tuple[Invalidation, ...]) -> list[str]:
    assert {each.to for each in found} == {"all"}
    return [each.topic for each in found]


# --- what an event names ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-144")
def test_only_events_that_the_wall_shows_at_once_name_their_table():
    told = {kind.__name__: handler.invalidations for kind, handler in UNDERGROUND.events.items()}

    assert {name for name, of in told.items() if of is table_invalidations} == NAMES_ITS_TABLE
    assert {name for name, of in told.items() if of not in (table_invalidations, room_invalidations)} == {
        "AttackEnded",
        "MinionExchanged",
        "SchemeEntered",
        "SchemesShown",
    }


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("outcome", Outcome)
def test_the_end_of_an_attack_names_its_table_unless_it_was_chosen_in_private_or_moved_something(outcome):
    table = AtTable((CAT_1, SNAKE_1))
    ended = AttackEnded(month=1, table=table.id, seat=CAT_1, scheme=1, house="snake", outcome=outcome, at=table.day.now)

    told = topics(GAME.invalidations(ended, table.state))

    own = [topic(table.id)] if outcome in PUBLIC_ENDS else [topic(each) for each in tables(table.state)]
    assert told == ["underground", *own, "fate"]


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("step", TableStep)
def test_a_feint_and_the_private_choices_name_all_tables(step):
    table = AtTable((CAT_1, SNAKE_1))
    feint = Feign(month=1, table=table.id, step=step, seat=CAT_1)

    assert topics(FEINTS[Feign].decoys(feint, table.state)) == ["underground", *map(topic, tables(table.state)), "fate"]


@pytest.mark.rule("R-144")
def test_no_table_is_named_before_action_when_nobody_may_know_who_sits_where():
    table = AtTable((CAT_1, SNAKE_1))
    arranged = SeatsArranged(month=1, table=table.id, order=(SNAKE_1, CAT_1))
    assert topics(GAME.invalidations(arranged, table.state)) == ["underground", topic(table.id), "fate"]

    table.day.until(2, Phase.PLANNING)

    assert topics(GAME.invalidations(arranged, table.state)) == ["underground", *map(topic, tables(table.state)), "fate"]


# --- who sits where -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-116", "R-139")
def test_a_player_on_turn_who_is_gone_and_comes_back_is_told_at_every_table():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    on_turn = turn_at(table.state, table.id)
    assert on_turn is not None
    for before, after in ((Presence.PRESENT, Presence.ABSENT), (Presence.ABSENT, Presence.PRESENT)):
        shown_before = on_wall(table.state, table.id)

        (happened, *_more) = table.do(CheckIn(seat=on_turn, before=before, presence=after), by=CONTROL)

        assert on_wall(table.state, table.id) != shown_before
        assert told_to_all(table.state, happened) == ["underground", *map(topic, tables(table.state)), "fate"]
        assert "all" not in {each.to for each in GAME.own_invalidations(happened, table.state)}  # its undo is told as before


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("phase", [Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT])
def test_before_action_nothing_tells_everybody_that_somebody_sits_down_or_is_gone(phase):
    table = AtTable((CAT_1, SNAKE_1))
    table.day.until(2, phase)
    chosen = RoomChosen(seat=CAT_1, month=2, room=Room.UNDERGROUND, table=table.id, by_control=True)
    gone = CheckedIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.ABSENT)

    assert told_to_all(table.state, chosen) == told_to_all(table.state, gone) == []


def told_to_all(state: GameState, happened: Any) -> list[str]:
    return [each.topic for each in GAME.invalidations(happened, state) if each.to == "all"]


# --- whole days ---------------------------------------------------------------------------------------------------------


@dataclass
class Screens:
    """Walls and desks of all tables: what they show after each command, and whether they were told of each change."""

    played: Tables | AtTable
    at: int = 0
    walls: Mapping[TableId, bytes] = field(default_factory=dict)
    desks: Mapping[TableId, bytes] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)

    def look(self, _anything: object = None) -> None:
        """Compare all screens with what they showed after the last command, and with the topics told since."""
        state, events = self.played.state, self.played.day.happened[self.at :]
        self.at = len(self.played.day.happened)
        told = {each for happened in events for each in GAME.invalidations(happened, state)}
        in_hall, at_desk = ({each.topic for each in told if each.to in to} for to in ({"all"}, STAFF))
        walls, desks = (shown(state, of) for of in (on_wall, at_its_desk))
        names = [type(each).__name__ for each in events]
        for table in walls if self.walls else ():
            own = {topic(table)}
            if walls[table] != self.walls[table] and in_hall.isdisjoint(own | WALL_HEARS):
                self.wrong.append(f"the wall of {table} is stale after {names}")
            if desks[table] != self.desks[table] and at_desk.isdisjoint(own | DESK_HEARS):
                self.wrong.append(f"the desk of {table} is stale after {names}")
        self._count(state, in_hall, at_desk, walls, names)
        self.walls, self.desks = walls, desks

    def _count(
        self, state: GameState, in_hall: set[str], at_desk: set[str], walls: Mapping[TableId, bytes], names: list[str]
    ) -> None:
        """Count commands at one table; its wall must show them, and no other table may be asked."""
        named = [table for table in tables(state) if topic(table) in in_hall]
        if len(named) != 1:
            self.counted["all"] += bool(named)
            return
        (table,) = named
        self.counted["one"] += 1
        if walls[table] == self.walls[table]:
            self.wrong.append(f"{names} named {table}, and its wall shows nothing of it")
        others = {topic(each) for each in tables(state) if each != table}
        if not (others | WALL_HEARS).isdisjoint(in_hall) or not (others | DESK_HEARS).isdisjoint(at_desk):
            self.wrong.append(f"{names} at {table} was told to other tables: {sorted(at_desk)}")


def shown(state: GameState, of: Any) -> dict[TableId, bytes]:
    return {table: msgspec.json.encode(of(state, table)) for table in tables(state)}


def on_wall(state: GameState, table: TableId) -> object:
    return wall_table(state, HALL, table)


def at_its_desk(state: GameState, table: TableId) -> object:
    return table_desk(state, DESK, table)


@pytest.mark.rule("R-144", "GE-UND-61")
@pytest.mark.parametrize("player", [BOT, ANYBODY], ids=["bots", "anybody"])
@pytest.mark.parametrize("seed", range(amount(1, 10)))
def test_every_screen_that_changes_is_told_and_an_act_is_told_to_its_own_table(seed, player: Player):
    played = Tables(seed=seed, players={}, mixed=True)
    played.players = {SeatId(seat): player for seat in played.state.seats if seat[-1] in "12"}
    screens = Screens(played)
    played.watch = played.between = screens.look

    for month in (1, 2):
        played.day.until(month, Phase.PLANNING)
        screens.look()
        played.month()
    screens.look()

    assert screens.wrong == []
    assert screens.counted["one"] > 100
    assert screens.counted["one"] > screens.counted["all"]


@dataclass
class Comings:
    """Random changes between any two presses, each followed by a look at all screens."""

    chance: Random
    screens: Screens
    changed: Counter[str] = field(default_factory=Counter)

    def between(self, played: Tables) -> None:
        self.screens.look()
        change = self.chance.choice(CHANGES)
        if self.chance.random() > CHANCE or (change is left and self.chance.random() < 0.8):
            return
        try:
            played.day.do(change(played.state, played.state.seats[self.chance.choice(THERE)], self.chance), by=CONTROL)
        except Refused:
            return
        self.changed[change.__name__] += 1
        self.screens.look()


@pytest.mark.rule("R-116", "R-139", "R-144", "GE-UND-61")
def test_every_screen_is_told_whoever_leaves_comes_back_or_moves_between_two_presses():
    changed = Counter[str]()
    for seed in range(amount(5, 40)):
        played = Tables(seed=seed, players=dict.fromkeys(THERE, ANYBODY), mixed=True)
        screens = Screens(played)
        comings = Comings(Random(seed), screens)
        played.watch, played.between = screens.look, comings.between
        for month in (1, 2):
            played.day.until(month, Phase.PLANNING)
            screens.look()
            played.month()
        screens.look()
        assert screens.wrong == []
        changed += comings.changed
    assert min(changed[each.__name__] for each in (checked, left, marked_gone, ranked, seated_elsewhere)) > 0


@pytest.mark.rule("R-108", "R-144")
def test_a_scheme_foiled_at_one_table_is_told_at_the_other_where_its_author_may_replace_it():
    table = AtTable((CAT_1, OCTOPUS_1)).until(TableStep.ATTACK)
    rumors, octopus = Paper(type="spread-rumors", values=(("cat",),)), TableId(table.state.seats[OCTOPUS_1].table)
    assert octopus != table.id
    old = Lying(id=71, table=octopus, house=table.state.seats[CAT_1].house, author=CAT_1, paper=rumors, month=1)
    there = table_of(table.state, octopus)
    there = replace(there, schemes=(*there.schemes, old), attack=Attack(attacker=OCTOPUS_1, scheme=71, reached=True))
    table.day.state = with_table(table.state, there)
    table.day.state = with_table(table.state, replace(table.table, brought=(Brought(seat=CAT_1, paper=rumors),)))
    rooms = {**table.state.rooms, Room.UNDERGROUND: replace(room_of(table.state), placed=90)}
    table.day.state = replace(table.state, rooms=rooms)
    screens = Screens(table)
    screens.look()
    before = screens.desks[table.id]

    table.press(FoilScheme(month=1, table=octopus, seat=OCTOPUS_1, scheme=71))
    screens.look()

    assert screens.desks[table.id] != before
    assert screens.wrong == []

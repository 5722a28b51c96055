"""The scheme form: one scheme per player, written in Planning (R-109), and completed schemes entered by hand.

Rules: R-112.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.day.memoization import once_per_state
from control.day.people.lookup import choice_of
from control.day.people.room_choice import find_bar
from control.day.sheets import Window
from control.day.state import DayStage
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.game.deaths.death import refusal_for_dead
from rooms.realm.game.scheme_effects.completion import CompleteScheme, SchemeCompleted, decide_complete
from rooms.realm.game.scheme_effects.strike import ONLY_UNDERGROUND
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.papers.game import checks, choices
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.choices import FieldForm
from rooms.realm.papers.game.types import THRONE, Paper, PaperType
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.realm.scenario.schema import Target
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.schemes import ON_A_PERSON, Aim, Wrong, wrong_with

# === form ===============================================================================================================

# The scheme form: one scheme per player, written in Planning


KIND: Final = "scheme"
RULE: Final = "GE-UND-01"


def check(state: GameState, seat: SeatId, paper: Paper) -> None:
    """Refuse a scheme with unknown names, or with targets out of its author's table's reach (R-112).

    Raises:
        Refused: with the first error.
    """
    player = state.seats[seat]
    check_at(state, player.house, TableId(table_of(state, player)), paper)


def check_at(state: GameState, house: HouseId, table: TableId, paper: Paper) -> None:
    """Refuse a scheme, written or drawn, that a House may not place at this table (R-108, R-112, R-113).

    Raises:
        Refused: with the first error.
    """
    checks.check(state, paper, state.scenario.schemes, RULE)
    kind = papers.type_of(state.scenario.schemes, paper)
    match wrong_aim(state, house, table, kind, paper):
        case Wrong.FAR:
            raise Refused(say("A scheme is aimed at a House of the province whose table you sit at."), rule="R-112")
        case Wrong.OWN:
            raise Refused(say("{scheme} is not aimed at the own House.", scheme=kind.name), rule="R-112")
        case Wrong.SOVEREIGN:
            raise Refused(say("Only the table of the province that hosts the Court may aim at the Sovereign."), rule="GE-SOV-32")
        case Wrong.THRONE:
            raise Refused(say("Of the schemes only Assassinate may be aimed at the God Emperor, who must reign."), rule="R-113")


def wrong_aim(state: GameState, house: HouseId, table: TableId, kind: PaperType, paper: Paper) -> Wrong | None:
    """What is wrong with the targets of a scheme of this type, placed by a House at this table. None if they are allowed."""
    named = papers.is_filled(kind, paper)
    houses = {word for words, target in named if target is Target.HOUSE for word in words}
    people = {word for words, target in named if target is Target.PLAYER for word in words}
    return wrong_with(kind.id, houses, people, aim_at(state, house, table), THRONE)


@once_per_state
def aim_at(state: GameState, house: HouseId, table: TableId) -> Aim:
    """The data that decides what a House may target from this table."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return Aim(
        table=table,
        own=house,
        home={each.id: each.province for each in state.scenario.houses},
        hosts=may_target_sovereign(state, table),
        sovereign=holder.id if holder else None,
        sovereigns_house=holder.house if holder else None,
        god_emperor=state.throne.god_emperor,
    )


def may_target_sovereign(state: GameState, table: TableId) -> bool:
    """Whether this table may target the Sovereign: its province hosts the Court, or the Court is in no province (R-113).

    A trapped Court is hosted by the province where it is trapped.
    """
    return state.court is not None and state.court.province in (None, table)


def fields(state: GameState, seat: SeatId, kind: PaperType) -> tuple[FieldForm, ...]:
    """Fields of a scheme's form, with options for its author's table."""
    player = state.seats[seat]
    return fields_at(state, player.house, TableId(table_of(state, player)), kind)


def fields_at(state: GameState, house: HouseId, table: TableId, kind: PaperType) -> tuple[FieldForm, ...]:
    """Fields of a scheme's form, without targets that are not allowed from this table (R-112, R-113)."""
    aim = aim_at(state, house, table)

    def owners(word: str) -> tuple[str, ...]:
        return tuple(each.house for each in state.buildings if str(each.id) == word)

    def offers(target: Target, word: str) -> bool:
        player = state.seats.get(SeatId(word)) if target is Target.PLAYER else None
        houses = (player.house,) if player is not None else owners(word) if target is Target.BUILDING else (word,)
        people = (word,) if target is Target.PLAYER else ()
        if target is Target.HOUSE and kind.id in ON_A_PERSON and aim.hosts and word == aim.sovereigns_house:
            return True
        return wrong_with(kind.id, houses, people, aim, THRONE) is None

    return tuple(
        replace(field, options=tuple(option for option in field.options if offers(field.target, option.value)))
        if field.target in (Target.HOUSE, Target.PLAYER, Target.BUILDING)
        else field
        for field in choices.form_of(state, kind)
    )


def table_of(state: GameState, seat: HouseSeat) -> str:
    """The table where a player sits this month, or would sit."""
    if choice_of(state, seat) == Room.UNDERGROUND and seat.table:
        return seat.table
    return next(house.province for house in state.scenario.houses if house.id == seat.house)


def window(state: GameState, seat: SeatId) -> Window:
    """Whether this player may write a scheme now. Only in Planning: not after Movement begins (GE-UND-02)."""
    clock, month = state.clock, state.clock.month
    player = state.seats.get(seat)
    if player is None or clock.stage is not DayStage.PLAYING or not clock.is_in(Phase.PLANNING):
        closed_at = clock.began_at if clock.is_in(Phase.MOVEMENT) else None
        sentence = say("Schemes are written in Planning, not after Movement begins.")
        return Window(open=False, month=month, closes_at=closed_at, sentence=sentence, rule="GE-UND-02")
    if (dead := refusal_for_dead(state, player.id)) is not None:
        return Window(open=False, month=month, sentence=dead.sentence, rule=dead.rule)
    if not player.here:
        return Window(open=False, month=month, sentence=say("Check in first at the check-in desk."), rule="GE-EVT-03")
    if bar := find_bar(state, player, Room.UNDERGROUND, table_of(state, player)):
        sentence = say("You may not go to the Underground: {why}.", why=bar.why)
        return Window(open=False, month=month, sentence=sentence, rule=bar.rule)
    if choice_of(state, player) not in (None, Room.UNDERGROUND):
        return Window(open=False, month=month, sentence=say("You chose another room this month."), rule="GE-EVT-39")
    return Window(
        open=True,
        month=month,
        closes_at=clock.deadline,
        sentence=say("One scheme, written before Movement begins."),
        rule="GE-UND-02",
    )


# === completed schemes ==================================================================================================

# Completed schemes of real tables are entered by hand. Their targets must be in the table's reach, as when placed


def decide_by_hand(state: GameState, command: CompleteScheme, asked: DecisionContext) -> tuple[SchemeCompleted, ...]:
    """Enter a scheme completed on a real table.

    Raises:
        Refused: it cannot complete, or its targets are out of its table's reach (R-112, R-113). Reach is judged at placing, so a
            scheme on a person from an earlier month is exempt: Sovereign and Court may have changed.
    """
    events = decide_complete(state, command, asked)
    if not (command.earlier and command.paper.type in ON_A_PERSON):
        check_at(state, command.house, TableId(command.table), command.paper)
    return events


COMMANDS: Mapping[type, CommandHandler] = {
    CompleteScheme: CommandHandler(
        decide=decide_by_hand, desks=ONLY_UNDERGROUND, label=lambda c, s: say("Scheme completed, month {month}", month=c.month)
    ),
}

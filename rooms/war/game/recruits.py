"""The Recruit step: all Recruits (GE-WAR-34)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from control.engine.language import say, say_count
from control.engine.modules import EventHandler
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import board_of
from rooms.war.game.records.orders import RECRUITING, Outcome
from rooms.war.game.section_parts import misread_doubts, result_invalidations
from rooms.war.game.state import RECRUIT, WarState, found, month_record, told, war_of, with_war
from rooms.war.rules.effects import effects_in
from rooms.war.rules.recruiting import carry_out_recruits
from rooms.war.rules.results import raised


@dataclass(frozen=True, slots=True, kw_only=True)
class RecruitsPlaced:
    """All Recruits were carried out."""

    month: int
    outcomes: tuple[Outcome, ...]


def place_recruits(state: GameState, month: int) -> RecruitsPlaced:
    """Carry out every Recruit (GE-WAR-34)."""
    outcomes = carry_out_recruits(
        war_of(state), month_record(war_of(state), month).sheets, board=board_of(state.scenario), effects=effects_in(state)
    )
    return RecruitsPlaced(month=month, outcomes=outcomes)


# --- fold ---------------------------------------------------------------------------------------------------------------


RECRUITS = frozenset(RECRUITING)


def evolve_recruits_placed(state: GameState, happened: RecruitsPlaced) -> GameState:
    war, outcomes = found(state, happened.month, RECRUIT), happened.outcomes
    record = told(
        war.record,
        regions=(each.order.target for each in outcomes if each.done),
        step=RECRUIT,
        doubts=(*_miscounted_recruits(war, outcomes), *misread_doubts(war, outcomes, RECRUITS)),
        outcomes=(*war.record.outcomes, *outcomes),
    )
    return with_war(state, replace(raised(war, outcomes), record=record))


def _miscounted_recruits(war: WarState, outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Doubts about Recruits that counted other units. Each counts the units recruited before it."""
    brought: dict[tuple[RegionId, HouseId], int] = {}
    for each in outcomes:
        there = each.order.target, each.house
        if war.count(*there) + brought.get(there, 0) != each.stood:
            yield f"recruit:{each.order.target}"
        brought[there] = brought.get(there, 0) + each.done


# --- words --------------------------------------------------------------------------------------------------------------


def explain_recruits_placed(happened: RecruitsPlaced, state: GameState) -> str:
    board = board_of(state.scenario)
    done = [outcome for outcome in happened.outcomes if outcome.done]
    wasted = len(happened.outcomes) - len(done)
    sums: Counter[tuple[HouseId, RegionId]] = Counter()
    for each in done:
        sums[each.house, each.order.target] += each.done
    placed = "; ".join(
        say("{house} {units} in {region}", house=board.house_name(house), units=units, region=board.region_name(region))
        for (house, region), units in sums.items()
    )
    said = say("Recruits: {placed}.", placed=placed) if placed else say("Recruits: none.")
    tail = say_count("{count} Recruit wasted.", "{count} Recruits wasted.", wasted)
    return f"{said} {tail}" if wasted else said


EVENTS: Mapping[type, EventHandler] = {
    RecruitsPlaced: EventHandler(
        evolve=evolve_recruits_placed, explain=explain_recruits_placed, invalidations=result_invalidations
    ),
}

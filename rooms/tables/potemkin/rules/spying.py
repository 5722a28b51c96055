"""Spying (PE-SPY), the shield (PE-SHD) and destroyed buildings (PE-DES).

A spy action resolves in the order of PE-SPY-25: remove the shield, reveal all interiors at once, destroy fakes, return the
scientist, kill agents, make additional checks, spend the surviving agents.
"""

from __future__ import annotations

from collections.abc import Sequence

from control.engine.language import say
from control.engine.refusal import Refused
from rooms.tables.potemkin.facts.spying import (
    AgentsKilled,
    CheckDeclined,
    ChecksEarned,
    Destroyed,
    Found,
    Revealed,
    ScientistLeft,
    ShieldRemoved,
    Spied,
    SpyEnded,
)
from rooms.tables.potemkin.game.actions import Check, CheckAgain, Spy
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.state import Course, PotemkinState, building_of, face_down, own_building, shield_of_other
from rooms.tables.potemkin.rules.turns import NO_SPYING, end_turn, must_construct


def spy(course: Course, player: int, action: Spy) -> None:
    """Carry out the spy action, up to the first additional check.

    Raises:
        Refused: the mode, an agent or a target is not legal.

    Rules: PE-SPY-01, PE-SPY-02, PE-SPY-03, PE-SPY-04, PE-SPY-05, PE-SPY-06, PE-SPY-07, PE-SPY-08, PE-SPY-09, PE-SPY-10, PE-SPY-11,
    PE-SPY-12, PE-SPY-13, PE-SPY-14, PE-SPY-15, PE-SPY-16, PE-SPY-17, PE-SPY-18, PE-SHD-08, PE-SHD-10.
    """
    must_construct(course.side(player), NO_SPYING, "PE-ACT-08")
    _check_agents(course.state, player, action.checks)
    _check_targets(course.state, player, action.checks)
    course.happens(Spied(player, action.checks))
    if any(check.target is None for check in action.checks):
        course.happens(ShieldRemoved(player))
    extra = _look(course, player, [check for check in action.checks if check.target is not None])
    _go_on(course, player, extra)


def check_again(course: Course, player: int, action: CheckAgain) -> None:
    """Use or decline the additional check of the first agent in the queue.

    Raises:
        Refused: the target is not legal.

    Rules: PE-SPY-19, PE-SPY-20, PE-SPY-21, PE-SPY-22, PE-SPY-23, PE-SPY-24, PE-SHD-09, PE-R-22.
    """
    state = course.state
    agent, *others = () if state.mission is None else state.mission.extra
    again: tuple[int, ...] = ()
    if action.decline:
        if action.target is not None:
            raise Refused(say("Name a building to check, or decline: not both."), rule="PE-SPY-20")
        course.happens(CheckDeclined(player))
    elif action.target is None:
        if shield_of_other(state, player) is None:
            raise Refused(say("No opponent holds the shield. Check a building, or decline."), rule="PE-SHD-09")
        course.happens(ShieldRemoved(player))
    else:
        check_target(state, player, action.target, shield=False)
        again = _look(course, player, [Check(agent, action.target)])
    _go_on(course, player, (*again, *others))


def check_target(state: PotemkinState, player: int, target: int, *, shield: bool) -> None:
    """Check that an agent of this player may check the building. `shield`: the shield is removed first.

    Raises:
        Refused: it may not.

    Rules: PE-SPY-07, PE-SPY-08, PE-SHD-01, PE-SHD-03, PE-R-17.
    """
    found = building_of(state, target)
    if found is None:
        raise Refused(say("No such building stands. Check one that does."), rule="PE-SPY-04")
    owner, building = found
    if owner == player:
        raise Refused(say("That building is your own. Check a building of an opponent."), rule="PE-SPY-07")
    if building.shown:
        raise Refused(say("The interior of that building is face up already. Check one that is face down."), rule="PE-SPY-08")
    if owner == state.shield and not shield:
        raise Refused(say("The shield covers that village. Send an agent against the shield first."), rule="PE-SHD-01")


def _check_agents(state: PotemkinState, player: int, checks: Sequence[Check]) -> None:
    # only agents behind a building are ready (PE-ESP-03, PE-ESP-07)
    side = state.sides[player]
    if not any(building.agents for building in side.village):
        raise Refused(say("You have no ready agent to send."), rule="PE-SPY-02")
    if not checks:
        raise Refused(say("Send at least one agent."), rule="PE-SPY-03")
    homes = [check.agent for check in checks]
    for home in homes:
        building = own_building(side, home)
        if building is None or homes.count(home) > building.agents:
            raise Refused(say("There are not so many ready agents behind that building of yours."), rule="PE-SPY-14")


def _check_targets(state: PotemkinState, player: int, checks: Sequence[Check]) -> None:
    # several opponents in one action, but no two agents on one building (PE-R-20)
    targets = [check.target for check in checks]
    shields = targets.count(None)
    if shields and shield_of_other(state, player) is None:
        raise Refused(say("No opponent holds the shield. Send your agents to buildings."), rule="PE-SHD-02")
    if shields > 1:
        raise Refused(say("One agent removes the shield; a second would find nothing to do."), rule="PE-SHD-04")
    for target in targets:
        if target is not None:
            check_target(state, player, target, shield=shields == 1)
            if targets.count(target) > 1:
                raise Refused(say("Two agents cannot check the same building."), rule="PE-SPY-06")


def _look(course: Course, player: int, checks: Sequence[Check]) -> tuple[int, ...]:
    """Reveal the checked interiors with all immediate effects. Return the agents with an additional check, in their order.

    Rules: PE-R-21, PE-DES-08, PE-R-24.
    """
    if not checks:
        return ()
    found = tuple([_checked_building(course, check.target) for check in checks])
    course.happens(Revealed(player, found))
    fallen = tuple([each.building for each in found if not each.real])
    if fallen:
        course.happens(Destroyed(player, fallen))
        if any(each.owner == course.state.scientist for each in found if not each.real):
            course.happens(ScientistLeft())
    spies = [(check.agent, each.real) for check, each in zip(checks, found, strict=True) if each.facade == Facade.ESPIONAGE]
    if killed := tuple([agent for agent, real in spies if real]):
        course.happens(AgentsKilled(player, killed))
    return tuple([agent for agent, real in spies if not real])


def _checked_building(course: Course, target: int | None) -> Found:
    owner, building = next(
        (owner, building) for owner, side in enumerate(course.state.sides) for building in side.village if building.id == target
    )
    return Found(building.id, owner, building.facade, building.card, course.book.is_real(building.card, building.facade))


def _go_on(course: Course, player: int, extra: tuple[int, ...]) -> None:
    """Ask the next agent with an additional check, if it has a target. Otherwise end the spy action.

    Rules: PE-SPY-15, PE-SPY-20.
    """
    if extra and (face_down(course.state, player)[0] or shield_of_other(course.state, player) is not None):
        course.happens(ChecksEarned(player, extra))
        return
    course.happens(SpyEnded(player))
    end_turn(course)

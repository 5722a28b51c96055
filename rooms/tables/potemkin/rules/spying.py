"""Spying (PE-SPY), also against a shield (PE-SHD).

A spy action has these steps (PE-SPY-25):

1. remove the shield;
2. reveal all interiors at once;
3. destroy fakes and return the scientist;
4. kill agents and make additional checks;
5. spend the surviving agents.
"""

from __future__ import annotations

from collections.abc import Sequence

from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.actions import Check, CheckAgain, Spy
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import (
    Course,
    Mission,
    Phase,
    PotemkinState,
    building_of,
    face_down,
    own_building,
    shield_of_other,
    side_of,
    with_side,
)
from rooms.tables.potemkin.rules.capitol_shield_scientist import ShieldRemoved
from rooms.tables.potemkin.rules.destruction import destroy
from rooms.tables.potemkin.rules.interiors import Found, found_behind
from rooms.tables.potemkin.rules.turns import NO_SPYING, end_turn, must_construct


class Spied(GameFact, frozen=True):
    """All agents of a spy action were assigned and left their buildings (PE-SPY-09)."""

    player: int
    checks: tuple[Check, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        homes = [check.agent for check in self.checks]
        village = tuple(
            [
                replace(building, agents=building.agents - homes.count(building.id)) if building.id in homes else building
                for building in side.village
            ]
        )
        sides = with_side(state, self.player, replace(side, village=village))
        return replace(state, sides=sides, mission=Mission(len(homes)))

    def words(self, scene: Scene) -> str:
        sent = [
            say("one from {home} against the shield", home=scene.building(check.agent))
            if check.target is None
            else say("one from {home} to {target}", home=scene.building(check.agent), target=scene.building(check.target))
            for check in self.checks
        ]
        name = scene.names[self.player]
        return say_count(
            "{name} sends {count} agent: {ways}.", "{name} sends {count} agents: {ways}.", len(sent), name=name, ways=listed(sent)
        )


class Revealed(GameFact, frozen=True):
    """Checked interiors were turned face up, all at the same moment (PE-SPY-10, PE-HID-08)."""

    binding = later("an interior was revealed")
    player: int
    found: tuple[Found, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        for found in self.found:
            side = side_of(state, found.owner)
            village = tuple([replace(each, shown=True) if each.id == found.building else each for each in side.village])
            state = replace(state, sides=with_side(state, found.owner, replace(side, village=village)))
        return state

    def words(self, scene: Scene) -> str:
        return " ".join([_brought_to_light(scene, found) for found in self.found])


class AgentsKilled(GameFact, frozen=True):
    """Real Espionage buildings killed these agents, each named by its home building (PE-SPY-17)."""

    player: int
    agents: tuple[int, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        out = 0 if state.mission is None else state.mission.out
        return replace(state, mission=Mission(out - len(self.agents)))

    def words(self, scene: Scene) -> str:
        name = scene.names[self.player]
        return say("Real spies were waiting: {name} loses {agents}.", name=name, agents=_agents(len(self.agents)))


class ChecksEarned(GameFact, frozen=True):
    """These agents have an additional check. The first one is asked now (PE-SPY-19)."""

    player: int
    agents: tuple[int, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        out = 0 if state.mission is None else state.mission.out
        return replace(state, phase=Phase.CHECK_AGAIN, mission=Mission(out, self.agents))

    def words(self, scene: Scene) -> str:
        return say(
            "{owner} agent from {building} has fooled the fake spies and may check once more.",
            owner=possessive(scene.names[self.player]),
            building=scene.building(self.agents[0]),
        )


class CheckDeclined(GameFact, frozen=True):
    """A player declined an additional check."""

    player: int

    def words(self, scene: Scene) -> str:
        return say("{name} has seen enough.", name=scene.names[self.player])


class SpyEnded(GameFact, frozen=True):
    """The spy action is over, and the surviving agents are spent (PE-SPY-15, PE-ESP-06)."""

    player: int

    def after(self, state: PotemkinState) -> PotemkinState:
        side = side_of(state, self.player)
        out = 0 if state.mission is None else state.mission.out
        side = replace(side, spent=side.spent + out)
        return replace(state, phase=Phase.TURN, sides=with_side(state, self.player, side), mission=None)

    def words(self, scene: Scene) -> str:
        out = 0 if scene.state.mission is None else scene.state.mission.out
        if not out:
            return ""
        name = scene.names[self.player]
        return say_count("{count} agent of {name} is spent.", "{count} agents of {name} are spent.", out, name=name)


def _agents(count: int) -> str:
    return say_count("{count} agent", "{count} agents", count)


def _brought_to_light(scene: Scene, found: Found) -> str:
    building, card = scene.building(found.building), scene.card(found.card)
    if found.real:
        return say("Behind {building}: {card}, real, to the last brick.", building=building, card=card)
    return say("Behind {building}: {card}, nothing but canvas.", building=building, card=card)


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

    Rules: PE-R-21.
    """
    if not checks:
        return ()
    found = tuple([found_behind(course, check.target) for check in checks])
    course.happens(Revealed(player, found))
    if fallen := {each.building: each.owner for each in found if not each.real}:
        destroy(course, player, fallen)
    spies = [(check.agent, each.real) for check, each in zip(checks, found, strict=True) if each.facade == Facade.ESPIONAGE]
    if killed := tuple([agent for agent, real in spies if real]):
        course.happens(AgentsKilled(player, killed))
    return tuple([agent for agent, real in spies if not real])


def _go_on(course: Course, player: int, extra: tuple[int, ...]) -> None:
    """Ask the next agent with an additional check, if it has a target. Otherwise end the spy action.

    Rules: PE-SPY-15, PE-SPY-20.
    """
    if extra and (face_down(course.state, player)[0] or shield_of_other(course.state, player) is not None):
        course.happens(ChecksEarned(player, extra))
        return
    course.happens(SpyEnded(player))
    end_turn(course)

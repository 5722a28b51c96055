"""Facts of spying (PE-SPY), the shield (PE-SHD) and destroyed buildings (PE-DES)."""

from __future__ import annotations

import msgspec

from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.actions import Check
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Mission, Phase, PotemkinState, side_of, with_side


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


class ShieldRemoved(GameFact, frozen=True):
    """An agent returned the shield to the board (PE-SHD-05, PE-SHD-06, PE-SHD-07, PE-R-18, PE-R-19)."""

    player: int

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, shield=None)

    def words(self, scene: Scene) -> str:
        holder = say("nobody") if scene.state.shield is None else scene.names[scene.state.shield]
        return say("The guard looks the other way: {owner} shield is back on the board.", owner=possessive(holder))


class Found(msgspec.Struct, frozen=True):
    """The result of one check."""

    building: int
    owner: int
    facade: Facade
    card: str
    real: bool


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


class Destroyed(GameFact, frozen=True):
    """Fake buildings were destroyed, and the spying player captured their interiors (PE-DES)."""

    player: int
    buildings: tuple[int, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        # facade, cubes and ready agents leave with the building (PE-DES-01, PE-DES-02, PE-DES-03)
        # the spy gets its card (PE-DES-04); capitol, shield and spent agents stay (PE-DES-09, PE-ESP-08, PE-R-23)
        sides = []
        captured: list[str] = []
        for side in state.sides:
            left = tuple([building for building in side.village if building.id not in self.buildings])
            captured += [building.card for building in side.village if building.id in self.buildings]
            sides.append(side if len(left) == len(side.village) else replace(side, village=left))
        state = replace(state, sides=tuple(sides))
        spy = side_of(state, self.player)
        spy = replace(spy, captured=spy.captured + tuple(captured))
        return replace(state, sides=with_side(state, self.player, spy))

    def words(self, scene: Scene) -> str:
        return say_count(
            "{buildings} falls, and {name} captures {count} card.",
            "{buildings} fall, and {name} captures {count} cards.",
            len(self.buildings),
            buildings=scene.buildings(self.buildings),
            name=scene.names[self.player],
        )


class ScientistLeft(GameFact, frozen=True):
    """The scientist returned to the board (PE-DES-07)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, scientist=None)

    def words(self, scene: Scene) -> str:
        holder = say("nobody") if scene.state.scientist is None else scene.names[scene.state.scientist]
        return say("The scientist leaves {name} in the dust and goes back to the board.", name=holder)


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

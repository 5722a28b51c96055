"""Facts of spying (PE-SPY), the shield (PE-SHD) and destroyed buildings (PE-DES)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.names import possessive
from rooms.tables.game.rule_parts import unchanged
from rooms.tables.potemkin.game.actions import Check
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Mission, Phase, PotemkinState, side_of, with_side


class Spied(msgspec.Struct, frozen=True):
    """All agents of a spy action were assigned and left their buildings (PE-SPY-09)."""

    player: int
    checks: tuple[Check, ...]


class ShieldRemoved(msgspec.Struct, frozen=True):
    """An agent returned the shield to the board (PE-SHD-05, PE-SHD-06, PE-SHD-07, PE-R-18, PE-R-19)."""

    player: int


class Found(msgspec.Struct, frozen=True):
    """The result of one check."""

    building: int
    owner: int
    facade: Facade
    card: str
    real: bool


class Revealed(msgspec.Struct, frozen=True):
    """Checked interiors were turned face up, all at the same moment (PE-SPY-10, PE-HID-08)."""

    player: int
    found: tuple[Found, ...]


class Destroyed(msgspec.Struct, frozen=True):
    """Fake buildings were destroyed, and the spying player captured their interiors (PE-DES)."""

    player: int
    buildings: tuple[int, ...]


class ScientistLeft(msgspec.Struct, frozen=True):
    """The scientist returned to the board (PE-DES-07)."""


class AgentsKilled(msgspec.Struct, frozen=True):
    """Real Espionage buildings killed these agents, each named by its home building (PE-SPY-17)."""

    player: int
    agents: tuple[int, ...]


class ChecksEarned(msgspec.Struct, frozen=True):
    """These agents have an additional check. The first one is asked now (PE-SPY-19)."""

    player: int
    agents: tuple[int, ...]


class CheckDeclined(msgspec.Struct, frozen=True):
    """A player declined an additional check."""

    player: int


class SpyEnded(msgspec.Struct, frozen=True):
    """The spy action is over, and the surviving agents are spent (PE-SPY-15, PE-ESP-06)."""

    player: int


def evolve_spied(state: PotemkinState, happened: Spied) -> PotemkinState:
    side = side_of(state, happened.player)
    homes = [check.agent for check in happened.checks]
    village = tuple(
        [
            replace(building, agents=building.agents - homes.count(building.id)) if building.id in homes else building
            for building in side.village
        ]
    )
    sides = with_side(state, happened.player, replace(side, village=village))
    return replace(state, sides=sides, mission=Mission(len(homes)))


def evolve_shield_removed(state: PotemkinState, _happened: ShieldRemoved) -> PotemkinState:
    return replace(state, shield=None)


def evolve_revealed(state: PotemkinState, happened: Revealed) -> PotemkinState:
    for found in happened.found:
        side = side_of(state, found.owner)
        village = tuple([replace(each, shown=True) if each.id == found.building else each for each in side.village])
        state = replace(state, sides=with_side(state, found.owner, replace(side, village=village)))
    return state


def evolve_destroyed(state: PotemkinState, happened: Destroyed) -> PotemkinState:
    # facade, cubes and ready agents leave with the building (PE-DES-01, PE-DES-02, PE-DES-03); the spy gets its card (PE-DES-04);
    # capitol, shield and spent agents stay (PE-DES-09, PE-ESP-08, PE-R-23)
    sides = []
    captured: list[str] = []
    for side in state.sides:
        left = tuple([building for building in side.village if building.id not in happened.buildings])
        captured += [building.card for building in side.village if building.id in happened.buildings]
        sides.append(side if len(left) == len(side.village) else replace(side, village=left))
    state = replace(state, sides=tuple(sides))
    spy = side_of(state, happened.player)
    spy = replace(spy, captured=spy.captured + tuple(captured))
    return replace(state, sides=with_side(state, happened.player, spy))


def evolve_scientist_left(state: PotemkinState, _happened: ScientistLeft) -> PotemkinState:
    return replace(state, scientist=None)


def evolve_agents_killed(state: PotemkinState, happened: AgentsKilled) -> PotemkinState:
    out = 0 if state.mission is None else state.mission.out
    return replace(state, mission=Mission(out - len(happened.agents)))


def evolve_checks_earned(state: PotemkinState, happened: ChecksEarned) -> PotemkinState:
    out = 0 if state.mission is None else state.mission.out
    return replace(state, phase=Phase.CHECK_AGAIN, mission=Mission(out, happened.agents))


def evolve_spy_ended(state: PotemkinState, happened: SpyEnded) -> PotemkinState:
    side = side_of(state, happened.player)
    out = 0 if state.mission is None else state.mission.out
    side = replace(side, spent=side.spent + out)
    return replace(state, phase=Phase.TURN, sides=with_side(state, happened.player, side), mission=None)


def _agents(count: int) -> str:
    return say_count("{count} agent", "{count} agents", count)


def _brought_to_light(scene: Scene, found: Found) -> str:
    building, card = scene.building(found.building), scene.card(found.card)
    if found.real:
        return say("Behind {building}: {card}, real, to the last brick.", building=building, card=card)
    return say("Behind {building}: {card}, nothing but canvas.", building=building, card=card)


def _spied_words(happened: Spied, scene: Scene) -> str:
    sent = [
        say("one from {home} against the shield", home=scene.building(check.agent))
        if check.target is None
        else say("one from {home} to {target}", home=scene.building(check.agent), target=scene.building(check.target))
        for check in happened.checks
    ]
    name = scene.names[happened.player]
    return say_count(
        "{name} sends {count} agent: {ways}.", "{name} sends {count} agents: {ways}.", len(sent), name=name, ways=listed(sent)
    )


def _shield_removed_words(_happened: ShieldRemoved, scene: Scene) -> str:
    holder = say("nobody") if scene.state.shield is None else scene.names[scene.state.shield]
    return say("The guard looks the other way: {owner} shield is back on the board.", owner=possessive(holder))


def _destroyed_words(happened: Destroyed, scene: Scene) -> str:
    return say_count(
        "{buildings} falls, and {name} captures {count} card.",
        "{buildings} fall, and {name} captures {count} cards.",
        len(happened.buildings),
        buildings=scene.buildings(happened.buildings),
        name=scene.names[happened.player],
    )


def _scientist_left_words(_happened: ScientistLeft, scene: Scene) -> str:
    holder = say("nobody") if scene.state.scientist is None else scene.names[scene.state.scientist]
    return say("The scientist leaves {name} in the dust and goes back to the board.", name=holder)


def _agents_killed_words(happened: AgentsKilled, scene: Scene) -> str:
    name = scene.names[happened.player]
    return say("Real spies were waiting: {name} loses {agents}.", name=name, agents=_agents(len(happened.agents)))


def _checks_earned_words(happened: ChecksEarned, scene: Scene) -> str:
    return say(
        "{owner} agent from {building} has fooled the fake spies and may check once more.",
        owner=possessive(scene.names[happened.player]),
        building=scene.building(happened.agents[0]),
    )


def _spy_ended_words(happened: SpyEnded, scene: Scene) -> str:
    out = 0 if scene.state.mission is None else scene.state.mission.out
    if not out:
        return ""
    name = scene.names[happened.player]
    return say_count("{count} agent of {name} is spent.", "{count} agents of {name} are spent.", out, name=name)


SPYING: Final = Module(
    name="spying",
    events={
        Spied: EventHandler(evolve=evolve_spied, tell=one_sentence(_spied_words)),
        ShieldRemoved: EventHandler(evolve=evolve_shield_removed, tell=one_sentence(_shield_removed_words)),
        Revealed: EventHandler(
            evolve=evolve_revealed,
            tell=one_sentence(lambda happened, scene: " ".join([_brought_to_light(scene, found) for found in happened.found])),
            undo=Undo(never_by_players=later("an interior was revealed")),
        ),
        Destroyed: EventHandler(evolve=evolve_destroyed, tell=one_sentence(_destroyed_words)),
        ScientistLeft: EventHandler(evolve=evolve_scientist_left, tell=one_sentence(_scientist_left_words)),
        AgentsKilled: EventHandler(evolve=evolve_agents_killed, tell=one_sentence(_agents_killed_words)),
        ChecksEarned: EventHandler(evolve=evolve_checks_earned, tell=one_sentence(_checks_earned_words)),
        CheckDeclined: EventHandler(
            evolve=unchanged,
            tell=one_sentence(lambda happened, scene: say("{name} has seen enough.", name=scene.names[happened.player])),
        ),
        SpyEnded: EventHandler(evolve=evolve_spy_ended, tell=one_sentence(_spy_ended_words)),
    },
)

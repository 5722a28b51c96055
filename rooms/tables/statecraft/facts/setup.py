"""Facts of the setup and of the choices before the first turn (SC-SET, SC-ADV)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.statecraft.game.scene import Scene, signed
from rooms.tables.statecraft.game.state import Phase, Side, StatecraftState, as_trackers, side_of, with_side


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The table was laid out, each pile from its top (SC-SET). `last`: the turn that ends the game for all."""

    first: int
    scenario: str
    advanced: bool
    texts: bool
    alternating: bool
    last: int
    leaders: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    boxed: tuple[str, ...]
    unused: tuple[str, ...]
    politicians: tuple[str, ...]
    floating: tuple[str, ...]
    box: tuple[str, ...]


class BudgetsBegan(msgspec.Struct, frozen=True):
    """Every budget starts at `budget` instead of 0 (scenario 8)."""

    budget: int


class IdeologySet(msgspec.Struct, frozen=True):
    """A player set one of their ideologies before the first turn (SC-LDR-12, scenario 10)."""

    player: int
    ideology: int
    to: int


def evolve_opened(state: StatecraftState, happened: Opened) -> StatecraftState:
    """Start with trackers at 0, turn 1, empty cabinets and empty portfolios (SC-SET-05, SC-SET-06, SC-SET-07, SC-SET-15)."""
    dealt = zip(happened.leaders, happened.hands, strict=True)
    return replace(
        state,
        phase=Phase.START_EFFECTS,
        scenario=happened.scenario,
        advanced=happened.advanced,
        texts=happened.texts,
        alternating=happened.alternating,
        last=happened.last,
        first=happened.first,
        active=happened.first,
        sides=tuple([Side(leader=leader, hand=hand) for leader, hand in dealt]),
        deck=happened.deck,
        boxed=happened.boxed,
        unused=happened.unused,
        politicians=happened.politicians,
        floating=happened.floating,
        box=happened.box,
    )


def evolve_budgets_began(state: StatecraftState, happened: BudgetsBegan) -> StatecraftState:
    return replace(state, sides=tuple([replace(side, budget=happened.budget) for side in state.sides]))


def evolve_ideology_set(state: StatecraftState, happened: IdeologySet) -> StatecraftState:
    trackers = list(side_of(state, happened.player).trackers)
    trackers[happened.ideology] = happened.to
    return replace(state, sides=with_side(state, happened.player, trackers=as_trackers(trackers)))


def _opened_words(happened: Opened, scene: Scene) -> str:
    """The scenario, its end and its win condition, shown to all before the first turn (SC-ADV-03)."""
    scenario = scene.book.scenarios[happened.scenario]
    said = say_count(
        "The campaign buses roll out: {count} party stands in “{scenario}”. {first} is first, and {crowd} wait to be won over.",
        "The campaign buses roll out: {count} parties stand in “{scenario}”. {first} is first, and {crowd} wait to be won over.",
        len(happened.leaders),
        scenario=scenario.name,
        first=scene.names[happened.first],
        crowd=scene.supporters(happened.floating),
    )
    return f"{said} {scenario.text}".strip()


def _set_words(happened: IdeologySet, scene: Scene) -> str:
    name, ideology = scene.names[happened.player], scene.ideology(happened.ideology)
    before = scene.state.sides[happened.player].trackers[happened.ideology]
    return say(
        "{name} shows the colours early: {ideology} {before} → {after}.",
        name=name,
        ideology=ideology,
        before=before,
        after=happened.to,
    )


SETUP: Final = Module(
    name="setup",
    events={
        Opened: EventHandler(evolve=evolve_opened, explain=_opened_words, binding=later("the decks were shuffled")),
        BudgetsBegan: EventHandler(
            evolve=evolve_budgets_began,
            explain=lambda happened, _scene: say("Every treasury starts at {budget}.", budget=signed(happened.budget)),
        ),
        IdeologySet: EventHandler(evolve=evolve_ideology_set, explain=_set_words),
    },
)

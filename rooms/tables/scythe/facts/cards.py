"""Facts of encounters, Factory cards and objectives (SY-ENC, SY-FCT, SY-OBJ)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, say
from control.engine.modules import EventHandler, Module
from rooms.tables.game.rule_parts import unchanged, without_card
from rooms.tables.scythe.game.scene import Scene, nothing_to_tell
from rooms.tables.scythe.game.state import ScytheState, side_of, with_side


class EncounterDrawn(msgspec.Struct, frozen=True):
    """An encounter token was removed, and the top card of the encounter deck lies open (SY-ENC-04, SY-ENC-10)."""

    player: int
    space: str
    card: str


class EncounterMissed(msgspec.Struct, frozen=True):
    """A pending encounter was dropped, because the character is no longer there (SY-ENC-02)."""

    player: int
    space: str


class OptionTaken(msgspec.Struct, frozen=True):
    """A player took an option of the encounter card. `option`: counted from 0 (SY-ENC-04)."""

    player: int
    card: str
    option: int


class EncounterOver(msgspec.Struct, frozen=True):
    """The encounter card went face down under its deck (SY-ENC-09)."""

    card: str


class FactorySeen(msgspec.Struct, frozen=True):
    """A player reached the Factory and looks at the remaining cards (SY-FCT-01, SY-HID-06)."""

    player: int


class FactoryCardChosen(msgspec.Struct, frozen=True):
    """A player chose one of the remaining Factory cards (SY-FCT-01, SY-FCT-03)."""

    player: int
    card: str


class FactoryCardUsed(msgspec.Struct, frozen=True):
    """A player took the top row of their Factory card (SY-FCT-06)."""

    player: int
    card: str


class ObjectiveRevealed(msgspec.Struct, frozen=True):
    """A player revealed a met objective. It and the `others`, these unseen, went under the deck (SY-OBJ-02, SY-OBJ-03)."""

    player: int
    card: str
    others: tuple[str, ...] = ()


def _without_pending(state: ScytheState, player: int, space: str) -> ScytheState:
    turn = state.turn
    if player == state.active:
        return replace(state, turn=replace(turn, met=""))
    return replace(state, turn=replace(turn, met_later=tuple([each for each in turn.met_later if each != (player, space)])))


def evolve_encounter_drawn(state: ScytheState, happened: EncounterDrawn) -> ScytheState:
    state = _without_pending(state, happened.player, happened.space)
    return replace(state, marks=without_card(state.marks, happened.space), encounters=without_card(state.encounters, happened.card))


def evolve_encounter_missed(state: ScytheState, happened: EncounterMissed) -> ScytheState:
    return _without_pending(state, happened.player, happened.space)


def evolve_encounter_over(state: ScytheState, happened: EncounterOver) -> ScytheState:
    return replace(state, encounters=(*state.encounters, happened.card))


def evolve_factory_card_chosen(state: ScytheState, happened: FactoryCardChosen) -> ScytheState:
    sides = with_side(state, happened.player, card=happened.card)
    return replace(state, sides=sides, cards=without_card(state.cards, happened.card))


def evolve_objective_revealed(state: ScytheState, happened: ObjectiveRevealed) -> ScytheState:
    gone = (happened.card, *happened.others)
    held = side_of(state, happened.player).objectives
    for card in gone:
        held = without_card(held, card)
    return replace(state, sides=with_side(state, happened.player, objectives=held), objectives=state.objectives + gone)


def _drawn_words(happened: EncounterDrawn, scene: Scene) -> str:
    card = scene.book.encounters[happened.card]
    return say(
        "Encounter for {name} on {space}: “{title}”. {scene}",
        name=scene.names[happened.player],
        space=scene.space(happened.space),
        title=card.title,
        scene=card.scene,
    )


def _taken_words(happened: OptionTaken, scene: Scene) -> str:
    option = scene.book.encounters[happened.card].options[happened.option]
    words = {"name": scene.names[happened.player], "letter": "ABC"[happened.option], "gain": scene.amounts(option.gain)}
    if not option.cost:
        return say("{name} takes option {letter}: {gain}.", **words)
    return say("{name} takes option {letter}: {gain} for {cost}.", cost=scene.amounts(option.cost), **words)


def _used_words(happened: FactoryCardUsed, scene: Scene) -> str:
    card = scene.book.cards[happened.card]
    return say(
        "{name} uses “{card}”: {gain} for {cost}.",
        name=scene.names[happened.player],
        card=card.title,
        gain=scene.amounts(card.does.gain),
        cost=scene.amounts(card.does.cost),
    )


def _objective_words(happened: ObjectiveRevealed, scene: Scene) -> str:
    """The revealed card. The other objective stays hidden (A-27)."""
    card = scene.book.objectives[happened.card]
    return say(
        "{name} reveals the objective “{title}”: {text}", name=scene.names[happened.player], title=card.title, text=card.text
    )


CARDS: Final = Module(
    name="cards",
    events={
        EncounterDrawn: EventHandler(
            evolve=evolve_encounter_drawn, explain=_drawn_words, binding=later("an encounter card was drawn")
        ),
        EncounterMissed: EventHandler(
            evolve=evolve_encounter_missed,
            explain=lambda happened, scene: say(
                "No encounter on {space}: the character is gone.", space=scene.space(happened.space)
            ),
        ),
        OptionTaken: EventHandler(evolve=unchanged, explain=_taken_words),
        EncounterOver: EventHandler(evolve=evolve_encounter_over, explain=nothing_to_tell),
        FactorySeen: EventHandler(
            evolve=unchanged,
            explain=lambda happened, scene: say("{name} looks at the Factory cards.", name=scene.names[happened.player]),
            binding=later("the Factory cards were seen"),
        ),
        FactoryCardChosen: EventHandler(
            evolve=evolve_factory_card_chosen,
            explain=lambda happened, scene: say(
                "{name} chooses the Factory card “{card}”.",
                name=scene.names[happened.player],
                card=scene.book.cards[happened.card].title,
            ),
            binding=later("the Factory cards were seen"),
        ),
        FactoryCardUsed: EventHandler(evolve=unchanged, explain=_used_words),
        ObjectiveRevealed: EventHandler(
            evolve=evolve_objective_revealed, explain=_objective_words, binding=later("an objective was shown")
        ),
    },
)

"""Facts of turns (SY-TRN) and of the next thing that the table waits for."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import say
from control.engine.modules import EventHandler, Module
from rooms.tables.game.names import possessive
from rooms.tables.scythe.game.scene import Scene, nothing_to_tell
from rooms.tables.scythe.game.state import FACTORY, BottomRow, Choosing, Ending, Phase, ScytheState, Step, TopRow, Turn, with_side


class TurnBegan(msgspec.Struct, frozen=True):
    """A player's turn began. `number`: count of the turns of the game, from 1 (SY-TRN-10, SY-R-49)."""

    player: int
    number: int


class SectionChosen(msgspec.Struct, frozen=True):
    """A player placed the action token on a section (SY-TRN-01, SY-TRN-04)."""

    player: int
    section: int


class RowSkipped(msgspec.Struct, frozen=True):
    """A player skipped a row of the section (SY-TRN-05)."""

    player: int
    top: bool


class Went(msgspec.Struct, frozen=True):
    """The table moved on to this phase. `agenda`: the steps still to be resolved."""

    phase: Phase
    agenda: tuple[Step, ...] = ()


def evolve_turn_began(state: ScytheState, happened: TurnBegan) -> ScytheState:
    return replace(
        state,
        phase=Phase.CHOOSE_SECTION,
        active=happened.player,
        turns=happened.number,
        turn=Turn(),
        move=None,
        fight=None,
        agenda=(Choosing(), TopRow(), BottomRow(), Ending()),
    )


def evolve_section_chosen(state: ScytheState, happened: SectionChosen) -> ScytheState:
    sides = with_side(state, happened.player, section=happened.section)
    return replace(state, sides=sides, turn=replace(state.turn, section=happened.section))


def evolve_went(state: ScytheState, happened: Went) -> ScytheState:
    return replace(state, phase=happened.phase, agenda=happened.agenda)


def _chosen_words(happened: SectionChosen, scene: Scene) -> str:
    """The two rows of the chosen section, by name."""
    name, side = scene.names[happened.player], scene.state.sides[happened.player]
    if happened.section == FACTORY:
        return say("{name} chooses the Factory card “{card}”.", name=name, card=scene.book.cards[side.card].title)
    section = scene.book.mats[side.mat].sections[happened.section]
    return say(
        "{name} chooses {top} / {bottom}.",
        name=name,
        top=scene.word(section.top),
        bottom=scene.word(("upgrade", "deploy", "build", "enlist")[happened.section]),
    )


TURNS: Final = Module(
    name="turns",
    events={
        TurnBegan: EventHandler(
            evolve=evolve_turn_began,
            explain=lambda happened, scene: say(
                "Turn {number}: {owner} turn.", number=happened.number, owner=possessive(scene.names[happened.player])
            ),
        ),
        SectionChosen: EventHandler(evolve=evolve_section_chosen, explain=_chosen_words),
        RowSkipped: EventHandler(
            evolve=lambda state, _happened: state,
            explain=lambda happened, scene: (
                say("{name} skips the top row.", name=scene.names[happened.player])
                if happened.top
                else say("{name} skips the bottom row.", name=scene.names[happened.player])
            ),
        ),
        Went: EventHandler(evolve=evolve_went, explain=nothing_to_tell),
    },
)

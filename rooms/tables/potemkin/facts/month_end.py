"""Facts of the End phase of a month (PE-END)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.tellings import tell_nothing, to_each
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Phase, Placing, PotemkinState, side_of, with_side


class HandsDiscarded(msgspec.Struct, frozen=True):
    """All hands were discarded unseen (PE-END-02, PE-END-03, PE-R-31)."""


class TokensReset(msgspec.Struct, frozen=True):
    """All mode tokens were turned to construction (PE-END-04)."""


class AgentsAwaited(msgspec.Struct, frozen=True):
    """Players with a choice must place their spent agents."""


class AgentsChosen(msgspec.Struct, frozen=True):
    """A player has chosen the places of the spent agents."""

    player: int
    counts: tuple[tuple[int, int], ...]


class AgentsReadied(msgspec.Struct, frozen=True):
    """All spent agents were placed and are ready, at the same time (PE-END-05)."""

    placings: tuple[Placing, ...]


class MonthEnded(msgspec.Struct, frozen=True):
    """The month's token was removed from the game (PE-END-15)."""

    month: int


def evolve_hands_discarded(state: PotemkinState, _happened: HandsDiscarded) -> PotemkinState:
    cards = tuple([card for side in state.sides for card in side.hand])
    return replace(state, sides=tuple([replace(side, hand=()) for side in state.sides]), discard=state.discard + cards)


def evolve_tokens_reset(state: PotemkinState, _happened: TokensReset) -> PotemkinState:
    return replace(state, sides=tuple([replace(side, producing=False) for side in state.sides]))


def evolve_agents_awaited(state: PotemkinState, _happened: AgentsAwaited) -> PotemkinState:
    return replace(state, phase=Phase.READY_AGENTS)


def evolve_agents_chosen(state: PotemkinState, happened: AgentsChosen) -> PotemkinState:
    side = replace(side_of(state, happened.player), placing=happened.counts)
    return replace(state, sides=with_side(state, happened.player, side))


def evolve_agents_readied(state: PotemkinState, happened: AgentsReadied) -> PotemkinState:
    for placing in happened.placings:
        side = side_of(state, placing.player)
        coming = dict(placing.counts)
        village = tuple(
            [
                replace(building, agents=building.agents + coming[building.id]) if building.id in coming else building
                for building in side.village
            ]
        )
        side = replace(side, village=village, spent=side.spent - sum(coming.values()), placing=None)
        state = replace(state, sides=with_side(state, placing.player, side))
    return state


def evolve_month_ended(state: PotemkinState, happened: MonthEnded) -> PotemkinState:
    # everything else carries over (PE-CAL-06)
    return replace(state, months=tuple([month for month in state.months if month != happened.month]))


def _hands_discarded_words(_happened: HandsDiscarded, scene: Scene, player: int | None) -> str:
    left = sum([len(side.hand) for side in scene.state.sides])
    if not left:
        return ""
    sentence = say_count(
        "{count} card left in hands is discarded unseen.", "{count} cards left in hands are discarded unseen.", left
    )
    own = () if player is None else scene.state.sides[player].hand
    return sentence + " " + say("Yours: {cards}.", cards=scene.cards(own)) if own else sentence


def _agents_readied_words(happened: AgentsReadied, scene: Scene) -> str:
    placed = [
        say("{agents} behind {building}", agents=agents, building=scene.building(id_))
        for placing in happened.placings
        for id_, agents in placing.counts
    ]
    return say("Agents stand ready again: {places}.", places=listed(placed))


MONTH_END: Final = Module(
    name="month_end",
    events={
        HandsDiscarded: EventHandler(evolve=evolve_hands_discarded, tell=to_each(_hands_discarded_words)),
        TokensReset: EventHandler(
            evolve=evolve_tokens_reset, tell=one_sentence(lambda _happened, _scene: say("Everybody goes back to construction."))
        ),
        AgentsAwaited: EventHandler(evolve=evolve_agents_awaited, tell=tell_nothing),
        AgentsChosen: EventHandler(
            evolve=evolve_agents_chosen,
            tell=one_sentence(
                lambda happened, scene: say("{name} has said where the agents go.", name=scene.names[happened.player])
            ),
        ),
        AgentsReadied: EventHandler(
            evolve=evolve_agents_readied,
            tell=one_sentence(_agents_readied_words),
            undo=Undo(never_by_players=later("agents were placed by all at once")),
        ),
        MonthEnded: EventHandler(
            evolve=evolve_month_ended,
            tell=one_sentence(lambda happened, _scene: say("Month {month} is over.", month=happened.month)),
        ),
    },
)

"""The state after each fact. Nothing here refuses or asks for chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.facts import (
    ActionPhaseEnded,
    AgentPlaced,
    AgentReadied,
    AgentsAwaited,
    AgentsChosen,
    AgentsKilled,
    AgentsReadied,
    Built,
    CardDiscarded,
    CardPlayed,
    CardSpent,
    CheckDeclined,
    ChecksEarned,
    CrewDismissed,
    CrewWaits,
    CubeMoved,
    CubePlaced,
    Dealt,
    Destroyed,
    Drew,
    HandsDiscarded,
    Inspected,
    InteriorsRevealed,
    LastCardsKept,
    MonthBegan,
    MonthEnded,
    Opened,
    PacksPassed,
    Picked,
    Produced,
    Reshuffled,
    Revealed,
    ScientistLeft,
    ShieldRemoved,
    Spied,
    SpyEnded,
    TimberWaits,
    TokensReset,
    Took,
    TurnBegan,
    VillagesCounted,
)
from rooms.tables.potemkin.game.state import MONTHS, Building, Meeple, Mission, Phase, PotemkinState, Side


def with_side(state: PotemkinState, player: int, side: Side) -> tuple[Side, ...]:
    """All sides, one of them changed."""
    sides = state.sides
    return (*sides[:player], side, *sides[player + 1 :])


def side_of(state: PotemkinState, player: int) -> Side:
    """A player's side; an empty one for whoever does not play, whom `broken` finds without cards."""
    return state.sides[player] if player < len(state.sides) else Side()


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but that one; all of them where it is not among them: then it lies in two places, and `broken` says so."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _changed(state: PotemkinState, player: int, id_: int, *, agents: int = 0, cubes: int = 0) -> tuple[Side, ...]:
    """All sides, with agents and cubes added behind one building of a player."""
    side = side_of(state, player)
    village = tuple(
        [
            replace(building, agents=building.agents + agents, cubes=building.cubes + cubes) if building.id == id_ else building
            for building in side.village
        ]
    )
    return with_side(state, player, replace(side, village=village))


def _opened(state: PotemkinState, fact: Opened) -> PotemkinState:
    return replace(state, sides=(Side(),) * fact.players, deck=fact.deck, months=tuple(range(1, MONTHS + 1)), capitol=fact.first)


def _month_began(state: PotemkinState, fact: MonthBegan) -> PotemkinState:
    return replace(state, phase=Phase.DRAFT)


def _reshuffled(state: PotemkinState, fact: Reshuffled) -> PotemkinState:
    return replace(state, deck=state.deck + fact.cards, discard=())


def _dealt(state: PotemkinState, fact: Dealt) -> PotemkinState:
    players = len(state.sides)
    cards = state.deck[: fact.each * players]
    sides = tuple(
        [replace(side, pack=cards[(player - state.capitol) % players :: players]) for player, side in enumerate(state.sides)]
    )
    return replace(state, sides=sides, deck=state.deck[fact.each * players :])


def _picked(state: PotemkinState, fact: Picked) -> PotemkinState:
    side = side_of(state, fact.player)
    side = replace(side, pick=fact.card, pack=without(side.pack, fact.card))
    return replace(state, sides=with_side(state, fact.player, side))


def _packs_passed(state: PotemkinState, fact: PacksPassed) -> PotemkinState:
    """Packs go to the next seat clockwise, or to the one before (PE-DRF-06, PE-DRF-07)."""
    sides, players = state.sides, len(state.sides)
    back = -1 if fact.clockwise else 1
    return replace(
        state,
        sides=tuple(
            [
                replace(
                    side,
                    hand=side.hand if side.pick is None else (*side.hand, side.pick),
                    pick=None,
                    pack=sides[(player + back) % players].pack,
                )
                for player, side in enumerate(sides)
            ]
        ),
    )


def _last_cards_kept(state: PotemkinState, fact: LastCardsKept) -> PotemkinState:
    return replace(state, sides=tuple([replace(side, hand=side.hand + side.pack, pack=()) for side in state.sides]))


def _turn_began(state: PotemkinState, fact: TurnBegan) -> PotemkinState:
    return replace(state, phase=Phase.TURN, turn=fact.player)


def _drew(state: PotemkinState, fact: Drew) -> PotemkinState:
    side = side_of(state, fact.player)
    side = replace(side, hand=side.hand + state.deck[: fact.cards])
    return replace(state, sides=with_side(state, fact.player, side), deck=state.deck[fact.cards :])


def _built(state: PotemkinState, fact: Built) -> PotemkinState:
    side = side_of(state, fact.player)
    new = Building(fact.building, fact.facade, fact.card, fact.front)
    side = replace(side, hand=without(side.hand, fact.card), village=(*side.village, new))
    return replace(state, sides=with_side(state, fact.player, side), built=fact.building)


def _took(state: PotemkinState, fact: Took) -> PotemkinState:
    if fact.meeple == Meeple.CAPITOL:
        return replace(state, capitol=fact.player)
    if fact.meeple == Meeple.SHIELD:
        return replace(state, shield=fact.player)
    return replace(state, scientist=fact.player)


def _agent_placed(state: PotemkinState, fact: AgentPlaced) -> PotemkinState:
    return replace(state, sides=_changed(state, fact.player, fact.building, agents=1))


def _spied(state: PotemkinState, fact: Spied) -> PotemkinState:
    side = side_of(state, fact.player)
    homes = [check.agent for check in fact.checks]
    village = tuple(
        [
            replace(building, agents=building.agents - homes.count(building.id)) if building.id in homes else building
            for building in side.village
        ]
    )
    sides = with_side(state, fact.player, replace(side, village=village))
    return replace(state, sides=sides, mission=Mission(len(homes)))


def _shield_removed(state: PotemkinState, fact: ShieldRemoved) -> PotemkinState:
    return replace(state, shield=None)


def _revealed(state: PotemkinState, fact: Revealed) -> PotemkinState:
    for found in fact.found:
        side = side_of(state, found.owner)
        village = tuple([replace(each, shown=True) if each.id == found.building else each for each in side.village])
        state = replace(state, sides=with_side(state, found.owner, replace(side, village=village)))
    return state


def _destroyed(state: PotemkinState, fact: Destroyed) -> PotemkinState:
    sides = []
    captured: list[str] = []
    for side in state.sides:
        left = tuple([building for building in side.village if building.id not in fact.buildings])
        captured += [building.card for building in side.village if building.id in fact.buildings]
        sides.append(side if len(left) == len(side.village) else replace(side, village=left))
    state = replace(state, sides=tuple(sides))
    spy = side_of(state, fact.player)
    spy = replace(spy, captured=spy.captured + tuple(captured))
    return replace(state, sides=with_side(state, fact.player, spy))


def _scientist_left(state: PotemkinState, fact: ScientistLeft) -> PotemkinState:
    return replace(state, scientist=None)


def _agents_killed(state: PotemkinState, fact: AgentsKilled) -> PotemkinState:
    out = 0 if state.mission is None else state.mission.out
    return replace(state, mission=Mission(out - len(fact.agents)))


def _checks_earned(state: PotemkinState, fact: ChecksEarned) -> PotemkinState:
    out = 0 if state.mission is None else state.mission.out
    return replace(state, phase=Phase.CHECK_AGAIN, mission=Mission(out, fact.agents))


def _check_declined(state: PotemkinState, fact: CheckDeclined) -> PotemkinState:
    return state


def _spy_ended(state: PotemkinState, fact: SpyEnded) -> PotemkinState:
    side = side_of(state, fact.player)
    out = 0 if state.mission is None else state.mission.out
    side = replace(side, spent=side.spent + out)
    return replace(state, phase=Phase.TURN, sides=with_side(state, fact.player, side), mission=None)


def _produced(state: PotemkinState, fact: Produced) -> PotemkinState:
    side = side_of(state, fact.player)
    village = side.village
    if fact.cubes:
        village = tuple(
            [
                replace(building, cubes=building.cubes + 1) if building.facade == Facade.INDUSTRY else building
                for building in village
            ]
        )
    side = replace(side, village=village, producing=side.producing or fact.flips)
    return replace(state, sides=with_side(state, fact.player, side))


def _card_played(state: PotemkinState, fact: CardPlayed) -> PotemkinState:
    side = side_of(state, fact.player)
    side = replace(side, hand=without(side.hand, fact.card))
    return replace(state, sides=with_side(state, fact.player, side), playing=fact.card)


def _card_spent(state: PotemkinState, fact: CardSpent) -> PotemkinState:
    spent = () if state.playing is None else (state.playing,)
    return replace(state, phase=Phase.TURN, discard=state.discard + spent, playing=None)


def _crew_waits(state: PotemkinState, fact: CrewWaits) -> PotemkinState:
    return replace(state, phase=Phase.BUILD_AGAIN)


def _crew_dismissed(state: PotemkinState, fact: CrewDismissed) -> PotemkinState:
    return state


def _timber_waits(state: PotemkinState, fact: TimberWaits) -> PotemkinState:
    return replace(state, phase=Phase.DISCARD)


def _card_discarded(state: PotemkinState, fact: CardDiscarded) -> PotemkinState:
    side = side_of(state, fact.player)
    side = replace(side, hand=without(side.hand, fact.card))
    return replace(state, sides=with_side(state, fact.player, side), discard=(*state.discard, fact.card))


def _inspected(state: PotemkinState, fact: Inspected) -> PotemkinState:
    def looked_at(building: Building) -> Building:
        if building.id not in fact.buildings or fact.player in building.inspected_by:
            return building
        return replace(building, inspected_by=tuple(sorted((*building.inspected_by, fact.player))))

    sides = [replace(side, village=tuple([looked_at(building) for building in side.village])) for side in state.sides]
    return replace(state, sides=tuple(sides))


def _cube_moved(state: PotemkinState, fact: CubeMoved) -> PotemkinState:
    for owner, side in enumerate(state.sides):
        if any(building.id == fact.source for building in side.village):
            state = replace(state, sides=_changed(state, owner, fact.source, cubes=-1))
            break
    return replace(state, sides=_changed(state, fact.player, fact.building, cubes=1))


def _cube_placed(state: PotemkinState, fact: CubePlaced) -> PotemkinState:
    return replace(state, sides=_changed(state, fact.player, fact.building, cubes=1))


def _agent_readied(state: PotemkinState, fact: AgentReadied) -> PotemkinState:
    state = replace(state, sides=_changed(state, fact.player, fact.building, agents=1))
    side = side_of(state, fact.player)
    return replace(state, sides=with_side(state, fact.player, replace(side, spent=side.spent - 1)))


def _action_phase_ended(state: PotemkinState, fact: ActionPhaseEnded) -> PotemkinState:
    return state


def _hands_discarded(state: PotemkinState, fact: HandsDiscarded) -> PotemkinState:
    cards = tuple([card for side in state.sides for card in side.hand])
    return replace(state, sides=tuple([replace(side, hand=()) for side in state.sides]), discard=state.discard + cards)


def _tokens_reset(state: PotemkinState, fact: TokensReset) -> PotemkinState:
    return replace(state, sides=tuple([replace(side, producing=False) for side in state.sides]))


def _agents_awaited(state: PotemkinState, fact: AgentsAwaited) -> PotemkinState:
    return replace(state, phase=Phase.READY_AGENTS)


def _agents_chosen(state: PotemkinState, fact: AgentsChosen) -> PotemkinState:
    side = replace(side_of(state, fact.player), placing=fact.counts)
    return replace(state, sides=with_side(state, fact.player, side))


def _agents_readied(state: PotemkinState, fact: AgentsReadied) -> PotemkinState:
    for placing in fact.placings:
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


def _month_ended(state: PotemkinState, fact: MonthEnded) -> PotemkinState:
    return replace(state, months=tuple([month for month in state.months if month != fact.month]))


def _interiors_revealed(state: PotemkinState, fact: InteriorsRevealed) -> PotemkinState:
    sides = [replace(side, village=tuple([replace(each, shown=True) for each in side.village])) for side in state.sides]
    return replace(state, sides=tuple(sides))


def _villages_counted(state: PotemkinState, fact: VillagesCounted) -> PotemkinState:
    return replace(state, phase=Phase.OVER)


Fold = Callable[[PotemkinState, Any], PotemkinState]
FOLDS: Final[Mapping[type, Fold]] = {
    Opened: _opened,
    MonthBegan: _month_began,
    Reshuffled: _reshuffled,
    Dealt: _dealt,
    Picked: _picked,
    PacksPassed: _packs_passed,
    LastCardsKept: _last_cards_kept,
    TurnBegan: _turn_began,
    Drew: _drew,
    Built: _built,
    Took: _took,
    AgentPlaced: _agent_placed,
    Spied: _spied,
    ShieldRemoved: _shield_removed,
    Revealed: _revealed,
    Destroyed: _destroyed,
    ScientistLeft: _scientist_left,
    AgentsKilled: _agents_killed,
    ChecksEarned: _checks_earned,
    CheckDeclined: _check_declined,
    SpyEnded: _spy_ended,
    Produced: _produced,
    CardPlayed: _card_played,
    CardSpent: _card_spent,
    CrewWaits: _crew_waits,
    CrewDismissed: _crew_dismissed,
    TimberWaits: _timber_waits,
    CardDiscarded: _card_discarded,
    Inspected: _inspected,
    CubeMoved: _cube_moved,
    CubePlaced: _cube_placed,
    AgentReadied: _agent_readied,
    ActionPhaseEnded: _action_phase_ended,
    HandsDiscarded: _hands_discarded,
    TokensReset: _tokens_reset,
    AgentsAwaited: _agents_awaited,
    AgentsChosen: _agents_chosen,
    AgentsReadied: _agents_readied,
    MonthEnded: _month_ended,
    InteriorsRevealed: _interiors_revealed,
    VillagesCounted: _villages_counted,
}


def evolve(state: PotemkinState, fact: Any) -> PotemkinState:
    """The state after one fact."""
    return FOLDS[type(fact)](state, fact)

"""The End phase of a month: hands, mode tokens, spent agents (PE-END)."""

from __future__ import annotations

from collections.abc import Sequence

from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.potemkin.game.actions import PlaceAgents
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Building, Course, Phase, Placing, PotemkinState, Side, side_of, with_side
from rooms.tables.potemkin.rules.months import end_month

Counts = tuple[tuple[int, int], ...]


class HandsDiscarded(GameFact, frozen=True):
    """All hands were discarded unseen (PE-END-02, PE-END-03, PE-R-31)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        cards = tuple([card for side in state.sides for card in side.hand])
        return replace(state, sides=tuple([replace(side, hand=()) for side in state.sides]), discard=state.discard + cards)

    def words_for(self, scene: Scene, player: int | None) -> str:
        left = sum([len(side.hand) for side in scene.state.sides])
        if not left:
            return ""
        sentence = say_count(
            "{count} card left in hands is discarded unseen.", "{count} cards left in hands are discarded unseen.", left
        )
        own = () if player is None else scene.state.sides[player].hand
        return sentence + " " + say("Yours: {cards}.", cards=scene.cards(own)) if own else sentence


class TokensReset(GameFact, frozen=True):
    """All mode tokens were turned to construction (PE-END-04)."""

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, sides=tuple([replace(side, producing=False) for side in state.sides]))

    def words(self, scene: Scene) -> str:
        return say("Everybody goes back to construction.")


class AgentsAwaited(GameFact, frozen=True):
    """Players with a choice must place their spent agents."""

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(state, phase=Phase.READY_AGENTS)


class AgentsChosen(GameFact, frozen=True):
    """A player has chosen the places of the spent agents."""

    player: int
    counts: tuple[tuple[int, int], ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        side = replace(side_of(state, self.player), placing=self.counts)
        return replace(state, sides=with_side(state, self.player, side))

    def words(self, scene: Scene) -> str:
        return say("{name} has said where the agents go.", name=scene.names[self.player])


class AgentsReadied(GameFact, frozen=True):
    """All spent agents were placed and are ready, at the same time (PE-END-05)."""

    binding = later("agents were placed by all at once")
    placings: tuple[Placing, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        for placing in self.placings:
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

    def words(self, scene: Scene) -> str:
        placed = [
            say("{agents} behind {building}", agents=agents, building=scene.building(id_))
            for placing in self.placings
            for id_, agents in placing.counts
        ]
        return say("Agents stand ready again: {places}.", places=listed(placed))


def begin_end_phase(course: Course) -> None:
    """Carry out the End phase, until players must choose places for agents (PE-END-01).

    In the last month these places no longer matter, so nobody is asked (PE-END-14, PE-R-34).

    Rules: PE-END-16.
    """
    course.happens(HandsDiscarded())
    course.happens(TokensReset())
    if len(course.state.months) > 1 and still_placing(course.state):
        course.happens(AgentsAwaited())
    else:
        _ready_agents(course)


def homes_of(side: Side) -> tuple[Building, ...]:
    """Buildings where spent agents can be readied: Espionage buildings, or all buildings when there are none (PE-END-08,
    PE-END-09).

    Rules: PE-END-10, PE-END-11, PE-R-26.
    """
    spies = tuple([building for building in side.village if building.facade == Facade.ESPIONAGE])
    return spies or side.village


def empty_of(side: Side) -> tuple[int, ...]:
    """Espionage buildings without an agent, which must be filled first (PE-END-06)."""
    return tuple([building.id for building in side.village if building.facade == Facade.ESPIONAGE and not building.agents])


def has_choice(side: Side) -> bool:
    """Return whether there is more than one way to ready the spent agents (PE-END-14)."""
    return side.spent > 0 and len(homes_of(side)) > 1 and side.spent != len(empty_of(side))


def still_placing(state: PotemkinState) -> tuple[int, ...]:
    """The players who still have to choose places for their agents."""
    return tuple([player for player, side in enumerate(state.sides) if side.placing is None and has_choice(side)])


def spread(side: Side) -> Counts:
    """The most even distribution, with ready agents counted, from the oldest building on (PE-END-14, PE-R-25)."""
    homes = homes_of(side)
    if not homes:
        return ()
    standing = {building.id: building.agents for building in homes}
    coming = dict.fromkeys(standing, 0)
    for _ in range(side.spent):
        home = min(standing, key=standing.__getitem__)  # the oldest of the emptiest buildings
        standing[home] += 1
        coming[home] += 1
    return tuple([(home, agents) for home, agents in coming.items() if agents])


def place_agents(course: Course, player: int, action: PlaceAgents) -> None:
    """Choose places for the spent agents. When all have chosen, all agents are placed at the same time.

    Raises:
        Refused: the player has no choice, or the agents cannot go there.

    Rules: PE-END-05, PE-END-06, PE-END-07, PE-END-08, PE-END-09, PE-END-14.
    """
    side = course.side(player)
    if side.placing is not None:
        raise Refused(say("You have said where your agents go. Wait for the others."), rule="PE-END-14")
    if not has_choice(side):
        raise Refused(say("You have no agents to place by choice."), rule="PE-END-14")
    check_placing(side, action.counts)
    course.happens(AgentsChosen(player, action.counts))
    if not still_placing(course.state):
        _ready_agents(course)


def check_placing(side: Side, counts: Sequence[tuple[int, int]]) -> None:
    """Check that the spent agents may go to these buildings.

    Raises:
        Refused: a building or a number is not legal.
    """
    homes = {building.id for building in homes_of(side)}
    named = [home for home, _ in counts]
    if len(set(named)) < len(named) or any(agents < 1 for _, agents in counts):
        raise Refused(say("Name each building once, with at least one agent."), rule="PE-END-14")
    for home in named:
        if home not in homes:
            rule = "PE-END-08" if any(building.id == home for building in side.village) else "PE-END-05"
            raise Refused(say("Your agents go behind your Espionage buildings; behind others only if you have none."), rule=rule)
    placed = sum([agents for _, agents in counts])
    if placed != side.spent:
        raise Refused(
            say_count(
                "You have {count} spent agent, and this places {placed}. Place that one.",
                "You have {count} spent agents, and this places {placed}. Place every one.",
                side.spent,
                placed=placed,
            ),
            rule="PE-END-05",
        )
    empty = empty_of(side)
    served = len(set(empty).intersection(named))
    if served < min(len(empty), side.spent):
        raise Refused(say("An Espionage building without an agent comes first: one agent to each."), rule="PE-END-06")


def _ready_agents(course: Course) -> None:
    """Place all agents, then end the month (PE-END-05).

    Rules: PE-END-12, PE-END-13.
    """
    chosen = [
        Placing(player, spread(side) if side.placing is None else side.placing) for player, side in enumerate(course.state.sides)
    ]
    if placings := tuple([placing for placing in chosen if placing.counts]):
        course.happens(AgentsReadied(placings))
    end_month(course)

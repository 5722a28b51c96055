"""Events: hidden choices of all players, effects in turn order, and the options that a player can carry out (SC-EVT, SC-R-32)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.context import Chance
from control.engine.language import later, listed, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Announce, ChooseOffer, ChooseOption, Denounce, DrawOffer, DrawOrNot
from rooms.tables.statecraft.game.content import IDEOLOGIES, Book, Circle, Effect, EffectKind, EventCard
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    BUDGET,
    HIGHEST,
    INNER,
    NEITHER,
    OUTER,
    CarryOut,
    Choosing,
    Course,
    Drawing,
    DrawReason,
    Effects,
    Freeplaying,
    LossKind,
    MayDraw,
    Phase,
    Resolved,
    Side,
    StatecraftState,
    in_turn_order,
    with_side,
)
from rooms.tables.statecraft.rules.budget_tracker import move_budget
from rooms.tables.statecraft.rules.forced_losses import loss_of
from rooms.tables.statecraft.rules.leaders import budget_least, may_abstain
from rooms.tables.statecraft.rules.phases import Answered, Asked, Reason, Row, purple_card, waits_for
from rooms.tables.statecraft.rules.policies import announcing, can_play_any, denouncing, play_policy, plays_of, why_not_played


class ChoicesShown(GameFact, frozen=True):
    """All choices for the event were revealed (SC-EVT-10). `abstained`: players who used up SC-LDR-11."""

    binding = later("the choices were shown")
    options: tuple[tuple[int, int], ...]  # pairs of player and option
    abstained: tuple[int, ...] = ()

    def after(self, state: StatecraftState) -> StatecraftState:
        for player in self.abstained:
            state = replace(state, sides=with_side(state, player, abstained=True))
        return replace(state, answers=())

    def words(self, scene: Scene) -> str:
        chosen = [say("{name} {option}", name=scene.names[player], option=scene.option(option)) for player, option in self.options]
        return say("All have chosen: {choices}.", choices=listed(chosen))


def possible_options(book: Book, state: StatecraftState, player: int) -> tuple[int, ...]:
    """The options of the current event that a player can carry out in full."""
    card = book.purple[state.resolving[0].card] if state.resolving else None
    if not isinstance(card, EventCard):
        return ()
    return tuple([number for number in (0, 1) if is_possible(book, state, player, card.options[number].effects)])


def is_possible(book: Book, state: StatecraftState, player: int, effects: tuple[Effect, ...]) -> bool:
    """Return whether all effects can be carried out in full (SC-EVT-09)."""
    return all(_can(book, state, player, effect) for effect in effects)


def _can(book: Book, state: StatecraftState, player: int, effect: Effect) -> bool:
    """Return whether one effect can be carried out in full (SC-R-32).

    A loss needs enough things, an ideology at least one step, a budget its limits, a freeplay a legal policy. A draw is always
    possible.
    """
    side, kind = state.sides[player], effect.kind
    if kind in LOST:
        lost, candidates = LOST[kind]
        return len(candidates(book, side, effect)) >= (1 if lost is LossKind.IDEOLOGY else effect.amount)
    if kind is EffectKind.MOVE_BUDGET:
        return budget_least(book, state, player) <= side.budget + effect.amount <= BUDGET
    return kind is EffectKind.DRAW or can_play_any(book, state, player)


def policies_for(book: Book, side: Side, effect: Effect) -> tuple[str, ...]:
    """The policies that an effect may take. Its colour filter looks at the option in use (SC-EVT-15, SC-EVT-16)."""
    found: list[str] = []
    for policy in side.policies:
        card = book.policies[policy.card]
        if effect.colour in (None, card.options[policy.option].colour) and effect.specialism in (None, card.specialism):
            found.append(policy.card)
    return tuple(found)


def politicians_for(_book: Book, side: Side, effect: Effect) -> tuple[str, ...]:
    """The politicians of the effect's circle, or of both circles."""
    places = {Circle.INNER: INNER, Circle.OUTER: OUTER, None: (*INNER, *OUTER)}[effect.circle]
    return tuple([who for place in places if (who := side.cabinet[place]) is not None])


def ideologies_for(_book: Book, side: Side, effect: Effect) -> tuple[str, ...]:
    """The effect's ideology, or all four, as far as they can move at least one step."""
    named = IDEOLOGIES if effect.ideology is None else (effect.ideology,)
    stop = HIGHEST if effect.amount > 0 else 0
    return tuple([ideology.value for ideology in named if side.trackers[IDEOLOGIES.index(ideology)] != stop])


LOST: Final[Mapping[EffectKind, tuple[LossKind, Callable[[Book, Side, Effect], tuple[str, ...]]]]] = {  # what, and of which things
    EffectKind.DISCARD_HAND: (LossKind.CARDS, lambda _book, side, _effect: side.hand),
    EffectKind.LOSE_POLICIES: (LossKind.POLICIES, policies_for),
    EffectKind.RETURN_SUPPORTERS: (LossKind.SUPPORTERS, lambda _book, side, _effect: side.supporters),
    EffectKind.LOSE_POLITICIANS: (LossKind.POLITICIANS, politicians_for),
    EffectKind.MOVE_IDEOLOGY: (LossKind.IDEOLOGY, ideologies_for),
}


def ask_event(course: Course, card: EventCard) -> None:
    """Ask all players at the same time, or only the incumbent. Without an incumbent such an event does nothing.

    Rules: SC-EVT-03, SC-EVT-06, SC-EVT-10, SC-R-34.
    """
    purple = course.state.resolving[0]
    if not card.incumbent_only:
        course.first(Choosing(in_turn_order(course.state, purple.player)), Resolved())
    elif purple.incumbent is not None:
        course.first(Choosing((purple.incumbent,)), Resolved())
    else:
        course.first(Resolved())


def options_of(book: Book, state: StatecraftState, player: int) -> tuple[int | None, ...]:
    """The choices of a player: each option possible in full. None (neither) when there is none, or once in the game by SC-LDR-11.

    Rules: SC-EVT-07, SC-EVT-08, SC-EVT-09.
    """
    possible = possible_options(book, state, player)
    return (*possible, None) if not possible or may_abstain(book, state, player) else possible


def choose_option(course: Course, player: int, action: ChooseOption) -> None:
    """Take a choice. When all are in, they are shown and carried out in turn order from the player who drew the event.

    Rules: SC-EVT-10, SC-EVT-11, SC-LDR-11.
    """
    course.happens(Answered(player, NEITHER if action.option is None else action.option))
    if waits_for(course.state):
        return
    course.todo.pop()
    state = course.state
    order = [each for each in in_turn_order(state, state.resolving[0].player) if state.answers[each] is not None]
    options = [(each, answer) for each in order if isinstance(answer := state.answers[each], int)]
    abstained = [each for each, option in options if option == NEITHER and possible_options(course.book, state, each)]
    course.happens(ChoicesShown(tuple(options), tuple(abstained)))
    course.first(*[CarryOut(each, option) for each, option in options if option != NEITHER])


def carry_out(course: Course, step: CarryOut) -> None:
    """Carry out the chosen option, then its additional effects for the incumbent.

    When the option has become impossible, the other one is carried out, or nothing.

    Rules: SC-EVT-04, SC-EVT-05, SC-EVT-11, SC-EVT-12, SC-R-32, SC-R-33.
    """
    state, purple = course.state, course.state.resolving[0]
    card = purple_card(course, EventCard)
    number = step.option
    if not is_possible(course.book, state, step.player, card.options[number].effects):
        number = 1 - number
        if not is_possible(course.book, state, step.player, card.options[number].effects):
            return
    option = card.options[number]
    if purple.incumbent == step.player and option.extra:
        course.first(Effects(step.player, option.extra))
    course.first(Effects(step.player, option.effects))


def carry_out_effects(course: Course, step: Effects) -> None:
    """Carry out the first effect as far as possible and queue the others behind it (SC-EVT-12, SC-R-32)."""
    player, (effect, *others) = step.player, step.effects
    if others:
        course.first(Effects(player, tuple(others)))
    if effect.kind in LOST:
        lost, candidates = LOST[effect.kind]
        count, steps = (1, effect.amount) if lost is LossKind.IDEOLOGY else (effect.amount, 0)
        course.first(*loss_of(player, lost, count, candidates(course.book, course.side(player), effect), steps))
    elif effect.kind is EffectKind.MOVE_BUDGET:
        move_budget(course, player, effect.amount)
    else:
        course.first(Drawing(player, effect.amount) if effect.kind is EffectKind.DRAW else Freeplaying(player))


def freeplay(course: Course, player: int, action: Announce | Denounce) -> None:
    """Announce or denounce without a cost. Then the player may draw 1 card at once (SC-EVT-17, SC-EVT-18, SC-R-37)."""
    play_policy(course, player, action)
    course.first(MayDraw(player, DrawReason.FREEPLAY))


def _why_not_chosen(now: Asked, action: ChooseOption) -> Reason:
    if action.option is None:
        return say("You can carry out an option of the event, so choose one."), "SC-EVT-07"
    return say("You cannot carry out that option in full. Choose what is offered."), "SC-EVT-09"


def _by_lot(now: Asked, chance: Chance) -> ChooseOption:
    possible = possible_options(*now)
    return ChooseOption(chance.shuffled(possible)[0] if possible else None)


def _any_freeplay(now: Asked, chance: Chance) -> Announce | Denounce:
    plays = [
        (Announce if announced else Denounce)(card, option, holder)
        for announced in (True, False)
        for card, options, holders in plays_of(*now, announced=announced)
        for option in options
        for holder in holders
    ]
    return chance.shuffled(plays)[0]


def _draw_or_not(course: Course, player: int, action: DrawOrNot) -> None:
    """Draw a card if the player wants one (SC-EVT-17, SC-LDR-09)."""
    if action.draw:
        course.first(Drawing(player, 1))


ROWS: Final = (
    Row(ChooseOption, Phase.EVENT_CHOICE, lambda now: [ChooseOffer(options_of(*now))], choose_option, _why_not_chosen, _by_lot),
    Row(Announce, Phase.FREEPLAY, announcing, freeplay, why_not_played, _any_freeplay),
    Row(Denounce, Phase.FREEPLAY, denouncing, freeplay, why_not_played),
    Row(DrawOrNot, Phase.MAY_DRAW, lambda _now: [DrawOffer()], _draw_or_not, default=lambda _now, _chance: DrawOrNot(draw=False)),
)

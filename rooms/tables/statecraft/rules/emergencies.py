"""Emergencies: no options, but some ask for contributions (SC-EMG, SC-EMX). Each is carried out as far as possible (SC-R-35)."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, listed, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Contribute, ContributeOffer
from rooms.tables.statecraft.game.content import IDEOLOGIES, Emergency, EmergencyEffect
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    Contributing,
    Course,
    Drawing,
    LossKind,
    Phase,
    Resolved,
    StatecraftState,
    Suffer,
    discarded,
    in_turn_order,
)
from rooms.tables.statecraft.rules.end_of_game import supporters_changed
from rooms.tables.statecraft.rules.forced_losses import loss_of
from rooms.tables.statecraft.rules.main_deck import HandLost
from rooms.tables.statecraft.rules.phases import Answered, Row, purple_card, waits_for


class ContributionsShown(GameFact, frozen=True):
    """All contributions were revealed and discarded (SC-EMG-06, SC-EMG-07).

    `cards`: pairs of player and card, "" for nothing.
    """

    binding = later("the contributions were shown")
    cards: tuple[tuple[int, str], ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        for player, card in self.cards:
            if card:
                state = discarded(state, player, (card,))
        return replace(state, answers=())

    def words(self, scene: Scene) -> str:
        if not self.cards:
            return say("Nobody has a card to give.")
        given = [
            say("{name} {card}", name=scene.names[player], card=scene.card(card) if card else say("nothing"))
            for player, card in self.cards
        ]
        return say("The hat has gone round: {gifts}.", gifts=listed(given))


class FacesChanged(GameFact, frozen=True):
    """The floating supporters were exchanged: put in the box pile, shuffled, and the same number drawn (SC-EMX-05).

    `pile`: the box pile after the shuffle.
    """

    binding = later("the box pile was shuffled")
    pile: tuple[str, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        count = len(state.floating)
        return replace(state, floating=self.pile[:count], box=self.pile[count:])

    def words(self, scene: Scene) -> str:
        count = len(scene.state.floating)
        return say("The crowd is a new one: {who}.", who=scene.supporters(self.pile[:count]) or say("nobody"))


COOLING: Final = -2
NEW_HAND: Final = 2


def begin_emergency(course: Course, card: Emergency) -> None:
    """Carry out a drawn emergency, or first ask every player with a card for a secret contribution.

    Players are affected in turn order from the one who drew it, also by a collective emergency.

    Rules: SC-EMG-02, SC-EMG-03, SC-EMG-04, SC-EMG-05, SC-EMG-08.
    """
    order = in_turn_order(course.state, course.state.resolving[0].player)
    course.first(Resolved())
    if card.contribution:
        able = tuple([player for player in order if course.side(player).hand])
        if able:
            course.first(Contributing(able))
        else:
            _after_contributions(course, card, ())
    elif card.effect is EmergencyEffect.NEW_FACES:
        course.happens(FacesChanged(course.chance.shuffled(course.state.box + course.state.floating)))
        supporters_changed(course)
    else:
        course.first(*[Suffer(player) for player in order])


def contribute(course: Course, player: int, action: Contribute) -> None:
    """Take a contribution. When all are in, they are revealed and discarded, whatever their effect.

    Rules: SC-EMG-06, SC-EMG-07, SC-R-35.
    """
    course.happens(Answered(player, action.card or ""))
    if waits_for(course.state):
        return
    course.todo.pop()
    state = course.state
    order = in_turn_order(state, state.resolving[0].player)
    given = tuple([(each, answer) for each in order if isinstance(answer := state.answers[each], str)])
    card = purple_card(course, Emergency)
    _after_contributions(course, card, given)


def _after_contributions(course: Course, card: Emergency, given: tuple[tuple[int, str], ...]) -> None:
    """Reveal the contributions and find the players affected.

    Enough policies avert SC-EMX-03. SC-EMX-04 affects those who gave nothing, also for want of a card (SC-EMG-08).
    """
    course.happens(ContributionsShown(given))
    order = in_turn_order(course.state, course.state.resolving[0].player)
    if card.effect is EmergencyEffect.COMMON_FRONT:
        policies = sum([each in course.book.policies for _player, each in given])
        concerned = () if policies >= (len(order) + 1) // 2 else order
    else:
        gave = {player for player, each in given if each}
        concerned = tuple([player for player in order if player not in gave])
    course.first(*[Suffer(player) for player in concerned])


def apply_emergency(course: Course, step: Suffer) -> None:
    """Apply the emergency to one player, who chooses among equals. Impossible parts are skipped (SC-EMG-09)."""
    player, side = step.player, course.side(step.player)
    match purple_card(course, Emergency).effect:
        case EmergencyEffect.NEW_HANDS:  # SC-EMX-01: discard the whole hand and draw 2 cards
            if side.hand:
                course.happens(HandLost(player, side.hand))
            course.first(Drawing(player, NEW_HAND))
        case EmergencyEffect.BUSIEST_FALL:  # SC-EMX-02: lose the politician with the most policies
            holders = [policy.holder for policy in side.policies]
            there = [who for who in side.cabinet if who is not None]
            most = max([holders.count(who) for who in there], default=0)
            busiest = tuple([who for who in there if holders.count(who) == most])
            course.first(*loss_of(player, LossKind.POLITICIANS, 1, busiest))
        case EmergencyEffect.COMMON_FRONT:  # SC-EMX-03: return a supporter
            course.first(*loss_of(player, LossKind.SUPPORTERS, 1, side.supporters))
        case EmergencyEffect.NAME_AND_SHAME:  # SC-EMX-04: lose a policy of the manifesto, announced or denounced
            course.first(*loss_of(player, LossKind.POLICIES, 1, tuple([policy.card for policy in side.policies])))
        case EmergencyEffect.COOLING:  # SC-EMX-06: lower the highest ideology by 2
            highest = max(side.trackers)
            names = [name.value for name, value in zip(IDEOLOGIES, side.trackers, strict=True) if value and value == highest]
            course.first(*loss_of(player, LossKind.IDEOLOGY, 1, tuple(names), COOLING))


ROWS: Final = (
    Row(
        Contribute,
        Phase.EMERGENCY_CHOICE,
        lambda now: [ContributeOffer((None, *now.hand))],
        contribute,
        lambda _now, _action: (say("Give a card of your hand, or nothing."), "SC-EMG-05"),
        lambda _now, _chance: Contribute(),
    ),
)

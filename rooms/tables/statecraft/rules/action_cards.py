"""The twelve action cards (SC-ACN, SC-AFX): the legal ways to play each one, and its effect.

A card that would change nothing has no way.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Final

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.statecraft.game.actions import ActionOffer, PickCard, PickOffer, PlayAction
from rooms.tables.statecraft.game.content import IDEOLOGIES, ActionEffect, Colour, Effect, EffectKind
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    BUDGET,
    INNER,
    OUTER,
    Course,
    Drawing,
    Looking,
    LossKind,
    Phase,
    StatecraftState,
    discarded,
    moved_by,
    shift,
)
from rooms.tables.statecraft.rules.budget_tracker import move_budget
from rooms.tables.statecraft.rules.cabinets import PlacesExchanged, politicians_lost
from rooms.tables.statecraft.rules.end_of_game import supporters_changed
from rooms.tables.statecraft.rules.events import policies_for
from rooms.tables.statecraft.rules.forced_losses import loss_of
from rooms.tables.statecraft.rules.ideology_trackers import clipped, counted
from rooms.tables.statecraft.rules.leaders import budget_least, most_announced
from rooms.tables.statecraft.rules.main_deck import can_draw
from rooms.tables.statecraft.rules.payment import Discarded, Why, not_in_hand
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row, current_step
from rooms.tables.statecraft.rules.poaching import take_over, to_poach
from rooms.tables.statecraft.rules.policies import PolicyMoved, room_of
from rooms.tables.statecraft.rules.policy_losses import policies_leave
from rooms.tables.statecraft.rules.recruiting import see_politicians
from rooms.tables.statecraft.rules.supporters import SupporterCame


class ActionPlayed(GameFact, frozen=True):
    """An action card was revealed and discarded. Its text is carried out next (SC-ACN-01, SC-ACN-02)."""

    player: int
    card: str
    opponent: int | None = None
    colour: Colour | None = None

    def after(self, state: StatecraftState) -> StatecraftState:
        return discarded(state, self.player, (self.card,))

    def words(self, scene: Scene) -> str:
        values = {"name": scene.names[self.player], "card": scene.card(self.card)}
        if self.opponent is None:
            return say("{name} plays {card}.", **values)
        values["opponent"] = scene.names[self.opponent]
        if self.colour is None:
            return say("{name} plays {card} against {opponent}.", **values)
        return say("{name} plays {card} against {opponent}: {colour}.", colour=scene.book.names[self.colour.value], **values)


class LookedAt(GameFact, frozen=True):
    """A player looks at an opponent's hand (SC-AFX-03)."""

    binding = later("a hand was shown")
    player: int
    opponent: int

    def after(self, state: StatecraftState) -> StatecraftState:
        """Open the opponent's hand to the player who looks."""
        return replace(state, phase=Phase.ACTION_CHOICE, agenda=(Looking(self.opponent), *state.agenda))

    def words(self, scene: Scene) -> str:
        owner = possessive(scene.names[self.opponent])
        return say("{name} leafs through {owner} hand.", name=scene.names[self.player], owner=owner)

    def words_for(self, scene: Scene, player: int | None) -> str:
        if player != self.player:
            return self.words(scene)
        return say(
            "{name} leafs through {owner} hand and sees {cards}.",
            name=scene.names[self.player],
            owner=possessive(scene.names[self.opponent]),
            cards=scene.cards(scene.state.sides[self.opponent].hand),
        )


class Spun(GameFact, frozen=True):
    """An ideology counts as moved by `step` for campaigning and poaching, until the end of the turn (SC-AFX-11)."""

    player: int
    ideology: int
    step: int

    def after(self, state: StatecraftState) -> StatecraftState:
        spin = moved_by(state.turn.spin, shift(self.ideology, self.step))
        return replace(state, turn=replace(state.turn, spin=spin))

    def words(self, scene: Scene) -> str:
        values = {"owner": possessive(scene.names[self.player]), "ideology": scene.ideology(self.ideology)}
        if self.step > 0:
            return say("Until the end of the turn {owner} {ideology} counts one higher.", **values)
        return say("Until the end of the turn {owner} {ideology} counts one lower.", **values)


class DrewThree(GameFact, frozen=True):
    """A player played the action that draws three cards, once in a turn (SC-AFX-09)."""

    player: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, turn=replace(state.turn, drew_three=True))


def action_offers(now: Asked) -> list[ActionOffer]:
    """Every playable action card of the hand, with its ways (SC-ACN-03)."""
    found: list[ActionOffer] = []
    for card in now.hand:
        action = now.book.actions.get(card)
        if action is not None and (ways := ways_of(now, card, action.effect)):
            found.append(ActionOffer(card, action.effect, tuple(ways)))
    return found


def ways_of(now: Asked, card: str, effect: ActionEffect) -> list[PlayAction]:
    """The legal ways to play a card with this effect. The effect itself is in `play_action`."""
    book, state, player = now
    side, opponents = now.side, [each for each in enumerate(state.sides) if each[0] != player]
    single, found = [PlayAction(card)], list[PlayAction]()
    match effect:
        case ActionEffect.NEW_SUPPORTER:
            return single if state.box else []
        case ActionEffect.OUST:  # of each opponent's outer circle, or of the inner circle where the outer is empty (SC-AFX-02)
            for _opponent, theirs in opponents:
                circles = [[who for at in circle if (who := theirs.cabinet[at]) is not None] for circle in (OUTER, INNER)]
                found += [PlayAction(card, politician=who) for who in circles[0] or circles[1]]
            return found
        case ActionEffect.LOOK_AND_DISCARD:
            return [PlayAction(card, opponent=opponent) for opponent, theirs in opponents if theirs.hand]
        case ActionEffect.BUDGET_UP:
            return single if side.budget < BUDGET else []
        case ActionEffect.BUDGET_DOWN:
            return single if side.budget > budget_least(*now) else []
        case ActionEffect.TAKE_BACK:
            return [PlayAction(card, policy=policy.card) for policy in side.policies]
        case ActionEffect.COLOUR_STRIKE:  # with each colour of their policies, by the option in use (SC-AFX-07, SC-R-36)
            for opponent, theirs in opponents:
                there = {book.policies[policy.card].options[policy.option].colour for policy in theirs.policies}
                found += [PlayAction(card, opponent=opponent, colour=colour) for colour in Colour if colour in there]
            return found
        case ActionEffect.FREE_RECRUIT:
            return single if state.politicians or state.retired else []
        case ActionEffect.DRAW_THREE:
            return single if not state.turn.drew_three and can_draw(book, state) else []
        case ActionEffect.FREE_POACH:
            return [PlayAction(card, supporter=supporter) for supporter, _price in to_poach(*now)]
        case ActionEffect.SPIN:  # steps that change the counted value; several add up, within 0 and 7 together (SC-AFX-11)
            spin, value = state.turn.spin, counted(state, player)
            return [
                PlayAction(card, ideology=ideology, step=step)
                for at, ideology in enumerate(IDEOLOGIES)
                for step in (1, -1)
                if clipped(side.trackers[at] + spin[at] + step) != value[at]
            ]
        case ActionEffect.RESHUFFLE:
            return _reshuffle_ways(now, card)


def _reshuffle_ways(now: Asked, card: str) -> list[PlayAction]:
    """Two own politicians, or a policy and a politician with its specialism and room, but never the leader (SC-AFX-12)."""
    book, side = now.book, now.side
    there = [who for who in side.cabinet if who is not None]
    found = [PlayAction(card, politician=one, other=other) for one, other in permutations(there, 2)]
    room = {(who, announced): room_of(*now, who, announced=announced) for who in there for announced in (True, False)}
    found += [
        PlayAction(card, politician=who, policy=policy.card)
        for policy in side.policies
        for who in there
        if who != policy.holder
        and room[who, policy.announced]
        and book.policies[policy.card].specialism in book.politicians[who].specialisms
    ]
    return found


def play_action(course: Course, player: int, action: PlayAction) -> None:
    """Reveal and discard the card, then carry it out (SC-ACN-01, SC-ACN-02, SC-PAY-09)."""
    course.happens(ActionPlayed(player, action.card, action.opponent, action.colour))
    match course.book.actions[action.card].effect:
        case ActionEffect.NEW_SUPPORTER:  # SC-AFX-01, SC-R-53
            course.happens(SupporterCame())
            supporters_changed(course)
        case ActionEffect.OUST:  # SC-AFX-02
            assert action.politician is not None
            opponent = next(each for each, side in enumerate(course.state.sides) if action.politician in side.cabinet)
            politicians_lost(course, opponent, (action.politician,))
        case ActionEffect.LOOK_AND_DISCARD:  # SC-AFX-03
            assert action.opponent is not None
            course.happens(LookedAt(player, action.opponent))
            course.first(Looking(action.opponent))
        case ActionEffect.BUDGET_UP:  # SC-AFX-04
            move_budget(course, player, 2)
        case ActionEffect.BUDGET_DOWN:  # SC-AFX-05
            move_budget(course, player, -2)
        case ActionEffect.TAKE_BACK:  # SC-AFX-06
            policies_leave(course, player, (action.policy or "",), to_hand=True)
        case ActionEffect.COLOUR_STRIKE:  # SC-AFX-07
            assert action.opponent is not None
            struck = Effect(kind=EffectKind.LOSE_POLICIES, colour=action.colour)
            candidates = policies_for(course.book, course.side(action.opponent), struck)
            course.first(*loss_of(action.opponent, LossKind.POLICIES, 1, candidates))
        case ActionEffect.FREE_RECRUIT:  # SC-AFX-08
            see_politicians(course, player, 1)
        case ActionEffect.DRAW_THREE:  # SC-AFX-09
            course.happens(DrewThree(player))
            course.first(Drawing(player, 3))
        case ActionEffect.FREE_POACH:  # SC-AFX-10: without a price, and still a poaching of this turn (SC-LDR-03)
            take_over(course, player, action.supporter or "")
        case ActionEffect.SPIN:  # SC-AFX-11
            assert action.ideology is not None
            course.happens(Spun(player, IDEOLOGIES.index(action.ideology), action.step or 0))
        case ActionEffect.RESHUFFLE:  # SC-AFX-12
            _reshuffle(course, player, action)


def _reshuffle(course: Course, player: int, action: PlayAction) -> None:
    """Move the policy or exchange the two politicians. No tracker changes.

    A politician who leaves the inner circle of SC-LDR-10 with too many announced policies discards down to the limit.
    """
    assert action.politician is not None
    if action.policy is not None:
        course.happens(PolicyMoved(player, action.policy, action.politician))
        return
    assert action.other is not None
    course.happens(PlacesExchanged(player, action.politician, action.other))
    for who in (action.politician, action.other):
        announced = [policy.card for policy in course.side(player).policies if policy.holder == who and policy.announced]
        over = len(announced) - most_announced(course.book, course.state, player, who)
        if over > 0:
            course.first(*loss_of(player, LossKind.POLICIES, over, tuple(announced)))


def pick_card(course: Course, step: Looking, card: str) -> None:
    """Discard a card of the opponent's hand (SC-AFX-03)."""
    course.happens(Discarded(step.opponent, (card,), Why.TAKEN))


RULE_OF: Final[Mapping[ActionEffect, str]] = {effect: f"SC-AFX-{number:02}" for number, effect in enumerate(ActionEffect, start=1)}


def _why_not_played(now: Asked, action: PlayAction) -> Reason:
    if missing := not_in_hand(now, action.card, "SC-ACN-01"):
        return missing
    card = now.book.actions.get(action.card)
    if card is None:
        return say("That is no action card. Announce or denounce it."), "SC-ACN-01"
    if card.effect is ActionEffect.DRAW_THREE and action == PlayAction(action.card):
        if not can_draw(now.book, now.state):
            return say("There is nothing to draw. Keep the card."), "SC-ACN-03"
        return say("Such a card works once in a turn."), "SC-AFX-09"
    if action == PlayAction(action.card):
        return say("“{card}” needs a target, or could change nothing.", card=card.title), "SC-ACN-03"
    return say("“{card}” cannot be played in that way: {text}", card=card.title, text=card.text), RULE_OF[card.effect]


ROWS: Final = (
    Row(PlayAction, Phase.TURN, action_offers, play_action, _why_not_played),
    Row(
        PickCard,
        Phase.ACTION_CHOICE,
        lambda now: [PickOffer(now.state.sides[now.step(Looking).opponent].hand)],
        lambda course, _player, action: pick_card(course, current_step(course.state, Looking), action.card),
        lambda _now, _action: (say("That card is not in the hand you look at."), "SC-AFX-03"),
        lambda now, chance: PickCard(chance.shuffled(now.state.sides[now.step(Looking).opponent].hand)[0]),
    ),
)

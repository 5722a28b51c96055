"""Questions besides the plain turn, one at a time: each choice with its outcome or the reason why it cannot be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from control.engine.language import listed, say, say_count
from rooms.tables.statecraft.game.actions import ChooseOption, Take, TakeOffer
from rooms.tables.statecraft.game.content import IDEOLOGIES, Effect, Politician
from rooms.tables.statecraft.game.state import Loss, LossKind, Phase, Place, shift
from rooms.tables.statecraft.game.view import CardFace, SeenSide
from rooms.tables.statecraft.screens.forms import NONE
from rooms.tables.statecraft.screens.outcomes import (
    Would,
    effect_words,
    outcome_for_viewer,
    position_after,
    position_after_loss,
    titles_of,
)
from rooms.tables.statecraft.screens.question_shapes import Ask, Choices, ChoicesAsk, OptionChoice
from rooms.tables.statecraft.screens.shapes import LETTERS, PLACES, card_of, played_of, specialisms_of, supporter_of
from rooms.tables.statecraft.screens.turn_questions import policies_of, turn_of
from rooms.tables.statecraft.screens.viewer import StatecraftViewer

START_AT: Final = 2  # the value of an ideology after a start effect


def ask_of(looker: StatecraftViewer) -> Ask | None:
    """The question to the viewer. None when the table does not wait for the viewer."""
    side, phase = looker.side, looker.view.phase
    if side is None or not looker.seen.offers:
        return None
    kind, key = phase.value, _key(looker)
    if phase is Phase.TURN:
        return Ask(kind=kind, key=key, turn=turn_of(looker, side))
    if phase is Phase.FREEPLAY:
        return Ask(kind=kind, key=key, policies=policies_of(looker, side))
    return Ask(kind=kind, key=key, choices=_ASKS[phase](looker, side))


def _key(looker: StatecraftViewer) -> str:
    """A key that differs between questions: the round, the phase, the purple card, and the kind and number of a loss."""
    view = looker.view
    loss = () if view.loss is None else (view.loss.kind.value, str(view.loss.count))
    return "-".join([str(view.round), view.phase.value, *[each.card.id for each in view.resolving[:1]], *loss])


def _start(looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    """SC-LDR-12, scenario 10."""
    choices = [_ideology(looker, side, at, START_AT - value) for at, value in enumerate(side.trackers)]
    return ChoicesAsk(act="set-ideology", name="ideology", verb=say("Set it to 2"), choices=tuple(choices))


def _ideology(looker: StatecraftViewer, side: SeenSide, at: int, by: int) -> OptionChoice:
    points = shift(at, by)
    would = outcome_for_viewer(looker, side, position_after(side, points, 0), asked=points)
    return OptionChoice(value=IDEOLOGIES[at].value, title=looker.ideology(at).name, would=would)


# --- recruiting -------------------------------------------------------------------------------------------------------------


def _take(looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    """Places for each drawn politician, and policies that a replacement returns (SC-REC-08, SC-REC-11, SC-REC-12, SC-REP-08)."""
    offer = looker.offer(TakeOffer)
    places = dict(offer.takes if offer else ())
    found: list[OptionChoice] = []
    for who in looker.view.drawn:
        title = say("{name}, senior", name=who.name) if who.senior else who.name
        plain = OptionChoice(value=who.id, title=title, marks=specialisms_of(looker, who))
        for place in places.get(who.id, ()):
            lines, would = _at_place(looker, side, who, place)
            found.append(replace(plain, value=f"{who.id}={place.value}", lines=lines, would=would))
        if who.id not in places:
            reason = (
                say("senior: only in the place of somebody with the same specialism")
                if who.senior
                else say("no place is free, and nobody of yours shares a specialism")
            )
            found.append(replace(plain, reason=reason))
    if looker.allows(Take()):
        found.append(OptionChoice(value=NONE, title=say("Take nobody"), lines=(say("All of them retire; the card stays paid."),)))
    return ChoicesAsk(act="take", name="take", verb=say("Take"), choices=tuple(found))


def _at_place(looker: StatecraftViewer, side: SeenSide, who: Politician, place: Place) -> tuple[tuple[str, ...], Would | None]:
    holder = next(each for each in side.holders if each.place is place)
    old, where = holder.politician, say(PLACES[place][0])
    if old is None:
        return (say("to the free place: {place}", place=where),), None
    back = [policy for policy in holder.policies if policy.card.specialism not in who.specialisms]
    instead = say("instead of {name}, {place}", name=old.name, place=where)
    if not back:
        return (instead, say("All policies stay.")), None
    cards = say("Back to your hand: {cards}.", cards=titles_of(back))
    return (instead, cards), outcome_for_viewer(looker, side, position_after_loss(side, back))


# --- cards ------------------------------------------------------------------------------------------------------------------


def _hand(looker: StatecraftViewer, faces: Iterable[CardFace] | None = None) -> Choices:
    cards = [card_of(looker, face) for face in (looker.hand if faces is None else faces)]
    return tuple([OptionChoice(value=card.id, title=card.title, card=card) for card in cards])


def _discard(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    return ChoicesAsk(act="discard", name="cards", verb=say("Discard"), choices=_hand(looker), count=looker.view.count)


def _pay_bid(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    return ChoicesAsk(act="pay-bid", name="cards", verb=say("Pay"), choices=_hand(looker), count=looker.view.count)


def _look(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    own, opponent = looker.view.own, looker.view.opponent
    verb = say("Discard this card of {name}’s", name="" if opponent is None else looker.name(opponent))
    return ChoicesAsk(act="pick", name="card", verb=verb, choices=_hand(looker, () if own is None else own.looking))


def _contribute(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    nothing = OptionChoice(value=NONE, title=say("Nothing"), lines=(say("Nobody knows before all have chosen."),))
    return ChoicesAsk(act="contribute", name="card", verb=say("Contribute"), choices=(*_hand(looker), nothing))


# --- events, bids, draws ----------------------------------------------------------------------------------------------------


def _event(looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    """Both options with their outcome for the viewer, and the incumbent's additional effects (SC-EVT-03, SC-EVT-04)."""
    found: list[OptionChoice] = []
    purple = looker.view.resolving[0]
    event = purple.card.event
    for at, option in enumerate(() if event is None else event.options):
        found.append(
            OptionChoice(
                value=str(at),
                title=say("{letter}: {label}", letter=LETTERS[at], label=option.label),
                lines=(
                    *[effect_words(looker.marks, effect, side) for effect in option.effects],
                    *_extra(looker, side, option.extra, incumbent=purple.incumbent),
                ),
                reason="" if looker.allows(ChooseOption(at)) else say("you cannot carry it out in full"),
            )
        )
    if looker.allows(ChooseOption(None)):
        forced = all(choice.reason for choice in found)
        line = say("You can carry out neither of them.") if forced else say("By your leader’s text, once in the game.")
        found.append(OptionChoice(value=NONE, title=say("Neither"), lines=(line,)))
    return ChoicesAsk(act="option", name="option", verb=say("Choose, in secret"), choices=tuple(found))


def _extra(looker: StatecraftViewer, side: SeenSide, extra: tuple[Effect, ...], *, incumbent: int | None) -> tuple[str, ...]:
    if not extra:
        return ()
    mine = incumbent == looker.player
    words = listed([effect_words(looker.marks, effect, side if mine else None) for effect in extra])
    if mine:
        return (say("And you, as incumbent: {effects}", effects=words),)
    return (say("The incumbent besides: {effects}", effects=words),)


def _bid(_looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    choices = [OptionChoice(value=str(number), title=str(number)) for number in range(side.hand + 1)]
    return ChoicesAsk(act="bid", name="bid", verb=say("Bid, in secret"), choices=tuple(choices), few=True)


def _may_draw(_looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    choices = OptionChoice(value="yes", title=say("Draw a card")), OptionChoice(value="no", title=say("Draw nothing"))
    return ChoicesAsk(act="draw", name="draw", verb=say("Go on"), choices=choices)


# --- losses -----------------------------------------------------------------------------------------------------------------


def _lose(looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    """Candidates of the loss, each with the trackers afterwards (SC-LOS-06)."""
    loss = looker.view.loss
    if loss is None:
        raise ValueError(looker.view.phase)
    choices = tuple(_LOSSES[loss.kind](looker, side, loss))
    verb = say("Move it") if loss.kind is LossKind.IDEOLOGY else say_count("Lose it", "Lose them", loss.count)
    return ChoicesAsk(act="lose", name="things", verb=verb, choices=choices, count=loss.count)


def _lose_policies(looker: StatecraftViewer, side: SeenSide, loss: Loss) -> Iterator[OptionChoice]:
    for policy in side.policies:
        if policy.card.id in loss.candidates:
            shape = played_of(looker, policy)
            option = shape.option.label
            words = say("announced, {option}", option=option) if shape.announced else say("denounced, {option}", option=option)
            would = outcome_for_viewer(looker, side, position_after_loss(side, (policy,)))
            marks = (shape.specialism, shape.option.colour)
            yield OptionChoice(value=shape.id, title=shape.title, marks=marks, lines=(words,), would=would)


def _lose_politicians(looker: StatecraftViewer, side: SeenSide, loss: Loss) -> Iterator[OptionChoice]:
    for holder in side.holders:
        who, policies = holder.politician, holder.policies
        if who is not None and who.id in loss.candidates:
            words = say("Lost with it: {cards}.", cards=titles_of(policies)) if policies else say("No policy goes with it.")
            would = outcome_for_viewer(looker, side, position_after_loss(side, policies)) if policies else None
            yield OptionChoice(value=who.id, title=who.name, marks=specialisms_of(looker, who), lines=(words,), would=would)


def _lose_supporters(looker: StatecraftViewer, _side: SeenSide, loss: Loss) -> Iterator[OptionChoice]:
    for each in looker.view.supporters:
        if each.card.id in loss.candidates:
            yield OptionChoice(value=each.card.id, title=each.card.name, supporter=supporter_of(looker, each))


def _move_ideology(looker: StatecraftViewer, side: SeenSide, loss: Loss) -> Iterator[OptionChoice]:
    for at, ideology in enumerate(IDEOLOGIES):
        if ideology.value in loss.candidates:
            yield _ideology(looker, side, at, loss.steps)


_LOSSES: Final[Mapping[LossKind, Callable[[StatecraftViewer, SeenSide, Loss], Iterable[OptionChoice]]]] = {
    LossKind.CARDS: lambda looker, _side, _loss: _hand(looker),
    LossKind.POLICIES: _lose_policies,
    LossKind.POLITICIANS: _lose_politicians,
    LossKind.SUPPORTERS: _lose_supporters,
    LossKind.IDEOLOGY: _move_ideology,
}
_ASKS: Final[Mapping[Phase, Callable[[StatecraftViewer, SeenSide], ChoicesAsk]]] = {
    Phase.START_EFFECTS: _start,
    Phase.RECRUIT_CHOICE: _take,
    Phase.ACTION_CHOICE: _look,
    Phase.EVENT_CHOICE: _event,
    Phase.EMERGENCY_CHOICE: _contribute,
    Phase.LOSS_CHOICE: _lose,
    Phase.MAY_DRAW: _may_draw,
    Phase.INCUMBENT_BID: _bid,
    Phase.BID_PAYMENT: _pay_bid,
    Phase.DISCARD_DOWN: _discard,
}

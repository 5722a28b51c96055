"""The question to a player under its heading: each choice with its outcome or the reason why it cannot be chosen.

A turn has its own page, `turn_questions`. A waiting player reads who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from control.engine.language import later, listed, say, say_count
from control.engine.records import replace
from rooms.tables.game.names import possessive
from rooms.tables.registry import Fields
from rooms.tables.screens.form_fields import action_in, check_id, member_of, parse_number, refuse_unreadable, required_value
from rooms.tables.statecraft.game.actions import (
    Bid,
    ChooseOption,
    Contribute,
    DiscardDown,
    DrawOrNot,
    Lose,
    PayBid,
    PickCard,
    SetIdeology,
    StatecraftAction,
    Take,
    TakeOffer,
)
from rooms.tables.statecraft.game.content import IDEOLOGIES, Effect, Politician
from rooms.tables.statecraft.game.state import DrawReason, Loss, LossKind, Phase, Place, shift
from rooms.tables.statecraft.game.view import CardFace, SeenSide
from rooms.tables.statecraft.screens.forms import NONE, Forms, form_of
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
from rooms.tables.statecraft.screens.turn_questions import TURN_FORMS, policies_of, turn_of
from rooms.tables.statecraft.screens.viewer import StatecraftViewer, cards

START_AT: Final = 2  # the value of an ideology after a start effect


def ask_of(looker: StatecraftViewer) -> Ask | None:
    """The question to the viewer. None when the table does not wait for the viewer."""
    side, phase = looker.side, looker.view.phase
    if side is None or not looker.seen.offers:
        return None
    kind, key, named = phase.value, _key(looker), _named(looker)
    if phase is Phase.TURN:
        line = say("As many manoeuvres as you like, in any order. Then end your turn.")
        return Ask(kind=kind, key=key, head=say("Your turn"), line=line, turn=turn_of(looker, side))
    if phase is Phase.FREEPLAY:
        line = say("Announce or denounce one now. After that you may draw a card.")
        return Ask(
            kind=kind, key=key, head=say("Play a policy"), line=f"{named} {line}".strip(), policies=policies_of(looker, side)
        )
    choices = _ASKS[phase](looker, side)
    return Ask(kind=kind, key=key, head=choices.head, line=f"{named} {choices.line}".strip(), choices=choices)


def _key(looker: StatecraftViewer) -> str:
    """A key that differs between questions: the round, the phase, the purple card, and the kind and number of a loss."""
    view = looker.view
    loss = () if view.loss is None else (view.loss.kind.value, str(view.loss.count))
    return "-".join([str(view.round), view.phase.value, *[each.card.id for each in view.resolving[:1]], *loss])


FROM_CARD: Final = frozenset({Phase.EVENT_CHOICE, Phase.EMERGENCY_CHOICE, Phase.FREEPLAY})


def _named(looker: StatecraftViewer) -> str:
    """The purple card in question. An emergency has its text, because its card is below the question."""
    view = looker.view
    if not view.resolving or view.phase not in FROM_CARD:
        return ""
    card = card_of(looker, view.resolving[0].card)
    if view.phase is Phase.EMERGENCY_CHOICE:
        return say("“{card}”: {text}", card=card.title, text=card.text)
    return say("“{card}”.", card=card.title)


def _start(looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    """SC-LDR-12, scenario 10."""
    choices = [_ideology(looker, side, at, START_AT - value) for at, value in enumerate(side.trackers)]
    return ChoicesAsk(
        head=say("Set one ideology to 2"),
        line=say("Before the first turn, one of your four trackers starts at 2."),
        act="set-ideology",
        name="ideology",
        verb=say("Set it to 2"),
        choices=tuple(choices),
    )


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
    head, line = say("Take a politician"), say("The others retire.")
    return ChoicesAsk(head=head, line=line, act="take", name="take", verb=say("Take"), choices=tuple(found))


def _at_place(looker: StatecraftViewer, side: SeenSide, who: Politician, place: Place) -> tuple[tuple[str, ...], Would | None]:
    holder = next(each for each in side.holders if each.place is place)
    old, where = holder.politician, say(PLACES[place][0])
    if old is None:
        return (say("to the free place: {place}", place=where),), None
    back = [policy for policy in holder.policies if policy.card.specialism not in who.specialisms]
    instead = say("instead of {name}, {place}", name=old.name, place=where)
    if not back:
        return (instead, say("All policies stay.")), None
    returned = say("Back to your hand: {cards}.", cards=titles_of(back))
    return (instead, returned), outcome_for_viewer(looker, side, position_after_loss(side, back))


# --- cards ------------------------------------------------------------------------------------------------------------------


def _hand(looker: StatecraftViewer, faces: Iterable[CardFace] | None = None) -> Choices:
    shapes = [card_of(looker, face) for face in (looker.hand if faces is None else faces)]
    return tuple([OptionChoice(value=card.id, title=card.title, card=card) for card in shapes])


def _discard(looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    count = looker.view.count
    return ChoicesAsk(
        head=say_count("Discard {count} card", "Discard {count} cards", count),
        line=say("At the end of a turn a hand has {cards}.", cards=cards(side.hand_size)),
        act="discard",
        name="cards",
        verb=say("Discard"),
        choices=_hand(looker),
        count=count,
    )


def _pay_bid(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    count = looker.view.count
    head = say_count("Pay {count} card", "Pay {count} cards", count)
    line = say("Your bid was the highest: the incumbent card is yours.")
    return ChoicesAsk(head=head, line=line, act="pay-bid", name="cards", verb=say("Pay"), choices=_hand(looker), count=count)


def _look(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    own, opponent = looker.view.own, looker.view.opponent
    name = "" if opponent is None else looker.name(opponent)
    return ChoicesAsk(
        head=say("The hand of {name}", name=name),
        line=say("Choose the card that is discarded. Only you see this."),
        act="pick",
        name="card",
        verb=say("Discard this card of {name}’s", name=name),
        choices=_hand(looker, () if own is None else own.looking),
    )


def _contribute(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    nothing = OptionChoice(value=NONE, title=say("Nothing"), lines=(say("Nobody knows before all have chosen."),))
    return ChoicesAsk(
        head=say("Contribute a card, or nothing"),
        line=say("All choices are shown together. It is gone in any case."),
        act="contribute",
        name="card",
        verb=say("Contribute"),
        choices=(*_hand(looker), nothing),
    )


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
    return ChoicesAsk(
        head=say("Choose an option"),
        line=say("Nobody sees it before all have chosen. It cannot be changed."),
        act="option",
        name="option",
        verb=say("Choose, in secret"),
        choices=tuple(found),
    )


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
    return ChoicesAsk(
        head=say("Bid for the incumbent card"),
        line=say("The highest bid pays that many cards and takes it. Equal bids: nobody does."),
        act="bid",
        name="bid",
        verb=say("Bid, in secret"),
        choices=tuple(choices),
        few=True,
    )


def _may_draw(looker: StatecraftViewer, _side: SeenSide) -> ChoicesAsk:
    choices = OptionChoice(value="yes", title=say("Draw a card")), OptionChoice(value="no", title=say("Draw nothing"))
    line = (
        say("By your leader’s text, for the first policy you denounced this turn.")
        if looker.view.draw_reason is DrawReason.DENOUNCED
        else say("You have played a policy for nothing, and may draw.")
    )
    return ChoicesAsk(head=say("Draw a card?"), line=line, act="draw", name="draw", verb=say("Continue"), choices=choices)


# --- losses -----------------------------------------------------------------------------------------------------------------


def _lose(looker: StatecraftViewer, side: SeenSide) -> ChoicesAsk:
    """Candidates of the loss, each with the trackers afterwards (SC-LOS-06)."""
    loss = looker.view.loss
    if loss is None:
        raise ValueError(looker.view.phase)
    resolving, count = looker.view.resolving, loss.count
    heads = {
        LossKind.CARDS: say_count("Discard {count} hand card", "Discard {count} hand cards", count),
        LossKind.POLICIES: say_count("Discard {count} policy", "Discard {count} policies", count),
        LossKind.POLITICIANS: say_count("Lose {count} politician", "Lose {count} politicians", count),
        LossKind.SUPPORTERS: say_count("Return {count} supporter", "Return {count} supporters", count),
        LossKind.IDEOLOGY: say("Which ideology moves?"),
    }
    return ChoicesAsk(
        head=heads[loss.kind],
        line=say("By “{card}”.", card=card_of(looker, resolving[0].card).title) if resolving else "",
        act="lose",
        name="things",
        verb=say("Move it") if loss.kind is LossKind.IDEOLOGY else say_count("Lose it", "Lose them", count),
        choices=tuple(_losses(looker, side, loss)),
        count=count,
    )


def _losses(looker: StatecraftViewer, side: SeenSide, loss: Loss) -> Iterator[OptionChoice]:
    match loss.kind:
        case LossKind.CARDS:
            yield from _hand(looker)
        case LossKind.POLICIES:
            for policy in side.policies:
                if policy.card.id in loss.candidates:
                    shape = played_of(looker, policy)
                    option = shape.option.label
                    words = (
                        say("announced, {option}", option=option) if shape.announced else say("denounced, {option}", option=option)
                    )
                    would = outcome_for_viewer(looker, side, position_after_loss(side, (policy,)))
                    marks = (shape.specialism, shape.option.colour)
                    yield OptionChoice(value=shape.id, title=shape.title, marks=marks, lines=(words,), would=would)
        case LossKind.POLITICIANS:
            for holder in side.holders:
                who, policies = holder.politician, holder.policies
                if who is not None and who.id in loss.candidates:
                    words = say("Lost with it: {cards}.", cards=titles_of(policies)) if policies else say("No policy goes with it.")
                    after = outcome_for_viewer(looker, side, position_after_loss(side, policies)) if policies else None
                    known = specialisms_of(looker, who)
                    yield OptionChoice(value=who.id, title=who.name, marks=known, lines=(words,), would=after)
        case LossKind.SUPPORTERS:
            for each in looker.view.supporters:
                if each.card.id in loss.candidates:
                    yield OptionChoice(value=each.card.id, title=each.card.name, supporter=supporter_of(looker, each))
        case LossKind.IDEOLOGY:
            for at, ideology in enumerate(IDEOLOGIES):
                if ideology.value in loss.candidates:
                    yield _ideology(looker, side, at, loss.steps)


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


# --- forms ------------------------------------------------------------------------------------------------------------------


def action_of(fields: Fields) -> StatecraftAction:
    """The action in a form's fields. `act` names its type.

    Raises:
        Refused: a field is missing or cannot be read.
    """
    found: StatecraftAction = action_in(fields, FORMS)
    return found


def _take_form(fields: Fields) -> Take:
    take = required_value(fields, "take", later("Nobody is chosen. Choose a politician and a place."))
    if take == NONE:
        return Take()
    politician, _equals, place = take.partition("=")
    return Take(check_id(politician), member_of(Place, place))


def _draw_form(fields: Fields) -> DrawOrNot:
    draw = required_value(fields, "draw", later("Neither yes nor no is chosen. Choose whether to draw."))
    return DrawOrNot(draw == "yes" if draw in ("yes", "no") else refuse_unreadable())


def _bid_form(fields: Fields) -> Bid:
    missing = later("No number is chosen. Choose how many cards you bid, 0 for none.")
    return Bid(parse_number(required_value(fields, "bid", missing, "SC-INC-07")))


FORMS: Final[Forms] = {
    **TURN_FORMS,
    "take": _take_form,
    "set-ideology": form_of(SetIdeology, later("No ideology is chosen. Choose one of the four.")),
    "pick": form_of(PickCard),
    "discard": form_of(DiscardDown),
    "option": form_of(ChooseOption, later("No option is chosen. Choose A or B."), "SC-EVT-03"),
    "contribute": form_of(Contribute),
    "lose": form_of(Lose),
    "draw": _draw_form,
    "bid": _bid_form,
    "pay-bid": form_of(PayBid),
}


# --- waiting players --------------------------------------------------------------------------------------------------------


OTHERS: Final[Mapping[Phase, tuple[str, str]]] = {  # for the other players: a title and a line
    Phase.START_EFFECTS: (later("The game begins"), later("{names} sets an ideology to 2 before the first turn.")),
    Phase.TURN: (later("{owner} turn"), later("Nothing to do for you now.")),
    Phase.RECRUIT_CHOICE: (later("{owner} turn"), later("{names} chooses one of these politicians.")),
    Phase.ACTION_CHOICE: (later("{owner} turn"), later("{names} looks at a hand and discards a card of it.")),
    Phase.EVENT_CHOICE: (later("An event"), later("Still choosing: {names}.")),
    Phase.EMERGENCY_CHOICE: (later("An emergency"), later("Still choosing what to contribute: {names}.")),
    Phase.LOSS_CHOICE: (later("{names} loses something"), later("Still choosing what: {names}.")),
    Phase.FREEPLAY: (later("{names} plays a policy"), later("It comes with the event and is no manoeuvre.")),
    Phase.MAY_DRAW: (later("{names} may draw a card"), ""),
    Phase.INCUMBENT_BID: (later("The incumbent card is bid for"), later("Still bidding: {names}.")),
    Phase.BID_PAYMENT: (later("{names} has won the bid"), later("Still choosing the cards to pay with.")),
    Phase.DISCARD_DOWN: (later("{owner} turn ends"), later("{names} discards down to a full hand.")),
}


def heading_for_waiting(looker: StatecraftViewer) -> tuple[str, str]:
    """Title and line for a viewer who waits."""
    view = looker.view
    if view.phase is Phase.OVER:
        return say("The game is over"), ""
    if not view.sides:
        return say("The table is being laid"), say("The game begins in a moment.")
    waits = view.waits_for
    if not waits:
        return say("A moment"), ""
    player = looker.player
    bot = player in waits and bool(looker.seen.table.chairs[player or 0].bot)
    name = say("The bot at your chair") if bot else listed([looker.name(each) for each in waits])
    owner = say("The bot’s") if bot else possessive(looker.name(waits[0]))
    head, line = OTHERS[view.phase]
    return say(head, names=name, owner=owner), say(line, names=name) if line else ""

"""How something is paid, as a part of a form: what is proposed, and what else could be taken (SY-GEN-14, SY-FAC-03)."""

from __future__ import annotations

from control.engine.language import say
from rooms.tables.scythe.game.content import RESOURCES, Part
from rooms.tables.scythe.game.paying import PaymentOffer
from rooms.tables.scythe.screens.deeds import Choice, Counting, Group, Stepper, first_chosen
from rooms.tables.scythe.screens.looking import Looker


def paying_of(looker: Looker, offer: PaymentOffer) -> Counting:
    """Tokens by territory, and combat cards where one may stand for a token."""
    proposed = offer.proposed
    taken = dict(proposed.spaces)
    steppers = [
        Stepper(
            name=f"pay-{space}-{kind}",
            title=looker.scene.space(space),
            word=say("{what} from {space}", what=looker.word(kind), space=space),
            most=min(count, offer.price.count),
            value=taken[space][at] if space in taken else 0,
            space=space,
        )
        for space, tokens in offer.tokens
        for at, (kind, count) in enumerate(zip(RESOURCES, tokens, strict=True))
        if count
    ]
    return Counting(
        name="pay",
        title=say("Pay otherwise"),
        steppers=tuple(steppers),
        total=offer.price.count,
        cards=_coercion(offer, proposed.coercion) if offer.coercion and offer.hand else None,
    )


def named_cards(looker: Looker, offer: PaymentOffer) -> tuple[Group, ...]:
    """Combat cards that the cost itself names, the lowest chosen, and what a card stands for where types must differ (FC-08)."""
    hand, proposed = sorted(set(offer.hand)), offer.proposed
    groups = [
        Group(
            name=f"card-{at}",
            title=say("Pay a combat card"),
            choices=tuple([Choice(value=str(each), title=str(each), word=str(each), chosen=each == card) for each in hand]),
            small=True,
        )
        for at, card in enumerate(proposed.cards)
    ]
    if offer.coercion and offer.hand and offer.price.part is Part.DIFFERENT:
        kinds = [Choice(value=kind, title=looker.word(kind), word=looker.word(kind), sign=kind) for kind in RESOURCES]
        stands = first_chosen(kinds, proposed.as_type or "")
        groups.append(Group(name="as", title=say("A card by Coercion stands for"), choices=stands, small=True))
    return tuple(groups)


def _coercion(offer: PaymentOffer, chosen: int) -> Group:
    """One of the hand as a token."""
    none = Choice(value="", title=say("no card"), word="", chosen=not chosen)
    cards = [
        Choice(
            value=str(card),
            title=say("a {value} as 1 token", value=card),
            word=say("a {value} by Coercion", value=card),
            chosen=card == chosen,
        )
        for card in sorted(set(offer.hand))
    ]
    return Group(name="coercion", title=say("Coercion"), choices=(none, *cards), small=True)

"""Everything printed on the cards, to look up at the table: the deck as it is printed, never where a card lies (PE-CNT, PE-HID)."""

from __future__ import annotations

from itertools import combinations

from control.engine.language import listed, say
from rooms.tables.potemkin.game.book import Book, book_of
from rooms.tables.potemkin.game.content import FACADES, Ability, Card, Content, FacadeContent
from rooms.tables.potemkin.screens.counts import points
from rooms.tables.potemkin.screens.shapes import KINDS, TYPES, points_of
from rooms.tables.registry import ReferenceCard, ReferenceGroup


def reference_of(content: Content) -> tuple[ReferenceGroup, ...]:
    """The interior deck with what it is made of, the abilities and the facades (PE-CNT-01, PE-CNT-03, PE-CNT-04, PE-CNT-10)."""
    book = book_of(content)
    return (
        ReferenceGroup(
            title=say("Abilities"),
            line=say("A card is built with, or played for its ability: never both."),
            cards=tuple([_ability(book, ability) for ability in content.abilities]),
        ),
        ReferenceGroup(
            title=say("Facades"),
            line=say("Any card goes behind any facade. As many may be built as cards are at hand."),
            cards=tuple([_facade(facade) for facade in content.facades]),
        ),
        ReferenceGroup(
            title=say("Interior deck"),
            line=say("Each card is there once. All backs look the same."),
            cards=tuple([_card(book, card) for card in content.cards]),
            parts=_parts(content),
        ),
    )


def _card(book: Book, card: Card) -> ReferenceCard:
    types = [say(TYPES[facade]) for facade in card.real_types]
    ability = None if card.ability is None else book.abilities[card.ability]
    real = say("Real for {types}.", types=listed(types)) if types else say("Always fake.")
    text = real if ability is None else " ".join((real, say("{ability}: {text}", ability=ability.title, text=ability.text)))
    marks = (*(types or [say("Always fake")]), *([] if ability is None else [ability.title]))
    return ReferenceCard(title=card.title, text=text, marks=tuple(marks), flavour=card.flavour)


def _ability(book: Book, ability: Ability) -> ReferenceCard:
    bearers = [card for card in book.content.cards if card.ability == ability.id]
    titles = listed([say("“{title}”", title=card.title) for card in bearers])
    marks = [say(KINDS[ability.kind])]
    if ability.construction_only:
        marks.append(say("Construction only"))
    return ReferenceCard(
        title=ability.title,
        text=" ".join((ability.text, say("On {cards}.", cards=titles))),
        copies=len(bearers),
        marks=tuple(marks),
        flavour=ability.flavour,
    )


def _facade(facade: FacadeContent) -> ReferenceCard:
    real, fake = points_of(facade.id, real=True), points_of(facade.id, real=False)
    worth = say("At the end {real} real, {fake} fake.", real=points(real) if real else say("no points"), fake=points(fake))
    return ReferenceCard(title=facade.name, text=f"{facade.line} {worth}", copies=0)


def _parts(content: Content) -> tuple[tuple[int, str], ...]:
    """What the deck is made of (PE-CNT-05, PE-CNT-06, PE-CNT-07, PE-CNT-08, PE-CNT-09)."""
    cards = content.cards
    single = [
        (sum([card.real_types == (facade,) for card in cards]), say("real for {type} alone", type=say(TYPES[facade])))
        for facade in FACADES
    ]
    pairs = [sum([set(card.real_types) == {one, other} for card in cards]) for one, other in combinations(FACADES, 2)]
    return (
        (len(cards), say("cards in all")),
        *single,
        (sum(pairs), say("real for two types, one for each pair")),
        (sum([not card.real_types for card in cards]), say("always fake")),
        (sum([card.ability is not None for card in cards]), say("with an ability, real and fake")),
    )

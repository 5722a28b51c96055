"""Months, player aid and all printed cards, for look-up at the table (PE-HID)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from control.engine.language import later, listed, say
from rooms.tables.potemkin.game.content import FACADES, Ability, Book, Card, Content, Direction, FacadeContent, Mode, book_of
from rooms.tables.potemkin.game.state import MONTHS
from rooms.tables.potemkin.screens.shapes import (
    FEW,
    IN_MODE,
    KINDS,
    LONG,
    TYPES,
    WIDEST,
    Mark,
    PotemkinViewer,
    Street,
    mark_of,
    points,
    points_of,
)
from rooms.tables.registry import ReferenceCard, ReferenceGroup

ONLY: Final[Mapping[Mode, str]] = {Mode.CONSTRUCTION: later("Construction only"), Mode.PRODUCTION: later("Production only")}


class MonthMark(Struct, frozen=True, kw_only=True):
    """One of the four month tokens."""

    number: int
    title: str
    now: bool
    gone: bool


class Month(Struct, frozen=True, kw_only=True):
    """The month with its passing direction."""

    number: int
    title: str
    flavour: str
    clockwise: bool
    passes: str


class AidLine(Struct, frozen=True, kw_only=True):
    """A line of the player aid. `allowed`: the player's current mode allows it."""

    title: str
    line: str
    modes: str
    allowed: bool
    mark: Mark | None = None
    points: int = 0


class AidShape(Struct, frozen=True, kw_only=True):
    """The player aid (PE-CNT-17)."""

    mode: str
    actions: tuple[AidLine, ...]
    effects: tuple[AidLine, ...]
    scoring: tuple[AidLine, ...]


def month_of(looker: PotemkinViewer) -> Month | None:
    """The current month. None when no month is left."""
    view = looker.view
    found = next((month for month in looker.book.content.months if month.number == view.month), None)
    if found is None:
        return None
    clockwise = view.direction is Direction.CLOCKWISE
    return Month(
        number=found.number,
        title=found.title,
        flavour=found.flavour,
        clockwise=clockwise,
        passes=say("Packs go clockwise, to the next seat") if clockwise else say("Packs go counterclockwise, to the seat before"),
    )


def months_of(looker: PotemkinViewer) -> tuple[MonthMark, ...]:
    """The four tokens, with the current one marked."""
    now = looker.view.month or MONTHS + 1
    return tuple(
        [
            MonthMark(number=month.number, title=month.title, now=month.number == now, gone=month.number < now)
            for month in looker.book.content.months
        ]
    )


def aid_of(looker: PotemkinViewer) -> AidShape:
    """The player aid, with the actions of the player's current mode marked (PE-COM-09)."""
    aid, side = looker.book.content.aid, looker.side()
    mode = None if side is None else Mode.PRODUCTION if side.producing else Mode.CONSTRUCTION
    return AidShape(
        mode="" if mode is None else say(IN_MODE[mode]),
        actions=tuple(
            [
                AidLine(
                    title=each.title,
                    line=each.line,
                    modes="" if len(each.modes) > 1 else say(ONLY[each.modes[0]]),
                    allowed=mode is None or mode in each.modes,
                )
                for each in aid.actions
            ]
        ),
        effects=tuple(
            [
                AidLine(title=mark_of(each.facade).name, line=each.line, modes="", allowed=True, mark=mark_of(each.facade))
                for each in aid.effects
            ]
        ),
        scoring=tuple(
            [AidLine(title=each.title, line=each.line, modes="", allowed=True, points=each.points) for each in aid.scoring]
        ),
    )


def allowed_words(looker: PotemkinViewer, player: int) -> str:
    """The actions of a player's mode in words: public, whatever the hand (PE-ACT-05, PE-ACT-06, PE-HID-09)."""
    mode = Mode.PRODUCTION if looker.view.sides[player].producing else Mode.CONSTRUCTION
    verbs = [say(VERBS[each.id]) for each in looker.book.content.aid.actions if mode in each.modes and each.id in VERBS]
    return listed(verbs, say("or"))


VERBS: Final[Mapping[str, str]] = {
    "build": later("build"),
    "spy": later("spy"),
    "ability": later("use an ability"),
    "produce": later("produce"),
}


def lines_of(streets: Sequence[Street], *, over: bool) -> int:
    """The number of board lines for each street: two where streets are long and either few or beside the result."""
    longest = max([0, *[len(street.village) for street in streets]])
    return 2 if longest > LONG and (over or len(streets) <= FEW) else 1


def longest_of(streets: Sequence[Street], lines: int) -> int:
    """The number of buildings on one board line, at least as many as fit in full size."""
    longest = max([0, *[len(street.village) for street in streets]])
    return max(WIDEST, -(-longest // lines))


def reference_of(content: Content) -> tuple[ReferenceGroup, ...]:
    """The interior deck with its composition, the abilities and the facades (PE-CNT-01, PE-CNT-03, PE-CNT-04, PE-CNT-10)."""
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
    """The composition of the deck (PE-CNT-05, PE-CNT-06, PE-CNT-07, PE-CNT-08, PE-CNT-09)."""
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

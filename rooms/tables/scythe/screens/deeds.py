"""Deeds: something that can be done, as a form of choices, counts and payments, with one sentence of all that comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from control.engine.language import listed, say
from rooms.tables.scythe.game.content import RESOURCES, Amount, Part
from rooms.tables.scythe.game.payment import PaymentOffer
from rooms.tables.scythe.game.state import Side
from rooms.tables.scythe.rules.bottom_row import neighbours
from rooms.tables.scythe.rules.ending import may_place, met_goals
from rooms.tables.scythe.rules.measures import recruited
from rooms.tables.scythe.screens.looking import Looker


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """Something to tap. `on`: it is chosen already, `sign` is a drawing, `word` what a sentence calls it.

    `mark` is a drawing before the title that stands for the word `aside`, which is read out.
    """

    value: str
    title: str
    line: str = ""
    on: bool = False
    sign: str = ""
    word: str = ""
    mark: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A group of chips: one of them is chosen, or, with `most`, up to so many. `sign` is a drawing beside its name.

    With `board` they are spaces that can be tapped on the board as well. `look` is "count" for numbers, "to" where the line of the
    chosen one stands below: these are shown even where there is nothing to choose.
    """

    legend: str
    name: str
    chips: tuple[Chip, ...]
    most: int = 0
    board: bool = False
    look: str = ""
    sign: str = ""

    @property
    def settled(self) -> bool:
        """Is there nothing to choose?"""
        return self.look != "to" and not self.most and len(self.chips) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of the hand: what it does, what its button says, what goes unseen, what is chosen, and what a unit may take along."""

    act: str
    verb: str
    hidden: tuple[tuple[str, str], ...] = ()
    fields: tuple[Field, ...] = ()
    cargo: tuple[Field, ...] = ()


def form_of(act: str, verb: str, fields: Iterable[Field] = (), cargo: Iterable[Field] = (), **hidden: str) -> Form:
    """A form whose groups with nothing to choose go along unseen."""
    groups, along = tuple(fields), tuple(cargo)
    unseen = tuple([(each.name, each.chips[0].value) for each in (*groups, *along) if each.settled])
    return Form(
        act=act,
        verb=verb,
        hidden=(*hidden.items(), *unseen),
        fields=tuple([each for each in groups if not each.settled]),
        cargo=tuple([each for each in along if not each.settled]),
    )


def count_field(words: Callable[[int], str], name: str, counts: range, *, on: int = 0, sign: str = "") -> Field:
    """So many of something; `words` is what a number of it is called."""
    legend = words(2)
    chips = [
        Chip(
            value=str(count),
            title=str(count),
            on=count == on,
            word=say("{count} {what}", count=count, what=words(count)) if count else "",
        )
        for count in counts
    ]
    return Field(legend=legend, name=name, chips=tuple(chips), look="count", sign=sign)


def card_field(legend: str, hand: Sequence[int], most: int) -> Field:
    """Combat cards of the hand."""
    chips = [Chip(value=str(card), title=str(card)) for card in sorted(hand)]
    return Field(legend=legend, name="card", chips=tuple(chips), most=min(most, len(hand)))


def stars_words(looker: Looker, after: Side) -> str:
    """The stars that the viewer would place when their side were so; "" for none."""
    book, most = looker.book, looker.book.content.numbers.stars
    new = [star for star in met_goals(book, after) if may_place(book, looker.side, star)]
    if not new:
        return ""
    count = min(most, len(looker.side.stars) + len(new))
    goals = listed([looker.word(f"star-{star}") for star in new])
    if count >= most:
        return say("That is your last star ({goals}): the game ends.", goals=goals)
    return say("That is your star number {count} ({goals}).", count=count, goals=goals)


def bonus_words(looker: Looker, section: int) -> str:
    """Whose recruits bring something with the bottom row of a section: the own and the neighbours' (SY-ENL-04, SY-ENL-05)."""
    gain = looker.scene.amounts([looker.book.content.numbers.ongoing[section]])
    said = [say("Your recruit brings {gain}.", gain=gain)] if recruited(looker.side, section) else []
    others = [each for each in neighbours(looker.state, looker.me) if recruited(looker.state.sides[each], section)]
    if others:
        names = listed([looker.name(each) for each in others])
        said.append(say("Neighbours’ recruits bring {gain} to {names}.", names=names, gain=gain))
    return " ".join(said)


def giving_up(looker: Looker, gains: Iterable[Amount], *, once: bool = False) -> tuple[Counting, ...]:
    """What may be given up of what is gained, `once` a recruit's one-time bonus too (SY-GEN-12)."""
    steppers = [
        Stepper(
            name=f"decline-{each.part}",
            title=say("Of {gain} do without", gain=looker.scene.amounts((each,))),
            note=say("so many"),
            word=looker.scene.words(each.part, 2),
            most=each.count,
            value=0,
        )
        for each in gains
        if each.count
    ]
    if once:
        title, note = say("Give up the one-time bonus"), say("Its space is used up all the same.")
        steppers.append(Stepper(name="once", title=title, note=note, word=say("one-time bonus"), most=1, value=0))
    return (Counting(name="decline", title=say("Give up some of it"), steppers=tuple(steppers)),) if steppers else ()


def once_fields(looker: Looker, spaces: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """What the one-time bonus of each open space is, for a form in which it may be given up: `once-2=pop-2`."""
    bonuses = looker.book.content.numbers.bonuses
    return tuple([(f"once-{space}", f"{bonuses[space].part}-{bonuses[space].count}") for space in spaces])


def with_gains(looker: Looker, side: Side, gains: Iterable[Amount]) -> Side:
    """A side with more power and popularity, as far as the tracks go."""
    numbers, found = looker.book.content.numbers, {each.part: each.count for each in gains}
    return structs.replace(
        side,
        power=min(numbers.power, side.power + found.get(Part.POWER, 0)),
        popularity=min(numbers.popularity, side.popularity + found.get(Part.POPULARITY, 0)),
    )


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


SLOT: Final = re.compile("\ue000([a-z0-9-]+)\ue001")  # between signs that no text has
NOTHING: Final[Mapping[str, str]] = {}
Says = tuple[tuple[str, str], ...]  # words, and the name of the choice that they tell, "" for none


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing to choose. `word` is what the sentence calls it, `space` where a press on the board chooses it."""

    value: str
    title: str
    word: str
    lines: tuple[str, ...] = ()
    space: str = ""
    sign: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One of these is chosen. `small`: side by side."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    small: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepper:
    """How many, from 0 to `most`. `word` is what the sentence calls them, `one` a single one where that is another word.

    `note` stands below the title instead of the word.
    """

    name: str
    title: str
    word: str
    most: int
    value: int
    space: str = ""
    free: bool = False  # does not count for the limit
    note: str = ""
    one: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """Several that are counted: `total` is how many there have to be of all (0: as many as one likes), `limit` of how many kinds.

    `name` is what the sentence calls all of it by; `cards`, where there are any, are what one of them can be paid with instead.
    """

    name: str
    title: str
    steppers: tuple[Stepper, ...]
    total: int = 0
    limit: int = 0
    cards: Group | None = None
    folded: bool = True

    @property
    def fixed(self) -> bool:
        """Is there but one way to pay?"""
        return self.total > 0 and self.cards is None and sum([each.most for each in self.steppers]) == self.total

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """What is sent as it is proposed."""
        cards = [(self.cards.name, each.value) for each in self.cards.choices if each.chosen] if self.cards else []
        return (*[(each.name, str(each.value)) for each in self.steppers if each.value], *cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A form that does one thing. `says` tells all that comes of it; `quiet`: it is there, but nobody is pushed to it."""

    key: str
    act: str
    verb: str
    says: Says = ()
    fields: tuple[tuple[str, str], ...] = ()
    groups: tuple[Group, ...] = ()
    counts: tuple[Counting, ...] = ()
    quiet: bool = False


def slot(name: str) -> str:
    """Where in a sentence the words of a choice stand."""
    return f"\ue000{name}\ue001"


def says(sentences: list[str], now: Mapping[str, str] = NOTHING) -> Says:
    """Sentences with slots, as they stand while this is chosen; empty ones are left out."""
    parts = SLOT.split(" ".join([each for each in sentences if each]))
    return tuple([(now[part], part) if at % 2 else (part, "") for at, part in enumerate(parts) if part])


def chosen_word(group: Group) -> str:
    """What the sentence calls what is chosen at first."""
    return next(each.word for each in group.choices if each.chosen)


def counted_words(counting: Counting) -> str:
    """What the sentence says is counted at first."""
    told = [f"{each.value} {each.one or each.word if each.value == 1 else each.word}" for each in counting.steppers if each.value]
    card = counting.cards and chosen_word(counting.cards)
    return ", ".join([*told, *([card] if card else [])])


def first_chosen(choices: list[Choice], best: str = "") -> tuple[Choice, ...]:
    """The same, the best or else the first of them chosen."""
    at = next((number for number, each in enumerate(choices) if each.value == best), 0)
    return tuple([replace(each, chosen=number == at) for number, each in enumerate(choices)])


def lit_of(deeds: tuple[Deed, ...], words: Mapping[str, str]) -> dict[str, str]:
    """What can be pressed on the board: spaces that something of a form stands for, `words` by the field's name."""
    found: dict[str, str] = {}
    for deed in deeds:
        for group in deed.groups:
            found |= {each.space: words[group.name] for each in group.choices if each.space and group.name in words}
        for counting in deed.counts:
            for each in counting.steppers:
                if each.space and counting.name in words and not counting.fixed:
                    found.setdefault(each.space, words[counting.name])
    return found

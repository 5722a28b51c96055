"""Deeds: forms of choices, counts and payments for one action, with one sentence on all results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import structs

from control.engine.language import listed, say
from rooms.tables.scythe.game.content import RESOURCES, Amount, Part
from rooms.tables.scythe.game.payment import PaymentOffer
from rooms.tables.scythe.game.state import Side
from rooms.tables.scythe.rules.ongoing_bonuses import neighbours
from rooms.tables.scythe.rules.player_mats import recruited
from rooms.tables.scythe.rules.stars import may_place, met_goals
from rooms.tables.scythe.screens.viewer import ScytheViewer


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """A thing to tap. `on`: already chosen. `sign`: a drawing. `word`: its name in a sentence.

    `mark`: a drawing before the title in place of the word `aside`, which screen readers speak.
    """

    value: str
    title: str
    line: str = ""
    on: bool = False
    sign: str = ""
    word: str = ""
    mark: str = ""
    aside: str = ""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A group of chips to choose one from, or up to `most`. `sign`: a drawing beside its name.

    `board`: the chips are spaces that can be tapped on the board too. `look`: "count" for numbers, "to" where the chosen chip's
    line is below. These are shown even with nothing to choose.
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
        """Return whether there is nothing to choose."""
        return self.look != "to" and not self.most and len(self.chips) == 1


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A form of the hand: action, button, hidden fields, choices, and a unit's cargo."""

    act: str
    verb: str
    hidden: tuple[tuple[str, str], ...] = ()
    fields: tuple[Field, ...] = ()
    cargo: tuple[Field, ...] = ()


def form_of(act: str, verb: str, fields: Iterable[Field] = (), cargo: Iterable[Field] = (), **hidden: str) -> Form:
    """A form. Groups with nothing to choose become hidden fields."""
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
    """A choice of a number. `words`: the name for a count."""
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
    """A choice of combat cards from the hand."""
    chips = [Chip(value=str(card), title=str(card)) for card in sorted(hand)]
    return Field(legend=legend, name="card", chips=tuple(chips), most=min(most, len(hand)))


def stars_words(looker: ScytheViewer, after: Side) -> str:
    """The stars that the viewer would place with this side. "" for none."""
    book, most = looker.book, looker.book.content.numbers.stars
    new = [star for star in met_goals(book, after) if may_place(book, looker.side, star)]
    if not new:
        return ""
    count = min(most, len(looker.side.stars) + len(new))
    goals = listed([looker.word(f"star-{star}") for star in new])
    if count >= most:
        return say("That is your last star ({goals}): the game ends.", goals=goals)
    return say("That is your star number {count} ({goals}).", count=count, goals=goals)


def bonus_words(looker: ScytheViewer, section: int) -> str:
    """The recruits' bonuses with a section's bottom row: the viewer's and the neighbours' (SY-ENL-04, SY-ENL-05)."""
    gain = looker.scene.amounts([looker.book.content.numbers.ongoing[section]])
    said = [say("Your recruit brings {gain}.", gain=gain)] if recruited(looker.side, section) else []
    others = [each for each in neighbours(looker.state, looker.me) if recruited(looker.state.sides[each], section)]
    if others:
        names = listed([looker.name(each) for each in others])
        said.append(say("Neighbours’ recruits bring {gain} to {names}.", names=names, gain=gain))
    return " ".join(said)


def declinable_parts(looker: ScytheViewer, gains: Iterable[Amount], *, once: bool = False) -> tuple[Counting, ...]:
    """The parts of a gain that can be declined. `once`: a recruit's one-time bonus too (SY-GEN-12)."""
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


def once_fields(looker: ScytheViewer, spaces: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """The one-time bonus of each open space, for a form that can decline it: `once-2=pop-2`."""
    bonuses = looker.book.content.numbers.bonuses
    return tuple([(f"once-{space}", f"{bonuses[space].part}-{bonuses[space].count}") for space in spaces])


def with_gains(looker: ScytheViewer, side: Side, gains: Iterable[Amount]) -> Side:
    """The side with more power and popularity, within the tracks."""
    numbers, found = looker.book.content.numbers, {each.part: each.count for each in gains}
    return structs.replace(
        side,
        power=min(numbers.power, side.power + found.get(Part.POWER, 0)),
        popularity=min(numbers.popularity, side.popularity + found.get(Part.POPULARITY, 0)),
    )


def paying_of(looker: ScytheViewer, offer: PaymentOffer) -> Counting:
    """The payment: tokens by territory, and combat cards where one may stand for a token."""
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
        title=say("Pay another way"),
        steppers=tuple(steppers),
        total=offer.price.count,
        cards=_coercion(offer, proposed.coercion) if offer.coercion and offer.hand else None,
    )


def named_cards(looker: ScytheViewer, offer: PaymentOffer) -> tuple[Group, ...]:
    """Combat cards that the cost demands, the lowest preselected, and the type of a card by Coercion where types must differ
    (FC-08).
    """
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
    """The choice of a hand card as a token."""
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


SLOT: Final = re.compile("\ue000([a-z0-9-]+)\ue001")  # delimited by characters that no text contains
NOTHING: Final[Mapping[str, str]] = {}
Says = tuple[tuple[str, str], ...]  # pairs of words and the choice that fills them, "" for none


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to choose. `word`: its name in the sentence. `space`: the space whose press chooses it."""

    value: str
    title: str
    word: str
    lines: tuple[str, ...] = ()
    space: str = ""
    sign: str = ""
    chosen: bool = False


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A group of choices, one of which is chosen. `small`: shown side by side."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    small: bool = False


class Stepper(msgspec.Struct, frozen=True, kw_only=True):
    """A count from 0 to `most`. `word`: the name of several in the sentence. `one`: the name of a single one, where it differs.

    `note`: shown below the title in place of the word.
    """

    name: str
    title: str
    word: str
    most: int
    value: int
    space: str = ""
    free: bool = False  # not counted for the limit
    note: str = ""
    one: str = ""


class Counting(msgspec.Struct, frozen=True, kw_only=True):
    """A group of steppers. `total`: the required sum, 0 for any. `limit`: the number of steppers above 0.

    `name`: its slot in the sentence. `cards`: combat cards that can pay in place of a token.
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
        """Return whether there is only one way to pay."""
        return self.total > 0 and self.cards is None and sum([each.most for each in self.steppers]) == self.total

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The proposed values as form fields."""
        cards = [(self.cards.name, each.value) for each in self.cards.choices if each.chosen] if self.cards else []
        return (*[(each.name, str(each.value)) for each in self.steppers if each.value], *cards)


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """A form for one action. `says`: the sentence on all results. `quiet`: the button is available, but not prominent."""

    key: str
    act: str
    verb: str
    says: Says = ()
    fields: tuple[tuple[str, str], ...] = ()
    groups: tuple[Group, ...] = ()
    counts: tuple[Counting, ...] = ()
    quiet: bool = False


def slot(name: str) -> str:
    """A placeholder in a sentence for the words of a choice."""
    return f"\ue000{name}\ue001"


def says(sentences: list[str], now: Mapping[str, str] = NOTHING) -> Says:
    """Sentences with slots, filled with the current choices `now`. Empty sentences are left out."""
    parts = SLOT.split(" ".join([each for each in sentences if each]))
    return tuple([(now[part], part) if at % 2 else (part, "") for at, part in enumerate(parts) if part])


def chosen_word(group: Group) -> str:
    """The word of the preselected choice."""
    return next(each.word for each in group.choices if each.chosen)


def counted_words(counting: Counting) -> str:
    """The preselected counts in words."""
    told = [f"{each.value} {each.one or each.word if each.value == 1 else each.word}" for each in counting.steppers if each.value]
    card = counting.cards and chosen_word(counting.cards)
    return ", ".join([*told, *([card] if card else [])])


def first_chosen(choices: list[Choice], best: str = "") -> tuple[Choice, ...]:
    """The choices with `best` preselected, else the first one."""
    at = next((number for number, each in enumerate(choices) if each.value == best), 0)
    return tuple([structs.replace(each, chosen=number == at) for number, each in enumerate(choices)])


def lit_of(deeds: tuple[Deed, ...], words: Mapping[str, str]) -> dict[str, str]:
    """Spaces that can be pressed on the board, with their effect. `words`: the effect by the name of the field."""
    found: dict[str, str] = {}
    for deed in deeds:
        for group in deed.groups:
            found |= {each.space: words[group.name] for each in group.choices if each.space and group.name in words}
        for counting in deed.counts:
            for each in counting.steppers:
                if each.space and counting.name in words and not counting.fixed:
                    found.setdefault(each.space, words[counting.name])
    return found

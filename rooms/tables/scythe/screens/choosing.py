"""What is chosen in a form: chips to tap, in groups, and what goes along unseen where there is nothing to choose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from control.engine.language import say, say_count
from rooms.tables.scythe.game.content import RESOURCES, Amount, Cube, Part, Structure, Terrain
from rooms.tables.scythe.game.gaining import GIVEN_UP, PLACED, GainsOffer
from rooms.tables.scythe.game.paying import PaymentOffer
from rooms.tables.scythe.rules.control import all_tokens
from rooms.tables.scythe.rules.measures import bottom_cost
from rooms.tables.scythe.screens.looking import Looker
from rooms.tables.scythe.screens.places import name_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """Something to tap. `on`: it is chosen already, `name` is its field where the group has several, `sign` a drawing."""

    value: str
    title: str
    line: str = ""
    on: bool = False
    name: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A group of chips: one of them is chosen, or, with `most`, up to so many; with `exact`, exactly so many.

    With `board` they are spaces that can be tapped on the board as well. `look` is "count" for numbers, "rows" where each has its
    line, "to" where the line of the chosen one stands below: these are shown even where there is nothing to choose.
    """

    legend: str
    name: str
    chips: tuple[Chip, ...]
    most: int = 0
    exact: bool = False
    board: bool = False
    look: str = ""

    @property
    def settled(self) -> bool:
        """Is there nothing to choose?"""
        return self.look != "to" and len(self.chips) == (self.most if self.exact else 0 if self.most else 1)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """What goes along where there is nothing to choose."""
        return tuple([(each.name or self.name, each.value) for each in self.chips])


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of the hand: what it does, what goes along unseen, what is chosen, what rarely is, and what its button says."""

    act: str
    verb: str
    hidden: tuple[tuple[str, str], ...] = ()
    fields: tuple[Field, ...] = ()
    folded: tuple[Field, ...] = ()


def form_of(act: str, verb: str, fields: Iterable[Field] = (), *, folded: Sequence[Field] = (), **hidden: str) -> Form:
    """A form whose groups with nothing to choose go along unseen."""
    groups = tuple(fields)
    unseen = tuple([pair for each in groups if each.settled for pair in each.pairs])
    return Form(
        act=act,
        verb=verb,
        hidden=(*hidden.items(), *unseen),
        fields=tuple([each for each in groups if not each.settled]),
        folded=tuple(folded),
    )


def count_field(legend: str, name: str, most: int, *, least: int = 0, on: int = 0, sign: str = "") -> Field:
    """So many of something."""
    chips = [Chip(value=str(count), title=str(count), on=count == on, sign=sign) for count in range(least, most + 1)]
    return Field(legend=legend, name=name, chips=tuple(chips), look="count")


def place_field(looker: Looker, name: str, legend: str, spaces: Iterable[str], *more: Chip) -> Field:
    """One of these spaces."""
    chips = [Chip(value=each, title=name_words(looker.book, each), on=not at) for at, each in enumerate(spaces)]
    return Field(legend=legend, name=name, chips=(*chips, *more), board=True)


def nothing() -> Chip:
    """What is chosen to give a piece up."""
    return Chip(value="", title=say("none"))


# --- costs --------------------------------------------------------------------------------------------------------------------


def payment_fields(looker: Looker, offer: PaymentOffer) -> tuple[Field, ...]:
    """Tokens and cards that pay, the proposed ones chosen (SY-GEN-14, SY-FAC-03)."""
    proposed, price = offer.proposed, offer.price
    paid, fields = dict(proposed.spaces), list[Field]()
    chips = []
    for space, tokens in offer.tokens:
        for kind, count in enumerate(tokens):
            taken, what = paid.get(space, (0, 0, 0, 0))[kind], RESOURCES[kind]
            for at in range(min(count, price.count)):
                name = f"pay-{space}-{what}"
                chips.append(Chip(name=name, value="1", title=looker.word(what), line=space, on=at < taken, sign=what))
    if offer.coercion:
        cards = sorted(set(offer.hand))
        chips += [
            Chip(
                name="coercion",
                value=str(card),
                title=say("card {value}", value=card),
                line=say("Coercion"),
                on=card == proposed.coercion,
            )
            for card in cards
        ]
    if price.count:
        legend = say_count("Pay {count} token", "Pay {count} tokens", price.count)
        fields.append(Field(legend=legend, name="pay", chips=tuple(chips), most=price.count, exact=True))
    if offer.coercion and price.part is Part.DIFFERENT:
        kinds = [
            Chip(value=each, title=looker.word(each), sign=each, on=each is proposed.as_type or not at)
            for at, each in enumerate(RESOURCES)
        ]
        fields.append(Field(legend=say("The card stands for"), name="as", chips=tuple(kinds)))
    if price.cards:
        fields.append(
            card_field(
                say_count("Pay {count} combat card", "Pay {count} combat cards", price.cards), offer.hand, price.cards, exact=True
            )
        )
    return tuple(fields)


def card_field(legend: str, hand: Sequence[int], most: int, *, exact: bool = False) -> Field:
    """Combat cards of the hand; where they pay, the lowest are chosen."""
    chips = [Chip(value=str(card), title=str(card), on=exact and at < most) for at, card in enumerate(sorted(hand))]
    return Field(legend=legend, name="card", chips=tuple(chips), most=min(most, len(hand)), exact=exact)


# --- pieces -------------------------------------------------------------------------------------------------------------------


def mech_field(looker: Looker, mechs: Iterable[int], *more: Chip) -> Field:
    """A mech, by the ability that it uncovers."""
    faction = looker.book.factions[looker.side.faction]
    chips = []
    for at, mech in enumerate(mechs):
        card = looker.book.abilities[faction.mechs[mech - 1]]
        terrains = say(" and ").join([looker.scene.words(each, 2) for each in faction.riverwalk])
        chips.append(Chip(value=str(mech), title=card.name, line=card.text.format(terrains=terrains), on=not at))
    return Field(legend=say("Which mech?"), name="mech", chips=(*chips, *more), look="rows")


def structure_field(looker: Looker, structures: Iterable[Structure], *more: Chip) -> Field:
    """A structure."""
    chips = [Chip(value=each, title=looker.word(each), on=not at, sign=each) for at, each in enumerate(structures)]
    return Field(legend=say("Which structure?"), name="structure", chips=(*chips, *more))


def upgrade_fields(looker: Looker, cubes: Iterable[Cube], boxes: Iterable[int], *more: Chip) -> tuple[Field, Field]:
    """A cube of a green box, and the red box it goes to."""
    book, side = looker.book, looker.side
    greens = [Chip(value=each, title=looker.word(f"cube-{each}"), on=not at) for at, each in enumerate(cubes)]
    reds = []
    for at, box in enumerate(boxes):
        cost = bottom_cost(book, side, box)
        line = say("costs {cost}, then {less}", cost=cost, less=cost - 1)
        reds.append(Chip(value=str(box), title=looker.word(BOTTOM_WORDS[box]), line=line, on=not at))
    return (
        Field(legend=say("Gain 1 more of"), name="cube", chips=(*greens, *more)),
        Field(legend=say("Pay 1 less for"), name="box", chips=tuple(reds), look="rows"),
    )


BOTTOM_WORDS = ("upgrade", "deploy", "build", "enlist")


def recruit_fields(
    looker: Looker, sections: Iterable[int], bonuses: Iterable[tuple[int, Amount]], *more: Chip
) -> tuple[Field, Field]:
    """A recruit of a section, with what it brings from now on, and the one-time bonus."""
    ongoing = looker.book.content.numbers.ongoing
    recruits = []
    for at, section in enumerate(sections):
        line = say("{gain} whenever you or a neighbour takes it", gain=looker.scene.amounts((ongoing[section],)))
        recruits.append(Chip(value=str(section), title=looker.word(BOTTOM_WORDS[section]), line=line, on=not at))
    once = [Chip(value=str(space), title=looker.scene.amounts((gain,)), on=not at) for at, (space, gain) in enumerate(bonuses)]
    return (
        Field(legend=say("Which recruit?"), name="section", chips=(*recruits, *more), look="rows"),
        Field(legend=say("At once you gain"), name="bonus", chips=tuple(once)),
    )


# --- gains --------------------------------------------------------------------------------------------------------------------


def gains_fields(looker: Looker, offer: GainsOffer) -> tuple[Field, ...]:
    """Everything that is picked for these gains, the first of each chosen: types, places, pieces, territories that produce."""
    fields = [*_type_fields(looker, offer), *_place_fields(looker, offer)]
    if offer.mechs:
        fields.append(mech_field(looker, offer.mechs, nothing()))
    if offer.structures:
        fields.append(structure_field(looker, offer.structures, nothing()))
    if offer.at:
        fields.append(place_field(looker, "at", say("On which territory?"), offer.at))
    if offer.cubes and offer.boxes:
        fields += upgrade_fields(looker, offer.cubes, offer.boxes, nothing())
    if offer.sections and offer.bonuses:
        fields += recruit_fields(looker, offer.sections, offer.bonuses, nothing())
    return (*fields, *_harvest_fields(looker, offer))


def _type_fields(looker: Looker, offer: GainsOffer) -> list[Field]:
    """A type for each token of any type, one for all of the same (R-36)."""
    if offer.spaces == ():
        return []
    found, free = list[Field](), offer.spaces is None
    for each in offer.gains:
        for _ in range(each.count if each.part is Part.ANY else each.part is Part.SAME):
            chips = [Chip(value=kind, title=looker.word(kind), sign=kind, on=not at) for at, kind in enumerate(RESOURCES)]
            legend = say("A token of any type") if each.part is Part.ANY else looker.scene.amounts((each,))
            found.append(Field(legend=legend, name=f"type-{len(found)}", chips=(*chips, nothing()) if free else tuple(chips)))
    return found


def _place_fields(looker: Looker, offer: GainsOffer) -> list[Field]:
    """A territory for each token and worker of a Factory card, or none for what is given up (R-38)."""
    if not offer.spaces:
        return []
    found = list[Field]()
    for each in offer.gains:
        if each.part not in PLACED | {Part.ANY, Part.SAME}:
            continue
        given_up = () if each.part is Part.ANY else (Chip(value=f"no-{each.part}", title=say("none")),)
        for _ in range(min(each.count, offer.left) if each.part is Part.WORKER else each.count):
            legend = say("Where does {what} go?", what=looker.scene.amounts((Amount(each.part),)))
            found.append(place_field(looker, f"place-{len(found)}", legend, offer.spaces, *given_up))
    return found


def _harvest_fields(looker: Looker, offer: GainsOffer) -> list[Field]:
    """How many workers produce on each territory; as many territories as can are chosen, the most fruitful first."""
    chosen = sorted(offer.harvest, key=lambda each: -each[1])[: offer.fields]
    found, left = list[Field](), offer.left
    for space, count in offer.harvest:
        village = looker.book.territories[space].terrain is Terrain.VILLAGE
        most = min(count, left) if village else count
        on = most if (space, count) in chosen else 0
        left -= on if village else 0
        legend = say("{space}: how many workers produce?", space=looker.scene.space(space))
        found.append(count_field(legend, f"produce-{space}", count, on=on))
    return found


def declined_fields(looker: Looker, gains: Iterable[Amount], *, placed: bool) -> tuple[Field, ...]:
    """How much of each gain is given up (SY-GEN-12); with `placed` tokens and workers are given up by their places."""
    parts = [each for each in gains if each.part in GIVEN_UP and not (placed and each.part in PLACED | {Part.SAME})]
    return tuple(
        [
            count_field(
                say("Do without {what}", what=looker.scene.words(each.part, each.count)), f"decline-{each.part}", each.count
            )
            for each in parts
        ]
    )


def lacking_words(looker: Looker, cost: Iterable[Amount]) -> str:
    """What of a cost is not there: "1 of 2 coins"."""
    side, there = looker.side, all_tokens(looker.book, looker.state, looker.me)
    have = {
        Part.COIN: side.coins,
        Part.POWER: side.power,
        Part.POPULARITY: side.popularity,
        Part.CARD: len(side.cards),
        Part.ANY: sum(there),
    }
    have |= {Part(kind.value): count for kind, count in zip(RESOURCES, there, strict=True)}
    have[Part.DIFFERENT] = sum([bool(each) for each in there])
    short = [each for each in cost if have.get(each.part, each.count) < each.count]
    words = [
        say("{have} of {count} {what}", have=have[each.part], count=each.count, what=looker.scene.words(each.part, each.count))
        for each in short
    ]
    return ", ".join(words)

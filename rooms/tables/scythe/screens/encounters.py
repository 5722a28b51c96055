"""Encounters and Factory cards on a phone: cost, gain, reasons why not, and picks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.scythe.game.content import RESOURCES, Amount, CardOption, Part
from rooms.tables.scythe.game.payment import PLACED, TOKENS, GainsOffer, PaymentOffer, Price
from rooms.tables.scythe.game.state import FACTORY, Meeting, Phase
from rooms.tables.scythe.rules.bottom_row import BottomOffer
from rooms.tables.scythe.rules.control import all_tokens
from rooms.tables.scythe.rules.encounters import EncounterDoneOffer, OptionOffer
from rooms.tables.scythe.rules.factory import ChooseCardOffer, UseCardOffer
from rooms.tables.scythe.screens.action_forms import (
    Choice,
    Counting,
    Deed,
    Group,
    Stepper,
    chosen_word,
    counted_words,
    declinable_parts,
    first_chosen,
    named_cards,
    once_fields,
    paying_of,
    says,
    slot,
    stars_words,
    with_gains,
)
from rooms.tables.scythe.screens.board import NOTHING_ASKED, BoardQuestion
from rooms.tables.scythe.screens.bottom_row import SHAPES
from rooms.tables.scythe.screens.viewer import ScytheViewer

LETTERS: Final = "ABC"
EMPTY: Final = PaymentOffer(Price())  # no payment here: the card has its own


class OptionShape(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a card: cost ("" for none), gain, notes on impossible parts, and the reason why it cannot be taken."""

    key: str
    title: str
    cost: str
    gain: str
    notes: tuple[str, ...] = ()
    why: str = ""
    deed: Deed | None = None


class MeetShape(msgspec.Struct, frozen=True, kw_only=True):
    """An encounter card as everybody sees it. Only the player in it has the forms. `done`: a second option may be declined."""

    who: str
    title: str
    scene: str
    options: tuple[OptionShape, ...]
    done: bool
    asks: bool
    asked: BoardQuestion = NOTHING_ASKED


class VisitAsk(msgspec.Struct, frozen=True, kw_only=True):
    """Factory cards: those to choose from, or the own one to use."""

    options: tuple[OptionShape, ...]
    line: str
    alone: bool
    asked: BoardQuestion = NOTHING_ASKED


def meeting_of(looker: ScytheViewer) -> MeetShape | None:
    """The current encounter, or None."""
    step = looker.state.agenda[0] if looker.state.agenda else None
    if not isinstance(step, Meeting):
        return None
    card = looker.book.encounters[step.card]
    offers = {each.option: each for each in looker.seen.offers if isinstance(each, OptionOffer)}
    asks = step.player == looker.player and looker.state.phase is Phase.ENCOUNTER
    options = []
    for number, option in enumerate(card.options):
        shape, offer = _shape(looker, f"option-{number}", LETTERS[number], option), offers.get(number)
        if offer:
            verb = say("Take {letter}", letter=LETTERS[number])
            shape = _open(
                looker, shape, offer, Deed(key="take-option", act="take-option", verb=verb), step.space, ("option", str(number))
            )
        elif asks:
            taken = number in step.taken
            shape = replace(shape, why=say("You have had this one.") if taken else _lacking_words(looker, option.cost))
        options.append(shape)
    return MeetShape(
        who=looker.seat(step.player),
        title=card.title,
        scene=card.scene,
        options=tuple(options),
        done=looker.offer(EncounterDoneOffer) is not None,
        asks=asks,
    )


def visiting_of(looker: ScytheViewer) -> VisitAsk | None:
    """The viewer's question about Factory cards, or None."""
    cards, state, side = looker.book.cards, looker.state, looker.side
    if choice := looker.offer(ChooseCardOffer):
        options = []
        for card in choice.things:
            deed = Deed(key=card, act="choose-card", verb=say("Choose this card"), fields=(("factory", card),))
            options.append(_shape(looker, card, cards[card].title, cards[card].does, deed=deed))
        return VisitAsk(
            options=tuple(options),
            line=say("You keep it to the end. Its bottom row moves 1 unit up to 2 territories."),
            alone=False,
        )
    if not (side.card and state.turn.section == FACTORY and state.phase is Phase.TOP and looker.player == state.active):
        return None
    shape = _shape(looker, side.card, cards[side.card].title, cards[side.card].does)
    if use := looker.offer(UseCardOffer):
        shape = _open(looker, shape, use, Deed(key="use-card", act="use-card", verb=say("Use the card")))
    else:
        shape = replace(shape, why=_lacking_words(looker, cards[side.card].does.cost))
    return VisitAsk(options=(shape,), line="", alone=True)


# --- options ------------------------------------------------------------------------------------------------------------------


def _shape(looker: ScytheViewer, key: str, title: str, does: CardOption, deed: Deed | None = None) -> OptionShape:
    cost, gain = looker.scene.amounts(does.cost), looker.scene.amounts(does.gain)
    return OptionShape(key=key, title=title, cost=cost, gain=gain, deed=deed)


def _open(
    looker: ScytheViewer, shape: OptionShape, offer: OptionOffer | UseCardOffer, deed: Deed, met: str = "", *fields: tuple[str, str]
) -> OptionShape:
    """The option with a form: payment, picks, results and declined parts."""
    gains = offer.gains
    groups, told, notes = _picks(looker, gains, met)
    payment = paying_of(looker, offer.payment)
    possible = [each for each in gains.gains if each.part not in notes and each.part is not Part.PRODUCE]
    once = Part.ENLIST in {each.part for each in possible}
    counts = (*_harvest(looker, gains), *([payment] if payment.steppers else ()), *declinable_parts(looker, possible, once=once))
    paid = [say("You pay {pay}.", pay=slot("pay"))] if payment.steppers else []
    now = {group.name: chosen_word(group) for group in groups} | {"pay": counted_words(payment) or say("nothing")}
    now |= {"at": looker.scene.space(met)} if met else {}
    star = stars_words(looker, with_gains(looker, looker.side, gains.gains))
    made = replace(
        deed,
        says=says([*paid, *told, star], now),
        fields=(*fields, *(once_fields(looker, [space for space, _gain in gains.bonuses]) if once else ())),
        groups=(*named_cards(looker, offer.payment), *groups),
        counts=counts,
    )
    return replace(shape, notes=tuple(notes.values()), deed=made)


def _picks(looker: ScytheViewer, offer: GainsOffer, met: str) -> tuple[list[Group], list[str], dict[Part, str]]:
    """Picks for the gains, their sentences, and notes on gains that are impossible now."""
    groups, told, notes = [*_types(looker, offer), *_places(looker, offer)], list[str](), dict[Part, str]()
    at = offer.at if offer.at is not None else (met,)
    pieces: dict[Part, tuple[tuple[Any, ...], tuple[Any, ...], str]] = {  # by the section whose bottom row does the same
        Part.UPGRADE: (offer.cubes, offer.boxes, say("You have no upgrade left.")),
        Part.DEPLOY: (offer.mechs, at, say("No mech can be deployed there.")),
        Part.BUILD: (offer.structures, at, say("No structure can be built there.")),
        Part.ENLIST: (offer.sections, tuple([space for space, _gain in offer.bonuses]), say("You have no recruit left.")),
    }
    parts = {each.part for each in offer.gains}
    for section, (part, (things, places, missing)) in enumerate(pieces.items()):
        if part in parts and not (things and places):
            notes[part] = missing
        elif part in parts:
            thing, place, sentence, _after = SHAPES[section](looker, BottomOffer(section, EMPTY, things, places, ()))
            groups += [thing] if place.name == "at" and offer.at is None else [thing, place]
            told.append(sentence)
    if offer.spaces == ():
        notes |= {
            part: say("No territory of yours with a worker can take it.") for part in parts & (PLACED | {Part.SAME, Part.ANY})
        }
    if Part.WORKER in parts and not offer.left:
        notes[Part.WORKER] = say("You have no worker left.")
    return groups, told, notes


def _types(looker: ScytheViewer, offer: GainsOffer) -> list[Group]:
    """The type of each token of any type, and one for all of the same (SY-R-36)."""
    found = list[Group]()
    for each in offer.gains if offer.spaces != () else ():
        for _ in range(each.count if each.part is Part.ANY else each.part is Part.SAME):
            kinds = [Choice(value=kind, title=looker.word(kind), word=looker.word(kind), sign=kind) for kind in RESOURCES]
            title = say("A token of any type") if each.part is Part.ANY else looker.scene.amounts((each,))
            found.append(Group(name=f"type-{len(found)}", title=title, choices=first_chosen(kinds), small=True))
    return found


def _places(looker: ScytheViewer, offer: GainsOffer) -> list[Group]:
    """A territory for each token and worker of a Factory card (SY-R-38)."""
    found = list[Group]()
    for each in offer.gains if offer.spaces else ():
        if each.part not in PLACED | {Part.ANY, Part.SAME}:
            continue
        spaces = [Choice(value=space, title=looker.scene.space(space), word=space, space=space) for space in offer.spaces or ()]
        for _ in range(min(each.count, offer.left) if each.part is Part.WORKER else each.count):
            what = looker.word(each.part) if each.part in TOKENS | {Part.WORKER} else say("token")
            title = say("Where does the {what} go?", what=what)
            found.append(Group(name=f"place-{len(found)}-{each.part}", title=title, choices=first_chosen(spaces), small=True))
    return found


def _harvest(looker: ScytheViewer, offer: GainsOffer) -> tuple[Counting, ...]:
    """Producing workers by territory, with the most productive territories preselected."""
    chosen = sorted(offer.harvest, key=lambda each: -each[1])[: offer.fields]
    steppers, left = list[Stepper](), offer.left
    for space, count in offer.harvest:
        most = min(count, left) if space in offer.villages else count
        value = most if (space, count) in chosen else 0
        left -= value if space in offer.villages else 0
        place = looker.scene.space(space)
        steppers.append(Stepper(name=f"produce-{space}", title=place, word=place, most=count, value=value, space=space))
    title = say("Up to {limit} territories", limit=offer.fields)
    return (Counting(name="produce", title=title, steppers=tuple(steppers), limit=offer.fields, folded=False),) if steppers else ()


def _lacking_words(looker: ScytheViewer, cost: Iterable[Amount]) -> str:
    """The missing parts of a cost: "You have 1 of 2 coins."."""
    side, there = looker.side, all_tokens(looker.book, looker.state, looker.me)
    have = {Part.COIN: side.coins, Part.POWER: side.power, Part.POPULARITY: side.popularity, Part.CARD: len(side.cards)}
    have |= {Part(kind.value): count for kind, count in zip(RESOURCES, there, strict=True)}
    have |= {Part.ANY: sum(there), Part.DIFFERENT: sum([bool(each) for each in there])}
    short = ", ".join(
        [
            say("{have} of {count} {what}", have=have[each.part], count=each.count, what=looker.scene.words(each.part, each.count))
            for each in cost
            if have[each.part] < each.count
        ]
    )
    return say("You have {short}.", short=short)

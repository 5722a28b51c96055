"""Encounters and Factory cards, on a phone: what each costs and gives, why it is not open, and what is picked for it."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import say
from rooms.tables.scythe.game.content import CardOption, Part
from rooms.tables.scythe.game.gaining import PLACED, GainsOffer
from rooms.tables.scythe.game.offers_cards import ChooseCardOffer, EncounterDoneOffer, OptionOffer, UseCardOffer
from rooms.tables.scythe.game.paying import PaymentOffer
from rooms.tables.scythe.game.state import FACTORY, Meeting, Phase
from rooms.tables.scythe.screens.board import NOTHING_ASKED, Asked
from rooms.tables.scythe.screens.choosing import Form, declined_fields, form_of, gains_fields, lacking_words, payment_fields
from rooms.tables.scythe.screens.looking import Looker

LETTERS = "ABC"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionShape:
    """An option of a card: what it costs ("" for nothing) and gives, what of that cannot come, and why it cannot be taken."""

    key: str
    title: str
    cost: str
    gain: str
    notes: tuple[str, ...] = ()
    why: str = ""
    form: Form | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetShape:
    """An encounter card as everybody sees it; the forms are of whoever meets. `done`: a second option may be left."""

    who: str
    title: str
    scene: str
    options: tuple[OptionShape, ...]
    done: bool
    asks: bool
    asked: Asked = NOTHING_ASKED


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitAsk:
    """Factory cards: those to choose from, or the own one to use."""

    options: tuple[OptionShape, ...]
    line: str
    asked: Asked = NOTHING_ASKED


def meeting_of(looker: Looker) -> MeetShape | None:
    """The encounter under way; None for none."""
    step = looker.state.agenda[0] if looker.state.agenda else None
    if not isinstance(step, Meeting):
        return None
    card, offers = (
        looker.book.encounters[step.card],
        {each.option: each for each in looker.seen.offers if isinstance(each, OptionOffer)},
    )
    mine = step.player == looker.player and looker.state.phase is Phase.ENCOUNTER
    options = []
    for number, option in enumerate(card.options):
        why = "" if not mine else say("You have had this one.") if number in step.taken else ""
        shape = _option(looker, f"option-{number}", LETTERS[number], option, why, asks=mine)
        if offer := offers.get(number):
            verb = say("Take {letter}", letter=LETTERS[number])
            shape = _with_form(looker, shape, option, "take-option", verb, offer.payment, offer.gains, option=str(number))
        options.append(shape)
    return MeetShape(
        who=looker.seat(step.player),
        title=card.title,
        scene=card.scene,
        options=tuple(options),
        done=looker.offer(EncounterDoneOffer) is not None,
        asks=mine,
    )


def visiting_of(looker: Looker) -> VisitAsk | None:
    """What the viewer is asked of Factory cards; None for nothing."""
    if offer := looker.offer(ChooseCardOffer):
        options = []
        for card in offer.cards:
            printed = looker.book.cards[card]
            form = form_of("choose-card", say("Choose this card"), factory=card)
            options.append(_shape(looker, card, printed.title, printed.does, form=form))
        return VisitAsk(
            options=tuple(options), line=say("You keep it to the end. Its bottom row moves 1 unit up to 2 territories.")
        )
    state, side = looker.state, looker.side
    if not (side.card and state.turn.section == FACTORY and state.phase is Phase.TOP and looker.player == state.active):
        return None
    printed = looker.book.cards[side.card]
    shape = _option(looker, side.card, printed.title, printed.does, "", asks=True)
    if use := looker.offer(UseCardOffer):
        shape = _with_form(looker, shape, printed.does, "use-card", say("Use the card"), use.payment, use.gains)
    return VisitAsk(options=(shape,), line="")


def _shape(looker: Looker, key: str, title: str, does: CardOption, **more: object) -> OptionShape:
    fixed = {"key": key, "title": title, "cost": looker.scene.amounts(does.cost), "gain": looker.scene.amounts(does.gain)}
    return OptionShape(**fixed, **more)  # type: ignore[arg-type]


def _option(looker: Looker, key: str, title: str, does: CardOption, why: str, *, asks: bool) -> OptionShape:
    """Without a form: with why it is not open."""
    short = lacking_words(looker, does.cost) if asks and not why else ""
    return _shape(looker, key, title, does, why=say("You have {short}.", short=short) if short else why)


def _with_form(
    looker: Looker,
    shape: OptionShape,
    does: CardOption,
    act: str,
    verb: str,
    payment: PaymentOffer,
    gains: GainsOffer,
    **hidden: str,
) -> OptionShape:
    fields = [*payment_fields(looker, payment), *gains_fields(looker, gains)]
    folded = declined_fields(looker, does.gain, placed=gains.spaces is not None)
    form = form_of(act, verb, fields, folded=folded, **hidden)
    return OptionShape(key=shape.key, title=shape.title, cost=shape.cost, gain=shape.gain, notes=_notes(gains), form=form)


def _notes(offer: GainsOffer) -> tuple[str, ...]:
    """What of the gains cannot come now."""
    parts = {each.part for each in offer.gains}
    found = {
        Part.DEPLOY: (not offer.mechs, say("No mech can be deployed there.")),
        Part.BUILD: (not offer.structures, say("No structure can be built there.")),
        Part.UPGRADE: (not (offer.cubes and offer.boxes), say("You have no upgrade left.")),
        Part.ENLIST: (not (offer.sections and offer.bonuses), say("You have no recruit left.")),
        Part.WORKER: (not offer.left, say("You have no worker left.")),
        Part.PRODUCE: (not offer.harvest, say("None of your workers can produce.")),
    }
    words = [said for part, (missing, said) in found.items() if part in parts and missing]
    if offer.spaces == () and parts & (PLACED | {Part.SAME, Part.ANY}):
        words.append(say("No territory of yours with a worker can take tokens."))
    return tuple(words)

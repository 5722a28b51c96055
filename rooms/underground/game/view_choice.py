"""Private choices at a table, and the identical-looking prompt on all other phones meanwhile (R-144).

The prompt opens and closes on all phones at once: with the step, or with the look at a reached scheme. Players without a choice get
something to read in the same place, with buttons that do nothing. Nobody waits for them.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from control.engine.language import say
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.game.law_actions.underground import priced_schemes
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.papers.game.types import Paper, price_of
from rooms.realm.papers.game.view_form import FieldBox, form_panel
from rooms.underground.game.module import SCHEMES
from rooms.underground.game.state import SchemeCardId, TableId, TableStep
from rooms.underground.game.tables.attack_trap import AMBUSH, PLANNED
from rooms.underground.game.tables.cards import scheme_in
from rooms.underground.game.tables.lookup import is_stopped, step_of, table_of
from rooms.underground.game.tables.schemes import kind_on, written_by
from rooms.underground.game.view_attack import AttackPhase, LossShown, RunningShown, attack_view
from rooms.underground.game.view_cards import SchemeCard, scheme_card
from rooms.underground.game.view_phone import own_table
from rooms.underground.game.view_schemes import OfferSeen, SchemeFace, SchemesView, view_schemes

CARDS = 4  # schemes to read, as many as a House draws


class Prompt(StrEnum):
    """Prompts at a table."""

    UPDATES = "updates"
    SCHEMES = "schemes"
    REACHED = "reached"
    LOSS = "loss"  # a trap is public: only its attacker chooses, with nothing to hide


class TypedCard(Struct, frozen=True, kw_only=True):
    """A drawn card as filled in and refused."""

    card: str
    paper: Paper
    replaces: str


class CardLine(Struct, frozen=True, kw_only=True):
    """One card to unfold: a drawn one with its fields, or a scheme of the rulebook to read."""

    number: int
    card: SchemeCardId | None
    kind: str
    name: str
    price: str
    text: str
    fields: tuple[FieldBox, ...]
    is_typed: bool = False


class Written(Struct, frozen=True, kw_only=True):
    """The player's own scheme of the month. `asks`: it waits for keep or replace against scheme `there`."""

    words: str
    asks: bool
    there: int = 0


class LossLine(Struct, frozen=True, kw_only=True):
    """A scheme of the viewer's House with a checkbox per Advancement it could lose. `boxes`: their form values."""

    scheme: int
    advancement: int
    boxes: tuple[str, ...]


class PhoneChoice(Struct, frozen=True, kw_only=True):
    """The prompt for one player.

    `words`: for this player; `face`: a reached scheme; `decide`, `go_on`: what may be done with it.
    """

    month: int
    table: TableId
    prompt: Prompt
    words: str
    paused: bool = False
    lines: tuple[CardLine, ...] = ()
    replaces: tuple[int, ...] = ()
    replaced: str = ""
    keeps: bool = False
    written: Written | None = None
    reached: SchemeCard | None = None
    face: SchemeFace | None = None
    decide: bool = False
    go_on: bool = False
    effect: str = ""  # of the trap on this player
    losses: tuple[LossLine, ...] = ()
    due: int = 0
    scheme: int = 0
    picked: tuple[str, ...] = ()

    @property
    def step(self) -> TableStep:
        """The step in which it is open."""
        return TableStep(self.prompt) if self.prompt in (Prompt.UPDATES, Prompt.SCHEMES) else TableStep.ATTACK


def phone_choice(
    state: GameState, viewer: Viewer, typed: TypedCard | None = None, picked: tuple[str, ...] = ()
) -> PhoneChoice | None:
    """The open prompt at the viewer's table. None if there is none."""
    own = own_table(state, viewer)
    if own is None:
        return None
    seat, table = own
    found: PhoneChoice | None = None
    match step_of(state, table):
        case TableStep.UPDATES:
            found = _updates(state, viewer, table)
        case TableStep.SCHEMES:
            found = _schemes(state, viewer, seat, table, typed)
        case TableStep.ATTACK:
            found = _attack(state, viewer, table, picked)
    return replace(found, paused=is_stopped(state, table)) if found is not None else None


def _updates(state: GameState, viewer: Viewer, table: TableId) -> PhoneChoice | None:
    if not table_of(state, table).schemes:
        return None
    seen = view_schemes(state, viewer, table)
    if seen.looks_left:
        words = say("You are the Sovereign: open schemes below and look at {count}.", count=seen.looks_left)
    else:
        words = say("Open schemes below and read again what you know of them.")
    return PhoneChoice(month=state.clock.month, table=table, prompt=Prompt.UPDATES, words=words)


# --- Schemes ------------------------------------------------------------------------------------------------------------


def _schemes(state: GameState, viewer: Viewer, seat: HouseSeat, table: TableId, typed: TypedCard | None) -> PhoneChoice:
    seen = view_schemes(state, viewer, table)
    offer = next((each for each in seen.offers if each.picker == seat.id), None)
    brought = next((each for each in seen.choices if each.seat == seat.id), None)
    if brought is not None:
        written = Written(words=brought.words, asks=True, there=brought.there or 0)
    else:
        lies = written_by(state, seat.id)
        known = (each for each in seen.schemes if lies is not None and each.id == lies.id and each.face is not None)
        words = next((each.face.words for each in known if each.face is not None), say("Nothing of yours waits."))
        written = Written(words=words, asks=False)
    return PhoneChoice(
        month=state.clock.month,
        table=table,
        prompt=Prompt.SCHEMES,
        words=_question_words(offer) if offer is not None else _nothing_open_words(state, seen, seat),
        lines=_offered(state, seat, offer, typed) if offer is not None else _to_read(state, seat),
        replaces=offer.replaces if offer is not None else (),
        replaced=typed.replaces if typed is not None else "",
        keeps=offer is not None and bool(offer.replaces),
        written=written,
    )


def _question_words(offer: OfferSeen) -> str:
    if not offer.replaces:
        return say("Open the cards that your House drew, and place one.")
    return say("Open the cards that your House drew: place one, which takes the place of one that lies here, or keep that.")


def _nothing_open_words(state: GameState, seen: SchemesView, seat: HouseSeat) -> str:
    """What the viewer's House placed, for players who may know it. Otherwise that nothing is open (R-144)."""
    month = state.clock.month
    placed = (each for each in seen.schemes if each.own and each.written_by is None and each.since == month and each.face)
    words = next((each.face.words for each in placed if each.face is not None), "")
    if words:
        return say("Your House has placed: {scheme}. Nothing more waits for you; read up on these.", scheme=words)
    return say("Nothing waits for you here. Read up on these.")


def _offered(state: GameState, seat: HouseSeat, offer: OfferSeen, typed: TypedCard | None) -> tuple[CardLine, ...]:
    lines = []
    for number, card in enumerate(offer.cards, start=1):
        mine = typed is not None and typed.card == card.card
        paper = typed.paper if typed is not None and mine else Paper(type=kind_on(card.card))
        form = form_panel(SCHEMES, state, seat.id, paper)
        lines.append(
            CardLine(
                number=number,
                card=card.card,
                kind=kind_on(card.card),
                name=card.name,
                price=form.chosen.price if form is not None else "",
                text=card.text,
                fields=form.fields if form is not None else (),
                is_typed=mine,
            )
        )
    return tuple(lines)


def _to_read(state: GameState, seat: HouseSeat) -> tuple[CardLine, ...]:
    """Schemes of the rulebook to read, varying by player and month, without table decisions."""
    kinds = priced_schemes(state)
    first = state.clock.month * 5 + sorted(state.seats).index(seat.id) * CARDS
    found = [kinds[(first + at) % len(kinds)] for at in range(min(CARDS, len(kinds)))]
    return tuple(
        CardLine(number=number, card=None, kind=kind.id, name=kind.name, price=price_of(kind), text=kind.text, fields=())
        for number, kind in enumerate(found, start=1)
    )


# --- Attack -------------------------------------------------------------------------------------------------------------


def _attack(state: GameState, viewer: Viewer, table: TableId, picked: tuple[str, ...]) -> PhoneChoice | None:
    attack = attack_view(state, viewer, table)
    running = attack.running if attack is not None else None
    if running is None or (running.waits is AttackPhase.LOSS and not running.losses):
        return None
    if running.waits is AttackPhase.LOSS:
        return PhoneChoice(
            month=state.clock.month,
            table=table,
            prompt=Prompt.LOSS,
            words=running.words,
            losses=tuple(_loss(each, running.due) for each in running.losses),
            due=running.due,
            scheme=running.scheme,
            picked=picked,
        )
    return _reached(state, viewer, table, running) if running.waits is AttackPhase.LOOK else None


def _loss(shown: LossShown, due: int) -> LossLine:
    boxes = tuple(f"{shown.scheme} {number}" for number in range(1, min(due, shown.advancement) + 1))
    return LossLine(scheme=shown.scheme, advancement=shown.advancement, boxes=boxes)


def _effect(face: SchemeFace) -> str:
    """What a trap will do to the player who reached it (GE-UND-24, GE-UND-25)."""
    if face.kind == AMBUSH:
        return say("You take 1 wound.")
    if face.kind == PLANNED:
        return say("Your House loses 2 Advancement here, as far as there is any.")
    return ""


def _reached(state: GameState, viewer: Viewer, table: TableId, running: RunningShown) -> PhoneChoice:
    lies = scheme_in(table_of(state, table), running.scheme)
    face = next((each.face for each in view_schemes(state, viewer, table).schemes if each.id == running.scheme), None)
    mine = running.decide or running.go_on
    words = say("Only you see it. Keep a straight face.") if mine else say("Keep a straight face: {attack}", attack=running.words)
    return PhoneChoice(
        month=state.clock.month,
        table=table,
        prompt=Prompt.REACHED,
        words=words,
        reached=scheme_card(state, lies) if lies is not None else None,
        face=face,
        decide=running.decide,
        go_on=running.go_on,
        effect=_effect(face) if running.go_on and face is not None else "",
        scheme=running.scheme,
    )

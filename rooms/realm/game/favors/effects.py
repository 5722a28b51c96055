"""Effects of Favors on purses, hostages and the choice of a table, and effects that a desk decides (C-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import MonthTurned
from control.day.decisions.answers import DecisionMade, answer_by_default
from control.day.decisions.questions import DecisionOpened
from control.day.missing_players import requires_players
from control.day.records import Decision, Option
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import DeskId, SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line, to_desks
from rooms.realm.frame import Moment
from rooms.realm.game.favors.deck import FavorGiven, draw_favors
from rooms.realm.game.favors.requirements import desk_of, favor_of, is_decision
from rooms.realm.game.favors.use import FavorUsed, FavorVoided, is_out_of_hands, purse_for_return
from rooms.realm.game.hostages.custody import default_hostages, release_events, take_events
from rooms.realm.game.records import UsedFavor
from rooms.realm.game.reports.words import card_name, report_purse_changes
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.payment import cards_of, power_of
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import house_name, purse_invalidations, with_purse
from rooms.realm.scenario.ids import CardId, HouseId
from rooms.realm.scenario.schema import Favor

# === effects ============================================================================================================


PREFIX: Final = "favor-"
DONE, VOID = "done", "void"
RULE: Final = "GE-FAV-03"


class FavorLaidUnder(Struct, frozen=True, kw_only=True):
    """A card has gone from a purse to the bottom of the deck."""

    seat: SeatId
    card: CardId


# --- reasons ------------------------------------------------------------------------------------------------------------


@as_reason("favors.card")
def card_reason(favor: str) -> str:
    return say("the Favor {favor}", favor=favor)


@as_reason("favors.ask")
def ask_words(player: str, house: str, favor: str, ability: str) -> str:
    return say("{player} ({house}) has used {favor}: “{ability}”", player=player, house=house, favor=favor, ability=ability)


@as_reason("favors.ask-note")
def ask_noted(player: str, house: str, favor: str, ability: str, note: str) -> str:
    return say(
        "{player} ({house}) has used {favor}: “{ability}” and says: {note}",
        player=player,
        house=house,
        favor=favor,
        ability=ability,
        note=note,
    )


@as_reason("favors.done")
def done_words() -> str:
    return say("It is carried out")


@as_reason("favors.void")
def void_words() -> str:
    return say("It can do nothing: the card goes back")


@as_reason("favors.until")
def until_words() -> str:
    return say("the end of the month")


# --- reactions ----------------------------------------------------------------------------------------------------------


def carry_out(state: GameState, happened: FavorUsed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Carry out a Favor of the House Table or of no fixed place.

    Raises:
        Refused: it would do nothing, as everybody can see.
    """
    favor = favor_of(state, happened.used.favor)
    if favor is None:
        return ()
    if is_decision(favor):
        return (DecisionOpened(decision=desk_decision(state, happened, favor, DeskId(desk_of(favor)), asked)),)
    return tuple(_carry_out_each(state, happened, favor, asked))


def _carry_out_each(state: GameState, happened: FavorUsed, favor: Favor, asked: DecisionContext) -> Iterator[GameEvent]:
    used, why = happened.used, card_reason(favor.name)
    verb, _, amount = favor.effect.rpartition("-")
    match verb:
        case "gain-power":
            yield PowerGained(seat=happened.holder, amount=int(amount), why=why)
        case "take-power":
            yield from _take_power(state, happened, int(amount), why)
        case "draw-favors":
            yield from draw_favors(state, happened.holder, int(amount), why, asked)
        case "take":
            yield from _take_favor_or_hostage(state, happened, amount, why)
        case "trade":
            if used.given is not None:
                laid = FavorLaidUnder(seat=happened.holder, card=used.given)
                yield laid
                yield from draw_favors(evolve_laid_under(state, laid), happened.holder, 2, why, asked)
        case "rescue":
            yield from _rescue_hostage(state, used, why)


def _take_power(state: GameState, happened: FavorUsed, amount: int, why: Told) -> Iterator[GameEvent]:
    """Take Power from the House's purses in its order of payment, as far as they go (R-06, R-07)."""
    parts = tuple(power_of(state, happened.used.target, amount)) if happened.used.target else ()
    yield from (PowerLost(seat=seat, amount=part, why=why) for seat, part in parts)
    if parts:
        yield PowerGained(seat=happened.holder, amount=sum(part for _seat, part in parts), why=why)


def _take_favor_or_hostage(state: GameState, happened: FavorUsed, what: str, why: Told) -> Iterator[GameEvent]:
    """Take a hostage (R-143), or the Favor that the other House loses first (R-06, R-136)."""
    used = happened.used
    if used.target is None:
        return
    if what == "hostage":
        yield from take_events(state, used.house, used.target, why=why, rule=RULE)
        return
    lost = cards_of(state, used.target)[:1]
    yield from (FavorGiven(seat=seat, to=happened.holder, card=card, why=why) for seat, card in lost)


def _rescue_hostage(state: GameState, used: UsedFavor, why: Told) -> Iterator[GameEvent]:
    found = default_hostages(state, used.target, 1, of=used.house, rescue=True)
    if not found:
        holder = house_name(state, used.target or HouseId(""))
        raise Refused(say("{house} holds no hostage of your House that could go home.", house=holder), rule="GE-CER-13")
    yield from release_events(state, found, why=why, rule=RULE)


def desk_decision(state: GameState, happened: FavorUsed, favor: Favor, desk: DeskId, asked: DecisionContext) -> Decision:
    """Ask a desk to carry out the Favor or to return the card. The default is: carried out."""
    used = happened.used
    told = {"player": state.seats[used.seat].name, "house": house_name(state, used.house), "favor": favor.name}
    question = (
        ask_noted(ability=favor.ability, note=happened.note, **told) if happened.note else ask_words(ability=favor.ability, **told)
    )
    return Decision(
        id=f"{PREFIX}{used.key}",
        desk=desk,
        month=used.month,
        question=question,
        options=(Option(id=DONE, words=done_words()), Option(id=VOID, words=void_words())),
        default=DONE,
        since=asked.at,
        blocks=until_words(),
        rule=RULE,
    )


def return_void_card(state: GameState, happened: DecisionMade, asked: DecisionContext) -> tuple[FavorVoided, ...]:
    """Return a card that did nothing to the player who used it (GE-FAV-06).

    Raises:
        Refused: somebody else has drawn that card meanwhile.
    """
    if not happened.id.startswith(PREFIX) or happened.option != VOID:
        return ()
    key = happened.id.removeprefix(PREFIX)
    found = next((each for each in state.favors_used if each.key == key and not each.void), None)
    return (favor_voided(state, found),) if found is not None else ()


def favor_voided(state: GameState, used: UsedFavor) -> FavorVoided:
    """Return the event that voids a use without effect.

    Raises:
        Refused: the card is in somebody's hand by now.
    """
    if not is_out_of_hands(state, used.card):
        drawn = say("Somebody has drawn this card meanwhile: let it count as carried out, and give another Favor by hand.")
        raise Refused(drawn, rule="R-135")
    return FavorVoided(card=used.card, seat=used.seat, holder=purse_for_return(state, used), month=used.month, key=used.key)


def settle_open_questions(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Settle open questions about Favors as carried out, in the LAPSE moment of Return (R-20)."""
    return answer_by_default(state, PREFIX) if happened.moment == Moment.LAPSE else ()


# --- fold and words -----------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_laid_under(state: GameState, happened: FavorLaidUnder) -> GameState:
    purse = state.seats[happened.seat].purse
    if happened.card not in purse.favors:
        return state
    left = tuple(card for card in purse.favors if card != happened.card)
    state = replace(state, favor_deck=(*state.favor_deck, happened.card))
    return with_purse(state, happened.seat, replace(purse, favors=left))


def tell_laid_under(happened: FavorLaidUnder, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} lays 1 Favor under the deck.", player=who(before, happened.seat)))
    words = say("{favor} went under the deck.", favor=card_name(before, happened.card))
    yield from report_purse_changes(before, after, happened.seat, words)


EVENTS: Mapping[type, EventHandler] = {
    FavorLaidUnder: EventHandler(evolve=evolve_laid_under, tell=tell_laid_under, invalidations=purse_invalidations)
}

"""Espionage and Counterespionage: Underground Control picks or writes a text and sends it as a sealed message (R-123).

It goes to the highest rank of the reading House and does not say which of the two it is. Nothing waits for it: at the end of the
next Ceremony, or of the day, chance picks one of the scenario's texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, DayEnded, PhaseEnded, phases_ended_by
from control.day.missing_players import requires_players
from control.day.people.lookup import members
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from control.engine.typed_text import one_line
from rooms.realm.game.records import CompletedScheme, SchemeEnding
from rooms.realm.game.scheme_effects.outcomes import message_reason, nothing_to_strike_reason
from rooms.realm.game.scheme_effects.scheme import scheme_of, target_of, with_scheme
from rooms.realm.game.scheme_effects.strike import DESK, ONLY_UNDERGROUND, TOPIC, Carry, Strike, underground_report
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import House

ESPIONAGE, COUNTER = "espionage", "counterespionage"
LONGEST: Final = 300


class SendSecret(Struct, frozen=True, kw_only=True):
    """Send the message of a scheme as Underground Control: one of the scenario's texts, or its own words."""

    scheme: int
    text: str


class SecretSent(Struct, frozen=True, kw_only=True):
    """A sealed message has reached one player."""

    id: int
    reader: SeatId
    text: str
    month: int


# --- questions ----------------------------------------------------------------------------------------------------------


def reading_house(state: GameState, scheme: CompletedScheme) -> HouseId | None:
    """House that reads the message: the schemer's for a true secret, the targeted one for a false one."""
    return scheme.house if scheme.kind == ESPIONAGE else target_of(state, scheme)


def owed(state: GameState) -> tuple[CompletedScheme, ...]:
    """Schemes with a message still to send, oldest first."""
    return tuple(
        each for each in state.schemes if each.kind in (ESPIONAGE, COUNTER) and each.ending is SchemeEnding.STRUCK and not each.text
    )


def texts_for(state: GameState, scheme: CompletedScheme) -> tuple[str, ...]:
    """The scenario's texts, true or false, about the named House, without those already sent (C-10)."""
    about = target_of(state, scheme)
    house = next((each for each in state.scenario.houses if each.id == about), None)
    if house is None:
        return ()
    sent = {each.text for each in state.schemes}
    return tuple(text for text in _texts_of(house, scheme) if text not in sent)


def _texts_of(house: House, scheme: CompletedScheme) -> tuple[str, ...]:
    return house.true_secrets if scheme.kind == ESPIONAGE else house.false_secrets


def reader_of(state: GameState, scheme: CompletedScheme) -> SeatId | None:
    """Rank 1 of the reading House, or its next living member (R-123)."""
    house = reading_house(state, scheme)
    return next((seat.id for seat in members(state, house) if seat.died is None), None) if house else None


# --- decisions ----------------------------------------------------------------------------------------------------------


def intelligence(strike: Strike) -> Iterator[GameEvent]:
    """Leave the message to Underground Control (GE-UND-06, GE-UND-07, R-123)."""
    house = reading_house(strike.state, strike.scheme)
    if house is None:
        yield strike.spent(nothing_to_strike_reason(), struck=False)
        return
    yield strike.spent(message_reason(house_name(strike.state, house)))


def send_what_waits(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[SecretSent, ...]:
    """Send messages still open at the end of the next Ceremony, with texts by chance (R-123)."""
    last = max((each.month for each in phases_ended_by(happened)), default=0)
    return _send_at_random(state, [each for each in owed(state) if each.acted < last], asked)


def send_what_is_left(state: GameState, happened: DayEnded, asked: DecisionContext) -> tuple[SecretSent, ...]:
    """Send all open messages at the end of the day, because no Ceremony follows the last Return (R-18, R-123)."""
    return _send_at_random(state, owed(state), asked)


def _send_at_random(state: GameState, schemes: Iterable[CompletedScheme], asked: DecisionContext) -> tuple[SecretSent, ...]:
    sent = list[SecretSent]()
    for scheme in schemes:
        left = [text for text in texts_for(state, scheme) if text not in {each.text for each in sent}]
        reader = reader_of(state, scheme)
        if left and reader is not None:
            text = asked.chance.shuffled(left)[0]
            sent.append(SecretSent(id=scheme.id, reader=reader, text=text, month=state.clock.month))
    return tuple(sent)


def decide_send(state: GameState, command: SendSecret, asked: DecisionContext) -> tuple[SecretSent, ...]:
    """Send the message.

    Raises:
        Refused: the text is empty or too long, or nobody of the House is there to read it.
        Stale: it has gone out already.
    """
    scheme = scheme_of(state, command.scheme)
    if scheme is None or scheme not in owed(state):
        raise Stale(say("This message has gone out already."), rule="R-123")
    text = one_line(command.text)
    if not text:
        raise Refused(say("Pick a text or write one."), rule="R-123", code="text")
    if len(text) > LONGEST:
        raise Refused(say("A message has at most {most} letters.", most=LONGEST), rule="R-123", code="text")
    reader = reader_of(state, scheme)
    if reader is None:
        raise Refused(say("Nobody of this House is there to read it."), rule="R-123")
    return (SecretSent(id=scheme.id, reader=reader, text=text, month=state.clock.month),)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("reader")
def evolve_sent(state: GameState, happened: SecretSent) -> GameState:
    return with_scheme(state, happened.id, text=happened.text, reader=happened.reader, told_in=happened.month)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_sent(happened: SecretSent, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell only the reader that it came. Its text is shown elsewhere, and its source nowhere."""
    text = happened.text if happened.text.endswith((".", "!", "?", "…")) else f"{happened.text}."
    yield to_desks(say("A sealed message goes to {player}: “{text}”", player=who(before, happened.reader), text=text))
    yield underground_report(happened.reader, say("You received a sealed message."), rule="R-123")


def _invalidations(happened: SecretSent, state: GameState) -> tuple[Invalidation, ...]:
    return (DESK, Invalidation(topic="decisions", to="staff"), Invalidation(topic=TOPIC, to=f"seat:{happened.reader}"))


COMMANDS: Mapping[type, CommandHandler] = {
    SendSecret: CommandHandler(decide=decide_send, desks=ONLY_UNDERGROUND, label=lambda c, s: say("Sealed message sent")),
}
EVENTS: Mapping[type, EventHandler] = {
    SecretSent: EventHandler(
        evolve=evolve_sent,
        tell=tell_sent,
        invalidations=_invalidations,
        readers=lambda e, s: ONLY_UNDERGROUND,
        anonymous=True,
    ),
}
MESSAGES: Final[dict[str, Carry]] = {ESPIONAGE: intelligence, COUNTER: intelligence}

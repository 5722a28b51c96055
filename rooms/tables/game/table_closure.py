"""Early end of a table: closed by its people with a reason, or cut off when its time in the event is over."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import one_sentence
from control.engine.upcasting import Document, Upcast, stored_before
from rooms.tables.game.absence import require_may_close
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, is_staff, trim_text
from rooms.tables.game.end_warning import require_bound
from rooms.tables.game.state import TableStage, TableState, Until
from rooms.tables.game.table_end import DAY, MONTH, PHASE, past_words
from rooms.tables.game.turns import scores_words, winners_words


class Close(msgspec.Struct, frozen=True, kw_only=True):
    """Close the table early. A stake is settled by the current score."""

    why: str


class CutOff(msgspec.Struct, frozen=True, kw_only=True):
    """End the table because `until` is past. It ends as it is, and every stake goes back."""

    until: Until


SENTENCES: Final = tuple(  # reasons of a cut-off as releases up to November 2026 stored them, in the language of the hall
    re.compile(pattern)
    for pattern in (
        r"(?P<day>the day is over|[Dd]er Tag ist vorbei)",
        r"(?P<before>month 1 has begun|Monat 1 hat begonnen)",
        r"month (?P<month>\d+) is over|Monat (?P<Monat>\d+) ist vorbei",
        r"(?P<phase>\w+), month (?P<at>\d+), is over|(?P<Phase>\w+), Monat (?P<zu>\d+), ist vorbei",
    )
)
PHASES: Final = {
    "zeremonie": "ceremony",
    "planung": "planning",
    "raumwechsel": "movement",
    "aktion": "action",
    "rückkehr": "return",
}


def until_in(sentence: str) -> dict[str, Any] | None:
    """The fields of `Until` that an old stored reason means. None for any other sentence."""
    found = next((hit for pattern in SENTENCES if (hit := pattern.fullmatch(sentence))), None)
    if found is None:
        return None
    said = found.groupdict()
    if said.get("day"):
        return {"of": DAY}
    if said.get("before"):
        return {"of": PHASE}
    month = said.get("month") or said.get("Monat")
    if month:
        return {"of": MONTH, "month": int(month)}
    phase = (said["phase"] or said["Phase"]).lower()
    return {"of": PHASE, "month": int(said["at"] or said["zu"]), "phase": PHASES.get(phase, phase)}


def _past_for_why(document: Document) -> Document:
    past = until_in(document.get("why", "")) if document.get("cut_off") and not document.get("past") else None
    return document if past is None else {**document, "why": "", "past": past}


@stored_before(Upcast(b'"cut_off":', _past_for_why))
class TableClosed(msgspec.Struct, frozen=True, kw_only=True):
    """`why`: the reason as it was typed. `past`: what was over when the table was cut off.

    Until November 2026 that was a sentence in `why`.
    """

    why: str = ""
    winners: tuple[int, ...] = ()  # by the score at that time, for a game that was cut off
    scores: tuple[int, ...] = ()
    cut_off: bool = False
    past: Until | None = None


def decide_close(at: At, command: Close, asked: DecisionContext) -> tuple[TableClosed, ...]:
    at.require_stage(TableStage.OPEN, TableStage.PLAYING)
    require_may_close(at, asked)
    why = trim_text(command.why, 300)
    if not why:
        raise Refused(say("Say why the table is closed."), code="malformed")
    state = at.state
    if state.stage is TableStage.OPEN:
        return (TableClosed(why=why),)
    if state.stake is not None and not is_staff(asked.by):
        raise Refused(say("A game with a stake is played to its end; only Control can end it early."), code="not-yours")
    scores = at.rules.standing(state.play)
    winners = tuple(player for player, score in enumerate(scores) if score == max(scores))
    return (TableClosed(why=why, winners=winners, scores=scores),)


def decide_cut_off(at: At, command: CutOff, _asked: DecisionContext) -> tuple[TableClosed, ...]:
    require_bound(at, command.until)
    return (TableClosed(scores=at.rules.standing(at.state.play), cut_off=True, past=command.until),)


def evolve_closed(state: TableState, happened: TableClosed) -> TableState:
    return replace(
        state,
        stage=TableStage.CLOSED,
        why=happened.why,
        cut_off=happened.cut_off,
        past=happened.past,
        waits_for=(),
        deadline=None,
        bots_at=None,
    )


def why_words(closed: TableClosed | TableState) -> str:
    """The reason why a table was closed early, in words. Empty for a table that was not."""
    return past_words(closed.past) if closed.past else closed.why


def _closed_words(happened: TableClosed, state: TableState) -> str:
    why = why_words(happened)
    if happened.cut_off:
        return _cut_words(state, why, scores_words(state, happened.scores))
    if not happened.scores:
        return say("The table was closed: {why}.", why=why)
    return say_count(
        "The table was closed: {why}. As it stood, {winners} won: {scores}.",
        "The table was closed: {why}. As it stood, {winners} won: {scores}.",
        len(happened.winners),
        why=why,
        winners=winners_words(state, happened.winners),
        scores=scores_words(state, happened.scores),
    )


def _cut_words(state: TableState, why: str, scores: str) -> str:
    if state.stake:
        return say("The table was cut off: {why}. Every stake goes back. As it stood: {scores}.", why=why, scores=scores)
    return say("The table was cut off: {why}. As it stood: {scores}.", why=why, scores=scores)


CLOSING: Final = Module(
    name="closing",
    commands={
        Close: CommandHandler(decide=decide_close, label=lambda c, s: say("Close")),
        CutOff: CommandHandler(decide=decide_cut_off, clock=True, label=lambda c, s: say("Cut off")),
    },
    events={
        TableClosed: EventHandler(
            evolve=evolve_closed, tell=one_sentence(_closed_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        )
    },
)

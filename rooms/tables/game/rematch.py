"""Rematch: the same people play again at a new table. Who may open it, and who sits where."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from rooms.tables.game.context import NOT_A_MOVE, At, at_table, person_of
from rooms.tables.game.opening import OpenTable
from rooms.tables.game.state import Chair, TableStage, TableState
from rooms.tables.game.turn_time import agreed_time

# === rematch ============================================================================================================


class LeadOn(msgspec.Struct, frozen=True, kw_only=True):
    """Start the rematch. `table`: the code of the new table."""

    table: str


class LedOn(msgspec.Struct, frozen=True, kw_only=True):
    table: str


def is_played_out(state: TableState) -> bool:
    """Whether a game was played here and is over."""
    return state.play is not None and state.stage in (TableStage.OVER, TableStage.CLOSED)


def may_play_again(state: TableState, person: str) -> bool:
    """Whether this person may open the rematch: the host, or while the host is absent everybody who sat here."""
    if not is_played_out(state) or state.chair_of(person) is None:
        return False
    return person == state.host or state.chair_of(state.host) not in state.present()


def rotated_chairs(chairs: tuple[Chair, ...]) -> tuple[Chair, ...]:
    """The seats of the rematch: everybody moves on by one, so the second player sits where the first sat."""
    return (*chairs[1:], *chairs[:1])


def next_opening(state: TableState, host: str, *, stake: tuple[str, int] = ("", 0), ends: str = "") -> OpenTable:
    """The command that opens the rematch with the same agreements, kept by `host`.

    Nobody can commit others to a stake: at such a table only the host and bots are seated, and all others sit down themselves.
    """
    chairs = rotated_chairs(state.chairs)
    kind, amount = stake
    time = agreed_time(state)
    sat = tuple(_rematch_chair(chair, host, staked=bool(kind)) for chair in chairs)
    return OpenTable(
        title=state.title,
        host=host,
        chairs=len(chairs),
        seconds=time.seconds,
        reserve=time.reserve,
        options=state.options,
        stake_kind=kind,
        stake_amount=amount,
        ends=ends,
        sat=sat,
    )


def _rematch_chair(chair: Chair, host: str, *, staked: bool) -> Chair:
    """The chair in the rematch. Stand-ins stay behind, since nobody is away before a game."""
    if staked and chair.person and chair.person != host:
        return Chair()
    return replace(chair, bot="") if chair.person else chair


def decide_lead_on(at: At, command: LeadOn, asked: DecisionContext) -> tuple[LedOn, ...]:
    require_again(at.state, person_of(asked.by))
    return (LedOn(table=command.table),)


def require_again(state: TableState, person: str) -> None:
    """Require that this person may open the rematch, and that there is none yet.

    Raises:
        Stale: the game is not over, or the rematch has a table already.
        Refused: the person may not open it.
    """
    if not is_played_out(state):
        raise Stale(say("Play again when this game is over."))
    if state.following:
        raise Stale(say("The new game has its table already: {code}.", code=state.following))
    if not may_play_again(state, person):
        raise Refused(
            say("The host of the table opens the new game, or whoever sat here while the host is away."), code="not-yours"
        )


def evolve_led_on(state: TableState, happened: LedOn) -> TableState:
    return replace(state, following=happened.table)


AGAIN: Final = Module(
    name="again",
    commands={LeadOn: CommandHandler(decide=decide_lead_on, label=lambda c, s: say("Play again"))},
    events={
        LedOn: EventHandler(
            evolve=evolve_led_on,
            tell=one_sentence(lambda e, s: say("Everybody plays again, at table {code}.", code=e.table)),
            invalidations=at_table,
            undo=Undo(never_by_players=NOT_A_MOVE),
        )
    },
)

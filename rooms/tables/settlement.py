"""Settlement of stakes: who can pay when the game begins, and who pays when it is over.

The rule itself is `rooms.realm.game.table_stakes`.
"""

from __future__ import annotations

import logging
from uuid import UUID, uuid5

from control.engine.context import THE_CLOCK
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Stream
from rooms.realm.game.state import GameState
from rooms.realm.game.table_stakes import SettleStake, StakeKind, cannot_pay_words
from rooms.tables.access import seat_of_person
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.table_end import stake_settled
from rooms.tables.models import Table

# === settlement =========================================================================================================


log = logging.getLogger(__name__)

ENDED = (TableStage.OVER, TableStage.CLOSED)
ONLY_PLAYERS = later("Only players of the event can sit at a table with a stake; bots may.")


def require_payable(table: Table, state: TableState) -> None:
    """Require that everybody at the table can pay the stake.

    Raises:
        Refused: a person at the table is no player of the event, or holds too little.
    """
    if state.stake is None or table.event is None:
        return
    persons = [chair.person for chair in state.chairs if chair.person]
    seats = [seat for person in persons if (seat := seat_of_person(person, table.event.pk)) is not None]
    if len(seats) < len(persons):
        raise Refused(say(ONLY_PLAYERS))
    if sentence := cannot_pay_words(event_state(table), seats, StakeKind(state.stake.kind), state.stake.amount):
        raise Refused(sentence)


def event_state(table: Table) -> GameState:
    """The current state of the main game of the table's event."""
    assert table.event is not None
    state: GameState = journal.head(Stream.objects.defer("state").get(event=table.event_id)).state
    return state


def winners_of(engine: TableEngine, state: TableState) -> tuple[int, ...]:
    """The winners by chair, or those who would win if Control ended the game now. Empty before the game."""
    if state.play is None:
        return ()
    result = engine.rules.result(state.play)
    if result is not None:
        return result.winners
    scores = engine.rules.standing(state.play)
    return tuple(player for player, score in enumerate(scores) if score == max(scores))


def settlement(table: Table, engine: TableEngine, state: TableState) -> SettleStake | None:
    """The settlement if the game ended now. None without a stake or a game."""
    if state.stake is None or state.play is None or table.event_id is None:
        return None
    won = () if state.cut_off else winners_of(engine, state)
    seats: dict[int, SeatId] = {}
    for number, chair in enumerate(state.chairs):
        if (seat := seat_of_person(chair.person, table.event_id)) is not None:
            seats[number] = seat
    return SettleStake(
        table=str(table.stream.key),
        title=f"{state.title} {table.code}",
        kind=StakeKind(state.stake.kind),
        amount=state.stake.amount,
        losers=tuple(seat for number, seat in seats.items() if number not in won),
        winners=tuple(seat for number, seat in seats.items() if number in won),
        cut_off=state.cut_off,
    )


def settle(table: Table, engine: TableEngine, state: TableState) -> None:
    """Let the clock settle the stake of a finished game, in the same transaction as the end.

    The command's id is made from the table's key and the turn, so no end is settled twice. What the event refuses is left to
    Control, whose list of tables shows it.
    """
    command = settlement(table, engine, state) if state.stage in ENDED else None
    if command is None or table.event is None:
        return
    try:
        desk.perform(
            stream_id=table.event.stream_id, command=command, by=THE_CLOCK, command_id=end_id(table.stream.key, state.turn)
        )
    except Refused as no:
        log.warning("the stake of table %s was not settled: %s", table.code, no.code)
        return
    Table.objects.filter(pk=table.pk).update(settled=True)


def end_id(key: UUID, turn: int) -> UUID:
    """The command id of the settlement of a game's end."""
    return uuid5(key, f"stake {turn}")


def is_settled(table: Table, event: GameState) -> bool:
    """Whether the event's journal has a settlement of this table that was not withdrawn."""
    return stake_settled(event, str(table.stream.key))

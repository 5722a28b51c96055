"""Punishment notices on the player's own phone until they are read: what, how much, why (R-106)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import with_room
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from control.engine.viewer import Viewer
from rooms.court.game.roll import TOPIC
from rooms.court.game.state import Penalty, Punishment, court_of
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room

# === notices ============================================================================================================


class ReadPunishments(Struct, frozen=True, kw_only=True):
    """Mark the player's own notices as read. `ids`: which; an older page sends only `count`, for the oldest."""

    seat: SeatId
    count: int = 0
    ids: tuple[int, ...] = ()


class PunishmentsRead(Struct, frozen=True, kw_only=True):
    """Notices were read: those in `ids`, or in journals from before ids the oldest `count`."""

    seat: SeatId
    count: int
    ids: tuple[int, ...] = ()


class OwnPunishment(Struct, frozen=True, kw_only=True):
    """A punishment in words to the player it hits."""

    words: str
    reason: str


class PunishedPanel(Struct, frozen=True, kw_only=True):
    """A player's unread notices and their numbers."""

    lines: tuple[OwnPunishment, ...]
    ids: tuple[int, ...]


def unread(state: GameState, seat: SeatId) -> tuple[Punishment, ...]:
    """A player's unread notices, oldest first."""
    return tuple(each for each in court_of(state).punished if each.player == seat)


def own_punishments(state: GameState, viewer: Viewer) -> PunishedPanel | None:
    """Unread notices for the player they hit, in any room; None for anybody else (R-17, R-106)."""
    found = unread(state, viewer.player)
    if not found:
        return None
    return PunishedPanel(
        lines=tuple(OwnPunishment(words=own_words(each), reason=each.reason) for each in found),
        ids=tuple(each.id for each in found),
    )


def own_words(punishment: Punishment) -> str:
    """The punishment, such as "You lose 3 Power. 5 were named; you had no more"."""
    amount, taken = punishment.amount, punishment.taken
    match punishment.penalty:
        case Penalty.POWER:
            lost = say("You lose {count} Power.", count=taken)
        case Penalty.FAVORS:
            lost = say_count("You lose {count} Favor.", "You lose {count} Favors.", taken)
        case Penalty.WOUNDS:
            return say_count("You take {count} wound.", "You take {count} wounds.", amount)
        case Penalty.DEATH:
            return say("You are put to death.")
        case Penalty.SPOKEN:
            return punishment.said or say("You are punished by word.")
    if taken == amount:
        return lost
    return say("{lost} {amount} were named; you had no more.", lost=lost, amount=amount)


def with_punishment(state: GameState, punishment: Punishment) -> GameState:
    """Add a notice."""
    own = court_of(state)
    had = max(own.punishments.get(punishment.player, 0), punishment.id)
    counted = {**own.punishments, punishment.player: had}
    return with_room(state, Room.COURT, replace(own, punished=(*own.punished, punishment), punishments=counted))


def decide_read(state: GameState, command: ReadPunishments, asked: DecisionContext) -> tuple[PunishmentsRead, ...]:
    """Mark notices as read. Nothing happens if there are none."""
    mine = unread(state, command.seat)
    read = tuple(each for each in mine if each.id in command.ids) if command.ids else mine[: max(command.count, 0)]
    return (PunishmentsRead(seat=command.seat, count=len(read), ids=tuple(each.id for each in read)),) if read else ()


@requires_players("seat")
def evolve_read(state: GameState, happened: PunishmentsRead) -> GameState:
    """Remove these notices, or the oldest in journals from before ids. Withdrawn ones are gone already."""
    mine = unread(state, happened.seat)
    read = tuple(each for each in mine if each.id in happened.ids) if happened.ids else mine[: happened.count]
    if not read:
        return state
    own = court_of(state)
    return with_room(state, Room.COURT, replace(own, punished=tuple(each for each in own.punished if each not in read)))


def tell_read(happened: PunishmentsRead, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} has read the own punishment.", player=who(before, happened.seat)))


COMMANDS: Mapping[type, CommandHandler] = {
    ReadPunishments: CommandHandler(decide=decide_read, player=True, always=True, label=lambda c, s: say("Punishment read"))
}
EVENTS: Mapping[type, EventHandler] = {
    PunishmentsRead: EventHandler(
        evolve=evolve_read, tell=tell_read, invalidations=lambda e, s: (Invalidation(topic=TOPIC, to=f"seat:{e.seat}"),)
    )
}

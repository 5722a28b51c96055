"""Punishments of rebels after a failed Uprising, and the notices of them on the players' own phones (GE-CRT-98, R-106)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import with_room
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Invalidation, Undo
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from control.engine.typed_text import one_line
from control.engine.viewer import Viewer
from rooms.court.game.reports.words import deed_in_court, to_seat
from rooms.court.game.roll import COURT_DESK, TOPIC, court_invalidations
from rooms.court.game.state import Penalty, Punishment, Rising, Uprising, at_month, court_of, floor_of
from rooms.realm.game.deaths.death import living_seat, put_to_death, wound_events
from rooms.realm.game.favors.deck import FavorDiscarded
from rooms.realm.game.ranks_and_wounds import DEADLY
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.throne.throne_events import reigns
from rooms.realm.game.treasury.payment import favors_by_loss
from rooms.realm.game.treasury.power import PowerLost
from rooms.realm.game.treasury.purses import purse_holder, seat_of
from rooms.realm.scenario.ids import Room

# === punishing ==========================================================================================================


MOST: Final = 1000  # maximum of a punishment; a larger number is a typing mistake


class Punish(Struct, frozen=True, kw_only=True):
    """Punish a player who stood with a failed Uprising. `amount`: of Power, Favors or wounds. `said`: what is banned or spoken.

    Court Control enters it. Without Control, by the scenario, the Sovereign `seat` does.
    """

    month: int
    number: int
    player: SeatId
    penalty: Penalty
    reason: str
    amount: int = 0
    said: str = ""
    seat: SeatId | None = None


class Punished(Struct, frozen=True, kw_only=True):
    """A player was punished. What they lost follows in events of their own.

    `taken`: how much of `amount` there was, None from an earlier release. `id`: its number among this player's own, 0 from before
    they were numbered.
    """

    month: int
    number: int
    player: SeatId
    penalty: Penalty
    amount: int
    reason: str
    taken: int | None = None
    said: str = ""
    id: int = 0


@as_reason("court.punished")
def punishment_reason(reason: str) -> str:
    return say("punished for the Uprising, {reason}", reason=reason)


def punishable_uprisings(state: GameState) -> tuple[Uprising, ...]:
    """Failed Uprisings of the month whose rebels may be punished: until Return acts, and while somebody reigns (R-106)."""
    if not reigns(state) or state.clock.month <= state.clock.turned:
        return ()
    return tuple(each for each in floor_of(state).uprisings if each.how is Rising.FAILED and each.standing)


def may_punish(state: GameState, seat: SeatId | None) -> bool:
    """Whether this player may punish without Control (R-106, setting `punishment_needs_control`)."""
    return seat is not None and state.throne.holder == seat and not state.scenario.settings.punishment_needs_control


def decide_punish(state: GameState, command: Punish, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Punish a rebel. A purse that holds less gives what it has (GE-CRT-98, R-07, R-81, R-106).

    A Sovereign at the phone sees nobody's wounds. So the limits there do not depend on the player's wounds, and too many wounds
    mean death.

    Raises:
        Refused: the sender may not punish, the player did not stand or is dead, the amount is out of range, or a text is missing.
        Stale: no such Uprising has failed, Return has acted, or nobody reigns.
    """
    at_month(state, command.month)
    if asked.by.seat is not None and not may_punish(state, command.seat):
        raise Refused(say("Court Control enters what the Sovereign inflicts."), rule="R-106", code="not-yours")
    reason, seat = require_reason(command.reason), seat_of(state, command.player)
    found = next((each for each in punishable_uprisings(state) if each.number == command.number), None)
    if found is None:
        said = say("Punishments follow a failed Uprising, before Return acts, while somebody reigns.")
        raise Stale(said, rule="R-106")
    if seat.id not in found.standing:
        raise Refused(say("{name} did not stand with this Uprising.", name=seat.name), rule="R-106")
    counted = command.penalty in (Penalty.POWER, Penalty.FAVORS, Penalty.WOUNDS)
    most, said = MOST, one_line(command.said)
    if command.penalty in (Penalty.WOUNDS, Penalty.DEATH) and living_seat(state, seat.id) is None:
        raise Refused(say("The character of {name} is dead or gone.", name=seat.name), rule="R-106", code="dead")
    if command.penalty is Penalty.SPOKEN and not said:
        raise Refused(say("Write what is banned or said."), rule="R-106", code="said")
    if command.penalty is Penalty.WOUNDS:
        most = DEADLY - seat.wounds if asked.by.seat is None else DEADLY
    if counted and not 1 <= command.amount <= most:
        raise Refused(say("Give a number from 1 to {most}.", most=most), rule="R-106")
    amount = command.amount if counted else 0
    punished = Punished(
        month=command.month,
        number=command.number,
        player=seat.id,
        penalty=command.penalty,
        amount=amount,
        reason=reason,
        taken=_amount_taken(state, seat, command.penalty, amount),
        said=said if command.penalty is Penalty.SPOKEN else "",
        id=court_of(state).punishments.get(seat.id, 0) + 1,
    )
    return (punished, *_penalty_events(state, seat, command.penalty, amount, reason, asked.at))


def _amount_taken(state: GameState, seat: HouseSeat, penalty: Penalty, amount: int) -> int:
    """How much of it there is (R-07), in the purse that the player pays from (R-05)."""
    purse = purse_holder(state, seat).purse
    held = {Penalty.POWER: purse.power, Penalty.FAVORS: len(purse.favors)}
    return min(amount, held.get(penalty, amount))


def _penalty_events(
    state: GameState, seat: HouseSeat, penalty: Penalty, amount: int, reason: str, at: datetime
) -> tuple[GameEvent, ...]:
    """Losses go where fines go: Power to the bank, Favors to the discard pile (R-81, R-136)."""
    why, payer = punishment_reason(reason=reason), purse_holder(state, seat)
    match penalty:
        case Penalty.POWER:
            taken = _amount_taken(state, seat, penalty, amount)
            return (PowerLost(seat=payer.id, amount=taken, why=why),) if taken else ()
        case Penalty.FAVORS:
            return tuple(FavorDiscarded(seat=payer.id, card=card, why=why) for card in favors_by_loss(payer)[:amount])
        case Penalty.WOUNDS | Penalty.DEATH:
            if penalty is Penalty.DEATH:
                return put_to_death(state, seat.id, why=why, rule="R-106", at=at)
            return wound_events(state, seat.id, amount, why=why, rule="R-106")
        case Penalty.SPOKEN:
            return ()


@requires_players("player")
def evolve_punished(state: GameState, happened: Punished) -> GameState:
    """Add an unread notice. A punishment of an earlier release has none: it does not say what it took."""
    return with_punishment(state, _notice_of(happened)) if happened.taken is not None else state


def _notice_of(happened: Punished) -> Punishment:
    return Punishment(
        player=happened.player,
        penalty=happened.penalty,
        amount=happened.amount,
        taken=happened.amount if happened.taken is None else happened.taken,
        said=happened.said,
        reason=happened.reason,
        id=happened.id,
    )


def tell_punished(happened: Punished, before: GameState, after: GameState) -> Iterator[Line]:
    """Whom it hits reads the words and the reason of the own notice. Losses have reports of their own."""
    yield to_desks(_punished_words(happened, who(before, happened.player)))
    act, words = say("Punished for the Uprising"), own_words(_notice_of(happened))
    yield to_seat(happened.player, ReportKind.OUTCOME, words, act=act, why=happened.reason, rule="R-106")
    words = say("Was punished for an Uprising.")
    yield deed_in_court(happened.player, "unlucky", words, weight=3, rule="R-106")


def _punished_words(happened: Punished, player: str) -> str:
    named = {"player": player, "amount": happened.amount, "reason": happened.reason}
    less = happened.taken is not None and happened.taken < happened.amount
    match happened.penalty:
        case Penalty.POWER if less:
            return say(
                "{player} is punished with the loss of {amount} Power and had {taken}: {reason} (R-106).",
                taken=happened.taken,
                **named,
            )
        case Penalty.FAVORS if less:
            return say(
                "{player} is punished with the loss of {amount} Favors and had {taken}: {reason} (R-106).",
                taken=happened.taken,
                **named,
            )
        case Penalty.POWER:
            return say("{player} is punished with the loss of {amount} Power: {reason} (R-106).", **named)
        case Penalty.FAVORS:
            return say("{player} is punished with the loss of {amount} Favors: {reason} (R-106).", **named)
        case Penalty.WOUNDS:
            return say_count(
                "{player} is punished with {count} wound: {reason} (R-106).",
                "{player} is punished with {count} wounds: {reason} (R-106).",
                happened.amount,
                player=player,
                reason=happened.reason,
            )
        case Penalty.DEATH:
            return say("{player} is punished with death: {reason} (R-106).", **named)
        case Penalty.SPOKEN if happened.said:
            return say("{player} is punished, “{said}”: {reason} (R-106).", said=happened.said, **named)
        case Penalty.SPOKEN:
            return say("{player} is punished: {reason} (R-106).", **named)


def withdrawn_punishment_words(_happened: Punished, _state: GameState) -> str:
    """No name and no amount: each player reads them on their own phone."""
    return say("a punishment for the Uprising; ask Court Control")


# === notices ============================================================================================================

# A notice stays on the player's phone until it is read: what, how much, why.


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
    Punish: CommandHandler(
        decide=decide_punish,
        desks=COURT_DESK,
        player=True,
        label=lambda c, s: say("Punishment of {player}, month {month}", player=who(s, c.player), month=c.month),
    ),
    ReadPunishments: CommandHandler(decide=decide_read, player=True, always=True, label=lambda c, s: say("Punishment read")),
}
EVENTS: Mapping[type, EventHandler] = {
    Punished: EventHandler(
        evolve=evolve_punished, tell=tell_punished, invalidations=court_invalidations, undo=Undo(words=withdrawn_punishment_words)
    ),
    PunishmentsRead: EventHandler(
        evolve=evolve_read, tell=tell_read, invalidations=lambda e, s: (Invalidation(topic=TOPIC, to=f"seat:{e.seat}"),)
    ),
}

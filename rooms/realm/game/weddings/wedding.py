"""The wedding: a Priest weds two players, and their Houses exchange hostages (GE-CER-10, GE-CER-12, GE-CER-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.refused import Refused, Stale
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import SpousesSet, held
from rooms.realm.game.hostages.changes import HostageTaken
from rooms.realm.game.hostages.moving import taken
from rooms.realm.game.state import CeremonyKind, GameState, Seat
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.game.weddings.betrothals import between, marriageable
from rooms.realm.game.weddings.priests import may_wed, priest_of, priests

RULE = "GE-CER-12"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wed:
    """A Priest, in `seat`, weds two players; each House takes so many hostages of the other (GE-CER-10, GE-CER-12, R-141).

    On phones both have agreed before. Before the Ceremony desk they stand and say so; it presses for the Priest.
    """

    seat: SeatId
    month: int
    one: SeatId
    other: SeatId
    hostages: int = 1


def decide_wed(state: GameState, command: Wed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Wed them.

    Raises:
        Refused: there is no Priest (GE-CER-09), this is none or not one who may wed these Houses (R-138), it is not the time,
            a House has had its ceremony (R-12, R-13), or the two may not marry or have not agreed (R-140).
        Stale: another month runs, or they agreed on something else.
    """
    priest = seat_of(state, command.seat)
    if not priests(state):
        raise Refused(
            say("Weddings need a Priest: a House with a Chapel anoints one of its players."), rule="GE-CER-09", code="no-priest"
        )
    if priest_of(state, priest.house) is not priest:
        raise Refused(say("{name} is no Priest.", name=priest.name), rule="GE-CER-10", code="no-priest")
    if not priest.acts:
        raise Refused(say("{name} is not there.", name=priest.name), rule="GE-CER-10", code="absent")
    one, other = marriageable(state, command.one, command.hostages), marriageable(state, command.other, command.hostages)
    if one is other:
        raise Refused(say("Name two different players."), rule="R-140", code="unknown")
    for each in (one, other):
        if not each.acts:
            raise Refused(say("{name} is not there.", name=each.name), rule="R-140", code="absent")
    if asked.by.seat is not None:
        agreed = between(state, one.id, other.id)
        if agreed is None or not agreed.agreed:
            raise Refused(say("Both agree on their own phones first."), rule="GE-CER-11", code="not-agreed")
        if agreed.hostages != command.hostages:
            raise Stale(say("They have agreed on another number of hostages; look again."), rule="R-141")
    houses = (one.house, other.house) if one.house != other.house else (one.house,)
    if not may_wed(state, priest, one, other):
        raise Refused(
            say("{house} must let one of their Houses use its Chapel first.", house=house_name(state, priest.house)),
            rule="R-138",
            code="not-allowed",
        )
    words = wed_by(one.name, other.name, priest.name)
    return (
        held(state, command.month, CeremonyKind.MARRIAGE, houses, words),
        SpousesSet(seat=one.id, other=other.id, former=(), why=wed(priest.name)),
        *exchanged(state, one, other, command.hostages),
    )


def exchanged(state: GameState, one: Seat, other: Seat, count: int) -> tuple[GameEvent, ...]:
    """Each House takes `count` hostages of the other, also when it holds some; inside one House nobody does (GE-CER-12, R-141)."""
    pair, why = (one.id, other.id), married(one.name, other.name)
    first = taken(state, one.house, other.house, why=why, rule=RULE, count=count, marriage=pair)
    second = taken(state, other.house, one.house, why=why, rule=RULE, count=count, marriage=pair)
    return (*first, *(replace(each, id=each.id + len(first)) for each in second if isinstance(each, HostageTaken)))


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("weddings.wed-by", public=True)
def wed_by(one: str, other: str, priest: str) -> str:
    return say("{one} weds {other}, before {priest}", one=one, other=other, priest=priest)


@as_reason("weddings.wed", public=True)
def wed(priest: str) -> str:
    return say("wed by {priest}", priest=priest)


@as_reason("weddings.married", public=True)
def married(one: str, other: str) -> str:
    return say("the wedding of {one} and {other}", one=one, other=other)


COMMANDS: Mapping[type, CommandHandler] = {
    Wed: CommandHandler(
        decide=decide_wed,
        player=True,
        desks=frozenset({Desk.CEREMONY}),
        label=lambda c, s: say("Wedding, month {month}", month=c.month),
    ),
}

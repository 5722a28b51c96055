"""Fold: the Power of each House in all its purses, whenever it is another number, and what made it jump (R-05, R-23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from control.engine.chronicle import Moment, Point, Record
from control.engine.language import later, say
from control.engine.reasons import Reason
from control.engine.words import Spoken
from rooms.realm.game.chronicles.writing import sentence
from rooms.realm.game.deaths.following import EstatePassed
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.stakes import StakeSettled
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import SchemeTook
from rooms.realm.game.treasury.passing import PassedOn
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.scenario.ids import HouseId

BY_WHAT: Final[Mapping[type, str]] = Spoken(
    {
        EventSetUp: later("What the House begins with."),
        PassedOn: later("Power was passed between Houses."),
        SchemeTook: later("A scheme took Power."),
        EstatePassed: later("An estate was inherited."),
        StakeSettled: later("A stake at a side table was settled."),
    }
)


@dataclass(slots=True)
class Powers:
    """Fold: a point is written for a House whose purses hold another sum."""

    known: dict[HouseId, int] = field(default_factory=dict)

    def see(self, moment: Moment[GameState]) -> Iterator[Record]:
        if moment.before.seats is moment.after.seats:
            return
        for house in (each.id for each in moment.after.scenario.houses):
            power = house_power(moment.after, house)
            if self.known.get(house) != power:
                self.known[house] = power
                yield Point(series="power", team=house, seq=moment.seq, round=moment.round, value=power, why=_why(moment))

    def end(self, _state: GameState) -> Iterator[Record]:
        return iter(())


def _why(moment: Moment[GameState]) -> str:
    """The event's own reason; what Control typed is its word, told as Control's."""
    happened = moment.event
    if type(happened) in BY_WHAT:
        return BY_WHAT[type(happened)]
    why = getattr(happened, "why", None)
    if isinstance(why, Reason):
        return sentence(why)
    return say("Set by Control.") if why else say("Its players changed.")

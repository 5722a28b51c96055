"""Chronicles of holdings: the Power of each House over time, and the Favors played (R-05, R-23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.engine.chronicle import PersonDeed, Record, SeriesPoint, StoryMoment
from control.engine.language import Spoken, later, say
from control.engine.reasons import Reason
from rooms.realm.game.chronicles.words import deed
from rooms.realm.game.deaths.inheritance import EstatePassed
from rooms.realm.game.favors.use import FavorUsed, FavorVoided, used_words
from rooms.realm.game.reports.words import own, whole_reason, with_full_stop
from rooms.realm.game.scheme_effects.strike import SchemeTook
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState
from rooms.realm.game.table_stakes import StakeSettled
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.treasury.transfers import PassedOn
from rooms.realm.scenario.ids import HouseId

# === Power ==============================================================================================================

# Fold: each change of a House's Power in all its purses, with its cause.


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
    """Fold: write a point when the total of a House's purses changes."""

    known: dict[HouseId, int] = field(default_factory=dict)

    def see(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        if moment.before.seats is moment.after.seats:
            return
        for house in (each.id for each in moment.after.scenario.houses):
            power = house_power(moment.after, house)
            if self.known.get(house) != power:
                self.known[house] = power
                yield SeriesPoint(series="power", team=house, seq=moment.seq, round=moment.round, value=power, why=_why(moment))

    def end(self, _state: GameState) -> Iterator[Record]:
        return iter(())


def _why(moment: StoryMoment[GameState]) -> str:
    """Return the event's own reason. A text that Control typed becomes "Set by Control." instead."""
    happened = moment.event
    if type(happened) in BY_WHAT:
        return BY_WHAT[type(happened)]
    why = getattr(happened, "why", None)
    if isinstance(why, Reason):
        return whole_reason(why)
    return say("Set by Control.") if why else say("Its players changed.")


# === Favors =============================================================================================================

# Fold: the Favors played, without those that their desk declared void (GE-FAV-07).


@dataclass(slots=True)
class FavorsPlayed:
    """Fold: Favors played. `played` is keyed by card and use."""

    played: dict[tuple[str, str, int], PersonDeed] = field(default_factory=dict)

    def see(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        match moment.event:
            case FavorUsed(used=used):
                words = with_full_stop(say("Played a Favor: {favor}", favor=used_words(moment.before, used)))
                self.played[used.card, used.key, used.month] = deed(moment, "favor-used", own(used.seat), words, rule="GE-FAV-03")
            case FavorVoided() as happened:
                self.played.pop((happened.card, happened.key, happened.month), None)
        return iter(())

    def end(self, _state: Any) -> Iterator[Record]:
        return iter(self.played.values())

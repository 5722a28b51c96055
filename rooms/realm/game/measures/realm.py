"""Measures of what all rooms share: throne and Power, Favors, tablets, buildings, hostages, deaths, weddings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from control.day.clock.phase_events import DayEnded
from control.day.decisions.answers import DecisionMade
from control.day.people.room_choice import RoomChosen
from control.day.timetable import last_month
from control.engine.chronicle import StoryMoment
from control.engine.ids import SeatId
from control.engine.measures import Deciders, Measured, Pace, Paces, Sums
from rooms.realm.game.buildings.ownership import BuildingPlaced, FavorsTradedIn
from rooms.realm.game.ceremonies import CeremonyHeld, SpousesMet
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.favors.deck import FavorDrawn
from rooms.realm.game.favors.use import FavorUsed, FavorVoided
from rooms.realm.game.hostages.hostage_events import HostageTaken
from rooms.realm.game.law_actions.money import TaxFell
from rooms.realm.game.law_actions.return_turns import LawActed, LawExpired, LawLapsed
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.measures.report import ASKED, LISTED, THRONE, WORDS
from rooms.realm.game.passed_laws import LawPassed
from rooms.realm.game.records import PassedLaw
from rooms.realm.game.scheme_effects.scheme import scheme_of
from rooms.realm.game.scheme_effects.strike import SchemeActed, SchemeSpent
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.divine_sovereign import ending
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated, ThronePassed, sovereign_house
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.game.weddings.wedding import MarriageAsked
from rooms.realm.scenario.ids import CardId, HouseId, LawId

# === throne and Power ===================================================================================================

# Measure: takers of the throne and how, monthly leaders in Power, month of the decision (GE-SOV-02, GE-SOV-11).


OPEN: Final = "open"  # a day that was not played to its end, or that Control decides


@dataclass(slots=True)
class ThroneAndPower:
    """Fold: Power at the end of each month, the sequence of reigns, rooms of each player."""

    power: dict[HouseId, list[int]] = field(default_factory=dict)
    reigns: list[HouseId | None] = field(default_factory=list)  # ruling House at the end of each month
    rooms: dict[SeatId, Counter[str]] = field(default_factory=dict)
    how: str = ""

    def see(self, moment: StoryMoment[GameState], sums: Sums) -> None:
        match moment.event:
            case SovereignSeated() as happened:
                sums.add("throne/changes")
                sums.add(f"throne/by/{happened.rule.lower() or OPEN}")
                self.how = happened.rule
            case ThronePassed():
                sums.add("throne/passed-on")
            case SovereignDeposed(seat=None):
                sums.counts["throne/god-emperor-fell"] = moment.round
            case RoomChosen() as happened:
                self.rooms.setdefault(happened.seat, Counter())[happened.room] += 1
        turned = moment.after.clock.month != moment.before.clock.month
        if (turned and moment.before.clock.month) or isinstance(moment.event, DayEnded):
            self._month_over(moment.before)

    def _month_over(self, state: GameState) -> None:
        for house in state.scenario.houses:
            self.power.setdefault(house.id, []).append(house_power(state, house.id))
        self.reigns.append(sovereign_house(state))

    def end(self, state: GameState, sums: Sums) -> None:
        sums.names["ending"] = ending(state) or OPEN
        winner = sovereign_house(state) if state.clock.turned >= last_month(state) else None
        for house, curve in self.power.items():
            sums.curves[f"power/{house}"] = list(curve)
            sums.curves[f"reign/{house}"] = [int(house == each) for each in self.reigns]
        leaders = leaders_of(self.power)
        alone = [each for each in leaders if each is not None]
        sums.counts["lead-changes"] = sum(before != after for before, after in pairwise(alone))
        sums.counts["margin"] = _margin([curve[-1] for curve in self.power.values() if curve])
        if winner is not None and state.throne.holder is not None:
            seat = state.seats[state.throne.holder]
            sums.names["winner/team"] = winner
            sums.names["winner/seat"] = seat.id
            sums.names["winner/rank"] = str(seat.rank)
            sums.names["winner/by"] = self.how or OPEN
            usual = self.rooms.get(seat.id, Counter()).most_common()
            if usual:
                most = max(count for _room, count in usual)
                sums.names["winner/room"] = min(room for room, count in usual if count == most)
            sums.counts["decided/throne"] = month_of_lasting_lead(self.reigns, winner)
            sums.counts["decided/power"] = month_of_lasting_lead(leaders, winner)
            sums.counts["comeback"] = greatest_gap(self.power, winner)


def leaders_of(power: dict[HouseId, list[int]]) -> list[HouseId | None]:
    """House with the most Power at the end of each month; None for a tie."""
    found: list[HouseId | None] = []
    for month in range(max(map(len, power.values()), default=0)):
        most = max(curve[month] for curve in power.values())
        leading = [house for house, curve in power.items() if curve[month] == most]
        found.append(leading[0] if len(leading) == 1 else None)
    return found


def month_of_lasting_lead(holders: Sequence[HouseId | None], winner: HouseId) -> int:
    """First month from which `winner` is in `holders` at the end of every month; 0 for never."""
    month = len(holders)
    while month and holders[month - 1] == winner:
        month -= 1
    return month + 1 if month < len(holders) else 0


def greatest_gap(power: dict[HouseId, list[int]], winner: HouseId) -> int:
    """Greatest gap in Power between the winner and the richest House."""
    months = range(len(power[winner]))
    return max((max(curve[month] for curve in power.values()) - power[winner][month] for month in months), default=0)


def _margin(last: list[int]) -> int:
    """Gap in Power between the richest House and the next."""
    first, *others = sorted(last, reverse=True) or [0]
    return first - (others[0] if others else 0)


# === shared content =====================================================================================================

# Measure: how much the shared content mattered: Favors, first tablets, buildings, hostages, deaths, weddings.


Seen = StoryMoment[GameState]


@dataclass(slots=True)
class SharedContent:
    """Fold: each event adds to the count of its subject."""

    def see(self, moment: Seen, sums: Sums) -> None:
        count = COUNTS.get(type(moment.event))
        if count is not None:
            count(moment, moment.event, sums)

    def end(self, state: GameState, sums: Sums) -> None:
        """Count the tablets of the start that fell."""
        fell = {law.id for law in state.struck_laws}
        for law in state.scenario.laws:
            if law.id in fell:
                sums.add(f"law/{law.id}/struck")


def _favor(card: CardId) -> str:
    """Id of a card's Favor."""
    return str(card).partition("#")[0]


def count_favor_drawn(_moment: Seen, happened: FavorDrawn, sums: Sums) -> None:
    sums.add(f"favor/{_favor(happened.card)}/drawn")


def count_favor_used(_moment: Seen, happened: FavorUsed, sums: Sums) -> None:
    sums.add(f"favor/{happened.used.favor}/used")


def count_favor_voided(_moment: Seen, happened: FavorVoided, sums: Sums) -> None:
    sums.add(f"favor/{_favor(happened.card)}/void")


def count_favors_traded_in(_moment: Seen, happened: FavorsTradedIn, sums: Sums) -> None:
    sums.add(f"faction/{happened.faction}/traded-in")
    for card in happened.cards:
        sums.add(f"favor/{_favor(card)}/traded-in")


def count_law_passed(_moment: Seen, happened: LawPassed, sums: Sums) -> None:
    sums.add(f"proposal/{happened.kind}/{'ordered' if happened.ordered else 'passed'}")


def count_board_change(moment: Seen, happened: Any, sums: Sums) -> None:
    """Count a passed law under its kind, a tablet of the start under its own id."""
    kind = _kind(moment.before, happened.law)
    words: dict[type, str] = {LawActed: "acted", LawLapsed: "lapsed", LawExpired: "expired", LawStruck: "struck"}
    what = words[type(happened)]
    if kind is not None:
        sums.add(f"proposal/{kind.kind}/{what}")


def _kind(state: GameState, law: LawId) -> PassedLaw | None:
    return next((each for each in state.passed if each.law == law), None)


def count_tax_fell(moment: Seen, happened: TaxFell, sums: Sums) -> None:
    kind = _kind(moment.before, happened.law)
    what = f"proposal/{kind.kind}" if kind is not None else f"law/{happened.law}"
    sums.add(f"{what}/{'paid' if happened.paid else 'unpaid'}")


def count_scheme_acted(moment: Seen, happened: SchemeActed, sums: Sums) -> None:
    found = scheme_of(moment.after, happened.id)
    if found is not None:
        sums.add(f"scheme/{found.kind}/acted")


def count_scheme_spent(moment: Seen, happened: SchemeSpent, sums: Sums) -> None:
    found = scheme_of(moment.after, happened.id)
    if found is not None and happened.struck:
        sums.add(f"scheme/{found.kind}/struck")


def count_ceremony_held(_moment: Seen, happened: CeremonyHeld, sums: Sums) -> None:
    sums.add(f"ceremony/{happened.kind}")


def count_building_placed(_moment: Seen, happened: BuildingPlaced, sums: Sums) -> None:
    sums.add(f"building/{happened.building.kind}/placed")


def count_hostage_taken(_moment: Seen, happened: HostageTaken, sums: Sums) -> None:
    sums.add("hostages/taken")
    if happened.rule:
        sums.add(f"hostages/by/{happened.rule.lower()}")


def count_character_died(_moment: Seen, _happened: CharacterDied, sums: Sums) -> None:
    sums.add("deaths")


def count_decision_made(_moment: Seen, happened: DecisionMade, sums: Sums) -> None:
    sums.add("decisions/by-default" if happened.by_default else "decisions/made")


COUNTS: Final[Mapping[type, Callable[[Any, Any, Sums], None]]] = {
    FavorDrawn: count_favor_drawn,
    FavorUsed: count_favor_used,
    FavorVoided: count_favor_voided,
    FavorsTradedIn: count_favors_traded_in,
    LawPassed: count_law_passed,
    LawActed: count_board_change,
    LawLapsed: count_board_change,
    LawExpired: count_board_change,
    LawStruck: count_board_change,
    TaxFell: count_tax_fell,
    SchemeActed: count_scheme_acted,
    SchemeSpent: count_scheme_spent,
    CeremonyHeld: count_ceremony_held,
    BuildingPlaced: count_building_placed,
    HostageTaken: count_hostage_taken,
    CharacterDied: count_character_died,
    DecisionMade: count_decision_made,
}

DECIDES: Final[Deciders] = {
    FavorUsed: lambda happened: (happened.used.seat,),
    FavorsTradedIn: lambda happened: (happened.seat,),
    MarriageAsked: lambda happened: (happened.seat,),
    SpousesMet: lambda happened: (happened.seat,),
}

# Estimated seconds. A month has 4 minutes for its few ceremonies (timetable). A sentence of the hall's news, read out at its
# turn, takes 4 seconds to say.
PACES: Final[Paces] = {
    CeremonyHeld: (Pace(seconds=50, step="ceremony"),),
    LawActed: (Pace(seconds=4, step="return"),),
    SchemeActed: (Pace(seconds=4, step="return"),),
    CharacterDied: (Pace(seconds=4, step="return"),),
}

MEASURED: Final = Measured(
    measures=(ThroneAndPower, SharedContent),
    paces=PACES,
    decides=DECIDES,
    asked=ASKED,
    listed=LISTED,
    words=WORDS,
    foreseen=THRONE,
)

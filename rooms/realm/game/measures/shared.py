"""Measure: Favors, tablets of the start, buildings, hostages, deaths, weddings: what of the shared content mattered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from control.day.decisions.answering import DecisionMade
from control.engine.chronicle import Moment
from control.engine.measures import Deciders, Measured, Pace, Paces, Sums
from rooms.realm.game.buildings.placing import BuildingPlaced
from rooms.realm.game.buildings.trading import FavorsTradedIn
from rooms.realm.game.ceremonies import CeremonyHeld, SpousesMet
from rooms.realm.game.deaths.dying import CharacterDied
from rooms.realm.game.deeds.taxes import TaxFell
from rooms.realm.game.deeds.turning import LawActed, LawExpired, LawLapsed
from rooms.realm.game.fates import PassedLaw
from rooms.realm.game.favors.using import FavorUsed, FavorVoided
from rooms.realm.game.hostages.changes import HostageTaken
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.measures.shown import ASKED, LISTED, THRONE, WORDS
from rooms.realm.game.measures.throne import ThroneAndPower
from rooms.realm.game.passed import LawPassed
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.acting import SchemeActed, SchemeSpent
from rooms.realm.game.strikes.asked import scheme_of
from rooms.realm.game.treasury.favors import FavorDrawn
from rooms.realm.game.weddings.betrothals import MarriageAsked
from rooms.realm.scenario.ids import CardId, LawId

Seen = Moment[GameState]


@dataclass(slots=True)
class SharedContent:
    """Fold: each event adds to what it is about."""

    def see(self, moment: Seen, sums: Sums) -> None:
        count = COUNTS.get(type(moment.event))
        if count is not None:
            count(moment, moment.event, sums)

    def end(self, state: GameState, sums: Sums) -> None:
        """Which tablets of the start fell."""
        fell = {law.id for law in state.struck_laws}
        for law in state.scenario.laws:
            if law.id in fell:
                sums.add(f"law/{law.id}/struck")


def _favor(card: CardId) -> str:
    """Which Favor of the deck a card is."""
    return str(card).partition("#")[0]


def drawn(_moment: Seen, happened: FavorDrawn, sums: Sums) -> None:
    sums.add(f"favor/{_favor(happened.card)}/drawn")


def used(_moment: Seen, happened: FavorUsed, sums: Sums) -> None:
    sums.add(f"favor/{happened.used.favor}/used")


def voided(_moment: Seen, happened: FavorVoided, sums: Sums) -> None:
    sums.add(f"favor/{_favor(happened.card)}/void")


def traded(_moment: Seen, happened: FavorsTradedIn, sums: Sums) -> None:
    sums.add(f"faction/{happened.faction}/traded-in")
    for card in happened.cards:
        sums.add(f"favor/{_favor(card)}/traded-in")


def passed(_moment: Seen, happened: LawPassed, sums: Sums) -> None:
    sums.add(f"proposal/{happened.kind}/{'ordered' if happened.ordered else 'passed'}")


def on_board(moment: Seen, happened: Any, sums: Sums) -> None:
    """A passed law counts for its kind; a tablet of the start for itself."""
    kind = _kind(moment.before, happened.law)
    what = {LawActed: "acted", LawLapsed: "lapsed", LawExpired: "expired", LawStruck: "struck"}[type(happened)]
    if kind is not None:
        sums.add(f"proposal/{kind.kind}/{what}")


def _kind(state: GameState, law: LawId) -> PassedLaw | None:
    return next((each for each in state.passed if each.law == law), None)


def tax(moment: Seen, happened: TaxFell, sums: Sums) -> None:
    kind = _kind(moment.before, happened.law)
    what = f"proposal/{kind.kind}" if kind is not None else f"law/{happened.law}"
    sums.add(f"{what}/{'paid' if happened.paid else 'unpaid'}")


def acted(moment: Seen, happened: SchemeActed, sums: Sums) -> None:
    found = scheme_of(moment.after, happened.id)
    if found is not None:
        sums.add(f"scheme/{found.kind}/acted")


def spent(moment: Seen, happened: SchemeSpent, sums: Sums) -> None:
    found = scheme_of(moment.after, happened.id)
    if found is not None and happened.struck:
        sums.add(f"scheme/{found.kind}/struck")


def held(_moment: Seen, happened: CeremonyHeld, sums: Sums) -> None:
    sums.add(f"ceremony/{happened.kind}")


def placed(_moment: Seen, happened: BuildingPlaced, sums: Sums) -> None:
    sums.add(f"building/{happened.building.kind}/placed")


def hostage(_moment: Seen, happened: HostageTaken, sums: Sums) -> None:
    sums.add("hostages/taken")
    if happened.rule:
        sums.add(f"hostages/by/{happened.rule.lower()}")


def died(_moment: Seen, _happened: CharacterDied, sums: Sums) -> None:
    sums.add("deaths")


def decided(_moment: Seen, happened: DecisionMade, sums: Sums) -> None:
    sums.add("decisions/by-default" if happened.by_default else "decisions/made")


COUNTS: Final[Mapping[type, Callable[[Any, Any, Sums], None]]] = {
    FavorDrawn: drawn,
    FavorUsed: used,
    FavorVoided: voided,
    FavorsTradedIn: traded,
    LawPassed: passed,
    LawActed: on_board,
    LawLapsed: on_board,
    LawExpired: on_board,
    LawStruck: on_board,
    TaxFell: tax,
    SchemeActed: acted,
    SchemeSpent: spent,
    CeremonyHeld: held,
    BuildingPlaced: placed,
    HostageTaken: hostage,
    CharacterDied: died,
    DecisionMade: decided,
}

DECIDES: Final[Deciders] = {
    FavorUsed: lambda happened: (happened.used.seat,),
    FavorsTradedIn: lambda happened: (happened.seat,),
    MarriageAsked: lambda happened: (happened.seat,),
    SpousesMet: lambda happened: (happened.seat,),
}

# Seconds, measured by nobody yet. A month has 4 minutes for its few ceremonies (timetable); what is read out at its turn is a
# sentence of the hall's news, which takes 4 seconds to say.
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

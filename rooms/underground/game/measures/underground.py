"""Lab measures of schemes: placed, advanced, foiled, completed, and how long a table works on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.engine.chronicle import StoryMoment
from control.engine.language import later
from control.engine.measures import Deciders, Listed, Measured, Names, Pace, Paces, Sums
from rooms.realm.game.state import GameState
from rooms.realm.scenario.schema import Scenario
from rooms.underground.game.state import Outcome
from rooms.underground.game.tables.advancement import MinionsAdvanced
from rooms.underground.game.tables.attack import AttackBegun
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.attack_trap import TrapSprung
from rooms.underground.game.tables.completion import SchemeDone
from rooms.underground.game.tables.drawn_schemes import DrawnPlaced, SchemesDrawn
from rooms.underground.game.tables.minions import MinionsDrawn
from rooms.underground.game.tables.protection import ProtectionPlaced
from rooms.underground.game.tables.turns import TurnEnded
from rooms.underground.game.tables.written_schemes import SchemeLaid, SchemeReplaced

Seen = StoryMoment[GameState]


@dataclass(slots=True)
class SchemeContent:
    """Fold: the kind of each scheme by its number, and what happened to it."""

    kinds: dict[int, str] = field(default_factory=dict)

    def see(self, moment: Seen, sums: Sums) -> None:
        count = COUNTS.get(type(moment.event))
        if count is not None:
            count(self, moment.event, sums)

    def end(self, state: GameState, sums: Sums) -> None: ...

    def laid(self, happened: SchemeLaid, sums: Sums) -> None:
        self._lies(happened.scheme, happened.paper.type, "written", sums)

    def drawn(self, happened: DrawnPlaced, sums: Sums) -> None:
        self._lies(happened.scheme, happened.paper.type, "drawn", sums)

    def _lies(self, number: int, kind: str, how: str, sums: Sums) -> None:
        self.kinds[number] = kind
        sums.add(f"scheme/{kind}/placed")
        sums.add(f"schemes/{how}")

    def advanced(self, happened: MinionsAdvanced, sums: Sums) -> None:
        self._of(happened.scheme, "advanced", sums)

    def protected(self, happened: ProtectionPlaced, sums: Sums) -> None:
        self._of(happened.scheme, "protected", sums)

    def attacked(self, happened: AttackEnded, sums: Sums) -> None:
        self._of(happened.scheme, "attacked", sums)
        if happened.outcome is Outcome.FOILED:
            self._of(happened.scheme, "foiled", sums)

    def sprung(self, happened: TrapSprung, sums: Sums) -> None:
        sums.add(f"scheme/{happened.trap}/sprung")

    def replaced(self, happened: SchemeReplaced, sums: Sums) -> None:
        self._of(happened.scheme, "replaced", sums)

    def done(self, happened: SchemeDone, sums: Sums) -> None:
        sums.add(f"scheme/{happened.paper.type}/completed")

    def _of(self, number: int, what: str, sums: Sums) -> None:
        if number in self.kinds:
            sums.add(f"scheme/{self.kinds[number]}/{what}")


COUNTS: Final[Mapping[type, Callable[[Any, Any, Sums], None]]] = {
    SchemeLaid: SchemeContent.laid,
    DrawnPlaced: SchemeContent.drawn,
    MinionsAdvanced: SchemeContent.advanced,
    ProtectionPlaced: SchemeContent.protected,
    AttackEnded: SchemeContent.attacked,
    TrapSprung: SchemeContent.sprung,
    SchemeReplaced: SchemeContent.replaced,
    SchemeDone: SchemeContent.done,
}

DECIDES: Final[Deciders] = {
    SchemeLaid: lambda happened: (happened.seat,),
    DrawnPlaced: lambda happened: (happened.picker,) if happened.chosen else (),
    MinionsAdvanced: lambda happened: (happened.seat,),
    ProtectionPlaced: lambda happened: (happened.seat,),
    AttackBegun: lambda happened: (happened.seat,),
}

# Estimates in seconds, not yet measured at an event. A turn takes some seconds to pass and some more to place a card. An attack
# goes through the minions in front of a scheme one by one. Houses pick drawn cards in parallel.
PACES: Final[Paces] = {
    SchemeLaid: (Pace(seconds=5, step="schemes"),),
    SchemesDrawn: (Pace(seconds=30, step="schemes", at_once=True),),
    MinionsDrawn: (Pace(seconds=20, step="minions", at_once=True),),
    TurnEnded: (Pace(seconds=4, step=lambda happened: str(happened.step)),),
    MinionsAdvanced: (Pace(seconds=8, step="advancement"),),
    ProtectionPlaced: (Pace(seconds=8, step="protection"),),
    AttackBegun: (Pace(seconds=20, step="attack"),),
    SchemeDone: (Pace(seconds=15, step="complete"),),
    TrapSprung: (Pace(seconds=15, step="attack"),),
}


def schemes(scenario: Scenario) -> Names:
    return {kind.id: kind.name for kind in scenario.schemes}


LISTED: Final = (
    Listed(
        prefix="scheme",
        title=later("Schemes"),
        columns={
            "placed": later("placed"),
            "advanced": later("advanced"),
            "attacked": later("attacked"),
            "foiled": later("foiled"),
            "sprung": later("sprung"),
            "completed": later("completed"),
            "struck": later("struck"),
        },
        more={"protected": later("protected"), "replaced": later("replaced"), "acted": later("acted")},
        names=schemes,
        matters="struck",
        path="schemes[{id}]",
        never=later("This scheme never struck in {games} days."),
        some=later("Struck in {count} of {games} days."),
    ),
)

WORDS: Final = {"schemes/written": later("Schemes that were written"), "schemes/drawn": later("Schemes that were drawn")}

MEASURED: Final = Measured(measures=(SchemeContent,), paces=PACES, decides=DECIDES, listed=LISTED, words=WORDS)

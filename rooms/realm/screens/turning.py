"""The turn of the month before it happens, as a live region: all of it for the organizer, its own moments for each room's desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from control import registry
from control.day.matters import Waiting
from control.desks.frame import looked_at
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.view_turn import HeldBy, MomentShown, OpenQuestion, Turning
from rooms.realm.screens.seen import Look, with_more

TURNING: Final = Turning(lambda: registry.game(NAME))
TOPICS: Final = ("clock", "decisions", "hand-offs", "people", "laws", "schemes", "map", "court", "strip", "buildings")
DESKS: Final = (Desk.ORGANIZER, Desk.WAR, Desk.COURT, Desk.UNDERGROUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPanel:
    """The turn with where each thing is done that waits: `looked` comes before the first moment."""

    title: str
    whole: bool
    held_words: str
    held: tuple[HeldBy, ...]
    caveats: tuple[str, ...]
    moments: tuple[MomentShown, ...]
    nothing: str
    stays: tuple[OpenQuestion, ...]
    looked: tuple[Waiting, ...]


def region_at(desk: Desk) -> str:
    """The name of the region on the page of this desk."""
    return f"turn_{desk}"


def _panel(desk: Desk) -> Callable[[Look], TurnPanel | None]:
    def shown(seen: Look) -> TurnPanel | None:
        found = seen.sight.view(TURNING.desk, desk)
        if found is None:
            return None
        return with_more(TurnPanel, found, looked=looked_at(seen) if found.whole else looked_at(seen, desk))

    return shown


register(
    *(
        RegionKind(
            name=region_at(desk),
            template="realm/desk/_turn.html",
            topics=TOPICS,
            view=_panel(desk),
            desks=frozenset({desk}),
        )
        for desk in DESKS
    ),
    realm=NAME,
)

OVERVIEW: Final = region_at(Desk.ORGANIZER)

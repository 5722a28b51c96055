"""How chronicles call a scheme: what it is and at whom it is aimed, without what its author noted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.chronicles.writing import name_of, title_of
from rooms.realm.game.passed import Answers
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.asked import scheme_kind, scheme_name
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Target
from rooms.underground.game.interest import HELPS

ROADS: Final = "secret-roads"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """At whom a scheme is aimed: a House, and a player of it where one is named; a region of the map. `helps` it, or strikes it?"""

    house: HouseId | None = None
    helps: bool = False
    player: SeatId | None = None
    place: str = ""

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whom it touches."""
        found = (house(self.house) if self.house else "", own(self.player) if self.player else "")
        return tuple(each for each in found if each)

    @property
    def audience(self) -> str:
        """The one whom it is aimed at; empty for nobody."""
        return self.audiences[-1] if self.audiences else ""


def aim_of(state: GameState, of: HouseId, paper: Paper) -> Aim:
    """At whom a scheme of this House is aimed, of those who play; one for the own House, such as votes, is aimed at nobody."""
    kind = scheme_kind(state, paper.type)
    if kind is None:
        return Aim()
    named = Answers(kind=kind, values=paper.values)
    houses = {each.id for each in state.scenario.houses} - {of}
    found = next((HouseId(each) for each in named.all(Target.HOUSE) if each in houses), None)
    people = (state.seats.get(SeatId(each)) for each in named.all(Target.PLAYER))
    player = next((each.id for each in people if each is not None and each.house != of), None)
    return Aim(house=found, player=player, place=next(iter(named.all(Target.REGION)), ""), helps=helps(of, paper.type, found))


def helps(of: HouseId, scheme: str, target: HouseId | None) -> bool:
    """Is it for the House that it names? Roads are for the own House alone, and a trap for another."""
    return scheme in HELPS and (scheme != ROADS or target in (None, of))


def scheme_title(state: GameState, paper: Paper) -> str:
    """A scheme as it was written."""
    return title_of(state, state.scenario.schemes, paper)


def planned_words(state: GameState, of: HouseId, paper: Paper) -> str:
    """Who planned what against whom: the House, for its scheme does not say whose hand wrote it."""
    return say("{house} planned a scheme, “{scheme}”.", house=house_name(state, of), scheme=scheme_title(state, paper))


def seemed_words(state: GameState, aim: Aim) -> str:
    """What whoever it is aimed at had before their eyes instead."""
    if aim.helps:
        return say("Nobody was known to help {name}.", name=house_name(state, aim.house)) if aim.house is not None else ""
    if aim.player is not None:
        return say("Nothing was known to threaten {name}.", name=name_of(state, aim.player))
    if aim.house is not None:
        return say("Nothing was known to threaten {name}.", name=house_name(state, aim.house))
    return ""


def against_words(state: GameState, of: HouseId, paper: Paper) -> str:
    """The bond that a scheme makes: "Cat schemed against Zen: Delay", or for it."""
    aim = aim_of(state, of, paper)
    named = name_of(state, aim.player) if aim.player else house_name(state, aim.house) if aim.house else ""
    scheme = scheme_name(state, paper.type)
    words = {"house": house_name(state, of), "name": named, "scheme": scheme}
    return (
        say("{house} schemed for {name}: {scheme}.", **words)
        if aim.helps
        else say("{house} schemed against {name}: {scheme}.", **words)
    )

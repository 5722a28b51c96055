"""Where a unit may step, and what comes of it on the board (SY-MOV, SY-MEC, SY-FAC-06, SY-BLD-06, SY-BLD-07, SY-BLD-08)."""

from __future__ import annotations

import msgspec

from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import Ability, Structure
from rooms.tables.scythe.game.state import CHARACTER, ScytheState, fights
from rooms.tables.scythe.rules.control import NOBODY, controllers, workers_at
from rooms.tables.scythe.rules.measures import has, place_of


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What a step brings about on the space entered.

    `combat` is with whom, `owner` whose workers are `driven` off, NOBODY for none; `popularity` is what that costs the mover, not
    more than there is. `factory`: the character would choose a Factory card if it is still there when combats are over.
    """

    combat: int = NOBODY
    owner: int = NOBODY
    driven: tuple[int, ...] = ()
    popularity: int = 0
    encounter: bool = False
    factory: bool = False
    stops: bool = False


class Reach:
    """A player's ways over the board as it lies now; made anew after each step (SY-R-04, SY-R-15).

    `occupied` are the spaces of opponents' units, with whose they are, `held` those with an opponent's character or mech.
    """

    __slots__ = ("base_ways", "book", "held", "joined", "known", "lakes", "mine", "occupied", "rivers", "side", "submerge", "swim")

    def __init__(self, book: Book, state: ScytheState, player: int) -> None:
        self.book = book
        self.side = side = state.sides[player]
        self.known: dict[tuple[bool, str], tuple[str, ...]] = {}  # whoever stands together steps alike
        self.occupied: dict[str, int] = {}
        self.held: set[str] = set()
        for other, theirs in enumerate(state.sides):
            if other != player:
                self.held.update(theirs.units[:5])
                self.occupied.update(dict.fromkeys(theirs.units, other))
        faction = book.factions[side.faction]
        self.rivers = faction.riverwalk if has(book, side, Ability.RIVERWALK) else ()
        self.submerge = has(book, side, Ability.SUBMERGE)
        self.lakes = self.submerge or has(book, side, Ability.SEAWORTHY)
        self.swim = has(book, side, Ability.SWIM)
        self.mine = place_of(side, Structure.MINE)
        self.joined = self._joined(state, player)
        playing = {each.faction for each in state.sides if each is not side}
        taken = {book.factions[each].home for each in playing}
        self.base_ways = tuple([each for each in book.bases if each not in taken]) if has(book, side, Ability.WAYFARE) else ()

    def _joined(self, state: ScytheState, player: int) -> tuple[str, ...]:
        """What Township or Underpass makes adjacent to each other now (SY-MEC-02, SY-MEC-21, SY-R-14, SY-R-15, SY-MOV-23)."""
        book = self.book
        if has(book, self.side, Ability.TOWNSHIP):
            owners = controllers(book, state)
            return (*[each for each in book.villages if owners.get(each) == player], book.factory)
        if has(book, self.side, Ability.UNDERPASS):
            owners = controllers(book, state)
            mountains = [each for each in book.mountains if owners.get(each) == player]
            return (*mountains, *book.tunnels, self.mine) if self.mine else (*mountains, *book.tunnels)
        return ()

    def spaces(self, unit: int) -> tuple[str, ...]:
        """The spaces that a unit may step to from where it is, range and stops left aside (SY-CTL-08, SY-R-05, SY-R-10)."""
        return self.ways(self.side.units[unit], fighter=fights(unit))

    def ways(self, here: str, *, fighter: bool) -> tuple[str, ...]:
        """The spaces that a character or mech, or else a worker, may step to from there."""
        found = self.known.get((fighter, here))
        if found is None:
            found = self.known[fighter, here] = self._fighter(here) if fighter else self._worker(here)
        return found

    def _fighter(self, here: str) -> tuple[str, ...]:
        """A character's or mech's: over land, its rivers and lakes, by tunnels and abilities (SY-DEP-04).

        Riverwalk looks at the terrain entered alone (SY-MEC-24); a lake has no rivers (SY-MEC-30). No home base is entered but by
        Wayfare (SY-MOV-13, SY-MEC-07, SY-R-12).

        Rules: SY-MEC-12, SY-MOV-12, SY-R-11.
        """
        book = self.book
        found = list(book.land[here])
        for to in book.edges[here]:
            if to in book.bases:
                continue
            if (here, to) in book.rivers:
                if book.territories[to].terrain in self.rivers:
                    found.append(to)
            elif self.lakes and (to in book.lakes or here in book.lakes):
                found.append(to)
        if self.submerge and here in book.lakes:  # SY-MEC-17
            found += book.lakes
        found += self._tunnels(here)
        if here in self.joined:
            found += self.joined
        return tuple(
            [to for to in dict.fromkeys(found) if to != here and to not in book.bases] + [to for to in self.base_ways if to != here]
        )

    def _worker(self, here: str) -> tuple[str, ...]:
        """A worker's: no lake in or out, no space of an opponent's unit in, none of a combat unit out.
        Rules: SY-MOV-08, SY-MOV-09, SY-MOV-24, SY-MOV-27, SY-MEC-05, SY-MEC-29, SY-FAC-06, SY-DEP-05, SY-FAC-07, SY-R-51.
        """
        book = self.book
        if here in self.held:
            return ()
        found = [*book.land[here], *self._tunnels(here)]
        if self.swim:
            found += [to for to in book.edges[here] if (here, to) in book.rivers]
        return tuple([to for to in dict.fromkeys(found) if to != here and to not in self.occupied and to not in book.bases])

    def _tunnels(self, here: str) -> tuple[str, ...]:
        """The tunnels, the own Mine among them, from one of them (SY-MOV-10, SY-BLD-06, SY-BLD-07)."""
        if here in self.book.tunnels:
            return (*self.book.tunnels, self.mine) if self.mine else self.book.tunnels
        return self.book.tunnels if here == self.mine else ()


def consequences(book: Book, state: ScytheState, player: int, unit: int, to: str) -> Consequences:
    """What comes of a unit's step to a space, as the table lies now.

    An opponent's combat unit there means combat (SY-MOV-26), workers alone are driven off for 1 popularity each (SY-MOV-19,
    SY-MOV-20, SY-R-06); a structure alone changes nothing (SY-MOV-25). The character stops for an encounter, mechs and workers do
    not (SY-MOV-29, SY-MOV-30).

    Rules: SY-MEC-26.
    """
    encounter = unit == CHARACTER and to in state.marks
    factory = unit == CHARACTER and to == book.factory and not state.sides[player].card
    owner = next((other for other, side in enumerate(state.sides) if other != player and to in side.units), NOBODY)
    if owner == NOBODY or not fights(unit):
        return Consequences(encounter=encounter, factory=factory, stops=encounter)
    if to in state.sides[owner].units[:5]:
        return Consequences(combat=owner, encounter=encounter, factory=factory, stops=True)
    driven = workers_at(state.sides[owner], to)
    lost = min(len(driven), state.sides[player].popularity)
    return Consequences(owner=owner, driven=driven, popularity=lost, encounter=encounter, factory=factory, stops=True)

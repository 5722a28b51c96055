"""What is picked for a list of gains, and what of it is given up: one vocabulary for encounters and Factory cards (SY-GEN-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from control.engine.dice import Dice
from rooms.tables.game.parts import sample
from rooms.tables.scythe.game.actions import Picks
from rooms.tables.scythe.game.content import RESOURCES, Amount, Cube, Part, Structure
from rooms.tables.scythe.game.state import NONE

ODD: Final = 0.15  # how often `some` gives something up
TOKENS: Final = frozenset({Part.WOOD, Part.OIL, Part.FOOD, Part.METAL})
PLACED: Final = TOKENS | {Part.WORKER}  # what goes to a territory, each by itself
GIVEN_UP: Final = PLACED | {Part.COIN, Part.POWER, Part.POPULARITY, Part.CARD, Part.SAME}  # unit by unit
Declined = tuple[Part, ...]


class GainsOffer(msgspec.Struct, frozen=True, kw_only=True):
    """Offer part: the picks for these gains.

    `spaces` and `at` are where tokens and workers, and the mech or structure, may go; None where the card sets the place. `left`
    are the workers on the mat. `bonuses` are the open one-time spaces with what they give. `fields` are how many territories may
    produce, `harvest` which ones with how many workers; on `villages` these produce workers.
    """

    gains: tuple[Amount, ...] = ()
    spaces: tuple[str, ...] | None = None
    at: tuple[str, ...] | None = None
    left: int = 0
    mechs: tuple[int, ...] = ()
    structures: tuple[Structure, ...] = ()
    cubes: tuple[Cube, ...] = ()
    boxes: tuple[int, ...] = ()
    sections: tuple[int, ...] = ()
    bonuses: tuple[tuple[int, Amount], ...] = ()
    fields: int = 0
    harvest: tuple[tuple[str, int], ...] = ()
    villages: tuple[str, ...] = ()

    def pieces(self, picks: Picks, declined: Iterable[Part]) -> list[Part]:
        """The tokens and workers that come, one by one in the order of the gains; no more workers than are left."""
        gone, found = Counter(declined), list[Part]()
        for each in self.gains if self.spaces != () else ():
            count = max(0, each.count - gone[each.part])
            if each.part is Part.ANY:
                found += [Part(chosen.value) for chosen in picks.types]
            elif each.part is Part.SAME and picks.types:
                found += [Part(picks.types[0].value)] * count
            elif each.part in PLACED:
                found += [each.part] * (min(count, self.left) if each.part is Part.WORKER else count)
        return found

    def some(self, dice: Dice) -> tuple[Picks, Declined]:
        """Mostly everything, picked at random; now and then some of it is given up."""
        odd = dice.random() < ODD
        upgrades = bool(self.cubes and self.boxes) and not (odd and dice.random() < 0.5)
        enlists = bool(self.sections and self.bonuses) and not (odd and dice.random() < 0.5)
        piece = bool(self.mechs or self.structures) and not (odd and dice.random() < 0.5)
        most = self._kinds()
        picks = Picks(
            types=tuple([dice.choice(RESOURCES) for _ in range(dice.randint(0, most) if odd else most)]),
            mech=dice.choice(self.mechs) if piece and self.mechs else NONE,
            structure=dice.choice(self.structures) if piece and self.structures else None,
            at=dice.choice(self.at) if piece and self.at else "",
            cube=dice.choice(self.cubes) if upgrades else None,
            box=dice.choice(self.boxes) if upgrades else NONE,
            section=dice.choice(self.sections) if enlists else NONE,
            space=dice.choice(self.bonuses)[0] if enlists else NONE,
            produce=self._some_harvest(dice),
        )
        declined = tuple([part for part, count in self._units(picks).items() for _ in range(dice.randint(0, count))]) if odd else ()
        if self.spaces:
            places = tuple([dice.choice(self.spaces) for _ in self.pieces(picks, declined)])
            picks = msgspec.structs.replace(picks, places=places)
        return picks, declined

    def allows(self, picks: Picks, declined: Declined) -> bool:
        """Is nothing picked but what is gained, each for a place that is open, and nothing given up that is not gained?"""
        units = self._units(picks)
        if any(count > units[part] for part, count in Counter(declined).items()) or len(picks.types) > self._kinds():
            return False
        placed = [] if self.spaces is None else self.pieces(picks, declined)
        if len(picks.places) != len(placed) or not set(picks.places).issubset(self.spaces or ()):
            return False
        return self._is_piece(picks) and self._is_upgrade(picks) and self._is_recruit(picks) and self.allows_harvest(picks)

    def allows_harvest(self, picks: Picks) -> bool:
        """Are they so many territories at most, each with no more than can produce there (SY-PRD-04, SY-PRD-09)?"""
        spaces, there = [space for space, _count in picks.produce], dict(self.harvest)
        if len(spaces) > self.fields or spaces != sorted(set(spaces)):
            return False
        if any(not 1 <= count <= there.get(space, 0) for space, count in picks.produce):
            return False
        return sum([count for space, count in picks.produce if space in self.villages]) <= self.left

    def _kinds(self) -> int:
        """How many types are picked at most: one for each ANY token, one for all SAME."""
        if self.spaces == ():
            return 0
        return sum([1 if each.part is Part.SAME else each.count for each in self.gains if each.part in (Part.ANY, Part.SAME)])

    def _units(self, picks: Picks) -> Counter[Part]:
        """How many units of each part can be given up: what comes in the end, before the limits of the tracks."""
        found = Counter[Part]()
        for each in (*self.gains, *[bonus for space, bonus in self.bonuses if space == picks.space]):
            if each.part in GIVEN_UP and (each.part is not Part.SAME or picks.types):
                found[each.part] += each.count
        return found

    def _is_piece(self, picks: Picks) -> bool:
        if not (picks.mech == NONE or picks.mech in self.mechs) or not (
            picks.structure is None or picks.structure in self.structures
        ):
            return False
        if self.at is None or (picks.mech == NONE and picks.structure is None):
            return not picks.at
        return picks.at in self.at

    def _is_upgrade(self, picks: Picks) -> bool:
        return (picks.cube is None and picks.box == NONE) or (picks.cube in self.cubes and picks.box in self.boxes)

    def _is_recruit(self, picks: Picks) -> bool:
        if picks.section == NONE or picks.space == NONE:
            return picks.section == picks.space
        return picks.section in self.sections and any(picks.space == space for space, _bonus in self.bonuses)

    def _some_harvest(self, dice: Dice) -> tuple[tuple[str, int], ...]:
        found, left = list[tuple[str, int]](), self.left
        for space, count in sorted(sample(dice, self.harvest, min(self.fields, len(self.harvest)))):
            most = min(count, left) if space in self.villages else count
            if most:
                found.append((space, most))
                left -= most if space in self.villages else 0
        return tuple(found)

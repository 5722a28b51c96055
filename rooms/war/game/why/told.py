"""Who is told, and how things are named to them: War Control hears every name, a player what that player may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from control.engine.ids import SeatId, StepId
from control.engine.language import listed, say
from rooms.realm.game.effects.asked import acting, known_to
from rooms.realm.game.state import Effect, EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.grounds import as_found
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import EXTRA_LINE, FAVOR_LINE, Stance, StanceFrom
from rooms.war.game.state import recorded, war_of
from rooms.war.game.why.shape import FORCING
from rooms.war.game.words.names import force_name, forces_listed, seat_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The state now, the month that is asked about, and the player who is told; None for War Control, who hears all."""

    state: GameState
    month: int
    seat: SeatId | None = None
    _found: dict[StepId, GameState | None] = field(default_factory=dict, compare=False, repr=False)  # asked for again and again

    def found(self, step: StepId) -> GameState | None:
        """The state as a step of the month found it; None when nobody knows any more."""
        if step not in self._found:
            self._found[step] = as_found(self.state, self.month, step)
        return self._found[step]

    @property
    def full(self) -> bool:
        """Is War Control told?"""
        return self.seat is None

    @property
    def board(self) -> Board:
        return board_of(self.state.scenario)

    @property
    def record(self) -> MonthRecord:
        return recorded(war_of(self.state), self.month)

    @property
    def house(self) -> HouseId | None:
        """The House of the player who is told."""
        return self.state.seats[self.seat].house if self.seat is not None else None

    @property
    def speaks(self) -> bool:
        """Is the player told that the own ticks were the House's? Then nobody of a higher rank sent a sheet (R-43)."""
        house = self.house
        return house is not None and self.record.stance(house).seat == self.seat

    # --- names ----------------------------------------------------------------------------------------------------------

    def region(self, region: RegionId) -> str:
        return self.board.region_name(region)

    def name(self, house: HouseId) -> str:
        return force_name(self.board, house)

    def names(self, houses: Iterable[HouseId]) -> str:
        return forces_listed(self.board, tuple(houses))

    def line(self, seat: SeatId, line: int) -> str:
        """A line of a sheet: "your order 1", or with its author's name."""
        if line == EXTRA_LINE:
            if seat == self.seat:
                return say("your extra Recruit")
            return say("extra Recruit of {player}", player=seat_words(self.state, seat))
        if line >= FAVOR_LINE:
            if seat == self.seat:
                return say("your order by a Favor")
            return say("order of {player} by a Favor", player=seat_words(self.state, seat))
        if seat == self.seat:
            return say("your order {number}", number=line)
        return say("order {number} of {player}", number=line, player=seat_words(self.state, seat))

    # --- laws and schemes -----------------------------------------------------------------------------------------------

    def may_name(self, effect: Effect) -> bool:
        """May who is told know of this effect?"""
        return self.full or known_to(effect, self.house)

    def effects(self, *kinds: EffectKind) -> Iterator[Effect]:
        """The effects of these kinds that acted in the month and may be named."""
        return (each for each in acting(self.state, *kinds, month=self.month) if self.may_name(each))

    def closing(self, house: HouseId, region: RegionId | None = None) -> tuple[Effect, ...]:
        """What closes a region, or any region, to a House."""
        return tuple(
            each
            for each in self.effects(EffectKind.TRAVEL_BAN, EffectKind.FORBID)
            if (region is None or region in each.regions) and (each.kind is EffectKind.TRAVEL_BAN or house in each.houses)
        )

    def holding(self, region: RegionId) -> tuple[Effect, ...]:
        """What keeps units from leaving a region."""
        return tuple(each for each in self.effects(EffectKind.STAY) if region in each.regions)

    def sources(self, effects: Iterable[Effect]) -> str:
        """Where effects come from: "Law 14: Travel Ban"."""
        return listed(dict.fromkeys(str(each.source) for each in effects if each.source))

    def because(self, effects: Iterable[Effect]) -> str:
        """The same in brackets, behind a space; empty when nothing may be named."""
        sources = self.sources(effects)
        return f" ({sources})" if sources else ""

    # --- ticks ----------------------------------------------------------------------------------------------------------

    def stance_source(self, stance: Stance, other: HouseId) -> str:
        """Where a House's tick for another, or the want of it, comes from; for War Control alone."""
        if other in stance.forced:
            forcing = (each for each in self.effects(*FORCING) if each.houses == (stance.house, other))
            return say("forced{because}", because=self.because(forcing))
        if stance.source is StanceFrom.ABSENT:
            return say("nobody of that House is in the War Room")
        if stance.source is StanceFrom.SILENT or stance.seat is None:
            return say("that House sent no sheet")
        return say("sheet of {player}", player=seat_words(self.state, stance.seat))

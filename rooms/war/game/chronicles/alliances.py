"""Alliances in the debrief: the ticks of Houses month by month, and the effect of forged orders (R-43, R-70)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from control.engine.chronicle import Fact, Known, Record, StoryMoment, Tie
from control.engine.language import say
from rooms.realm.game.effects.lifetime import EffectEntered
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.scheme_effects.scheme import target_of
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.orders import OrdersCorrected, OrdersOpened
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import Stance, StanceFrom
from rooms.war.game.state import month_record, war_of
from rooms.war.game.words.names import forces_listed

# === alliances ==========================================================================================================


KIND = "forged-order"


@dataclass(slots=True, kw_only=True)
class Forged:
    """A forged order: its authors, and what the House's own sheet said when it took effect."""

    effect: Effect
    seq: int
    round: int
    by: tuple[str, ...]
    board: Board
    over: int = 0
    known: Known = ()
    did: str = ""
    carried_out: int = 0  # number of the entry

    @property
    def names(self) -> dict[str, str]:
        return {"house": self.board.house_name(self.effect.houses[0]), "other": self.board.house_name(self.effect.houses[1])}

    def fact(self) -> Fact:
        said = say("A forged order made {house} tick {other} as an ally in month {month}.", month=self.effect.since, **self.names)
        return Fact(
            id=f"forged-order:{self.effect.id}:{self.seq}",
            kind=KIND,
            seq=self.seq,
            round=self.round,
            words=self.did or said,
            before=((self.carried_out, said),) if self.did else (),
            seemed=say("{house} believed that it would choose its allies itself.", **self.names),
            over=self.over,
            by=self.by,
            touches=(house(self.effect.houses[0]),),
            known=self.known,
            room=Room.WAR,
            rule="R-70",
            weight=4,
        )


@dataclass(slots=True)
class Alliances:
    """Fold: the ticks that counted in each month, written down when the month is over."""

    month: int = 0
    seq: int = 0
    board: Board | None = None
    stances: tuple[Stance, ...] = ()
    forged: list[Forged] = field(default_factory=list)

    def see(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        if self.month and moment.round > self.month:
            yield from self._month_over(moment.seq)
        for each in self.forged:
            if not each.over and moment.round > each.effect.since:
                each.over = moment.seq
        match moment.event:
            case OrdersOpened() as happened:
                self.month, self.seq, self.stances = happened.month, moment.seq, happened.stances
                self.board = board_of(moment.after.scenario)
                self._carried_out(moment)
            case OrdersCorrected() as happened if happened.month == self.month:
                self.stances = happened.stances
            case EffectEntered() as happened:
                self._entered(moment, happened.effect)

    def end(self, _state: Any) -> Iterator[Record]:
        yield from self._month_over(0)
        yield from (each.fact() for each in self.forged)

    def _month_over(self, seq: int) -> Iterator[Record]:
        """Ties for ticks on sheets, without forced ticks."""
        for stance in self.stances:
            if stance.source is StanceFrom.SHEET and self.board is not None:
                yield from (
                    _alliance_tie(self.board, self.seq, self.month, stance.house, each, seq) for each in _ticked_houses(stance)
                )
        self.month, self.stances = 0, ()

    def _entered(self, moment: StoryMoment[GameState], effect: Effect) -> None:
        if effect.kind is EffectKind.FORGED_ORDER and effect.origin is EffectFrom.SCHEME and len(effect.houses) > 1:
            by = _schemers(moment.after, effect)
            board = board_of(moment.after.scenario)
            self.forged.append(Forged(effect=effect, seq=moment.seq, round=moment.round, by=by, board=board))

    def _carried_out(self, moment: StoryMoment[GameState]) -> None:
        """Note what the House's own sheet said. The author of the sheet that counted learns at once that a tick is forced."""
        for each in self.forged:
            target, other = each.effect.houses[:2]
            stance = next((found for found in self.stances if found.house == target and other in found.forced), None)
            if each.effect.since != self.month or stance is None:
                continue
            each.did, each.carried_out = _effect_words(each, month_record(war_of(moment.after), self.month), stance), moment.seq
            if stance.source is StanceFrom.SHEET and stance.seat is not None:
                each.known = ((own(stance.seat), moment.seq),)


def _ticked_houses(stance: Stance) -> tuple[HouseId, ...]:
    return tuple(each for each in stance.ticks if each not in stance.forced)


def _alliance_tie(board: Board, seq: int, month: int, one: HouseId, other: HouseId, over: int) -> Tie:
    words = say("{house} ticked {other} as an ally.", house=board.house_name(one), other=board.house_name(other))
    return Tie(kind="allied", one=house(one), other=house(other), seq=seq, round=month, words=words, over=over)


def _schemers(state: GameState, effect: Effect) -> tuple[str, ...]:
    """Authors of the scheme that takes effect now. Their House if no author is recorded."""
    target, of = effect.houses[:2]
    found = next(
        (
            each
            for each in reversed(state.schemes)
            if (each.kind, each.house, each.acted) == (KIND, of, effect.since - 1) and target_of(state, each) == target
        ),
        None,
    )
    return tuple(own(seat) for seat in found.schemers) if found is not None and found.schemers else (house(of),)


def _effect_words(forged: Forged, record: MonthRecord, stance: Stance) -> str:
    named = {"month": record.month, **forged.names}
    sheet = record.sheet(stance.seat) if stance.seat is not None else None
    if sheet is None:
        return say("{house} ticked {other} in month {month} by a forged order; it had sent no sheet of its own.", **named)
    ticked = forces_listed(forged.board, sheet.allies)
    if not ticked:
        return say("{house} ticked {other} in month {month} by a forged order; its own sheet ticked nobody.", **named)
    return say("{house} ticked {other} in month {month} by a forged order; its own sheet ticked {houses}.", houses=ticked, **named)

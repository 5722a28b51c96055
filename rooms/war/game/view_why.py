"""Explanations of failures for War Control: one line of a sheet, one region, or the whole month. Hidden from others (R-17)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game import whynot
from rooms.war.game.board import board_of
from rooms.war.game.state import month_record, war_of
from rooms.war.game.view_preview import Foreseer, next_carried_out
from rooms.war.game.whynot import Kind, WhyNot
from rooms.war.game.words.battles import struck_words
from rooms.war.game.words.names import seat_words

HEADS = {
    Kind.ORDER: later("Orders"),
    Kind.GUARD: later("Orders to Immortals"),
    Kind.BATTLE: later("Battles"),
    Kind.FLAG: later("Flags"),
    Kind.RUMOR: later("Rumors"),
    Kind.SPOILS: later("Rewards"),
}


class WhyLine(Struct, frozen=True, kw_only=True):
    """An explanation with the House and sheet line it concerns."""

    why: WhyNot
    house: HouseId
    short: str
    whose: str
    may_change: bool  # a battle, which War Control may change


class WhyGroup(Struct, frozen=True, kw_only=True):
    """All explanations of one kind."""

    head: str
    told: tuple[WhyLine, ...]


class Struck(Struct, frozen=True, kw_only=True):
    """Units that defeated Immortals killed in one region."""

    region: RegionId
    name: str
    sentence: str
    rules: tuple[str, ...]


class WhyPanel(Struct, frozen=True, kw_only=True):
    """Failures of a month. `step`: the previewed step included in them, "" if none."""

    month: int
    step: str = ""
    chapters: tuple[WhyGroup, ...] = ()
    struck: tuple[Struck, ...] = ()


def why_panel(
    state: GameState,
    viewer: Viewer,
    asked: Foreseer,
    *,
    seat: SeatId | None = None,
    line: str = "",
    region: RegionId | None = None,
) -> WhyPanel:
    """Explanations for a line of a sheet, else for a region, else for the whole month. The previewed next step is included."""
    if not viewer.sees_desk(Desk.WAR):
        return WhyPanel(month=state.clock.month)
    after, step = next_carried_out(state, viewer, asked)
    if seat is not None:
        found = whynot.full_of_line(after, seat, line)
    elif region is not None:
        found = whynot.full_of_region(after, region)
    else:
        found = whynot.all_failures(after)
    struck = () if seat is not None else tuple(_struck(after, region))
    return WhyPanel(month=after.clock.month, step=step, chapters=tuple(_chapters(after, found)), struck=struck)


def _struck(state: GameState, only: RegionId | None) -> Iterator[Struck]:
    """Units killed by falling Immortals this month, which no House lost in the battle itself (R-57)."""
    board = board_of(state.scenario)
    for battle in month_record(war_of(state), state.clock.month).battles:
        if battle.retaliation and only in (None, battle.region):
            sentence = struck_words(board, battle)
            yield Struck(
                region=battle.region, name=board.region_name(battle.region), sentence=sentence, rules=("GE-WAR-65", "R-57")
            )


def _chapters(state: GameState, found: tuple[WhyNot, ...]) -> list[WhyGroup]:
    board = board_of(state.scenario)

    def told(each: WhyNot) -> WhyLine:
        whose = f"{seat_words(state, each.seat)}, {each.name}" if each.seat else ""
        return WhyLine(
            why=each, house=each.house, short=board.houses[each.house].short, whose=whose, may_change=each.kind is Kind.BATTLE
        )

    return [
        WhyGroup(head=say(head), told=tuple(told(each) for each in found if each.kind is kind))
        for kind, head in HEADS.items()
        if any(each.kind is kind for each in found)
    ]

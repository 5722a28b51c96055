"""Playmats are counted by the House that holds: how many tokens of which other House lie there.

One too few here and one too many there was handed over; else one more was taken and one less released, with all that these entail
when a desk enters them: the Power and the Favor on the token go with it (GE-CER-19, R-143).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from control.day.counts import Counted, CountLine, CountPart, CountThings, carried, counted, differing
from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import Command, CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.viewer import Viewer
from rooms.realm.desks import HOUSE_DESKS, looks_after_houses
from rooms.realm.game.hostages import changes, pressed
from rooms.realm.game.hostages.asked import held_by, pick
from rooms.realm.game.hostages.pressed import HostageAct, MoveHostages, TakeHostages
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import House

SHEET: Final = "mats"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMats(CountThings):
    """How many hostages lie on the playmats by the desk's count."""


@as_reason("count.mats")
def mats_counted() -> str:
    return say("hostages")


def count_mats_view(state: GameState, viewer: Viewer) -> tuple[CountPart, ...]:
    """The hostages on every House's mat, for the desks that look after the Houses."""
    return mats(state) if looks_after_houses(viewer) else ()


def mats(state: GameState) -> tuple[CountPart, ...]:
    """The hostages on every House's mat. Those of a throne that nobody has in hand wait, and are not counted here (R-99)."""
    return tuple(_part(state, house) for house in state.scenario.houses)


def _part(state: GameState, holder: House) -> CountPart:
    lying = Counter(each.of for each in held_by(state, holder.id))
    lines = tuple(
        CountLine(
            id=f"{holder.id}.{of.id}",
            name=say("of {house}", house=of.name),
            ledger=lying[of.id],
            most=lying[of.id] + pressed.MOST,
            spare=not lying[of.id],
        )
        for of in state.scenario.houses
        if of.id != holder.id
    )
    return CountPart(id=holder.id, name=holder.name, lines=lines, team=holder.id, short=holder.short)


def decide_count(state: GameState, command: CountMats, asked: DecisionContext) -> tuple[GameEvent, ...]:
    parts = mats(state)
    lines = differing(parts, command)
    corrected = carried(state, _commands(state, tuple(lines.values())), pressed.COMMANDS, changes.EVENTS, asked)
    done = counted(state, asked, command, len(parts), len(lines), sheet=SHEET, what=mats_counted())
    return (*corrected, done)


def _commands(state: GameState, lines: tuple[Counted, ...]) -> Iterator[Command]:
    """Tokens of one House too few on some mats and too many on others are handed over; the rest is released or taken."""
    for of in dict.fromkeys(_houses(each)[1] for each in lines):
        less = [(each, hostage) for each in lines for hostage in _too_many(state, each, of)]
        more = [each for each in lines if _houses(each)[1] == of for _one in range(each.now - each.before)]
        for (_gone, hostage), come in zip(less, more, strict=False):
            yield MoveHostages(act=HostageAct.HAND_OVER, hostages=(hostage,), to=_houses(come)[0], reason=come.reason)
        for gone, hostage in less[len(more) :]:
            yield MoveHostages(act=HostageAct.RELEASE, hostages=(hostage,), reason=gone.reason)
        for come in more[len(less) :]:
            yield TakeHostages(holder=_houses(come)[0], of=of, count=1, reason=come.reason)


def _too_many(state: GameState, each: Counted, of: HouseId) -> tuple[int, ...]:
    """The numbers of those that lie there by the ledger alone, the oldest first (R-93)."""
    holder, counted_of = _houses(each)
    return tuple(one.id for one in pick(state, holder, each.before - each.now, of=of)) if counted_of == of else ()


def _houses(each: Counted) -> tuple[HouseId, HouseId]:
    """Whose mat, and tokens of which House."""
    holder, _dot, of = each.line.partition(".")
    return HouseId(holder), HouseId(of)


COMMANDS: Mapping[type, CommandHandler] = {
    CountMats: CommandHandler(decide=decide_count, desks=HOUSE_DESKS, label=lambda c, s: say("Hostages counted")),
}

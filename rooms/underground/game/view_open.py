"""What is still open in a table's step, and what becomes of it when Underground Control ends the step (R-108, R-119)."""

from __future__ import annotations

from control.day.words import who
from control.engine.ids import SeatId, StepId
from control.engine.language import listed, say, say_count
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.underground.game.tables.asked import out_of, seated, step_of, table_of, tables
from rooms.underground.game.tables.completing import complete_at
from rooms.underground.game.tables.hands import scheme_in
from rooms.underground.game.tables.slots import is_full, written_by
from rooms.underground.game.tables.state import TURNS, Attack, Lying, TableId, TableStep


def open_words(state: GameState, table: TableId) -> tuple[str, ...]:
    """A sentence for each thing that the end of the running step settles; nothing in it that the table may not know."""
    step, at = step_of(state, table), table_of(state, table)
    told: list[str] = []
    if step in (TableStep.SCHEMES, TableStep.COMPLETE):
        told += [_brought(state, each.seat) for each in at.brought]
        for each in at.offered:
            house = house_name(state, each.house)
            if is_full(state, each.house):
                told.append(say("{house} keeps its drawn scheme and discards the 4.", house=house))
            else:
                told.append(say("For {house} the first drawn card that fits is placed.", house=house))
    if at.attack is not None:
        told.append(_attack(state, at.attack, scheme_in(at, at.attack.scheme)))
    if step in TURNS:
        left = [who(state, each.id) for each in seated(state, table) if each.id not in out_of(state, table)]
        if left:
            told.append(say_count("{names} may still act.", "{names} may still act.", len(left), names=listed(tuple(left))))
    if step is TableStep.COMPLETE and (due := complete_at(state, table)):
        told.append(
            say_count(
                "{count} scheme completes, the oldest first.",
                "{count} schemes complete, the oldest first.",
                len(due),
            )
        )
    return tuple(told)


def open_in_step(state: GameState, viewer: Viewer, step: StepId, table: str) -> tuple[str, ...]:
    """The same for whoever ends this step at the desk; nothing where another step runs."""
    at = TableId(table)
    if not viewer.sees_desk(Desk.UNDERGROUND) or at not in tables(state) or str(step_of(state, at)) != step:
        return ()
    return open_words(state, at)


def _brought(state: GameState, seat: SeatId) -> str:
    if written_by(state, seat) is None:
        return say("The new scheme of {player} is laid: the older one has gone.", player=who(state, seat))
    return say("{player} keeps the written scheme that lies there.", player=who(state, seat))


def _attack(state: GameState, attack: Attack, scheme: Lying | None) -> str:
    player = who(state, attack.attacker)
    if scheme is not None and attack.sprung:
        return say("The trap takes from {player} the oldest Advancement.", player=player)
    if scheme is not None and attack.reached:
        return say("{player} has not decided: a trap strikes, another scheme stays.", player=player)
    return say("The attack of {player} ends; what was played is lost.", player=player)

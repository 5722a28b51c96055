"""What the Court's laws change at a table, as sentences to read aloud in Updates (GE-UND-28).

They are Border Watch, Gaes, Recruitment and Crackdown (GE-CRT-42, GE-CRT-43, GE-CRT-49, GE-CRT-51).
"""

from __future__ import annotations

from collections.abc import Iterator

from control.engine.language import listed, say
from control.engine.words import capital
from rooms.realm.game.deeds.schemes import doubled
from rooms.realm.game.deeds.tables import watched
from rooms.realm.game.laws import law_words
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import LawId, Room
from rooms.underground.game.tables.asked import seated
from rooms.underground.game.tables.halving import halves_left
from rooms.underground.game.tables.state import TableId


def update_words(state: GameState, table: TableId) -> tuple[str, ...]:
    """A sentence for each law that is felt at this table this month, and for each House that halves a scheme."""
    return (*_dearer(state), *_halved(state, table), *_watched(state, table), *_kept_away(state, table))


def _law(state: GameState, law: LawId) -> str:
    return capital(law_words(state, law))


def _dearer(state: GameState) -> Iterator[str]:
    names = {each.id: each.name for each in state.scenario.schemes}
    for kind, law in doubled(state).items():
        yield say("{law}: {scheme} costs twice as much.", law=_law(state, law), scheme=names.get(kind, kind))


def _halved(state: GameState, table: TableId) -> Iterator[str]:
    for house in dict.fromkeys(seat.house for seat in seated(state, table)):
        if halves_left(state, house) > 0:
            yield say("Recruitment: {house} halves the cost of 1 own scheme in Schemes.", house=house_name(state, house))


def _watched(state: GameState, table: TableId) -> Iterator[str]:
    law = watched(state).get(table)
    if law is not None:
        yield say("{law}: each House here pays 1 Favor or 1 Power when Movement ends.", law=_law(state, law.id))


def _kept_away(state: GameState, table: TableId) -> Iterator[str]:
    found: dict[LawId, list[str]] = {}
    for seat in state.seats.values():
        for bar in seat.bars:
            if bar.room == Room.UNDERGROUND and bar.table == table and bar.law is not None:
                found.setdefault(bar.law, []).append(seat.name)
    for law, names in found.items():
        yield say("{law}: may not sit here: {names}.", law=_law(state, law), names=listed(tuple(names)))

"""Schemes that nobody has placed: what lies, or is kept, when Schemes end, and what an earlier month left over (R-108)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from control.engine.context import DecisionContext
from control.engine.refused import Refused
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import SchemeType, Target
from rooms.underground.game import sheets
from rooms.underground.game.tables.asked import room_of, table_of
from rooms.underground.game.tables.drawing import DrawnDropped, DrawnPlaced, offers_at
from rooms.underground.game.tables.laying import BroughtDropped
from rooms.underground.game.tables.slots import is_full
from rooms.underground.game.tables.state import Offered, SchemeCardId, TableId, TableStep
from rooms.underground.rules.scheme_cards import kind_on

MOST_TRIED: Final = 2000  # ways to fill a card in that are looked through
BY_HOUSE: Final = (Target.HOUSE, Target.PLAYER)


def settle_drawn(
    state: GameState, table: TableId, step: TableStep, asked: DecisionContext
) -> tuple[DrawnPlaced | DrawnDropped, ...]:
    """What nobody has placed when Schemes end (R-108), and what a withdrawal has opened again since, when the month ends.

    A House without a free place keeps what it has. Else the first card lies that can be filled in, in the order in which they were
    drawn: a trap is no likelier than any other, so whoever sees that nobody chose learns nothing of the face (R-144).
    """
    if step not in (TableStep.SCHEMES, TableStep.COMPLETE):
        return ()
    month, next_id, events = state.clock.month, room_of(state).placed + 1, list[DrawnPlaced | DrawnDropped]()
    for offer in offers_at(state, table):
        found = None if is_full(state, offer.house) else _first(state, table, offer)
        if found is None:
            events.append(DrawnDropped(month=month, table=table, house=offer.house))
            continue
        card, paper = found
        events.append(
            DrawnPlaced(
                month=month,
                table=table,
                scheme=next_id,
                house=offer.house,
                picker=offer.picker,
                card=card,
                paper=paper,
                chosen=False,
            )
        )
        next_id += 1
    return tuple(events)


def settle_left_over(state: GameState, table: TableId) -> tuple[DrawnDropped | BroughtDropped, ...]:
    """What waited for a choice in an earlier month, whose steps the clock was set past, is discarded (R-108)."""
    held, month = table_of(state, table), state.clock.month
    return (
        *(DrawnDropped(month=month, table=table, house=each.house) for each in held.offered if each.house not in held.drew),
        *(BroughtDropped(month=month, table=table, seat=each.seat) for each in held.brought if each.seat not in held.wrote),
    )


def _first(state: GameState, table: TableId, offer: Offered) -> tuple[SchemeCardId, Paper] | None:
    for card in offer.cards:
        paper = first_paper(state, offer.house, table, kind_on(card))
        if paper is not None:
            return card, paper
    return None


def first_paper(state: GameState, house: HouseId, table: TableId, kind: str) -> Paper | None:
    """A scheme with the first choices that this table allows, in the scenario's order, the own House last and every number 1."""
    found = next((each for each in state.scenario.schemes if each.id == kind), None)
    if found is None:
        return None
    for values in islice(_ways(state, house, table, found), MOST_TRIED):
        paper = Paper(type=kind, values=values)
        try:
            sheets.check_at(state, house, table, paper)
        except Refused:
            continue
        return paper
    return None


def _ways(state: GameState, house: HouseId, table: TableId, kind: SchemeType) -> Iterator[tuple[tuple[str, ...], ...]]:
    fields = sheets.fields_at(state, house, table, kind)
    own = {house, *(seat.id for seat in state.seats.values() if seat.house == house)}
    offered = [
        sorted((option.value for option in each.options), key=lambda word: each.target in BY_HOUSE and word in own)
        if each.options or each.most is None
        else ["1"]
        for each in fields
    ]
    for words in product(*offered):
        yield tuple((word,) for word in words)

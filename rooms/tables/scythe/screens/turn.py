"""What a turn asks beside its units: the section, the two rows, a bonus, and the end."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.tables.scythe.game.actions import EndTurn, SkipBottom, SkipTop, StartMove
from rooms.tables.scythe.game.offers_turns import SectionOffer
from rooms.tables.scythe.screens.board import NOTHING_ASKED, Asked
from rooms.tables.scythe.screens.looking import Looker


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAsk:
    """What may be done."""

    sections: tuple[int, ...]
    plain: tuple[str, ...]
    asked: Asked = NOTHING_ASKED


def turn_of(looker: Looker) -> TurnAsk | None:
    """What the viewer may do with the mat; None for nothing."""
    offer = looker.offer(SectionOffer)
    moves = {"start-move": StartMove(), "skip-top": SkipTop(), "skip-bottom": SkipBottom(), "end-turn": EndTurn()}
    plain = tuple([name for name, action in moves.items() if looker.allows(action)])
    sections = offer.things if offer else ()
    return TurnAsk(sections=sections, plain=plain) if sections or plain else None

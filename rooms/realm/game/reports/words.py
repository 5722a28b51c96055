"""Words shared by reports: audiences, and reasons that players may read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.reasons import Reason, Told, is_public
from rooms.realm.game.deaths.aftermath import THIRD
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import is_purse_common
from rooms.realm.scenario.ids import HouseId

BY_SCHEME: Final = "schemes.by"
TYPED: Final = ("why", "then", "reason", "note", "words")  # values of a reason that Control may have typed


def reason_sentence(why: Told) -> str:
    """Reason as a sentence. What Control typed stays in the journal."""
    return _sentence(str(why)) if isinstance(why, Reason) and not _is_typed(why) else say("Set by Control.")


def public_reason_sentence(why: Told) -> str:
    """Reason for several players: it does not name the scheme, which only some may know."""
    return say("By a scheme.") if is_scheme(why) else reason_sentence(why)


def public_reason(why: Told) -> str:
    """Reason if everybody saw it, else empty."""
    return _sentence(str(why)) if isinstance(why, Reason) and is_public(why) and not _is_typed(why) else ""


def with_full_stop(words: str) -> str:
    return words if words.endswith((".", "!", "?", "”")) else f"{words}."


def both_names(seat: HouseSeat, character: str) -> str:
    """Character with its player, if the names differ: "Greta Chi (Oluwaseun Balogun)"."""
    return character if character == seat.name else say("{character} ({player})", character=character, player=seat.name)


def own(seat: SeatId) -> str:
    """Audience of this player only."""
    return f"seat:{seat}"


def house(of: HouseId) -> str:
    """Audience of a whole House."""
    return f"team:{of}"


def houses_in(state: GameState, named: Iterable[HouseId | None]) -> tuple[HouseId, ...]:
    """Those of them that are in the scenario, each once."""
    known = {each.id for each in state.scenario.houses}
    return tuple(dict.fromkeys(each for each in named if each is not None and each in known))


def keeper(state: GameState, seat: SeatId) -> str:
    """Audience of a purse: its player, or the House where it holds in common (R-05)."""
    return house(state.seats[seat].house) if is_purse_common(state) else own(seat)


def _sentence(words: str) -> str:
    return with_full_stop(capital(words))


def is_scheme(why: Told) -> bool:
    """Did a scheme cause it, directly or through a third wound?"""
    while isinstance(why, Reason) and why.code == THIRD:
        inner = why.values.get("why", "")
        why = inner if isinstance(inner, Reason) else ""
    return isinstance(why, Reason) and why.code == BY_SCHEME


def _is_typed(reason: Reason) -> bool:
    inner = [reason.values[name] for name in TYPED if name in reason.values]
    return any(isinstance(each, str) or (isinstance(each, Reason) and _is_typed(each)) for each in inner)

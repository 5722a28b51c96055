"""What reports have in common: who is told, and reasons that may be told to players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.reasons import Reason, Told, is_public
from rooms.realm.game.deaths.aftermath import THIRD
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.scenario.ids import HouseId

BY_SCHEME: Final = "schemes.by"
TYPED: Final = ("why", "then", "reason", "note", "words")  # the values of a reason that may have been typed


def because(why: Told) -> str:
    """The reason as a sentence; what Control typed is for the journal alone."""
    return _sentence(str(why)) if isinstance(why, Reason) and not _is_typed(why) else say("Set by Control.")


def because_openly(why: Told) -> str:
    """The same for more than one player: which scheme it was stays with those who are told of it otherwise."""
    return say("By a scheme.") if is_scheme(why) else because(why)


def seen_by_all(why: Told) -> str:
    """The reason where everybody saw it, else nothing."""
    return _sentence(str(why)) if isinstance(why, Reason) and is_public(why) and not _is_typed(why) else ""


def ended(words: str) -> str:
    """A sentence with its full stop."""
    return words if words.endswith((".", "!", "?", "”")) else f"{words}."


def both_names(seat: Seat, character: str) -> str:
    """A character with its player, who may bear another name: "Greta Chi (Oluwaseun Balogun)"."""
    return character if character == seat.name else say("{character} ({player})", character=character, player=seat.name)


def own(seat: SeatId) -> str:
    """This player alone."""
    return f"seat:{seat}"


def house(of: HouseId) -> str:
    """All of a House."""
    return f"team:{of}"


def houses_in(state: GameState, named: Iterable[HouseId | None]) -> tuple[HouseId, ...]:
    """Those of them that play, each once."""
    known = {each.id for each in state.scenario.houses}
    return tuple(dict.fromkeys(each for each in named if each is not None and each in known))


def keeper(state: GameState, seat: SeatId) -> str:
    """Whose purse it is: the player's, or the House's where it holds in common (R-05)."""
    return house(state.seats[seat].house) if held_in_common(state) else own(seat)


def _sentence(words: str) -> str:
    return ended(capital(words))


def is_scheme(why: Told) -> bool:
    """Did a scheme do it, whatever came of that?"""
    while isinstance(why, Reason) and why.code == THIRD:
        inner = why.values.get("why", "")
        why = inner if isinstance(inner, Reason) else ""
    return isinstance(why, Reason) and why.code == BY_SCHEME


def _is_typed(reason: Reason) -> bool:
    inner = [reason.values[name] for name in TYPED if name in reason.values]
    return any(isinstance(each, str) or (isinstance(each, Reason) and _is_typed(each)) for each in inner)

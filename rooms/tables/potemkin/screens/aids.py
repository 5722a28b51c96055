"""The months of the game and the player aid, as the phone and the board show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, listed, say
from rooms.tables.potemkin.game.content import Direction, Mode
from rooms.tables.potemkin.game.state import MONTHS
from rooms.tables.potemkin.screens.shapes import FEW, IN_MODE, LONG, WIDEST, Looker, Mark, Street, mark_of

ONLY: Final[Mapping[Mode, str]] = {Mode.CONSTRUCTION: later("Construction only"), Mode.PRODUCTION: later("Production only")}


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthMark:
    """One of the four month tokens."""

    number: int
    title: str
    now: bool
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """The month, and the way packs are passed in it."""

    number: int
    title: str
    flavour: str
    clockwise: bool
    passes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AidLine:
    """A line of the player aid. `allowed`: the player's present mode has it."""

    title: str
    line: str
    modes: str
    allowed: bool
    mark: Mark | None = None
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AidShape:
    """The player aid (PE-CNT-17)."""

    mode: str
    actions: tuple[AidLine, ...]
    effects: tuple[AidLine, ...]
    scoring: tuple[AidLine, ...]


def month_of(looker: Looker) -> Month | None:
    """The month on top; None when none is left."""
    view = looker.view
    found = next((month for month in looker.book.content.months if month.number == view.month), None)
    if found is None:
        return None
    clockwise = view.direction is Direction.CLOCKWISE
    return Month(
        number=found.number,
        title=found.title,
        flavour=found.flavour,
        clockwise=clockwise,
        passes=say("Packs go clockwise, to the next seat") if clockwise else say("Packs go counterclockwise, to the seat before"),
    )


def months_of(looker: Looker) -> tuple[MonthMark, ...]:
    """The four tokens, and which of them lies on top."""
    now = looker.view.month or MONTHS + 1
    return tuple(
        [
            MonthMark(number=month.number, title=month.title, now=month.number == now, gone=month.number < now)
            for month in looker.book.content.months
        ]
    )


def aid_of(looker: Looker) -> AidShape:
    """The player aid; what the player's present mode allows is marked in it (PE-COM-09)."""
    aid, side = looker.book.content.aid, looker.side()
    mode = None if side is None else Mode.PRODUCTION if side.producing else Mode.CONSTRUCTION
    return AidShape(
        mode="" if mode is None else say(IN_MODE[mode]),
        actions=tuple(
            [
                AidLine(
                    title=each.title,
                    line=each.line,
                    modes="" if len(each.modes) > 1 else say(ONLY[each.modes[0]]),
                    allowed=mode is None or mode in each.modes,
                )
                for each in aid.actions
            ]
        ),
        effects=tuple(
            [
                AidLine(title=mark_of(each.facade).name, line=each.line, modes="", allowed=True, mark=mark_of(each.facade))
                for each in aid.effects
            ]
        ),
        scoring=tuple(
            [AidLine(title=each.title, line=each.line, modes="", allowed=True, points=each.points) for each in aid.scoring]
        ),
    )


def allowed_words(looker: Looker, player: int) -> str:
    """What a player's mode allows, in words: public, whatever is in the hand (PE-ACT-05, PE-ACT-06, PE-HID-09)."""
    mode = Mode.PRODUCTION if looker.view.sides[player].producing else Mode.CONSTRUCTION
    verbs = [say(VERBS[each.id]) for each in looker.book.content.aid.actions if mode in each.modes and each.id in VERBS]
    return listed(verbs, say("or"))


VERBS: Final[Mapping[str, str]] = {
    "build": later("build"),
    "spy": later("spy"),
    "ability": later("use an ability"),
    "produce": later("produce"),
}


def lines_of(streets: Sequence[Street], *, over: bool) -> int:
    """On how many lines the board shows each street: two where streets are long, and few or seen beside the result."""
    longest = max([0, *[len(street.village) for street in streets]])
    return 2 if longest > LONG and (over or len(streets) <= FEW) else 1


def longest_of(streets: Sequence[Street], lines: int) -> int:
    """How many buildings stand on one line of the board; never less than are seen there at their full size."""
    longest = max([0, *[len(street.village) for street in streets]])
    return max(WIDEST, -(-longest // lines))

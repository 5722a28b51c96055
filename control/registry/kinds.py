"""A kind of sealed sheet, with everything that is asked about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from control.day.lateness import Taking
from control.day.window import Window
from control.engine.dice import Dice
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command

Fields = Mapping[str, list[str]]  # what stands in a form, by the names of its controls


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A piece of a shared page that a room fills: a fragment and the one shaped object it needs, as `panel`.

    `version` names all that the object says, where that is known more cheaply than by its `repr`.
    """

    template: str
    panel: object
    version: str = ""


EMPTY: Final = Panel(template="control/_play_empty.html", panel=None)  # nothing at this moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a room or the realm says beside the clock: below that of the hall, and among the facts of "the state now" on paper."""

    hall: Callable[[Any], Panel]
    paper: Callable[[Any], Panel]


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """How staff enter a sheet that they have read from paper.

    `draw` gives the form with what has been typed so far; `fields` are those that a sheet would be typed into, `words` say what it
    holds, line by line; `css` is the style sheet of the form, if it has one. `enter` is the command that lets one count after the
    others were taken in: the player, the month, the sheet, the reason.
    """

    draw: Callable[[Any, SeatId, Fields], Panel]
    fields: Callable[[Any], Fields]
    words: Callable[[Any, Any], tuple[str, ...]]
    enter: Callable[[SeatId, int, Any, str], Command]
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledSheet:
    """One player's sheet in words."""

    seat: SeatId
    lines: tuple[str, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """How a kind of sheet is printed.

    `blank` draws what is written by hand, in the style sheet `css` if it has one. `filled` gives the sheets of the running month,
    None as long as they are sealed for everybody; the desk of the kind may print them then.
    """

    title: str
    blank: Callable[[Any], Panel]
    filled: Callable[[Any], tuple[FilledSheet, ...] | None]
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKind:
    """A kind of sealed sheet with everything that is asked about it; the functions are pure.

    What it is called: `name` at the head of something, `word` in front of "sheet", `noun` and `nouns` within a sentence; `sealed`
    says how many were sealed (their number, the month, the root as it is read out).
    Who reads it: `desk`, when the end of `step` in `room` takes it in. `closed_before`: an earlier deadline closes it. `may_write`
    says who is awaited of those who are there.
    What it holds: `read` reads the fields of its form, from a phone, a draft or paper alike; `encode` writes the document that is
    stored and `decode` reads that back; `check` refuses what the rules forbid; `window` says until when it may be sent.
    Where it is written: `phone` draws it for its author (the event's id, the state, the seat, and what was typed, where that was
    refused), `by_hand` for staff who read it from paper, `on_paper` for the printer. `invent` writes one for a bot, None when it
    has nothing to write.
    """

    kind: str
    room: str
    desk: str
    step: StepId
    closed_before: bool = False
    name: str
    word: str
    noun: str
    nouns: str
    sealed: Callable[[int, int, str], str]
    read: Callable[[Fields], Any]
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]
    check: Callable[[Any, SeatId, Any], None]
    window: Callable[[Any, SeatId], Window]
    may_write: Callable[[Any, SeatId], bool] = lambda _state, _seat: True
    invent: Callable[[Any, SeatId, Dice], Any]
    phone: Callable[[int, Any, SeatId, Fields | None], Panel]
    by_hand: ByHand | None = None
    on_paper: OnPaper | None = None

    @property
    def taking(self) -> Taking:
        """What the clock and the seals need to know of it."""
        return Taking(kind=self.kind, room=self.room, step=self.step, sealed=self.sealed, closed_before=self.closed_before)

"""Sheet kinds: a kind of sealed sheet, with everything that is asked about it, and the panels and pieces it is shown as."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from control.day.lateness import Taking
from control.day.prints import FilledSheet
from control.day.sheets import Typed, Window
from control.engine.dice import Dice
from control.engine.ids import PhaseId, SeatId, StepId
from control.engine.modules import Command
from control.engine.viewer import Viewer
from control.regions.sight import Sight

# === kinds ==============================================================================================================


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
class Piece:
    """A piece of a shared page that a game or a room draws: what of the state is shown there, and how.

    `sees` is a view: pure, what this viewer may know. `draw` makes the fragment of it, for the event of that id; it gets no state.
    """

    sees: Callable[[Any, Viewer], Any]
    draw: Callable[[int, Any], Panel]

    def of(self, event_id: int, sight: Sight[Any]) -> Panel:
        """The piece as the viewer of this sight sees it."""
        return self.draw(event_id, sight.view(self.sees))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDetails:
    """Details that a room adds to a player's page of one finished round, behind its reports. They are computed on reading.

    `sees`: a pure view of what this player may know of the round of that number; None for nothing. `draw`: makes the fragment. It
    gets no state.
    """

    sees: Callable[[Any, Viewer, int], Any]
    draw: Callable[[Any], Panel]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSheet:
    """A kind of sheet on its author's phone: what of the state is shown there, and how.

    `sees` is a view: pure, what this player may know, given the own sheet as it was sent last (None without one that can be read)
    and what was typed, where that was refused. `draw` makes the fragment of it, with what is so of every own sheet
    (`control.sheets.own_sheet.OwnSheet`); it gets no state.
    """

    sees: Callable[[Any, Viewer, Any, Typed | None], Any]
    draw: Callable[[Any, Any], Panel]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a room or the realm says beside the clock: below that of the hall, and among the facts of "the state now" on paper."""

    hall: Piece
    paper: Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """How staff enter a sheet that they have read from paper.

    `sees` is a view: what the form of a player holds with what has been typed so far, None for whoever is not of the kind's desk;
    `draw` makes the fragment of it. `fields` are those that a sheet would be typed into; `words` is a view of what a sheet holds,
    line by line, nothing for other desks; once the day is over, for its author too. `css` is the style sheet of the form, if it
    has one. `enter` is the command that lets one count after the others were taken in: player, month, sheet and reason. `check`
    stands in for that of the kind where what lies on paper may say more than a form would take.
    """

    sees: Callable[[Any, Viewer, SeatId, Typed], Any]
    draw: Callable[[Any], Panel]
    fields: Callable[[Any], Fields]
    words: Callable[[Any, Viewer, Any], tuple[str, ...]]
    enter: Callable[[SeatId, int, Any, str], Command]
    css: str = ""
    check: Callable[[Any, SeatId, Any], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """How a kind of sheet is printed.

    `blank` draws what is written by hand, in the style sheet `css` if it has one. `filled` is a view of the sheets of the running
    month: None as long as they are sealed for everybody, and for whoever is not of the kind's desk.
    """

    title: str
    blank: Piece
    filled: Callable[[Any, Viewer], tuple[FilledSheet, ...] | None]
    css: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetKind:
    """A kind of sealed sheet with everything that is asked about it; the functions are pure.

    What it is called: `name` at the head of something, `word` in front of "sheet", `noun` and `nouns` within a sentence; `sealed`
    says how many were sealed (their number, the month, the root as it is read out).
    Who reads it: `desk`, when the end of `step` in `room` takes it in. `closes_with`: the end of this phase closes
    and seals it before. `may_write` says who is awaited of those who are there.
    What it holds: `read` reads the fields of its form, from a phone, a draft or paper alike; `encode` writes the document that is
    stored and `decode` reads that back; `check` refuses what the rules forbid; `window` says until when it may be sent;
    `asks` gives what its author is asked once before such a sheet is sent, "" for nothing.
    Where it is written: `phone` shows it to its author, `by_hand` to staff who read it from paper, `on_paper` to the printer.
    `invent` writes one for a bot, None when it has nothing to write.
    """

    kind: str
    room: str
    desk: str
    step: StepId
    closes_with: PhaseId | Literal[""] = ""
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
    asks: Callable[[Any], str] = lambda _sheet: ""
    invent: Callable[[Any, SeatId, Dice], Any]
    phone: PhoneSheet
    by_hand: ByHand | None = None
    on_paper: OnPaper | None = None

    @property
    def taking(self) -> Taking:
        """What the clock and the seals need to know of it."""
        return Taking(kind=self.kind, room=self.room, step=self.step, sealed=self.sealed, closes_with=self.closes_with)

"""Registration of kinds of sealed sheets, and the panels and pieces that draw them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from control.day.lateness import Taking
from control.day.prints import FilledSheet
from control.day.sheets import SheetWords, Typed, Window
from control.engine.dice import Dice
from control.engine.ids import PhaseId, SeatId, StepId
from control.engine.modules import Command
from control.engine.viewer import Viewer
from control.regions.sight import Sight

# === kinds ==============================================================================================================


Fields = Mapping[str, list[str]]  # values of a form, by the names of its controls


class PagePanel(Struct, frozen=True, kw_only=True):
    """A drawn piece of a page: a template and its one object, `panel`.

    `version`: a key for the object's content, if one is cheaper than its `repr`.
    """

    template: str
    panel: object
    version: str = ""


EMPTY: Final = PagePanel(template="control/_play_empty.html", panel=None)  # nothing to show now


class PagePiece(Struct, frozen=True, kw_only=True):
    """A piece of a shared page that a game or a room fills.

    `sees`: a pure view of what this viewer may know. `draw`: makes the fragment for the event of that ID. It gets no state.
    """

    sees: Callable[[Any, Viewer], Any]
    draw: Callable[[int, Any], PagePanel]

    def of(self, event_id: int, sight: Sight[Any]) -> PagePanel:
        """Draw the piece for the viewer of this sight."""
        return self.draw(event_id, sight.view(self.sees))


class StyledPiece(PagePiece, frozen=True, kw_only=True):
    """A piece that brings its own static files."""

    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


class LivePiece(StyledPiece, frozen=True, kw_only=True):
    """A piece of a screen in the hall. `topics`: topics that refresh it."""

    topics: tuple[str, ...]


class RoundDetails(Struct, frozen=True, kw_only=True):
    """Details that a room adds to a player's page of one finished round, behind its reports. They are computed on reading.

    `sees`: a pure view of what this player may know of the round of that number; None for nothing. `draw`: makes the fragment. It
    gets no state.
    """

    sees: Callable[[Any, Viewer, int], Any]
    draw: Callable[[Any], PagePanel]


class PhoneSheet(Struct, frozen=True, kw_only=True):
    """A kind of sheet on its author's phone.

    `sees`: a pure view of what this player may know. It gets the player's last sheet (None without a readable one), and the typed
    text after a refusal. `draw`: makes the fragment from an `OwnSheet` (`control.sheets.own_sheet`) and the view. It gets no state.
    `asks`: a question to the author before sending; "" for none.
    """

    sees: Callable[[Any, Viewer, Any, Typed | None], Any]
    draw: Callable[[Any, Any], PagePanel]
    asks: Callable[[Any], str] = lambda _sheet: ""


class ClockNote(Struct, frozen=True, kw_only=True):
    """Facts of a room or the realm: below the clock in the hall, and in the printed "state now"."""

    hall: PagePiece
    paper: PagePiece


class PaperEntry(Struct, frozen=True, kw_only=True):
    """Form by which staff enter a sheet from paper.

    `sees`: a view of a player's form with the typed text; None for other desks. `draw`: makes its fragment. `fields`: the form
    values of a sheet. `words`: a view of a sheet's content, line by line; empty for other desks. After the day its author sees it,
    too. `command`: makes the command that adds a sheet after the others were taken in, from player, month, sheet and reason.
    `styles`: style sheets of the form. `check`: replaces the check of the kind, if paper may say more than the form.
    """

    sees: Callable[[Any, Viewer, SeatId, Typed], Any]
    draw: Callable[[Any], PagePanel]
    fields: Callable[[Any], Fields]
    words: Callable[[Any, Viewer, Any], tuple[str, ...]]
    command: Callable[[SeatId, int, Any, str], Command]
    styles: tuple[str, ...] = ()
    check: Callable[[Any, SeatId, Any], None] | None = None


class OnPaper(Struct, frozen=True, kw_only=True):
    """Print of a kind of sheet.

    `title`: its title. `blank`: draws the empty sheet for handwriting. `sees`: a view of the sheets of the running month; None
    while they are sealed, and for other desks.
    """

    title: str
    blank: StyledPiece
    sees: Callable[[Any, Viewer], tuple[FilledSheet, ...] | None]


class SheetKind(Struct, frozen=True, kw_only=True):
    """Registration of a kind of sealed sheet. All functions are pure. The desk of its room reads it, and it is stored as JSON.

    `kind`: its ID. `words`: what it is called. The end of `step` in `room` takes it in; `closes_with`: the phase whose end closes
    and seals it before that. `may_write`: whether a sheet of this present player is expected. `window`: until when it may be sent.

    Content. `read`: reads the form values, from phone, draft or paper. `decode`: reads the stored document. `check`: refuses what
    the rules forbid. `invent`: writes a bot's sheet; None when the bot has nothing to write.

    Pages. `phone`: shows it to its author. `by_hand`: lets staff enter it from paper. `on_paper`: prints it.
    """

    kind: str
    words: SheetWords
    room: str
    step: StepId
    closes_with: PhaseId | Literal[""] = ""
    read: Callable[[Fields], Any]
    decode: Callable[[bytes], Any]
    check: Callable[[Any, SeatId, Any], None]
    window: Callable[[Any, SeatId], Window]
    may_write: Callable[[Any, SeatId], bool] = lambda _state, _seat: True
    invent: Callable[[Any, SeatId, Dice], Any] = lambda _state, _seat, _dice: None
    phone: PhoneSheet
    by_hand: PaperEntry | None = None
    on_paper: OnPaper | None = None

    def encode(self, sheet: Any) -> bytes:
        """The document of a sheet, as it is stored."""
        return msgspec.json.encode(sheet)

    @property
    def taking(self) -> Taking:
        """The data that the clock and the seals need."""
        return Taking(kind=self.kind, room=self.room, step=self.step, sealed=self.words.sealed, closes_with=self.closes_with)

"""Papers on the phone: choose a type, fill in its fields, send it sealed, read the result.

The form works step by step without a script: each step sends the form and gets it back as typed. Only "Send" hands the paper in;
its time of arrival is recorded first. With the phone's script "Send" uses the route of every sealed sheet; this module serves
phones without it.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from control.engine.language import say
from control.registry import EMPTY, PagePanel, PagePiece, PhoneSheet
from control.sheets.deadline import Closing
from control.sheets.own_sheet import OwnSheet, Sent
from rooms.realm.papers.game.room import PaperRoom
from rooms.realm.papers.game.view_form import FormStep, OwnPaper, PaperForm, PaperOutcome, TypeGroup, as_sent, fate_of


class PaperPanel(Struct, frozen=True, kw_only=True):
    """A paper on its author's phone: list of types, form, or receipt. `typed`: input carried along with the list."""

    event_id: int
    seat: str
    kind: str
    title: str
    noun: str
    month: int
    open: bool
    locked: bool
    sentence: str
    rule: str
    receipt: Sent | None  # of the newest revision that Control has; `words`: its content
    words: str
    closes: Closing | None  # deadline for sending
    late_words: str  # why the newest revision is late, or counts anyway
    groups: tuple[TypeGroup, ...]
    form: PaperForm | None
    typed: tuple[tuple[str, str], ...]
    unsent: str
    is_draft: bool


def phone_of(room: PaperRoom) -> PhoneSheet:
    """Return this kind of paper for players in its room; a refused form keeps its input."""

    def draw(own: OwnSheet, shown: OwnPaper) -> PagePanel:
        told = shown.taken_in and not (own.sent and own.sent.late)
        over = not own.window.open and own.sent is None and shown.quiet
        return EMPTY if shown.step is FormStep.RESTING and (told or over) else drawn(room, own, shown)

    return PhoneSheet(sees=partial(as_sent, room), draw=draw)


def drawn(room: PaperRoom, own: OwnSheet, shown: OwnPaper) -> PagePanel:
    """Draw the paper as a piece of the phone."""
    window = own.window
    panel = PaperPanel(
        event_id=own.event_id,
        seat=own.seat,
        kind=room.kind,
        title=say(room.words.title),
        noun=say(room.words.noun),
        month=window.month,
        open=window.open,
        locked=own.sent is not None and not window.open,
        sentence=say("It has been taken in.") if shown.taken_in else window.sentence,
        rule="" if shown.taken_in else window.rule,
        receipt=own.sent,
        words=shown.words,
        closes=own.closes,
        late_words=own.late_words,
        groups=shown.groups if own.sent is None or shown.step is not FormStep.RESTING else (),
        form=shown.form,
        typed=shown.typed,
        unsent=shown.unsent,
        is_draft=shown.is_draft,
    )
    return PagePanel(template="papers/_paper.html", panel=panel)


def results_of(room: PaperRoom) -> PagePiece:
    """Return the piece that tells a player the fate of the own paper, once taken in."""

    def draw(_event_id: int, fate: PaperOutcome | None) -> PagePanel:
        return PagePanel(template="papers/_fate.html", panel=fate) if fate is not None else EMPTY

    return PagePiece(sees=partial(fate_of, room), draw=draw)

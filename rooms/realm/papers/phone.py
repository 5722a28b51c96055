"""Papers of types on the phone: choose what it shall be, fill in its fields, send it sealed, read what became of it.

It works step by step without a script: every step is a press that brings the form back as it was typed. Only the press on "Send"
hands anything in; the moment it arrived is taken before anything else is done with it. With the phone's script that press takes
the way of every sealed sheet, and this door stays for phones without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from control.engine.language import say
from control.registry import EMPTY, Panel, PhoneSheet, Piece
from control.sheets.deadline import Closing
from control.sheets.own_sheet import OwnSheet, Sent
from rooms.realm.papers.game.room import PaperRoom
from rooms.realm.papers.game.view_form import Fate, OwnPaper, PaperForm, Step, TypeGroup, as_sent, fate_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPanel:
    """A paper on its author's phone: the list of types, or the form of one, or the receipt. `typed` goes with the list."""

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
    receipt: Sent | None  # of the newest revision that Control has; `words` are what stands in it
    words: str
    closes: Closing | None  # until when it may be sent
    late_words: str  # why the newest revision is late, or counts all the same
    groups: tuple[TypeGroup, ...]
    form: PaperForm | None
    typed: tuple[tuple[str, str], ...]
    unsent: str
    is_draft: bool


def phone_of(room: PaperRoom) -> PhoneSheet:
    """This kind of paper for a player who chose its room; with what was typed and refused, the form as it was typed."""

    def draw(own: OwnSheet, shown: OwnPaper) -> Panel:
        told = shown.taken_in and not (own.sent and own.sent.late)
        over = not own.window.open and own.sent is None and shown.quiet
        return EMPTY if shown.step is Step.RESTING and (told or over) else drawn(room, own, shown)

    return PhoneSheet(sees=partial(as_sent, room), draw=draw)


def drawn(room: PaperRoom, own: OwnSheet, shown: OwnPaper) -> Panel:
    """The paper as a piece of the phone."""
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
        groups=shown.groups if own.sent is None or shown.step is not Step.RESTING else (),
        form=shown.form,
        typed=shown.typed,
        unsent=shown.unsent,
        is_draft=shown.is_draft,
    )
    return Panel(template="papers/_paper.html", panel=panel)


def results_of(room: PaperRoom) -> Piece:
    """What a player learns of the own paper once it has been taken in."""

    def draw(_event_id: int, fate: Fate | None) -> Panel:
        return Panel(template="papers/_fate.html", panel=fate) if fate is not None else EMPTY

    return Piece(sees=partial(fate_of, room), draw=draw)

"""Answers to phones that ask for news over their sockets: the bytes that a request would bring, and the same rights.

The badges and the receipts of all that wait are read in one query each. Everything else is made as for a request.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.db import DatabaseError

from control.day.sheets import month_now
from control.engine.ids import SeatId
from control.engine.viewer import NOBODY
from control.journal import journal, rows
from control.journal.journal import StreamHead, trouble_of
from control.live.questions import NewsAnswer, Question
from control.models import Event, Sheet, Stream
from control.people.access import SeatPass, seat_cookie, valid_badges
from control.phone.play import has_even_length, regions_of
from control.phone.sight import SHEETS_SHOWN, PhoneSight, look
from control.regions.region import changed_text
from control.regions.sight import Sight
from control.sheets.offline import phone_key
from megagame.compression import compressed

log = logging.getLogger(__name__)

TOKEN: Final = "of-the-page"  # where a form token belongs; the page puts in its own
BY_REQUEST: Final = NewsAnswer(kind="http")


def answer_questions(questions: Sequence[Question], tell: Callable[[Question, NewsAnswer], None]) -> None:
    """Answer the questions of phones of one event. A phone whose badge is no longer valid must ask by a request."""
    event = _event(questions[0].event)
    if event is None:
        return
    head = _renewed_head(event.stream)
    sight = Sight(head.state, NOBODY)
    badges = [(question, badge) for question in questions if (badge := seat_cookie(question.cookies)) is not None]
    valid = valid_badges(event, [badge for _question, badge in badges], sight)
    if not valid:
        return
    seats = {badge.seat for badge in valid}
    receipts: Mapping[str, Sequence[Sheet]] | None = rows.receipts_of(event.pk, seats, sight.public(month_now), SHEETS_SHOWN)
    for question, badge in badges:
        if badge not in valid:
            continue
        if journal.head(event.stream).seq != head.seq:  # a sheet that came before a newer entry must be shown with it
            head, receipts = _renewed_head(event.stream), None
        door = SeatPass(event=event, seat=SeatId(badge.seat), device=badge.device)
        tell(question, _answered(question, door, None if receipts is None else receipts.get(badge.seat, ())))


def _renewed_head(stream: Stream) -> StreamHead:
    """The head, with the row brought up to it."""
    head = journal.head(stream)
    if head.seq != stream.head:
        stream.head, stream.hash = rows.head_of(stream.pk)
    return head


def _event(event_id: int) -> Event | None:
    try:
        event = rows.event(event_id)
    except Event.DoesNotExist:
        return None
    return None if trouble_of(event) else event


def _answered(question: Question, door: SeatPass, receipts: Sequence[Sheet] | None) -> NewsAnswer:
    """The answer; a fault in what one phone shows sends that phone alone to a request."""
    try:
        return _answer(question, look(door, receipts))
    except DatabaseError:
        raise
    except Exception:
        log.exception("a phone could not be told its news")
        return BY_REQUEST


def _answer(question: Question, seen: PhoneSight) -> NewsAnswer:
    shown = frozenset(question.seen)
    found = regions_of(seen, shown).values()
    text = changed_text(found, shown, token=TOKEN)
    even = has_even_length(found, bool(text))
    body = compressed(text, even=even) if text or even else b""
    return NewsAnswer(kind="news" if text else "same", whose=phone_key(question.cookies), body=body)

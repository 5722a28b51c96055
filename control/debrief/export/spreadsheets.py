"""Tables of a day for spreadsheets: CSV files in a ZIP, with a README that describes them."""

from __future__ import annotations

import csv
import io
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, Final

from django.utils import timezone
from msgspec import Struct

from control.day.state import DayState
from control.day.words import team_name
from control.debrief import timeline
from control.debrief.export import arrival
from control.debrief.export.document import require_over
from control.debrief.export.report import audience_list, audience_words, kind_name
from control.engine.chronicle import Chronicle
from control.engine.language import later, say
from control.journal import journal
from control.journal.story import lines_of, withdrawn_by
from control.models import Event

Row = Sequence[object]
FORMULA: Final = "=+-@"  # first signs of a formula, also in full width
MOVES: Final = ("\t", "\r", "\n")  # signs that move on to another cell or line in some spreadsheets
README: Final = later(
    "Tables of the day “{event}”, for a spreadsheet: UTF-8, a comma between two cells. “entry” is the number of the entry in the "
    "journal from which on a row is so. They hold every secret of the day. What an apostrophe stands before is a text that a "
    "spreadsheet would take for a formula."
)


class Spreadsheet(Struct, frozen=True, kw_only=True):
    """One table: file name, description, column heads, rows."""

    file: str
    about: str
    head: tuple[str, ...]
    rows: Iterable[Row]


def write(event: Event, out: BinaryIO) -> None:
    """Write the ZIP with all tables.

    Raises:
        Refused: the day is not over, or it is a rehearsal.
    """
    event = Event.objects.select_related("stream").get(pk=event.pk)
    require_over(event)
    sheets = sheets_of(event)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("README.txt", _readme(event, sheets))
        for sheet in sheets:
            with packed.open(sheet.file, "w") as raw, io.TextIOWrapper(raw, "utf-8-sig", newline="") as text:
                table = csv.writer(text)
                table.writerow(sheet.head)
                table.writerows([cell(value) for value in row] for row in sheet.rows)


def cell(value: object) -> object:
    """Value for a cell. A text that a spreadsheet could read as a formula gets an apostrophe in front."""
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and _is_formula(value) else value


def _is_formula(text: str) -> bool:
    """Whether a spreadsheet could read this text as a formula. Some skip blanks before it and read full-width signs as ASCII."""
    first = next((sign for sign in text if unicodedata.category(sign)[0] not in "ZC"), "")
    return text.startswith(MOVES) or (first != "" and unicodedata.normalize("NFKC", first)[0] in FORMULA)


def sheets_of(event: Event) -> tuple[Spreadsheet, ...]:
    """Every table of a finished day."""
    state: DayState = journal.head(event.stream).state
    told, realm = timeline.chronicle_of(event.stream), event.stream.engine
    return (
        _journal(event),
        _players(state),
        Spreadsheet(
            file="rounds.csv",
            about=say("When each round began and ended."),
            head=("round", "first entry", "last entry", "began", "ended"),
            rows=((each.number, each.first, each.last, _time(each.began), _time(each.ended)) for each in told.rounds),
        ),
        _facts(state, told, realm),
        Spreadsheet(
            file="points.csv",
            about=say("How much each had, from which entry on, and why it changed."),
            head=("series", "of", "round", "entry", "value", "why"),
            rows=(
                (
                    kind_name(realm, each.series),
                    team_name(state, each.team) if each.team else "",
                    *_record_order(each),
                    each.value,
                    each.why,
                )
                for each in told.points
            ),
        ),
        Spreadsheet(
            file="ties.csv",
            about=say("What two did together or to each other."),
            head=("what", "one", "other", "round", "entry", "until entry", "words"),
            rows=(
                (
                    kind_name(realm, each.kind),
                    audience_words(state, each.one),
                    audience_words(state, each.other),
                    *_record_order(each),
                    each.over or "",
                    each.words,
                )
                for each in told.ties
            ),
        ),
        Spreadsheet(
            file="lives.csv",
            about=say("The life of whatever was set going, turn by turn."),
            head=("lane", "title", "owner", "round", "entry", "turn", "words"),
            rows=(
                (
                    kind_name(realm, each.lane),
                    each.title,
                    audience_words(state, each.owner) if each.owner else "",
                    *_record_order(turn),
                    turn.kind,
                    turn.words,
                )
                for each in told.lives
                for turn in each.turns
            ),
        ),
        Spreadsheet(
            file="stays.csv",
            about=say("Where each player went."),
            head=("player", "room", "table", "round", "entry"),
            rows=(
                (audience_words(state, f"seat:{each.seat}"), _room(state, each.room), each.table, *_record_order(each))
                for each in told.stays
            ),
        ),
        Spreadsheet(
            file="deeds.csv",
            about=say("What each did, and what befell them."),
            head=("what", "who", "round", "entry", "count", "rule", "words"),
            rows=(
                (
                    kind_name(realm, each.kind),
                    audience_words(state, each.who),
                    *_record_order(each),
                    each.count,
                    each.rule,
                    each.words,
                )
                for each in told.deeds
            ),
        ),
        Spreadsheet(
            file="rulings.csv",
            about=say("What the control team ruled."),
            head=("round", "rule", "ruling", "because", "by", "retracted"),
            rows=((each.month, each.rule, each.text, each.because, each.by, each.retracted) for each in state.rulings),
        ),
        Spreadsheet(
            file="side-tables.csv",
            about=say("The side tables, with the length of their journals."),
            head=("game", "entries", "last hash"),
            rows=((each.engine, each.head, each.hash) for each in arrival.streams_beside(event)),
        ),
    )


def _journal(event: Event) -> Spreadsheet:
    lines = tuple(lines_of(event.stream))
    taken = {seq: line.seq for seq, line in withdrawn_by(lines).items()}
    return Spreadsheet(
        file="journal.csv",
        about=say("Every entry of the journal as the sentence that it made."),
        head=("entry", "at", "round", "by", "what", "sentence", "taken back by entry"),
        rows=(
            (
                each.seq,
                _time(each.at),
                each.round,
                each.name,
                each.label,
                each.sentence,
                taken.get(each.seq, ""),
            )
            for each in lines
        ),
    )


def _players(state: DayState) -> Spreadsheet:
    players = sorted(state.seats.values(), key=lambda each: (each.team, each.rank, each.id))
    return Spreadsheet(
        file="players.csv",
        about=say("Who played whom."),
        head=("seat", "team", "rank", "name", "character"),
        rows=((each.id, team_name(state, each.team), each.rank, each.name, each.character) for each in players),
    )


def _facts(state: DayState, told: Chronicle, realm: str) -> Spreadsheet:
    def rows() -> Iterator[Row]:
        for each in told.facts:
            known = ", ".join(f"{audience_words(state, to)} ({seq})" for to, seq in each.known)
            about = (audience_list(state, each.by), audience_list(state, each.touches), each.words, each.seemed, known)
            yield (
                kind_name(realm, each.kind),
                *_record_order(each),
                each.over or "",
                *about,
                _room(state, each.room),
                each.place,
                each.rule,
            )

    return Spreadsheet(
        file="facts.csv",
        about=say("What was so and not everybody knew: who learned it with which entry."),
        head=("what", "round", "entry", "until entry", "by", "touches", "truth", "seemed", "known to", "room", "place", "rule"),
        rows=rows(),
    )


def _record_order(record: object) -> tuple[int, int]:
    return getattr(record, "round"), getattr(record, "seq")  # noqa: B009  # records share these two and no class


def _room(state: DayState, room: str | None) -> str:
    return state.frame.room_name(room) if room else ""


def _time(at: object) -> str:
    return timezone.localtime(at).isoformat(sep=" ", timespec="seconds")  # type: ignore[arg-type]


def _readme(event: Event, sheets: Sequence[Spreadsheet]) -> str:
    lines = [say(README, event=event.name), "", *(f"{sheet.file:18} {sheet.about}" for sheet in sheets), ""]
    return "\n".join(lines)

"""Papers: sealed sheets with a type and its targets, the Court's proposals and the Underground's schemes (C-13, C-14).

`values` has one tuple of words per field, in the order of the type's fields: houses, players, regions, numbers. This module says
what may be written; the room carries it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

from control.day.sheets import SheetWords
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.typed_text import readable
from rooms.realm.scenario.schema import ProposalType, SchemeType, Target

MOST_VALUES: Final = 3  # names in a field, except regions paid for one by one
MOST_FIELDS: Final = 8
LONGEST: Final = 300  # letters of a note
MOST_DIGITS: Final = 3  # digits of a number
THRONE: Final = "throne"  # stands for the God Emperor as a House or player of a scheme


NUMBERS: Final = {
    Target.MONTHS: 10,
    Target.POWER: 40,
    Target.FAVORS: 40,
    Target.UNITS: 20,
    Target.VOTES: 40,
    Target.HOSTAGES: 40,
}


SEVERAL: Final = frozenset({Target.HOUSES, Target.PLAYERS, Target.REGIONS, Target.PLACES, Target.CAPTIVES})


COUNTED: Final = {
    "item": (Target.POWER, Target.FAVORS, Target.UNITS),
    "hostage": (Target.HOSTAGES,),
    "month": (Target.MONTHS,),
    "unit": (Target.UNITS,),
    "vote": (Target.VOTES,),
}


PaperType = ProposalType | SchemeType


class Paper(Struct, frozen=True, kw_only=True):
    """A proposal or scheme as its author wrote it."""

    type: str
    values: tuple[tuple[str, ...], ...] = ()
    note: str = ""


class OpenedPaper(Struct, frozen=True, kw_only=True):
    """A handed-in paper of this month, open to its room's desk.

    `rank`: the author's rank when it was sealed (R-139); 0 in older journals and for papers entered by hand.
    """

    seat: SeatId
    paper: Paper
    rank: int = 0


class PaperWords(SheetWords, frozen=True, kw_only=True):
    """Words for a kind of paper; every text is marked with `later`.

    `taken_in`: sentence on the numbers taken in and set aside.
    """

    title: str  # title on the author's phone: "Your proposal"
    several: str  # title of a page with all of them
    taken_in: Callable[[int, int], str]
    entered: str  # with {player}, {words}, {reason}
    by_hand: str  # label of the command that enters one, with {player} and {month}
    lasting: str  # why they cannot be sealed again
    unfit: str  # set aside: no longer valid
    elsewhere: str  # set aside: the author is not in the room


class AsideWhy(StrEnum):
    """Reason why a handed-in paper does not count (R-16)."""

    ELSEWHERE = "elsewhere"  # the author was not in the room
    LATE = "late"  # the author came into the room too late for one
    LEFT = "left"  # the author had left for good
    UNFIT = "unfit"  # it was no longer valid


# --- documents ----------------------------------------------------------------------------------------------------------


def parse(body: bytes | Mapping[str, object]) -> Paper:
    """Read a paper from a JSON document.

    Raises:
        Refused: the document is no paper.
    """
    try:
        if isinstance(body, bytes):
            return _readable(msgspec.json.decode(body, type=Paper))
        return _readable(msgspec.convert(body, type=Paper))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refused(say("This paper cannot be read; load the page again."), code="malformed") from wrong


def paper_from_form(fields: Mapping[str, Sequence[str]]) -> Paper:
    """Read a paper from the fields of a plain form: type, field0, field1, ..., note."""
    kind = (fields.get("type") or [""])[0]
    count = 1 + max((int(name[5:]) for name in fields if re.fullmatch(r"field[0-9]{1,2}", name)), default=-1)
    if count > MOST_FIELDS:
        raise Refused(say("This paper has too many fields."), code="malformed")
    values = tuple(tuple(word.strip() for word in fields.get(f"field{at}", []) if word.strip()) for at in range(count))
    return _readable(Paper(type=kind, values=values, note=(fields.get("note") or [""])[0].strip()))


def fields_of(paper: Paper) -> dict[str, list[str]]:
    """Return the form fields from which `paper_from_form` makes this paper."""
    found = {f"field{at}": list(words) for at, words in enumerate(paper.values)}
    return {"type": [paper.type], **found, "note": [paper.note]}


def _readable(paper: Paper) -> Paper:
    """Make typed text safe to show beside other words."""
    values = tuple(tuple(readable(word) for word in words) for words in paper.values)
    return replace(paper, values=values, note=readable(paper.note))


def encode(paper: Paper) -> bytes:
    """Encode a paper as a document that `parse` reads."""
    return msgspec.json.encode(paper)


# --- rules of writing ---------------------------------------------------------------------------------------------------


def type_of(types: Sequence[PaperType], paper: Paper) -> PaperType:
    """Return the type that a paper names.

    Raises:
        Refused: there is no such type.
    """
    found = next((each for each in types if each.id == paper.type), None)
    if found is None:
        raise Refused(say("Choose what it shall be from the list."), rule="C-14", code="unknown")
    return found


def bounds(kind: PaperType, target: Target) -> tuple[int, int | None]:
    """Least and greatest number of names in a field; for places it depends on the building (R-90).

    Greatest None without a limit: regions paid for one by one (GE-CRT-59, GE-CRT-60), hostages (R-93).
    """
    if target is Target.PLACES:
        return 0, MOST_VALUES
    if target is Target.CAPTIVES:
        return 0, None
    if target not in SEVERAL:
        return 1, 1
    if isinstance(kind, ProposalType):
        if kind.cost_per == "region" and target is Target.REGIONS and not kind.most:
            return kind.least or 1, None
        return kind.least or 1, kind.most or MOST_VALUES
    return 1, MOST_VALUES


def cost_of(kind: PaperType, paper: Paper) -> int | None:
    """Cost as written: the price, times the units it is paid for (R-111, R-81).

    None for a trap, and while a number cannot be read.
    """
    if kind.cost is None:
        return None
    if not kind.cost_per:
        return kind.cost
    if kind.cost_per == "region":
        return kind.cost * sum(len(words) for words, target in is_filled(kind, paper) if target is Target.REGIONS)
    counted = COUNTED[kind.cost_per]
    numbers = [number_in(word) for words, target in is_filled(kind, paper) if target in counted for word in words]
    known = [number for number in numbers if number is not None]
    return kind.cost * sum(known) if len(known) == len(numbers) else None


def number_in(word: str) -> int | None:
    """Read a number of up to three digits; None for anything else, because unchecked drafts are priced and drawn too.

    Longer numbers are mistakes, and Python refuses to read those of some thousand digits.
    """
    return int(word) if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS else None


def price_of(kind: PaperType) -> str:
    """Price of a type before its fields are filled."""
    if kind.cost is None:
        return say("no cost, never completes")
    if not kind.cost_per:
        return say("cost {cost}", cost=kind.cost)
    return say("cost {cost} for each {what}", cost=kind.cost, what=COUNTED_WORDS.get(kind.cost_per, kind.cost_per))


COUNTED_WORDS: Final[Mapping[str, str]] = Spoken(
    {
        "item": later("item"),
        "hostage": later("hostage"),
        "month": later("month"),
        "unit": later("unit"),
        "vote": later("vote"),
        "region": later("region"),
    }
)


def is_filled(kind: PaperType, paper: Paper) -> tuple[tuple[tuple[str, ...], Target], ...]:
    return tuple(zip(paper.values, kind.fields, strict=False))


# --- labels -------------------------------------------------------------------------------------------------------------


LABELS: Final[Mapping[Target, str]] = Spoken(
    {
        Target.HOUSE: later("House"),
        Target.HOUSES: later("Houses"),
        Target.PLAYER: later("Player"),
        Target.PLAYERS: later("Players"),
        Target.REGION: later("Region"),
        Target.REGIONS: later("Regions"),
        Target.MONTHS: later("Months"),
        Target.POWER: later("Power"),
        Target.FAVORS: later("Favors"),
        Target.UNITS: later("Units"),
        Target.VOTES: later("Votes"),
        Target.HOSTAGES: later("Hostages"),
        Target.CAPTIVES: later("Which hostages"),
        Target.LAW: later("Law"),
        Target.TABLE: later("Table"),
        Target.ROOM: later("Room"),
        Target.SCHEME: later("Scheme"),
        Target.BUILDING: later("Building"),
        Target.PLACES: later("Places"),
        Target.FORM: later("Form"),
    }
)


def label_of(target: Target) -> str:
    """Label of a field."""
    return LABELS[target]

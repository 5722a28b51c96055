"""Sealed papers that name a type and what it is aimed at: the Court's proposals and the Underground's schemes (C-13, C-14).

A paper's `values` stand in the order of its type's fields, one tuple of words per field: houses, players, regions, numbers. What a
paper does is the business of its room; here stands only what may be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say
from control.engine.refusal import Refused
from control.engine.typed_text import readable
from rooms.realm.scenario.schema import ProposalType, SchemeType, Target

MOST_VALUES: Final = 3  # of a kind that a type names, but for regions that are paid for one by one
MOST_FIELDS: Final = 8
LONGEST: Final = 300  # letters of a note
MOST_DIGITS: Final = 3  # of a number
THRONE: Final = "throne"  # the God Emperor, where a scheme names a House and a player


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A proposal or scheme as its author wrote it."""

    type: str
    values: tuple[tuple[str, ...], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPaper:
    """A paper that was handed in this month, open to the desk of its room.

    `rank` is the one that it was sealed with (R-139); 0 in what is from before it was kept, and where it was entered by hand.
    """

    seat: SeatId
    paper: Paper
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperWords:
    """What a kind of paper is called, and what is said of it; every text is marked with `later`.

    `sealed` says how many were sealed (their number, the month, the root), `taken_in` how many were taken in and set aside.
    """

    title: str  # on its author's phone: "Your proposal"
    several: str  # at the head of a page with all of them
    name: str
    word: str
    noun: str
    nouns: str
    sealed: Callable[[int, int, str], str]
    taken_in: Callable[[int, int], str]
    entered: str  # with {player}, {words}, {reason}
    by_hand: str  # the command that enters one, with {player} and {month}
    lasting: str  # why they cannot be sealed again
    unfit: str  # set aside, because it can no longer be as it is written
    elsewhere: str  # set aside, because its author is not in the room


class AsideWhy(StrEnum):
    """Why a paper that was handed in does not count (R-16)."""

    ELSEWHERE = "elsewhere"  # its author was not in the room
    LATE = "late"  # its author came into the room when it was too late for one
    LEFT = "left"  # its author had left for good
    UNFIT = "unfit"  # it could no longer be as it is written


# --- documents ----------------------------------------------------------------------------------------------------------


def parse(body: bytes | Mapping[str, object]) -> Paper:
    """The paper in a JSON document.

    Raises:
        Refused: what is wrong with it.
    """
    try:
        if isinstance(body, bytes):
            return _readable(msgspec.json.decode(body, type=Paper))
        return _readable(msgspec.convert(body, type=Paper))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refused(say("This paper cannot be read; load the page again."), code="malformed") from wrong


def paper_from_form(fields: Mapping[str, Sequence[str]]) -> Paper:
    """The paper in the fields of a plain form: type, field0, field1, ..., note."""
    kind = (fields.get("type") or [""])[0]
    count = 1 + max((int(name[5:]) for name in fields if re.fullmatch(r"field[0-9]{1,2}", name)), default=-1)
    if count > MOST_FIELDS:
        raise Refused(say("This paper has too many fields."), code="malformed")
    values = tuple(tuple(word.strip() for word in fields.get(f"field{at}", []) if word.strip()) for at in range(count))
    return _readable(Paper(type=kind, values=values, note=(fields.get("note") or [""])[0].strip()))


def _readable(paper: Paper) -> Paper:
    """What was typed in it may stand beside other words."""
    values = tuple(tuple(readable(word) for word in words) for words in paper.values)
    return Paper(type=paper.type, values=values, note=readable(paper.note))


def encode(paper: Paper) -> bytes:
    """The document of a paper; `parse` reads it back."""
    return msgspec.json.encode(paper)


# --- what may be written ------------------------------------------------------------------------------------------------


def type_of(types: Sequence[PaperType], paper: Paper) -> PaperType:
    """The type a paper names.

    Raises:
        Refused: there is none of that name.
    """
    found = next((each for each in types if each.id == paper.type), None)
    if found is None:
        raise Refused(say("Choose what it shall be from the list."), rule="C-14", code="unknown")
    return found


def bounds(kind: PaperType, target: Target) -> tuple[int, int | None]:
    """How many a field names at least and at most; how many places depends on the building (R-90).

    None for as many as there are: regions that are paid for one by one (GE-CRT-59, GE-CRT-60), hostages (R-93).
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
    """What it costs as written: the price, times what it counts (R-111, R-81).

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
    """The number that was written, None for what is none: a draft is priced and drawn before anybody has checked it.

    Nobody writes more than three digits in good faith, and Python itself reads no more than some thousand.
    """
    return int(word) if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS else None


def price_of(kind: PaperType) -> str:
    """What it costs, before anything is filled in."""
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


# --- what may be chosen -------------------------------------------------------------------------------------------------


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
    """What a field is called."""
    return LABELS[target]

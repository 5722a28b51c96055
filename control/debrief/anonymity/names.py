"""Names of players: all names of a seat, how to find them in texts, and their replacements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from unicodedata import normalize

import msgspec
from msgspec import Struct

from control.day.roster.substitutes import PersonReplaced
from control.day.state import DayState
from control.day.words import team_name
from control.debrief.export import arrival
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.upcasting import names_of
from control.journal import journal
from control.models import Event


class KnownSeat(Struct, frozen=True, kw_only=True):
    """Names of one seat in a debrief.

    `names`: all its names, newest first. `neutral`: the replacement for a player who wants no name. `wishes`: a player of this seat
    asked at check-in to have no name. `shared`: those of its names that other players have too.
    """

    seat: SeatId
    member: str  # name of the team
    names: tuple[str, ...]
    neutral: str
    wishes: bool
    shared: tuple[str, ...]

    @property
    def called(self) -> str:
        """The newest name, or the neutral one."""
        return self.names[0] if self.names else self.neutral

    @property
    def nameless(self) -> bool:
        """Whether no name is left to remove."""
        return not self.names


class _Replaced(msgspec.Struct):
    seat: SeatId
    before: str
    name: str


def players_of(event: Event) -> Mapping[SeatId, KnownSeat]:
    """Every seat of an event, by team and rank. `event` needs a fresh row of its stream."""
    stream = event.stream
    state: DayState = journal.head(stream).state
    before, wishes = _earlier_names(event)
    now = [seat.name for seat in state.seats.values()]
    found: dict[SeatId, KnownSeat] = {}
    for seat in sorted(state.seats.values(), key=lambda each: (each.team, each.rank, each.id)):
        neutral, team = neutral_name(state, seat.id), team_name(state, seat.team)
        others = {each.name for each in state.seats.values() if each.id != seat.id}
        known = [seat.name, *(name for name in before.get(seat.id, ()) if name not in others)]
        names = tuple(name for name in dict.fromkeys(known) if name != neutral)
        found[seat.id] = KnownSeat(
            seat=seat.id,
            member=team,
            names=names,
            neutral=neutral,
            wishes=seat.marks.nameless or seat.id in wishes,
            shared=tuple(name for name in names if now.count(name) > 1),
        )
    return found


def neutral_name(state: DayState, seat: SeatId) -> str:
    """Replacement for a player's name: "Player 7 of Cat". The number is unique in the team."""
    return say("Player {number} of {team}", number=seat.rsplit("-", 1)[-1], team=team_name(state, state.seats[seat].team))


def _earlier_names(event: Event) -> tuple[Mapping[SeatId, list[str]], frozenset[SeatId]]:
    """Earlier names of each seat, including names at side tables, and the seats of earlier players who asked to have no name."""
    stream, names, wishes = event.stream, dict[SeatId, list[str]](), set[SeatId]()
    kinds = names_of(PersonReplaced)
    for entry in stream.entries.filter(kind__in=kinds, seq__lte=stream.head).order_by("-seq"):
        told = msgspec.json.decode(entry.body, type=_Replaced)
        names.setdefault(told.seat, []).extend((told.name, told.before))
        was = journal.state_at(stream, entry.seq - 1).seats.get(told.seat)
        if was is not None and was.marks.nameless:
            wishes.add(told.seat)
    for seat, called in arrival.names_at_tables(event):
        names.setdefault(seat, []).append(called)
    return names, frozenset(wishes)


POSSESSIVE = r"(?=['’]?s(?!\w))"  # "Anna’s", and in German "Annas"
GOES_ON = r"(?![\w\u0300-\u036f])"  # a combining accent belongs to the letter before it
ALIKE: Final = {"'": "['’‘ʼ`´]", "-": "[-‐‑]", "ß": "(?:ß|ẞ|ss)"} | dict.fromkeys("’‘ʼ", "['’‘ʼ`´]") | dict.fromkeys("‐‑", "[-‐‑]")


class Wording:
    """Replacement of names in a text. `instead`: replacement for each name. `others`: names that stay, whole.

    A name is found as a separate word, with any whitespace inside it and with a possessive s behind it. A name of several words is
    found in any case. A name of one word is found as written or in capitals, because "Will" is not "will". Apostrophes, hyphens and
    accents match by their looks: phones and spreadsheets store different signs.
    """

    def __init__(self, instead: Mapping[str, str], others: Iterable[str] = ()) -> None:
        names = sorted({name for name in (*instead, *others) if name.split()}, key=lambda name: (-len(name), name))
        self._instead = tuple(instead.get(name) for name in names)
        # The longest name is tried first, so that "Anna" is not found in "Anna Berg", who is another person.
        self._pattern = re.compile("|".join(f"({_name_pattern(name)})" for name in names)) if instead and names else None

    def __call__(self, text: str) -> str:
        """Return the text without these names."""
        return self._pattern.sub(self._replaced, text) if self._pattern is not None else text

    def touches(self, text: str) -> bool:
        """Whether one of these names is in the text."""
        return self(text) != text

    def _replaced(self, found: re.Match[str]) -> str:
        new = self._instead[(found.lastindex or 1) - 1]
        return found.group() if new is None else new


def _name_pattern(name: str) -> str:
    words = normalize("NFC", name).split()
    either = [words] if len(words) > 1 else [[word] for word in dict.fromkeys((words[0], words[0].upper()))]
    flags = "(?i:{})" if len(words) > 1 else "(?:{})"
    found = flags.format("|".join(r"\s+".join("".join(map(_letter_pattern, word)) for word in each) for each in either))
    before = r"(?<!\w)" if _is_letter(words[0][0]) else ""
    behind = rf"(?:{POSSESSIVE}|{GOES_ON})" if _is_letter(words[-1][-1]) else ""
    return f"{before}{found}{behind}"


def _letter_pattern(letter: str) -> str:
    """Pattern for a letter or sign in all its stored forms."""
    apart = normalize("NFD", letter)
    return ALIKE.get(letter) or (f"(?:{re.escape(letter)}|{re.escape(apart)})" if apart != letter else re.escape(letter))


def _is_letter(letter: str) -> bool:
    """Whether the sign is from a script with blanks between words."""
    return letter.isdigit() or letter.lower() != letter.upper()

"""Sealed papers that name a type and what it is aimed at: the Court's proposals and the Underground's schemes (C-13, C-14).

A paper's `values` stand in the order of its type's fields, one tuple of words per field: houses, players, regions, numbers. What a
paper does is the business of its room; here stands only what may be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from control.engine.ids import SeatId

from control.day.people import choice_of, here_in_room
from control.engine.context import Sealed
from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.refused import Refused, Stale
from control.engine.words import Spoken
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import ProposalType, SchemeType, Target
from rooms.realm.words import IN_ROOM, ROOM_NAMES

MOST_VALUES: Final = 3  # no type names more than three of a kind
MOST_FIELDS: Final = 8
LONGEST: Final = 300  # letters of a note
NUMBERS: Final = {
    Target.MONTHS: 10,
    Target.POWER: 40,
    Target.FAVORS: 40,
    Target.UNITS: 20,
    Target.VOTES: 40,
    Target.HOSTAGES: 40,
}
SEVERAL: Final = frozenset({Target.HOUSES, Target.PLAYERS, Target.REGIONS})
COUNTED: Final = {
    "item": (Target.POWER, Target.FAVORS, Target.UNITS),
    "hostage": (Target.HOSTAGES,),
    "month": (Target.MONTHS,),
    "unit": (Target.UNITS,),
    "vote": (Target.VOTES,),
}

PaperType = ProposalType | SchemeType


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """May a sheet be sent now? `closes_at` is a deadline that is certain, or the moment it closed; else None."""

    open: bool
    month: int
    closes_at: datetime | None = None
    sentence: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A proposal or scheme as its author wrote it."""

    type: str
    values: tuple[tuple[str, ...], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPaper:
    """A paper that was handed in this month, open to the desk of its room."""

    seat: SeatId
    paper: Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing a field may name."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldForm:
    """One field of a paper's form: options to choose from, or a number up to `most`, or free words when both are empty.

    It names at least `least` and at most `words` of them, 0 at least where the chosen form decides whether it counts.
    """

    target: Target
    label: str
    options: tuple[Option, ...] = ()
    most: int | None = None
    least: int = 1
    words: int = 1


# --- documents ----------------------------------------------------------------------------------------------------------


def parse(body: bytes | Mapping[str, object]) -> Paper:
    """The paper in a JSON document.

    Raises:
        Refused: what is wrong with it.
    """
    try:
        if isinstance(body, bytes):
            return msgspec.json.decode(body, type=Paper)
        return msgspec.convert(body, type=Paper)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refused(say("This paper cannot be read; load the page again."), code="malformed") from wrong


def paper_from_form(fields: Mapping[str, Sequence[str]]) -> Paper:
    """The paper in the fields of a plain form: type, field0, field1, ..., note."""
    kind = (fields.get("type") or [""])[0]
    count = 1 + max((int(name[5:]) for name in fields if re.fullmatch(r"field[0-9]{1,2}", name)), default=-1)
    if count > MOST_FIELDS:
        raise Refused(say("This paper has too many fields."), code="malformed")
    values = tuple(tuple(word.strip() for word in fields.get(f"field{at}", []) if word.strip()) for at in range(count))
    return Paper(type=kind, values=values, note=(fields.get("note") or [""])[0].strip())


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


def check(state: GameState, paper: Paper, types: Sequence[PaperType], rule: str) -> None:
    """Refuse a paper that names nothing, too much, or what does not exist.

    Raises:
        Refused: the first thing that is wrong.
    """
    kind = type_of(types, paper)
    if len(paper.note) > LONGEST:
        raise Refused(
            say("A note has at most {most} letters; this one has {count}.", most=LONGEST, count=len(paper.note)), rule=rule
        )
    if len(paper.values) > len(kind.fields):
        wanted, given = len(kind.fields), len(paper.values)
        wrong = say("{paper} names {count} things, not {given}.", paper=kind.name, count=wanted, given=given)
        raise Refused(wrong, rule=rule, code="malformed")
    optional = Target.FORM in kind.fields  # which of its fields count depends on the form that was chosen
    for at, target in enumerate(kind.fields):
        words = paper.values[at] if at < len(paper.values) else ()
        if not words and not (optional and target is not Target.FORM):
            raise Refused(say("{paper}: say which {what}.", paper=kind.name, what=WORDS[target]), rule=rule, code="missing")
        _check_words(state, kind, target, words, rule)
    _check_together(state, kind, paper, rule)


def _check_words(state: GameState, kind: PaperType, target: Target, words: tuple[str, ...], rule: str) -> None:
    least, most = _bounds(kind, target)
    if len(words) > most:
        raise Refused(say("{paper} names at most {most} {what}.", paper=kind.name, most=most, what=WORDS[target]), rule=rule)
    if words and len(words) < least:
        wrong = say(
            "{paper} names {least} {what}, not {count}.", paper=kind.name, least=least, what=WORDS[target], count=len(words)
        )
        raise Refused(wrong, rule=rule, code="missing")
    if len(set(words)) != len(words):
        raise Refused(say("{paper} names one of them twice.", paper=kind.name), rule=rule)
    if target in NUMBERS:
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) <= NUMBERS[target]):
                wrong = say("{what}: give a number from 0 to {most}.", what=label_of(target), most=NUMBERS[target])
                raise Refused(wrong, rule=rule, code="malformed")
        return
    options = options_for(state, target, kind)
    if any(len(word) > LONGEST for word in words):
        raise Refused(say("{what}: at most {most} letters.", what=label_of(target), most=LONGEST), rule=rule)
    if (options or target in OFFERS) and not set(words) <= {option.value for option in options}:
        raise Refused(say("{paper}: there is no such {what}.", paper=kind.name, what=WORDS[target]), rule=rule, code="unknown")


def _check_together(state: GameState, kind: PaperType, paper: Paper, rule: str) -> None:
    """What no field can be refused for alone."""
    named = [(target, word) for words, target in _filled(kind, paper) for word in words if target not in NUMBERS]
    if len(set(named)) != len(named):
        raise Refused(say("{paper} names the same {what} twice.", paper=kind.name, what=WORDS[_twice(named)]), rule=rule)
    houses = {word for target, word in named if target is Target.HOUSE}
    players = [SeatId(word) for target, word in named if target in (Target.PLAYER, Target.PLAYERS)]
    if houses and any(state.seats[seat].house not in houses for seat in players):
        raise Refused(say("{paper}: a player of the House that you name.", paper=kind.name), rule=rule)
    if kind.cost_per in COUNTED and not cost_of(kind, paper):
        raise Refused(say("{paper}: give a number of 1 or more.", paper=kind.name), rule=rule, code="missing")


def _twice(named: Sequence[tuple[Target, str]]) -> Target:
    return next(target for at, (target, word) in enumerate(named) if (target, word) in named[:at])


def _bounds(kind: PaperType, target: Target) -> tuple[int, int]:
    """How many a field names at least and at most."""
    if target not in SEVERAL:
        return 1, 1
    if isinstance(kind, ProposalType):
        return kind.least or 1, kind.most or MOST_VALUES
    return 1, MOST_VALUES


def cost_of(kind: PaperType, paper: Paper) -> int | None:
    """What it costs as written: the price, times what it counts (R-111, R-81); None for a trap."""
    if kind.cost is None:
        return None
    if not kind.cost_per:
        return kind.cost
    if kind.cost_per == "region":
        return kind.cost * sum(len(words) for words, target in _filled(kind, paper) if target is Target.REGIONS)
    counted = COUNTED[kind.cost_per]
    numbers = [int(word) for words, target in _filled(kind, paper) if target in counted for word in words]
    return kind.cost * sum(numbers)


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


def _filled(kind: PaperType, paper: Paper) -> tuple[tuple[tuple[str, ...], Target], ...]:
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
        Target.LAW: later("Law"),
        Target.TABLE: later("Table"),
        Target.ROOM: later("Room"),
        Target.SCHEME: later("Scheme"),
        Target.BUILDING: later("Building"),
        Target.PLACES: later("Places"),
        Target.FORM: later("Form"),
    }
)
WORDS: Final[Mapping[Target, str]] = Spoken(  # within a sentence
    {
        Target.HOUSE: later("house"),
        Target.HOUSES: later("houses"),
        Target.PLAYER: later("player"),
        Target.PLAYERS: later("players"),
        Target.REGION: later("region"),
        Target.REGIONS: later("regions"),
        Target.MONTHS: later("months"),
        Target.POWER: later("power"),
        Target.FAVORS: later("favors"),
        Target.UNITS: later("units"),
        Target.VOTES: later("votes"),
        Target.HOSTAGES: later("hostages"),
        Target.LAW: later("law"),
        Target.TABLE: later("table"),
        Target.ROOM: later("room"),
        Target.SCHEME: later("scheme"),
        Target.BUILDING: later("building"),
        Target.PLACES: later("places"),
        Target.FORM: later("form"),
    }
)


def label_of(target: Target) -> str:
    """What a field is called."""
    return LABELS[target]


TWINS: Final = {
    Target.HOUSE: (later("House that must do or suffer it"), later("House it is done to or for")),
    Target.REGION: (later("Region they leave"), later("Region they go to")),
}


def form_of(state: GameState, kind: PaperType) -> tuple[FieldForm, ...]:
    """The fields of a type's form, in the author's order."""
    return tuple(_field(state, kind, at) for at in range(len(kind.fields)))


def _field(state: GameState, kind: PaperType, at: int) -> FieldForm:
    target = kind.fields[at]
    least, words = _bounds(kind, target)
    twin = TWINS.get(target) if kind.fields.count(target) > 1 else None
    return FieldForm(
        target=target,
        label=say(twin[kind.fields[:at].count(target)]) if twin else label_of(target),
        options=options_for(state, target, kind),
        most=NUMBERS.get(target),
        least=0 if Target.FORM in kind.fields and target is not Target.FORM else least,
        words=words,
    )


def options_for(state: GameState, target: Target, kind: PaperType) -> tuple[Option, ...]:
    """What a field may name; empty for numbers and free words."""
    if target is Target.FORM:
        return tuple(Option(value=form, label=form) for form in kind.forms) if isinstance(kind, ProposalType) else ()
    offered = OFFERS.get(target)
    return offered(state) if offered else ()


def _houses(state: GameState) -> tuple[Option, ...]:
    return tuple(Option(value=house.id, label=house.name) for house in state.scenario.houses)


def _players(state: GameState) -> tuple[Option, ...]:
    names = {house.id: house.name for house in state.scenario.houses}
    ordered = sorted(state.seats.values(), key=lambda seat: (names[seat.house], seat.rank))
    return tuple(Option(value=seat.id, label=f"{seat.name} ({names[seat.house]})") for seat in ordered if seat.rank)


def _regions(state: GameState) -> tuple[Option, ...]:
    ordered = sorted(state.scenario.map.regions, key=lambda region: region.name)
    return tuple(Option(value=region.id, label=region.name) for region in ordered)


OFFERS: Final[Mapping[Target, Callable[[GameState], tuple[Option, ...]]]] = {
    Target.HOUSE: _houses,
    Target.HOUSES: _houses,
    Target.PLAYER: _players,
    Target.PLAYERS: _players,
    Target.REGION: _regions,
    Target.REGIONS: _regions,
    Target.LAW: lambda state: tuple(Option(value=law.id, label=f"{law.number}. {law.title}") for law in state.laws),
    Target.TABLE: lambda state: tuple(Option(value=each.id, label=each.name) for each in state.scenario.provinces),
    Target.ROOM: lambda state: tuple(Option(value=room.value, label=ROOM_NAMES[room]) for room in Room),
    Target.SCHEME: lambda state: tuple(Option(value=each.id, label=each.name) for each in state.scenario.schemes),
    Target.BUILDING: lambda state: tuple(Option(value=each.building, label=each.building) for each in state.scenario.factions),
}


# --- words --------------------------------------------------------------------------------------------------------------


def words_of(state: GameState, types: Sequence[PaperType], paper: Paper) -> str:
    """A paper as a sentence: "Fines: Wolf, 2 Power, 0 Favors (cost 2)"."""
    kind = next((each for each in types if each.id == paper.type), None)
    if kind is None:
        return paper.type
    parts = []
    for words, target in _filled(kind, paper):
        labels = {option.value: option.label for option in options_for(state, target, kind)}
        named = ", ".join(labels.get(word, word) for word in words)
        if named:
            parts.append(f"{named} {label_of(target)}" if target in NUMBERS else named)
    said = f"{kind.name}: {', '.join(parts)}" if parts else kind.name
    cost = cost_of(kind, paper)
    if cost is not None:
        said = say("{paper} (cost {cost})", paper=said, cost=cost)
    return say("{paper} “{note}”", paper=said, note=paper.note) if paper.note else said


# --- bots ---------------------------------------------------------------------------------------------------------------


def random_paper(state: GameState, types: Sequence[PaperType], dice: Dice) -> Paper:
    """A paper at random among those the form offers; for rehearsals."""
    kind = dice.choice(types)
    values: list[tuple[str, ...]] = []
    for target in kind.fields:
        values.append(_random_words(state, kind, target, tuple(values), dice))
    return Paper(type=kind.id, values=tuple(values))


def _random_words(
    state: GameState, kind: PaperType, target: Target, before: tuple[tuple[str, ...], ...], dice: Dice
) -> tuple[str, ...]:
    if target in NUMBERS:
        return (str(dice.randint(1, 3)),)
    left = list(_fitting(state, kind, target, before))
    if not left:
        return (say("as Control sees fit"),)
    words = []
    for _each in range(_bounds(kind, target)[0]):
        words.append(dice.choice(left))
        left.remove(words[-1])
    return tuple(words)


def _fitting(state: GameState, kind: PaperType, target: Target, before: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """What a field may name after what the fields before it name."""
    named = {(each, word) for words, each in zip(before, kind.fields, strict=False) for word in words}
    houses = {word for each, word in named if each is Target.HOUSE}
    found = [option.value for option in options_for(state, target, kind) if (target, option.value) not in named]
    if houses and target in (Target.PLAYER, Target.PLAYERS):
        found = [seat for seat in found if state.seats[SeatId(seat)].house in houses]
    return tuple(found)


# --- handing in ---------------------------------------------------------------------------------------------------------


def entered(
    state: GameState, seat: SeatId, paper: Paper, *, room: Room, month: int, taken_in: bool, reason: str, fits: Callable[[], None]
) -> OpenedPaper:
    """A paper that the desk enters by hand, once the papers of the month have been taken in; `fits` refuses one that cannot be.

    Raises:
        Refused: it is sealed still, of another month, without a reason, or its author is elsewhere.
    """
    if month != state.clock.month:
        now = state.clock.month
        raise Stale(say("This paper was for month {month}; it is month {now} now.", month=month, now=now), rule="R-16")
    if not taken_in:
        raise Refused(say("The papers lie sealed until Updates end; the player may still change this one."), rule="R-17")
    if not " ".join(reason.split()):
        raise Refused(say("Say why it is entered: the journal keeps the reason."))
    player = state.seats.get(seat)
    if player is None:
        raise Refused(say("No such seat."), code="unknown")
    if not here_in_room(state, player, room):
        elsewhere = say("{name} is not {in_room} this month; seat the player there first.", name=player.name, in_room=IN_ROOM[room])
        raise Refused(elsewhere, rule="R-16")
    fits()
    return OpenedPaper(seat=seat, paper=paper)


def handed_in(
    state: GameState, sheets: Sequence[Sealed], room: Room, types: Sequence[PaperType], rule: str
) -> tuple[tuple[OpenedPaper, ...], tuple[SeatId, ...]]:
    """The papers that count, and whose were set aside: of players who are elsewhere (R-16), or which no longer can be."""
    good: list[OpenedPaper] = []
    aside: list[SeatId] = []
    for sheet in sheets:
        seat = state.seats.get(sheet.seat)
        try:
            paper = parse(sheet.body)
            check(state, paper, types, rule)
        except Refused:
            aside.append(sheet.seat)
            continue
        if seat is None or not _is_there(state, seat, room):
            aside.append(sheet.seat)
        else:
            good.append(OpenedPaper(seat=sheet.seat, paper=paper))
    return tuple(good), tuple(aside)


def _is_there(state: GameState, seat: Seat, room: Room) -> bool:
    return seat.here and choice_of(state, seat) is room

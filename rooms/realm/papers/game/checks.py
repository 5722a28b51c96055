"""Checks of papers, and papers in words."""

from __future__ import annotations

from collections.abc import Sequence

from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.refusal import Refused
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.choices import OFFERS, WORDS, beside, check_places, options_for, values_for
from rooms.realm.papers.game.types import (
    COUNTED,
    LONGEST,
    NUMBERS,
    THRONE,
    Paper,
    PaperType,
    bounds,
    cost_of,
    is_filled,
    label_of,
    number_in,
    type_of,
)
from rooms.realm.scenario.ids import RegionId
from rooms.realm.scenario.schema import SchemeType, Target

# === checks =============================================================================================================


# --- rules of writing ---------------------------------------------------------------------------------------------------


def check(state: GameState, paper: Paper, types: Sequence[PaperType], rule: str) -> None:
    """Refuse a paper that names nothing, too much, or something that does not exist.

    Raises:
        Refused: the first mistake.
    """
    kind = type_of(types, paper)
    if len(paper.note) > LONGEST:
        raise Refused(
            say("A note has at most {most} letters; this one has {count}.", most=LONGEST, count=len(paper.note)), rule=rule
        )
    if len(paper.values) > len(kind.fields):
        wanted, given = len(kind.fields), len(paper.values)
        wrong = say_count(
            "{paper} names {count} thing, not {given}.",
            "{paper} names {count} things, not {given}.",
            wanted,
            paper=kind.name,
            given=given,
        )
        raise Refused(wrong, rule=rule, code="malformed")
    optional = Target.FORM in kind.fields  # the chosen form decides which fields count
    for at, target in enumerate(kind.fields):
        words = paper.values[at] if at < len(paper.values) else ()
        if not words and target is not Target.PLACES and not (optional and target is not Target.FORM):
            raise Refused(say("{paper}: say which {what}.", paper=kind.name, what=WORDS[target]), rule=rule, code="missing")
        _check_words(state, kind, target, words, rule, _fewest(state, kind, target, paper))
    _check_together(state, kind, paper, rule)


def _fewest(state: GameState, kind: PaperType, target: Target, paper: Paper) -> int:
    """Least number of names in a field; for a House with fewer players all of them (R-76)."""
    least, _most = bounds(kind, target)
    if target is not Target.PLAYERS:
        return least
    houses = {word for words, named in is_filled(kind, paper) for word in words if named is Target.HOUSE}
    if not houses:
        return least
    return min(least, sum(seat.house in houses and seat.presence is not Presence.GONE for seat in state.seats.values()))


def _check_words(state: GameState, kind: PaperType, target: Target, words: tuple[str, ...], rule: str, least: int) -> None:
    _least, most = bounds(kind, target)
    if most is not None and len(words) > most:
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
            number = number_in(word)
            if number is None or number > NUMBERS[target]:
                wrong = say("{what}: give a number from 0 to {most}.", what=label_of(target), most=NUMBERS[target])
                raise Refused(wrong, rule=rule, code="malformed")
        return
    values = frozenset[str]() if target is Target.PLACES else values_for(state, target, kind)
    if any(len(word) > LONGEST for word in words):
        raise Refused(say("{what}: at most {most} letters.", what=label_of(target), most=LONGEST), rule=rule)
    if (values or (target in OFFERS and target is not Target.PLACES)) and not values.issuperset(words):
        raise Refused(say("{paper}: there is no such {what}.", paper=kind.name, what=WORDS[target]), rule=rule, code="unknown")


def _check_together(state: GameState, kind: PaperType, paper: Paper, rule: str) -> None:
    """Refuse mistakes that only several fields together show."""
    named = [(target, word) for words, target in is_filled(kind, paper) for word in words if target not in NUMBERS]
    if len(set(named)) != len(named):
        raise Refused(say("{paper} names the same {what} twice.", paper=kind.name, what=WORDS[_twice(named)]), rule=rule)
    houses = {word for target, word in named if target is Target.HOUSE}
    players = [SeatId(word) for target, word in named if target in (Target.PLAYER, Target.PLAYERS)]
    if houses and any((state.seats[seat].house if seat != THRONE else THRONE) not in houses for seat in players):
        raise Refused(say("{paper}: a player of the House that you name.", paper=kind.name), rule=rule)
    if isinstance(kind, SchemeType) and houses and Target.BUILDING in kind.fields:
        owners = {str(each.id): each.house for each in state.buildings}
        if any(target is Target.BUILDING and word in owners and owners[word] not in houses for target, word in named):
            raise Refused(say("{paper}: a building of the House that you name.", paper=kind.name), rule="GE-UND-16")
    check_places(state, kind, paper)
    _check_neighbours(state, kind, paper)
    if kind.cost_per in COUNTED and not cost_of(kind, paper):
        raise Refused(say("{paper}: give a number of 1 or more.", paper=kind.name), rule=rule, code="missing")


def _check_neighbours(state: GameState, kind: PaperType, paper: Paper) -> None:
    """Refuse a road to a region that is no neighbour of its start (GE-UND-12, R-111)."""
    for at, words in enumerate(paper.values):
        origin = beside(kind, at)
        for word in words if origin is not None else ():
            regions = {each.id: each for each in state.scenario.map.regions}
            leaves = regions[RegionId(paper.values[origin or 0][0])]
            if word not in leaves.neighbours:
                names = {"origin": leaves.name, "region": regions[RegionId(word)].name}
                raise Refused(say("{region} does not border on {origin}; choose a neighbour of it.", **names), rule="GE-UND-12")


def _twice(named: Sequence[tuple[Target, str]]) -> Target:
    return next(target for at, (target, word) in enumerate(named) if (target, word) in named[:at])


# --- words --------------------------------------------------------------------------------------------------------------


def counted(target: Target, number: str) -> str:
    """A number with its unit: "2 Power", "1 Favor"; a word that is no number as it is."""
    count = number_in(number)
    if count is None:
        return f"{number} {label_of(target)}"
    match target:
        case Target.FAVORS:
            return say_count("{count} Favor", "{count} Favors", count)
        case Target.UNITS:
            return say_count("{count} unit", "{count} units", count)
        case Target.VOTES:
            return say_count("{count} vote", "{count} votes", count)
        case Target.HOSTAGES:
            return say_count("{count} hostage", "{count} hostages", count)
        case Target.MONTHS:
            return say_count("{count} month", "{count} months", count)
        case _:
            return f"{number} {label_of(target)}"


def words_of(state: GameState, types: Sequence[PaperType], paper: Paper) -> str:
    """A paper as a sentence: "Fines: Wolf, 2 Power, 0 Favors (cost 2)"."""
    kind = next((each for each in types if each.id == paper.type), None)
    if kind is None:
        return paper.type
    parts = []
    for words, target in is_filled(kind, paper):
        chosen = (each for each in options_for(state, target, kind) if each.value in words)
        labels = {THRONE: say("The God Emperor")} | {each.value: each.label for each in chosen}
        if target is Target.BUILDING and not set(words) <= {*labels}:  # the named building has been destroyed
            labels |= {word: say("a building") for word in words if word.isdecimal() and word not in labels}
        named = ", ".join(labels.get(word, word) for word in words)
        if named and not (words == (THRONE,) and target is Target.PLAYER):
            parts.append(counted(target, named) if target in NUMBERS else named)
    said = f"{kind.name}: {', '.join(parts)}" if parts else kind.name
    cost = cost_of(kind, paper)
    if cost is not None:
        said = say("{paper} (cost {cost})", paper=said, cost=cost)
    return say("{paper} “{note}”", paper=said, note=paper.note) if paper.note else said

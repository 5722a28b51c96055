"""Whom a proposal helps and whom it harms, of what everybody may know: by this bots propose, vote, choose and pay.

Interest is no rule: it is what a player reads in the sentence of a proposal, in points. Nothing hidden counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from control.engine.ids import SeatId
from rooms.realm.game.buildings.kinds import called
from rooms.realm.game.effects.asked import acting
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed import LEVY, Answers, answers_of, kind_of, passed_law
from rooms.realm.game.state import EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, LawId
from rooms.realm.scenario.schema import Target

Leanings = Mapping[HouseId, int]  # what it brings to each House, less than nothing where it harms
OWN, FRIEND = 3, 1  # how much more the own House counts than a friend's


def interest(state: GameState, house: HouseId, paper: Paper, author: HouseId) -> int:
    """What a House has of a proposal: its own good and harm first, then its friends'; the own proposal is always for it."""
    leanings = leanings_of(state, paper, author)
    found = OWN * leanings.get(house, 0) + sum(FRIEND * leanings.get(each, 0) for each in friends_of(state, house))
    return found + OWN * (author == house) + FRIEND * (author in friends_of(state, house))


def friends_of(state: GameState, house: HouseId) -> frozenset[HouseId]:
    """Whose side a House takes for all to see: those it has married into, and those a law makes it the ally of (GE-CRT-54)."""
    married = {
        spouse.house
        for seat in state.seats.values()
        if seat.house == house and seat.spouse is not None and (spouse := state.seats.get(seat.spouse)) is not None
    }
    forced = (
        each for each in acting(state, EffectKind.FORCED_ALLIANCE) if each.origin is EffectFrom.LAW and each.houses[0] == house
    )
    return frozenset((married | {each.houses[1] for each in forced}) - {house})


def burdens(state: GameState, house: HouseId) -> tuple[LawId, ...]:
    """The tablets on the Board that harm a House (GE-CRT-37)."""
    return tuple(law.id for law in state.laws if _of_law(state, law)[house] < 0)


def starves(state: GameState, house: HouseId) -> bool:
    """Does a law make the House starve (GE-CRT-50, GE-CRT-71)?"""
    hungry = any(each.giver == house for law in state.laws for each in law.effects.food)
    return hungry or any(each.origin is EffectFrom.LAW and house in each.houses for each in acting(state, EffectKind.FAMINE))


def leanings_of(state: GameState, paper: Paper, author: HouseId) -> Leanings:
    """Whom a proposal of that House helps and harms."""
    kind = kind_of(state, paper.type)
    return _leanings(state, Answers(kind=kind, values=paper.values), author) if kind else Counter()


# --- of each kind -------------------------------------------------------------------------------------------------------


def _leanings(state: GameState, named: Answers, author: HouseId) -> Counter[HouseId]:
    found: Counter[HouseId] = Counter()
    houses, kind = named.houses, named.kind.id
    if kind in HARMS:
        found.update(dict.fromkeys(houses, -1))
    elif kind in HELPS:
        found.update(dict.fromkeys(houses, 1))
    elif kind in ONE_FOR_ANOTHER and len(houses) > 1:
        found.update({houses[0]: -1, houses[1]: 1})
    for house, points in OTHERS[kind](state, named, author) if kind in OTHERS else ():
        found[house] += points
    return found


def _tax(state: GameState, named: Answers, author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """A new tax is paid to its author; lifting one frees those who pay it (GE-CRT-40, R-82)."""
    if named.form == LEVY:
        yield from ((each, -1) for each in named.houses if each != author)
        yield author, 1
    else:
        yield from _struck(state, named, author)


def _struck(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """That a law falls is the contrary of what it does (GE-CRT-37)."""
    law = law_of(state, LawId(named.one(Target.LAW)))
    yield from ((house, -points) for house, points in (_of_law(state, law).items() if law else ()))


def _players(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """Who dies, or is kept from a table, is missed by the own House (GE-CRT-43, GE-CRT-55)."""
    for house in {seat.house for each in named.all(Target.PLAYERS) if (seat := state.seats.get(SeatId(each)))}:
        yield house, -1


def _fed(state: GameState, _named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    yield from ((house.id, 1) for house in state.scenario.houses if starves(state, house.id))


def _torn_down(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """A building of a House that stands, by its name (GE-CRT-61)."""
    for house in {each.house for each in called(state, named.one(Target.BUILDING))}:
        yield house, -1


def _at_table(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """The Houses of a province sit at its table (GE-CRT-42)."""
    yield from ((house.id, -1) for house in state.scenario.houses if house.province == named.one(Target.TABLE))


def _of_law(state: GameState, law: PostedLaw) -> Counter[HouseId]:
    """What a tablet brings to each House: what hangs since the morning by its effects, the others by their proposal."""
    found: Counter[HouseId] = Counter()
    for food in law.effects.food:
        found.update({food.giver: -1})
    for tribute in law.effects.tributes:
        found.update({tribute.debtor: -1, tribute.creditor: 1})
    for hold in law.effects.hostages:
        found.update({HouseId(hold.of): -1})
    passed = passed_law(state, law.id)
    named = answers_of(state, passed) if passed is not None else None
    if passed is None or named is None or named.kind.id in ONCE or passed.house is None:
        return found
    return found if found else _leanings(state, named, passed.house)


HARMS: Final = frozenset({"fines", "take-food", "forbid", "trade-embargo", "disband"})
HELPS: Final = frozenset({"immortal", "build", "financial-aid", "recruitment", "military-aid", "propaganda"})
ONE_FOR_ANOTHER: Final = frozenset({"tariffs", "hostages", "military-ban", "forced-alliance"})
ONCE: Final = frozenset({"remove", "tax", "famine-aid"})  # nothing of theirs is left that a House could want struck
OTHERS: Final[Mapping[str, Callable[[GameState, Answers, HouseId], Iterator[tuple[HouseId, int]]]]] = {
    "tax": _tax,
    "remove": _struck,
    "gaes": _players,
    "execution": _players,
    "famine-aid": _fed,
    "destroy": _torn_down,
    "border-watch": _at_table,
}

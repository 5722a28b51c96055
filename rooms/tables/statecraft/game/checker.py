"""The checker: holds decks against every line of the content chapter of the rules, and names the lines they break (SC-CNT-61).

It is apart from the engine, which plays smaller decks of the same vocabulary too. What any deck owes, large or small, says
`vetting`: that every text is there (SC-CNT-02, SC-CNT-04, SC-CNT-24, SC-CNT-27), that effects and emergencies are sound (SC-CNT-28,
SC-CNT-36). Some lines hold by the shape of the types and by the reader alone and cannot be broken by a deck: that the numbers of
denouncing are derived (SC-CNT-12), that an event has no word for what belongs to others (SC-CNT-29), what a set-up is and how it is
counted (SC-CNT-50, SC-CNT-51), and that decks are files of known effects (SC-CNT-59, SC-CNT-60).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from typing import Final

from rooms.tables.statecraft.game.check_events import problems_of_actions, problems_of_emergencies, problems_of_events
from rooms.tables.statecraft.game.check_policies import problems_of_policies
from rooms.tables.statecraft.game.check_scenarios import problems_of_scenarios, problems_of_set_ups
from rooms.tables.statecraft.game.check_supporters import problems_of_supporters
from rooms.tables.statecraft.game.checking import counted
from rooms.tables.statecraft.game.content import Content, LeaderEffect, Politician, Specialism
from rooms.tables.statecraft.game.vetting import problems_of

LARGEST_DRAW: Final = 2  # SC-LDR-02 and SC-AFX-08 add 1 each to what the scenario says


def problems(content: Content) -> tuple[str, ...]:
    """Every line of the chapter that the decks break, one sentence for each place, with the line in brackets (SC-CNT-61)."""
    return (
        *problems_of(content),
        *_of_leaders(content),
        *_of_politicians(content),
        *problems_of_policies(content.policies),
        *problems_of_actions(content),
        *problems_of_events(content.events),
        *problems_of_emergencies(content),
        *problems_of_supporters(content.supporters),
        *problems_of_scenarios(content),
        *problems_of_set_ups(content),
    )


def _of_leaders(content: Content) -> Iterator[str]:
    """SC-CNT-01."""
    yield from counted("leaders.yaml", "faction leaders", len(content.leaders), 12, "SC-CNT-01")
    times = Counter(leader.effect for leader in content.leaders)
    for effect in LeaderEffect:
        if times[effect] > 1:
            yield f"leaders.yaml: {times[effect]} leaders have the effect '{effect}' (SC-CNT-01)."


def _of_politicians(content: Content) -> Iterator[str]:
    """SC-CNT-03, SC-CNT-05, SC-CNT-06, SC-CNT-07, SC-CNT-08, SC-CNT-09."""
    politicians = content.politicians
    ordinary = [politician for politician in politicians if not politician.senior]
    senior = [politician for politician in politicians if politician.senior]
    yield from counted("politicians.yaml", "politicians", len(politicians), 42, "SC-CNT-03")
    yield from counted("politicians.yaml", "senior politicians", len(senior), 12, "SC-CNT-03")
    for politician in politicians:
        if politician.senior and len(politician.specialisms) == 1:
            yield f"politicians.yaml, '{politician.id}': a senior politician has 2 specialisms (SC-CNT-07)."
    for specialism in Specialism:
        what = f"ordinary politicians for {specialism} alone"
        yield from counted("politicians.yaml", what, _with(ordinary, {specialism}), 6, "SC-CNT-05")
    for pair in combinations(Specialism, 2):
        both = " and ".join(pair)
        yield from counted("politicians.yaml", f"ordinary politicians for {both}", _with(ordinary, set(pair)), 1, "SC-CNT-06")
        yield from counted("politicians.yaml", f"senior politicians for {both}", _with(senior, set(pair)), 2, "SC-CNT-07")
    left = len(politicians) - 6 * 4
    largest = max((scenario.politicians for scenario in content.scenarios), default=0) + LARGEST_DRAW
    if left < 18 or left < largest:
        wanted = max(18, largest)
        yield f"politicians.yaml: 6 full cabinets must leave at least {wanted} politicians, and they leave {left} (SC-CNT-08)."
    chance = comb(len(senior), 3) / comb(len(politicians), 3) if len(politicians) >= 3 else 1.0
    if round(chance, 3) != 0.019:
        yield f"politicians.yaml: a first draw of 3 is all senior in {chance:.1%}, and it must be 1.9 % (SC-CNT-09)."


def _with(politicians: Iterable[Politician], specialisms: set[Specialism]) -> int:
    return sum(set(politician.specialisms) == specialisms for politician in politicians)

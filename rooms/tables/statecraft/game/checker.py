"""Checker of decks against the content chapter of the rules: it names every line that they break. Cards are checked in
`check_cards`.

The engine does not need it and also plays smaller decks. `problems_of` in `reading` checks what every deck needs, whatever its
size. Every text is there (SC-CNT-02, SC-CNT-04, SC-CNT-24, SC-CNT-27). Effects and emergencies are sound (SC-CNT-28, SC-CNT-36).

Types and reader guarantee some lines, so that no deck can break them. The numbers of denouncing are derived (SC-CNT-12). An event
cannot name the things of other players (SC-CNT-29). Set-ups and their count are defined (SC-CNT-50, SC-CNT-51). Decks are files
of known effects (SC-CNT-59, SC-CNT-60).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from operator import attrgetter
from typing import Final

from rooms.tables.game.content_reading import repeated_words
from rooms.tables.statecraft.game.check_cards import (
    check_at_least,
    check_count,
    problems_of_actions,
    problems_of_emergencies,
    problems_of_events,
    problems_of_policies,
)
from rooms.tables.statecraft.game.content import (
    CIRCLE,
    FEWEST,
    IDEOLOGIES,
    PLAYERS,
    Condition,
    Content,
    LeaderEffect,
    Politician,
    ScenarioEffect,
    Specialism,
    StartEffect,
    Supporter,
    layouts,
    leaders,
    quickplay_set_ups,
    set_ups,
    smallest_set_ups,
)
from rooms.tables.statecraft.game.reading import problems_of

SCENARIOS_FILE: Final = "scenarios.yaml"
DECK_END: Final = 5  # end condition 5: the last card is drawn (SC-FIN-07)
Row = tuple[str, int, int, int, int, int, ScenarioEffect | None, StartEffect | None]
TABLE: Final[tuple[Row, ...]] = (  # columns as in the rules: id, end, turns, win, supporters, politicians, effect, start
    ("democratic-election", 1, 8, 1, 6, 3, None, None),
    ("snap-ballot", 1, 5, 1, 7, 4, ScenarioEffect.LARGER_HANDS, None),
    ("one-party-dream", 2, 0, 1, 5, 3, ScenarioEffect.FLAT_POACHING, None),
    ("hung-assembly", 3, 0, 1, 7, 3, None, None),
    ("clean-sweep", 4, 0, 1, 8, 3, ScenarioEffect.FAITHLESS, None),
    ("long-sitting", 5, 0, 1, 8, 2, None, StartEffect.SHORT_DECK),
    ("borrowed-time", 1, 7, 2, 6, 3, None, None),
    ("emptied-vault", 4, 0, 2, 6, 3, None, StartEffect.BUDGET_THREE),
    ("street-against-street", 1, 8, 3, 6, 3, None, None),
    ("purity-congress", 3, 0, 3, 7, 3, None, StartEffect.SET_IDEOLOGY),
    ("middle-road", 5, 0, 4, 6, 3, None, StartEffect.SHORT_DECK),
    ("grand-coalition", 4, 0, 4, 7, 4, None, StartEffect.LAST_IS_INCUMBENT),
    ("palace-takeover", 2, 0, 3, 5, 4, ScenarioEffect.FREE_FIRING, None),
    ("caretaker-year", 1, 6, 4, 6, 3, ScenarioEffect.ONE_CAMPAIGN, None),
)
COLUMNS: Final = attrgetter("id", "end", "turns", "win", "supporters", "politicians", "effect", "start")
ELECTION: Final = TABLE[0]
SHORT_DECKS: Final[Mapping[int, int]] = {2: 60, 3: 90, 4: 96, 5: 93}  # players and cards (SC-CNT-49)
LAYOUTS: Final[Mapping[int, int]] = {5: 376_992, 6: 1_947_792, 7: 8_347_680, 8: 30_260_340}  # SC-CNT-52
LEADERS: Final = dict(zip(PLAYERS, (66, 220, 495, 792, 924), strict=True))  # SC-CNT-53
SMALLEST: Final = dict(zip(PLAYERS, (24_881_472, 82_938_240, 186_611_040, 298_577_664, 348_340_608), strict=True))  # SC-CNT-54
QUICKPLAY: Final = 128_554_272  # for 2 players (SC-CNT-55)
ALL_LAYOUTS: Final = 106_352_136  # SC-CNT-56
LAYOUTS_FOR_SIX: Final = 74_144_004


def problems_of_scenarios(content: Content) -> Iterator[str]:
    """Problems of each scenario, of all scenarios together, and of the table with its names and numbers (SC-CNT-63).

    Rules: SC-CNT-44, SC-CNT-45, SC-CNT-46, SC-CNT-47, SC-CNT-48, SC-CNT-49, SC-CNT-58.
    """
    scenarios = content.scenarios
    yield from check_count(SCENARIOS_FILE, "scenarios", len(scenarios), 14, "SC-CNT-44")
    for scenario in scenarios:
        where = f"{SCENARIOS_FILE}, '{scenario.id}'"
        if not 5 <= scenario.supporters <= 8 or not 2 <= scenario.politicians <= 4:
            yield f"{where}: it lays out 5 to 8 supporters and draws 2 to 4 politicians (SC-CNT-47)."
        if scenario.end == DECK_END and scenario.start is not StartEffect.SHORT_DECK:
            yield f"{where}: with end condition 5 the game starts with a short deck (SC-CNT-49)."
        offered = PLAYERS[:-1] if scenario.end == DECK_END else PLAYERS
        if scenario.players != offered:
            yield f"{where}: it is offered to {offered[0]} to {offered[-1]} players (SC-CNT-58)."
    for number in range(1, 6):
        found = sum(scenario.end == number for scenario in scenarios)
        yield from check_at_least(SCENARIOS_FILE, f"scenarios with end condition {number}", found, 2, "SC-CNT-46")
    for number in range(1, 5):
        found = sum(scenario.win == number for scenario in scenarios)
        yield from check_at_least(SCENARIOS_FILE, f"scenarios with win condition {number}", found, 2, "SC-CNT-46")
    found = len({(scenario.end, scenario.win) for scenario in scenarios})
    yield from check_at_least(SCENARIOS_FILE, "combinations of an end and a win condition", found, 12, "SC-CNT-46")
    if ELECTION not in map(COLUMNS, scenarios):
        yield (
            f"{SCENARIOS_FILE}: there is no 'democratic-election' of 8 turns, win condition 1, 6 supporters, 3 "
            f"politicians (SC-CNT-48)."
        )
    blue = len(content.policies) + sum(action.copies for action in content.actions)
    for players, wanted in SHORT_DECKS.items():
        cards = min(30 * players, blue - 3 * players)
        yield from check_count(
            "policies.yaml and actions.yaml", f"cards in a short deck of {players} players", cards, wanted, "SC-CNT-49"
        )
    for scenario in scenarios:
        if scenario.number not in range(1, len(TABLE) + 1) or COLUMNS(scenario) != TABLE[scenario.number - 1]:
            yield f"{SCENARIOS_FILE}, '{scenario.id}': it is not number {scenario.number} of the table of the rules (SC-CNT-63)."


def problems_of_set_ups(content: Content) -> Iterator[str]:
    """Numbers of set-ups that differ from the rules (SC-CNT-52, SC-CNT-53, SC-CNT-54, SC-CNT-55, SC-CNT-56, SC-CNT-57)."""
    laid_out = Counter(scenario.supporters for scenario in content.scenarios)
    supporters = len(content.supporters)
    for k, wanted in LAYOUTS.items():
        yield from check_count("supporters.yaml", f"ways to lay out {k} supporters", comb(supporters, k), wanted, "SC-CNT-52")
    for players in PLAYERS:
        yield from check_count(
            "leaders.yaml", f"sets of {players} leaders", leaders(content, players), LEADERS[players], "SC-CNT-53"
        )
        what = f"set-ups of the smallest scenario for {players} players"
        yield from check_count(SCENARIOS_FILE, what, smallest_set_ups(content, players), SMALLEST[players], "SC-CNT-54")
        if (found := set_ups(content, players)) <= FEWEST:
            yield f"{SCENARIOS_FILE}: {players} players must have more than {FEWEST} set-ups, and they have {found} (SC-CNT-57)."
        if (found := quickplay_set_ups(content, players)) <= FEWEST:
            yield (
                f"{SCENARIOS_FILE}: {players} players must have more than {FEWEST} set-ups in Quickplay, and they "
                f"have {found} (SC-CNT-57)."
            )
    yield from check_count(
        SCENARIOS_FILE, "set-ups of Quickplay for 2 players", quickplay_set_ups(content, 2), QUICKPLAY, "SC-CNT-55"
    )
    for k, wanted in {5: 2, 6: 6, 7: 4, 8: 2}.items():
        yield from check_count(SCENARIOS_FILE, f"scenarios that lay out {k} supporters", laid_out[k], wanted, "SC-CNT-56")
    for players in PLAYERS:
        wanted = LAYOUTS_FOR_SIX if players == PLAYERS[-1] else ALL_LAYOUTS
        yield from check_count(SCENARIOS_FILE, f"layouts for {players} players", layouts(content, players), wanted, "SC-CNT-56")


SUPPORTERS_FILE: Final = "supporters.yaml"
FEWEST_SUPPORTERS: Final = 192  # of the 4,096 combinations of trackers (SC-CNT-43)
MOST: Final = 2_560
Turned = tuple[tuple[int | None, int | None], ...]  # (at least, at most) for p, r, q, s: p and its successors in the circle


def _pattern(p: str, r: str = "", q: str = "", s: str = "") -> Turned:
    return tuple(
        (int(each[2:]) if each[:2] == ">=" else None, int(each[2:]) if each[:2] == "<=" else None) for each in (p, r, q, s)
    )


PATTERNS: Final[tuple[Turned, ...]] = (  # SC-CNT-40, in the order of the rules
    _pattern(p=">=3"),
    _pattern(p=">=4", q="<=2"),
    _pattern(p=">=3", r=">=2"),
    _pattern(p=">=4", r=">=3"),
    _pattern(p=">=5", q="<=1"),
    _pattern(p=">=3", r=">=3", s="<=2"),
    _pattern(p=">=4", r=">=2", q="<=2"),
    _pattern(p=">=2", q=">=2", r=">=2"),
    _pattern(p=">=5", q=">=4", r="<=1"),
)


def problems_of_supporters(supporters: Sequence[Supporter]) -> Iterator[str]:
    """SC-CNT-37, SC-CNT-39, SC-CNT-40, SC-CNT-41, SC-CNT-42, SC-CNT-43."""
    yield from check_count(SUPPORTERS_FILE, "supporters", len(supporters), 36, "SC-CNT-37")
    told = (
        " ".join(_condition_words(place, each) for place, each in enumerate(one.conditions) if each is not None)
        for one in supporters
    )
    yield from (
        f"{SUPPORTERS_FILE}: the condition '{words}' is there more than once (SC-CNT-37)." for words in repeated_words(told)
    )
    yield from _of_patterns(supporters)
    given = [condition for supporter in supporters for condition in supporter.conditions]
    yield from check_count(
        SUPPORTERS_FILE, "conditions at least", sum(each is not None and each.least is not None for each in given), 64, "SC-CNT-41"
    )
    yield from check_count(
        SUPPORTERS_FILE, "conditions at most", sum(each is not None and each.most is not None for each in given), 20, "SC-CNT-41"
    )
    yield from check_count(SUPPORTERS_FILE, "fields without a condition", sum(each is None for each in given), 60, "SC-CNT-41")
    for supporter in supporters:
        where = f"{SUPPORTERS_FILE}, '{supporter.id}'"
        if not any(each is not None and each.least for each in supporter.conditions):
            yield f"{where}: four trackers at 0 satisfy it (SC-CNT-42)."
        times = prod(map(_values, supporter.conditions))
        if not FEWEST_SUPPORTERS <= times <= MOST:
            yield f"{where}: {times} of the 4096 combinations satisfy it, and it must be {FEWEST_SUPPORTERS} to {MOST} (SC-CNT-43)."


def _of_patterns(supporters: Sequence[Supporter]) -> Iterator[str]:
    """Each supporter has one of the patterns, and each pattern occurs once at each place of the circle (SC-CNT-39, SC-CNT-40)."""
    found: Counter[tuple[int, int]] = Counter()
    for supporter in supporters:
        around = [_limits(supporter.conditions[place]) for place in CIRCLE]
        places = [(PATTERNS.index(turned), at) for at in range(4) if (turned := (*around[at:], *around[:at])) in PATTERNS]
        if not places:
            yield f"{SUPPORTERS_FILE}, '{supporter.id}': its conditions are none of the 9 patterns (SC-CNT-40)."
        found.update(places)
    for number, at in product(range(len(PATTERNS)), range(4)):
        if (times := found[number, at]) != 1:
            ideology = IDEOLOGIES[CIRCLE[at]]
            yield (
                f"{SUPPORTERS_FILE}: pattern {number + 1} must be there once from {ideology} on, and it is there "
                f"{times} times (SC-CNT-39)."
            )


def _limits(condition: Condition | None) -> tuple[int | None, int | None]:
    return (None, None) if condition is None else (condition.least, condition.most)


def _condition_words(place: int, condition: Condition) -> str:
    return f"{IDEOLOGIES[place]} {condition.least or 0} to {7 if condition.most is None else condition.most}"


def _values(condition: Condition | None) -> int:
    """The number of tracker values, of 8, that meet a condition."""
    if condition is None:
        return 8
    return max(0, (7 if condition.most is None else condition.most) - (condition.least or 0) + 1)


LARGEST_DRAW: Final = 2  # SC-LDR-02 and SC-AFX-08 each add 1 to the scenario's number


def problems(content: Content) -> tuple[str, ...]:
    """Every line of the chapter that the decks break: one sentence for each place, with the line's ID in brackets (SC-CNT-61)."""
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
    yield from check_count("leaders.yaml", "faction leaders", len(content.leaders), 12, "SC-CNT-01")
    times = Counter(leader.effect for leader in content.leaders)
    for effect in LeaderEffect:
        if times[effect] > 1:
            yield f"leaders.yaml: {times[effect]} leaders have the effect '{effect}' (SC-CNT-01)."


def _of_politicians(content: Content) -> Iterator[str]:
    """SC-CNT-03, SC-CNT-05, SC-CNT-06, SC-CNT-07, SC-CNT-08, SC-CNT-09."""
    politicians = content.politicians
    ordinary = [politician for politician in politicians if not politician.senior]
    senior = [politician for politician in politicians if politician.senior]
    yield from check_count("politicians.yaml", "politicians", len(politicians), 42, "SC-CNT-03")
    yield from check_count("politicians.yaml", "senior politicians", len(senior), 12, "SC-CNT-03")
    for politician in politicians:
        if politician.senior and len(politician.specialisms) == 1:
            yield f"politicians.yaml, '{politician.id}': a senior politician has 2 specialisms (SC-CNT-07)."
    for specialism in Specialism:
        what = f"ordinary politicians for {specialism} alone"
        yield from check_count("politicians.yaml", what, _count_with(ordinary, {specialism}), 6, "SC-CNT-05")
    for pair in combinations(Specialism, 2):
        both = " and ".join(pair)
        yield from check_count(
            "politicians.yaml", f"ordinary politicians for {both}", _count_with(ordinary, set(pair)), 1, "SC-CNT-06"
        )
        yield from check_count("politicians.yaml", f"senior politicians for {both}", _count_with(senior, set(pair)), 2, "SC-CNT-07")
    left = len(politicians) - 6 * 4
    largest = max((scenario.politicians for scenario in content.scenarios), default=0) + LARGEST_DRAW
    if left < 18 or left < largest:
        wanted = max(18, largest)
        yield f"politicians.yaml: 6 full cabinets must leave at least {wanted} politicians, and they leave {left} (SC-CNT-08)."
    chance = comb(len(senior), 3) / comb(len(politicians), 3) if len(politicians) >= 3 else 1.0
    if round(chance, 3) != 0.019:
        yield f"politicians.yaml: a first draw of 3 is all senior in {chance:.1%}, and it must be 1.9 % (SC-CNT-09)."


def _count_with(politicians: Iterable[Politician], specialisms: set[Specialism]) -> int:
    return sum(set(politician.specialisms) == specialisms for politician in politicians)

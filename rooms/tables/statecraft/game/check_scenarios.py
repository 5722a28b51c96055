"""The checker's lines on scenarios and on the number of set-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import comb
from typing import Final

from rooms.tables.statecraft.game.checking import at_least, counted
from rooms.tables.statecraft.game.content import Content, Scenario, ScenarioEffect, StartEffect
from rooms.tables.statecraft.game.setups import FEWEST, PLAYERS, layouts, leaders, quickplay_set_ups, set_ups, smallest_set_ups

FILE: Final = "scenarios.yaml"
DECK_END: Final = 5  # the end condition of the last card drawn (SC-FIN-07)
Row = tuple[str, int, int, int, int, int, ScenarioEffect | None, StartEffect | None]
TABLE: Final[tuple[Row, ...]] = (  # id, end, turns, win, supporters, politicians, effect, start: as the table of the rules has them
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
ELECTION: Final = TABLE[0]
SHORT_DECKS: Final[Mapping[int, int]] = {2: 60, 3: 90, 4: 96, 5: 93}  # players and cards (SC-CNT-49)
LAYOUTS: Final[Mapping[int, int]] = {5: 376_992, 6: 1_947_792, 7: 8_347_680, 8: 30_260_340}  # SC-CNT-52
LEADERS: Final = dict(zip(PLAYERS, (66, 220, 495, 792, 924), strict=True))  # SC-CNT-53
SMALLEST: Final = dict(zip(PLAYERS, (24_881_472, 82_938_240, 186_611_040, 298_577_664, 348_340_608), strict=True))  # SC-CNT-54
QUICKPLAY: Final = 128_554_272  # for 2 players (SC-CNT-55)
ALL_LAYOUTS: Final = 106_352_136  # SC-CNT-56
LAYOUTS_FOR_SIX: Final = 74_144_004


def problems_of_scenarios(content: Content) -> Iterator[str]:
    """Scenarios one by one and together, and the table, whose names and numbers are given (SC-CNT-63).

    Rules: SC-CNT-44, SC-CNT-45, SC-CNT-46, SC-CNT-47, SC-CNT-48, SC-CNT-49, SC-CNT-58.
    """
    scenarios = content.scenarios
    yield from counted(FILE, "scenarios", len(scenarios), 14, "SC-CNT-44")
    for scenario in scenarios:
        where = f"{FILE}, '{scenario.id}'"
        if not 5 <= scenario.supporters <= 8 or not 2 <= scenario.politicians <= 4:
            yield f"{where}: it lays out 5 to 8 supporters and draws 2 to 4 politicians (SC-CNT-47)."
        if scenario.end == DECK_END and scenario.start is not StartEffect.SHORT_DECK:
            yield f"{where}: with end condition 5 the game starts with a short deck (SC-CNT-49)."
        offered = PLAYERS[:-1] if scenario.end == DECK_END else PLAYERS
        if scenario.players != offered:
            yield f"{where}: it is offered to {offered[0]} to {offered[-1]} players (SC-CNT-58)."
    for number in range(1, 6):
        found = sum(scenario.end == number for scenario in scenarios)
        yield from at_least(FILE, f"scenarios with end condition {number}", found, 2, "SC-CNT-46")
    for number in range(1, 5):
        found = sum(scenario.win == number for scenario in scenarios)
        yield from at_least(FILE, f"scenarios with win condition {number}", found, 2, "SC-CNT-46")
    found = len({(scenario.end, scenario.win) for scenario in scenarios})
    yield from at_least(FILE, "combinations of an end and a win condition", found, 12, "SC-CNT-46")
    if ELECTION not in map(_row, scenarios):
        yield f"{FILE}: there is no 'democratic-election' of 8 turns, win condition 1, 6 supporters, 3 politicians (SC-CNT-48)."
    blue = len(content.policies) + sum(action.copies for action in content.actions)
    for players, wanted in SHORT_DECKS.items():
        cards = min(30 * players, blue - 3 * players)
        yield from counted(
            "policies.yaml and actions.yaml", f"cards in a short deck of {players} players", cards, wanted, "SC-CNT-49"
        )
    for scenario in scenarios:
        if scenario.number not in range(1, len(TABLE) + 1) or _row(scenario) != TABLE[scenario.number - 1]:
            yield f"{FILE}, '{scenario.id}': it is not number {scenario.number} of the table of the rules (SC-CNT-63)."


def _row(scenario: Scenario) -> Row:
    return (
        scenario.id,
        scenario.end,
        scenario.turns,
        scenario.win,
        scenario.supporters,
        scenario.politicians,
        scenario.effect,
        scenario.start,
    )


def problems_of_set_ups(content: Content) -> Iterator[str]:
    """SC-CNT-52, SC-CNT-53, SC-CNT-54, SC-CNT-55, SC-CNT-56, SC-CNT-57: computed from the decks, and compared with the rules."""
    laid_out = Counter(scenario.supporters for scenario in content.scenarios)
    supporters = len(content.supporters)
    for k, wanted in LAYOUTS.items():
        yield from counted("supporters.yaml", f"ways to lay out {k} supporters", comb(supporters, k), wanted, "SC-CNT-52")
    for players in PLAYERS:
        yield from counted("leaders.yaml", f"sets of {players} leaders", leaders(content, players), LEADERS[players], "SC-CNT-53")
        what = f"set-ups of the smallest scenario for {players} players"
        yield from counted(FILE, what, smallest_set_ups(content, players), SMALLEST[players], "SC-CNT-54")
        if (found := set_ups(content, players)) <= FEWEST:
            yield f"{FILE}: {players} players must have more than {FEWEST} set-ups, and they have {found} (SC-CNT-57)."
        if (found := quickplay_set_ups(content, players)) <= FEWEST:
            yield f"{FILE}: {players} players must have more than {FEWEST} set-ups in Quickplay, and they have {found} (SC-CNT-57)."
    yield from counted(FILE, "set-ups of Quickplay for 2 players", quickplay_set_ups(content, 2), QUICKPLAY, "SC-CNT-55")
    for k, wanted in {5: 2, 6: 6, 7: 4, 8: 2}.items():
        yield from counted(FILE, f"scenarios that lay out {k} supporters", laid_out[k], wanted, "SC-CNT-56")
    for players in PLAYERS:
        wanted = LAYOUTS_FOR_SIX if players == PLAYERS[-1] else ALL_LAYOUTS
        yield from counted(FILE, f"layouts for {players} players", layouts(content, players), wanted, "SC-CNT-56")

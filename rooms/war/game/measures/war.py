"""Lab measures of orders, battles, castles and Rumors: which places mattered, and how long the War desk works."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from control.engine.chronicle import StoryMoment
from control.engine.language import later
from control.engine.measures import Deciders, Listed, Measured, Names, Pace, Paces, Sums
from rooms.realm.game.state import GameState
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.battles import BattleFought, PeaceKept
from rooms.war.game.coups import CoupMade
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.flags import FlagsChanged
from rooms.war.game.moves import MovesMade
from rooms.war.game.orders import OrdersOpened
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.rewards import RewardsPaid
from rooms.war.game.scheme_effects import CastleRazed
from rooms.war.game.state import war_of

Seen = StoryMoment[GameState]


@dataclass(slots=True)
class WarContent:
    """Fold: each event adds to the counts of its regions."""

    def see(self, moment: Seen, sums: Sums) -> None:
        count = COUNTS.get(type(moment.event))
        if count is not None:
            count(moment, moment.event, sums)

    def end(self, state: GameState, sums: Sums) -> None:
        """Add each House's number of castles at the end."""
        for castle in war_of(state).castles.values():
            for house in castle.flags:
                sums.add(f"team/{house}/castles")


def count_orders_opened(_moment: Seen, happened: OrdersOpened, sums: Sums) -> None:
    sums.add("orders/sheets", len(happened.sheets))
    sums.add("orders/written", sum(len(sheet.orders) for sheet in happened.sheets))
    sums.add("orders/set-aside", len(happened.set_aside))


def count_moves_made(_moment: Seen, happened: MovesMade, sums: Sums) -> None:
    sums.add("orders/moves", len(happened.outcomes))


def count_battle_fought(_moment: Seen, happened: BattleFought, sums: Sums) -> None:
    sums.add("battles")
    sums.add(f"region/{happened.battle.region}/battles")


def count_peace_kept(_moment: Seen, happened: PeaceKept, sums: Sums) -> None:
    sums.add("peace/by-treaty" if happened.treaty else "peace/by-alliance")


def count_flags_changed(_moment: Seen, happened: FlagsChanged, sums: Sums) -> None:
    for change in happened.changes:
        if change.placed:
            sums.add(f"castle/{change.region}/taken")
        for house in change.placed:
            sums.add(f"team/{house}/castles-taken")
        for house in change.removed:
            sums.add(f"team/{house}/castles-lost")


def count_rewards_paid(_moment: Seen, happened: RewardsPaid, sums: Sums) -> None:
    for reward in happened.rewards:
        for region in reward.castles:
            sums.add(f"castle/{region}/paid")
        for region in reward.rumors:
            sums.add(f"rumor/{region}/paid")
        sums.add(f"team/{reward.house}/rewards", reward.power)


def count_coup_made(_moment: Seen, happened: CoupMade, sums: Sums) -> None:
    sums.add("coups")
    sums.add(f"coup/{happened.coup.region}")


def count_famine_struck(_moment: Seen, happened: FamineStruck, sums: Sums) -> None:
    sums.add("famine/units", len(happened.starved))


def count_castle_razed(_moment: Seen, happened: CastleRazed, sums: Sums) -> None:
    sums.add(f"castle/{happened.region}/razed")


COUNTS: Final[Mapping[type, Callable[[Any, Any, Sums], None]]] = {
    OrdersOpened: count_orders_opened,
    MovesMade: count_moves_made,
    BattleFought: count_battle_fought,
    PeaceKept: count_peace_kept,
    FlagsChanged: count_flags_changed,
    RewardsPaid: count_rewards_paid,
    CoupMade: count_coup_made,
    FamineStruck: count_famine_struck,
    CastleRazed: count_castle_razed,
}

DECIDES: Final[Deciders] = {OrdersOpened: lambda happened: tuple(sheet.seat for sheet in happened.sheets)}


def _longest(happened: OrdersOpened) -> int:
    """Number of orders on the longest sheet."""
    return max((len(sheet.orders) for sheet in happened.sheets), default=0)


# Estimates in seconds, not yet measured at an event. The plan gives Orders 5 minutes for all sheets in parallel, Battle 2, and
# Move, Rewards and Recruit 1 each. These are a desk's times for one item: open the preview, check each row, announce it if the hall
# waits for it, and apply.
PACES: Final[Paces] = {
    OrdersOpened: (Pace(seconds=30, step="orders", count=_longest, at_once=True),),
    MovesMade: (Pace(seconds=2, step="move", count=lambda happened: len(happened.outcomes)),),
    BattleFought: (Pace(seconds=20, step="battle"),),
    PeaceKept: (Pace(seconds=5, step="battle"),),
    FlagsChanged: (Pace(seconds=5, step="battle", count=lambda happened: len(happened.changes)),),
    RewardsPaid: (Pace(seconds=5, step="rewards", count=lambda happened: sum(bool(each.power) for each in happened.rewards)),),
    RecruitsPlaced: (Pace(seconds=1, step="recruit", count=lambda happened: len(happened.outcomes)),),
}


def castles(scenario: Scenario) -> Names:
    """Names of castles by region: home castles first, then neutral ones."""
    named = regions(scenario)
    homes = {str(house.home): named.get(house.home, house.home) for house in scenario.houses}
    return {**homes, **{castle.region: castle.name for castle in scenario.neutral_castles}}


def castle_paths(scenario: Scenario) -> Names:
    """Paths of castles in the scenario. Home castles belong to their House, neutral ones are numbered."""
    others = {str(castle.region): f"neutral_castles[{number}]" for number, castle in enumerate(scenario.neutral_castles, 1)}
    return {**{house.home: f"houses[{house.id}].home" for house in scenario.houses}, **others}


def rumor_paths(scenario: Scenario) -> Names:
    return {rumor.region: f"rumors[{rumor.id}]" for rumor in scenario.rumors}


def rumors(scenario: Scenario) -> Names:
    regions = {region.id: region.name for region in scenario.map.regions}
    return {rumor.region: regions.get(rumor.region, rumor.region) for rumor in scenario.rumors}


def regions(scenario: Scenario) -> Names:
    return {region.id: region.name for region in scenario.map.regions}


LISTED: Final = (
    Listed(
        prefix="castle",
        title=later("Castles"),
        columns={"taken": later("taken"), "paid": later("paid Power"), "razed": later("razed")},
        names=castles,
        matters="taken",
        paths=castle_paths,
        never=later("Nobody took this castle in {games} days."),
        some=later("Taken in {count} of {games} days."),
    ),
    Listed(
        prefix="rumor",
        title=later("Rumors of the start, by region"),
        columns={"paid": later("paid a Favor")},
        names=rumors,
        matters="paid",
        paths=rumor_paths,
        never=later("This Rumor paid nobody in {games} days."),
        some=later("Paid {total} Favors in {games} days."),
    ),
    Listed(
        prefix="region",
        title=later("Regions with battles"),
        columns={"battles": later("battles")},
        names=regions,
        matters="battles",
        path="map.regions[{id}]",
        never=later("No battle was fought here in {games} days."),
        some=later("{total} battles in {games} days."),
    ),
)

WORDS: Final = {
    "battles": later("Battles"),
    "coups": later("Military Coups"),
    "orders/sheets": later("War sheets"),
    "orders/written": later("Orders"),
    "famine/units": later("Units lost to famine"),
}

MEASURED: Final = Measured(measures=(WarContent,), paces=PACES, decides=DECIDES, listed=LISTED, words=WORDS)

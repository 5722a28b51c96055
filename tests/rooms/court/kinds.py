"""A proposal of each of the 25 kinds: its sentences, the months its law hangs, and a check that the sentences came true."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.court.game.proposals.consequences import Consequence, consequence_of
from rooms.court.game.state import Chosen, OnFloor, Stand
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.deaths.death import is_dead
from rooms.realm.game.effects.in_force import effects_in_force, houses_in_famine
from rooms.realm.game.law_actions.money import taxes_due
from rooms.realm.game.law_actions.underground import doubled_schemes, watched_tables
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed_laws import laws_in_force
from rooms.realm.game.state import EffectKind, GameState
from rooms.realm.game.treasury.transfers import law_barring_trade
from rooms.realm.papers.game.checks import check
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, LawId, RegionId, Room
from rooms.war.game.state import war_of
from tests.rooms.realm.game.passing import WHOLE, in_court, paper
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, WOLF_1, Day
from tests.rooms.realm.game.test_deeds import with_purses

CAT, WOLF, BEAR, RAM = (HouseId(each) for each in ("cat", "wolf", "bear", "ram"))
OWN = LawId("law-14")  # the next law of the start's board
ONCE, ALONE, LASTS = frozenset[int](), frozenset({2}), frozenset({2, 3, 4})
FINES = paper("fines", "wolf", "2", "1")
CATS = ("cat-1", "cat-2", "cat-3")


@cache
def morning() -> GameState:
    """Month 1 with a building of each of two Houses, and purses with more than any proposal takes."""
    day = in_court()
    for house in (WOLF, CAT):
        day.do(PlaceBuilding(house=house, kind="arena", reason="stood"), by=COURT_CONTROL)
    day.state = replace(day.state, laws=tuple(each for each in day.state.laws if not each.effects.tributes))
    return with_purses(day, cat_1=(5, 4), wolf_1=(5, 4)).state


def the_day() -> Day:
    state = morning()
    return Day(game=WHOLE, now=state.clock.began_at, state=state)  # type: ignore[arg-type]  # its phase runs


def heard(state: GameState, proposal: Paper, *, by: SeatId = CAT_1, stand: Stand = Stand.OPEN) -> Consequence:
    check(state, proposal, state.scenario.proposals, "C-13")
    found = consequence_of(state, OnFloor(cycle=1, author=by, paper=proposal, how=Chosen.AGENT, stand=stand), WHOLE)
    assert found is not None
    return found


def said(found: Consequence) -> list[str]:
    return [each.words for each in (*found.does, *found.meets)]


# --- checks that the sentence came true ---------------------------------------------------------------------------------


class Seen(Struct, frozen=True, kw_only=True):
    """`was`: the state in which the sentence was read. `now`: the state at the beginning of the next month."""

    was: GameState
    now: GameState

    def gain(self, house: HouseId) -> tuple[int, int]:
        """Power and Favors that a House gained."""
        return tuple(new - old for old, new in zip(_held(self.was, house), _held(self.now, house), strict=True))  # type: ignore[return-value]

    def units(self, region: str, house: HouseId) -> int:
        """Units that a House gained in a region."""
        now, was = war_of(self.now), war_of(self.was)
        return now.count(RegionId(region), house) - was.count(RegionId(region), house)

    def dead(self, *seats: SeatId) -> bool:
        return all(is_dead(self.now, seat) for seat in seats)

    def acts(self, kind: EffectKind, houses: tuple[HouseId, ...] = (), regions: tuple[str, ...] = ()) -> bool:
        return (houses, regions) in [(each.houses, each.regions) for each in effects_in_force(self.now, kind) if each.law == OWN]


def _held(state: GameState, house: HouseId) -> tuple[int, int]:
    purses = [seat.purse for seat in state.seats.values() if seat.house == house]
    return sum(each.power for each in purses), sum(len(each.favors) for each in purses)


def _owes(state: GameState) -> set[tuple[HouseId, HouseId]]:
    return {(each.debtor, each.creditor) for law, each in taxes_due(state, 2) if law.id == OWN}


def _trade(state: GameState, one: HouseId, other: HouseId) -> LawId | None:
    """Return the law that bars trade between two Houses, leaving out law 3 of the start."""
    free = replace(state, laws=tuple(each for each in state.laws if not each.effects.bars_trade))
    found = law_barring_trade(free, one, other)
    return found.id if found else None


Row = tuple[Paper, str, frozenset[int], Callable[[Seen], bool]]
HALVES = "In Schemes Cat and Wolf each halve the cost of one own scheme, rounded up."
DOUBLES = "Assassinate costs twice as much, also where it is in play."
GIVES = "Cat gives Wolf 1 hostage of its own people, with 1 Power and 1 Favor."
DEATH = (
    "Amara Okafor (Cat) dies; what the character holds goes to the God Emperor. "
    "Oluwaseun Balogun (Wolf) dies; what the character holds goes to the God Emperor."
)
BARRED = "Amara Okafor (Cat), Jonas Lindqvist (Cat) and Priya Raghavan (Cat) may not sit at the table The West any more."

KINDS: dict[str, Row] = {
    "remove": (
        paper("remove", "law-11"),
        "Law 11, Grain for Ram, falls, and with it: Eagle sends food to Ram.",
        ONCE,
        lambda seen: law_of(seen.now, LawId("law-11")) is None,
    ),
    "fines": (
        paper("fines", "wolf", "2", "1"),
        "Wolf loses 2 Power and 1 Favor, as far as it has that.",
        ONCE,
        lambda seen: seen.gain(WOLF) == (-2, -1),
    ),
    "tariffs": (
        paper("tariffs", "cat", "wolf", "2", "1"),
        "Cat gives Wolf 2 Power and 1 Favor, as far as it has that.",
        ONCE,
        lambda seen: (seen.gain(CAT), seen.gain(WOLF)) == ((-2, -1), (2, 1)),
    ),
    "tax": (
        paper("tax", "levy", ("wolf", "bear", "ram")),
        "Wolf, Bear and Ram each owe Cat 1 Power or 1 Favor each month.",
        LASTS,
        lambda seen: (
            {(each.debtor, each.creditor) for law, each in taxes_due(seen.now, 2) if law.id == OWN}
            == {(each, CAT) for each in (WOLF, BEAR, RAM)}
        ),
    ),
    "take-food": (
        paper("take-food", ("wolf", "cat", "ram")),
        "Wolf, Cat and Ram lose 1 unit to famine each month.",
        LASTS,
        lambda seen: {WOLF, CAT, RAM} <= {*houses_in_famine(seen.now)} - {*houses_in_famine(seen.was)},
    ),
    "border-watch": (
        paper("border-watch", "west"),
        "Each House that sits at the table The West pays 1 Power or 1 Favor a month.",
        LASTS,
        lambda seen: {table: each.id for table, each in watched_tables(seen.now).items()} == {"west": OWN},
    ),
    "gaes": (
        paper("gaes", "cat", CATS, "west"),
        BARRED,
        LASTS,
        lambda seen: all(seen.now.bar(seen.now.seats[SeatId(each)], Room.UNDERGROUND, "west") for each in CATS),
    ),
    "forbid": (
        paper("forbid", ("wolf",), "zen"),
        "Wolf may not enter Zen.",
        LASTS,
        lambda seen: seen.acts(EffectKind.FORBID, (WOLF,), ("zen",)),
    ),
    "trade-embargo": (
        paper("trade-embargo", ("wolf",)),
        "Wolf may trade neither Power nor Favors with anyone.",
        LASTS,
        lambda seen: (_trade(seen.now, WOLF, CAT), _trade(seen.now, CAT, RAM)) == (OWN, None),
    ),
    "immortal": (
        paper("immortal", ("wolf", "ram")),
        "Wolf then Ram may command Immortals.",
        ALONE,
        lambda seen: seen.acts(EffectKind.COMMAND, (WOLF, RAM)),
    ),
    "build": (
        paper("build", "Trade Route", "cat", "Aka, Zen; Inn"),
        "The Trade Route of Cat (Aka – Zen – Inn) is built.",
        ONCE,
        lambda seen: [(each.kind, each.house) for each in seen.now.buildings][-1] == ("trade-route", CAT),
    ),
    "financial-aid": (
        paper("financial-aid", "cat", "2", "3", "1"),
        "Cat is given 2 Power and 3 Favors. Cat is given 1 unit in Amn.",
        ONCE,
        lambda seen: (seen.gain(CAT), seen.units("amn", CAT)) == ((2, 3), 1),
    ),
    "recruitment": (
        paper("recruitment", ("cat", "wolf")),
        HALVES,
        ALONE,
        lambda seen: bool(laws_in_force(seen.now, "recruitment")),
    ),
    "famine-aid": (
        paper("famine-aid"),
        "Law 11, Grain for Ram, falls, and with it: Eagle sends food to Ram. "
        "Law 12, Grain for Octopus, falls, and with it: Unicorn sends food to Octopus. "
        "Law 13, Grain for Wolf, falls, and with it: Bear sends food to Wolf.",
        ONCE,
        lambda seen: not houses_in_famine(seen.now) and not any(law_of(seen.now, LawId(f"law-{each}")) for each in (11, 12, 13)),
    ),
    "crackdown": (
        paper("crackdown", "assassinate"),
        DOUBLES,
        LASTS,
        lambda seen: dict(doubled_schemes(seen.now)) == {"assassinate": OWN},
    ),
    "hostages": (
        paper("hostages", "give", "cat", "wolf", "1"),
        GIVES,
        ONCE,
        lambda seen: [each.of for each in seen.now.hostages if each.holder == WOLF] == [CAT],
    ),
    "military-ban": (
        paper("military-ban", "cat", "wolf", "2"),
        "Cat may not kill units of Wolf.",
        frozenset({2, 3}),
        lambda seen: seen.acts(EffectKind.MILITARY_BAN, (CAT, WOLF)),
    ),
    "forced-alliance": (
        paper("forced-alliance", "cat", "wolf", "1"),
        "Cat must ally with Wolf.",
        ALONE,
        lambda seen: seen.acts(EffectKind.FORCED_ALLIANCE, (CAT, WOLF)),
    ),
    "execution": (
        paper("execution", ("cat-1", "wolf-1")),
        DEATH,
        ONCE,
        lambda seen: is_dead(seen.now, CAT_1) and is_dead(seen.now, WOLF_1),
    ),
    "disband": (
        paper("disband", "wolf", "chi", "9"),
        "Wolf loses 3 units in Chi.",
        ONCE,
        lambda seen: seen.units("chi", WOLF) == -3,
    ),
    "military-aid": (
        paper("military-aid", ("cat", "wolf")),
        "Units of Cat and Wolf have +1 attack.",
        ALONE,
        lambda seen: seen.acts(EffectKind.MILITARY_AID, (CAT, WOLF)),
    ),
    "propaganda": (
        paper("propaganda", "cat"),
        "Each Recruit of Cat brings 2 units.",
        ALONE,
        lambda seen: seen.acts(EffectKind.PROPAGANDA, (CAT,)),
    ),
    "travel-ban": (
        paper("travel-ban", ("zen", "chi")),
        "Nobody may enter Zen or Chi.",
        ALONE,
        lambda seen: seen.acts(EffectKind.TRAVEL_BAN, (), ("zen", "chi")),
    ),
    "treaty": (
        paper("treaty", ("chi",)),
        "No battle happens in Chi.",
        ALONE,
        lambda seen: seen.acts(EffectKind.TREATY, (), ("chi",)),
    ),
    "destroy": (
        paper("destroy", "1"),
        "The Arena of Wolf (Chi) is torn down.",
        ONCE,
        lambda seen: [each.house for each in seen.now.buildings] == [CAT],
    ),
}

"""Report of the lab: questions about God Emperor days, and names of the scenario content that all rooms share."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say
from control.engine.measures import Listed, MeasuredQuestion, Names, TeamChance
from rooms.realm.frame import FRAME
from rooms.realm.scenario.schema import Scenario

# === report =============================================================================================================


ENDINGS: Final = {
    "sovereign": later("A Divine Sovereign"),
    "god-emperor": later("The God Emperor stays"),
    "leviathan": later("Leviathan rises"),
    "open": later("Left open"),
}


def houses(scenario: Scenario) -> Names:
    return {house.id: house.name for house in scenario.houses}


def by_house(scenario: Scenario) -> dict[str, float]:
    """Fair share of the throne: the same for each House."""
    return {house.id: 1 / len(scenario.houses) for house in scenario.houses}


def ranks(scenario: Scenario) -> Names:
    """Ranks in the casting. None has a fair share: the leader of a House becomes Sovereign (GE-SOV-06)."""
    return {str(rank): say("Rank {rank}", rank=rank) for rank in sorted({seat.rank for seat in scenario.casting})}


def seats(scenario: Scenario) -> Names:
    """Seats by House and rank. The scenario does not say who is cast there."""
    names = houses(scenario)
    return {f"{seat.house}-{seat.rank}": f"{names.get(seat.house, seat.house)} {seat.rank}" for seat in scenario.casting}


def rooms(_scenario: Scenario) -> Names:
    return {**{room.id: room.name for room in FRAME.rooms}, **{phase.id: phase.name for phase in FRAME.phases}}


def laws(scenario: Scenario) -> Names:
    return {law.id: f"{law.number} {law.title}" for law in scenario.laws}


def favors(scenario: Scenario) -> Names:
    return {favor.id: favor.name for favor in scenario.favors}


def factions(scenario: Scenario) -> Names:
    return {faction.id: faction.name for faction in scenario.factions}


ASKED: Final = (
    MeasuredQuestion(key="winner/team", title=later("Who took the throne: Houses"), names=houses, by_rights=by_house, teams=True),
    MeasuredQuestion(key="winner/rank", title=later("Who took the throne: ranks"), names=ranks),
    MeasuredQuestion(key="winner/seat", title=later("Who took the throne: seats"), names=seats),
    MeasuredQuestion(key="winner/room", title=later("Where whoever took the throne had mostly been"), names=rooms),
    MeasuredQuestion(key="winner/by", title=later("By which rule the last Sovereign was seated")),
    MeasuredQuestion(key="ending", title=later("How the day ended"), names=lambda _scenario: ENDINGS),
)

LISTED: Final = (
    Listed(
        prefix="law",
        title=later("Laws of the start"),
        columns={"struck": later("struck down"), "paid": later("taxes paid"), "unpaid": later("taxes owed")},
        names=laws,
        matters="struck",
        path="laws[{id}]",
        never=later("This law never fell in {games} days."),
        some=later("Fell in {count} of {games} days."),
    ),
    Listed(
        prefix="favor",
        title=later("Favors"),
        columns={
            "drawn": later("drawn"),
            "used": later("used"),
            "void": later("of these without effect"),
            "traded-in": later("traded in"),
        },
        names=favors,
        matters="used",
        path="favors[{id}]",
        never=later("Nobody used this Favor in {games} days."),
        some=later("Used in {count} of {games} days."),
    ),
    Listed(
        prefix="faction",
        title=later("Factions"),
        columns={"traded-in": later("three cards traded in")},
        names=factions,
        matters="traded-in",
        path="factions[{id}]",
        never=later("Nobody traded in three of its cards in {games} days."),
        some=later("Three cards were traded in in {count} of {games} days."),
    ),
    Listed(
        prefix="team",
        title=later("Houses"),
        columns={
            "rewards": later("Power from the map"),
            "castles-taken": later("castles taken"),
            "castles-lost": later("castles lost"),
            "castles": later("castles at the end"),
            "quiet-player-months": later("months of a player without a decision"),
            "idle-months": later("months of a House without a decision"),
        },
        more={"player-months": later("months of a player")},
        names=houses,
        matters="idle-months",
        path="houses[{id}]",
        never=later("This House had something to decide in every month of {games} days."),
        some=later("Had nothing to decide in {total} months of {games} days."),
        teams=True,
    ),
)

WORDS: Final = {
    "power": later("Power"),
    "lead-changes": later("Changes of the lead in Power"),
    "comeback": later("Power that the winner was behind at worst"),
    "margin": later("Power between the first and the second at the end"),
    "decided/power": later("The month from which the winner led in Power for good"),
    "decided/throne": later("The month from which the winner reigned for good"),
    "throne/changes": later("Times that somebody took the throne"),
    "throne/god-emperor-fell": later("The month in which the God Emperor fell"),
    "deaths": later("Characters that died"),
    "hostages/taken": later("Hostages taken"),
    "ceremony/marriage": later("Weddings"),
    "ceremony/funeral": later("Funerals"),
    "ceremony/duel": later("Duels"),
    "decisions/made": later("Decisions that were answered"),
    "throne/passed-on": later("Times that the throne was passed on within a House"),
    "building/arena/placed": later("Arenas built"),
    "building/chapel/placed": later("Chapels built"),
    "building/spy-tower/placed": later("Spy Towers built"),
    "building/trade-route/placed": later("Trade Routes built"),
    "building/tunnels/placed": later("Tunnels built"),
    "seconds": later("Seconds that the day needs"),
    "months-over": later("Rounds that ran over"),
    "idle-team-months": later("Rounds of a team without a decision"),
    "decisions/by-default": later("Decisions that were left to their default"),
}

# The House with the most Power takes an empty throne and keeps it until deposed (GE-SOV-03, GE-SOV-04, GE-SOV-05, GE-SOV-11).
THRONE: Final = TeamChance(
    key="winner/team",
    series="chance",
    title=later("Chance of the throne"),
    meaning=later(
        "How often a House in the same place won the throne in {days} that bots played: as much Power beside the others, "
        "reigning or not."
    ),
    points={"power": "power/{team}"},
    lives={"reign": "reign/{team}"},
)

"""The sentences of coups and fallen Sovereigns, each with the rules that made it so."""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.language import later, listed, say, say_count
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import Board
from rooms.war.game.reasons import claimed
from rooms.war.game.records.month import Claim, Coup
from rooms.war.game.words.names import forces_listed
from rooms.war.rules.coup import NoCoup

NO_COUP: dict[NoCoup, tuple[str, str]] = {
    NoCoup.NOBODY: (later("nobody who stands there betrays the Sovereign"), "GE-SOV-14"),
    NoCoup.TREATY: (later("a Treaty holds there"), "R-69"),
    NoCoup.LOST: (later("no House that betrays was on the winning side"), "R-34"),
    NoCoup.MASSACRE: (later("a massacre is no coup"), "R-34"),
    NoCoup.DIED: (later("the Immortals took the last unit of those who beat them"), "R-57"),
    NoCoup.DEFENDED: (later("no Immortal stood there, but the Sovereign's House still does"), "R-34"),
}


def claims_words(board: Board, claims: Iterable[Claim]) -> str:
    """Who may rule, and with how much: "Cat with 2 units and Snake with 3"."""
    return listed(str(each) for each in claimed(board, claims))


def coup_words(board: Board, coup: Coup) -> str:
    """A coup in one sentence, with the rules that make it one."""
    houses = forces_listed(board, [claim.house for claim in coup.claims])
    region, number, left = board.region_name(coup.region), 2 if len(coup.claims) > 1 else 1, claims_words(board, coup.claims)
    if coup.guarded:
        said = say_count(
            "Military Coup in {region}: {houses} betrayed, defeated the Immortals in {region} and stands there after their "
            "retaliation ({left}; R-34, R-57)",
            "Military Coup in {region}: {houses} betrayed, defeated the Immortals in {region} and stand there after their "
            "retaliation ({left}; R-34, R-57)",
            number,
            region=region,
            houses=houses,
            left=left,
        )
    else:
        said = say_count(
            "Military Coup in {region}: {houses} betrayed and holds {region}, where no Immortal stood guard and the Sovereign's "
            "House has no unit ({left}; R-34, R-57)",
            "Military Coup in {region}: {houses} betrayed and hold {region}, where no Immortal stood guard and the Sovereign's "
            "House has no unit ({left}; R-34, R-57)",
            number,
            region=region,
            houses=houses,
            left=left,
        )
    if coup.immortals:
        said = say_count(
            "{coup}; {count} Immortal is gone for good (GE-SOV-20)",
            "{coup}; {count} Immortals are gone for good (GE-SOV-20)",
            len(coup.immortals),
            coup=said,
        )
    return f"{said}."


def no_coup_words(board: Board, region: RegionId, why: NoCoup) -> str:
    """Why there was no coup in the Court region: for those who look for one."""
    said, rule = NO_COUP[why]
    return say("No Military Coup in {region}: {why} ({rule}).", region=board.region_name(region), why=say(said), rule=rule)


def castle_words(board: Board, lost: Coup, house: str) -> str:
    """The loss of the castle by which a Sovereign reigned, and who succeeds."""
    region = board.region_name(lost.region)
    if not lost.claims:
        return say("{house} has no flag on {region} any more, by which its Sovereign reigned (R-36).", house=house, region=region)
    return say(
        "{house} has no flag on {region} any more, by which its Sovereign reigned; {heirs} may follow (R-36, R-33).",
        house=house,
        region=region,
        heirs=claims_words(board, lost.claims),
    )

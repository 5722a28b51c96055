"""The sentences of coups, fallen Sovereigns, in-laws and famine, each with the rules that made it so."""

from __future__ import annotations

from collections.abc import Iterable

from control.game.state import GameState
from control.scenario.ids import RegionId
from rooms.war.board import Board, board_of
from rooms.war.rules.coup import NoCoup
from rooms.war.state import Claim, Coup, InLaws, Starved
from rooms.war.words import counted, forces_listed, listed

NO_COUP: dict[NoCoup, tuple[str, str]] = {
    NoCoup.NOBODY: ("nobody who stands there betrays the Sovereign", "GE-SOV-14"),
    NoCoup.TREATY: ("a Treaty holds there", "R-69"),
    NoCoup.LOST: ("no House that betrays was on the winning side", "R-34"),
    NoCoup.MASSACRE: ("a massacre is no coup", "R-34"),
    NoCoup.DIED: ("the Immortals took the last unit of those who beat them", "R-57"),
    NoCoup.DEFENDED: ("no Immortal stood there, but the Sovereign's House still does", "R-34"),
}


def claims_words(board: Board, claims: Iterable[Claim]) -> str:
    """Who may rule, and with how much: "Cat with 2 units and Snake with 3"."""
    ordered = sorted(claims, key=lambda claim: board.order.get(claim.house, len(board.order)))
    return listed(f"{board.house_name(claim.house)} with {counted(claim.units, 'unit')}" for claim in ordered)


def coup_words(board: Board, coup: Coup) -> str:
    """A coup in one sentence, with the rules that make it one."""
    houses = forces_listed(board, [claim.house for claim in coup.claims])
    region, many = board.region_name(coup.region), len(coup.claims) > 1
    how = (
        f"defeated the Immortals in {region} and {'stand' if many else 'stands'} there after their retaliation"
        if coup.guarded
        else f"{'hold' if many else 'holds'} {region}, where no Immortal stood guard and the Sovereign's House has no unit"
    )
    gone = f"; {counted(len(coup.immortals), 'Immortal is', 'Immortals are')} gone for good (GE-SOV-20)" if coup.immortals else ""
    left = claims_words(board, coup.claims)
    return f"Military Coup in {region}: {houses} betrayed, {how} ({left}; R-34, R-57){gone}."


def no_coup_words(board: Board, region: RegionId, why: NoCoup) -> str:
    """Why there was no coup in the Court region: for those who look for one."""
    said, rule = NO_COUP[why]
    return f"No Military Coup in {board.region_name(region)}: {said} ({rule})."


def castle_words(board: Board, lost: Coup, house: str) -> str:
    """The loss of the castle by which a Sovereign reigned, and who succeeds."""
    region = board.region_name(lost.region)
    if not lost.claims:
        return f"{house} has no flag on {region} any more, by which its Sovereign reigned (R-36)."
    heirs = claims_words(board, lost.claims)
    return f"{house} has no flag on {region} any more, by which its Sovereign reigned; {heirs} may follow (R-36, R-33)."


def in_laws_words(board: Board, debt: InLaws) -> str:
    """What one House owes another: "Cat attacked Wolf in Chi and gives it 1 Power"."""
    one, other = board.house_name(debt.house), board.house_name(debt.to)
    gives = "gives it 1 Power" if debt.payer is not None else "has no Power left to give it, which is forgiven (R-07)"
    return f"{one} attacked {other} in {board.region_name(debt.region)} and {gives}"


def why_in_laws(state: GameState, debt: InLaws) -> str:
    """Why Power passes between in-laws, as both purses read it."""
    board = board_of(state.scenario)
    one, other = board.house_name(debt.house), board.house_name(debt.to)
    return f"{one} attacked {other}, into which it is married, in {board.region_name(debt.region)} (R-61)"


def starved_words(board: Board, starved: Starved) -> str:
    """Where famine took a unit: "Bear loses 1 unit in Sus"."""
    return f"{board.house_name(starved.house)} loses 1 unit in {board.region_name(starved.region)}"

"""Reports of the list of speakers, of orders without a vote, of laws on the own House, and of pools that come back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say
from control.engine.reports import Report, Reporter, ReportKind
from rooms.court.game.cycles import part_of, proposal_words
from rooms.court.game.ordering import MilitaryOrdered
from rooms.court.game.pooling import PoolsGoneHome
from rooms.court.game.reports.told import to_house, to_seat
from rooms.court.game.speakers import FloorGiven, SpeakerSkipped
from rooms.court.game.state import in_cycle
from rooms.court.rules.pools import THRONE, Pool
from rooms.realm.game.concerned import houses_by_law
from rooms.realm.game.laws import law_words
from rooms.realm.game.passed import LawPassed
from rooms.realm.game.payers import share_words
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId


def spoke(before: GameState, after: GameState, happened: FloorGiven) -> Iterator[Report]:
    words = say("You had the floor in the Court.")
    yield to_seat(happened.speaker, ReportKind.TURN, words, act=_spoken_to(before, happened), rule="GE-CRT-25")


def skipped(before: GameState, after: GameState, happened: SpeakerSkipped) -> Iterator[Report]:
    """Who is passed over was not heard: it is no turn."""
    words = say("You were passed over and waited at the end of the list.")
    yield to_seat(happened.speaker, ReportKind.PART, words, act=_spoken_to(before, happened), rule="GE-SOV-25")


def _spoken_to(state: GameState, happened: FloorGiven | SpeakerSkipped) -> str:
    """What is spoken to; empty where nothing is on the floor any more."""
    part = part_of(happened.step)
    standing = in_cycle(state, part[1]) if part is not None else None
    return say("To speak to {proposal}", proposal=proposal_words(state, standing.paper)) if standing is not None else ""


def ordered(before: GameState, after: GameState, happened: MilitaryOrdered) -> Iterator[Report]:
    """What the throne's pool gave for an order; what the purse gave is reported with the purse."""
    share = happened.share
    if happened.by is not None and (share.power or share.favors):
        words = say("Paid from the pool in the Court: {shares}.", shares=share_words(before, (share,)))
        yield to_seat(happened.by, ReportKind.HOLDING, words, act=say("An order without a vote"), rule="R-39")


def passed(before: GameState, after: GameState, happened: LawPassed) -> Iterator[Report]:
    """The Sovereign's own order is a turn; a House that the law touches reads what hangs on the Board (GE-CRT-31)."""
    law = law_words(after, happened.law.id)
    if happened.ordered and happened.by is not None:
        words = say("It hangs on the Law Board and acts in Return.")
        act = say("Ordered without a vote: {order}", order=happened.law.title)
        yield to_seat(happened.by, ReportKind.TURN, words, act=act, rule="GE-SOV-28")
    touched = houses_by_law(after, happened.law)
    for house in (each.id for each in after.scenario.houses if each.id in touched):
        words = say("A law touches your House: {text}", text=happened.law.text)
        yield to_house(house, ReportKind.OUTCOME, words, act=law, rule="GE-CRT-31")


def gone_home(before: GameState, after: GameState, happened: PoolsGoneHome) -> Iterator[Report]:
    """What comes into whose purse is reported with the purse, so nothing is counted here."""
    for pool in happened.left:
        if pool.payer != THRONE and (pool.power or pool.favors):
            yield to_house(HouseId(pool.payer), ReportKind.HOLDING, _left(before, pool), rule="GE-CRT-35")


def _left(state: GameState, pool: Pool) -> str:
    return say("What was left of your House’s pool in the Court came back: {shares}.", shares=share_words(state, (pool,)))


REPORTS: Mapping[type, Reporter] = {
    FloorGiven: spoke,
    SpeakerSkipped: skipped,
    MilitaryOrdered: ordered,
    LawPassed: passed,
    PoolsGoneHome: gone_home,
}

"""The hall's news: what everybody saw of a month, in the scenario's voice, or plainly where the scenario has no words for it.

What screens hide is no news: who wrote a scheme, what a purse holds, why somebody died where nobody saw it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2s
from typing import Final

from control.engine.language import later
from control.engine.reports import Report, ReportKind
from control.engine.words import Spoken
from rooms.realm.game.state import GameState
from rooms.realm.scenario.news import filled
from rooms.realm.scenario.schema import NewsKind

PLAIN: Final[Mapping[NewsKind, str]] = Spoken(
    {
        NewsKind.TITLE: later("The news of month {month}"),
        NewsKind.QUIET: later("Month {month} brought nothing that everybody must know."),
        NewsKind.SOVEREIGN: later("{player} of {house} is Sovereign."),
        NewsKind.THRONE_EMPTY: later("The throne is empty."),
        NewsKind.SOVEREIGN_FALLEN: later("{player} of {house} is Sovereign no more."),
        NewsKind.GOD_EMPEROR_DEAD: later("The God Emperor is dead."),
        NewsKind.COUP: later("Military Coup in {region}, by {houses}."),
        NewsKind.UPRISING_WON: later("An Uprising has deposed the Sovereign."),
        NewsKind.UPRISING_FAILED: later("An Uprising has failed."),
        NewsKind.DEATH: later("{player} of {house} has died."),
        NewsKind.RETURN: later("{player} of {house} takes the place of the dead, at the last rank."),
        NewsKind.WEDDING: later("{player} of {house} and {other_player} of {other_house} are married."),
        NewsKind.LAW_PASSED: later("The Court has passed {law}."),
        NewsKind.LAW_STRUCK: later("No longer in force: {law}."),
        NewsKind.CASTLE_TAKEN: later("The castle of {region} goes from {others} to {houses}."),
        NewsKind.CASTLE_CLAIMED: later("The castle of {region} bears the flag of {houses}."),
        NewsKind.CASTLE_LOST: later("The castle of {region} bears the flag of {others} no more."),
        NewsKind.BATTLE_WON: later("Battle in {region}: won by {houses} against {others}."),
        NewsKind.BATTLE_DRAWN: later("Battle in {region}: nobody is left of {houses}."),
        NewsKind.GUARD_HELD: later("Battle in {region}: the Immortals defeat {others}."),
        NewsKind.BUILDING: later("{house} has a new building: {building}."),
        NewsKind.BUILDING_LOST: later("{house} has lost a building: {building}."),
        NewsKind.HOSTAGES_TAKEN: later("{house} has taken hostages of {other_house}."),
        NewsKind.HOSTAGES_KILLED: later("{house} has killed hostages of {other_house}."),
        NewsKind.FAMINE: later("Famine: {houses}."),
        NewsKind.COURT_MOVES: later("The Court moves to {region}."),
    }
)

ORDER: Final = tuple(NewsKind)  # as the kinds are declared, what is told first stands first


def sentence(state: GameState, kind: NewsKind, month: int, /, **values: str) -> str:
    """What is said of it, the same whenever the same is told: which of several sentences hangs on the month and the values."""
    texts = next((each.texts for each in state.scenario.texts.news if each.id is kind), ())
    if not texts:
        return filled(PLAIN[kind], values)
    told = "|".join((str(month), kind, *(f"{name}={values[name]}" for name in sorted(values))))
    chosen = int.from_bytes(blake2s(told.encode(), digest_size=4).digest()) % len(texts)
    return filled(texts[chosen], values)


def news(state: GameState, kind: NewsKind, about: str, /, **values: str) -> Report:
    """One piece of news for everybody."""
    words = sentence(state, kind, state.clock.month, **values)
    return Report(to="all", kind=ReportKind.NEWS, words=words, weight=len(ORDER) - ORDER.index(kind), about=about)


def silence(about: str) -> Report:
    """What was news of this in this month is so no more."""
    return Report(to="all", kind=ReportKind.NEWS, words="", about=about)


def dispatch_words(state: GameState, month: int) -> tuple[str, str]:
    """What the news of a month are headed with, and what is said where there are none."""
    return sentence(state, NewsKind.TITLE, month, month=str(month)), sentence(state, NewsKind.QUIET, month, month=str(month))

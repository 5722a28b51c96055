"""A proposal as Court Control amends it: its words, whether they may still change, and those it had before (R-76)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.amending import earlier_of, may_amend
from rooms.court.game.cycles import proposal_words
from rooms.court.game.state import Consent, Earlier, handed_in
from rooms.realm.desks import Desk
from rooms.realm.game.names import house_names
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierShown:
    """Words that a proposal had, and why it has others now."""

    words: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Amending:
    """A proposal at the desk; `paper` fills the form."""

    month: int
    author: SeatId
    author_name: str
    house: HouseId
    short: str
    words: str
    paper: Paper
    may_amend: bool
    earlier: tuple[EarlierShown, ...]


def amending(state: GameState, viewer: Viewer, author: SeatId) -> Amending | None:
    """This player's proposal for Court Control; None for anybody else, and where none was handed in."""
    found = next((each for each in handed_in(state) if each.seat == author), None)
    if found is None or not viewer.sees_desk(Desk.COURT):
        return None
    seat, shorts = state.seats[author], {house.id: house.short for house in house_names(state)}
    return Amending(
        month=state.clock.month,
        author=author,
        author_name=seat.name,
        house=seat.house,
        short=shorts[seat.house],
        words=proposal_words(state, found.paper),
        paper=found.paper,
        may_amend=may_amend(state, author),
        earlier=tuple(
            EarlierShown(words=proposal_words(state, each.paper), told=_told(each)) for each in earlier_of(state, author)
        ),
    )


def _told(earlier: Earlier) -> str:
    if earlier.consent is None:
        return say("entered anew by hand: {reason}", reason=earlier.reason)
    yes = say("amended with the author’s yes") if earlier.consent is Consent.AUTHOR else say("amended with the House’s yes")
    return say("{yes}: {reason}", yes=yes, reason=earlier.reason) if earlier.reason else yes

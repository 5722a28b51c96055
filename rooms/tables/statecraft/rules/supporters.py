"""Supporters and campaigning (SC-CAM)."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Campaign, CampaignOffer
from rooms.tables.statecraft.game.content import Book, Supporter
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Course, Phase, StatecraftState, Trackers, side_of, with_side, without_all
from rooms.tables.statecraft.rules.end_of_game import supporters_changed
from rooms.tables.statecraft.rules.ideology_trackers import counted
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row
from rooms.tables.statecraft.rules.scenarios import may_campaign


class Campaigned(GameFact, frozen=True):
    """A player claimed a supporter from the floating area, and it lies face up (SC-CAM-05, SC-CAM-07)."""

    player: int
    supporter: str

    def after(self, state: StatecraftState) -> StatecraftState:
        supporters = (*side_of(state, self.player).supporters, self.supporter)
        return replace(
            state,
            sides=with_side(state, self.player, supporters=supporters),
            floating=without_all(state.floating, (self.supporter,)),
            turn=replace(state.turn, campaigned=state.turn.campaigned + 1),
        )

    def words(self, scene: Scene) -> str:
        return say("{name} campaigns and wins {who}.", name=scene.names[self.player], who=scene.supporters((self.supporter,)))


class SupportersReturned(GameFact, frozen=True):
    """A player's supporters returned to the floating area."""

    player: int
    supporters: tuple[str, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        left = without_all(side_of(state, self.player).supporters, self.supporters)
        return replace(state, sides=with_side(state, self.player, supporters=left), floating=state.floating + self.supporters)

    def words(self, scene: Scene) -> str:
        return say_count(
            "{who} walks away from {name} and can be won again.",
            "{who} walk away from {name} and can be won again.",
            len(self.supporters),
            who=scene.supporters(self.supporters),
            name=scene.names[self.player],
        )


class SupporterCame(GameFact, frozen=True):
    """The top supporter of the box pile entered the floating area (SC-AFX-01)."""

    binding = later("a supporter was drawn")

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, floating=state.floating + state.box[:1], box=state.box[1:])

    def words(self, scene: Scene) -> str:
        return say("A new voice in the crowd: {who}.", who=scene.supporters(scene.state.box[:1]))


def met(supporter: Supporter, trackers: Trackers) -> tuple[bool, bool, bool, bool]:
    """For each of the four conditions, whether these trackers meet it (SC-CAM-01, SC-CAM-02, SC-CAM-03)."""
    one, two, three, four = [
        condition is None
        or ((condition.least is None or value >= condition.least) and (condition.most is None or value <= condition.most))
        for condition, value in zip(supporter.conditions, trackers, strict=True)
    ]
    return one, two, three, four


def satisfies(supporter: Supporter, trackers: Trackers) -> bool:
    """Return whether these trackers meet all four conditions (SC-CAM-04, SC-R-52)."""
    for condition, value in zip(supporter.conditions, trackers, strict=True):
        if condition is not None:
            if condition.least is not None and value < condition.least:
                return False
            if condition.most is not None and value > condition.most:
                return False
    return True


def to_campaign(book: Book, state: StatecraftState, player: int) -> tuple[str, ...]:
    """The floating supporters that a player satisfies (SC-CAM-05, SC-CAM-06)."""
    if not may_campaign(book, state):
        return ()
    trackers = counted(state, player)
    return tuple([each for each in state.floating if satisfies(book.supporters[each], trackers)])


def campaign(course: Course, player: int, action: Campaign) -> None:
    """Claim one supporter, at no cost (SC-CAM-05, SC-CAM-07, SC-PAY-05, SC-R-22)."""
    course.happens(Campaigned(player, action.supporter))
    supporters_changed(course)


def return_supporters(course: Course, player: int, supporters: tuple[str, ...]) -> None:
    """Return supporters to the floating area. They never return by themselves (SC-CAM-09)."""
    course.happens(SupportersReturned(player, supporters))
    supporters_changed(course)


def _campaigning(now: Asked) -> list[CampaignOffer]:
    found = to_campaign(*now)
    return [CampaignOffer(found)] if found else []


def _why_not_won(now: Asked, action: Campaign) -> Reason:
    if action.supporter not in now.state.floating:
        return say("That supporter does not float. Choose one of the floating area."), "SC-CAM-05"
    if not may_campaign(now.book, now.state):
        return say("In this scenario one supporter is won by campaigning in a turn, and you have won one."), "SC-CAM-08"
    return say("Your ideologies do not satisfy that supporter."), "SC-CAM-06"


ROWS: Final = (Row(Campaign, Phase.TURN, _campaigning, campaign, _why_not_won),)

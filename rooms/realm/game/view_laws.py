"""The Law Board of a phone: the laws that concern the own House first, each with its story."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.day.recall import recalled
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.concerned import houses_by_law
from rooms.realm.game.passed import passed_law
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.view import LawView, law_views
from rooms.realm.scenario.ids import HouseId, LawId


@dataclass(frozen=True, slots=True, kw_only=True)
class LawStory:
    """A tablet, and what became of it so far, a sentence each; the tablets of the start have no story."""

    view: LawView
    story: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawBoard:
    """The tablets that concern the own House, then the others, by number."""

    own: tuple[LawStory, ...]
    others: tuple[LawStory, ...]


def law_board(state: GameState, viewer: Viewer) -> LawBoard:
    """The Law Board for a player."""
    return _board(state, state.seats[viewer.player].house)


@recalled(256)
def _board(state: GameState, house: HouseId) -> LawBoard:
    concern = {law.id for law in state.laws if house in houses_by_law(state, law)}
    told = tuple(LawStory(view=law, story=tuple(_story(state, law.id))) for law in law_views(state))
    return LawBoard(
        own=tuple(each for each in told if each.view.id in concern),
        others=tuple(each for each in told if each.view.id not in concern),
    )


def _story(state: GameState, law: LawId) -> Iterator[str]:
    passed = passed_law(state, law)
    if passed is None:
        return
    who = house_name(state, passed.house) if passed.house else say("The God Emperor")
    if passed.ordered:
        yield say("Ordered without a vote in month {month}, by {house}.", month=passed.month, house=who)
    else:
        yield say("Passed in month {month}, proposed by {house}; it cost {cost}.", month=passed.month, house=who, cost=passed.cost)
    if passed.acted:
        yield say("It acted in the Return of month {month}.", month=passed.acted)
    if passed.until is not None:
        yield say("Month {month} is its last.", month=passed.until)

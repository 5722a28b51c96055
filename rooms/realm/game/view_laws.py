"""The Law Board of a phone: the laws that concern the own House first, each with its story."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.day.memoization import memoized_view
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.law_actions.money import taxes_due
from rooms.realm.game.passed_laws import houses_by_law, passed_law, share_words
from rooms.realm.game.records import PassedLaw
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.view import LawView, law_views
from rooms.realm.game.view_in_force import paid_words
from rooms.realm.scenario.ids import HouseId


class LawStory(Struct, frozen=True, kw_only=True):
    """A tablet with its story so far, a sentence each; for a tablet of the start only its payments."""

    view: LawView
    story: tuple[str, ...]


class LawBoard(Struct, frozen=True, kw_only=True):
    """Tablets that concern the own House, then the others, by number."""

    own: tuple[LawStory, ...]
    others: tuple[LawStory, ...]


def law_board(state: GameState, viewer: Viewer) -> LawBoard:
    return _board(state, state.seats[viewer.player].house)


@memoized_view(256)
def _board(state: GameState, house: HouseId) -> LawBoard:
    concern = {law.id for law in state.laws if house in houses_by_law(state, law)}
    hangs = {law.id: law for law in state.laws}
    told = tuple(LawStory(view=law, story=tuple(_story(state, hangs[law.id]))) for law in law_views(state))
    return LawBoard(
        own=tuple(each for each in told if each.view.id in concern),
        others=tuple(each for each in told if each.view.id not in concern),
    )


def _story(state: GameState, law: PostedLaw) -> Iterator[str]:
    passed = passed_law(state, law.id)
    if passed is not None:
        yield from _passing_words(state, passed)
    if state.clock.turned < state.clock.month:
        yield from _payment_words(state, law)
    yield from paid_words(state, law)
    if passed is not None and passed.until is not None:
        yield say("Month {month} is its last.", month=passed.until)


def _passing_words(state: GameState, passed: PassedLaw) -> Iterator[str]:
    who = house_name(state, passed.house) if passed.house else say("The God Emperor")
    if passed.ordered:
        yield say("Ordered without a vote in month {month}, by {house}.", month=passed.month, house=who)
    else:
        yield say("Passed in month {month}, proposed by {house}; it cost {cost}.", month=passed.month, house=who, cost=passed.cost)
    if passed.won is not None:
        yield say("The vote: {favor} for, {against} against.", favor=passed.won.favor, against=passed.won.against)
        if passed.won.paid:
            yield say("Paid by {shares}.", shares=share_words(state, passed.won.paid))
    if passed.acted:
        yield say("In force from month {month} on.", month=passed.acted + 1)  # a law that acts once has left the board by now


def _payment_words(state: GameState, law: PostedLaw) -> Iterator[str]:
    """Payments by this law in this month's Return (GE-CRT-40, R-82)."""
    for each, tribute in taxes_due(state, state.clock.month):
        if each.id == law.id:
            names = {"debtor": house_name(state, tribute.debtor), "creditor": house_name(state, tribute.creditor)}
            yield say("{debtor} pays {creditor} in the Return of month {month}.", month=state.clock.month, **names)

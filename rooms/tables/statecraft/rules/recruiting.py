"""Recruiting, and replacing politicians (SC-REC, SC-REP)."""

from __future__ import annotations

from typing import Final

from control.engine.context import Chance
from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Recruit, RecruitOffer, Take, TakeOffer
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    INNER,
    OUTER,
    PLACES,
    Course,
    Phase,
    Place,
    Recruiting,
    StatecraftState,
    side_of,
    with_side,
    without_all,
)
from rooms.tables.statecraft.rules.cabinets import with_occupants
from rooms.tables.statecraft.rules.leaders import more_politicians
from rooms.tables.statecraft.rules.payment import not_in_hand, pay
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row
from rooms.tables.statecraft.rules.policy_losses import policies_leave
from rooms.tables.statecraft.rules.scenarios import scenario_of


class PoliticiansShuffled(GameFact, frozen=True):
    """The politician deck ran out, and the shuffled retired pile became the new deck (SC-REC-14)."""

    binding = later("the retired pile was shuffled")
    politicians: tuple[str, ...]

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, politicians=state.politicians + self.politicians, retired=())

    def words(self, scene: Scene) -> str:
        return say("Nobody new is left: the retired pile is shuffled, and old faces try again.")


class PoliticiansDrawn(GameFact, frozen=True):
    """The top politicians of the deck were laid face up (SC-REC-02)."""

    binding = later("politicians were drawn")
    player: int
    count: int

    def after(self, state: StatecraftState) -> StatecraftState:
        drawn = state.drawn + state.politicians[: self.count]
        return replace(state, politicians=state.politicians[self.count :], drawn=drawn)

    def words(self, scene: Scene) -> str:
        drawn = scene.state.politicians[: self.count]
        name, who = scene.names[self.player], scene.politicians(drawn)
        return say_count(
            "{who} is up for a post with {name}.", "{who} are up for a post with {name}.", len(drawn), who=who, name=name
        )


class PoliticianTaken(GameFact, frozen=True):
    """A drawn politician took a place, possibly replacing another. The other drawn politicians retired (SC-REC-03, SC-REC-04)."""

    player: int
    politician: str
    place: int
    replaced: str | None = None

    def after(self, state: StatecraftState) -> StatecraftState:
        """Seat the new politician, who takes over the portfolio of the replaced one. Nobody shifts.

        The replaced politician and the other drawn ones retire (SC-REP-06, SC-REP-07, SC-REP-11).
        """
        side = side_of(state, self.player)
        cabinet = with_occupants(side.cabinet, {self.place: self.politician})
        retired = state.retired + without_all(state.drawn, (self.politician,))
        policies = side.policies
        if self.replaced is not None:
            retired = (*retired, self.replaced)
            policies = tuple([replace(each, holder=self.politician) if each.holder == self.replaced else each for each in policies])
        return replace(state, sides=with_side(state, self.player, cabinet=cabinet, policies=policies), drawn=(), retired=retired)

    def words(self, scene: Scene) -> str:
        name, who = scene.names[self.player], scene.politicians((self.politician,))
        where = PLACE_WORDS[self.place]
        if self.replaced is None:
            return say("{name} brings {who} into the cabinet, {where}.", name=name, who=who, where=say(where))
        other = scene.politicians((self.replaced,))
        return say("{name} puts {who} in the place of {other}, {where}.", name=name, who=who, other=other, where=say(where))


class NobodyTaken(GameFact, frozen=True):
    """A player took none of the drawn politicians, and all of them retired (SC-REC-12)."""

    player: int

    def after(self, state: StatecraftState) -> StatecraftState:
        return replace(state, drawn=(), retired=state.retired + state.drawn)

    def words(self, scene: Scene) -> str:
        return say("{name} wants none of them.", name=scene.names[self.player])


PLACE_WORDS: Final = (
    later("inner circle, left"),
    later("inner circle, right"),
    later("outer circle, left"),
    later("outer circle, right"),
)


def recruit(course: Course, player: int, action: Recruit) -> None:
    """Pay a card, then draw politicians (SC-REC-01, SC-PAY-01, SC-PAY-03, SC-PAY-06, SC-REC-13)."""
    pay(course, player, (action.pay,))
    see_politicians(course, player, 0)


def see_politicians(course: Course, player: int, more: int) -> None:
    """Lay out the scenario's number of politicians, plus 1 with SC-LDR-02, plus `more`.

    When the deck runs out, the retired pile is shuffled in, also during the draw. With too few left, all of them are drawn.

    Rules: SC-REC-02, SC-REC-14, SC-REC-15, SC-HID-06, SC-R-21.
    """
    book, state = course.book, course.state
    left = scenario_of(book, state).politicians + more + more_politicians(book, state, player)
    while left:
        if not course.state.politicians:
            if not course.state.retired:
                break
            course.happens(PoliticiansShuffled(course.chance.shuffled(course.state.retired)))
        count = min(left, len(course.state.politicians))
        course.happens(PoliticiansDrawn(player, count))
        left -= count
    course.first(Recruiting())


def free_places(state: StatecraftState, player: int) -> tuple[Place, ...]:
    """The free places nearest to the leader: inner circle first. The player chooses the side.

    Rules: SC-REC-05, SC-REC-06, SC-REC-07, SC-REC-08, SC-R-16.
    """
    cabinet = state.sides[player].cabinet
    for circle in (INNER, OUTER):
        if found := tuple([PLACES[at] for at in circle if cabinet[at] is None]):
            return found
    return ()


def takes_of(book: Book, state: StatecraftState, player: int) -> tuple[tuple[tuple[str, tuple[Place, ...]], ...], bool]:
    """The drawn politicians with the places that each may have, and whether the player may decline.

    A senior politician enters only by replacing. A replacement needs a specialism in common with the replaced politician.

    Rules: SC-REC-09, SC-REC-10, SC-REC-11, SC-REC-12, SC-REP-01, SC-REP-02, SC-REP-03, SC-REP-04, SC-REP-05, SC-R-15.
    """
    cabinet, free = state.sides[player].cabinet, free_places(state, player)
    found: list[tuple[str, tuple[Place, ...]]] = []
    decline = True
    for each in state.drawn:
        drawn = book.politicians[each]
        places = () if drawn.senior else free
        decline = decline and not places
        places += tuple(
            [
                PLACES[at]
                for at, who in enumerate(cabinet)
                if who is not None and set(drawn.specialisms).intersection(book.politicians[who].specialisms)
            ]
        )
        if places:
            found.append((each, places))
    return tuple(found), decline


def take(course: Course, player: int, action: Take) -> None:
    """Seat a drawn politician, or nobody. Policies that the new holder may not hold return to the hand.

    Rules: SC-REC-03, SC-REC-04, SC-REC-17, SC-REP-06, SC-REP-07, SC-REP-08, SC-REP-10, SC-REP-11, SC-R-18.
    """
    if action.politician is None or action.place is None:
        course.happens(NobodyTaken(player))
        return
    place = PLACES.index(action.place)
    replaced = course.side(player).cabinet[place]
    course.happens(PoliticianTaken(player, action.politician, place, replaced))
    specialisms = course.book.politicians[action.politician].specialisms
    unfit = [
        policy.card
        for policy in course.side(player).policies
        if policy.holder == action.politician and course.book.policies[policy.card].specialism not in specialisms
    ]
    policies_leave(course, player, unfit, to_hand=True)


def _recruiting(now: Asked) -> list[RecruitOffer]:
    """Any hand card pays, also an action card, whose text then does nothing (SC-PAY-02, SC-R-14, SC-ACN-04).

    A politician must be left to draw (SC-REC-01, SC-REC-16).
    """
    hand = now.hand
    return [RecruitOffer(hand)] if hand and (now.state.politicians or now.state.retired) else []


def _why_not_recruited(now: Asked, action: Recruit) -> Reason:
    if not now.state.politicians and not now.state.retired:
        return say("There is no politician left to be recruited."), "SC-REC-16"
    return not_in_hand(now, action.pay, "SC-REC-01") or (say("Pay with a card of your hand."), "SC-PAY-06")


def _why_not_taken(now: Asked, action: Take) -> Reason:
    if action.politician is None:
        if action.place is not None:
            return say("Name a politician for that place, or nobody."), "SC-REC-03"
        return say("Somebody of the drawn can go to a free place, so one has to be taken."), "SC-REC-11"
    if action.politician not in now.state.drawn or action.place is None:
        return say("Take one of the politicians who lie open, and name a place."), "SC-REC-03"
    cabinet = now.side.cabinet
    who = cabinet[list(type(action.place)).index(action.place)]
    if who is not None:
        return say(
            "{politician} has no specialism of theirs, and cannot be replaced so.", politician=now.book.politicians[who].name
        ), "SC-REP-02"
    if now.book.politicians[action.politician].senior:
        return say("A senior politician only takes the place of another. Choose a place that is taken."), "SC-REC-10"
    return say("A place nearer to your leader is free. Choose that."), "SC-REC-07"


def _first_that_fits(now: Asked, _chance: Chance) -> Take:
    """Take the first drawn politician who fits in the nearest free place, left before right. Otherwise take nobody."""
    free = free_places(now.state, now.player)
    for each in now.state.drawn:
        if free and not now.book.politicians[each].senior:
            return Take(each, free[0])
    return Take()


ROWS: Final = (
    Row(Recruit, Phase.TURN, _recruiting, recruit, _why_not_recruited),
    Row(Take, Phase.RECRUIT_CHOICE, lambda now: [TakeOffer(*takes_of(*now))], take, _why_not_taken, _first_that_fits),
)

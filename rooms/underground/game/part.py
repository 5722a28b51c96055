"""The Underground's chapter so far: written schemes are shown to Underground Control when its Updates end (GE-UND-30)."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.clock.steps import StepEnded
from control.day.state import with_room
from control.engine.ids import SeatId, StepId

from control.engine.context import Asked
from control.engine.language import later, say, say_count
from control.engine.modules import Act, Chapter, Fact, Poke
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.types import OpenedPaper, Paper
from rooms.realm.scenario.ids import Room
from rooms.underground.game.sheets import KIND, RULE, check
from rooms.underground.game.state import UndergroundState, underground_of

SCHEMES_BEGIN = StepId("updates")  # when this step has ended


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemesShown:
    """The written schemes of the month lie before Underground Control; `aside` wrote one and went elsewhere."""

    month: int
    schemes: tuple[OpenedPaper, ...]
    aside: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterScheme:
    """The desk enters or replaces a player's scheme after they were taken in: from paper, misread, or late and let in (R-16)."""

    player: SeatId
    month: int
    paper: Paper
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeEntered:
    """A scheme entered by hand."""

    month: int
    scheme: OpenedPaper
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeView:
    """One scheme in words."""

    seat: SeatId
    name: str
    house: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndergroundView:
    """The schemes this viewer may read: all of them at the Underground's desk, the own one at a player's phone."""

    month: int
    schemes: tuple[SchemeView, ...]
    aside: int


def show(state: GameState, happened: StepEnded, asked: Asked) -> tuple[SchemesShown, ...]:
    """Read the sealed schemes when the Underground's Updates end."""
    if happened.room is not Room.UNDERGROUND or happened.step != SCHEMES_BEGIN:
        return ()
    sealed = asked.sheets.read(KIND, happened.month)
    good, aside = papers.handed_in(state, sealed, Room.UNDERGROUND, state.scenario.schemes, RULE)
    return (SchemesShown(month=happened.month, schemes=good, aside=aside),)


def evolve_shown(state: GameState, happened: SchemesShown) -> GameState:
    own = UndergroundState(month=happened.month, schemes=happened.schemes, aside=happened.aside)
    return with_room(state, Room.UNDERGROUND, own)


def decide_enter(state: GameState, command: EnterScheme, asked: Asked) -> tuple[SchemeEntered, ...]:
    opened = papers.entered(
        state,
        command.player,
        command.paper,
        room=Room.UNDERGROUND,
        month=command.month,
        taken_in=underground_of(state).month == state.clock.month,
        reason=command.reason,
        fits=lambda: check(state, command.player, command.paper),
    )
    return (SchemeEntered(month=command.month, scheme=opened, reason=" ".join(command.reason.split())[:300]),)


def evolve_entered(state: GameState, happened: SchemeEntered) -> GameState:
    own, new = underground_of(state), happened.scheme
    others = tuple(each for each in own.schemes if each.seat != new.seat)
    schemes = tuple(sorted((*others, new), key=lambda each: each.seat))
    aside = tuple(seat for seat in own.aside if seat != new.seat)
    return with_room(state, Room.UNDERGROUND, UndergroundState(month=own.month, schemes=schemes, aside=aside))


def explain_entered(happened: SchemeEntered, state: GameState) -> str:
    seat, words = state.seats[happened.scheme.seat], papers.words_of(state, state.scenario.schemes, happened.scheme.paper)
    return say(
        "The scheme of {player} was entered by hand: {words}. {reason}.",
        player=seat.name,
        words=words,
        reason=happened.reason.rstrip("."),
    )


def view_underground(state: GameState, viewer: Viewer) -> UndergroundView:
    """What this viewer may read of the schemes."""
    own = underground_of(state)
    if own.month != state.clock.month:
        return UndergroundView(month=state.clock.month, schemes=(), aside=0)
    if viewer.sees_desk(Desk.UNDERGROUND):
        return UndergroundView(month=own.month, schemes=_views(state, own.schemes), aside=len(own.aside))
    mine = tuple(each for each in own.schemes if each.seat == viewer.seat)
    return UndergroundView(month=own.month, schemes=_views(state, mine), aside=int(viewer.seat in own.aside))


def _views(state: GameState, opened: tuple[OpenedPaper, ...]) -> tuple[SchemeView, ...]:
    names = {house.id: house.name for house in state.scenario.houses}
    return tuple(
        SchemeView(
            seat=each.seat,
            name=state.seats[each.seat].name,
            house=names[state.seats[each.seat].house],
            words=papers.words_of(state, state.scenario.schemes, each.paper),
        )
        for each in opened
    )


def _pokes(happened: SchemesShown, state: GameState) -> tuple[Poke, ...]:
    authors = (*(each.seat for each in happened.schemes), *happened.aside)
    return (Poke(topic="underground", to="staff"), *(Poke(topic="sheet", to=f"seat:{seat}") for seat in authors))


def _shown(happened: SchemesShown, _state: GameState) -> str:
    return say_count(
        "Underground: {count} scheme shown, {aside} set aside.",
        "Underground: {count} schemes shown, {aside} set aside.",
        len(happened.schemes),
        aside=len(happened.aside),
    )


UNDERGROUND: Chapter = Chapter(
    name="underground",
    room=Room.UNDERGROUND,
    state=UndergroundState,
    acts={
        EnterScheme: Act(
            decide=decide_enter,
            desks=frozenset({Desk.UNDERGROUND}),
            label=lambda c, s: say("Scheme by hand, month {month}", month=c.month),
        )
    },
    facts={
        SchemeEntered: Fact(
            evolve=evolve_entered,
            explain=explain_entered,
            pokes=lambda e, s: (Poke(topic="underground", to="staff"), Poke(topic="sheet", to=f"seat:{e.scheme.seat}")),
        ),
        SchemesShown: Fact(
            evolve=evolve_shown,
            explain=_shown,
            pokes=_pokes,
            lasting=later("A reveal cannot be unseen: go on from what was shown."),
        ),
    },
    reactions={StepEnded: show},
    view=view_underground,
)

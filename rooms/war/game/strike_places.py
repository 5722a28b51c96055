"""Places on the map where a scheme strikes: the named one, War Control's answer, or the default (GE-UND-27, R-130)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from control.day.clock.phase_events import ClockSet, PhaseBegan
from control.day.decisions import questions as decisions
from control.day.decisions.answers import close_with_option
from control.day.records import Decision, Option
from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import Told, as_reason
from rooms.realm.desks import Desk
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.scheme_effects.scheme import answers_of_scheme, may_choose_now, scheme_name, schemes_in_order, target_of
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.realm.scenario.schema import Target
from rooms.war.game.board import Board, board_of
from rooms.war.game.state import WarState, war_of
from rooms.war.rules.effects import effects_in

# === places =============================================================================================================


POISON, ROADS, CORRUPT, SABOTAGE, DRAG = "mass-poisoning", "secret-roads", "corrupt", "sabotage", "drag-the-gods-down"
Place = tuple[RegionId, ...]
JOIN: Final = ">"  # separates the two regions of an answer


def prefix(month: int) -> str:
    """Id prefix of the questions about a month's schemes."""
    return f"war-{month}-scheme-"


def place_of_strike(state: GameState, scheme: CompletedScheme) -> Place:
    """Where the scheme strikes now. Empty if it would work nowhere.

    War Control's decision comes first if it works, then the named place, then the current default.
    """
    possible = possible_places(state, scheme)
    if not possible:
        return ()
    named = named_place(state, scheme)
    return _decided_place(state, scheme) or (named if named in possible else possible[0])


def _decided_place(state: GameState, scheme: CompletedScheme) -> Place:
    """Place that War Control decided, if the scheme works there. Empty otherwise."""
    asked = question_about(state, scheme)
    decided = tuple(RegionId(each) for each in (asked.option or "").split(JOIN)) if asked is not None else ()
    return decided if decided in _working_places(state, scheme) else ()


def settle_question(state: GameState, scheme: CompletedScheme, place: Place) -> tuple[GameEvent, ...]:
    """Settle the question about a scheme that strikes. An earlier scheme may have changed the map (R-130)."""
    asked = question_about(state, scheme)
    return close_with_option(asked, JOIN.join(place)) if asked is not None else ()


def question_about(state: GameState, scheme: CompletedScheme) -> Decision | None:
    """War Control's question about a scheme of this month, open or answered."""
    wanted = f"{prefix(state.clock.month)}{scheme.id}"
    return next((each for each in decisions.standing(state, wanted) if decisions.original_id(each.id) == wanted), None)


def named_place(state: GameState, scheme: CompletedScheme) -> Place:
    """Regions that the scheme names. The Court's region for Drag the Gods Down (R-129)."""
    if scheme.kind == DRAG:
        return (state.court.region,) if state.court is not None else ()
    named = answers_of_scheme(state, scheme)
    return tuple(RegionId(each) for each in named.all(Target.REGION)) if named is not None else ()


def possible_places(state: GameState, scheme: CompletedScheme) -> tuple[Place, ...]:
    """Places where the scheme would work, the default first: most units of the House, then by name (R-130).

    A named place that works is among them. For Secret Roads only the part that does not apply is replaced.
    """
    every, named = _working_places(state, scheme), named_place(state, scheme)
    if scheme.kind != ROADS:
        return every
    if named in every:
        return (named,)
    on = tuple(each for each in every if each[:1] == named[:1])
    to = tuple(each for each in every if each[1:] == named[1:])
    return on or to or every


def _working_places(state: GameState, scheme: CompletedScheme) -> tuple[Place, ...]:
    """All places where the scheme would work, whatever it names. Secret Roads lead to adjacent regions open to the House.

    Rules: R-69, R-130.
    """
    war, board, house = war_of(state), board_of(state.scenario), target_of(state, scheme)
    if scheme.kind == ROADS:
        bars = effects_in(state).bars
        origins = [region for region in board.regions if _units(war, region, house)]
        found: list[Place] = [
            (one, to) for one in origins for to in board.neighbours[one] if house is not None and not bars(house, to)
        ]
    else:
        found = [(region,) for region in board.regions if WORKS[scheme.kind](war, region, house)]
    return tuple(sorted(found, key=lambda place: [_rank(war, board, each, house) for each in place]))


def _rank(war: WarState, board: Board, region: RegionId, house: HouseId | None) -> tuple[int, str]:
    return -(war.count(region, house) if house is not None else 0), board.region_name(region)


def _units(war: WarState, region: RegionId, house: HouseId | None) -> bool:
    return house is not None and war.count(region, house) > 0


def _castle(war: WarState, region: RegionId, house: HouseId | None) -> bool:
    """Whether the House owns a castle there (GE-UND-18, R-51)."""
    castle = war.castles.get(region)
    return castle is not None and not castle.destroyed and house in castle.flags


def _immortal(war: WarState, region: RegionId, house: HouseId | None) -> bool:
    return bool(war.immortals_in(region))


WORKS: Final[Mapping[str, Callable[[WarState, RegionId, HouseId | None], bool]]] = {
    POISON: _units,
    CORRUPT: _units,
    SABOTAGE: _castle,
    DRAG: _immortal,
}


# --- War Control is asked -----------------------------------------------------------------------------------------------


def ask(state: GameState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask when Return begins."""
    return ask_again(state, happened, asked) if happened.phase == Phase.RETURN else ()


def ask_again(state: GameState, happened: object, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask where each scheme strikes that cannot strike its named place now."""
    if not may_choose_now(state) or not schemes_in_order(state):
        return ()
    wanted, moot = list[Decision](), list[Decision]()
    for scheme, each in _questions(state, asked):
        possible = possible_places(state, scheme)
        (moot if len(possible) < 2 or named_place(state, scheme) in possible else wanted).append(each)
    return decisions.update_questions(state, wanted, prefix(state.clock.month), moot)


def _questions(state: GameState, asked: DecisionContext) -> Iterator[tuple[CompletedScheme, Decision]]:
    """Questions about each scheme's place. A decided place stays an option as long as it works (R-130)."""
    month, board = state.clock.month, board_of(state.scenario)
    for scheme in schemes_in_order(state):
        if scheme.kind not in WORKS and scheme.kind != ROADS:
            continue
        decided, offered = _decided_place(state, scheme), possible_places(state, scheme)
        possible = (*offered, decided) if decided and decided not in offered else offered
        if not possible:
            continue
        house, name = target_of(state, scheme), scheme_name(state, scheme.kind)
        question = Decision(
            id=f"{prefix(month)}{scheme.id}",
            desk=Desk.WAR,
            month=month,
            question=other_place_question(name, board.house_name(house)) if house else which_immortal_question(name),
            options=tuple(Option(id=JOIN.join(each), words=_way_words(board, each)) for each in possible),
            default=JOIN.join(possible[0]),
            since=asked.at,
            blocks=end_of_return_reason(),
            rule="R-130" if house else "R-129",
        )
        yield scheme, question


def _way_words(board: Board, place: Place) -> Told:
    return way_reason(tuple(board.region_name(each) for each in place))


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("schemes.where-else")
def other_place_question(scheme: str, house: str) -> str:
    return say("{scheme} on {house} cannot strike where it says. Where else?", scheme=scheme, house=house)


@as_reason("schemes.which-immortal")
def which_immortal_question(scheme: str) -> str:
    return say("{scheme}: from which region does an Immortal leave?", scheme=scheme)


@as_reason("schemes.way")
def way_reason(regions: tuple[str, ...]) -> str:
    return " → ".join(regions)


@as_reason("schemes.return-ends")
def end_of_return_reason() -> str:
    return say("the end of Return")

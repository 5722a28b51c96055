"""Turns: the work on the agenda, sections, and the end of a turn (SY-TRN, SY-ALL, SY-END-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import say
from rooms.tables.scythe.facts.goods import CoinsGiven
from rooms.tables.scythe.facts.stars import DelayPunished
from rooms.tables.scythe.facts.turns import RowSkipped, SectionChosen, TurnBegan, Went
from rooms.tables.scythe.game.actions import (
    ChooseSection,
    EndTurn,
    GiveCoins,
    PunishDelay,
    SkipBottom,
    SkipTop,
)
from rooms.tables.scythe.game.content import Ability, Book
from rooms.tables.scythe.game.course import Course
from rooms.tables.scythe.game.offers import EndTurnOffer, GiveOffer, PunishOffer, SectionOffer, SkipBottomOffer, SkipTopOffer
from rooms.tables.scythe.game.state import (
    FACTORY,
    NONE,
    Arming,
    Bonuses,
    BottomRow,
    Choosing,
    Combats,
    Committing,
    Ending,
    Fought,
    Meeting,
    Meetings,
    Moving,
    Phase,
    Retreating,
    ScytheState,
    Step,
    TopRow,
    Visiting,
)
from rooms.tables.scythe.rules.abilities_and_costs import has, left_of
from rooms.tables.scythe.rules.awaited_players import PHASE_OF
from rooms.tables.scythe.rules.bottom_row import next_bonus
from rooms.tables.scythe.rules.cards import begin_meetings, go_on_meeting, visit
from rooms.tables.scythe.rules.combat import finish_combat, next_combat, resolve_ability, retreat_or_ask

Moment = Mapping[type, tuple[Callable[..., Any], Callable[..., Any]]]


def sections_for(book: Book, state: ScytheState, player: int) -> tuple[int, ...]:
    """The sections to choose from: all but the last used (SY-TRN-02, SY-TRN-03), with the Factory card's section (SY-TRN-08).

    Relentless has no such limit (SY-FAC-01). For the Factory card it needs the option (SY-FAC-02, SY-R-02).
    """
    side = state.sides[player]
    relentless = has(book, side, Ability.RELENTLESS)
    owned = (0, 1, 2, 3, FACTORY) if side.card else (0, 1, 2, 3)
    return tuple(
        [each for each in owned if each != side.section or (relentless and (each != FACTORY or state.options.relentless_factory))]
    )


def _sections(book: Book, state: ScytheState, player: int) -> list[SectionOffer]:
    return [SectionOffer(sections_for(book, state, player))] if player == state.active else []


def _choose(course: Course, player: int, action: ChooseSection) -> None:
    course.todo.pop()
    course.happens(SectionChosen(player, action.section))


def _skip_top(course: Course, player: int, _action: SkipTop) -> None:
    """Skip the top row, without a way back to it (SY-TRN-05, SY-TRN-06)."""
    course.todo.pop()
    course.happens(RowSkipped(player, top=True))


def _skip_bottom(course: Course, player: int, action: SkipBottom) -> None:
    """A-25: skip the bottom row. With `ends`, the turn ends too (A-28), because nothing comes between."""
    course.todo.pop()
    course.happens(RowSkipped(player, top=False))
    if action.ends:
        course.todo.pop()


def _end(course: Course, _player: int, _action: EndTurn) -> None:
    course.todo.pop()


def _gifts(_book: Book, state: ScytheState, player: int) -> list[GiveOffer]:
    """Only coins can be given, and not in a tournament (SY-ALL-01, SY-ALL-02, SY-ALL-03, SY-ALL-04, SY-R-45)."""
    others = tuple([each for each in range(len(state.sides)) if each != player])
    most = state.sides[player].coins
    return [GiveOffer(others, most)] if most > 0 and not state.options.tournament else []


def _give(course: Course, player: int, action: GiveCoins) -> None:
    course.happens(CoinsGiven(player, action.to, action.amount))


def punishments(_book: Book, state: ScytheState, player: int) -> list[PunishOffer]:
    """The facilitator's penalty, where the option is on. The host may have no chair (SY-END-14, SY-R-52)."""
    return [PunishOffer(tuple(range(len(state.sides))))] if state.options.delay and player == state.host else []


def _punish(course: Course, _player: int, action: PunishDelay) -> None:
    """A-30: announce the penalty at any popularity. The loss stops at 0."""
    course.happens(DelayPunished(action.player, min(1, course.side(action.player).popularity)))


def why_not_in_turn(book: Book, state: ScytheState, player: int, action: Any) -> tuple[str, str]:
    """The reason why an action of the turn is not possible, and the rule."""
    if isinstance(action, ChooseSection):
        if action.section == state.sides[player].section != NONE:
            sentence = say("This section was used last turn. Choose another one.")
            return sentence, "SY-R-02" if has(book, state.sides[player], Ability.RELENTLESS) else "SY-TRN-02"
        return say("You have no such section."), "SY-TRN-08"
    if isinstance(action, GiveCoins):
        if state.options.tournament:
            return say("In a tournament no coins are handed over."), "SY-ALL-03"
        return say("Give another player at least 1 coin, and no more than you have."), "SY-ALL-02"
    if isinstance(action, PunishDelay):
        if state.options.delay and player == state.host:
            return say("Name a player who sits at the table."), "SY-END-14"
        sentence = say("Only the host takes popularity for delay, and only at a table that plays with it.")
        return sentence, "SY-R-52" if state.options.delay and player != state.host else "SY-END-14"
    return say("It is not your turn.") if player != state.active else say("Not now."), "SY-R-49"


CHOOSING: Final[Moment] = {ChooseSection: (_sections, _choose)}
SKIPPING_TOP: Final[Moment] = {
    SkipTop: (lambda _book, state, player: [SkipTopOffer()] if player == state.active else [], _skip_top)
}
SKIPPING_BOTTOM: Final[Moment] = {
    SkipBottom: (lambda _book, state, player: [SkipBottomOffer()] if player == state.active else [], _skip_bottom)
}
ENDING: Final[Moment] = {EndTurn: (lambda _book, state, player: [EndTurnOffer()] if player == state.active else [], _end)}
ANYTIME: Final[Moment] = {GiveCoins: (_gifts, _give), PunishDelay: (punishments, _punish)}


FINISHED: Final = frozenset({Phase.OVER, Phase.RECORDING})


def work_agenda(course: Course) -> None:
    """Work through the agenda until a player is asked or the game is over. After the end nothing is resolved (SY-END-01)."""
    while course.state.phase not in FINISHED:
        step = course.todo.pop() if course.todo else None
        if step is None:
            next_turn(course)
        elif (asks := STEPS[type(step)](course, step)) is not None:
            course.todo.append(asks)
            break
    phase = PHASE_OF[type(course.todo[-1])] if course.todo else Phase.OVER
    agenda = tuple(reversed(course.todo))
    if phase is not course.state.phase or agenda != course.state.agenda:
        course.happens(Went(phase, agenda))


def next_turn(course: Course) -> None:
    """Begin the turn of the next player clockwise (SY-TRN-10, SY-TRN-11)."""
    course.happens(TurnBegan(left_of(course.state, course.state.active), course.state.turns + 1))
    course.todo[:] = reversed(course.state.agenda)


def _asks(_course: Course, step: Step) -> Step:
    return step


STEPS: Final[Mapping[type, Callable[[Course, Any], Step | None]]] = {
    Choosing: _asks,
    TopRow: _asks,
    Moving: _asks,
    Combats: next_combat,
    Arming: resolve_ability,
    Committing: _asks,
    Retreating: retreat_or_ask,
    Fought: finish_combat,
    Meetings: begin_meetings,
    Meeting: go_on_meeting,
    Visiting: visit,
    BottomRow: _asks,
    Bonuses: next_bonus,
    Ending: _asks,
}

"""Turns: the work on the agenda, sections, and the end of a turn (SY-TRN, SY-END-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import say
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.game.rule_parts import OneOf, Only
from rooms.tables.scythe.game.actions import ChooseSection, EndTurn, PunishDelay, SkipBottom, SkipTop
from rooms.tables.scythe.game.content import Ability, Book
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import (
    FACTORY,
    NONE,
    Arming,
    Bonuses,
    BottomRow,
    Choosing,
    Combats,
    Course,
    Ending,
    Fought,
    Meeting,
    Meetings,
    Phase,
    Retreating,
    ScytheState,
    Step,
    TopRow,
    Turn,
    Visiting,
    left_of,
    side_of,
    with_side,
)
from rooms.tables.scythe.rules.combat import finish_combat, next_combat, retreat_or_ask
from rooms.tables.scythe.rules.encounters import begin_meetings, go_on_meeting
from rooms.tables.scythe.rules.faction_abilities import has, may_choose_again
from rooms.tables.scythe.rules.factory import visit
from rooms.tables.scythe.rules.mech_abilities import resolve_ability
from rooms.tables.scythe.rules.ongoing_bonuses import next_bonus
from rooms.tables.scythe.rules.phases import FINISHED, PHASE_OF, LegalAction, LegalActions


class SectionOffer(OneOf[int], frozen=True):
    """Choose one of these sections."""

    does = ChooseSection


class SkipTopOffer(Only, frozen=True):
    does = SkipTop


class SkipBottomOffer(Only, frozen=True):
    """Skip the bottom row, and with it the end of the turn or not. `some` leaves the turn's end to a later action."""

    does = SkipBottom


class EndTurnOffer(Only, frozen=True):
    does = EndTurn


class PunishOffer(OneOf[int], frozen=True):
    """Take 1 popularity from one of these players for delay of game."""

    does = PunishDelay


class TurnBegan(GameFact, frozen=True):
    """A player's turn began. `number`: count of the turns of the game, from 1 (SY-TRN-10, SY-R-49)."""

    player: int
    number: int

    def after(self, state: ScytheState) -> ScytheState:
        return replace(
            state,
            phase=Phase.CHOOSE_SECTION,
            active=self.player,
            turns=self.number,
            turn=Turn(),
            move=None,
            fight=None,
            agenda=(Choosing(), TopRow(), BottomRow(), Ending()),  # each row once (SY-TRN-07)
        )

    def words(self, scene: Scene) -> str:
        return say("Turn {number}: {owner} turn.", number=self.number, owner=possessive(scene.names[self.player]))


class SectionChosen(GameFact, frozen=True):
    """A player placed the action token on a section (SY-TRN-01, SY-TRN-04)."""

    player: int
    section: int

    def after(self, state: ScytheState) -> ScytheState:
        sides = with_side(state, self.player, section=self.section)
        return replace(state, sides=sides, turn=replace(state.turn, section=self.section))

    def words(self, scene: Scene) -> str:
        """The two rows of the chosen section, by name."""
        name, side = scene.names[self.player], scene.state.sides[self.player]
        if self.section == FACTORY:
            return say("{name} chooses the Factory card “{card}”.", name=name, card=scene.book.cards[side.card].title)
        section = scene.book.mats[side.mat].sections[self.section]
        return say(
            "{name} chooses {top} / {bottom}.",
            name=name,
            top=scene.word(section.top),
            bottom=scene.word(("upgrade", "deploy", "build", "enlist")[self.section]),
        )


class RowSkipped(GameFact, frozen=True):
    """A player skipped a row of the section (SY-TRN-05)."""

    player: int
    top: bool

    def words(self, scene: Scene) -> str:
        return (
            say("{name} skips the top row.", name=scene.names[self.player])
            if self.top
            else say("{name} skips the bottom row.", name=scene.names[self.player])
        )


class Went(GameFact, frozen=True):
    """The table moved on to this phase. `agenda`: the steps still to be resolved."""

    phase: Phase
    agenda: tuple[Step, ...] = ()

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, phase=self.phase, agenda=self.agenda)


class DelayPunished(GameFact, frozen=True):
    """A player lost 1 popularity, or 0 where there was none, for computing final scores too long (SY-END-14, SY-R-52)."""

    player: int
    popularity: int

    def after(self, state: ScytheState) -> ScytheState:
        popularity = side_of(state, self.player).popularity - self.popularity
        return replace(state, sides=with_side(state, self.player, popularity=popularity))

    def words(self, scene: Scene) -> str:
        return (
            say("{name} held up play and loses 1 popularity.", name=scene.names[self.player])
            if self.popularity
            else say("{name} held up play and has no popularity to lose.", name=scene.names[self.player])
        )


def sections_for(book: Book, state: ScytheState, player: int) -> tuple[int, ...]:
    """The sections to choose from: all but the last used (SY-TRN-02, SY-TRN-03), with the Factory card's section (SY-TRN-08)."""
    side = state.sides[player]
    owned = (0, 1, 2, 3, FACTORY) if side.card else (0, 1, 2, 3)
    return tuple([each for each in owned if each != side.section or may_choose_again(book, state, player, each)])


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


def _to_the_active(offer: Any) -> Callable[[Book, ScytheState, int], list[Any]]:
    """An offer to the active player."""
    return lambda _book, state, player: [offer] if player == state.active else []


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
    if isinstance(action, PunishDelay):
        if state.options.delay and player == state.host:
            return say("Name a player who sits at the table."), "SY-END-14"
        sentence = say("Only the host takes popularity for delay, and only at a table that plays with it.")
        return sentence, "SY-R-52" if state.options.delay and player != state.host else "SY-END-14"
    return say("It is not your turn.") if player != state.active else say("Not now."), "SY-R-49"


CHOOSING: Final[LegalActions] = {ChooseSection: LegalAction(_sections, _choose, why_not_in_turn)}
SKIPPING_TOP: Final[LegalActions] = {SkipTop: LegalAction(_to_the_active(SkipTopOffer()), _skip_top, why_not_in_turn)}
SKIPPING_BOTTOM: Final[LegalActions] = {SkipBottom: LegalAction(_to_the_active(SkipBottomOffer()), _skip_bottom, why_not_in_turn)}
ENDING: Final[LegalActions] = {EndTurn: LegalAction(_to_the_active(EndTurnOffer()), _end, why_not_in_turn)}
PUNISHING: Final[LegalActions] = {
    PunishDelay: LegalAction(punishments, _punish, why_not_in_turn),
}


def work_agenda(course: Course) -> None:
    """Work through the agenda until a player is asked or the game is over. After the end nothing is resolved (SY-END-01)."""
    while course.state.phase not in FINISHED:
        step = course.todo.pop() if course.todo else None
        if step is None:
            next_turn(course)
        elif type(step) not in STEPS or STEPS[type(step)](course, step) is not None:
            course.todo.append(step)
            break
    phase = PHASE_OF[type(course.todo[-1])] if course.todo else Phase.OVER
    agenda = tuple(reversed(course.todo))
    if phase is not course.state.phase or agenda != course.state.agenda:
        course.happens(Went(phase, agenda))


def next_turn(course: Course) -> None:
    """Begin the turn of the next player clockwise (SY-TRN-10, SY-TRN-11)."""
    course.happens(TurnBegan(left_of(course.state, course.state.active), course.state.turns + 1))
    course.todo[:] = reversed(course.state.agenda)


STEPS: Final[Mapping[type, Callable[[Course, Any], Step | None]]] = {  # steps that may be resolved without a question
    Combats: next_combat,
    Arming: resolve_ability,
    Retreating: retreat_or_ask,
    Fought: finish_combat,
    Meetings: begin_meetings,
    Meeting: go_on_meeting,
    Visiting: visit,
    Bonuses: next_bonus,
}

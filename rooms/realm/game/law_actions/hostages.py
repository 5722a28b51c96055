"""The law Hostages: one House releases hostages, hands some over, or gives its own people (GE-CRT-52, R-93).

The proposal may name the hostages. When Return begins, the holder picks the others, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.day.clock.phase_events import ClockSet, PhaseBegan
from control.day.decisions import questions as decisions
from control.day.decisions.answers import DecisionMade, answer_by_default
from control.day.records import Decision, Option
from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import as_reason
from control.engine.records import replace
from rooms.realm.desks import Desk
from rooms.realm.game.hostages.custody import default_hostages, hand_over_events, is_lawful, release_events, take_events, words_for
from rooms.realm.game.hostages.hostage_events import HostagesHandedOver, HostagesKilled, HostagesReleased, HostageTaken
from rooms.realm.game.law_actions.action import Carry, Deed
from rooms.realm.game.law_actions.money import end_of_return_words
from rooms.realm.game.law_actions.return_turns import LawLapsed
from rooms.realm.game.laws import LawStruck, law_of
from rooms.realm.game.military_actions import ALL, hostages_to_move, named_captives, picks_left
from rooms.realm.game.passed_laws import GIVE, RELEASE, Answers, answers_of, waiting_laws
from rooms.realm.game.records import Hostage, PassedLaw
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import LawId, Phase, Room
from rooms.realm.scenario.schema import Target

KIND: Final = "hostages"
RULE: Final = "R-93"


def hostages(deed: Deed) -> Iterator[GameEvent]:
    """Move as many hostages as there are: those named, those picked, then the oldest, marriage hostages last (GE-CRT-52, R-93)."""
    state, named, count = deed.state, deed.named, deed.named.number(Target.HOSTAGES)
    if not named.houses:
        return
    house, form = named.houses[0], named.form or RELEASE
    if form == GIVE:
        if len(named.houses) > 1:
            yield from take_events(state, named.houses[1], house, why=deed.why, rule=RULE, count=count)
        return
    mine = question_prefix(deed.month, deed.law.id)
    answers = decisions.chosen_options(state, mine)
    yield from answer_by_default(state, mine)
    leaving = hostages_to_move(state, named, [int(answers[each]) for each in sorted(answers, key=_place)])
    if form == RELEASE:
        yield from release_events(state, leaving, why=deed.why, rule=RULE, room=Room.COURT)
    elif len(named.houses) > 1:
        yield from hand_over_events(state, leaving, named.houses[1], why=deed.why, rule=RULE, room=Room.COURT)


# --- questions to the holder --------------------------------------------------------------------------------------------


def question_prefix(month: int, law: LawId | None = None) -> str:
    """Prefix of the ids of a month's questions, or of those about one law."""
    return f"{KIND}-{month}-" if law is None else f"{KIND}-{month}-{law}-"


def _place(decision: str) -> int:
    return int(decision.rpartition("-")[2])


# --- asking -------------------------------------------------------------------------------------------------------------


def ask(state: GameState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask the holder which hostages go, when Return begins (R-93)."""
    return _ask_in_return(state, asked) if happened.phase == Phase.RETURN else ()


def ask_next(state: GameState, happened: DecisionMade, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask for the next hostage after one is picked."""
    return _ask_in_return(state, asked) if happened.id.startswith(f"{KIND}-") else ()


def ask_after_reopening(state: GameState, happened: decisions.DecisionOpened, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask for the next one too when an earlier answer is in force again."""
    answered = happened.decision.id.startswith(f"{KIND}-") and happened.decision.option is not None
    return _ask_in_return(state, asked) if answered else ()


def ask_again(
    state: GameState, happened: HostageTaken | HostagesReleased | HostagesKilled | HostagesHandedOver, asked: DecisionContext
) -> tuple[GameEvent, ...]:
    """Ask again when the hostages change. A pick stays valid while its hostage is there."""
    return _ask_in_return(state, asked)


def withdraw_questions(state: GameState, happened: LawLapsed | LawStruck, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Withdraw the questions of a law that does nothing."""
    return decisions.update_questions(state, (), question_prefix(happened.month, happened.law))


def _ask_in_return(state: GameState, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask during Return, until the first law of the month has acted."""
    month = state.clock.month
    if not state.clock.is_in(Phase.RETURN) or state.clock.turned >= month or any(each.acted == month for each in state.passed):
        return ()
    return decisions.update_questions(state, tuple(_needed_decisions(state, asked)), question_prefix(month))


def _needed_decisions(state: GameState, asked: DecisionContext) -> Iterator[Decision]:
    for passed in waiting_laws(state):
        named = answers_of(state, passed) if passed.kind == KIND else None
        if named is not None and named.houses and named.form != GIVE:
            yield from _decisions_of_law(state, passed, named, asked)


def _decisions_of_law(state: GameState, passed: PassedLaw, named: Answers, asked: DecisionContext) -> Iterator[Decision]:
    """Keep valid picks, then ask one question, unless all must go or all are alike."""
    month, house, law = state.clock.month, named.houses[0], law_of(state, passed.law)
    left = [each for each in default_hostages(state, house, ALL) if each.id not in named_captives(named)]
    places = [f"{question_prefix(month, passed.law)}{at + 1}" for at in range(picks_left(named))]
    there = {str(each.id) for each in left}
    picked = {
        decisions.original_id(each.id): each
        for each in decisions.standing(state, question_prefix(month, passed.law))
        if each.option in there
    }
    yield from (_unchanged_question(each) for each in picked.values())
    left = [each for each in left if str(each.id) not in {one.option for one in picked.values()}]
    free = [each for each in places if each not in picked]
    kinds = {_traits(state, each): each.id for each in reversed(left)}  # the oldest of each kind
    options = [each for each in left if each.id in kinds.values()]
    if law is None or not free or len(left) <= len(free) or len(options) < 2:
        return
    yield Decision(
        id=free[0],
        desk=Desk.COURT,
        month=month,
        question=which_hostage_question(law.number, house_name(state, house)),
        options=tuple(Option(id=str(each.id), words=words_for(state, each)) for each in options),
        default=str(options[0].id),
        since=asked.at,
        blocks=end_of_return_words(),
        rule=RULE,
        team=house,
    )


def _unchanged_question(decision: Decision) -> Decision:
    """Keep an answered question as it was asked, even if other hostages are there now."""
    return replace(decision, id=decisions.original_id(decision.id))


def _traits(state: GameState, hostage: Hostage) -> tuple[object, ...]:
    law = hostage.law if is_lawful(state, hostage) else None
    return hostage.of, hostage.holder, hostage.power, len(hostage.favors), law, hostage.marriage


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("hostages.which-goes")
def which_hostage_question(number: int, house: str) -> str:
    return say("Law {number}: which hostage does {house} let go?", number=number, house=house)


CAPTIVES: Final[dict[str, Carry]] = {KIND: hostages}

"""Form data for changing a battle: its forces, the changes so far, and the effects of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from control.day.clock.steps import EndStep, steps_left
from control.day.handoffs import HandedOver
from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.battle_changes import BattleCorrected, ChangeBattle, battle_in, forces_of, name_of
from rooms.war.game.board import Board, board_of
from rooms.war.game.flags import FlagsChanged, flag_words
from rooms.war.game.records.battles import NOBODY
from rooms.war.game.records.month import Reward
from rooms.war.game.rewards import RewardsCorrected, RewardsPaid, reward_words
from rooms.war.game.state import BATTLE, REWARDS, record_of
from rooms.war.game.view_preview import OF_THE_THRONE, Foreseer
from rooms.war.game.words.battles import battle_words, by_hand_words, result_words
from rooms.war.game.words.names import force_name
from rooms.war.rules.castles import FlagChange


class SideOnDesk(Struct, frozen=True, kw_only=True):
    """A House in a battle. `plus`, `loses`: War Control's changes so far, "" if none."""

    house: HouseId
    name: str
    short: str
    units: int
    attack: int
    plus: str
    loses: str


class BattleOnDesk(Struct, frozen=True, kw_only=True):
    """A battle that can be changed. `seen`: short hash of this result; `fought`: whether it has been applied."""

    region: RegionId
    name: str
    sentence: str
    changed: str
    seen: str
    fought: bool
    sides: tuple[SideOnDesk, ...]
    winners: tuple[tuple[HouseId, str], ...]  # possible winners; the last is nobody
    winner: str


class ChangeEffects(Struct, frozen=True, kw_only=True):
    """Effects of a change. `refused`: why it cannot be made."""

    result: str = ""
    flags: tuple[str, ...] = ()
    throne: tuple[str, ...] = ()
    rewards: tuple[str, ...] = ()
    refused: str = ""


def battle_on_desk(state: GameState, viewer: Viewer, region: RegionId) -> BattleOnDesk | None:
    """This month's battle in a region, for War Control. None for others, or if there is none."""
    battle, forces = battle_in(state, region), forces_of(state, region)
    if battle is None or forces is None or not viewer.sees_desk(Desk.WAR):
        return None
    board, by_hand = board_of(state.scenario), battle.by_hand
    plus = {each.house: f"{each.by:+d}" for each in by_hand.plus} if by_hand else {}
    loses = {each.house: str(each.units) for each in by_hand.losses} if by_hand else {}
    armies = battle.rounds[0].armies
    return BattleOnDesk(
        region=region,
        name=board.region_name(region),
        sentence=battle_words(board, battle),
        changed=by_hand_words(board, by_hand) if by_hand else "",
        seen=name_of(battle),
        fought=BATTLE in record_of(state).done,
        sides=tuple(
            SideOnDesk(
                house=army.house,
                name=board.house_name(army.house),
                short=board.houses[army.house].short,
                units=army.units,
                attack=army.attack,
                plus=plus.get(army.house, ""),
                loses=loses.get(army.house, ""),
            )
            for army in armies
            if army.house in board.houses
        ),
        winners=(*((army.house, force_name(board, army.house)) for army in armies), (NOBODY, say("nobody: all are wiped out"))),
        winner=by_hand.winner or "" if by_hand else "",
    )


def change_effects(state: GameState, viewer: Viewer, asked: Foreseer, command: ChangeBattle) -> ChangeEffects:
    """Effects of a change on flags, throne and rewards, for War Control. Empty for others."""
    if not viewer.sees_desk(Desk.WAR):
        return ChangeEffects()
    context = DecisionContext(by=asked.by, at=asked.at)
    try:
        decided = asked.game.decided(state, command, context)
        plain, changed = _coming_events(state, asked), _coming_events(decided.state, asked)
    except Refused as no:
        return ChangeEffects(refused=no.sentence)
    board = board_of(state.scenario)
    now = battle_in(decided.state, command.region)
    at_once = (*_with_sentences(asked, state, decided.events),)
    before, after = [each for each, _said in plain], [each for each, _said in changed]
    throne = [said for each, said in changed if type(each) in OF_THE_THRONE and said not in {said for _each, said in plain}]
    throne += [
        say("No longer: {what}", what=said)
        for each, said in plain
        if type(each) in OF_THE_THRONE and said not in {said for _each, said in changed}
    ]
    return ChangeEffects(
        result=result_words(board, now) if now is not None else "",
        flags=(*_flags(board, command.region, decided.events), *_other_flags(board, command.region, before, after)),
        throne=(*(said for each, said in at_once if type(each) in OF_THE_THRONE or isinstance(each, HandedOver)), *throne),
        rewards=(
            *(said for each, said in at_once if isinstance(each, RewardsCorrected)),
            *_other_rewards(board, _rewards(before), _rewards(after)),
        ),
    )


def _with_sentences(asked: Foreseer, state: GameState, events: Iterable[GameEvent]) -> Iterator[tuple[GameEvent, str]]:
    """Each event with its sentence."""
    for happened in events:
        yield happened, asked.game.explain(happened, state)
        state = asked.game.evolve(state, happened)


def _coming_events(state: GameState, asked: Foreseer) -> list[tuple[GameEvent, str]]:
    """Events of Battle and Rewards from here on, if not applied yet, with their sentences. Raises: Refused."""
    found: list[tuple[GameEvent, str]] = []
    for step in steps_left(state, Room.WAR):
        if step not in (BATTLE, REWARDS):
            break
        command = EndStep(room=Room.WAR, month=state.clock.month, step=step)
        decided = asked.game.decided(state, command, DecisionContext(by=asked.by, at=asked.at))
        found += _with_sentences(asked, state, decided.events)
        state = decided.state
    return found


def _flags(board: Board, region: RegionId, events: Iterable[GameEvent]) -> Iterator[str]:
    for happened in events:
        if isinstance(happened, BattleCorrected) and happened.flags is not None:
            yield flag_words(board, happened.flags)


def _other_flags(board: Board, region: RegionId, before: Iterable[GameEvent], after: Iterable[GameEvent]) -> Iterator[str]:
    was, now = _flag_change(region, before), _flag_change(region, after)
    if was != now:
        yield flag_words(board, now) if now is not None else say("{region}: no flag changes", region=board.region_name(region))


def _flag_change(region: RegionId, events: Iterable[GameEvent]) -> FlagChange | None:
    changes = (change for each in events if isinstance(each, FlagsChanged) for change in each.changes)
    return next((change for change in changes if change.region == region), None)


def _rewards(events: Iterable[GameEvent]) -> dict[HouseId, Reward]:
    """Rewards that these events would pay, by House."""
    return {reward.house: reward for each in events if isinstance(each, RewardsPaid) for reward in each.rewards}


def _other_rewards(board: Board, before: dict[HouseId, Reward], after: dict[HouseId, Reward]) -> Iterator[str]:
    for house in board.sorted_houses({*before, *after}):
        now = after.get(house)
        if before.get(house) != now:
            yield reward_words(board, now) if now is not None else say("{house} nothing", house=board.house_name(house))

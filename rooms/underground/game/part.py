"""The Underground's module so far: written schemes are shown to Underground Control when its Updates end (GE-UND-30)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from control.day.clock.changes import PhaseEnded
from control.day.clock.steps import StepBegan, StepEnded
from control.day.people.choosing import RoomChosen
from control.day.people.present import CheckedIn, PlayerLeft
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say, say_count
from control.engine.modules import GameEvent
from rooms.realm.desks import Desk
from rooms.realm.game.deaths.dying import CharacterDied
from rooms.realm.game.deeds.schemes import priced
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.part import EnterPaper, PaperGroup, PaperRoom, PaperWords
from rooms.realm.papers.game.types import OpenedPaper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.sheets import KIND, RULE, check, fields, window
from rooms.underground.game.state import UndergroundState
from rooms.underground.game.tables import (
    advancing,
    attacking,
    correcting,
    dealing,
    ending,
    masters,
    protecting,
    reached,
    taking_back,
    trapped,
    turns,
)
from rooms.underground.game.tables.asked import tables
from rooms.underground.game.tables.hands import broken_tables
from rooms.underground.game.tables.state import TableStep

SCHEMES_BEGIN = StepId("updates")  # when this step has ended


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemesShown:
    """The written schemes of the month lie before Underground Control; `aside` wrote one and went elsewhere."""

    month: int
    schemes: tuple[OpenedPaper, ...]
    aside: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterScheme(EnterPaper):
    """The desk enters or replaces a player's scheme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeEntered:
    """A scheme entered by hand."""

    month: int
    scheme: OpenedPaper
    reason: str


def groups(state: GameState) -> tuple[PaperGroup, ...]:
    """What strikes when it is complete, and what lies in wait (R-109)."""
    types = priced(state)
    return (
        PaperGroup(
            title=say("Schemes"),
            hint=say("The cost is paid with Advancement; the House must be of your table’s province."),
            types=tuple(each for each in types if not each.trap),
        ),
        PaperGroup(
            title=say("Traps"),
            hint=say("They name nobody, cost nothing and never complete: they wait to be attacked."),
            types=tuple(each for each in types if each.trap),
        ),
    )


def sealed(count: int, month: int, root: str) -> str:
    """How many schemes were sealed."""
    return say_count(
        "{count} scheme sheet of month {month} sealed: {root}.",
        "{count} scheme sheets of month {month} sealed: {root}.",
        count,
        month=month,
        root=root,
    )


def shown(count: int, aside: int) -> str:
    """How many schemes were shown."""
    return say_count(
        "Underground: {count} scheme shown, {aside} set aside.",
        "Underground: {count} schemes shown, {aside} set aside.",
        count,
        aside=aside,
    )


SCHEMES = PaperRoom(
    room=Room.UNDERGROUND,
    desk=Desk.UNDERGROUND,
    kind=KIND,
    rule=RULE,
    step=SCHEMES_BEGIN,
    closes_with=Phase.PLANNING,  # none is written after Movement begins (GE-UND-02)
    words=PaperWords(
        title=later("Your scheme"),
        several=later("Schemes"),
        name=later("Scheme"),
        word=later("scheme"),
        noun=later("scheme"),
        nouns=later("schemes"),
        sealed=sealed,
        taken_in=shown,
        entered=later("The scheme of {player} was entered by hand: {words}. {reason}."),
        by_hand=later("Scheme by hand, month {month}"),
        lasting=later("A reveal cannot be unseen: go on from what was shown."),
        unfit=later("it can no longer be tried as it is written"),
        elsewhere=later("you are not in the Underground"),
    ),
    types=priced,
    groups=groups,
    check=check,
    window=window,
    fields=fields,
    state=UndergroundState,
    handed_in=SchemesShown,
    enter=EnterScheme,
    entered=SchemeEntered,
    papers="schemes",
    paper="scheme",
)
PAPERS = SCHEMES.module()
SECTIONS = (
    turns,
    dealing,
    advancing,
    protecting,
    taking_back,
    masters,
    correcting,
    attacking,
    reached,
    trapped,
    ending,
)  # of the card tables: each has commands, and events with their folds and words


def broken_underground(state: GameState) -> tuple[str, ...]:
    """What must always hold in the Underground."""
    return (*PAPERS.broken(state), *broken_tables(state))


def end_step(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """What a step that ends takes in, and at each table what nobody has settled, by its default."""
    events = SCHEMES.take_in(state, happened, asked)
    if happened.room != Room.UNDERGROUND or happened.step not in tuple(each.value for each in TableStep):
        return events
    settled = (reached.settle_attack(state, table, TableStep(happened.step), asked) for table in tables(state))
    return (*events, *(event for each in settled for event in each))


def sit_down(state: GameState, happened: RoomChosen | CheckedIn, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Who sits down draws late, and whoever got up has attacked for the last time."""
    return (*reached.settle_without_attacker(state, happened, asked), *dealing.deal_late(state, happened, asked))


UNDERGROUND = replace(
    PAPERS,
    commands={**PAPERS.commands, **{kind: handler for each in SECTIONS for kind, handler in each.COMMANDS.items()}},
    events={**PAPERS.events, **{kind: handler for each in SECTIONS for kind, handler in each.EVENTS.items()}},
    reactions={
        **PAPERS.reactions,
        StepBegan: dealing.deal_in_step,
        StepEnded: end_step,
        RoomChosen: sit_down,
        CheckedIn: sit_down,
        PlayerLeft: reached.settle_without_attacker,
        CharacterDied: reached.settle_without_attacker,
        attacking.AttackBegun: attacking.follow,
        attacking.MinionPlayed: attacking.follow,
        attacking.MinionsCompared: attacking.follow,
        trapped.TrapSprung: trapped.strike,
        ending.AttackEnded: ending.pass_on,
        PhaseEnded: dealing.discard_hands,
    },
    also={**PAPERS.also, RoomChosen: dealing.hand_moves_along},
    broken=broken_underground,
)

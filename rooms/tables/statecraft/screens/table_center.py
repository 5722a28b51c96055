"""The middle of the table: scenario and distance to the end, piles, the current purple card or recruit, and the podium."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import listed, say, say_count
from rooms.tables.statecraft.game.content import EventOption, Politician
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.game.view import CardFace, Goal
from rooms.tables.statecraft.rules.ending import EXTREMES, LESS_IS_BETTER, MIDDLE, MOST_SUPPORTERS
from rooms.tables.statecraft.screens.cabinets import Cabinet
from rooms.tables.statecraft.screens.outcomes import effect_words
from rooms.tables.statecraft.screens.scenario_goal import FinalResult, GoalShape, ending_of, goal_of
from rooms.tables.statecraft.screens.shapes import LETTERS, card_of, specialisms_of
from rooms.tables.statecraft.screens.viewer import Mark, StatecraftViewer, lies_open

COMPUTED: Final = frozenset({EXTREMES, MIDDLE})  # win conditions whose value no tracker or card shows


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioGoal:
    """The scenario in force, as the board shows it (SC-ADV-03).

    `part`: progress towards the end, in percent. `win`: the number of the win condition. `counts`: the name of its value, where
    that has to be computed.
    """

    goal: GoalShape
    part: int
    win: int
    counts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTops:
    """The sizes of the decks and the newest open cards (SC-DEK-06, SC-DEK-07, SC-DEK-08)."""

    deck: int
    purple: bool
    back: str
    discard: int
    newest: str
    politicians: int
    retired: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWay:
    """An option of an event. `extra`: additional effects for the incumbent."""

    letter: str
    label: str
    effects: str
    extra: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPolitician:
    """A drawn politician, visible to all (SC-REC-02, SC-HID-06)."""

    id: str
    name: str
    specialisms: tuple[Mark, ...]
    senior: Mark | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    """The current business besides a plain turn: a purple card, a recruit, a bid. `asked`: seat, name, and whether the player has
    chosen.
    """

    kind: str
    called: str
    title: str
    text: str = ""
    options: tuple[EventWay, ...] = ()
    drawn: tuple[DrawnPolitician, ...] = ()
    asked: tuple[tuple[int, str, bool], ...] = ()
    waiting: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumPlace:
    """A player on the podium. Equal values share a `step`, and winners are on the first."""

    cabinet: Cabinet
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium:
    """The final result, the best player first (SC-WIN-10). `beside`: another value than supporters decided."""

    ending: FinalResult
    beside: bool
    standings: tuple[PodiumPlace, ...]


def aim_of(looker: StatecraftViewer) -> ScenarioGoal | None:
    """The scenario and the distance to its end. None before the table is laid out."""
    shape, goal = goal_of(looker), looker.view.goal
    if shape is None or goal is None:
        return None
    return ScenarioGoal(
        goal=shape,
        part=PARTS[goal.end](looker, goal),
        win=goal.win,
        counts=shape.counts if goal.win in COMPUTED else "",
    )


def _of_turns(looker: StatecraftViewer, goal: Goal) -> int:
    return _percent(min([goal.last, *[side.turn - 1 for side in looker.view.sides]]), goal.last)


def _of_supporters(_looker: StatecraftViewer, goal: Goal) -> int:
    return _percent(goal.most, goal.needed or goal.in_play)


def _of_floating(looker: StatecraftViewer, goal: Goal) -> int:
    return _percent(sum([each.host is not None for each in looker.view.supporters]), goal.in_play)


def _of_deck(looker: StatecraftViewer, _goal: Goal) -> int:
    gone = len(looker.view.discard) + sum([side.hand for side in looker.view.sides])
    return _percent(gone, gone + looker.view.deck)


PARTS: Final[Mapping[int, Callable[[StatecraftViewer, Goal], int]]] = {  # by end condition
    1: _of_turns,
    2: _of_supporters,
    3: _of_supporters,
    4: _of_floating,
    5: _of_deck,
}


def _percent(part: int, whole: int) -> int:
    return min(100, 100 * part // whole) if whole else 0


def piles_of(looker: StatecraftViewer) -> DeckTops:
    view = looker.view
    purple = view.purple_on_top is True
    return DeckTops(
        deck=view.deck,
        purple=purple,
        back="" if view.purple_on_top is None else say("purple on top") if purple else say("blue on top"),
        discard=len(view.discard),
        newest=card_of(looker, view.discard[-1]).title if view.discard else "",
        politicians=view.politicians,
        retired=say("{count} retired, {name}", count=len(view.retired), name=view.retired[-1].name) if view.retired else "",
    )


def doing_of(looker: StatecraftViewer) -> Doing | None:
    """The current business. None in a plain turn."""
    view = looker.view
    if view.phase is Phase.OVER:
        return None
    if view.phase is Phase.RECRUIT_CHOICE:
        names = listed([looker.name(player) for player in view.waits_for])
        return Doing(
            kind="recruit",
            called=say("Recruiting"),
            title=say("{names} takes a politician", names=names),
            drawn=tuple([_recruit(looker, each) for each in view.drawn]),
        )
    if view.phase is Phase.INCUMBENT_BID:
        return Doing(
            kind="bid",
            called=say("Bidding"),
            title=say("Who is incumbent?"),
            text=say("The most supporters are shared. Who bids most discards so many cards and is incumbent."),
            asked=_asked(looker),
            waiting=_coming(looker),
        )
    if view.phase is Phase.BID_PAYMENT:
        return Doing(
            kind="bid",
            called=say("Bidding"),
            title=say("{names} has won the bid", names=listed([looker.name(player) for player in view.waits_for])),
            text=say_count(
                "The bid is paid with {count} card. Then the incumbent card changes hands.",
                "The bid is paid with {count} cards. Then the incumbent card changes hands.",
                view.count,
            ),
            waiting=_coming(looker),
        )
    under_way, later = lies_open(view)
    return None if under_way is None else _purple(looker, under_way.card, len(later))


def _coming(looker: StatecraftViewer) -> str:
    """The purple cards that wait behind a bid. "" when there are none."""
    _none, later = lies_open(looker.view)
    titles = [say("“{words}”", words=card_of(looker, each.card).title) for each in later]
    return say("Comes next: {cards}", cards=listed(titles)) if titles else ""


def _purple(looker: StatecraftViewer, purple: CardFace, others: int) -> Doing:
    """The current event or emergency. It shows who has chosen, never the choice (SC-HID-04, SC-HID-05)."""
    event, card = purple.event, card_of(looker, purple)
    return Doing(
        kind="emergency" if event is None else "event",
        called=say("Event for the incumbent alone") if event is not None and event.incumbent_only else card.kind,
        title=card.title,
        text=card.text,
        options=() if event is None else tuple([_option(looker, at, option) for at, option in enumerate(event.options)]),
        asked=_asked(looker),
        waiting=say_count("{count} more card after this one", "{count} more cards after this one", others) if others else "",
    )


def _asked(looker: StatecraftViewer) -> tuple[tuple[int, str, bool], ...]:
    sides = enumerate(looker.view.sides)
    return tuple([(player + 1, looker.name(player), side.answered) for player, side in sides if side.answered is not None])


def _option(looker: StatecraftViewer, at: int, option: EventOption) -> EventWay:
    return EventWay(
        letter=LETTERS[at],
        label=option.label,
        effects="; ".join([effect_words(looker.marks, effect) for effect in option.effects]),
        extra="; ".join([effect_words(looker.marks, effect) for effect in option.extra]),
    )


def _recruit(looker: StatecraftViewer, who: Politician) -> DrawnPolitician:
    return DrawnPolitician(
        id=who.id,
        name=who.name,
        specialisms=specialisms_of(looker, who),
        senior=looker.marks["senior"] if who.senior else None,
    )


def podium_of(looker: StatecraftViewer, cabinets: tuple[Cabinet, ...]) -> Podium | None:
    """Values of the win condition, winners and the incumbent card. None until the game is over (SC-WIN-10)."""
    view, ending = looker.view, ending_of(looker)
    if ending is None or view.goal is None:
        return None
    values = [-side.value if view.goal.win in LESS_IS_BETTER else side.value for side in view.sides]
    order = sorted(range(len(values)), key=lambda player: (player not in view.winners, -values[player], player))
    first = len(view.winners)
    steps = {player: 1 if player in view.winners else 1 + max(first, _better(values, player)) for player in order}
    return Podium(
        ending=ending,
        beside=view.goal.win != MOST_SUPPORTERS,
        standings=tuple([PodiumPlace(cabinet=cabinets[player], step=steps[player]) for player in order]),
    )


def _better(values: list[int], player: int) -> int:
    """The number of players with a better value."""
    return sum(value > values[player] for value in values)

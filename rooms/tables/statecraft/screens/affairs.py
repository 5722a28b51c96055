"""What lies in the middle of the table: the scenario and how near its end is, the piles, what is resolved, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, listed, say, say_count
from rooms.tables.statecraft.game.content import EventOption
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.game.view import CardFace, Goal
from rooms.tables.statecraft.rules.scoring import LESS_IS_BETTER, MOST_SUPPORTERS
from rooms.tables.statecraft.screens.cabinets import Cabinet, Wall, cabinets_of
from rooms.tables.statecraft.screens.effects import effects_words
from rooms.tables.statecraft.screens.signs import Sign

TURNS, ALL_OF_THEM, HALF, NONE_FLOATS, LAST_CARD = range(1, 6)  # end conditions
ENDS: Final[Mapping[int, str]] = {
    ALL_OF_THEM: later("Ends when one player has all supporters"),
    HALF: later("Ends when one player has more than half of the supporters"),
    NONE_FLOATS: later("Ends when no supporter floats any more"),
    LAST_CARD: later("Ends with the last card of the main deck"),
}
WINS: Final[Mapping[int, tuple[str, str]]] = {
    1: (later("Most supporters win"), later("supporters")),
    2: (later("The lowest budget wins"), later("budget")),
    3: (later("The most extreme wins: both axes’ distances together"), later("extremes")),
    4: (later("The most balanced wins: the four trackers’ sum nearest to 14"), later("off balance")),
}

DISTANCES: Final = frozenset({3, 4})  # win conditions that compute something


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalShape:
    """The scenario in force (SC-ADV-03). `near` says how near the end is, `part` the same in percent.

    `wins_by` is the number of the win condition, `counts` what it counts, `beside` the same where that is no tracker or card.
    """

    name: str
    end: str
    win: str
    text: str
    near: str
    part: int
    latest: str
    wins_by: int
    counts: str
    beside: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piles:
    """The decks and what lies open of them (SC-DEK-06, SC-DEK-07, SC-DEK-08)."""

    deck: int
    purple: bool
    back: str
    discard: int
    newest: str
    politicians: int
    retired: int
    newest_retired: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionShape:
    """An option of an event; `extra` is the incumbent's."""

    letter: str
    label: str
    effects: str
    extra: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruit:
    """A politician that lies drawn for all to see (SC-REC-02)."""

    id: str
    name: str
    specialisms: tuple[Sign, ...]
    senior: Sign | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    """What is under way beside a plain turn: a purple card, a recruit. `asked` are seats and names, and who has chosen."""

    kind: str
    called: str
    title: str
    text: str
    options: tuple[OptionShape, ...]
    drawn: tuple[Recruit, ...]
    asked: tuple[tuple[int, str, bool], ...]
    waiting: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player on the podium; equal values have the same `step`, winners stand on the first."""

    cabinet: Cabinet
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How it ended (SC-WIN-10); `beside`: what counted were not the supporters."""

    headline: str
    tie: str
    incumbent: str
    counts: str
    beside: bool
    standings: tuple[Standing, ...]


def goal_of(wall: Wall) -> GoalShape | None:
    """The scenario, and how near its end is; None while the table is laid."""
    goal = wall.view.goal
    if goal is None:
        return None
    near, part = NEAR[goal.end](wall, goal)
    scenario = goal.scenario
    ends = _turns(scenario.turns) if goal.end == TURNS else say(ENDS[goal.end])
    return GoalShape(
        name=scenario.name,
        end=ends,
        win=say(WINS[goal.win][0]),
        text=scenario.text,
        near=near,
        part=part,
        latest="" if goal.end == TURNS else say("At the latest after {count} turns each", count=goal.last),
        wins_by=goal.win,
        counts=say(WINS[goal.win][1]),
        beside=say(WINS[goal.win][1]) if goal.win in DISTANCES else "",
    )


def _turns(count: int) -> str:
    return say_count("Ends when everybody has had {count} turn", "Ends when everybody has had {count} turns", count)


def _of_turns(wall: Wall, goal: Goal) -> tuple[str, int]:
    complete = min([goal.last, *[side.turn - 1 for side in wall.view.sides]])
    return say("{complete} of {last} turns complete", complete=complete, last=goal.last), _percent(complete, goal.last)


def _of_supporters(_wall: Wall, goal: Goal) -> tuple[str, int]:
    needed = goal.needed or goal.in_play
    return say("The most are {most}, of {needed} that end it", most=goal.most, needed=needed), _percent(goal.most, needed)


def _of_floating(wall: Wall, goal: Goal) -> tuple[str, int]:
    floats = sum([each.host is None for each in wall.view.supporters])
    words = say_count("{count} supporter still floats", "{count} supporters still float", floats)
    return words, _percent(goal.in_play - floats, goal.in_play)


def _of_deck(wall: Wall, _goal: Goal) -> tuple[str, int]:
    deck = wall.view.deck
    gone = len(wall.view.discard) + sum([side.hand for side in wall.view.sides])
    return say_count("{count} card still in the deck", "{count} cards still in the deck", deck), _percent(gone, gone + deck)


NEAR: Final[Mapping[int, Callable[[Wall, Goal], tuple[str, int]]]] = {
    TURNS: _of_turns,
    ALL_OF_THEM: _of_supporters,
    HALF: _of_supporters,
    NONE_FLOATS: _of_floating,
    LAST_CARD: _of_deck,
}


def _percent(part: int, whole: int) -> int:
    return min(100, 100 * part // whole) if whole else 0


def piles_of(wall: Wall) -> Piles:
    """The piles beside the middle."""
    view = wall.view
    purple = view.purple_on_top is True
    return Piles(
        deck=view.deck,
        purple=purple,
        back="" if view.purple_on_top is None else say("purple on top") if purple else say("blue on top"),
        discard=len(view.discard),
        newest=_title(view.discard[-1]) if view.discard else "",
        politicians=view.politicians,
        retired=len(view.retired),
        newest_retired=view.retired[-1].name if view.retired else "",
    )


def _title(face: CardFace) -> str:
    card = face.policy or face.action or face.event or face.emergency
    return card.title if card else ""


def doing_of(wall: Wall) -> Doing | None:
    """What is under way; None in a plain turn."""
    view = wall.view
    if view.phase is Phase.OVER:
        return None
    if view.phase is Phase.RECRUIT_CHOICE:
        return _recruit(wall)
    if view.phase is Phase.INCUMBENT_BID:
        text = say("The most supporters are shared. Who bids most discards so many cards and is incumbent.")
        return _doing(wall, "bid", say("Bidding"), say("Who is incumbent?"), text)
    if not view.resolving:
        return None
    purple = view.resolving[0]
    event, emergency = purple.card.event, purple.card.emergency
    if event is not None:
        called = say("Event for the incumbent alone") if event.incumbent_only else say("Event")
        options = tuple([_option(wall, at, option) for at, option in enumerate(event.options)])
        return _doing(wall, "event", called, event.title, event.text, options)
    if emergency is not None:
        return _doing(wall, "emergency", say("Emergency"), emergency.title, emergency.text)
    return None


def _doing(wall: Wall, kind: str, called: str, title: str, text: str, options: tuple[OptionShape, ...] = ()) -> Doing:
    """Who has chosen is said, and never what (SC-HID-03, SC-HID-04, SC-HID-05)."""
    view = wall.view
    sides = list(enumerate(view.sides))
    others = len(view.resolving) - 1
    return Doing(
        kind=kind,
        called=called,
        title=title,
        text=text,
        options=options,
        drawn=(),
        asked=tuple([(player + 1, wall.name(player), side.answered) for player, side in sides if side.answered is not None]),
        waiting=say_count("{count} more card after this one", "{count} more cards after this one", others) if others > 0 else "",
    )


def _option(wall: Wall, at: int, option: EventOption) -> OptionShape:
    return OptionShape(
        letter="AB"[at],
        label=option.label,
        effects=effects_words(wall.signs, option.effects),
        extra=effects_words(wall.signs, option.extra) if option.extra else "",
    )


def _recruit(wall: Wall) -> Doing:
    drawn = [
        Recruit(
            id=each.id,
            name=each.name,
            specialisms=wall.signs.specialisms(each.specialisms),
            senior=wall.signs.named["senior"] if each.senior else None,
        )
        for each in wall.view.drawn
    ]
    return Doing(
        kind="recruit",
        called=say("Recruiting"),
        title=say("{names} takes a politician", names=listed([wall.name(player) for player in wall.view.waits_for])),
        text="",
        options=(),
        drawn=tuple(drawn),
        asked=(),
        waiting="",
    )


def ending_of(wall: Wall) -> Ending | None:
    """The podium: the values of the win condition, the winners, and who held the incumbent card (SC-WIN-10)."""
    view = wall.view
    if view.phase is not Phase.OVER or view.goal is None:
        return None
    less = view.goal.win in LESS_IS_BETTER
    values = [-side.value if less else side.value for side in view.sides]
    cabinets = cabinets_of(wall)
    order = sorted(range(len(values)), key=lambda player: (player not in view.winners, -values[player], player))
    steps = {player: 1 if player in view.winners else 1 + max(1, sum(each > values[player] for each in values)) for player in order}
    names = listed([wall.name(player) for player in view.winners])
    one = len(view.winners) == 1
    return Ending(
        headline=say("{name} wins", name=names) if one else say("{names} share the victory", names=names),
        tie=_tie(wall, values),
        incumbent=say("Nobody held the incumbent card")
        if view.incumbent is None
        else say("{name} held the incumbent card", name=wall.name(view.incumbent)),
        counts=say(WINS[view.goal.win][1]),
        beside=view.goal.win != MOST_SUPPORTERS,
        standings=tuple([Standing(cabinet=cabinets[player], step=steps[player]) for player in order]),
    )


def _tie(wall: Wall, values: list[int]) -> str:
    """What decided between equals (SC-WIN-07, SC-WIN-08)."""
    best = [player for player, value in enumerate(values) if value == max(values)]
    if len(best) == 1:
        return ""
    if len(wall.view.winners) == 1:
        return say("The incumbent card decides between equals.")
    return say("Equal, and the incumbent card decides nothing.")

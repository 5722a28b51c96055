"""The wall: all public information of the table, and nothing else (SC-HID). The piles are those of the phone, too."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from control.engine.language import listed, say, say_count
from rooms.tables.registry import GameSight
from rooms.tables.statecraft.game.content import EventOption, Politician
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.game.view import CardFace
from rooms.tables.statecraft.rules.win_conditions import LESS_IS_BETTER, MOST_SUPPORTERS
from rooms.tables.statecraft.screens.end_of_game import FinalResult, GoalShape, ending_of, goal_of
from rooms.tables.statecraft.screens.outcomes import effect_words
from rooms.tables.statecraft.screens.shapes import (
    LETTERS,
    CardShape,
    SideShape,
    SupporterShape,
    card_of,
    sides_of,
    specialisms_of,
    supporter_of,
)
from rooms.tables.statecraft.screens.viewer import Mark, StatecraftViewer, lies_open, looker_of, round_now

FEW: Final = 2  # names that fit on one line
SHORT: Final = 220  # letters of the newest sentences that fit: in the usual size, in small letters
ROOM: Final = 420


class EventWay(Struct, frozen=True, kw_only=True):
    """An option of an event. `extra`: additional effects for the incumbent."""

    letter: str
    label: str
    effects: str
    extra: str


class PoliticianShape(Struct, frozen=True, kw_only=True):
    """A politician who lies open: drawn (SC-REC-02, SC-HID-06) or retired. `words`: specialisms and seniority."""

    id: str
    name: str
    words: str
    specialisms: tuple[Mark, ...]
    senior: Mark | None


class Piles(Struct, frozen=True, kw_only=True):
    """The piles beside the table: sizes of face-down piles, cards of open ones (SC-DEK-06, SC-DEK-07, SC-DEK-08).

    `top`: the back on top of the main deck, on the wall `back`. `last`: the newest retired politician, for the wall.
    """

    deck: int
    purple: bool
    top: str
    back: str
    discard: tuple[CardShape, ...]
    politicians: int
    retired: tuple[PoliticianShape, ...]
    last: str
    box: int
    out: int


class Doing(Struct, frozen=True, kw_only=True):
    """The current business besides a plain turn: a purple card, a recruit, a bid. `asked`: seat, name, and whether the player has
    chosen.
    """

    kind: str
    called: str
    title: str
    text: str = ""
    options: tuple[EventWay, ...] = ()
    drawn: tuple[PoliticianShape, ...] = ()
    asked: tuple[tuple[int, str, bool], ...] = ()
    waiting: str = ""


class Podium(Struct, frozen=True, kw_only=True):
    """The final result, the best player first (SC-WIN-10). `beside`: another value than supporters decided.

    `standings`: each side with its step. Equal values share a step, and winners are on the first.
    """

    ending: FinalResult
    beside: bool
    standings: tuple[tuple[SideShape, int], ...]


class WallBoard(Struct, frozen=True, kw_only=True):
    """Everything that the wall shows. `head`: the players whom the table waits for. `long`: `told` needs small letters."""

    kind: str
    head: str
    round: str
    way: str
    backwards: bool
    sides: tuple[SideShape, ...]
    goal: GoalShape | None
    piles: Piles
    floating: tuple[SupporterShape, ...]
    doing: Doing | None
    told: tuple[str, ...]
    long: bool
    podium: Podium | None


def board_of(seen: GameSight) -> WallBoard:
    """The wall's content. It never holds what only one player sees, whoever the viewer is."""
    looker = looker_of(seen)
    view, sides, told = looker.view, sides_of(looker), newest(seen.told)
    return WallBoard(
        kind=view.phase.value,
        head=_head(looker),
        round=say("Round {number}", number=round_now(view)) if view.round else "",
        way=say("backwards") if view.backwards else say("clockwise"),
        backwards=view.backwards,
        sides=sides,
        goal=goal_of(looker),
        piles=piles_of(looker),
        floating=floating_of(looker),
        doing=doing_of(looker),
        told=told,
        long=len(" ".join(told)) > SHORT,
        podium=_podium(looker, sides),
    )


def floating_of(looker: StatecraftViewer) -> tuple[SupporterShape, ...]:
    return tuple([supporter_of(looker, each) for each in looker.view.supporters if each.host is None])


def newest(told: tuple[str, ...]) -> tuple[str, ...]:
    """The newest sentences, as many as fit. Everybody's log has the earlier ones."""
    kept = len(told)
    while kept and len(" ".join(told[kept - 1 :])) <= ROOM:
        kept -= 1
    return told[min(kept, len(told) - 1) :] if told else ()


def _head(looker: StatecraftViewer) -> str:
    view = looker.view
    if view.phase is Phase.OVER:
        return say("The game is over")
    if not view.sides:
        return say("The table is being laid")
    if len(view.waits_for) > FEW:  # each side shows a mark
        return say_count("Waiting for {count} player", "Waiting for {count} players", len(view.waits_for))
    return say("Waiting for {names}", names=listed([looker.name(player) for player in view.waits_for]))


def politician_of(looker: StatecraftViewer, who: Politician) -> PoliticianShape:
    specialisms = specialisms_of(looker, who)
    words = listed([mark.name for mark in specialisms])
    return PoliticianShape(
        id=who.id,
        name=who.name,
        words=say("{specialisms}, senior", specialisms=words) if who.senior else words,
        specialisms=specialisms,
        senior=looker.marks["senior"] if who.senior else None,
    )


def piles_of(looker: StatecraftViewer) -> Piles:
    view, top = looker.view, looker.view.purple_on_top
    retired = tuple([politician_of(looker, each) for each in reversed(view.retired)])
    return Piles(
        deck=view.deck,
        purple=top is True,
        top="" if top is None else say("an event or emergency on top") if top else say("a policy or action on top"),
        back="" if top is None else say("purple on top") if top else say("blue on top"),
        discard=tuple([card_of(looker, face) for face in reversed(view.discard)]),
        politicians=view.politicians,
        retired=retired,
        last=say("{count} retired, {name}", count=len(retired), name=retired[0].name) if retired else "",
        box=view.box,
        out=view.boxed + view.unused,
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
            drawn=tuple([politician_of(looker, each) for each in view.drawn]),
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


def _podium(looker: StatecraftViewer, sides: tuple[SideShape, ...]) -> Podium | None:
    """Values of the win condition, winners and the incumbent card. None until the game is over (SC-WIN-10)."""
    view, ending = looker.view, ending_of(looker, sides)
    if ending is None or view.goal is None:
        return None
    values = [-side.value if view.goal.win in LESS_IS_BETTER else side.value for side in view.sides]
    order = sorted(range(len(values)), key=lambda player: (player not in view.winners, -values[player], player))
    first = len(view.winners)
    steps = {player: 1 if player in view.winners else 1 + max(first, _better(values, player)) for player in order}
    return Podium(
        ending=ending,
        beside=view.goal.win != MOST_SUPPORTERS,
        standings=tuple([(sides[player], steps[player]) for player in order]),
    )


def _better(values: list[int], player: int) -> int:
    """The number of players with a better value."""
    return sum(value > values[player] for value in values)

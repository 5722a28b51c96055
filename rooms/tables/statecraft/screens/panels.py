"""The panel of a phone or a board: the state of the game, the current question, and the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from control.engine.language import listed, say
from rooms.tables.registry import GameSight
from rooms.tables.screens.viewer import version_of
from rooms.tables.statecraft.game.content import HelpLine, Key, Named
from rooms.tables.statecraft.game.state import LossKind, Phase
from rooms.tables.statecraft.game.view import SeenPurple
from rooms.tables.statecraft.screens.board import Piles, PoliticianShape, WallBoard, board_of, floating_of, piles_of, politician_of
from rooms.tables.statecraft.screens.end_of_game import FinalResult, GoalShape, ending_of, goal_of
from rooms.tables.statecraft.screens.outcomes import effect_words
from rooms.tables.statecraft.screens.question_shapes import Ask
from rooms.tables.statecraft.screens.questions import ask_of, heading_for_waiting
from rooms.tables.statecraft.screens.shapes import LETTERS, CardShape, SideShape, SupporterShape, card_of, sides_of
from rooms.tables.statecraft.screens.viewer import StatecraftViewer, lies_open, looker_of, round_now

IN_HAND: Final = frozenset({Phase.TURN, Phase.FREEPLAY, Phase.DISCARD_DOWN, Phase.EMERGENCY_CHOICE, Phase.BID_PAYMENT})


class PurpleShape(Struct, frozen=True, kw_only=True):
    """An open event or emergency (SC-EVT-01): who drew it, and the effects of its options."""

    card: CardShape
    drawn_by: str
    options: tuple[tuple[str, str, str], ...]  # label, effects, the incumbent's additional effects


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Everything that the templates show to one viewer.

    Panels are compared by their repr. `version` covers all other fields, so the repr leaves those out.
    """

    version: str
    kind: str
    head: str = field(repr=False)
    line: str = field(repr=False)
    yours: bool = field(repr=False)
    ask: Ask | None = field(repr=False)
    secret: tuple[tuple[str, bool], ...] = field(repr=False)  # players in a hidden choice, and who has chosen
    answer: str = field(repr=False)
    purple: PurpleShape | None = field(repr=False)
    aside: tuple[str, ...] = field(repr=False)
    drawn: tuple[PoliticianShape, ...] = field(repr=False)
    goal: GoalShape | None = field(repr=False)
    ending: FinalResult | None = field(repr=False)
    round: int = field(repr=False)
    me: SideShape | None = field(repr=False)
    others: tuple[SideShape, ...] = field(repr=False)
    floating: tuple[SupporterShape, ...] = field(repr=False)
    hand: tuple[CardShape, ...] = field(repr=False)
    piles: Piles = field(repr=False)
    help: tuple[tuple[str, tuple[HelpLine, ...]], ...] = field(repr=False)
    key: tuple[tuple[str, tuple[Named, ...]], ...] = field(repr=False)
    board: WallBoard | None = field(repr=False)  # the public board, for spectators
    brief: bool = field(repr=False)  # the question shows the options of the event


def panel_of(seen: GameSight) -> Panel:
    looker = looker_of(seen)
    view, ask = looker.view, ask_of(looker)
    (under_way, _later), pages = lies_open(view), seen.content.help
    sides, first = sides_of(looker), looker.player or 0
    head, line = heading_for_waiting(looker) if ask is None else (ask.head, ask.line)
    return Panel(
        version=version_of(seen),
        kind=view.phase.value,
        head=head,
        line=line,
        yours=ask is not None,
        ask=ask,
        secret=_secret(looker),
        answer=_answer(looker),
        purple=None if under_way is None else _purple(looker, under_way),
        aside=_cards_to_come(looker),
        drawn=() if ask is not None else tuple([politician_of(looker, at) for at in view.drawn]),
        goal=goal_of(looker),
        ending=ending_of(looker, sides),
        round=round_now(view),
        me=next((side for side in sides if side.you), None),
        others=tuple([side for side in (*sides[first:], *sides[:first]) if not side.you]),
        floating=floating_of(looker),
        hand=_hand(looker, ask),
        piles=piles_of(looker),
        help=((say("The turn"), pages.turn), (say("The manoeuvres"), pages.manoeuvres)),  # SC-COM-14
        key=_key(seen.content.key),
        board=board_of(seen) if looker.player is None else None,
        brief=ask is not None and view.phase is Phase.EVENT_CHOICE,
    )


def _key(key: Key) -> tuple[tuple[str, tuple[Named, ...]], ...]:
    """The key to all icons (SC-COM-15, SC-R-49)."""
    return (
        (say("Ideologies"), key.ideologies),
        (say("Specialisms"), key.specialisms),
        (say("Colours of the pictures"), key.colours),
        (say("Other signs"), key.signs),
    )


def _hand(looker: StatecraftViewer, ask: Ask | None) -> tuple[CardShape, ...]:
    """The hand. Empty where its cards are among the choices already."""
    own, loss = looker.view.own, looker.view.loss
    loses_cards = loss is not None and loss.kind is LossKind.CARDS
    asks_for_cards = ask is not None and (looker.view.phase in IN_HAND or loses_cards)
    return () if own is None or asks_for_cards else tuple([card_of(looker, face) for face in own.hand])


def _secret(looker: StatecraftViewer) -> tuple[tuple[str, bool], ...]:
    """The players in a hidden choice, and whether each has chosen (SC-HID-03, SC-HID-04, SC-HID-05)."""
    sides = enumerate(looker.view.sides)
    return tuple([(looker.whom(player), side.answered) for player, side in sides if side.answered is not None])


def _answer(looker: StatecraftViewer) -> str:
    """The viewer's own hidden choice, which cannot be changed."""
    own, view = looker.view.own, looker.view
    if own is None or own.answer is None:
        return ""
    answer = own.answer
    if view.phase is Phase.INCUMBENT_BID:
        return say("You bid {number}.", number=answer)
    if view.phase is Phase.EMERGENCY_CHOICE:
        title = next((card_of(looker, face).title for face in own.hand if face.id == answer), "")
        return say("You contribute “{card}”.", card=title) if title else say("You contribute nothing.")
    return say("You have chosen {letter}.", letter=LETTERS[answer]) if answer in (0, 1) else say("You have chosen neither.")


def _purple(looker: StatecraftViewer, purple: SeenPurple) -> PurpleShape:
    event = purple.card.event
    return PurpleShape(
        card=card_of(looker, purple.card),
        drawn_by=looker.whom(purple.player),
        options=()
        if event is None
        else tuple(
            [
                (
                    say("{letter}: {label}", letter=letter, label=option.label),
                    listed([effect_words(looker.marks, effect) for effect in option.effects]),
                    listed([effect_words(looker.marks, effect) for effect in option.extra]),
                )
                for letter, option in zip(LETTERS, event.options, strict=True)
            ]
        ),
    )


def _cards_to_come(looker: StatecraftViewer) -> tuple[str, ...]:
    """The purple cards behind the current one, or behind a bid."""
    under_way, later = lies_open(looker.view)
    words = [say("After this: “{title}”", title=card_of(looker, each.card).title) for each in later]
    if under_way is None and later:
        words[0] = say("Comes next: “{title}”", title=card_of(looker, later[0].card).title)
    return tuple(words)

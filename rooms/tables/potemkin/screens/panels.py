"""The panel of a phone or a board: the state of the game, the current question, and the streets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from control.engine.language import listed, say, say_count
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.actions import PotemkinAction, Produce
from rooms.tables.potemkin.game.state import Phase
from rooms.tables.potemkin.game.view import PotemkinView, is_idle
from rooms.tables.potemkin.screens.end_of_game import FinalResult, ending_of
from rooms.tables.potemkin.screens.question_shapes import Ask
from rooms.tables.potemkin.screens.questions import ask_of, next_name
from rooms.tables.potemkin.screens.reference import (
    AidShape,
    Month,
    MonthMark,
    aid_of,
    allowed_words,
    lines_of,
    longest_of,
    month_of,
    months_of,
)
from rooms.tables.potemkin.screens.shapes import CardShape, PotemkinViewer, Street, Token, free_tokens, looker_of, streets_of
from rooms.tables.registry import GameSight, default_words

MANY_LETTERS: Final = 330  # longer texts are smaller on the board, so that no sentence is cut off


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Everything that the templates show to one viewer."""

    kind: str
    head: str
    line: str
    yours: bool
    ask: Ask | None
    asks: str
    month: Month | None
    months: tuple[MonthMark, ...]
    deck: int
    discard: int
    tokens: tuple[Token, ...]
    me: Street | None
    others: tuple[Street, ...]
    streets: tuple[Street, ...]
    longest: int
    lines: int
    hand: tuple[CardShape, ...]
    hand_title: str
    playing: CardShape | None
    told: tuple[str, ...]
    told_long: bool
    aid: AidShape = field(repr=False)  # panels are compared by repr, and the aid never changes alone
    ending: FinalResult | None


def panel_of(seen: GameSight) -> Panel:
    looker = looker_of(seen)
    streets = streets_of(looker)
    own, view = looker.view.own, looker.view
    ask = ask_of(looker)
    head, line = _heading(looker, ask)
    lines = lines_of(streets, over=view.phase is Phase.OVER)
    return Panel(
        kind=view.phase.value,
        head=head,
        line=line,
        yours=ask is not None,
        ask=ask,
        asks="" if ask is None else ask.kind,
        month=month_of(looker),
        months=months_of(looker),
        deck=view.deck,
        discard=view.discard,
        tokens=free_tokens(looker),
        me=next((street for street in streets if street.you), None),
        others=tuple([street for street in streets if not street.you]),
        streets=streets,
        longest=longest_of(streets, lines),
        lines=lines,
        hand=() if own is None or _shown_in(ask) else tuple([looker.card(card) for card in own.hand]),
        hand_title=_hand_title(looker),
        playing=None if view.playing is None else looker.card(view.playing),
        told=seen.told,
        told_long=sum(len(words) + 1 for words in seen.told) > MANY_LETTERS,
        aid=aid_of(looker),
        ending=ending_of(looker),
    )


def _shown_in(ask: Ask | None) -> bool:
    """Return whether all hand cards are among the choices already."""
    return ask is not None and bool(ask.again or ask.discard or (ask.turn is not None and ask.turn.build))


def _hand_title(looker: PotemkinViewer) -> str:
    own = looker.view.own
    if own is None:
        return ""
    return say("Cards you have kept") if looker.view.phase is Phase.DRAFT else say("Your hand")


def _heading(looker: PotemkinViewer, ask: Ask | None) -> tuple[str, str]:
    """Title and line: the task, or the player who acts."""
    view = looker.view
    if view.phase is Phase.OVER:
        return say("The Empress has seen it all"), say("Every front is open, and the points are counted.")
    if view.phase is Phase.DRAFT:
        return _drafting(looker, ask)
    if view.phase is Phase.READY_AGENTS:
        return _readying(looker, ask)
    if view.turn is None:
        return say("The table is being laid"), say("The game begins in a moment.")
    if ask is not None:
        return _your_turn(looker, ask)
    head, line = _their_turn(looker, view.turn)
    return head, f"{line} {_idle_words(looker)}".rstrip()


def _drafting(looker: PotemkinViewer, ask: Ask | None) -> tuple[str, str]:
    own = looker.view.own
    waiting = listed([looker.name(player) for player, side in enumerate(looker.view.sides) if side.waits])
    if own is None:
        return say("Cards are being divided"), say("Still picking: {names}.", names=waiting)
    bot = _bot_plays(looker)
    if own.pick is not None:
        title = looker.book.cards[own.pick].title
        if bot:
            line = say("It keeps “{card}”. Still picking: {names}.", card=title, names=waiting)
            return say("The bot at your chair has picked"), line
        return say("You have picked"), say("You keep “{card}”. Still picking: {names}.", card=title, names=waiting)
    number, of = len(own.hand) + 1, len(own.hand) + len(own.pack)
    if ask is None:
        line = say("Pick {number} of {most}. Still picking: {names}.", number=number, most=of, names=waiting)
        return say("The bot at your chair is picking") if bot else say("One card is kept"), line
    line = say(
        "Pick {number} of {most}. The others go on to {name}. A pick is final.", number=number, most=of, name=next_name(looker)
    )
    return say("Keep one card"), line


def _bot_plays(looker: PotemkinViewer) -> bool:
    """Return whether a bot stands in for the viewer."""
    return looker.player is not None and bool(looker.seen.table.chairs[looker.player].bot)


def _readying(looker: PotemkinViewer, ask: Ask | None) -> tuple[str, str]:
    if ask is not None and ask.place is not None:
        spent = say_count("{count} spent agent to make ready.", "{count} spent agents to make ready.", ask.place.spent)
        return say("Where do your agents go?"), f"{spent} {ask.place.line}"
    waiting = listed([looker.name(player) for player, side in enumerate(looker.view.sides) if side.waits])
    return say("Agents go home"), say("Still placing: {names}.", names=waiting)


def _your_turn(looker: PotemkinViewer, ask: Ask) -> tuple[str, str]:
    player = looker.player or 0
    if ask.check is not None:
        return say("Look once more?"), say("The spies there were fakes, so your agent may check another building at once.")
    if ask.again:
        return say("Build once more?"), say("The Second Crew is still here.")
    if ask.discard:
        line = say("Fresh Timber costs one card of your hand. It goes face down; nobody sees it.")
        return say("Discard one card"), line
    deeds = allowed_words(looker, player)
    if looker.view.sides[player].producing:
        return say("Your turn"), say("Production mode: you may {deeds}.", deeds=deeds)
    return say("Your turn"), say("Construction mode: you may {deeds}.", deeds=deeds)


def _idle_words(looker: PotemkinViewer) -> str:
    """The reason why the viewer is not asked, so that skipped turns do not surprise. "" when it does not apply."""
    if looker.player is None or not is_idle(looker.view, looker.player):
        return ""
    return say("You have no card and nothing else to do, so your turns play themselves.")


def _their_turn(looker: PotemkinViewer, player: int) -> tuple[str, str]:
    name, phase = looker.name(player), looker.view.phase
    head, owner = say("{owner} turn", owner=possessive(name)), possessive(name)
    if player == looker.player and _bot_plays(looker):
        name, owner, head = say("The bot"), say("The bot’s"), say("The bot at your chair plays")
    if phase is Phase.CHECK_AGAIN:
        return head, say("{owner} agent may check one more building.", owner=owner)
    if phase is Phase.BUILD_AGAIN:
        return head, say("{name} may build once more.", name=name)
    if phase is Phase.DISCARD:
        return head, say("{name} has drawn, and discards a card.", name=name)
    deeds = allowed_words(looker, player)
    if looker.view.sides[player].producing:
        return head, say("Production mode: {name} may {deeds}.", name=name, deeds=deeds)
    return head, say("Construction mode: {name} may {deeds}.", name=name, deeds=deeds)


def run_out_words(view: PotemkinView, action: PotemkinAction) -> str:
    """The default action (PE-R-36), to be read before the time runs out. Producing ends construction mode (PE-ACT-09)."""
    if isinstance(action, Produce) and view.turn is not None and not view.sides[view.turn].producing:
        return say("you produce, and build and spy no more this month.")
    return default_words(view, action)

"""Tables of Statecraft led to a rare moment: the dice of a game that gets there are sought, and then thrown at the real desk.

It runs inside a console's own shell: it needs Django.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterator, Mapping
from itertools import count, islice
from typing import Any, Final, cast
from unittest.mock import patch

from control.engine.context import Actor
from control.engine.dice import DiceChance
from control.engine.ids import SeatId
from control.journal import desk, journal
from control.models import Event, Stream
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.playing import Begin, Play
from rooms.tables.game.rules import AnyRules, Setup
from rooms.tables.game.state import TableState
from rooms.tables.statecraft.game.offers import PolicyOffer
from rooms.tables.statecraft.game.state import Phase, StatecraftState

MOST_SEEDS: Final = 5000
LIVELY: Final = ("CampaignOffer", "PoachOffer", "PolicyOffer", "RecruitOffer")
Moment = Callable[[AnyRules, StatecraftState, tuple[int, ...]], bool]

MOMENTS: Final[Mapping[str, Moment]] = {
    # everybody has a card to contribute
    "emergency": lambda _rules, play, asked: play.phase is Phase.EMERGENCY_CHOICE and len(asked) == len(play.sides),
    # two bid against each other, both with cards enough for bids of which one is higher
    "bid": lambda _rules, play, asked: play.phase is Phase.INCUMBENT_BID and min(len(play.sides[each].hand) for each in asked) >= 2,
    # a turn in which a policy may be announced or denounced
    "policy": lambda rules, play, asked: (
        play.phase is Phase.TURN and any(isinstance(offer, PolicyOffer) for offer in rules.offers(play, asked[0]))
    ),
    # late in a game, with portfolios to look at
    "late": lambda _rules, play, _asked: play.phase is Phase.TURN and min(side.turn for side in play.sides) >= 7,
}


def lead(event: int, moment: str) -> tuple[int, ...]:
    """Begin the newest table of an event, and play it by its people until this moment of `MOMENTS`; gives who is asked there."""
    stream = Event.objects.get(pk=event).tables.latest("pk").stream
    state: TableState = journal.head(stream).state
    setup = Setup(players=len(state.chairs), options={name: value for name, value in state.options.items() if name != "first"})
    rules = cast(TableEngine, journal.play_of(stream).engine).rules
    seed, moves = next(filter(lambda found: found[1] is not None, _games(rules, setup, MOMENTS[moment])))
    assert moves is not None
    with patch.object(desk, "FRESH", DiceChance(random.Random(seed))):
        state = _give(stream, Begin(), state.host)
        for chair, action in moves:
            state = _give(stream, Play(chair=chair, turn=0, action=action), state.chairs[chair].person)
    if not MOMENTS[moment](rules, state.play, state.waits_for):
        raise LookupError(f"The desk went another way than the rules alone: {state.play.phase}")
    return state.waits_for


def _games(rules: AnyRules, setup: Setup, there: Moment) -> Iterator[tuple[int, list[tuple[int, Any]] | None]]:
    """One game after another, each with its seed: the moves that lead to the moment, or None where it never came."""
    for seed in islice(count(), MOST_SEEDS):
        yield seed, _moves(rules, setup, there, seed)


def _moves(rules: AnyRules, setup: Setup, there: Moment, seed: int) -> list[tuple[int, Any]] | None:
    chance, taste = DiceChance(random.Random(seed)), random.Random(seed)
    play, moves = rules.setup(setup, chance).state, list[tuple[int, Any]]()
    while asked := rules.waits_for(play):
        if there(rules, play, asked):
            return moves
        offers = rules.offers(play, asked[0])
        lively = [offer for offer in offers if type(offer).__name__ in LIVELY]
        action = taste.choice(lively if lively and taste.random() < 0.8 else offers).some(taste)
        play = rules.act(play, asked[0], action, chance).state
        moves.append((asked[0], action))
    return None


def _give(stream: Stream, command: object, person: str) -> TableState:
    done = desk.perform(stream_id=stream.pk, command=command, by=Actor(seat=cast(SeatId, person)), command_id=uuid.uuid4())
    state: TableState = done.head.state
    return state

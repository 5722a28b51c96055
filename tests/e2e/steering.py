"""Rare moments of Statecraft and Scythe: find a seed whose game reaches the moment, then play its moves through the door.

It runs inside the console's shell, because it needs Django.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count, islice
from typing import Any, Final, cast
from unittest.mock import patch

from control.engine.context import Actor
from control.engine.dice import DiceChance
from control.engine.ids import SeatId
from control.engine.records import replace
from control.journal import desk, journal
from control.models import Stream
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.play import Begin, Play
from rooms.tables.game.rules import AnyRules, Setup, seated
from rooms.tables.game.state import TableState
from rooms.tables.models import Table
from rooms.tables.scythe.game.content import Cube, Top
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.game.state import Move, Turn
from rooms.tables.scythe.game.state import Phase as ScythePhase
from rooms.tables.scythe.rules.bottom_row import BOTTOM, DOES
from rooms.tables.scythe.rules.encounters import OptionOffer
from rooms.tables.scythe.rules.movement import steps
from rooms.tables.scythe.rules.player_mats import section_with, upgraded
from rooms.tables.scythe.rules.reach import StepOffer
from rooms.tables.scythe.rules.turns import sections_for
from rooms.tables.scythe.rules.worker_retreat import Consequences, consequences
from rooms.tables.statecraft.game.actions import PolicyOffer
from rooms.tables.statecraft.game.engine import StatecraftRules
from rooms.tables.statecraft.game.state import Phase

MOST_SEEDS: Final = 5000
LEAST_PLACES: Final = 3  # places of units that may begin to move
FAR: Final = 9  # territories within reach of one unit
PROVEN: Final = {"bid": 78}  # seeds to try first, because most games never reach this moment
LIVELY: Final = ("CampaignOffer", "PoachOffer", "PolicyOffer", "RecruitOffer")
Moment = Callable[[AnyRules, Any, tuple[int, ...]], bool]


def _is_combat(_rules: Any, play: Any, asked: tuple[int, ...]) -> bool:
    """Two players dial, and the attacker has power to dial."""
    return play.phase is ScythePhase.COMBAT_SELECT and len(asked) == 2 and play.sides[play.fight.attacker].power > 0


def _may_move(rules: Any, play: Any, asked: tuple[int, ...]) -> bool:
    """The section with Move can be chosen, two units at three or more places can move plainly, and its bottom row is affordable."""
    if play.phase is not ScythePhase.CHOOSE_SECTION:
        return False
    book, me = rules.book, asked[0]
    section = section_with(book, play.sides[me], Top.MOVE)
    offered = BOTTOM[DOES[section]][0](book, replace(play, turn=Turn(section=section)), me)
    moving = replace(play, phase=ScythePhase.MOVING, turn=Turn(section=section), move=Move(left=2))
    units = steps(book, moving, me)
    plain = [any(consequences(book, moving, me, each.unit, to) == Consequences() for to in each.targets) for each in units]
    places = {play.sides[me].units[each.unit] for each in units}
    two = not upgraded(play.sides[me], Cube.MOVE) and len(places) >= LEAST_PLACES and all(plain)
    return two and section in sections_for(book, play, me) and bool(offered and offered[0].things)


def _is_end(_rules: Any, _play: Any, asked: tuple[int, ...]) -> bool:
    """The game waits for nobody."""
    return not asked


MOMENTS: Final[Mapping[str, Moment]] = {
    # everybody has a card to contribute
    "emergency": lambda _rules, play, asked: play.phase is Phase.EMERGENCY_CHOICE and len(asked) == len(play.sides),
    # two players bid, both with at least two cards, so that one bid can be higher
    "bid": lambda _rules, play, asked: play.phase is Phase.INCUMBENT_BID and min(len(play.sides[each].hand) for each in asked) >= 2,
    # a turn in which a policy may be announced or denounced
    "policy": lambda rules, play, asked: (
        play.phase is Phase.TURN and any(isinstance(offer, PolicyOffer) for offer in rules.offers(play, asked[0]))
    ),
    # everybody has acted at least twice; the news since then is above the question
    "third": lambda _rules, play, _asked: play.phase is Phase.TURN and min(side.turn for side in play.sides) >= 3,
    # everybody chooses an option of an event
    "event": lambda _rules, play, asked: play.phase is Phase.EVENT_CHOICE and len(asked) == len(play.sides),
    # late in a game, with full portfolios
    "late": lambda _rules, play, _asked: play.phase is Phase.TURN and min(side.turn for side in play.sides) >= 7,
    # Scythe: an encounter card with at least two options that can be taken
    "encounter": lambda rules, play, asked: (
        play.phase is ScythePhase.ENCOUNTER and sum([isinstance(each, OptionOffer) for each in rules.offers(play, asked[0])]) >= 2
    ),
    "factory": lambda _rules, play, _asked: play.phase is ScythePhase.FACTORY_CHOICE,
    # more than one unit may still begin to move
    "moving": lambda rules, play, asked: (
        play.phase is ScythePhase.MOVING
        and play.move.left >= 2
        and not play.move.moved
        and play.turns > 6
        and sum([isinstance(each, StepOffer) for each in rules.offers(play, asked[0])]) >= 3
    ),
    # one unit may go to many territories
    "far": lambda rules, play, asked: (
        play.phase is ScythePhase.MOVING
        and not play.move.moved
        and max([len(each.targets) for each in rules.offers(play, asked[0]) if isinstance(each, StepOffer)], default=0) >= FAR
    ),
    # the section with Move may be chosen and its bottom row is affordable
    "to-move": _may_move,
    "combat": _is_combat,
    "end": _is_end,
}


def lead(code: str, moment: str) -> tuple[int, ...]:
    """Play the table of this code from its current state, or from the beginning, until a moment of `MOMENTS`.

    Returns the chairs that are asked there.
    """
    stream = Table.objects.get(code=code).stream
    state: TableState = journal.head(stream).state
    rules = cast(TableEngine, journal.play_of(stream).engine).rules
    begun = state.stage == "playing"
    games = _games(rules, state, MOMENTS[moment], begun=begun, first=PROVEN.get(moment, 0))
    seed, moves = next(filter(lambda found: found[1] is not None, games))
    assert moves is not None
    with patch.object(desk, "FRESH", DiceChance(random.Random(seed))):
        state = state if begun else _give(stream, Begin(), state.host)
        for chair, action in moves:
            state = _give(stream, Play(chair=chair, turn=0, action=action), state.chairs[chair].person)
    if not MOMENTS[moment](rules, state.play, state.waits_for):
        raise LookupError(f"The desk went another way than the rules alone: {state.play.phase}")
    return state.waits_for


def _games(
    rules: AnyRules, state: TableState, there: Moment, *, begun: bool, first: int
) -> Iterator[tuple[int, list[tuple[int, Any]] | None]]:
    """Yield simulated games, each as its seed and its moves to the moment. The moves are None if the moment never came."""
    setup = Setup(players=len(state.chairs), options={name: value for name, value in state.options.items() if name != "first"})
    for seed in chain([first], islice(count(), MOST_SEEDS)):
        chance = DiceChance(random.Random(seed))
        play = state.play if begun else rules.setup(setup, chance).state
        yield seed, _moves(rules, play, there, chance, random.Random(seed))


def _moves(rules: AnyRules, play: Any, there: Moment, chance: DiceChance, taste: random.Random) -> list[tuple[int, Any]] | None:
    moves = list[tuple[int, Any]]()
    choose = _lively if isinstance(rules, StatecraftRules) else seated(SCYTHE.bots["steady"], rules)
    while asked := rules.waits_for(play):
        if there(rules, play, asked):
            return moves
        action = choose(rules.view(play, asked[0]), rules.offers(play, asked[0]), taste)
        play = rules.act(play, asked[0], action, chance).state
        moves.append((asked[0], action))
    return moves if there is _is_end else None


def _lively(_view: Any, offers: Sequence[Any], taste: random.Random) -> Any:
    """Choose any action, but mostly one with large effects."""
    lively = [offer for offer in offers if type(offer).__name__ in LIVELY]
    return taste.choice(lively if lively and taste.random() < 0.8 else offers).some(taste)


def _give(stream: Stream, command: object, person: str) -> TableState:
    done = desk.perform(stream_id=stream.pk, command=command, by=Actor(seat=cast(SeatId, person)), command_id=uuid.uuid4())
    state: TableState = done.head.state
    return state

"""Setup and play of the West's Underground table without a browser: in this process, or inside a console through `Day.ask`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from control.bots.players import TriedCommands, play_planning, play_steps
from control.day.clock.pauses import AddTime
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command
from control.models import Event
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import CardTable, Lying, TableId, TableStep
from rooms.underground.game.tables.attack import BeginAttack, Reveal, StopAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn
from rooms.underground.game.tables.cards import pile_of
from rooms.underground.game.tables.corrections import DealHand
from rooms.underground.game.tables.lookup import hand_of, step_of, table_of, turn_at
from rooms.underground.game.tables.turns import EndTurn
from tests.e2e import inside

WEST = TableId("west")
SEED = 4
TRAPS = ("ambush", "exactly-as-planned")
LONGER = AddTime(month=1, phase=Phase.ACTION, seconds=36_000, room=Room.UNDERGROUND, table=WEST)


def seated(*seats: str, table: str = WEST) -> tuple[Command, ...]:
    """Return commands that seat these players at an Underground table in month 1."""
    return tuple(SeatInRoom(player=SeatId(seat), month=1, room=Room.UNDERGROUND, table=table) for seat in seats)


def end_step(step: str, *, table: str = WEST) -> EndStep:
    """Return the command that ends this step of a table in month 1."""
    return EndStep(room=Room.UNDERGROUND, month=1, step=StepId(step), table=table)


def state_now(event: Event) -> GameState:
    """The stored state of the event."""
    return inside.state_of(event.pk)


def table_now(event: Event) -> CardTable:
    """The stored state of the West's table."""
    return table_of(state_now(event), WEST)


def end_steps(event: Event, until: TableStep) -> None:
    """End the table's steps until this one runs."""
    while (step := step_of(state_now(event), WEST)) != until:
        if step is None:
            raise LookupError(f"No step runs at the table, so {until} never comes.")
        inside.carry_out(event.pk, [end_step(step)])


def end_turn(event: Event) -> None:
    """End the turn of the player whose turn it is."""
    state = state_now(event)
    step, seat = step_of(state, WEST), turn_at(state, WEST)
    assert step is not None
    assert seat is not None
    inside.carry_out(event.pk, [EndTurn(month=1, table=WEST, step=step, seat=seat)])


def write_sheets(event: Event) -> None:
    """Let bots send every sheet that players who are present may send."""
    play_planning(event, SEED, lazy=0.0)


def play_step(event: Event, step: TableStep, rounds: int) -> None:
    """Go on to this step and let each bot act at most `rounds` times."""
    end_steps(event, step)
    tried: TriedCommands = set()
    for _each in range(rounds):
        play_steps(event, SEED, tried)


def is_guarded(scheme: Lying) -> bool:
    """Whether a minion protects the scheme."""
    return bool(scheme.protection)


def is_by_the_last(scheme: Lying) -> bool:
    """Whether the fifth player of Swords has written the scheme."""
    return scheme.author == "swords-5"


def begin_attack(event: Event, target: Callable[[Lying], bool]) -> None:
    """Let the player on turn attack the first matching scheme of another House."""
    end_steps(event, TableStep.ATTACK)
    state = state_now(event)
    attacker = turn_at(state, WEST)
    assert attacker is not None
    house = state.seats[attacker].house
    scheme = next(each for each in table_of(state, WEST).schemes if each.house != house and target(each))
    card = hand_of(state, WEST, attacker)[0]
    inside.carry_out(event.pk, [BeginAttack(month=1, table=WEST, seat=attacker, scheme=scheme.id, card=card)])


def reveal(event: Event) -> None:
    """Turn the outermost Protection face up."""
    attack = table_now(event).attack
    assert attack is not None
    inside.carry_out(event.pk, [Reveal(month=1, table=WEST, scheme=attack.scheme)])


def finish_attack(event: Event) -> None:
    """Foil the scheme that was reached. If it is a trap, go on, so that it strikes."""
    table = table_now(event)
    if table.attack is None:
        return
    trap = any(each.id == table.attack.scheme and each.paper.type in TRAPS for each in table.schemes)
    ends = GoOn if trap else FoilScheme
    inside.carry_out(event.pk, [ends(month=1, table=WEST, seat=table.attack.attacker, scheme=table.attack.scheme)])


def fight(event: Event, scenes: int) -> None:
    """Let every player attack the best guarded scheme until `scenes` scenes have been seen."""
    end_steps(event, TableStep.ATTACK)
    while len(table_now(event).seen) < scenes and (turn := turn_at(state_now(event), WEST)) is not None:
        state, table = state_now(event), table_now(event)
        attacked = {scheme for seat, scheme in table.attacked if seat == turn}
        others = [each for each in table.schemes if each.house != state.seats[turn].house and each.id not in attacked]
        target = max(others, key=lambda each: len(each.protection), default=None)
        hand = hand_of(state, WEST, turn)
        if target is None or not hand:
            inside.carry_out(event.pk, [EndTurn(month=1, table=WEST, step=TableStep.ATTACK, seat=turn)])
            continue
        inside.carry_out(event.pk, [BeginAttack(month=1, table=WEST, seat=turn, scheme=target.id, card=hand[0])])
        while (attack := table_now(event).attack) is not None:
            if attack.reached:
                finish_attack(event)
            elif attack.card is not None:
                reveal(event)
            else:
                inside.carry_out(event.pk, [StopAttack(month=1, table=WEST, seat=attack.attacker, scheme=attack.scheme)])


def deal(event: Event, hands: Mapping[str, Iterable[str]]) -> None:
    """Put these minions into hands, each named by its face, such as "rock-red", so that comparisons do not depend on chance."""
    for seat, faces in hands.items():
        state = state_now(event)
        hand, pile = list(hand_of(state, WEST, SeatId(seat))), pile_of(state, state.seats[SeatId(seat)].house)
        at_hand = [*hand, *pile.cards, *pile.discards]
        wanted = [at_hand.pop(next(at for at, card in enumerate(at_hand) if f":{face}#" in card)) for face in faces]
        given = tuple(card for card in wanted if card not in hand)
        taken = tuple(card for card in hand if card not in wanted)
        if given or taken:
            player = SeatId(seat)
            command = DealHand(month=1, table=WEST, player=player, given=given, taken=taken, reason="cards of the table")
            inside.carry_out(event.pk, [command])

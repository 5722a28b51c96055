"""The attack at a table for one viewer, and the month's attacks as public scenes (GE-UND-43, R-119, R-144)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.day.words import who
from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.state import Attack, CardTable, Compared, Ended, Lying, Outcome, Seen, TableId, TableStep
from rooms.underground.game.tables.attack import barred_from
from rooms.underground.game.tables.attack_trap import AMBUSH, advancement_of, is_trap
from rooms.underground.game.tables.cards import fight_words, scheme_in, scheme_words, trap_name
from rooms.underground.game.tables.lookup import (
    hand_of,
    house_players_at,
    knows,
    seats_at_table,
    step_of,
    table_of,
    tables,
    turn_at,
    turn_since,
)
from rooms.underground.game.view_cards import CardShown, card_shown
from rooms.underground.game.view_schemes import scheme_face
from rooms.underground.rules import losses

# === attack =============================================================================================================

# The attack at a table for one viewer: its state, possible acts, and possible targets (GE-UND-43)


class AttackPhase(StrEnum):
    """What a running attack waits for. Reveals only what the whole table may know."""

    REVEAL = "reveal"  # the reveal of the outermost Protection
    ATTACKER = "attacker"  # the attacker, to play on or stop
    LOOK = "look"  # the attacker at the reached scheme; the same for trap and scheme
    LOSS = "loss"  # the attacker's choice of what a trap takes


class LossShown(Struct, frozen=True, kw_only=True):
    """A scheme of the viewer's House and the Advancement it could lose."""

    scheme: int
    advancement: int


class RunningShown(Struct, frozen=True, kw_only=True):
    """The running attack. `face`: the scheme and its target, for those who may know, else "".

    Acts allowed now: `reveal`, `play`, `stop`, `decide` (foil or leave), `go_on` (the trap strikes), `losses` with the number
    `due`. `absent`: nobody of the owner House sits here, so the desk reveals.
    """

    attacker: SeatId
    name: str
    scheme: int
    house: HouseId
    protection: int
    waits: AttackPhase
    words: str
    face: str
    absent: bool
    reveal: bool
    play: bool
    stop: bool
    decide: bool
    go_on: bool
    losses: tuple[LossShown, ...]
    due: int


class ComparedShown(Struct, frozen=True, kw_only=True):
    """The last two minions, face up for all. `at`: time of the comparison, so that screens can hold it until read."""

    attacker: SeatId
    name: str
    scheme: int
    card: CardShown
    guard: CardShown
    won: bool
    words: str
    at: datetime


class EndedShown(Struct, frozen=True, kw_only=True):
    """End of the last attack. `trap`: kind sprung, "" for none."""

    attacker: SeatId
    name: str
    scheme: int
    house: HouseId
    outcome: Outcome
    trap: str
    words: str
    at: datetime


class TargetShown(Struct, frozen=True, kw_only=True):
    """A scheme of the table. `why_not`: why this viewer may not attack it, "" if allowed."""

    scheme: int
    house: HouseId
    words: str
    protection: int
    why_not: str


class AttackShown(Struct, frozen=True, kw_only=True):
    """Attack at a table. `begin`: this viewer may begin one or pass; `targets`: empty without a seat here."""

    month: int
    table: TableId
    begin: bool
    running: RunningShown | None
    compared: ComparedShown | None
    ended: EndedShown | None
    targets: tuple[TargetShown, ...]


def attack_view(state: GameState, viewer: Viewer, table: TableId, seat: SeatId | None = None) -> AttackShown | None:
    """A table's Attack for players there and for Underground Control, which may act for `seat`. None for others."""
    here = {each.id for each in seats_at_table(state, table)} if table in tables(state) else set()
    desk = viewer.sees_desk(Desk.UNDERGROUND)
    plays = seat if desk and seat is not None else viewer.seat
    plays = plays if plays in here else None
    if table not in tables(state) or not (desk or plays is not None):
        return None
    at, runs = table_of(state, table), step_of(state, table) == TableStep.ATTACK
    scheme = scheme_in(at, at.attack.scheme) if at.attack is not None else None
    running = None
    if runs and at.attack is not None and scheme is not None:
        running = _running(state, at.attack, scheme, plays, desk=desk)
    return AttackShown(
        month=state.clock.month,
        table=table,
        begin=runs and at.attack is None and plays is not None and turn_at(state, table) == plays,
        running=running,
        compared=compared_shown(state, at.compared) if at.compared is not None else None,
        ended=ended_shown(state, at.ended) if at.ended is not None else None,
        targets=tuple(_target(state, each, plays) for each in at.schemes) if plays is not None else (),
    )


def waits_of(attack: Attack) -> AttackPhase:
    if attack.sprung:
        return AttackPhase.LOSS
    if attack.reached:
        return AttackPhase.LOOK
    return AttackPhase.REVEAL if attack.card is not None else AttackPhase.ATTACKER


def seats_to_reveal(state: GameState, table: TableId) -> tuple[SeatId, ...]:
    """Players at a table who may reveal the Protection for an attack: those of the House that owns the scheme (GE-UND-45)."""
    at = table_of(state, table)
    scheme = scheme_in(at, at.attack.scheme) if at.attack is not None else None
    if (
        step_of(state, table) != TableStep.ATTACK
        or at.attack is None
        or scheme is None
        or waits_of(at.attack) is not AttackPhase.REVEAL
    ):
        return ()
    return tuple(seat.id for seat in house_players_at(state, table, scheme.house))


def _running(state: GameState, attack: Attack, scheme: Lying, plays: SeatId | None, *, desk: bool) -> RunningShown:
    waits, mine = waits_of(attack), plays == attack.attacker
    owner = plays is not None and state.seats[plays].house == scheme.house
    looks = mine and waits is AttackPhase.LOOK
    seen = desk or (plays is not None and knows(scheme, plays))
    bears = advancement_of(state, scheme.table, attack.attacker) if mine and waits is AttackPhase.LOSS else {}
    return RunningShown(
        attacker=attack.attacker,
        name=who(state, attack.attacker),
        scheme=scheme.id,
        house=scheme.house,
        protection=len(scheme.protection),
        waits=waits,
        words=running_words(state, attack, scheme, waits),
        face=scheme_face(state, scheme).words if seen else "",
        absent=not house_players_at(state, scheme.table, scheme.house),
        reveal=waits is AttackPhase.REVEAL and (owner or desk),
        play=mine and waits is AttackPhase.ATTACKER and bool(hand_of(state, scheme.table, attack.attacker)),
        stop=mine and waits in (AttackPhase.REVEAL, AttackPhase.ATTACKER),
        decide=looks and not is_trap(state, scheme),
        go_on=looks and is_trap(state, scheme),
        losses=tuple(LossShown(scheme=each, advancement=len(cards)) for each, cards in bears.items() if cards),
        due=losses.due(bears),
    )


def compared_in(at: CardTable, attack: Attack | Ended | None) -> Compared | None:
    """Last minions compared in this attack, not in an earlier one."""
    shown = at.compared
    if shown is None or attack is None or (shown.attacker, shown.scheme) != (attack.attacker, attack.scheme):
        return None
    return shown


def running_words(state: GameState, attack: Attack, scheme: Lying, waits: AttackPhase) -> str:
    """Public state of a running attack, in one sentence."""
    names = {"player": who(state, attack.attacker), "scheme": scheme_words(state, scheme)}
    match waits:
        case AttackPhase.REVEAL:
            may = house_players_at(state, scheme.table, scheme.house)  # if there are several, each phone says that its player may
            alone = who(state, may[0].id) if may else say("Control")
            defender = house_name(state, scheme.house) if len(may) > 1 else alone
            return say("{player} attacks {scheme}: {defender} reveals the outermost Protection.", defender=defender, **names)
        case AttackPhase.ATTACKER:
            return say("{player} plays on against {scheme}, or stops.", **names)
        case AttackPhase.LOOK:
            return say("{player} has reached {scheme} and looks at it.", **names)
    trap = trap_name(state, attack.sprung)
    return say("{player} has sprung a trap, {trap}, and chooses what it takes.", player=names["player"], trap=trap)


def compared_shown(state: GameState, shown: Compared) -> ComparedShown:
    """Two compared minions, public."""
    return ComparedShown(
        attacker=shown.attacker,
        name=who(state, shown.attacker),
        scheme=shown.scheme,
        card=card_shown(state, shown.card),
        guard=card_shown(state, shown.guard),
        won=shown.won,
        words=fight_words(state, shown.card, shown.guard, shown.won),
        at=shown.at,
    )


def ended_shown(state: GameState, shown: Ended) -> EndedShown:
    """The end of an attack, public."""
    names = {"player": who(state, shown.attacker), "number": shown.scheme, "house": house_name(state, shown.house)}
    match shown.outcome:
        case Outcome.BEATEN:
            words = say("{player} is beaten back from scheme {number} of {house}.", **names)
        case Outcome.FOILED:
            words = say("{player} has foiled scheme {number} of {house}.", **names)
        case Outcome.LEFT:
            words = say("{player} has left scheme {number} of {house} in place.", **names)
        case Outcome.TRAPPED:
            words = say("{player} has sprung a trap of {house}: {trap}.", trap=trap_name(state, shown.trap), **names)
            words = " ".join((words, *trap_effects(state, shown)))
        case Outcome.GONE:
            words = say("The attack of {player} is over: the scheme no longer lies there.", **names)
        case _:
            words = say("The attack of {player} on scheme {number} of {house} is over.", **names)
    return EndedShown(
        attacker=shown.attacker,
        name=who(state, shown.attacker),
        scheme=shown.scheme,
        house=shown.house,
        outcome=shown.outcome,
        trap=shown.trap,
        words=words,
        at=shown.at,
    )


def trap_effects(state: GameState, shown: Ended) -> tuple[str, ...]:
    """Public effects of a sprung trap: who drew the Favor, never which (R-120)."""
    told = []
    player = who(state, shown.attacker)
    if shown.trap == AMBUSH:
        told.append(say("{player} takes 1 wound.", player=player))
    if shown.lost:
        house = house_name(state, state.seats[shown.attacker].house)
        told.append(say("{house} loses {count} Advancement.", house=house, count=shown.lost))
    if shown.drew is not None and shown.drew in state.seats:
        told.append(say("{player} draws 1 Favor.", player=who(state, shown.drew)))
    return tuple(told)


def _target(state: GameState, scheme: Lying, plays: SeatId) -> TargetShown:
    no = barred_from(state, table_of(state, scheme.table), state.seats[plays], scheme)
    return TargetShown(
        scheme=scheme.id,
        house=scheme.house,
        words=scheme_words(state, scheme),
        protection=len(scheme.protection),
        why_not=no.sentence if no is not None else "",
    )


# === scenes =============================================================================================================

# Public scenes of the month's attacks, for screens that show each until it is read. A scene is two minions face up,
# a trap that has struck, or the end of an attack. Late or reloaded screens begin with the running or last attack.


MOST: Final = 24  # more than a table produces while a screen catches up
SOON: Final = (Outcome.BEATEN, Outcome.SPENT)  # endings shown below the comparison that caused them


class AttackScene(Struct, frozen=True, kw_only=True):
    """A scene for the middle. `number`: rises with time; `about`: attacker and target; `last`: closes an attack."""

    number: int
    about: str
    compared: ComparedShown | None = None
    trap: str = ""
    ended: str = ""
    last: bool = False


class Scenes(Struct, frozen=True, kw_only=True):
    """The newest scenes, oldest first.

    `standing`: what remains when all are read; `since`: number after which a new screen begins. Both refer to the running or last
    attack.
    """

    scenes: tuple[AttackScene, ...]
    standing: AttackScene | None
    since: int


def scenes_of(state: GameState, at: CardTable, *, attack_runs: bool) -> Scenes:
    """Scenes at a table this month. `attack_runs`: its Attack step is running."""
    found = list(_scenes(state, at.seen or _scenes_of_earlier_release(at)))
    attack = at.attack if attack_runs else None
    if attack is not None and attack.sprung:
        began = turn_since(state, at.id)
        found.append(_sprung(state, at, attack, max(found[-1].number if found else 0, _number(began) if began else 0)))
    own = _newest(found) if attack is None else _since_last(found)
    first = own[0].number if own and attack_runs else None
    behind = [each.number for each in found if first is None or each.number < first]
    standing = own[-1] if own and attack_runs else None
    return Scenes(scenes=tuple(found[-MOST:]), standing=standing, since=behind[-1] if behind else 0)


def scenes_told(state: GameState, at: CardTable) -> tuple[str, ...]:
    """The scenes in words, one line each, oldest first, for players who were away."""
    told = (
        " ".join(filter(None, (each.about, _fight(each), each.ended)))
        for each in _scenes(state, at.seen or _scenes_of_earlier_release(at))
    )
    return tuple(told)[-MOST:]


def _fight(scene: AttackScene) -> str:
    return f"{capital(scene.compared.words)}." if scene.compared is not None else ""


def _scenes(state: GameState, seen: Iterable[Seen]) -> Iterable[AttackScene]:
    held: AttackScene | None = None
    for each in seen:
        if each.compared is not None:
            if held is not None:
                yield held
            held = _compared(state, each.house, each.compared)
        if (ended := each.ended) is not None:
            words = ended_shown(state, ended).words
            if held is not None and ended.outcome in SOON and _number(ended.at) // 10 == held.number // 10:
                yield replace(held, ended=words, last=True)
            else:
                if held is not None:
                    yield held
                yield _end_scene(state, ended, words)
            held = None
    if held is not None:
        yield held


def _compared(state: GameState, house: HouseId | None, compared: Compared) -> AttackScene:
    about = _attack_words(state, compared, house) if house is not None else ""
    return AttackScene(number=_number(compared.at) + 1, about=about, compared=compared_shown(state, compared))


def _end_scene(state: GameState, ended: Ended, words: str) -> AttackScene:
    trap = trap_name(state, ended.trap) if ended.outcome is Outcome.TRAPPED else ""
    return AttackScene(number=_number(ended.at) + 5, about="", trap=trap, ended=words, last=True)


def _sprung(state: GameState, at: CardTable, attack: Attack, after: int) -> AttackScene:
    """A trap that struck while its attacker still chooses its loss. It follows the scenes so far."""
    scheme = scheme_in(at, attack.scheme)
    about = _attack_words(state, attack, scheme.house) if scheme is not None else ""
    return AttackScene(number=after + 1, about=about, trap=trap_name(state, attack.sprung))


def _attack_words(state: GameState, attack: Attack | Compared, house: HouseId) -> str:
    names = {"player": who(state, attack.attacker), "number": attack.scheme, "house": house_name(state, house)}
    return say("{player} attacks scheme {number} of {house}.", **names)


def _newest(found: list[AttackScene]) -> list[AttackScene]:
    """Scenes of the last finished attack."""
    starts = [at + 1 for at, each in enumerate(found[:-1]) if each.last]
    return found[starts[-1] if starts else 0 :]


def _since_last(found: list[AttackScene]) -> list[AttackScene]:
    """Scenes of the running attack."""
    starts = [at + 1 for at, each in enumerate(found) if each.last]
    return found[starts[-1] if starts else 0 :]


def _scenes_of_earlier_release(at: CardTable) -> tuple[Seen, ...]:
    """Last scenes stored by an earlier release, which kept no others."""
    found = tuple(Seen(house=None, compared=each) for each in (at.compared,) if each is not None)
    ended = tuple(Seen(house=each.house, ended=each) for each in (at.ended,) if each is not None)
    return (*ended, *found) if at.attack is not None else (*found, *ended)


def _number(at: datetime) -> int:
    return round(at.timestamp() * 1000) * 10

"""What the whole table has seen of the month's attacks, scene by scene, for screens that show each until it is read (R-119, R-144).

A scene is two minions face up, a trap that has struck, or how an attack ended. Who comes late, or was loaded again, begins with the
attack that goes on or was the last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from control.day.words import who
from control.engine.language import say
from control.engine.words import capital
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.tables.asked import turn_since
from rooms.underground.game.tables.hands import scheme_in
from rooms.underground.game.tables.state import Attack, Compared, Ended, Outcome, Seen, Table
from rooms.underground.game.tables.trapped import trap_name
from rooms.underground.game.view_attack import ComparedShown, compared_shown, ended_shown

MOST: Final = 24  # more than a table can bring about while a screen shows what waits
SOON: Final = (Outcome.BEATEN, Outcome.SPENT)  # what comes of a comparison at once stands below it


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What stands in the middle: `number` rises with time, `about` is who attacks what of whom, and `last` closes an attack."""

    number: int
    about: str
    compared: ComparedShown | None = None
    trap: str = ""
    ended: str = ""
    last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenes:
    """The newest scenes, oldest first. `standing` is what stands there once all are read, and `since` the number behind which a
    screen begins that has shown none; both are about the attack that goes on, or the last one.
    """

    scenes: tuple[Scene, ...]
    standing: Scene | None
    since: int


def scenes_of(state: GameState, at: Table, *, attack_runs: bool) -> Scenes:
    """What has been seen at a table this month; `attack_runs` is that its Attack goes on."""
    found = list(_scenes(state, at.seen or _before_seen(at)))
    attack = at.attack if attack_runs else None
    if attack is not None and attack.sprung:
        began = turn_since(state, at.id)
        found.append(_sprung(state, at, attack, max(found[-1].number if found else 0, _number(began) if began else 0)))
    own = _newest(found) if attack is None else _since_last(found)
    first = own[0].number if own and attack_runs else None
    behind = [each.number for each in found if first is None or each.number < first]
    standing = own[-1] if own and attack_runs else None
    return Scenes(scenes=tuple(found[-MOST:]), standing=standing, since=behind[-1] if behind else 0)


def scenes_told(state: GameState, at: Table) -> tuple[str, ...]:
    """The same in words, a line for each scene, for who was away: oldest first."""
    told = (" ".join(filter(None, (each.about, _fight(each), each.ended))) for each in _scenes(state, at.seen or _before_seen(at)))
    return tuple(told)[-MOST:]


def _fight(scene: Scene) -> str:
    return f"{capital(scene.compared.words)}." if scene.compared is not None else ""


def _scenes(state: GameState, seen: Iterable[Seen]) -> Iterable[Scene]:
    held: Scene | None = None
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
                yield _ended(state, ended, words)
            held = None
    if held is not None:
        yield held


def _compared(state: GameState, house: HouseId | None, compared: Compared) -> Scene:
    about = _about(state, compared, house) if house is not None else ""
    return Scene(number=_number(compared.at) + 1, about=about, compared=compared_shown(state, compared))


def _ended(state: GameState, ended: Ended, words: str) -> Scene:
    trap = trap_name(state, ended.trap) if ended.outcome is Outcome.TRAPPED else ""
    return Scene(number=_number(ended.at) + 5, about="", trap=trap, ended=words, last=True)


def _sprung(state: GameState, at: Table, attack: Attack, after: int) -> Scene:
    """A trap that has struck while its attacker still chooses what it takes; it comes right behind what was seen before."""
    scheme = scheme_in(at, attack.scheme)
    about = _about(state, attack, scheme.house) if scheme is not None else ""
    return Scene(number=after + 1, about=about, trap=trap_name(state, attack.sprung))


def _about(state: GameState, attack: Attack | Compared, house: HouseId) -> str:
    names = {"player": who(state, attack.attacker), "number": attack.scheme, "house": house_name(state, house)}
    return say("{player} attacks scheme {number} of {house}.", **names)


def _newest(found: list[Scene]) -> list[Scene]:
    """The scenes of the last attack that is over."""
    starts = [at + 1 for at, each in enumerate(found[:-1]) if each.last]
    return found[starts[-1] if starts else 0 :]


def _since_last(found: list[Scene]) -> list[Scene]:
    """The scenes of the attack that goes on."""
    starts = [at + 1 for at, each in enumerate(found) if each.last]
    return found[starts[-1] if starts else 0 :]


def _before_seen(at: Table) -> tuple[Seen, ...]:
    """The last of what an earlier release has stored, which kept no more."""
    found = tuple(Seen(house=None, compared=each) for each in (at.compared,) if each is not None)
    ended = tuple(Seen(house=each.house, ended=each) for each in (at.ended,) if each is not None)
    return (*ended, *found) if at.attack is not None else (*found, *ended)


def _number(at: datetime) -> int:
    return round(at.timestamp() * 1000) * 10

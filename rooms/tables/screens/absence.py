"""Absence on the screens: what will be, or was, played for somebody by the clock’s default or by a bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from control.engine.language import say
from control.journal.desk import actor_key
from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.game.turn_time import MILLISECOND
from rooms.tables.registry import Level, app_of
from rooms.tables.screens.heading import own_turn
from rooms.tables.story import default_words

# === default ahead ======================================================================================================

# What is played for somebody by itself when the time is out, said before it is.


def run_out_words(door: TablePass) -> str:
    """What happens by itself if the time of whoever is asked runs out; empty for everybody else, and without a limit."""
    state, chair = door.state, door.chair
    if chair is None or state.deadline is None or not own_turn(state, chair):
        return ""
    words = default_words(door.engine, state.play, chair)
    if not words:
        return ""
    reserve = state.late is None and chair < len(state.reserves) and state.reserves[chair] * MILLISECOND >= MILLISECOND
    if reserve:
        return say("If your time and your reserve run out: {what}", what=words)
    return say("If your time runs out: {what}", what=words)


# === played meanwhile ===================================================================================================

# What was played for somebody who was not there: by the clock when the time was out, or by a bot.


@dataclass(frozen=True, slots=True, kw_only=True)
class Meanwhile:
    """What was played since the own last action, as the own log has it. `bot`: a bot did, `since` this round; else the clock.

    `default` is what happens by itself when the time is out, empty where the game says nothing of it.
    """

    bot: bool
    since: str
    default: str
    played: tuple[str, ...]


def meanwhile_of(door: TablePass, lines: Sequence[story.Line]) -> Meanwhile | None:
    """What was played for whoever sits here, until the next own action; None where nothing was, and while a bot plays."""
    person, chair, state = door.person, door.chair, door.state
    if person is None or chair is None or state.play is None or state.chairs[chair].bot:
        return None
    behind = story.behind_own(lines, actor_key(person.actor))
    came = next((at for at, line in enumerate(behind) if line.bot_for == chair), len(behind))
    deeds = [at for at in range(came, len(behind)) if behind[at].player == chair and _is_told(behind[at], chair)]
    late = max((at for at, line in enumerate(behind) if chair in line.late), default=-1)
    if deeds and deeds[-1] > late:
        played = tuple(behind[at].told(chair) for at in deeds)
        return Meanwhile(bot=True, since=_round_words(door, lines, behind[came]), default="", played=played)
    return _by_clock(behind, late, chair) if late >= 0 else None


def _by_clock(behind: Sequence[story.Line], late: int, chair: int) -> Meanwhile:
    line = behind[late]
    return Meanwhile(
        bot=False,
        since="",
        default=line.defaults[line.late.index(chair)],
        played=tuple(_played(behind[late:], chair)),
    )


def _played(behind: Sequence[story.Line], chair: int) -> Iterator[str]:
    """What came of it: the rest of that command, up to the next whose time ran out."""
    rest = takewhile(lambda line: line.command == behind[0].command and not line.late, behind[1:])
    return (line.told(chair) for line in rest if _is_told(line, chair))


def _is_told(line: story.Line, chair: int) -> bool:
    """Is it told again? What the game calls small only where it says something to this player alone."""
    told, note = line.told(chair), line.note
    return line.moves and bool(told) and note.level is None and (not note.small or told != line.told(None))


def _round_words(door: TablePass, lines: Sequence[story.Line], came: story.Line) -> str:
    """The round in which that came: "Round 3"; empty in a game that has none."""
    gone = story.withdrawn(lines)
    number = sum(line.note.level is Level.ROUND and line.seq < came.seq and line.seq not in gone for line in lines)
    return say("{round} {number}", round=say(app_of(door.table.kind).rounds), number=number) if number else ""

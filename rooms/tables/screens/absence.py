"""Absence on screens: what the clock's default or a bot will play, or has played, for a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from control.engine.language import say
from control.journal.desk import actor_key
from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.game.turn_time import MILLISECOND
from rooms.tables.registry import LogLevel, app_of
from rooms.tables.screens.heading import own_turn
from rooms.tables.story import default_words

# === default ahead ======================================================================================================

# A hint before a time-out: the default that will be played.


def run_out_words(door: TablePass) -> str:
    """The default action if this player's time runs out. Empty for all others, and without a time limit."""
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

# What a time-out or a bot has played for an absent player.


class Meanwhile(Struct, frozen=True, kw_only=True):
    """What was played for the viewer since their last own action, in the words of their log.

    `bot`: a bot played, otherwise the clock. `since`: the round in which the bot came. `default`: what a time-out does, empty if
    the game does not say.
    """

    bot: bool
    since: str
    default: str
    played: tuple[str, ...]


def meanwhile_of(door: TablePass, lines: Sequence[story.TableStoryLine]) -> Meanwhile | None:
    """What was played for the viewer since their last own action. None if nothing was, and while a bot plays for them."""
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
    return _meanwhile_by_clock(behind, late, chair) if late >= 0 else None


def _meanwhile_by_clock(behind: Sequence[story.TableStoryLine], late: int, chair: int) -> Meanwhile:
    line = behind[late]
    return Meanwhile(
        bot=False,
        since="",
        default=line.defaults[line.late.index(chair)],
        played=tuple(_played_sentences(behind[late:], chair)),
    )


def _played_sentences(behind: Sequence[story.TableStoryLine], chair: int) -> Iterator[str]:
    """Sentences of what followed: the rest of that command, up to the next time-out."""
    rest = takewhile(lambda line: line.command == behind[0].command and not line.late, behind[1:])
    return (line.told(chair) for line in rest if _is_told(line, chair))


def _is_told(line: story.TableStoryLine, chair: int) -> bool:
    """Whether the line is repeated here. A small one is only if this player reads it differently from everybody."""
    told, note = line.told(chair), line.note
    return line.moves and bool(told) and note.level is None and (not note.small or told != line.told(None))


def _round_words(door: TablePass, lines: Sequence[story.TableStoryLine], came: story.TableStoryLine) -> str:
    """The round in which that line came: "Round 3". Empty for a game without rounds."""
    gone = story.withdrawn(lines)
    number = sum(line.note.level is LogLevel.ROUND and line.seq < came.seq and line.seq not in gone for line in lines)
    return say("{round} {number}", round=say(app_of(door.table.kind).rounds), number=number) if number else ""

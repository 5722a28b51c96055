"""The log of a table as a viewer reads it, and what of it somebody reads first who comes back: all since the own last action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from control.engine.language import say, say_count
from control.journal.desk import actor_key
from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.game.state import Stage
from rooms.tables.registry import Level, Touch

LOG_LINES = 60
SINCE_LINES = 6  # sentences that somebody reads at once who comes back to the table


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A sentence of the log; struck through where it was taken back. With a level ("round", "turn") it stands over others."""

    seq: int
    words: str
    gone: bool
    aloud: bool
    player: int | None = None
    level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogView:
    """The log, newest sentence first under each heading; `older`: there is more in the history. `players` may be chosen from."""

    lines: tuple[LogLine, ...]
    players: tuple[tuple[int, str], ...]
    older: bool


def log_lines(lines: Sequence[story.Line], player: int | None, most: int) -> tuple[LogLine, ...]:
    """The newest sentences that this viewer may read, the newest first, without headings."""
    gone = story.withdrawn(lines)
    found: list[LogLine] = []
    for line in reversed(lines):
        if words := line.told(player):
            found.append(_shown(line, words, gone))
            if len(found) == most:
                break
    return tuple(found)


def log_view(door: TablePass, lines: Sequence[story.Line], most: int = LOG_LINES) -> LogView:
    """The log by rounds and turns, the newest first: each heading stands over what happened after it."""
    gone = story.withdrawn(lines)
    told = [_shown(line, words, gone, line.note.level) for line in lines if (words := line.told(door.chair))]
    cut = max(len(told) - most, 0)
    while cut and not told[cut].level:  # a part is shown with its heading
        cut -= 1
    seated = door.state.stage is not Stage.OPEN
    return LogView(
        lines=tuple(_headed(told[cut:])),
        players=tuple(enumerate(door.state.names)) if seated and any(line.player is not None for line in told) else (),
        older=cut > 0,
    )


def _shown(line: story.Line, words: str, gone: frozenset[int], level: Level | None = None) -> LogLine:
    return LogLine(
        seq=line.seq,
        words=words,
        gone=line.seq in gone,
        aloud=line.aloud,
        player=line.player,
        level=level.value if level else "",
    )


def _headed(told: Sequence[LogLine]) -> Iterator[LogLine]:
    for round_ in reversed(_parts(told, (Level.ROUND,))):
        parts = _parts(round_, (Level.ROUND, Level.TURN))
        opening = parts.pop(0)
        head = 1 if opening[0].level == Level.ROUND else 0
        yield from opening[:head]
        for part in reversed([opening[head:], *parts]):
            if part:
                own = 1 if part[0].level else 0
                yield from part[:own]
                yield from reversed(part[own:])


def _parts(told: Sequence[LogLine], levels: Sequence[Level]) -> list[list[LogLine]]:
    """What was told, in parts: each begins with a heading of these levels, but perhaps for the first."""
    found: list[list[LogLine]] = []
    for line in told:
        if not found or line.level in levels:
            found.append([])
        found[-1].append(line)
    return found


# --- since the own last action ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What one player did, in the sentences of the log; an empty name is the table’s own doing."""

    seq: int
    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """What happened since the viewer’s own last action: the newest of it, and what was before; `more` says how much that is."""

    title: str
    newest: tuple[Done, ...]
    earlier: tuple[Done, ...]
    more: str


def since_own(door: TablePass, lines: Sequence[story.Line]) -> tuple[story.Line, ...]:
    """The lines since the viewer’s own last action; none for whoever does not sit at the table."""
    return () if door.person is None or door.chair is None else story.since_own(lines, actor_key(door.person.actor))


def since_view(door: TablePass, lines: Sequence[story.Line]) -> Since | None:
    """What whoever is asked reads first, the own private notes included; None where nobody is asked or nothing happened."""
    state, chair = door.state, door.chair
    if chair is None or state.stage is not Stage.PLAYING or chair not in state.waits_for or state.chairs[chair].bot:
        return None
    told = [line for line in since_own(door, lines) if line.told(chair) and not line.note.small]
    if not told:
        return None
    earlier, newest = told[:-SINCE_LINES], told[-SINCE_LINES:]
    return Since(
        title=say("Since you last acted"),
        newest=tuple(_done(newest, chair, state.names)),
        earlier=tuple(_done(earlier, chair, state.names)),
        more=say_count("{count} more before that", "{count} more before that", len(earlier)),
    )


def _done(lines: Sequence[story.Line], chair: int, names: Sequence[str]) -> Iterator[Done]:
    for player, group in groupby(lines, key=lambda line: line.player):
        found = tuple(group)
        name = names[player] if player is not None and player < len(names) else ""
        yield Done(seq=found[0].seq, name=name, sentences=tuple(line.told(chair) for line in found))


def touched_since(door: TablePass, lines: Sequence[story.Line], player: int | None) -> tuple[Touch, ...]:
    """What is marked on the board: touched since the player’s own last action; by the newest action for whoever looks on."""
    found = story.newest_move(lines) if player is None else since_own(door, lines)
    return tuple(touch for line in found for touch in line.note.touched)

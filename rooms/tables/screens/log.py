"""The log of a table for one viewer, and a summary for a player who comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from django.urls import reverse
from msgspec import Struct

from control.engine.language import listed, say, say_count
from control.engine.records import replace
from control.journal.desk import actor_key
from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.game.state import TableStage
from rooms.tables.registry import LogLevel, Touch, app_of

# === log ================================================================================================================


LOG_LINES = 60
SINCE_LINES = 3  # sentences of the short summary for a player who comes back


class LogLine(Struct, frozen=True, kw_only=True):
    """A sentence of the log, struck through if it was undone. With a level ("round", "turn") it is a heading."""

    seq: int
    words: str
    gone: bool
    aloud: bool
    player: int | None = None
    level: str = ""


class LogView(Struct, frozen=True, kw_only=True):
    """The log, newest first below each heading. `older`: the history has more. `players`: choices of the filter."""

    lines: tuple[LogLine, ...]
    players: tuple[tuple[int, str], ...]
    older: bool


def log_lines(lines: Sequence[story.TableStoryLine], player: int | None, most: int) -> tuple[LogLine, ...]:
    """The newest sentences for this viewer, newest first, without headings."""
    gone = story.withdrawn(lines)
    found: list[LogLine] = []
    for line in reversed(lines):
        if words := line.told(player):
            found.append(_log_line(line, words, gone))
            if len(found) == most:
                break
    return tuple(found)


def log_view(door: TablePass, lines: Sequence[story.TableStoryLine], most: int = LOG_LINES) -> LogView:
    """The log by rounds and turns, newest first. Each heading is above what happened after it."""
    gone = story.withdrawn(lines)
    told: list[LogLine] = []
    older = False
    for line in reversed(lines):
        if words := line.told(door.chair):
            enough = most if told and told[-1].level else 2 * most  # include the heading of a part if it is near
            if len(told) >= enough:
                older = True
                break
            told += _with_heading(_log_line(line, words, gone, line.note.level), line)
    by_player = door.state.stage is not TableStage.OPEN and any(line.player is not None for line in told)
    return LogView(
        lines=tuple(_with_headings(told[::-1])),
        players=tuple(_player_names(lines, door.state.names)) if by_player else (),
        older=older,
    )


def _player_names(lines: Sequence[story.TableStoryLine], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Players by name, with the earlier names that sentences still use from before a chair changed hands."""
    for player, name in enumerate(names):
        before = dict.fromkeys(line.by for line in lines if line.player == player and line.by not in ("", name))
        yield player, say("{name}, before {others}", name=name, others=listed(list(before))) if before else name


def _log_line(line: story.TableStoryLine, words: str, gone: frozenset[int], level: LogLevel | None = None) -> LogLine:
    return LogLine(
        seq=line.seq,
        words=words,
        gone=line.seq in gone,
        aloud=line.aloud,
        player=line.player,
        level=level.value if level else "",
    )


def _with_heading(shown: LogLine, line: story.TableStoryLine) -> Iterator[LogLine]:
    """A sentence, followed by the heading of the round that begins with its turn: the order is newest first."""
    if line.note.round:
        yield replace(shown, level=LogLevel.TURN.value)
        yield LogLine(seq=line.seq, words=line.note.round, gone=shown.gone, aloud=False, level=LogLevel.ROUND.value)
    else:
        yield shown


def _with_headings(told: Sequence[LogLine]) -> Iterator[LogLine]:
    for round_ in reversed(_parts(told, (LogLevel.ROUND,))):
        parts = _parts(round_, (LogLevel.ROUND, LogLevel.TURN))
        opening = parts.pop(0)
        head = 1 if opening[0].level == LogLevel.ROUND else 0
        yield from opening[:head]
        for part in reversed([opening[head:], *parts]):
            if part:
                own = 1 if part[0].level else 0
                yield from part[:own]
                yield from reversed(part[own:])


def _parts(told: Sequence[LogLine], levels: Sequence[LogLevel]) -> list[list[LogLine]]:
    """The log split into parts. Each begins with a heading of these levels, except perhaps the first."""
    found: list[list[LogLine]] = []
    for line in told:
        if not found or line.level in levels:
            found.append([])
        found[-1].append(line)
    return found


# --- summary since the last own action ----------------------------------------------------------------------------------


class LoggedTurn(Struct, frozen=True, kw_only=True):
    """What one player did, in sentences of the log. `name`: empty if the first sentence has it, or nobody did it."""

    seq: int
    name: str
    sentences: tuple[str, ...]


class NewsSinceTurn(Struct, frozen=True, kw_only=True):
    """What happened since the viewer's last own action: `short` is what concerned the viewer, `whole` is everything.

    `goal`: how the game is won, for a viewer who has not acted yet. `score`: the change of the viewer's score, empty without one.
    """

    title: str
    goal: str
    rules: str
    score: str
    short: tuple[LoggedTurn, ...]
    whole: tuple[LoggedTurn, ...]
    more: str


def since_own(door: TablePass, lines: Sequence[story.TableStoryLine]) -> tuple[story.TableStoryLine, ...]:
    """The lines since the viewer's last own action. Empty for an onlooker."""
    return () if door.person is None or door.chair is None else story.since_own(lines, actor_key(door.person.actor))


def since_view(door: TablePass, lines: Sequence[story.TableStoryLine]) -> NewsSinceTurn | None:
    """The summary for a player to act, private notes included. Before their first action players who wait see it too.

    None if it is not the viewer's turn or nothing happened.
    """
    state, chair, person = door.state, door.chair, door.person
    if chair is None or person is None or state.stage is not TableStage.PLAYING or state.chairs[chair].bot:
        return None
    goal = "" if story.has_acted(lines, actor_key(person.actor)) else _goal_of(door, chair)
    if chair not in state.waits_for and not goal:
        return None
    happened = since_own(door, lines)
    told = [line for line in happened if line.told(chair) and not line.note.small]
    if goal:  # the table itself shows its setup
        began = max((line.command for line in lines if line.begins), default=None)
        told = [line for line in told if line.command != began]
    if not told and not goal:
        return None
    return NewsSinceTurn(
        title=say("The game has begun") if goal else say("Since you last acted"),
        goal=goal,
        rules=reverse("tables:rules", args=[door.table.code]) if goal else "",
        score=_score_words(lines, happened[0].seq, chair) if happened else "",
        short=tuple(_done_line(line, chair) for line in _lines_concerning(told, chair, state.names[chair])),
        whole=tuple(_done_groups(told, chair)),
        more=say_count("{count} thing", "{count} things", len(told)) if told else "",
    )


def _goal_of(door: TablePass, chair: int) -> str:
    return app_of(door.table.kind).goal(door.engine.rules.view(door.state.play, chair))


def _lines_concerning(told: Sequence[story.TableStoryLine], chair: int, name: str) -> Sequence[story.TableStoryLine]:
    """The few newest lines that concern the viewer: first what was done to them, then what only they were told."""
    against = [line for line in told if line.player != chair and (chair in line.note.attacked or _names_player(line, name))]
    private = [line for line in told if line not in against and line.told(chair) != line.told(None)]
    return (*against[-SINCE_LINES:], *private[-SINCE_LINES:])[:SINCE_LINES]


def _names_player(line: story.TableStoryLine, name: str) -> bool:
    """Whether the public sentence of this move names the player."""
    return line.moves and bool(re.search(rf"\b{re.escape(name)}\b", line.told(None)))


def _score_words(lines: Sequence[story.TableStoryLine], since: int, chair: int) -> str:
    """The viewer's score before that entry and now."""
    gone = story.withdrawn(lines)
    came = [line for line in lines if line.scores and line.seq not in gone]
    if not came:
        return ""
    last = next((line for line in reversed(came) if line.seq < since), came[0])  # nobody had acted: the score at the start
    before, now = last.scores[chair], came[-1].scores[chair]
    if now == before:
        return ""
    return say("{counted}: {before} → {now}", counted=now.title, before=before.value, now=now.value)


def _done_line(line: story.TableStoryLine, chair: int) -> LoggedTurn:
    (done,) = _done_groups((line,), chair)
    return done


def _done_groups(lines: Sequence[story.TableStoryLine], chair: int) -> Iterator[LoggedTurn]:
    for (_player, name), group in groupby(lines, key=lambda line: (line.player, line.by)):
        found = tuple(group)
        sentences = tuple(line.told(chair) for line in found)
        yield LoggedTurn(seq=found[0].seq, name="" if name in sentences[0] else name, sentences=sentences)


def _last_round(lines: Sequence[story.TableStoryLine], players: int) -> Sequence[story.TableStoryLine]:
    """The lines of the last turns, one for each player and the running one."""
    began = [at for at, line in enumerate(lines) if line.note.level is not None]
    return lines[began[-players - 1] :] if len(began) > players else lines


def touched_since(door: TablePass, lines: Sequence[story.TableStoryLine], player: int | None) -> tuple[Touch, ...]:
    """What the board marks: touched since the player's last own action, or by the newest action for an onlooker.

    After a long absence only the last round counts, since many arrows would overlap.
    """
    found = story.newest_move(lines) if player is None else _last_round(since_own(door, lines), len(door.state.chairs))
    return tuple(touch for line in found for touch in line.note.touched)

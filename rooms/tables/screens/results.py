"""Result of a game: how it ended, where the stake goes, and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from control.debrief.pictures.scale import axis_steps, number_words, spread_apart
from control.engine.language import listed, say, say_count
from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.table_closure import why_words
from rooms.tables.registry import LogLevel, TableApp, app_of
from rooms.tables.screens.heading import stake_words
from rooms.tables.screens.history import is_sealed
from rooms.tables.settlement import winners_of

# === result =============================================================================================================

# How a game ended, and where the stake goes.


class ResultRow(Struct, frozen=True, kw_only=True):
    """A player's score, at the end or at an early end."""

    name: str
    score: int
    won: bool
    mine: bool


class ResultView(Struct, frozen=True, kw_only=True):
    """The result. `why`: why the table was closed early. `stake`: where the stake goes."""

    words: str
    rows: tuple[ResultRow, ...]
    why: str
    stake: str
    cut_off: bool = False


def result_view(door: TablePass) -> ResultView | None:
    """The result, or None during the game."""
    state = door.state
    if state.stage not in (TableStage.OVER, TableStage.CLOSED):
        return None
    if state.play is None:
        return ResultView(words=say("It was closed before the game began."), rows=(), why=why_words(state), stake="")
    rules = door.engine.rules
    result = rules.result(state.play)
    scores = result.scores if result else rules.standing(state.play)
    won = winners_of(door.engine, state)
    rows = [
        ResultRow(name=chair.name, score=scores[number], won=number in won and not state.cut_off, mine=number == door.chair)
        for number, chair in enumerate(state.chairs)
    ]
    rows.sort(key=lambda row: (not row.won, -row.score))
    return ResultView(
        words=_result_words(state, won, early=not result),
        rows=tuple(rows),
        why=why_words(state),
        stake=_stake_words(state, won) if state.stake else "",
        cut_off=state.cut_off,
    )


def _result_words(state: TableState, won: Sequence[int], *, early: bool) -> str:
    names = [state.chairs[number].name for number in won]
    if state.cut_off:
        return say("This game was cut off")
    if early and len(names) == 1:
        return say("As it stood, {name} led", name=names[0])
    if early:
        return say("As it stood, {names} led together", names=listed(names))
    if len(names) > 1:
        return say("{names} share the victory", names=listed(names))
    return say("{name} has won", name=listed(names))


def _stake_words(state: TableState, won: Sequence[int]) -> str:
    """Where the stake goes by the published rule."""
    stake = stake_words(state.stake)
    if state.cut_off:
        return say("The stake was {stake}; it goes back to everybody.", stake=stake)
    if any(state.chairs[each].person for each in won):
        return say("The stake was {stake}; it goes to the winners.", stake=stake)
    return say("The stake was {stake}; it stays with everybody: only bots have won.", stake=stake)


def headline_of_stake(state: TableState, won: Sequence[int]) -> str:
    """Where the stake goes, as a headline."""
    stake = stake_words(state.stake)
    if state.cut_off:
        return say("The stake, {stake}, goes back to everybody", stake=stake)
    if any(state.chairs[each].person for each in won):
        return say("The stake, {stake}, goes to the winners", stake=stake)
    return say("The stake, {stake}, stays with everybody: only bots have won", stake=stake)


# === numbers ============================================================================================================

# Statistics of a finished game: length, turns, attacks, and the score by round as a picture.
# None while anything is sealed, since a score by round would give secrets away.


WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 360, 210, 30, 136, 12, 30  # of the picture and of the margins around its lines
LEAST_APART = 15  # distance between the names at the ends of two lines
LONGEST_LABEL = 13  # letters of a name in the picture; the table below has the whole name
DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "5 5", "1 5")
SIGNS: Final = ("●", "■", "▲", "◆", "▼", "✚")


class ScoreCurve(Struct, frozen=True, kw_only=True):
    """A player's score by round: a line with dashes and a symbol of its own, and the name at its end."""

    name: str
    label: str
    path: str
    dash: str
    sign: str
    points: tuple[tuple[float, float], ...]
    scores: tuple[int, ...]
    label_at: float
    colour: int


class GridLine(Struct, frozen=True, kw_only=True):
    """A grid line or a mark on the axis, with its label."""

    at: float
    words: str


class ScorePicture(Struct, frozen=True, kw_only=True):
    """The score by round. `rounds`: the columns of the table below."""

    curves: tuple[ScoreCurve, ...]
    across: tuple[GridLine, ...]
    below: tuple[GridLine, ...]
    rounds: tuple[str, ...]
    title: str
    axis: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    foot: int = HEIGHT - BOTTOM


class Attacks(Struct, frozen=True, kw_only=True):
    """Whom one player attacked and how often, in words."""

    name: str
    words: str


class AttackRow(Struct, frozen=True, kw_only=True):
    """Attacks of one player for a wall: a count for each player, in their order. `sign`: the player's symbol in the picture."""

    sign: str
    name: str
    counts: tuple[int | None, ...]  # None for the player's own place


class Stats(Struct, frozen=True, kw_only=True):
    """Statistics of a finished game."""

    lasted: str
    turns: str
    by_player: tuple[tuple[str, int], ...]
    attacks_title: str
    attacks: tuple[Attacks, ...]
    rows: tuple[AttackRow, ...]
    picture: ScorePicture | None


def stats_view(door: TablePass, lines: Sequence[story.TableStoryLine]) -> Stats | None:
    """The statistics of a game, or None during it."""
    if is_sealed(door.state):
        return None
    app = app_of(door.table.kind)
    groups = [group for group in reversed(list(story.standing_moves(lines))) if not all(line.plain for line in group)]
    stand = [line for group in groups for line in group]
    if not stand:
        return None
    turns = _turns(stand, groups)
    names, attacked = door.state.names, _count_attacks(stand)
    return Stats(
        lasted=_duration_words(int((stand[-1].at - stand[0].at).total_seconds())),
        turns=say_count("{count} turn", "{count} turns", sum(turns.values())),
        by_player=tuple((name, turns[player]) for player, name in enumerate(names)),
        attacks_title=say(app.attacks),
        attacks=tuple(_attacks(attacked, names)),
        rows=tuple(_rows(attacked, names)) if attacked else (),
        picture=_picture(app, door, stand),
    )


def _duration_words(seconds: int) -> str:
    minutes = max(round(seconds / 60), 1)
    if minutes < 60:
        return say_count("{count} minute", "{count} minutes", minutes)
    return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def _turns(stand: Sequence[story.TableStoryLine], groups: Sequence[story.Group]) -> Counter[int]:
    """Turns of each player: by the game's headings, or else by how often each acted."""
    headings = [line for line in stand if line.player is not None and line.note.level]  # a player's turn may head a round
    headed: Counter[int] = Counter(line.player for line in headings if line.player is not None)
    if any(line.note.level is LogLevel.TURN for line in headings):
        return headed
    acted: Counter[int] = Counter()
    for group in groups[1:]:  # the first is the start of the game, whoever pressed the button
        acted.update({line.player for line in group if line.player is not None and line.told(None)})
    return acted


def _count_attacks(stand: Sequence[story.TableStoryLine]) -> Counter[tuple[int, int]]:
    """How often one player attacked another."""
    return Counter((line.player, other) for line in stand if line.player is not None for other in line.note.attacked)


def _rows(attacked: Counter[tuple[int, int]], names: Sequence[str]) -> Iterator[AttackRow]:
    for player, name in enumerate(names):
        counts = tuple(None if other == player else attacked[player, other] for other in range(len(names)))
        yield AttackRow(sign=SIGNS[player % len(SIGNS)], name=name, counts=counts)


def _attacks(attacked: Counter[tuple[int, int]], names: Sequence[str]) -> Iterator[Attacks]:
    for player, name in enumerate(names):
        of = sorted(((other, count) for (one, other), count in attacked.items() if one == player), key=lambda each: -each[1])
        if of:
            yield Attacks(name=name, words=listed([f"{names[other]} × {count}" for other, count in of]))


def _picture(app: TableApp, door: TablePass, stand: Sequence[story.TableStoryLine]) -> ScorePicture | None:
    """The score at the start of each round and at the end. None for a game without rounds."""
    nothing = (0,) * len(door.state.chairs)  # scores at a first round without a standing
    rounds = [line.standing or nothing for line in stand if line.note.level is LogLevel.ROUND]
    if len(rounds) < 2:
        return None
    result = door.engine.rules.result(door.state.play)
    at_end = result.scores if result else door.engine.rules.standing(door.state.play)
    columns = [*rounds, tuple(at_end)]
    flat = [score for column in columns for score in column]
    low, high = min(0, *flat), max(1, *flat)
    return ScorePicture(
        curves=_curves(door.state, columns, low, high),
        across=tuple(GridLine(at=_y(value, low, high), words=number_words(value)) for value in axis_steps(low, high)),
        below=tuple(GridLine(at=_x(at, len(columns)), words=number_words(at)) for at in axis_steps(0, len(columns) - 1)),
        rounds=tuple(say("after {number}", number=at) for at in range(1, len(columns))),
        title=say("Score by round"),
        axis=say(app.rounds),
    )


def _x(at: float, columns: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * at / (columns - 1), 1)


def _y(value: float, low: int, high: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low), 1)


def _curves(state: TableState, columns: Sequence[Sequence[int]], low: int, high: int) -> tuple[ScoreCurve, ...]:
    ends = {player: _y(columns[-1][player], low, high) for player in range(len(state.chairs))}
    labels = spread_apart(ends, TOP, HEIGHT - BOTTOM, LEAST_APART)
    found = []
    for player, name in enumerate(state.names):
        scores = tuple(column[player] for column in columns)
        points = tuple((_x(at, len(columns)), _y(score, low, high)) for at, score in enumerate(scores))
        sign = SIGNS[player % len(SIGNS)]
        short = name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1].rstrip()}…"
        found.append(
            ScoreCurve(
                name=name,
                label=f"{sign} {scores[-1]} {short}",
                path=" ".join(f"{x},{y}" for x, y in points),
                dash=DASHES[player % len(DASHES)],
                sign=sign,
                points=points,
                scores=scores[1:],
                label_at=round(labels[player], 1),
                colour=player % len(SIGNS),
            )
        )
    return tuple(found)

"""Short news on screens: small facts are only in the log, and old arrows disappear."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from rooms.tables import story
from rooms.tables.game.state import TableStage
from rooms.tables.registry import FactNote, LogLevel
from rooms.tables.screens import game_view, log
from rooms.tables.screens.reveals import moments_of

PLAIN, SMALL, TURN = FactNote(), FactNote(small=True), FactNote(small=True, level=LogLevel.TURN)


def line(seq: int, words: str, note: FactNote = PLAIN, *, command: int = 0, own: str = "", **more: Any) -> story.TableStoryLine:
    """A line of the log. `own`: the first player's own wording. `command`: number of the command that caused it."""
    return story.TableStoryLine(
        seq=seq,
        actor="anna",
        name="Anna",
        command_id=UUID(int=command or seq),
        label="",
        at=datetime(2026, 5, 9, tzinfo=UTC),
        sentences=(own or words, words, words),
        moves=True,
        note=note,
        **more,
    )


ENLISTED = (
    line(1, "Anna takes Enlist.", SMALL, command=9),
    line(2, "Anna pays 3 food.", SMALL, command=9),
    line(3, "Anna places a star.", command=9, shows=True),
)


def door(lines: tuple[story.TableStoryLine, ...], stage: TableStage = TableStage.PLAYING) -> Any:
    """The table as the first player opens it."""
    chairs = (SimpleNamespace(bot=""), SimpleNamespace(bot=""))
    return SimpleNamespace(state=SimpleNamespace(stage=stage, chairs=chairs), table=SimpleNamespace(code="ABCDE"), chair=0)


def test_a_reveal_says_what_counts_and_not_what_was_paid():
    (moment,) = moments_of(door(ENLISTED), ENLISTED, None).each
    assert moment.words == ("Anna places a star.",)


def test_what_has_just_happened_leaves_out_what_is_small_unless_it_is_all_or_ones_own():
    paid = line(4, "Anna draws a card.", SMALL, own="You draw a 5.", command=9)
    assert game_view._newest_sentences(door(ENLISTED), ENLISTED) == ("Anna places a star.",)
    assert game_view._newest_sentences(door(ENLISTED), (*ENLISTED, paid)) == ("Anna places a star.", "You draw a 5.")
    assert game_view._newest_sentences(door(ENLISTED), ENLISTED[:2]) == ("Anna takes Enlist.", "Anna pays 3 food.")


def test_a_wall_tells_what_went_before_the_newest_action_the_newest_first():
    begun = line(1, "The game began.", begins=True)
    lines = (
        begun,
        line(2, "Boris moves."),
        line(3, "Boris ends the move.", SMALL),
        line(4, "Boris gains 1 coin."),
        line(5, "Now."),
    )

    assert game_view.newest_told(lines, None) == ("Now.",)
    assert game_view.told_before(lines, None) == ("Boris gains 1 coin.", "Boris moves.")
    assert game_view.told_before(lines[:1], None) == ()
    many = tuple([line(seq, f"{seq}") for seq in range(1, 40)])
    assert len(game_view.told_before(many, None)) == game_view.LINES_BEFORE


def test_arrows_of_the_last_round_alone_lie_on_the_board_of_whoever_was_away():
    lines = [line(seq, f"{seq}", TURN if seq % 3 == 0 else FactNote()) for seq in range(1, 20)]  # turns begin with 3, 6, … 18

    assert [each.seq for each in log._last_round(lines, 2)] == list(range(12, 20))
    assert list(log._last_round(lines[:7], 2)) == lines[:7]

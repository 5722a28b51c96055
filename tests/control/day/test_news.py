"""News of a round: which reports they contain, when they are sent, how they are edited."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from control.day.clock.dues import dues
from control.day.news.drafts import (
    LONGEST,
    MOST,
    DraftNews,
    HoldNews,
    NewsDrafted,
    NewsLine,
    NewsSent,
    SendNews,
    compose_lines,
    news_due,
)
from control.day.news.edits import MoveNews, NewsEdited, RewordNews, StrikeNews, evolve_edited
from control.day.news.view import LETTERS, ROWS, dispatches_sent, newsroom_view, with_wall_lines
from control.day.state import Clock, DayStage
from control.engine.context import ORGANIZER, THE_CLOCK, Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Report, ReportKind
from control.engine.viewer import HALL, Viewer
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase
from tests.rooms.realm.game.play import SHARED
from tests.scenarios import default

NOON = datetime(2026, 12, 5, 12, tzinfo=UTC)
OLGA = Actor(name="olga", desks=frozenset({ORGANIZER}))


def news(words: str, weight: int = 0, about: str = "") -> Report:
    return Report(to="all", kind=ReportKind.NEWS, words=words, weight=weight, about=about)


def at(month: int, phase: Phase | None, *, turned: int, stage: DayStage = DayStage.PLAYING, edited: bool = False) -> GameState:
    scenario = default()
    scenario = replace(scenario, settings=replace(scenario.settings, news_edited=edited))
    return GameState(scenario=scenario, clock=Clock(stage=stage, month=month, phase=phase, began_at=NOON, turned=turned))


def do(state: GameState, command: object, by: Actor = OLGA) -> GameState:
    return SHARED.decided(state, command, DecisionContext(by=by, at=NOON)).state


def events(state: GameState, command: object, by: Actor = OLGA) -> list[type]:
    return [type(each) for each in SHARED.decide(state, command, DecisionContext(by=by, at=NOON))]


def drafted(*, edited: bool = True, lines: tuple[str, ...] = ("One.", "Two.", "Three.")) -> GameState:
    told = tuple(NewsLine(text=each, source=number) for number, each in enumerate(lines, start=11))
    return do(at(2, Phase.CEREMONY, turned=1, edited=edited), DraftNews(round=1, title="Month 1", lines=told), THE_CLOCK)


def read(state: GameState) -> list[str]:
    return [line for each in dispatches_sent(state, HALL) for line in each.lines]


# --- contents -----------------------------------------------------------------------------------------------------------


def test_the_weightiest_comes_first_and_equals_stay_in_order():
    told = compose_lines([(1, news("a law")), (2, news("the throne", 9)), (3, news("another law"))])

    assert told == (NewsLine(text="the throne", source=2), NewsLine(text="a law", source=1), NewsLine(text="another law", source=3))


def test_of_one_thing_the_last_word_alone_is_told_and_silence_is_one():
    told = compose_lines(
        [(1, news("Cat", about="amn")), (2, news("Wolf", about="amn")), (3, news("x", about="b")), (4, news("", about="b"))]
    )

    assert told == (NewsLine(text="Wolf", source=2),)


def test_nothing_is_told_twice_and_what_is_no_news_not_at_all():
    other = Report(to="all", words="no news")

    assert compose_lines([(1, news("so")), (2, other), (3, news("so"))]) == (NewsLine(text="so", source=3),)


def test_a_hall_reads_so_many_lines_and_no_longer_ones():
    told = compose_lines((number, news(f"{number} " + "x" * 300)) for number in range(100))

    assert len(told) == MOST
    assert {len(each.text) for each in told} == {LONGEST}


# --- sending ------------------------------------------------------------------------------------------------------------


def test_they_are_due_once_the_month_has_turned_and_never_twice():
    before = at(1, Phase.RETURN, turned=0)
    after = at(2, Phase.CEREMONY, turned=1)

    assert list(news_due(before)) == []
    assert list(news_due(after)) == [(NOON, DraftNews(round=1))]
    assert list(news_due(drafted(edited=False))) == []


def test_they_go_out_by_themselves_at_once_unless_control_edits_them():
    command = DraftNews(round=1, lines=(NewsLine(text="One."),))

    assert events(at(2, Phase.CEREMONY, turned=1), command, THE_CLOCK) == [NewsDrafted, NewsSent]
    assert events(at(2, Phase.CEREMONY, turned=1, edited=True), command, THE_CLOCK) == [NewsDrafted]
    assert read(drafted(edited=True)) == []
    assert read(drafted(edited=False)) == ["One.", "Two.", "Three."]


def test_those_of_the_last_month_wait_for_nobody():
    over = at(10, None, turned=10, stage=DayStage.OVER, edited=True)

    assert [due.command for due in dues(over)] == [DraftNews(round=10)]
    assert events(over, DraftNews(round=10), THE_CLOCK) == [NewsDrafted, NewsSent]


@pytest.mark.parametrize(
    ("month", "phase", "late"), [(2, Phase.PLANNING, False), (2, Phase.ACTION, True), (3, Phase.CEREMONY, True)]
)
def test_what_nobody_has_sent_goes_out_when_action_begins(month, phase, late):
    state = drafted()
    state = replace(state, clock=replace(state.clock, month=month, phase=phase, turned=month - 1))

    assert (SendNews(round=1) in [due.command for due in dues(state)]) is late


def test_they_go_out_while_the_clock_stands():
    state = at(2, Phase.CEREMONY, turned=1)
    paused = replace(state, clock=replace(state.clock, paused_at=NOON + timedelta(minutes=1)))

    assert [due.command for due in dues(paused)] == [DraftNews(round=1)]


def test_nobody_but_the_clock_drafts_and_it_drafts_once():
    with pytest.raises(Refused):
        do(at(2, Phase.CEREMONY, turned=1), DraftNews(round=1))
    with pytest.raises(Refused) as twice:
        do(drafted(), DraftNews(round=1), THE_CLOCK)
    assert twice.value.code == "stale"


def test_they_are_sent_once():
    sent = do(drafted(), SendNews(round=1))

    with pytest.raises(Refused) as again:
        do(sent, SendNews(round=1), THE_CLOCK)
    assert again.value.code == "stale"
    with pytest.raises(Refused):
        do(sent, SendNews(round=7))


def test_what_has_been_taken_back_does_not_go_out():
    assert read(do(drafted(), SendNews(round=1, gone=(12,)))) == ["One.", "Three."]


def test_the_organizer_switches_it_during_the_day():
    held = do(at(2, Phase.CEREMONY, turned=1), HoldNews(on=True))

    assert events(held, DraftNews(round=1), THE_CLOCK) == [NewsDrafted]
    assert events(do(held, HoldNews(on=False)), DraftNews(round=1), THE_CLOCK) == [NewsDrafted, NewsSent]
    with pytest.raises(Refused):
        do(held, HoldNews(on=True))
    with pytest.raises(Refused):
        do(held, HoldNews(on=False), Actor(name="wanda", desks=frozenset({"war"})))


# --- editing ------------------------------------------------------------------------------------------------------------


def test_lines_are_reworded_struck_moved_and_added():
    state = drafted()
    for command in (
        RewordNews(round=1, line=1, text="  First.  "),
        StrikeNews(round=1, line=2, on=True),
        MoveNews(round=1, line=3, before=2, up=True),
        MoveNews(round=1, line=3, before=1, up=True),
        RewordNews(round=1, line=0, text="Last."),
    ):
        state = do(state, command)

    assert read(do(state, SendNews(round=1))) == ["Three.", "First.", "Last."]


@pytest.mark.parametrize("text", ["", "   ", "x" * 201])
def test_a_line_has_one_to_two_hundred_characters(text):
    with pytest.raises(Refused, match="1 to 200"):
        do(drafted(), RewordNews(round=1, line=1, text=text))


@pytest.mark.parametrize(
    "command",
    [
        RewordNews(round=1, line=9, text="x"),
        StrikeNews(round=4, line=1, on=True),
        StrikeNews(round=1, line=1, on=False),
        MoveNews(round=1, line=1, before=0, up=True),
        MoveNews(round=1, line=3, before=2, up=False),
        RewordNews(round=1, line=1, text="One."),
        RewordNews(round=3, line=0, text="x"),
    ],
)
def test_what_cannot_be_edited_is_refused(command):
    with pytest.raises(Refused):
        do(drafted(), command)


def test_two_taps_or_an_old_tablet_move_a_line_once():
    tap = MoveNews(round=1, line=3, before=2, up=True)
    moved = do(drafted(), tap)

    with pytest.raises(Stale, match="moved meanwhile; look again"):
        do(moved, tap)
    assert read(do(moved, SendNews(round=1))) == ["One.", "Three.", "Two."]


def test_what_has_gone_out_can_still_be_put_right():
    assert read(do(drafted(edited=False), StrikeNews(round=1, line=1, on=True))) == ["Two.", "Three."]


def test_an_edit_of_what_is_not_there_folds_all_the_same():
    state = drafted()

    assert evolve_edited(state, NewsEdited(round=1, line=8, struck=True)) == state
    assert evolve_edited(state, NewsEdited(round=5, line=1, text="x")) == state
    added = evolve_edited(state, NewsEdited(round=1, line=8, text="Late."))
    assert [line.text for line in added.dispatches[0].lines][-1] == "Late."


def test_a_draft_is_the_teams_alone():
    state = drafted()

    assert dispatches_sent(state, Viewer(seat="cat-1")) == ()
    assert newsroom_view(state, Viewer(seat="cat-1")).drafts == ()
    assert [len(each.lines) for each in newsroom_view(state, Viewer(desks=frozenset({"court"}))).drafts] == [3]
    assert not newsroom_view(state, Viewer(desks=frozenset({"court"}))).mine


# --- the hall's wall ----------------------------------------------------------------------------------------------------

DESK = Viewer(desks=frozenset({ORGANIZER}))


def walled(state: GameState, gone: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    """For each round: the number of its lines on the wall, and the number after which the rest begins."""
    return [(each.walls, each.edge) for each in with_wall_lines(newsroom_view(state, DESK).drafts, gone)]


@pytest.mark.parametrize(
    ("lines", "gone", "walls"),
    [
        pytest.param(("One.", "Two."), (), (2, 0), id="all of them"),
        pytest.param(tuple(f"{n}." for n in range(ROWS + 1)), (), (ROWS, ROWS), id="one too many"),
        pytest.param(tuple(f"{n}." for n in range(ROWS + 1)), (11,), (ROWS, 0), id="one taken back"),
        pytest.param(("x" * LETTERS * 3, "y" * LETTERS * 3, "z" * LETTERS * 3, "w" * LETTERS * 3), (), (3, 3), id="long ones"),
    ],
)
def test_the_editors_see_which_lines_reach_the_wall(lines, gone, walls):
    assert walled(drafted(lines=lines), gone) == [walls]


def test_a_struck_line_reaches_no_wall_and_an_older_round_has_none():
    state = do(drafted(lines=tuple(f"{n}." for n in range(ROWS + 1))), StrikeNews(round=1, line=1, on=True))
    assert walled(state) == [(ROWS, 0)]
    later = replace(state.dispatches[0], round=2, sent_at=NOON)
    assert walled(replace(state, dispatches=(*state.dispatches, later))) == [(ROWS, 0), (0, 0)]


def test_the_editors_read_who_plays_whom_a_line_names():
    state = drafted(lines=("Morwen Hag of Ram is dead.", "It rains."))
    seat = state.new_seat(seat=SeatId("ram-9"), team="ram", name="Siobhán Gallagher", character="Morwen Hag", rank=9)
    (draft,) = newsroom_view(replace(state, seats={seat.id: seat}), DESK).drafts
    assert [line.people for line in draft.lines] == [("Morwen Hag (Siobhán Gallagher)",), ()]

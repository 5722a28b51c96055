"""The shapes of each picture agree with its records."""

from __future__ import annotations

from datetime import timedelta

from control.day.phase_lengths import DayRun, DelayCause, PhaseRun
from control.debrief.pictures.bands import bands
from control.debrief.pictures.delays import delays
from control.debrief.pictures.lines import lines
from control.debrief.pictures.lives import lives
from control.debrief.pictures.paths import paths
from control.debrief.pictures.records import DaySource, Player
from control.debrief.pictures.scale import NARROW, WIDE, days_of
from control.debrief.pictures.web import web
from control.engine.chronicle import Chronicle, Life, LifeTurn, SeriesPoint, Stay, Tie
from control.engine.ids import PhaseId, RoomId, SeatId, TeamId
from control.engine.records import replace
from tests.control.pictures.made import AT, LONG, spans, teams

ONE, TWO = TeamId("t0"), TeamId("t1")
PLAYERS = {SeatId(f"{team}-{at}"): Player(name=f"{team} {at}", team=team) for team in (ONE, TWO) for at in (1, 2)}


def told(**records) -> DaySource:
    return DaySource(
        chronicle=Chronicle(head=4 * LONG, rounds=spans(3), **records),
        teams=teams(2),
        players=PLAYERS,
        rooms=((RoomId("war"), "War"), (RoomId("court"), "Court")),
        words={"power": "Power", "attacked": "Attacked", "allied": "Allied", "law": "Law", "lives-law": "Laws", "passed": "Passed"},
        mutual=("allied",),
        round_title=lambda number: f"Month {number}",
    )


def point(team, seq, value, why="", series="power") -> SeriesPoint:
    return SeriesPoint(series=series, team=team, seq=seq, round=(seq - 1) // LONG, value=value, why=why)


def cells(picture):
    return [tuple(cell.words for cell in row) for row in picture.table.rows]


def test_a_line_has_the_number_of_each_round_and_ends_at_its_last():
    shown = lines(told(points=(point(ONE, 5, 4), point(TWO, 30, 7), point(ONE, 45, 9), point(ONE, 70, 2))), "power")

    assert cells(shown) == [("Team t0", "4", "9", "2"), ("Team t1", "7", "7", "7")]
    assert [[curve.value for curve in each.curves] for each in shown.shape.drawings] == [["2", "7"], ["2", "7"]]
    assert shown.words == "At the end Team t1 had most: 7."
    wide = shown.shape.drawings[0]
    ends = {curve.look.id: float(curve.end) for curve in wide.curves}
    nothing, height = float(wide.low), float(wide.low) - ends["t1"]
    assert round((nothing - ends["t0"]) / height, 2) == round(2 / 7, 2)


def test_the_six_largest_jumps_that_have_a_reason_are_numbered_as_they_came():
    values = [(22, 3, "a"), (24, 13, "b"), (26, 12, "c"), (44, 20, "d"), (46, 16, "e"), (48, 30, ""), (62, 27, "f"), (64, 32, "g")]
    made = told(points=(point(ONE, 21, 0, "first"), *(point(ONE, seq, value, why) for seq, value, why in values)))

    jumps = lines(made, "power").shape.jumps

    assert [(each.number, each.leaps[0].words, each.why, each.seq) for each in jumps] == [
        (1, "+3", "a", 22),
        (2, "+10", "b", 24),
        (3, "+8", "d", 44),
        (4, "−4", "e", 46),
        (5, "−3", "f", 62),
        (6, "+5", "g", 64),
    ]
    assert [spot.seq for spot in lines(made, "power").shape.drawings[1].spots] == [22, 24, 44, 46, 62, 64]


def test_the_number_of_a_jump_lies_half_way_up_the_line_of_its_own_team():
    made = told(points=(point(ONE, 21, 0), point(TWO, 21, 60), point(ONE, 30, 20, "a"), point(TWO, 30, 100, "b")))
    (wide, _narrow) = lines(made, "power").shape.drawings

    up = float(wide.low) - float(wide.top)
    assert sorted(round((float(wide.low) - float(each.y)) / up, 2) for each in wide.spots) == [0.1, 0.8]


def test_jumps_of_several_teams_in_one_round_for_one_reason_are_one_where_the_largest_is():
    start = (point(ONE, 21, 0), point(TWO, 21, 60))
    jumps = (point(ONE, 30, 20, "law"), point(TWO, 31, 100, "law"), point(ONE, 33, 30, "law"), point(TWO, 35, 90, "law"))
    shown = lines(told(points=(*start, *jumps, point(ONE, 45, 60, "law"))), "power").shape

    assert [(each.seq, [(leap.team, leap.words) for leap in each.leaps]) for each in shown.jumps] == [
        (31, [(TWO, "+40"), (ONE, "+20")]),
        (33, [(ONE, "+10")]),  # its second jump
        (35, [(TWO, "−10")]),  # downwards
        (45, [(ONE, "+30")]),  # in another round
    ]
    wide = shown.drawings[0]
    assert round((float(wide.low) - float(wide.spots[0].y)) / (float(wide.low) - float(wide.top)), 2) == 0.8


def test_many_lines_that_end_together_at_the_bottom_are_signed_below_the_picture():
    ends = {"t0": 100, "t1": 0, "t2": 0, "t3": 0}

    def shown(ends):
        made = replace(told(points=tuple(point(team, 30, value) for team, value in ends.items())), teams=teams(4))
        return lines(replace(made, units={"power": "{value}%"}), "power").shape

    found = shown(ends)
    assert ([look.id for look in found.below], found.lowest) == (["t1", "t2", "t3"], "0%")
    for drawing in found.drawings:
        assert [bool(curve.label) for curve in drawing.curves] == [True, False, False, False]
    for others in ({**ends, "t3": 1}, {**ends, "t0": 0}):  # only two at the bottom; and all
        assert shown(others).below == ()
        assert all(curve.label for drawing in shown(others).drawings for curve in drawing.curves)


def test_bands_are_as_wide_as_the_shares_and_lie_on_each_other():
    records = (point(ONE, 25, 3, series="regions"), point(TWO, 26, 1, series="regions"), point(TWO, 50, 5, series="regions"))
    shown = bands(told(points=records), "regions")

    assert cells(shown) == [("Team t0", "3", "3", "3"), ("Team t1", "1", "5", "5")]
    for drawing, side, start in ((shown.shape.drawings[0], "height", "y"), (shown.shape.drawings[1], "width", "x")):
        lengths = [[float(getattr(piece, side)) for piece in stack.pieces] for stack in drawing.stacks]
        whole = sum(lengths[1])
        assert [[round(8 * each / whole) for each in own] for own in lengths] == [[3, 1], [3, 5], [3, 5]]
        one, other = drawing.stacks[1].pieces
        first, second = (one, other) if start == "x" else (other, one)
        assert abs(float(getattr(first, start)) + float(getattr(first, side)) - float(getattr(second, start))) < 0.2
    assert [stack.seq for stack in shown.shape.drawings[0].stacks] == [40, 60, 80]


def test_a_table_by_round_leads_to_the_end_of_each_and_says_beside_each_cell_of_which_it_is():
    records = (point(ONE, 25, 3, series="regions"), point(TWO, 26, 1, series="regions"))
    table = bands(told(points=records), "regions").table

    assert [(each.words, each.seq) for each in table.heads] == [("Team", 0), ("Month 1", 40), ("Month 2", 60), ("Month 3", 80)]
    assert table.by_round
    assert table.figures
    assert [(head, cell.words) for head, cell in next(table.lines())] == [
        ("Team", "Team t0"),
        ("Month 1", "3"),
        ("Month 2", "3"),
        ("Month 3", "3"),
    ]


def test_bands_of_what_nobody_had_are_none():
    assert bands(told(points=(point(ONE, 25, 0, series="regions"), point(TWO, 25, -2, series="regions"))), "regions") is None


def tie(kind, one, other, seq, over=0) -> Tie:
    return Tie(kind=kind, one=one, other=other, seq=seq, round=(seq - 1) // LONG, words=f"{kind} at {seq}", over=over)


def test_ties_are_counted_by_who_was_first_and_stand_in_their_rounds():
    made = told(
        ties=(
            tie("attacked", "team:t0", "team:t1", 22),
            tie("attacked", "seat:t0-1", "team:t1", 25),
            tie("attacked", "team:t1", "team:t0", 45),
            tie("allied", "seat:t1-1", "seat:t0-2", 46, over=70),
            tie("allied", "team:t0", "team:t1", 47),
            tie("attacked", "all", "team:t1", 48),
        )
    )
    shown = web(made)
    found = {
        panel.name: sorted((edge.kind.id, *edge.ends, edge.count, edge.seq) for edge in panel.edges) for panel in shown.shape.panels
    }

    assert found == {
        "all": [("allied", "t0", "t1", 2, 47), ("attacked", "t0", "t1", 2, 25), ("attacked", "t1", "t0", 1, 45)],
        "1": [("attacked", "t0", "t1", 2, 25)],
        "2": [("allied", "t0", "t1", 2, 47), ("attacked", "t1", "t0", 1, 45)],
        "3": [("allied", "t0", "t1", 1, 46)],
    }
    assert len(shown.table.rows) == 5
    assert [bool(edge.arrow) for edge in shown.shape.panels[0].edges] == [False, True, True]
    assert set(shown.shape.marks) == {edge.words for panel in shown.shape.panels for edge in panel.edges}
    assert len(set(shown.shape.marks)) == len(shown.shape.marks)
    widest = max(shown.shape.panels[0].edges, key=lambda edge: float(edge.width))
    assert widest.count == 2


def test_a_life_goes_from_its_first_turn_to_its_last_with_the_owners_sign():
    turns = (
        LifeTurn(kind="passed", seq=50, round=2, words="Passed by 4 to 3"),
        LifeTurn(kind="proposed", seq=21, round=1, words="Proposed by Ann"),
        LifeTurn(kind="revoked", seq=79, round=3, words=""),
    )
    made = told(
        lives=(
            Life(id="1", lane="law", title="Grain", owner="seat:t1-1", turns=turns),
            Life(id="2", lane="law", title="No", owner="", turns=()),
        )
    )
    shown = lives(made, "law")
    (row,) = shown.shape.rows

    assert (shown.title, row.look.id, row.owner) == ("Laws", "t1", "t1 1")
    assert [(turn.when, turn.words) for turn in row.turns] == [
        ("Month 1", "Proposed by Ann"),
        ("Month 2", "Passed by 4 to 3"),
        ("Month 3", "revoked"),
    ]
    assert [(each.bar, [(stop.letter, stop.seq, stop.title) for stop in each.stops]) for each in row.columns] == [
        ("begins", [("P", 21, "Month 1: proposed")]),
        ("whole", [("A", 50, "Month 2: Passed")]),
        ("ends", [("R", 79, "Month 3: revoked")]),
    ]


def test_no_turn_stands_over_a_round_that_it_was_not_in_and_what_lasted_has_a_bar_to_the_end():
    kinds = ("placed", "advanced", "attacked", "seen", "foiled")
    turns = tuple(LifeTurn(kind=kind, seq=33 + at, round=1, words="") for at, kind in enumerate(kinds))
    made = told(
        lives=(
            Life(id="law:10", lane="law", title="Ten", owner="", turns=turns),
            Life(id="law:2", lane="law", title="Two", owner="", turns=(turns[0],), lasts=True),
        )
    )
    two, ten = lives(made, "law").shape.rows

    assert (two.title, ten.title) == ("Two", "Ten")
    assert [(each.bar, len(each.stops)) for each in ten.columns] == [("both", len(kinds)), ("", 0), ("", 0)]
    assert [(each.bar, len(each.stops)) for each in two.columns] == [("begins", 1), ("whole", 0), ("whole", 0)]


def test_a_strip_has_everybody_in_the_room_of_the_end_of_each_round():
    stays = (
        Stay(seat=SeatId("t0-1"), room=RoomId("court"), table="", seq=21, round=1),
        Stay(seat=SeatId("t0-1"), room=RoomId("war"), table="", seq=24, round=1),
        Stay(seat=SeatId("t0-2"), room=RoomId("war"), table="", seq=25, round=1),
        Stay(seat=SeatId("t0-1"), room=None, table="", seq=40, round=2),
        Stay(seat=SeatId("t0-1"), room=RoomId("court"), table="", seq=62, round=3),
    )
    shown = paths(replace(told(stays=stays), player=SeatId("t0-1")))
    (strip,) = shown.shape.strips

    assert cells(shown) == [("t0 1", "War", "Nowhere", "Court"), ("t0 2", "War", "War", "War")]
    assert [[(block.title, block.count) for block in level.blocks] for level in strip.levels] == [
        [("War: t0 1, t0 2", 2)],
        [("Nowhere: t0 1", 1), ("War: t0 2", 1)],
        [("Court: t0 1", 1), ("War: t0 2", 1)],
    ]
    assert [flow.count for flow in strip.flows] == [1, 1, 1, 1]
    assert strip.flows[2].path.endswith(f"v24h{strip.levels[2].blocks[1].width}v-24z")  # players who stay go straight on
    own = [block.title for level in shown.shape.own.levels for block in level.blocks]
    assert own == [
        "War: t0 1",
        "Nowhere: t0 1",
        "Court: t0 1",
    ]


def test_a_bar_is_as_long_as_its_phase_and_says_why():
    minute = timedelta(minutes=1)
    whys = (
        DelayCause(cause="paused", length=6 * minute, seq=9, words="fire alarm"),
        DelayCause(cause="early", length=-minute, seq=12),
    )
    run = DayRun(
        runs=(
            PhaseRun(month=1, phase=PhaseId("plan"), seq=3, began=AT, ended=AT + 15 * minute, planned=10 * minute, whys=whys),
            PhaseRun(
                month=2, phase=PhaseId("act"), seq=20, began=AT + 15 * minute, ended=AT + 35 * minute, planned=20 * minute, whys=()
            ),
        ),
        late_start=2 * minute,
    )
    shown = delays(replace(told(), run=run, phases={PhaseId("plan"): "Planning"}))
    first, second = shown.shape.groups

    assert shown.words == "At its end the day was 7 minutes late."
    assert (first.late, second.late) == ("7 minutes late", "7 minutes late")
    assert (first.differs, second.differs) == (True, False)
    bar = first.bars[0]
    assert (bar.name, bar.planned, bar.lasted, bar.late, bar.mark, bar.seq) == ("Planning", "10 min", "15 min", "+5 min", "50", 3)
    assert [(part.cause, part.x, part.width) for part in bar.parts] == [("", "0", "45"), ("paused", "45", "30")]
    assert [reason.words for reason in bar.reasons] == ["+6 min · Clock stopped: fire alarm", "−1 min · Ended before its time"]
    assert [each.words for each in shown.table.heads] == ["Phase", "Planned", "Lasted", "Difference", "Why"]
    assert cells(shown)[1] == ("Month 2 · act", "20 min", "20 min", "0", "–")


def test_what_was_before_the_first_round_lies_at_its_beginning():
    days = days_of(spans(2))

    assert [days.place(seq) for seq in (1, 20, 21, 40, 41, 60, 999)] == [0, 0, 0, 0.5, 0.5, 1, 1]
    assert (WIDE.width, NARROW.width) == (960, 320)

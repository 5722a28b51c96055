"""Records of days of every kind: empty, one team or twenty, one round, huge numbers, very long names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from control.day.phase_lengths import DayRun, DelayCause, PhaseRun
from control.day.plan import Team
from control.debrief.pictures.records import DaySource, Player
from control.engine.chronicle import Chronicle, Life, LifeTurn, RoundSpan, SeriesPoint, Stay, Tie
from control.engine.ids import PhaseId, RoomId, SeatId, TeamId

AT = datetime(2026, 3, 7, 10, tzinfo=UTC)
LONG = 20  # entries of a round
ROOMS = ("war", "court", "mines")
names = st.text(min_size=0, max_size=200)
numbers = st.floats(allow_nan=False, allow_infinity=False, width=64) | st.integers(-50, 50).map(float)


def teams(count: int) -> tuple[Team, ...]:
    made = (f"t{number}" for number in range(count))
    return tuple(
        Team(
            id=TeamId(each),
            name=f"Team {each}",
            short=each.upper().ljust(3, "X")[:3],
            color="#203040",
            ink="#ffffff",
            emblem="M0 0",
        )
        for each in made
    )


def spans(count: int) -> tuple[RoundSpan, ...]:
    """Spans of this many rounds, after one for the time before round 1."""
    return tuple(
        RoundSpan(number=number, first=number * LONG + 1, last=(number + 1) * LONG, began=AT, ended=AT)
        for number in range(count + 1)
    )


@st.composite
def days(draw: st.DrawFn) -> DaySource:
    """A random day."""
    count, rounds = draw(st.sampled_from((1, 2, 3, 20))), draw(st.sampled_from((1, 2, 7, 30)))
    own = teams(count)
    known = [TeamId(f"t{number}") for number in range(count)]
    seqs = st.integers(1, (rounds + 1) * LONG)
    players = {SeatId(f"{team}-{number}"): Player(name=draw(names), team=team) for team in known for number in (1, 2)}
    audiences = st.sampled_from(
        ["all", "team:gone", "seat:gone", *(f"team:{each}" for each in known), *(f"seat:{each}" for each in players)]
    )

    def round_of(seq: int) -> int:
        return (seq - 1) // LONG

    points = st.builds(
        lambda series, team, seq, value, why: SeriesPoint(
            series=series, team=team, seq=seq, round=round_of(seq), value=value, why=why
        ),
        st.sampled_from(("power", "regions")),
        st.sampled_from([None, TeamId("gone"), *known]),
        seqs,
        numbers,
        names,
    )
    ties = st.builds(
        lambda kind, one, other, seq, over: Tie(
            kind=kind, one=one, other=other, seq=seq, round=round_of(seq), words="told", over=over and seq + over
        ),
        st.sampled_from(("allied", "attacked", "unnamed")),
        audiences,
        audiences,
        seqs,
        st.integers(0, 90),
    )
    turns = st.lists(
        st.builds(
            lambda kind, seq, words: LifeTurn(kind=kind, seq=seq, round=round_of(seq), words=words),
            st.sampled_from(("placed", "struck", "ended", "")),
            seqs,
            names,
        ),
        max_size=12,
    )
    lives = st.builds(
        lambda title, owner, own: Life(id=title[:9], lane="law", title=title, owner=owner, turns=tuple(own)),
        names,
        audiences | st.just(""),
        turns,
    )
    stays = st.builds(
        lambda seat, room, seq: Stay(seat=seat, room=room, table="", seq=seq, round=round_of(seq)),
        st.sampled_from(sorted(players)),
        st.sampled_from([None, RoomId("unknown"), *(RoomId(each) for each in ROOMS)]),
        seqs,
    )

    def in_order(found):
        return tuple(sorted(found, key=lambda each: each.seq))

    return DaySource(
        chronicle=Chronicle(
            head=(rounds + 1) * LONG,
            rounds=draw(st.sampled_from((spans(rounds), spans(rounds)[:1], ()))),
            points=in_order(draw(st.lists(points, max_size=20))),
            ties=in_order(draw(st.lists(ties, max_size=30))),
            lives=tuple(draw(st.lists(lives, max_size=4))),
            stays=in_order(draw(st.lists(stays, max_size=12))),
        ),
        teams=own,
        players=players,
        rooms=tuple((RoomId(each), draw(names)) for each in ROOMS),
        words={"power": draw(names), "regions": "Regions", "law": "Laws", "allied": "Allied", "attacked": "Attacked"},
        shares=("regions",),
        mutual=("allied",),
        run=draw(runs(rounds)),
        player=draw(st.sampled_from([None, SeatId("nobody"), *players])),
    )


@st.composite
def runs(draw: st.DrawFn, rounds: int) -> DayRun:
    """Phases in sequence, each as long as its causes add up to."""
    found, at = [], AT
    for number in range(draw(st.integers(0, rounds)) + 1):
        whys = tuple(
            DelayCause(cause=cause, length=length, seq=number * LONG + 3, words=draw(names))
            for cause, length in draw(
                st.lists(
                    st.tuples(
                        st.sampled_from(("paused", "waited", "early")),
                        st.integers(-600, 90_000).map(lambda each: timedelta(seconds=each)),
                    ),
                    max_size=3,
                )
            )
        )
        planned = timedelta(minutes=draw(st.integers(0, 90)))
        ended = max(at + planned + sum((each.length for each in whys), timedelta(0)), at)
        found.append(
            PhaseRun(month=number, phase=PhaseId("act"), seq=number * LONG + 2, began=at, ended=ended, planned=planned, whys=whys)
        )
        at = ended
    return DayRun(runs=tuple(found) if draw(st.booleans()) else ())

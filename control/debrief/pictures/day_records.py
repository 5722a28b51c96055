"""Records of a day for the pictures, with the names of everything in them."""

from __future__ import annotations

from control.day.past_rounds import names_and_teams
from control.day.phase_lengths import TOLD_BY, DayRun, day_run, planned_lengths
from control.day.state import DayState
from control.day.view import about_day
from control.debrief.access import DebriefPass
from control.debrief.pictures.records import DaySource, Player
from control.debrief.timeline import chronicle_of, events_of_types
from control.engine.ids import SeatId
from control.engine.language import say
from control.models import Stream
from control.regions.sight import Sight
from control.registry import hindsights_of

# === day records ========================================================================================================


def day_source(door: DebriefPass, player: str = "") -> DaySource:
    """Records of the day for this visitor. `player`: the seat whose path is asked for."""
    stream, sight = door.event.stream, door.sight
    brought = hindsights_of(stream.engine)
    seats = sight.public(names_and_teams)
    return DaySource(
        chronicle=chronicle_of(stream),
        teams=sight.public(about_day).teams,
        players={seat: Player(name=name, team=team) for seat, (name, team) in seats.items()},
        rooms=tuple((room, sight.frame.room_name(room)) for room in sight.frame.room_ids),
        words={kind: say(words) for each in brought for kind, words in each.words.items()},
        meanings={series: say(words) for each in brought for series, words in each.meanings.items()},
        shares=tuple(dict.fromkeys(series for each in brought for series in each.shares)),
        mutual=tuple(dict.fromkeys(kind for each in brought for kind in each.mutual)),
        run=day_run_of(stream, sight),
        phases={phase: sight.frame.phase_name(phase) for phase in sight.frame.phase_ids},
        round_title=sight.frame.round_title,
        player=SeatId(player) if player in seats else door.seat,
    )


def day_run_of(stream: Stream, sight: Sight[DayState]) -> DayRun:
    """Actual and planned phase lengths, from the journal."""
    return day_run(((entry.seq, event) for entry, event in events_of_types(stream, TOLD_BY)), sight.public(planned_lengths))

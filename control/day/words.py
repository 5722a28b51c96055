"""How sentences name people and teams, how names compare, and what is asked of a reason."""

from __future__ import annotations

from control.day.state import DayState
from control.engine.ids import SeatId, TeamId
from control.engine.language import isolated, say
from control.engine.refusal import Refused
from control.engine.typed_text import folded, name_of, one_line

LONGEST_REASON = 300


def team_name(state: DayState, team: TeamId) -> str:
    """What a team is called; its id where the game has no such team."""
    return next((each.name for each in state.teams if each.id == team), str(team))


def who(state: DayState, seat: SeatId) -> str:
    """A player as the journal names one: "Livia (Cat)"."""
    found = state.seats[seat]
    return f"{isolated(found.name)} ({team_name(state, found.team)})"


def label_name(state: DayState, seat: SeatId) -> str:
    """A player in a command's label; the id where no such player is left."""
    return who(state, seat) if seat in state.seats else str(seat)


def plain(words: str) -> str:
    """A name as it is typed in a hurry: without accents, in small letters."""
    return " ".join(folded(name_of(words)).split())


def reason_of(reason: str) -> str:
    """A reason somebody can read tomorrow.

    Raises:
        Refused: none was given, or it is longer than `LONGEST_REASON` characters.
    """
    words = one_line(reason)
    if not words:
        raise Refused(say("Say why in a few words; it stands in the journal."), code="reason")
    if len(words) > LONGEST_REASON:
        raise Refused(say("A reason has at most {most} characters.", most=LONGEST_REASON), code="reason")
    return words

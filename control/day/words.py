"""Names of people and teams in sentences, comparison of names, and the check of a reason."""

from __future__ import annotations

from control.day.state import DayState
from control.engine.ids import SeatId, TeamId
from control.engine.language import isolated, say
from control.engine.refusal import Refused
from control.engine.typed_text import clean_typed_name, fold_letters, one_line

LONGEST_REASON = 300


def team_name(state: DayState, team: TeamId) -> str:
    """A team's name; its id where the game has no such team."""
    return next((each.name for each in state.teams if each.id == team), str(team))


def who(state: DayState, seat: SeatId) -> str:
    """A player's name in the journal: "Livia (Cat)"; the id where there is no such player."""
    found = state.seats.get(seat)
    return f"{isolated(found.name)} ({team_name(state, found.team)})" if found is not None else str(seat)


def plain_name(words: str) -> str:
    """A name for comparison: lower case, without accents."""
    return " ".join(fold_letters(clean_typed_name(words)).split())


def require_reason(reason: str) -> str:
    """Return a typed reason on one line, checked.

    Raises:
        Refused: none was given, or it is longer than `LONGEST_REASON` characters.
    """
    words = one_line(reason)
    if not words:
        raise Refused(say("Say why in a few words. This is logged."), code="reason")
    if len(words) > LONGEST_REASON:
        raise Refused(say("A reason has at most {most} characters.", most=LONGEST_REASON), code="reason")
    return words

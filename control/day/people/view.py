"""Views of people: public ones, and those for the desks that manage players."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from msgspec import Struct

from control.day.people.lookup import choice_of, members
from control.day.people.seating import RoomChoice, room_choices
from control.day.plan import Team
from control.day.state import DaySeat, DayStage, DayState, PersonMarks, Presence
from control.day.view import PlayerView, member_words, player_view
from control.day.words import plain_name
from control.engine.context import CHECK_IN
from control.engine.ids import RoomId, SeatId, TeamId
from control.engine.language import say, say_count
from control.engine.records import replace
from control.engine.viewer import Viewer

CLOSE: Final = 0.72  # least likeness of a typed word and a word of a name; 1 for equal words
MOST_NEAR: Final = 6  # rows

# --- for everybody ------------------------------------------------------------------------------------------------------


class BadgeView(Struct, frozen=True, kw_only=True):
    """A player on a badge. `member`: team and rank, in words."""

    player: PlayerView
    member: str


class TeamCount(Struct, frozen=True, kw_only=True):
    """Numbers of present players and of all players of a team."""

    team: TeamId
    name: str
    short: str
    here: int
    of: int


class ProgressView(Struct, frozen=True, kw_only=True):
    """The progress of check-in, by team and in total."""

    teams: tuple[TeamCount, ...]
    here: int
    of: int
    late: int
    absent: int
    expected: int


def teams_view(state: DayState) -> tuple[Team, ...]:
    """The teams in turn order."""
    return state.teams


def team_of_seat(state: DayState, seat: SeatId) -> TeamId | None:
    """The team of a player; None for an unknown seat."""
    found = state.seats.get(seat)
    return found.team if found else None


def player_of(state: DayState, seat: SeatId) -> PlayerView | None:
    """A player, including one who left; None for an unknown seat."""
    found = state.seats.get(seat)
    return player_view(state, found) if found else None


def has_left(state: DayState, seat: SeatId) -> bool:
    """Has this player left for good, or been removed from the list? Then their badge opens nothing."""
    found = state.seats.get(seat)
    return found is None or found.presence is Presence.GONE


def seats_gone(state: DayState) -> tuple[SeatId, ...]:
    """Players who have left for good."""
    return tuple(seat.id for seat in state.seats.values() if seat.presence is Presence.GONE)


def badge_view(state: DayState, seat: SeatId) -> BadgeView:
    """The badge of a player.

    Raises:
        KeyError: unknown seat.
    """
    found = state.seats[seat]
    return BadgeView(player=player_view(state, found), member=member_words(state, found))


def number_of_players(state: DayState) -> int:
    """How many players the event has. Who left still counts, so presence never changes it."""
    return len(state.seats)


def all_players(state: DayState) -> tuple[PlayerView, ...]:
    """All players, including those who left, in order of arrival."""
    return tuple(player_view(state, seat) for seat in state.seats.values())


def players_now(state: DayState) -> tuple[PlayerView, ...]:
    """All players who have not left, by team and rank."""
    return tuple(player_view(state, seat) for seat in _seats_not_gone(state))


def namesakes(state: DayState, team: TeamId, name: str, besides: SeatId | None = None) -> tuple[PlayerView, ...]:
    """Players with this name who have not left, this team first. Case and accents do not matter; `besides` is excluded."""
    called = plain_name(name)
    found = [each for each in _seats_not_gone(state) if each.id != besides and plain_name(each.name) == called]
    return tuple(player_view(state, each) for each in sorted(found, key=lambda each: each.team != team))


def progress_view(state: DayState) -> ProgressView:
    """The progress of check-in, for everybody."""
    teams = []
    for team in state.teams:
        own = members(state, team.id)
        here = sum(seat.here for seat in own)
        teams.append(TeamCount(team=team.id, name=team.name, short=team.short, here=here, of=len(own)))
    marks = [seat.presence for seat in state.seats.values()]
    return ProgressView(
        teams=tuple(teams),
        here=sum(team.here for team in teams),
        of=sum(team.of for team in teams),
        late=marks.count(Presence.LATE),
        absent=marks.count(Presence.ABSENT),
        expected=marks.count(Presence.EXPECTED),
    )


def _seats_not_gone(state: DayState) -> list[DaySeat]:
    return [seat for team in state.teams for seat in members(state, team.id)]


# --- for the desks that manage players ----------------------------------------------------------------------------------


class PersonRow(Struct, frozen=True, kw_only=True):
    """A player on the check-in list, with the control team's marks."""

    person: PlayerView
    marks: PersonMarks


class Filter(Struct, frozen=True, kw_only=True):
    """A filter of the check-in list. Empty fields match everything; `rows` limits the result."""

    words: str  # part of a name, a character or a note, as returned by `plain_name`
    team: str
    mark: str  # a presence, or the name of a field of `PersonMarks` that must be set
    rows: int

    def fits(self, seat: DaySeat) -> bool:
        return (
            (not self.words or self.words in plain_name(f"{seat.name} {seat.character} {seat.marks.note}"))
            and (not self.team or seat.team == self.team)
            and (not self.mark or seat.presence.value == self.mark or self.mark in _mark_names(seat.marks))
        )


class CheckInList(Struct, frozen=True, kw_only=True):
    """The result of a filter of the check-in list.

    `people`: the first matches.
    `more`: number of further matches.
    `hidden`: number of players who do not match.
    `left`: matches who left for good.
    `near`: suggestions if nobody matches: players who match only the words, else similar names.
    """

    people: tuple[PersonRow, ...] = ()
    more: int = 0
    hidden: int = 0
    left: tuple[PlayerView, ...] = ()
    near: tuple[PersonRow, ...] = ()


class PlayerCard(Struct, frozen=True, kw_only=True):
    """One player on the check-in desk's page."""

    person: PlayerView
    member: str  # team and rank, in words
    month: int
    round: str
    room: RoomId | None  # chosen for the round
    rooms: tuple[RoomChoice, ...]
    may_seat: bool
    may_leave: bool
    marks: PersonMarks
    saw_flags: str  # the marks shown in the form: "100" is a first-timer with a phone and a name
    others: bool  # is there another player to swap seats with?


def may_manage_people(state: DayState, viewer: Viewer) -> bool:
    """Does this viewer sit at a desk that manages players? Only these desks see the marks of a person."""
    return any(viewer.sees_desk(desk) for desk in state.frame.check_in)


def check_in_list(state: DayState, viewer: Viewer, asked: Filter) -> CheckInList:
    """Apply a filter to the check-in list, by team and rank."""
    if not may_manage_people(state, viewer):
        return CheckInList()
    stayed = _seats_not_gone(state)
    gone = [seat for seat in state.seats.values() if seat.presence is Presence.GONE]
    shown = [seat for seat in stayed if asked.fits(seat)]
    left = [seat for seat in gone if asked.fits(seat)]
    near = similar_seats(asked, stayed) if asked.words and not shown and not left else ()
    return CheckInList(
        people=_person_rows(state, shown[: asked.rows]),
        near=_person_rows(state, near),
        more=max(len(shown) - asked.rows, 0),
        hidden=len(stayed) + len(gone) - len(shown) - len(left) - len(near),
        left=tuple(player_view(state, seat) for seat in left),
    )


def similar_seats(asked: Filter, seats: Iterable[DaySeat]) -> tuple[DaySeat, ...]:
    """Suggestions for a search without matches, most likely first."""
    seats = tuple(seats)
    words = replace(asked, team="", mark="")
    if fitting := tuple(seat for seat in seats if words.fits(seat)):
        return fitting[:MOST_NEAR]
    alike = [(_likeness(asked.words, plain_name(seat.name)), at) for at, seat in enumerate(seats)]
    best = sorted((-likeness, at) for likeness, at in alike if likeness >= CLOSE)
    return tuple(seats[at] for _likeness, at in best[:MOST_NEAR])


def _likeness(typed: str, name: str) -> float:
    """The likeness of a search and a name, 0 to 1: of the worst word to its best match, or of both without blanks."""
    parts = name.split()
    each = min(max(_ratio(word, part) for part in parts) for word in typed.split()) if parts else 0.0
    return max(each, _ratio(typed.replace(" ", ""), name.replace(" ", "")))


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _person_rows(state: DayState, seats: Iterable[DaySeat]) -> tuple[PersonRow, ...]:
    return tuple(PersonRow(person=player_view(state, seat), marks=seat.marks) for seat in seats)


def player_card(state: DayState, viewer: Viewer, seat: SeatId) -> PlayerCard | None:
    """One player and their possible rooms; None for an unknown seat, or if the viewer does not manage players."""
    found = state.seats.get(seat)
    if found is None or not may_manage_people(state, viewer):
        return None
    return PlayerCard(
        person=player_view(state, found),
        member=member_words(state, found),
        month=state.clock.month,
        round=state.frame.round_words(state.clock.month),
        room=choice_of(state, found),
        rooms=room_choices(state, found),
        may_seat=viewer.sees_desk(CHECK_IN) and state.clock.stage is DayStage.PLAYING and found.here,
        may_leave=found.presence is not Presence.GONE,
        marks=found.marks,
        saw_flags=f"{found.marks.first_timer:d}{found.marks.phoneless:d}{found.marks.nameless:d}",
        others=any(each.id != found.id and each.presence is not Presence.GONE for each in state.seats.values()),
    )


def has_no_phone(state: DayState, viewer: Viewer, seat: SeatId) -> bool:
    """Has this player no phone? False for viewers who do not manage players."""
    return may_manage_people(state, viewer) and state.seats[seat].marks.phoneless


def leaving_consequences(state: DayState, viewer: Viewer, seat: SeatId) -> tuple[str, ...]:
    """The consequences if a player leaves, including their possessions; for the desks that manage players."""
    if not may_manage_people(state, viewer):
        return ()
    found = state.seats[seat]
    stay = [each for each in members(state, found.team) if each.id != found.id]
    below = [each.name for each in stay if each.rank > found.rank]
    up = say("No rank changes.")
    if below:
        up = say_count("{names} move up one rank.", "{names} move up one rank.", len(below), names=", ".join(below))
    last = say("A player who has left cannot be marked again; the join code stays valid until a new one is given.")
    return (*state.leaves_behind(found, stay[0] if stay else None), up, last)


def _mark_names(marks: PersonMarks) -> frozenset[str]:
    flags = {"first_timer": marks.first_timer, "phoneless": marks.phoneless, "nameless": marks.nameless}
    return frozenset(name for name, is_set in flags.items() if is_set)

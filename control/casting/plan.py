"""Comparison of a casting list with the event: what an import would add, change and keep; namesakes; the preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from control.casting.grid import Sheets
from control.casting.headings import plain
from control.casting.lines import CastLine, Reading, read_casting
from control.day.people.lookup import members
from control.day.roster.casting import CastRow, ImportCasting, seat_as_seen
from control.day.roster.marks import marks_words
from control.day.state import DaySeat, DayStage, DayState, PersonMarks, Presence
from control.engine.context import ORGANIZER
from control.engine.ids import SeatId, TeamId
from control.engine.language import listed, say, say_count
from control.engine.records import replace
from control.engine.viewer import Viewer

# === namesakes ==========================================================================================================

# New players of a list with the name of a player of the event. The organizer says who they are, and the import changes.


class Namesake(Struct, frozen=True, kw_only=True):
    """A new player of a list with the same name as players of the event. `likely`: the player that it seems to be."""

    name: str
    sentence: str
    others: tuple[tuple[SeatId, str], ...]  # players of this name, each with their team
    likely: SeatId | None


def namesakes_of(state: DayState, new: Sequence[CastLine], away: Mapping[int, DaySeat], taken: set[SeatId]) -> tuple[Namesake, ...]:
    """New players with the same name as a player of the event who is not on the list."""
    names = {team.id: team.name for team in state.teams}
    found = []
    for line in new:
        same = [
            seat
            for team in state.teams
            for seat in members(state, team.id)
            if seat.id not in taken and plain(seat.name) == plain(line.name)
        ]
        if same:
            teams = listed([names[seat.team] for seat in same])
            likely = away[line.row].id if line.row in away else None
            sentence = state.frame.said("list-namesake", name=line.name, row=line.place, team=names[line.team], teams=teams)
            others = tuple((seat.id, names[seat.team]) for seat in same)
            found.append(Namesake(name=line.name, sentence=sentence, others=others, likely=likely))
    return tuple(found)


def with_leavers(command: ImportCasting, seats: Sequence[SeatId]) -> ImportCasting:
    """The import with these players leaving for good too."""
    return replace(command, leave=tuple(dict.fromkeys((*command.leave, *seats))))


def with_namesake_answers(command: ImportCasting, namesakes: Sequence[Namesake], same: Sequence[SeatId | None]) -> ImportCasting:
    """The import after the answers on namesakes. `same`: for each, the player that it is, or None."""
    likely = {each.likely for each in namesakes}
    stay = tuple(seat for seat in command.leave if seat not in likely)
    return with_leavers(replace(command, leave=stay), [seat for seat in same if seat])


# === plan ===============================================================================================================

# What an import would add, change and keep, and who is no longer on the list. Nothing is changed here.


ALIKE = 0.8  # likeness of two names that may belong to one person


class AddedPlayer(Struct, frozen=True, kw_only=True):
    """A player who is only on the list.

    `came_from`: the team that a player with this name leaves, "" for none.
    `coming`: the same as a sentence.
    """

    place: str
    name: str
    team: TeamId
    short: str
    rank: int
    marks: str
    came_from: str = ""
    coming: str = ""


class ChangedPlayer(Struct, frozen=True, kw_only=True):
    """A player whom the list changes. `what`: the differences, in words; `moves`: only the rank differs."""

    place: str
    seat: SeatId
    name: str
    team: TeamId
    short: str
    what: tuple[str, ...]
    moves: bool


class KeptPlayer(Struct, frozen=True, kw_only=True):
    """A player whom an import does not change.

    `here`: checked in, so think twice before letting them leave.
    `invented`: perhaps an invented person: from the scenario's casting, expected, and without marks.
    """

    seat: SeatId
    name: str
    team: TeamId
    short: str
    rank: int
    here: bool
    invented: bool


class Plan(Struct, frozen=True, kw_only=True):
    """What an import would do. `moved`: seats that players leave for another team."""

    added: tuple[AddedPlayer, ...]
    changed: tuple[ChangedPlayer, ...]
    unchanged: tuple[KeptPlayer, ...]
    missing: tuple[KeptPlayer, ...]
    moved: tuple[SeatId, ...]
    namesakes: tuple[Namesake, ...]
    remarks: tuple[str, ...]
    rows: tuple[CastRow, ...]
    command: ImportCasting

    @property
    def empty(self) -> bool:
        """Does the list change nothing?"""
        return not self.added and not self.changed

    @property
    def new(self) -> int:
        """The number of new players."""
        return sum(not each.came_from for each in self.added)

    @property
    def moving(self) -> int:
        """The number of players who only get another team or rank."""
        return len(self.added) - self.new + sum(each.moves for each in self.changed)

    @property
    def changing(self) -> int:
        """The number of players who get another name or other marks."""
        return sum(not each.moves for each in self.changed)

    @property
    def invented(self) -> Mapping[TeamId, tuple[KeptPlayer, ...]]:
        """Invented people of the scenario who are not on the list, by team; they may leave together with one tick."""
        teams = dict.fromkeys(each.team for each in self.missing if each.invented)
        return {team: tuple(each for each in self.missing if each.invented and each.team == team) for team in teams}

    @property
    def inventions(self) -> int:
        """The number of these invented people in all teams."""
        return sum(map(len, self.invented.values()))

    @property
    def words(self) -> str:
        """The plan as one line."""
        return say(
            "{new} would be new, {moving} would move, {changed} would change, {alone} would stay as they are, "
            "{missing} are not on the list.",
            new=self.new,
            moving=self.moving,
            changed=self.changing,
            alone=len(self.unchanged),
            missing=len(self.missing),
        )


def plan_of(state: DayState, lines: Sequence[CastLine]) -> Plan:
    """Compare these lines with the event."""
    begun = state.clock.stage is not DayStage.GATHERING
    names = {team.id: team.name for team in state.teams}
    shorts = {team.id: team.short for team in state.teams}
    matched = _match_seats(state, lines)
    taken = {seat.id for seat in matched.values()}
    away = _match_other_teams(state, [line for line in lines if line.row not in matched], taken)
    left = _match_departed(state, [line for line in lines if line.row not in matched and line.row not in away])
    rows: list[CastRow] = []
    added: list[AddedPlayer] = []
    changed: list[ChangedPlayer] = []
    unchanged: list[KeptPlayer] = []
    ranks_apart = 0
    for line in _close_rank_gaps([line for line in lines if line.row not in left], [line for line in lines if line.row in left]):
        seat = matched.get(line.row)
        marks = _marks(line, seat or away.get(line.row))
        rows.append(CastRow(seat=seat.id if seat else None, team=line.team, name=line.name, rank=line.rank, marks=marks))
        if seat is None:
            came = away.get(line.row)
            added.append(
                AddedPlayer(
                    place=line.place,
                    name=line.name,
                    team=line.team,
                    short=shorts[line.team],
                    rank=_next_rank(state, line.team, added) if begun else line.rank,
                    marks="" if marks == PersonMarks() else marks_words(marks),
                    came_from=names[came.team] if came else "",
                    coming=state.frame.said("list-moved", team=names[came.team]) if came else "",
                )
            )
            continue
        what = _differences(seat, line, marks, begun=begun)
        ranks_apart += begun and seat.rank != line.rank
        if what:
            moves = seat.name == line.name and seat.marks == marks
            short = shorts[seat.team]
            changed.append(
                ChangedPlayer(place=line.place, seat=seat.id, name=seat.name, team=seat.team, short=short, what=what, moves=moves)
            )
        else:
            unchanged.append(_kept_player(state, seat, shorts[seat.team]))
    renamed = [(matched[line.row].name, line.name) for line in lines if line.row in matched]
    moved = tuple(seat.id for seat in away.values())
    missing = tuple(
        _kept_player(state, seat, shorts[team.id])
        for team in state.teams
        for seat in members(state, team.id)
        if seat.id not in taken and seat.id not in moved
    )
    everybody = [seat for team in state.teams for seat in members(state, team.id)]
    return Plan(
        added=tuple(added),
        changed=tuple(changed),
        unchanged=tuple(unchanged),
        missing=missing,
        moved=moved,
        namesakes=namesakes_of(state, [line for line in lines if line.row not in matched and line.row not in left], away, taken),
        remarks=(
            *_renamed_remarks(renamed),
            *_perhaps_renamed(added, missing),
            *_remarks(
                state, {line.place: left[line.row] for line in lines if line.row in left}, ranks_apart, new=begun and bool(added)
            ),
        ),
        rows=tuple(rows),
        command=ImportCasting(rows=tuple(rows), leave=moved, saw=tuple(seat_as_seen(seat) for seat in everybody), begun=begun),
    )


def _kept_player(state: DayState, seat: DaySeat, short: str) -> KeptPlayer:
    untouched = seat.presence is Presence.EXPECTED and seat.marks == PersonMarks()
    return KeptPlayer(
        seat=seat.id,
        name=seat.name,
        team=seat.team,
        short=short,
        rank=seat.rank,
        here=seat.here,
        invented=untouched and state.invented(seat),
    )


def _match_seats(state: DayState, lines: Sequence[CastLine]) -> dict[int, DaySeat]:
    """The seat of each row, by row: the named seat, else the player with this name in this team."""
    found: dict[int, DaySeat] = {}
    for line in lines:
        if line.seat:
            seat = state.seats[SeatId(line.seat)]
            if seat.presence is not Presence.GONE:
                found[line.row] = seat
    taken = {seat.id for seat in found.values()}
    for line in lines:
        if line.row in found:
            continue
        same = [seat for seat in members(state, line.team) if seat.id not in taken and plain(seat.name) == plain(line.name)]
        if same:
            found[line.row] = same[0]
            taken.add(same[0].id)
    return found


def _match_other_teams(state: DayState, lines: Sequence[CastLine], taken: set[SeatId]) -> dict[int, DaySeat]:
    """Rows of players who are in another team now: exactly one free player and one row have this name."""
    free = [seat for team in state.teams for seat in members(state, team.id) if seat.id not in taken]
    found = {}
    for line in lines:
        name = plain(line.name)
        same = [seat for seat in free if plain(seat.name) == name]
        if len(same) == 1 and sum(plain(other.name) == name for other in lines) == 1:
            found[line.row] = same[0]
    return found


def _match_departed(state: DayState, lines: Sequence[CastLine]) -> dict[int, DaySeat]:
    """Rows of people who left for good, because an old list must not bring them back."""
    by_seat = {seat.id: seat for seat in state.seats.values() if seat.presence is Presence.GONE}
    gone = {(seat.team, plain(seat.name)): seat for seat in by_seat.values()}
    found = {}
    for line in lines:
        seat = by_seat.get(SeatId(line.seat)) if line.seat else gone.get((line.team, plain(line.name)))
        if seat is not None:
            found[line.row] = seat
    return found


def _close_rank_gaps(lines: Sequence[CastLine], left: Sequence[CastLine]) -> list[CastLine]:
    """Close the gaps in ranks after rows that are left out."""
    return [
        replace(line, rank=line.rank - sum(each.team == line.team and each.rank < line.rank for each in left)) for line in lines
    ]


def _next_rank(state: DayState, team: TeamId, added: Sequence[AddedPlayer]) -> int:
    """The rank of the next new player of a team during the day."""
    return len(members(state, team)) + sum(each.team == team for each in added) + 1


def _marks(line: CastLine, seat: DaySeat | None) -> PersonMarks:
    """The marks from the list, completed by the known ones."""
    known = seat.marks if seat else PersonMarks()
    return replace(
        known,
        first_timer=known.first_timer if line.first_timer is None else line.first_timer,
        phoneless=known.phoneless if line.phoneless is None else line.phoneless,
        note=known.note if line.note is None else line.note,
    )


def _differences(seat: DaySeat, line: CastLine, marks: PersonMarks, *, begun: bool) -> tuple[str, ...]:
    found = []
    if seat.name != line.name:
        found.append(say("would be called {name}", name=line.name))
    if seat.rank != line.rank and not begun:
        found.append(say("would have rank {rank}, has {was}", rank=line.rank, was=seat.rank))
    now, then = replace(seat.marks, note=""), replace(marks, note="")
    if now != then:
        found.append(say("marks: {before} → {marks}", marks=marks_words(then), before=marks_words(now)))
    if seat.marks.note != marks.note:
        before = seat.marks.note
        changed = say("note would be “{note}”, is “{before}”", note=marks.note, before=before)
        removed = say("note “{before}” would be removed", before=before)
        found.append(say("note would be “{note}”", note=marks.note) if not before else changed if marks.note else removed)
    return tuple(found)


def _renamed_remarks(renamed: Sequence[tuple[str, str]]) -> list[str]:
    """Remarks on changed names. A new name may be another person, and the old phone would stay joined."""
    return [
        say(
            "{old} would become {new}: if that is another person, give a new code, for the old phone stays joined.",
            old=old,
            new=new,
        )
        for old, new in renamed
        if plain(old) != plain(new)
    ]


def _perhaps_renamed(added: Sequence[AddedPlayer], missing: Sequence[KeptPlayer]) -> list[str]:
    """Remarks on new players whose name resembles a player of the team who is not on the list."""
    return [
        say(
            "{new} would be new; {old} is not on the list and would stay. One person? Then let {old} leave.",
            new=new.name,
            old=old.name,
        )
        for new in added
        for old in missing
        if new.team == old.team and not new.came_from and _is_similar_name(new, old)
    ]


def _is_similar_name(new: AddedPlayer, old: KeptPlayer) -> bool:
    one, other = plain(new.name), plain(old.name)
    shared = len({word for word in one.split() if len(word) > 2} & set(other.split()))
    return shared > 1 or (shared == 1 and new.rank == old.rank) or SequenceMatcher(None, one, other).ratio() >= ALIKE


def _remarks(state: DayState, left: dict[str, DaySeat], ranks_apart: int, *, new: bool) -> list[str]:
    found = [
        say("{name} (row {row}) has left for good and would not be added again.", name=seat.name, row=place)
        for place, seat in left.items()
    ]
    if ranks_apart:
        found.append(
            say_count(
                "The day has begun, so ranks stay as they are: {count} player has another rank on the list.",
                "The day has begun, so ranks stay as they are: {count} players have another rank on the list.",
                ranks_apart,
            )
        )
    if new:
        found.append(state.frame.said("list-lowest"))
    return found


# === preview ============================================================================================================


class Preview(Struct, frozen=True, kw_only=True):
    """A read list with its plan. `plan`: None if the list has problems."""

    reading: Reading
    plan: Plan | None


def preview(
    state: DayState, viewer: Viewer, content: bytes, unpack: Callable[[bytes], Sheets] | None = None, encoding: str = ""
) -> Preview:
    """Preview the import of a file, for the organizer; empty for anybody else.

    Raises:
        UnreadableError: the file cannot be read as a list.
    """
    if not viewer.sees_desk(ORGANIZER):
        return Preview(reading=Reading(), plan=None)
    reading = read_casting(content, state, unpack, encoding)
    return Preview(reading=reading, plan=None if reading.problems else plan_of(state, reading.lines))

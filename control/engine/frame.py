"""Frame of a game: its phases, rooms and desks, their names, and the rules that the platform carries out for it.

Everything here is data. Names are marked with `later` and translated on lookup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from msgspec import Struct

from control.engine.context import CHECK_IN, ORGANIZER
from control.engine.ids import DeskId, PhaseId, RoomId
from control.engine.language import later, say


class PhaseFrame(Struct, frozen=True, kw_only=True):
    """A phase of a round. Every round of a day has all phases, in this order."""

    id: PhaseId
    name: str
    word: str = ""  # "planning", within a sentence; default: the name
    steps: bool = False  # rooms begin their steps when it begins
    closes: bool = False  # desks may end steps during it; its end carries out the steps that are still open
    choice: bool = False  # players may choose their room during it
    turns: bool = False  # its end turns the round: moments act, and open hand-offs block it
    bots: bool = False  # rehearsal bots act during it; in the first such phase, spread over its length


class MomentFrame(Struct, frozen=True, kw_only=True):
    """A moment of the turn of a round. Modules act in it by a reaction to `MonthTurned`."""

    id: str
    words: str


class RoomFrame(Struct, frozen=True, kw_only=True):
    """A room: its desk, and the forms of its name that sentences need."""

    id: RoomId
    desk: DeskId
    name: str  # "Mines"
    the: str  # "the Mines"
    inside: str  # "in the Mines"
    towards: str  # "to the Mines"
    control: str  # "mine Control", within a sentence
    clock: str  # "The clock of the mines"
    tables_apart: bool = False  # each table in use has its own clock for the steps
    secret: bool = False  # previews show what happens there only to its own desk


class DeskFrame(Struct, frozen=True, kw_only=True):
    """A desk of the control team: its name, and a short word for lists."""

    id: DeskId
    name: str
    word: Callable[[], str]


LISTS: Final[Mapping[str, str]] = {  # about lists of players and their import
    "team-column": later("team"),
    "team-headings": later("team, group, faction, side"),
    "list-needs": later(
        "Only names and teams are needed. Players of a team without a rank take the free ranks in the order of the list. "
        "“Seat” is for a list that was taken from this console."
    ),
    "list-head": later("Head it “Team”."),
    "list-headings": later("Write headings above the columns: Name, Team, Rank."),
    "list-headless": later("No column is headed as the teams."),
    "list-wish": later("The column {columns} holds wishes, and no column says which team each player has."),
    "list-wishes": later("The columns {columns} hold wishes, and no column says which team each player has."),
    "list-wished": later("Add a column “Team”."),
    "list-untold": later("It cannot be seen which columns hold names and teams."),
    "list-empty": later("There is no team."),
    "list-unknown": later("There is no team “{said}”."),
    "list-lone": later("If it is a player, write the team or the rank beside the name."),
    "list-move": later("Empty the cell of the seat to move the player to another team."),
    "list-seat": later("Seat {seat} is of {own}, not {team}."),
    "list-heads": later("A team stands alone in the rows {rows}; the players below it were read as of that team."),
    "list-once": later("The rows {rows} name no team and were read as of the team above them."),
    "list-twice": later("{name} stands in {team} in row {earlier} already."),
    "list-rank-twice": later("Rank {rank} of {team} stands in row {earlier} already."),
    "list-rank-once": later("Give each rank of a team once."),
    "list-rank-missing": later("{team} has {count} players, so there is no rank {rank}."),
    "list-both": later("{name} stands in more than one team (rows {rows}). Two people of one name?"),
    "list-one": later("{name} stands in more than one team (rows {rows}), with one e-mail address. The same person?"),
    "list-sheets": later("{count} sheets, one for each team, were read as one list: {sheets}."),
    "list-sheets-same": later("The sheets {sheets} mean the same team, {team}."),
    "list-sheet-nameless": later("The sheet {sheets} holds players and is called after no team."),
    "list-sheets-nameless": later("The sheets {sheets} hold players and are called after no team."),
    "list-sheet-name": later("Call each sheet after its team, or hide it."),
    "list-namesake": later("{name} (row {row}) would come to {team}; the name is in {teams} too. The same person?"),
    "list-columns": later("Each column was read as one team: {teams}."),
    "list-lowest": later("The day has begun: new players take the lowest ranks of their teams."),
    "list-moved": later("would come from {team}, with a new code"),
}
ROUNDS: Final[Mapping[str, str]] = {  # about rounds: choice, start, seals, end
    "choosing-over": later("Rooms cannot be chosen now; ask Control to be seated."),
    "kept-out": later("{name} may not go {to_room} this round: {why}."),
    "begun-already": later("Round 1 has begun; its start cannot be planned any more."),
    "rounds-there-are": later("There are rounds 1 to {last}."),
    "rounds-so-many": later("This event has {count} rounds."),
    "choose-round": later("Choose a round."),
    "write-round": later("Write the round as a number."),
    "which-round": later("Say which round."),
    "round-no-number": later("A round is a number."),
    "turned": later("The end of {round}: {what}."),
    "last-round-ended": later("The last round ended."),
    "next-round-waits": later("The hand-offs stay open, and the next round waits for them too."),
    "runs-again": later("That phase runs again in full. What the rooms have done stays done, and no round acts twice."),
    "nothing-undone": later("Nothing is undone by this: steps that were carried out stay so, and no round acts twice."),
    "hand-over-stays": later("It stays open until somebody there has taken it over. The round does not end before that."),
    "done-this-round": later("Done this round ({count})"),
    "own-round": later("Your round {number}"),
    "own-rounds": later("Your rounds"),
    "own-round-whole": later("Read your whole round"),
    "own-round-idle": later("You ordered nothing and had no turn this round."),
    "own-round-idle-team": later("That befell your team; you yourself ordered nothing and had no turn this round."),
    "own-round-none": later("Nothing of this round is told to you."),
    "sealed-twice": later("The sheets of one round were sealed twice."),
    "seals": later(
        "When the sheets of a round are taken in, each is hashed with a salt of its own, and the hashes of the "
        "round are hashed together. That number is written into the journal and shown in the hall at once. A "
        "sheet that was changed afterwards gives another number."
    ),
    "seals-of": later("The seal of each round and room"),
    "sheets-taken-in": later(
        "The sheets of this round have been taken in. This one counts only with a reason. The reason is logged."
    ),
    "sheets-of-this-round": later("{sheets} of this round"),
    "sheet-marks": later("Each bears a mark of its round and player, so that a sheet of another round is not entered by mistake."),
    "late-taken-in": later("It came after the sheets of this round were taken in. {consequence}"),
    "late-taken-in-waited": later(
        "It came after the sheets of this round were taken in, and this event waits {seconds} s. {consequence}"
    ),
    "late-closed": later("It came {length} after the sheets of this round closed. {consequence}"),
    "late-closed-waited": later(
        "It came {length} after the sheets of this round closed, and this event waits {seconds} s. {consequence}"
    ),
}
SENTENCES: Final[Mapping[str, str]] = {
    "team-title": later("Team"),
    "all-teams": later("All teams"),
    "choose-team": later("Choose a team."),
    "member": later("{team}, rank {rank}"),
    "nobody-fits": later("No player found. Search less, choose all marks and all teams, or add somebody new."),
    "choosing-ends": later("Players choose until the rooms begin their steps."),
    "walk-in": later("The new player takes the lowest rank of the team and is marked here."),
    "substituted": later("The character stays what it is: rank {rank}."),
    "swapped": later("Each plays the other’s character from now on; the rank stays with the character."),
    **LISTS,
    **ROUNDS,
    "no-team": later("No such team in this event."),
    "no-team-or-seat": later("The list names a team or a seat that is not in this event."),
    "nobody-there": later("Nobody is in that room now. Announce to all, or to a team."),
    "nobody-meant": later("Announce to all, to the hall, to a team, to a room or to one player of this event."),
    "not-your-team": later("This is not your team's to decide."),
    "speaker": later("{name} answers for your team."),
    "own-table": later("You may sit at the table of your own team only."),
    "team-changed": later("{team} has changed since this was shown. Choose the file again."),
    "cast": later("{name} is cast for {team}, rank {rank}."),
    "end": later("The end of the day"),
    "day-begins": later("Round 1 begins now, at {time}."),
    "no-steps": later(
        "When the rooms begin their steps, every room’s own clock stands here: more or less time for one room only, and its pause."
    ),
    "print-state": later(
        "Teams, rooms, what is in force, what waits: enough to go on from paper. Print it at the end of every round."
    ),
    "print-badges": later(
        "Name, team, rank and the QR code to join with. Codes cannot be read again, so a badge is printed when its code is made."
    ),
    "print-for": later("Choose everybody, a team, or those without a phone."),
    "team-word": later("Team"),
    "team-named": later("Team {team}"),
    "round-title": later("Round {number}"),
    "round-words": later("round {number}"),
    "aim": later("Join your team. It begins when everybody is here."),
    "choose-title": later("Choose a room"),
    "choose": later("Choose your room for this round."),
    "change-room": later("You can change your room until {phase} ends."),
    "nowhere": later("You chose none this round. Call Control to be seated in one."),
    "team-tab": later("Team"),
    "team-table": later("Team table"),
    "your-team": later("Your team decides"),
    "own-team": later("Your team"),
    "answer-once": later("You answer for your team, once."),
    "round-waits": later("The round ends when Control has finished it."),
    "round": later("Round"),
    "a-team": later("A team"),
    "to-whom": later("Announce to all, to the hall, a room, a team or a player."),
    "hand-over-sample": later("The red team may trade with the harbour from now on"),
    "name-rule": later("Name the rule by its ID."),
    "name-one-rule": later("Name one rule by its ID."),
    "steps-begin": later("begins with the steps"),
    "unheard-since": later("nothing read or heard since {round}"),
    "unheard-yet": later("nothing read or heard since the start"),
    "news-alone": later("News go out by themselves when a round is over. Lines can still be put right here."),
    "news-wait": later("News wait here until somebody sends them; what nobody has sent goes out when the rooms begin their steps."),
    "news-none": later("When the first round is over, its news stand here."),
    "frozen": later(
        "The hall’s screens keep what they show now and say so; their clock goes on. "
        "Desks and phones work. For putting something right without an audience."
    ),
    "ranks": later("The ranks of {team} are: {names}."),
}


@dataclass(frozen=True, kw_only=True)
class Frame:
    """Data that a game gives the platform about its day.

    `check_in`: the desks that look after people. `rules`: the rule ID of the game's rulebook for each point on which the platform
    refuses ("day-begun"). `team_headings`: further headings for the team column in lists of players.
    `sentences`: the game's own wording of platform sentences.
    """

    phases: tuple[PhaseFrame, ...]
    rooms: tuple[RoomFrame, ...]
    desks: tuple[DeskFrame, ...]
    check_in: frozenset[DeskId]
    moments: tuple[MomentFrame, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    the_clock: str = ""  # "The clock"
    team_headings: tuple[str, ...] = ()
    sentences: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def phase_ids(self) -> tuple[PhaseId, ...]:
        """IDs of the phases of a round, in order."""
        return tuple(each.id for each in self.phases)

    @cached_property
    def room_ids(self) -> tuple[RoomId, ...]:
        """IDs of the rooms, in the order in which they act."""
        return tuple(each.id for each in self.rooms)

    @cached_property
    def all_desks(self) -> frozenset[DeskId]:
        """All desks."""
        return frozenset(each.id for each in self.desks)

    @cached_property
    def check_in_only(self) -> frozenset[DeskId]:
        """The check-in desk, if the game has one."""
        return frozenset({CHECK_IN}) & self.all_desks

    @cached_property
    def play_desks(self) -> frozenset[DeskId]:
        """The desks that see the game itself: all except organizer and check-in."""
        return self.all_desks - {ORGANIZER, CHECK_IN}

    @cached_property
    def room_desks(self) -> frozenset[DeskId]:
        """The desks that lead a room."""
        return frozenset(each.desk for each in self.rooms)

    @cached_property
    def bot_phases(self) -> tuple[PhaseId, ...]:
        """The phases in which bots act."""
        return tuple(each.id for each in self.phases if each.bots)

    @cached_property
    def choice_phases(self) -> tuple[PhaseId, ...]:
        """The phases in which players may choose their room."""
        return tuple(each.id for each in self.phases if each.choice)

    @cached_property
    def acting_phases(self) -> tuple[PhaseId, ...]:
        """The phases in which the rooms run their steps."""
        return tuple(each.id for each in self.phases if each.steps)

    @cached_property
    def _phases(self) -> Mapping[PhaseId, PhaseFrame]:
        return {each.id: each for each in self.phases}

    @cached_property
    def _rooms(self) -> Mapping[RoomId, RoomFrame]:
        return {each.id: each for each in self.rooms}

    @cached_property
    def _desks(self) -> Mapping[DeskId, DeskFrame]:
        return {each.id: each for each in self.desks}

    def foretells(self, readers: frozenset[DeskId], desks: frozenset[DeskId]) -> bool:
        """May these desks preview what only `readers` may read afterwards? The organizer may, except for secret rooms."""
        secret = frozenset(each.desk for each in self.rooms if each.secret)
        return not readers or bool(readers & desks) or (ORGANIZER in desks and not readers <= secret)

    def phase(self, phase: PhaseId) -> PhaseFrame:
        """Return a phase. Raises: KeyError for an unknown one."""
        return self._phases[phase]

    def room(self, room: RoomId) -> RoomFrame:
        """Return a room. Raises: KeyError for an unknown one."""
        return self._rooms[room]

    def rule(self, point: str) -> str:
        """Return the game's rule ID behind a point of the platform; "" without one."""
        return self.rules.get(point, "")

    def phase_name(self, phase: PhaseId) -> str:
        """Return the name of a phase: "Planning"."""
        known = self._phases.get(phase)
        return say(known.name) if known else phase

    def phase_word(self, phase: PhaseId) -> str:
        """Return the name of a phase within a sentence: "planning"."""
        known = self._phases.get(phase)
        return say(known.word or known.name) if known else phase

    def room_name(self, room: RoomId) -> str:
        """Return the name of a room: "Mines"."""
        known = self._rooms.get(room)
        return say(known.name) if known else room

    def desk_of(self, room: RoomId) -> DeskId:
        """Return the desk of a room. Raises: KeyError for an unknown room."""
        return self._rooms[room].desk

    def desk_name(self, desk: DeskId) -> str:
        """Return the name of a desk in sentences: "Mine Control"."""
        known = self._desks.get(desk)
        return say(known.name) if known else desk

    def moment_words(self, moment: str) -> str:
        """Return the effect of a moment, as the end of a sentence."""
        return say(next((each.words for each in self.moments if each.id == moment), moment))

    def desk_word(self, desk: DeskId) -> str:
        """Return the short word of a desk for lists: "mines"."""
        known = self._desks.get(desk)
        return known.word() if known else desk

    def said(self, key: str, /, **values: object) -> str:
        """Return a sentence of the platform, in the game's own wording if it has one (`sentences`)."""
        return say(self.sentences.get(key, SENTENCES[key]), **values)

    def round_title(self, number: int) -> str:
        """Return a round at the beginning of a line: "Round 3"."""
        return self.said("round-title", number=number)

    def round_words(self, number: int) -> str:
        """Return a round within a sentence: "round 3"."""
        return self.said("round-words", number=number)

    def clock_name(self, room: RoomId | None) -> str:
        """Return the name of a clock at the beginning of a sentence. None: the clock of the day."""
        return say(self.the_clock if room is None else self._rooms[room].clock)

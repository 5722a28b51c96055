"""Frame of God Emperor: phases, rooms and desks with their names, and rules that the platform carries out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import Final

from control.engine.frame import DeskFrame, Frame, MomentFrame, PhaseFrame, RoomFrame
from control.engine.language import Spoken, later
from rooms.realm.desks import DESK_WORDS, Desk, desk_word
from rooms.realm.scenario.ids import Phase, Room

# === frame ==============================================================================================================

# Frame of God Emperor: five phases, three rooms, six desks, and rules that the platform carries out.


NAME: Final = "god-emperor"


class Moment(StrEnum):
    """The nine moments of Return, in order (R-20). A room acts in a moment by reacting to `MonthTurned`."""

    POOLS = "pools"
    LAWS = "laws"
    SCHEMES = "schemes"
    TAXES = "taxes"
    FAMINE = "famine"
    LAPSE = "lapse"
    THRONE = "throne"
    RESULT = "result"
    COURT_MOVES = "court-moves"


PHASES: Final = (  # ceremonies are in the first (GE-CER-01), players go to their rooms in the third (GE-EVT-40)
    PhaseFrame(id=Phase.CEREMONY, name=later("Ceremony"), word=later("ceremony"), choice=True),
    PhaseFrame(id=Phase.PLANNING, name=later("Planning"), word=later("planning"), choice=True, bots=True),
    PhaseFrame(id=Phase.MOVEMENT, name=later("Movement"), word=later("movement"), choice=True, bots=True),
    PhaseFrame(id=Phase.ACTION, name=later("Action"), word=later("action"), steps=True, closes=True),
    PhaseFrame(id=Phase.RETURN, name=later("Return"), word=later("return"), closes=True, turns=True),
)

ROOMS: Final = (
    RoomFrame(
        id=Room.WAR,  # GE-EVT-10
        desk=Desk.WAR,
        name=later("War Room"),
        the=later("the War Room"),
        inside=later("in the War Room"),
        towards=later("to the War Room"),
        control=later("war Control"),
        clock=later("The clock of the war room"),
    ),
    RoomFrame(
        id=Room.COURT,  # GE-EVT-11
        desk=Desk.COURT,
        name=later("Court"),
        the=later("the Court"),
        inside=later("in the Court"),
        towards=later("to the Court"),
        control=later("court Control"),
        clock=later("The clock of the court"),
    ),
    RoomFrame(
        id=Room.UNDERGROUND,  # GE-EVT-12
        desk=Desk.UNDERGROUND,
        name=later("Underground"),
        the=later("the Underground"),
        inside=later("in the Underground"),
        towards=later("to the Underground"),
        control=later("underground Control"),
        clock=later("The clock of the underground"),
        tables_apart=True,  # a table for each province, with its own steps (GE-UND-61)
        secret=True,  # only its desk knows who schemes what
    ),
)

DESKS: Final = tuple(DeskFrame(id=desk, name=DESK_WORDS[desk], word=partial(desk_word, desk)) for desk in Desk)

MOMENTS: Final = (
    MomentFrame(id=Moment.POOLS, words=later("what is left in the Court's pools goes home")),
    MomentFrame(id=Moment.LAWS, words=later("the laws of the month act")),
    MomentFrame(id=Moment.SCHEMES, words=later("completed schemes act")),
    MomentFrame(id=Moment.TAXES, words=later("taxes fall due")),
    MomentFrame(id=Moment.FAMINE, words=later("famine takes its toll")),
    MomentFrame(id=Moment.LAPSE, words=later("what lasted until now lapses")),
    MomentFrame(id=Moment.THRONE, words=later("the throne is looked at")),
    MomentFrame(id=Moment.RESULT, words=later("the result is looked at")),
    MomentFrame(id=Moment.COURT_MOVES, words=later("the Court moves on")),
)

LISTS: Final = {  # messages about lists of players
    "team-column": later("House"),
    "team-headings": later("house, noble house, team, faction"),
    "list-needs": later(
        "Only names and Houses are needed. Players of a House without a rank take the free ranks in the order of the list. "
        "“Seat” is for a list that was taken from this console."
    ),
    "list-head": later("Head it “House”."),
    "list-headings": later("Write headings above the columns: Name, House, Rank."),
    "list-headless": later("No column is headed as the Houses."),
    "list-wish": later("The column {columns} holds wishes, and no column says which House each player has."),
    "list-wishes": later("The columns {columns} hold wishes, and no column says which House each player has."),
    "list-wished": later("Add a column “House”."),
    "list-untold": later("It cannot be seen which columns hold names and Houses."),
    "list-empty": later("There is no House."),
    "list-unknown": later("There is no House “{said}”."),
    "list-lone": later("If it is a player, write the House or the rank beside the name."),
    "list-move": later("Empty the cell of the seat to move the player to another House."),
    "list-seat": later("Seat {seat} is of House {own}, not {team}."),
    "list-heads": later("A House stands alone in the rows {rows}; the players below it were read as of that House."),
    "list-once": later("The rows {rows} name no House and were read as of the House above them."),
    "list-twice": later("{name} stands in House {team} in row {earlier} already."),
    "list-rank-twice": later("Rank {rank} of House {team} stands in row {earlier} already."),
    "list-rank-once": later("Give each rank of a House once."),
    "list-rank-missing": later("House {team} has {count} players, so there is no rank {rank}."),
    "list-both": later("{name} stands in more than one House (rows {rows}). Two people of one name?"),
    "list-one": later("{name} stands in more than one House (rows {rows}), with one e-mail address. The same person?"),
    "list-sheets": later("{count} sheets, one for each House, were read as one list: {sheets}."),
    "list-sheets-same": later("The sheets {sheets} mean the same House, {team}."),
    "list-sheet-nameless": later("The sheet {sheets} holds players and is called after no House."),
    "list-sheets-nameless": later("The sheets {sheets} hold players and are called after no House."),
    "list-sheet-name": later("Call each sheet after its House, or hide it."),
    "list-namesake": later("{name} (row {row}) would come to House {team}; the name is in {teams} too. The same person?"),
    "list-columns": later("Each column was read as one House: {teams}."),
    "list-lowest": later("The day has begun: new players take the lowest ranks of their Houses (R-03)."),
    "list-moved": later("would come from House {team}, with a new code"),
}

ROUNDS: Final = {  # messages about months
    "choosing-over": later("Rooms are chosen until Movement ends; ask Control to be seated."),
    "kept-out": later("{name} may not go {to_room} this month: {why}."),
    "begun-already": later("Month 1 has begun; its start cannot be planned any more."),
    "rounds-there-are": later("There are months 1 to {last}."),
    "rounds-so-many": later("This event has {count} months."),
    "choose-round": later("Choose a month."),
    "write-round": later("Write the month as a number."),
    "which-round": later("Say which month."),
    "round-no-number": later("A month is a number."),
    "turned": later("Return of {round}: {what}."),
    "last-round-ended": later("The last month ended."),
    "next-round-waits": later("The hand-offs stay open, and the next month waits for them too."),
    "runs-again": later("That phase runs again in full. What the rooms have done stays done, and no month acts twice."),
    "nothing-undone": later("Nothing is undone by this: steps that were carried out stay so, and no month acts twice."),
    "hand-over-stays": later("It stays open until somebody there has taken it over. The month does not end before that."),
    "done-this-round": later("Done this month ({count})"),
    "own-round": later("Your month {number}"),
    "own-rounds": later("Your months"),
    "own-round-whole": later("Read your whole month"),
    "own-round-idle": later("You ordered nothing and had no turn this month."),
    "own-round-idle-team": later("That befell your House; you yourself ordered nothing and had no turn this month."),
    "own-round-none": later("Nothing of this month is told to you."),
    "sealed-twice": later("The sheets of one month were sealed twice."),
    "seals": later(
        "When the sheets of a month are taken in, each is hashed with a salt of its own, and the hashes of the "
        "month are hashed together. That number is written into the journal and shown in the hall at once. A "
        "sheet that was changed afterwards gives another number."
    ),
    "seals-of": later("The seal of each month and room"),
    "sheets-taken-in": later(
        "The sheets of this month have been taken in. This one counts only with a reason. The reason is logged."
    ),
    "sheets-of-this-round": later("{sheets} of this month"),
    "sheet-marks": later("Each bears a mark of its month and player, so that a sheet of another month is not entered by mistake."),
    "late-taken-in": later("It came after the sheets of this month were taken in. {consequence}"),
    "late-taken-in-waited": later(
        "It came after the sheets of this month were taken in, and this event waits {seconds} s. {consequence}"
    ),
    "late-closed": later("It came {length} after the sheets of this month closed. {consequence}"),
    "late-closed-waited": later(
        "It came {length} after the sheets of this month closed, and this event waits {seconds} s. {consequence}"
    ),
}

FRAME: Final = Frame(
    phases=PHASES,
    rooms=ROOMS,
    desks=DESKS,
    moments=MOMENTS,
    check_in=frozenset({Desk.CHECK_IN, Desk.CEREMONY}),
    the_clock=later("The clock"),
    team_headings=(  # Swedish and Czech words without accents, because lists are compared that way
        *("house", "noble house", "house name", "haus", "adelshaus", "hausname"),
        *("maison", "casa", "casa noble", "casata", "huis", "hus", "rod", "dom", "дом", "haz"),
    ),
    sentences={
        "team-title": later("House"),
        "all-teams": later("All Houses"),
        "choose-team": later("Choose a House."),
        "member": later("House {team}, rank {rank}"),
        "nobody-fits": later("No player found. Search less, choose all marks and all Houses, or add somebody new."),
        "choosing-ends": later("Players choose until Movement ends."),
        "walk-in": later("The new player takes the lowest rank of the House and is marked here."),
        "substituted": later("The character stays what it is: rank {rank}, wounds, Power and Favors, marriage."),
        "swapped": later("Each plays the other’s character from now on; rank, wounds and purse stay with the character."),
        **LISTS,
        **ROUNDS,
        "no-team": later("No such House in this scenario."),
        "no-team-or-seat": later("The list names a House or a seat that is not in this event."),
        "nobody-there": later("Nobody is in that room now. Announce to all, or to a House."),
        "nobody-meant": later("Announce to all, to the hall, to a House, to a room or to one player of this event."),
        "not-your-team": later("This is not your House's to decide."),
        "speaker": later("{name} answers for your House."),
        "own-table": later("You may sit at the table of your own province, and at those that a castle of yours opens."),
        "team-changed": later("House {team} has changed since this was shown. Choose the file again."),
        "cast": later("{name} is cast for House {team}, rank {rank}."),
        "end": later("The crowning"),
        "day-begins": later("Month 1 begins with Ceremony, now, at {time}."),
        "no-steps": later(
            "When Action begins, every room’s own clock stands here: more or less time for one room only, and its pause."
        ),
        "print-state": later(
            "Houses, purses, map, laws, what is in force, what waits: enough to go on from paper. "
            "Print it at the end of every month."
        ),
        "print-badges": later(
            "Name, House, rank and the QR code to join with. "
            "Codes cannot be read again, so a badge is printed when its code is made."
        ),
        "print-for": later("Choose everybody, a House, or those without a phone."),
        "team-word": later("House"),
        "team-named": later("House {team}"),
        "round-title": later("Month {number}"),
        "round-words": later("month {number}"),
        "aim": later(
            "Join your House at its table in the War Room. "
            "Who is Sovereign when the last month ends is Divine Sovereign, and has won."
        ),
        "choose-title": later("Plan, promise, choose"),
        "choose": later("Choose your room for the month, then write its sheet."),
        "change-room": later("You can change your room until Movement ends."),
        "nowhere": later(
            "You chose none this month. Call Control to be seated in one; until then you have no orders, vote or scheme."
        ),
        "team-tab": later("House"),
        "team-table": later("House Table"),
        "own-team": later("Your House"),
        "your-team": later("Your House decides"),
        "answer-once": later("You answer for your House, once."),
        "round-waits": later("The month ends when Control has finished it."),
        "round": later("Month"),
        "a-team": later("A House"),
        "to-whom": later("Announce to all, to the hall, a room, a House or a player."),
        "hand-over-sample": later("Cat rules by a coup in Amn until they lose the castle"),
        "name-rule": later("Name the rule by its ID, such as GE-WAR-42, R-57 or LAW-14."),
        "name-one-rule": later("Name one rule by its ID, such as GE-WAR-42, R-57 or LAW-14."),
        "steps-begin": later("begins with Action"),
        "unheard-since": later("no order, no floor, no turn at a table since {round}"),
        "unheard-yet": later("no order, no floor, no turn at a table since the start"),
        "news-alone": later("News go out by themselves when the month has turned. Lines can still be put right here."),
        "news-wait": later("News wait here until somebody sends them; what nobody has sent goes out when Action begins."),
        "news-none": later("When the first month has turned, its news stand here."),
        "frozen": later(
            "The hall’s screens keep map, laws and news as they are now and say so; their clock goes on. "
            "Desks and phones work. For putting something right without an audience."
        ),
        "ranks": later("The ranks of House {team} are: {names}."),
    },
    rules={
        "begun": "GE-EVT-18",  # a day begins once
        "desks": "GE-EVT-15",  # commands belong to desks
        "steps": "R-11",  # steps end once and in order
        "time": "GE-EVT-25",  # the organizer keeps the time
        "phases": "GE-EVT-26",  # the order of phases
        "rounds": "GE-EVT-19",  # the number of months
        "room-steps": "GE-EVT-41",  # rooms act in steps
        "leaving": "R-03",  # players who leave for good
        "casting": "GE-EVT-02",  # the casting: characters and their players
        "checked-in": "GE-EVT-03",  # check-in
        "late": "R-16",  # sheets after their deadline
        "choosing": "R-16",  # deadline for choosing a room (GE-EVT-36)
        "own-table": "GE-UND-62",  # the table of the own province, and those that castles open
        "tables": "GE-UND-61",  # a table for each province
        "casting-before": "GE-EVT-04",  # ranks before the day
        "teams": "GE-EVT-01",  # the Houses
        "hand-over-sample": "GE-SOV-17",  # example in the form of a hand-off
        "ruling-sample": "GE-WAR-42",  # example in the form of a ruling
    },
)


# === names of phases and rooms ==========================================================================================

# Names of phases and rooms in God Emperor, from the words of the frame.


PHASE_NAMES: Final[Mapping[str, str]] = Spoken({phase.id: phase.name for phase in PHASES})
ROOM_NAMES: Final[Mapping[str, str]] = Spoken({room.id: room.name for room in ROOMS})  # "War Room"
IN_ROOM: Final[Mapping[str, str]] = Spoken({room.id: room.inside for room in ROOMS})  # "in the War Room"
TO_ROOM: Final[Mapping[str, str]] = Spoken({room.id: room.towards for room in ROOMS})  # "to the War Room"
DESK_OF: Final[Mapping[str, str]] = {room.id: room.desk for room in ROOMS}

"""The frame of God Emperor: its five phases, three rooms and six desks, and which of its rules the platform carries out."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Final

from control.engine.frame import DeskFrame, Frame, MomentFrame, PhaseFrame, RoomFrame
from control.engine.language import later
from rooms.realm.desks import DESK_WORDS, Desk, desk_word
from rooms.realm.scenario.ids import Phase, Room

NAME: Final = "god-emperor"


class Moment(StrEnum):
    """The nine moments of Return, in their order (R-20). A room acts in a moment by reacting to `MonthTurned`."""

    POOLS = "pools"
    LAWS = "laws"
    SCHEMES = "schemes"
    TAXES = "taxes"
    FAMINE = "famine"
    LAPSE = "lapse"
    THRONE = "throne"
    RESULT = "result"
    COURT_MOVES = "court-moves"


PHASES: Final = (
    PhaseFrame(id=Phase.CEREMONY, name=later("Ceremony"), word=later("ceremony"), choice=True),
    PhaseFrame(id=Phase.PLANNING, name=later("Planning"), word=later("planning"), choice=True, bots=True),
    PhaseFrame(id=Phase.MOVEMENT, name=later("Movement"), word=later("movement"), choice=True, bots=True),
    PhaseFrame(id=Phase.ACTION, name=later("Action"), word=later("action"), steps=True, closes=True),
    PhaseFrame(id=Phase.RETURN, name=later("Return"), word=later("return"), closes=True, turns=True),
)

ROOMS: Final = (
    RoomFrame(
        id=Room.WAR,
        desk=Desk.WAR,
        name=later("War Room"),
        the=later("the War Room"),
        inside=later("in the War Room"),
        towards=later("to the War Room"),
        control=later("war Control"),
        clock=later("The clock of the war room"),
    ),
    RoomFrame(
        id=Room.COURT,
        desk=Desk.COURT,
        name=later("Court"),
        the=later("the Court"),
        inside=later("in the Court"),
        towards=later("to the Court"),
        control=later("court Control"),
        clock=later("The clock of the court"),
    ),
    RoomFrame(
        id=Room.UNDERGROUND,
        desk=Desk.UNDERGROUND,
        name=later("Underground"),
        the=later("the Underground"),
        inside=later("in the Underground"),
        towards=later("to the Underground"),
        control=later("underground Control"),
        clock=later("The clock of the underground"),
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

FRAME: Final = Frame(
    phases=PHASES,
    rooms=ROOMS,
    desks=DESKS,
    moments=MOMENTS,
    check_in=frozenset({Desk.CHECK_IN, Desk.CEREMONY}),
    the_clock=later("The clock"),
    sentences={
        "no-team": later("No such House in this scenario."),
        "no-team-or-seat": later("The list names a House or a seat that is not in this event."),
        "nobody-there": later("Nobody is in that room now. Announce to all, or to a House."),
        "nobody-meant": later("Announce to all, to the hall, to a House, to a room or to one player of this event."),
        "not-your-team": later("This is not your House's to decide."),
        "speaker": later("{name} answers for your House."),
        "own-table": later("You may sit at the table of your own province only."),
        "team-changed": later("House {team} has changed since this was shown. Choose the file again."),
        "cast": later("{name} is cast for House {team}, rank {rank}."),
        "end": later("The crowning"),
        "round": later("Month"),
        "round-title": later("Month {number}"),
        "round-words": later("month {number}"),
        "a-team": later("A House"),
        "to-whom": later("Announce to all, to the hall, a room, a House or a player."),
        "hand-over-sample": later("Cat rules by a coup in Amn until they lose the castle"),
        "name-rule": later("Name the rule by its ID, such as GE-WAR-42, R-57 or LAW-14."),
        "name-one-rule": later("Name one rule by its ID, such as GE-WAR-42, R-57 or LAW-14."),
        "steps-begin": later("begins with Action"),
        "frozen": later(
            "The hall’s screens keep map, laws and news as they are now and say so; their clock goes on. "
            "Desks and phones work. For putting something right without an audience."
        ),
        "ranks": later("The ranks of House {team} are: {names}."),
    },
    rules={
        "begun": "GE-EVT-18",  # a day begins once
        "desks": "GE-EVT-15",  # whose desk it is
        "steps": "R-11",  # steps end once and in order
        "time": "GE-EVT-25",  # the organizer keeps the time
        "phases": "GE-EVT-26",  # the order of phases
        "rounds": "GE-EVT-19",  # how many months
        "room-steps": "GE-EVT-41",  # rooms act in steps
        "leaving": "R-03",  # who leaves for good
        "casting": "GE-EVT-02",  # who plays whom
        "checked-in": "GE-EVT-03",  # who is here
        "late": "R-16",  # sheets after their deadline
        "choosing": "R-16",  # until when a room is chosen
        "own-table": "GE-UND-62",  # the table of the own province
        "tables": "GE-UND-61",  # a table for each province
        "casting-before": "GE-EVT-04",  # ranks before the day
        "teams": "GE-EVT-01",  # the Houses
        "hand-over-sample": "GE-SOV-17",  # one that a desk may name
        "ruling-sample": "GE-WAR-42",  # one that may be ruled on
    },
)

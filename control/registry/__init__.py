"""What is played here: realms and their rooms register all they bring when their app is ready, and engines are put together of it.

This is the only global registry; pure modules get what they need as arguments. A realm is found by its name, which is also what the
streams of its events bear (`Stream.engine`), and which every state knows (`DayState.REALM`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from control.day.guides import Guide
from control.day.lateness import Taking
from control.day.prints import FilledSheet
from control.day.seals import SEALS, sealing
from control.engine.measures import Measured
from control.engine.modules import Game
from control.registry.desks import CountKind, DeskPage, Way
from control.registry.hindsight import Award, Hindsight, LookBack
from control.registry.labs import Lab, Subject, every_lab, game_of, lab_of, register_lab, subjects
from control.registry.phone import PhoneParts, PhoneTab
from control.registry.realms import Folders, OnStatePrint, Print, Realm, Rulebook, ScreenKind, UnsoundError, Wall
from control.registry.rooms import (
    Alarm,
    HallMap,
    PhoneMap,
    PlanColumn,
    PublicBoard,
    RoomApp,
    RoomBots,
    RoomDebrief,
    RoomDesk,
    RoomHall,
    RoomPhone,
    RoomRules,
)
from control.registry.sheets import EMPTY, ByHand, Fields, OnPaper, Panel, PhoneSheet, Piece, RoundDetails, SheetKind, Standing

__all__ = [
    "EMPTY",
    "Alarm",
    "Award",
    "ByHand",
    "CountKind",
    "DeskPage",
    "Fields",
    "FilledSheet",
    "Folders",
    "HallMap",
    "Hindsight",
    "Lab",
    "LookBack",
    "OnPaper",
    "OnStatePrint",
    "Panel",
    "PhoneMap",
    "PhoneParts",
    "PhoneSheet",
    "PhoneTab",
    "Piece",
    "PlanColumn",
    "Print",
    "PublicBoard",
    "Realm",
    "RoomApp",
    "RoomBots",
    "RoomDebrief",
    "RoomDesk",
    "RoomHall",
    "RoomPhone",
    "RoomRules",
    "RoundDetails",
    "Rulebook",
    "ScreenKind",
    "SheetKind",
    "Standing",
    "Subject",
    "UnsoundError",
    "Wall",
    "Way",
    "alarms",
    "counts",
    "every_lab",
    "every_room",
    "forget",
    "game",
    "game_of",
    "guides",
    "has_tables",
    "hindsights",
    "lab_of",
    "measured",
    "printable",
    "realm",
    "realms",
    "register",
    "register_lab",
    "register_realm",
    "rooms",
    "scenario_in",
    "sheet_kinds",
    "standing",
    "subjects",
    "takings",
]

_realms: dict[str, Realm] = {}
_rooms: dict[str, RoomApp] = {}


def register_realm(found: Realm) -> None:
    """Let events of this game be played. Called once by its app when it is ready."""
    _realms[found.name] = found
    forget()


def register(room: RoomApp) -> None:
    """Make a room part of the game of its realm. Called once by its app when it is ready."""
    _rooms[room.rules.module.name] = room
    forget()


def forget() -> None:
    """Put everything together anew when it is asked for next."""
    for known in (game, rooms, sheet_kinds, takings):
        known.cache_clear()


def realm(name: str) -> Realm:
    """The realm of that name.

    Raises:
        KeyError: no such realm is installed.
    """
    return _realms[name]


def realms() -> tuple[Realm, ...]:
    """Every realm that is installed, by its name."""
    return tuple(_realms[name] for name in sorted(_realms))


def scenario_in(folder: Path, name: str = "") -> tuple[Realm, Any]:
    """The scenario in a folder, and the realm whose it is: that of this name, else the first that can read it.

    Raises:
        UnsoundError: none can.
    """
    wrong = {}
    for each in realms():
        if each.folders is not None and name in ("", each.name):
            try:
                return each, each.folders.read(folder)
            except UnsoundError as unsound:
                wrong[each.name] = str(unsound)
    told = [f"As {realm}:\n{problems}" for realm, problems in wrong.items()] if len(wrong) > 1 else list(wrong.values())
    raise UnsoundError("\n".join(told) or "No game that is installed reads scenarios from folders.")


@cache
def game(name: str) -> Game[Any]:
    """The engine of a realm.

    Raises:
        KeyError: no such realm is installed.
    """
    own = realm(name)
    found = [app for _module, app in sorted(_rooms.items()) if app.realm == name]
    shared = tuple(sealing(takings(name)) if each is SEALS else each for each in own.modules)
    further = (module for room in found for module in room.rules.further)
    return Game(name=name, state_type=own.state_type, modules=(*shared, *(room.rules.module for room in found), *further))


@cache
def rooms(name: str) -> Mapping[str, RoomApp]:
    """Every registered room of a realm, in the order of its rooms."""
    known = {app.rules.module.room: app for app in _rooms.values() if app.rules.module.room and app.realm == name}
    return {room: known[room] for room in realm(name).frame.room_ids if room in known}


def every_room() -> tuple[RoomApp, ...]:
    """Every registered room of all realms."""
    return tuple(app for each in realms() for app in rooms(each.name).values())


@cache
def sheet_kinds(name: str) -> Mapping[str, SheetKind]:
    """Every kind of sealed sheet of a realm by its name, in the order of the rooms."""
    return {kind.kind: kind for room in rooms(name).values() for kind in room.rules.sheets}


@cache
def takings(name: str) -> tuple[Taking, ...]:
    """Which step takes which kind of sheet in."""
    return tuple(kind.taking for kind in sheet_kinds(name).values())


def standing(name: str) -> tuple[Standing, ...]:
    """What a realm and its rooms say beside the clock, in that order."""
    said = (realm(name).standing, *(app.hall.standing for app in rooms(name).values()))
    return tuple(each for each in said if each is not None)


def alarms(name: str) -> tuple[Alarm, ...]:
    """What the rooms of a realm may bring over every screen of the hall."""
    return tuple(app.hall.alarm for app in rooms(name).values() if app.hall.alarm is not None)


def counts(name: str) -> Mapping[str, CountKind]:
    """What is counted against the ledger in a realm, by the names of the sheets: the realm's own, then those of its rooms."""
    found = (*realm(name).counts, *(kind for app in rooms(name).values() for kind in app.desk.counts))
    return {kind.sheet: kind for kind in found}


def hindsights(name: str) -> tuple[Hindsight, ...]:
    """What a realm and its rooms bring to the debrief, in that order."""
    return (realm(name).hindsight, *(app.debrief.hindsight for app in rooms(name).values()))


def measured(name: str) -> Mapping[str, Measured]:
    """What the lab counts of a realm's days: as the room "" for the realm itself, then for each of its rooms."""
    return {"": realm(name).measured, **{room: app.debrief.measures for room, app in rooms(name).items()}}


def guides(name: str) -> Mapping[str, Guide]:
    """The guided rounds at the desks of a realm, by their names: those of its rooms, then its own."""
    found = (*(app.bots.guide for app in rooms(name).values() if app.bots.guide is not None), *realm(name).guides)
    return {guide.name: guide for guide in found}


def printable(name: str) -> Mapping[str, tuple[SheetKind, OnPaper]]:
    """The kinds of sheets of a realm that are printed, and how."""
    return {each: (kind, kind.on_paper) for each, kind in sheet_kinds(name).items() if kind.on_paper is not None}


def has_tables(name: str, room: str) -> bool:
    """Do the players of a room sit at tables?"""
    app = rooms(name).get(room)
    return app is not None and bool(app.phone.table_label)

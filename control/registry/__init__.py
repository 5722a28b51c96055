"""Registry of games. Realms and rooms register here when their Django apps are ready, and engines are composed from them.

This is the only global registry; pure modules get what they need as arguments. A realm is found by its name. The streams of its
events carry that name (`Stream.engine`), and so does every state (`DayState.REALM`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from control.day.guides import Guide
from control.day.lateness import Taking
from control.day.prints import FilledSheet
from control.day.seals import SEALS, seal_module
from control.day.sheets import SheetWords
from control.engine.measures import Measured
from control.engine.modules import Game
from control.registry.bots import BotsPart, RoomBots
from control.registry.debriefing import Award, DebriefPart, Hindsight, LookBack
from control.registry.desks import CorrectionLink, CountKind, DeskPage
from control.registry.hall import WallKind
from control.registry.labs import Lab, Subject, every_lab, game_of, lab_of, register_lab, subjects
from control.registry.phone import PhonePart, PhoneTab, RealmPhone
from control.registry.realms import (
    Folders,
    PrintKind,
    Realm,
    RealmDesk,
    RealmHall,
    RealmPaper,
    RealmRules,
    Rulebook,
    UnsoundError,
)
from control.registry.rooms import Ballots, PhoneMap, PlanColumn, RoomApp, RoomDesk, RoomHall, RoomPhone, RoomRules
from control.registry.sheets import (
    EMPTY,
    ClockNote,
    Fields,
    LivePiece,
    OnPaper,
    PagePanel,
    PagePiece,
    PaperEntry,
    PhoneSheet,
    RoundDetails,
    SheetKind,
    StyledPiece,
)

__all__ = [
    "EMPTY",
    "Award",
    "Ballots",
    "BotsPart",
    "ClockNote",
    "CorrectionLink",
    "CountKind",
    "DebriefPart",
    "DeskPage",
    "Fields",
    "FilledSheet",
    "Folders",
    "Hindsight",
    "Lab",
    "LivePiece",
    "LookBack",
    "OnPaper",
    "PagePanel",
    "PagePiece",
    "PaperEntry",
    "PhoneMap",
    "PhonePart",
    "PhoneSheet",
    "PhoneTab",
    "PlanColumn",
    "PrintKind",
    "Realm",
    "RealmDesk",
    "RealmHall",
    "RealmPaper",
    "RealmPhone",
    "RealmRules",
    "RoomApp",
    "RoomBots",
    "RoomDesk",
    "RoomHall",
    "RoomPhone",
    "RoomRules",
    "RoundDetails",
    "Rulebook",
    "SheetKind",
    "SheetWords",
    "StyledPiece",
    "Subject",
    "UnsoundError",
    "WallKind",
    "alarms",
    "clock_notes",
    "counts",
    "every_lab",
    "every_room",
    "forget",
    "game",
    "game_of",
    "guides",
    "has_tables",
    "hindsights_of",
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
    "subjects",
    "takings",
]

_realms: dict[str, Realm] = {}
_rooms: dict[str, RoomApp] = {}


def register_realm(found: Realm) -> None:
    """Register a game. Its app calls this once when it is ready."""
    _realms[found.name] = found
    forget()


def register(room: RoomApp) -> None:
    """Register a room of a realm. Its app calls this once when it is ready."""
    _rooms[room.rules.module.name] = room
    forget()


def forget() -> None:
    """Clear the caches, so that engines and lists are composed anew."""
    for known in (game, rooms, sheet_kinds, takings, ballots, counting_ballots):
        known.cache_clear()


def realm(name: str) -> Realm:
    """Return the realm of that name.

    Raises:
        KeyError: no such realm is installed.
    """
    return _realms[name]


def realms() -> tuple[Realm, ...]:
    """Return every installed realm, sorted by name."""
    return tuple(_realms[name] for name in sorted(_realms))


def scenario_in(folder: Path, name: str = "") -> tuple[Realm, Any]:
    """Read the scenario in a folder. Return its realm and the scenario.

    `name`: the realm that reads it. Without a name, it is the first realm that can.

    Raises:
        UnsoundError: no realm can read it.
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
    """Return the engine of a realm.

    Raises:
        KeyError: no such realm is installed.
    """
    own = realm(name)
    found = [app for _module, app in sorted(_rooms.items()) if app.realm == name]
    shared = tuple(seal_module(takings(name)) if each is SEALS else each for each in own.rules.modules)
    further = (module for room in found for module in room.rules.further)
    return Game(name=name, state_type=own.rules.state, modules=(*shared, *(room.rules.module for room in found), *further))


@cache
def rooms(name: str) -> Mapping[str, RoomApp]:
    """Return every registered room of a realm by its ID, in the order of the frame."""
    known = {app.rules.module.room: app for app in _rooms.values() if app.rules.module.room and app.realm == name}
    return {room: known[room] for room in realm(name).frame.room_ids if room in known}


def every_room() -> tuple[RoomApp, ...]:
    """Return every registered room of all realms."""
    return tuple(app for each in realms() for app in rooms(each.name).values())


@cache
def sheet_kinds(name: str) -> Mapping[str, SheetKind]:
    """Return every kind of sealed sheet of a realm by its name, in the order of the rooms."""
    return {kind.kind: kind for room in rooms(name).values() for kind in room.rules.sheets}


@cache
def takings(name: str) -> tuple[Taking, ...]:
    """Return which step takes in which kind of sheet."""
    return tuple(kind.taking for kind in sheet_kinds(name).values())


@cache
def ballots() -> frozenset[str]:
    """Return the addresses of all presses that are carried out together."""
    return frozenset(address for app in every_room() for address in app.phone.ballots.addresses)


@cache
def counting_ballots() -> frozenset[type]:
    """Return the commands that wait for such presses."""
    return frozenset(kind for app in every_room() for kind in app.phone.ballots.counted_by)


def clock_notes(name: str) -> tuple[ClockNote, ...]:
    """Return the facts beside the clock: the realm's, then its rooms'."""
    said = (realm(name).hall.standing, *(app.hall.standing for app in rooms(name).values()))
    return tuple(each for each in said if each is not None)


def alarms(name: str) -> tuple[LivePiece, ...]:
    """Return the alarms of a realm's rooms."""
    return tuple(app.hall.alarm for app in rooms(name).values() if app.hall.alarm is not None)


def counts(name: str) -> Mapping[str, CountKind]:
    """Return what a realm counts against the ledger, by name of the count sheet: the realm's own, then its rooms'."""
    found = (*realm(name).desk.counts, *(kind for app in rooms(name).values() for kind in app.desk.counts))
    return {kind.name: kind for kind in found}


def hindsights_of(name: str) -> tuple[Hindsight, ...]:
    """Return the parts of the debrief: the realm's, then its rooms'."""
    return (realm(name).debrief.hindsight, *(app.debrief.hindsight for app in rooms(name).values()))


def measured(name: str) -> Mapping[str, Measured]:
    """Return the lab's measures of a realm's days, by room; "" is the realm itself."""
    return {"": realm(name).debrief.measures, **{room: app.debrief.measures for room, app in rooms(name).items()}}


def guides(name: str) -> Mapping[str, Guide]:
    """Return the guided rounds at a realm's desks by their names: those of its rooms, then its own."""
    found = (*(guide for app in rooms(name).values() for guide in app.bots.guides), *realm(name).bots.guides)
    return {guide.name: guide for guide in found}


def printable(name: str) -> Mapping[str, tuple[SheetKind, OnPaper]]:
    """Return the printed kinds of sheets of a realm, each with its print."""
    return {each: (kind, kind.on_paper) for each, kind in sheet_kinds(name).items() if kind.on_paper is not None}


def has_tables(name: str, room: str) -> bool:
    """Does the room have tables?"""
    app = rooms(name).get(room)
    return app is not None and bool(app.phone.table_label)

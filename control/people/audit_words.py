"""The access log in words: a sentence for each kind of line, said in the hall's language when it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control import registry
from control.engine.frame import Frame
from control.engine.language import Spoken, later, say
from control.models import AuditLine
from control.people.audit import Kind, values_of

BY_PLAYERS: Final = frozenset({Kind.JOINED, Kind.SIGNED_OUT})
BY_ITSELF: Final = frozenset({Kind.LOGIN, Kind.LOGIN_REFUSED, Kind.LOGOUT})  # by whoever typed the name

GROUPS: Final[Mapping[str, str]] = Spoken(
    {
        "badges": later("Codes and badges"),
        "team": later("Accounts and desks"),
        "login": later("Signing in and out"),
        "backup": later("Backups"),
        "seen": later("Sheets, seals and cards looked at"),
    }
)
KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "badges": (Kind.CODE_GIVEN, Kind.JOINED, Kind.SIGNED_OUT),
    "team": (
        Kind.ACCOUNT_MADE,
        Kind.ACCOUNT_CLOSED,
        Kind.ACCOUNT_OPENED,
        Kind.ACCOUNT_RIGHTS,
        Kind.ACCOUNT_RENAMED,
        Kind.ACCOUNT_GONE,
        Kind.PASSWORD,
        Kind.DESKS_GIVEN,
        Kind.DESKS_WITHDRAWN,
    ),
    "login": (Kind.LOGIN, Kind.LOGIN_REFUSED, Kind.LOGOUT, Kind.DEVICE_ADMITTED),
    "backup": (Kind.BACKUP, Kind.RESTORED, Kind.DEBRIEF, Kind.DEBRIEF_FILE, Kind.NAME_OUT),
    "seen": (Kind.SHEETS_SEEN, Kind.SEALS_SEEN, Kind.CARDS_SEEN),
}
SENTENCES: Final[Mapping[str, str]] = {
    Kind.CODE_GIVEN: later("{name} was given the first code."),
    Kind.JOINED: later("A phone joined as {name}."),
    Kind.SIGNED_OUT: later("A phone of {name} was signed out."),
    Kind.ACCOUNT_MADE: later("The account {name} was made."),
    Kind.ACCOUNT_CLOSED: later("The account {name} was closed; whoever was signed in with it is out."),
    Kind.ACCOUNT_OPENED: later("The account {name} was opened again."),
    Kind.ACCOUNT_RIGHTS: later("What the account {name} may do in the site’s admin was changed."),
    Kind.ACCOUNT_RENAMED: later("The account {before} is called {name} now."),
    Kind.ACCOUNT_GONE: later("The account {name} was deleted."),
    Kind.PASSWORD: later("{name} was given a new password; whoever was signed in with the old one is out."),
    Kind.DESKS_GIVEN: later("{name} sits here now: {desks}."),
    Kind.DESKS_WITHDRAWN: later("{name} was withdrawn from the team."),
    Kind.LOGIN: later("{name} signed in."),
    Kind.LOGOUT: later("{name} signed out."),
    Kind.DEVICE_ADMITTED: later("A device that called itself “{who}” was let in as {name}."),
    Kind.BACKUP: later("A backup was written: {name}."),
    Kind.RESTORED: later("This event was restored from {name}."),
    Kind.NAME_OUT: later("A player’s name was taken out of the event, who is called {name} since."),
    Kind.SEALS_SEEN: later("The seals were looked at."),
    Kind.CARDS_SEEN: later("Hidden cards were looked at: {name}."),
}
NEW_CODE: Final = later("{name} was given a new code; phones that had joined with the old one are out.")
REFUSED: Final[Mapping[str, str]] = {
    "wrong": later("A wrong password was typed for {name}."),
    "wait": later("A wrong password was typed for {name}, the last of too many: everybody has to wait a while."),
    "unknown": later("Somebody tried to sign in under a name that nobody has."),
}
DEBRIEF: Final[Mapping[str, str]] = {
    "shut": later("The debrief was shut; links to it open nothing any more."),
    "team": later("The debrief was opened for the control team."),
    "players": later("The debrief was opened for the players of the day."),
    "link": later("The debrief was opened for whoever has the link."),
}
FILES: Final[Mapping[str, str]] = {
    "json": later("The whole day was written into a file."),
    "csv": later("Tables of the day were written into a file."),
    "report": later("A report of the day was written."),
    "brought-in": later("The day came out of a file: {name}."),
}
SHEETS: Final[Mapping[str, str]] = {
    "arrivals": later("The list of arrived sheets was opened: {name}."),
    "print": later("Filled sheets were printed: {name}."),
    "late": later("A late sheet was read: {name}."),
}


def sentence_of(line: AuditLine, frame: Frame, realm: str, names: Mapping[str, str]) -> str:
    """What was done; `names` are those of the seats now, for lines that do not say whose it was then."""
    told = values_of(line)
    name = told.get("name") or names.get(line.about) or line.about
    if line.kind == Kind.CODE_GIVEN and told.get("issue", "1") != "1":
        return say(NEW_CODE, name=name)
    if line.kind == Kind.LOGIN_REFUSED:
        return say(REFUSED.get(told.get("why", ""), REFUSED["unknown"]), name=name)
    if line.kind == Kind.SHEETS_SEEN:
        kind = registry.sheet_kinds(realm).get(line.about)
        return say(SHEETS.get(told.get("how", ""), SHEETS["arrivals"]), name=say(kind.name) if kind else line.about)
    if line.kind == Kind.DEBRIEF:
        return say(DEBRIEF.get(told.get("audience", ""), DEBRIEF["shut"]))
    if line.kind == Kind.DEBRIEF_FILE:
        return say(FILES.get(line.about, FILES["json"]), name=name)
    desks = desk_words(told.get("desks", ""), frame)
    return say(SENTENCES[line.kind], name=name, desks=desks, before=told.get("before", ""), who=told.get("who", ""))


def who_did(line: AuditLine, frame: Frame, names: Mapping[str, str] | None = None) -> str:
    """Who did it: "Anna (check-in)", a player, or the console itself."""
    if line.by:
        at = desk_words(line.desks, frame)
        return say("{name} ({desks})", name=line.by, desks=at) if at.casefold() not in ("", line.by.casefold()) else line.by
    if line.kind in BY_PLAYERS or (line.kind == Kind.SEALS_SEEN and line.about):
        return values_of(line).get("name") or (names or {}).get(line.about) or line.about
    if line.kind in BY_ITSELF:
        return line.about or say("Somebody")
    return say("The console itself")


def desk_words(stored: str, frame: Frame) -> str:
    """Desks as a membership stores them, in words."""
    return ", ".join(frame.desk_word(desk) for desk in sorted(frame.all_desks.intersection(stored.split())))

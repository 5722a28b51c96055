"""A player's day as one file that needs nothing: the looks are in it, no script is, and it leads nowhere.

It is the same piece of a page as on the console, where moments open in the time machine. In both, rules are cited as plain words:
their text opens on phones of players alone, and whoever looks back may have none.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from control import registry
from control.debrief.doors import DebriefPass
from control.debrief.own import OwnDay
from control.phone.pages import page_of

STYLES: Final = ("control/rounds.css", "control/debrief_own.css")
LINK: Final = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL)
OTHER_LINK: Final = re.compile(r"<a\b(?![^>]*\bdata-moment\b)[^>]*>(.*?)</a>", re.DOTALL)  # than to a moment of the time machine
CLOSED: Final = re.compile(r"<details\b(?![^>]*\bopen\b)")  # what a room adds is closed on a phone
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
MARGIN: Final = re.compile(r"\s*\n\s*")


def styles_of(door: DebriefPass) -> tuple[str, ...]:
    """The style sheets that the piece needs, besides those of every page."""
    rooms = registry.rooms(door.event.stream.engine).values()
    return tuple(dict.fromkeys((*(style for room in rooms if room.retold is not None for style in room.styles), *STYLES)))


def piece(own: OwnDay, *, whole: bool) -> SafeString:
    """The day as a piece of a page, which leads into the time machine; `whole`: everything in it lies open, and leads nowhere."""
    link = LINK if whole else OTHER_LINK
    drawn = link.sub(r"\1", render_to_string("control/debrief/_own_day.html", {"own": own, "whole": whole}))
    return mark_safe(CLOSED.sub("<details open", drawn) if whole else drawn)


def written(door: DebriefPass, own: OwnDay) -> str:
    """The file of one player's day."""
    context = {
        "piece": piece(own, whole=True),
        "title": f"{own.player.name} · {door.event.name}",
        "event_name": door.event.name,
        "page": page_of(door.event, door.sight, "hall"),
        "looks": "\n".join(_looks(style) for style in ("control/base.css", *styles_of(door))),
    }
    return MARGIN.sub("\n", render_to_string("control/debrief/own_file.html", context))


@cache
def _looks(style: str) -> str:
    """A style sheet without what is meant for whoever writes it."""
    found = finders.find(style)
    if not isinstance(found, str):
        raise LookupError(f"There is no style sheet {style}.")
    return MARGIN.sub("\n", COMMENT.sub("", Path(found).read_text(encoding="utf-8")))

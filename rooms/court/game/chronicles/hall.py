"""Chronicle of public events in the Court: speeches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from control.engine.chronicle import Record, StoryMoment
from control.engine.language import say
from rooms.court.game.chronicles.laws import proposal_title
from rooms.court.game.cycles import part_of
from rooms.court.game.speakers import FloorGiven
from rooms.court.game.state import proposal_in_cycle
from rooms.realm.game.chronicles.words import Write, deed, stateless_chronicler
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room

Seen = StoryMoment[GameState]


def record_floor_given(moment: Seen, happened: FloorGiven) -> Iterator[Record]:
    part = part_of(happened.step)
    standing = proposal_in_cycle(moment.before, part[1]) if part is not None else None
    words = say("Had the floor in the Court.")
    if standing is not None:
        words = say("Spoke to “{proposal}”.", proposal=proposal_title(moment.before, standing.paper))
    yield deed(moment, "speech", own(happened.speaker), words, room=Room.COURT, rule="GE-CRT-25")


WRITES: Final[Mapping[type, Write]] = {FloorGiven: record_floor_given}

Hall = stateless_chronicler(WRITES)

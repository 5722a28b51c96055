"""Chronicle of public events in the Court: speeches, duels, punishments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from control.engine.chronicle import Record, StoryMoment
from control.engine.language import say
from rooms.court.game.challenge import duels_of
from rooms.court.game.chronicles.laws import proposal_title
from rooms.court.game.cycles import part_of
from rooms.court.game.duel_events import DuelEnded
from rooms.court.game.speakers import FloorGiven
from rooms.court.game.state import proposal_in_cycle
from rooms.court.game.uprising_aftermath import Punished
from rooms.realm.game.chronicles.words import Write, deed, name_of, stateless_chronicler
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


def record_duel_ended(moment: Seen, happened: DuelEnded) -> Iterator[Record]:
    found = next((each for each in duels_of(moment.before).challenges if each.number == happened.number), None)
    if found is None or happened.winner not in found.both:
        return
    other = next(each for each in found.both if each != happened.winner)
    won = say("Won the duel against {name}.", name=name_of(moment.before, other))
    lost = say("Lost the duel against {name}.", name=name_of(moment.before, happened.winner))
    yield deed(moment, "duel-won", own(happened.winner), won, weight=4, room=Room.COURT, rule="GE-CRT-95")
    yield deed(moment, "duel-lost", own(other), lost, weight=4, room=Room.COURT, rule="GE-CRT-95")


def record_punished(moment: Seen, happened: Punished) -> Iterator[Record]:
    words = say("Was punished for an Uprising.")
    yield deed(moment, "unlucky", own(happened.player), words, weight=3, room=Room.COURT, rule="R-106")


WRITES: Final[Mapping[type, Write]] = {FloorGiven: record_floor_given, DuelEnded: record_duel_ended, Punished: record_punished}

Hall = stateless_chronicler(WRITES)

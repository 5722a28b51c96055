"""What closes when the running phase ends: whose sheets are missing, who is without a room, which decisions get their default."""

from __future__ import annotations

from collections.abc import Iterator

from control import registry
from control.day.clock.view import attendance, still_open
from control.day.decisions.view import waiting_view
from control.day.people.seating import without_room
from control.day.sheets import closing_writers, players_in_order
from control.day.view import clock_view
from control.desks.frame import Look
from control.engine.frame import Frame
from control.engine.ids import PhaseId
from control.engine.language import listed, say, say_count
from control.sheets import sheets
from control.sheets.nudges import nouns_of

MANY = 12  # so many names are no help any more: whoever needs them finds them at the rooms' desks


def ends_choice(frame: Frame, phase: PhaseId) -> bool:
    """Is this the last phase of a round in which players choose their room?"""
    later_on = frame.phases[frame.phase_ids.index(phase) + 1 :]
    return frame.phase(phase).choice and not any(each.choice for each in later_on)


def closing_words(seen: Look) -> tuple[str, ...]:
    """What the end of the running phase closes, sentence by sentence, as far as the viewer's desks may know."""
    running, closing = seen.sight.public(clock_view), registry.realm(seen.sight.realm).closing
    if running.phase is None:
        return ()
    of_game = seen.sight.view(closing) if closing is not None else ()
    rooms = [room.closing for room in registry.rooms(seen.sight.realm).values() if room.closing is not None]
    of_rooms = tuple(words for of_room in rooms for words in seen.sight.view(of_room))
    return (*of_game, *_sentences(seen, running.phase, running.month), *of_rooms)


def _sentences(seen: Look, phase: PhaseId, month: int) -> Iterator[str]:
    sight, frame, shut = seen.sight, seen.sight.frame, False
    for kind in registry.sheet_kinds(sight.realm).values():
        expected = sight.view(closing_writers, kind)
        if kind.closes_with == phase:
            shut = True
            yield say("The {nouns} of {round} close with it.", nouns=nouns_of(kind), round=frame.round_words(month))
        if not expected:
            continue
        missing = expected - sheets.sent(seen.event_id, kind.kind, month)
        names = [each.name for each in sight.public(players_in_order) if each.seat in missing]
        if names:
            yield say(
                "{count} of {expected} {nouns} are missing: {names}.",
                count=len(names),
                expected=len(expected),
                nouns=nouns_of(kind),
                names=listed(names),
            )
        else:
            yield say("{expected} of {expected} {nouns} are in.", expected=len(expected), nouns=nouns_of(kind))
    if shut or ends_choice(frame, phase):
        yield _without_room(sight.view(without_room), sight.public(attendance).here)
    if frame.phase(phase).closes:
        for each in sight.view(still_open):
            yield say_count(
                "{place}: {count} step is still open, {step}.",
                "{place}: {count} steps are still open, {step} first.",
                each.count,
                place=each.place,
                step=each.step,
            )
        for row in sight.view(waiting_view, seen.door.name, seen.now):
            yield say(
                "Not answered before {blocks}: {question} {answer}, by default.",
                blocks=row.blocks,
                question=row.question,
                answer=row.default,
            )


def _without_room(names: tuple[str, ...], here: int) -> str:
    if not names:
        return say("All {here} players who are here have a room.", here=here)
    if len(names) > MANY:
        return say("{count} of {here} players who are here have no room.", count=len(names), here=here)
    return say("{count} of {here} players who are here have no room: {names}.", count=len(names), here=here, names=listed(names))

"""Its start: a rehearsal that was made on its page waits until whoever leads it lets it run: its people have to sit down first."""

from __future__ import annotations

from typing import Final

from control.day.clock.pauses import ClockPaused, ClockResumed, Pause, Resume
from control.day.state import DayState, Stage
from control.engine.language import later, say
from control.journal import journal
from control.models import Event, Rehearsal, Stream
from control.rehearsal.copying import give

BEFORE: Final = later("The rehearsal has not begun yet.")


def hold(copy: Event) -> None:
    """Stop a copy that has just been made where it stands. One that begins with the check-in has no clock yet, and waits anyway."""
    if _state(copy).clock.stage is Stage.PLAYING:
        give(copy, Pause(reason=say(BEFORE)))
        _begins_here(copy)


def waits(copy: Event) -> bool:
    """Has it not begun yet?"""
    told = Rehearsal.objects.get(event=copy)
    entries = copy.stream.entries
    held = entries.filter(seq=told.begins_after, kind=ClockPaused.__name__).exists()
    return held and not entries.filter(seq__gt=told.begins_after, kind=ClockResumed.__name__).exists()


def let_run(copy: Event) -> None:
    """Let it begin now, with the whole of its phase before it: what was done meanwhile is in no card.

    Raises:
        Refused: somebody has let it run meanwhile.
    """
    give(copy, Resume())
    _begins_here(copy)


def _begins_here(copy: Event) -> None:
    Rehearsal.objects.filter(event=copy).update(begins_after=Stream.objects.values_list("head", flat=True).get(pk=copy.stream_id))


def _state(copy: Event) -> DayState:
    found: DayState = journal.head(Stream.objects.defer("state").get(pk=copy.stream_id)).state
    return found

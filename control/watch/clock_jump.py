"""Jumps of the machine's clock: the guard in each process that finds them, and the person's takeover that moves deadlines."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import close_old_connections, transaction

from control import system_time
from control.day.clock.jumps import by_words
from control.engine.context import THE_CLOCK, Actor
from control.engine.language import say
from control.engine.refusal import Stale
from control.journal import desk, journal, streams
from control.journal.rows import added, put
from control.live import hub
from control.live.hub import frame_of
from control.models import Anchor, Draft, Due, Event, Stream
from control.watch.preflight_lines import EVERYWHERE, Colour, Found, note, tell

# === guard ==============================================================================================================

# The guard of time in each process that serves or carries out what is due: has the wall's clock jumped?
# It looks every second. Processes of one machine share its even clock, so they share where that began (`Anchor`): one that starts
# after a jump goes on as the others do. Where nothing is due nothing can end too soon, and the wall is followed without a person.


log = logging.getLogger(__name__)

EVERY = 1.0  # seconds between two looks
WORTH = timedelta(seconds=1)  # less than that the row is not written anew for
KEY = "time"
MOST = 20  # events whose pages are told: the newest


class Guard:
    """A thread that looks every second until it is stopped."""

    def __init__(self, clock: system_time.Steady | None = None) -> None:
        self.clock = clock or system_time.clock
        self._known: Anchor | None = None
        self._said = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="time-guard", daemon=True)

    def start(self) -> None:
        """Hold on to the even time from now on, and begin to look."""
        system_time.keep()
        self._try()  # before anything is carried out by a wrong time
        self._thread.start()

    def stop(self, within: float = 5.0) -> None:
        """End after the look that is being made."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(within)

    def look(self) -> None:
        """Compare the two clocks once, and agree with the other processes."""
        if self._known is None:
            self._known = Anchor(boot=system_time.boot(), at=self.clock.origin())
            if not added(self._known):
                self._known = Anchor.objects.get(boot=system_time.boot())
                self.clock.take_over(self._known.at)
        if not self.clock.holds():
            anchor = self.clock.anchor
            if anchor is not None and abs(anchor - self._known.at) > WORTH:
                self._known = written(anchor)
            if self._said:
                self._followed()
            return
        if system_time.agree(self.clock):
            self._known = None
        elif not Due.objects.exists():
            self._known = written(self.clock.origin())
            self.clock.take_over()
        elif not self._said:
            self._said = True
            log.error("the machine's clock has jumped %s; deadlines are kept by the even one", by_words(self.clock.jump()))
            say_so(self.clock)
            return
        if self._said and not self.clock.holds():
            self._followed()

    def _followed(self) -> None:
        self._said = False
        log.warning("the machine's clock is followed again")
        say_so(self.clock)
        tell_time()

    def _run(self) -> None:
        while not self._stopping.wait(EVERY):
            self._try()

    def _try(self) -> None:
        try:
            self.look()
        except Exception as failed:  # a database that is away comes back; the even time goes on without it
            log.warning("the machine's clock could not be compared: %s", type(failed).__name__)
        finally:
            close_old_connections()


def written(anchor: datetime) -> Anchor:
    """The anchor of this machine, stored for its other processes."""
    put(Anchor(boot=system_time.boot(), at=anchor), per=("boot",), over=("at",))
    return Anchor.objects.get(boot=system_time.boot())


def found(clock: system_time.Steady | None = None) -> Found:
    """The look: whether the wall's clock goes evenly."""
    jump = clock.jump() if clock is not None else system_time.jump()
    if not jump:
        return Found(colour=Colour.GREEN, words=say("Goes evenly."))
    words = say("It has jumped {jump}. Phases and steps go on by an even clock, as if it had not.", jump=by_words(jump))
    mend = say("Set the machine’s clock right; or, if it is right now, press the button above: all deadlines follow it.")
    return Found(colour=Colour.RED, words=words, mend=mend)


def say_so(clock: system_time.Steady | None = None) -> None:
    """Let Preflight say at once how the wall goes, and every page of the team look again."""
    note(EVERYWHERE, {KEY: found(clock)})
    for event in Event.objects.values_list("pk", flat=True)[:MOST]:
        tell(event)


def tell_time() -> None:
    """Let every screen of this process measure the console's time again."""
    frame = frame_of({"t": "beat", "now": int(system_time.seconds() * 1000)})
    for each in hub.everywhere():
        each.loop.call_soon_threadsafe(each.tell_everyone, frame)


# === takeover ===========================================================================================================

# A jump of the machine's clock, taken over by a person: the wall is followed again, and every deadline has moved with it.


SAME = timedelta(seconds=2)  # by which a jump may differ from the one that was shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump:
    """How far the wall is ahead of the console's time, in whole seconds and in words."""

    seconds: int
    words: str


def now() -> Jump | None:
    """The jump that waits for a person; None where the wall is followed."""
    by = system_time.jump()
    return Jump(seconds=round(by.total_seconds()), words=by_words(by)) if by else None


def take_over(stream_id: int, seconds: int, by: Actor, command_id: UUID) -> None:
    """Follow the wall from now on: the deadlines of every event and table move with it, each by one entry in its own journal.

    Whoever presses stands in the journal of the own event, the clock in the others.

    Raises:
        Stale: the wall is followed already, or has jumped otherwise than was seen; nothing was done.
    """
    with transaction.atomic():
        Anchor.objects.select_for_update().filter(boot=system_time.boot()).first()
        system_time.settle()  # somebody else may have taken it over in another process while this one waited
        jump = system_time.jump()
        if not jump or abs(jump - timedelta(seconds=seconds)) > SAME:
            raise Stale(say("The machine’s clock goes otherwise by now; look at the page again."))
        for stream in Stream.objects.defer("state").order_by("pk"):
            own = stream.pk == stream_id
            try:
                _move(stream, jump, by if own else THE_CLOCK, command_id if own else uuid5(command_id, str(stream.key)))
            except Exception:  # one that cannot be moved keeps no other from its time
                if own:
                    raise
                log.exception("the deadlines of stream %s could not be moved", stream.pk)
        # What was typed last before a clock was set back is not newer than all that is typed from now on.
        Draft.objects.filter(received_at__gt=system_time.now() + jump).update(received_at=system_time.now() + jump)
        written(system_time.clock.origin())
        transaction.on_commit(_follow)


def _move(stream: Stream, jump: timedelta, by: Actor, command_id: UUID) -> None:
    with transaction.atomic():
        kind = streams.kind_of(stream)
        command = kind.moved(journal.head(stream).state, jump)
        if command is not None:
            desk.perform(stream_id=stream.pk, command=command, by=by, command_id=command_id)


def _follow() -> None:
    system_time.clock.take_over()
    say_so()
    tell_time()

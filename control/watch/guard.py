"""The guard of time in each process that serves or carries out what is due: has the wall's clock jumped?

It looks every second. Processes of one machine share its even clock, so they share where that began (`Anchor`): one that starts
after a jump goes on as the others do. Where nothing is due nothing can end too soon, and the wall is followed without a person.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta

from django.db import close_old_connections

from control import steady
from control.day.clock.jumps import by_words
from control.engine.language import say
from control.journal.rows import added, put
from control.live import hub
from control.live.hub import frame_of
from control.models import Anchor, Due, Event
from control.watch.lines import EVERYWHERE, Colour, Found, note, tell

log = logging.getLogger(__name__)

EVERY = 1.0  # seconds between two looks
WORTH = timedelta(seconds=1)  # less than that the row is not written anew for
KEY = "time"
MOST = 20  # events whose pages are told: the newest


class Guard:
    """A thread that looks every second until it is stopped."""

    def __init__(self, clock: steady.Steady | None = None) -> None:
        self.clock = clock or steady.clock
        self._known: Anchor | None = None
        self._said = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="time-guard", daemon=True)

    def start(self) -> None:
        """Hold on to the even time from now on, and begin to look."""
        steady.keep()
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
            self._known = Anchor(boot=steady.boot(), at=self.clock.origin())
            if not added(self._known):
                self._known = Anchor.objects.get(boot=steady.boot())
                self.clock.take_over(self._known.at)
        if not self.clock.holds():
            anchor = self.clock.anchor
            if anchor is not None and abs(anchor - self._known.at) > WORTH:
                self._known = written(anchor)
            if self._said:
                self._followed()
            return
        if steady.agree(self.clock):
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
    put(Anchor(boot=steady.boot(), at=anchor), per=("boot",), over=("at",))
    return Anchor.objects.get(boot=steady.boot())


def found(clock: steady.Steady | None = None) -> Found:
    """The look: whether the wall's clock goes evenly."""
    jump = clock.jump() if clock is not None else steady.jump()
    if not jump:
        return Found(colour=Colour.GREEN, words=say("Goes evenly."))
    words = say("It has jumped {jump}. Phases and steps go on by an even clock, as if it had not.", jump=by_words(jump))
    mend = say("Set the machine’s clock right; or, if it is right now, press the button above: all deadlines follow it.")
    return Found(colour=Colour.RED, words=words, mend=mend)


def say_so(clock: steady.Steady | None = None) -> None:
    """Let Preflight say at once how the wall goes, and every page of the team look again."""
    note(EVERYWHERE, {KEY: found(clock)})
    for event in Event.objects.values_list("pk", flat=True)[:MOST]:
        tell(event)


def tell_time() -> None:
    """Let every screen of this process measure the console's time again."""
    frame = frame_of({"t": "beat", "now": int(steady.seconds() * 1000)})
    for each in hub.everywhere():
        each.loop.call_soon_threadsafe(each.tell_everyone, frame)

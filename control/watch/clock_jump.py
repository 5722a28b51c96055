"""Jumps of the machine's clock: the guard in each process that detects them, and a person's acceptance, which
moves all deadlines.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import close_old_connections, transaction
from msgspec import Struct

from control import system_time
from control.day.clock.jumps import by_words
from control.engine.context import THE_CLOCK, Actor
from control.engine.language import say
from control.engine.refusal import Stale
from control.journal import desk, journal, streams
from control.journal.rows import insert_if_new, upsert
from control.live import hub
from control.live.hub import frame_of
from control.models import Anchor, Draft, Due, Event, Stream
from control.watch.preflight_lines import EVERYWHERE, CheckResult, LightColour, refresh_pages, store_results

# === guard ==============================================================================================================

# The guard in each process that serves pages or gives due commands. It checks every second whether the wall clock has jumped.
# Processes of one machine share its monotonic clock and store its origin (`Anchor`), so a process that starts after a jump agrees
# with the others. If nothing is due, nothing can end too soon, and the wall clock is followed without asking.


log = logging.getLogger(__name__)

EVERY = 1.0  # seconds between two checks
WORTH = timedelta(seconds=1)  # smallest change for which the row is updated
KEY = "time"
MOST = 20  # newest events, whose pages are notified


class ClockGuard:
    """Thread that checks the clock every second until it is stopped."""

    def __init__(self, clock: system_time.PairedClocks | None = None) -> None:
        self.clock = clock or system_time.clock
        self._known: Anchor | None = None
        self._said = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="time-guard", daemon=True)

    def start(self) -> None:
        """Use the steady clock from now on, and start the thread."""
        system_time.use_steady_time()
        self._try()  # before a due command runs at a wrong time
        self._thread.start()

    def stop(self, within: float = 5.0) -> None:
        """Stop the thread after its current check."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(within)

    def look(self) -> None:
        """Compare the two clocks once, and synchronize with the other processes."""
        if self._known is None:
            self._known = Anchor(boot=system_time.boot_id(), at=self.clock.origin())
            if not insert_if_new(self._known):
                self._known = Anchor.objects.get(boot=system_time.boot_id())
                self.clock.take_over(self._known.at)
        if not self.clock.holds():
            anchor = self.clock.anchor
            if anchor is not None and abs(anchor - self._known.at) > WORTH:
                self._known = store_anchor(anchor)
            if self._said:
                self._followed()
            return
        if system_time.adopt_accepted_jump(self.clock):
            self._known = None
        elif not Due.objects.exists():
            self._known = store_anchor(self.clock.origin())
            self.clock.take_over()
        elif not self._said:
            self._said = True
            log.error("the machine's clock has jumped %s; deadlines are kept by the even one", by_words(self.clock.jump()))
            update_clock_line(self.clock)
            return
        if self._said and not self.clock.holds():
            self._followed()

    def _followed(self) -> None:
        self._said = False
        log.warning("the machine's clock is followed again")
        update_clock_line(self.clock)
        tell_time()

    def _run(self) -> None:
        while not self._stopping.wait(EVERY):
            self._try()

    def _try(self) -> None:
        try:
            self.look()
        except Exception as failed:  # the database may be away; the steady time needs none
            log.warning("the machine's clock could not be compared: %s", type(failed).__name__)
        finally:
            close_old_connections()


def store_anchor(anchor: datetime) -> Anchor:
    """Store and return the anchor of this machine, for its other processes."""
    upsert(Anchor(boot=system_time.boot_id(), at=anchor), per=("boot",), over=("at",))
    return Anchor.objects.get(boot=system_time.boot_id())


def check_clock(clock: system_time.PairedClocks | None = None) -> CheckResult:
    """Preflight check: whether the wall clock is steady."""
    jump = clock.jump() if clock is not None else system_time.jump()
    if not jump:
        return CheckResult(colour=LightColour.GREEN, words=say("Goes evenly."))
    words = say("It has jumped {jump}. Phases and steps go on by an even clock, as if it had not.", jump=by_words(jump))
    mend = say("Set the machine’s clock right; or, if it is right now, press the button above: all deadlines follow it.")
    return CheckResult(colour=LightColour.RED, words=words, mend=mend)


def update_clock_line(clock: system_time.PairedClocks | None = None) -> None:
    """Update the preflight line at once, and refresh the control team's pages."""
    store_results(EVERYWHERE, {KEY: check_clock(clock)})
    for event in Event.objects.values_list("pk", flat=True)[:MOST]:
        refresh_pages(event)


def tell_time() -> None:
    """Let every screen of this process synchronize its time again."""
    frame = frame_of({"t": "beat", "now": int(system_time.seconds() * 1000)})
    for each in hub.all_hubs():
        each.loop.call_soon_threadsafe(each.tell_everyone, frame)


# === takeover ===========================================================================================================

# Acceptance of a clock jump by a person: the console follows the wall clock again, and every deadline moves with it.


SAME = timedelta(seconds=2)  # allowed difference from the jump that was shown


class ClockJump(Struct, frozen=True, kw_only=True):
    """Wall clock minus the console's time, in whole seconds and in words."""

    seconds: int
    words: str


def now() -> ClockJump | None:
    """Jump that waits for a person. None while the wall clock is followed."""
    by = system_time.jump()
    return ClockJump(seconds=round(by.total_seconds()), words=by_words(by)) if by else None


def take_over(stream_id: int, seconds: int, by: Actor, command_id: UUID) -> None:
    """Follow the wall clock from now on. The deadlines of every event and table move with it, by one entry in each journal.

    The entry in the sender's own event names the sender, the others name the clock.

    Raises:
        Stale: the wall clock is followed already, or the jump differs from the one shown. Nothing was done.
    """
    with transaction.atomic():
        Anchor.objects.select_for_update().filter(boot=system_time.boot_id()).first()
        system_time.adopt_pending_jump()  # another process may have accepted it while this one waited
        jump = system_time.jump()
        if not jump or abs(jump - timedelta(seconds=seconds)) > SAME:
            raise Stale(say("The machine’s clock goes otherwise by now; look at the page again."))
        for stream in Stream.objects.defer("state").order_by("pk"):
            own = stream.pk == stream_id
            try:
                _move(stream, jump, by if own else THE_CLOCK, command_id if own else uuid5(command_id, str(stream.key)))
            except Exception:  # a failing stream does not affect the others
                if own:
                    raise
                log.exception("the deadlines of stream %s could not be moved", stream.pk)
        # A draft from before a clock was set back must not count as newer than later drafts.
        Draft.objects.filter(received_at__gt=system_time.now() + jump).update(received_at=system_time.now() + jump)
        store_anchor(system_time.clock.origin())
        transaction.on_commit(_follow)


def _move(stream: Stream, jump: timedelta, by: Actor, command_id: UUID) -> None:
    with transaction.atomic():
        kind = streams.kind_of(stream)
        command = kind.moved(journal.head(stream).state, jump)
        if command is not None:
            desk.perform(stream_id=stream.pk, command=command, by=by, command_id=command_id)


def _follow() -> None:
    system_time.clock.take_over()
    update_clock_line()
    tell_time()

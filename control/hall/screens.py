"""The projectors of an event: each has a name, can be found, sent elsewhere, told a message and blacked out from the console.

A screen is whatever browser has opened the address for screens; a cookie is its name tag. What it shows is a page of its own inside
it, so anything with an address can be shown. Nothing of this is the game's: no journal, no undo; another press puts it right.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac

from control.engine import language
from control.engine.modules import Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.typed_text import one_line, readable
from control.hall.screen_kinds import kinds
from control.live import broadcast
from control.models import Event, Screen
from control.people.throttle import SCREENS

ASKS_EVERY = 4  # seconds between two questions of a screen
GONE = timedelta(seconds=30)  # without a question, after which a screen counts as gone
REMEMBERED = timedelta(seconds=12)  # how old the last question may get before the row is written again
FLASHES = timedelta(seconds=8)
MOST = 40
NAME, MESSAGE = 40, 300  # characters
FEW_TAGS = 8  # of other events in one browser: more are not looked up
COOKIE = re.compile(r"screen-\d{1,18}")
NO_PLACE = language.later(
    "{most} screens are on the list already. Take one that nobody needs off it, on the organizer’s page Screens."
)
NO_SCREEN = language.later("No such screen; it may have been taken off the list.")
NO_SHOWING = language.later("That cannot be shown any more. Choose again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """Something that a screen can show: its id, its name, its address; `alone` draws by itself what comes over all screens."""

    id: str
    name: str
    address: str
    alone: bool = False


Shows = Callable[[Event], Iterable[Showing]]
_also: list[Shows] = []


def register(shows: Shows) -> None:
    """Let screens show more than what the control room brings. Called once by an app that is ready."""
    _also.append(shows)


def cookie(event_id: int) -> str:
    """The name of the cookie that is a screen's tag: a browser may be a screen of two events, as where a rehearsal has its own."""
    return f"screen-{event_id}"


def own_showings(event: Event) -> tuple[Showing, ...]:
    """The kinds of screens of an event's game."""
    found = kinds(event.stream.engine)
    return tuple(
        Showing(
            id=kind.name, name=language.say(kind.title), address=reverse("control:screen", args=[event.pk, kind.name]), alone=True
        )
        for kind in found
    )


def showings(event: Event) -> tuple[Showing, ...]:
    """Everything that the screens of an event can show now."""
    return (*own_showings(event), *(each for shows in _also for each in shows(event)))


def showing_of(event: Event, shows: str) -> Showing:
    """What a screen shows; the clock where that is gone, as a table that nobody plays any more."""
    found = showings(event)
    return next((each for each in found if each.id == shows), found[0])


def screen_of(event: Event, tag: str, now: datetime, address: str = "") -> Screen:
    """The screen with that tag, or a new one with a number for a name. `address`: where it is, "" for whoever has signed in.

    Raises: Refused, when too many new ones came from this address, or every place is taken by a screen that has a name or a task.
    """
    found = _tagged(event, tag)
    if found is not None:
        return found
    whose = f"{event.stream.key} {address}"
    if address and SCREENS.enough(whose):
        raise Refused(language.say("Too many screens were opened from this network in the last minute. This page tries again."))
    source = salted_hmac("control.screen", address).hexdigest()[:16] if address else ""
    with transaction.atomic():
        _lock_names(event)
        known = list(event.screens.order_by("pk"))
        if len(known) >= MOST:
            known.remove(left := _gives_way(known, now))
            left.delete()
        taken = {screen.name for screen in known}
        name = next(each for each in _numbered() if each not in taken)
        new = Screen.objects.create(event=event, tag=uuid.uuid4(), source=source, name=name, shows="clock", seen_at=now)
    if address:
        SCREENS.count(whose)
    return new


def _numbered() -> Iterator[str]:
    """The names that screens get by themselves."""
    return (language.say("Screen {number}", number=number) for number in range(1, MOST + 2))


def _numbered_in_english() -> Iterator[str]:
    """The same names from before the console spoke another language."""
    return (f"Screen {number}" for number in range(1, MOST + 2))


def is_spare(screen: Screen, now: datetime) -> bool:
    """Has it no name of its own, and either no task or nobody in front of it for minutes?"""
    return not _is_named(screen) and (_is_idle(screen) or now - screen.seen_at > 10 * GONE)


def is_wanted(screen: Screen) -> bool:
    """Has Control given it a name, or sent it anywhere? Whoever looks at the hall's page for a moment is a screen too."""
    return _is_named(screen) or not _is_idle(screen)


def _is_named(screen: Screen) -> bool:
    return screen.name not in _numbered() and screen.name not in _numbered_in_english()


def _is_idle(screen: Screen) -> bool:
    """Has nobody sent it anywhere?"""
    return screen.shows == "clock" and not screen.next


def _gives_way(known: Sequence[Screen], now: datetime) -> Screen:
    """The screen that makes room for a new one: one that is gone before one that is here, then the newest of the largest crowd.

    A crowd comes from one address. So whoever comes from a new one gets a screen, and keeps it while the crowd opens others.
    """
    spare = [screen for screen in known if is_spare(screen, now)]
    if not spare:
        raise Refused(language.say(NO_PLACE, most=MOST))
    crowds = Counter(screen.source for screen in spare if screen.source)
    return max(spare, key=lambda screen: (is_gone(screen, now), crowds[screen.source], screen.pk))


def asked(event: Event, tag: str, now: datetime) -> Screen | None:
    """The screen with that tag asks what it shows; that it is there is remembered. None when it is not known."""
    found = _tagged(event, tag)
    if found is not None and now - found.seen_at > REMEMBERED:
        was_gone = is_gone(found, now)
        Screen.objects.filter(pk=found.pk).update(seen_at=now)
        if was_gone:
            tell_console(event.pk)
    return found


def _tagged(event: Event, tag: str) -> Screen | None:
    key = _key(tag)
    return event.screens.filter(tag=key).first() if key else None


def _key(tag: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(tag)
    except ValueError:
        return None


def proof_in(cookies: Mapping[str, str]) -> str:
    """Which screen a browser is that Control has named or sent somewhere: "screen:12"; "" for a stranger."""
    tags = [value for name, value in cookies.items() if COOKIE.fullmatch(name)][:FEW_TAGS]
    known = Screen.objects.filter(tag__in=[key for tag in tags if (key := _key(tag))]) if tags else ()
    return next((f"screen:{screen.pk}" for screen in known if is_wanted(screen)), "")


def is_gone(screen: Screen, now: datetime) -> bool:
    """Has nothing been heard of it for so long that nobody sees it?"""
    return now - screen.seen_at > GONE


# --- what the organizer does with them ----------------------------------------------------------------------------------


def rename(event: Event, number: int, name: str) -> str:
    """Give a screen a name; returns it as it was kept.

    Raises: Refused, for no name, a long one, or one that another screen has.
    """
    words = one_line(name)
    if not 1 <= len(words) <= NAME:
        raise Refused(language.say("A screen has a name of 1 to {most} characters.", most=NAME))
    with transaction.atomic():
        _lock_names(event)
        screen = _screen(event, number)
        if event.screens.exclude(pk=number).filter(name__iexact=words).exists():
            raise Refused(language.say("Another screen is called {name}. Choose another name.", name=words))
        Screen.objects.filter(pk=screen.pk).update(name=words)
    _tell_screens(event.pk)
    return words


def _lock_names(event: Event) -> None:
    """Let nobody else name a screen of this event until the commit: of two that open at one moment each has a name of its own."""
    Event.objects.select_for_update(no_key=True).only("pk").get(pk=event.pk)


def forget(event: Event, number: int, now: datetime) -> Screen:
    """Take a screen off the list that is gone.

    Raises: Refused, while it is there.
    """
    screen = _screen(event, number)
    if not is_gone(screen, now):
        raise Refused(language.say("{screen} is still there. Close its page first.", screen=screen.name))
    screen.delete()
    tell_console(event.pk)
    return screen


def forget_spare(event: Event, now: datetime) -> int:
    """Take every screen without a name off the list that has no task or is gone for minutes; returns how many.

    One that is still there loads itself again and is a new one.
    """
    with transaction.atomic():
        _lock_names(event)
        found = [screen.pk for screen in event.screens.all() if is_spare(screen, now)]
        Screen.objects.filter(pk__in=found).delete()
    _tell_screens(event.pk)
    return len(found)


def flash(event: Event, number: int | None, now: datetime) -> list[Screen]:
    """Let a screen, or every screen, show its name large for some seconds."""
    found = _some(event, number)
    _set(found, flash_until=now + FLASHES)
    return found


def blacken(event: Event, number: int | None, *, dark: bool) -> list[Screen]:
    """Black out a screen, or every screen, or light it again."""
    found = _some(event, number)
    _set(found, dark=dark)
    return found


def say(event: Event, number: int | None, text: str) -> list[Screen]:
    """Put a message into the lower third of a screen, or of every screen; an empty one takes it away.

    Raises: Refused, for a long one.
    """
    words = readable(text).strip()
    if len(words) > MESSAGE:
        raise Refused(language.say("A message on a screen has at most {most} characters.", most=MESSAGE))
    found = _some(event, number)
    _set(found, message=words)
    return found


def send(event: Event, number: int, shows: str) -> tuple[Screen, Showing]:
    """Let a screen show something else at once; what is staged for it stays staged, unless it is this.

    Raises: Refused, for what cannot be shown any more.
    """
    screen = _screen(event, number)
    showing = next((each for each in showings(event) if each.id == shows), None)
    if showing is None:
        raise Refused(language.say(NO_SHOWING))
    _set([screen], shows=shows, next="" if screen.next == shows else screen.next)
    return screen, showing


def stage(event: Event, wanted: Mapping[int, str]) -> None:
    """Choose what screens shall show next; nothing changes on them until it is pushed."""
    possible = {each.id for each in showings(event)}
    known = {screen.pk: screen for screen in event.screens.filter(pk__in=wanted)}
    if set(known) != set(wanted):
        raise Refused(language.say(NO_SCREEN))
    for screen in known.values():
        shows = wanted[screen.pk]
        if shows not in possible:
            raise Refused(language.say(NO_SHOWING))
        Screen.objects.filter(pk=screen.pk).update(next="" if shows == screen.shows else shows)
    tell_console(event.pk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What pushing would change on one screen."""

    screen: Screen
    now: Showing
    next: Showing

    @property
    def key(self) -> str:
        """What the organizer has looked at, to be compared when it is pushed."""
        return f"{self.screen.pk} {self.now.id} {self.next.id}"


def changes(event: Event) -> tuple[Change, ...]:
    """What is staged, by the names of the screens."""
    return tuple(
        Change(screen=screen, now=showing_of(event, screen.shows), next=showing_of(event, screen.next))
        for screen in event.screens.exclude(next="").order_by("name")
    )


def push(event: Event, looked_at: Sequence[str]) -> int:
    """Send every staged screen where it shall go; returns how many.

    Raises: Stale, when what is staged is not what the organizer has looked at.
    """
    with transaction.atomic():
        found = changes(event)
        if not found:
            raise Stale(language.say("Nothing is staged; it may have been pushed already."))
        if sorted(change.key for change in found) != sorted(looked_at):
            raise Stale(language.say("Somebody has staged something else meanwhile. Look at it again."))
        for change in found:
            Screen.objects.filter(pk=change.screen.pk).update(shows=change.next.id, next="")
    _tell_screens(event.pk)
    return len(found)


def _screen(event: Event, number: int) -> Screen:
    found = event.screens.filter(pk=number).first()
    if found is None:
        raise Refused(language.say(NO_SCREEN))
    return found


def _some(event: Event, number: int | None) -> list[Screen]:
    return list(event.screens.all()) if number is None else [_screen(event, number)]


def _set(screens: Sequence[Screen], **values: object) -> None:
    if not screens:
        return
    Screen.objects.filter(pk__in=[screen.pk for screen in screens]).update(**values)
    _tell_screens(screens[0].event_id)


def _tell_screens(event_id: int) -> None:
    broadcast.nudge(event_id, [Invalidation(topic="screens", to="all")])


def tell_console(event_id: int) -> None:
    """Let the console look at the list of screens again."""
    broadcast.nudge(event_id, [Invalidation(topic="screens", to="staff")])

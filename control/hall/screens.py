"""Projectors of an event: the console names, finds, redirects, messages and blacks out each of them.

A screen is any browser that opened the address for screens; a cookie identifies it. It shows another page inside its own, so it can
show anything with an address. None of this is part of the game: there is no journal and no undo, and another press corrects it.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac
from msgspec import Struct

from control.engine import language
from control.engine.modules import Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.typed_text import one_line, readable
from control.hall.screen_kinds import kinds
from control.live import broadcast
from control.models import Event, Screen
from control.people.throttle import SCREENS

ASKS_EVERY = 4  # seconds between two requests of a screen
GONE = timedelta(seconds=30)  # silence after which a screen counts as gone
REMEMBERED = timedelta(seconds=12)  # age of the last request before the row is written again
FLASHES = timedelta(seconds=8)
MOST = 40
NAME, MESSAGE = 40, 300  # characters
FEW_TAGS = 8  # screen cookies looked up in one browser, which may have some from other events
COOKIE = re.compile(r"screen-\d{1,18}")
NO_PLACE = language.later(
    "{most} screens are on the list already. Take one that nobody needs off it, on the organizer’s page Screens."
)
NO_SCREEN = language.later("No such screen; it may have been taken off the list.")
NO_SHOWING = language.later("That cannot be shown any more. Choose again.")


class Showing(Struct, frozen=True, kw_only=True):
    """A page that a screen can show. `alone`: the page draws the alarms over all screens itself."""

    id: str
    name: str
    address: str
    alone: bool = False


FindShowings = Callable[[Event], Iterable[Showing]]
_also: list[FindShowings] = []


def register(shows: FindShowings) -> None:
    """Register further pages for screens. An app calls this once when ready."""
    _also.append(shows)


def cookie(event_id: int) -> str:
    """The name of a screen's cookie. A browser may be a screen of two events, such as a day and its rehearsal."""
    return f"screen-{event_id}"


def own_showings(event: Event) -> tuple[Showing, ...]:
    """The hall screens of an event's game."""
    found = kinds(event.stream.engine)
    return tuple(
        Showing(
            id=kind.name, name=language.say(kind.title), address=reverse("control:screen", args=[event.pk, kind.name]), alone=True
        )
        for kind in found
    )


def showings(event: Event) -> tuple[Showing, ...]:
    """All pages that an event's screens can show now."""
    return (*own_showings(event), *(each for shows in _also for each in shows(event)))


def showing_of(event: Event, shows: str) -> Showing:
    """The page that a screen shows; the clock if that page is gone, such as a closed table."""
    found = showings(event)
    return next((each for each in found if each.id == shows), found[0])


def screen_of(event: Event, tag: str, now: datetime, address: str = "") -> Screen:
    """The screen with this tag, or a new one with a number as name. `address`: its network address; "" for a signed-in user.

    Raises: Refused, when this address opened too many new screens, or every place is taken by a screen with a name or a task.
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
            known.remove(left := _screen_to_replace(known, now))
            left.delete()
        taken = {screen.name for screen in known}
        name = next(each for each in _numbered() if each not in taken)
        new = Screen.objects.create(event=event, tag=uuid.uuid4(), source=source, name=name, shows="clock", seen_at=now)
    if address:
        SCREENS.count(whose)
    return new


def _numbered() -> Iterator[str]:
    """The default names of screens."""
    return (language.say("Screen {number}", number=number) for number in range(1, MOST + 2))


def _numbered_in_english() -> Iterator[str]:
    """The default names in English, from before the console spoke another language."""
    return (f"Screen {number}" for number in range(1, MOST + 2))


def is_spare(screen: Screen, now: datetime) -> bool:
    """Is the screen removable: without a name of its own, and either without a task or silent for minutes?"""
    return not _is_named(screen) and (_is_idle(screen) or now - screen.seen_at > 10 * GONE)


def is_wanted(screen: Screen) -> bool:
    """Has Control named it or sent it somewhere? A person who briefly opens the hall's page is a screen, too."""
    return _is_named(screen) or not _is_idle(screen)


def _is_named(screen: Screen) -> bool:
    return screen.name not in _numbered() and screen.name not in _numbered_in_english()


def _is_idle(screen: Screen) -> bool:
    """Does it show the clock, with nothing staged?"""
    return screen.shows == "clock" and not screen.next


def _screen_to_replace(known: Sequence[Screen], now: datetime) -> Screen:
    """The screen to remove for a new one: gone ones first, then the newest of the address with most screens.

    So a visitor from a new address gets a screen, and keeps it while a crowd at one address opens more.
    """
    spare = [screen for screen in known if is_spare(screen, now)]
    if not spare:
        raise Refused(language.say(NO_PLACE, most=MOST))
    crowds = Counter(screen.source for screen in spare if screen.source)
    return max(spare, key=lambda screen: (is_gone(screen, now), crowds[screen.source], screen.pk))


def polling_screen(event: Event, tag: str, now: datetime) -> Screen | None:
    """The screen with this tag, which asks what to show; the time is remembered. None if it is unknown."""
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
    """The screen that this browser is, if Control has named it or sent it somewhere: "screen:12"; "" for a stranger."""
    tags = [value for name, value in cookies.items() if COOKIE.fullmatch(name)][:FEW_TAGS]
    known = Screen.objects.filter(tag__in=[key for tag in tags if (key := _key(tag))]) if tags else ()
    return next((f"screen:{screen.pk}" for screen in known if is_wanted(screen)), "")


def is_gone(screen: Screen, now: datetime) -> bool:
    """Has the screen been silent so long that it counts as gone?"""
    return now - screen.seen_at > GONE


# --- actions of the organizer -------------------------------------------------------------------------------------------


def rename(event: Event, number: int, name: str) -> str:
    """Name a screen. Return the name as stored.

    Raises: Refused, if the name is empty, too long, or used by another screen.
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
    """Lock the screen names of this event until the commit, so that two screens opened at once get different names."""
    Event.objects.select_for_update(no_key=True).only("pk").get(pk=event.pk)


def forget(event: Event, number: int, now: datetime) -> Screen:
    """Remove a gone screen from the list.

    Raises: Refused, while it is there.
    """
    screen = _screen(event, number)
    if not is_gone(screen, now):
        raise Refused(language.say("{screen} is still there. Close its page first.", screen=screen.name))
    screen.delete()
    tell_console(event.pk)
    return screen


def forget_spare(event: Event, now: datetime) -> int:
    """Remove every unnamed screen without a task or silent for minutes. Return how many.

    One that is still there reloads and becomes a new one.
    """
    with transaction.atomic():
        _lock_names(event)
        found = [screen.pk for screen in event.screens.all() if is_spare(screen, now)]
        Screen.objects.filter(pk__in=found).delete()
    _tell_screens(event.pk)
    return len(found)


def flash(event: Event, number: int | None, now: datetime) -> list[Screen]:
    """Flash the name of one screen, or of all, for some seconds."""
    found = _screens_meant(event, number)
    _update_screens(found, flash_until=now + FLASHES)
    return found


def blacken(event: Event, number: int | None, *, dark: bool) -> list[Screen]:
    """Turn one screen or all black, or on again."""
    found = _screens_meant(event, number)
    _update_screens(found, dark=dark)
    return found


def say(event: Event, number: int | None, text: str) -> list[Screen]:
    """Show a message in the lower third of one screen or all; an empty one removes it.

    Raises: Refused, if it is too long.
    """
    words = readable(text).strip()
    if len(words) > MESSAGE:
        raise Refused(language.say("A message on a screen has at most {most} characters.", most=MESSAGE))
    found = _screens_meant(event, number)
    _update_screens(found, message=words)
    return found


def send(event: Event, number: int, shows: str) -> tuple[Screen, Showing]:
    """Send a screen to another page at once. What is staged for it stays staged, unless it is this page.

    Raises: Refused, if the page cannot be shown any more.
    """
    screen = _screen(event, number)
    showing = next((each for each in showings(event) if each.id == shows), None)
    if showing is None:
        raise Refused(language.say(NO_SHOWING))
    _update_screens([screen], shows=shows, next="" if screen.next == shows else screen.next)
    return screen, showing


def stage(event: Event, wanted: Mapping[int, str]) -> None:
    """Stage what screens show next; they change only at `push`."""
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


class ScreenChange(Struct, frozen=True, kw_only=True):
    """What `push` would change on one screen."""

    screen: Screen
    now: Showing
    next: Showing

    @property
    def key(self) -> str:
        """The change as the organizer saw it, for comparison at `push`."""
        return f"{self.screen.pk} {self.now.id} {self.next.id}"


def changes(event: Event) -> tuple[ScreenChange, ...]:
    """The staged changes, by screen name."""
    return tuple(
        ScreenChange(screen=screen, now=showing_of(event, screen.shows), next=showing_of(event, screen.next))
        for screen in event.screens.exclude(next="").order_by("name")
    )


def push(event: Event, looked_at: Sequence[str]) -> int:
    """Send every staged screen to its next page. Return how many.

    Raises: Stale, if the staged changes differ from those that the organizer saw.
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


def _screens_meant(event: Event, number: int | None) -> list[Screen]:
    return list(event.screens.all()) if number is None else [_screen(event, number)]


def _update_screens(screens: Sequence[Screen], **values: object) -> None:
    if not screens:
        return
    Screen.objects.filter(pk__in=[screen.pk for screen in screens]).update(**values)
    _tell_screens(screens[0].event_id)


def _tell_screens(event_id: int) -> None:
    broadcast.tell_outside_journal(event_id, [Invalidation(topic="screens", to="all")])


def tell_console(event_id: int) -> None:
    """Tell the console to refresh the list of screens."""
    broadcast.tell_outside_journal(event_id, [Invalidation(topic="screens", to="staff")])

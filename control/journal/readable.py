"""Events that this program cannot read: their game is not installed, or nothing says how to read what is stored.

Such an event fails by itself. Lists over several events leave it out, its own pages say so in one sentence, and Preflight names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import InterfaceError, OperationalError

from control import registry
from control.journal import journal
from control.models import Event


def trouble_of(event: Event) -> str:
    """What fails when an event is read; "" for one that can be read.

    Raises:
        OperationalError, InterfaceError: it is the database that does not answer.
    """
    try:
        registry.realm(event.stream.engine)
        journal.head(event.stream)
    except (OperationalError, InterfaceError):
        raise
    except Exception as failed:
        return type(failed).__name__
    return ""


def readable(events: Iterable[Event]) -> Iterator[Event]:
    """The events that can be read, in the same order."""
    return (event for event in events if not trouble_of(event))

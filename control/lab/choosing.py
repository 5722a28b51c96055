"""What somebody may study here: what comes with the console, the scenarios of the own events, and a folder of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from control import registry
from control.engine.language import say
from control.engine.typed import number_in
from control.journal import journal
from control.journal.readable import readable, trouble_of
from control.lab import days, sources
from control.models import Event
from control.registry import Realm, Subject, UnsoundError


def of_event(event: Event) -> Subject | None:
    """The scenario that is frozen into an event; None where its days cannot be studied."""
    realm = registry.realm(event.stream.engine)
    if realm not in days.studied():
        return None
    return Subject(
        name=f"event/{event.pk}",
        title=say("The scenario of “{event}”", event=event.name),
        kind=days.kind_of(realm.name),
        document=lambda: _manned(realm, event),
        event=event.pk,
        texts=lambda: sources.of(_frozen(event)),
    )


def _frozen(event: Event) -> bytes:
    return bytes(Event.objects.values_list("scenario", flat=True).get(pk=event.pk))


def _manned(realm: Realm, event: Event) -> bytes:
    """The scenario of an event; one whose casting came from a list is played by as many of each team, and nobody's name."""
    document = _frozen(event)
    folders = realm.folders
    if folders is None or folders.manned is None or folders.casting(scenario := realm.load(document)):
        return document
    state = journal.head(event.stream).state
    names = {team.id: team.name for team in state.teams}
    many = Counter(seat.team for seat in state.seats.values())
    casting = tuple(folders.cast(f"{names[team]} {rank}", team, rank) for team in names for rank in range(1, many[team] + 1))
    return realm.store(folders.manned(scenario, casting))


def offered(events: Iterable[Event]) -> Iterator[Subject]:
    """What can be chosen by whoever organizes these events."""
    yield from registry.subjects()
    for event in readable(events):
        subject = of_event(event)
        if subject is not None:
            yield subject


def named(name: str) -> Subject:
    """What is asked for by a name on the command line: of what is offered, or a scenario's folder.

    Raises:
        LookupError: there is no such thing; the message says what there is.
        UnsoundError: the folder holds no sound scenario.
    """
    known = {each.name: each for each in registry.subjects()}
    found = known.get(name) or next((each for each in known.values() if each.kind.partition("/")[0] == name), None)
    if found is not None:
        return found
    word, _slash, number = name.partition("/")
    if word == "event" and (key := number_in(number)) is not None:
        event = Event.objects.select_related("stream").defer("scenario", "stream__state").filter(pk=key).first()
        subject = of_event(event) if event is not None and not trouble_of(event) else None
        if subject is None:
            raise LookupError(f"There is no event {number} whose days can be studied.")
        return subject
    folder = Path(name)
    if folder.is_dir():
        realm, scenario = registry.scenario_in(folder)
        if realm not in days.studied():
            raise UnsoundError(f"The days of {realm.name} cannot be studied.")
        return days.in_folder(realm, folder.resolve().name, scenario, folder)
    raise LookupError(f"{name} is no folder, and nothing here is called so. There are: {', '.join(known)}, event/NUMBER.")

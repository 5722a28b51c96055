"""Subjects of studies: scenarios of the console, of one's own events and of a folder, their files, and whole days of bots."""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from control import registry
from control.bots.stored_days import play_whole_day
from control.engine.language import later, say
from control.engine.typed_text import number_in
from control.journal import journal
from control.journal.journal import readable_events, trouble_of
from control.lab.measures import moments_of, outcome_by
from control.lab.models import ScenarioFiles
from control.lab.outcomes import GameOutcome
from control.models import Event
from control.registry import Lab, Realm, Subject, UnsoundError


def event_subject(event: Event) -> Subject | None:
    """Frozen scenario of an event. None if its days cannot be studied."""
    realm = registry.realm(event.stream.engine)
    if realm not in studied_realms():
        return None
    return Subject(
        name=f"event/{event.pk}",
        title=say("The scenario of “{event}”", event=event.name),
        kind=kind_of(realm.name),
        document=lambda: _with_people(realm, event),
        event=event.pk,
        texts=lambda: files_of_document(_frozen(event)),
    )


def _frozen(event: Event) -> bytes:
    return bytes(Event.objects.values_list("scenario", flat=True).get(pk=event.pk))


def _with_people(realm: Realm, event: Event) -> bytes:
    """Scenario of an event. If its casting came from a list, it gets as many players for each team, with neutral names."""
    document = _frozen(event)
    folders = realm.folders
    if folders is None or folders.manned is None or folders.casting(scenario := realm.rules.load(document)):
        return document
    state = journal.head(event.stream).state
    names = {team.id: team.name for team in state.teams}
    many = Counter(seat.team for seat in state.seats.values())
    casting = tuple(folders.cast(f"{names[team]} {rank}", team, rank) for team in names for rank in range(1, many[team] + 1))
    return realm.store(folders.manned(scenario, casting))


def subjects_offered(events: Iterable[Event]) -> Iterator[Subject]:
    """Subjects that an organizer of these events can choose."""
    yield from registry.subjects()
    for event in readable_events(events):
        subject = event_subject(event)
        if subject is not None:
            yield subject


def find_subject(name: str) -> Subject:
    """Subject with this name on the command line: an offered one, `event/NUMBER`, or a scenario's folder.

    Raises:
        LookupError: there is none; the message lists what there is.
        UnsoundError: the folder holds no sound scenario.
    """
    known = {each.name: each for each in registry.subjects()}
    found = known.get(name) or next((each for each in known.values() if each.kind.partition("/")[0] == name), None)
    if found is not None:
        return found
    word, _slash, number = name.partition("/")
    if word == "event" and (key := number_in(number)) is not None:
        event = Event.objects.select_related("stream").defer("scenario", "stream__state").filter(pk=key).first()
        subject = event_subject(event) if event is not None and not trouble_of(event) else None
        if subject is None:
            raise LookupError(f"There is no event {number} whose days can be studied.")
        return subject
    folder = Path(name)
    if folder.is_dir():
        realm, scenario = registry.scenario_in(folder)
        if realm not in studied_realms():
            raise UnsoundError(f"The days of {realm.name} cannot be studied.")
        return in_folder(realm, folder.resolve().name, scenario, folder)
    raise LookupError(f"{name} is no folder, and nothing here is called so. There are: {', '.join(known)}, event/NUMBER.")


MOST: Final = 20_000_000  # letters of stored files; every sound scenario has fewer


def keep_files(document: bytes, texts: Mapping[str, str]) -> None:
    """Store these files, unless they are stored already."""
    if texts and sum(map(len, texts.values())) <= MOST:
        body = zlib.compress(msgspec.json.encode(dict(texts)))
        ScenarioFiles.objects.bulk_create([ScenarioFiles(document=_name(document), body=body)], ignore_conflicts=True)


def files_of_document(document: bytes) -> Mapping[str, str]:
    """Stored files from which this document was made. Empty if they are unknown."""
    body = ScenarioFiles.objects.filter(document=_name(document)).values_list("body", flat=True).first()
    return msgspec.json.decode(zlib.decompress(bytes(body)), type=dict[str, str]) if body is not None else {}


def _name(document: bytes) -> str:
    return hashlib.sha256(document).hexdigest()


WORD: Final = "day"


class WholeDay(Struct, frozen=True, kw_only=True):
    """Whole day of a scenario."""

    realm: Realm
    scenario: Any
    title: str
    key: str = WORD

    def play(self, seed: int) -> GameOutcome:
        """Play one day, from check-in to its end.

        Raises:
            Stuck: a necessary command was refused, or players or the control team never finish.
        """
        assert self.realm.folders is not None
        name = self.realm.name
        played = play_whole_day(name, self.scenario, self.realm.folders.casting(self.scenario), seed)
        moments = moments_of(registry.game(name), played)
        return outcome_by(moments, registry.measured(name), played.state, seed, played.refused)


def kind_of(realm: str) -> str:
    """Kind of a study of whole days of a realm."""
    return f"{WORD}/{realm}"


def day_of(document: bytes, realm: str) -> WholeDay:
    """Day of a scenario as frozen into an event.

    Raises:
        KeyError: the realm is not installed.
        ValueError: the scenario has no players.
    """
    found = registry.realm(realm)
    scenario = found.rules.load(document)
    if found.folders is not None and not found.folders.casting(scenario):
        raise ValueError(say("nobody plays in it; add casting.yaml to its folder"))
    return WholeDay(realm=found, scenario=scenario, title=title_of(found, scenario))


def title_of(realm: Realm, scenario: Any) -> str:
    return realm.folders.title(scenario) if realm.folders is not None else say("A day")


def studied_realms() -> tuple[Realm, ...]:
    """Realms whose days can be studied."""
    return tuple(each for each in registry.realms() if each.debrief.measures.measures and each.folders is not None)


def scenarios() -> tuple[Subject, ...]:
    """Scenarios that come with the realms, each under the name of its folder."""
    found = []
    for realm in studied_realms():
        assert realm.folders is not None
        folders = (realm.folders.demo, realm.folders.small, *realm.folders.demo_in.values())
        for folder in dict.fromkeys(each for each in folders if each is not None):
            found.append(in_folder(realm, folder.name, realm.folders.read(folder), folder))
    return tuple(found)


def in_folder(realm: Realm, name: str, scenario: Any, folder: Path) -> Subject:
    """Subject for a scenario from a folder."""
    assert realm.folders is not None
    texts = realm.folders.texts
    return Subject(
        name=name,
        title=title_of(realm, scenario),
        kind=kind_of(realm.name),
        document=lambda: realm.store(scenario),
        texts=lambda: texts(folder),
    )


def register_days() -> None:
    """Register the study of whole days."""
    registry.register_lab(Lab(word=WORD, games=later("days"), of=day_of, subjects=scenarios))

"""Whole days in the lab: of any realm that says what a day comes to, by bots over the rules alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from control import registry
from control.bots.written import whole_day
from control.engine.language import later, say
from control.lab.measured import moments_of, outcome_by
from control.lab.outcomes import Outcome
from control.registry import Lab, Realm, Subject

WORD: Final = "day"


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeDay:
    """The whole day of a scenario."""

    realm: Realm
    scenario: Any
    title: str
    key: str = WORD

    def play(self, seed: int) -> Outcome:
        """One day, from check-in to its end.

        Raises:
            Stuck: what must go on was refused, or somebody is never done.
        """
        assert self.realm.folders is not None
        name = self.realm.name
        played = whole_day(name, self.scenario, self.realm.folders.casting(self.scenario), seed)
        moments = moments_of(registry.game(name), played)
        return outcome_by(moments, registry.measured(name), played.state, seed, played.refused)


def kind_of(realm: str) -> str:
    """How a study calls the whole days of a realm."""
    return f"{WORD}/{realm}"


def day_of(document: bytes, realm: str) -> WholeDay:
    """The day of a scenario as it is frozen into an event.

    Raises:
        KeyError: no such realm is installed.
        ValueError: nobody plays in it.
    """
    found = registry.realm(realm)
    scenario = found.load(document)
    if found.folders is not None and not found.folders.casting(scenario):
        raise ValueError(say("nobody plays in it; add casting.yaml to its folder"))
    return WholeDay(realm=found, scenario=scenario, title=title_of(found, scenario))


def title_of(realm: Realm, scenario: Any) -> str:
    """What a scenario is called."""
    return realm.folders.title(scenario) if realm.folders is not None else say("A day")


def studied() -> tuple[Realm, ...]:
    """The realms whose days can be studied."""
    return tuple(each for each in registry.realms() if each.measured.measures and each.folders is not None)


def scenarios() -> tuple[Subject, ...]:
    """The scenarios that come with the realms, each by the name of its folder."""
    found = []
    for realm in studied():
        assert realm.folders is not None
        folders = (realm.folders.demo, realm.folders.small, *realm.folders.demo_in.values())
        for folder in dict.fromkeys(each for each in folders if each is not None):
            found.append(in_folder(realm, folder.name, realm.folders.read(folder), folder))
    return tuple(found)


def in_folder(realm: Realm, name: str, scenario: Any, folder: Path) -> Subject:
    """A scenario that was read from a folder, under a name."""
    assert realm.folders is not None
    texts = realm.folders.texts
    return Subject(
        name=name,
        title=title_of(realm, scenario),
        kind=kind_of(realm.name),
        document=lambda: realm.store(scenario),
        texts=lambda: texts(folder),
    )


def listen() -> None:
    """Let days be studied."""
    registry.register_lab(Lab(word=WORD, games=later("days"), of=day_of, subjects=scenarios))

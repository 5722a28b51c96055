"""Who kept the desks of a copy: a card grades what people did there, and tells what bots did at the others for the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from control.day.teamwork import Desks, Given, Wait, desk_of
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import listed, say
from control.rehearsal.crew import desk_of_call, name_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The desks that people kept or worked at, each with who; and how much was done there by bots."""

    frame: Frame
    people: Mapping[DeskId, tuple[str, ...]] = field(default_factory=dict)
    by_bots: Mapping[DeskId, int] = field(default_factory=dict)

    def by_people(self, at: DeskId | None) -> bool:
        """Was somebody at this desk?"""
        return at in self.people

    def waited_for_people(self, wait: Wait) -> bool:
        """Was it somebody's to go, answer or take over? A call to which nobody went is the desk's of the room it came from."""
        at = wait.desk
        if at is None and wait.kind == "call":
            at = desk_of_call(self.frame, wait.place)
        return self.by_people(at)

    def words(self, at: DeskId) -> str:
        """Who kept it: "anna, ben", "bots"; "anna; bots did 12 of it"."""
        names, count = listed(list(self.people.get(at, ()))), self.by_bots.get(at, 0)
        if not names:
            return say("bots")
        return say("{names}; bots did {count} of it", names=names, count=count) if count else names


def kept_in(given: Iterable[Given], desks: Desks, taken: Mapping[DeskId, str], frame: Frame, leads: str) -> Kept:
    """Who kept which desk, by who has taken it and what was given there; whoever `leads` a copy is nobody."""
    names: dict[DeskId, dict[str, None]] = {at: {name: None} for at, name in taken.items()}
    bots: dict[DeskId, int] = {}
    every = {name_of(each.id) for each in frame.desks}
    for each in given:
        at = desk_of(each.by, desks, each.keepers)
        if at is None or each.by == leads:
            continue
        if each.by in every:
            bots[at] = bots.get(at, 0) + 1
        else:
            names.setdefault(at, {})[each.by] = None
    return Kept(frame=frame, people={at: tuple(found) for at, found in names.items()}, by_bots=bots)

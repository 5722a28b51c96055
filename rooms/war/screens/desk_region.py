"""One region on the desk of War Control: who helps whom, what happened and is about to, what may be set by hand."""

from __future__ import annotations

from dataclasses import dataclass

from control.journal.story import Line, lines_of, withdrawn_by
from rooms.realm.game.buildings.module import BUILDINGS
from rooms.realm.game.effects.module import EFFECTS
from rooms.realm.scenario.ids import RegionId
from rooms.realm.screens.seen import Look
from rooms.war.game.further import FURTHER
from rooms.war.game.part import WAR
from rooms.war.game.view_region import RegionDeskView, foretold_in, war_region
from rooms.war.screens.desk_map import month_asked, next_step, past_sight

# The modules whose sentences name regions.
OF_THE_MAP = frozenset({WAR.name, *(each.name for each in FURTHER), BUILDINGS.name, EFFECTS.name})


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionPanel:
    """One region, what the next step would bring there, and what the journal tells of it.

    `then` is the month whose end it shows; nothing is set by hand in the past.
    """

    here: RegionDeskView
    then: int | None
    foretold: tuple[str, ...]
    foretells: str  # the step that would bring it about
    history: tuple[str, ...]


def region_panel(seen: Look, region: RegionId) -> RegionPanel:
    """One region of the map, now or at the end of the month that the address asks for."""
    month = month_asked(seen)
    past = None if month is None else past_sight(seen, month)
    sight = past or seen.sight
    overlay, step = (None, "") if past else seen.once(next_step)
    here = sight.view(war_region, region)
    return RegionPanel(
        here=here,
        then=month if past else None,
        foretold=sight.public(foretold_in, overlay, region) if overlay else (),
        foretells=step,
        history=() if past else history_of(seen, here.region.name),
    )


def history_of(seen: Look, name: str, most: int = 8) -> tuple[str, ...]:
    """What the journal tells of a place, newest first."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    told = (
        _about(name, line)
        for line in reversed(lines)
        if line.module in OF_THE_MAP and line.seq not in taken and name in _words_of(line.sentence)
    )
    return tuple(sentence for sentence, _number in zip(told, range(most), strict=False))


def _about(name: str, line: Line) -> str:
    """What a line says of one place: of a list of Moves or flags only those that name it."""
    head, colon, tail = line.sentence.partition(": ")
    parts = [part for part in tail.rstrip(".").split("; ") if name in _words_of(part)]
    whole = not colon or not parts or head == name
    return f"{line.label}: {line.sentence}" if whole else f"{line.label}: {'; '.join(parts)}."


def _words_of(sentence: str) -> frozenset[str]:
    for sign in ",.;:()":
        sentence = sentence.replace(sign, " ")
    return frozenset(sentence.split())

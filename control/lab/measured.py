"""Outcome of a game by measures: the same figures for a day that bots played and for one that stands in a journal. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from control.bots.playout import DayPlayed
from control.day.state import DayState
from control.engine.chronicle import Moment
from control.engine.ids import RoomId
from control.engine.measures import Deciders, Measure, Measured, Sums
from control.engine.modules import Game
from control.lab.deciding import Deciding
from control.lab.lengths import Lengths, timed
from control.lab.outcomes import Outcome


def moments_of(game: Game[Any], played: DayPlayed) -> Iterator[Moment[Any]]:
    """Every event of a day that bots have played, with the states around it. Which entry it would be nobody counts on: they are
    counted through."""
    state, at = played.blank, played.given[0].at
    for seq, event in enumerate(played.events, 1):
        before, state = state, game.evolve(state, event)
        yield Moment(seq=seq, at=getattr(event, "at", at), round=before.clock.month, event=event, before=before, after=state)


def outcome_by(
    moments: Iterable[Moment[Any]],
    brought: Mapping[RoomId, Measured],
    end: DayState,
    seed: int,
    refused: Mapping[str, int] | None = None,
) -> Outcome:
    """One pass over a day; `brought` is what the game (as the room "") and its rooms count, `end` the last state."""
    decides: Deciders = {kind: who for each in brought.values() for kind, who in each.decides.items()}
    measures: list[Measure] = [
        Lengths(timed=timed((room, each.paces) for room, each in brought.items())),
        Deciding(decides=decides),
        *(make() for each in brought.values() for make in each.measures),
    ]
    sums = Sums()
    for moment in moments:
        for each in measures:
            each.see(moment, sums)
    for each in measures:
        each.end(end, sums)
    for told, times in (refused or {}).items():
        sums.add(f"refused/{_kebab(told.partition(':')[0])}", times)
    return Outcome(
        seed=seed,
        names=dict(sorted(sums.names.items())),
        counts={key: sums.counts[key] for key in sorted(sums.counts) if sums.counts[key]},
        curves={key: tuple(sums.curves[key]) for key in sorted(sums.curves)},
    )


def _kebab(name: str) -> str:
    """A name of a class as keys have it: UseFavor as use-favor."""
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")

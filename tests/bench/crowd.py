"""Casting of any size."""

from __future__ import annotations

from rooms.realm.scenario.schema import CastSeat, Scenario


def crowd(scenario: Scenario, players: int) -> tuple[CastSeat, ...]:
    """Return a casting of so many players, spread over the scenario's Houses."""
    houses = [house.id for house in scenario.houses]
    ranks = [divmod(number, len(houses)) for number in range(players)]
    return tuple(CastSeat(name=f"Player {rank} {at}", house=houses[at], rank=rank + 1) for rank, at in ranks)

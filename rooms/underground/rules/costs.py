"""What a scheme costs in play: doubled by a Crackdown first, then halved by Recruitment (R-91, GE-CRT-51, GE-CRT-49)."""

from __future__ import annotations


def cost_in_play(written: int | None, *, doubled: bool, halved: bool) -> int | None:
    """The cost as a scheme lies on the table, rounded up to whole minions; a trap has none (R-109)."""
    if written is None:
        return None
    cost = 2 * written if doubled else written
    return (cost + 1) // 2 if halved else cost


def completes(advancement: int, cost: int | None) -> bool:
    """Is there Advancement enough (GE-UND-40, R-117)? A trap never completes (R-109)."""
    return cost is not None and advancement >= cost

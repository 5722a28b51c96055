"""How much of a kind a test tries: few in `make test`, many in `make thorough`. The environment says which: HYPOTHESIS_PROFILE."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def amount(usual: int, thorough: int) -> int:
    """So many of them: of months, of games, of examples that differ in nothing but their seed."""
    return thorough if THOROUGH else usual

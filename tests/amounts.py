"""Amount of work in a test: small in `make test`, large in `make thorough`. HYPOTHESIS_PROFILE in the environment decides."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def amount(usual: int, thorough: int) -> int:
    """Number of months, games or examples: `usual`, or `thorough` in `make thorough`."""
    return thorough if THOROUGH else usual

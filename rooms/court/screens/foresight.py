"""The views that foresee what a proposal would mean, bound to the engine of the game as it is installed."""

from __future__ import annotations

from typing import Final

from control import registry
from rooms.court.game.view_consequence import Foresight
from rooms.realm.frame import NAME

FORESIGHT: Final = Foresight(lambda: registry.game(NAME))

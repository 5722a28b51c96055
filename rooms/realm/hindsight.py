"""What God Emperor brings to the debrief beside its rooms."""

from __future__ import annotations

from typing import Final

from control.registry import Hindsight
from rooms.realm.screens.then import LOOKS, STYLES

HINDSIGHT: Final = Hindsight(looks=LOOKS, styles=STYLES)

"""What the War chapter of the rulebook counts, one module per section; what happens with it stands in `rooms.war.game`."""

from __future__ import annotations

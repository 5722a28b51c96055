"""What every action of a game at a side table is: a document that is stored by the name of its type."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Action(msgspec.Struct, frozen=True):
    """What a player does. `called` is what the journal calls it, noted for the catalogue (`later`)."""

    called: ClassVar[str]

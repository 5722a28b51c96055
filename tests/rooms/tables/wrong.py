"""Facts of a game with broken handlers."""

from __future__ import annotations

import dataclasses
from typing import Any

from control.engine.modules import Game
from control.engine.records import replace


def with_handlers(facts: Game[Any], *kinds: type, **changed: Any) -> Game[Any]:
    """Return the same facts with changed handlers, for these kinds or for all."""
    modules = [
        replace(
            module,
            events={
                kind: replace(handler, **changed) if kind in kinds or not kinds else handler
                for kind, handler in module.events.items()
            },
        )
        for module in facts.modules
    ]
    return dataclasses.replace(facts, modules=tuple(modules))

"""The facts of a game, with something put wrong in how they are folded or told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from control.engine.modules import Game


def with_handlers(facts: Game[Any], *kinds: type, **changed: Any) -> Game[Any]:
    """The same facts; these kinds, or all of them, are handled otherwise."""
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
    return replace(facts, modules=tuple(modules))

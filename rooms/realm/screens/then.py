"""What God Emperor shows in the time machine, beside its rooms."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import LookBack, Panel
from rooms.realm.game.view import LawView
from rooms.realm.game.view_then import RealmThen, laws_then, realm_then


def houses(_event_id: int, shown: RealmThen) -> Panel:
    """The throne and the Houses."""
    return Panel(template="realm/_then_houses.html", panel=shown)


def laws(_event_id: int, shown: tuple[LawView, ...]) -> Panel:
    """The Law Board."""
    return Panel(template="realm/_then_laws.html", panel=shown)


LOOKS: Final = (
    LookBack(name="houses", title=later("Throne and Houses"), sees=realm_then, draw=houses, sums=True),
    LookBack(name="laws", title=later("Law Board"), sees=laws_then, draw=laws),
)
STYLES: Final = ("realm/then.css",)

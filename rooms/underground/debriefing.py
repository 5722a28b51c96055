"""The Underground's part of the debrief: chronicler, labels, awards and time machine."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import Award, Hindsight, LookBack, PagePanel
from rooms.underground.game.chronicles.schemes import Schemes
from rooms.underground.game.view_past import TableThen, card_signs, tables_then

# === time machine =======================================================================================================

# The Underground in the time machine.


def tables(_event_id: int, shown: tuple[TableThen, ...]) -> PagePanel:
    """The tables with everything on them."""
    return PagePanel(template="underground/_then.html", panel=shown)


LOOKS: Final = (
    LookBack(
        name="tables",
        title=later("Tables of the Underground"),
        sees=tables_then,
        draw=tables,
        ground=card_signs,
        template="underground/_card_signs.html",
    ),
)
STYLES: Final = ("underground/cards.css", "underground/then.css")


# === debrief ============================================================================================================

# Chronicler, labels of its records, and awards for schemes.


WORDS: Final = {
    "scheme": later("Scheme"),
    "lives-scheme": later("The life of every scheme"),
    "scheme-struck": later("Struck by a scheme"),
    "scheme-helped": later("Helped by a scheme"),
    "false-secret": later("False secret"),
    "schemed-against": later("Schemed against"),
    "schemed-for": later("Schemed for"),
    "scheme-placed": later("Scheme placed"),
    "scheme-unravelled": later("Scheme that came to nothing"),
    "scheme-foiled": later("Scheme foiled"),
    "trap-sprung": later("Trap sprung"),
    "minions-laid": later("Minions laid"),
    "placed": later("Placed"),
    "rewritten": later("Rewritten"),
    "halved": later("Halved"),
    "advanced": later("Advanced"),
    "protected": later("Protected"),
    "stripped": later("Stripped"),
    "taken-back": later("Taken back"),
    "attacked": later("Attacked"),
    "reached": later("Seen"),
    "left": later("Left in place"),
    "sprung": later("Sprung"),
    "foiled": later("Foiled"),
    "replaced": later("Replaced"),
    "completed": later("Completed"),
    "struck": later("Struck"),
    "spent": later("Came to nothing"),
    "used": later("Used"),
    "message": later("Message sent"),
}

AWARDS: Final = (
    Award(
        name="master-schemer",
        title=later("Master schemer"),
        words=later("Schemes of this player’s that struck: {count}."),
        kinds=("scheme-struck",),
        least=2,
    ),
    Award(
        name="unraveller",
        title=later("Unraveller"),
        words=later("Schemes that this player foiled, and attackers caught in a trap: {count}."),
        kinds=("scheme-foiled", "trap-sprung"),
        least=2,
    ),
    Award(
        name="in-vain",
        title=later("Best-laid plans"),
        words=later("Schemes of this player’s that came to nothing: {count}."),
        kinds=("scheme-unravelled",),
        least=2,
    ),
)

BLOWS: Final = frozenset({"scheme-unravelled", "unlucky"})

HINDSIGHT: Final = Hindsight(chroniclers=(Schemes,), words=WORDS, blows=BLOWS, awards=AWARDS, looks=LOOKS, styles=STYLES)

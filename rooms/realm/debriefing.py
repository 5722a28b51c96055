"""Debrief of God Emperor: chroniclers, names of records, awards, and views for the time machine."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import Award, Hindsight, LookBack, PagePanel
from rooms.realm.game.chronicles.holdings import FavorsPlayed, Powers
from rooms.realm.game.chronicles.people import Bonds, People, Reigns
from rooms.realm.game.view import LawView
from rooms.realm.game.view_past import RealmThen, laws_then, realm_then

# === time machine =======================================================================================================

# Pieces of the time machine, besides those of the rooms.


def past_houses(_event_id: int, shown: RealmThen) -> PagePanel:
    """Draw the throne and the Houses."""
    return PagePanel(template="realm/_then_houses.html", panel=shown)


def past_laws(_event_id: int, shown: tuple[LawView, ...]) -> PagePanel:
    """Draw the Law Board."""
    return PagePanel(template="realm/_then_laws.html", panel=shown)


LOOKS: Final = (
    LookBack(name="houses", title=later("Throne and Houses"), sees=realm_then, draw=past_houses, sums=True),
    LookBack(name="laws", title=later("Law Board"), sees=laws_then, draw=past_laws),
)
STYLES: Final = ("realm/then.css",)


# === debrief ============================================================================================================

# Parts of the debrief, besides those of the rooms: chroniclers, names of their records, awards.


WORDS: Final = {
    "power": later("Power"),
    "reign": later("Reign"),
    "lives-reign": later("Every reign"),
    "seated": later("Took the throne"),
    "month": later("Reigned for a month"),
    "ended": later("Ended"),
    "crowned": later("Divine Sovereign"),
    "deposed": later("Lost the throne"),
    "month-reigned": later("Month reigned"),
    "married": later("Married"),
    "wedding": later("Wedding"),
    "killed-hostage": later("Killed hostages"),
    "hostage-killed": later("Hostages killed"),
    "hostage-taken": later("Hostages taken"),
    "death": later("Death"),
    "favor-used": later("Favor played"),
    "power-gained": later("Power gained"),
    "power-lost": later("Power lost"),
    "given": later("Given away"),
    "unlucky": later("Bad luck"),
    # subjects of news
    "throne": later("The throne"),
    "fallen": later("Fall from the throne"),
    "return": later("A new character"),
    "marriage": later("Wedding"),
    "building": later("Building"),
    "taken": later("Hostages taken"),
    "killed": later("Hostages killed"),
    "court": later("The Court"),
}

AWARDS: Final = (
    Award(
        name="reign",
        title=later("Longest reign"),
        words=later("Months at whose end this player reigned: {count}."),
        kinds=("month-reigned",),
    ),
    Award(
        name="unlucky",
        title=later("Unluckiest"),
        words=later("Blows that befell this player: {count}."),
        kinds=("unlucky", "death"),
        least=2,
    ),
    Award(
        name="married",
        title=later("Most married"),
        words=later("Weddings of this player’s: {count}."),
        kinds=("wedding",),
        least=2,
    ),
    Award(
        name="generous",
        title=later("Most generous"),
        words=later("Power and Favors that this player gave away: {count}."),
        kinds=("given",),
        least=2,
    ),
    Award(
        name="card-player",
        title=later("Best hand"),
        words=later("Favors that this player played: {count}."),
        kinds=("favor-used",),
        least=2,
    ),
    Award(
        name="jailer",
        title=later("Strictest jailer"),
        words=later("Hostages that this House took or killed: {count}."),
        kinds=("hostage-taken", "hostage-killed"),
        to="team",
        least=2,
    ),
)

BLOWS: Final = frozenset({"death", "deposed", "power-lost", "unlucky"})

HINDSIGHT: Final = Hindsight(
    chroniclers=(Powers, Reigns, Bonds, People, FavorsPlayed),
    words=WORDS,
    blows=BLOWS,
    mutual=("married",),
    awards=AWARDS,
    looks=LOOKS,
    styles=STYLES,
)

"""The War Room's part of the debrief: chroniclers, labels and awards."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import Award, Hindsight
from rooms.war.game.chronicles.alliances import Alliances
from rooms.war.game.chronicles.battles import Battles
from rooms.war.game.chronicles.territory import Coups, Territory
from rooms.war.screens.map_panels import LOOKS, STYLES

WORDS: Final = {
    "castles": later("Castles"),
    "regions": later("Regions"),
    "units": later("Units"),
    "allied": later("Allied"),
    "attacked": later("Attacked"),
    "betrayed": later("Betrayed"),
    "betrayal": later("Betrayal"),
    "forged-order": later("Forged order"),
    "coup": later("Military Coup"),
    "battle-won": later("Battle won"),
    "battle-lost": later("Battle lost"),
    "attack-won": later("Attack won"),
    "units-lost": later("Units lost"),
    "castle-taken": later("Castle taken"),
    "castle-lost": later("Castle lost"),
    "unlucky": later("Bad luck"),
    # what news are about
    "battle": later("Battle"),
    "castle": later("Castle"),
    "famine": later("Famine"),
}

MEANINGS: Final = {
    "castles": later("On which a House’s flag flies."),
    "regions": later("In which a House has units, and more of them than any other House."),
}

AWARDS: Final = (
    Award(
        name="general",
        title=later("Best general"),
        words=later("Battles won on this player’s orders: {count}."),
        kinds=("battle-won",),
        least=2,
    ),
    Award(
        name="betrayer",
        title=later("Sharpest dagger"),
        words=later("Betrayals on the map on this player’s orders: {count}."),
        kinds=("betrayal",),
    ),
    Award(
        name="betrayed",
        title=later("Most betrayed"),
        words=later("Betrayals that struck this player: {count}."),
        kinds=("betrayed",),
    ),
    Award(
        name="bloodied",
        title=later("Bled the most"),
        words=later("Units that this House lost: {count}."),
        kinds=("units-lost",),
        to="team",
        least=3,
    ),
)

BLOWS: Final = frozenset({"betrayed", "battle-lost", "units-lost", "castle-lost", "unlucky"})

HINDSIGHT: Final = Hindsight(
    chroniclers=(Territory, Battles, Alliances, Coups),
    words=WORDS,
    meanings=MEANINGS,
    blows=BLOWS,
    shares=("regions", "castles"),
    mutual=("allied",),
    awards=AWARDS,
    looks=LOOKS,
    styles=STYLES,
)

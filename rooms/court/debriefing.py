"""The Court in the debrief: its chronicles, words for their records, and awards."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import Award, Hindsight
from rooms.court.game.chronicles.laws import Laws
from rooms.court.game.chronicles.votes import Votes

WORDS: Final = {
    "law": later("Law"),
    "lives-law": later("The life of every Law"),
    "proposed": later("Proposed"),
    "amended": later("Amended"),
    "chosen": later("Put on the floor"),
    "returned": later("Taken off the floor"),
    "struck-out": later("Struck out"),
    "favored": later("Favored"),
    "tied": later("Tie"),
    "paid": later("Paid"),
    "rejected": later("Rejected"),
    "unpaid": later("Not paid"),
    "not-heard": later("Not heard"),
    "passed": later("Passed"),
    "posted": later("Hung up"),
    "acted": later("Acted"),
    "lapsed": later("Not carried out"),
    "expired": later("Expired"),
    "struck-down": later("Fell"),
    "vote": later("Vote"),
    "bribe": later("Bribe"),
    "uprising": later("Uprising"),
    "uprising-called": later("Uprising called"),
    "proposal": later("Proposal"),
    "law-passed": later("Law passed"),
    "speech": later("Speech"),
    "duel-won": later("Duel won"),
    "duel-lost": later("Duel lost"),
    "unlucky": later("Bad luck"),
}

AWARDS: Final = (
    Award(
        name="lawgiver",
        title=later("Lawgiver"),
        words=later("Laws that this player made: {count}."),
        kinds=("law-passed",),
        least=2,
    ),
    Award(
        name="orator",
        title=later("Orator"),
        words=later("Times that this player had the floor: {count}."),
        kinds=("speech",),
        least=3,
    ),
    Award(
        name="duellist",
        title=later("Best blade"),
        words=later("Duels that this player won: {count}."),
        kinds=("duel-won",),
    ),
)

BLOWS: Final = frozenset({"duel-lost", "unlucky"})

HINDSIGHT: Final = Hindsight(chroniclers=(Laws, Votes), words=WORDS, blows=BLOWS, awards=AWARDS)

"""Events without a report to players in their month, each with its reason. A new event needs a report or a reason here."""

from __future__ import annotations

from typing import Final

from tests.rooms.whole import GAME

TOLD_BY: Final[dict[str, tuple[str, ...]]] = {  # the event that goes with it or follows from it, and is reported
    "LawExpired": ("LawPassed",),
    "SchemeCompleted": ("SchemeDone",),
    "CeremonyHeld": ("SpousesSet", "CharacterDied", "DuelEnded"),
    "DivorceAgreed": ("SpousesSet",),
    "FlagForfeited": ("FlagReplaced",),
    "SchemeChoice": ("SchemeDone",),
    "SchemeActed": ("SchemeDone",),
    "PlayerDelayed": ("SchemeDone",),
    "HandRaised": ("FloorGiven",),
    "HandLowered": ("FloorGiven",),
    "SpeechEnded": ("FloorGiven",),
    "VoteCast": ("VoteClosed",),
    "FistsCounted": ("VoteClosed",),
    "CourtAssembled": ("PoolsGoneHome",),
    "PoolSet": ("PoolsGoneHome",),
    "Rose": ("UprisingEnded",),
    "StoodDown": ("UprisingEnded",),
    "FirstNamed": ("ChallengeMade",),
    "RoundFought": ("DuelEnded", "Wounded"),
    "StakeDue": ("StakeReceived", "StakeSettled"),
    "ProposalAllowed": ("FavorUsed",),
    "FavorOrdered": ("FavorUsed", "MovesMade", "RecruitsPlaced"),
    "SchemeBrought": ("SchemeReplaced", "BroughtDropped"),
    "SchemesDrawn": ("DrawnPlaced", "DrawnDropped"),
    "AttackBegun": ("AttackEnded",),
    "MinionPlayed": ("AttackEnded",),
    "MinionsCompared": ("AttackEnded",),
    "SchemeReached": ("AttackEnded",),
    "TrapSprung": ("AttackEnded",),
    "BattleRuled": ("BattleFought",),
    "InLawsPaid": ("PowerLost", "PowerGained"),
    "CastleLost": ("SovereignDeposed",),
    "CourtTrapped": ("CoupMade",),
    "CourtFreed": ("SovereignDeposed",),
}
NOBODYS: Final[dict[str, tuple[str, ...]]] = {  # events that no player needs to read of afterwards, under the reason
    "the day begins": ("EventSetUp", "BoardSet"),
    "a deck, of nobody": ("FavorDeckRefilled", "MinionsRefilled"),
    "a phone has read what was reported": ("PunishmentsRead",),
    "a desk has seen to it": ("UprisingNoted",),
    "the table goes on": ("TurnEnded",),
    "how people sit": ("SeatsArranged",),
    "in which order schemes act": ("SchemesOrdered",),
    "stands on the phone while the ceremony is held": ("Attended", "CeremonyEnded"),
    "nothing happened there": ("PeaceKept",),
    "offered where rooms are chosen": ("TablesOpened",),
    "stands on the own phone until it is changed": ("PayersNamed", "FavorsNamed"),
    "nobody's; the walls say it": ("ThroneStaysEmpty",),
    "the God Emperor's": ("GodEmperorWounded", "GodEmperorKept"),
    "of the guard": (
        "ImmortalsReturned",
        "GuardMoved",
        "ImmortalAdjusted",
        "ImmortalSent",
        "ImmortalCalledHome",
        "ImmortalsWentHome",
        "ImmortalDragged",
    ),
    "of no House": ("RemnantsReturned", "RemnantAdjusted", "RumorMoved", "RumorPlaced"),
}


def test_every_event_of_realm_and_rooms_is_reported_or_has_a_reason_not_to_be():
    reported = {kind.__name__ for module in GAME.modules for kind in module.reports}
    ours = {kind.__name__ for kind in GAME.events if kind.__module__.startswith("rooms.")}
    justified = [*TOLD_BY, *(name for names in NOBODYS.values() for name in names)]

    assert sorted(justified) == sorted(ours - reported)
    assert {name for names in TOLD_BY.values() for name in names} - reported == set()

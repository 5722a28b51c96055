"""Events without a report to players in their month, each with its reason. A new event needs a report or a reason here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from control.day.people.room_choice import RoomChosen
from control.engine import codec
from control.engine.chronicle import PersonDeed
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from control.engine.reports import DESKS
from rooms.court.game.duel.events import ChallengeMade, DuelAgreed, DuelEnded
from rooms.court.game.duel.stake import StakeNamed
from rooms.court.game.duel.state import Stake
from rooms.court.game.floor.cycles import ProposalChosen
from rooms.court.game.roll import RollCorrected
from rooms.court.game.state import Chosen
from rooms.court.game.uprising.events import Rose, UprisingCalled
from rooms.court.game.uprising.punishment import Punished
from rooms.realm.game.buildings.ownership import BuildingPlaced
from rooms.realm.game.effects.lifetime import EffectEntered
from rooms.realm.game.favors.deck import FavorDrawn
from rooms.realm.game.passed_laws import LawPassed
from rooms.realm.game.scheme_effects.completion import SchemeCompleted
from rooms.realm.game.state import Building, Effect, EffectKind, GameState, PostedLaw
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import CardId, HouseId, LawId, RegionId, Room
from rooms.realm.scenario.schema import LawEffects
from rooms.underground.game.state import SchemeCardId, TableId
from rooms.underground.game.tables.drawn_schemes import SchemesDrawn
from rooms.underground.game.tables.written_schemes import SchemeBrought, SchemeLaid
from rooms.war.game.flags import FlagAdjusted
from tests.rooms.realm.game.play import running
from tests.rooms.test_samples import FILES
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
    "RewardsCorrected": ("PowerLost", "PowerGained"),  # it tells the Houses that now earn something else, in its sample none
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
FORBIDDEN: Final = Effect(id=2, kind=EffectKind.FORBID, since=1, until=None, houses=(HouseId("cat"),), regions=(RegionId("zen"),))
CHAPEL: Final = Building(id=2, kind="chapel", house=HouseId("cat"), places=(RegionId("mok"),))


def _posted(law: str) -> LawPassed:
    """A tax of the Cat on the Wolf, on a tablet of this id."""
    tablet = PostedLaw(id=LawId(law), number=14, title="Tax", text="Tax.", effects=LawEffects(), since=1)
    answers = (("levy",), ("wolf",))
    return LawPassed(law=tablet, kind="tax", answers=answers, month=1, by=SeatId("cat-1"), house=HouseId("cat"), cost=0)


CHALLENGE: Final = ChallengeMade(month=1, number=1, challenger=SeatId("cat-1"), target=SeatId("wolf-1"))
ACCEPTED: Final = (CHALLENGE, StakeNamed(month=1, number=1, stake=Stake(power=1)))
AGREED: Final = (*ACCEPTED, DuelAgreed(month=1, number=1, silent=False))
FOUGHT: Final = (*AGREED, DuelEnded(month=1, number=1, winner=SeatId("cat-1")))
RISING: Final = (
    RollCorrected(month=1, player=SeatId("cat-1"), there=True),
    UprisingCalled(month=1, number=1, caller=SeatId("cat-1")),
    Rose(month=1, number=1, seat=SeatId("cat-1"), by_hand=False),
)
FINES: Final = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))
HEARD: Final = ProposalChosen(month=1, cycle=1, author=SeatId("cat-1"), paper=FINES, how=Chosen.AGENT)
HEARD_LATER: Final = replace(HEARD, cycle=2)
WEST: Final = TableId("west")
RUMORS: Final = Paper(type="spread-rumors", values=(("snake",),))
LAID: Final = SchemeLaid(month=1, table=WEST, scheme=1, seat=SeatId("cat-1"), house=HouseId("cat"), paper=RUMORS)
BROUGHT: Final = SchemeBrought(month=1, table=WEST, seat=SeatId("cat-1"), paper=RUMORS)
DRAWN: Final = SchemesDrawn(
    month=1, table=WEST, house=HouseId("cat"), picker=SeatId("cat-1"), cards=(SchemeCardId("ambush#3"),), refills=()
)
SLANDER: Final = SchemeCompleted(
    id=1, month=1, table="west", house=HouseId("snake"), kind="slander", answers=(("cat",), ("cat-1",)), seat=SeatId("snake-1")
)
BEFORE_IT: Final[dict[str, tuple[GameEvent, ...]]] = {  # events before the stored sample of one that is reported
    "CastleRazed": (FlagAdjusted(month=1, region=RegionId("amn"), house=HouseId("cat"), on=True, reason="x"),),
    "BribesCounted": (RollCorrected(month=1, player=SeatId("wolf-1"), there=True),),
    "BuildingRemoved": (BuildingPlaced(building=CHAPEL, reason="x"),),
    "FavorDiscarded": (FavorDrawn(seat=SeatId("cat-1"), card=CardId("our-lady-01#1"), why="x"),),
    "FavorLaidUnder": (FavorDrawn(seat=SeatId("cat-1"), card=CardId("cult-01#1"), why="x"),),
    "EffectEnded": (EffectEntered(effect=FORBIDDEN, reason="x"),),
    "LawActed": (_posted("law-14"),),
    "LawLapsed": (_posted("law-21"),),
    "FavorsTradedIn": (FavorDrawn(seat=SeatId("cat-1"), card=CardId("rat-king-01#1"), why="x"),),
    "ChallengeRefused": (CHALLENGE,),
    "StakeNamed": (CHALLENGE,),
    "ChallengeWithdrawn": ACCEPTED,
    "DuelAgreed": ACCEPTED,
    "DuelPutOff": AGREED,
    "DuelCalledOff": AGREED,
    "DuelEnded": AGREED,
    "StakeReceived": FOUGHT,
    "DissentCounted": RISING,
    "UprisingEnded": RISING,
    "LawCheapened": (HEARD,),
    "LawPaid": (HEARD,),
    "LawUnpaid": (HEARD_LATER,),
    "ProposalLapsed": (HEARD_LATER,),
    "TieDecided": (HEARD,),
    "VoteClosed": (HEARD,),
    "BroughtDropped": (BROUGHT,),
    "SchemeReplaced": (LAID,),
    "DrawnPlaced": (DRAWN,),
    "DrawnDropped": (DRAWN,),
    "SchemeSpent": (replace(SLANDER, id=2),),
    "SchemeUsed": (SLANDER,),
    "SchemesLookedAt": (LAID,),
    "AdvancementLost": (RoomChosen(seat=SeatId("cat-1"), month=1, room=Room.UNDERGROUND, table=WEST, by_control=False),),
    "SchemeHalved": (LAID,),
    "SchemeDone": (LAID,),
    "ActTakenBack": (replace(LAID, scheme=3),),
    "MinionsAdvanced": (replace(LAID, scheme=3),),
    "ProtectionPlaced": (replace(LAID, scheme=3),),
    "SchemeFurthered": (replace(LAID, scheme=3),),
    "SchemeGlimpsed": (replace(LAID, scheme=3),),
    "ProtectionStripped": (replace(LAID, scheme=3),),
}


TYPED: Final = "because Control typed it"


def samples() -> dict[str, object]:
    """The stored sample of each kind of event."""
    return {kind: sample for file in FILES for kind, sample in json.loads(file.read_text(encoding="utf-8")).items()}


def told() -> Iterator[tuple[GameState, GameEvent]]:
    """Each kind of event as its stored sample, with a state before it."""
    found = samples()
    for kind in (kind.__name__ for kind in GAME.events):
        state = running().state
        for happened in BEFORE_IT.get(kind, ()):
            state = GAME.evolve(state, happened)
        yield state, codec.decode_event(GAME, kind, json.dumps(found[kind]).encode())


def test_every_event_of_realm_and_rooms_is_reported_or_has_a_reason_not_to_be():
    reported = {kind.__name__ for module in GAME.modules for kind in module.reports}
    reported |= {type(each).__name__ for state, each in told() if GAME.reports(each, state, GAME.evolve(state, each))}
    ours = {kind.__name__ for kind in GAME.events if kind.__module__.startswith("rooms.")}
    justified = [*TOLD_BY, *(name for names in NOBODYS.values() for name in names)]

    assert sorted(justified) == sorted(ours - reported)
    assert {name for names in TOLD_BY.values() for name in names} - reported == set()


def test_each_event_has_one_sentence_for_the_desks():
    for state, happened in told():
        lines = GAME.tell(happened, state, GAME.evolve(state, happened))
        assert [getattr(each, "to", "") for each in lines].count(DESKS) == 1, happened


def readers_of_reason(happened: GameEvent) -> set[str]:
    """The desks. Of a punishment also the player whom it hits (R-106)."""
    return {DESKS, f"seat:{happened.player}"} if isinstance(happened, Punished) else {DESKS}


def test_a_typed_reason_is_on_no_phone():
    typed = [(state, replace(each, reason=TYPED)) for state, each in told() if hasattr(each, "reason")]
    assert len(typed) > 2
    for state, happened in typed:
        for line in GAME.tell(happened, state, GAME.evolve(state, happened)):
            silent = isinstance(line, PersonDeed) or line.to in readers_of_reason(happened)
            assert silent or TYPED not in str(line), (happened, line)


def test_an_event_is_told_in_the_debrief_although_the_coming_of_a_player_was_withdrawn():
    for state, happened in told():
        for seat in state.seats:
            before = replace(state, seats={key: each for key, each in state.seats.items() if key != seat})
            after = GAME.evolve(before, happened)
            if not after.amiss:  # otherwise the withdrawal is refused
                tuple(GAME.tell(happened, before, after))

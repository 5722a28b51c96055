"""Punishments of players who stood in a failed Uprising."""

from __future__ import annotations

import json

import pytest

from control.engine import codec
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.court.game.state import Penalty
from rooms.court.game.uprising.punishment import Punish, ReadPunishments, own_punishments
from rooms.court.game.uprising.rules import EndUprising
from rooms.realm.game.favors.deck import FavorDrawn
from rooms.realm.game.ranks_and_wounds import WoundsAdjusted
from rooms.realm.game.state import GameState, ThroneWaits
from rooms.realm.game.throne.succession import seat_house
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.game.treasury.purses import purse_holder
from rooms.realm.scenario.ids import CardId, HouseId, Phase
from tests.rooms.court.court import BEAR, CAT, GAME, WOLF, Session, fold, three_houses, with_settings
from tests.rooms.court.test_floor import refused, seat_a_player
from tests.rooms.court.test_uprising import rise
from tests.rooms.realm.game.play import player


def failed() -> Session:
    """Cat 1 and Wolf 1 stood in a failed Uprising. Cat 1 holds 3 Power and 2 Favors."""
    court = three_houses()
    cards = court.state.favor_deck[:2]
    fold(court, PowerGained(seat=CAT[0], amount=3 - court.state.seats[CAT[0]].purse.power, why="test"))
    fold(court, *(FavorDrawn(seat=CAT[0], card=card, why="test") for card in cards))
    rise(court, CAT[0], WOLF[0])
    court.do(EndUprising(month=1, number=1))
    return court


def punish(
    penalty: Penalty, amount: int = 0, *, seat: SeatId = CAT[0], reason: str = "treason", number: int = 1, said: str = ""
) -> Punish:
    return Punish(month=1, number=number, player=seat, penalty=penalty, amount=amount, reason=reason, said=said)


def purse(state: GameState) -> tuple[int, tuple[CardId, ...]]:
    held = state.seats[CAT[0]].purse
    return held.power, held.favors


@pytest.mark.rule("GE-CRT-98", "R-106", "R-81", "R-07")
def test_power_and_favors_go_where_fines_go_as_far_as_they_are_there():
    court = failed()
    cards = court.state.seats[CAT[0]].purse.favors
    court.do(punish(Penalty.POWER, 2))
    assert purse(court.state)[0] == 1
    court.do(punish(Penalty.POWER, 9))
    court.do(punish(Penalty.FAVORS, 1))
    assert purse(court.state) == (0, cards[1:])
    assert cards[0] in court.state.favor_discards
    told = [GAME.explain(each, court.state) for each in court.day.happened]
    assert any("loses 2 Power: punished for the Uprising, treason" in each for each in told)


@pytest.mark.rule("GE-CRT-98", "R-106", "GE-CER-02")
def test_wounds_and_death():
    court = failed()
    court.do(punish(Penalty.WOUNDS, 2))
    assert court.state.seats[CAT[0]].wounds == 2
    assert "from 1 to 1" in refused(court, punish(Penalty.WOUNDS, 2))
    court.do(punish(Penalty.DEATH, seat=WOLF[0]))
    assert court.state.seats[WOLF[0]].wounds == 3
    assert court.state.throne.god_emperor


@pytest.mark.rule("R-106", "R-28")
def test_a_sovereign_put_to_death_leaves_the_throne():
    court = failed()
    fold(court, *seat_house(court.state, HouseId("wolf"), why="coup", rule="R-33"))
    court.do(punish(Penalty.DEATH, seat=WOLF[0]))
    assert court.state.throne.holder is None
    assert court.state.throne.waits is ThroneWaits.RETURN


@pytest.mark.rule("R-106")
def test_what_is_spoken_stands_in_the_journal_and_takes_nothing():
    court = failed()
    before = court.state.seats
    assert "Write what is banned or said." in refused(court, punish(Penalty.SPOKEN))
    court.do(replace(punish(Penalty.SPOKEN), said="banned from the hall"))
    assert court.state.seats == before
    assert "is punished, “banned from the hall”: treason (R-106)" in GAME.explain(court.day.happened[-1], court.state)


def shown(court: Session, seat: SeatId) -> tuple[int, ...]:
    """IDs of the punishments on the card, which its button sends."""
    panel = own_punishments(court.state, Viewer(seat=seat))
    return panel.ids if panel is not None else ()


@pytest.mark.rule("R-05", "R-106", "R-81")
def test_where_a_house_holds_in_common_its_one_purse_pays():
    court = Session((*CAT, *WOLF, *BEAR), {}, with_settings(holdings="house"))
    court.until("explain-1")
    keeper = purse_holder(court.state, court.state.seats[CAT[1]])
    assert keeper.id != CAT[1]
    fold(court, PowerGained(seat=keeper.id, amount=3 - keeper.purse.power, why="test"))
    fold(court, FavorDrawn(seat=keeper.id, card=court.state.favor_deck[0], why="test"))
    rise(court, CAT[1])
    court.do(EndUprising(month=1, number=1))
    court.do(punish(Penalty.POWER, 2, seat=CAT[1]))
    court.do(punish(Penalty.FAVORS, 1, seat=CAT[1]))
    assert court.state.seats[keeper.id].purse.power == 1
    assert court.state.seats[keeper.id].purse.favors == keeper.purse.favors
    assert own(court, CAT[1]) == [("You lose 2 Power.", "treason"), ("You lose 1 Favor.", "treason")]


def own(court: Session, seat: SeatId) -> list[tuple[str, str]]:
    panel = own_punishments(court.state, Viewer(seat=seat))
    return [(each.words, each.reason) for each in panel.lines] if panel is not None else []


@pytest.mark.rule("R-106", "R-07", "R-17")
def test_whom_it_hit_reads_what_how_much_and_why_until_it_is_read():
    court = failed()
    court.do(punish(Penalty.POWER, 2))
    court.do(punish(Penalty.POWER, 9, reason="more treason"))
    court.do(replace(punish(Penalty.SPOKEN, reason="noise"), said="No word in the Court"))
    court.do(punish(Penalty.DEATH, seat=WOLF[0]))
    assert own(court, CAT[0]) == [
        ("You lose 2 Power.", "treason"),
        ("You lose 1 Power. 9 were named; you had no more.", "more treason"),
        ("No word in the Court", "noise"),
    ]
    assert "had 1: more treason" in " ".join(GAME.explain(each, court.state) for each in court.day.happened)
    assert (own(court, WOLF[0]), own(court, BEAR[0])) == ([("You are put to death.", "treason")], [])

    court.do(ReadPunishments(seat=CAT[0], ids=shown(court, CAT[0])[:2]), player(CAT[0]))
    assert own(court, CAT[0]) == [("No word in the Court", "noise")]
    court.day.until(2, Phase.PLANNING)
    assert own(court, CAT[0]) == [("No word in the Court", "noise")]
    court.do(ReadPunishments(seat=CAT[0], ids=shown(court, CAT[0])), player(CAT[0]))
    assert own(court, CAT[0]) == []
    assert own(court, WOLF[0])


@pytest.mark.rule("R-106", "R-17")
def test_of_two_that_are_alike_only_what_was_read_goes():
    court = failed()
    court.do(punish(Penalty.WOUNDS, 1))
    read = shown(court, CAT[0])
    court.do(punish(Penalty.WOUNDS, 1))

    court.do(ReadPunishments(seat=CAT[0], ids=read), player(CAT[0]))

    assert own(court, CAT[0]) == [("You take 1 wound.", "treason")]
    court.do(ReadPunishments(seat=CAT[0], ids=shown(court, CAT[0])), player(CAT[0]))
    assert own(court, CAT[0]) == []


@pytest.mark.rule("R-106", "R-17")
def test_what_was_withdrawn_meanwhile_takes_nothing_unread_with_it():
    court = failed()
    before = court.state
    court.do(punish(Penalty.POWER, 1, reason="the wrong one"))
    read = shown(court, CAT[0])
    court.do(punish(Penalty.SPOKEN, reason="noise", said="Be silent"))
    court.day.state = before  # the first punishment is withdrawn
    fold(court, court.day.happened[-1])

    court.do(ReadPunishments(seat=CAT[0], ids=read), player(CAT[0]))

    assert own(court, CAT[0]) == [("Be silent", "noise")]


@pytest.mark.rule("R-106")
def test_nobody_reads_what_hit_somebody_else():
    court = failed()
    court.do(punish(Penalty.WOUNDS, 1))
    court.do(ReadPunishments(seat=WOLF[0], ids=shown(court, CAT[0])), player(WOLF[0]))
    assert own(court, CAT[0])


@pytest.mark.rule("R-106")
def test_what_an_earlier_release_stored_folds_as_it_did_then():
    court = failed()
    court.do(punish(Penalty.WOUNDS, 1))
    now = codec.encode_state(court.state)
    earlier = {"month": 1, "number": 1, "player": CAT[0], "penalty": "power", "amount": 50, "reason": "treason"}
    event = codec.decode_event(GAME, "Punished", json.dumps(earlier).encode())

    fold(court, event)

    assert codec.encode_state(court.state) == now  # the Power was taken by an event behind it, and no phone showed it
    assert GAME.explain(event, court.state).endswith("is punished with the loss of 50 Power: treason (R-106).")
    assert GAME.broken(court.state) == ()
    read = codec.decode_event(GAME, "PunishmentsRead", json.dumps({"seat": CAT[0], "count": 1}).encode())
    fold(court, read)
    assert own(court, CAT[0]) == []


@pytest.mark.rule("R-106")
def test_a_dead_character_cannot_be_wounded_or_killed_again():
    court = failed()
    court.do(punish(Penalty.DEATH))
    for penalty, amount in ((Penalty.DEATH, 0), (Penalty.WOUNDS, 1)):
        assert "is dead or gone" in refused(court, punish(penalty, amount))


@pytest.mark.rule("R-106", "R-139")
def test_the_dead_can_say_that_they_have_read_it():
    court = failed()
    court.do(punish(Penalty.DEATH))
    court.do(ReadPunishments(seat=CAT[0], ids=shown(court, CAT[0])), player(CAT[0]))
    assert own(court, CAT[0]) == []


@pytest.mark.rule("R-106")
def test_only_of_those_who_stood_with_a_reason_and_by_control():
    court = failed()
    assert "did not stand" in refused(court, punish(Penalty.POWER, 1, seat=BEAR[0]))
    assert refused(court, punish(Penalty.POWER, 1, reason=" "))
    assert "from 1 to" in refused(court, punish(Penalty.POWER, 0))
    assert "follow a failed Uprising" in refused(court, punish(Penalty.POWER, 1, number=2))
    seat_a_player(court, "bear")
    own = replace(punish(Penalty.POWER, 1), seat=BEAR[0])
    assert "Court Control enters" in refused(court, own, player(BEAR[0]))


@pytest.mark.rule("R-106")
def test_a_scenario_may_let_the_sovereign_punish_alone():
    court = seat_a_player(Session((*CAT, *WOLF, *BEAR), {}, with_settings(punishment_needs_control=False)), "bear")
    rise(court, CAT[0])
    court.do(EndUprising(month=1, number=1))
    own = Punish(month=1, number=1, player=CAT[0], penalty=Penalty.WOUNDS, amount=1, reason="treason", seat=BEAR[0])
    assert "Court Control enters" in refused(court, replace(own, seat=CAT[0]), player(CAT[0]))
    court.do(own, player(BEAR[0]))
    assert court.state.seats[CAT[0]].wounds == 1


@pytest.mark.rule("R-106")
def test_who_punishes_alone_learns_no_wounds_from_what_is_refused():
    told = []
    for wounds in (0, 2):
        court = seat_a_player(Session((*CAT, *WOLF, *BEAR), {}, with_settings(punishment_needs_control=False)), "bear")
        fold(court, WoundsAdjusted(seat=CAT[0], before=0, wounds=wounds, reason="a duel"))
        rise(court, CAT[0])
        court.do(EndUprising(month=1, number=1))
        own = Punish(month=1, number=1, player=CAT[0], penalty=Penalty.WOUNDS, amount=4, reason="treason", seat=BEAR[0])
        told.append(refused(court, own, player(BEAR[0])))
        court.do(replace(own, amount=3), player(BEAR[0]))
        assert court.state.seats[CAT[0]].wounds == 3
    assert told[0] == told[1] == "Give a number from 1 to 3."


@pytest.mark.rule("R-106", "R-20")
def test_not_once_return_has_acted():
    court = failed()
    court.day.until(1, Phase.RETURN)
    court.do(punish(Penalty.WOUNDS, 1))
    court.day.until(2, Phase.CEREMONY)
    assert "month 1 is over" in refused(court, punish(Penalty.WOUNDS, 1))

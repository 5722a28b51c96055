"""Challenges and duels on the tablets of Court Control and the Ceremony desk: every command by its form."""

from __future__ import annotations

import pytest

from control.day.clock.phases import EndPhase
from control.day.people.room_choice import SeatInRoom
from rooms.court.game.duel.events import duels_of
from rooms.court.game.duel.state import Answer
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.ownership import PlaceBuilding
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import HouseId, Phase, Room
from tests.control.desks.conftest import Day, words
from tests.rooms.court.screens.desk import THERE, until

CAT, MATE, WOLF, OTHER = THERE[0], THERE[1], THERE[2], THERE[3]
NOW = {"month": "1"}
ROUND = {"round": "1", "one": "missed", "other": "hit"}
PART = "part/court-duels/"


@pytest.fixture
def arena(running) -> Day:
    """Cat has an Arena, five players are in the Court with 5 Power each, and Challenges runs."""
    running.do(PlaceBuilding(house=HouseId("cat"), kind="arena", reason="built"))
    running.go_to(Phase.MOVEMENT)
    for seat in THERE:
        running.do(SeatInRoom(player=seat, month=1, room=Room.COURT))
        running.do(AdjustPower(seat=seat, before=running.state.seats[seat].purse.power, power=5, reason="found"))
    running.go_to(Phase.ACTION)
    until(running, "challenges")
    return running


@pytest.fixture
def made(arena, court) -> Day:
    assert court.tap(f"court/duels/call/{CAT}/", {**NOW, "who": CAT, "whom": WOLF}).status_code == 200
    return arena


@pytest.fixture
def staked(made, court) -> Day:
    stake = court.tap("court/duels/1/stake/", {**NOW, "seat": WOLF, "power": "2", "words": "an apology"})
    assert stake.status_code == 200
    return made


@pytest.fixture
def agreed(staked, court) -> Day:
    assert says(court, f"stand {CAT}").status_code == 200
    return staked


@pytest.fixture
def fighting(agreed) -> Day:
    agreed.go_to(Phase.RETURN)
    return agreed


def says(court, what, number="1"):
    return court.tap("court/duels/answer/", {**NOW, "number": number, "says": what})


def bout(day, number=1):
    return next(each for each in duels_of(day.state).challenges if each.number == number)


def power(day, seat):
    return day.state.seats[seat].purse.power


@pytest.mark.rule("R-102")
def test_an_answer_at_the_desk_is_called_by_the_two_of_the_challenge(court, staked):
    told = words(court.fragment("part/journal/"))
    challenger, target = (staked.state.seats[each].name for each in (CAT, WOLF))

    assert f"{challenger} (Cat) challenges {target} (Wolf), month 1" in told
    assert f"Challenge of {target} (Wolf) by {challenger} (Cat), month 1" in told


@pytest.mark.rule("GE-CRT-85", "R-102")
def test_there_is_nothing_without_an_arena(court, sitting):
    assert "Challenges" not in words(court.fragment(PART))


@pytest.mark.rule("GE-CRT-85", "GE-CRT-86", "GE-CRT-87", "R-102")
def test_a_name_is_tapped_then_whom_and_a_refusal_costs_one_power(arena, court):
    shown = court.fragment(PART).content.decode()
    assert (f'id="call-{CAT}"' in shown, f'id="call-{WOLF}"' in shown) == (True, False)
    asked = court.fragment(f"court/duels/call/{CAT}/").content.decode()
    assert (f'id="whom-{WOLF}"' in asked, f'id="whom-{CAT}"' in asked) == (True, False)
    court.tap(f"court/duels/call/{CAT}/", {**NOW, "who": CAT, "whom": WOLF})
    assert bout(arena).stand is Answer.MADE
    assert says(court, f"refuse {WOLF}").status_code == 200
    assert (bout(arena).stand, power(arena, WOLF), power(arena, CAT)) == (Answer.REFUSED, 4, 6)
    assert "has refused the challenge" in words(court.fragment(PART))
    court.tap(f"court/duels/call/{CAT}/", {**NOW, "who": CAT, "whom": OTHER})
    assert says(court, f"free {OTHER}", "2").status_code == 200
    assert (bout(arena, 2).stand, power(arena, OTHER)) == (Answer.REFUSED, 5)


@pytest.mark.rule("GE-SOV-27")
def test_who_is_first_is_said_beside_the_name(arena, court):
    assert court.tap("court/duels/first/", {**NOW, "who": MATE}).status_code == 200
    shown = court.fragment(PART)
    assert f"{arena.state.seats[MATE].name} challenges first, as the Sovereign says." in words(shown)
    assert f'id="call-{CAT}"' not in shown.content.decode()
    assert "challenges first" in words(court.fragment(f"court/duels/call/{CAT}/"))


@pytest.mark.rule("R-102", "GE-CRT-85")
def test_a_favor_card_stands_for_the_arena(arena, court):
    assert f'id="glove-{WOLF}"' in court.fragment("court/duels/call/").content.decode()
    asked = court.fragment(f"court/duels/call/{WOLF}/")
    assert "see the card first" in words(asked)
    court.tap(f"court/duels/call/{WOLF}/", {**NOW, "who": WOLF, "whom": CAT, "glove": "on"})
    assert (bout(arena).challenger, bout(arena).glove) == (WOLF, True)


@pytest.mark.rule("GE-CRT-88", "R-103")
def test_whoever_accepts_names_a_stake_of_at_least_one_thing(made, court):
    address = "court/duels/1/stake/"
    for line in ("what does the winner receive?", "5 Power, ", "; the House in all ", "A hostage takes 1 Power and 1 Favor"):
        assert line in words(court.fragment(address))
    no = court.tap(address, {**NOW, "seat": WOLF, "words": " "})
    assert (no.status_code, "Name what the winner receives." in words(no)) == (422, True)
    arena = made.state.buildings[-1].id
    castle = duel_castle(court.fragment(address))
    fields = {**NOW, "seat": WOLF, "power": "1", "favors": "2", "hostages": "1", "buildings": [str(arena)], "words": "a song"}
    assert court.tap(address, {**fields, "flags": [castle]} if castle else fields).status_code == 200
    stake = bout(made).stake
    assert (stake.power, stake.favors, stake.hostages, stake.buildings, stake.words) == (1, 2, 1, (arena,), "a song")
    assert [str(each) for each in stake.flags] == ([castle] if castle else [])
    assert "A hostage takes 1 Power and 1 Favor" in words(court.fragment(PART))
    again = court.fragment(address).content.decode()
    assert f'value="{arena}" checked' in again
    court.tap(address, {**NOW, "seat": WOLF, "power": "3"})
    assert (bout(made).stand, bout(made).stake.power, bout(made).stake.words) == (Answer.STAKED, 3, "")


def duel_castle(shown):
    found = shown.content.decode().partition('name="flags" value="')[2]
    return found.partition('"')[0]


@pytest.mark.rule("GE-CRT-89", "R-102")
def test_the_challenger_withdraws_for_one_power(staked, court):
    assert "an apology" in words(court.fragment(PART))
    assert says(court, f"withdraw {CAT}").status_code == 200
    assert (bout(staked).stand, power(staked, CAT), power(staked, WOLF)) == (Answer.WITHDRAWN, 4, 6)


@pytest.mark.rule("GE-CRT-90", "R-102")
def test_the_challenger_stands_by_it_and_it_waits_for_return(agreed, court):
    assert bout(agreed).stand is Answer.AGREED
    assert "It is fought in Return." in words(court.fragment(PART))
    card = court.fragment("court/duels/1/").content.decode()
    assert ('id="round-now"' in card, 'id="duel-later"' in card) == (False, True)


@pytest.mark.rule("GE-CRT-91", "GE-CRT-92", "GE-CRT-94", "GE-CRT-95", "R-103")
def test_a_duel_goes_round_by_round_until_one_forfeits_and_the_stake_is_carried_out(fighting, court):
    card = words(court.fragment("court/duels/1/"))
    for line in ("Each has a toy pistol with one shot.", "Chest, arm or leg: 1 wound.", "2 Power", "an apology", "Round 1"):
        assert line in card
    no = court.tap("court/duels/1/", {"round": "1", "one": "missed"})
    assert (no.status_code, "Say of both whether they were hit." in words(no)) == (422, True)
    assert 'value="missed" id="one-missed" checked' in no.content.decode()
    second = court.tap("court/duels/1/", ROUND)
    assert (second.status_code, "Round 2" in words(second), fighting.state.seats[WOLF].wounds) == (200, True, 1)
    assert '"court"' in second["HX-Trigger"]
    stale = court.tap("court/duels/1/", ROUND)
    assert (stale.status_code, fighting.state.seats[WOLF].wounds) == (409, 1)
    over = court.tap("court/duels/1/", {"round": "2", "one": "missed", "other": "missed", "other_forfeits": "on"})
    assert (over.status_code, over["HX-Retarget"]) == (200, "#said")
    assert "has won the duel" in words(over)
    assert (bout(fighting).winner, power(fighting, CAT), power(fighting, WOLF)) == (CAT, 7, 3)
    assert "Received: 2 Power and an apology (Court Control sees to it)." in words(over)
    one, other = fighting.state.seats[CAT].name, fighting.state.seats[WOLF].name
    done = f"{one} against {other}: {one} has won: {other} forfeits. Received: 2 Power"
    assert done in words(court.fragment(PART))
    assert "Round 2: " in words(court.fragment(PART))
    assert done in words(court.fragment("court/duels/1/"))


@pytest.mark.rule("GE-CRT-91", "R-102")
def test_the_last_round_is_taken_back_from_its_card_and_without_a_reason_the_dialog_says_so(fighting, court, sits):
    assert "undo-round" not in court.fragment("court/duels/1/").content.decode()
    court.tap("court/duels/1/", ROUND)
    court.tap("court/duels/1/", {**ROUND, "round": "2"})
    card = court.fragment("court/duels/1/").content.decode()
    assert card.count('id="undo-round"') == 1
    assert "Take round 2 back" in card
    address = card.partition('id="undo-round" href="')[2].partition('"')[0].split("/", 3)[3]
    asked = court.fragment(address).content.decode()
    assert "novalidate" in asked  # otherwise the browser would block the press without an explanation
    no = court.tap(address, {"reason": ""})
    assert (no.status_code, "Say why in a few words" in words(no)) == (422, True)
    assert court.tap(address, {"reason": "it went wide"}).status_code == 200
    assert (len(bout(fighting).rounds), fighting.state.seats[WOLF].wounds) == (1, 1)
    assert "Take round 1 back" in words(court.fragment("court/duels/1/"))


@pytest.mark.rule("R-102", "R-13")
def test_the_ceremony_desk_takes_back_what_it_wrote_down(fighting, court, sits):
    ceremony = sits(Desk.CEREMONY)
    court.tap("court/duels/1/", {"act": "later"})
    fighting.do(EndPhase(month=1, phase=Phase.RETURN))
    for number in ("1", "2"):
        ceremony.tap("court/duels/1/", {**ROUND, "round": number, "other": "missed"})
    for number in ("2", "1"):
        card = ceremony.fragment("court/duels/1/").content.decode()
        assert f"Take round {number} back" in card
        address = card.partition('id="undo-round" href="')[2].partition('"')[0].split("/", 3)[3]
        assert ceremony.tap(address, {"reason": "it went wide"}).status_code == 200
    assert bout(fighting).rounds == ()


@pytest.mark.rule("GE-CRT-92", "R-104", "GE-CER-02")
def test_before_a_third_wound_there_is_a_question(fighting, court):
    fighting.do(AdjustWounds(player=WOLF, before=0, wounds=2, reason="found"))
    assert "The next hit kills" in words(court.fragment("court/duels/1/"))
    before = fighting.seqs
    asked = court.tap("court/duels/1/", ROUND)
    assert (asked.status_code, fighting.seqs) == (200, before)
    name = fighting.state.seats[WOLF].name
    assert f"This is the third wound of {name}: {name} dies." in words(asked)
    assert 'value="hit" id="other-hit" checked' in asked.content.decode()
    assert court.tap("court/duels/1/", {**ROUND, "sure": [CAT]}).status_code == 200
    assert fighting.seqs == before  # the confirmation names another player
    court.tap("court/duels/1/", {**ROUND, "sure": [WOLF]})
    assert (bout(fighting).stand, bout(fighting).winner) == (Answer.FOUGHT, CAT)
    assert f"{fighting.state.seats[CAT].name} has won: {name} has fallen." in words(court.fragment(PART))


@pytest.mark.rule("R-102", "R-13")
def test_a_duel_put_off_is_fought_at_the_ceremony_desk(fighting, court, sits):
    ceremony, war = sits(Desk.CEREMONY), sits(Desk.WAR)
    assert court.tap("court/duels/1/", {"act": "later"}).status_code == 200
    assert bout(fighting).stand is Answer.LATER
    assert "Duels …" in words(ceremony.get("houses/"))
    for page in (ceremony.get("houses/"), ceremony.get("court/duels/1/"), court.get("court/")):
        assert "court/duel.css" in page.content.decode()
    assert "Duels …" not in words(war.get("houses/"))
    assert "round 1 …" not in words(ceremony.fragment("part/ceremonies/"))
    assert 'id="duel-1"' in court.fragment(PART).content.decode()
    fighting.do(EndPhase(month=1, phase=Phase.RETURN))
    panel, one, other = ceremony.fragment("part/ceremonies/"), fighting.state.seats[CAT].name, fighting.state.seats[WOLF].name
    assert f"Duel: {one} against {other}, round 1 …" in words(panel)
    assert 'class="button wide main"' in panel.content.decode()
    assert "round 1 …" not in words(war.fragment("part/ceremonies/"))
    assert 'id="duel-1"' not in court.fragment(PART).content.decode()
    assert "The Ceremony Desk leads it" in words(court.fragment(PART))
    assert 'id="round-now"' in ceremony.fragment("court/duels/").content.decode()
    assert ceremony.fragment("court/duels/1/stake/").status_code == 404
    assert war.fragment("court/duels/1/").status_code == 404
    plain = ceremony.post("court/duels/1/", ROUND)
    assert (plain.status_code, plain["Location"].endswith("/court/duels/1/")) == (302, True)
    over = ceremony.post("court/duels/1/", {"round": "2", "one": "hit", "other": "missed", "one_forfeits": "on"})
    assert (over.status_code, over["Location"].endswith("/houses/"), bout(fighting).winner) == (302, True, WOLF)
    assert "No duel is to be fought." in words(ceremony.fragment("court/duels/"))
    assert f"{other} has won: {one} forfeits." in words(court.fragment(PART))
    fighting.go_to(Phase.RETURN)
    assert f"{other} has won" in words(court.fragment(PART))
    fighting.do(EndPhase(month=2, phase=Phase.RETURN, anyway="the apology is owed"))
    assert f"{other} has won" not in words(court.fragment(PART))


@pytest.mark.rule("R-102")
def test_a_challenge_is_called_off_with_a_reason(made, court):
    no = court.tap("court/duels/1/off/", {})
    assert (no.status_code, "Say why" in words(no)) == (422, True)
    assert court.tap("court/duels/1/off/", {"reason": "ill"}).status_code == 200
    assert (bout(made).stand, power(made, WOLF)) == (Answer.OFF, 5)


@pytest.mark.parametrize(
    ("address", "fields", "sentence"),
    [
        (f"court/duels/call/{CAT}/", {**NOW, "who": CAT}, "Choose a player."),
        (f"court/duels/call/{CAT}/", {**NOW, "who": CAT, "whom": "nobody"}, "No such"),
        ("court/duels/first/", NOW, "Choose a player."),
        ("court/duels/first/", {**NOW, "who": WOLF}, "may not challenge now"),
        ("court/duels/answer/", {**NOW, "number": "1", "says": f"kill {WOLF}"}, "Choose a player."),
        ("court/duels/answer/", {**NOW, "number": "1", "says": f"refuse {OTHER}"}, "has the word"),
        ("court/duels/answer/", {**NOW, "number": "1", "says": f"stand {CAT}"}, "This has been answered"),
        ("court/duels/1/stake/", {**NOW, "seat": WOLF, "power": "-1"}, "Write a whole number."),
        ("court/duels/1/stake/", {**NOW, "seat": WOLF, "power": "51"}, "Stake at most"),
        ("court/duels/1/", {"act": "later"}, "This duel is not due in Return"),
        ("court/duels/1/", ROUND, "look again"),
    ],
)
def test_a_broken_press_says_what_is_wrong_and_changes_nothing(made, court, address, fields, sentence):
    before = made.seqs
    answer = court.tap(address, fields)
    assert answer.status_code in (409, 422)
    assert sentence in words(answer)
    assert made.seqs == before


@pytest.mark.parametrize("address", ["court/duels/9/", "court/duels/9/stake/", "court/duels/9/off/", "court/duels/call/nobody/"])
def test_what_is_not_there_is_not_found(arena, court, address):
    assert court.fragment(address).status_code == 404


def test_nobody_else_leads_a_duel(agreed, sits):
    war, door = sits(Desk.WAR), sits(Desk.CHECK_IN)
    before = agreed.seqs
    for address in ("court/duels/", "court/duels/1/", "court/duels/1/off/"):
        assert (war.fragment(address).status_code, door.fragment(address).status_code) == (404, 404)
    for address in ("court/duels/1/", "court/duels/1/off/"):
        assert door.tap(address, {**ROUND, "reason": "x"}).status_code == 404
    assert agreed.seqs == before

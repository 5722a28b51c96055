"""Effects of the laws on every phone after Return: the player's own House first, and no secrets."""

from __future__ import annotations

import pytest

from control.day.handoffs import TakeHandOff, open_hand_offs
from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.law_results import LawsDid, laws_did
from rooms.court.rules.pool_shares import Share
from rooms.realm.game.state import Purse
from rooms.realm.game.view_laws import law_board
from rooms.realm.scenario.ids import Phase
from tests.rooms.court.court import CAT as CAT_PLAYERS
from tests.rooms.court.court import three_houses
from tests.rooms.court.kinds import ALONE, CAT, KINDS, LASTS, ONCE, OWN, WOLF, the_day
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, EVERY_DESK, WOLF_1, Day
from tests.rooms.realm.game.test_deeds import with_purses

PAID = frozenset({2, 3})
OTHER_WORDS = {
    "remove": "Law 11, Grain for Ram, falls.",
    "financial-aid": "Cat is given 2 Power, 3 Favors and 1 unit, if its stock has it.",
    "disband": "Wolf loses 9 units in Chi, as far as it has them there.",
    "famine-aid": "No House starves any longer, and no House is sent food.",
    "build": "Trade Route, Cat, Aka, Zen; Inn. A building is put up for a House.",
}
WHEN = {ONCE: "{}", ALONE: "In month 2 alone. {}", LASTS: "From month 2 until it is removed. {}", PAID: "In months 2 to 3. {}"}
BY_ITS_TEXT = {"hostages", "execution", "destroy"}


def told(day: Day, seat: str = CAT_1) -> LawsDid:
    found = laws_did(day.state, Viewer(seat=seat))  # type: ignore[arg-type]
    assert found is not None
    return found


def to_planning(day: Day) -> Day:
    day.until(2, Phase.CEREMONY)
    for each in open_hand_offs(day.state):
        day.do(TakeHandOff(hand_off=each.id), by=EVERY_DESK)
    return day.until(2, Phase.PLANNING)


@pytest.mark.rule("R-19", "R-20")
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_law_is_told_in_a_sentence_of_its_own(kind):
    proposal, words, months, _true = KINDS[kind]
    day = the_day()
    law(day, kind, *proposal.values)
    assert laws_did(day.state, Viewer(seat=CAT_1)) is None

    found = told(to_planning(day))

    (did,) = (*found.own, *found.others)
    assert (found.month, did.law, did.lapsed) == (1, OWN, False)
    if kind in BY_ITS_TEXT:
        (text,) = [each.text for each in (*day.state.laws, *day.state.struck_laws) if each.id == OWN]
        expected = f"{text.rstrip('.')}."
    else:
        expected = OTHER_WORDS.get(kind, words)
    assert did.words == WHEN[months].format(expected)


@pytest.mark.rule("R-20")
def test_what_binds_or_pays_the_own_house_stands_first():
    day = the_day()
    law(day, "propaganda", "cat")
    law(day, "trade-embargo", ("wolf",))
    to_planning(day)

    assert [[each.law for each in part] for part in (told(day).own, told(day).others)] == [["law-14"], ["law-15"]]
    wolf = told(day, WOLF_1)
    assert [[each.law for each in part] for part in (wolf.own, wolf.others)] == [["law-15"], ["law-14"]]
    assert wolf.own[0].houses >= {WOLF}
    assert CAT not in wolf.own[0].houses


@pytest.mark.rule("R-98")
def test_a_law_that_lapsed_says_why():
    day = the_day()
    for house in ("cat", "wolf", "bear", "ram", "eagle"):
        law(day, "propaganda", house)
    day.until(1, Phase.RETURN)
    day.until(2, Phase.CEREMONY)

    found = told(day)
    lapsed = [each for each in (*found.own, *found.others) if each.lapsed]
    assert lapsed
    assert {each.words for each in lapsed} == {"It lapsed: no Immortal was free for it. Its cost stays spent."}


def test_it_is_told_until_planning_is_over_and_to_players_alone():
    day = the_day()
    law(day, "propaganda", "cat")
    to_planning(day)
    assert laws_did(day.state, HALL) is None
    assert told(day).month == 1

    assert laws_did(day.until(2, Phase.MOVEMENT).state, Viewer(seat=CAT_1)) is None


def test_no_purse_changes_a_word():
    day = the_day()
    law(day, "fines", "wolf", "2", "1")
    law(day, "tariffs", "cat", "wolf", "2", "1")
    to_planning(day)
    seats = {seat.id: replace(seat, purse=Purse(), choice=None, table="") for seat in day.state.seats.values()}

    assert laws_did(replace(day.state, seats=seats), Viewer(seat=CAT_1)) == told(day)


@pytest.mark.rule("R-19")
def test_the_law_board_of_a_phone_begins_with_the_own_house_and_tells_each_story():
    day = the_day()
    law(day, "trade-embargo", ("wolf",))
    to_planning(day)

    wolf, cat = (law_board(day.state, Viewer(seat=seat)) for seat in (WOLF_1, CAT_1))

    (story,) = [each.story for each in wolf.own if each.view.id == OWN]
    assert [words.split(",")[0] for words in story] == ["Passed in month 1", "In force from month 2 on."]
    assert OWN in [each.view.id for each in cat.others]
    assert not [each for each in wolf.others if each.view.number < 14 and each.story]


@pytest.mark.rule("GE-CRT-28", "R-78")
def test_the_story_of_a_law_says_how_it_was_voted_on_and_who_paid_what():
    court = three_houses().choose(CAT_PLAYERS[2]).until("vote-1")
    court.fists(1, 4).close(1)
    court.do(PayLaw(month=1, cycle=1, shares=(Share(payer="cat", power=2), Share(payer="wolf", favors=1))))

    board = law_board(court.state, Viewer(seat=WOLF_1))

    (story,) = [each.story for each in (*board.own, *board.others) if each.view.number == 14]
    assert story == (
        "Passed in month 1, proposed by Cat; it cost 3.",
        "The vote: 4 for, 2 against.",
        "Paid by Cat (2 Power) and Wolf (1 Favor).",
    )


@pytest.mark.rule("GE-CRT-75", "R-08")
def test_the_story_of_a_tax_says_who_pays_this_month_and_then_whether_they_did():
    day = with_purses(in_court(), cat_1=(1, 0))

    def story() -> tuple[str, ...]:
        board = law_board(day.state, Viewer(seat=WOLF_1))
        (found,) = [each.story for each in (*board.own, *board.others) if each.view.number == 9]
        return found

    assert story() == ("Cat pays Unicorn in the Return of month 1.",)
    day.until(2, Phase.CEREMONY)
    assert story() == ("Cat pays Unicorn in the Return of month 2.", "Cat paid 1 Power in month 1.")

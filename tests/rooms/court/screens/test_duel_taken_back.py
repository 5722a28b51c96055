"""Notices on phones when a duel's round or an answer to a challenge is withdrawn: one sentence, once."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from control.journal import story
from rooms.court.game.duel.rounds import CallOff, FightRound
from rooms.court.game.duel.state import DuelistRound
from rooms.realm.game.ranks_and_wounds import AdjustWounds
from tests.rooms.court.court import BEAR, CAT, WOLF
from tests.rooms.court.screens.test_duel_phone import ArenaDay, phone_of
from tests.rooms.court.screens.test_phone_floor import floor, press
from tests.rooms.court.screens.test_taken_back import head, undo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered():
    cache.clear()
    story.forget()
    yield
    story.forget()


def agreed() -> ArenaDay:
    day = ArenaDay().staked(power="2", hostages="1", words="a song")
    press(phone_of(day, CAT[0]), "stand-by", number=1, act="stand")
    return day.end()


def told_to_each(day: ArenaDay, before: int) -> dict[str, str]:
    """Text of each phone after the entries behind `before` are withdrawn."""
    phones = {seat: phone_of(day, seat) for seat in (CAT[0], WOLF[0], CAT[1], WOLF[1], BEAR[0])}
    for phone in phones.values():
        floor(phone)
    undo(day, before)
    return {seat: floor(phone, "amends") for seat, phone in phones.items()}


@pytest.mark.rule("GE-CRT-91", "R-17")
def test_a_round_that_is_taken_back_is_named_once():
    day = agreed()
    before = head(day)
    day.do(FightRound(number=1, round=1, challenger=DuelistRound(), target=DuelistRound(hit=True)))
    words = f"Taken back: round 1 of the duel of {day.name(CAT[0])} (Cat) and {day.name(WOLF[0])} (Wolf)."
    for told in told_to_each(day, before).values():
        assert (told.count(words), told.count("Taken back")) == (1, 1)
        assert "look again" not in told


@pytest.mark.rule("GE-CRT-95", "R-103", "R-17")
def test_the_round_that_ended_it_takes_its_stake_and_hostages_with_it_in_one_sentence():
    day = agreed()
    day.do(AdjustWounds(player=WOLF[0], before=0, wounds=2, reason="found"))
    before = head(day)
    day.do(FightRound(number=1, round=1, challenger=DuelistRound(), target=DuelistRound(hit=True)))
    words = f"Taken back: round 1 of the duel of {day.name(CAT[0])} (Cat) and {day.name(WOLF[0])} (Wolf)."
    for told in told_to_each(day, before).values():
        assert (told.count(words), told.count("Taken back")) == (1, 1)
        assert "look again" not in told


@pytest.mark.rule("R-102", "R-17")
def test_a_word_in_a_challenge_and_a_duel_called_off_are_named_too():
    day = ArenaDay()
    before = head(day)
    day.made()
    words = f"the challenge of {day.name(CAT[0])} (Cat) to {day.name(WOLF[0])} (Wolf)."
    assert all(told.count(words) == 1 for told in told_to_each(day, before).values())
    day = agreed()
    before = head(day)
    day.do(CallOff(number=1, reason="the hall is closed"))
    words = f"what became of the duel of {day.name(CAT[0])} (Cat) and {day.name(WOLF[0])} (Wolf)."
    assert all(told.count(words) == 1 for told in told_to_each(day, before).values())

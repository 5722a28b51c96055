"""Bots' tempers: fixed by seed and seat, and visible in what they do. Surprise trouble depends on the dice alone."""

from __future__ import annotations

from control.engine.ids import SeatId
from control.rehearsal.characters import CHARACTERS, PlayingStyle, character_of, question_of
from control.rehearsal.troubles import PlannedTrouble, TroubleKind, encode_plan, plan_of, plan_surprises, plan_trouble

SEATS = tuple(SeatId(f"team{team}-{rank}") for team in range(9) for rank in range(1, 6))


def test_a_seat_has_one_character_by_its_seed():
    assert {character_of("7", seat).name for seat in SEATS} == {each.name for each in CHARACTERS}
    assert [character_of("7", seat) for seat in SEATS] == [character_of("7", seat) for seat in SEATS]
    assert [character_of("7", seat) for seat in SEATS] != [character_of("8", seat) for seat in SEATS]


def test_the_bold_say_more_than_the_cautious():
    sheets = (b"middling", b"no", b"everything at once")
    chosen = {each.name: each.chosen(sheets) for each in CHARACTERS}
    assert (chosen["bold"], chosen["cautious"], chosen["steady"]) == (sheets[2], sheets[1], sheets[0])


def test_the_chatty_call_more_often_than_anybody():
    calls = {each.name: 0 for each in CHARACTERS}
    many = dict.fromkeys(calls, 0)
    for seat in SEATS:
        for month in range(1, 40):
            name = character_of("7", seat).name
            many[name] += 1
            calls[name] += question_of("7", seat, month, "planning") is not None
    rates = {name: calls[name] / many[name] for name in calls}
    assert max(rates, key=lambda name: rates[name]) == "chatty"


def test_nobody_does_anything_before_they_could():
    assert all(0 <= each.first < each.last <= 1 for each in CHARACTERS)
    assert isinstance(character_of("7", SEATS[0]), PlayingStyle)


def test_a_surprise_comes_within_the_rounds_that_are_played():
    found = plan_surprises(tuple(TroubleKind), 3, 5, "7")
    assert {3, 4, 5} >= {each.round for each in found}
    assert len({each.round for each in found}) > 1
    assert all(each.surprise for each in found)


def test_a_plan_is_stored_and_read_as_it_was():
    plan = (plan_trouble(TroubleKind.NEWS, 2, "7"), PlannedTrouble(kind=TroubleKind.PHONES, round=1, hit=("cat-1",), began=1.5))
    assert plan_of(encode_plan(plan)) == plan
    assert plan[1].runs
    assert not plan[0].runs

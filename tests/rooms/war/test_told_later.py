"""A day played in one language can be told in another, without a sentence of the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from control.day.decisions.answers import MakeDecision
from control.engine import language
from control.engine.codec import decode_event, encode_event
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.laws import PostLaw, StrikeLaw
from rooms.realm.game.state import EffectFrom, EffectKind, GameState
from rooms.realm.game.treasury.power import AdjustPower
from tests.rooms.realm.game.play import CEREMONY, COURT_CONTROL
from tests.rooms.realm.game.test_events import one_of_each
from tests.rooms.war.play import AKA, CAT, DOM, WARGAME, WOLF, ZEN, Month, month, sheet, with_board


@contextmanager
def spoken(turn: Callable[[str], str]) -> Iterator[None]:
    """Run with every catalogue sentence changed by `turn`."""
    language.set_translators(
        turn, lambda _context, sentence: turn(sentence), lambda one, many, count: turn(one if count == 1 else many)
    )
    try:
        yield
    finally:
        language.set_translators(language._as_it_stands, language._in_any_context, language._one_or_many)


def wordless(sentence: str) -> str:
    """Replace the letters of a sentence outside its placeholders, so that only inserted values stay readable."""
    return "".join(part if part.startswith("{") else re.sub(r"[^\W\d_]", "·", part) for part in re.split(r"(\{[^}]*\})", sentence))


def data_of(state: GameState) -> re.Pattern[str]:
    """Texts that are not sentences: names, typed text, rule IDs, seals."""
    scenario = state.scenario
    texts = {
        *(each.name for each in (*scenario.houses, *scenario.provinces, *scenario.map.regions, *scenario.proposals)),
        *(each.title for each in scenario.laws),
        *(text for seat in state.seats.values() for text in (seat.name, seat.character, seat.id)),
        *(step.name for steps in scenario.timetable.steps.values() for step in steps),
        *(
            "wed",
            "chips",
            "a bad year",
            "passed",
            "repealed",
            "Treaty",
            "peace",
            "walt",
            "cora",
            "cleo",
            "olga",
            "hush",
            "everybody at the desks knows",
        ),
    }
    always = (r"\b(?:GE|R)-[A-Z]*-?\d+", r"\b[0-9a-f]{4,}\b")
    return re.compile("|".join((*sorted(map(re.escape, texts), key=len, reverse=True), *always)))


def month_before() -> Month:
    """Two Houses about to take the throne together, and units for a marriage and a famine."""
    war = month(
        {"amn": {"snake": 7, "cat": 7}, "aka": {"wolf": 2}, "inn": {"wolf": 1, "bear": 3}},
        {"snake-1": sheet(allies="cat", betray=True), "cat-1": sheet(allies="snake", betray=True), "wolf-1": sheet()},
    )
    rumors = (replace(war.war.rumors[0], region=AKA), *war.war.rumors[1:])
    with_board(
        war, castles={**war.war.castles, DOM: replace(war.war.castles[DOM], flags=frozenset({CAT}))}, remnants={}, rumors=rumors
    )
    return war


def played_through() -> Month:
    """The same month played: coup, marriage and in-laws, a law that is struck, rewards, famine."""
    war = month_before()
    war.do(SetSpouses(player=SeatId("wolf-1"), other=SeatId("bear-1"), reason="wed"), by=CEREMONY)
    for seat in (SeatId("wolf-1"), SeatId("bear-1")):
        war.do(AdjustPower(seat=seat, before=war.state.seats[seat].purse.power, power=5, reason="chips"))
    war.do(EnterEffect(kind=EffectKind.FAMINE, since=1, until=1, houses=(WOLF,), origin=EffectFrom.SCHEME, reason="a bad year"))
    war.do(PostLaw(title="Treaty", text="peace", reason="passed"), by=COURT_CONTROL)
    war.do(EnterEffect(kind=EffectKind.TREATY, since=2, until=None, regions=(ZEN,), law=war.state.laws[-1].id, reason="passed"))
    war.do(StrikeLaw(law=war.state.laws[-1].id, reason="repealed"), by=COURT_CONTROL)
    war.through("recruit").do(MakeDecision(decision="war-1-famine-wolf", option=AKA))
    return war.turn()


@pytest.fixture(scope="module")
def played() -> Month:
    return played_through()


def test_what_is_stored_is_the_same_whatever_is_spoken(played):
    english = [encode_event(each) for each in played.happened]

    with spoken(wordless):
        other = [encode_event(each) for each in played_through().happened]

    assert other == english


def test_a_day_that_was_played_in_english_is_told_in_another_language_without_a_word_of_it(played):
    state, left = month_before().state, dict[str, str]()
    names = data_of(state)
    for kind, body in map(encode_event, played.happened):
        happened = decode_event(WARGAME, kind, body)
        with spoken(wordless):
            told = WARGAME.explain(happened, state)
        rest = names.sub(" ", told)
        if re.search(r"[^\W\d_]{2,}", rest):
            left[kind] = told
        state = WARGAME.evolve(state, happened)
    assert left == {}


def test_what_is_asked_owed_paid_and_seated_is_kept_as_reasons(played):
    stored = b"".join(body for _, body in map(encode_event, played.happened)).decode()
    assert set(re.findall(r'"code":"([\w.-]+)"', stored)) >= {
        *("war.whose-unit", "war.by-the-rule", "war.immortal", "war.coup", "war.coup-traps", "war.who-rules", "war.claim"),
        *("war.with-units", "war.by-power", "war.sums", "war.rumor", "war.in-laws", "war.starves", "war.units-there"),
        *("war.alike", "effects.by-origin", "effects.by-law", "effects.law-struck"),
    }


def test_every_shared_event_is_stored_the_same_whatever_is_spoken():
    english = {kind: encode_event(each) for kind, each in one_of_each().items()}

    with spoken(wordless):
        other = {kind: encode_event(each) for kind, each in one_of_each().items()}

    assert {kind for kind in english if english[kind] != other[kind]} == set()

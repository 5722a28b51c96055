"""All sentences of the rules go through the catalogue; constants are translated when they are used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from control.day.calls import KIND_NAMES, KIND_WORDS, CallKind
from control.day.clock.clocks import phase_words
from control.day.clock.phases import BeginDay
from control.day.lateness import gap_words
from control.day.people.presence import PRESENCE_WORDS
from control.day.plan import PlanStep
from control.day.state import DayStage, Presence
from control.day.view import STAGE_WORDS
from control.engine import language
from control.engine.context import THE_CLOCK, Actor, DecisionContext
from control.engine.ids import StepEnd, StepId
from control.engine.language import Spoken, capital, later, listed
from control.engine.modules import Correction
from control.engine.refusal import Refused
from rooms.realm.desks import DESK_NAMES, Desk, desk_word
from rooms.realm.frame import FRAME, IN_ROOM, PHASE_NAMES, ROOM_NAMES, TO_ROOM, Moment
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.effects.in_force import months_words
from rooms.realm.game.effects.kinds import ORIGIN_WORDS, SHAPES
from rooms.realm.game.state import CeremonyKind, Effect, EffectFrom, EffectKind, ThroneWaits, Title
from rooms.realm.game.throne.throne_events import WAITING
from rooms.realm.game.view import TITLE_NAMES
from rooms.realm.papers.game.choices import WORDS
from rooms.realm.papers.game.types import LABELS
from rooms.realm.scenario.favor_effects import moment_words, place_words
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Target
from tests.rooms.realm.game.play import SHARED, running
from tests.rooms.realm.game.test_events import one_of_each

NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
TABLES = {
    "phases": (PHASE_NAMES, Phase),
    "rooms": (ROOM_NAMES, Room),
    "the rooms": (Spoken({room.id: room.the for room in FRAME.rooms}), Room),
    "in a room": (IN_ROOM, Room),
    "to a room": (TO_ROOM, Room),
    "control of a room": (Spoken({room.id: room.control for room in FRAME.rooms}), Room),
    "desks": (DESK_NAMES, Desk),
    "presence": (PRESENCE_WORDS, Presence),
    "ceremonies": (CEREMONY_NAMES, CeremonyKind),
    "moments": (Spoken({moment.id: moment.words for moment in FRAME.moments}), Moment),
    "calls": (KIND_NAMES, CallKind),
    "origins": (ORIGIN_WORDS, EffectFrom),
    "labels": (LABELS, Target),
    "words": (WORDS, Target),
    "stages": (STAGE_WORDS, DayStage),
    "titles": (TITLE_NAMES, Title),
    "throne": (WAITING, ThroneWaits),
}


@pytest.fixture
def marked() -> Iterator[None]:
    """A language that puts guillemets around every sentence."""
    before = (language._one, language._in_context, language._by_count)
    language.set_translators(
        lambda sentence: f"«{sentence}»",
        lambda context, sentence: f"«{context}: {sentence}»",
        lambda one, many, count: f"«{one if count == 1 else many}»",
    )
    yield
    language.set_translators(*before)


@pytest.mark.parametrize("table", TABLES)
def test_each_word_of_an_enumeration_is_said_when_it_is_looked_up(table, marked):
    words, kind = TABLES[table]
    assert set(words) == set(kind)
    assert [word for word in words.values() if not word.startswith("«")] == ([""] if kind is DayStage else [])


def test_words_within_a_sentence_leave_out_what_is_no_reason(marked):
    assert set(KIND_WORDS) == set(CallKind) - {CallKind.OTHER}
    assert {FRAME.clock_name(room)[:2] for room in (None, *Room)} == {"«T"}
    assert [KIND_WORDS.get(kind, "") for kind in (CallKind.OTHER, CallKind.RULE)] == ["", "«a rule»"]
    assert {desk_word(desk) for desk in Desk} == {f"«desk: {desk.value}»" for desk in Desk}


def test_a_table_says_its_words_anew_in_whatever_language_is_spoken_then(marked):
    words = Spoken({1: later("one")})
    assert words[1] == "«one»"
    language.set_translators(str.upper, lambda _context, sentence: sentence, lambda one, _many, _count: one)
    assert (words[1], dict(words), 2 in words) == ("ONE", {1: "ONE"}, False)


def test_every_shared_event_is_told_in_the_language_that_is_spoken(marked):
    state, told = running().state, {}
    for kind, happened in one_of_each().items():
        with suppress(KeyError):  # some speak of a seat that this day does not have
            told[kind] = SHARED.explain(happened, state)
    assert len(told) > 60
    assert {kind: words for kind, words in told.items() if "«" not in words} == {}


def test_why_an_event_lasts_is_said_by_the_engine(marked):
    (began, *_rest) = [each for each in one_of_each().values() if type(each).__name__ == "DayBegan"]
    assert SHARED.lasting(began) == "«The clock runs on: go back, set it or add time instead.»"
    withdrawable = next(each for each in one_of_each().values() if not SHARED.events[type(each)].undo.never)
    assert SHARED.lasting(withdrawable) == ""


def test_every_command_is_called_by_words_of_the_catalogue():
    assert [kind.__name__ for kind, handler in SHARED.commands.items() if handler.label is None] == []


def test_the_engine_says_who_may_and_what_is_corrected(marked):
    asked = DecisionContext(by=Actor(name="walt", desks=frozenset({Desk.WAR})), at=NOON)
    with pytest.raises(Refused) as no:
        SHARED.decide(running().state, BeginDay(), asked)
    assert no.value.sentence == "«This is not yours to do; ask Control («desk: organizer»).»"
    assert Correction(to="all", what="Power", now="3").words == "«Power: 3.»"
    assert Correction(to="all", what="Power", now="3", was="4").words == "«Power: 3, not 4.»"


def test_the_clock_is_called_in_the_language_and_people_by_their_names(marked):
    assert (THE_CLOCK.name, str(THE_CLOCK.called)) == ("the clock", "«the clock»")
    assert Actor(name="the clock").called == "the clock"


def test_what_is_put_together_is_said_with_its_parts(marked):
    assert phase_words(running().state, 3, Phase.PLANNING) == "««Planning», «month 3»»"
    assert gap_words(timedelta(seconds=125)) == "«2 min 5 s»"
    assert months_words(Effect(id=1, kind=EffectKind.TREATY, since=2, until=4)) == "«months 2 to 4»"
    assert SHAPES[EffectKind.TREATY].name == "«Treaty»"
    assert listed(["Cat", "Wolf", "Bear"]) == "Cat, Wolf «and» Bear"
    assert listed(["Cat", "Wolf"], "or") == "Cat or Wolf"
    assert (listed(["Cat"]), listed([]), capital("the clock")) == ("Cat", "", "The clock")


def test_a_card_says_when_and_where(marked):
    vote = PlanStep(id=StepId("vote-1"), name="Vote", minutes=5, ends=StepEnd.DESK)
    steps = {Room.COURT: (vote,), Room.WAR: ()}
    assert moment_words("any time", steps) == "«any time»"
    assert moment_words("planning", steps) == "«in Planning»"
    assert moment_words("court:vote", steps) == "««in the Court», in Vote»"
    assert place_words("house table") == "«at the House Table»"

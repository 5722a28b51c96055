"""List of speakers in Explain and Debate: hands, the speaker, and its reset at every step (GE-CRT-25, GE-SOV-25)."""

from __future__ import annotations

import pytest

from control.day.clock.steps import EndStep
from control.engine.ids import SeatId, StepId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import HALL, Viewer
from rooms.court.game.floor.cycles import StrikeProposal
from rooms.court.game.floor.speakers import (
    EndSpeech,
    FloorGiven,
    GiveFloor,
    HandLowered,
    HandRaised,
    LowerHand,
    RaiseHand,
    SkipSpeaker,
    SpeakerSkipped,
    SpeechEnded,
    evolve_ended,
    evolve_skipped,
    speakers_of,
)
from rooms.court.game.floor.view_phone import wall_floor
from rooms.court.game.floor.view_speakers import desk_speakers, phone_speakers, speakers_shown
from rooms.court.game.roll import CorrectRoll
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Room
from tests.rooms.court.court import BEAR, CAT, WOLF, Session, three_houses
from tests.rooms.court.test_floor import seat_a_player
from tests.rooms.realm.game.play import WAR_CONTROL, player

EXPLAIN, DEBATE, VOTE = StepId("explain-1"), StepId("debate-1"), StepId("vote-1")
ELSEWHERE = SeatId("ram-1")


def debating() -> Session:
    return three_houses().choose(CAT[2]).until("debate-1")


def raise_hand(court: Session, *seats: SeatId, step: StepId = DEBATE) -> Session:
    for seat in seats:
        court.do(RaiseHand(month=1, step=step, seat=seat), player(seat))
    return court


def waiting(court: Session) -> tuple[SeatId, ...]:
    return speakers_of(court.state).waiting


def give(court: Session, seat: SeatId) -> Session:
    court.do(GiveFloor(month=1, step=DEBATE, speaker=seat))
    return court


@pytest.mark.rule("GE-CRT-25")
def test_hands_wait_in_the_order_in_which_they_were_raised():
    assert waiting(raise_hand(debating(), WOLF[0], BEAR[0], CAT[0])) == (WOLF[0], BEAR[0], CAT[0])


@pytest.mark.rule("GE-CRT-25")
def test_raising_twice_is_once_and_keeps_the_place():
    court = raise_hand(debating(), WOLF[0], BEAR[0])

    assert court.do(RaiseHand(month=1, step=DEBATE, seat=WOLF[0]), player(WOLF[0])) == ()
    assert court.do(RaiseHand(month=1, step=DEBATE, seat=WOLF[0])) == ()  # the phone and the desk raise the same hand
    assert waiting(court) == (WOLF[0], BEAR[0])


@pytest.mark.rule("GE-CRT-25")
def test_a_hand_comes_down_and_goes_up_at_the_end():
    court = raise_hand(debating(), WOLF[0], BEAR[0])

    assert court.do(LowerHand(month=1, step=DEBATE, seat=WOLF[0]), player(WOLF[0])) == (
        HandLowered(month=1, step=DEBATE, seat=WOLF[0]),
    )
    assert court.do(LowerHand(month=1, step=DEBATE, seat=WOLF[0]), player(WOLF[0])) == ()
    assert court.do(RaiseHand(month=1, step=DEBATE, seat=WOLF[0]), player(WOLF[0])) == (
        HandRaised(month=1, step=DEBATE, seat=WOLF[0]),
    )
    assert waiting(court) == (BEAR[0], WOLF[0])


@pytest.mark.rule("GE-CRT-24", "GE-CRT-25")
def test_hands_are_raised_in_explain_too_and_the_list_ends_with_its_step():
    court = raise_hand(three_houses().choose(CAT[2]), WOLF[0], step=EXPLAIN)
    assert waiting(court) == (WOLF[0],)

    court.until("debate-1")

    assert speakers_shown(court.state).waiting == ()
    raise_hand(court, BEAR[0])
    assert waiting(court) == (BEAR[0],)


@pytest.mark.rule("GE-CRT-24", "GE-CRT-25")
def test_a_hand_that_goes_up_as_explain_turns_to_debate_is_up_in_the_debate():
    court = raise_hand(debating(), BEAR[0])

    assert court.do(RaiseHand(month=1, step=EXPLAIN, seat=CAT[0]), player(CAT[0])) == (
        HandRaised(month=1, step=DEBATE, seat=CAT[0]),
    )
    assert court.do(RaiseHand(month=1, step=EXPLAIN, seat=CAT[0]), player(CAT[0])) == ()
    assert waiting(court) == (BEAR[0], CAT[0])
    assert court.do(LowerHand(month=1, step=EXPLAIN, seat=CAT[0]), player(CAT[0])) == (
        HandLowered(month=1, step=DEBATE, seat=CAT[0]),
    )


@pytest.mark.rule("GE-CRT-24", "GE-CRT-25", "R-128")
def test_a_late_hand_is_refused_where_another_proposal_is_on_the_floor_or_another_cycle_runs():
    court = debating()
    court.do(StrikeProposal(month=1, author=CAT[2], reason="Destroy Proposal"))
    court.choose(CAT[1])
    with pytest.raises(Stale, match="Nobody speaks in this step"):
        court.do(RaiseHand(month=1, step=EXPLAIN, seat=CAT[0]), player(CAT[0]))

    court = debating().until("explain-2").choose(CAT[1]).until("debate-2")
    with pytest.raises(Stale, match="Nobody speaks in this step"):
        court.do(RaiseHand(month=1, step=EXPLAIN, seat=CAT[0]), player(CAT[0]))


@pytest.mark.rule("GE-CRT-25", "GE-CRT-26")
def test_nobody_speaks_while_votes_are_taken():
    court = raise_hand(debating(), WOLF[0]).until("vote-1")

    assert speakers_shown(court.state) is None
    for step in (DEBATE, VOTE):
        with pytest.raises(Stale):
            court.do(RaiseHand(month=1, step=step, seat=WOLF[0]), player(WOLF[0]))


@pytest.mark.rule("GE-CRT-24")
def test_nobody_speaks_to_an_empty_floor():
    court = three_houses()

    with pytest.raises(Stale):
        court.do(RaiseHand(month=1, step=EXPLAIN, seat=WOLF[0]), player(WOLF[0]))


@pytest.mark.rule("R-80", "GE-CRT-25")
def test_only_the_assembled_speak():
    court = raise_hand(debating(), WOLF[0], BEAR[0])
    with pytest.raises(Refused, match="is not assembled"):
        court.do(RaiseHand(month=1, step=DEBATE, seat=ELSEWHERE), player(ELSEWHERE))
    with pytest.raises(Refused, match="is not assembled"):
        give(court, ELSEWHERE)

    give(court, BEAR[0])
    for seat in (WOLF[0], BEAR[0]):
        court.do(CorrectRoll(month=1, player=seat, there=False))

    shown = speakers_shown(court.state)
    assert (shown.speaking, shown.since, shown.waiting) == (None, None, ())


@pytest.mark.rule("GE-SOV-25", "R-38")
def test_the_next_speaker_takes_the_floor_from_the_one_before():
    court = raise_hand(debating(), WOLF[0], BEAR[0])

    (given,) = court.do(GiveFloor(month=1, step=DEBATE, speaker=WOLF[0]))
    assert isinstance(given, FloorGiven)
    assert speakers_of(court.state).since == given.at
    assert court.do(GiveFloor(month=1, step=DEBATE, speaker=WOLF[0])) == ()
    give(court, BEAR[0])

    held = speakers_of(court.state)
    assert (held.speaking, held.waiting) == (BEAR[0], ())


@pytest.mark.rule("GE-SOV-25")
def test_a_speaker_may_be_named_out_of_turn_and_without_a_hand():
    court = give(raise_hand(debating(), WOLF[0], BEAR[0]), BEAR[0])
    assert (speakers_of(court.state).speaking, waiting(court)) == (BEAR[0], (WOLF[0],))

    give(court, CAT[0])

    assert (speakers_of(court.state).speaking, waiting(court)) == (CAT[0], (WOLF[0],))


@pytest.mark.rule("GE-SOV-25")
def test_whoever_is_skipped_waits_behind_the_others():
    court = raise_hand(debating(), WOLF[0], BEAR[0], CAT[0])

    court.do(SkipSpeaker(month=1, step=DEBATE, speaker=WOLF[0]))
    assert waiting(court) == (BEAR[0], CAT[0], WOLF[0])
    with pytest.raises(Refused, match="Nobody waits behind"):
        court.do(SkipSpeaker(month=1, step=DEBATE, speaker=WOLF[0]))
    with pytest.raises(Stale, match="is not up"):
        court.do(SkipSpeaker(month=1, step=DEBATE, speaker=CAT[1]))


@pytest.mark.rule("GE-SOV-25")
def test_a_speech_ends_by_control_or_by_who_speaks():
    court = give(raise_hand(debating(), WOLF[0], BEAR[0]), WOLF[0])
    with pytest.raises(Stale, match="is not speaking"):
        court.do(EndSpeech(month=1, step=DEBATE, speaker=BEAR[0]))
    ended = (SpeechEnded(month=1, step=DEBATE, speaker=WOLF[0]),)

    assert court.do(EndSpeech(month=1, step=DEBATE, speaker=WOLF[0])) == ended
    assert speakers_of(court.state).speaking is None
    give(court, WOLF[0])
    assert court.do(LowerHand(month=1, step=DEBATE, seat=WOLF[0]), player(WOLF[0])) == ended


@pytest.mark.rule("GE-SOV-25", "R-38")
def test_the_sovereign_in_the_court_gives_the_floor_and_no_other_player_does():
    court = raise_hand(seat_a_player(debating(), "cat"), WOLF[0], BEAR[0])
    sovereign = court.state.throne.holder
    given = GiveFloor(month=1, step=DEBATE, speaker=WOLF[0], seat=sovereign)
    others = (
        GiveFloor(month=1, step=DEBATE, speaker=BEAR[0], seat=BEAR[0]),
        SkipSpeaker(month=1, step=DEBATE, speaker=WOLF[0], seat=BEAR[0]),
        EndSpeech(month=1, step=DEBATE, speaker=WOLF[0], seat=BEAR[0]),
    )
    for command in others:
        with pytest.raises(Refused, match="Only the Sovereign"):
            court.do(command, player(BEAR[0]))
    assert phone_speakers(court.state, Viewer(seat=sovereign)).leads
    assert not phone_speakers(court.state, Viewer(seat=BEAR[0])).leads

    court.do(given, player(sovereign))

    assert speakers_of(court.state).speaking == WOLF[0]


@pytest.mark.rule("GE-CRT-25")
def test_a_player_raises_the_own_hand_alone():
    court = debating()
    with pytest.raises(Refused):
        court.do(RaiseHand(month=1, step=DEBATE, seat=WOLF[0]), player(BEAR[0]))
    with pytest.raises(Refused):
        court.do(RaiseHand(month=1, step=DEBATE, seat=WOLF[0]), WAR_CONTROL)
    assert waiting(court) == ()


@pytest.mark.rule("GE-CRT-25")
def test_hands_are_public_and_each_phone_knows_its_own():
    court = give(raise_hand(debating(), WOLF[0], BEAR[0], CAT[0]), WOLF[0])

    wall = wall_floor(court.state, HALL).speakers
    assert wall == speakers_shown(court.state)
    assert (wall.speaking.seat, [each.seat for each in wall.next_two]) == (WOLF[0], [BEAR[0], CAT[0]])
    mine = {seat: phone_speakers(court.state, Viewer(seat=seat)) for seat in (*WOLF, *BEAR, *CAT)}
    assert {seat for seat, own in mine.items() if own.speaks} == {WOLF[0]}
    assert {seat: own.place for seat, own in mine.items() if own.place} == {BEAR[0]: 1, CAT[0]: 2}
    desk = desk_speakers(court.state, Viewer(desks=frozenset({Desk.COURT})))
    assert {each.seat for each in desk.others} == {WOLF[1], CAT[1], CAT[2]}
    assert desk_speakers(court.state, Viewer(desks=frozenset({Desk.WAR}))) is None


@pytest.mark.rule("GE-CRT-25")
def test_a_hand_that_was_skipped_is_not_withdrawn_alone():
    """The folds never refuse. The invariants name a skip or an end of speech whose ground is missing."""
    court = raise_hand(debating(), BEAR[0])

    skipped = evolve_skipped(court.state, SpeakerSkipped(month=1, step=DEBATE, speaker=WOLF[0]))
    ended = evolve_ended(court.state, SpeechEnded(month=1, step=DEBATE, speaker=WOLF[0]))

    assert court.day.game.broken(court.state) == ()
    for each in (skipped, ended):
        assert speakers_of(each).waiting == (BEAR[0],)
        assert court.day.game.broken(each) == ("Something was done on the floor of the Court whose ground is missing.",)


@pytest.mark.rule("GE-CRT-25")
def test_the_list_of_another_month_is_not_read():
    court = raise_hand(debating(), WOLF[0])
    clock = replace(court.state.clock, month=2)

    assert speakers_of(replace(court.state, clock=clock)).waiting == ()
    court.do(EndStep(room=Room.COURT, month=1, step=DEBATE))
    assert speakers_shown(court.state) is None

"""Engine of a table with the toy game: chairs, turns, time, bots, the end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from control.engine.context import THE_CLOCK, Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.tables.game.announcements import SayAloud
from rooms.tables.game.chairs import PutBot, SitDown, StandUp
from rooms.tables.game.context import At
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.opening import Agree, OpenTable
from rooms.tables.game.play import Begin, BotsPlay, Play, Resume, TimeOut, TimeRanOut
from rooms.tables.game.state import Chair, TableStage, TableState
from rooms.tables.game.table_closure import Close
from rooms.tables.game.turns import GameEnded, Happening
from tests.rooms.tables.toy import NUMBERS, TOY, Choose, Chosen, ToyRules

THINK = timedelta(seconds=2)
ENGINE = TableEngine(game=TOY, rules=ToyRules(NUMBERS), bots_think=THINK)
NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)
CONTROL = Actor(name="walt", desks=frozenset({Desk.WAR}))


def person(name: str) -> Actor:
    return Actor(seat=SeatId(name))


class Table:
    """A table in play. After each command its facts are folded to the decided state, and the invariants are checked."""

    def __init__(self, *, seconds: int = 60, chairs: int = 3, stake: tuple[str, int] = ("", 0), host: str = "anna") -> None:
        self.state = TableState()
        self.happened: list = []
        self.now = NOON
        opened = OpenTable(
            title="", host=host, name=host and "Anna", chairs=chairs, seconds=seconds, stake_kind=stake[0], stake_amount=stake[1]
        )
        self.do(opened, host or CONTROL)

    def do(self, command: object, by: str | Actor) -> tuple:
        actor = person(by) if isinstance(by, str) else by
        decided = ENGINE.decided(self.state, command, DecisionContext(by=actor, at=self.now))
        state = self.state
        for fact in decided.events:
            state = ENGINE.evolve(state, fact)
        assert state == decided.state
        assert ENGINE.broken(state) == ()
        self.state = state
        self.happened += decided.events
        return decided.events

    def begun(self, *others: str) -> Table:
        for each in others:
            self.do(SitDown(person=each, name=each.capitalize()), each)
        self.do(Begin(), "anna")
        return self

    def refused(self, command: object, by: str | Actor) -> Refused:
        before = self.state
        with pytest.raises(Refused) as no:
            self.do(command, by)
        assert self.state is before
        return no.value


def play(chair: int, swap: bool, turn: int = 0) -> Play:
    return Play(chair=chair, turn=turn, action=Choose(swap=swap))


def test_a_game_is_played_from_the_first_chair_to_the_winner():
    table = Table().begun("boris", "clara")

    table.do(play(0, swap=False), "anna")
    table.do(play(2, swap=True), "clara")
    assert table.state.waits_for == (1,)
    (*_rest, last) = table.do(play(1, swap=False), "boris")

    assert last == GameEnded(winners=(2,), scores=(11, 22, 44))
    assert (table.state.stage, table.state.deadline, table.state.waits_for) == (TableStage.OVER, None, ())


def test_those_who_act_together_share_one_deadline():
    table = Table().begun("boris")
    table.now += timedelta(seconds=20)

    table.do(play(0, swap=False), "anna")

    assert table.state.deadline == NOON + timedelta(seconds=60)


def test_a_screen_from_before_is_out_of_date_and_those_who_act_together_are_not():
    table = Table().begun("boris", "clara")
    turn = table.state.turn
    table.do(play(0, swap=False, turn=turn), "anna")

    table.do(play(1, swap=False, turn=turn), "boris")
    table.do(Resume(), CONTROL)

    assert table.refused(play(2, swap=False, turn=turn), "clara").code == "stale"
    table.do(play(2, swap=False, turn=table.state.turn), "clara")


@pytest.mark.parametrize("ahead", [1, 1000])
def test_a_turn_that_no_screen_has_shown_is_out_of_date(ahead):
    """Earlier bug: an action for a future turn was accepted."""
    table = Table().begun("boris", "clara")
    before = table.state

    refused = table.refused(play(0, swap=False, turn=before.turn + ahead), "anna")

    assert (refused.code, table.state) == ("stale", before)
    assert "has gone on since your screen was drawn" in refused.sentence


def test_a_game_with_a_stake_is_played_to_its_end_by_those_who_began_it():
    table = Table(stake=("power", 2))
    table.do(PutBot(chair=1, bot="high"), "anna")
    table.do(Begin(), "anna")

    assert table.refused(SitDown(person="boris", name="Boris", chair=1), "boris").code == "full"
    assert table.refused(Close(why="I am ahead"), "anna").code == "not-yours"
    table.do(Close(why="the hall closes"), CONTROL)


def test_whose_time_is_out_gets_the_default_and_the_table_goes_on():
    table = Table().begun("boris", "clara")
    table.do(play(1, swap=True), "boris")

    happened = table.do(TimeOut(turn=table.state.turn), THE_CLOCK)

    assert [each for each in happened if isinstance(each, TimeRanOut)] == [TimeRanOut(players=(0,)), TimeRanOut(players=(2,))]
    assert [each for each in happened if isinstance(each, Chosen)] == [Chosen(player=0, swap=False), Chosen(player=2, swap=False)]
    assert table.state.stage is TableStage.OVER


def test_a_time_out_of_a_turn_that_is_over_does_nothing():
    table = Table().begun("boris")
    turn = table.state.turn
    table.do(play(0, swap=False), "anna")

    assert table.refused(TimeOut(turn=turn), THE_CLOCK).code == "stale"


def test_a_bot_acts_when_its_time_has_come_and_not_for_people():
    table = Table()
    table.do(PutBot(chair=1, bot="high"), "anna")
    table.do(Begin(), "anna")
    assert table.state.bots_at is not None

    happened = table.do(BotsPlay(turn=table.state.turn), THE_CLOCK)

    assert [each.player for each in happened if isinstance(each, Chosen)] == [1]
    assert (table.state.waits_for, table.state.bots_at) == ((0,), None)


class OneWaits:
    """Rules of a game that always waits for its first player."""

    def result(self, _play):
        return None

    def waits_for(self, _play):
        return (0,)

    def own_turn(self, _play):
        return None


@pytest.mark.parametrize(
    ("think", "words", "pause"),
    [
        pytest.param(2, 0, 2, id="nothing to read"),
        pytest.param(2, 12, 4, id="a sentence"),
        pytest.param(5, 12, 7, id="a slow table"),
        pytest.param(2, 90, 8, id="more than anybody waits for"),
        pytest.param(0, 90, 0, id="bots that wait for nobody"),
    ],
)
def test_a_bot_waits_until_what_happened_can_be_read(think, words, pause):
    state = TableState(stage=TableStage.PLAYING, chairs=(Chair(bot="high"),))
    at = At(
        game=TOY,
        rules=OneWaits(),
        evolve=lambda state, fact: state,
        told=lambda fact, _before, _after: "word " * fact if isinstance(fact, int) else "",
        bots_think=timedelta(seconds=think),
        state=state,
    )

    *_told, came = Happening(at, DecisionContext(by=THE_CLOCK, at=NOON), facts=[words // 2, words // 2]).go_on()

    assert came.bots_at == NOON + timedelta(seconds=pause)


def test_what_a_player_does_at_the_same_time_puts_the_bots_off_no_further():
    table = Table()
    table.do(SitDown(person="boris", name="Boris"), "boris")
    table.do(PutBot(chair=2, bot="high"), "anna")
    table.do(Begin(), "anna")
    acting = table.state.bots_at
    assert table.state.waits_for == (0, 1, 2)

    table.now += timedelta(seconds=1)
    table.do(play(0, swap=False), "anna")

    assert (table.state.waits_for, table.state.bots_at) == ((1, 2), acting)


def test_who_goes_leaves_a_stand_in_and_takes_the_chair_back():
    table = Table().begun("boris")
    table.do(StandUp(chair=1), "boris")
    assert table.state.chairs[1].bot == "random"
    assert table.state.bots_at is not None
    assert table.refused(play(1, swap=False), "boris").code == "stale"

    table.do(SitDown(person="boris", name="Boris"), "boris")

    assert table.state.chairs[1].bot == ""
    table.do(play(1, swap=False), "boris")


def test_a_chair_of_a_person_is_nobody_elses():
    table = Table().begun("boris")
    table.do(StandUp(chair=1), "boris")

    assert table.refused(SitDown(person="clara", name="Clara", chair=1), "clara").code == "full"
    assert table.refused(play(0, swap=False), "boris").code == "not-yours"
    assert table.refused(play(0, swap=False), CONTROL).code == "not-yours"


def test_the_host_alone_and_control_begin_agree_and_close():
    table = Table()
    table.do(SitDown(person="boris", name="Boris"), "boris")

    for command in (Begin(), Agree(chairs=2, seconds=30), Close(why="lunch"), PutBot(chair=2, bot="high")):
        assert table.refused(command, "boris").code == "not-yours"
    table.do(Agree(chairs=2, seconds=30), CONTROL)
    assert (len(table.state.chairs), table.state.seconds) == (2, 30)


def test_a_table_is_never_without_a_host_for_long():
    table = Table()
    table.do(SitDown(person="boris", name="Boris"), "boris")

    table.do(StandUp(chair=0), "anna")
    assert table.state.host == "boris"
    table.do(StandUp(chair=1), "boris")
    table.do(SitDown(person="clara", name="Clara"), "clara")
    assert table.state.host == "clara"

    kept = Table(host="")
    kept.do(SitDown(person="anna", name="Anna"), "anna")
    assert kept.state.host == ""


@pytest.mark.rule("PE-SET-09", "PE-R-02")
@pytest.mark.parametrize(
    ("sits", "named", "first"),
    [
        pytest.param(2, "2", 1, id="behind a free chair"),
        pytest.param(1, "1", 1, id="behind a taken chair"),
        pytest.param(2, "1", None, id="nobody there"),
        pytest.param(2, "", None, id="by lot"),
    ],
)
def test_the_host_names_a_chair_and_the_game_gets_a_player(sits, named, first, monkeypatch):
    table = Table()
    table.do(SitDown(person="clara", name="Clara", chair=sits), "clara")
    table.do(Agree(chairs=3, seconds=60, options={"first": named}), "anna")
    setups = []
    monkeypatch.setattr(
        ToyRules, "setup", lambda rules, setup, chance, begin=ToyRules.setup: setups.append(setup) or begin(rules, setup, chance)
    )

    table.do(Begin(), "anna")

    assert [(each.players, each.first, dict(each.options)) for each in setups] == [(2, first, {})]


def test_too_few_cannot_begin_and_nobody_sits_on_two_chairs():
    table = Table()

    assert "1 more" in table.refused(Begin(), "anna").sentence
    assert table.refused(SitDown(person="anna", name="Anna"), "anna").code == "stale"


def test_a_table_that_is_cut_off_is_scored_as_it_stands():
    table = Table().begun("boris")

    (closed,) = table.do(Close(why="the phase is over"), CONTROL)

    assert (closed.winners, closed.scores) == ((1,), (11, 22))
    assert table.state.stage is TableStage.CLOSED
    assert "Boris won: Anna 11, Boris 22" in ENGINE.explain(closed, table.state)


def test_after_something_was_taken_back_there_is_all_the_time_again():
    table = Table().begun("boris")
    table.now += timedelta(minutes=5)

    table.do(Resume(), CONTROL)

    assert table.state.deadline == table.now + timedelta(seconds=60)
    assert table.refused(Resume(), "nobody").code == "not-yours"


def test_only_control_says_something_aloud_and_it_stays_said():
    table = Table().begun("boris")

    assert table.refused(SayAloud(words="Hush"), "anna").code == "not-yours"
    (said,) = table.do(SayAloud(words="A card was taken back."), CONTROL)

    assert table.state.said == ("A card was taken back.",)
    assert ENGINE.lasting(said)


def test_what_binds_players_is_known_for_every_fact():
    table = Table().begun("boris")
    table.do(play(0, swap=False), "anna")

    free = [type(each).__name__ for each in table.happened if not ENGINE.binding(each)]
    assert set(free) == {"Chosen", "TurnCame"}


def test_each_reads_the_own_cards_alone_in_the_log():
    table = Table().begun("boris")
    dealt = next(each for each in table.happened if type(each).__name__ == "Dealt")

    assert ENGINE.sentences(dealt, table.state, table.state)[1] == "You were dealt 22."
    assert ENGINE.explain(dealt, table.state) == "Numbers were dealt."


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param(Agree(chairs=9, seconds=60), "malformed", id="too many chairs"),
        pytest.param(Agree(chairs=3, seconds=5), "malformed", id="a turn too short"),
        pytest.param(Agree(chairs=3, seconds=60, options={"first": "7"}), "malformed", id="no such choice"),
        pytest.param(Agree(chairs=3, seconds=60, options={"colour": "red"}), "malformed", id="no such option"),
        pytest.param(PutBot(chair=1, bot="genius"), "malformed", id="no such bot"),
        pytest.param(PutBot(chair=7, bot="high"), "malformed", id="no such chair"),
        pytest.param(Close(why=" "), "malformed", id="no reason"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(command, code):
    assert Table().refused(command, "anna").code == code


@pytest.mark.parametrize("name", ["Anna", "anna", "Ａnna"])
def test_a_name_that_is_taken_gets_a_number(name):
    table = Table()

    for each in ("boris", "clara"):
        table.do(SitDown(person=each, name=name), each)

    assert table.state.names == ("Anna", f"{name} (2)", f"{name} (3)")

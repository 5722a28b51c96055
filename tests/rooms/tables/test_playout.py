"""Headless games: by the rules alone, and from the command line."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from control.engine.dice import DiceChance
from control.engine.records import replace
from control.engine.records import replace as fields_replaced
from control.engine.refusal import Refused
from rooms.tables import registry
from rooms.tables.game.counts import Said, Tabulates, Variant
from rooms.tables.game.playout import LONGEST, Unsound, find_faults, play_game
from rooms.tables.game.rules import ByBook, Setup, random_bot
from rooms.tables.management.commands import playout as command
from tests.rooms.tables.games import TRIED
from tests.rooms.tables.toy import NUMBERS, TOY, Choose, ToyRules, high
from tests.rooms.tables.wrong import with_handlers

TOYS = ToyRules(NUMBERS)


def toy(seed: int = 1, **options):
    return play_game(TOYS, Setup(players=3), [random_bot] * 3, random.Random(seed), **options)


def test_a_game_is_played_to_its_end_and_counted():
    game = toy(check=True)

    assert game.actions == 3
    assert len(game.result.scores) == 3
    assert game.result.scores == game.state.shown


def test_every_action_is_shown_with_the_state_it_was_played_in():
    steps = []

    toy(look=steps.append)

    assert [len(step.before.chosen) for step in steps] == [0, 1, 2]
    assert {step.player for step in steps} == {0, 1, 2}


def test_each_seat_is_played_by_its_own_bot():
    swaps = []

    for seed in range(20):
        play_game(
            TOYS,
            Setup(players=2),
            [high, random_bot],
            random.Random(seed),
            look=lambda step: swaps.append((step.player, step.action.swap)),
        )

    assert (0, True) not in swaps
    assert (1, True) in swaps


def test_a_bot_by_the_book_is_given_the_rules_it_plays_by():
    given = []

    def reads(rules, view, offers, dice):
        given.append(rules)
        return random_bot(view, offers, dice)

    play_game(TOYS, Setup(players=2), [ByBook(reads), random_bot], random.Random(1))

    assert given
    assert all(rules is TOYS for rules in given)


def test_the_dice_are_a_chance_that_brings_every_order():
    orders = {DiceChance(random.Random(seed)).shuffled((1, 2, 3)) for seed in range(100)}

    assert len(orders) == 6


def test_a_bot_that_does_what_is_refused_is_told_on():
    def twice(view, offers, dice):
        return "nonsense"

    class Strict(ToyRules):
        def act(self, state, player, action, chance):
            raise Refused("No.", rule="TOY-9")

    with pytest.raises(Unsound, match=r"player . played nonsense, and was refused: No"):
        play_game(Strict(NUMBERS), Setup(players=2), [twice] * 2, random.Random(1))


def test_an_action_that_is_in_no_offer_is_found_by_the_check():
    class Odd(ToyRules):
        def act(self, state, player, action, chance):
            return super().act(state, player, Choose(swap=False), chance)

    with pytest.raises(Unsound, match=r"after action 1, .* is in no offer"):
        play_game(Odd(NUMBERS), Setup(players=2), [lambda *_: 7] * 2, random.Random(1), check=True)


def test_a_game_that_goes_round_in_circles_is_stopped():
    class Endless(ToyRules):
        def act(self, state, player, action, chance):
            return SimpleNamespace(facts=(), state=state)

    with pytest.raises(Unsound, match=f"{LONGEST} actions"):
        play_game(Endless(NUMBERS), Setup(players=2), [lambda *_: Choose(swap=False)] * 2, random.Random(1))


def test_what_is_wrong_is_said_in_sentences():
    begun = TOYS.setup(Setup(players=2), DiceChance(random.Random(1)))

    class Lossy(ToyRules):
        facts = with_handlers(ToyRules.facts, evolve=lambda state, fact: state)

        def broken(self, state):
            return ("A number is lost.",)

        def offers(self, state, player):
            return ()

    wrong = find_faults(Lossy(NUMBERS), TOYS.blank(), begun)

    assert find_faults(TOYS, TOYS.blank(), begun) == ()
    assert wrong[0] == "A number is lost."
    assert any("fold" in sentence for sentence in wrong)
    assert any("player 1 is offered" in sentence for sentence in wrong)


def test_a_result_that_comes_while_somebody_is_waited_for_is_wrong_and_so_is_none_when_nobody_is():
    begun = TOYS.setup(Setup(players=2), DiceChance(random.Random(1)))

    class Early(ToyRules):
        def result(self, state):
            return "a draw"

    class Stuck(ToyRules):
        def waits_for(self, state):
            return ()

    assert find_faults(Early(NUMBERS), TOYS.blank(), begun) == (
        f"The game waits for {TOYS.waits_for(begun.state)}, and its result is a draw.",
    )
    assert find_faults(Stuck(NUMBERS), TOYS.blank(), begun)[0] == "The game waits for nobody, and its result is None."


# --- from the command line ------------------------------------------------------------------------------------------------


@pytest.fixture
def games(monkeypatch):
    """The tried games as the only registered ones."""
    tried = {each.kind.id: each for each in TRIED}
    monkeypatch.setattr(command, "games", lambda: {id_: SimpleNamespace(kind=each.kind) for id_, each in tried.items()})
    monkeypatch.setattr(command, "content_of", lambda id_: id_.encode())
    monkeypatch.setattr(command, "content_in", lambda id_, content: tried[id_].content)
    monkeypatch.setattr(command, "engine_of", lambda id_, content: SimpleNamespace(rules=tried[id_].kind.rules(tried[id_].content)))


def run(capsys, *arguments: str) -> str:
    call_command("playout", *arguments)
    return capsys.readouterr().out


def test_the_command_says_how_fast_and_how_long(games, capsys):
    said = run(capsys, "toy", "--games", "5", "--players", "4")

    assert "High Number, 4 players, seed 1: 5 games, 20 actions" in said
    assert "games/s" in said
    assert "actions/s" in said
    assert "4.0 actions in a game on average, 4 at least, 4 at most." in said


def test_the_same_seed_brings_the_same_games(games, capsys):
    def length(seed: str) -> str:
        return run(capsys, "potemkin", "--games", "3", "--seed", seed).splitlines()[2]

    assert length("7") == length("7")
    assert length("7") != length("8")


def test_the_command_checks_when_asked(games, capsys):
    assert "nothing is wrong" in run(capsys, "potemkin", "--games", "2", "--check")


def test_a_game_that_is_broken_is_named_with_its_seed(games, capsys, monkeypatch):
    monkeypatch.setattr(ToyRules, "broken", lambda self, state: ("A number is lost.",))

    with pytest.raises(CommandError, match="Game 0 of seed 1: after the setup: A number is lost"):
        run(capsys, "toy", "--check")


@pytest.mark.rule("PE-R-36")
def test_the_steady_bot_beats_random_ones_clearly(games, capsys):
    """Two hundred games, with the steady bot in each seat in turn. By chance it would win a quarter of them."""
    said = run(capsys, "potemkin", "--players", "4", "--games", "200", "--bot", "steady").splitlines()[-1]

    assert "steady at one seat against random:" in said
    assert "25.0 % would be its share" in said
    assert float(said.split("won, ")[1].split(" %")[0]) > 90


@pytest.fixture
def varied(games, monkeypatch):
    """The toy in two variants: low and high numbers."""

    def variants(content, players):
        return [Variant(name=name, content=replace(content, numbers=numbers)) for name, numbers in HANDS.items()]

    def said(rules, state):
        return Said(ends="shown", lengths={"cards": len(state.deck)}, seats={"Seat": tuple(map(str, range(len(state.hands))))})

    kind = fields_replaced(TOY, tabulates=Tabulates(said=said, variants=variants))
    monkeypatch.setattr(command, "games", lambda: {"toy": SimpleNamespace(kind=kind)})


HANDS = {"low": (1, 2, 3, 4, 5), "high": (91, 92, 93, 94, 95)}


def test_with_each_every_variant_is_played_and_counted(varied, capsys):
    said = run(capsys, "toy", "--games", "6", "--each").splitlines()

    assert "High Number, 2 players, seed 1: 12 games, 24 actions" in said[0]
    assert any(line.startswith("| low | 6 |") and line.endswith("| shown 100 % |") for line in said)
    assert any(line.startswith("| high | 6 |") for line in said)
    assert "| Seat | Times | Won, where 50.0 % is fair | 95 % interval |" in said


def test_with_a_picture_what_was_counted_is_drawn(varied, capsys, tmp_path):
    said = run(capsys, "toy", "--games", "2", "--each", "--picture", str(tmp_path))

    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy-2-cards.svg", "toy-2-seat.svg"]
    assert f"Drawn: {tmp_path / 'toy-2-seat.svg'}" in said


def test_what_the_host_chooses_can_be_said(games, capsys, monkeypatch):
    chosen = []
    setup = ToyRules.setup

    def looked(self, given, chance):
        chosen.append(given.options)
        return setup(self, given, chance)

    monkeypatch.setattr(ToyRules, "setup", looked)
    run(capsys, "toy", "--games", "1", "--option", "mode=long", "--option", "last=9")

    assert chosen == [{"mode": "long", "last": "9"}]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["toy", "--each"], "High Number has no variants to play each of."),
        (["toy", "--option", "long"], "Write an option as ID=CHOICE."),
        (["toy", "--picture", "."], "--picture goes with --each and names a folder that is there."),
        (["toy", "--each", "--picture", "nowhere"], "--picture goes with --each and names a folder that is there."),
        (["chess"], "There is no game 'chess'; there are: toy, pebbles, potemkin, statecraft, scythe."),
        (["toy", "--bot", "grandmaster"], "There is no bot 'grandmaster' for High Number; there are: random, high."),
        (["toy", "--against", "nobody"], "There is no bot 'nobody' for High Number; there are: random, high."),
        (["toy", "--players", "9"], "High Number is for 2 to 4 players, not for 9."),
        (["toy", "--games", "0"], "Play at least one game."),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(games, capsys, arguments, sentence):
    with pytest.raises(CommandError) as refused:
        run(capsys, *arguments)
    assert str(refused.value) == sentence


def test_every_registered_game_is_among_those_the_suite_tries():
    assert set(registry.games()) - {TOY.id} <= {each.kind.id for each in TRIED}

"""What every side table game owes to the table, tested on every game of `games`.

The game's own bots play random games. A test that never fails proves nothing, so each check is also run at the end on a game
that is broken on purpose.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields, replace

from control.engine.context import Unforeseen
from control.engine.dice import Dice, DiceChance
from control.engine.refusal import Refused
from control.engine.reports import to_desks
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.play import Play
from rooms.tables.game.playout import Playout, PlayoutStep, Unsound, find_faults, play_game
from rooms.tables.game.rules import KEEPER, AnyRules, Setup, random_bot, seated
from rooms.tables.game.rules import told as told_by
from rooms.tables.game.state import Chair, TableStage, TableState
from rooms.tables.game.tellings import to_each
from tests.rooms.tables.games import TRIED, Tried, no_secrets
from tests.rooms.tables.wrong import with_handlers

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elise", "Fedor")
ANY_CHANCE = Unforeseen()
CANARY = re.compile(r"990\d{3}")
every_game = pytest.mark.parametrize("tried", TRIED, ids=lambda tried: tried.kind.id)
every_game_with_secrets = pytest.mark.parametrize(
    "tried", [tried for tried in TRIED if tried.secrets is not no_secrets], ids=lambda tried: tried.kind.id
)
every_open_game = pytest.mark.parametrize(
    "tried", [tried for tried in TRIED if tried.secrets is no_secrets], ids=lambda tried: tried.kind.id
)


def rules_of(tried: Tried) -> AnyRules:
    return tried.kind.rules(tried.content)


def players_of(tried: Tried, number: int) -> int:
    return tried.kind.least + number % (tried.kind.most - tried.kind.least + 1)


def setup_of(tried: Tried, players: int) -> Setup:
    return Setup(players=players, options=dict(tried.options))


def played(tried: Tried, number: int, **options: Any) -> Playout:
    """Play a game with each bot in turn. `number` decides the number of players and the dice."""
    players, bots = players_of(tried, number), list(tried.kind.bots.values())
    seats = [bots[(number + seat) % len(bots)] for seat in range(players)]
    return play_game(rules_of(tried), setup_of(tried, players), seats, random.Random(number), **options)


@cache
def recorded(tried_id: str) -> tuple[tuple[PlayoutStep, ...], ...]:
    """The games in which every action is checked, as steps."""
    tried = next(each for each in TRIED if each.kind.id == tried_id)
    games: list[tuple[PlayoutStep, ...]] = []
    for number in range(tried.recorded):
        steps: list[PlayoutStep] = []
        played(tried, number, look=steps.append)
        games.append(tuple(steps))
    return tuple(games)


# --- playing on -----------------------------------------------------------------------------------------------------------


@every_game
def test_random_games_come_to_their_end(tried):
    rules = rules_of(tried)

    for number in range(tried.games):
        players = players_of(tried, number)
        game = play_game(rules, setup_of(tried, players), [random_bot] * players, random.Random(number))

        assert len(game.result.scores) == players
        assert set(game.result.winners) <= set(range(players)) != set()


@every_game
def test_what_always_holds_holds_after_every_action(tried):
    rules = rules_of(tried)

    for game in recorded(tried.kind.id):
        for step in game:
            assert find_faults(rules, step.before, step.played) == ()


@every_game
def test_a_turn_that_is_over_never_comes_again(tried):
    rules = rules_of(tried)

    for game in recorded(tried.kind.id):
        turns = [rules.own_turn(step.played.state) for step in game]
        begun = [turn for turn, _same in groupby(turns) if turn is not None]

        assert len(begun) == len(set(begun))


@every_game
def test_the_same_dice_bring_the_same_game(tried):
    steps: list[PlayoutStep] = []
    again = played(tried, 3, look=steps.append)

    assert tuple(steps) == recorded(tried.kind.id)[3]
    assert again.state == steps[-1].played.state
    assert again.result == rules_of(tried).result(again.state)


@every_game
def test_a_number_of_players_that_the_game_is_not_for_is_refused_with_a_rule(tried):
    for players in (0, tried.kind.least - 1, tried.kind.most + 1):
        with pytest.raises(Refused) as refused:
            rules_of(tried).setup(Setup(players=players), ANY_CHANCE)
        assert re.fullmatch(tried.rule, refused.value.rule)


@every_game
def test_when_time_runs_out_for_everybody_the_defaults_end_the_game(tried):
    """A game that ends only by somebody's action goes on instead, by legal actions."""
    rules, chance = rules_of(tried), DiceChance(random.Random(5))
    state = rules.setup(setup_of(tried, tried.kind.most), chance).state

    for _each in range(2000):
        if not (waiting := rules.waits_for(state)):
            break
        action = rules.default(state, waiting[0], chance)
        assert offered(rules, state, waiting[0], action)
        state = rules.act(state, waiting[0], action, chance).state

    assert (rules.result(state) is not None) is tried.idles


# --- legal is what is offered ---------------------------------------------------------------------------------------------


@every_game
def test_what_is_offered_is_accepted_and_nothing_else(tried):
    rules, found = rules_of(tried), dict.fromkeys((True, False), 0)

    for number, game in enumerate(recorded(tried.kind.id)):
        dice, pool = random.Random(number), Pool()
        for step in game:
            pool.add(step.action)
            before, offers = msgspec.json.encode(step.before), offers_of(rules, step.before)
            for player, action in attempts(rules, step.before, offers, pool, dice):
                found[accepted_as_offered(tried, rules, step.before, player, action, offers[player])] += 1
            assert msgspec.json.encode(step.before) == before

    assert found[True] > 100
    assert found[False] > 100


@every_game
def test_when_the_game_is_over_nothing_is_legal_for_anybody(tried):
    rules = rules_of(tried)

    for game in recorded(tried.kind.id)[:20]:
        over = game[-1].played.state
        assert rules.waits_for(over) == ()
        for step in game[-6:]:
            for player in range(len(rules.standing(over))):
                assert rules.offers(over, player) == ()
                assert not accepted_as_offered(tried, rules, over, player, step.action)


@every_game
def test_who_looks_on_can_do_nothing_nor_can_who_keeps_the_table(tried):
    for game in recorded(tried.kind.id)[:5]:
        for step in game:
            for stranger in (len(rules_of(tried).standing(step.before)), KEEPER):
                assert not accepted(tried, rules_of(tried), step.before, stranger, step.action)


def offered(rules: AnyRules, state: Any, player: int, action: Any) -> bool:
    return any(offer.allows(action) for offer in rules.offers(state, player))


def offers_of(rules: AnyRules, state: Any) -> tuple[tuple[Any, ...], ...]:
    """Offers of each player."""
    return tuple(rules.offers(state, player) for player in range(len(rules.standing(state))))


def accepted(tried: Tried, rules: AnyRules, state: Any, player: int, action: Any) -> bool:
    """Return whether the rules accept the action. A refusal must have a sentence and a rule of this game."""
    refused = refusal(rules, state, player, action)
    if refused is None:
        return True
    assert re.fullmatch(tried.rule, refused.rule), refused.rule
    assert refused.sentence.endswith(".")
    return False


def accepted_as_offered(
    tried: Tried, rules: AnyRules, state: Any, player: int, action: Any, offers: tuple[Any, ...] | None = None
) -> bool:
    """Return whether the rules accept the action, and check that it is accepted exactly if offered. `offers`: known offers."""
    taken = accepted(tried, rules, state, player, action)
    known = rules.offers(state, player) if offers is None else offers
    assert taken == any(offer.allows(action) for offer in known), (player, action, state)
    return taken


def refusal(rules: AnyRules, state: Any, player: int, action: Any) -> Refused | None:
    try:
        rules.act(state, player, action, ANY_CHANCE)
    except Refused as refused:
        return refused
    return None


class Pool:
    """Played actions and the values of their fields, to build strange actions from."""

    def __init__(self) -> None:
        self.actions: list[Any] = []
        self.values: dict[tuple[type, str], list[Any]] = {}

    def add(self, action: Any) -> None:
        self.actions.append(action)
        self._add(action)

    def _add(self, value: Any) -> None:
        for field in fields(value) if isinstance(value, msgspec.Struct) else ():
            content = getattr(value, field.name)
            self.values.setdefault((type(value), field.name), []).append(content)
            for each in content if isinstance(content, tuple) else ():
                self._add(each)

    def changed(self, action: Any, dice: Dice) -> Any:
        """Change one field of the action: take another action's value, repeat a part, or leave one out."""
        names = [field.name for field in fields(action)]
        if not names:
            return action
        name = dice.choice(names)
        value = getattr(action, name)
        if isinstance(value, tuple) and value and dice.random() < 0.7:
            at = dice.randint(0, len(value) - 1)
            other = self._other(value[at], dice)
            changes = (
                value + value[at : at + 1],
                value[:at] + value[at + 1 :],
                (*value[:at], other, *value[at + 1 :]),
                value[::-1],
            )
            return replace(action, **{name: dice.choice(changes)})
        if isinstance(value, bool):
            return replace(action, **{name: not value})
        return replace(action, **{name: dice.choice(self.values.get((type(action), name), [value]))})

    def _other(self, value: Any, dice: Dice) -> Any:
        if isinstance(value, msgspec.Struct):
            return self.changed(value, dice)
        if isinstance(value, tuple) and value:
            return (*value[:-1], self._other(value[-1], dice))
        return value + dice.choice((-1, 1, -value)) if isinstance(value, int) else value


def attempts(rules: AnyRules, state: Any, offers: tuple[tuple[Any, ...], ...], pool: Pool, dice: Dice) -> Iterator[tuple[int, Any]]:
    """Actions to try for every player: own, slightly changed, another player's, and from other moments."""
    players = range(len(offers))
    for player in players:
        for offer in offers[player]:
            action = offer.some(dice)
            yield player, action
            yield player, pool.changed(action, dice)
            yield dice.choice(players), action
    yield dice.choice(players), dice.choice(pool.actions)
    yield dice.choice(rules.waits_for(state)), pool.changed(dice.choice(pool.actions), dice)


# --- stored and played again ----------------------------------------------------------------------------------------------


@every_game
def test_a_stored_game_is_played_again_to_the_same_end(tried):
    rules = rules_of(tried)
    facts = {kind.__name__: kind for kind in rules_of(tried).facts.events}
    actions = {kind.__name__: kind for kind in tried.kind.actions}

    for number, game in enumerate(recorded(tried.kind.id)):
        begun = rules.setup(setup_of(tried, players_of(tried, number)), DiceChance(random.Random(number)))
        folded = rules.blank()
        for fact in (*begun.facts, *(fact for step in game for fact in step.played.facts)):
            folded = rules.facts.evolve(folded, again(fact, facts[type(fact).__name__]))

        assert folded == game[-1].played.state
        for step in game:
            assert again(step.action, actions[type(step.action).__name__]) == step.action
            assert again(step.played.state, tried.kind.state) == step.played.state


def again(value: Any, kind: type) -> Any:
    """A value after storage in the journal."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


@every_game
def test_every_action_and_fact_of_the_game_is_seen_in_these_games(tried):
    """Otherwise the tests above would cover less than the whole game."""
    seen = {type(step.action) for game in recorded(tried.kind.id) for step in game}
    happened = {type(fact) for game in recorded(tried.kind.id) for step in game for fact in step.played.facts}

    assert set(tried.kind.actions) - seen <= tried.rare
    assert len(set(rules_of(tried).facts.events) - happened - tried.rare) <= 2  # facts of the setup, and of an empty deck


# --- private means private ------------------------------------------------------------------------------------------------


@every_game_with_secrets
def test_no_canary_leaves_its_cage(tried):
    seen = 0

    for number, game in enumerate(recorded(tried.kind.id)[:30]):
        for step in game[number % 4 :: 4]:
            planted = Planted(tried, step)
            assert list(leaks(tried, planted)) == []
            seen += len(planted.names)

    assert seen > 50


@every_game_with_secrets
def test_every_zone_is_named_when_canaries_are_planted(tried):
    """Each canary in the state is in the list of secrets, and each in the list is in the state."""
    for game in recorded(tried.kind.id)[:6]:
        for step in game[::5]:
            planted = Planted(tried, step)
            everywhere = set(CANARY.findall(text(planted.before)))

            assert everywhere == set(map(str, planted.names.values()))


@pytest.mark.rule("PE-HID-02", "PE-HID-09", "PE-HID-11", "PE-R-36")
@every_game_with_secrets
def test_what_a_player_cannot_know_makes_no_difference_to_what_the_player_sees(tried):
    """Unknown things change places: view, offers and the bots' actions stay the same (a seat knows its own things)."""
    rules, changed = rules_of(tried), 0

    for number, game in enumerate(recorded(tried.kind.id)[:30]):
        dice = random.Random(number)
        for step in game[number % 4 :: 4]:
            for viewer in (*range(len(rules.standing(step.before))), None):
                other = shuffled_unknown(tried, step.before, viewer, dice)
                changed += other != step.before
                views = [rules.view(state, viewer) for state in (step.before, other)]
                assert views[0] == views[1]
                if viewer is not None:
                    offers = rules.offers(step.before, viewer)
                    assert rules.offers(other, viewer) == offers
                    for bot in tried.kind.bots.values() if offers else ():
                        plays = seated(bot, rules)
                        same = [plays(view, offers, random.Random(1)) for view in views]
                        assert same[0] == same[1]

    assert changed > 50


@every_open_game
def test_without_secrets_everybody_sees_and_reads_the_same(tried):
    for game in recorded(tried.kind.id)[:30]:
        for step in game:
            assert told_apart(rules_of(tried), step) == []


def told_apart(rules: AnyRules, step: PlayoutStep) -> list[str]:
    """What two viewers see or read differently at this step."""
    viewers = (*range(len(rules.standing(step.before))), None)
    found = [] if len({text(rules.view(step.before, viewer)) for viewer in viewers}) == 1 else ["view"]
    state = step.before
    for fact in step.played.facts:
        if len({told_by(rules, fact, state, viewer, NAMES[: len(viewers) - 1]) for viewer in viewers}) > 1:
            found.append(type(fact).__name__)
        state = rules.facts.evolve(state, fact)
    return found


class Planted:
    """A step of a game whose things all have canary names, in the state and in the rules."""

    def __init__(self, tried: Tried, step: PlayoutStep) -> None:
        things = dict.fromkeys(thing for thing, _who in tried.secrets(step.before))
        self.names = {thing: tried.canary(number) for number, thing in enumerate(things)}
        self.rules = tried.kind.rules(tried.planted(tried.content, self.names))
        self.before = renamed(step.before, self.names)
        self.action = renamed(step.action, self.names)
        self.facts = tuple([renamed(fact, self.names) for fact in step.played.facts])
        self.player = step.player
        self.players = len(self.rules.standing(self.before))
        after = self.before
        for fact in self.facts:
            after = self.rules.facts.evolve(after, fact)
        assert after == renamed(step.played.state, self.names)


def leaks(tried: Tried, planted: Planted) -> Iterator[str]:
    """Yield each canary that a viewer sees but may not know."""
    engine = TableEngine(game=tried.kind, rules=planted.rules)
    table = TableState(
        stage=TableStage.PLAYING,
        chairs=tuple(Chair(person=name, name=name) for name in NAMES[: planted.players]),
        play=planted.before,
    )
    label = engine.label(Play(chair=planted.player, turn=0, action=planted.action), table)
    states = [planted.before]
    for fact in planted.facts:
        states.append(planted.rules.facts.evolve(states[-1], fact))
    secrets = [tuple(tried.secrets(state)) for state in states]
    explained = [engine.explain(fact, replace(table, play=state)) for fact, state in zip(planted.facts, states, strict=False)]
    for viewer in (*range(planted.players), None):
        knows = [known_to(each, viewer) for each in secrets]
        known = knows[0]
        yield from _beyond(known, "view", viewer, planted.rules.view(planted.before, viewer))
        yield from _beyond(known, "label", viewer, label)
        if viewer is not None:
            yield from _beyond(known, "offers", viewer, planted.rules.offers(planted.before, viewer))
            yield from _beyond(known, "refusal", viewer, _refused(planted, viewer))
        for at, fact in enumerate(planted.facts):
            known = knows[at] | knows[at + 1] | set(map(str, tried.shown(fact)))
            told = told_by(planted.rules, fact, states[at], viewer, NAMES[: planted.players])
            yield from _beyond(known, type(fact).__name__, viewer, told)
            yield from _beyond(known, "view", viewer, planted.rules.view(states[at + 1], viewer), of=knows[at + 1])
            if viewer is None:
                yield from _beyond(known, "explain", viewer, explained[at])


def known_to(secrets: tuple[Any, ...], viewer: int | None) -> set[str]:
    return {str(thing) for thing, who in secrets if who is None or viewer in who}


def _beyond(known: set[str], where: str, viewer: int | None, shown: Any, *, of: set[str] | None = None) -> Iterator[str]:
    known = known if of is None else of
    for canary in sorted(set(CANARY.findall(text(shown))) - known):
        yield f"{where} shows {canary} to {'whoever looks on' if viewer is None else NAMES[viewer]}"


def _refused(planted: Planted, viewer: int) -> str:
    """The refusal that a player reads for an action of another."""
    refused = refusal(planted.rules, planted.before, viewer, planted.action)
    return "" if refused is None else refused.sentence


def text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def renamed(value: Any, names: Mapping[Any, Any]) -> Any:
    """The same value with other names in it."""

    def other(each: Any) -> Any:
        if isinstance(each, list | tuple):
            return [other(item) for item in each]
        if isinstance(each, dict):
            return {key: other(item) for key, item in each.items()}
        return names.get(each, each) if isinstance(each, str | int) and not isinstance(each, bool) else each

    return msgspec.convert(other(msgspec.to_builtins(value)), type(value), str_keys=True)


def shuffled_unknown(tried: Tried, state: Any, viewer: int | None, dice: random.Random) -> Any:
    """The same table for this viewer: things whose place the viewer cannot know change places."""
    sorts: dict[Any, list[Any]] = {}
    for thing, who in tried.secrets(state):
        if who is not None and viewer not in who:
            sorts.setdefault(tried.alike(thing), []).append(thing)
    names: dict[Any, Any] = {}
    for unknown in sorts.values():
        names |= dict(zip(unknown, dice.sample(unknown, len(unknown)), strict=True))
    return renamed(state, names)


# --- tests of these checks ------------------------------------------------------------------------------------------------


class Broken:
    """The rules of a game with one function broken."""

    def __init__(self, rules: AnyRules, **wrong: Any) -> None:
        self.rules = rules
        for name, does in wrong.items():
            setattr(self, name, does)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)


@every_game_with_secrets
def test_a_view_that_shows_everything_is_caught(tried):
    step = recorded(tried.kind.id)[1][0]
    planted = Planted(tried, step)
    planted.rules = Broken(planted.rules, view=lambda state, viewer: state)

    assert list(leaks(tried, planted)) != []


@every_game_with_secrets
def test_a_log_that_tells_everybody_everything_is_caught(tried):
    planted = Planted(tried, recorded(tried.kind.id)[1][0])
    everything = with_handlers(planted.rules.facts, tell=lambda fact, before, after: (to_desks(text(planted.before)),))
    planted.rules = Broken(planted.rules, facts=everything)

    assert any("looks on" in leak for leak in leaks(tried, planted))


@every_open_game
def test_a_secret_of_a_game_without_secrets_is_caught(tried):
    step, rules = recorded(tried.kind.id)[1][0], rules_of(tried)
    whispered = with_handlers(rules.facts, tell=to_each(lambda fact, before, player: f"You are {player}."))

    assert told_apart(Broken(rules, view=lambda state, viewer: viewer), step) == ["view"]
    assert told_apart(Broken(rules, facts=whispered), step) == [type(fact).__name__ for fact in step.played.facts]


@every_game
@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda rules: {"facts": with_handlers(rules.facts, evolve=lambda state, fact: state)}, id="the fold forgets"),
        pytest.param(lambda rules: {"broken": lambda state: ("Something is lost.",)}, id="an invariant does not hold"),
        pytest.param(lambda rules: {"offers": lambda state, player: ()}, id="nobody can do anything"),
        pytest.param(lambda rules: {"result": lambda state: None}, id="it has no result"),
    ],
)
def test_a_game_that_is_not_as_agreed_is_caught(tried, wrong):
    players, right = tried.kind.least, rules_of(tried)
    rules = Broken(right, **wrong(right))

    with pytest.raises(Unsound):
        play_game(rules, Setup(players=players), [random_bot] * players, random.Random(1), check=True)


@every_game
def test_a_rule_that_takes_more_than_is_offered_is_caught(tried):
    step = recorded(tried.kind.id)[0][-1]  # the last step, after which the game is over
    rules = Broken(rules_of(tried), act=lambda state, player, action, chance: step.played)

    with pytest.raises(AssertionError):
        accepted_as_offered(tried, rules, step.played.state, step.player, step.action)

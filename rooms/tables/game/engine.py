"""The engine of a side table: chairs, turns and time around any game's own rules, in one journal.

It is to a table's stream what `control.engine.modules.Game` is to an event's. Whoever acts is a person by the own chair, the host,
the control team, or the clock. A game brings about facts of its own; what follows by itself is added here: a new turn, the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from msgspec.structs import replace

from control.engine.context import Actor, Chance, DecisionContext
from control.engine.language import later, listed, say, say_count
from control.engine.modules import Decided, Invalidation
from control.engine.refused import Refused, Stale
from rooms.tables.game.commands import (
    COMMANDS,
    Agree,
    Begin,
    BotsPlay,
    Close,
    CutOff,
    OpenTable,
    Play,
    PutBot,
    Resume,
    RunOn,
    SayAloud,
    SitDown,
    StandUp,
    TimeOut,
    WarnOfEnd,
)
from rooms.tables.game.facts import (
    TABLE_FACTS,
    Agreed,
    Began,
    BotPut,
    EndIsNear,
    GameEnded,
    RunsOn,
    SaidAloud,
    SatDown,
    StoodUp,
    TableClosed,
    TableOpened,
    TimeRanOut,
    TurnCame,
)
from rooms.tables.game.rules import FIRST, GameKind, Rules, Setup
from rooms.tables.game.state import NOBODY, Chair, Stage, Stake, TableState, Until
from rooms.tables.game.until import ENDS, past_words, until_words, usual

T = TypeVar("T")

BOTS_THINK = timedelta(milliseconds=900)  # long enough to be followed by people, short enough not to be waited for
LEAST_SECONDS, MOST_SECONDS = 10, 900
LONGEST_NAME = 40
STAKES = ("", "power", "favors")
BOT_NAMES = ("Grisha", "Marfa", "Yegor", "Dunya", "Foma", "Varya")
SAID = later("What was said aloud cannot be unsaid.")


@dataclass(frozen=True, slots=True)
class ChanceDice:
    """A bot's dice, thrown by whatever chance a decision has."""

    chance: Chance

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        return (self.randint(0, 99) + self.randint(0, 99) / 100) / 100  # in two throws: a throw shuffles all its numbers

    def choice(self, seq: Sequence[T]) -> T:
        """One of some things."""
        return seq[self.randint(0, len(seq) - 1)]

    def randint(self, a: int, b: int) -> int:
        """A number from a to b, both included."""
        return self.chance.shuffled(range(a, b + 1))[0]


@dataclass(frozen=True, kw_only=True)
class TableEngine:
    """One kind of game, bound to its content, at a table."""

    game: GameKind
    rules: Rules[Any, Any, Any]
    fact_types: Mapping[str, type] = field(init=False)
    act_types: Mapping[str, type] = field(init=False)

    def __post_init__(self) -> None:
        facts = {kind.__name__: kind for kind in (*self.game.facts, *TABLE_FACTS)}
        if len(facts) != len(self.game.facts) + len(TABLE_FACTS):
            raise ValueError(f"{self.game.id}: a fact of the game is called as one of the table.")
        object.__setattr__(self, "fact_types", facts)
        object.__setattr__(self, "act_types", {kind.__name__: kind for kind in COMMANDS})

    # --- deciding -------------------------------------------------------------------------------------------------------

    def decided(self, state: TableState, command: Any, asked: DecisionContext) -> Decided[TableState]:
        """The facts a command brings about, and the state after the last.

        Raises:
            Refused: a rule said no, or it is not this actor's to ask.
        """
        happened = _Happening(engine=self, state=state, asked=asked)
        _DECIDE[type(command)](happened, command)
        return Decided(events=tuple(happened.facts), state=happened.state)

    # --- folding --------------------------------------------------------------------------------------------------------

    def evolve(self, state: TableState, happened: Any) -> TableState:
        """The state after one fact."""
        fold = _FOLD.get(type(happened))
        if fold is not None:
            return fold(self, state, happened)
        play = self.rules.blank() if state.play is None else state.play  # its beginning was taken back: `broken` says so
        return replace(state, play=self.rules.evolve(play, happened))

    # --- telling --------------------------------------------------------------------------------------------------------

    def label(self, command: Any, state: TableState) -> str:
        """How the journal and the undo button call a command; it holds no secret."""
        if isinstance(command, Play):
            return f"{_name(state, command.chair)}: {self._called(type(command.action))}"
        if isinstance(command, PutBot | StandUp):
            return f"{say(_CALLED[type(command)])}: {_name(state, command.chair)}"
        return say(_CALLED[type(command)])

    def _called(self, action: type) -> str:
        called = self.game.called.get(action)
        return say(called) if called else _spaced(action.__name__)

    def explain(self, happened: Any, state: TableState) -> str:
        """A fact as everybody at the table may read it."""
        tell = _TELL.get(type(happened))
        if tell is not None:
            return tell(state, happened)
        return self.rules.told(happened, state.play, None, state.names)

    def told(self, happened: Any, state: TableState, player: int | None) -> str:
        """A fact as this player may read it; None for whoever looks on."""
        if type(happened) in _TELL:
            return self.explain(happened, state)
        return self.rules.told(happened, state.play, player, state.names)

    def pokes(self, happened: Any, state: TableState) -> tuple[Invalidation, ...]:
        """Everybody at a table looks again at whatever happens."""
        return (Invalidation(topic="table"),)

    def lasting(self, happened: Any) -> str:
        """Why the fact can never be taken back by anybody; what binds players alone is `binds`."""
        return say(SAID) if isinstance(happened, SaidAloud) else ""

    def binds(self, happened: Any) -> str:
        """Why players cannot take a fact back; the control team can, and says so aloud."""
        if type(happened) in _TELL:
            return "" if isinstance(happened, TurnCame) else say("it is not a move of the game")
        return self.rules.binds(happened)

    def broken(self, state: TableState) -> tuple[str, ...]:
        """The invariants that do not hold."""
        wrong = [] if state.play is None else list(self.rules.broken(state.play))
        if state.chairs and not state.kind:
            wrong.append("Somebody sits at a table that nobody has opened.")
        if state.play is not None and state.stage is Stage.OPEN:
            wrong.append("A game is played that has not begun.")
        persons = [chair.person for chair in state.chairs if chair.person]
        if len(persons) != len(set(persons)):
            wrong.append("Somebody has two chairs at the table.")
        if state.stage is Stage.PLAYING and state.waits_for != self.rules.waits_for(state.play):
            wrong.append("The table does not wait for whom the game waits for.")
        return tuple(wrong)


@dataclass(slots=True)
class _Happening:
    """One decision as it comes about: the facts so far and the state after them."""

    engine: TableEngine
    state: TableState
    asked: DecisionContext
    facts: list[Any] = field(default_factory=list)

    @property
    def by(self) -> Actor:
        return self.asked.by

    @property
    def person(self) -> str:
        return str(self.by.seat or NOBODY)

    @property
    def staff(self) -> bool:
        return bool(self.by.desks)

    def add(self, fact: Any) -> None:
        self.facts.append(fact)
        self.state = self.engine.evolve(self.state, fact)

    def played(self, facts: Sequence[Any], play: Any) -> None:
        """Take over what the game has worked out already."""
        self.facts.extend(facts)
        self.state = replace(self.state, play=play)

    def go_on(self) -> None:
        """After the game has moved: the end, or whom it waits for now."""
        rules, state = self.engine.rules, self.state
        result = rules.result(state.play)
        if result is not None:
            self.add(GameEnded(winners=result.winners, scores=result.scores))
            return
        waits_for = rules.waits_for(state.play)
        same = set(waits_for) < set(state.waits_for)  # some of those who act at the same time have acted: the others' time runs on
        if same:
            self.new_turn(waits_for, state.deadline, state.asked)
        else:
            self.new_turn(waits_for, self._deadline(), state.turn + 1)

    def new_turn(self, waits_for: tuple[int, ...], deadline: datetime | None, asked: int) -> None:
        turn, bots_at = self.state.turn + 1, self.bots_at(waits_for)
        self.add(TurnCame(turn=turn, waits_for=waits_for, deadline=deadline, bots_at=bots_at, asked=asked))

    def resume(self) -> None:
        """The same players are waited for, with all their time."""
        self.new_turn(self.state.waits_for, self._deadline(), self.state.turn + 1)

    def _deadline(self) -> datetime | None:
        seconds = self.state.seconds
        return self.asked.at + timedelta(seconds=seconds) if seconds else None

    def bots_at(self, waits_for: Sequence[int]) -> datetime | None:
        """When the bots among these act; None when there is none."""
        return self.asked.at + BOTS_THINK if any(self.state.chairs[player].bot for player in waits_for) else None

    # --- who may --------------------------------------------------------------------------------------------------------

    def host_only(self) -> None:
        if not self.staff and (not self.person or self.person != self.state.host):
            raise Refused(say("Only the host of the table, or Control, may do this."), code="not-yours")

    def stage_is(self, *stages: Stage) -> None:
        if self.state.stage not in stages:
            raise Stale(say(_STAGES[self.state.stage]))

    def chair(self, number: int) -> Chair:
        if not 0 <= number < len(self.state.chairs):
            raise Refused(say("There is no such chair at this table."), code="malformed")
        return self.state.chairs[number]


_CALLED: Mapping[type, str] = {
    OpenTable: later("Open table"),
    Agree: later("Agree"),
    SitDown: later("Sit down"),
    PutBot: later("Put bot"),
    StandUp: later("Stand up"),
    Begin: later("Begin"),
    TimeOut: later("Time out"),
    BotsPlay: later("Bots play"),
    Close: later("Close"),
    CutOff: later("Cut off"),
    WarnOfEnd: later("Warn of end"),
    RunOn: later("Run on"),
    Resume: later("Resume"),
    SayAloud: later("Say aloud"),
}
_STAGES: Mapping[Stage, str] = {
    Stage.OPEN: later("The game has not begun."),
    Stage.PLAYING: later("The game has begun already."),
    Stage.OVER: later("This game is over."),
    Stage.CLOSED: later("This table is closed."),
}


# --- decisions ------------------------------------------------------------------------------------------------------------


def _open(happening: _Happening, command: OpenTable) -> None:
    game = happening.engine.game
    if happening.state.kind:
        raise Stale(say("This table is open already."))
    if not happening.staff and command.host != happening.person:
        raise Refused(say("A player opens a table as its host."), code="not-yours")
    title = _plain(command.title) or game.title
    stake = _stake(command)
    if command.ends and command.ends not in ENDS:
        raise Refused(say("A table ends with a phase, a month, the day, or not by itself."), code="malformed")
    _agreed(game, command.chairs, command.seconds, command.options)
    happening.add(
        TableOpened(
            kind=game.id,
            title=title,
            host=command.host,
            chairs=command.chairs,
            seconds=command.seconds,
            options=_options(game, command.options),
            stake=stake,
            ends=command.ends or usual(staked=stake is not None),
        )
    )
    if command.host and command.name:
        happening.add(SatDown(chair=0, person=command.host, name=_plain(command.name)))


def _agree(happening: _Happening, command: Agree) -> None:
    happening.host_only()
    happening.stage_is(Stage.OPEN)
    _agreed(happening.engine.game, command.chairs, command.seconds, command.options)
    taken = sum(not chair.free for chair in happening.state.chairs)
    if command.chairs < taken:
        raise Refused(say("{taken} chairs are taken; somebody must stand up first.", taken=taken))
    happening.add(Agreed(chairs=command.chairs, seconds=command.seconds, options=_options(happening.engine.game, command.options)))


def _sit_down(happening: _Happening, command: SitDown) -> None:
    state = happening.state
    happening.stage_is(Stage.OPEN, Stage.PLAYING)
    if not happening.staff and command.person != happening.person:
        raise Refused(say("You can only sit down yourself."), code="not-yours")
    name = _plain(command.name)
    if not command.person or not name:
        raise Refused(say("Say who sits down: a name is missing."), code="malformed")
    own = state.chair_of(command.person)
    if own is not None:
        if state.chairs[own].bot:
            happening.add(SatDown(chair=own, person=command.person, name=state.chairs[own].name))
            return
        raise Refused(say("You sit at this table already."), code="stale")
    number = command.chair if command.chair is not None else next((at for at, each in enumerate(state.chairs) if each.free), None)
    if number is None:
        raise Refused(say("Every chair of this table is taken; you can look on."), code="full")
    chair = happening.chair(number)
    if state.stage is Stage.PLAYING and (chair.person or not chair.bot):
        raise Refused(say("The game has begun; a chair is free only where a bot has it for itself."), code="full")
    if state.stage is Stage.PLAYING and state.stake is not None:
        raise Refused(say("At a table with a stake nobody comes in once the game has begun."), code="full")
    if state.stage is Stage.OPEN and not chair.free:
        raise Stale(say("{name} has just taken this chair.", name=chair.name))
    happening.add(SatDown(chair=number, person=command.person, name=name))


def _put_bot(happening: _Happening, command: PutBot) -> None:
    chair, state = happening.chair(command.chair), happening.state
    happening.stage_is(Stage.OPEN, Stage.PLAYING)
    if chair.person != happening.person or not happening.person:
        happening.host_only()
    if command.bot not in happening.engine.game.bots:
        raise Refused(say("There is no such bot."), code="malformed")
    if state.stage is Stage.OPEN and not chair.free:
        raise Stale(say("{name} has this chair.", name=chair.name))
    if chair.bot:
        raise Stale(say("A bot plays for {name} already.", name=chair.name))
    happening.add(BotPut(chair=command.chair, bot=command.bot, name="" if chair.person else _bot_name(state)))
    _wake_bots(happening, command.chair)


def _stand_up(happening: _Happening, command: StandUp) -> None:
    chair, state = happening.chair(command.chair), happening.state
    happening.stage_is(Stage.OPEN, Stage.PLAYING)
    if chair.person != happening.person or not happening.person:
        happening.host_only()
    if chair.free:
        raise Stale(say("This chair is free already."))
    if state.stage is Stage.OPEN:
        happening.add(StoodUp(chair=command.chair))
        return
    if chair.bot:
        raise Stale(say("A bot plays for {name} already.", name=chair.name))
    happening.add(BotPut(chair=command.chair, bot=_stand_in(happening.engine.game)))
    _wake_bots(happening, command.chair)


def _begin(happening: _Happening, command: Begin) -> None:
    happening.host_only()
    happening.stage_is(Stage.OPEN)
    state, engine = happening.state, happening.engine
    players = sum(not chair.free for chair in state.chairs)
    if players < engine.game.least:
        raise Refused(
            say(
                "{game} needs {least} at the table: {missing} more, or a bot.",
                game=engine.game.title,
                least=engine.game.least,
                missing=engine.game.least - players,
            )
        )
    happening.add(Began(until=command.until))
    own = {option: value for option, value in state.options.items() if option != FIRST}
    setup = Setup(players=players, first=_first_player(state), options=own)
    begun = engine.rules.setup(setup, happening.asked.chance)
    happening.played(begun.facts, begun.state)
    happening.go_on()


def _first_player(state: TableState) -> int | None:
    """The number among the players of whoever the host lets begin; None for chance, and where nobody took that chair."""
    named = state.options.get(FIRST, "")
    chair = int(named) if named else None
    if chair is None or chair >= len(state.chairs) or state.chairs[chair].free:
        return None
    return sum(not each.free for each in state.chairs[:chair])


def _play(happening: _Happening, command: Play) -> None:
    state, chair = happening.state, happening.chair(command.chair)
    if state.stage is not Stage.PLAYING:
        raise Stale(say(_STAGES[state.stage]))
    if happening.person != chair.person or not happening.person:
        raise Refused(say("You do not sit on this chair."), code="not-yours")
    if chair.bot:
        raise Refused(say("A bot plays for you; take your chair back first."), code="stale")
    if command.turn and command.turn < state.asked:
        raise Stale(say("The table has gone on since your screen was drawn; look again."))
    _act(happening, command.chair, command.action)
    happening.go_on()


def _act(happening: _Happening, player: int, action: Any) -> None:
    engine = happening.engine
    done = engine.rules.act(happening.state.play, player, action, happening.asked.chance)
    happening.played(done.facts, done.state)


def _time_out(happening: _Happening, command: TimeOut) -> None:
    _clock_only(happening)
    state = happening.state
    if state.stage is not Stage.PLAYING or command.turn != state.turn:
        raise Stale(say("This turn is over."))
    late = state.waits_for
    happening.add(TimeRanOut(players=late))
    for player in late:
        if player in happening.engine.rules.waits_for(happening.state.play):
            action = happening.engine.rules.default(happening.state.play, player, happening.asked.chance)
            _act(happening, player, action)
    happening.go_on()


def _bots_play(happening: _Happening, command: BotsPlay) -> None:
    _clock_only(happening)
    state, engine = happening.state, happening.engine
    if state.stage is not Stage.PLAYING or command.turn != state.turn:
        raise Stale(say("This turn is over."))
    dice = ChanceDice(happening.asked.chance)
    for player in state.waits_for:
        bot = engine.game.bots.get(state.chairs[player].bot)
        play = happening.state.play
        if bot is not None and player in engine.rules.waits_for(play):
            action = bot(engine.rules.view(play, player), engine.rules.offers(play, player), dice)
            _act(happening, player, action)
    happening.go_on()


def _close(happening: _Happening, command: Close) -> None:
    happening.host_only()
    happening.stage_is(Stage.OPEN, Stage.PLAYING)
    why = _plain(command.why, 300)
    if not why:
        raise Refused(say("Say why the table is closed."), code="malformed")
    state = happening.state
    if state.stage is Stage.OPEN:
        happening.add(TableClosed(why=why))
        return
    if state.stake is not None and not happening.staff:
        raise Refused(say("A game with a stake is played to its end; only Control can end it early."), code="not-yours")
    scores = happening.engine.rules.standing(state.play)
    winners = tuple(player for player, score in enumerate(scores) if score == max(scores))
    happening.add(TableClosed(why=why, winners=winners, scores=scores))


def _cut_off(happening: _Happening, command: CutOff) -> None:
    _clock_only(happening)
    _require_bound(happening, command.until)
    scores = happening.engine.rules.standing(happening.state.play)
    happening.add(TableClosed(why=past_words(command.until), scores=scores, cut_off=True))


def _warn_of_end(happening: _Happening, command: WarnOfEnd) -> None:
    _clock_only(happening)
    _require_bound(happening, command.until)
    if happening.state.warned == command.at:
        raise Stale(say("The table has been told."))
    happening.add(EndIsNear(until=command.until, at=command.at))


def _run_on(happening: _Happening, _command: RunOn) -> None:
    if not happening.staff:
        raise Refused(say("Only Control lets a table run on."), code="not-yours")
    happening.stage_is(Stage.PLAYING)
    if happening.state.until is None:
        raise Stale(say("Nothing ends this table by itself."))
    happening.add(RunsOn())


def _require_bound(happening: _Happening, until: Until) -> None:
    happening.stage_is(Stage.PLAYING)
    if happening.state.until != until:
        raise Stale(say("This no longer ends the table."))


def _resume(happening: _Happening, _command: Resume) -> None:
    happening.stage_is(Stage.PLAYING)
    if not happening.staff and happening.state.chair_of(happening.person) is None:
        raise Refused(say("Only those at the table, or Control, may do this."), code="not-yours")
    happening.resume()


def _say_aloud(happening: _Happening, command: SayAloud) -> None:
    if not happening.staff:
        raise Refused(say("Only Control says something to a whole table."), code="not-yours")
    words = _plain(command.words, 300)
    if not words:
        raise Refused(say("There is nothing to say."), code="malformed")
    happening.add(SaidAloud(words=words))


_DECIDE: Mapping[type, Callable[[_Happening, Any], None]] = {
    OpenTable: _open,
    Agree: _agree,
    SitDown: _sit_down,
    PutBot: _put_bot,
    StandUp: _stand_up,
    Begin: _begin,
    Play: _play,
    TimeOut: _time_out,
    BotsPlay: _bots_play,
    Close: _close,
    CutOff: _cut_off,
    WarnOfEnd: _warn_of_end,
    RunOn: _run_on,
    Resume: _resume,
    SayAloud: _say_aloud,
}


def _clock_only(happening: _Happening) -> None:
    if not happening.by.clock:
        raise Refused(say("This is the clock's to do."), code="not-yours")


def _wake_bots(happening: _Happening, chair: int) -> None:
    """A bot that takes over while its chair is waited for acts soon; the turn and its time stay."""
    state = happening.state
    if state.stage is Stage.PLAYING and chair in state.waits_for:
        at = happening.bots_at(state.waits_for)
        same = TurnCame(turn=state.turn, waits_for=state.waits_for, deadline=state.deadline, bots_at=at, asked=state.asked)
        happening.add(same)


def _agreed(game: GameKind, chairs: int, seconds: int, options: Mapping[str, str]) -> None:
    if not game.least <= chairs <= game.most:
        sentence = say("{game} is for {least} to {most} players.", game=game.title, least=game.least, most=game.most)
        raise Refused(sentence, code="malformed")
    if seconds and not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        sentence = say("A turn has {least} to {most} seconds, or no limit.", least=LEAST_SECONDS, most=MOST_SECONDS)
        raise Refused(sentence, code="malformed")
    _options(game, options)


def _options(game: GameKind, chosen: Mapping[str, str]) -> Mapping[str, str]:
    known = {option.id: option for option in game.options}
    for name, value in chosen.items():
        if name not in known or value not in dict(known[name].choices):
            raise Refused(say("{game} has no such option.", game=game.title), code="malformed")
    return {option.id: chosen.get(option.id, option.choices[0][0]) for option in game.options}


def _stake(command: OpenTable) -> Stake | None:
    if command.stake_kind not in STAKES or command.stake_amount < 0 or bool(command.stake_kind) != bool(command.stake_amount):
        raise Refused(say("A stake is a number of Power or of Favors."), code="malformed")
    return Stake(kind=command.stake_kind, amount=command.stake_amount) if command.stake_amount else None


def _stand_in(game: GameKind) -> str:
    """The bot that plays for whoever is away: the sensible one where there is one."""
    return "steady" if "steady" in game.bots else next(iter(game.bots))


def _bot_name(state: TableState) -> str:
    taken = {chair.name for chair in state.chairs}
    return next(name for name in BOT_NAMES if name not in taken)


def _plain(words: str, most: int = LONGEST_NAME) -> str:
    return " ".join(words.split())[:most]


def _name(state: TableState, chair: int) -> str:
    return state.chairs[chair].name if 0 <= chair < len(state.chairs) else say("somebody")


def _spaced(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip().capitalize()


# --- the fold -------------------------------------------------------------------------------------------------------------


def _opened(engine: TableEngine, state: TableState, fact: TableOpened) -> TableState:
    return replace(
        state,
        kind=fact.kind,
        title=fact.title,
        host=fact.host,
        chairs=(Chair(),) * fact.chairs,
        options=fact.options,
        seconds=fact.seconds,
        stake=fact.stake,
        ends=fact.ends,
    )


def _agreed_on(engine: TableEngine, state: TableState, fact: Agreed) -> TableState:
    """Fewer chairs: free ones go first; whoever sits stays seated."""
    chairs = list(state.chairs)
    while len(chairs) > fact.chairs:
        free = next((at for at in reversed(range(len(chairs))) if chairs[at].free), len(chairs) - 1)
        del chairs[free]
    chairs += [Chair()] * (fact.chairs - len(chairs))
    return replace(state, chairs=tuple(chairs), seconds=fact.seconds, options=fact.options)


def _sat_down(engine: TableEngine, state: TableState, fact: SatDown) -> TableState:
    sat = _with_chair(state, fact.chair, Chair(person=fact.person, name=fact.name))
    if state.host and sat.chair_of(state.host) is None:  # the host has got up, and nobody was there to take the table over
        return replace(sat, host=fact.person)
    return sat


def _bot_put(engine: TableEngine, state: TableState, fact: BotPut) -> TableState:
    chair = _chair(state, fact.chair)
    return _with_chair(state, fact.chair, replace(chair, bot=fact.bot, name=fact.name or chair.name))


def _stood_up(engine: TableEngine, state: TableState, fact: StoodUp) -> TableState:
    person = _chair(state, fact.chair).person
    left = _with_chair(state, fact.chair, Chair())
    if person and person == state.host:  # the next person at the table keeps it
        left = replace(left, host=next((chair.person for chair in left.chairs if chair.person), state.host))
    return left


def _began(engine: TableEngine, state: TableState, fact: Began) -> TableState:
    chairs = tuple(chair for chair in state.chairs if not chair.free)
    return replace(state, stage=Stage.PLAYING, chairs=chairs, play=engine.rules.blank(), until=fact.until)


def _turn_came(engine: TableEngine, state: TableState, fact: TurnCame) -> TableState:
    return replace(state, turn=fact.turn, waits_for=fact.waits_for, deadline=fact.deadline, bots_at=fact.bots_at, asked=fact.asked)


def _time_ran_out(engine: TableEngine, state: TableState, fact: TimeRanOut) -> TableState:
    return state


def _ended(engine: TableEngine, state: TableState, fact: GameEnded) -> TableState:
    return replace(state, stage=Stage.OVER, waits_for=(), deadline=None, bots_at=None)


def _closed(engine: TableEngine, state: TableState, fact: TableClosed) -> TableState:
    return replace(state, stage=Stage.CLOSED, why=fact.why, cut_off=fact.cut_off, waits_for=(), deadline=None, bots_at=None)


def _end_near(engine: TableEngine, state: TableState, fact: EndIsNear) -> TableState:
    return replace(state, warned=fact.at)


def _runs_on(engine: TableEngine, state: TableState, fact: RunsOn) -> TableState:
    return replace(state, until=None, warned=None)


def _said(engine: TableEngine, state: TableState, fact: SaidAloud) -> TableState:
    return replace(state, said=(*state.said, fact.words))


def _chair(state: TableState, number: int) -> Chair:
    """A chair; a free one where there is none, since the table was never made so large."""
    return state.chairs[number] if number < len(state.chairs) else Chair()


def _with_chair(state: TableState, number: int, chair: Chair) -> TableState:
    return replace(state, chairs=(*state.chairs[:number], chair, *state.chairs[number + 1 :]))


_FOLD: Mapping[type, Callable[[TableEngine, TableState, Any], TableState]] = {
    TableOpened: _opened,
    Agreed: _agreed_on,
    SatDown: _sat_down,
    BotPut: _bot_put,
    StoodUp: _stood_up,
    Began: _began,
    TurnCame: _turn_came,
    TimeRanOut: _time_ran_out,
    GameEnded: _ended,
    TableClosed: _closed,
    EndIsNear: _end_near,
    RunsOn: _runs_on,
    SaidAloud: _said,
}


# --- the words ------------------------------------------------------------------------------------------------------------


def _winners(state: TableState, fact: GameEnded | TableClosed) -> str:
    return listed([state.names[each] for each in fact.winners])


def _listed(state: TableState, fact: GameEnded | TableClosed) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(state.names, fact.scores, strict=True))


def _closed_words(state: TableState, fact: TableClosed) -> str:
    if not fact.scores:
        return say("The table was closed: {why}.", why=fact.why)
    return say_count(
        "The table was closed: {why}. As it stood, {winners} won: {scores}.",
        "The table was closed: {why}. As it stood, {winners} won: {scores}.",
        len(fact.winners),
        why=fact.why,
        winners=_winners(state, fact),
        scores=_listed(state, fact),
    )


def _cut_words(state: TableState, fact: TableClosed) -> str:
    scores = _listed(state, fact)
    if state.stake:
        sentence = say("The table was cut off: {why}. Every stake goes back. As it stood: {scores}.", why=fact.why, scores=scores)
    else:
        sentence = say("The table was cut off: {why}. As it stood: {scores}.", why=fact.why, scores=scores)
    return sentence


def _agreed_words(_state: TableState, fact: Agreed) -> str:
    if fact.seconds:
        return say("{chairs} chairs, {seconds} seconds for a turn.", chairs=fact.chairs, seconds=fact.seconds)
    return say("{chairs} chairs, no limit for a turn.", chairs=fact.chairs)


def _bot_words(state: TableState, fact: BotPut) -> str:
    if fact.name:
        return say("{name}, a bot, sat down.", name=fact.name)
    return say("A bot plays for {name}.", name=state.chairs[fact.chair].name)


def _began_words(_state: TableState, fact: Began) -> str:
    if fact.until:
        return say("The game began. It runs until {end}.", end=until_words(fact.until))
    return say("The game began.")


def _ended_words(state: TableState, fact: GameEnded) -> str:
    return say_count(
        "The game is over. {winners} won: {scores}.",
        "The game is over. {winners} won: {scores}.",
        len(fact.winners),
        winners=_winners(state, fact),
        scores=_listed(state, fact),
    )


def _near_words(state: TableState, fact: EndIsNear) -> str:
    end = until_words(fact.until)
    if state.stake:
        return say("Less than a minute until {end}; then this table is cut off, and every stake goes back.", end=end)
    return say("Less than a minute until {end}; then this table is cut off.", end=end)


_TELL: Mapping[type, Callable[[TableState, Any], str]] = {
    TableOpened: lambda _state, fact: say("The table “{title}” was opened.", title=fact.title),
    Agreed: _agreed_words,
    SatDown: lambda _state, fact: say("{name} sat down.", name=fact.name),
    BotPut: _bot_words,
    StoodUp: lambda state, fact: say("{name} stood up.", name=state.chairs[fact.chair].name),
    Began: _began_words,
    TurnCame: lambda _state, _fact: "",
    TimeRanOut: lambda state, fact: say("The time of {names} was out.", names=listed([state.names[each] for each in fact.players])),
    GameEnded: _ended_words,
    TableClosed: lambda state, fact: _cut_words(state, fact) if fact.cut_off else _closed_words(state, fact),
    EndIsNear: _near_words,
    RunsOn: lambda _state, _fact: say("Control lets this table run on; nothing ends it by itself."),
    SaidAloud: lambda _state, fact: say("Control: {words}", words=fact.words),
}

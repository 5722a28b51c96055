"""Setup of a table of Scythe (SY-SET, A-00)."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec.structs import asdict, replace

from control.engine.language import later, listed, say
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rules import HostOption, Setup, require_known_options
from rooms.tables.scythe.game.content import Book
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import CHARACTER, NONE, WORKERS, Course, Options, ScytheState, Side, with_units
from rooms.tables.scythe.rules.turns import TurnBegan


class LaidOut(GameFact, frozen=True, kw_only=True):
    """Mats were dealt, decks shuffled and hands drawn; each deck from its top (SY-SET). Nobody knows the order of the decks."""

    binding = later("the decks were shuffled")
    options: Options
    sides: tuple[Side, ...]
    order: tuple[int, ...]
    marks: tuple[str, ...]
    tile: str
    deck: tuple[int, ...]
    encounters: tuple[str, ...]
    objectives: tuple[str, ...]
    cards: tuple[str, ...]
    host: int = NONE
    named: tuple[str, ...] = ()

    def after(self, state: ScytheState) -> ScytheState:
        return replace(state, **asdict(self))  # each field is named as in the state

    def words(self, scene: Scene) -> str:
        """Each player's pair of mats, and the structure bonus."""
        pairs = [
            say(
                "{name} leads {faction} with the {mat} mat",
                name=scene.names[player],
                faction=scene.book.factions[self.sides[player].faction].name,
                mat=scene.book.mats[self.sides[player].mat].name,
            )
            for player in self.order
        ]
        return say("{pairs}. Structure bonus: {tile}", pairs=listed(pairs), tile=scene.book.tiles[self.tile].text)


Card = TypeVar("Card", int, str)
LEAST, MOST = 2, 5  # SY-GEN-01
ON, OFF = "on", "off"
BANNED: Final = frozenset({("rusviet", "industrial"), ("crimea", "patriotic")})  # SY-R-03


def _option(name: str, title: str, amid: str, on: str, off: str, *, default: str = OFF) -> HostOption:
    choices = ((ON, on), (OFF, off)) if default == ON else ((OFF, off), (ON, on))
    return HostOption(id=name, title=title, amid=amid, choices=choices)


OPTIONS: Final = (
    _option(
        "relentless_factory",
        later("Relentless and the Factory card"),
        later("Relentless and the Factory card"),
        later("Rusviet may use it again and again"),
        later("Never twice in a row"),
        default=ON,
    ),
    _option(
        "ban_combos",
        later("Strong pairs of mats"),
        later("strong pairs of mats"),
        later("Dealt again: Rusviet with Industrial, Crimea with Patriotic"),
        later("Any faction with any mat"),
    ),
    _option(
        "mill_needs_control",
        later("The Mill"),
        later("the Mill"),
        later("Produces only where its owner has control"),
        later("Produces whoever has control"),
    ),
    _option(
        "ask_every_bonus",
        later("Recruits’ bonuses"),
        later("recruits’ bonuses"),
        later("Asked for each time"),
        later("Taken by themselves"),
    ),
    _option(
        "tournament",
        later("Coins between players"),
        later("coins between players"),
        later("None (tournament)"),
        later("May be given"),
    ),
    _option("delay", later("Delay of game"), later("delay of game"), later("The host may take 1 popularity"), later("No penalty")),
    _option(
        "achievements",
        later("Achievement sheet"),
        later("achievement sheet"),
        later("Winners may enter their names"),
        later("Not kept"),
    ),
    _option(
        "show_hands", later("Hands at the end"), later("hands at the end"), later("Shown with the scores"), later("Stay hidden")
    ),
)


def lay_out(course: Course, setup: Setup) -> None:
    """Deal factions and mats, shuffle every deck separately and deal cards. The lowest mat label takes the first turn.

    Raises:
        Refused: wrong number of players, or unknown option.

    Rules: SY-GEN-01, SY-SET-01, SY-SET-02, SY-SET-03, SY-SET-04, SY-SET-05, SY-SET-06, SY-SET-07, SY-SET-08, SY-SET-09, SY-SET-17.
    """
    check(setup)
    book, shuffled, players = course.book, course.chance.shuffled, setup.players
    options = options_of(setup)
    factions = shuffled([each.id for each in book.content.factions])[:players]
    mats = shuffled([each.id for each in book.content.mats])[:players]
    while options.ban_combos and BANNED.intersection(zip(factions, mats, strict=True)):
        mats = shuffled([each.id for each in book.content.mats])[:players]
    order = tuple(sorted(range(players), key=lambda player: book.factions[factions[player]].seat))
    deck = list(shuffled([value for value, count in sorted(book.content.numbers.cards.items()) for _ in range(count)]))
    objectives = list(shuffled(list(book.objectives)))
    sides = [side_at_start(book, faction, mat) for faction, mat in zip(factions, mats, strict=True)]
    for player in order:
        sides[player] = replace(sides[player], cards=_dealt(deck, book.factions[factions[player]].cards))
    for player in order:
        sides[player] = replace(sides[player], objectives=_dealt(objectives, book.mats[mats[player]].objectives))
    course.happens(
        LaidOut(
            options=options,
            sides=tuple(sides),
            order=order,
            marks=tuple([each.id for each in book.content.territories if each.encounter]),
            tile=shuffled(list(book.tiles))[0],
            deck=tuple(deck),
            encounters=shuffled(list(book.encounters)),
            objectives=tuple(objectives),
            cards=shuffled(list(book.cards))[: players + 1],
            host=NONE if setup.host is None else setup.host,
            named=setup.kept if options.achievements else (),
        )
    )
    first = min(range(players), key=lambda player: book.mats[mats[player]].label)
    course.happens(TurnBegan(first, 1))
    course.todo[:] = reversed(course.state.agenda)


def _dealt(deck: list[Card], count: int) -> tuple[Card, ...]:
    dealt, deck[:] = tuple(deck[:count]), deck[count:]
    return dealt


def side_at_start(book: Book, faction: str, mat: str) -> Side:
    """A side at the start: character at home, and a worker on each territory joined to the home base by land.

    Rules: SY-SET-08, SY-SET-09, SY-SET-10, SY-SET-11, SY-SET-12, SY-SET-13, SY-SET-14, SY-SET-15, SY-SET-16, SY-SET-19, SY-GEN-02.
    """
    of, on = book.factions[faction], book.mats[mat]
    where = {CHARACTER: of.home, **dict(zip(WORKERS, of.workers, strict=False))}
    side = Side(faction=faction, mat=mat, power=of.power, popularity=on.popularity, coins=on.coins)
    return replace(side, units=with_units(side, where))


def options_of(setup: Setup) -> Options:
    """The table options, with defaults for the missing ones."""
    chosen = {option.id: setup.options.get(option.id, option.choices[0][0]) == ON for option in OPTIONS}
    return Options(**chosen)


def check(setup: Setup) -> None:
    """Refuse an impossible number of players or an unknown option."""
    if not LEAST <= setup.players <= MOST:
        sentence = say("Scythe is for {least} to {most} players, not for {players}.", least=LEAST, most=MOST, players=setup.players)
        raise Refused(sentence, rule="SY-GEN-01")
    require_known_options(setup, OPTIONS, unknown=later("Scythe has no option “{option}”."), rule="A-00")

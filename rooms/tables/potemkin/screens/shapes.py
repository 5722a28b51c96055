"""Shapes of phone and board for the templates, and counts in words (PE-COM-09, PE-HID).

They are made from the viewer's own view, the offers and the names on the chairs, never from the state. `questions` shapes the
question and `ending` the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from control.engine.language import later, listed, say, say_count
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.content import POINTS, Book, Card, Content, Direction, Facade, FacadeContent, Kind, Mode, book_of
from rooms.tables.potemkin.game.state import Meeple, Phase
from rooms.tables.potemkin.game.view import PotemkinView, SeenBuilding, SeenSide, is_idle
from rooms.tables.potemkin.screens.log import BUILT, CHECKED, LOOKED, TAKEN, house_thing, street_thing
from rooms.tables.registry import GameSight
from rooms.tables.screens import viewer as looking


def cards(count: int) -> str:
    """Cards in words: "1 card", "3 cards"."""
    return say_count("{count} card", "{count} cards", count)


def cubes(count: int) -> str:
    """Cubes in words: "1 cube", "3 cubes"."""
    return say_count("{count} cube", "{count} cubes", count)


def agents(count: int) -> str:
    """Agents in words: "1 agent", "3 agents"."""
    return say_count("{count} agent", "{count} agents", count)


def points(count: int) -> str:
    """Points in words: "1 point", "3 points"."""
    return say_count("{count} point", "{count} points", count)


KINDS: Final[Mapping[Kind, str]] = {Kind.ACTION: later("Action"), Kind.FREE: later("Free action")}
MODES: Final[Mapping[Mode, str]] = {Mode.CONSTRUCTION: later("Construction"), Mode.PRODUCTION: later("Production")}
MEEPLES: Final[Mapping[Meeple, tuple[str, str]]] = {
    Meeple.CAPITOL: (later("Capitol"), later("begins the next Action phase")),
    Meeple.SHIELD: (later("Shield"), later("no spy looks in before an agent has removed it")),
    Meeple.SCIENTIST: (later("Scientist"), later("draws a card at the start of each turn")),
}
TYPES: Final[Mapping[Facade, str]] = {
    Facade.CULTURE: later("Culture"),
    Facade.ESPIONAGE: later("Espionage"),
    Facade.GOVERNMENT: later("Government"),
    Facade.INDUSTRY: later("Industry"),
    Facade.SCIENCE: later("Science"),
}
IN_MODE: Final[Mapping[Mode, str]] = {
    Mode.CONSTRUCTION: later("you are in construction"),
    Mode.PRODUCTION: later("you are in production"),
}
REAL: Final = later("real")
FAKE: Final = later("fake")
WIDEST: Final = 8  # buildings on one board line that fit in full size
FEW: Final = 3  # most streets that have room for two lines each
LONG: Final = 12  # most buildings on one line


class Mark(Struct, frozen=True, kw_only=True):
    """A type of building. `id`: the name of its colour and silhouette."""

    id: str
    name: str


class AbilityWords(Struct, frozen=True, kw_only=True):
    """The words of an ability."""

    title: str
    kind: str
    free: bool
    text: str


class CardShape(Struct, frozen=True, kw_only=True):
    """An open interior card. No `types`: a flat fake."""

    id: str
    title: str
    flavour: str
    types: tuple[Mark, ...]
    ability: AbilityWords | None


class House(Struct, frozen=True, kw_only=True):
    """A building. `card` and `verdict` ("real", "fake"): only where the viewer knows them. `open`: the interior is face up for
    all.

    `stands`: agents or cubes are behind it. `told`: its name in the log. `lately`: its last change since the viewer last acted.
    """

    id: int
    mark: Mark
    front: str
    place: int
    open: bool
    cubes: int
    agents: int
    stands: bool
    verdict: str
    card: CardShape | None
    points: int
    looked: str
    words: str
    told: str
    lately: str


class Token(Struct, frozen=True, kw_only=True):
    """A meeple and its use for the holder."""

    id: str
    name: str
    line: str


class Street(Struct, frozen=True, kw_only=True):
    """A player's side of the table. `worth`: the current points of the village, where the viewer knows all of it.

    `fallen`: the buildings destroyed since the viewer last acted.
    """

    player: int
    name: str
    whose: str
    you: bool
    acts: bool
    state: str
    mode: str
    producing: bool
    hand: int
    pack: int
    captured: int
    ready: int
    spent: int
    tokens: tuple[Token, ...]
    village: tuple[House, ...]
    known: tuple[House, ...]
    worth: int | None
    fallen: tuple[str, ...]


class PotemkinViewer(looking.TableViewer, frozen=True):
    """A viewer: the view, with the words for it."""

    book: Book

    @property
    def view(self) -> PotemkinView:
        found: PotemkinView = self.seen.view
        return found

    def side(self) -> SeenSide | None:
        """The viewer's own side."""
        return None if self.player is None else self.view.sides[self.player]

    def mark(self, facade: Facade) -> Mark:
        return mark_of(facade)

    def card(self, id_: str) -> CardShape:
        return _card(self.book, self.book.cards[id_])

    def house(self, building: SeenBuilding, place: int, owner: int) -> House:
        """A building, as far as the viewer knows it."""
        return _house(self, building, place, owner)

    def houses(self) -> dict[int, tuple[int, House]]:
        """Every building by its number, with its owner."""
        return {
            building.id: (owner, self.house(building, place, owner))
            for owner, side in enumerate(self.view.sides)
            for place, building in enumerate(side.village, start=1)
        }


@cache
def mark_of(facade: Facade) -> Mark:
    """A type of building."""
    return Mark(id=facade.value, name=say(TYPES[facade]))


def looker_of(seen: GameSight) -> PotemkinViewer:
    """The viewer with everything needed for shapes."""
    return PotemkinViewer(seen, _book(seen.content))


@lru_cache(maxsize=8)
def _book(content: Content) -> Book:
    return book_of(content)


def _card(book: Book, card: Card) -> CardShape:
    ability = None if card.ability is None else book.abilities[card.ability]
    return CardShape(
        id=card.id,
        title=card.title,
        flavour=card.flavour,
        types=tuple([mark_of(facade) for facade in card.real_types]),
        ability=None
        if ability is None
        else AbilityWords(title=ability.title, kind=say(KINDS[ability.kind]), free=ability.kind is Kind.FREE, text=ability.text),
    )


def points_of(facade: Facade, *, real: bool) -> int:
    """The final points of a standing building, without cubes.

    Rules: PE-SCO-02, PE-SCO-03, PE-SCO-04, PE-SCO-05, PE-SCO-06, PE-SCO-07, PE-SCO-08.
    """
    of_type = {Facade.GOVERNMENT: POINTS["government"], Facade.CULTURE: POINTS["culture"]}.get(facade, 0)
    return of_type + (0 if real else POINTS["fakes"])


def _house(looker: PotemkinViewer, building: SeenBuilding, place: int, owner: int) -> House:
    facade = looker.book.facades[building.facade]
    verdict = "" if building.real is None else REAL if building.real else FAKE
    card = None if building.card is None else looker.card(building.card)
    lately = _last_change_words(looker, building.id)
    looked = listed([say("you") if who == looker.player else looker.name(who) for who in building.inspected_by])
    return House(
        id=building.id,
        mark=mark_of(building.facade),
        front=front_id(facade, building.front),
        place=place,
        open=building.shown,
        cubes=building.cubes,
        agents=building.agents,
        stands=building.agents + building.cubes > 0,
        verdict=verdict,
        card=card,
        points=0 if building.real is None else points_of(building.facade, real=building.real) + building.cubes,
        looked=looked,
        words=_house_words(facade, building, place, verdict=verdict, card=card, looked=looked, lately=lately),
        lately=lately,
        told=say(
            "{owner} {building} (no. {place} in the row)", owner=possessive(looker.name(owner)), building=facade.name, place=place
        ),
    )


LATELY: Final[Mapping[str, str]] = {
    BUILT: later("new"),
    CHECKED: later("checked"),
    LOOKED: later("looked at"),
    TAKEN: later("robbed"),
}


def _last_change_words(looker: PotemkinViewer, building: int) -> str:
    """The last marked change of a building, in words."""
    thing = house_thing(building)
    return say(next((LATELY[touch.what] for touch in reversed(looker.seen.touched) if touch.thing == thing), ""))


def _house_words(
    facade: FacadeContent, building: SeenBuilding, place: int, *, verdict: str, card: CardShape | None, looked: str, lately: str
) -> str:
    behind = say("face down") if card is None else ", ".join((card.title, say(verdict)))
    if card is not None and building.shown:
        behind = ", ".join((behind, say("open")))
    parts = [say("{building}, no. {place} in the row: {behind}", building=facade.name, place=place, behind=behind)]
    if building.cubes:
        parts.append(cubes(building.cubes))
    if building.agents:
        parts.append(agents(building.agents))
    if lately:
        parts.append(lately)
    if looked and not building.shown:
        parts.append(say("looked at by {names}", names=looked))
    return ", ".join(parts)


def front_id(facade: FacadeContent, front: int) -> str:
    """The id of the building's picture."""
    return f"{facade.id.value}-{front % len(facade.fronts)}"


def streets_of(looker: PotemkinViewer) -> tuple[Street, ...]:
    """All sides, clockwise from the viewer's own."""
    first = looker.player or 0
    players = len(looker.view.sides)
    return tuple([_street(looker, (first + at) % players) for at in range(players)])


def _street(looker: PotemkinViewer, player: int) -> Street:
    side, you = looker.view.sides[player], player == looker.player
    village = tuple([looker.house(building, place, player) for place, building in enumerate(side.village, start=1)])
    name = looker.name(player)
    whole = all(house.verdict for house in village) and (you or looker.view.scores != ())
    return Street(
        player=player,
        name=name,
        whose=say("Your") if you else possessive(name),
        you=you,
        acts=side.waits,
        state=_state(looker, player, side),
        mode=say(MODES[Mode.PRODUCTION if side.producing else Mode.CONSTRUCTION]),
        producing=side.producing,
        hand=side.hand,
        pack=side.pack,
        captured=side.captured,
        ready=side.ready,
        spent=side.spent,
        tokens=_tokens(looker.view, player),
        village=village,
        known=tuple([house for house in village if house.card and not you]),
        worth=sum([house.points for house in village]) + POINTS["captured"] * side.captured if whole else None,
        fallen=tuple([touch.called for touch in looker.seen.touched if touch.thing == street_thing(player)]),
    )


def _state(looker: PotemkinViewer, player: int, side: SeenSide) -> str:
    if side.picked:
        return say("has picked")
    if is_idle(looker.view, player):
        return say("idle: turns play themselves")
    if not side.waits:
        return ""
    if looker.view.phase is Phase.DRAFT:
        return say("is picking")
    return say("is placing agents") if looker.view.phase is Phase.READY_AGENTS else say("is playing")


def _tokens(view: PotemkinView, player: int | None) -> tuple[Token, ...]:
    """The meeples of a player. None: those on the board."""
    holders = {Meeple.CAPITOL: view.capitol, Meeple.SHIELD: view.shield, Meeple.SCIENTIST: view.scientist}
    return tuple([token(meeple) for meeple, holder in holders.items() if holder == player])


def token(meeple: Meeple) -> Token:
    name, line = MEEPLES[meeple]
    return Token(id=meeple.value, name=say(name), line=say(line))


def free_tokens(looker: PotemkinViewer) -> tuple[Token, ...]:
    """The meeples on the board."""
    return _tokens(looker.view, None) if looker.view.sides else ()


def neighbour(looker: PotemkinViewer, player: int) -> int:
    """The player who gets this player's pack next."""
    step = -1 if looker.view.direction is Direction.COUNTERCLOCKWISE else 1
    return (player + step) % len(looker.view.sides)

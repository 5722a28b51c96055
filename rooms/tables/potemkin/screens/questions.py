"""Questions to a player: only legal choices, made from the offers, each with its outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from control.engine.language import later, say, say_count
from rooms.tables.potemkin.game.actions import (
    AbilityOffer,
    BuildAgainOffer,
    BuildOffer,
    CheckAgainOffer,
    DiscardOffer,
    FreightOffer,
    HomeAbilityOffer,
    InspectOffer,
    PickOffer,
    PlaceAgentsOffer,
    PlainAbilityOffer,
    ProduceOffer,
    SecondCrewOffer,
    SpyOffer,
)
from rooms.tables.potemkin.game.content import FACADES, Facade, Kind
from rooms.tables.potemkin.game.state import Building, Meeple, Side
from rooms.tables.potemkin.rules.end_phase import spread
from rooms.tables.potemkin.screens.question_shapes import (
    AbilityAsk,
    Ask,
    FacadeChoice,
    Home,
    Material,
    PlaceAsk,
    ProduceAsk,
    SpyAsk,
    Tab,
    TurnAsk,
)
from rooms.tables.potemkin.screens.shapes import (
    FAKE,
    REAL,
    AbilityWords,
    PotemkinViewer,
    agents,
    cards,
    cubes,
    front_id,
    neighbour,
    points,
    points_of,
)
from rooms.tables.potemkin.screens.spying import check_of, spy_of, targets_in


def ask_of(looker: PotemkinViewer) -> Ask | None:
    """The question to the viewer. None when the table does not wait for the viewer."""
    offers = looker.seen.offers
    if not offers:
        return None
    first = offers[0]
    if isinstance(first, PickOffer):
        return Ask(kind="pick", pick=tuple([looker.card(card) for card in first.things]))
    if isinstance(first, CheckAgainOffer):
        return Ask(kind="check", check=check_of(looker, first))
    if isinstance(first, BuildAgainOffer):
        return Ask(kind="again", again=_materials(looker, first.cards))
    if isinstance(first, DiscardOffer):
        return Ask(kind="discard", discard=tuple([looker.card(card) for card in first.things]))
    if isinstance(first, PlaceAgentsOffer):
        return Ask(kind="place", place=_place(looker, first))
    return Ask(kind="turn", turn=_turn(looker))


def _turn(looker: PotemkinViewer) -> TurnAsk:
    build: tuple[Material, ...] = ()
    spy: SpyAsk | None = None
    produce: ProduceAsk | None = None
    abilities: list[AbilityAsk] = []
    for offer in looker.seen.offers:
        if isinstance(offer, BuildOffer):
            build = _materials(looker, offer.cards)
        elif isinstance(offer, SpyOffer):
            spy = spy_of(looker, offer)
        elif isinstance(offer, ProduceOffer):
            produce = _produce(looker, offer)
        else:
            abilities.append(_ability(looker, offer))
    abilities.sort(key=lambda each: not each.ability.free)  # free actions come before actions
    return TurnAsk(tabs=_tabs(build, spy, abilities, produce), build=build, spy=spy, abilities=tuple(abilities), produce=produce)


def _tabs(
    build: Sequence[Material], spy: SpyAsk | None, abilities: Sequence[AbilityAsk], produce: ProduceAsk | None
) -> tuple[Tab, ...]:
    found = []
    if build:
        found.append(("build", say("Build"), "hammer", cards(len(build))))
    if spy:
        found.append(("spy", say("Spy"), "agent", agents(len(spy.agents))))
    if abilities:
        found.append(("cards", say("Play"), "cards", say_count("{count} ability", "{count} abilities", len(abilities))))
    if produce:
        found.append(("produce", say("Produce"), "wheel", cubes(produce.cubes)))
    return tuple(
        [
            Tab(id=id_, act="ability" if id_ == "cards" else id_, title=title, glyph=glyph, note=note, first=at == 0)
            for at, (id_, title, glyph, note) in enumerate(found)
        ]
    )


def _materials(looker: PotemkinViewer, cards: Sequence[str]) -> tuple[Material, ...]:
    """Each card with all five facades and the outcome of building each now."""
    effects = {facade: _effect(looker, facade) for facade in FACADES}
    return tuple([Material(card=looker.card(card), facades=_facades(looker, card, effects)) for card in cards])


def _facades(looker: PotemkinViewer, card: str, effects: Mapping[Facade, str]) -> tuple[FacadeChoice, ...]:
    real_types = looker.book.real_types[card]
    found = []
    for content in looker.book.content.facades:
        real = content.id in real_types
        worth = points_of(content.id, real=real)
        found.append(
            FacadeChoice(
                mark=looker.mark(content.id),
                front=front_id(content, 0),
                verdict=REAL if real else FAKE,
                points=points(worth) if worth else say("no points"),
                effect=effects[content.id],
            )
        )
    return tuple(found)


MEEPLE_OF: Final[Mapping[Facade, Meeple]] = {
    Facade.CULTURE: Meeple.SHIELD,
    Facade.GOVERNMENT: Meeple.CAPITOL,
    Facade.SCIENCE: Meeple.SCIENTIST,
}


def _effect(looker: PotemkinViewer, facade: Facade) -> str:
    """The construction effect of a type now, in a few words (PE-CUL-01, PE-ESP-01, PE-GOV-01, PE-IND-01, PE-SCI-01)."""
    if facade is Facade.ESPIONAGE:
        return agents(1)
    if facade is Facade.INDUSTRY:
        return say("a cube each time you produce")
    view, player, meeple = looker.view, looker.player, MEEPLE_OF[facade]
    holder = {Meeple.SHIELD: view.shield, Meeple.CAPITOL: view.capitol, Meeple.SCIENTIST: view.scientist}[meeple]
    counts = [sum([building.facade is facade for building in side.village]) for side in view.sides]
    own = 0 if player is None else counts[player] + 1
    most = max([count for at, count in enumerate(counts) if at != player], default=0)
    words = EFFECTS[meeple]
    if own < most:
        return say(words.few, most=most)
    if holder == player:
        return say(words.keep)
    return say(words.board) if holder is None else say(words.other, name=looker.name(holder))


class _MeepleWords(Struct, frozen=True, kw_only=True):
    """Words on a meeple after building: too few buildings, kept, taken from the board, taken from a player."""

    few: str
    keep: str
    board: str
    other: str


EFFECTS: Final[Mapping[Meeple, _MeepleWords]] = {
    Meeple.CAPITOL: _MeepleWords(
        few=later("no capitol: it takes {most}"),
        keep=later("you keep the capitol"),
        board=later("the capitol, from the board"),
        other=later("the capitol, from {name}"),
    ),
    Meeple.SHIELD: _MeepleWords(
        few=later("no shield: it takes {most}"),
        keep=later("you keep the shield"),
        board=later("the shield, from the board"),
        other=later("the shield, from {name}"),
    ),
    Meeple.SCIENTIST: _MeepleWords(
        few=later("no scientist: it takes {most}"),
        keep=later("you keep the scientist"),
        board=later("the scientist, from the board"),
        other=later("the scientist, from {name}"),
    ),
}
PROMPTS: Final[Mapping[str, tuple[str, str]]] = {  # the question, and the verb of the button
    "second-crew": (later("Build the first one with"), later("Build")),
    "night-shift": ("", later("Work the night")),
    "recruiting-officer": (later("Behind which building does the agent stand?"), later("Recruit")),
    "friendly-inspector": (later("Choose one or two buildings"), later("Look behind them")),
    "misdirected-freight": (later("Which cube goes where?"), later("Move the cube")),
    "fresh-timber": ("", later("Draw 2 cards")),
    "false-papers": (later("Behind which building does the agent stand?"), later("Hand out papers")),
    "palace-guard": ("", later("Take the shield")),
    "extra-crate": (later("Behind which building does the cube go?"), later("Put it there")),
    "place-in-the-carriage": ("", later("Take the capitol")),
}


def _ability(looker: PotemkinViewer, offer: AbilityOffer) -> AbilityAsk:
    houses = looker.houses()
    where, verb = PROMPTS[offer.ability]
    homes = offer.buildings if isinstance(offer, HomeAbilityOffer | FreightOffer) else ()
    sources = offer.sources if isinstance(offer, FreightOffer) else ()
    looks = offer.buildings if isinstance(offer, InspectOffer) else ()
    words = looker.book.abilities[offer.ability]
    return AbilityAsk(
        card=looker.card(offer.card),
        ability=AbilityWords(
            title=words.title,
            kind=say("Free action") if words.kind is Kind.FREE else say("Action: ends your turn"),
            free=words.kind is Kind.FREE,
            text=words.text,
        ),
        plain=isinstance(offer, PlainAbilityOffer),
        verb=say(verb),
        where=say(where),
        homes=tuple([houses[home][1] for home in homes]),
        sources=targets_in(looker, houses, sources),
        looks=targets_in(looker, houses, looks),
        materials=_materials(looker, offer.interiors) if isinstance(offer, SecondCrewOffer) else (),
    )


def _produce(looker: PotemkinViewer, offer: ProduceOffer) -> ProduceAsk:
    side = looker.side()
    village = () if side is None else side.village
    count = sum([building.facade is Facade.INDUSTRY for building in village])
    return ProduceAsk(
        cubes=count,
        line=_produce_line(count),
        flips=flips_words(looker) if offer.flips else "",
        verb=say("Produce, and stop building") if offer.flips else say("Produce"),
    )


def _produce_line(count: int) -> str:
    if not count:
        return say("You have no Industry building, so no cube is placed. The turn goes by.")
    return say_count(
        "{count} cube: one behind each of your Industry buildings. Each is worth 1 point while its building stands.",
        "{count} cubes: one behind each of your Industry buildings. Each is worth 1 point while its building stands.",
        count,
    )


def flips_words(looker: PotemkinViewer) -> str:
    """The consequences of turning to production now (PE-IND-04, PE-ACT-17)."""
    others = [owner for owner, side in enumerate(looker.view.sides) if not side.producing and owner != looker.player]
    if len(others) == 1:
        name = looker.name(others[0])
        return say("You turn to production. Only {name} is left in construction then: the Action phase ends at once.", name=name)
    return say("You turn to production: no more building or spying before the next month.")


def _place(looker: PotemkinViewer, offer: PlaceAgentsOffer) -> PlaceAsk:
    houses = looker.houses()
    side = looker.side()
    village = () if side is None else side.village
    standing = Side(
        village=tuple([Building(building.id, building.facade, "", agents=building.agents) for building in village]),
        spent=offer.spent,
    )
    coming = dict(spread(standing))
    first = say("one here first") if offer.spent >= len(offer.empty) else say("empty: one at most")
    return PlaceAsk(
        spent=offer.spent,
        homes=tuple(
            [
                Home(
                    house=houses[home][1],
                    standing=say("{count} ready", count=houses[home][1].agents) if houses[home][1].agents else say("none ready"),
                    coming=coming.get(home, 0),
                    first=first if home in offer.empty else "",
                )
                for home in offer.homes
            ]
        ),
        line=_place_line(offer, spies=any(houses[home][1].mark.id == Facade.ESPIONAGE for home in offer.homes)),
    )


def _place_line(offer: PlaceAgentsOffer, *, spies: bool) -> str:
    """The buildings that agents may go behind, in words (PE-END-06, PE-END-07, PE-END-08, PE-END-09)."""
    if not offer.empty and spies:
        return say("Each of your Espionage buildings has an agent; these go behind any of them.")
    if not offer.empty:
        return say("Without an Espionage building they go behind any of your buildings.")
    if offer.spent < len(offer.empty):
        return say("One to each at most: these Espionage buildings stand empty.")
    return say("Each Espionage building without an agent gets one first; the others go where you like among these.")


def next_name(looker: PotemkinViewer) -> str:
    """The name of the player who gets this pack next."""
    return "" if looker.player is None else looker.name(neighbour(looker, looker.player))

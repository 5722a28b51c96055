"""What the phone asks of its player, and nothing that is not legal: the offers, with what each choice would bring.

One `Ask` is shown at a time; which of its parts are there is what may be done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, listed, say, say_count
from rooms.tables.potemkin.game.content import FACADES, POINTS, Facade, Kind
from rooms.tables.potemkin.game.offers import (
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
from rooms.tables.potemkin.game.state import Building, Meeple, Side
from rooms.tables.potemkin.game.words import owned
from rooms.tables.potemkin.rules.month_end import spread
from rooms.tables.potemkin.screens.shapes import (
    FAKE,
    REAL,
    AbilityWords,
    CardShape,
    House,
    Looker,
    Mark,
    agents,
    cards,
    cubes,
    front_id,
    neighbour,
    points,
    points_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FacadeChoice:
    """A facade for a card: whether the building would be real, and what building it would bring."""

    mark: Mark
    front: str
    verdict: str
    points: str
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A card to build with."""

    card: CardShape
    facades: tuple[FacadeChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A building that may be checked, inspected or robbed, and what would come of it."""

    house: House
    words: str
    if_fake: str
    if_real: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets:
    """The targets in one opponent's street. `shield`: its holder; `covered`: only after the shield has been removed."""

    name: str
    whose: str
    player: int
    shield: bool
    covered: bool
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpyAgent:
    """A ready agent and where it stands; agents behind one building are alike."""

    key: str
    number: int
    home: House


@dataclass(frozen=True, slots=True, kw_only=True)
class SpyAsk:
    """Agents to send, and where they may go."""

    agents: tuple[SpyAgent, ...]
    streets: tuple[Targets, ...]
    shield_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityAsk:
    """A card of the hand that may be played for its ability, with the targets that it needs; `plain`: none."""

    card: CardShape
    ability: AbilityWords
    plain: bool
    verb: str
    where: str
    homes: tuple[House, ...]
    sources: tuple[Targets, ...]
    looks: tuple[Targets, ...]
    materials: tuple[Material, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProduceAsk:
    """What producing would bring."""

    cubes: int
    line: str
    flips: str
    verb: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One way to use the turn; the first is the one that is open. `act` is what its forms send."""

    id: str
    act: str
    title: str
    glyph: str
    note: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAsk:
    """A turn. What is None or empty cannot be done now."""

    tabs: tuple[Tab, ...]
    build: tuple[Material, ...]
    spy: SpyAsk | None
    abilities: tuple[AbilityAsk, ...]
    produce: ProduceAsk | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAsk:
    """An additional check, or none."""

    line: str
    streets: tuple[Targets, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A building where spent agents may go: how many stand there, how many are proposed; `first`: it must get one."""

    house: House
    standing: str
    coming: int
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAsk:
    """Where the spent agents go; the proposal is an even spread (PE-END-14)."""

    spent: int
    homes: tuple[Home, ...]
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The one thing that is asked now, with its words."""

    kind: str
    pick: tuple[CardShape, ...] = ()
    turn: TurnAsk | None = None
    check: CheckAsk | None = None
    again: tuple[Material, ...] = ()
    discard: tuple[CardShape, ...] = ()
    place: PlaceAsk | None = None


def ask_of(looker: Looker) -> Ask | None:
    """What the player is asked; None for whom nobody waits."""
    offers = looker.seen.offers
    if not offers:
        return None
    first = offers[0]
    if isinstance(first, PickOffer):
        return Ask(kind="pick", pick=tuple([looker.card(card) for card in first.cards]))
    if isinstance(first, CheckAgainOffer):
        return Ask(kind="check", check=_check(looker, first))
    if isinstance(first, BuildAgainOffer):
        return Ask(kind="again", again=_materials(looker, first.cards))
    if isinstance(first, DiscardOffer):
        return Ask(kind="discard", discard=tuple([looker.card(card) for card in first.cards]))
    if isinstance(first, PlaceAgentsOffer):
        return Ask(kind="place", place=_place(looker, first))
    return Ask(kind="turn", turn=_turn(looker))


def _turn(looker: Looker) -> TurnAsk:
    build: tuple[Material, ...] = ()
    spy: SpyAsk | None = None
    produce: ProduceAsk | None = None
    abilities: list[AbilityAsk] = []
    for offer in looker.seen.offers:
        if isinstance(offer, BuildOffer):
            build = _materials(looker, offer.cards)
        elif isinstance(offer, SpyOffer):
            spy = _spy(looker, offer)
        elif isinstance(offer, ProduceOffer):
            produce = _produce(looker, offer)
        else:
            abilities.append(_ability(looker, offer))
    abilities.sort(key=lambda each: not each.ability.free)  # what comes before the action stands before it
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


# --- building -------------------------------------------------------------------------------------------------------------


def _materials(looker: Looker, cards: Sequence[str]) -> tuple[Material, ...]:
    """Each card with all five facades, and what each would bring if it were built now."""
    effects = {facade: _effect(looker, facade) for facade in FACADES}
    return tuple([Material(card=looker.card(card), facades=_facades(looker, card, effects)) for card in cards])


def _facades(looker: Looker, card: str, effects: Mapping[Facade, str]) -> tuple[FacadeChoice, ...]:
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


def _effect(looker: Looker, facade: Facade) -> str:
    """What building one of this type would bring now, in few words (PE-CUL-01, PE-ESP-01, PE-GOV-01, PE-IND-01, PE-SCI-01)."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _MeepleWords:
    """What building brings of a meeple: too few buildings for it, it stays, it comes from the board or from somebody."""

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


# --- spying ---------------------------------------------------------------------------------------------------------------


def _spy(looker: Looker, offer: SpyOffer) -> SpyAsk:
    houses = looker.houses()
    agents = [
        SpyAgent(key=f"{home}-{at}", number=at + 1, home=houses[home][1]) for home, ready in offer.agents for at in range(ready)
    ]
    return SpyAsk(
        agents=tuple(agents),
        streets=_streets(looker, houses, (*offer.targets, *offer.shielded), covered=offer.shielded, shield=offer.shield),
        shield_words=say(SHIELD_WORDS),
    )


SHIELD_WORDS: Final = later(
    "The shield goes back to the board, and the whole village lies open. The agent checks nothing and is spent."
)


def _check(looker: Looker, offer: CheckAgainOffer) -> CheckAsk:
    line = say("A fake falls and is yours. Real spies kill the agent; fake ones let it look again.")
    if offer.shield is not None:
        line += " " + say("On {owner} shield it removes that, and looks no more.", owner=owned(looker.name(offer.shield)))
    return CheckAsk(
        line=line,
        streets=_streets(looker, looker.houses(), offer.targets, shield=offer.shield),
    )


def _streets(
    looker: Looker,
    houses: Mapping[int, tuple[int, House]],
    targets: Sequence[int],
    *,
    covered: Sequence[int] = (),
    shield: int | None = None,
) -> tuple[Targets, ...]:
    """The targets street by street, clockwise from the player on."""
    players = len(looker.view.sides)
    own = looker.player or 0
    found = []
    for owner in [(own + at) % players for at in range(1, players)]:
        there = [_target(looker, houses[target]) for target in targets if houses[target][0] == owner]
        if there or owner == shield:
            found.append(
                Targets(
                    name=looker.name(owner),
                    whose=owned(looker.name(owner)),
                    player=owner,
                    shield=owner == shield,
                    covered=any(target.house.id in covered for target in there),
                    targets=tuple(there),
                )
            )
    return tuple(found)


def _target(looker: Looker, found: tuple[int, House]) -> Target:
    owner, house = found
    return Target(
        house=house,
        words=f"{owned(looker.name(owner))} {house.place} {house.mark.name}",
        if_fake="" if house.verdict == REAL else _if_fake(looker, owner, house),
        if_real="" if house.verdict == FAKE else _if_real(house),
    )


def _if_fake(looker: Looker, owner: int, house: House) -> str:
    lost = listed([words for count, words in ((house.cubes, cubes(house.cubes)), (house.agents, agents(house.agents))) if count])
    worth = points(POINTS["captured"])
    if lost and house.verdict:
        falls = say("You know that it is a fake: it falls with {lost}, and you capture it: {points}.", lost=lost, points=worth)
    elif lost:
        falls = say("If fake, it falls with {lost}, and you capture it: {points}.", lost=lost, points=worth)
    elif house.verdict:
        falls = say("You know that it is a fake: it falls, and you capture it: {points}.", points=worth)
    else:
        falls = say("If fake, it falls, and you capture it: {points}.", points=worth)
    sentences = [falls]
    if looker.view.scientist == owner:
        sentences.append(say("{name} loses the scientist.", name=looker.name(owner)))
    if house.mark.id == Facade.ESPIONAGE:
        sentences.append(say("Your agent may look once more."))
    return " ".join(sentences)


def _if_real(house: House) -> str:
    if house.mark.id == Facade.ESPIONAGE:
        if house.verdict:
            return say("You know that it is real: your agent is killed, and it stands open.")
        return say("If real, your agent is killed, and it stands open.")
    if house.verdict:
        return say("You know that it is real: it stays, open for all to see.")
    return say("If real, it stays, open for all to see.")


# --- abilities ------------------------------------------------------------------------------------------------------------

PROMPTS: Final[Mapping[str, tuple[str, str]]] = {  # what is asked, and the verb of the button
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


def _ability(looker: Looker, offer: AbilityOffer) -> AbilityAsk:
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
        sources=_streets(looker, houses, sources),
        looks=_streets(looker, houses, looks),
        materials=_materials(looker, offer.interiors) if isinstance(offer, SecondCrewOffer) else (),
    )


# --- producing and placing ------------------------------------------------------------------------------------------------


def _produce(looker: Looker, offer: ProduceOffer) -> ProduceAsk:
    side = looker.side()
    village = () if side is None else side.village
    count = sum([building.facade is Facade.INDUSTRY for building in village])
    return ProduceAsk(
        cubes=count,
        line=_produce_line(count),
        flips=_flips(looker) if offer.flips else "",
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


def _flips(looker: Looker) -> str:
    """What turning to production means now (PE-IND-04, PE-ACT-17)."""
    others = [owner for owner, side in enumerate(looker.view.sides) if not side.producing and owner != looker.player]
    if len(others) == 1:
        name = looker.name(others[0])
        return say("You turn to production. Only {name} is left in construction then: the Action phase ends at once.", name=name)
    return say("You turn to production: no more building or spying before the next month.")


def _place(looker: Looker, offer: PlaceAgentsOffer) -> PlaceAsk:
    houses = looker.houses()
    side = looker.side()
    village = () if side is None else side.village
    standing = Side(
        village=tuple([Building(building.id, building.facade, "", agents=building.agents) for building in village]),
        spent=offer.spent,
    )
    coming = dict(spread(standing))
    return PlaceAsk(
        spent=offer.spent,
        homes=tuple(
            [
                Home(
                    house=houses[home][1],
                    standing=say("{count} ready", count=houses[home][1].agents) if houses[home][1].agents else say("none ready"),
                    coming=coming.get(home, 0),
                    first=home in offer.empty,
                )
                for home in offer.homes
            ]
        ),
        line=_place_line(offer),
    )


def _place_line(offer: PlaceAgentsOffer) -> str:
    if not offer.empty:
        return say("Without an Espionage building they go behind any of your buildings.")
    if offer.spent < len(offer.empty):
        return say("One to each at most: these Espionage buildings stand empty.")
    return say("Each Espionage building without an agent gets one first; the others go where you like among these.")


# --- words ----------------------------------------------------------------------------------------------------------------


def next_name(looker: Looker) -> str:
    """Who gets the player's pack next."""
    return "" if looker.player is None else looker.name(neighbour(looker, looker.player))

"""Each fact as a sentence for somebody's log, and which facts cannot be taken back.

A sentence names cards only to those who may know them: a card drawn to who drew it, a card revealed to all (PE-HID-08, PE-R-30).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import later, listed, say, say_count
from rooms.tables.potemkin.game.book import Book
from rooms.tables.potemkin.game.content import Direction
from rooms.tables.potemkin.game.facts import (
    ActionPhaseEnded,
    AgentPlaced,
    AgentReadied,
    AgentsChosen,
    AgentsKilled,
    AgentsReadied,
    Built,
    CardDiscarded,
    CardPlayed,
    CheckDeclined,
    ChecksEarned,
    CrewDismissed,
    CubeMoved,
    CubePlaced,
    Dealt,
    Destroyed,
    Drew,
    Found,
    HandsDiscarded,
    Inspected,
    InteriorsRevealed,
    LastCardsKept,
    MonthBegan,
    MonthEnded,
    Opened,
    PacksPassed,
    Picked,
    Produced,
    Reshuffled,
    Revealed,
    ScientistLeft,
    ShieldRemoved,
    Spied,
    SpyEnded,
    TokensReset,
    Took,
    TurnBegan,
    VillagesCounted,
)
from rooms.tables.potemkin.game.state import MONTHS, Meeple, PotemkinState, building_of, holder_of
from rooms.tables.potemkin.game.words import owned

BINDING: Final[Mapping[type, str]] = {
    Opened: later("the deck was shuffled"),
    Reshuffled: later("the discard pile was shuffled"),
    Dealt: later("cards were dealt"),
    Picked: later("a pick is final"),
    PacksPassed: later("packs were passed"),
    LastCardsKept: later("packs were passed"),
    Drew: later("a card was drawn"),
    Revealed: later("an interior was revealed"),
    Inspected: later("an interior was looked at"),
    AgentsReadied: later("agents were placed by all at once"),
    InteriorsRevealed: later("all interiors were revealed"),
}


def binds(fact: Any) -> str:
    """Why players cannot take the fact back; empty when they can."""
    return say(BINDING.get(type(fact), ""))


def told(book: Book, fact: Any, state: PotemkinState, player: int | None, names: tuple[str, ...]) -> str:
    """The sentence of a fact for one viewer; empty when there is nothing to tell. `state` is the state before the fact."""
    tell = SENTENCES.get(type(fact))
    return "" if tell is None else tell(_Teller(book, state, player, names), fact)


class _Teller:
    """Who is told what, where, under which names."""

    __slots__ = ("book", "names", "player", "state")

    def __init__(self, book: Book, state: PotemkinState, player: int | None, names: tuple[str, ...]) -> None:
        self.book = book
        self.state = state
        self.player = player
        self.names = names

    def card(self, card: str) -> str:
        """A card by its title."""
        return say("“{title}”", title=self.book.cards[card].title)

    def cards(self, cards: tuple[str, ...]) -> str:
        """Some cards by their titles."""
        return listed([self.card(card) for card in cards])

    def building(self, id_: int | None) -> str:
        """A building by its owner, its type and its place in the row."""
        found = None if id_ is None else building_of(self.state, id_)
        if found is None:
            return say("a building that is gone")
        owner, building = found
        place = self.state.sides[owner].village.index(building) + 1
        facade = self.book.facades[building.facade].name
        return say("{owner} {building} ({place} in the row)", owner=owned(self.names[owner]), building=facade, place=place)

    def buildings(self, ids: tuple[int, ...]) -> str:
        """Some buildings."""
        return listed([self.building(id_) for id_ in ids])


def _agents(count: int) -> str:
    return say_count("{count} agent", "{count} agents", count)


def _opened(teller: _Teller, fact: Opened) -> str:
    return say_count(
        "Ink is mixed, canvas is stretched: {count} player sit down. {first} is first and holds the capitol.",
        "Ink is mixed, canvas is stretched: {count} players sit down. {first} is first and holds the capitol.",
        fact.players,
        first=teller.names[fact.first],
    )


def _month_began(teller: _Teller, fact: MonthBegan) -> str:
    title = next(month.title for month in teller.book.content.months if month.number == fact.month)
    if teller.book.directions[fact.month] is Direction.CLOCKWISE:
        return say("Month {month} of {months}: {title}. Packs go to the next seat.", month=fact.month, months=MONTHS, title=title)
    return say("Month {month} of {months}: {title}. Packs go to the previous seat.", month=fact.month, months=MONTHS, title=title)


def _reshuffled(teller: _Teller, fact: Reshuffled) -> str:
    return say_count(
        "The deck runs out: {count} card of the discard pile is shuffled and drawn from.",
        "The deck runs out: {count} cards of the discard pile are shuffled and drawn from.",
        len(fact.cards),
    )


def _dealt(teller: _Teller, fact: Dealt) -> str:
    return say_count(
        "{count} card to everybody, from {first} on.",
        "{count} cards to everybody, from {first} on.",
        fact.each,
        first=teller.names[teller.state.capitol],
    )


def _picked(teller: _Teller, fact: Picked) -> str:
    name = teller.names[fact.player]
    if teller.player == fact.player:
        return say("{name} picks {card}.", name=name, card=teller.card(fact.card))
    return say("{name} has picked.", name=name)


def _packs_passed(teller: _Teller, fact: PacksPassed) -> str:
    return say("Packs go to the next seat.") if fact.clockwise else say("Packs go to the previous seat.")


def _last_cards_kept(teller: _Teller, fact: LastCardsKept) -> str:
    if teller.player is None:
        return say("Everybody keeps the last card.")
    own = teller.cards(teller.state.sides[teller.player].pack)
    return say("Everybody keeps the last card; yours is {card}.", card=own)


def _turn_began(teller: _Teller, fact: TurnBegan) -> str:
    return say("{owner} turn.", owner=owned(teller.names[fact.player]))


def _drew(teller: _Teller, fact: Drew) -> str:
    name = teller.names[fact.player]
    if teller.player == fact.player:
        return say("{name} draws {cards}.", name=name, cards=teller.cards(teller.state.deck[: fact.cards]))
    return say_count("{name} draws {count} card.", "{name} draws {count} cards.", fact.cards, name=name)


def _built(teller: _Teller, fact: Built) -> str:
    name, building = teller.names[fact.player], teller.book.facades[fact.facade].name
    sentence = say("{name} puts up a new front: {building}.", name=name, building=building)
    if teller.player != fact.player:
        return sentence
    card = teller.card(fact.card)
    if fact.facade in teller.book.real_types[fact.card]:
        return sentence + " " + say("Behind it, for your eyes only: {card}, and real it is.", card=card)
    return sentence + " " + say("Behind it, for your eyes only: {card}, and it is a fake.", card=card)


def _took(teller: _Teller, fact: Took) -> str:
    holder, name = holder_of(teller.state, fact.meeple), teller.names[fact.player]
    board, player = TAKEN[fact.meeple]
    return say(board, name=name) if holder is None else say(player, name=name, other=teller.names[holder])


TAKEN: Final[Mapping[Meeple, tuple[str, str]]] = {  # from the board, from a player
    Meeple.CAPITOL: (later("{name} takes the capitol from the board."), later("{name} takes the capitol from {other}.")),
    Meeple.SHIELD: (later("{name} takes the shield from the board."), later("{name} takes the shield from {other}.")),
    Meeple.SCIENTIST: (later("{name} takes the scientist from the board."), later("{name} takes the scientist from {other}.")),
}


def _agent_placed(teller: _Teller, fact: AgentPlaced) -> str:
    return say("A new agent stands ready behind {building}.", building=teller.building(fact.building))


def _spied(teller: _Teller, fact: Spied) -> str:
    sent = [
        say("one from {home} against the shield", home=teller.building(check.agent))
        if check.target is None
        else say("one from {home} to {target}", home=teller.building(check.agent), target=teller.building(check.target))
        for check in fact.checks
    ]
    name = teller.names[fact.player]
    return say_count(
        "{name} sends {count} agent: {ways}.", "{name} sends {count} agents: {ways}.", len(sent), name=name, ways=listed(sent)
    )


def _shield_removed(teller: _Teller, fact: ShieldRemoved) -> str:
    holder = say("nobody") if teller.state.shield is None else teller.names[teller.state.shield]
    return say("The guard looks the other way: {owner} shield is back on the board.", owner=owned(holder))


def _revealed(teller: _Teller, fact: Revealed) -> str:
    return " ".join([_brought_to_light(teller, found) for found in fact.found])


def _brought_to_light(teller: _Teller, found: Found) -> str:
    building, card = teller.building(found.building), teller.card(found.card)
    if found.real:
        return say("Behind {building}: {card}, real, to the last brick.", building=building, card=card)
    return say("Behind {building}: {card}, nothing but canvas.", building=building, card=card)


def _destroyed(teller: _Teller, fact: Destroyed) -> str:
    return say_count(
        "{buildings} falls, and {name} captures {count} card.",
        "{buildings} fall, and {name} captures {count} cards.",
        len(fact.buildings),
        buildings=teller.buildings(fact.buildings),
        name=teller.names[fact.player],
    )


def _scientist_left(teller: _Teller, fact: ScientistLeft) -> str:
    holder = say("nobody") if teller.state.scientist is None else teller.names[teller.state.scientist]
    return say("The scientist leaves {name} in the dust and goes back to the board.", name=holder)


def _agents_killed(teller: _Teller, fact: AgentsKilled) -> str:
    name = teller.names[fact.player]
    return say("Real spies were waiting: {name} loses {agents}.", name=name, agents=_agents(len(fact.agents)))


def _checks_earned(teller: _Teller, fact: ChecksEarned) -> str:
    return say(
        "{owner} agent from {building} has fooled the fake spies and may check once more.",
        owner=owned(teller.names[fact.player]),
        building=teller.building(fact.agents[0]),
    )


def _check_declined(teller: _Teller, fact: CheckDeclined) -> str:
    return say("{name} has seen enough.", name=teller.names[fact.player])


def _spy_ended(teller: _Teller, fact: SpyEnded) -> str:
    out = 0 if teller.state.mission is None else teller.state.mission.out
    if not out:
        return ""
    name = teller.names[fact.player]
    return say_count("{count} agent of {name} is spent.", "{count} agents of {name} are spent.", out, name=name)


def _produced(teller: _Teller, fact: Produced) -> str:
    name = teller.names[fact.player]
    if not fact.cubes:
        if fact.flips:
            return say("{name} makes much smoke and no cube; {name} is in production from now on.", name=name)
        return say("{name} makes much smoke and no cube.", name=name)
    if fact.flips:
        return say_count(
            "{count} cube behind {owner} Industry; {name} is in production from now on.",
            "{count} cubes behind {owner} Industry; {name} is in production from now on.",
            fact.cubes,
            owner=owned(name),
            name=name,
        )
    owner = owned(name)
    return say_count("{count} cube behind {owner} Industry.", "{count} cubes behind {owner} Industry.", fact.cubes, owner=owner)


def _card_played(teller: _Teller, fact: CardPlayed) -> str:
    ability = teller.book.ability_of[fact.card]
    title = "" if ability is None else teller.book.abilities[ability].title
    name = teller.names[fact.player]
    return say("{name} plays {card} for its ability: {ability}.", name=name, card=teller.card(fact.card), ability=title)


def _crew_dismissed(teller: _Teller, fact: CrewDismissed) -> str:
    return say("{name} sends the Second Crew home.", name=teller.names[fact.player])


def _card_discarded(teller: _Teller, fact: CardDiscarded) -> str:
    name = teller.names[fact.player]
    if teller.player == fact.player:
        return say("{name} discards {card} face down.", name=name, card=teller.card(fact.card))
    return say("{name} discards a card face down.", name=name)


def _inspected(teller: _Teller, fact: Inspected) -> str:
    name, buildings = teller.names[fact.player], teller.buildings(fact.buildings)
    sentence = say("{name} looks behind {buildings}, and says nothing.", name=name, buildings=buildings)
    if teller.player != fact.player:
        return sentence
    seen = [
        say("{building} holds {card}, real", building=teller.building(id_), card=teller.card(found[1].card))
        if teller.book.is_real(found[1])
        else say("{building} holds {card}, a fake", building=teller.building(id_), card=teller.card(found[1].card))
        for id_ in fact.buildings
        if (found := building_of(teller.state, id_)) is not None
    ]
    return sentence + " " + say("For your eyes only: {seen}.", seen=listed(seen))


def _cube_moved(teller: _Teller, fact: CubeMoved) -> str:
    source, building = teller.building(fact.source), teller.building(fact.building)
    return say("A cube for {source} is delivered to {building}.", source=source, building=building)


def _cube_placed(teller: _Teller, fact: CubePlaced) -> str:
    return say("One more cube behind {building}.", building=teller.building(fact.building))


def _agent_readied(teller: _Teller, fact: AgentReadied) -> str:
    return say("A spent agent stands ready again behind {building}.", building=teller.building(fact.building))


def _action_phase_ended(teller: _Teller, fact: ActionPhaseEnded) -> str:
    return say("Only {name} is still building: hammers down.", name=teller.names[fact.player])


def _hands_discarded(teller: _Teller, fact: HandsDiscarded) -> str:
    left = sum([len(side.hand) for side in teller.state.sides])
    own = () if teller.player is None else teller.state.sides[teller.player].hand
    if not left:
        return ""
    sentence = say_count(
        "{count} card left in hands is discarded unseen.", "{count} cards left in hands are discarded unseen.", left
    )
    return sentence + " " + say("Yours: {cards}.", cards=teller.cards(own)) if own else sentence


def _tokens_reset(teller: _Teller, fact: TokensReset) -> str:
    return say("Everybody goes back to construction.")


def _agents_chosen(teller: _Teller, fact: AgentsChosen) -> str:
    return say("{name} has said where the agents go.", name=teller.names[fact.player])


def _agents_readied(teller: _Teller, fact: AgentsReadied) -> str:
    placed = [
        say("{agents} behind {building}", agents=agents, building=teller.building(id_))
        for placing in fact.placings
        for id_, agents in placing.counts
    ]
    return say("Agents stand ready again: {places}.", places=listed(placed))


def _month_ended(teller: _Teller, fact: MonthEnded) -> str:
    return say("Month {month} is over.", month=fact.month)


def _interiors_revealed(teller: _Teller, fact: InteriorsRevealed) -> str:
    return say("The Empress steps ashore. Every front is opened.")


def _villages_counted(teller: _Teller, fact: VillagesCounted) -> str:
    points = [f"{teller.names[player]} {score.total}" for player, score in enumerate(fact.scores)]
    winners = [teller.names[player] for player in fact.winners]
    if len(winners) == 1:
        return say("Points: {points}. {winner} wins.", points=listed(points), winner=winners[0])
    return say("Points: {points}. {winners} share the victory.", points=listed(points), winners=listed(winners))


Tell = Callable[[_Teller, Any], str]
SENTENCES: Final[Mapping[type, Tell]] = {  # what is not here needs no telling: it is said by what comes before or after it
    Opened: _opened,
    MonthBegan: _month_began,
    Reshuffled: _reshuffled,
    Dealt: _dealt,
    Picked: _picked,
    PacksPassed: _packs_passed,
    LastCardsKept: _last_cards_kept,
    TurnBegan: _turn_began,
    Drew: _drew,
    Built: _built,
    Took: _took,
    AgentPlaced: _agent_placed,
    Spied: _spied,
    ShieldRemoved: _shield_removed,
    Revealed: _revealed,
    Destroyed: _destroyed,
    ScientistLeft: _scientist_left,
    AgentsKilled: _agents_killed,
    ChecksEarned: _checks_earned,
    CheckDeclined: _check_declined,
    SpyEnded: _spy_ended,
    Produced: _produced,
    CardPlayed: _card_played,
    CrewDismissed: _crew_dismissed,
    CardDiscarded: _card_discarded,
    Inspected: _inspected,
    CubeMoved: _cube_moved,
    CubePlaced: _cube_placed,
    AgentReadied: _agent_readied,
    ActionPhaseEnded: _action_phase_ended,
    HandsDiscarded: _hands_discarded,
    TokensReset: _tokens_reset,
    AgentsChosen: _agents_chosen,
    AgentsReadied: _agents_readied,
    MonthEnded: _month_ended,
    InteriorsRevealed: _interiors_revealed,
    VillagesCounted: _villages_counted,
}

"""Each fact as a sentence for somebody's log, and which facts cannot be taken back.

A sentence names cards only to those who may know them: a card drawn to who drew it, a card revealed to all (PE-HID-08, PE-R-30).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rooms.tables.potemkin.book import Book
from rooms.tables.potemkin.content import Direction
from rooms.tables.potemkin.facts import (
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
from rooms.tables.potemkin.state import MONTHS, Meeple, PotemkinState, building_of, holder_of

BINDING: Final[Mapping[type, str]] = {
    Opened: "the deck was shuffled",
    Reshuffled: "the discard pile was shuffled",
    Dealt: "cards were dealt",
    Picked: "a pick is final",
    PacksPassed: "packs were passed",
    LastCardsKept: "packs were passed",
    Drew: "a card was drawn",
    Revealed: "an interior was revealed",
    Inspected: "an interior was looked at",
    AgentsReadied: "agents were placed by all at once",
    InteriorsRevealed: "all interiors were revealed",
}
MEEPLES: Final[Mapping[Meeple, str]] = {
    Meeple.CAPITOL: "the capitol",
    Meeple.SHIELD: "the shield",
    Meeple.SCIENTIST: "the scientist",
}


def binds(fact: Any) -> str:
    """Why players cannot take the fact back; empty when they can."""
    return BINDING.get(type(fact), "")


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
        return f"“{self.book.cards[card].title}”"

    def cards(self, cards: tuple[str, ...]) -> str:
        """Some cards by their titles."""
        return _listed([self.card(card) for card in cards])

    def building(self, id_: int | None) -> str:
        """A building by its owner, its type and its place in the row."""
        found = None if id_ is None else building_of(self.state, id_)
        if found is None:
            return "a building that is gone"
        owner, building = found
        place = self.state.sides[owner].village.index(building) + 1
        return f"{_owned(self.names[owner])} {self.book.facades[building.facade].name} ({place} in the row)"

    def buildings(self, ids: tuple[int, ...]) -> str:
        """Some buildings."""
        return _listed([self.building(id_) for id_ in ids])


def _owned(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _many(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _opened(teller: _Teller, fact: Opened) -> str:
    first = teller.names[fact.first]
    return f"Ink is mixed, canvas is stretched: {_many(fact.players, 'player')} sit down. {first} is first and holds the capitol."


def _month_began(teller: _Teller, fact: MonthBegan) -> str:
    way = "the next" if teller.book.directions[fact.month] is Direction.CLOCKWISE else "the previous"
    title = next(month.title for month in teller.book.content.months if month.number == fact.month)
    return f"Month {fact.month} of {MONTHS}: {title}. Packs go to {way} seat."


def _reshuffled(teller: _Teller, fact: Reshuffled) -> str:
    return (
        f"The deck runs out: {_many(len(fact.cards), 'card')} of the discard pile {_is(len(fact.cards))} shuffled and drawn from."
    )


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _dealt(teller: _Teller, fact: Dealt) -> str:
    return f"{_many(fact.each, 'card')} to everybody, from {teller.names[teller.state.capitol]} on."


def _picked(teller: _Teller, fact: Picked) -> str:
    name = teller.names[fact.player]
    return f"{name} picks {teller.card(fact.card)}." if teller.player == fact.player else f"{name} has picked."


def _packs_passed(teller: _Teller, fact: PacksPassed) -> str:
    return f"Packs go to {'the next' if fact.clockwise else 'the previous'} seat."


def _last_cards_kept(teller: _Teller, fact: LastCardsKept) -> str:
    if teller.player is None:
        return "Everybody keeps the last card."
    return f"Everybody keeps the last card; yours is {teller.cards(teller.state.sides[teller.player].pack)}."


def _turn_began(teller: _Teller, fact: TurnBegan) -> str:
    return f"{_owned(teller.names[fact.player])} turn."


def _drew(teller: _Teller, fact: Drew) -> str:
    name = teller.names[fact.player]
    if teller.player == fact.player:
        return f"{name} draws {teller.cards(teller.state.deck[: fact.cards])}."
    return f"{name} draws {_many(fact.cards, 'card')}."


def _built(teller: _Teller, fact: Built) -> str:
    sentence = f"{teller.names[fact.player]} puts up a new front: {teller.book.facades[fact.facade].name}."
    if teller.player != fact.player:
        return sentence
    behind = "and real it is" if fact.facade in teller.book.real_types[fact.card] else "and it is a fake"
    return f"{sentence} Behind it, for your eyes only: {teller.card(fact.card)}, {behind}."


def _took(teller: _Teller, fact: Took) -> str:
    holder = holder_of(teller.state, fact.meeple)
    whence = "from the board" if holder is None else f"from {teller.names[holder]}"
    return f"{teller.names[fact.player]} takes {MEEPLES[fact.meeple]} {whence}."


def _agent_placed(teller: _Teller, fact: AgentPlaced) -> str:
    return f"A new agent stands ready behind {teller.building(fact.building)}."


def _spied(teller: _Teller, fact: Spied) -> str:
    sent = [
        f"one from {teller.building(check.agent)} "
        + ("against the shield" if check.target is None else f"to {teller.building(check.target)}")
        for check in fact.checks
    ]
    return f"{teller.names[fact.player]} sends {_many(len(sent), 'agent')}: {_listed(sent)}."


def _shield_removed(teller: _Teller, fact: ShieldRemoved) -> str:
    holder = "nobody" if teller.state.shield is None else teller.names[teller.state.shield]
    return f"The guard looks the other way: {_owned(holder)} shield is back on the board."


def _revealed(teller: _Teller, fact: Revealed) -> str:
    return " ".join([_brought_to_light(teller, found) for found in fact.found])


def _brought_to_light(teller: _Teller, found: Found) -> str:
    verdict = "real, to the last brick" if found.real else "nothing but canvas"
    return f"Behind {teller.building(found.building)}: {teller.card(found.card)}, {verdict}."


def _destroyed(teller: _Teller, fact: Destroyed) -> str:
    falls = "falls" if len(fact.buildings) == 1 else "fall"
    what = _many(len(fact.buildings), "card")
    return f"{teller.buildings(fact.buildings)} {falls}, and {teller.names[fact.player]} captures {what}."


def _scientist_left(teller: _Teller, fact: ScientistLeft) -> str:
    holder = "nobody" if teller.state.scientist is None else teller.names[teller.state.scientist]
    return f"The scientist leaves {holder} in the dust and goes back to the board."


def _agents_killed(teller: _Teller, fact: AgentsKilled) -> str:
    return f"Real spies were waiting: {teller.names[fact.player]} loses {_many(len(fact.agents), 'agent')}."


def _checks_earned(teller: _Teller, fact: ChecksEarned) -> str:
    name = teller.names[fact.player]
    return f"{_owned(name)} agent from {teller.building(fact.agents[0])} has fooled the fake spies and may check once more."


def _check_declined(teller: _Teller, fact: CheckDeclined) -> str:
    return f"{teller.names[fact.player]} has seen enough."


def _spy_ended(teller: _Teller, fact: SpyEnded) -> str:
    out = 0 if teller.state.mission is None else teller.state.mission.out
    return f"{_many(out, 'agent')} of {teller.names[fact.player]} {_is(out)} spent." if out else ""


def _produced(teller: _Teller, fact: Produced) -> str:
    name = teller.names[fact.player]
    placed = f"{_many(fact.cubes, 'cube')} behind {_owned(name)} Industry" if fact.cubes else f"{name} makes much smoke and no cube"
    return f"{placed}; {name} is in production from now on." if fact.flips else f"{placed}."


def _card_played(teller: _Teller, fact: CardPlayed) -> str:
    ability = teller.book.ability_of[fact.card]
    title = "" if ability is None else teller.book.abilities[ability].title
    return f"{teller.names[fact.player]} plays {teller.card(fact.card)} for its ability: {title}."


def _crew_dismissed(teller: _Teller, fact: CrewDismissed) -> str:
    return f"{teller.names[fact.player]} sends the Second Crew home."


def _card_discarded(teller: _Teller, fact: CardDiscarded) -> str:
    what = teller.card(fact.card) if teller.player == fact.player else "a card"
    return f"{teller.names[fact.player]} discards {what} face down."


def _inspected(teller: _Teller, fact: Inspected) -> str:
    sentence = f"{teller.names[fact.player]} looks behind {teller.buildings(fact.buildings)}, and says nothing."
    if teller.player != fact.player:
        return sentence
    seen = [
        f"{teller.building(id_)} holds {teller.card(found[1].card)}, {'real' if teller.book.is_real(found[1]) else 'a fake'}"
        for id_ in fact.buildings
        if (found := building_of(teller.state, id_)) is not None
    ]
    return f"{sentence} For your eyes only: {_listed(seen)}."


def _cube_moved(teller: _Teller, fact: CubeMoved) -> str:
    return f"A cube for {teller.building(fact.source)} is delivered to {teller.building(fact.building)}."


def _cube_placed(teller: _Teller, fact: CubePlaced) -> str:
    return f"One more cube behind {teller.building(fact.building)}."


def _agent_readied(teller: _Teller, fact: AgentReadied) -> str:
    return f"A spent agent stands ready again behind {teller.building(fact.building)}."


def _action_phase_ended(teller: _Teller, fact: ActionPhaseEnded) -> str:
    return f"Only {teller.names[fact.player]} is still building: hammers down."


def _hands_discarded(teller: _Teller, fact: HandsDiscarded) -> str:
    left = sum([len(side.hand) for side in teller.state.sides])
    own = () if teller.player is None else teller.state.sides[teller.player].hand
    yours = f" Yours: {teller.cards(own)}." if own else ""
    return f"{_many(left, 'card')} left in hands {_is(left)} discarded unseen.{yours}" if left else ""


def _tokens_reset(teller: _Teller, fact: TokensReset) -> str:
    return "Everybody goes back to construction."


def _agents_chosen(teller: _Teller, fact: AgentsChosen) -> str:
    return f"{teller.names[fact.player]} has said where the agents go."


def _agents_readied(teller: _Teller, fact: AgentsReadied) -> str:
    placed = [f"{agents} behind {teller.building(id_)}" for placing in fact.placings for id_, agents in placing.counts]
    return f"Agents stand ready again: {_listed(placed)}."


def _month_ended(teller: _Teller, fact: MonthEnded) -> str:
    return f"Month {fact.month} is over."


def _interiors_revealed(teller: _Teller, fact: InteriorsRevealed) -> str:
    return "The Empress steps ashore. Every front is opened."


def _villages_counted(teller: _Teller, fact: VillagesCounted) -> str:
    points = [f"{teller.names[player]} {score.total}" for player, score in enumerate(fact.scores)]
    winners = _listed([teller.names[player] for player in fact.winners])
    wins = "wins" if len(fact.winners) == 1 else "share the victory"
    return f"Points: {_listed(points)}. {winners} {wins}."


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

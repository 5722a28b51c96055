"""Bots that play a seat. They know only the view of that seat, its offers, and dice (PE-HID-11, PE-R-36).

`steady` plays for points: it rates every action by the points that it expects until the end of the game, and takes the best. Dice
blur the ratings a little, so that opponents cannot predict its fronts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from control.engine.dice import Dice
from rooms.tables.game.rules import Offer
from rooms.tables.potemkin.game import actions
from rooms.tables.potemkin.game.content import (
    EXTRA_CRATE,
    FACADES,
    FALSE_PAPERS,
    FRESH_TIMBER,
    FRIENDLY_INSPECTOR,
    MISDIRECTED_FREIGHT,
    NIGHT_SHIFT,
    PALACE_GUARD,
    PLACE_IN_THE_CARRIAGE,
    POINTS,
    RECRUITING_OFFICER,
    SECOND_CREW,
    Facade,
    Printed,
)
from rooms.tables.potemkin.game.state import MONTHS
from rooms.tables.potemkin.game.view import PotemkinView, SeenBuilding, SeenSide

Choice = tuple[float, actions.PotemkinAction]  # the estimated worth of an action, in points
"""What the numbers below mean: points that something brings until the end, found by letting the bot play against others."""
DOUBT: Final = 0.8  # estimated share of fakes among unknown buildings
HARM: Final = 0.7  # worth of one point that an opponent loses
KILLED: Final = 1.5  # cost of a killed agent
BLUR: Final = 0.3
CUBES_A_MONTH: Final = 1.3  # expected cubes of an Industry building in a month
CHECKS_A_MONTH: Final = 0.9  # expected checks of an agent in a month
HELD: Final = 1.1  # worth of a hand card, given up when turning to production
KEPT: Final[Mapping[str, float]] = {  # what an ability adds to the worth of a card
    SECOND_CREW: 0.8,
    EXTRA_CRATE: 0.7,
    FRESH_TIMBER: 0.7,
    RECRUITING_OFFICER: 0.7,
    NIGHT_SHIFT: 0.6,
    PALACE_GUARD: 0.6,
    MISDIRECTED_FREIGHT: 0.5,
    FALSE_PAPERS: 0.3,
    PLACE_IN_THE_CARRIAGE: 0.3,
    FRIENDLY_INSPECTOR: 0.1,
}
SOLID: Final[Mapping[Facade, float]] = {  # what a real type adds to the worth of a card
    Facade.GOVERNMENT: 0.6,
    Facade.ESPIONAGE: 0.5,
    Facade.INDUSTRY: 0.4,
    Facade.CULTURE: 0.3,
    Facade.SCIENCE: 0.1,
}


def steady(view: PotemkinView, offered: tuple[Offer[Any], ...], dice: Dice) -> actions.PotemkinAction:
    """The action with the highest estimated worth."""
    thinker = _Thinker(view, dice)
    best: Choice | None = None
    for offer in offered:
        for choice in WEIGHED[type(offer)](thinker, offer):
            if best is None or choice[0] > best[0]:
                best = choice
    assert best is not None
    return best[1]


@lru_cache(maxsize=1024)
def _worth_of_card(printed: Printed) -> float:
    solid = max([SOLID[facade] for facade in printed.real_types], default=0.0)
    return solid + (0.0 if printed.ability is None else KEPT[printed.ability])


class _Thinker:
    """A seat's knowledge and its evaluation. What only some offers need is found when it is needed."""

    __slots__ = ("_buildings", "_facades", "_risk", "_worths", "dice", "left", "others", "own", "printed", "view")

    def __init__(self, view: PotemkinView, dice: Dice) -> None:
        self.view = view
        self.dice = dice
        self.printed: Mapping[str, Printed] = {} if view.own is None else {each.card: each for each in view.own.printed}
        self.left = MONTHS - view.month  # months after this one
        self.own: SeenSide | None = None if view.turn is None else view.sides[view.turn]
        self.others = [side for player, side in enumerate(view.sides) if player != view.turn]
        self._risk: float | None = None
        self._facades: tuple[list[Facade], list[list[Facade]]] | None = None
        self._worths: list[tuple[Facade, float, float]] | None = None
        self._buildings: Mapping[int, SeenBuilding] | None = None

    @property
    def risk(self) -> float:
        """The probability that a fake is discovered before the end."""
        if self._risk is None:
            self._risk = self._find_risk()
        return self._risk

    def _find_risk(self) -> float:
        if self.own is None:
            return 0.0
        agents, hidden = 0, 1
        for side in self.others:
            agents += side.ready + side.spent
        for side in self.view.sides:
            for building in side.village:
                hidden += not building.shown
        risk = min(0.7, agents * (1 + self.left) / hidden * 0.5)
        return risk * 0.5 if self.view.shield == self.view.turn else risk

    @property
    def facades(self) -> tuple[list[Facade], list[list[Facade]]]:
        """The types of the own buildings, and those of each opponent's."""
        if self._facades is None:
            own = [] if self.own is None else [building.facade for building in self.own.village]
            self._facades = own, [[building.facade for building in side.village] for side in self.others]
        return self._facades

    def leads_with(self, facade: Facade) -> bool:
        """Return whether one more building of the type would win its meeple."""
        own, others = self.facades
        return own.count(facade) + 1 >= max([each.count(facade) for each in others], default=0)

    @property
    def industries(self) -> int:
        return self.facades[0].count(Facade.INDUSTRY)

    @property
    def constructing(self) -> int:
        """The number of opponents in construction mode."""
        return sum(not side.producing for side in self.others)

    def blurred(self, worth: float) -> float:
        """The worth plus a small random amount."""
        return worth + BLUR * self.dice.random()

    # --- what things are worth ------------------------------------------------------------------------------------------------

    def agent(self) -> float:
        """The worth of one more agent."""
        return CHECKS_A_MONTH * self.left * DOUBT * (POINTS["captured"] + 2 * HARM)

    def fake(self, worth: float) -> float:
        """The worth of a fake building, including the risk of its loss. `worth`: that of a real one."""
        lost = POINTS["captured"] * HARM
        return (1 - self.risk) * (worth + POINTS["fakes"]) - self.risk * lost

    @property
    def worths(self) -> list[tuple[Facade, float, float]]:
        """The worth of a new building of each type: real, and fake."""
        if self._worths is None:
            self._worths = [(facade, worth := EFFECTS[facade](self), self.fake(worth)) for facade in FACADES]
        return self._worths

    def card(self, card: str) -> float:
        """The worth of a card in the hand."""
        return _worth_of_card(self.printed[card])

    def builds(self, cards: Iterable[str]) -> list[tuple[float, str, Facade]]:
        """Every possible building with its worth. Among equals, the card that is the least loss is the greatest."""
        worths, throw, found = self.worths, self.dice.random, list[tuple[float, str, Facade]]()
        for card in cards:
            printed = self.printed[card]
            real, loss = printed.real_types, 0.5 * _worth_of_card(printed)
            for facade, solid, fake in worths:
                found.append(((solid if facade in real else fake) + BLUR * throw() - loss, card, facade))
        return found

    def check(self, target: int) -> float:
        """The worth of checking a building."""
        building = self.seen(target)
        fake = DOUBT if building.real is None else float(not building.real)
        falls = POINTS["fakes"] + _front(building) + building.cubes + 1.0 * building.agents
        worth = fake * (POINTS["captured"] + HARM * falls)
        if building.facade is Facade.ESPIONAGE:
            worth += fake * 1.5 - (1 - fake) * KILLED
        return worth

    def seen(self, id_: int) -> SeenBuilding:
        """The building with this number."""
        if self._buildings is None:
            self._buildings = {building.id: building for side in self.view.sides for building in side.village}
        return self._buildings[id_]

    def ends_turning(self) -> float:
        """The cost of turning to production with cards in the hand and agents ready."""
        cards = 0 if self.view.own is None else len(self.view.own.hand)
        ready = 0 if self.own is None else self.own.ready
        return HELD * cards + 1.0 * ready


# --- construction effects -------------------------------------------------------------------------------------------------------


def _government(thinker: _Thinker) -> float:
    takes = thinker.view.capitol != thinker.view.turn and thinker.leads_with(Facade.GOVERNMENT)
    return POINTS["government"] + (0.3 if takes else 0.0)


def _culture(thinker: _Thinker) -> float:
    takes = thinker.view.shield != thinker.view.turn and thinker.leads_with(Facade.CULTURE)
    return POINTS["culture"] + (2.0 * thinker.risk if takes else 0.0)


def _science(thinker: _Thinker) -> float:
    takes = thinker.view.scientist != thinker.view.turn and thinker.leads_with(Facade.SCIENCE)
    return 0.8 * thinker.left if takes else 0.0


EFFECTS: Final[Mapping[Facade, Callable[[_Thinker], float]]] = {  # the worth of a new building of a type, real or fake
    Facade.GOVERNMENT: _government,
    Facade.CULTURE: _culture,
    Facade.ESPIONAGE: _Thinker.agent,
    Facade.INDUSTRY: lambda thinker: CUBES_A_MONTH * (thinker.left + 1),
    Facade.SCIENCE: _science,
}
FRONTS: Final[Mapping[Facade, int]] = {Facade.GOVERNMENT: POINTS["government"], Facade.CULTURE: POINTS["culture"]}


def _front(building: SeenBuilding) -> float:
    return FRONTS.get(building.facade, 0)


# --- every kind of offer --------------------------------------------------------------------------------------------------------


def _pick(thinker: _Thinker, offer: actions.PickOffer) -> Iterator[Choice]:
    for card in offer.things:
        yield thinker.blurred(thinker.card(card)), actions.Pick(card)


def _build(thinker: _Thinker, offer: actions.BuildOffer) -> Iterator[Choice]:
    worth, card, facade = max(thinker.builds(offer.cards))
    yield worth, actions.Build(card, facade)


def _spy(thinker: _Thinker, offer: actions.SpyOffer) -> Iterator[Choice]:
    """Send all agents to the best targets, with or without one against the shield."""
    agents = [home for home, ready in offer.agents for _ in range(ready)]
    checks = [(thinker.check(target), target) for target in offer.targets]
    for shield in (False, True):
        if shield and offer.shield is None:
            continue
        if shield:
            checks += [(thinker.check(target), target) for target in offer.shielded]
        ranked = sorted(checks, reverse=True)
        best = [(worth, target) for worth, target in ranked if worth > 0][: len(agents) - shield]
        targets = [*([None] if shield else []), *(target for _worth, target in best)]
        if targets:
            worth = sum(worth for worth, _target in best)
            yield worth, actions.Spy(tuple([actions.Check(agent, target) for agent, target in zip(agents, targets, strict=False)]))


def _check_again(thinker: _Thinker, offer: actions.CheckAgainOffer) -> Iterator[Choice]:
    yield 0.0, actions.CheckAgain(decline=True)
    if offer.shield is not None:
        yield 0.5, actions.CheckAgain()
    for target in offer.targets:
        yield thinker.check(target), actions.CheckAgain(target)


def _build_again(thinker: _Thinker, offer: actions.BuildAgainOffer) -> Iterator[Choice]:
    yield 0.0, actions.BuildAgain(decline=True)
    worth, card, facade = max(thinker.builds(offer.cards))
    yield worth, actions.BuildAgain(card, facade)


def _discard(thinker: _Thinker, offer: actions.DiscardOffer) -> Iterator[Choice]:
    for card in offer.things:
        yield -thinker.blurred(thinker.card(card)), actions.Discard(card)


def _produce(thinker: _Thinker, offer: actions.ProduceOffer) -> Iterator[Choice]:
    """Cubes now. Turning to production also costs the hand, and gains cubes in later turns."""
    if not offer.flips:
        yield float(thinker.industries), actions.Produce()
        return
    more = max(0, thinker.constructing - 1) * 0.5  # expected later turns with cubes
    yield thinker.industries * (1 + more) - thinker.ends_turning(), actions.Produce()


def _place_agents(thinker: _Thinker, offer: actions.PlaceAgentsOffer) -> Iterator[Choice]:
    """Fill empty buildings first. The others go where the building cannot fall."""
    coming = dict.fromkeys(offer.homes, 0)
    for home in offer.empty[: offer.spent]:
        coming[home] = 1
    safe = max(offer.homes, key=lambda home: thinker.seen(home).real is True)
    coming[safe] += max(0, offer.spent - len(offer.empty))
    yield 0.0, actions.PlaceAgents(tuple([(home, agents) for home, agents in coming.items() if agents]))


def _plain(thinker: _Thinker, offer: actions.PlainAbilityOffer) -> Iterator[Choice]:
    action = actions.PlayAbility(offer.card)
    if offer.ability == FRESH_TIMBER:
        yield 50.0, action  # draws 2 cards for 1 discard, so always worth it
    elif offer.ability == NIGHT_SHIFT:
        yield thinker.industries - 0.5 * HELD, action
    elif offer.ability == PALACE_GUARD:
        fakes = 0 if thinker.own is None else sum(each.real is False and not each.shown for each in thinker.own.village)
        yield _rating_of_free_action(thinker, 2.0 * fakes * thinker.risk), action
    else:
        yield _rating_of_free_action(thinker, 0.3), action


def _home(thinker: _Thinker, offer: actions.HomeAbilityOffer) -> Iterator[Choice]:
    """Prefer a real building, which cannot fall."""
    home = max(offer.buildings, key=lambda id_: thinker.seen(id_).real is True)
    action = actions.PlayAbility(offer.card, building=home)
    if offer.ability == EXTRA_CRATE:
        yield _rating_of_free_action(thinker, 1.0), action
    elif offer.ability == FALSE_PAPERS:
        yield (0.0 if thinker.own is None or thinker.own.producing else _rating_of_free_action(thinker, 1.5)), action
    else:
        yield thinker.agent() - 0.5 * HELD, action


def _rating_of_free_action(thinker: _Thinker, worth: float) -> float:
    """The rating of a free action: above the main action if it gains more than the card is worth in the hand, else below."""
    producing = thinker.own is not None and thinker.own.producing
    return 40.0 + worth if worth > (0.0 if producing else HELD) else -10.0


def _freight(thinker: _Thinker, offer: actions.FreightOffer) -> Iterator[Choice]:
    home = max(offer.buildings, key=lambda id_: thinker.seen(id_).real is True)
    yield 1 + HARM - 0.5 * HELD, actions.PlayAbility(offer.card, source=thinker.dice.choice(offer.sources), building=home)


def _inspect(thinker: _Thinker, offer: actions.InspectOffer) -> Iterator[Choice]:
    unknown = [id_ for id_ in offer.buildings if thinker.seen(id_).real is None] or list(offer.buildings)
    yield 0.1, actions.PlayAbility(offer.card, looks=tuple(unknown[:2]))


def _second_crew(thinker: _Thinker, offer: actions.SecondCrewOffer) -> Iterator[Choice]:
    ranked = sorted(thinker.builds(offer.interiors), reverse=True)
    worth, interior, facade = ranked[0]
    second = next((each[0] for each in ranked if each[1] != interior), 0.0)
    yield worth + second - HELD, actions.PlayAbility(offer.card, interior=interior, facade=facade)


Weighed = Callable[[_Thinker, Any], Iterator[Choice]]
WEIGHED: Final[Mapping[type, Weighed]] = {
    actions.PickOffer: _pick,
    actions.BuildOffer: _build,
    actions.SpyOffer: _spy,
    actions.CheckAgainOffer: _check_again,
    actions.BuildAgainOffer: _build_again,
    actions.DiscardOffer: _discard,
    actions.ProduceOffer: _produce,
    actions.PlaceAgentsOffer: _place_agents,
    actions.PlainAbilityOffer: _plain,
    actions.HomeAbilityOffer: _home,
    actions.FreightOffer: _freight,
    actions.InspectOffer: _inspect,
    actions.SecondCrewOffer: _second_crew,
}

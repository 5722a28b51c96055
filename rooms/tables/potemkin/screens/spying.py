"""Targets of agents, with the outcome of each check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from control.engine.language import later, listed, say
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.actions import CheckAgainOffer, SpyOffer
from rooms.tables.potemkin.game.content import POINTS, Facade
from rooms.tables.potemkin.screens.question_shapes import CheckAsk, SpyAgent, SpyAsk, Target, Targets
from rooms.tables.potemkin.screens.shapes import FAKE, REAL, House, PotemkinViewer, agents, cubes, points


def spy_of(looker: PotemkinViewer, offer: SpyOffer) -> SpyAsk:
    houses = looker.houses()
    agents = [
        SpyAgent(key=f"{home}-{at}", number=at + 1, home=houses[home][1]) for home, ready in offer.agents for at in range(ready)
    ]
    return SpyAsk(
        agents=tuple(agents),
        streets=targets_in(looker, houses, (*offer.targets, *offer.shielded), covered=offer.shielded, shield=offer.shield),
        shield_words=say(SHIELD_WORDS),
    )


SHIELD_WORDS: Final = later(
    "The shield goes back to the board, and the whole village lies open. The agent checks nothing and is spent."
)


def check_of(looker: PotemkinViewer, offer: CheckAgainOffer) -> CheckAsk:
    line = say("A fake falls and is yours. Real spies kill the agent; fake ones let it look again.")
    if offer.shield is not None:
        line += " " + say("On {owner} shield it removes that, and looks no more.", owner=possessive(looker.name(offer.shield)))
    return CheckAsk(
        line=line,
        streets=targets_in(looker, looker.houses(), offer.targets, shield=offer.shield),
    )


def targets_in(
    looker: PotemkinViewer,
    houses: Mapping[int, tuple[int, House]],
    targets: Sequence[int],
    *,
    covered: Sequence[int] = (),
    shield: int | None = None,
) -> tuple[Targets, ...]:
    """The targets street by street, clockwise from the viewer."""
    players = len(looker.view.sides)
    own = looker.player or 0
    found = []
    for owner in [(own + at) % players for at in range(1, players)]:
        there = [_target(looker, houses[target]) for target in targets if houses[target][0] == owner]
        if there or owner == shield:
            found.append(
                Targets(
                    name=looker.name(owner),
                    whose=possessive(looker.name(owner)),
                    player=owner,
                    shield=owner == shield,
                    covered=any(target.house.id in covered for target in there),
                    targets=tuple(there),
                )
            )
    return tuple(found)


def _target(looker: PotemkinViewer, found: tuple[int, House]) -> Target:
    owner, house = found
    return Target(
        house=house,
        words=house.told,
        if_fake="" if house.verdict == REAL else _if_fake(looker, owner, house),
        if_real="" if house.verdict == FAKE else _if_real(house),
    )


def _if_fake(looker: PotemkinViewer, owner: int, house: House) -> str:
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

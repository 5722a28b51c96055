"""Forms for the top row of the chosen section: moves, coins, power, cards, popularity, tokens, production."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from control.engine.language import later, say
from control.engine.records import replace
from rooms.tables.scythe.game.actions import SkipTop, StartMove
from rooms.tables.scythe.game.content import RESOURCES, Amount, Part, Terrain
from rooms.tables.scythe.game.state import FACTORY, WORKERS, Side
from rooms.tables.scythe.rules.bolster_and_trade import PRICE, BolsterOffer, TradeOffer
from rooms.tables.scythe.rules.bottom_row import price_of
from rooms.tables.scythe.rules.control import all_tokens
from rooms.tables.scythe.rules.production import PRODUCES, ProduceOffer, produce_cost
from rooms.tables.scythe.rules.reach import StartMoveOffer
from rooms.tables.scythe.rules.supply import gains_without
from rooms.tables.scythe.rules.top_row import CoinsOffer
from rooms.tables.scythe.screens.action_forms import (
    Choice,
    Counting,
    Deed,
    Group,
    Stepper,
    chosen_word,
    counted_words,
    declinable_parts,
    first_chosen,
    says,
    slot,
    stars_words,
    with_gains,
)
from rooms.tables.scythe.screens.viewer import ScytheViewer


def harvest_of(offer: ProduceOffer) -> dict[str, int]:
    """The proposed production by space, 0 for none. Villages share the remaining workers."""
    left, usual = offer.workers, sorted(offer.spaces, key=lambda each: -each[1])
    chosen = {space for space, _count in [each for each in usual if each[0] != offer.mill][: offer.limit]} | {offer.mill}
    found: dict[str, int] = {}
    for space, most in offer.spaces:
        found[space] = most if space in chosen else 0
        if space in offer.villages:
            found[space] = min(found[space], left)
            left -= found[space]
    return found


def harvest_words(looker: ScytheViewer, offer: ProduceOffer) -> str:
    """The proposed production in words. "" for none."""
    found: dict[Part, int] = {}
    for space, count in harvest_of(offer).items():
        terrain = looker.book.territories[space].terrain
        part = Part.WORKER if terrain is Terrain.VILLAGE else Part(PRODUCES[terrain])
        found[part] = found.get(part, 0) + count
    return looker.scene.amounts([Amount(part, count) for part, count in found.items() if count])


PAY: Final = later("You pay {cost}.")


def top_deeds(looker: ScytheViewer) -> tuple[Deed, ...]:
    """Every use of the top row. Skipping it comes last."""
    deeds: list[Deed] = []
    for offer in looker.seen.offers:
        match offer:
            case StartMoveOffer() if looker.allows(SkipTop()):
                deeds.insert(0, _moves(looker, offer))
            case CoinsOffer():
                gain = looker.scene.amounts(offer.gains)
                deeds.append(_gains(looker, "gain-coins", say("Gain {gain} instead", gain=gain), offer.gains, ()))
            case BolsterOffer():
                deeds += [_bolster(looker, "power", offer.power), _bolster(looker, "cards", offer.cards)]
            case TradeOffer():
                deeds += _trades(looker, offer)
            case ProduceOffer():
                deeds.append(_produces(looker, offer))
            case _:
                pass
    if looker.allows(SkipTop()):
        deeds.append(Deed(key="skip-top", act="skip-top", verb=say("Skip the top row"), quiet=True))
    return tuple(deeds)


def _moves(looker: ScytheViewer, offer: StartMoveOffer) -> Deed:
    says_ = say("Up to {units} units, {far} territory each, with what they carry.", units=offer.units, far=offer.far)
    return Deed(key="start-move", act="start-move", verb=say("Move"), says=says([says_]))


def bottom_move(looker: ScytheViewer) -> tuple[Deed, ...]:
    """The Move in the bottom row of a Factory card (SY-FCT-07)."""
    offer = looker.offer(StartMoveOffer)
    if offer is None or looker.state.turn.section != FACTORY or not looker.allows(StartMove()):
        return ()
    words = say("One unit moves up to {far} territories, with what it carries.", far=offer.far)
    return (Deed(key="start-move", act="start-move", verb=say("Move one unit"), says=says([words])),)


def _gains(looker: ScytheViewer, act: str, verb: str, gains: tuple[Amount, ...], cost: Iterable[Amount], gain: str = "") -> Deed:
    """A single button for a gain of coins, power, popularity or cards."""
    paid = looker.scene.amounts(cost)
    sentence = [say(PAY, cost=paid) if paid else "", stars_words(looker, with_gains(looker, looker.side, gains))]
    return Deed(
        key=f"{act}-{gain}" if gain else act,
        act=act,
        verb=verb,
        says=says(sentence),
        fields=(("gain", gain),) if gain else (),
        counts=declinable_parts(looker, gains) if len(gains) > 1 else (),
    )


def _bolster(looker: ScytheViewer, gain: str, gains: tuple[Amount, ...]) -> Deed:
    return _gains(looker, "bolster", say("Gain {gain}", gain=looker.scene.amounts(gains)), gains, PRICE, gain)


# --- Trade --------------------------------------------------------------------------------------------------------------------


def _trades(looker: ScytheViewer, offer: TradeOffer) -> list[Deed]:
    verb = say("Gain {gain}", gain=looker.scene.amounts(offer.popularity))
    popularity = _gains(looker, "trade", verb, offer.popularity, PRICE, "popularity")
    return [_tokens(looker, offer), popularity] if offer.spaces else [popularity]


def _tokens(looker: ScytheViewer, offer: TradeOffer) -> Deed:
    """Trade for tokens. Preselected: the bottom row's type, on the space with the most own workers."""
    wanted = _wanted(looker)
    where = max(offer.spaces, key=lambda space: sum([looker.side.units[unit] == space for unit in WORKERS]))
    groups: list[Group] = []
    for number in range(1, offer.tokens + 1):
        kinds = [Choice(value=kind, title=looker.word(kind), word=looker.word(kind), sign=kind) for kind in RESOURCES]
        kinds.append(Choice(value="", title=say("none"), word=say("nothing")))
        places = [Choice(value=space, title=looker.scene.space(space), word=space, space=space) for space in offer.spaces]
        title = say("Token {number}", number=number)
        groups.append(Group(name=f"token-{number}", title=title, choices=first_chosen(kinds, wanted), small=True))
        groups.append(Group(name=f"at-{number}", title=say("goes to"), choices=first_chosen(places, where), small=True))
    told = [
        say("{what} to {place}", what=slot(f"token-{number}"), place=slot(f"at-{number}")) for number in range(1, offer.tokens + 1)
    ]
    gains = say("You gain {gain} besides.", gain=looker.scene.amounts(offer.bonus)) if offer.bonus else ""
    sentence = [
        say(PAY, cost=looker.scene.amounts(PRICE)),
        say("From the supply: {tokens}.", tokens=", ".join(told)),
        gains,
        stars_words(looker, with_gains(looker, looker.side, offer.bonus)),
    ]
    return Deed(
        key="trade-tokens",
        act="trade",
        verb=say("Take the tokens"),
        says=says(sentence, {group.name: chosen_word(group) for group in groups}),
        fields=(("gain", "tokens"),),
        groups=tuple(groups),
        counts=declinable_parts(looker, offer.bonus),
    )


def _wanted(looker: ScytheViewer) -> str:
    """The type that the section's bottom row still needs, else the scarcest one."""
    price = price_of(looker.book, looker.state, looker.me, looker.state.turn.section)
    there = dict(zip(RESOURCES, all_tokens(looker.book, looker.state, looker.me), strict=True))
    needed = next(each for each in RESOURCES if each.value == price.part)
    return needed if there[needed] < price.count else min(RESOURCES, key=lambda each: there[each])


# --- Produce ------------------------------------------------------------------------------------------------------------------


def _produces(looker: ScytheViewer, offer: ProduceOffer) -> Deed:
    """Produce. Preselected: the territories with most production. The Mill's territory comes on top (SY-PRD-12)."""
    steppers, usual = list[Stepper](), harvest_of(offer)
    for space, most in offer.spaces:
        terrain = looker.book.territories[space].terrain
        village = terrain is Terrain.VILLAGE
        what = looker.scene.words("worker", 2) if village else looker.word(PRODUCES[terrain])
        place = looker.scene.space(space)
        steppers.append(
            Stepper(
                name=f"produce-{space}",
                title=say("{space}, with your Mill", space=place) if space == offer.mill else place,
                word=say("{what} on {space}", what=what, space=space),
                one=say("{what} on {space}", what=looker.scene.words("worker", 1), space=space) if village else "",
                most=most,
                value=usual[space],
                space=space,
                free=space == offer.mill,
            )
        )
    title = say("Up to {limit} territories", limit=offer.limit)
    harvest = Counting(name="produce", title=title, steppers=tuple(steppers), limit=offer.limit, folded=False)
    workers = sum([each.value for each in steppers if each.space in offer.villages])
    cost = produce_cost(looker.book, looker.side)
    sentence = [
        say(PAY, cost=looker.scene.amounts(cost)) if cost else say("It costs nothing."),
        say("You produce {what}.", what=slot("produce")),
        stars_words(looker, _with_workers(looker, workers)),
    ]
    return Deed(
        key="produce",
        act="produce",
        verb=say("Produce"),
        says=says(sentence, {"produce": counted_words(harvest) or say("nothing")}),
        counts=(harvest,) if steppers else (),
    )


def _with_workers(looker: ScytheViewer, count: int) -> Side:
    """The own side with more workers and after the payment."""
    side, cost = looker.side, gains_without(produce_cost(looker.book, looker.side), ())
    units, left = list(side.units), count
    for unit in WORKERS:
        if not units[unit] and left:
            units[unit] = looker.book.villages[0]
            left -= 1
    return replace(
        side, units=tuple(units), power=side.power - cost[Part.POWER], popularity=side.popularity - cost[Part.POPULARITY]
    )

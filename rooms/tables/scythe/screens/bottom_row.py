"""Forms for the bottom row of the chosen section: things and places, cost, and all results (SY-BOT-05)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from control.engine.language import later, say
from rooms.tables.scythe.game.actions import SkipBottom
from rooms.tables.scythe.game.content import BOTTOMS, CUBES, PAID_WITH, STRUCTURES, Amount, Bottom, Cube, Numbers, Part, Structure
from rooms.tables.scythe.game.state import FACTORY, MECHS, Side, left_of, with_units
from rooms.tables.scythe.rules.bottom_row import BottomOffer, price_words
from rooms.tables.scythe.rules.objectives import RevealOffer
from rooms.tables.scythe.rules.player_mats import bottom_cost, recruited, upgraded
from rooms.tables.scythe.rules.scoring import tile_coins
from rooms.tables.scythe.screens.action_forms import (
    Choice,
    Deed,
    Group,
    bonus_words,
    chosen_word,
    counted_words,
    declinable_parts,
    first_chosen,
    once_fields,
    paying_of,
    says,
    slot,
    stars_words,
    with_gains,
)
from rooms.tables.scythe.screens.viewer import ScytheViewer

BRINGS: Final = {
    Structure.MINE: later("For your units it is a tunnel: they step from it to any tunnel, and back."),
    Structure.ARMORY: later("With each Trade 1 power."),
    Structure.MILL: later("With each Produce its territory produces too, once more than its workers do."),
    Structure.MONUMENT: later("With each Bolster 1 popularity."),
}
WITHOUT: Final = (  # by section
    later("Without an upgrade: you pay {cost} and gain {gain}"),
    later("Without a mech: you pay {cost} and gain {gain}"),
    later("Without a structure: you pay {cost} and gain {gain}"),
    later("Without a recruit: you pay {cost} and gain {gain}"),
)
COUNTS: Final[dict[Cube, Callable[[Numbers], int]]] = {
    Cube.MOVE: lambda numbers: numbers.moves,
    Cube.COIN: lambda numbers: numbers.coins,
    Cube.POPULARITY: lambda numbers: numbers.trade_popularity,
    Cube.TERRITORY: lambda numbers: numbers.produce,
    Cube.POWER: lambda numbers: numbers.bolster_power,
    Cube.CARD: lambda numbers: numbers.bolster_cards,
}


def bottom_deeds(looker: ScytheViewer) -> tuple[Deed, ...]:
    """The full bottom row, the row for coins and bonus only, and skipping it."""
    offer, deeds = looker.offer(BottomOffer), list[Deed]()
    if offer is not None:
        whole = bool(offer.things and offer.places)
        if whole:
            deeds.append(_whole_row_deed(looker, offer))
        if gain := _side_gains_words(looker, offer):
            deeds.append(_coins_alone(looker, offer, gain, quiet=whole))
    if looker.allows(SkipBottom()):
        dear = offer is None and looker.state.turn.section != FACTORY  # then the button says why nothing else is possible
        deeds.append(_skip(looker, price_words(looker.book, looker.state, looker.me) if dear else "", quiet=bool(deeds)))
    return tuple(deeds)


def _skip(looker: ScytheViewer, why: str, *, quiet: bool) -> Deed:
    """Skip the row and end the turn. Everything possible after it is possible before it too."""
    kept = say("You have met an objective and keep it hidden.") if looker.offer(RevealOffer) else ""
    then = say("Your turn is over then, and {name} is next.", name=looker.name(left_of(looker.state, looker.me)))
    verb, fields = say("Do without the bottom row, end my turn"), (("ends", "yes"),)
    return Deed(key="skip-bottom", act="skip-bottom", verb=verb, says=says([why, kept, then]), fields=fields, quiet=quiet)


def _whole_row_deed(looker: ScytheViewer, offer: BottomOffer) -> Deed:
    thing, place, told, after = SHAPES[offer.section](looker, offer)
    payment = paying_of(looker, offer.payment)
    what, once = BOTTOMS[offer.section].value, BOTTOMS[offer.section] is Bottom.ENLIST
    now = {group.name: chosen_word(group) for group in (thing, place)} | {"pay": counted_words(payment) or say("nothing")}
    return Deed(
        key=what,
        act=what,
        verb=looker.word(what),
        says=says([told, *_consequences(looker, offer), stars_words(looker, after)], now),
        fields=once_fields(looker, offer.places) if once else (),
        groups=(thing, place),
        counts=(payment, *declinable_parts(looker, offer.coins, once=once)),
    )


def _side_gains_words(looker: ScytheViewer, offer: BottomOffer) -> str:
    """Coins and the viewer's recruit's bonus of a bottom row, without its primary benefit. "" for nothing."""
    ongoing = [looker.book.content.numbers.ongoing[offer.section]] if recruited(looker.side, offer.section) else []
    return looker.scene.amounts((*offer.coins, *ongoing))


def _coins_alone(looker: ScytheViewer, offer: BottomOffer, gain: str, *, quiet: bool) -> Deed:
    """A form for cost, coins and bonuses without the primary benefit (SY-R-22)."""
    payment, what = paying_of(looker, offer.payment), BOTTOMS[offer.section].value
    cost = looker.scene.amounts((Amount(Part(PAID_WITH[offer.section]), bottom_cost(looker.book, looker.side, offer.section)),))
    verb = say(WITHOUT[offer.section], cost=cost or say("nothing"), gain=gain)
    deed = Deed(key=f"{what}-alone", act=what, verb=verb, quiet=quiet)
    if quiet:
        return replace(deed, fields=payment.fields)
    return replace(deed, says=says(_consequences(looker, offer), {"pay": counted_words(payment)}), counts=(payment,))


def _consequences(looker: ScytheViewer, offer: BottomOffer) -> list[str]:
    gain = looker.scene.amounts(offer.coins)
    return [
        say("You pay {pay}.", pay=slot("pay")),
        say("You gain {gain}.", gain=gain) if gain else "",
        bonus_words(looker, offer.section),
    ]


Shape = tuple[Group, Group, str, Side]  # things, places, the sentence, and the side after any of the choices


def _upgrade(looker: ScytheViewer, offer: BottomOffer) -> Shape:
    book, side = looker.book, looker.side

    def cube(each: Cube) -> Choice:
        now = COUNTS[each](book.content.numbers) + upgraded(side, each)
        words = say("{what}: {now} → {then}", what=looker.word(f"cube-{each}"), now=now, then=now + 1)
        return Choice(value=each, title=words, word=words)

    def box(section: int) -> Choice:
        cost, what = bottom_cost(book, side, section), looker.word(BOTTOMS[section])
        words = say("{what} costs {now} → {then} {paid}", what=what, now=cost, then=cost - 1, paid=looker.word(PAID_WITH[section]))
        return Choice(value=str(section), title=words, word=words)

    one, other = slot("cube"), slot("box")
    dear = max(offer.places, key=lambda each: (BOTTOMS[each] is not Bottom.UPGRADE, bottom_cost(book, side, each)))
    after = replace(side, cubes=(True,) * len(CUBES) if len(offer.things) == 1 else side.cubes)
    return (
        Group(name="cube", title=say("More of"), choices=first_chosen([cube(each) for each in offer.things])),
        Group(name="box", title=say("And cheaper"), choices=first_chosen([box(each) for each in offer.places], str(dear))),
        say("{one}, and {other}.", one=one, other=other),
        after,
    )


def _deploy(looker: ScytheViewer, offer: BottomOffer) -> Shape:
    side, faction = looker.side, looker.book.factions[looker.side.faction]

    def mech(unit: int) -> Choice:
        card = looker.book.abilities[faction.mechs[MECHS.index(unit)]]
        return Choice(value=str(unit), title=card.name, word=card.name, lines=(looker.ability(card.id),))

    everywhere = dict.fromkeys(offer.things, looker.book.factory) if len(offer.things) == 1 else {}
    return (
        Group(name="mech", title=say("Which mech?"), choices=first_chosen([mech(each) for each in offer.things])),
        _territory_group(looker, offer.places),
        say("The mech with {mech} comes to {place}.", mech=slot("mech"), place=slot("at")),
        replace(side, units=with_units(side, everywhere)),
    )


def _build(looker: ScytheViewer, offer: BottomOffer) -> Shape:
    side = looker.side
    pays = {space: _tile(looker, side, offer.things[0], space) for space in offer.places}
    things = [
        Choice(value=each, title=looker.word(each), word=looker.word(each), lines=(say(BRINGS[each]),), sign=each)
        for each in offer.things
    ]
    now = tile_coins(looker.book, looker.book.tiles[looker.state.tile], side)
    notes = {space: say("structure bonus {now} → {then} coins", now=now, then=then) for space, then in pays.items()}
    after = side if len(offer.things) > 1 else replace(side, structures=(looker.book.factory,) * 4)
    return (
        Group(name="structure", title=say("Which structure?"), choices=first_chosen(things)),
        _territory_group(looker, offer.places, notes, max(pays, key=lambda space: pays[space])),
        say("The {structure} stands on {place}.", structure=slot("structure"), place=slot("at")),
        after,
    )


def _tile(looker: ScytheViewer, side: Side, structure: Structure, space: str) -> int:
    """The coins of the structure bonus tile after building this structure there."""
    built = list(side.structures)
    built[STRUCTURES.index(structure)] = space
    return tile_coins(looker.book, looker.book.tiles[looker.state.tile], replace(side, structures=tuple(built)))


def _enlist(looker: ScytheViewer, offer: BottomOffer) -> Shape:
    side, numbers, scene = looker.side, looker.book.content.numbers, looker.scene

    def recruit(section: int) -> Choice:
        what, gain = looker.word(BOTTOMS[section]), scene.amounts([numbers.ongoing[section]])
        line = say("{gain} whenever you or a neighbour take {what}", gain=gain, what=what)
        return Choice(value=str(section), title=say("of {what}", what=what), word=say("of {what}", what=what), lines=(line,))

    def bonus(space: int) -> Choice:
        gain = scene.amounts([numbers.bonuses[space]])
        star = stars_words(looker, with_gains(looker, side, [numbers.bonuses[space]]))
        return Choice(value=str(space), title=gain, word=gain, lines=(star,) if star else ())

    after = replace(side, recruits=(0, 1, 2, 3)) if len(offer.things) == 1 else side
    return (
        Group(name="section", title=say("Which recruit?"), choices=first_chosen([recruit(each) for each in offer.things])),
        Group(name="bonus", title=say("Once, now"), choices=first_chosen([bonus(each) for each in offer.places]), small=True),
        say("You enlist the recruit {section}, and gain {bonus} once.", section=slot("section"), bonus=slot("bonus")),
        after,
    )


def _territory_group(looker: ScytheViewer, spaces: tuple[str, ...], notes: dict[str, str] | None = None, best: str = "") -> Group:
    """The territories to choose from, also on the board."""
    choices = [
        Choice(
            value=space,
            title=looker.scene.space(space),
            word=looker.scene.space(space),
            lines=(notes[space],) if notes else (),
            space=space,
        )
        for space in spaces
    ]
    return Group(name="at", title=say("Where?"), choices=first_chosen(choices, best), small=not notes)


SHAPES: Final[tuple[Callable[[ScytheViewer, BottomOffer], Shape], ...]] = (_upgrade, _deploy, _build, _enlist)  # by section

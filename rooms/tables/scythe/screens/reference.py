"""Reference of everything printed, for look-up at the table: mats, abilities, cards, tiles and tables. It never shows positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from control.engine.language import listed, say, say_count
from rooms.tables.registry import ReferenceCard, ReferenceGroup
from rooms.tables.scythe.game.content import (
    ABOVE,
    BOTTOMS,
    PAID_WITH,
    STRUCTURES,
    Content,
    Encounter,
    Faction,
    FactoryCard,
    Mat,
    Structure,
    Tile,
    book_of,
)
from rooms.tables.scythe.game.goals import Achievement, Objective
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import ScytheState, Star
from rooms.tables.scythe.screens.mats import built_words, does_words
from rooms.tables.scythe.screens.viewer import ability_words

LETTERS: Final = "ABC"
Printed = TypeVar("Printed")


def reference_of(content: Content) -> tuple[ReferenceGroup, ...]:
    """Every mat, card, tile and table.

    Rules: SY-SET-18, SY-STR-01, SY-END-05, SY-END-11, SY-PRD-01, SY-ENL-03.
    """
    book = book_of(content)
    scene = Scene(book, ScytheState(), ())
    return (
        _group(
            say("Factions"),
            say("Each has one ability from the start, and one for each mech that is deployed."),
            content.factions,
            lambda each: _faction(scene, each),
        ),
        _group(
            say("Player mats"),
            say("Sections from left to right: top row over bottom row. The lowest number begins."),
            content.mats,
            lambda each: _mat(scene, each),
        ),
        _group(
            say("Structures"),
            say("One of each kind, on territories you control with a worker there."),
            STRUCTURES,
            lambda each: _structure(scene, each),
        ),
        ReferenceGroup(
            title=say("Stars"),
            line=say("Up to two for combats and one for an objective, each of the others once."),
            cards=tuple([ReferenceCard(title=_upper(scene.word(f"star-{star}")), text="", copies=0) for star in Star]),
        ),
        ReferenceGroup(
            title=say("Scoring"),
            line=say("The 6th star ends the game at once. Coins are counted then."),
            cards=tuple(_scoring(scene)),
        ),
        _group(say("Structure bonus"), say("One tile is drawn for each game."), content.tiles, _tile),
        ReferenceGroup(title=say("Other numbers"), line=say("What is printed beside the tracks."), cards=tuple(_tables(scene))),
        _group(
            say("Encounters"),
            say("The character that steps on an encounter token draws one and takes one option."),
            content.encounters,
            lambda each: _encounter(scene, each),
        ),
        _group(
            say("Factory cards"),
            say(
                "One more section for whoever has visited the Factory. Its bottom row moves one unit up to {count} territories.",
                count=content.numbers.factory_range,
            ),
            content.factory,
            lambda each: _factory(scene, each),
        ),
        _group(
            say("Objectives"),
            say("Everybody holds two. One can be revealed on the own turn while it is met."),
            content.objectives,
            _plain,
        ),
        _group(say("Achievements"), say("A winner may enter them, each once."), content.achievements, _achievement),
    )


def _group(title: str, line: str, printed: Iterable[Printed], card: Callable[[Printed], ReferenceCard]) -> ReferenceGroup:
    return ReferenceGroup(title=title, line=line, cards=tuple([card(each) for each in printed]))


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _faction(scene: Scene, faction: Faction) -> ReferenceCard:
    """Starting strength, the faction's ability and the mechs' abilities."""
    starts = say(
        "Starts with {power} power and {cards}.",
        power=faction.power,
        cards=say_count("{count} combat card", "{count} combat cards", faction.cards),
    )
    told = [
        say("{ability}: {text}", ability=scene.book.abilities[each].name, text=ability_words(scene, faction, each))
        for each in (faction.own, *faction.mechs)
    ]
    return ReferenceCard(title=faction.name, text=" ".join([starts, *told]), copies=0, marks=(faction.short,))


def _mat(scene: Scene, mat: Mat) -> ReferenceCard:
    starts = say("Starts with {popularity} popularity and {coins} coins.", popularity=mat.popularity, coins=mat.coins)
    told = []
    for number, section in enumerate(mat.sections):
        most = section.fixed + section.boxes
        told.append(
            say_count(
                "{top} over {bottom}: {cost} {what}, at least {least}, +{count} coin.",
                "{top} over {bottom}: {cost} {what}, at least {least}, +{count} coins.",
                section.coins,
                top=scene.word(section.top),
                bottom=scene.word(BOTTOMS[number]),
                cost=most,
                what=scene.words(PAID_WITH[number], most),
                least=section.fixed,
            )
        )
    return ReferenceCard(title=say("{label} {name}", label=mat.label, name=mat.name), text=" ".join([starts, *told]), copies=0)


def _structure(scene: Scene, structure: Structure) -> ReferenceCard:
    above = next(top for top, each in ABOVE.items() if each is structure)
    text = say("Above {top}: {bonus}.", top=scene.word(above), bonus=built_words(scene, structure))
    return ReferenceCard(title=scene.word(structure), text=text, copies=0)


def _scoring(scene: Scene) -> Iterable[ReferenceCard]:
    tiers = scene.book.content.numbers.tiers
    for at, tier in enumerate(tiers):
        title = (
            say("{least} popularity and more", least=tier.least)
            if at + 1 == len(tiers)
            else say("{least} to {most} popularity", least=tier.least, most=tiers[at + 1].least - 1)
        )
        text = say(
            "{star} coins for each star, {territory} for each territory, {pair} for every two tokens you control.",
            star=tier.star,
            territory=tier.territory,
            pair=tier.pair,
        )
        yield ReferenceCard(title=title, text=text, copies=0)
    count = scene.book.content.numbers.factory_territories
    yield ReferenceCard(title=scene.word("factory"), text=say("Counts as {count} territories.", count=count), copies=0)


def _tables(scene: Scene) -> Iterable[ReferenceCard]:
    numbers = scene.book.content.numbers
    rungs = [
        say("with {count} workers on the board {cost}", count=each.workers, cost=scene.amounts((each.cost,)))
        for each in numbers.ladder
    ]
    yield ReferenceCard(
        title=say("What Produce costs"), text=say("{rungs}, all of it together.", rungs=_upper(listed(rungs))), copies=0
    )
    values = [say("{count} of value {value}", count=count, value=value) for value, count in numbers.cards.items()]
    yield ReferenceCard(title=say("Combat cards"), text=say("{values}.", values=listed(values)), copies=sum(numbers.cards.values()))
    once = say("Once, each space one time: {gains}.", gains=listed([scene.amounts((each,)) for each in numbers.bonuses]))
    ongoing = [
        say("{gain} with {bottom}", gain=scene.amounts((each,)), bottom=scene.word(bottom))
        for each, bottom in zip(numbers.ongoing, BOTTOMS, strict=True)
    ]
    always = say("From then on, when you or a neighbour takes that row: {gains}.", gains=listed(ongoing))
    yield ReferenceCard(title=say("Recruits"), text=f"{once} {always}", copies=0)


def _tile(tile: Tile) -> ReferenceCard:
    coins = ", ".join([str(each) for each in tile.coins])
    return ReferenceCard(title=tile.text, text=say("Coins for 1, 2, … of them: {coins}.", coins=coins), copies=1)


def _encounter(scene: Scene, card: Encounter) -> ReferenceCard:
    told = [
        say("{letter}: {does}.", letter=letter, does=does_words(scene, each))
        for letter, each in zip(LETTERS, card.options, strict=True)
    ]
    return ReferenceCard(title=card.title, text=" ".join(told), flavour=card.scene)


def _factory(scene: Scene, card: FactoryCard) -> ReferenceCard:
    return ReferenceCard(title=card.title, text=say("{does}.", does=_upper(does_words(scene, card.does))))


def _plain(card: Objective) -> ReferenceCard:
    return ReferenceCard(title=card.title, text=card.text)


def _achievement(card: Achievement) -> ReferenceCard:
    return ReferenceCard(title=card.title, text=card.text, copies=0, entry=card.id)

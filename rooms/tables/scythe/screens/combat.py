"""Combat on a phone: both sides, the hidden dial, and the loser's decisions."""

from __future__ import annotations

import json
from typing import Final

import msgspec

from control.engine.language import say, say_as, say_count
from rooms.tables.scythe.game.content import Ability
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import Commitment, Fight, Phase, is_mech
from rooms.tables.scythe.rules.combat import (
    ChooseCombatOffer,
    CombatRevealed,
    CommitOffer,
    RetreatOffer,
    most_cards,
    most_on_dial,
    units_words,
)
from rooms.tables.scythe.rules.control import opponent_at, units_at
from rooms.tables.scythe.rules.faction_abilities import has
from rooms.tables.scythe.rules.mech_abilities import BREAKS, ArtilleryOffer
from rooms.tables.scythe.screens.action_forms import Chip, Field, Form, card_field, form_of
from rooms.tables.scythe.screens.board import NOTHING_ASKED, BoardQuestion
from rooms.tables.scythe.screens.spaces import name_words
from rooms.tables.scythe.screens.viewer import ScytheViewer

IN_COMBAT: Final = (Ability.SCOUT, Ability.ARTILLERY, Ability.DISARM, Ability.PEOPLES_ARMY, Ability.CAMARADERIE, Ability.SEAWORTHY)


class Camp(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a combat. `units`: those there. `power` and `cards`: the current numbers. `reach`: the most it can commit."""

    faction: str
    letter: str
    name: str
    role: str
    units: str
    power: int
    cards: str
    reach: str
    abilities: tuple[tuple[str, str], ...]
    stands: str  # locked in or still choosing, "" in other steps
    locked: bool


class FightShape(msgspec.Struct, frozen=True, kw_only=True):
    """A combat as everybody sees it. `key`: unique in the game.

    `mine`: the viewer's own commitment, fixed until the reveal, "" for none.
    """

    key: str
    at: str
    title: str
    camps: tuple[Camp, Camp]
    mine: str


class FightAsk(msgspec.Struct, frozen=True, kw_only=True):
    """The question to a fighter: a form with chips, with or without a dial, or Artillery."""

    form: Form | None = None
    artillery: str = ""
    dial: tuple[tuple[int, bool], ...] = ()  # a number, and whether the power is enough
    asked: BoardQuestion = NOTHING_ASKED

    @property
    def alone(self) -> bool:
        """Return whether only one number (0, without power) can be dialled, which is then selected."""
        return sum([there for _number, there in self.dial]) == 1


def fight_of(looker: ScytheViewer) -> FightShape | None:
    """The current combat, or None."""
    fight = looker.state.fight
    if fight is None:
        return None
    title = say("Combat on {space}", space=looker.scene.space(fight.space))
    return FightShape(
        key=f"{looker.state.turns}-{fight.space}",
        at=fight.space,
        title=title,
        camps=(_camp(looker, fight, fight.attacker), _camp(looker, fight, fight.defender)),
        mine=_mine(looker, fight),
    )


def _mine(looker: ScytheViewer, fight: Fight) -> str:
    made = _made(fight, looker.me) if looker.player is not None and looker.state.phase is Phase.COMBAT_SELECT else None
    if made is None:
        return ""
    if not made.cards:
        return say("You dial {dial} and add no card.", dial=made.dial)
    return say(
        "You dial {dial} and add {cards}: {total} together.",
        dial=made.dial,
        cards=looker.scene.cards(made.cards),
        total=_total(made),
    )


def _total(made: Commitment) -> int:
    return made.dial + sum(made.cards)


def _made(fight: Fight, player: int) -> Commitment | None:
    attack, defence = fight.commitments
    return attack if player == fight.attacker else defence if player == fight.defender else None


def _camp(looker: ScytheViewer, fight: Fight, player: int) -> Camp:
    book, state, side = looker.book, looker.state, looker.state.sides[player]
    dials = state.phase is Phase.COMBAT_SELECT
    locked = dials and _made(fight, player) is not None
    cards = min(most_cards(book, state, player, fight.space), len(side.cards))
    return Camp(
        faction=side.faction,
        letter=book.factions[side.faction].letter,
        name=looker.name(player),
        role=say("attacks") if player == fight.attacker else say("defends"),
        units=units_words(list(units_at(side, fight.space))),
        power=side.power,
        cards=looker.scene.card_count(len(side.cards)),
        reach=say_count(
            "dials up to {dial}, adds up to {count} card",
            "dials up to {dial}, adds up to {count} cards",
            cards,
            dial=most_on_dial(book, state, player),
        ),
        abilities=tuple([(book.abilities[each].name, book.abilities[each].text) for each in IN_COMBAT if has(book, side, each)]),
        stands="" if not dials else say("locked in") if locked else say("choosing"),
        locked=locked,
    )


# --- what is asked ------------------------------------------------------------------------------------------------------------


def fighting_of(looker: ScytheViewer) -> FightAsk | None:
    """The question to the viewer, or None."""
    if offer := looker.offer(ChooseCombatOffer):
        return FightAsk(form=_order(looker, offer))
    if looker.offer(ArtilleryOffer):
        return FightAsk(artillery=_artillery_words(looker))
    if commit := looker.offer(CommitOffer):
        end = looker.book.content.numbers.dial
        hand = [card_field(_card_legend(commit), commit.cards, commit.count)] if commit.count and commit.cards else []
        form = form_of("commit", say("Lock in"), hand)
        return FightAsk(form=form, dial=tuple([(number, number <= commit.most) for number in range(end + 1)]))
    if retreat := looker.offer(RetreatOffer):
        return FightAsk(form=_retreat(looker, retreat))
    return None


def _card_legend(offer: CommitOffer) -> str:
    return say_count("Add up to {count} card", "Add up to {count} cards", min(offer.count, len(offer.cards)))


def _order(looker: ScytheViewer, offer: ChooseCombatOffer) -> Form:
    chips = []
    for at, space in enumerate(offer.things):
        other = opponent_at(looker.state, looker.me, space, fighting=True)
        words = say(
            "{units} of {name}", units=units_words(list(units_at(looker.state.sides[other], space))), name=looker.seat(other)
        )
        chips.append(Chip(value=space, title=name_words(looker.book, space), line=words, sign="fight", on=not at))
    field = Field(legend=say("Which combat comes first?"), name="space", chips=tuple(chips), board=True, look="to")
    return form_of("choose-combat", say("Fight this one"), [field])


def _artillery_words(looker: ScytheViewer) -> str:
    """The effect on the opponent now."""
    fight = looker.state.fight
    if fight is None:
        return ""
    other = fight.defender if looker.me == fight.attacker else fight.attacker
    power = looker.state.sides[other].power
    return say("{name} goes from {power} power to {less}.", name=looker.name(other), power=power, less=max(0, power - BREAKS))


def _retreat(looker: ScytheViewer, offer: RetreatOffer) -> Form:
    """A space for each unit, home first. Each worker goes home or rides with a mech (SY-R-18)."""
    mechs = [unit for unit in offer.units if is_mech(unit)]
    abilities = looker.book.factions[looker.side.faction].mechs

    def called(unit: int) -> str:
        return looker.book.abilities[abilities[unit - 1]].name if is_mech(unit) else say("Character")

    fields = [
        Field(
            legend=called(unit),
            name=f"go-{unit}",
            chips=tuple(
                [Chip(value=space, title=name_words(looker.book, space), on=not at) for at, space in enumerate(offer.spaces)]
            ),
        )
        for unit in offer.units
    ]
    rides = [
        Chip(value="", title=say("home"), on=True),
        *[Chip(value=str(mech), title=say("with {mech}", mech=called(mech))) for mech in mechs],
    ]
    legend = say_as("piece of a game", "Worker")
    fields += [Field(legend=legend, name=f"ride-{worker}", chips=tuple(rides)) for worker in offer.workers if mechs]
    return form_of("retreat", say("Retreat"), fields)


# --- the reveal ---------------------------------------------------------------------------------------------------------------


def picture_of(happened: CombatRevealed, scene: Scene) -> str:
    """The drawing of a reveal, as JSON: dials, cards and totals of both, payments and winner (SY-CMB-11, SY-CMB-13)."""
    sides = [
        {
            "faction": scene.state.sides[player].faction,
            "letter": scene.book.factions[scene.state.sides[player].faction].letter,
            "name": scene.names[player],
            "role": role,
            "dial": made.dial,
            "cards": made.cards,
            "total": _total(made),
            "pays": say("pays {dial} power", dial=made.dial),
            "wins": say("wins") if player == happened.winner else "",
        }
        for player, made, role in (
            (happened.attacker, happened.attack, say("attacks")),
            (happened.defender, happened.defence, say("defends")),
        )
    ]
    attack, defence = happened.totals
    rule = say("On a tie the attacker wins.") if attack == defence else ""
    title = say("Combat on {space}", space=scene.space(happened.space))
    return json.dumps({"title": title, "sides": sides, "rule": rule})

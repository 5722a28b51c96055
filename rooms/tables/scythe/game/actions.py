"""Player actions of Scythe, as in the rulebook's table. `rules` decides when each one is legal.

Units, sections and spaces are named as in the state. `declined`: gained parts that the player gives up, one entry for each unit
(SY-GEN-12).
"""

from __future__ import annotations

import msgspec

from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.game.rules import Offer
from rooms.tables.scythe.game.content import Cube, Part, Resource, Structure
from rooms.tables.scythe.game.state import NO_TOKENS, NONE, Tokens

Placed = tuple[str, Tokens]  # a space, and tokens on it


class Payment(msgspec.Struct, frozen=True):
    """Tokens of controlled territories (SY-GEN-14), with at most one combat card in place of a token (SY-FAC-03).

    `spaces`: in the order of their ids. `coercion`: the value of that card, 0 for none. `as_type`: the type that it stands for
    where types must differ (FC-08). `cards`: combat cards that the cost itself demands.
    """

    spaces: tuple[Placed, ...] = ()
    coercion: int = 0
    as_type: Resource | None = None
    cards: tuple[int, ...] = ()


class Picks(msgspec.Struct, frozen=True, kw_only=True):
    """Choices for the gains of an encounter option or a Factory card, as far as it has them.

    `types`: the type of each `any` token (fewer to give some up), or the one type of `same`. `places`: a territory for each token
    and worker of a Factory card, in the order of its gains; empty for encounters (SY-ENC-07). `at`: the territory of a Factory
    card's mech or structure. `section` and `space`: the recruit's section and its one-time bonus. `cube` and `box`: a cube, and
    the section whose red box it goes to. `produce`: as in Produce.
    """

    types: tuple[Resource, ...] = ()
    places: tuple[str, ...] = ()
    mech: int = NONE
    structure: Structure | None = None
    at: str = ""
    cube: Cube | None = None
    box: int = NONE
    section: int = NONE
    space: int = NONE
    produce: tuple[tuple[str, int], ...] = ()


class ChooseSection(Action, frozen=True):
    """CHOOSE_SECTION: section 0 to 3, or FACTORY (A-01)."""

    called = later("Choose section")

    section: int


class SkipTop(Action, frozen=True):
    """TOP: skip the top row (A-02)."""

    called = later("Skip top row")
    default = later("the top row is skipped.")


class GainCoins(Action, frozen=True):
    """TOP, Move / Gain: gain coins instead of moving (A-03)."""

    called = later("Gain coins")

    declined: tuple[Part, ...] = ()


class StartMove(Action, frozen=True):
    """TOP, Move / Gain, or BOTTOM with the Factory card: start moving units (A-04, A-24)."""

    called = later("Start move")


class StepTo(Action, frozen=True):
    """MOVING: pick up cargo, step to a space and set cargo down there (A-05).

    `load` and `unload`: tokens. `board` and `leave`: own workers that a mech picks up and sets down. The unit keeps the rest.
    """

    called = later("Step")

    unit: int
    to: str
    load: Tokens = NO_TOKENS
    board: tuple[int, ...] = ()
    unload: Tokens = NO_TOKENS
    leave: tuple[int, ...] = ()


class Reload(Action, frozen=True):
    """MOVING: the current unit picks up and sets down cargo on its space (A-06)."""

    called = later("Load or drop")

    unit: int
    load: Tokens = NO_TOKENS
    board: tuple[int, ...] = ()
    unload: Tokens = NO_TOKENS
    leave: tuple[int, ...] = ()


class EndUnit(Action, frozen=True):
    """MOVING: end the current unit's movement (A-07)."""

    called = later("End unit’s movement")


class EndMove(Action, frozen=True):
    """MOVING: end the Move (A-08)."""

    called = later("End move")
    default = later("the move ends, every unit where it stands.")


class ChooseCombat(Action, frozen=True):
    """COMBAT_ORDER: fight on this territory next (A-09)."""

    called = later("Choose combat")

    space: str


class UseArtillery(Action, frozen=True):
    """COMBAT_ABILITY: pay 1 power so that the opponent loses 2, or decline (A-10)."""

    called = later("Artillery")
    default = later("Artillery does not fire.")

    use: bool


class Commit(Action, frozen=True):
    """COMBAT_SELECT: lock in dial and cards, the cards by value in rising order (A-11)."""

    called = later("Commit to combat")
    default = later("you dial 0 and add no card.")

    dial: int
    cards: tuple[int, ...] = ()


class Retreat(Action, frozen=True):
    """COMBAT_RETREAT: a space for each combat unit, in the order of their numbers, and workers with their mech (A-12)."""

    called = later("Retreat")
    default = later("every unit retreats to your home base.")

    spaces: tuple[tuple[int, str], ...]
    riders: tuple[tuple[int, int], ...] = ()  # worker and mech


class TakeOption(Action, frozen=True):
    """ENCOUNTER: take option 0, 1 or 2 of the card (A-13)."""

    called = later("Encounter option")
    default = later("you take option A.")

    option: int
    payment: Payment = Payment()
    picks: Picks = Picks()
    declined: tuple[Part, ...] = ()


class EncounterDone(Action, frozen=True):
    """ENCOUNTER: take no second option (A-14)."""

    called = later("Encounter done")
    default = later("you take no second option.")


class ChooseCard(Action, frozen=True):
    """FACTORY_CHOICE: choose one of the remaining Factory cards (A-15)."""

    called = later("Choose Factory card")

    card: str


class Bolster(Action, frozen=True):
    """TOP: gain power or combat cards (A-16)."""

    called = later("Bolster")

    cards: bool
    declined: tuple[Part, ...] = ()


class Trade(Action, frozen=True):
    """TOP: gain popularity (`placed` None), or tokens on territories with own workers, in the order of their ids (A-17)."""

    called = later("Trade")

    placed: tuple[Placed, ...] | None = None
    declined: tuple[Part, ...] = ()


class Produce(Action, frozen=True):
    """TOP: territories in the order of their ids, each with a number of producing workers (A-18).

    On the Mill's territory this number includes the Mill as 1.
    """

    called = later("Produce")

    spaces: tuple[tuple[str, int], ...]


class UseCard(Action, frozen=True):
    """TOP, Factory section: take the top row of the Factory card (A-19)."""

    called = later("Factory card")

    payment: Payment = Payment()
    picks: Picks = Picks()
    declined: tuple[Part, ...] = ()


class Upgrade(Action, frozen=True):
    """BOTTOM: move a cube from its green box to a red box of section `box`. None: only coins and bonuses (A-20, SY-R-22)."""

    called = later("Upgrade")

    payment: Payment = Payment()
    cube: Cube | None = None
    box: int = NONE
    declined: tuple[Part, ...] = ()


class Deploy(Action, frozen=True):
    """BOTTOM: deploy a mech, 1 to 4, on a territory. NONE: only coins and bonuses (A-21)."""

    called = later("Deploy")

    payment: Payment = Payment()
    mech: int = NONE
    space: str = ""
    declined: tuple[Part, ...] = ()


class Build(Action, frozen=True):
    """BOTTOM: build a structure on a territory. None: only coins and bonuses (A-22)."""

    called = later("Build")

    payment: Payment = Payment()
    structure: Structure | None = None
    space: str = ""
    declined: tuple[Part, ...] = ()


class Enlist(Action, frozen=True):
    """BOTTOM: move the recruit of a section to a one-time space. NONE: only coins and bonuses (A-23)."""

    called = later("Enlist")

    payment: Payment = Payment()
    section: int = NONE
    space: int = NONE
    declined: tuple[Part, ...] = ()


class SkipBottom(Action, frozen=True):
    """BOTTOM: skip the bottom row (A-25). `ends`: end the turn too (A-28)."""

    called = later("Skip bottom row")
    default = later("the bottom row is skipped.")

    ends: bool = False


class TakeBonus(Action, frozen=True):
    """BONUS: gain or decline the ongoing bonus (A-26)."""

    called = later("Ongoing bonus")
    default = later("the bonus is yours.")

    accept: bool


class RevealObjective(Action, frozen=True):
    """Own turn, between two steps: reveal a met objective (A-27)."""

    called = later("Reveal objective")

    card: str


class EndTurn(Action, frozen=True):
    """TURN_END: end the turn (A-28)."""

    called = later("End turn")
    default = later("your turn ends.")


class GiveCoins(Action, frozen=True):
    """Give coins to another player while nothing is being resolved (A-29)."""

    called = later("Give coins")

    to: int
    amount: int


class PunishDelay(Action, frozen=True):
    """The facilitator takes 1 popularity from a player who computes final scores too long (A-30)."""

    called = later("Delay of game")

    player: int


class RecordAchievement(Action, frozen=True):
    """RECORDING: a winner enters achievements on the sheet (A-31)."""

    called = later("Record achievement")
    default = later("you enter nothing.")

    entries: tuple[str, ...]


ScytheAction = Action


ScytheOffer = Offer[ScytheAction]

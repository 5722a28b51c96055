"""What a player may do: the rulebook's table of player actions. Which of it is legal when, is in the rules.

Units, sections and spaces are named as in the state. `declined` are gained parts that are given up, one entry for each (SY-GEN-12).
"""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.scythe.game.content import Cube, Part, Resource, Structure
from rooms.tables.scythe.game.state import NO_TOKENS, NONE, Tokens

Placed = tuple[str, Tokens]  # so many tokens on a space


class Payment(msgspec.Struct, frozen=True):
    """Tokens of controlled territories (SY-GEN-14), and at most one combat card as one of them (SY-FAC-03).

    `spaces` are in the order of their ids. `coercion` is the card's value, 0 for none; `as_type` what it stands for where types
    must differ (FC-08). `cards` are combat cards that the cost itself names.
    """

    spaces: tuple[Placed, ...] = ()
    coercion: int = 0
    as_type: Resource | None = None
    cards: tuple[int, ...] = ()


class Picks(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen for the gains of an encounter option or a Factory card, as far as it has them.

    `types` are the type of each `any` token, fewer to give some up, or the one of `same`. `places` has a territory for each token
    and worker that comes of a Factory card, in the order of its gains; encounters have none (SY-ENC-07). `at` is where a Factory
    card's mech or structure goes. `section` and `space` are the recruit's and its one-time bonus; `cube` goes to a red box of
    section `box`. `produce` is as in Produce.
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
    """CHOOSE_SECTION: 0 to 3, or FACTORY (A-01)."""

    called = later("Choose section")

    section: int


class SkipTop(Action, frozen=True):
    """TOP: nothing in the top row (A-02)."""

    called = later("Skip top row")


class GainCoins(Action, frozen=True):
    """TOP, Move / Gain: coins instead of moves (A-03)."""

    called = later("Gain coins")

    declined: tuple[Part, ...] = ()


class StartMove(Action, frozen=True):
    """TOP, Move / Gain; BOTTOM with the Factory card: units move (A-04, A-24)."""

    called = later("Start move")


class StepTo(Action, frozen=True):
    """MOVING: a unit takes up cargo, steps to a space and sets cargo down there (A-05).

    `load` and `unload` are tokens, `board` and `leave` own workers that a mech takes up and sets down. It carries the rest on.
    """

    called = later("Step")

    unit: int
    to: str
    load: Tokens = NO_TOKENS
    board: tuple[int, ...] = ()
    unload: Tokens = NO_TOKENS
    leave: tuple[int, ...] = ()


class Reload(Action, frozen=True):
    """MOVING: the unit under way takes up and sets down cargo where it stands (A-06)."""

    called = later("Load or drop")

    unit: int
    load: Tokens = NO_TOKENS
    board: tuple[int, ...] = ()
    unload: Tokens = NO_TOKENS
    leave: tuple[int, ...] = ()


class EndUnit(Action, frozen=True):
    """MOVING: the unit under way stays where it is (A-07)."""

    called = later("End unit’s movement")


class EndMove(Action, frozen=True):
    """MOVING: no more movement (A-08)."""

    called = later("End move")


class ChooseCombat(Action, frozen=True):
    """COMBAT_ORDER: this one is fought next (A-09)."""

    called = later("Choose combat")

    space: str


class UseArtillery(Action, frozen=True):
    """COMBAT_ABILITY: pay 1 power, and the opponent loses 2, or not (A-10)."""

    called = later("Artillery")

    use: bool


class Commit(Action, frozen=True):
    """COMBAT_SELECT: dial and cards, by their values in rising order (A-11)."""

    called = later("Commit to combat")

    dial: int
    cards: tuple[int, ...] = ()


class Retreat(Action, frozen=True):
    """COMBAT_RETREAT: a space for each combat unit there, in the order of their numbers, and who carries which worker (A-12)."""

    called = later("Retreat")

    spaces: tuple[tuple[int, str], ...]
    riders: tuple[tuple[int, int], ...] = ()  # worker and mech


class TakeOption(Action, frozen=True):
    """ENCOUNTER: option 0, 1 or 2 of the card (A-13)."""

    called = later("Encounter option")

    option: int
    payment: Payment = Payment()
    picks: Picks = Picks()
    declined: tuple[Part, ...] = ()


class EncounterDone(Action, frozen=True):
    """ENCOUNTER: no second option (A-14)."""

    called = later("Encounter done")


class ChooseCard(Action, frozen=True):
    """FACTORY_CHOICE: one of the Factory cards that are left (A-15)."""

    called = later("Choose Factory card")

    card: str


class Bolster(Action, frozen=True):
    """TOP: power, or cards (A-16)."""

    called = later("Bolster")

    cards: bool
    declined: tuple[Part, ...] = ()


class Trade(Action, frozen=True):
    """TOP: popularity (`placed` None), or tokens on territories with own workers, in the order of their ids (A-17)."""

    called = later("Trade")

    placed: tuple[Placed, ...] | None = None
    declined: tuple[Part, ...] = ()


class Produce(Action, frozen=True):
    """TOP: territories, in the order of their ids, with how many produce there (A-18). On the Mill's it counts the Mill as 1."""

    called = later("Produce")

    spaces: tuple[tuple[str, int], ...]


class UseCard(Action, frozen=True):
    """TOP, Factory section: the top row of the Factory card (A-19)."""

    called = later("Factory card")

    payment: Payment = Payment()
    picks: Picks = Picks()
    declined: tuple[Part, ...] = ()


class Upgrade(Action, frozen=True):
    """BOTTOM: a cube goes from its green box to a red box of section `box`; None for coins and bonuses alone (A-20, SY-R-22)."""

    called = later("Upgrade")

    payment: Payment = Payment()
    cube: Cube | None = None
    box: int = NONE
    declined: tuple[Part, ...] = ()


class Deploy(Action, frozen=True):
    """BOTTOM: a mech, 1 to 4, on a territory; NONE for coins and bonuses alone (A-21)."""

    called = later("Deploy")

    payment: Payment = Payment()
    mech: int = NONE
    space: str = ""
    declined: tuple[Part, ...] = ()


class Build(Action, frozen=True):
    """BOTTOM: a structure on a territory; None for coins and bonuses alone (A-22)."""

    called = later("Build")

    payment: Payment = Payment()
    structure: Structure | None = None
    space: str = ""
    declined: tuple[Part, ...] = ()


class Enlist(Action, frozen=True):
    """BOTTOM: the recruit of a section to a one-time space; NONE for coins and bonuses alone (A-23)."""

    called = later("Enlist")

    payment: Payment = Payment()
    section: int = NONE
    space: int = NONE
    declined: tuple[Part, ...] = ()


class SkipBottom(Action, frozen=True):
    """BOTTOM: nothing in the bottom row (A-25); `ends`: and the turn ends with it (A-28)."""

    called = later("Skip bottom row")

    ends: bool = False


class TakeBonus(Action, frozen=True):
    """BONUS: the ongoing bonus, or not (A-26)."""

    called = later("Ongoing bonus")

    accept: bool


class RevealObjective(Action, frozen=True):
    """The own turn, between two steps: an objective that is met (A-27)."""

    called = later("Reveal objective")

    card: str


class EndTurn(Action, frozen=True):
    """TURN_END: the next player's turn (A-28)."""

    called = later("End turn")


class GiveCoins(Action, frozen=True):
    """Coins for another player, with nothing to be resolved (A-29)."""

    called = later("Give coins")

    to: int
    amount: int


class PunishDelay(Action, frozen=True):
    """The facilitator takes 1 popularity from whoever works out final scores too long (A-30)."""

    called = later("Delay of game")

    player: int


class RecordAchievement(Action, frozen=True):
    """OVER: a winner's name beside conditions of the achievement sheet (A-31)."""

    called = later("Record achievement")

    entries: tuple[str, ...]


ScytheAction = (
    ChooseSection
    | SkipTop
    | GainCoins
    | StartMove
    | StepTo
    | Reload
    | EndUnit
    | EndMove
    | ChooseCombat
    | UseArtillery
    | Commit
    | Retreat
    | TakeOption
    | EncounterDone
    | ChooseCard
    | Bolster
    | Trade
    | Produce
    | UseCard
    | Upgrade
    | Deploy
    | Build
    | Enlist
    | SkipBottom
    | TakeBonus
    | RevealObjective
    | EndTurn
    | GiveCoins
    | PunishDelay
    | RecordAchievement
)
ACTIONS: Final = get_args(ScytheAction)

"""What a player may do: the rulebook's table of player actions. Which of it is legal when, is in the rules.

Units, sections and spaces are named as in the state. `declined` are gained parts that are given up, one entry for each (SY-GEN-12).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from control.engine.language import later
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


class ChooseSection(msgspec.Struct, frozen=True):
    """CHOOSE_SECTION: 0 to 3, or FACTORY (A-01)."""

    section: int


class SkipTop(msgspec.Struct, frozen=True):
    """TOP: nothing in the top row (A-02)."""


class GainCoins(msgspec.Struct, frozen=True):
    """TOP, Move / Gain: coins instead of moves (A-03)."""

    declined: tuple[Part, ...] = ()


class StartMove(msgspec.Struct, frozen=True):
    """TOP, Move / Gain; BOTTOM with the Factory card: units move (A-04, A-24)."""


class StepTo(msgspec.Struct, frozen=True):
    """MOVING: a unit takes up cargo, steps to a space and sets cargo down there (A-05).

    `load` and `unload` are tokens, `board` and `leave` own workers that a mech takes up and sets down. It carries the rest on.
    """

    unit: int
    to: str
    load: Tokens = NO_TOKENS
    board: tuple[int, ...] = ()
    unload: Tokens = NO_TOKENS
    leave: tuple[int, ...] = ()


class Reload(msgspec.Struct, frozen=True):
    """MOVING: the unit under way takes up and sets down cargo where it stands (A-06)."""

    unit: int
    load: Tokens = NO_TOKENS
    board: tuple[int, ...] = ()
    unload: Tokens = NO_TOKENS
    leave: tuple[int, ...] = ()


class EndUnit(msgspec.Struct, frozen=True):
    """MOVING: the unit under way stays where it is (A-07)."""


class EndMove(msgspec.Struct, frozen=True):
    """MOVING: no more movement (A-08)."""


class ChooseCombat(msgspec.Struct, frozen=True):
    """COMBAT_ORDER: this one is fought next (A-09)."""

    space: str


class UseArtillery(msgspec.Struct, frozen=True):
    """COMBAT_ABILITY: pay 1 power, and the opponent loses 2, or not (A-10)."""

    use: bool


class Commit(msgspec.Struct, frozen=True):
    """COMBAT_SELECT: dial and cards, by their values in rising order (A-11)."""

    dial: int
    cards: tuple[int, ...] = ()


class Retreat(msgspec.Struct, frozen=True):
    """COMBAT_RETREAT: a space for each combat unit there, in the order of their numbers, and who carries which worker (A-12)."""

    spaces: tuple[tuple[int, str], ...]
    riders: tuple[tuple[int, int], ...] = ()  # worker and mech


class TakeOption(msgspec.Struct, frozen=True):
    """ENCOUNTER: option 0, 1 or 2 of the card (A-13)."""

    option: int
    payment: Payment = Payment()
    picks: Picks = Picks()
    declined: tuple[Part, ...] = ()


class EncounterDone(msgspec.Struct, frozen=True):
    """ENCOUNTER: no second option (A-14)."""


class ChooseCard(msgspec.Struct, frozen=True):
    """FACTORY_CHOICE: one of the Factory cards that are left (A-15)."""

    card: str


class Bolster(msgspec.Struct, frozen=True):
    """TOP: power, or cards (A-16)."""

    cards: bool
    declined: tuple[Part, ...] = ()


class Trade(msgspec.Struct, frozen=True):
    """TOP: popularity (`placed` None), or tokens on territories with own workers, in the order of their ids (A-17)."""

    placed: tuple[Placed, ...] | None = None
    declined: tuple[Part, ...] = ()


class Produce(msgspec.Struct, frozen=True):
    """TOP: territories, in the order of their ids, with how many produce there (A-18). On the Mill's it counts the Mill as 1."""

    spaces: tuple[tuple[str, int], ...]


class UseCard(msgspec.Struct, frozen=True):
    """TOP, Factory section: the top row of the Factory card (A-19)."""

    payment: Payment = Payment()
    picks: Picks = Picks()
    declined: tuple[Part, ...] = ()


class Upgrade(msgspec.Struct, frozen=True):
    """BOTTOM: a cube goes from its green box to a red box of section `box`; None for coins and bonuses alone (A-20, R-22)."""

    payment: Payment = Payment()
    cube: Cube | None = None
    box: int = NONE
    declined: tuple[Part, ...] = ()


class Deploy(msgspec.Struct, frozen=True):
    """BOTTOM: a mech, 1 to 4, on a territory; NONE for coins and bonuses alone (A-21)."""

    payment: Payment = Payment()
    mech: int = NONE
    space: str = ""
    declined: tuple[Part, ...] = ()


class Build(msgspec.Struct, frozen=True):
    """BOTTOM: a structure on a territory; None for coins and bonuses alone (A-22)."""

    payment: Payment = Payment()
    structure: Structure | None = None
    space: str = ""
    declined: tuple[Part, ...] = ()


class Enlist(msgspec.Struct, frozen=True):
    """BOTTOM: the recruit of a section to a one-time space; NONE for coins and bonuses alone (A-23)."""

    payment: Payment = Payment()
    section: int = NONE
    space: int = NONE
    declined: tuple[Part, ...] = ()


class SkipBottom(msgspec.Struct, frozen=True):
    """BOTTOM: nothing in the bottom row (A-25)."""


class TakeBonus(msgspec.Struct, frozen=True):
    """BONUS: the ongoing bonus, or not (A-26)."""

    accept: bool


class RevealObjective(msgspec.Struct, frozen=True):
    """The own turn, between two steps: an objective that is met (A-27)."""

    card: str


class EndTurn(msgspec.Struct, frozen=True):
    """TURN_END: the next player's turn (A-28)."""


class GiveCoins(msgspec.Struct, frozen=True):
    """Coins for another player, with nothing to be resolved (A-29)."""

    to: int
    amount: int


class PunishDelay(msgspec.Struct, frozen=True):
    """The facilitator takes 1 popularity from whoever works out final scores too long (A-30)."""

    player: int


class RecordAchievement(msgspec.Struct, frozen=True):
    """OVER: a winner's name beside conditions of the achievement sheet (A-31)."""

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
CALLED: Mapping[type, str] = {  # in the journal
    ChooseSection: later("Choose section"),
    SkipTop: later("Skip top row"),
    GainCoins: later("Gain coins"),
    StartMove: later("Start move"),
    StepTo: later("Step"),
    Reload: later("Load or drop"),
    EndUnit: later("End unit’s movement"),
    EndMove: later("End move"),
    ChooseCombat: later("Choose combat"),
    UseArtillery: later("Artillery"),
    Commit: later("Commit to combat"),
    Retreat: later("Retreat"),
    TakeOption: later("Encounter option"),
    EncounterDone: later("Encounter done"),
    ChooseCard: later("Choose Factory card"),
    Bolster: later("Bolster"),
    Trade: later("Trade"),
    Produce: later("Produce"),
    UseCard: later("Factory card"),
    Upgrade: later("Upgrade"),
    Deploy: later("Deploy"),
    Build: later("Build"),
    Enlist: later("Enlist"),
    SkipBottom: later("Skip bottom row"),
    TakeBonus: later("Ongoing bonus"),
    RevealObjective: later("Reveal objective"),
    EndTurn: later("End turn"),
    GiveCoins: later("Give coins"),
    PunishDelay: later("Delay of game"),
    RecordAchievement: later("Record achievement"),
}
ACTIONS: tuple[type, ...] = tuple(CALLED)

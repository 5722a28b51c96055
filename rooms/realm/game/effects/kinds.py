"""Kinds of lasting effects: name, Houses and regions, usual duration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.engine.language import Spoken, later, say
from rooms.realm.game.state import EffectFrom, EffectKind

# === kinds ==============================================================================================================


class Shape(Struct, frozen=True, kw_only=True):
    """One kind of effect: what it names, and how it comes about.

    `houses`, `regions`: least and greatest number that it names; None without a limit.
    `made_by`: id of the scenario's proposal or scheme that sets the duration.
    `lasts`: R-83's duration, where the scenario has no such proposal or scheme.
    `called`, `means`: untranslated constants; show `name` and `hint` instead.
    """

    called: str
    houses: tuple[int, int | None]
    regions: tuple[int, int | None]
    made_by: str
    lasts: str
    origin: EffectFrom
    rule: str
    means: str

    @property
    def name(self) -> str:
        """Name on screens."""
        return say(self.called)

    @property
    def hint(self) -> str:
        """Sentence on what it does."""
        return say(self.means)


NONE: Final = (0, 0)
PAIR: Final = (2, 2)
SOME: Final = (1, None)


SHAPES: Final[Mapping[EffectKind, Shape]] = {
    EffectKind.FORBID: Shape(
        called=later("Forbid"),
        houses=SOME,
        regions=SOME,
        made_by="forbid",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-CRT-44",
        means=later("The Houses may not enter the region."),
    ),
    EffectKind.TRAVEL_BAN: Shape(
        called=later("Travel Ban"),
        houses=NONE,
        regions=SOME,
        made_by="travel-ban",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-59",
        means=later("Nobody may enter the region."),
    ),
    EffectKind.TREATY: Shape(
        called=later("Treaty"),
        houses=NONE,
        regions=SOME,
        made_by="treaty",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-60",
        means=later("No battle happens in the region."),
    ),
    EffectKind.FORCED_ALLIANCE: Shape(
        called=later("Forced Alliance"),
        houses=PAIR,
        regions=NONE,
        made_by="forced-alliance",
        lasts="months paid for",
        origin=EffectFrom.LAW,
        rule="GE-CRT-54",
        means=later("The first House must ally with the second; the second stays free."),
    ),
    EffectKind.FORGED_ORDER: Shape(
        called=later("Forged Order"),
        houses=PAIR,
        regions=NONE,
        made_by="forged-order",
        lasts="next month",
        origin=EffectFrom.SCHEME,
        rule="GE-UND-11",
        means=later("The first House must ally with the second; the second stays free."),
    ),
    EffectKind.MILITARY_BAN: Shape(
        called=later("Military Ban"),
        houses=PAIR,
        regions=NONE,
        made_by="military-ban",
        lasts="months paid for",
        origin=EffectFrom.LAW,
        rule="GE-CRT-53",
        means=later("The first House may not kill units of the second."),
    ),
    EffectKind.MILITARY_AID: Shape(
        called=later("Military Aid"),
        houses=SOME,
        regions=NONE,
        made_by="military-aid",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-57",
        means=later("The units of the Houses have +1 attack."),
    ),
    EffectKind.BLACK_POWDER: Shape(
        called=later("Black Powder Weapons"),
        houses=(1, 1),
        regions=NONE,
        made_by="black-powder-weapons",
        lasts="next month",
        origin=EffectFrom.SCHEME,
        rule="GE-UND-13",
        means=later("The attack value of the House is 1 higher in each of its battles."),
    ),
    EffectKind.PROPAGANDA: Shape(
        called=later("Propaganda"),
        houses=(1, 1),
        regions=NONE,
        made_by="propaganda",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-58",
        means=later("Each Recruit of the House brings 2 units."),
    ),
    EffectKind.FAMINE: Shape(
        called=later("Famine"),
        houses=SOME,
        regions=NONE,
        made_by="take-food",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-CRT-41",
        means=later("Each of the Houses loses 1 unit in every Return."),
    ),
    EffectKind.FOOD: Shape(
        called=later("Food sent"),
        houses=PAIR,
        regions=NONE,
        made_by="",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-WAR-81",
        means=later("The first House starves; the second may write 1 more Recruit each month."),
    ),
    EffectKind.COMMAND: Shape(
        called=later("Command of Immortals"),
        houses=SOME,
        regions=NONE,
        made_by="immortal",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-46",
        means=later("The Houses may order Immortals, in this order."),
    ),
    EffectKind.STAY: Shape(
        called=later("Nobody Leaves"),
        houses=NONE,
        regions=SOME,
        made_by="",
        lasts="this month",
        origin=EffectFrom.FAVOR,
        rule="GE-FAV-03",
        means=later("No unit of a House leaves the region in Move."),
    ),
}


# --- decisions ----------------------------------------------------------------------------------------------------------


ORIGINS: Final[Mapping[EffectFrom, str]] = Spoken(
    {
        EffectFrom.CONTROL: later("Control’s own ruling"),
        EffectFrom.SCHEME: later("a scheme (kept from the players)"),
        EffectFrom.LAW: later("a law that left no tablet"),
        EffectFrom.FAVOR: later("a Favor"),
    }
)
"""What an effect that a desk enters may come from, besides the tablets of the Law Board."""


# --- words --------------------------------------------------------------------------------------------------------------


ORIGIN_WORDS: Final[Mapping[EffectFrom, str]] = Spoken(
    {
        EffectFrom.LAW: later("Law"),
        EffectFrom.SCHEME: later("Scheme"),
        EffectFrom.FAVOR: later("Favor"),
        EffectFrom.CONTROL: later("Control"),
    }
)

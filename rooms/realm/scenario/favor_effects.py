"""Effects that Favor cards may name: what the console carries out, when and where (GE-FAV-02, GE-FAV-05, C-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.day.plan import PlanStep
from control.engine.language import later, say
from rooms.realm.scenario.ids import PHASES, Phase, Room

# === effects of Favors ==================================================================================================


# What an effect does is written once here; "you" is the player who uses the card. A number at the end is part of the name.
EFFECTS: Final[Mapping[str, str]] = {
    "gain-power-1": "You gain 1 Power from the bank.",
    "gain-power-2": "You gain 2 Power from the bank.",
    "take-power-1": "You take 1 Power from a House you name (R-06, R-07).",
    "draw-favors-2": "You draw 2 Favors.",
    "take-favor": "You take from a House you name 1 Favor: the one it would lose first, else its oldest by rank (R-06, R-136).",
    "trade-favor": "You lay 1 Favor of yours under the deck and draw 2.",
    "recruit-1": "1 unit of your House's stockpile is placed in a region where it has a unit, in the Recruit step.",
    "recruit-2": "2 units of your House's stockpile are placed in a region where it has a unit, in the Recruit step.",
    "attack-1": "Your House's attack value is 1 higher in a region you name, in this month's battles.",
    "attack-2": "Your House's attack value is 2 higher in a region you name, in this month's battles.",
    "weaken-1": "The attack value of a House you name is 1 lower in a region you name, in this month's battles.",
    "extra-order": "You write 1 more war order this month.",
    "stay-region": "No unit of any House leaves a region you name, in this month's Move step.",
    "close-region": "No unit enters a region you name, in this month's Move step (as R-69).",
    "votes-1": "You have 1 vote more in the vote that is open; it counts with your own vote.",
    "votes-2": "You have 2 votes more in the vote that is open; they count with your own vote.",
    "pool-1": "1 Power more is set before your House for this month's laws; what is left of it is kept (GE-CRT-35).",
    "pool-2": "2 Power more are set before your House for this month's laws; what is left of them is kept (GE-CRT-35).",
    "law-cheaper-2": "The cost of the proposal before the Court is 2 lower, but not below 1.",
    "choose-proposal": "The proposal of a player you name is the next before the Court, once it is handed in.",
    "extra-proposal": "You may hand in 1 more proposal this month, also when your province does not host.",
    "minions-1": "You draw 1 minion more in this month's Minions step.",
    "minions-2": "You draw 2 minions more in this month's Minions step.",
    "advance-1": "A scheme you name at your table gains 1 Advancement.",
    "advance-2": "A scheme you name at your table gains 2 Advancement.",
    "strip-protection": "The outermost Protection of a scheme you name at your table is discarded.",
    "look-scheme": "You look at a scheme you name at your table; a trap does nothing.",
    "any-table": "You sit at any table of the Underground this month.",
    "rescue-hostage": "1 hostage of your House is released by a House you name; a marriage hostage cannot be.",
    "take-hostage": "Your House takes 1 hostage from a House you name (R-143).",
}

# What must be so besides timing and place, for cards that say so.
FUNERAL: Final = "funeral"
LOYAL: Final = "loyal"
NEEDS: Final[Mapping[str, str]] = {
    FUNERAL: "Your House holds a funeral this month.",
    LOYAL: "Your House does not betray the Sovereign this month.",
}

DESKS: Final = ("war", "court", "underground", "ceremony", "organizer")
PLACES: Final[Mapping[str, str]] = {
    "anywhere": later("anywhere"),
    "house table": later("at the House Table"),
    Room.WAR: later("in the War Room"),
    Room.COURT: later("in the Court"),
    Room.UNDERGROUND: later("in the Underground"),
}
ANY_TIME: Final = later("any time")
MOMENTS: Final[Mapping[str, str]] = {
    ANY_TIME: ANY_TIME,
    Phase.CEREMONY: later("in Ceremony"),
    Phase.PLANNING: later("in Planning"),
    Phase.MOVEMENT: later("in Movement"),
    Phase.ACTION: later("in Action"),
    Phase.RETURN: later("in Return"),
}


def known_effect(effect: str) -> bool:
    """Whether an effect is one that the console carries out, or a decision of a desk there is."""
    verb, _, desk = effect.partition(":")
    return effect in EFFECTS or (verb == "decision" and desk in DESKS)


def moment_words(timing: str, steps: Mapping[str, tuple[PlanStep, ...]]) -> str:
    """A card's timing as people say it: "any time", "in Ceremony", "in the War Room, in Favors"."""
    room, _, step = timing.partition(":")
    if not step:
        return say(MOMENTS[timing])
    found = next((each.name for each in steps[Room(room)] if each.id == step or each.id.rpartition("-")[0] == step), step)
    return say("{room}, in {step}", room=say(PLACES[room]), step=found)


def place_words(location: str) -> str:
    """A card's location as people say it."""
    return say(PLACES[location])


def timings(steps: Mapping[str, tuple[PlanStep, ...]]) -> list[str]:
    """The moments a card may name: any time, a phase, or a step as "room:step"; "court:vote" means each vote."""
    named = [f"{room}:{step.id}" for room in steps for step in steps[room]]
    repeated = {name.rpartition("-")[0] for name in named if name.rpartition("-")[2].isdigit()}
    return [ANY_TIME, *(str(phase) for phase in PHASES), *named, *sorted(repeated)]

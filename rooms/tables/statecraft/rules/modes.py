"""The modes Quickplay (SC-QIK) and Advanced (SC-ADV): the host's options, and the piles of events in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say
from control.engine.refusal import Refused
from rooms.tables.game.rules import HostOption, Setup, require_known_options
from rooms.tables.statecraft.game.state import Course

QUICKPLAY, ADVANCED = "quickplay", "advanced"
ON, OFF = "on", "off"
PILES: Final[Mapping[str, int]] = {"regular": 1, "disruptive": 2, "chaotic": 3}
CHAOTIC_MOST: Final = 4  # players (SC-ADV-08)
OPTIONS: Final = (
    HostOption(
        id="mode",
        title=later("Mode"),
        amid=later("mode"),
        alone=True,
        choices=(
            (QUICKPLAY, later("Quickplay: one scenario, 8 rounds, no events")),
            (ADVANCED, later("Advanced: a scenario by lot, events")),
        ),
    ),
    HostOption(
        id="disruption",
        title=later("Events (Advanced)"),
        amid=later("events"),
        belongs=("mode", ADVANCED),
        choices=(
            ("regular", later("Regular: one pile of three")),
            ("disruptive", later("Disruptive: two piles")),
            ("chaotic", later("Chaotic: all three, for 2 to 4 players")),
        ),
    ),
    HostOption(
        id="texts",
        title=later("Leaders’ texts (Advanced)"),
        amid=later("leaders’ texts"),
        belongs=("mode", ADVANCED),
        choices=((ON, later("In force")), (OFF, later("Without effect"))),
    ),
    HostOption(
        id="rounds",
        title=later("Rounds"),
        amid=later("rounds"),
        choices=(("clockwise", later("Always clockwise")), ("alternating", later("Every second one the other way"))),
    ),
    HostOption(
        id="last",
        title=later("Last round (where no scenario names one)"),
        amid=later("last round where no scenario names one"),
        belongs=("mode", ADVANCED),
        choices=(
            ("", later("12 for two players, 10 for three or four, 8 for more")),
            *((str(each), str(each)) for each in range(8, 21)),
        ),
    ),
)


def check_modes(setup: Setup) -> None:
    """Refuse an unknown option, or chaotic events for too many players.

    Raises:
        Refused: it is unknown, or not for so many players.
    """
    require_known_options(setup, OPTIONS, unknown=later("Statecraft has no option “{option}”."), rule="SC-SET-01")
    if setup.options.get("mode") == ADVANCED and setup.options.get("disruption") == "chaotic" and setup.players > CHAOTIC_MOST:
        raise Refused(
            say("Chaotic events are for 2 to 4 players, not for {players}. Choose fewer.", players=setup.players), rule="SC-ADV-08"
        )


def draw_events(course: Course, piles: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deal events and emergencies one at a time into 3 piles. Return the cards in play, and those out of the game unseen.

    Rules: SC-ADV-05, SC-ADV-06, SC-ADV-07, SC-ADV-08, SC-ADV-09, SC-EMG-01, SC-R-26.
    """
    purple = course.chance.shuffled(tuple(course.book.purple))
    dealt = course.chance.shuffled([purple[pile::3] for pile in range(3)])
    used = tuple([card for pile in dealt[:piles] for card in pile])
    return used, tuple([card for pile in dealt[piles:] for card in pile])

"""Shapes of the questions on a phone. The templates show one `Ask` at a time."""

from __future__ import annotations

from msgspec import Struct

from rooms.tables.statecraft.screens.outcomes import Would
from rooms.tables.statecraft.screens.shapes import CardShape, SupporterShape
from rooms.tables.statecraft.screens.viewer import Mark


class OptionChoice(Struct, frozen=True, kw_only=True):
    """One thing to choose, with its outcome for the viewer or the reason why it cannot be chosen.

    `note`: what goes with it, such as its player or the room left. `card` and `supporter`: shown in the place of the title.
    """

    value: str
    title: str
    note: str = ""
    lines: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    would: Would | None = None
    card: CardShape | None = None
    supporter: SupporterShape | None = None
    reason: str = ""


Choices = tuple[OptionChoice, ...]


class PolicyAsk(Struct, frozen=True, kw_only=True):
    """A policy of the hand with two ways for each option, and its possible holders.

    `up`: holders who can announce it. `down`: holders who can denounce it.
    """

    card: CardShape
    ways: tuple[Choices, ...]
    up: Choices
    down: Choices

    @property
    def possible(self) -> bool:
        return bool(self.up or self.down)

    @property
    def reason(self) -> str:
        """The reason why it cannot be played at all. "" when it can."""
        return "" if self.possible else self.ways[0][0].reason


class ActionAsk(Struct, frozen=True, kw_only=True):
    """An action card of the hand with its targets in groups. No groups: it needs no target. `reason`: why it cannot be played."""

    card: CardShape
    reason: str
    would: Would | None
    groups: tuple[tuple[str, Choices], ...]


class StepAsk(Struct, frozen=True, kw_only=True):
    """The leader's step (SC-LDR-07)."""

    text: str
    reason: str
    steps: Choices


class Tab(Struct, frozen=True):
    """A part of the turn. `note`: its contents in short. `lit`: something there is free to take."""

    id: str
    title: str
    sign: str
    note: str
    acts: tuple[str, ...]
    lit: bool = False
    first: bool = False


class TurnAsk(Struct, frozen=True, kw_only=True):
    """A turn: every manoeuvre, the impossible ones with their reasons (SC-TRN-15).

    `claims`: supporters to claim or, noted with their host, to poach. `pays`: the hand, any card of which pays (SC-PAY-02). `free`:
    firing costs nothing.
    """

    tabs: tuple[Tab, ...]
    policies: tuple[PolicyAsk, ...]
    actions: tuple[ActionAsk, ...]
    claims: Choices
    pays: tuple[CardShape, ...]
    recruit: str
    recruit_reason: str
    fires: Choices
    free: bool
    step: StepAsk | None
    end: str


class ChoicesAsk(Struct, frozen=True, kw_only=True):
    """Choose `count` of these and confirm. `act` and `name`: fields of the form. `head` and `line`: the heading."""

    head: str = ""
    line: str = ""
    act: str
    name: str
    verb: str
    choices: Choices
    count: int = 1
    few: bool = False  # the choices are numbers, shown side by side

    @property
    def many(self) -> bool:
        return self.count > 1

    @property
    def alone(self) -> bool:
        """Return whether a single choice is possible, which is then selected."""
        return not self.many and sum([not choice.reason for choice in self.choices]) == 1


class Ask(Struct, frozen=True, kw_only=True):
    """The current question. `key`: the same as long as the question is.

    `policies`: policies to play at no cost (SC-EVT-17).
    """

    kind: str
    key: str
    head: str
    line: str
    turn: TurnAsk | None = None
    choices: ChoicesAsk | None = None
    policies: tuple[PolicyAsk, ...] = ()

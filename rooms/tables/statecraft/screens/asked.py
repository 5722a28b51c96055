"""What the phone can ask of its player, as the templates find it. One `Ask` is shown at a time."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.tables.statecraft.screens.looking import Mark
from rooms.tables.statecraft.screens.outcomes import Would
from rooms.tables.statecraft.screens.shapes import CardShape, SupporterShape


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """To announce or to denounce one of the options: why it is not possible, or what it would do."""

    value: str
    title: str
    does: str
    reason: str
    would: Would | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderChoice:
    """Who can hold a policy, with the room that is left."""

    value: str
    name: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyAsk:
    """A policy of the hand with its ways, two for each option, and who can hold it at the top or at the bottom."""

    card: CardShape
    ways: tuple[tuple[Way, ...], ...]
    up: tuple[HolderChoice, ...]
    down: tuple[HolderChoice, ...]

    @property
    def possible(self) -> bool:
        """Can it be played at all?"""
        return bool(self.up or self.down)

    @property
    def reason(self) -> str:
        """Why it cannot be played at all."""
        return "" if self.possible else self.ways[0][0].reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A way to play an action card: what it is aimed at, and what it would do to oneself."""

    value: str
    title: str
    note: str
    would: Would | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionAsk:
    """An action card of the hand: why it is not possible, or its targets in groups; none: it needs none."""

    card: CardShape
    reason: str
    would: Would | None
    groups: tuple[tuple[str, tuple[Target, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """A hand card that can pay; of a policy with its specialism, for whoever recruits looks for the like of what is kept."""

    id: str
    title: str
    kind: str
    specialism: Mark | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A supporter that could be claimed or poached. `price` None: it floats; `host` has it."""

    supporter: SupporterShape
    host: str
    price: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAsk:
    """A politician who could be fired: what comes back, who moves inward, what the trackers become."""

    id: str
    name: str
    line: str
    reason: str
    free: bool
    would: Would


@dataclass(frozen=True, slots=True, kw_only=True)
class StepAsk:
    """The leader's step (SC-LDR-07)."""

    text: str
    reason: str
    steps: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A part of the turn; `note` says what waits in it, `lit`: something there is free for the taking."""

    id: str
    title: str
    sign: str
    note: str
    lit: bool
    first: bool
    acts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAsk:
    """A turn: every manoeuvre, and what is not possible with its reason (SC-TRN-15)."""

    tabs: tuple[Tab, ...]
    policies: tuple[PolicyAsk, ...]
    actions: tuple[ActionAsk, ...]
    claims: tuple[Claim, ...]
    pays: tuple[Pay, ...]
    recruit: str
    recruit_reason: str
    fires: tuple[FireAsk, ...]
    step: StepAsk | None
    end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing to choose: what it is, what it would do, or why it cannot be chosen."""

    value: str
    title: str
    lines: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    would: Would | None = None
    card: CardShape | None = None
    supporter: SupporterShape | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesAsk:
    """Choose `count` of these and confirm. `act` and `name` are what the form sends."""

    act: str
    name: str
    verb: str
    choices: tuple[Choice, ...]
    count: int = 1
    few: bool = False  # numbers, side by side

    @property
    def many(self) -> bool:
        """Is there more than one to choose?"""
        return self.count > 1

    @property
    def alone(self) -> bool:
        """Is one of them the only one that can be chosen? Then it is."""
        return not self.many and sum([not choice.reason for choice in self.choices]) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The one thing that is asked now; `key` is the same as long as the question is.

    `policies`: a policy is played for nothing (SC-EVT-17).
    """

    kind: str
    key: str
    turn: TurnAsk | None = None
    choices: ChoicesAsk | None = None
    policies: tuple[PolicyAsk, ...] = ()

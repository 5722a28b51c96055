"""Shapes of the table on screens: cards, places, trackers and supporters, with their words.

They are made only from the view and from printed content, so they hold nothing hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, listed, say
from rooms.tables.statecraft.game.content import AXES, IDEOLOGIES, Condition, Policy, PolicyOption, Politician, Supporter
from rooms.tables.statecraft.game.state import Place, Trackers
from rooms.tables.statecraft.game.view import CardFace, SeenHolder, SeenPolicy, SeenSide, SeenSupporter
from rooms.tables.statecraft.screens.forms import LEADER
from rooms.tables.statecraft.screens.viewer import Mark, StatecraftViewer, signed, turn_now

LETTERS: Final = ("A", "B")  # names of the two options of a card
PLACE_WORDS: Final[Mapping[Place, str]] = {
    Place.INNER_LEFT: later("inner circle, left"),
    Place.INNER_RIGHT: later("inner circle, right"),
    Place.OUTER_LEFT: later("outer circle, left"),
    Place.OUTER_RIGHT: later("outer circle, right"),
}


@dataclass(frozen=True, slots=True)
class Point:
    """Signed steps of one ideology, as printed."""

    mark: Mark
    steps: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionShape:
    """One option of a policy (SC-COM-06)."""

    letter: str
    label: str
    points: tuple[Point, ...]
    cost: str
    colour: Mark
    picture: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShape:
    """An open card of the main deck: a policy with its specialism and options, or another card with its text."""

    id: str
    kind: str
    title: str
    specialism: Mark | None = None
    options: tuple[OptionShape, ...] = ()
    text: str = ""
    flavour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedShape:
    """A policy of a manifesto (SC-POL-12), with the points of its other option (SC-COM-07).

    `moved`: its real movement where that is less than printed.
    """

    id: str
    title: str
    specialism: Mark
    announced: bool
    option: OptionShape
    other: tuple[Point, ...]
    moved: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderShape:
    """A place of a cabinet with its portfolio. `id`: the name in forms. An empty place has no `name`."""

    id: str
    place: str
    name: str
    politician: str
    specialisms: tuple[Mark, ...]
    senior: bool
    announced: tuple[PlayedShape, ...]
    denounced: tuple[PlayedShape, ...]
    room: tuple[int, int]
    text: str = ""

    @property
    def room_up(self) -> range:
        """A range with one number for each policy that can still be announced here."""
        return range(self.room[0])

    @property
    def room_down(self) -> range:
        """A range with one number for each policy that can still be denounced here."""
        return range(self.room[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """An ideology tracker, 0 to 7. `counted`: its value for campaigning and poaching where that differs (SC-AFX-11)."""

    mark: Mark
    value: int
    counted: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionShape:
    """A supporter's condition for one ideology, and whether the viewer meets it (SC-CAM-01, SC-CAM-02)."""

    mark: Mark
    words: str
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SupporterShape:
    """A supporter in play. `fits`: the viewer satisfies it. `loose`: its host no longer does. `price`: for the viewer."""

    id: str
    name: str
    flavour: str
    conditions: tuple[ConditionShape, ...]
    host: int | None
    fits: bool
    loose: bool
    price: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackersShape:
    """A player's public counters (SC-TRK-07): four ideologies on two axes, budget, turn, cards, supporters."""

    axes: tuple[tuple[Track, Track], ...]
    budget: str
    turn: int
    hand: int
    claimed: int
    incumbent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SideShape:
    """A player's side of the table, all of it public (SC-POL-12, SC-CAM-07).

    `row`: the cabinet from left to right, with the leader in the centre.
    """

    player: int
    name: str
    you: bool
    acts: bool
    state: str
    track: TrackersShape
    row: tuple[HolderShape, ...]
    supporters: tuple[SupporterShape, ...]


def points_of(looker: StatecraftViewer, points: Trackers, sign: int = 1) -> tuple[Point, ...]:
    """The non-zero ideology points with their steps."""
    return tuple([Point(looker.ideology(at), signed(sign * steps)) for at, steps in enumerate(points) if steps])


def option_of(looker: StatecraftViewer, option: PolicyOption, at: int, *, announced: bool = True) -> OptionShape:
    """An option as it acts. Denouncing reverses its numbers (SC-CNT-12)."""
    sign = 1 if announced else -1
    return OptionShape(
        letter=LETTERS[at],
        label=option.label,
        points=points_of(looker, option.points, sign),
        cost=signed(sign * option.cost),
        colour=looker.marks[option.colour.value],
        picture=option.picture,
    )


def card_of(looker: StatecraftViewer, face: CardFace) -> CardShape:
    if face.policy is not None:
        return policy_of(looker, face.policy)
    if face.action is not None:
        action = face.action
        return CardShape(id=face.id, kind=say("Action"), title=action.title, text=action.text, flavour=action.flavour)
    if face.event is not None:
        return CardShape(id=face.id, kind=say("Event"), title=face.event.title, text=face.event.text)
    if face.emergency is None:
        raise ValueError(face.id)
    return CardShape(id=face.id, kind=say("Emergency"), title=face.emergency.title, text=face.emergency.text)


def policy_of(looker: StatecraftViewer, policy: Policy) -> CardShape:
    """A policy as printed (SC-COM-05)."""
    return CardShape(
        id=policy.id,
        kind=say("Policy"),
        title=policy.title,
        specialism=looker.marks[policy.specialism.value],
        options=tuple([option_of(looker, option, at) for at, option in enumerate(policy.options)]),
    )


def played_of(looker: StatecraftViewer, policy: SeenPolicy) -> PlayedShape:
    sign = 1 if policy.announced else -1
    return PlayedShape(
        id=policy.card.id,
        title=policy.card.title,
        specialism=looker.marks[policy.card.specialism.value],
        announced=policy.announced,
        option=option_of(looker, policy.chosen, policy.option, announced=policy.announced),
        other=points_of(looker, policy.other.points),
        moved=""
        if policy.moved == tuple([sign * steps for steps in policy.chosen.points])
        else _real_movement_words(looker, policy),
    )


def _real_movement_words(looker: StatecraftViewer, policy: SeenPolicy) -> str:
    """The real movement of a policy whose tracker stopped at a limit (SC-POL-15)."""
    moved = [say("{ideology} {steps}", ideology=each.mark.name, steps=each.steps) for each in points_of(looker, policy.moved)]
    return listed(moved) or say("no ideology")


def holder_of(looker: StatecraftViewer, side: SeenSide, holder: SeenHolder) -> HolderShape:
    """A place of a cabinet. The leader's place has the leader's text while that is in force (SC-QIK-04, SC-ADV-02)."""
    who = holder.politician
    leads = holder.place is None
    return HolderShape(
        id=LEADER if holder.place is None else holder.place.value,
        place=say("leader") if holder.place is None else say(PLACE_WORDS[holder.place]),
        name=side.leader.name if leads else "" if who is None else who.name,
        politician=side.leader.faction if leads else "" if who is None else who.id,
        specialisms=() if who is None else specialisms_of(looker, who),
        senior=who is not None and who.senior,
        announced=tuple([played_of(looker, each) for each in holder.announced]),
        denounced=tuple([played_of(looker, each) for each in holder.denounced]),
        room=holder.room,
        text=side.leader.text if leads and side.text_counts else "",
    )


def specialisms_of(looker: StatecraftViewer, who: Politician) -> tuple[Mark, ...]:
    return tuple([looker.marks[each.value] for each in who.specialisms])


def condition_words(condition: Condition) -> str:
    """A condition in short: "≥ 4", "≤ 2"."""
    return f"≥ {condition.least}" if condition.least is not None else f"≤ {condition.most}"


def conditions_of(looker: StatecraftViewer, card: Supporter, met: tuple[bool, ...] | None) -> tuple[ConditionShape, ...]:
    """A supporter's conditions. An ideology without one is left out (SC-COM-09)."""
    return tuple(
        [
            ConditionShape(mark=looker.ideology(at), words=condition_words(condition), met=met is not None and met[at])
            for at, condition in enumerate(card.conditions)
            if condition is not None
        ]
    )


def supporter_of(looker: StatecraftViewer, supporter: SeenSupporter) -> SupporterShape:
    """A supporter, compared with the viewer's trackers."""
    player = looker.player
    return SupporterShape(
        id=supporter.card.id,
        name=supporter.card.name,
        flavour=supporter.card.flavour,
        conditions=conditions_of(looker, supporter.card, None if player is None else supporter.met[player]),
        host=supporter.host,
        fits=player in supporter.satisfied,
        loose=supporter.host is not None and supporter.host not in supporter.satisfied,
        price=None if player is None else supporter.prices[player],
    )


def axes_of(looker: StatecraftViewer, trackers: Trackers, counted: Trackers) -> tuple[tuple[Track, Track], ...]:
    """The four trackers as two axes of opposite ideologies (SC-COM-02)."""
    tracks = [
        Track(mark=looker.ideology(at), value=trackers[at], counted=None if counted[at] == trackers[at] else counted[at])
        for at in range(len(IDEOLOGIES))
    ]
    return tuple([(tracks[one], tracks[other]) for one, other in AXES])


def side_of(looker: StatecraftViewer, player: int, state: str) -> SideShape:
    """One side. `state`: the player's current activity."""
    side = looker.view.sides[player]
    leader, inner_left, inner_right, outer_left, outer_right = side.holders
    return SideShape(
        player=player,
        name=looker.name(player),
        you=player == looker.player,
        acts=side.waits,
        state=state,
        track=TrackersShape(
            axes=axes_of(looker, side.trackers, side.counted),
            budget=signed(side.budget),
            turn=turn_now(looker.view, side),
            hand=side.hand,
            claimed=len(side.supporters),
            incumbent=side.incumbent,
        ),
        row=tuple([holder_of(looker, side, each) for each in (outer_left, inner_left, leader, inner_right, outer_right)]),
        supporters=tuple([supporter_of(looker, each) for each in looker.view.supporters if each.host == player]),
    )

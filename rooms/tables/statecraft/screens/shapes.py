"""Shapes of the table on phones and on the wall: cards, places, trackers, supporters and sides, with their words.

They are made only from the view and from printed content, so they hold nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from control.engine.language import later, listed, say, say_count
from rooms.tables.statecraft.game.content import AXES, Condition, Policy, PolicyOption, Politician, Supporter
from rooms.tables.statecraft.game.scene import signed
from rooms.tables.statecraft.game.state import BUDGET, HIGHEST, Phase, Place, Trackers
from rooms.tables.statecraft.game.view import CardFace, Goal, SeenHolder, SeenPolicy, SeenSide, SeenSupporter
from rooms.tables.statecraft.rules.phases import HIDDEN
from rooms.tables.statecraft.rules.win_conditions import LOWEST_BUDGET
from rooms.tables.statecraft.screens.forms import LEADER
from rooms.tables.statecraft.screens.log import CLAIMED, FLOATS, MOVED, budget_thing, supporter_thing, tracker_thing
from rooms.tables.statecraft.screens.viewer import Mark, StatecraftViewer, turn_now

LETTERS: Final = ("A", "B")  # names of the two options of a card
MANY: Final = 4  # supporters of one player that fit side by side with their names on the wall
PLACES: Final[Mapping[Place | None, tuple[str, str]]] = {  # from left to right: on a phone, and on the wall
    Place.OUTER_LEFT: (later("outer circle, left"), later("Outer left")),
    Place.INNER_LEFT: (later("inner circle, left"), later("Inner left")),
    None: (later("leader"), later("Leader")),
    Place.INNER_RIGHT: (later("inner circle, right"), later("Inner right")),
    Place.OUTER_RIGHT: (later("outer circle, right"), later("Outer right")),
}
ASKED: Final[Mapping[Phase, str]] = {
    Phase.START_EFFECTS: later("sets an ideology"),
    Phase.TURN: later("is playing"),
    Phase.RECRUIT_CHOICE: later("is recruiting"),
    Phase.ACTION_CHOICE: later("is looking at a hand"),
    Phase.EVENT_CHOICE: later("is thinking"),
    Phase.EMERGENCY_CHOICE: later("is thinking"),
    Phase.LOSS_CHOICE: later("chooses a loss"),
    Phase.FREEPLAY: later("plays a policy"),
    Phase.MAY_DRAW: later("may draw"),
    Phase.INCUMBENT_BID: later("is bidding"),
    Phase.BID_PAYMENT: later("pays the bid"),
    Phase.DISCARD_DOWN: later("is discarding"),
}


class Point(Struct, frozen=True):
    """Signed steps of one ideology, as printed."""

    mark: Mark
    steps: str


class OptionShape(Struct, frozen=True, kw_only=True):
    """One option of a policy (SC-COM-06)."""

    letter: str
    label: str
    points: tuple[Point, ...]
    cost: str
    colour: Mark
    picture: str


class CardShape(Struct, frozen=True, kw_only=True):
    """An open card of the main deck: a policy with its specialism and options, or another card with its text."""

    id: str
    kind: str
    title: str
    specialism: Mark | None = None
    options: tuple[OptionShape, ...] = ()
    text: str = ""
    flavour: str = ""


class PlayedShape(Struct, frozen=True, kw_only=True):
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


class PolicyPile(Struct, frozen=True, kw_only=True):
    """A holder's announced or denounced policies on the wall: for each ideology, whether they touch it."""

    mark: Mark
    count: int
    marks: tuple[tuple[Mark, bool], ...]
    words: str


class HolderShape(Struct, frozen=True, kw_only=True):
    """A place of a cabinet with its portfolio. `key`: the name in forms. `where`: on the wall. An empty place has no `name`.

    `text`: of a leader, while it is in force. `up` and `down`: the portfolio on the wall, None where it is always empty.
    """

    key: str
    place: str
    where: str
    lead: bool
    name: str
    faction: str
    text: str
    specialisms: tuple[Mark, ...]
    senior: Mark | None
    announced: tuple[PlayedShape, ...]
    denounced: tuple[PlayedShape, ...]
    room: tuple[int, int]
    up: PolicyPile | None
    down: PolicyPile | None

    @property
    def room_up(self) -> range:
        """A range with one number for each policy that can still be announced here."""
        return range(self.room[0])

    @property
    def room_down(self) -> range:
        """A range with one number for each policy that can still be denounced here."""
        return range(self.room[1])


class Track(Struct, frozen=True, kw_only=True):
    """A tracker: an ideology from 0 to 7, or a budget.

    `counted`: its value for campaigning and poaching where that differs (SC-AFX-11). `was`: its value before a recent movement, or
    "". `part`: a width in percent. `below`: it is less than 0.
    """

    mark: Mark
    value: str
    was: str
    part: int
    counted: int | None = None
    below: bool = False


class ConditionShape(Struct, frozen=True, kw_only=True):
    """A supporter's condition for one ideology, and whether the viewer meets it (SC-CAM-01, SC-CAM-02)."""

    mark: Mark
    words: str
    met: bool


class SupporterShape(Struct, frozen=True, kw_only=True):
    """A supporter in play. `fits`: the viewer satisfies it. `loose`: its host no longer does. `price`: for the viewer.

    `meets`: seat and name of the players who satisfy it. `lately`: its last change, with seats.
    """

    id: str
    name: str
    conditions: tuple[ConditionShape, ...]
    host: int | None
    fits: bool
    loose: bool
    price: int | None
    meets: tuple[tuple[int, str], ...]
    lately: str


class SideShape(Struct, frozen=True, kw_only=True):
    """A player's side of the table, all of it public (SC-TRK-07, SC-POL-12, SC-CAM-07).

    `seat`: counted from 1. `state`: the player's current activity, on the wall `doing`. `value`: of the win condition. `axes`: the
    four ideologies as opposites (SC-COM-02). `row`: the cabinet from left to right, with the leader in the centre.
    """

    player: int
    seat: int
    name: str
    bot: bool
    you: bool
    active: bool
    acts: bool
    chosen: bool
    state: str
    doing: str
    wins: bool
    incumbent: bool
    hand: int
    turn: int
    value: str
    axes: tuple[tuple[Track, Track], ...]
    budget: Track
    row: tuple[HolderShape, ...]
    supporters: tuple[SupporterShape, ...]

    @property
    def many(self) -> bool:
        """Return whether the names of the supporters need small letters on the wall."""
        return len(self.supporters) > MANY


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
    who, lead = holder.politician, holder.place is None
    empty = who is None and not lead
    announces = not empty and (not lead or bool(holder.announced) or holder.room[0] > 0)
    place, where = PLACES[holder.place]
    return HolderShape(
        key=LEADER if holder.place is None else holder.place.value,
        place=say(place),
        where=say(where),
        lead=lead,
        name=side.leader.name if lead else "" if who is None else who.name,
        faction=side.leader.faction if lead else "",
        text=side.leader.text if lead and side.text_counts else "",
        specialisms=() if who is None else specialisms_of(looker, who),
        senior=looker.marks["senior"] if who is not None and who.senior else None,
        announced=tuple([played_of(looker, each) for each in holder.announced]),
        denounced=tuple([played_of(looker, each) for each in holder.denounced]),
        room=holder.room,
        up=_pile(looker, holder.announced, announced=True) if announces else None,
        down=None if empty else _pile(looker, holder.denounced, announced=False),
    )


def _pile(looker: StatecraftViewer, policies: tuple[SeenPolicy, ...], *, announced: bool) -> PolicyPile:
    marks = [looker.ideology(at) for at in range(len(AXES) * 2)]
    lit = [any(policy.chosen.points[at] for policy in policies) for at in range(len(marks))]
    words = (
        say_count("{count} announced", "{count} announced", len(policies))
        if announced
        else say_count("{count} denounced", "{count} denounced", len(policies))
    )
    cards = [say("{title}: {option}", title=each.card.title, option=each.chosen.label) for each in policies]
    return PolicyPile(
        mark=looker.marks["announce" if announced else "denounce"],
        count=len(policies),
        marks=tuple(zip(marks, lit, strict=True)),
        words="; ".join([words, *cards]),
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
    """A supporter, compared with the viewer's trackers, and the players who satisfy it (SC-CAM-04)."""
    player, card = looker.player, supporter.card
    return SupporterShape(
        id=card.id,
        name=card.name,
        conditions=conditions_of(looker, card, None if player is None else supporter.met[player]),
        host=supporter.host,
        fits=player in supporter.satisfied,
        loose=supporter.host is not None and supporter.host not in supporter.satisfied,
        price=None if player is None else supporter.prices[player],
        meets=tuple([(each + 1, looker.name(each)) for each in supporter.satisfied]),
        lately=_last_change_words(looker, card.id),
    )


def _was(looker: StatecraftViewer, thing: str, now: int, *, words: Callable[[int], str] = str) -> str:
    """The tracker's value before a recent movement. "" when it did not move."""
    stood = next((touch.called for touch in looker.seen.touched if touch.thing == thing and touch.what == MOVED), str(now))
    return "" if stood == str(now) else words(int(stood))


def _last_change_words(looker: StatecraftViewer, supporter: str) -> str:
    """The last change of a supporter. "" when there is none."""
    thing = supporter_thing(supporter)
    touch = next((each for each in reversed(looker.seen.touched) if each.thing == thing), None)
    if touch is None:
        return ""
    if not touch.called:
        return say("new") if touch.what == FLOATS else say("claimed")
    seat = int(touch.called) + 1
    return say("poached from {seat}", seat=seat) if touch.what == CLAIMED else say("back from {seat}", seat=seat)


def value_words(goal: Goal | None, value: int) -> str:
    """A value of the win condition in words: a budget with its sign. "" before the table is laid out."""
    return "" if goal is None else signed(value) if goal.win == LOWEST_BUDGET else str(value)


def _track(looker: StatecraftViewer, player: int, side: SeenSide, at: int) -> Track:
    value, counted = side.trackers[at], side.counted[at]
    return Track(
        mark=looker.ideology(at),
        value=str(value),
        was=_was(looker, tracker_thing(player, at), value),
        part=100 * value // HIGHEST,
        counted=None if counted == value else counted,
    )


def sides_of(looker: StatecraftViewer) -> tuple[SideShape, ...]:
    """All sides in the order of the chairs."""
    return tuple([_side(looker, player, side) for player, side in enumerate(looker.view.sides)])


def _side(looker: StatecraftViewer, player: int, side: SeenSide) -> SideShape:
    view, chair = looker.view, looker.seen.table.chairs[player]
    holders = {holder.place: holder for holder in side.holders}
    state, doing = _activity(looker, player, side)
    return SideShape(
        player=player,
        seat=player + 1,
        name=chair.name,
        bot=bool(chair.bot),
        you=player == looker.player,
        active=player == view.active,
        acts=side.waits,
        chosen=side.answered is True,
        state=state,
        doing=doing,
        wins=player in view.winners,
        incumbent=side.incumbent,
        hand=side.hand,
        turn=turn_now(view, side),
        value=value_words(view.goal, side.value),
        axes=tuple([(_track(looker, player, side, one), _track(looker, player, side, other)) for one, other in AXES]),
        budget=Track(
            mark=looker.marks["budget"],
            value=signed(side.budget),
            was=_was(looker, budget_thing(player), side.budget, words=signed),
            part=100 * abs(side.budget) // max(BUDGET, -side.budget_least),
            below=side.budget < 0,
        ),
        row=tuple([holder_of(looker, side, holders[place]) for place in PLACES]),
        supporters=tuple([supporter_of(looker, each) for each in view.supporters if each.host == player]),
    )


def _activity(looker: StatecraftViewer, player: int, side: SeenSide) -> tuple[str, str]:
    """A player's current activity, as everybody can see it, on a phone and on the wall."""
    view = looker.view
    if side.answered:
        state = doing = say("has chosen")
    elif side.waits:
        state = (
            say("is thinking") if view.phase in HIDDEN else say("is playing") if view.phase is Phase.TURN else say("is choosing")
        )
        doing = say(ASKED.get(view.phase, ""))
    else:
        state = doing = say("has the turn") if player == view.active else ""
    if view.phase is Phase.OVER:
        doing = say("wins") if player in view.winners else ""
    return state, doing

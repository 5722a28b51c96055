"""A player's public side: cabinet and portfolios, trackers, claimed supporters (SC-TRK-07, SC-POL-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, say, say_count
from rooms.tables.statecraft.game.content import AXES
from rooms.tables.statecraft.game.state import BUDGET, HIGHEST, Phase, Place
from rooms.tables.statecraft.game.view import SeenHolder, SeenPolicy, SeenSide, SeenSupporter, StatecraftView
from rooms.tables.statecraft.screens.log import CLAIMED, FLOATS, MOVED, budget_thing, supporter_thing, tracker_thing
from rooms.tables.statecraft.screens.scenario_goal import value_words
from rooms.tables.statecraft.screens.shapes import ConditionShape, conditions_of, specialisms_of
from rooms.tables.statecraft.screens.viewer import Mark, StatecraftViewer, signed, turn_now

MANY: Final = 4  # supporters of one player that fit side by side with their names
PLACED: Final[Mapping[Place | None, str]] = {
    Place.OUTER_LEFT: later("Outer left"),
    Place.INNER_LEFT: later("Inner left"),
    None: later("Leader"),
    Place.INNER_RIGHT: later("Inner right"),
    Place.OUTER_RIGHT: later("Outer right"),
}
LEFT_TO_RIGHT: Final = tuple(PLACED)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """A tracker. `was`: its value before a recent movement, or "". `part`: a width in percent."""

    mark: Mark
    value: str
    was: str
    part: int
    below: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """Two opposite ideologies (SC-COM-02)."""

    left: Gauge
    right: Gauge


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyPile:
    """A holder's announced or denounced policies: their number, and for each ideology whether they touch it."""

    mark: Mark
    count: int
    marks: tuple[tuple[Mark, bool], ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CabinetPlace:
    """A place beside the leader, or the leader's (`lead`), with the text in force."""

    key: str
    where: str
    lead: bool
    name: str
    faction: str
    effect: str
    senior: Mark | None
    specialisms: tuple[Mark, ...]
    announced: PolicyPile | None
    denounced: PolicyPile | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A supporter in play.

    `meets`: seat and name of the players who satisfy it. `lately`: its last change, with seats. `loyal`: its host still satisfies
    it, so poaching costs more.
    """

    id: str
    name: str
    claims: tuple[ConditionShape, ...]
    meets: tuple[tuple[int, str], ...]
    loyal: bool
    lately: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cabinet:
    """One player's whole side. `seat`: counted from 1. `state`: what the table waits for, in words."""

    player: int
    seat: int
    name: str
    bot: bool
    active: bool
    waits: bool
    chosen: bool
    state: str
    wins: bool
    incumbent: bool
    hand: int
    turn: int
    value: str
    places: tuple[CabinetPlace, ...]
    axes: tuple[Axis, Axis]
    budget: Gauge
    supporters: tuple[Follower, ...]
    many: bool


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


def cabinets_of(looker: StatecraftViewer) -> tuple[Cabinet, ...]:
    return tuple([_cabinet(looker, player, side) for player, side in enumerate(looker.view.sides)])


def _cabinet(looker: StatecraftViewer, player: int, side: SeenSide) -> Cabinet:
    view, chair = looker.view, looker.seen.table.chairs[player]
    holders = {holder.place: holder for holder in side.holders}
    mine = [each for each in view.supporters if each.host == player]
    return Cabinet(
        player=player,
        seat=player + 1,
        name=chair.name,
        bot=bool(chair.bot),
        active=player == view.active,
        waits=side.waits,
        chosen=side.answered is True,
        state=_state(view, player, side),
        wins=player in view.winners,
        incumbent=side.incumbent,
        hand=side.hand,
        turn=turn_now(view, side),
        value=value_words(view.goal, side.value) if view.goal else "",
        places=tuple([_holder(looker, side, holders[place]) for place in LEFT_TO_RIGHT]),
        axes=(_axis(looker, player, side, *AXES[0]), _axis(looker, player, side, *AXES[1])),
        budget=_budget(looker, player, side),
        supporters=tuple([follower_of(looker, each) for each in mine]),
        many=len(mine) > MANY,
    )


def _state(view: StatecraftView, player: int, side: SeenSide) -> str:
    if view.phase is Phase.OVER:
        return say("wins") if player in view.winners else ""
    if side.answered:
        return say("has chosen")
    if side.waits:
        return say(ASKED.get(view.phase, ""))
    return say("has the turn") if player == view.active else ""


def _axis(looker: StatecraftViewer, player: int, side: SeenSide, left: int, right: int) -> Axis:
    return Axis(left=_gauge(looker, player, side, left), right=_gauge(looker, player, side, right))


def _gauge(looker: StatecraftViewer, player: int, side: SeenSide, ideology: int) -> Gauge:
    value = side.trackers[ideology]
    return Gauge(
        mark=looker.ideology(ideology),
        value=str(value),
        was=_was(looker, tracker_thing(player, ideology), value),
        part=100 * value // HIGHEST,
    )


def _budget(looker: StatecraftViewer, player: int, side: SeenSide) -> Gauge:
    return Gauge(
        mark=looker.marks["budget"],
        value=signed(side.budget),
        was=_was(looker, budget_thing(player), side.budget, words=signed),
        part=100 * abs(side.budget) // max(BUDGET, -side.budget_least),
        below=side.budget < 0,
    )


def _holder(looker: StatecraftViewer, side: SeenSide, holder: SeenHolder) -> CabinetPlace:
    lead, politician = holder.place is None, holder.politician
    empty = politician is None and not lead
    announces = not empty and (not lead or bool(holder.announced) or holder.room[0] > 0)
    return CabinetPlace(
        key="leader" if holder.place is None else holder.place.value,
        where=say(PLACED[holder.place]),
        lead=lead,
        name=side.leader.name if lead else politician.name if politician else "",
        faction=side.leader.faction if lead else "",
        effect=side.leader.text if lead and side.text_counts else "",
        senior=looker.marks["senior"] if politician and politician.senior else None,
        specialisms=() if politician is None else specialisms_of(looker, politician),
        announced=_pile(looker, holder.announced, announced=True) if announces else None,
        denounced=None if empty else _pile(looker, holder.denounced, announced=False),
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


def follower_of(looker: StatecraftViewer, supporter: SeenSupporter) -> Follower:
    """A supporter with its conditions and the players who satisfy it (SC-CAM-04)."""
    return Follower(
        id=supporter.card.id,
        name=supporter.card.name,
        claims=conditions_of(looker, supporter.card, None),
        meets=tuple([(player + 1, looker.name(player)) for player in supporter.satisfied]),
        loyal=supporter.host in supporter.satisfied,
        lately=_last_change_words(looker, supporter.card.id),
    )

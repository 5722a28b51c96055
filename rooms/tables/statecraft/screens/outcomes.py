"""Outcomes shown before a choice: trackers from and to, satisfied supporters, and effects of event options (SC-CNT-28).

They follow the rules: each single change stops at 0 and 7 (SC-TRK-03, SC-TRK-04). Policies that leave a manifesto reverse their
real movement, the last one played first (SC-LOS-03, SC-R-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from control.engine.language import listed, say, say_count
from rooms.tables.statecraft.game.content import IDEOLOGIES, Circle, Effect, EffectKind, PolicyOption
from rooms.tables.statecraft.game.scene import signed
from rooms.tables.statecraft.game.state import BUDGET, HIGHEST, NO_POINTS, Trackers, moved_by, reverse, stepped
from rooms.tables.statecraft.game.view import SeenPolicy, SeenSide, SeenSupporter, undone
from rooms.tables.statecraft.rules.ideology_trackers import clipped
from rooms.tables.statecraft.rules.supporters import met
from rooms.tables.statecraft.screens.shapes import condition_words
from rooms.tables.statecraft.screens.viewer import Mark, StatecraftViewer, cards

Marks = Mapping[str, Mark]


def effect_words(marks: Marks, effect: Effect, side: SeenSide | None = None) -> str:
    """One effect as a sentence without a full stop. With a side, it names the trackers' values before and after."""
    count, steps = effect.amount, signed(effect.amount)
    match effect.kind:
        case EffectKind.DISCARD_HAND:
            words = say_count("Discard {count} hand card", "Discard {count} hand cards", count)
            return words if side is None else say("{effect} (you hold {have})", effect=words, have=side.hand)
        case EffectKind.DRAW:
            return say_count("Draw {count} card", "Draw {count} cards", count)
        case EffectKind.LOSE_POLICIES:
            narrowed = effect.colour or effect.specialism
            if narrowed is None:
                return say_count("Discard {count} of your policies", "Discard {count} of your policies", count)
            which = marks[narrowed.value].name
            return say_count(
                "Discard {count} policy in play: {which}", "Discard {count} policies in play: {which}", count, which=which
            )
        case EffectKind.RETURN_SUPPORTERS:
            words = say_count("Return {count} supporter", "Return {count} supporters", count)
            return words if side is None else say("{effect} (you have {have})", effect=words, have=len(side.supporters))
        case EffectKind.LOSE_POLITICIANS:
            return _politician_words(effect)
        case EffectKind.MOVE_IDEOLOGY:
            if effect.ideology is None:
                return say("An ideology of your choice {steps}", steps=steps)
            name = marks[effect.ideology.value].name
            if side is None:
                return say("{ideology} {steps}", ideology=name, steps=steps)
            now = side.trackers[IDEOLOGIES.index(effect.ideology)]
            return say("{ideology} {steps}: {now} → {then}", ideology=name, steps=steps, now=now, then=clipped(now + count))
        case EffectKind.MOVE_BUDGET:
            if side is None:
                return say("Budget {steps}", steps=steps)
            then = max(side.budget_least, min(BUDGET, side.budget + count))
            return say("Budget {steps}: {now} → {then}", steps=steps, now=signed(side.budget), then=signed(then))
        case EffectKind.FREEPLAY:
            return say("Announce or denounce a policy at once, then draw a card if you like")


def _politician_words(effect: Effect) -> str:
    if effect.circle is Circle.INNER:
        return say_count(
            "Lose {count} politician of the inner circle", "Lose {count} politicians of the inner circle", effect.amount
        )
    if effect.circle is Circle.OUTER:
        return say_count(
            "Lose {count} politician of the outer circle", "Lose {count} politicians of the outer circle", effect.amount
        )
    return say_count("Lose {count} politician", "Lose {count} politicians", effect.amount)


ALL_MET: Final = (True, True, True, True)
MOST_NAMED: Final = 3  # unchanged supporters named in the sentence


class OwnPosition(Struct, frozen=True):
    """A player's trackers and budget."""

    trackers: Trackers
    budget: int


class TrackerMove(Struct, frozen=True, kw_only=True):
    """A tracker's movement. `note`: where it stops, if it does."""

    mark: Mark
    before: str
    after: str
    note: str = ""


class Changed(Struct, frozen=True):
    """A condition of a supporter: met now, and met after the choice."""

    mark: Mark
    words: str
    now: bool
    then: bool


class WouldMeet(Struct, frozen=True, kw_only=True):
    """A supporter affected by the choice: its conditions before and after, and the result in a few words."""

    id: str
    name: str
    conditions: tuple[Changed, ...]
    verdict: str
    good: bool


class Would(Struct, frozen=True, kw_only=True):
    """The outcome of a choice for the viewer's own position. `others`: the supporters that do not change."""

    moves: tuple[TrackerMove, ...]
    supporters: tuple[WouldMeet, ...]
    others: str


def position_of(side: SeenSide) -> OwnPosition:
    return OwnPosition(side.trackers, side.budget)


def position_after(side: SeenSide, points: Trackers, budget: int) -> OwnPosition:
    """The position after this change. Every tracker stops at its limit."""
    return OwnPosition(stepped(side.trackers, points), max(side.budget_least, min(BUDGET, side.budget + budget)))


def position_after_option(side: SeenSide, option: PolicyOption, *, announced: bool) -> OwnPosition:
    """The position after an option is announced or denounced (SC-POL-04, SC-POL-05, SC-DEN-03, SC-DEN-04)."""
    points, cost = (option.points, option.cost) if announced else (reverse(option.points), -option.cost)
    return position_after(side, points, cost)


def position_after_loss(side: SeenSide, policies: Iterable[SeenPolicy]) -> OwnPosition:
    """The position after these policies have left the manifesto (SC-LOS-01, SC-LOS-02, SC-LOS-03)."""
    return OwnPosition(*undone(side.trackers, side.budget, side.budget_least, policies))


def titles_of(policies: Iterable[SeenPolicy]) -> str:
    return listed([say("“{card}”", card=policy.card.title) for policy in policies])


def outcome_for_viewer(
    looker: StatecraftViewer, side: SeenSide, after: OwnPosition, *, asked: Trackers = NO_POINTS, spin: Trackers = NO_POINTS
) -> Would:
    """The outcome for the viewer's own position.

    `asked`: the steps that each ideology should move, to show where it stops. `spin`: what a card adds to the counted trackers
    (SC-AFX-11).
    """
    before = position_of(side)
    moves = []
    for at in range(len(IDEOLOGIES)):
        now, then, wanted = before.trackers[at], after.trackers[at], asked[at]
        if now == then and not wanted:
            continue
        note = ""
        if wanted and then - now != wanted:
            note = say("stops at {limit}", limit=HIGHEST if wanted > 0 else 0)
        moves.append(TrackerMove(mark=looker.ideology(at), before=str(now), after=str(then), note=note))
    if after.budget != before.budget:
        moves.append(TrackerMove(mark=looker.marks["budget"], before=signed(before.budget), after=signed(after.budget)))
    turn = looker.view.turn.spin if looker.player == looker.view.active else NO_POINTS
    counted = stepped(after.trackers, moved_by(turn, spin))
    supporters, others = _supporters_then(looker, side.counted, counted)
    return Would(moves=tuple(moves), supporters=supporters, others=others)


def _supporters_then(looker: StatecraftViewer, before: Trackers, after: Trackers) -> tuple[tuple[WouldMeet, ...], str]:
    """Supporters with a condition that changes, each with its result. The others are named in one sentence."""
    concerned, others = [], []
    for supporter in looker.view.supporters:
        if met(supporter.card, before) != met(supporter.card, after):
            concerned.append(_would_meet(looker, supporter, after))
        else:
            others.append(supporter.card.name)
    return tuple(concerned), _others_words(others) if others and concerned else ""


def _others_words(names: list[str]) -> str:
    if len(names) > MOST_NAMED:
        return say("Nothing changes for the {count} others.", count=len(names))
    return say("Nothing changes for {names}.", names=listed(names))


def _would_meet(looker: StatecraftViewer, supporter: SeenSupporter, counted: Trackers) -> WouldMeet:
    player = looker.player or 0
    now, then = supporter.met[player], met(supporter.card, counted)
    verdict, good = _verdict(looker, supporter, fits=now == ALL_MET, will_fit=then == ALL_MET)
    return WouldMeet(
        id=supporter.card.id,
        name=supporter.card.name,
        conditions=tuple(
            [
                Changed(looker.ideology(at), condition_words(condition), now[at], then[at])
                for at, condition in enumerate(supporter.card.conditions)
                if condition is not None
            ]
        ),
        verdict=verdict,
        good=good,
    )


def _verdict(looker: StatecraftViewer, supporter: SeenSupporter, *, fits: bool, will_fit: bool) -> tuple[str, bool]:
    """The viewer's possible next move with a supporter, in a few words, and whether it is good news."""
    host, player = supporter.host, looker.player or 0
    if host == player:
        words = say("stays, satisfied") if will_fit else say("stays, but not satisfied: cheaper to poach")
        return words, will_fit
    if host is None:
        return (say("you can claim it") if will_fit else say("out of reach") if fits else say("not yet")), will_fit
    if will_fit:
        price = supporter.prices[player] or 0
        return say("you can poach it for {cards}", cards=cards(price)), True
    return (say("out of reach") if fits else say("not yet")), False

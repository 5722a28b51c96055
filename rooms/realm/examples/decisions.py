"""Words of examples for decisions and hand-offs."""

from __future__ import annotations

from collections.abc import Iterator

from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import original_id
from control.day.handoffs import HandOver, TakeHandOff, open_hand_offs
from control.day.records import Decision
from control.engine.context import Actor
from rooms.realm.desks import DESK_NAMES
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, one_of, text
from rooms.realm.examples.world import STAFF, Words, World, actor_of, commanded

# === decisions and hand-offs ============================================================================================


DEFAULT = "default"  # decider of an answer by default
HANDED = ("from", "to", "what", "rule")


# --- when ---------------------------------------------------------------------------------------------------------------


def when_decides(world: World, value: Node) -> World:
    """Answer decisions: `{war-4-throne: snake}` from the desk that is asked, `{option: snake, by: cat 1}` from others."""
    for name, answer in mapping(value, "when.decides").items():
        where = f"when.decides.{name}"
        decision = _asked(world, name, where)
        said = {"option": answer} if isinstance(answer, str) else mapping(answer, where)
        for key in said:
            one_of(key, dict.fromkeys(("option", "by")), where)
        desk = Actor(name=DESK_NAMES[decision.desk], desks=frozenset({decision.desk}))
        by = actor_of(world, said["by"], f"{where}.by") if "by" in said else desk
        option = text(said.get("option"), f"{where}.option")
        world = commanded(world, MakeDecision(decision=decision.id, option=option, seat=by.seat), by)
        if world.refused is not None:
            break
    return world


def when_hands_over(world: World, value: Node) -> World:
    """Hand something over between desks: `{from: war control, to: court control, what: ...}`."""
    said = mapping(value, "when.hands over")
    for key in said:
        one_of(key, dict.fromkeys(HANDED), "when.hands over")
    origin, to = _desk(said.get("from"), "when.hands over.from"), _desk(said.get("to"), "when.hands over.to")
    what, rule = text(said.get("what"), "when.hands over.what"), text(said.get("rule", ""), "when.hands over.rule")
    by = Actor(name=DESK_NAMES[origin], desks=frozenset({origin}))
    return commanded(world, HandOver(origin=origin, to=to, what=what, rule=rule), by)


def when_takes_over(world: World, value: Node) -> World:
    """Let desks take over all their hand-offs."""
    for each in items(value, "when.takes over"):
        desk = _desk(each, "when.takes over")
        by = Actor(name=DESK_NAMES[desk], desks=frozenset({desk}))
        for lying in [found for found in open_hand_offs(world.state) if found.to == desk]:
            world = commanded(world, TakeHandOff(hand_off=lying.id), by)
    return world


# --- then ---------------------------------------------------------------------------------------------------------------


def then_decided(world: World, value: Node) -> Iterator[str]:
    """Check given answers: `{war-4-throne: snake}`, or `{option:, by:}` where `by` is a name or `default`."""
    found = {
        original_id(each.id): {"option": each.option, "by": DEFAULT if each.by_default else each.decided_by}
        for each in world.state.decisions
        if each.option is not None and not each.closed
    }
    for name, expected in mapping(value, "then.decided").items():
        said = {"option": expected} if isinstance(expected, str) else mapping(expected, f"then.decided.{name}")
        yield from difference({name: said}, found, "decided")


def then_hand_offs(world: World, value: Node) -> Iterator[str]:
    """Check all open hand-offs, oldest first: `[{from: war control, to: court control, what: ...}]`, or `none`."""
    words = {desks: word for word, desks in STAFF.items()}
    found = [
        {"from": words[frozenset({each.origin})], "to": words[frozenset({each.to})], "what": str(each.what), "rule": each.rule}
        for each in open_hand_offs(world.state)
    ]
    expected = items([value] if isinstance(value, dict) else value, "then.hand offs")
    for each in expected:
        for key in mapping(each, "then.hand offs"):
            one_of(key, dict.fromkeys(HANDED), "then.hand offs")
    yield from difference(expected, found, "hand offs")


# --- small parts --------------------------------------------------------------------------------------------------------


def _asked(world: World, name: str, where: str) -> Decision:
    """Newest open decision with that id."""
    found = next((each for each in reversed(world.state.decisions) if original_id(each.id) == name and not each.closed), None)
    if found is None:
        waiting = ", ".join(sorted(original_id(each.id) for each in world.state.decisions if not each.closed))
        raise ExampleError(f"{where}: nobody asks this; asked are {waiting or 'no decisions'}")
    return found


def _desk(value: Node, where: str) -> str:
    desks = STAFF[one_of(text(value, where), STAFF, where)]
    if len(desks) != 1:
        raise ExampleError(f"{where}: name one desk")
    return next(iter(desks))


BETWEEN_WORDS = Words(
    when={"decides": when_decides, "hands over": when_hands_over, "takes over": when_takes_over},
    then={"decided": then_decided, "hand offs": then_hand_offs},
)

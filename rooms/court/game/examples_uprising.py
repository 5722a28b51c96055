"""Vocabulary of the Court in examples beyond the floor: Uprisings, orders without a vote, amended and struck proposals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.context import Actor
from control.engine.modules import Command
from rooms.court.game.floor.cycles import StrikeProposal
from rooms.court.game.proposals.amendment import AmendProposal
from rooms.court.game.sovereign_orders import OrderMilitary
from rooms.court.game.state import Consent, Penalty, floor_of
from rooms.court.game.uprising.events import open_uprising
from rooms.court.game.uprising.punishment import Punish
from rooms.court.game.uprising.rules import CountDissent, EndUprising, PassThrone, RiseUp, SitDown
from rooms.realm.desks import Desk
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.realm.examples.world import Words, World, actor_of, commanded, house_of, seat_of
from rooms.realm.papers.game.types import Paper

# === words ==============================================================================================================


CONTROL = Actor(name="court control", desks=frozenset({Desk.COURT}))


# --- when ---------------------------------------------------------------------------------------------------------------


def when_rises(world: World, value: Node) -> World:
    """Players stand up on their phones, one after the other, while the Uprising runs: `[cat 1, wolf 2]`."""
    for each in items(value, "when.rises"):
        seat = seat_of(world, each, "when.rises").id
        floor = floor_of(world.state)
        running = open_uprising(floor)
        number_of = running.number if running else len(floor.uprisings) + 1
        world = _give_command(world, RiseUp(month=world.state.clock.month, number=number_of, seat=seat), Actor(seat=seat))
    return world


def when_sits_down(world: World, value: Node) -> World:
    """A standing player sits down again: `cat 1`."""
    seat = seat_of(world, value, "when.sits down").id
    return _give_command(
        world, SitDown(month=world.state.clock.month, number=_running(world, "when.sits down"), seat=seat), Actor(seat=seat)
    )


def when_dissent(world: World, value: Node) -> World:
    """Use votes of schemes for the Uprising, by House: `{cat: 1}` (R-127)."""
    for name, votes in mapping(value, "when.dissent").items():
        house = house_of(world, name, "when.dissent")
        votes = number(votes, f"when.dissent.{name}")
        month, running = world.state.clock.month, _running(world, "when.dissent")
        world = _give_command(world, CountDissent(month=month, number=running, house=house, votes=votes))
    return world


def when_ends_uprising(world: World, value: Node) -> World:
    """Court Control closes the Uprising: `now`."""
    one_of(text(value, "when.ends uprising"), {"now": None}, "when.ends uprising")
    return _give_command(world, EndUprising(month=world.state.clock.month, number=_running(world, "when.ends uprising")))


def when_punishes(world: World, value: Node) -> World:
    """Punish rebels of the last Uprising: `{wolf 1: {power: 1}, cat 2: death}`, with `by: cat 1` unless it is Control."""
    said = mapping(value, "when.punishes")
    by = _actor_in(world, said, "when.punishes")
    for name, what in said.items():
        if name == "by":
            continue
        where = f"when.punishes.{name}"
        words = {what: None} if isinstance(what, str) else mapping(what, where)
        ((kind, amount),) = words.items()
        penalty = Penalty(one_of(kind, {str(each): None for each in Penalty}, where))
        player = seat_of(world, name, where).id
        command = Punish(
            month=world.state.clock.month,
            number=len(floor_of(world.state).uprisings),
            player=player,
            penalty=penalty,
            reason="it stood up",
            amount=0 if amount is None else number(amount, where),
            seat=by.seat,
        )
        world = _give_command(world, command, by)
    return world


def when_passes_throne(world: World, value: Node) -> World:
    """A player who was just seated passes the throne on within the House: `{cat 1: cat 2}`."""
    for name, to in mapping(value, "when.passes throne").items():
        seat = seat_of(world, name, "when.passes throne").id
        heir = seat_of(world, to, f"when.passes throne.{name}").id
        world = _give_command(world, PassThrone(month=world.state.clock.month, seat=seat, to=heir), Actor(seat=seat))
    return world


def when_orders(world: World, value: Node) -> World:
    """Order a Court Military Action without a vote: `{propaganda: [cat], by: cat 1}`, by Court Control without `by` (R-39)."""
    said = mapping(value, "when.orders")
    by = _actor_in(world, said, "when.orders")
    kinds = {name: fields for name, fields in said.items() if name != "by"}
    paper = _paper(kinds, "when.orders")
    return _give_command(world, OrderMilitary(month=world.state.clock.month, paper=paper, seat=by.seat), by)


def when_amends(world: World, value: Node) -> World:
    """Amend a proposal by Court Control, with the author's consent: `{cat 1: {fines: [wolf, 1, 0]}}` (R-76)."""
    for name, what in mapping(value, "when.amends").items():
        player = seat_of(world, name, "when.amends").id
        paper = _paper({what: None} if isinstance(what, str) else mapping(what, f"when.amends.{name}"), f"when.amends.{name}")
        amend = AmendProposal(month=world.state.clock.month, player=player, paper=paper, consent=Consent.AUTHOR, reason="misread")
        world = _give_command(world, amend)
    return world


def when_strikes(world: World, value: Node) -> World:
    """Strike out a proposal by a Destroy Proposal: `cat 1` (R-128)."""
    author = seat_of(world, value, "when.strikes").id
    return _give_command(world, StrikeProposal(month=world.state.clock.month, author=author, reason="a scheme of last month"))


# --- then ---------------------------------------------------------------------------------------------------------------


def then_uprisings(world: World, value: Node) -> Iterator[str]:
    """Expect the state of each Uprising of the month: `{1: {how: won, stood: 12, caller: …}}`."""
    found: Mapping[str, Node] = {
        str(each.number): {"how": str(each.how), "stood": len(each.standing), "caller": each.caller}
        for each in floor_of(world.state).uprisings
    }
    yield from difference(value, found, "uprisings")


# --- small parts --------------------------------------------------------------------------------------------------------


def _give_command(world: World, command: Command, by: Actor = CONTROL) -> World:
    return world if world.refused is not None else commanded(world, command, by)


def _running(world: World, where: str) -> int:
    running = open_uprising(floor_of(world.state))
    if running is None:
        raise ExampleError(f"{where}: no Uprising runs")
    return running.number


def _actor_in(world: World, said: Mapping[str, Node], where: str) -> Actor:
    return actor_of(world, said["by"], f"{where}.by") if "by" in said else CONTROL


def _paper(said: Mapping[str, Node], where: str) -> Paper:
    if len(said) != 1:
        raise ExampleError(f"{where}: write one action with its fields")
    ((name, fields),) = said.items()
    return Paper(type=name, values=tuple(tuple(map(str, items(each, where))) for each in items(fields, where)))


RISING_WORDS = Words(
    when={
        "rises": when_rises,
        "sits down": when_sits_down,
        "dissent": when_dissent,
        "ends uprising": when_ends_uprising,
        "punishes": when_punishes,
        "passes throne": when_passes_throne,
        "orders": when_orders,
        "amends": when_amends,
        "strikes": when_strikes,
    },
    then={"uprisings": then_uprisings},
)

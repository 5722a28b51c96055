"""Vocabulary of the Court in examples: the roll, proposals handed in, and actions on the floor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.context import Actor, Sealed
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.court.game.examples_uprising import RISING_WORDS
from rooms.court.game.floor.cycles import ChooseProposal, running_part
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.pools import CourtAssembled, due_pools, evolve_assembled
from rooms.court.game.floor.vote import CastVote, CountBribes, CountFists
from rooms.court.game.floor.vote_result import CloseVote, DecideTie
from rooms.court.game.proposals.proposal import KIND, PROPOSALS, check
from rooms.court.game.state import floor_of, proposal_in_cycle, with_floor
from rooms.court.rules.pool_shares import THRONE, Share
from rooms.realm.desks import Desk
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, number, one_of, text
from rooms.realm.examples.world import NOON, Words, World, actor_of, commanded, house_of, in_room, seat_of
from rooms.realm.game.laws import law_of
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import Room

CONTROL = Actor(name="court control", desks=frozenset({Desk.COURT}))
SIDES = {"for": True, "against": False}


# --- given --------------------------------------------------------------------------------------------------------------


def given_assembled(world: World, value: Node) -> World:
    """The assembled players by House: a number from rank 1 on, or a list of ranks. Pools are set out (R-77)."""
    for house, ranks in mapping(value, "given.assembled").items():
        where = f"given.assembled.{house}"
        for rank in range(1, ranks + 1) if isinstance(ranks, int) else items(ranks, where):
            world = in_room(world, seat_of(world, f"{house} {number(rank, where)}", where).id, Room.COURT)
    happened = CourtAssembled(month=world.state.clock.month, pools=due_pools(world.state))
    return replace(world, state=evolve_assembled(world.state, happened))


def given_proposals(world: World, value: Node) -> World:
    """Sealed proposals by player: `{cat 1: {fines: [wolf, 2, 1]}}`, fields in the order of the form."""
    for who, said in mapping(value, "given.proposals").items():
        where, seat = f"given.proposals.{who}", seat_of(world, who, "given.proposals")
        paper = _paper(world, said, where)
        try:
            check(world.state, seat.id, paper)
        except Refused as no:
            raise ExampleError(f"{where}: {no.sentence}") from no
        month = world.state.clock.month
        sealed = Sealed(seat=seat.id, kind=KIND, month=month, revision=1, received_at=NOON, body=encode(paper))
        world = replace(in_room(world, seat.id, Room.COURT), sheets=(*world.sheets, sealed))
        floor = floor_of(world.state)
        world = replace(world, state=with_floor(world.state, replace(floor, came=(*floor.came, seat.id))))
    return world


def _paper(world: World, value: Node, where: str) -> Paper:
    if isinstance(value, str):
        value = {value: None}
    said = mapping(value, where)
    if len(said) != 1:
        raise ExampleError(f"{where}: write one proposal with its fields")
    ((name, fields),) = said.items()
    one_of(name, {each.id: each for each in PROPOSALS.types(world.state)}, where)
    return Paper(type=name, values=tuple(tuple(map(str, items(each, where))) for each in items(fields, where)))


# --- when ---------------------------------------------------------------------------------------------------------------


def when_chooses(world: World, value: Node) -> World:
    """Choose a player's proposal: `cat 1`, by Control; `{proposal: cat 1, by: wolf 1}`; `leverage: true`."""
    said = {"proposal": value} if isinstance(value, str) else mapping(value, "when.chooses")
    for key in said:
        one_of(key, dict.fromkeys(("proposal", "by", "leverage")), "when.chooses")
    author, by = seat_of(world, said.get("proposal"), "when.chooses"), _actor_in(world, said, "when.chooses")
    leverage = said.get("leverage") is True
    month = world.state.clock.month
    return commanded(world, ChooseProposal(month=month, author=author.id, seat=by.seat, leverage=leverage), by)


def when_votes(world: World, value: Node) -> World:
    """Vote on phones: `{for: [cat 1, wolf 2], against: bear 1}`."""
    month, cycle = _current_cycle(world, "when.votes")
    for side, people in mapping(value, "when.votes").items():
        favor = SIDES[one_of(side, SIDES, "when.votes")]
        for each in items(people, f"when.votes.{side}"):
            seat = seat_of(world, each, f"when.votes.{side}").id
            world = _give_command(world, CastVote(month=month, cycle=cycle, seat=seat, favor=favor), Actor(seat=seat))
    return world


def when_fists(world: World, value: Node) -> World:
    """Count raised fists of players who have not voted by name."""
    month, cycle = _current_cycle(world, "when.fists")
    return _give_command(world, CountFists(month=month, cycle=cycle, fists=number(value, "when.fists")))


def when_extra_votes(world: World, value: Node) -> World:
    """Use votes brought by schemes, by House: `{cat: {for: 1}}` (R-127)."""
    month, cycle = _current_cycle(world, "when.extra votes")
    for name, said in mapping(value, "when.extra votes").items():
        house = house_of(world, name, "when.extra votes")
        for side, count in mapping(said, f"when.extra votes.{name}").items():
            favor = SIDES[one_of(side, SIDES, f"when.extra votes.{name}")]
            votes = number(count, f"when.extra votes.{name}.{side}")
            world = _give_command(world, CountBribes(month=month, cycle=cycle, house=house, votes=votes, favor=favor))
    return world


def when_closes(world: World, value: Node) -> World:
    """`vote`: Court Control closes the running vote."""
    one_of(text(value, "when.closes"), {"vote": None}, "when.closes")
    month, cycle = _current_cycle(world, "when.closes")
    return _give_command(world, CloseVote(month=month, cycle=cycle))


def when_tie(world: World, value: Node) -> World:
    """Decide a tie: `for`, by Control, or `{decided: against, by: cat 1}`."""
    said = {"decided": value} if isinstance(value, str) else mapping(value, "when.tie")
    passes, by = SIDES[one_of(text(said.get("decided"), "when.tie"), SIDES, "when.tie")], _actor_in(world, said, "when.tie")
    month, cycle = _current_cycle(world, "when.tie")
    return _give_command(world, DecideTie(month=month, cycle=cycle, passes=passes, seat=by.seat), by)


def when_pays(world: World, value: Node) -> World:
    """Pay with Power and Favors: `{cat: [2, 1], throne: [1, 0]}`, with `by: cat 1` unless it is Control; or `in turn`."""
    month, cycle = _current_cycle(world, "when.pays")
    if value == "in turn":
        return _give_command(world, PayLaw(month=month, cycle=cycle))
    said = mapping(value, "when.pays")
    by = _actor_in(world, said, "when.pays")
    shares = tuple(_share(world, payer, given) for payer, given in said.items() if payer != "by")
    return _give_command(world, PayLaw(month=month, cycle=cycle, shares=shares, seat=by.seat), by)


def _share(world: World, payer: str, value: Node) -> Share:
    power, favors = _pair(value, f"when.pays.{payer}")
    return Share(payer=_payer(world, payer, "when.pays"), power=power, favors=favors)


# --- then ---------------------------------------------------------------------------------------------------------------


def then_floor(world: World, value: Node) -> Iterator[str]:
    """Expect the state of each cycle: `{1: passed, 2: {stand: rejected, for: 6, against: 6}}`, or `none` for an empty one."""
    for cycle, expected in mapping(value, "then.floor").items():
        standing = proposal_in_cycle(world.state, int(cycle)) if cycle.isdigit() else None
        found: Mapping[str, Node] = {"stand": "none"}
        if standing is not None:
            law = law_of(world.state, standing.law) if standing.law else None
            found = {
                "stand": str(standing.stand),
                "author": standing.author,
                "how": str(standing.how),
                "cost": standing.cost,
                "for": standing.count.favor if standing.count else None,
                "against": standing.count.against if standing.count else None,
                "law": law.number if law else None,
            }
        said = {"stand": expected} if isinstance(expected, str) else mapping(expected, f"then.floor.{cycle}")
        yield from difference(said, found, f"cycle {cycle}")


def then_pools(world: World, value: Node) -> Iterator[str]:
    """Expect the pools in Power and Favors: `{cat: [0, 2], throne: [2, 2]}`; `none` for no pools at all."""
    pools = {pool.payer: [pool.power, pool.favors] for pool in floor_of(world.state).pools}
    expected = {_payer(world, payer, "then.pools"): each for payer, each in mapping(value, "then.pools").items()}
    if not expected and pools:
        yield f"pools: expected none, found {pools}"
    yield from difference(expected, pools, "pools")


def then_passed(world: World, value: Node) -> Iterator[str]:
    """Expect exactly these laws that passed and stand: `{14: Fines}`, `{ordered: Treaty}`, or `none`."""
    found = {
        str(law.number or "ordered"): law.title for each in world.state.passed if (law := law_of(world.state, each.law)) is not None
    }
    expected = mapping(value, "then.passed")
    if dict(expected) != found:
        yield f"passed: expected {dict(expected)}, found {found}"


# --- small parts --------------------------------------------------------------------------------------------------------


def _give_command(world: World, command: Command, by: Actor = CONTROL) -> World:
    """Give a command, unless an earlier one was refused."""
    return world if world.refused is not None else commanded(world, command, by)


def _current_cycle(world: World, where: str) -> tuple[int, int]:
    now = running_part(world.state)
    if now is None:
        raise ExampleError(f"{where}: no cycle of the Court runs; end its Updates and Challenges first")
    return world.state.clock.month, now[1]


def _actor_in(world: World, said: Mapping[str, Node], where: str) -> Actor:
    return actor_of(world, said["by"], f"{where}.by") if "by" in said else CONTROL


def _payer(world: World, payer: str, where: str) -> str:
    return THRONE if payer == THRONE else house_of(world, payer, where)


def _pair(value: Node, where: str) -> tuple[int, int]:
    given = [number(each, where) for each in items(value, where)]
    if len(given) != len(("power", "favors")):
        raise ExampleError(f"{where}: write Power and Favors, such as [2, 1]")
    return given[0], given[1]


WORDS = Words(
    given={"assembled": given_assembled, "proposals": given_proposals},
    when={
        "chooses": when_chooses,
        "votes": when_votes,
        "fists": when_fists,
        "extra votes": when_extra_votes,
        "closes": when_closes,
        "tie": when_tie,
        "pays": when_pays,
    },
    then={"floor": then_floor, "pools": then_pools, "passed": then_passed},
).with_words(RISING_WORDS)

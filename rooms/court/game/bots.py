"""Bots as players in the Court: their interests, and how they propose, vote, duel, rise up and reign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Final, TypeVar

from msgspec import Struct

from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.court.game.duel.challenge import Accept, CallOut, Refuse, StandBy, Withdraw
from rooms.court.game.duel.rounds import would_die
from rooms.court.game.duel.state import Stake
from rooms.court.game.duel.view_phone import ChallengedTurn, PhoneDuels, phone_duels
from rooms.court.game.floor.cycles import ChooseProposal, free_cycle, running_part, waiting
from rooms.court.game.floor.payment import PayLaw, payable_pools, pools_in_turn
from rooms.court.game.floor.speakers import RaiseHand
from rooms.court.game.floor.view import is_voting, own_vote
from rooms.court.game.floor.view_speakers import phone_speakers
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import DecideTie
from rooms.court.game.proposals.proposal import PROPOSALS, is_entitled
from rooms.court.game.state import OnFloor, Stand, floor_of, proposal_in_cycle
from rooms.court.game.uprising.rules import RiseUp
from rooms.court.game.uprising.view import phone_uprising
from rooms.court.game.view_sovereign import may_choose
from rooms.court.rules.pool_shares import THRONE, Pool, Share, in_turn, missing
from rooms.realm.game.buildings.kinds import buildings_called
from rooms.realm.game.effects.in_force import effects_in_force
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed_laws import LEVY, Answers, answers_of, kind_of, passed_law
from rooms.realm.game.state import EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.papers.game.entries import can_be_filled, random_paper
from rooms.realm.papers.game.types import Paper, cost_of, type_of
from rooms.realm.scenario.ids import HouseId, LawId, RegionId
from rooms.realm.scenario.schema import ProposalType, Target

# === interest ===========================================================================================================

# Whom a proposal helps and harms, in points. Bots propose, vote, choose and pay by this.
# Interest is not a rule. It is what a player reads in a proposal's sentence, from public knowledge only.


Leanings = Mapping[HouseId, int]  # points for each House, negative for harm
OWN, FRIEND = 3, 1  # weight of the bot's own House and of a friend's


def points_for(state: GameState, house: HouseId, paper: Paper, author: HouseId) -> int:
    """Points of a proposal for a House: its own gain or harm first, then its friends'.

    Proposals of the House and of its friends get extra points.
    """
    leanings = leanings_of(state, paper, author)
    found = OWN * leanings.get(house, 0) + sum(FRIEND * leanings.get(each, 0) for each in friends_of(state, house))
    return found + OWN * (author == house) + FRIEND * (author in friends_of(state, house))


def friends_of(state: GameState, house: HouseId) -> frozenset[HouseId]:
    """Houses that a House publicly sides with: by marriage, or by a law of alliance (GE-CRT-54)."""
    married = {
        spouse.house
        for seat in state.seats.values()
        if seat.house == house and seat.spouse is not None and (spouse := state.seats.get(seat.spouse)) is not None
    }
    forced = (
        each
        for each in effects_in_force(state, EffectKind.FORCED_ALLIANCE)
        if each.origin is EffectFrom.LAW and each.houses[0] == house
    )
    return frozenset((married | {each.houses[1] for each in forced}) - {house})


def harmful_laws(state: GameState, house: HouseId) -> tuple[LawId, ...]:
    """Laws on the Board that harm a House (GE-CRT-37)."""
    return tuple(law.id for law in state.laws if _of_law(state, law)[house] < 0)


def is_starving(state: GameState, house: HouseId) -> bool:
    """Whether a law makes the House starve (GE-CRT-50, GE-CRT-71)."""
    hungry = any(each.giver == house for law in state.laws for each in law.effects.food)
    return hungry or any(
        each.origin is EffectFrom.LAW and house in each.houses for each in effects_in_force(state, EffectKind.FAMINE)
    )


def leanings_of(state: GameState, paper: Paper, author: HouseId) -> Leanings:
    """Points of a proposal for each House. `author`: the House that proposes it."""
    kind = kind_of(state, paper.type)
    return _leanings(state, Answers(kind=kind, values=paper.values), author) if kind else Counter()


# --- of each kind -------------------------------------------------------------------------------------------------------


def _leanings(state: GameState, named: Answers, author: HouseId) -> Counter[HouseId]:
    found: Counter[HouseId] = Counter()
    houses, kind = named.houses, named.kind.id
    if kind in HARMS:
        found.update(dict.fromkeys(houses, -1))
    elif kind in HELPS:
        found.update(dict.fromkeys(houses, 1))
    elif kind in ONE_FOR_ANOTHER and len(houses) > 1:
        found.update({houses[0]: -1, houses[1]: 1})
    for house, points in OTHERS[kind](state, named, author) if kind in OTHERS else ():
        found[house] += points
    return found


def _points_of_tax(state: GameState, named: Answers, author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """A new tax is paid to its author. Lifting one frees those who pay it (GE-CRT-40, R-82)."""
    if named.form == LEVY:
        yield from ((each, -1) for each in named.houses if each != author)
        yield author, 1
    else:
        yield from _points_of_struck_law(state, named, author)


def _points_of_struck_law(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """Points for striking a law: the opposite of the law's own (GE-CRT-37)."""
    law = law_of(state, LawId(named.one(Target.LAW)))
    yield from ((house, -points) for house, points in (_of_law(state, law).items() if law else ()))


def _points_of_players(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """Harm to the Houses of players who die or are banned from a table (GE-CRT-43, GE-CRT-55)."""
    for house in {seat.house for each in named.all(Target.PLAYERS) if (seat := state.seats.get(SeatId(each)))}:
        yield house, -1


def _points_of_food(state: GameState, _named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    yield from ((house.id, 1) for house in state.scenario.houses if is_starving(state, house.id))


def _points_of_building(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """Harm to the owners of a building that is named (GE-CRT-61)."""
    for house in {each.house for each in buildings_called(state, named.one(Target.BUILDING))}:
        yield house, -1


def _points_of_table(state: GameState, named: Answers, _author: HouseId) -> Iterator[tuple[HouseId, int]]:
    """Harm to the Houses of the province whose table is watched (GE-CRT-42)."""
    yield from ((house.id, -1) for house in state.scenario.houses if house.province == named.one(Target.TABLE))


def _of_law(state: GameState, law: PostedLaw) -> Counter[HouseId]:
    """Points of a law for each House: from its effects, or else from the proposal that passed."""
    found: Counter[HouseId] = Counter()
    for food in law.effects.food:
        found.update({food.giver: -1})
    for tribute in law.effects.tributes:
        found.update({tribute.debtor: -1, tribute.creditor: 1})
    for hold in law.effects.hostages:
        found.update({HouseId(hold.of): -1})
    passed = passed_law(state, law.id)
    named = answers_of(state, passed) if passed is not None else None
    if passed is None or named is None or named.kind.id in ONCE or passed.house is None:
        return found
    return found if found else _leanings(state, named, passed.house)


HARMS: Final = frozenset({"fines", "take-food", "forbid", "trade-embargo", "disband"})
HELPS: Final = frozenset({"immortal", "build", "financial-aid", "recruitment", "military-aid", "propaganda"})
ONE_FOR_ANOTHER: Final = frozenset({"tariffs", "hostages", "military-ban", "forced-alliance"})
ONCE: Final = frozenset({"remove", "tax", "famine-aid"})  # nothing remains of these that a House could want struck
OTHERS: Final[Mapping[str, Callable[[GameState, Answers, HouseId], Iterator[tuple[HouseId, int]]]]] = {
    "tax": _points_of_tax,
    "remove": _points_of_struck_law,
    "gaes": _points_of_players,
    "execution": _points_of_players,
    "famine-aid": _points_of_food,
    "destroy": _points_of_building,
    "border-watch": _points_of_table,
}


# === duels ==============================================================================================================

# Duels by bots: sometimes one challenges, answers, or stands by a challenge. They see what a phone shows.


FIERCE = 0.2  # share of bots of Houses with an Arena who challenge somebody
BRAVE = 0.7  # share who accept a challenge, or stand by it after the stake; never one whom the next hit kills
PLAIN = (Stake(power=1), Stake(power=2), Stake(favors=1), Stake(power=1, favors=1))  # stakes that any player may have

T = TypeVar("T")


class Mood(Struct, frozen=True, kw_only=True):
    """Three dice throws of a bot: whether it challenges, whether it is brave, and its choice."""

    fierce: float
    brave: float
    which: float


def answer_or_challenge(state: GameState, seat: SeatId, mood: Mood) -> CallOut | Refuse | Accept | StandBy | Withdraw | None:
    """A bot's move in Challenges: answer first, else challenge somebody who is no friend. None if there is nothing to do."""
    seen = phone_duels(state, Viewer(seat=seat))
    if seen is None:
        return None
    stands = mood.brave < BRAVE and not would_die(state, seat)
    if seen.asked is not None:
        if not stands:
            return Refuse(month=seen.month, number=seen.asked.number, seat=seat)
        stake = _random_item(_stakes(seen.asked), mood.which)
        return Accept(month=seen.month, number=seen.asked.number, seat=seat, stake=stake)
    if seen.heard is not None:
        kind = StandBy if stands else Withdraw
        return kind(month=seen.month, number=seen.heard.number, seat=seat)
    return _call_out(state, seat, seen, mood) if mood.fierce < FIERCE and not would_die(state, seat) else None


def _call_out(state: GameState, seat: SeatId, seen: PhoneDuels, mood: Mood) -> CallOut | None:
    house = state.seats[seat].house
    spared = {house, *friends_of(state, house)}
    foes = [each for each in seen.foes if each.house not in spared]
    return CallOut(month=seen.month, seat=seat, target=_random_item(foes, mood.which).seat) if foes else None


def _stakes(asked: ChallengedTurn) -> tuple[Stake, ...]:
    """Stakes that a bot may name: Power and Favors, and from another House a hostage or a castle."""
    if asked.same_house:
        return PLAIN
    castles = tuple(Stake(flags=(RegionId(each.key),)) for each in asked.their_flags[:1])
    return (*PLAIN, Stake(hostages=1), *castles)


def _random_item(found: Sequence[T], share: float) -> T:
    return found[min(int(share * len(found)), len(found) - 1)]


# === deeds ==============================================================================================================

# Bots as players: they propose by need, duel, raise hands, vote by interest, rise up, and reign. They see a player's phone
# and do what a player may do. What is up to Control, such as closing a vote, waits for Control. The dice are given,
# so the same dice do the same. A bot that has acted does nothing more.


IDEAS = 8  # ways that a bot tries to fill in a kind of proposal
NEED = 0.5  # share of bots who propose against a law that harms their House
LOUD = 0.9  # share of bots who vote on their phones; the others' fists are down
EAGER = 0.2  # share of bots who raise a hand in a step with speakers
REBEL = 0.004  # chance to declare an Uprising in a step: about one in a month of a full Court
DARING = 0.4  # share who join a running Uprising; never the Sovereign's House and its friends
DEAR = 12  # a cost that three pools never pay; proposed only if the bot finds nothing cheaper


def needed_paper(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    """A bot's proposal: against a law that harms its House, else of a random kind, filled in for its House's best."""
    player = state.seats[seat]
    if not is_entitled(state, player):
        return None
    urgent = _against_harm(state, player.house)
    if urgent and dice.random() < NEED:
        return dice.choice(urgent)
    kinds = [kind for kind in state.scenario.proposals if can_be_filled(state, kind)]
    while kinds:
        kind = dice.choice(kinds)
        found = _best(state, seat, kind, dice)
        if found is not None:
            return found
        kinds.remove(kind)  # none of the ideas may be proposed
    return None


def _against_harm(state: GameState, house: HouseId) -> tuple[Paper, ...]:
    known = {kind.id for kind in state.scenario.proposals}
    found = [Paper(type="famine-aid")] if is_starving(state, house) else []
    found += [Paper(type="remove", values=((law,),)) for law in harmful_laws(state, house)]
    return tuple(paper for paper in found if paper.type in known)


def _best(state: GameState, seat: SeatId, kind: ProposalType, dice: Dice) -> Paper | None:
    ideas = [paper for _each in range(IDEAS) if _fits(state, seat, paper := random_paper(state, (kind,), dice))]
    return max(ideas, key=lambda paper: _worth(state, seat, kind, paper), default=None)


def _fits(state: GameState, seat: SeatId, paper: Paper) -> bool:
    try:
        PROPOSALS.check(state, seat, paper)
    except Refused:
        return False
    return True


def _worth(state: GameState, seat: SeatId, kind: ProposalType, paper: Paper) -> tuple[bool, int, int]:
    house, cost = state.seats[seat].house, cost_of(kind, paper) or 0
    return cost <= DEAR, points_for(state, house, paper, house), -cost


# --- on the floor -------------------------------------------------------------------------------------------------------


def act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """A bot's next command on the floor: as Sovereign, else duel, vote, speak or rise. None if there is nothing to do.

    All dice are thrown in any case, so that one action does not change later ones.
    """
    loud, whim, eager, daring, fierce, brave, which = (dice.random() for _each in range(7))
    reigned = _act_as_sovereign(state, seat)
    if reigned is not None:
        return reigned
    dueled = answer_or_challenge(state, seat, Mood(fierce=fierce, brave=brave, which=which))
    vote = _vote(state, seat, whim) if loud < LOUD else None
    hand = _hand(state, seat) if eager < EAGER else None
    return dueled or vote or hand or _rise_up(state, seat, daring)


def _vote(state: GameState, seat: SeatId, whim: float) -> CastVote | None:
    """Vote by the House's interest, or at random if it has none (GE-CRT-26)."""
    now = running_part(state)
    standing = proposal_in_cycle(state, now[1]) if now is not None else None
    if standing is None or not is_voting(state, standing):
        return None
    own = own_vote(state, Viewer(seat=seat))
    if own is None or not own.may_vote or own.favor is not None:
        return None
    wants = _points_on_floor(state, state.seats[seat].house, standing)
    favor = wants > 0 if wants else whim < 0.5
    return CastVote(month=state.clock.month, cycle=standing.cycle, seat=seat, favor=favor)


def _points_on_floor(state: GameState, house: HouseId, standing: OnFloor) -> int:
    author = state.seats.get(standing.author)
    return points_for(state, house, standing.paper, author.house if author is not None else HouseId(""))


def _hand(state: GameState, seat: SeatId) -> RaiseHand | None:
    """Raise a hand that is down. The player who leads the list needs none (GE-CRT-24, GE-CRT-25)."""
    seen = phone_speakers(state, Viewer(seat=seat))
    if seen is None or not seen.may_raise or seen.place or seen.speaks or seen.leads:
        return None
    return RaiseHand(month=seen.shown.month, step=seen.shown.step, seat=seat)


def _rise_up(state: GameState, seat: SeatId, daring: float) -> RiseUp | None:
    """Sometimes declare an Uprising, more often join one. Never against the bot's own House or its friends (R-105)."""
    seen, against = phone_uprising(state, Viewer(seat=seat)), sovereign_house(state)
    if seen is None or seen.why_not or seen.stands or daring >= (DARING if seen.meter is not None else REBEL):
        return None
    house = state.seats[seat].house
    if against is not None and against in {house, *friends_of(state, house)}:
        return None
    return RiseUp(month=seen.month, number=seen.number, seat=seat)


# --- on the throne ------------------------------------------------------------------------------------------------------


def _act_as_sovereign(state: GameState, seat: SeatId) -> Command | None:
    """A reigning bot's next command: decide ties, pay, choose, in this order (GE-SOV-23, GE-SOV-26, GE-CRT-30)."""
    if state.throne.holder != seat or not may_choose(state, Viewer(seat=seat)):
        return None
    house, month = state.seats[seat].house, state.clock.month
    for standing in floor_of(state).cycles:
        if standing.stand is Stand.TIE:
            return DecideTie(month=month, cycle=standing.cycle, passes=_points_on_floor(state, house, standing) >= 0, seat=seat)
        if standing.stand is Stand.WON:
            return PayLaw(month=month, cycle=standing.cycle, shares=_shares(state, house, standing.cost), seat=seat)
    return _choice(state, seat)


def _shares(state: GameState, house: HouseId, cost: int) -> tuple[Share, ...]:
    """Payments of others in turn. Friends pay only if they must, the bot's own House and the throne last (GE-CRT-33, R-78)."""
    last = {THRONE, str(house)}
    spared = last | {str(each) for each in friends_of(state, house)}
    for kept in (spared, last, frozenset[str]()):
        shares = in_turn(_pools(state, kept), cost)
        if shares is not None:
            return shares
    return ()


def _pools(state: GameState, kept: Set[str]) -> tuple[Pool, ...]:
    return tuple(pool for pool in pools_in_turn(state) if pool.payer not in kept)


def _choice(state: GameState, seat: SeatId) -> ChooseProposal | None:
    """Choose the payable proposal that is best for the Sovereign's House (GE-CRT-21, GE-SOV-23)."""
    house = state.seats[seat].house
    can_be_paid = [
        each
        for each in waiting(state)
        if not missing(payable_pools(state), cost_of(type_of(state.scenario.proposals, each.paper), each.paper) or 0)
    ]
    if free_cycle(state) is None or not can_be_paid:
        return None
    best = max(can_be_paid, key=lambda each: points_for(state, house, each.paper, state.seats[each.seat].house))
    return ChooseProposal(month=state.clock.month, author=best.seat, seat=seat)

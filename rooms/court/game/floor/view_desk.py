"""The floor at Court Control's desk: roll, counts so far, payment, and open matters when a step ends.

Rules: R-38, R-78, R-80.
"""

from __future__ import annotations

from msgspec import Struct

from control.day.people.lookup import choice_of
from control.day.words import who
from control.engine.ids import SeatId, StepId
from control.engine.language import listed, say, say_count
from control.engine.viewer import Viewer
from rooms.court.game.duel.challenge import CHALLENGES
from rooms.court.game.duel.events import challenges_of_month
from rooms.court.game.duel.state import Answer, Challenge
from rooms.court.game.floor.cycles import Part, cycles_of, free_cycle, part_of, proposal_words, waiting
from rooms.court.game.floor.payment import mistake_words, payable_pools, pools_in_turn, unpaid
from rooms.court.game.floor.speakers import speakers_of
from rooms.court.game.floor.view import ExtraShown, FloorShown, ProposalShown, floor_shown
from rooms.court.game.floor.vote import favor_votes_shown, votes_of
from rooms.court.game.roll import assembled, voters
from rooms.court.game.state import OnFloor, Stand, floor_of, proposal_in_cycle
from rooms.court.game.uprising.open_matters import open_matters as waits_of
from rooms.court.game.view_sovereign import ChoosingView, choosing_view
from rooms.court.rules.majority import LAW, needed
from rooms.court.rules.pool_shares import Share, first_mistake, in_turn
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.law_actions.return_turns import duration_of
from rooms.realm.game.military_actions import forecast_laws, is_military
from rooms.realm.game.passed_laws import evolve_passed, law_passed, share_words
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId, Phase, Room

# === roll and counts ====================================================================================================

# The floor for Court Control: the roll with its slots, counts so far, next actions (GE-SOV-24, R-38).


class Slot(Struct, frozen=True, kw_only=True):
    """A player on the roll, and whether they have voted. Nobody sees how before the close.

    `has_vote`: False if another player of the House votes for it (setting `vote_by`).
    """

    seat: SeatId
    name: str
    house: HouseId
    short: str
    has_vote: bool
    voted: bool


class Elsewhere(Struct, frozen=True, kw_only=True):
    """A player who is here today but not on the roll, and can be added. Those who were taken off it come first."""

    seat: SeatId
    name: str
    house: HouseId
    short: str


class VoteDesk(Struct, frozen=True, kw_only=True):
    """The open vote at the desk. `free`: players without a vote by name, the maximum of fists. `needs`: votes that pass it."""

    cycle: int
    voted: int
    free: int
    fists: int
    extra: tuple[ExtraShown, ...]
    needs: int


class FloorDesk(Struct, frozen=True, kw_only=True):
    """The whole floor for Court Control. `cycles`: those of the month. `struck`: authors of struck proposals."""

    shown: FloorShown
    choosing: ChoosingView
    cycles: tuple[int, ...]
    roll: tuple[Slot, ...]
    elsewhere: tuple[Elsewhere, ...]
    vote: VoteDesk | None
    struck: tuple[str, ...]


def floor_view(state: GameState, viewer: Viewer) -> FloorDesk | None:
    """The floor for Court Control; None for anybody else."""
    choosing = choosing_view(state, viewer)
    if choosing is None or not viewer.sees_desk(Desk.COURT):
        return None
    floor, shown = floor_of(state), floor_shown(state, viewer)
    standing = next((each for each in floor.cycles if each.stand is Stand.OPEN and _is_voted_on(shown, each)), None)
    return FloorDesk(
        shown=shown,
        choosing=choosing,
        cycles=cycles_of(state),
        roll=_roll(state, standing),
        elsewhere=_players_elsewhere(state),
        vote=_vote(state, standing) if standing else None,
        struck=tuple(state.seats[seat].name for seat in floor.struck),
    )


def _is_voted_on(shown: FloorShown, standing: OnFloor) -> bool:
    return any(each.cycle == standing.cycle and each.voting for each in shown.heard)


def _roll(state: GameState, standing: OnFloor | None) -> tuple[Slot, ...]:
    shorts = {house.id: house.short for house in house_names(state)}
    voting = {seat.id for seat in voters(state)}
    filled = {each.seat for each in votes_of(state, standing)} if standing else set()
    return tuple(
        Slot(
            seat=seat.id,
            name=seat.name,
            house=seat.house,
            short=shorts[seat.house],
            has_vote=seat.id in voting,
            voted=seat.id in filled,
        )
        for seat in assembled(state)
    )


def _players_elsewhere(state: GameState) -> tuple[Elsewhere, ...]:
    shorts, there = {house.id: house.short for house in house_names(state)}, {seat.id for seat in assembled(state)}
    order = {house.id: number for number, house in enumerate(state.scenario.houses)}

    def place(seat: HouseSeat) -> tuple[int, int, int]:
        """Sort key: first players who chose the Court, then those without a choice, then those in another room."""
        chosen = choice_of(state, seat)
        far = 0 if chosen == Room.COURT else 2 if chosen else 1
        return far, order.get(seat.house, len(order)), seat.rank

    away = sorted((seat for seat in state.seats.values() if seat.acts and seat.id not in there), key=place)
    return tuple(
        Elsewhere(
            seat=seat.id,
            name=seat.name,
            house=seat.house,
            short=shorts[seat.house],
        )
        for seat in away
    )


def _vote(state: GameState, standing: OnFloor) -> VoteDesk:
    names = {house.id: house.name for house in house_names(state)}
    voted, everybody = len(votes_of(state, standing)), len(voters(state))
    extra = sum(each.votes for each in standing.bribes) + sum(each.votes for each in favor_votes_shown(state, standing))
    return VoteDesk(
        cycle=standing.cycle,
        voted=voted,
        free=everybody - voted,
        fists=standing.fists,
        extra=tuple(
            ExtraShown(house=each.house, name=names.get(each.house, ""), votes=each.votes, favor=each.favor)
            for each in standing.bribes
        ),
        needs=needed(LAW, everybody + extra),
    )


# === payment ============================================================================================================

# Payment of a favored proposal by Court Control: tokens chosen so far, what is missing, what follows.


class Token(Struct, frozen=True, kw_only=True):
    """One Power or Favor in a pool. `number`: counts each kind from 1. `chosen`: pays for this law."""

    kind: str  # "power" or "favor"
    number: int
    chosen: bool


class PayerTokens(Struct, frozen=True, kw_only=True):
    """What one payer can still give, token by token. The throne has no House."""

    payer: str
    name: str
    house: HouseId | None
    short: str
    tokens: tuple[Token, ...]


class PaymentView(Struct, frozen=True, kw_only=True):
    """A payment in progress.

    `missing`: what is wrong, empty if the tokens pay the cost exactly. `follows`: what the payment brings about. `warning`: why the
    action would lapse or do nothing (R-98).
    """

    month: int
    proposal: ProposalShown
    cost: int
    named: int
    payers: tuple[PayerTokens, ...]
    missing: str
    shares: str
    in_turn: str
    follows: tuple[str, ...]
    warning: str


def payment_view(state: GameState, viewer: Viewer, cycle: int, shares: tuple[Share, ...] = ()) -> PaymentView | None:
    """The payment in a cycle with the shares chosen so far. None if nothing is to be paid, and for other desks."""
    choosing = choosing_view(state, viewer)
    if choosing is None or not viewer.sees_desk(Desk.COURT):
        return None
    due = next((each for each in choosing.to_pay if each.proposal.cycle == cycle), None)
    if due is None:
        return None
    wrong, chosen = first_mistake(payable_pools(state), shares, due.cost), {each.payer: each for each in shares}
    follows, warning = _effects_of_passing(state, cycle, due.cost)
    return PaymentView(
        month=choosing.month,
        proposal=due.proposal,
        cost=due.cost,
        named=sum(each.points for each in shares),
        payers=tuple(
            PayerTokens(
                payer=pool.payer,
                name=pool.name,
                house=pool.house,
                short=pool.short,
                tokens=_tokens(pool.power, pool.favors, chosen.get(pool.payer, Share(payer=pool.payer))),
            )
            for pool in due.pools
        ),
        missing=mistake_words(state, wrong) if wrong else "",
        shares=share_words(state, shares) if shares else "",
        in_turn=share_words(state, due.in_turn),
        follows=follows,
        warning=warning,
    )


def _tokens(power: int, favors: int, share: Share) -> tuple[Token, ...]:
    """The tokens of a pool. Of each kind the first ones are chosen, as many as the share has."""
    sorts = (("power", power, share.power), ("favor", favors, share.favors))
    return tuple(
        Token(kind=kind, number=number, chosen=number <= named) for kind, held, named in sorts for number in range(1, held + 1)
    )


def _effects_of_passing(state: GameState, cycle: int, cost: int) -> tuple[tuple[str, ...], str]:
    """What passing brings about: the tablet, when it acts, the Immortals (GE-CRT-31, R-19, R-98)."""
    standing = proposal_in_cycle(state, cycle)
    if standing is None:
        return (), ""
    law = law_passed(state, standing.paper, by=standing.author, cost=cost)
    tablet = say("It hangs on the Law Board as law {number}, {title}.", number=law.law.number, title=law.law.title)
    month, after = floor_of(state).month, evolve_passed(state, law)
    once, _until = duration_of(after, after.passed[-1], month)
    moment = say("It acts in the Return of month {month}.", month=month)
    if law.law.effects.tributes:  # a tax is due from the month after its passing
        moment = say(
            "It acts in the Return of month {month}, and is collected from that of month {first} on.", month=month, first=month + 1
        )
    elif not once:  # lasting laws act from the next month on
        moment = say("It is in force from month {first} on.", first=month + 1)
    if not is_military(after, after.passed[-1]):
        return (tablet, moment), ""
    turn = next((each for each in forecast_laws(after) if each.law == law.law.id), None)
    if turn is not None and turn.gone:
        return (tablet, moment), say("What it is about is gone: it would do nothing, and its cost stays spent.")
    going = turn.immortals if turn is not None else ()
    if not going:
        return (tablet, moment), say("No Immortal will be free for it: it would lapse in Return, and its cost stays spent.")
    numbers = ", ".join(str(each) for each in going)
    sent = say_count("Immortal {numbers} goes for it.", "Immortals {numbers} go for it.", len(going), numbers=numbers)
    return (tablet, moment, sent), ""


# === open matters =======================================================================================================

# What is still open when Court Control ends a step or closes a vote, and what is lost.


def open_matters_in_step(state: GameState, viewer: Viewer, step: StepId, _table: str = "") -> tuple[str, ...]:
    """A sentence for each matter that the end of this step cuts off or settles, for Court Control."""
    if not viewer.sees_desk(Desk.COURT):
        return ()
    if step == CHALLENGES:
        return tuple(words for each in challenges_of_month(state) if (words := _challenge(state, each)))
    part = part_of(step)
    if part is None:
        return ()
    standing = proposal_in_cycle(state, part[1])
    if part[0] is Part.EXPLAIN:
        return (*_unchosen(state, standing), *_unheard(state))
    if part[0] is Part.DEBATE:
        return _unheard(state)
    if part[0] is Part.VOTE:
        return _open_vote(state, standing)
    return _unpaid(state, standing)


def floor_closing(state: GameState, viewer: Viewer) -> tuple[str, ...]:
    """What the end of Action cuts off or settles, and what Return waits for. For viewers of Court Control's desk."""
    if not viewer.sees_desk(Desk.COURT) or not state.clock.is_in(Phase.ACTION, Phase.RETURN):
        return ()
    waits = tuple(f"{each.words}." for each in waits_of(state, viewer))
    if state.clock.is_in(Phase.RETURN):
        return waits
    left = [proposal_words(state, each.paper) for each in waiting(state)]
    lost = say("Not heard any more: {titles}.", titles="; ".join(left))
    settled = (words for each in floor_of(state).cycles for words in _unpaid(state, each))
    return (*waits, *settled, *((lost,) if left else ()))


def open_votes(state: GameState, viewer: Viewer, cycle: int) -> tuple[str, ...]:
    """Players who have not voted if no fists are counted. Their slots count against the proposal (R-80)."""
    standing = proposal_in_cycle(state, cycle)
    if standing is None or standing.stand is not Stand.OPEN or not viewer.sees_desk(Desk.COURT):
        return ()
    missing = _not_voted(state, standing)
    if not missing or standing.fists:
        return ()
    return (say("Not voted yet: {names}. They count against it.", names=_names(state, missing)),)


def _not_voted(state: GameState, standing: OnFloor) -> tuple[SeatId, ...]:
    filled = {each.seat for each in votes_of(state, standing)}
    return tuple(seat.id for seat in voters(state) if seat.id not in filled)


def _names(state: GameState, seats: tuple[SeatId, ...]) -> str:
    return listed(tuple(who(state, seat) for seat in seats))


def _challenge(state: GameState, challenge: Challenge) -> str:
    names = {"challenger": who(state, challenge.challenger), "target": who(state, challenge.target)}
    if challenge.stand is Answer.MADE:
        return say("{target} has not answered the challenge of {challenger}: it counts as refused.", **names)
    if challenge.stand is Answer.STAKED:
        return say("{challenger} has not answered the stake of {target}: the duel is agreed.", **names)
    return ""


def _unchosen(state: GameState, standing: OnFloor | None) -> tuple[str, ...]:
    left = waiting(state)
    if standing is not None or free_cycle(state) is None or not left:
        return ()
    return (
        say_count(
            "Nothing is on the floor. {count} proposal waits:",
            "Nothing is on the floor. {count} proposals wait:",
            len(left),
        ),
        *(say("{name}: {title}", name=who(state, each.seat), title=proposal_words(state, each.paper)) for each in left),
    )


def _unheard(state: GameState) -> tuple[str, ...]:
    speakers, told = speakers_of(state), []
    if speakers.speaking is not None:
        told.append(say("{player} is still speaking.", player=who(state, speakers.speaking)))
    if speakers.waiting:
        told.append(say("Hands still up: {names}.", names=_names(state, speakers.waiting)))
    return tuple(told)


def _open_vote(state: GameState, standing: OnFloor | None) -> tuple[str, ...]:
    if standing is None or standing.stand is not Stand.OPEN:
        return ()
    late = say("The vote is still open. If this cycle ends before you close it, the proposal is rejected.")
    missing = _not_voted(state, standing)
    if not missing or standing.fists:
        return (late,)
    return (late, say("Not voted yet: {names}.", names=_names(state, missing)))


def _unpaid(state: GameState, standing: OnFloor | None) -> tuple[str, ...]:
    if standing is None:
        left = waiting(state)
        if not left:
            return ()
        return (
            say("No proposal was heard in this cycle. Waiting: {names}.", names=_names(state, tuple(each.seat for each in left))),
        )
    words = proposal_words(state, standing.paper)
    if standing.stand is Stand.OPEN:
        return (say("The vote on {proposal} is not closed: it is rejected.", proposal=words),)
    if standing.stand is Stand.TIE:
        return (say("The tie on {proposal} is not decided: it is rejected.", proposal=words),)
    if standing.stand is not Stand.WON:
        return ()
    shares = in_turn(pools_in_turn(state), standing.cost)
    if shares is not None:
        paid = share_words(state, shares)
        return (
            say("Nobody has said who pays for {proposal}. It becomes law; paid in turn: {shares}.", proposal=words, shares=paid),
        )
    short = unpaid(state, standing)
    return (say("The pools cannot pay for {proposal}: it fails.", proposal=words),) if short else ()

"""The payment of a favored proposal as Court Control makes it: the tokens named so far, what is missing, what follows (R-78)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import say, say_count
from control.engine.viewer import Viewer
from rooms.court.game.floor_shown import ProposalShown
from rooms.court.game.paying import mistake_words, payable
from rooms.court.game.state import floor_of, in_cycle
from rooms.court.game.view_choosing import choosing_view
from rooms.court.rules.pools import Share, mistake
from rooms.realm.desks import Desk
from rooms.realm.game.deeds.turning import lasts
from rooms.realm.game.guard import foreseen, is_military
from rooms.realm.game.passed import evolve_passed, passing
from rooms.realm.game.payers import share_words
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One Power or Favor in a pool. `number` counts the tokens of its sort from 1; `chosen` ones are named for this law."""

    kind: str  # "power" or "favor"
    number: int
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PayerTokens:
    """What one payer can still give, token by token; the throne has no House."""

    payer: str
    name: str
    house: HouseId | None
    short: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentView:
    """A payment in the making. `missing` says what is wrong with it, empty when the tokens pay the cost exactly.

    `follows` is what the press brings about; `warning` stands above it where the deed would lapse (R-98).
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
    """The payment in a cycle with the shares named so far; None where nothing is to be paid, or for another desk."""
    choosing = choosing_view(state, viewer)
    if choosing is None or not viewer.sees_desk(Desk.COURT):
        return None
    due = next((each for each in choosing.to_pay if each.proposal.cycle == cycle), None)
    if due is None:
        return None
    wrong, chosen = mistake(payable(state), shares, due.cost), {each.payer: each for each in shares}
    follows, warning = _follows(state, cycle, due.cost)
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
    """The tokens of a pool; the first so many of each sort are named."""
    sorts = (("power", power, share.power), ("favor", favors, share.favors))
    return tuple(
        Token(kind=kind, number=number, chosen=number <= named) for kind, held, named in sorts for number in range(1, held + 1)
    )


def _follows(state: GameState, cycle: int, cost: int) -> tuple[tuple[str, ...], str]:
    """What passing brings about: the tablet, its moment, the Immortals that go (GE-CRT-31, R-19, R-98)."""
    standing = in_cycle(state, cycle)
    if standing is None:
        return (), ""
    law = passing(state, standing.paper, by=standing.author, cost=cost)
    tablet = say("It hangs on the Law Board as law {number}, {title}.", number=law.law.number, title=law.law.title)
    month, after = floor_of(state).month, evolve_passed(state, law)
    once, _until = lasts(after, after.passed[-1], month)
    moment = say("It acts in the Return of month {month}.", month=month)
    if law.law.effects.tributes:  # a tax falls due from the month after its passing
        moment = say(
            "It acts in the Return of month {month}, and is collected from that of month {first} on.", month=month, first=month + 1
        )
    elif not once:  # the lasting ones act from the next month on
        moment = say("It is in force from month {first} on.", first=month + 1)
    if not is_military(after, after.passed[-1]):
        return (tablet, moment), ""
    turn = next((each for each in foreseen(after) if each.law == law.law.id), None)
    if turn is not None and turn.gone:
        return (tablet, moment), say("What it is about is gone: it would do nothing, and its cost stays spent.")
    going = turn.immortals if turn is not None else ()
    if not going:
        return (tablet, moment), say("No Immortal will be free for it: it would lapse in Return, and its cost stays spent.")
    numbers = ", ".join(str(each) for each in going)
    sent = say_count("Immortal {numbers} goes for it.", "Immortals {numbers} go for it.", len(going), numbers=numbers)
    return (tablet, moment, sent), ""

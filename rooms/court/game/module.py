"""The Court as modules of the game: the floor on which proposals become laws and its reports (GE-CRT)."""

from __future__ import annotations

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseEnded
from control.day.clock.steps import StepBegan, StepEnded
from control.day.people.presence import PlayerLeft
from control.day.people.room_choice import RoomChosen
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent, Module
from control.engine.records import replace
from rooms.court.game import favors, roll, schemes, sovereign_orders
from rooms.court.game.duel import challenge, rounds, stake
from rooms.court.game.duel import events as duel_events
from rooms.court.game.floor import cycles, payment, pools, speakers, vote, vote_result
from rooms.court.game.proposals import amendment
from rooms.court.game.proposals.proposal import PROPOSALS, ProposalEntered, ProposalsHandedIn
from rooms.court.game.reports import proposals
from rooms.court.game.uprising import events as uprising_events
from rooms.court.game.uprising import open_matters, punishment
from rooms.court.game.uprising import rules as uprising
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.favors.use import FavorUsed
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import SovereignDeposed, ThroneStaysEmpty

# === reports ============================================================================================================

# The Court's reports as a module of the game, without commands, events or state.


REPORTED = Module(
    name="court reports",
    reports={**proposals.REPORTS, SovereignDeposed: uprising_events.report_lapsed},
)


# === floor ==============================================================================================================


HEARD = (roll, amendment, cycles, speakers, vote, vote_result, payment, sovereign_orders)
SECTIONS = (*HEARD, uprising, punishment, open_matters, challenge, rounds, schemes)
LAID = (amendment, cycles, speakers, vote, vote_result, payment, pools, roll, sovereign_orders)
TELLING = (
    *LAID,
    uprising_events,
    punishment,
    open_matters,
    duel_events,
    stake,
    schemes,
    favors,
)
PAPERS = PROPOSALS.module()


def carry_out_step(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """At a step's end: take proposals in, settle open challenges, or end a cycle (GE-CRT-21, R-80, R-102)."""
    challenged_now = challenge.end_challenges(state, happened, asked)
    return (*PROPOSALS.take_in(state, happened, asked), *challenged_now, *vote_result.end_cycle(state, happened, asked))


def end_phase(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Uprisings end with Action. Unfought duels are put off to the Ceremony, or called off."""
    return (*uprising.end_with_action(state, happened, asked), *rounds.end_with_phase(state, happened, asked))


def broken_court(state: GameState) -> tuple[str, ...]:
    """Broken invariants of the Court."""
    return (
        *PAPERS.broken(state),
        *cycles.broken_cycles(state),
        *uprising_events.broken_uprisings(state),
        *challenge.broken_duels(state),
    )


def when_deposed(before: GameState, state: GameState, happened: SovereignDeposed) -> GameState:
    """The Sovereign's fall: return the throne's pool to the bank, and end an Uprising that it overtakes."""
    return uprising_events.lapse_open_uprising(before, pools.bank_throne_pool(before, state, happened), happened)


def keep_and_amend(before: GameState, state: GameState, happened: ProposalEntered) -> GameState:
    """A proposal entered by hand: keep the words it replaces, and vote on the new ones (R-76)."""
    return vote_result.amend(before, amendment.keep_replaced_words(before, state, happened), happened)


COURT = replace(
    PAPERS,
    commands={**PAPERS.commands, **{kind: handler for each in SECTIONS for kind, handler in each.COMMANDS.items()}},
    events={**PAPERS.events, **{kind: handler for each in TELLING for kind, handler in each.EVENTS.items()}},
    reactions={
        StepBegan: pools.assemble,
        StepEnded: carry_out_step,
        PhaseEnded: end_phase,
        ClockSet: end_phase,
        CharacterDied: rounds.lose_by_death,
        PlayerLeft: rounds.lapse_with_leaver,
        duel_events.DuelEnded: rounds.pay_stake,
        stake.StakeDue: rounds.pay_part,
        MonthTurned: pools.return_pools,
        roll.RollCorrected: pools.set_overlooked_pools,
        FavorUsed: favors.carry_out,
        ProposalsHandedIn: favors.put_named,
        cycles.ProposalStruck: schemes.move_leverages_up,
        schemes.ProposalDestroyed: schemes.move_leverages_up,
    },
    extra_folds={
        ProposalEntered: keep_and_amend,
        RoomChosen: roll.remove_from_roll,
        SovereignDeposed: when_deposed,
        ThroneStaysEmpty: pools.bank_throne_pool,
    },
    broken=broken_court,
)

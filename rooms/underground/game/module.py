"""The Underground as a module of the game: schemes, card tables and invariants (GE-UND-30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import PhaseEnded
from control.day.clock.steps import StepBegan, StepEnded
from control.day.people.presence import CheckedIn, PlayerLeft
from control.day.people.room_choice import RoomChosen
from control.day.roster.substitutes import PersonReplaced, SeatsSwapped
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.language import later, say, say_count
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.desks import Desk
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.favors.requirements import Field, register_choices
from rooms.realm.game.favors.use import FavorUsed
from rooms.realm.game.law_actions.underground import priced_schemes
from rooms.realm.game.ranks_and_wounds import RankAdjusted
from rooms.realm.game.scheme_effects.completion import SchemeCompleted, scheme_completed
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.room import EnterPaper, PaperGroup, PaperRoom
from rooms.realm.papers.game.types import OpenedPaper, PaperWords
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game import sheets
from rooms.underground.game.sheets import KIND, RULE, check, fields, window
from rooms.underground.game.state import SchemeCardId, TableId, TableStep, UndergroundState
from rooms.underground.game.tables import (
    advancement,
    attack,
    attack_end,
    attack_scheme,
    attack_trap,
    completion,
    corrections,
    costs,
    drawn_schemes,
    favors,
    feint,
    masters,
    minions,
    protection,
    sovereign_look,
    turns,
    undo,
    written_schemes,
)
from rooms.underground.game.tables.cards import broken_tables
from rooms.underground.game.tables.drawn_schemes import fresh_cards
from rooms.underground.game.tables.lookup import room_of, sitter_invalidations, step_of, table_of, tables
from rooms.underground.game.tables.schemes import schemes_in_play
from rooms.underground.game.view_schemes import place_of_own_scheme

# === invariants of schemes ==============================================================================================

# Invariants of schemes: one written scheme per player, no scheme card lost or doubled.


def broken_schemes(state: GameState) -> tuple[str, ...]:
    """Broken invariants of schemes, one sentence each."""
    return tuple(_broken_schemes(state))


def _broken_schemes(state: GameState) -> Iterator[str]:
    schemes, own = schemes_in_play(state), room_of(state)
    if len({each.id for each in schemes}) != len(schemes) or any(each.id > own.placed for each in schemes):
        yield say("Two schemes in play bear the same number, or one that was never given.")
    authors = [each.author for each in schemes if each.author is not None]
    if len(set(authors)) != len(authors):
        yield say("A player has two written schemes in play.")
    if Counter(scheme_cards(state)) != Counter(
        card for nth in range(1, own.decks.schemes.copies + 1) for card in fresh_cards(state, nth)
    ):
        yield say("The scheme deck has a card too many or too few.")


def scheme_cards(state: GameState) -> Iterator[SchemeCardId]:
    """All scheme cards: in the pile, in its discards, offered and in play."""
    pile = room_of(state).decks.schemes
    yield from (*pile.cards, *pile.discards)
    for table in tables(state):
        at = table_of(state, table)
        yield from (card for offer in at.offered for card in offer.cards)
        yield from (each.card for each in at.schemes if each.card is not None)


# === module =============================================================================================================

# The Underground's module: schemes, shown to Underground Control when Updates ends, and card tables (GE-UND-30)


SCHEMES_BEGIN = StepId("updates")  # when this step ends


class SchemesShown(Struct, frozen=True, kw_only=True):
    """Written schemes of the month were shown to Underground Control. `aside`: authors who went elsewhere.

    `table`: the table whose Updates ended, "" for the whole room if it has one clock.
    """

    month: int
    schemes: tuple[OpenedPaper, ...]
    aside: tuple[SeatId, ...]
    table: str = ""


class EnterScheme(EnterPaper, frozen=True, kw_only=True):
    """Enter or replace a player's scheme at the desk."""


class SchemeEntered(Struct, frozen=True, kw_only=True):
    """A scheme was entered by hand."""

    month: int
    scheme: OpenedPaper
    reason: str


def groups(state: GameState) -> tuple[PaperGroup, ...]:
    """Groups on the form: schemes that strike when complete, and traps (R-109)."""
    types = priced_schemes(state)
    return (
        PaperGroup(
            title=say("Schemes"),
            hint=say("The cost is paid with Advancement; the House must be of your table’s province."),
            types=tuple(each for each in types if not each.trap),
        ),
        PaperGroup(
            title=say("Traps"),
            hint=say("They name nobody, cost nothing and never complete: they wait to be attacked."),
            types=tuple(each for each in types if each.trap),
        ),
    )


def sealed_words(count: int, month: int, root: str) -> str:
    """Sentence with the number of sealed schemes."""
    return say_count(
        "{count} scheme sheet of month {month} sealed: {root}.",
        "{count} scheme sheets of month {month} sealed: {root}.",
        count,
        month=month,
        root=root,
    )


def shown_words(count: int, aside: int) -> str:
    """Sentence with the number of schemes shown."""
    return say_count(
        "Underground: {count} scheme shown, {aside} set aside.",
        "Underground: {count} schemes shown, {aside} set aside.",
        count,
        aside=aside,
    )


SCHEMES = PaperRoom(
    room=Room.UNDERGROUND,
    desk=Desk.UNDERGROUND,
    kind=KIND,
    rule=RULE,
    step=SCHEMES_BEGIN,
    closes_with=Phase.PLANNING,  # no scheme is written after Movement begins (GE-UND-02)
    words=PaperWords(
        title=later("Your scheme"),
        several=later("Schemes"),
        name=later("Scheme"),
        word=later("scheme"),
        noun=later("scheme"),
        nouns=later("schemes"),
        sealed=sealed_words,
        taken_in=shown_words,
        entered=later("The scheme of {player} was entered by hand: {words}. {reason}."),
        by_hand=later("Scheme of {player} by hand, month {month}"),
        lasting=later("A reveal cannot be unseen: go on from what was shown."),
        unfit=later("it can no longer be tried as it is written"),
        elsewhere=later("you are not in the Underground"),
    ),
    types=priced_schemes,
    groups=groups,
    check=check,
    window=window,
    fields=fields,
    became=place_of_own_scheme,
    state=UndergroundState,
    handed_in=SchemesShown,
    enter=EnterScheme,
    entered=SchemeEntered,
    papers="schemes",
    paper="scheme",
)
PAPERS = SCHEMES.module()
SECTIONS = (
    turns,
    written_schemes,
    drawn_schemes,
    sovereign_look,
    costs,
    minions,
    advancement,
    protection,
    undo,
    completion,
    masters,
    corrections,
    attack,
    attack_scheme,
    attack_trap,
    attack_end,
    feint,
    favors,
)  # parts of the card tables, each with commands, events, folds and sentences
SETTLES = (  # what the end of a step settles at a table
    written_schemes.settle_written,
    drawn_schemes.settle_drawn,
    attack_scheme.settle_attack,
    completion.settle_complete,
)
COMMANDS = {
    **PAPERS.commands,
    **{kind: turns.held_while_paused(handler) for each in (*SECTIONS, sheets) for kind, handler in each.COMMANDS.items()},
}
EVENTS = {**PAPERS.events, **{kind: handler for each in SECTIONS for kind, handler in each.EVENTS.items()}}


def state_after(state: GameState, events: tuple[GameEvent, ...]) -> GameState:
    """The state after these events of this room."""
    for happened in events:
        state = EVENTS[type(happened)].evolve(state, happened)
    return state


def begin_step(state: GameState, happened: StepBegan, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Clear leftovers of earlier months when Updates begins. Deal minions when Minions begins."""
    events: tuple[GameEvent, ...] = ()
    if happened.room == Room.UNDERGROUND and happened.step == minions.FIRST:
        for table in tables(state):
            if step_of(state, table) is TableStep.UPDATES:
                events = (*events, *drawn_schemes.settle_left_over(state, table))
    return (*events, *minions.deal_in_step(state, happened, asked))


def tables_of(state: GameState, happened: StepEnded | SchemesShown) -> tuple[TableId, ...]:
    """Tables of a step's event: the one with its own clock, or all."""
    return (TableId(happened.table),) if happened.table else tables(state)


def begin_schemes(state: GameState, happened: SchemesShown, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """When Updates ends, place written schemes, then let each House draw (GE-UND-29, GE-UND-30, GE-UND-31)."""
    events: tuple[GameEvent, ...] = ()
    for table in tables_of(state, happened):
        left = drawn_schemes.settle_left_over(state, table)
        state, events = state_after(state, left), (*events, *left)
        laid = written_schemes.lay_written(state, table)
        state, events = state_after(state, laid), (*events, *laid)
    return (*events, *drawn_schemes.draw_schemes(state, asked, tables_of(state, happened)))


def end_step(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Take in sealed schemes when their step ends, and settle at each table what is still open by its default."""
    events = SCHEMES.take_in(state, happened, asked)
    if happened.room != Room.UNDERGROUND or happened.step not in tuple(each.value for each in TableStep):
        return events
    for table in tables_of(state, happened):
        for settle in SETTLES:
            settled = settle(state, table, TableStep(happened.step), asked)
            state, events = state_after(state, settled), (*events, *settled)
    return events


def broken_underground(state: GameState) -> tuple[str, ...]:
    """Broken invariants of the Underground."""
    return (*PAPERS.broken(state), *broken_tables(state), *broken_schemes(state))


def hand_over(state: GameState, happened: completion.SchemeDone, asked: DecisionContext) -> tuple[SchemeCompleted, ...]:
    """Queue a completed scheme until Return, where it strikes. For a drawn one its picker chooses (R-19, R-20, R-108)."""
    found = scheme_completed(state, happened.paper, table=happened.table, house=happened.house, seat=happened.seat)
    found = replace(found, placed=happened.placed)
    if happened.seat is not None:
        return (found,)
    return (replace(found, picker=happened.picker or found.picker, know=happened.know),)


def scheme_done(state: GameState, happened: completion.SchemeDone, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Queue a completed scheme for Return, and end an attack on it that was left over when the clock was set forward."""
    return (*attack_end.settle_without_scheme(state, happened, asked), *hand_over(state, happened, asked))


def sit_down(state: GameState, happened: RoomChosen | CheckedIn, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Deal late to a player who sits down, and end the attack of one who left."""
    late = (*draw_late(state, happened, asked), *minions.deal_late(state, happened, asked))
    return (*attack_scheme.settle_without_attacker(state, happened, asked), *late)


def draw_late(
    state: GameState, happened: RoomChosen | CheckedIn | PlayerLeft | CharacterDied, asked: DecisionContext
) -> tuple[drawn_schemes.SchemesDrawn, ...]:
    """While Schemes runs, let a House draw whose first player there has changed, if it has not drawn yet (GE-UND-31, R-108)."""
    if state.clock.month <= state.clock.turned:
        return ()
    return drawn_schemes.draw_schemes(
        state, asked, [table for table in tables(state) if step_of(state, table) is TableStep.SCHEMES]
    )


def handle_departure(state: GameState, happened: PlayerLeft | CharacterDied, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """End the attack of a player who is gone, and let the House's next player draw for it."""
    return (*attack_scheme.settle_without_attacker(state, happened, asked), *draw_late(state, happened, asked))


# A death needs none: it refreshes every clock, and so the tables.
CHANGES_OF_SITTERS: Final = (CheckedIn, RoomChosen, PlayerLeft, PersonReplaced, SeatsSwapped, RankAdjusted)

register_choices(Field.SCHEME, favors.schemes_to_name, openly=favors.schemes_to_name_openly)
UNDERGROUND = replace(
    PAPERS,
    commands=COMMANDS,
    events=EVENTS,
    reactions={
        **PAPERS.reactions,
        StepBegan: begin_step,
        StepEnded: end_step,
        SchemesShown: begin_schemes,
        SchemeEntered: lambda state, happened, _asked: written_schemes.enter_written(state, happened.scheme),
        RoomChosen: sit_down,
        CheckedIn: sit_down,
        PlayerLeft: handle_departure,
        CharacterDied: handle_departure,
        attack.AttackBegun: attack.continue_attack,
        attack.MinionPlayed: attack.continue_attack,
        attack.MinionsCompared: attack.continue_attack,
        attack_trap.TrapSprung: attack_trap.strike,
        completion.SchemeDone: scheme_done,
        written_schemes.SchemeReplaced: attack_end.settle_without_scheme,
        attack_end.AttackEnded: attack_end.pass_on,
        PhaseEnded: minions.discard_hands,
        FavorUsed: favors.carry_out,
    },
    extra_folds={
        **PAPERS.extra_folds,
        RoomChosen: minions.move_hand,
        StepBegan: sovereign_look.show_to_house,
        StepEnded: turns.note_cut_off,
    },
    extra_invalidations=dict.fromkeys(CHANGES_OF_SITTERS, sitter_invalidations),
    broken=broken_underground,
)

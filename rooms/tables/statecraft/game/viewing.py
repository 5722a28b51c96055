"""How the view is built: from nothing, a line for each thing that the rulebook's table of hidden information allows (SC-HID)."""

from __future__ import annotations

from collections.abc import Iterable

from rooms.tables.statecraft.game import view
from rooms.tables.statecraft.game.book import Book
from rooms.tables.statecraft.game.content import (
    Emergency,
    EventCard,
    Scenario,
)
from rooms.tables.statecraft.game.state import (
    PLACES,
    Attached,
    Choosing,
    Looking,
    Loss,
    MayDraw,
    Payment,
    Phase,
    Place,
    Refill,
    StatecraftState,
    Step,
    answer_of,
)
from rooms.tables.statecraft.game.trackers import Trackers
from rooms.tables.statecraft.rules import measures
from rooms.tables.statecraft.rules.possible import possible_options
from rooms.tables.statecraft.rules.scoring import value_of, winners_of
from rooms.tables.statecraft.rules.waiting import asked, waits_for


def view_of(book: Book, state: StatecraftState, player: int | None) -> view.StatecraftView:
    """Exactly what this player may see; None is whoever looks on.

    The round is counted for everybody (SC-R-50), and the back of the top card is seen (SC-R-28).

    Rules: SC-HID-01, SC-HID-02, SC-HID-03, SC-HID-04, SC-HID-05, SC-HID-06, SC-DEK-06, SC-DEK-07, SC-DEK-08, SC-TRK-07, SC-POL-12.
    """
    step = state.agenda[0] if state.agenda else None
    scenario = book.scenarios.get(state.scenario)
    waiting = waits_for(state)
    return view.StatecraftView(
        phase=state.phase,
        advanced=state.advanced,
        round=state.round,
        backwards=measures.is_backwards(state),
        first=state.first if state.sides else None,
        active=state.active if state.round and state.phase is not Phase.OVER else None,
        order=measures.round_order(state),
        refilling=any(type(each) is Refill for each in state.agenda),
        turn=state.turn,
        goal=_goal(state, scenario) if scenario else None,
        sides=tuple([_side(book, state, owner, waiting) for owner in range(len(state.sides))]),
        supporters=_supporters(book, state),
        deck=len(state.deck),
        purple_on_top=state.deck[0] in book.purple if state.deck else None,
        discard=faces(book, state.discard),
        politicians=len(state.politicians),
        retired=tuple([book.politicians[each] for each in state.retired]),
        drawn=tuple([book.politicians[each] for each in state.drawn]),
        box=len(state.box),
        boxed=len(state.boxed),
        unused=len(state.unused),
        incumbent=state.incumbent,
        resolving=tuple(
            [view.SeenPurple(card=face(book, each.card), player=each.player, incumbent=each.incumbent) for each in state.resolving]
        ),
        waits_for=waiting,
        loss=_loss(step) if isinstance(step, Loss) else None,
        draw_reason=step.reason if isinstance(step, MayDraw) else None,
        count=_count(book, state, step),
        opponent=step.opponent if isinstance(step, Looking) else None,
        own=None if player is None or not state.sides else _own(book, state, player, step),
        winners=winners_of(book, state) if state.phase is Phase.OVER else (),
    )


def face(book: Book, card: str) -> view.CardFace:
    """A card of the main deck as it is printed."""
    found = book.purple.get(card)
    return view.CardFace(
        id=card,
        policy=book.policies.get(card),
        action=book.actions.get(card),
        event=found if isinstance(found, EventCard) else None,
        emergency=found if isinstance(found, Emergency) else None,
    )


def faces(book: Book, cards: Iterable[str]) -> tuple[view.CardFace, ...]:
    """Some cards of the main deck."""
    return tuple([face(book, card) for card in cards])


def _goal(state: StatecraftState, scenario: Scenario) -> view.Goal:
    all_of_them = measures.in_play(state)
    needed = {2: all_of_them, 3: all_of_them // 2 + 1}
    return view.Goal(
        scenario=scenario,
        end=scenario.end,
        win=scenario.win,
        last=state.last,
        most=measures.most_supporters(state.sides),
        in_play=all_of_them,
        needed=needed.get(scenario.end),
    )


def _side(book: Book, state: StatecraftState, owner: int, waiting: tuple[int, ...]) -> view.SeenSide:
    side = state.sides[owner]
    return view.SeenSide(
        leader=book.leaders[side.leader],
        text_counts=state.texts,
        holders=(
            _holder(book, state, owner, None, None),
            *[_holder(book, state, owner, place, who) for place, who in zip(PLACES, side.cabinet, strict=True)],
        ),
        trackers=side.trackers,
        counted=measures.counted(state, owner),
        budget=side.budget,
        budget_least=measures.budget_least(book, state, owner),
        turn=side.turn,
        hand=len(side.hand),
        hand_size=measures.hand_size(book, state, owner),
        supporters=side.supporters,
        abstained=side.abstained,
        incumbent=state.incumbent == owner,
        answered=answer_of(state, owner) is not None if owner in asked(state) else None,
        waits=owner in waiting,
        value=value_of(side, book.scenarios[state.scenario].win),
    )


def _holder(book: Book, state: StatecraftState, owner: int, place: Place | None, politician: str | None) -> view.SeenHolder:
    if place is not None and politician is None:
        return view.SeenHolder(place=place, politician=None)
    policies = [_policy(book, each) for each in state.sides[owner].policies if each.holder == politician]
    return view.SeenHolder(
        place=place,
        politician=None if politician is None else book.politicians[politician],
        announced=tuple([each for each in policies if each.announced]),
        denounced=tuple([each for each in policies if not each.announced]),
        room=(
            measures.room_of(book, state, owner, politician, announced=True),
            measures.room_of(book, state, owner, politician, announced=False),
        ),
    )


def _policy(book: Book, policy: Attached) -> view.SeenPolicy:
    card = book.policies[policy.card]
    return view.SeenPolicy(
        card=card,
        option=policy.option,
        chosen=card.options[policy.option],
        other=card.options[1 - policy.option],
        holder=policy.holder,
        announced=policy.announced,
        moved=policy.moved,
        budget=policy.budget,
        order=policy.order,
    )


def _supporters(book: Book, state: StatecraftState) -> tuple[view.SeenSupporter, ...]:
    trackers = [measures.counted(state, player) for player in range(len(state.sides))]
    hosted: list[tuple[str, int | None]] = [(each, None) for each in state.floating]
    hosted += [(each, player) for player, side in enumerate(state.sides) for each in side.supporters]
    return tuple([_supporter(book, state, supporter, host, trackers) for supporter, host in hosted])


def _supporter(
    book: Book, state: StatecraftState, supporter: str, host: int | None, trackers: list[Trackers]
) -> view.SeenSupporter:
    card = book.supporters[supporter]
    return view.SeenSupporter(
        card=card,
        host=host,
        met=tuple([measures.met(card, each) for each in trackers]),
        satisfied=tuple([player for player, each in enumerate(trackers) if measures.satisfies(card, each)]),
        prices=tuple(
            [
                None if host is None or player == host else measures.price(book, state, player, host, supporter)
                for player in range(len(trackers))
            ]
        ),
    )


def _loss(step: Loss) -> view.SeenLoss:
    return view.SeenLoss(player=step.player, kind=step.kind, count=step.count, candidates=step.candidates, steps=step.steps)


def _count(book: Book, state: StatecraftState, step: Step | None) -> int:
    """How many cards are to be paid or discarded."""
    if isinstance(step, Payment | Loss):
        return step.count
    if isinstance(step, Refill):
        return len(state.sides[state.active].hand) - measures.hand_size(book, state, state.active)
    return 0


def _own(book: Book, state: StatecraftState, player: int, step: Step | None) -> view.Own:
    looking = isinstance(step, Looking) and player == state.active
    chooses = isinstance(step, Choosing) and player in step.players
    return view.Own(
        player=player,
        hand=faces(book, state.sides[player].hand),
        answer=answer_of(state, player) if player in asked(state) else None,
        possible=possible_options(book, state, player) if chooses else (),
        looking=faces(book, state.sides[step.opponent].hand) if looking and isinstance(step, Looking) else (),
    )

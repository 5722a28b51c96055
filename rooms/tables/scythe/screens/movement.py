"""Moving units on a phone: units that can step, their targets with consequences, barred spaces with reasons, and cargo.

It is computed anew for each page of a Move, so it looks only a few steps ahead and imagines no other table. It decides nothing: a
Move with a combat, an encounter or the Factory pending is ended by its player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import msgspec

from control.engine.language import say, say_as, say_count
from rooms.tables.registry import Fields, GameSight
from rooms.tables.scythe.game.actions import EndMove, GainCoins, ScytheAction, StartMove
from rooms.tables.scythe.game.content import RESOURCES, STRUCTURES
from rooms.tables.scythe.game.state import CHARACTER, NO_TOKENS, NONE, OFF, WORKERS, Move, Phase, Tokens, fights, is_mech, tokens_at
from rooms.tables.scythe.rules.control import NOBODY, contested_territories, controller, controllers, opponent_at, workers_at
from rooms.tables.scythe.rules.movement import range_of
from rooms.tables.scythe.rules.reach import EndMoveOffer, EndUnitOffer, Reach, ReloadOffer, StepOffer
from rooms.tables.scythe.rules.worker_retreat import Consequences, consequences
from rooms.tables.scythe.screens.action_forms import Chip, Field, Form, count_field, form_of
from rooms.tables.scythe.screens.board import NOTHING_ASKED, BoardQuestion
from rooms.tables.scythe.screens.mats import COINS, START
from rooms.tables.scythe.screens.spaces import name_words
from rooms.tables.scythe.screens.viewer import ScytheViewer, looker_of


def barred_from(looker: ScytheViewer, offer: StepOffer) -> tuple[tuple[str, str], ...]:
    """Neighbouring spaces that a unit cannot step to, with reasons. The last entry, "", is for every space farther away."""
    here = looker.side.units[offer.unit]
    near = [each for each in looker.book.edges[here] if each not in offer.targets]
    return (*[(each, _why_no_step(looker, offer.unit, here, each)) for each in near], ("", say("Too far for one step.")))


def _why_no_step(looker: ScytheViewer, unit: int, here: str, to: str) -> str:
    """The reason why a unit cannot step there.

    Rules: SY-MOV-08, SY-MOV-09, SY-MOV-13, SY-MOV-24, SY-MOV-27.
    """
    book = looker.book
    if to in book.bases:
        return say("No unit enters a home base.")
    if to in book.lakes or here in book.lakes:
        return say("A lake: this unit does not cross it.")
    if (here, to) in book.rivers:
        return say("A river lies between: this unit does not cross it.")
    if not fights(unit) and any(to in side.units for side in looker.state.sides if side is not looker.side):
        return say("A unit of another player is there: workers do not go there.")
    return say("This unit does not go there now.")


FAR: Final = 5  # steps that the search for the character looks ahead
ARRIVES: Final = 10  # the character reaches an encounter or the Factory
NEARER: Final = 8  # the character comes nearer to it, less 1 for each further step
TAKES: Final = 7  # the unit reaches tokens that nobody controls
IDLE: Final = 6  # the worker is where it produces nothing
CROWDED: Final = 3  # workers share a space, plus 1 for each
CARRIES: Final = 4  # a mech can carry workers elsewhere
OTHERWISE: Final = 1


def likeliest_of(looker: ScytheViewer, offers: Sequence[StepOffer]) -> int:
    """The unit whose form is open: the likeliest to move, the first among equals. NONE when no unit can step."""
    reach, owners = Reach(looker.book, looker.state, looker.me), controllers(looker.book, looker.state)
    free = {space for space, tokens in looker.state.tokens.items() if any(tokens) and space not in owners}
    now, found, most = (looker.state.move or Move()).unit, NONE, -1
    for offer in offers:
        worth = _worth(looker, reach, offer, free)
        if offer.unit == now and worth <= OTHERWISE:
            worth = 0  # it has just moved and has no goal ahead
        if worth > most:
            found, most = offer.unit, worth
    return found


def _worth(looker: ScytheViewer, reach: Reach, offer: StepOffer, free: set[str]) -> int:
    gain = OTHERWISE if free.isdisjoint(offer.targets) else TAKES
    if offer.unit == CHARACTER:
        return max(_closeness(looker, reach, offer), gain)
    if not fights(offer.unit):
        return max(_crowd(looker, offer), gain)
    idle = IDLE if looker.side.units[offer.unit] in looker.book.bases else OTHERWISE
    return max(CARRIES if offer.workers or offer.riders else OTHERWISE, idle, gain)


def _closeness(looker: ScytheViewer, reach: Reach, offer: StepOffer) -> int:
    """The character's closeness to an encounter or, without a card, the Factory. Spaces of opponents' fighters do not count."""
    state, side, here = looker.state, looker.side, looker.side.units[CHARACTER]
    goals = {*state.marks} if side.card else {*state.marks, looker.book.factory}
    goals -= {*reach.held, here}
    seen, ring = {here}, offer.targets
    for step in range(FAR):
        if not goals.isdisjoint(ring):
            return NEARER - step if step else ARRIVES
        seen.update(ring)
        ring = tuple({to for space in ring for to in reach.ways(space, fighter=True) if to not in seen})
    return OTHERWISE


def _crowd(looker: ScytheViewer, offer: StepOffer) -> int:
    """Workers spread from a shared space, and leave spaces where they produce nothing. A single worker stays."""
    book, side, here = looker.book, looker.side, looker.side.units[offer.unit]
    new = any(to != book.factory and to not in side.units for to in offer.targets)
    done = here in book.villages and OFF not in side.units[WORKERS[0] :]
    if here in book.bases or here in book.lakes or here == book.factory or done:
        return IDLE if new else CROWDED
    together, moved = workers_at(side, here), (looker.state.move or Move()).moved
    spreads = new and len(together) > 1 and not set(together).intersection(moved)  # workers that have moved stay
    return CROWDED + len(together) if spreads else OTHERWISE


THEN: Final[Mapping[str, ScytheAction]] = {START: StartMove(), COINS: GainCoins()}
MOVES: Final = ("step", "end-unit")  # actions after which a Move may be over


def follows_of(fields: Fields, seen: GameSight) -> ScytheAction | None:
    """The automatic next action, or None."""
    looker, [act] = looker_of(seen), fields.get("act", [""])
    if act == "choose-section" and looker.state.phase is Phase.TOP:
        found = THEN.get("".join(fields.get("then", [])))
        return found if found is not None and looker.allows(found) else None
    over = act in MOVES and looker.state.phase is Phase.MOVING and looker.offer(StepOffer) is None
    return EndMove() if over and not pending_of(looker) else None


class UnitAsk(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that can step. `kind`: its drawing. `at`: its space. `words`: the number of its kind there, or its way and cargo.

    `short`: its place while its form is closed: “D5”, “D5 × 2”. `barred`: spaces that it cannot step to, with reasons; the last
    one, "", is for all farther away.
    """

    unit: int
    kind: str
    title: str
    at: str
    place: str
    short: str
    words: str
    must: str
    step: Form
    reload: Form | None
    barred: tuple[tuple[str, str], ...]
    open: bool


class MovingAsk(msgspec.Struct, frozen=True, kw_only=True):
    """A Move in progress. `pending`: what follows its end. `ends`: the unit whose movement can be ended, "" for none."""

    words: str
    units: tuple[UnitAsk, ...]
    pending: tuple[str, ...]
    ends: str
    asked: BoardQuestion = NOTHING_ASKED


def moving_of(looker: ScytheViewer) -> MovingAsk | None:
    """The question to the viewer, or None."""
    move = looker.state.move
    if move is None or looker.offer(EndMoveOffer) is None:
        return None
    offers = _group_workers(looker, [offer for offer in looker.seen.offers if isinstance(offer, StepOffer)])
    ends, likeliest = looker.offer(EndUnitOffer), likeliest_of(looker, [offer for offer, _count in offers])
    return MovingAsk(
        words=say_count(
            "{moved} of {count} unit moved", "{moved} of {count} units moved", len(move.moved) + move.left, moved=len(move.moved)
        ),
        units=tuple([_unit(looker, move, offer, count, is_open=offer.unit == likeliest) for offer, count in offers]),
        pending=pending_of(looker),
        ends=_title(looker, ends.unit) if ends and offers and offers[0][0].unit == ends.unit else "",
    )


def _group_workers(looker: ScytheViewer, offers: list[StepOffer]) -> list[tuple[StepOffer, int]]:
    """One offer for all workers on a space, with their number. The current unit comes first, then combat units."""
    move = looker.state.move or Move()
    found: dict[tuple[str, int], tuple[StepOffer, int]] = {}
    for offer in sorted(offers, key=lambda each: (each.unit != move.unit, each.unit)):
        kind = offer.unit if fights(offer.unit) or offer.unit == move.unit else NONE
        key = looker.side.units[offer.unit], kind
        first, count = found.get(key, (offer, 0))
        found[key] = first, count + 1
    return list(found.values())


def _unit(looker: ScytheViewer, move: Move, offer: StepOffer, count: int, *, is_open: bool) -> UnitAsk:
    at, goes_on = looker.side.units[offer.unit], offer.unit == move.unit
    steps = move.steps if goes_on else range_of(looker.book, looker.state, looker.me, offer.unit)
    words = say("{count} there", count=count) if count > 1 else ""
    if goes_on:
        words = say_count("{count} step left", "{count} steps left", steps)
    if cargo := looker.scene.cargo(len(offer.riders), offer.carried):
        words = say("{steps}, carries {cargo}", steps=words, cargo=cargo)
    return UnitAsk(
        unit=offer.unit,
        kind="character" if offer.unit == CHARACTER else "mech" if is_mech(offer.unit) else "worker",
        title=_title(looker, offer.unit),
        at=at,
        place=name_words(looker.book, at),
        short=_short(looker, at, count),
        words=words,
        must=_must_words(looker, offer),
        step=form_of("step", say("Move"), [_targets(looker, offer, steps)], _cargo(looker, offer), unit=str(offer.unit)),
        reload=_reload(looker) if goes_on else None,
        barred=barred_from(looker, offer),
        open=is_open,
    )


def _short(looker: ScytheViewer, space: str, count: int) -> str:
    place = say("base") if space in looker.book.bases else space
    return say("{place} × {count}", place=place, count=count) if count > 1 else place


def _title(looker: ScytheViewer, unit: int) -> str:
    """The name of a unit. A mech is named by its ability."""
    if not is_mech(unit):
        return say("Character") if unit == CHARACTER else say_as("piece of a game", "Worker")
    ability = looker.book.factions[looker.side.faction].mechs[unit - 1]
    return say("Mech “{ability}”", ability=looker.book.abilities[ability].name)


# --- targets ------------------------------------------------------------------------------------------------------------------


def _targets(looker: ScytheViewer, offer: StepOffer, steps: int) -> Field:
    """The spaces that the unit may step to, each with its consequences."""
    chips = []
    for to in offer.targets:
        comes = consequences(looker.book, looker.state, looker.me, offer.unit, to)
        words = come_words(looker, comes, to, steps, leaves=_leaves(looker, offer.unit))
        chips.append(_chip(looker, to, words, _sign(comes), alone=len(offer.targets) == 1))
    return Field(legend=say("Where to?"), name="to", chips=tuple(chips), board=True, look="to")


def _chip(looker: ScytheViewer, space: str, words: str, sign: str, *, alone: bool) -> Chip:
    """A space to tap. Its terrain is a drawing, so that the row of chips leaves room for the map."""
    found = looker.book.territories.get(space)
    if found is None:
        return Chip(value=space, title=name_words(looker.book, space), line=words, sign=sign, on=alone)
    mark = "" if sign == found.terrain else str(found.terrain)
    return Chip(value=space, title=space, line=words, sign=sign, on=alone, mark=mark, aside=looker.word(found.terrain))


def _sign(comes: Consequences) -> str:
    """The drawing of the most important consequence of a step."""
    if comes.combat != NOBODY:
        return "fight"
    return "worker" if comes.driven else "encounter" if comes.encounter else "factory" if comes.factory else ""


def come_words(looker: ScytheViewer, comes: Consequences, to: str, steps: int, *, leaves: str = "") -> str:
    """All consequences of a step in one sentence. `leaves`: the loss at its origin."""
    found, space = list[str](), looker.scene.space(to)
    if comes.combat != NOBODY:
        found.append(say("combat with {name}", name=looker.seat(comes.combat)))
    if comes.driven:
        found.append(
            say_count(
                "{count} worker of {name} is driven off and you lose {lost} popularity",
                "{count} workers of {name} are driven off and you lose {lost} popularity",
                len(comes.driven),
                name=looker.seat(comes.owner),
                lost=comes.popularity,
            )
        )
    if comes.combat == NOBODY:
        found += _control_gains(looker, to)
    if comes.encounter:
        found.append(say("an encounter if you win") if comes.combat != NOBODY else say("an encounter"))
    if comes.factory:
        found.append(say("a Factory card if you win") if comes.combat != NOBODY else say("a Factory card for you to choose"))
    if comes.stops and steps > 1 and comes.combat == NOBODY:
        found.append(say("it stops there"))
    found += [leaves] if leaves else []
    if not found:
        return say("To {space}: nothing else happens.", space=space)
    return say("To {space}: {what}.", space=space, what="; ".join(found))


def _leaves(looker: ScytheViewer, unit: int) -> str:
    """The loss of control when the last unit leaves (SY-CTL-01), with the tokens left behind. "" for the current unit."""
    state, here, move = looker.state, looker.side.units[unit], looker.state.move or Move()
    alone = list(looker.side.units).count(here) == 1 and here not in looker.side.structures
    if not alone or unit == move.unit or controller(looker.book, state, here) != looker.me:
        return ""
    if any(tokens_at(state, here)):
        return say("{space} is no longer yours, nor what stays there", space=looker.scene.space(here))
    return say("{space} is no longer yours", space=looker.scene.space(here))


def _control_gains(looker: ScytheViewer, to: str) -> list[str]:
    """Gains of control without a combat: tokens, and another player's structure (SY-MOV-21, SY-MOV-25)."""
    state = looker.state
    owner, tokens = controller(looker.book, state, to), tokens_at(state, to)
    if owner == looker.me:
        return []
    found = [say("{tokens} there become yours", tokens=looker.scene.tokens(tokens))] if any(tokens) else []
    for each in state.sides if owner != NOBODY else ():
        found += [
            say("you take control of the ground of the {structure}", structure=looker.word(kind))
            for kind, space in zip(STRUCTURES, each.structures, strict=True)
            if space == to
        ]
    return found


# --- cargo --------------------------------------------------------------------------------------------------------------------


def _cargo(looker: ScytheViewer, offer: StepOffer) -> list[Field]:
    return [*_token_fields(looker, "load-", offer.tokens, offer.least), *_worker_fields(looker, "board", offer.workers, offer.must)]


def _token_fields(
    looker: ScytheViewer, prefix: str, tokens: Tokens, least: Tokens = NO_TOKENS, *, all_on: bool = False
) -> list[Field]:
    return [
        count_field(
            partial(looker.scene.words, kind), f"{prefix}{kind}", range(low, most + 1), on=most if all_on else low, sign=kind
        )
        for kind, most, low in zip(RESOURCES, tokens, least, strict=True)
        if most
    ]


def _worker_fields(
    looker: ScytheViewer, name: str, workers: tuple[int, ...], must: tuple[int, ...] = (), *, all_on: bool = False
) -> list[Field]:
    """A number of workers. Those that have already moved by themselves are a separate field (SY-MOV-17)."""
    moved = (looker.state.move or Move()).moved
    groups = [
        (name, say("workers"), tuple([each for each in workers if each not in moved])),
        (f"{name}-moved", say("workers that have moved"), tuple([each for each in workers if each in moved])),
    ]
    found = []
    for called, legend, there in groups:
        least = len(there) if must else 0
        chips = [
            Chip(
                value=" ".join([str(unit) for unit in there[:count]]),
                title=str(count),
                word=say_count("{count} worker", "{count} workers", count) if count else "",
                on=count == (len(there) if all_on else least),
            )
            for count in range(least, len(there) + 1)
        ]
        if there:
            found.append(Field(legend=legend, name=called, chips=tuple(chips), look="count", sign="worker"))
    return found


def _must_words(looker: ScytheViewer, offer: StepOffer) -> str:
    """The cargo that must leave the lake (SY-MEC-28)."""
    cargo = looker.scene.cargo(len(offer.must), offer.least)
    return say("{cargo} come along: nothing stays on the lake alone.", cargo=cargo) if cargo else ""


def _reload(looker: ScytheViewer) -> Form | None:
    """Set down cargo on the current space (A-06). The next step picks cargo up."""
    offer = looker.offer(ReloadOffer)
    if offer is None:
        return None
    fields = _token_fields(looker, "unload-", offer.carried, all_on=True) + _worker_fields(
        looker, "leave", offer.riders, all_on=True
    )
    return form_of("reload", say("Set down"), fields, unit=str(offer.unit)) if fields else None


# --- after the Move -----------------------------------------------------------------------------------------------------------


def pending_of(looker: ScytheViewer) -> tuple[str, ...]:
    """Everything that follows the Move: combats, then the encounter, then the Factory (SY-MOV-31)."""
    state, scene = looker.state, looker.scene
    found = [
        say(
            "Combat on {space} with {name}.",
            space=scene.space(space),
            name=looker.seat(opponent_at(state, looker.me, space, fighting=True)),
        )
        for space in contested_territories(state)
    ]
    if state.turn.met:
        found.append(say("An encounter on {space}: its card is drawn then, no taking back.", space=scene.space(state.turn.met)))
    if looker.side.units[CHARACTER] == looker.book.factory and not looker.side.card:
        found.append(say("A Factory card."))
    return tuple(found)

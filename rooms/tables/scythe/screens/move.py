"""Units under way, on a phone: which may step, where to, why not elsewhere, with what coming of it and with which cargo.

Reckoned anew for each page of a Move, so it looks no farther than a few steps and imagines no other table.

Nothing is decided by it: a Move that is over with a combat, an encounter or the Factory pending is ended by its player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from control.engine.language import say, say_as, say_count
from rooms.tables.registry import Fields, Seen
from rooms.tables.scythe.facts.moves import cargo_words
from rooms.tables.scythe.game.actions import EndMove, GainCoins, ScytheAction, StartMove
from rooms.tables.scythe.game.content import RESOURCES, STRUCTURES
from rooms.tables.scythe.game.offers_moves import EndMoveOffer, EndUnitOffer, ReloadOffer, StepOffer
from rooms.tables.scythe.game.state import CHARACTER, NO_TOKENS, NONE, OFF, WORKERS, Move, Phase, Tokens, fights, is_mech, tokens_at
from rooms.tables.scythe.rules.control import NOBODY, contested, controller, controllers, opponent_at, workers_at
from rooms.tables.scythe.rules.movement import Consequences, Reach, consequences, range_of
from rooms.tables.scythe.screens.board import NOTHING_ASKED, Asked
from rooms.tables.scythe.screens.deeds import Chip, Field, Form, count_field, form_of
from rooms.tables.scythe.screens.looking import Looker, looker_of
from rooms.tables.scythe.screens.mats import COINS, START
from rooms.tables.scythe.screens.spaces import name_words


def barred_from(looker: Looker, offer: StepOffer) -> tuple[tuple[str, str], ...]:
    """The neighbours of a unit's space that it cannot step to, with why; last of all "" for every space farther away."""
    here = looker.side.units[offer.unit]
    near = [each for each in looker.book.edges[here] if each not in offer.targets]
    return (*[(each, _why(looker, offer.unit, here, each)) for each in near], ("", say("Too far for one step.")))


def _why(looker: Looker, unit: int, here: str, to: str) -> str:
    """Rules: SY-MOV-08, SY-MOV-09, SY-MOV-13, SY-MOV-24, SY-MOV-27."""
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


FAR: Final = 5  # steps that a character looks ahead
ARRIVES: Final = 10  # the character, at an encounter or the Factory
NEARER: Final = 8  # on its way there, less 1 for each step that is left
TAKES: Final = 7  # tokens that nobody controls
IDLE: Final = 6  # it stands where nothing is produced
CROWDED: Final = 3  # workers together, and one more for each of them
CARRIES: Final = 4  # a mech with workers to set down elsewhere
OTHERWISE: Final = 1


def likeliest_of(looker: Looker, offers: Sequence[StepOffer]) -> int:
    """The unit that stands open; of equally likely ones the first. NONE where nobody can step."""
    reach, owners = Reach(looker.book, looker.state, looker.me), controllers(looker.book, looker.state)
    free = {space for space, tokens in looker.state.tokens.items() if any(tokens) and space not in owners}
    now, found, most = (looker.state.move or Move()).unit, NONE, -1
    for offer in offers:
        worth = _worth(looker, reach, offer, free)
        if offer.unit == now and worth <= OTHERWISE:
            worth = 0  # it has just moved, and nothing calls it on
        if worth > most:
            found, most = offer.unit, worth
    return found


def _worth(looker: Looker, reach: Reach, offer: StepOffer, free: set[str]) -> int:
    gain = OTHERWISE if free.isdisjoint(offer.targets) else TAKES
    if offer.unit == CHARACTER:
        return max(_way(looker, reach, offer), gain)
    if not fights(offer.unit):
        return max(_crowd(looker, offer), gain)
    idle = IDLE if looker.side.units[offer.unit] in looker.book.bases else OTHERWISE
    return max(CARRIES if offer.workers or offer.riders else OTHERWISE, idle, gain)


def _way(looker: Looker, reach: Reach, offer: StepOffer) -> int:
    """How near the character comes to an encounter or, without a card, to the Factory, where no opponent’s fighter stands."""
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


def _crowd(looker: Looker, offer: StepOffer) -> int:
    """Workers whose territory is full spread, and those who stand where they produce nothing go; a lone one gives its place up."""
    book, side, here = looker.book, looker.side, looker.side.units[offer.unit]
    new = any(to != book.factory and to not in side.units for to in offer.targets)
    done = here in book.villages and OFF not in side.units[WORKERS[0] :]
    if here in book.bases or here in book.lakes or here == book.factory or done:
        return IDLE if new else CROWDED
    together, moved = workers_at(side, here), (looker.state.move or Move()).moved
    spreads = new and len(together) > 1 and not set(together).intersection(moved)  # nobody follows who has just come
    return CROWDED + len(together) if spreads else OTHERWISE


THEN: Final[Mapping[str, ScytheAction]] = {START: StartMove(), COINS: GainCoins()}
MOVES: Final = ("step", "end-unit")  # after which a Move may be over


def follows_of(fields: Fields, seen: Seen) -> ScytheAction | None:
    """What is played next; None for nothing."""
    looker, [act] = looker_of(seen), fields.get("act", [""])
    if act == "choose-section" and looker.state.phase is Phase.TOP:
        found = THEN.get("".join(fields.get("then", [])))
        return found if found is not None and looker.allows(found) else None
    over = act in MOVES and looker.state.phase is Phase.MOVING and looker.offer(StepOffer) is None
    return EndMove() if over and not pending_of(looker) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitAsk:
    """A unit that can step. `kind` is its drawing, `at` its space, `words` how many like it stand there, or its way and cargo;
    `short` is where while it is not open: “D5”, “D5 × 2”.

    `barred` are spaces that it cannot step to, with why; the last one, "", stands for all farther away.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingAsk:
    """A Move under way. `pending` is what follows its end, `ends` the unit whose movement can be ended, "" for none."""

    words: str
    units: tuple[UnitAsk, ...]
    pending: tuple[str, ...]
    ends: str
    asked: Asked = NOTHING_ASKED


def moving_of(looker: Looker) -> MovingAsk | None:
    """What the viewer is asked; None for nothing."""
    move = looker.state.move
    if move is None or looker.offer(EndMoveOffer) is None:
        return None
    offers = _apart(looker, [offer for offer in looker.seen.offers if isinstance(offer, StepOffer)])
    ends, likeliest = looker.offer(EndUnitOffer), likeliest_of(looker, [offer for offer, _count in offers])
    return MovingAsk(
        words=say_count(
            "{moved} of {count} unit moved", "{moved} of {count} units moved", len(move.moved) + move.left, moved=len(move.moved)
        ),
        units=tuple([_unit(looker, move, offer, count, is_open=offer.unit == likeliest) for offer, count in offers]),
        pending=pending_of(looker),
        ends=_title(looker, ends.unit) if ends and offers and offers[0][0].unit == ends.unit else "",
    )


def _apart(looker: Looker, offers: list[StepOffer]) -> list[tuple[StepOffer, int]]:
    """One for all workers that stand together, with how many; the unit under way first, then who fights."""
    move = looker.state.move or Move()
    found: dict[tuple[str, int], tuple[StepOffer, int]] = {}
    for offer in sorted(offers, key=lambda each: (each.unit != move.unit, each.unit)):
        kind = offer.unit if fights(offer.unit) or offer.unit == move.unit else NONE
        key = looker.side.units[offer.unit], kind
        first, count = found.get(key, (offer, 0))
        found[key] = first, count + 1
    return list(found.values())


def _unit(looker: Looker, move: Move, offer: StepOffer, count: int, *, is_open: bool) -> UnitAsk:
    at, goes_on = looker.side.units[offer.unit], offer.unit == move.unit
    steps = move.steps if goes_on else range_of(looker.book, looker.state, looker.me, offer.unit)
    words = say("{count} there", count=count) if count > 1 else ""
    if goes_on:
        words = say_count("{count} step left", "{count} steps left", steps)
    if cargo := cargo_words(looker.scene, len(offer.riders), offer.carried):
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


def _short(looker: Looker, space: str, count: int) -> str:
    place = say("base") if space in looker.book.bases else space
    return say("{place} × {count}", place=place, count=count) if count > 1 else place


def _title(looker: Looker, unit: int) -> str:
    """A mech goes by its ability."""
    if not is_mech(unit):
        return say("Character") if unit == CHARACTER else say_as("piece of a game", "Worker")
    ability = looker.book.factions[looker.side.faction].mechs[unit - 1]
    return say("Mech “{ability}”", ability=looker.book.abilities[ability].name)


# --- where to -----------------------------------------------------------------------------------------------------------------


def _targets(looker: Looker, offer: StepOffer, steps: int) -> Field:
    """The spaces it may step to, each with what comes of it."""
    chips = []
    for to in offer.targets:
        comes = consequences(looker.book, looker.state, looker.me, offer.unit, to)
        words = come_words(looker, comes, to, steps, leaves=_leaves(looker, offer.unit))
        chips.append(_chip(looker, to, words, _sign(comes), alone=len(offer.targets) == 1))
    return Field(legend=say("Where to?"), name="to", chips=tuple(chips), board=True, look="to")


def _chip(looker: Looker, space: str, words: str, sign: str, *, alone: bool) -> Chip:
    """A space as the board has it, its terrain a drawing: a row of them leaves the map its room."""
    found = looker.book.territories.get(space)
    if found is None:
        return Chip(value=space, title=name_words(looker.book, space), line=words, sign=sign, on=alone)
    mark = "" if sign == found.terrain else str(found.terrain)
    return Chip(value=space, title=space, line=words, sign=sign, on=alone, mark=mark, aside=looker.word(found.terrain))


def _sign(comes: Consequences) -> str:
    """The drawing of the weightiest thing that comes of a step."""
    if comes.combat != NOBODY:
        return "fight"
    return "worker" if comes.driven else "encounter" if comes.encounter else "factory" if comes.factory else ""


def come_words(looker: Looker, comes: Consequences, to: str, steps: int, *, leaves: str = "") -> str:
    """All that comes of a step, in one sentence; `leaves` is what is given up where it begins."""
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
        found += _taken(looker, to)
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


def _leaves(looker: Looker, unit: int) -> str:
    """That nobody is in control where the last one goes (SY-CTL-01), with what would lie there; of a way under way nothing."""
    state, here, move = looker.state, looker.side.units[unit], looker.state.move or Move()
    alone = list(looker.side.units).count(here) == 1 and here not in looker.side.structures
    if not alone or unit == move.unit or controller(looker.book, state, here) != looker.me:
        return ""
    if any(tokens_at(state, here)):
        return say("{space} is no longer yours, nor what stays there", space=looker.scene.space(here))
    return say("{space} is no longer yours", space=looker.scene.space(here))


def _taken(looker: Looker, to: str) -> list[str]:
    """What comes under control there without a combat: tokens, and the ground of another’s structure (SY-MOV-21, SY-MOV-25)."""
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


# --- with what ----------------------------------------------------------------------------------------------------------------


def _cargo(looker: Looker, offer: StepOffer) -> list[Field]:
    return [*_token_fields(looker, "load-", offer.tokens, offer.least), *_worker_fields(looker, "board", offer.workers, offer.must)]


def _token_fields(looker: Looker, prefix: str, tokens: Tokens, least: Tokens = NO_TOKENS, *, all_on: bool = False) -> list[Field]:
    return [
        count_field(
            partial(looker.scene.words, kind), f"{prefix}{kind}", range(low, most + 1), on=most if all_on else low, sign=kind
        )
        for kind, most, low in zip(RESOURCES, tokens, least, strict=True)
        if most
    ]


def _worker_fields(
    looker: Looker, name: str, workers: tuple[int, ...], must: tuple[int, ...] = (), *, all_on: bool = False
) -> list[Field]:
    """So many workers; those that have moved by themselves are told from those that still may (SY-MOV-17)."""
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


def _must_words(looker: Looker, offer: StepOffer) -> str:
    """What a lake does not keep (SY-MEC-28)."""
    cargo = cargo_words(looker.scene, len(offer.must), offer.least)
    return say("{cargo} come along: nothing stays on the lake alone.", cargo=cargo) if cargo else ""


def _reload(looker: Looker) -> Form | None:
    """Set down all or some of it where the unit under way stands (A-06); what it takes up goes with its next step."""
    offer = looker.offer(ReloadOffer)
    if offer is None:
        return None
    fields = _token_fields(looker, "unload-", offer.carried, all_on=True) + _worker_fields(
        looker, "leave", offer.riders, all_on=True
    )
    return form_of("reload", say("Set down"), fields, unit=str(offer.unit)) if fields else None


# --- what follows -------------------------------------------------------------------------------------------------------------


def pending_of(looker: Looker) -> tuple[str, ...]:
    """What follows when the Move ends: combats, then the encounter (SY-MOV-31)."""
    state, scene = looker.state, looker.scene
    found = [
        say(
            "Combat on {space} with {name}.",
            space=scene.space(space),
            name=looker.seat(opponent_at(state, looker.me, space, fighting=True)),
        )
        for space in contested(state)
    ]
    if state.turn.met:
        found.append(say("An encounter on {space}: its card is drawn then, no taking back.", space=scene.space(state.turn.met)))
    if looker.side.units[CHARACTER] == looker.book.factory and not looker.side.card:
        found.append(say("A Factory card."))
    return tuple(found)

"""Consequences of the proposal on the floor, in short public sentences, for hall, phone and desk (R-19)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import cast

from msgspec import Struct

from control.day.handoffs import HandedOver
from control.day.memoization import Same, memoized_view
from control.day.timetable import last_month
from control.engine.ids import SeatId
from control.engine.language import capital, listed, say, say_count
from control.engine.modules import GameEvent
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.court.game.floor.cycles import running_part
from rooms.court.game.floor.payment import payable_pools
from rooms.court.game.floor.view_phone import Means, PhoneFloor, WallFloor, phone_floor, wall_floor
from rooms.court.game.law_results import amounts, lasting_words
from rooms.court.game.proposals.trial_run import (
    Follows,
    Foreseen,
    Line,
    UnitsMoved,
    foresee,
    houses_in,
    in_force_next,
    meets,
    named_houses,
)
from rooms.court.game.state import OnFloor, Stand, proposal_in_cycle
from rooms.court.rules.pool_shares import missing, points_left
from rooms.realm.game.buildings.kinds import building_named, building_of, building_words
from rooms.realm.game.buildings.ownership import BuildingPlaced, BuildingRemoved
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.deaths.inheritance import EstatePassed
from rooms.realm.game.effects.in_force import effect_words, is_over
from rooms.realm.game.effects.lifetime import EffectEnded, EffectEntered
from rooms.realm.game.favors.deck import FavorDiscarded, FavorDrawn, FavorGiven
from rooms.realm.game.hostages.hostage_events import HostagesHandedOver, HostagesReleased, HostageTaken, freed_words, holder_name
from rooms.realm.game.law_actions.underground import PlayersBarred
from rooms.realm.game.laws import LawStruck, law_of, law_words
from rooms.realm.game.passed_laws import houses_by_law, kind_of
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.view_in_force import tablet_effect_words
from rooms.realm.papers.game.types import cost_of
from rooms.realm.scenario.ids import HouseId, LawId

# === sentences ==========================================================================================================

# Consequences in public sentences: what the proposal does, to whom, when, for how much.
# They are made from the events of a trial run of the rules (`foresee`), so no sentence knows what a kind of law does.


HEARD = frozenset({Stand.OPEN, Stand.TIE, Stand.WON})
WITH_THEIR_LAW = "R-99"  # rule of hostages that are released because their law is struck
BY_THEIR_DESK = frozenset({"R-90", "GE-CRT-36"})  # rules of hand-offs that only repeat the law


class Consequence(Struct, frozen=True, kw_only=True):
    """Consequences if the proposal passes.

    `does`: what it does. `meets`: other laws that it meets. `warning`: why it would have no effect. `when`, `immortals`: empty if
    it would not act. `covered`: the pools can pay its cost.
    """

    does: tuple[Line, ...]
    meets: tuple[Line, ...]
    warning: str
    when: str
    immortals: str
    cost: str
    covered: bool


def consequence_of(state: GameState, standing: OnFloor, game: Follows) -> Consequence | None:
    """Consequences of a proposal that is being heard. None once it is decided, or for an unknown kind."""
    kind = kind_of(state, standing.paper.type)
    if standing.stand not in HEARD or kind is None:
        return None
    cost = standing.cost if standing.stand is Stand.WON else cost_of(kind, standing.paper) or 0
    foreseen, short = foresee(state, standing, cost, game), missing(payable_pools(state), cost)
    too_late = foreseen.acted is not None and not foreseen.acted.leaves and foreseen.law.month >= last_month(state)
    does = () if too_late else (*_effect_lines(foreseen, game), *in_force_next(foreseen))
    met = () if too_late else tuple(meets(foreseen))
    return Consequence(
        does=does,
        meets=met,
        warning=_warning(foreseen, too_late=too_late, idle=not (does or met)),
        when="" if too_late or not does else _time_words(foreseen),
        immortals=_immortals(foreseen),
        cost=_cost(cost, points_left(payable_pools(state)), short),
        covered=not short,
    )


# --- effects ------------------------------------------------------------------------------------------------------------


def _effect_lines(foreseen: Foreseen, game: Follows) -> tuple[Line, ...]:
    """A sentence for each event, in order. Power and Favors are one sentence for each House."""
    named = named_houses(foreseen)
    found = [*_money(foreseen)]
    for happened in foreseen.events:
        found.extend(_lines_of_event(foreseen, happened, game, named))
    given = [each for each in foreseen.events if isinstance(each, HostageTaken)]
    return (*found, *_new_hostages_lines(foreseen.after, given), *_freed_hostages_lines(foreseen))


def _lines_of_event(foreseen: Foreseen, happened: GameEvent, game: Follows, named: frozenset[HouseId]) -> Iterator[Line]:
    before, after = foreseen.before, foreseen.after
    match happened:
        case LawStruck():
            yield _struck_law_line(before, happened.law)
        case EffectEntered():
            effect = happened.effect
            touched = {*effect.houses, *houses_in(after, effect.regions)}
            yield Line(words=effect_words(after, effect), houses=frozenset(touched))
        case EffectEnded():  # an effect of a struck law is in that law's sentence
            ended = next((each for each in before.effects if each.id == happened.id and each.law is None), None)
            if ended is not None:
                words = say("No longer: {effect}", effect=effect_words(before, ended))
                yield Line(words=words, houses=frozenset(ended.houses))
        case BuildingPlaced():
            building = capital(building_words(after, happened.building))
            yield Line(words=say("{building} is built.", building=building), houses=frozenset({happened.building.house}))
        case BuildingRemoved():
            gone, building = building_of(before, happened.id), capital(building_named(before, happened.id))
            yield Line(words=say("{building} is torn down.", building=building), houses=frozenset({gone.house} if gone else ()))
        case PlayersBarred():
            houses = frozenset(before.seats[seat].house for seat in happened.seats)
            yield Line(words=game.explain(happened, after), houses=houses)
        case CharacterDied():
            yield _death_line(foreseen, happened)
        case HandedOver() if happened.hand_off.rule in BY_THEIR_DESK:
            desk = after.frame.desk_name(happened.hand_off.to)
            yield Line(words=say("{desk} carries it out by hand.", desk=capital(desk)), houses=named)
        case HostagesReleased() if happened.rule != WITH_THEIR_LAW:
            yield _hostages(after, happened)
        case HostagesHandedOver():
            yield _hostages(after, happened)
        case HandedOver():
            yield Line(words=f"{happened.hand_off.what}.", houses=named)
        case _ if isinstance(happened, UnitsMoved):
            yield _units(after, happened)


def _death_line(foreseen: Foreseen, happened: CharacterDied) -> Line:
    """Who dies and who inherits. The amount is not told (R-95, GE-CER-03)."""
    state, seat = foreseen.before, foreseen.before.seats[happened.seat]
    estate = next((each for each in foreseen.events if isinstance(each, EstatePassed) and each.seat == seat.id), None)
    heir = state.seats.get(estate.to) if estate is not None and estate.to is not None else None
    named = {"player": seat.name, "house": house_name(state, seat.house)}
    houses = frozenset({seat.house, heir.house} if heir is not None else {seat.house})
    if heir is not None:
        words = say("{player} ({house}) dies; what the character holds goes to {heir}.", heir=heir.name, **named)
    elif estate is not None and estate.throne:
        words = say("{player} ({house}) dies; what the character holds goes to the God Emperor.", **named)
    elif estate is not None:
        words = say("{player} ({house}) dies; what the character holds goes to the bank.", **named)
    else:
        words = say("{player} ({house}) dies.", **named)
    return Line(words=words, houses=houses)


def _struck_law_line(before: GameState, law: LawId) -> Line:
    """A law that is struck, with everything that ends with it (R-92)."""
    posted, words = law_of(before, law), law_words(before, law)
    if posted is None:
        return Line(words=say("{law}, falls.", law=capital(words)), falls=words)
    in_force = (each for each in before.effects if each.law == law and not is_over(each, before.clock.month))
    ends = " ".join((*tablet_effect_words(before, posted.effects), *(effect_words(before, each) for each in in_force)))
    said = say("{law}, falls, and with it: {ends}", law=capital(words), ends=ends) if ends else ""
    return Line(words=said or say("{law}, falls.", law=capital(words)), houses=houses_by_law(before, posted), falls=words)


def _units(after: GameState, happened: UnitsMoved) -> Line:
    house, region = house_name(after, happened.house), region_name(after, happened.region)
    if happened.units < 0:
        words = say_count(
            "{house} loses {count} unit in {region}.",
            "{house} loses {count} units in {region}.",
            -happened.units,
            house=house,
            region=region,
        )
    else:
        words = say_count(
            "{house} is given {count} unit in {region}.",
            "{house} is given {count} units in {region}.",
            happened.units,
            house=house,
            region=region,
        )
    return Line(words=words, houses=frozenset({happened.house}))


def _freed_hostages_lines(foreseen: Foreseen) -> Iterator[Line]:
    """Hostages that go free because their law is struck (R-99)."""
    freed = [each for each in foreseen.events if isinstance(each, HostagesReleased) and each.rule == WITH_THEIR_LAW]
    if count := sum(len(each.ids) for each in freed):
        houses = frozenset(each.of for each in freed)
        yield Line(words=say_count("{count} hostage goes free.", "{count} hostages go free.", count), houses=houses)


def _hostages(after: GameState, happened: HostagesReleased | HostagesHandedOver) -> Line:
    """Hostages that go home or to another House. Their Power and Favors are on the playmat."""
    count, holder, house = len(happened.ids), holder_name(after, happened.holder), house_name(after, happened.of)
    if isinstance(happened, HostagesReleased):
        words = f"{freed_words(after, happened.of, happened.holder, count)}."
    else:
        words = say_count(
            "{holder} hands {count} hostage of {house} over to {other}.",
            "{holder} hands {count} hostages of {house} over to {other}.",
            count,
            holder=holder,
            house=house,
            other=house_name(after, happened.to),
        )
    houses = (happened.of, happened.holder, happened.to if isinstance(happened, HostagesHandedOver) else None)
    return Line(words=words, houses=frozenset(each for each in houses if each is not None))


def _new_hostages_lines(after: GameState, given: list[HostageTaken]) -> Iterator[Line]:
    """New hostages in the number that the law takes. Whether they exist is not told (R-93, R-143)."""
    if given:
        words = say_count(
            "{house} gives {other} {count} hostage of its own people, with 1 Power and 1 Favor.",
            "{house} gives {other} {count} hostages of its own people, each with 1 Power and 1 Favor.",
            len(given),
            house=house_name(after, given[0].of),
            other=house_name(after, given[0].holder),
        )
        yield Line(words=words, houses=frozenset({given[0].of, given[0].holder}))


# --- Power and Favors ---------------------------------------------------------------------------------------------------


def _money(foreseen: Foreseen) -> Iterator[Line]:
    """Losses and gains in the amounts that the law takes. What a House really has is not told (R-81)."""
    state, lost, gained = foreseen.after, dict[HouseId, list[int]](), dict[HouseId, list[int]]()

    def count(into: dict[HouseId, list[int]], seat: SeatId, power: int, favors: int) -> None:
        held = into.setdefault(state.seats[seat].house, [0, 0])
        held[0] += power
        held[1] += favors

    for happened in foreseen.events:
        match happened:
            case PowerLost():
                count(lost, happened.seat, happened.amount, 0)
            case PowerGained():
                count(gained, happened.seat, happened.amount, 0)
            case FavorDiscarded():
                count(lost, happened.seat, 0, 1)
            case FavorGiven():
                count(lost, happened.seat, 0, 1)
                count(gained, happened.to, 0, 1)
            case FavorDrawn():
                count(gained, happened.seat, 0, 1)
    if lost and gained:
        (giver, what), taker = next(iter(lost.items())), next(iter(gained))
        words = say(
            "{house} gives {other} {what}, as far as it has that.",
            house=house_name(state, giver),
            other=house_name(state, taker),
            what=listed(amounts(*what)),
        )
        yield Line(words=words, houses=frozenset({giver, taker}))
        return
    for house, what in lost.items():
        words = say("{house} loses {what}, as far as it has that.", house=house_name(state, house), what=listed(amounts(*what)))
        yield Line(words=words, houses=frozenset({house}))
    for house, what in gained.items():
        words = say("{house} is given {what}.", house=house_name(state, house), what=listed(amounts(*what)))
        yield Line(words=words, houses=frozenset({house}))


# --- date, Immortals, cost ----------------------------------------------------------------------------------------------


def _warning(foreseen: Foreseen, *, too_late: bool, idle: bool) -> str:
    """Why the proposal would have no effect. Empty if it has one."""
    if foreseen.lapsed:
        return say("No Immortal will be free for it: it would lapse in Return, and its cost stays spent.")
    if too_late:
        return say("It would act from next month on, and no further month is played.")
    if foreseen.fell_by is not None:
        return say("{law}, strikes it again in the same Return.", law=capital(law_words(foreseen.after, foreseen.fell_by.law)))
    return say("As things stand it does nothing, and its cost stays spent.") if idle else ""


def _time_words(foreseen: Foreseen) -> str:
    """When it acts, and for how long (R-19, R-83)."""
    acted = foreseen.acted
    if acted is None:
        return ""
    if acted.leaves:
        return say("Once, in the Return of month {month}.", month=foreseen.law.month)
    return lasting_words(foreseen.law.month + 1, acted.until)


def _immortals(foreseen: Foreseen) -> str:
    """The Immortals that it would send (GE-CRT-63, R-98)."""
    going = [str(each.immortal) for each in foreseen.acted.errands] if foreseen.acted else []
    if not going:
        return ""
    return say_count("Immortal {numbers} goes for it.", "Immortals {numbers} go for it.", len(going), numbers=", ".join(going))


def _cost(cost: int, points: int, short: int) -> str:
    """The cost, and whether the pools can pay it (R-78)."""
    if short:
        return say("It costs {cost}, and the pools hold only {points}: it cannot be paid.", cost=cost, points=points)
    return say("It costs {cost} of the {points} in the pools.", cost=cost, points=points)


# --- fewer lines --------------------------------------------------------------------------------------------------------


def merge_struck_laws(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, with consecutive struck laws merged into one sentence."""
    for falls, group in groupby(lines, key=lambda each: bool(each.falls)):
        several = tuple(group)
        if falls and len(several) > 1:
            houses = frozenset(house for each in several for house in each.houses)
            yield Line(words=say("{laws} fall.", laws=capital(listed([each.falls for each in several]))), houses=houses)
        else:
            yield from several


# === views ==============================================================================================================

# Views of the consequences: four lines for the hall, the player's own House first on the phone, everything at the desk.
# All sentences are public. The viewer only decides their order.


LINES = 4  # lines that can be read at ten metres beside the proposal


class Foresight:
    """Views of the floor with consequences. They get the game's engine late, because it is built after its rooms."""

    def __init__(self, game: Callable[[], Follows]) -> None:
        self._game = game

    def phone(self, state: GameState, viewer: Viewer) -> PhoneFloor | None:
        """The floor for a player of the Court, with the consequences for their own House and for others."""
        shown = phone_floor(state, viewer)
        return replace(shown, means=self.means(state, viewer)) if shown is not None and shown.on_floor else shown

    def wall(self, state: GameState, viewer: Viewer) -> WallFloor:
        """The floor for the hall, with the consequences in at most four lines until the count replaces them."""
        found = _heard_now(state, Same(self._game()))
        shown = wall_floor(state, viewer)
        is_heard = shown.shown.on_floor is not None and shown.shown.on_floor.count is None
        return replace(shown, means=_short_lines(found)) if found and is_heard else shown

    def means(self, state: GameState, viewer: Viewer) -> Means | None:
        """The consequences for this viewer. None while no proposal is heard."""
        found = _heard_now(state, Same(self._game()))
        if found is None:
            return None
        seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
        lines = (*found.does, *found.meets)
        own = tuple(each.words for each in lines if seat is not None and seat.house in each.houses)
        others = tuple(each.words for each in lines if seat is None or seat.house not in each.houses)
        return Means(own=own, others=others, warning=found.warning, foot=_foot(found))


@memoized_view(16)
def _heard_now(state: GameState, game: Same) -> Consequence | None:
    """Consequences of the proposal that is being heard, made once for all viewers."""
    now = running_part(state)
    standing = proposal_in_cycle(state, now[1]) if now else None
    return consequence_of(state, standing, cast(Follows, game.thing)) if standing is not None else None


def _foot(found: Consequence) -> tuple[str, ...]:
    return tuple(each for each in (found.when, found.immortals, found.cost) if each)


def _short_lines(found: Consequence) -> tuple[str, ...]:
    """At most four lines: warning, effects and laws met, then date and cost in the last line."""
    lines = [each.words for each in merge_struck_laws((*found.does, *found.meets))]
    room = LINES - 1 - bool(found.warning)
    if len(lines) > room:
        more = len(lines) - room + 1
        rest = say_count("And {count} thing more, on the phones.", "And {count} things more, on the phones.", more)
        lines = [*lines[: room - 1], rest]
    return (*filter(None, (found.warning,)), *lines, " ".join(_foot(found)))

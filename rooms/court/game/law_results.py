"""Results of the month's laws in Return, a public sentence each (R-19, R-20)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.engine.language import capital, listed, say, say_count
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.court.game.proposals.trial_run import Line, houses_in, lines_of_tablet
from rooms.realm.game.effects.in_force import effect_words, is_public
from rooms.realm.game.law_actions.return_turns import duration_of
from rooms.realm.game.law_actions.underground import barred_words
from rooms.realm.game.laws import law_of, law_words
from rooms.realm.game.passed_laws import LIFT, Answers, answers_of, houses_by_law
from rooms.realm.game.records import LawFate, PassedLaw
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, LawId, Phase
from rooms.realm.scenario.schema import Target

# === results ============================================================================================================


TOLD_IN = {Phase.RETURN: 0, Phase.CEREMONY: 1, Phase.PLANNING: 1}  # by phase: how many months ago the laws acted that are shown


class LawDid(Struct, frozen=True, kw_only=True):
    """A law that acted or lapsed: its name, and what it did or why it did nothing."""

    law: LawId
    title: str
    words: str
    lapsed: bool
    houses: frozenset[HouseId]


class LawsDid(Struct, frozen=True, kw_only=True):
    """The laws of a month on a phone: those that bind or pay the player's House, then the others."""

    month: int
    own: tuple[LawDid, ...]
    others: tuple[LawDid, ...]


def laws_did(state: GameState, viewer: Viewer) -> LawsDid | None:
    """What the laws did, from the end of Return until the end of next month's Planning.

    None if no law acted, and in other phases.
    """
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    ago = next((ago for phase, ago in TOLD_IN.items() if state.clock.is_in(phase)), None)
    if seat is None or ago is None:
        return None
    month = state.clock.month - ago
    found = results_of_month(state, month) if month > 0 else ()
    if not found:
        return None
    return LawsDid(
        month=month,
        own=tuple(each for each in found if seat.house in each.houses),
        others=tuple(each for each in found if seat.house not in each.houses),
    )


def results_of_month(state: GameState, month: int) -> tuple[LawDid, ...]:
    """Laws that acted or lapsed in the Return of a month, in that order (R-20, R-39)."""
    passed = sorted((each for each in state.passed if each.acted == month), key=lambda each: (each.month, each.ordered))
    tablets = {each.id: each for each in (*state.struck_laws, *state.laws)}
    return tuple(_law_result(state, each, tablets[each.law]) for each in passed if each.law in tablets)


def _law_result(state: GameState, passed: PassedLaw, law: PostedLaw) -> LawDid:
    title, touched = capital(law_words(state, law.id)), houses_by_law(state, law)
    if passed.fate is LawFate.LAPSED:
        words = say("It lapsed: no Immortal was free for it. Its cost stays spent.")
        return LawDid(law=law.id, title=title, words=words, lapsed=True, houses=touched)
    lines = tuple(_lines(state, passed, law))
    houses = touched.union(*(each.houses for each in lines))
    words = " ".join(each.words for each in lines) or f"{law.text.rstrip('.')}."
    once, until = duration_of(state, passed, passed.acted)
    if not once:
        words = f"{lasting_words(passed.acted + 1, until)} {words}"
    return LawDid(law=law.id, title=title, words=words, lapsed=False, houses=houses)


def lasting_words(first: int, until: int | None) -> str:
    """The months in which a lasting law is in force. `until`: None for a law until it is removed (R-19, R-83)."""
    if until is None:
        return say("From month {month} until it is removed.", month=first)
    if until <= first:
        return say("In month {month} alone.", month=first)
    return say("In months {first} to {last}.", first=first, last=until)


def _lines(state: GameState, passed: PassedLaw, law: PostedLaw) -> Iterator[Line]:
    named = answers_of(state, passed)
    yield from lines_of_tablet(replace(state, clock=replace(state.clock, month=passed.acted + 1)), law.id)
    for effect in (each for each in state.effects if each.law == law.id and is_public(each)):
        touched = frozenset({*effect.houses, *houses_in(state, effect.regions)})
        yield Line(words=effect_words(state, effect), houses=touched)
    barred = {seat.id: bar for seat in state.seats.values() for bar in seat.bars if bar.law == law.id}
    if barred:
        tables = {bar.table for bar in barred.values()}
        for table in sorted(tables):
            seats = tuple(seat for seat, bar in barred.items() if bar.table == table)
            yield Line(words=barred_words(state, table, seats), houses=frozenset(state.seats[seat].house for seat in seats))
    if named is not None:
        yield from _struck_tablet_lines(state, passed, named)
        yield from _money(state, passed, named)


def _struck_tablet_lines(state: GameState, passed: PassedLaw, named: Answers) -> Iterator[Line]:
    """The one tablet that a law strikes by its number (GE-CRT-37, R-82)."""
    if passed.kind != "remove" and not (passed.kind == "tax" and named.form == LIFT):
        return
    struck = next((each for each in state.struck_laws if each.id == named.one(Target.LAW)), None)
    if struck is not None and law_of(state, struck.id) is None:
        words = say("{law}, falls.", law=capital(law_words(state, struck.id)))
        yield Line(words=words, houses=houses_by_law(state, struck))


def _money(state: GameState, passed: PassedLaw, named: Answers) -> Iterator[Line]:
    """What Houses lose or get by the law's text. Units may fall short of the stock (R-81, R-89, R-96)."""
    houses, units = named.houses, named.number(Target.UNITS)
    parts = amounts(named.number(Target.POWER), named.number(Target.FAVORS))
    what = listed(parts)
    match passed.kind:
        case "fines" if houses and what:
            words = say("{house} loses {what}, as far as it has that.", house=house_name(state, houses[0]), what=what)
            yield Line(words=words)
        case "tariffs" if len(houses) > 1 and what:
            giver, taker = (house_name(state, each) for each in houses[:2])
            yield Line(words=say("{house} gives {other} {what}, as far as it has that.", house=giver, other=taker, what=what))
        case "financial-aid" if houses and (what or units):
            count = say_count("{count} unit, if its stock has it", "{count} units, as far as its stock has them", units)
            given = listed([*parts, *((count,) if units else ())])
            yield Line(words=say("{house} is given {what}.", house=house_name(state, houses[0]), what=given))
        case "disband" if houses and units:
            place, count = state.place_name(named.one(Target.REGION)), say_count("{count} unit", "{count} units", units)
            house = house_name(state, houses[0])
            words = say("{house} loses {units} in {region}, as far as it has them there.", house=house, units=count, region=place)
            yield Line(words=words)


def amounts(power: int, favors: int) -> list[str]:
    """Power and Favors in words. Empty for neither."""
    cards = say_count("{count} Favor", "{count} Favors", favors)
    return list(filter(None, (say("{power} Power", power=power) if power else "", cards if favors else "")))

"""Outcomes of schemes in words: for the schemer and the targeted House, and in indirect speech for everybody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.language import say, say_count
from control.engine.reasons import Reason, Told, as_reason
from rooms.realm.frame import IN_ROOM
from rooms.realm.game.hostages.hostage_events import load_words
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.scheme_effects.scheme import target_of
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name

# === direct speech ======================================================================================================

# Outcomes for the schemer and the targeted House: stored in events as reasons, translated when shown.
# The target reads what happened and never by whom.


@as_reason("schemes.by")
def scheme_reason(scheme: str) -> str:
    """Reason for the effects of a scheme."""
    return say("Scheme: {scheme}", scheme=scheme)


@as_reason("schemes.nothing")
def nothing_to_strike_reason() -> str:
    return say("There was nothing that it could strike.")


@as_reason("schemes.dead")
def dead_already_reason() -> str:
    return say("The character was dead or gone when it struck.")


@as_reason("schemes.never")
def no_next_month_reason() -> str:
    return say("It would act next month, and there is none.")


@as_reason("schemes.own")
def own_house_reason() -> str:
    return say("It cannot be aimed at the own House.")


@as_reason("schemes.wounded")
def wounded_reason(name: str, count: int) -> str:
    return say_count(
        "{name} took {count} wound from an assassin.", "{name} took {count} wounds from an assassin.", count, name=name
    )


@as_reason("schemes.emperor-wounded")
def emperor_wounded_reason(count: int) -> str:
    return say_count(
        "The God Emperor took {count} wound from an assassin.", "The God Emperor took {count} wounds from an assassin.", count
    )


@as_reason("schemes.took-power")
def took_power_reason(power: int, house: str) -> str:
    return say("{power} Power of {house} is yours.", power=power, house=house)


@as_reason("schemes.lost-power")
def lost_power_reason(power: int) -> str:
    return say("Rumors cost your House {power} Power.", power=power)


@as_reason("schemes.took-favor")
def took_favor_reason(name: str) -> str:
    return say("1 Favor of {name} is yours.", name=name)


@as_reason("schemes.took-oldest")
def took_oldest_reason(name: str) -> str:
    return say("1 Favor of {name} is yours. The one that you chose was gone; the oldest went.", name=name)


@as_reason("schemes.lost-favor")
def lost_favor_reason(name: str) -> str:
    return say("1 Favor was stolen from {name}.", name=name)


@as_reason("schemes.message")
def message_reason(house: str) -> str:
    return say("Underground Control sends a sealed message to the highest rank of {house}.", house=house)


@as_reason("schemes.load")
def load_reason(power: int, favors: int) -> str:
    return load_words(power, favors)


@as_reason("schemes.captured")
def captured_reason(house: str, load: Told) -> str:
    return say("Your House holds a hostage of {house}, with {load}.", house=house, load=load)


@as_reason("schemes.lost-hostage")
def lost_hostage_reason(load: Told) -> str:
    return say("A hostage was taken from your House, with {load}.", load=load)


@as_reason("schemes.rescued")
def rescued_reason(of: str, house: str) -> str:
    return say("A hostage of {of} that {house} held is free.", of=of, house=house)


@as_reason("schemes.rescued-oldest")
def rescued_oldest_reason(of: str, house: str) -> str:
    return say(
        "A hostage of {of} that {house} held is free. The one that was chosen was gone; the oldest went.", of=of, house=house
    )


@as_reason("schemes.allied")
def ally_reason(house: str, month: int) -> str:
    return say("{house} must be your ally in the War Room of month {month}.", house=house, month=month)


@as_reason("schemes.armed")
def black_powder_reason(house: str, month: int) -> str:
    return say("{house} has 1 more attack in each battle of month {month}.", house=house, month=month)


@as_reason("schemes.delayed")
def delay_reason(name: str, room: str, month: int) -> str:
    return say("{name} is not to be {in_room} in month {month}.", name=name, in_room=IN_ROOM[room], month=month)


@as_reason("schemes.shut-out")
def no_room_left_reason(name: str) -> str:
    return say("{name} would have had no room left to go to, so it had no effect.", name=name)


@as_reason("schemes.building-taken")
def building_taken_reason(building: str) -> str:
    return say("{building} is your House’s now.", building=building)


@as_reason("schemes.building-lost")
def building_lost_reason(building: str) -> str:
    return say("{building} is not your House’s any more.", building=building)


@as_reason("schemes.votes")
def votes_reason(house: str, count: int, month: int) -> str:
    return say_count(
        "{house} has {count} vote more in one vote of the Court in month {month}.",
        "{house} has {count} votes more in one vote of the Court in month {month}.",
        count,
        house=house,
        month=month,
    )


@as_reason("schemes.dissent")
def dissent_reason(house: str, count: int, month: int) -> str:
    return say_count(
        "{house} counts for {count} more in its first Uprising of month {month}.",
        "{house} counts for {count} more in its first Uprising of month {month}.",
        count,
        house=house,
        month=month,
    )


@as_reason("schemes.to-strike")
def strike_right_reason(house: str, month: int) -> str:
    return say(
        "In month {month}, from the end of the Court’s Updates, name a proposal of {house} to strike out.", month=month, house=house
    )


@as_reason("schemes.to-lever")
def leverage_right_reason(house: str, month: int) -> str:
    return say(
        "In month {month}, from the end of the Court’s Updates, name a proposal of {house} that must be heard.",
        month=month,
        house=house,
    )


@as_reason("schemes.poisoned")
def poisoned_reason(count: int, house: str, region: str) -> str:
    return say_count(
        "{count} unit of {house} died in {region}.", "{count} units of {house} died in {region}.", count, house=house, region=region
    )


@as_reason("schemes.marched")
def marched_reason(count: int, house: str, origin: str, region: str) -> str:
    return say_count(
        "{count} unit of {house} went from {origin} to {region}.",
        "{count} units of {house} went from {origin} to {region}.",
        count,
        house=house,
        origin=origin,
        region=region,
    )


@as_reason("schemes.corrupted")
def corrupted_reason(house: str, region: str) -> str:
    return say("1 unit of {house} in {region} changed sides.", house=house, region=region)


@as_reason("schemes.gone-over")
def unit_gone_reason(house: str, region: str) -> str:
    return say("1 unit of {house} in {region} is gone; the stockpile had none to take its place.", house=house, region=region)


@as_reason("schemes.razed")
def razed_reason(region: str) -> str:
    return say("The castle in {region} is destroyed for good.", region=region)


@as_reason("schemes.dragged")
def immortal_away_reason(region: str, month: int) -> str:
    return say("An Immortal left {region}; it comes back at the end of month {month}.", region=region, month=month)


@as_reason("schemes.dragged-for-good")
def immortal_gone_reason(region: str) -> str:
    """Outcome in the last month: the Immortal cannot return at the end of a next one."""
    return say("An Immortal left {region} for the rest of the game.", region=region)


# === indirect speech ====================================================================================================

# Indirect speech, for readers other than schemer and target. The reasons above speak to a House: "your House holds a hostage".
# Control, the journal and readers of the debrief get the same with the House named.


Said = Callable[..., str]


def _took_power(own: str, power: int, house: str) -> str:
    return say("{own} took {power} Power of {house}.", own=own, power=power, house=house)


def _lost_power(own: str, power: int) -> str:
    return say("Rumors cost {own} {power} Power.", own=own, power=power)


def _took_favor(own: str, name: str) -> str:
    return say("{own} took 1 Favor of {name}.", own=own, name=name)


def _took_oldest(own: str, name: str) -> str:
    return say("{own} took 1 Favor of {name}. The one that was chosen was gone; the oldest went.", own=own, name=name)


def _captured(own: str, house: str, load: Told) -> str:
    return say("{own} holds a hostage of {house}, with {load}.", own=own, house=house, load=load)


def _lost_hostage(own: str, load: Told) -> str:
    return say("A hostage was taken from {own}, with {load}.", own=own, load=load)


def _allied(own: str, house: str, month: int) -> str:
    return say("{house} must be an ally of {own} in the War Room of month {month}.", own=own, house=house, month=month)


def _building_taken(own: str, building: str) -> str:
    return say("{building} belongs to {own} now.", own=own, building=building)


def _building_lost(own: str, building: str) -> str:
    return say("{building} does not belong to {own} any more.", own=own, building=building)


def _to_strike(own: str, house: str, month: int) -> str:
    return say("In the Court of month {month}, {own} may strike out a proposal of {house}.", own=own, house=house, month=month)


def _to_lever(own: str, house: str, month: int) -> str:
    return say("In the Court of month {month}, {own} may have a proposal of {house} heard.", own=own, house=house, month=month)


ALOUD: Final[Mapping[str, Said]] = {
    "schemes.took-power": _took_power,
    "schemes.lost-power": _lost_power,
    "schemes.took-favor": _took_favor,
    "schemes.took-oldest": _took_oldest,
    "schemes.captured": _captured,
    "schemes.lost-hostage": _lost_hostage,
    "schemes.allied": _allied,
    "schemes.building-taken": _building_taken,
    "schemes.building-lost": _building_lost,
    "schemes.to-strike": _to_strike,
    "schemes.to-lever": _to_lever,
}


def indirect_speech(told: Told, own: str) -> str:
    """Turn an outcome into indirect speech with the House's name; one without "you" stays as it is."""
    said = ALOUD.get(told.code) if isinstance(told, Reason) else None
    return said(own, **told.values) if said is not None and isinstance(told, Reason) else str(told)


def outcome_words(state: GameState, scheme: CompletedScheme, came: Told) -> str:
    """The schemer's outcome in indirect speech."""
    return indirect_speech(came, house_name(state, scheme.house))


def harm_words(state: GameState, scheme: CompletedScheme, harm: Told) -> str:
    """The targeted House's outcome in indirect speech."""
    target = target_of(state, scheme)
    return indirect_speech(harm, house_name(state, target) if target is not None else "")

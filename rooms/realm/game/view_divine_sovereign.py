"""Public end of the day: the Divine Sovereign, or that Leviathan rose (GE-EVT-14, GE-SOV-11, GE-SOV-12, R-26)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.day.desk_tasks import DeskTask
from control.day.state import DayStage
from control.day.timetable import last_month
from control.engine.context import ORGANIZER
from control.engine.language import listed, say, say_count
from control.engine.viewer import HALL, Viewer
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.reports.words import both_names
from rooms.realm.game.state import GameState, HouseSeat, ThroneWaits
from rooms.realm.game.throne.divine_sovereign import EndingId, ending, may_decide, seatable_houses
from rooms.realm.game.throne.succession import heir_of_house, leading_houses
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.game.view import SittingView, court_view, sovereign_words
from rooms.realm.scenario.ids import HouseId


class Crowned(Struct, frozen=True, kw_only=True):
    """The ruler at the end.

    `title`: what they are called.
    `words`: what that means; empty if the last Return was not played.
    `heading`, `told`: the scenario's own text for that ending (C-17).
    `deeds`: how it came about, a sentence each.
    `epilogue`: the Court's place in the month after the last (R-27); "" without a winner.
    `player`: name of the winner's player, if it differs from the character's.
    """

    title: str
    who: str
    words: str
    heading: str = ""
    told: str = ""
    deeds: tuple[str, ...] = ()
    epilogue: str = ""
    player: str = ""


class EndChoice(Struct, frozen=True, kw_only=True):
    """A House that Control may crown. `ties`: other Houses that lead with it, if it leads in a tie."""

    house: HouseId
    name: str
    player: str
    character: str
    power: int
    ties: str


class DayEndView(Struct, frozen=True, kw_only=True):
    """The end of the day for the control team.

    `houses`: Houses that Control may crown, while Control decides.
    `opens`: nothing is left to decide, and this desk may open the debrief.
    """

    crowned: Crowned
    decides: bool
    opens: bool
    houses: tuple[EndChoice, ...]


class Crowning(Struct, frozen=True, kw_only=True):
    """The crowning on a phone. `mine`: what it means for this player, or ""."""

    crowned: Crowned
    mine: str


def winner_view(state: GameState, _viewer: Viewer) -> Crowned:
    """Return the ruler at the end of the day; the last month's Return decides the game (R-26, setting `month10_tie`)."""
    who, which = sovereign_words(state), ending(state)
    if which is None:
        if state.clock.turned < last_month(state):
            return Crowned(title=say("Sovereign"), who=who, words="")
        return Crowned(
            title=say("Nobody reigns"), who=who, words=say("Control decides how it ends."), deeds=tuple(_deeds_to_end(state))
        )
    written = next((each for each in state.scenario.texts.endings if each.id == which), None)
    title = say("Nobody reigns") if which == "leviathan" else say("Divine Sovereign")
    return Crowned(
        title=title,
        who=say("Leviathan rises") if which == "leviathan" else who,
        words=_words(which),
        heading=written.title if written else "",
        told=written.text if written else "",
        deeds=tuple(_deeds_to_end(state)),
        epilogue=_epilogue(state) if which == "sovereign" else "",
        player=_player(state) if which == "sovereign" else "",
    )


def _player(state: GameState) -> str:
    """Name of the winner's player, if it differs from the character's; friends and families know that one."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return holder.name if holder is not None and holder.name != holder.character else ""


def _epilogue(state: GameState) -> str:
    """Words on month 11. It has no phases and no rewards: the Court moves to the winner's home castle (GE-SOV-13, R-27)."""
    winner = sovereign_house(state)
    home = next((house for house in state.scenario.houses if house.id == winner), None)
    if home is None:
        return ""
    return say(
        "{month}: the Court sits in {region}, the home castle of {house}.",
        month=state.frame.round_title(last_month(state) + 1),
        region=region_name(state, home.home),
        house=home.name,
    )


def last_court_view(state: GameState, viewer: Viewer) -> SittingView:
    """Place of the Court; once the day is won, the winner's home castle (GE-SOV-13, R-27)."""
    winner = sovereign_house(state)
    home = next((house for house in state.scenario.houses if house.id == winner), None)
    if state.clock.stage is not DayStage.OVER or ending(state) != "sovereign" or home is None:
        return court_view(state, viewer)
    province = next((each.name for each in state.scenario.provinces if each.id == home.province), "")
    return SittingView(region=region_name(state, home.home), host=home.name, province=province)


def day_end_view(state: GameState, viewer: Viewer) -> DayEndView | None:
    """The end of the day for the desks; None while the day goes on and for everybody else (R-26, setting `month10_tie`)."""
    if not viewer.staff or state.clock.stage is not DayStage.OVER or state.clock.turned < last_month(state):
        return None
    leads, open_end = viewer.sees_desk(ORGANIZER), may_decide(state)
    decides = leads and open_end
    return DayEndView(
        crowned=winner_view(state, viewer),
        decides=decides,
        opens=leads and not open_end,
        houses=tuple(_choices(state)) if decides else (),
    )


def _choices(state: GameState) -> Iterator[EndChoice]:
    """Leading Houses first, then the others by Power."""
    lead, rank = leading_houses(state), {house: house_power(state, house) for house in seatable_houses(state)}
    for house in sorted(rank, key=lambda each: (each not in lead, -rank[each])):
        seat = heir_of_house(state, house)
        if seat is None:
            continue
        yield EndChoice(
            house=house,
            name=house_name(state, house),
            player=state.seats[seat].name,
            character=state.seats[seat].character,
            power=rank[house],
            ties=listed([house_name(state, each) for each in lead if each != house]) if house in lead else "",
        )


def end_waits(state: GameState, viewer: Viewer) -> tuple[DeskTask, ...]:
    """The organizer's open decision on the throne, for the list of what waits (R-26, setting `month10_tie`)."""
    asked = day_end_view(state, viewer)
    if asked is None or not asked.decides:
        return ()
    return (DeskTask(desk=ORGANIZER, words=say("Nobody reigns: decide how the day ends"), rule="R-26", place="ended"),)


def _words(which: EndingId) -> str:
    match which:
        case "god-emperor":
            return say("Every House has lost.")
        case "sovereign":
            return say("The game is decided.")
        case "leviathan":
            return say("Nobody has won.")


def _deeds_to_end(state: GameState) -> Iterator[str]:
    """Public events that led to the end: the throne, the marriage behind it, laws, marriages, deaths."""
    yield from _of_the_throne(state)
    passed = sum(law.since > 0 for law in (*state.laws, *state.struck_laws))
    if passed:
        yield say_count("The Court has passed {count} law.", "The Court has passed {count} laws.", passed)
    couples = sum(_living_spouse(state, seat) is not None for seat in state.seats.values()) // 2
    if couples:
        yield say_count("{count} marriage has lasted.", "{count} marriages have lasted.", couples)
    if state.deaths:
        yield say_count("{count} character has died.", "{count} characters have died.", len(state.deaths))


def _of_the_throne(state: GameState) -> Iterator[str]:
    throne, since = state.throne, state.throne_changed
    if throne.god_emperor:
        yield say("Nobody has taken the throne from the God Emperor.")
        return
    holder = state.seats.get(throne.holder) if throne.holder is not None else None
    if holder is None:
        if since:
            yield say("The throne has been empty since month {month}.", month=since)
        if throne.waits is ThroneWaits.TIE:
            yield say("No House led alone in Power.")
        return
    if since:
        yield say("Sovereign since month {month}.", month=since)
    if throne.holds is not None:
        yield say(
            "Came to the throne by a Military Coup and has held the castle in {region}.", region=region_name(state, throne.holds)
        )
    spouse = _living_spouse(state, holder)
    if spouse is not None:
        name = both_names(spouse, spouse.character)
        yield say("Married to {character} of {house}.", character=name, house=house_name(state, spouse.house))


def _living_spouse(state: GameState, seat: HouseSeat) -> HouseSeat | None:
    spouse = state.seats.get(seat.spouse) if seat.spouse is not None and seat.died is None else None
    return spouse if spouse is not None and spouse.died is None else None


def crowning_view(state: GameState, viewer: Viewer) -> Crowning | None:
    """The crowning for phones; None while the day goes on, and if it ended before a decision."""
    if state.clock.stage is not DayStage.OVER or state.clock.turned < last_month(state):
        return None
    return Crowning(crowned=winner_view(state, viewer), mine=_own_crowning_words(state, viewer))


def _own_crowning_words(state: GameState, viewer: Viewer) -> str:
    own = state.seats.get(viewer.player)
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    if own is None or holder is None:
        return ""
    if own.id == holder.id:
        return say("It is you. Go to the throne: the hall waits for you.")
    if own.spouse == holder.id:
        return say("It is whom you married.")
    return say("It is one of your House.") if own.house == holder.house else ""


def end_line(state: GameState) -> str:
    """The end in one line, for phones."""
    found = winner_view(state, HALL)
    if not found.words:
        return say("{sovereign}. Stay for the crowning and the debrief.", sovereign=found.who)
    told = say("{title}: {who}. {words}", title=found.title, who=found.who, words=found.words)
    return say("{told} Stay for the crowning and the debrief.", told=told)

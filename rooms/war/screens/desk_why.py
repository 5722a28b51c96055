"""Why not, at the desk of War Control: of one line of a sheet, of one region, or of the whole month; asked for only when opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from control.desks.frame import draw, is_fragment
from control.desks.press import question
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refused import Refused
from control.people.access import desk_or_404
from control.registry import game
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.screens.seen import Look, look
from rooms.war.game import whynot
from rooms.war.game.board import board_of
from rooms.war.game.state import recorded, war_of
from rooms.war.game.whynot import Kind, WhyNot
from rooms.war.game.words.battles import struck_words
from rooms.war.game.words.names import seat_words
from rooms.war.screens.desk_preview import foreseen
from rooms.war.screens.desk_seen import shown_steps
from rooms.war.screens.desk_views import HERE

HEADS = {
    Kind.ORDER: later("Orders"),
    Kind.GUARD: later("Orders to Immortals"),
    Kind.BATTLE: later("Battles"),
    Kind.FLAG: later("Flags"),
    Kind.RUMOR: later("Rumors"),
    Kind.SPOILS: later("Rewards"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A why-not with whose it is."""

    why: WhyNot
    house: HouseId
    short: str
    whose: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """All of one kind."""

    head: str
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """What defeated Immortals took with them in one region."""

    name: str
    sentence: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyPanel:
    """What did not come off in a month; `step` is the one that is foreseen and has not been applied yet."""

    month: int
    step: str
    chapters: tuple[Chapter, ...]
    struck: tuple[Struck, ...] = ()


@require_GET
def why(request: HttpRequest, event_id: int) -> HttpResponse:
    """Of the line or the region that the address names, as a few lines to unfold; without one the whole month."""
    door = desk_or_404(request, event_id, Desk.WAR)
    seen = look(request, door)
    state, step = as_previewed(seen)
    seat, line, region = (request.GET.get(name, "")[:80] for name in ("seat", "line", "region"))
    if seat and seat not in state.seats:
        raise Http404(say("No such seat."))
    if region and region not in board_of(state.scenario).regions:
        raise Http404(say("No such region."))
    if seat:
        found = whynot.full_of_line(state, SeatId(seat), line)
    elif region:
        found = whynot.full_of_region(state, RegionId(region))
    else:
        found = whynot.full(state)
    struck = () if seat else tuple(_struck(state, RegionId(region) if region else None))
    panel = WhyPanel(month=state.clock.month, step=step, chapters=tuple(_chapters(state, found)), struck=struck)
    if (seat or region) and is_fragment(request):
        return draw(request, "war/desk/_why_lines.html", {"panel": panel, "event_id": event_id})
    return question(request, door, "war/desk/_why.html", {"panel": panel}, HERE)


def as_previewed(seen: Look) -> tuple[GameState, str]:
    """The state with the next step of the War Room carried out, and its name, where it is foreseen at the desk; else the state."""
    state, steps = seen.state, seen.once(shown_steps)
    if steps.row is None or steps.foreseeable is None:
        return state, ""
    try:
        found = foreseen(seen, steps.foreseeable)
    except Refused:
        return state, ""
    after = found.before
    for happened in found.events:
        after = game(after.REALM).evolve(after, happened)
    return after, steps.row.name


def _struck(state: GameState, only: RegionId | None) -> Iterator[Struck]:
    """What the Immortals of this month's battles killed as they fell, which no House lost in the battle itself (R-57)."""
    board = board_of(state.scenario)
    for battle in recorded(war_of(state), state.clock.month).battles:
        if battle.retaliation and only in (None, battle.region):
            sentence = struck_words(board, battle)
            yield Struck(name=board.region_name(battle.region), sentence=sentence, rules=("GE-WAR-65", "R-57"))


def _chapters(state: GameState, found: tuple[WhyNot, ...]) -> list[Chapter]:
    board = board_of(state.scenario)

    def told(each: WhyNot) -> Told:
        whose = f"{seat_words(state, each.seat)}, {each.name}" if each.seat else ""
        return Told(why=each, house=each.house, short=board.houses[each.house].short, whose=whose)

    return [
        Chapter(head=say(head), told=tuple(told(each) for each in found if each.kind is kind))
        for kind, head in HEADS.items()
        if any(each.kind is kind for each in found)
    ]

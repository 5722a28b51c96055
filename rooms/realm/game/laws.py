"""Law Board: tablets that Control posts and strikes, with a reason.

Laws of the Court come here too. When a law falls, for whatever cause, its effects end with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.language import capital, later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, Report, to_desks
from control.engine.typed_text import one_line
from rooms.realm.desks import Desk
from rooms.realm.game.reports.words import news
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.scenario.ids import LawId
from rooms.realm.scenario.schema import LawEffects, NewsKind

LAW_DESKS = frozenset({Desk.COURT, Desk.WAR, Desk.UNDERGROUND})
LONGEST_TITLE = 80
LONGEST_TEXT = 600


class PostLaw(Struct, frozen=True, kw_only=True):
    """Post a tablet as Control. It is of this month and acts from the next on (R-19). Its effects are entered separately."""

    title: str
    text: str
    reason: str


class StrikeLaw(Struct, frozen=True, kw_only=True):
    """Strike a tablet and all its effects from the board, as Control (R-92)."""

    law: LawId
    reason: str


class LawPosted(Struct, frozen=True, kw_only=True):
    law: PostedLaw
    reason: str


class LawStruck(Struct, frozen=True, kw_only=True):
    """A tablet fell this month, at once; parts that read the board react to it."""

    law: LawId
    month: int
    reason: Told


def law_of(state: GameState, law: LawId) -> PostedLaw | None:
    """Tablet of that id, while it is on the board."""
    return next((each for each in state.laws if each.id == law), None)


def law_words(state: GameState, law: LawId) -> str:
    """Name of a tablet, on the board or struck: "law 12, Grain for Octopus"; for an order "the ordered law, …" (R-83)."""
    found = law_of(state, law) or next((each for each in state.struck_laws if each.id == law), None)
    if found is not None and not found.number:
        return say("the ordered law, {title}", title=found.title)
    return say("law {number}, {title}", number=found.number, title=found.title) if found else str(law)


def by_number(laws: Iterable[PostedLaw]) -> tuple[PostedLaw, ...]:
    """Sort tablets by number. An ordered one without a number gets the next, so it comes last (R-83)."""
    return tuple(sorted(laws, key=lambda law: (not law.number, law.number)))


def next_number(state: GameState) -> int:
    """Number of the next tablet. No number is used twice, not even that of a struck one."""
    numbers = [law.number for law in state.scenario.laws]
    return 1 + max((*numbers, *(law.number for law in (*state.laws, *state.struck_laws))), default=0)


def decide_post(state: GameState, command: PostLaw, asked: DecisionContext) -> tuple[LawPosted, ...]:
    """Post the next tablet.

    Raises:
        Refused: title or text is missing or too long, or no reason is given.
        Stale: the same tablet is on the board already.
    """
    title, text = one_line(command.title), one_line(command.text)
    if not title or len(title) > LONGEST_TITLE:
        raise Refused(say("A law has a title of at most {most} characters.", most=LONGEST_TITLE), rule="GE-CRT-31", code="text")
    if not text or len(text) > LONGEST_TEXT:
        raise Refused(
            say("Write what the law says, in at most {most} characters.", most=LONGEST_TEXT), rule="GE-CRT-31", code="text"
        )
    if any(each.title == title and each.text == text for each in state.laws):
        raise Stale(say("This law hangs on the board already."), rule="R-21")
    number = next_number(state)
    law = PostedLaw(id=LawId(f"law-{number}"), number=number, title=title, text=text, effects=LawEffects(), since=state.clock.month)
    return (LawPosted(law=law, reason=require_reason(command.reason)),)


def decide_strike(state: GameState, command: StrikeLaw, asked: DecisionContext) -> tuple[LawStruck, ...]:
    """Strike a tablet.

    Raises:
        Refused: no reason is given.
        Stale: the tablet is no longer on the board.
    """
    if law_of(state, command.law) is None:
        raise Stale(say("This law does not hang on the board any more."), rule="GE-CRT-37")
    return (LawStruck(law=command.law, month=state.clock.month, reason=require_reason(command.reason)),)


def evolve_posted(state: GameState, happened: LawPosted) -> GameState:
    return replace(state, laws=(*state.laws, happened.law))


def evolve_struck(state: GameState, happened: LawStruck) -> GameState:
    """Move the tablet, with its food and tributes, from the board to the record."""
    fallen = tuple(each for each in state.laws if each.id == happened.law)
    kept = tuple(each for each in state.laws if each.id != happened.law)
    return replace(state, laws=kept, struck_laws=(*state.struck_laws, *fallen))


def broken_laws(state: GameState) -> tuple[str, ...]:
    numbers = [each.number for each in (*state.laws, *state.struck_laws) if each.number]
    return (say("Two laws bear one number."),) if len(numbers) != len(set(numbers)) else ()


# --- words --------------------------------------------------------------------------------------------------------------


def law_news(state: GameState, kind: NewsKind, law: LawId) -> Report:
    """News of a tablet. Of several in a month the last is told."""
    return news(state, kind, f"law:{law}", law=law_words(state, law))


def tell_posted(happened: LawPosted, before: GameState, after: GameState) -> Iterator[Line]:
    law = happened.law
    yield to_desks(say("Law {number}, {title}, was posted: {reason}.", number=law.number, title=law.title, reason=happened.reason))
    if law.number:
        yield law_news(after, NewsKind.LAW_PASSED, law.id)


def tell_struck(happened: LawStruck, before: GameState, after: GameState) -> Iterator[Line]:
    law = capital(law_words(before, happened.law))
    yield to_desks(say("{law}, was struck from the board: {reason}.", law=law, reason=happened.reason))
    yield law_news(after, NewsKind.LAW_STRUCK, happened.law)


# Everybody reads the board, and its laws close regions and feed Houses on the map.
BOARD = (Invalidation(topic="laws"), Invalidation(topic="map"), Invalidation(topic="in-force", to="staff"))

LAWS = Module(
    name="law-board",
    title=later("Law Board"),
    commands={
        PostLaw: CommandHandler(decide=decide_post, desks=LAW_DESKS, label=lambda c, s: say("New law: {title}", title=c.title)),
        StrikeLaw: CommandHandler(
            decide=decide_strike, desks=LAW_DESKS, label=lambda c, s: say("{law}, struck", law=capital(law_words(s, c.law)))
        ),
    },
    events={
        LawPosted: EventHandler(evolve=evolve_posted, tell=tell_posted, invalidations=lambda e, s: BOARD),
        LawStruck: EventHandler(evolve=evolve_struck, tell=tell_struck, invalidations=lambda e, s: BOARD),
    },
    broken=broken_laws,
)

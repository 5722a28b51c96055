"""The God Emperor's part for Court Control: motives, and sample choices for waiting decisions (GE-SOV-33, C-16)."""

from __future__ import annotations

from msgspec import Struct

from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.duel.events import due_duels
from rooms.court.game.floor.cycles import Part, running_part
from rooms.court.game.state import floor_of
from rooms.court.game.uprising.events import open_uprising
from rooms.court.game.uprising.open_matters import uprisings_to_settle
from rooms.court.game.view_sovereign import choosing_view
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.schema import EmperorAt

# === views ==============================================================================================================


class SamplesAt(Struct, frozen=True, kw_only=True):
    """Sample choices for one kind of decision. `now`: such a decision waits."""

    at: str
    title: str
    samples: tuple[str, ...]
    now: bool


class EmperorPart(Struct, frozen=True, kw_only=True):
    """The God Emperor's part. `reigns`: he still holds the throne."""

    reigns: bool
    motives: tuple[str, ...]
    manner: tuple[str, ...]
    decisions: tuple[SamplesAt, ...]
    decrees: tuple[str, ...]
    punishments: tuple[str, ...]
    immortals: tuple[str, ...]

    @property
    def waiting(self) -> tuple[SamplesAt, ...]:
        """Decisions that wait for him now."""
        return tuple(each for each in self.decisions if each.now)


def emperor_part(state: GameState, viewer: Viewer) -> EmperorPart | None:
    """His part for Court Control. None for anybody else, and if the scenario has no text for him."""
    texts = state.scenario.texts
    if not viewer.sees_desk(Desk.COURT) or not texts.god_emperor_motives:
        return None
    reigns = state.throne.god_emperor
    now = _waiting_decisions(state, viewer) if reigns else frozenset[EmperorAt]()
    found = ((at, tuple(each.text for each in texts.god_emperor_samples if each.at is at)) for at in EmperorAt)
    return EmperorPart(
        reigns=reigns,
        motives=texts.god_emperor_motives,
        manner=texts.god_emperor_page,
        decisions=tuple(SamplesAt(at=at, title=_title(at), samples=samples, now=at in now) for at, samples in found if samples),
        decrees=texts.god_emperor_decrees,
        punishments=texts.god_emperor_punishments,
        immortals=texts.god_emperor_immortals,
    )


def reigning_emperor_part(state: GameState, viewer: Viewer) -> EmperorPart | None:
    """His part while he reigns, else None."""
    found = emperor_part(state, viewer)
    return found if found is not None and found.reigns else None


def _waiting_decisions(state: GameState, viewer: Viewer) -> frozenset[EmperorAt]:
    """Kinds of decisions that wait for him now (GE-SOV-23, GE-SOV-26, GE-CRT-30, R-102, R-106)."""
    choosing, floor, part = choosing_view(state, viewer), floor_of(state), running_part(state)
    asked = set[EmperorAt]()
    if choosing is not None and floor.assembled:
        # The choice for the next cycle is not urgent while another one is debated or voted on.
        soon = part is None or part[0] is Part.PAYMENT or part[1] == choosing.cycle
        if choosing.waiting and choosing.cycle is not None and soon:
            asked.add(EmperorAt.ORDER)
        if choosing.ties:
            asked.add(EmperorAt.TIE)
        if choosing.to_pay:
            asked.add(EmperorAt.PAYMENT)
    if part is not None and part[0] is Part.DEBATE:
        asked.add(EmperorAt.FLOOR)
    if open_uprising(floor) is not None or uprisings_to_settle(state):
        asked.add(EmperorAt.UPRISING)
    if due_duels(state):
        asked.add(EmperorAt.DUEL)
    return frozenset(asked)


def _title(at: EmperorAt) -> str:
    match at:
        case EmperorAt.ORDER:
            return say("Which proposal is heard next")
        case EmperorAt.TIE:
            return say("A tie")
        case EmperorAt.FLOOR:
            return say("Who may speak")
        case EmperorAt.UPRISING:
            return say("An Uprising has failed")
        case EmperorAt.PAYMENT:
            return say("Who pays")
        case EmperorAt.DUEL:
            return say("A duel")
        case EmperorAt.ALWAYS:
            return say("Whatever it is")

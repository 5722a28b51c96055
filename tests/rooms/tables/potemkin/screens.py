"""Fragments of Potemkin Empire as a page draws them, and canaries for its cards."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from control.engine.records import replace
from rooms.tables.game.rules import Setup
from rooms.tables.potemkin.game.content import Content
from rooms.tables.potemkin.game.engine import PotemkinRules, rules_of
from rooms.tables.potemkin.game.state import PotemkinState
from rooms.tables.potemkin.screens.app import APP
from rooms.tables.potemkin.screens.panels import Panel
from tests.rooms.tables.phones import Phones
from tests.rooms.tables.potemkin.play import CONTENT, NAMES, RULES, WRITTEN

CANARIES: Content = replace(
    WRITTEN,
    cards=tuple(
        [replace(card, title=f"Kanarienvogel {at:03}!", flavour=f"Gesang {at:03}!") for at, card in enumerate(WRITTEN.cards)]
    ),
)
CANARY_RULES: PotemkinRules = rules_of(CANARIES)


PHONES = Phones(APP, RULES, NAMES, fewer=True)
seen_by, hand_for, board_for, drawn_for = PHONES.seen_by, PHONES.hand_for, PHONES.board_for, PHONES.drawn_for
actions_in = PHONES.actions_in


def panel_for(state: PotemkinState, player: int | None, **more: Any) -> Panel:
    """The panel that the fragments draw."""
    found = PHONES.panel_for(state, player, **more)
    assert isinstance(found, Panel)
    return found


def pictures() -> str:
    """The drawings that a page loads once."""
    return render_to_string(APP.pictures, {"content": CONTENT})


def canaries(rules: PotemkinRules = CANARY_RULES) -> dict[str, tuple[str, ...]]:
    """Words that would reveal each card."""
    return {card.id: (card.id, card.title, card.flavour) for card in rules.book.content.cards}


def opened_with(rules: PotemkinRules, players: int, chance: Any) -> PotemkinState:
    """A new table."""
    state: PotemkinState = rules.setup(Setup(players=players, first=0), chance).state
    return state

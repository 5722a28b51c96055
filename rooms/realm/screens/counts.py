"""Counts of purses and hostages by the desks that look after Houses, compared with the ledger."""

from __future__ import annotations

from typing import Final

from control.engine.language import later
from control.registry import CountKind
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game import count_sheets

# === counts =============================================================================================================


COUNTS: Final = (
    CountKind(
        name=count_sheets.PURSES_SHEET,
        title=later("Purses"),
        hint=later(
            "Go House by House, a line for each player: what lies on the mat and belongs to nobody in particular, write where the "
            "House says. Favors are counted, not looked at; a named card is put right at its player."
        ),
        desks=HOUSE_DESKS,
        sees=count_sheets.purses_view,
        command=lambda lines, parts: count_sheets.CountPurses(lines=lines, parts=parts),
        address="realm_desk:houses",
    ),
    CountKind(
        name=count_sheets.MATS_SHEET,
        title=later("Hostages"),
        hint=later(
            "Count these before the purses: a token more takes 1 Power and 1 Favor of its House with it, a token less gives them "
            "back. What is too few on one mat and too many on another was handed over."
        ),
        desks=HOUSE_DESKS,
        sees=count_sheets.count_mats_view,
        command=lambda lines, parts: count_sheets.CountMats(lines=lines, parts=parts),
        address="realm_desk:houses",
    ),
)

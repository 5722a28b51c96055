"""Form address and fields of a player's command in the Court or at a table of the Underground, as a phone sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from django.urls import reverse

from control.engine.modules import Command
from rooms.court.game.floor.speakers import RaiseHand
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.uprising.rules import RiseUp
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal, StopAttack
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.attack_trap import ChooseLoss
from rooms.underground.game.tables.costs import HalveScheme
from rooms.underground.game.tables.drawn_schemes import KeepDrawn, PlaceDrawn
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.schemes import kind_on
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.tables.written_schemes import ChooseWritten

Fields: TypeAlias = list[tuple[str, str]]


def form_of(command: Command) -> tuple[str, Fields]:
    """The address and the form fields with which a phone sends this command.

    Raises:
        ValueError: phones do not send this command.
    """
    match command:
        case CastVote(month=month, cycle=cycle, favor=favor):
            return reverse("court:vote"), _named(month=month, cycle=cycle, vote="favor" if favor else "against")
        case RaiseHand(month=month, step=step):
            return reverse("court:hand"), _named(month=month, step=step, hand="up")
        case RiseUp(month=month, number=number):
            return reverse("court:stand"), _named(month=month, number=number, act="rise")
    name, fields = _at_a_table(command)
    return reverse(f"underground:{name}"), [*_named(month=command.month, table=command.table), *fields]


def _named(**fields: object) -> Fields:
    return [(name, str(value)) for name, value in fields.items()]


def _at_a_table(command: Command) -> tuple[str, Fields]:
    match command:
        case Advance(scheme=scheme, cards=cards):
            return "advance", [*_scheme(scheme), *(("cards", card) for card in cards)]
        case Protect(scheme=scheme, card=card, discards=discards):
            return "protect", [*_scheme(scheme), ("card", card), *(("discards", f"{scheme} {each}") for each in discards)]
        case EndTurn(step=step):
            return "done", [("step", step)]
        case BeginAttack(scheme=scheme, card=card):
            return "attack", [*_scheme(scheme), ("card", card)]
        case PlayOn(scheme=scheme, card=card):
            return "play-on", [*_scheme(scheme), ("card", card)]
        case StopAttack(scheme=scheme):
            return "stop", _scheme(scheme)
        case Reveal(scheme=scheme, before=before):
            return "reveal", [*_scheme(scheme), ("before", str(before))]
        case HalveScheme(scheme=scheme):
            return "halve", _scheme(scheme)
        case ChooseLoss(scheme=scheme, losses=losses):
            return "loss", [*_scheme(scheme), *(("losses", f"{each} {at}") for at, each in enumerate(losses, start=1))]
        case FoilScheme(scheme=scheme) | LeaveScheme(scheme=scheme) | GoOn(scheme=scheme):
            return "choice", [*_scheme(scheme), ("choice", f"reached {REACHED[type(command)]}")]
        case ChooseWritten(replace=replaced):
            return "choice", [("choice", f"written {'replace' if replaced else 'keep'}")]
        case KeepDrawn():
            return "choice", [("choice", "keep")]
        case PlaceDrawn(card=drawn, values=values, replaces=replaces):
            typed = [(f"field{at}", word) for at, words in enumerate(values) for word in words]
            return "choice", [("choice", f"place {drawn}"), ("type", kind_on(drawn)), ("replaces", str(replaces)), *typed]
    raise ValueError(command)


def _scheme(scheme: int) -> Fields:
    return [("scheme", str(scheme))]


REACHED: Mapping[type, str] = {FoilScheme: "foil", LeaveScheme: "leave", GoOn: "on"}

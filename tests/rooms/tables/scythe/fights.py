"""Combats of Scythe for tests: one on B4, or two in one Move."""

from __future__ import annotations

from rooms.tables.scythe.game.actions import EndMove, StepTo
from tests.rooms.tables.scythe.dealt import acts, attack, on_the_move
from tests.rooms.tables.scythe.play import RULES, play
from tests.rooms.tables.scythe.tables import A, mech, side


def offered(state, player):
    return RULES.offers(state, player)


def a_fight(**more):
    """Nordic's mech moves from A5 to a Rusviet mech on B4. No ability acts in combat."""
    nordic = side("nordic", speed="A5", power=5, cards=(2, 4), popularity=4)
    rusviet = side("rusviet", speed="B4", power=5, cards=(3, 5), popularity=4)
    return on_the_move(nordic, rusviet, **more)


def fought(state=None):
    state = a_fight() if state is None else state
    return attack(state, mech("nordic", "speed"), "B4")


def both_entered():
    """A Move that led to two combats, on A4 and B4."""
    nordic = side("nordic", character="A5", speed="A5", power=7)
    state = on_the_move(nordic, side("rusviet", speed="B4", power=5), side("crimea", speed="A4", power=5))
    state = play(state, A, StepTo(mech("nordic", "speed"), "B4")).state
    return acts(state, (A, StepTo(0, "A4")), (A, EndMove()))

"""The War Room's further modules, in the order in which they react: they keep no state of their own."""

from __future__ import annotations

from control.engine.modules import Module
from rooms.war.game.asking import ASKING
from rooms.war.game.coups import COUPS
from rooms.war.game.forfeits import FORFEITS_AT_WAR
from rooms.war.game.hardship import HARDSHIP
from rooms.war.game.laws import LAWS_AT_WAR
from rooms.war.game.news import NEWS
from rooms.war.game.reports.module import REPORTED_MAP, REPORTED_ORDERS
from rooms.war.game.strikes import SCHEMES_AT_WAR

FURTHER: tuple[Module, ...] = (
    LAWS_AT_WAR,
    SCHEMES_AT_WAR,
    FORFEITS_AT_WAR,
    HARDSHIP,
    COUPS,
    ASKING,
    REPORTED_ORDERS,
    REPORTED_MAP,
    NEWS,
)

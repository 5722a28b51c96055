"""Everything a player may do, as groups of legal actions: the law, for the rules take what is offered and nothing else."""

from __future__ import annotations

from rooms.tables.scythe.game.offers_cards import CardsOffer
from rooms.tables.scythe.game.offers_combat import CombatOffer
from rooms.tables.scythe.game.offers_mat import MatOffer
from rooms.tables.scythe.game.offers_moves import MovesOffer
from rooms.tables.scythe.game.offers_turns import TurnsOffer

ScytheOffer = TurnsOffer | MatOffer | MovesOffer | CombatOffer | CardsOffer

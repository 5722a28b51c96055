"""The Underground as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the Underground: its module with sealed schemes, its regions, guide and bots."""

    name = "rooms.underground"
    label = "underground"

    def ready(self) -> None:
        from control.engine.language import later
        from control.hall import screens
        from control.registry import DebriefPart, RoomBots, RoomDesk, RoomPhone
        from rooms.realm.bots import using_favors
        from rooms.realm.papers.registration import register
        from rooms.underground.debriefing import HINDSIGHT
        from rooms.underground.game import bots
        from rooms.underground.game.guide import GUIDE
        from rooms.underground.game.measures.underground import MEASURED
        from rooms.underground.game.module import SCHEMES, UNDERGROUND
        from rooms.underground.game.reports.schemes import REPORTED
        from rooms.underground.game.view_strikes import waiting_messages
        from rooms.underground.screens import walls
        from rooms.underground.screens.phone import REGIONS

        register(
            SCHEMES,
            UNDERGROUND,
            further=(REPORTED,),
            invent=bots.needed_scheme,
            desk=RoomDesk(waiting=waiting_messages),
            phone=RoomPhone(
                to_do=later("You may bring one scheme to your table."),
                step_hints={
                    "updates": later("Listen to what the Court’s laws change at your table."),
                    "schemes": later("Show your written scheme. Each House draws 4 and places 1."),
                    "minions": later("Draw minions by your rank: 4, 3, 2, 1, 1. Then plot."),
                    "advancement": later("Put minions onto schemes, round the table."),
                    "protection": later("Put minions in front of schemes, round the table."),
                    "attack": later("Attack once when it is your turn, or pass."),
                    "complete": later("Schemes that have enough Advancement are shown and carried out."),
                },
                table_label=later("Table in the Underground"),
                regions=REGIONS,
                scripts=("underground/choice.js", "underground/phone.js"),
                styles=("underground/cards.css", "underground/phone.css"),
            ),
            bots=RoomBots(act=using_favors(bots.act, bots.knows_favor), early=True, guides=(GUIDE,)),
            debrief=DebriefPart(hindsight=HINDSIGHT, measures=MEASURED),
        )
        screens.register(walls.shown)

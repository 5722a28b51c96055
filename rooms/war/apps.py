"""The War Room as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the War Room: its module, war sheets, map pieces, guide and bots."""

    name = "rooms.war"
    label = "war"

    def ready(self) -> None:
        from control.desks.actions import DeskAction, register_action
        from control.engine.language import later
        from control.registry import (
            CountKind,
            DebriefPart,
            RoomApp,
            RoomBots,
            RoomDesk,
            RoomHall,
            RoomPhone,
            RoomRules,
            SheetKind,
            SheetWords,
            register,
        )
        from rooms.realm.bots import using_favors
        from rooms.realm.desks import Desk
        from rooms.realm.frame import NAME
        from rooms.realm.scenario.ids import Room
        from rooms.war.debriefing import HINDSIGHT
        from rooms.war.game import board_count, bots
        from rooms.war.game.guide import GUIDE
        from rooms.war.game.measures.war import MEASURED
        from rooms.war.game.module import FURTHER, WAR
        from rooms.war.game.sheets import document, limits
        from rooms.war.game.state import ORDERS
        from rooms.war.screens import map_panels, phone_sheet, sheet_panels
        from rooms.war.screens.sheet_panels import BOARD, ON_PAPER

        kind = SheetKind(
            kind=document.KIND,
            words=SheetWords(
                name=later("War"),
                word=later("war"),
                noun=later("war sheet"),
                nouns=later("war sheets"),
                sealed=document.sealed,
            ),
            room=Room.WAR,
            step=ORDERS,
            read=document.sheet_from_form,
            decode=document.parse,
            check=limits.check,
            window=limits.window,
            invent=bots.steady_sheet,
            phone=phone_sheet.PHONE,
            by_hand=sheet_panels.BY_HAND,
            on_paper=ON_PAPER,
        )
        count = CountKind(
            name=board_count.SHEET,
            title=later("Board"),
            hint=later(
                "Go region by region. What stands in another region has moved there; the stockpiles follow by themselves "
                "and are looked at last."
            ),
            desks=frozenset({Desk.WAR}),
            sees=board_count.board_view,
            command=lambda lines, parts: board_count.CountBoard(lines=lines, parts=parts),
            address="war_desk:desk",
        )
        app = RoomApp(
            realm=NAME,
            rules=RoomRules(module=WAR, further=FURTHER, sheets=(kind,)),
            desk=RoomDesk(tab=later("War"), page="war_desk:desk", applies=True, counts=(count,)),
            phone=RoomPhone(
                to_do=later(
                    "Write your war orders and send them. Talk as you like; the sheet is seen by nobody until the orders are "
                    "opened."
                ),
                step_hints={
                    "updates": later("Listen to what has changed on the map."),
                    "orders": later("Finish your war sheet and send it. Talk as you like, but show it to nobody."),
                    "favors": later("Play a Favor card now if you hold one for the map, 1 each."),
                    "move": later("Nothing to do: Control carries out all Moves. Watch the map."),
                    "battle": later("Nothing to do: Control fights the battles. Watch the map."),
                    "rewards": later("Take the Power and Favors that your House has earned."),
                    "recruit": later("Nothing to do: Control places the recruits."),
                },
                results=sheet_panels.RESULTS,
                round_details=sheet_panels.ROUND_DETAILS,
                map=map_panels.PHONE,
                topics=("map", "orders"),
                scripts=("war/map_orders.js",),
                styles=("war/map.css",),
            ),
            hall=RoomHall(
                map=map_panels.HALL,
                board=BOARD,
            ),
            bots=RoomBots(share=3, act=using_favors(), guides=(GUIDE,)),  # most bots come here, because the hall watches this room
            debrief=DebriefPart(hindsight=HINDSIGHT, measures=MEASURED),
        )
        register(app)
        register_action(DeskAction(name=later("Immortals …"), desk=Desk.COURT, address="war_desk:immortals"))

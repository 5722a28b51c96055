"""The Court as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """Registers the Court: its module with sealed proposals, and its pieces of shared pages."""

    name = "rooms.court"
    label = "court"

    def ready(self) -> None:
        from control.desks.actions import DeskAction, register_action
        from control.engine.language import later
        from control.registry import Ballots, DebriefPart, RoomBots, RoomDesk, RoomHall, RoomPhone
        from rooms.court.debriefing import HINDSIGHT
        from rooms.court.game import bot_control, bots
        from rooms.court.game.floor.view import vote_hint
        from rooms.court.game.floor.view_desk import floor_closing
        from rooms.court.game.floor.vote import CountFists
        from rooms.court.game.floor.vote_result import CloseVote
        from rooms.court.game.guide import GUIDE
        from rooms.court.game.measures.court import MEASURED
        from rooms.court.game.module import COURT, REPORTED
        from rooms.court.game.proposals.proposal import PROPOSALS
        from rooms.court.game.uprising.open_matters import open_matters
        from rooms.court.screens.duel_desk import duels_waiting
        from rooms.court.screens.duel_phone import REGIONS as DUELS
        from rooms.court.screens.phone import REGIONS, RESULTS
        from rooms.court.screens.sitting import PLAN, STANDING
        from rooms.court.screens.uprising_phone import REGIONS as UPRISING
        from rooms.court.screens.walls import ALARM, WALLS
        from rooms.realm.bots import using_favors
        from rooms.realm.desks import Desk
        from rooms.realm.papers.registration import register

        register(
            PROPOSALS,
            COURT,
            further=(REPORTED,),
            invent=bots.needed_paper,
            desk=RoomDesk(plan=PLAN, waiting=open_matters, closing=floor_closing),
            phone=RoomPhone(
                to_do=later("At the Court you debate and vote. Below stands whether you may propose this month."),
                step_hints={
                    "updates": later("Give your proposal to Control, if you have one."),
                    "challenges": later("Whoever may use an Arena calls somebody out now."),
                    "explain": later("Listen to the proposal; ask what is not clear."),
                    "debate": later("Speak when the Sovereign gives you the floor."),
                    "vote": later("Vote here, or with your fist."),
                    "payment": later("Pay what the Sovereign names, if you are named."),
                },
                live_hint=vote_hint,
                results=RESULTS,
                regions=(*REGIONS, *UPRISING, *DUELS),
                ballots=Ballots(addresses=("/play/court/vote/", "/play/court/hand/"), counted_by=(CloseVote, CountFists)),
                scripts=("court/vote.js",),
                styles=("court/phone.css",),
            ),
            hall=RoomHall(walls=WALLS, alarm=ALARM, standing=STANDING),
            bots=RoomBots(act=using_favors(bots.act), lead=bot_control.next_command, guides=(GUIDE,)),
            debrief=DebriefPart(hindsight=HINDSIGHT, measures=MEASURED),
        )
        register_action(
            DeskAction(
                name=later("Duels …"),
                desk=Desk.CEREMONY,
                address="court_desk:duels",
                styles=("court/duel.css",),
                waiting=duels_waiting,
            )
        )

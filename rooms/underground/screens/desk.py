"""The desk of Underground Control: who sits at which table, and the schemes of each table once they have been shown."""

from __future__ import annotations

from control.desks.frame import Look, Part, register
from control.desks.room import PapersView, PaperTable, RoomDesk, kind_of, paper_line
from control.engine.language import say
from rooms.realm.desks import Desk
from rooms.realm.scenario.ids import Room
from rooms.underground.game.part import view_underground
from rooms.underground.game.state import underground_of

UNDERGROUND_DESK = frozenset({Desk.UNDERGROUND})


def schemes_view(seen: Look) -> PapersView:
    """The schemes of the month by table."""
    state, own, shown = seen.state, underground_of(seen.state), view_underground(seen.state, seen.door.viewer)
    kind, opened = kind_of(Room.UNDERGROUND), {each.seat: each for each in own.schemes}
    return PapersView(
        noun=say("scheme"),
        nouns=say("schemes"),
        is_in=own.month == state.clock.month and own.month > 0,
        tables=tuple(
            PaperTable(
                title=province.name,
                papers=tuple(
                    paper_line(seen, kind, opened[each.seat], each.words)
                    for each in shown.schemes
                    if state.seats[each.seat].table == province.id
                ),
            )
            for province in state.scenario.provinces
        ),
        aside=shown.aside,
    )


register(
    underground_papers=Part(
        template="control/desk/_room_papers.html", topics=("underground", "clock"), shape=schemes_view, desks=UNDERGROUND_DESK
    )
)

DESK = RoomDesk(room=Room.UNDERGROUND, template="underground/desk/desk.html", parts=("underground_papers",))

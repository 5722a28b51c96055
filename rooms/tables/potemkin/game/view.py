"""View of a table: everything that a player or a spectator may see, and nothing else (PE-HID)."""

from __future__ import annotations

import msgspec

from rooms.tables.potemkin.game.content import Book, Direction, Facade, Printed
from rooms.tables.potemkin.game.state import IN_TURN, Building, Phase, PotemkinState, Score
from rooms.tables.potemkin.rules.legal_actions import waits_for
from rooms.tables.potemkin.rules.scoring import points_of, winners_of


class SeenBuilding(msgspec.Struct, frozen=True, kw_only=True):
    """A visible building. `card` and `real`: only where the viewer knows the interior. `shown`: the interior is face up for all.

    Rules: PE-BLD-04, PE-BLD-05, PE-CNT-13, PE-HID-04.
    """

    id: int
    facade: Facade
    front: int
    shown: bool
    cubes: int
    agents: int
    inspected_by: tuple[int, ...]
    card: str | None = None
    real: bool | None = None


class SeenSide(msgspec.Struct, frozen=True, kw_only=True):
    """One player's side as everybody sees it: numbers of cards, never the cards. `waits`: the table waits for this player.

    Rules: PE-HID-01, PE-HID-06, PE-R-30.
    """

    hand: int
    pack: int
    picked: bool
    village: tuple[SeenBuilding, ...]
    ready: int
    spent: int
    producing: bool
    captured: int
    waits: bool


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """Private information of the player: the hand, the pack, the pick, and the chosen places of agents.

    `printed`: every card of hand and pack, in this order, because a bot knows only its view (PE-HID-11).

    Rules: PE-DRF-12.
    """

    hand: tuple[str, ...]
    pack: tuple[str, ...]
    pick: str | None
    placing: tuple[tuple[int, int], ...] | None
    printed: tuple[Printed, ...] = ()


class PotemkinView(msgspec.Struct, frozen=True, kw_only=True):
    """The table for one viewer. `checking`: the agent with an additional check. `playing`: an ability card in progress. Both are
    public.

    Rules: PE-HID-05, PE-DEK-05, PE-R-29.
    """

    phase: Phase
    month: int
    direction: Direction | None
    deck: int
    discard: int
    capitol: int | None
    shield: int | None
    scientist: int | None
    turn: int | None
    sides: tuple[SeenSide, ...]
    own: Own | None
    checking: int | None = None
    playing: str | None = None
    scores: tuple[Score, ...] = ()  # only when the game is over
    winners: tuple[int, ...] = ()


def view_of(book: Book, state: PotemkinState, player: int | None) -> PotemkinView:
    """Exactly what this player may see. None is a spectator."""
    phase = state.phase
    waiting = waits_for(state)
    scores = points_of(book, state) if phase is Phase.OVER else ()
    return PotemkinView(
        phase=phase,
        month=state.month,
        direction=book.directions.get(state.month),
        deck=len(state.deck),
        discard=len(state.discard),
        capitol=state.capitol if state.sides else None,
        shield=state.shield,
        scientist=state.scientist,
        turn=state.turn if phase in IN_TURN else None,
        sides=tuple([_seen_side(book, state, owner, player, owner in waiting) for owner in range(len(state.sides))]),
        own=None if player is None or not state.sides else _own(book, state, player),
        checking=state.mission.extra[0] if state.mission is not None and state.mission.extra else None,
        playing=state.playing,
        scores=scores,
        winners=winners_of(book, state) if scores else (),
    )


def _seen_side(book: Book, state: PotemkinState, owner: int, player: int | None, waits: bool) -> SeenSide:
    side, real_types = state.sides[owner], book.real_types
    return SeenSide(
        hand=len(side.hand),
        pack=len(side.pack),
        picked=side.pick is not None,
        village=tuple(
            [
                _seen(building, building.facade in real_types[building.card])
                if building.shown or may_know(building, owner, player)
                else _seen(building, None)
                for building in side.village
            ]
        ),
        ready=sum([building.agents for building in side.village]),
        spent=side.spent,
        producing=side.producing,
        captured=len(side.captured),
        waits=waits,
    )


def may_know(building: Building, owner: int, player: int | None) -> bool:
    """Return whether a player knows a face-down interior: one of their own, or one the player has inspected.

    Rules: PE-HID-02, PE-HID-03, PE-ABI-04, PE-R-28.
    """
    return player is not None and (player == owner or player in building.inspected_by)


def _seen(building: Building, real: bool | None) -> SeenBuilding:
    """A building as a viewer sees it. `real`: None if the viewer does not know the interior."""
    return SeenBuilding(
        id=building.id,
        facade=building.facade,
        front=building.front,
        shown=building.shown,
        cubes=building.cubes,
        agents=building.agents,
        inspected_by=building.inspected_by,
        card=None if real is None else building.card,
        real=real,
    )


def _own(book: Book, state: PotemkinState, player: int) -> Own:
    side = state.sides[player]
    printed = tuple([book.printed[card] for card in side.hand + side.pack])
    return Own(hand=side.hand, pack=side.pack, pick=side.pick, placing=side.placing, printed=printed)


def is_idle(view: PotemkinView, player: int) -> bool:
    """Return whether this player's turns play themselves until a card arrives. All of it is public (PE-ACT-11, PE-R-12)."""
    side = view.sides[player]
    draws = view.scientist == player and view.deck + view.discard > 0
    may_spy = not side.producing and side.ready > 0 and _may_be_spied_on(view, player)
    industry = any(building.facade is Facade.INDUSTRY for building in side.village)
    return view.phase in IN_TURN and not (side.waits or side.hand or draws or may_spy or industry)


def _may_be_spied_on(view: PotemkinView, player: int) -> bool:
    """Return whether an opponent of this player has a face-down interior or the shield (PE-SHD-01)."""
    others = (side for owner, side in enumerate(view.sides) if owner != player)
    return view.shield not in (None, player) or any(not building.shown for side in others for building in side.village)

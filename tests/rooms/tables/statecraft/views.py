"""Views of Statecraft tables, made by hand: full tables, with the longest possible names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rooms.tables.game.state import Chair, TableStage, TableState
from rooms.tables.registry import GameSight, Touch
from rooms.tables.statecraft.game.content import (
    Circle,
    Colour,
    Condition,
    Content,
    Effect,
    EffectKind,
    Emergency,
    EmergencyEffect,
    EmergencyKind,
    EventCard,
    EventOption,
    Help,
    Ideology,
    Leader,
    LeaderEffect,
    Policy,
    PolicyOption,
    Politician,
    Scenario,
    Specialism,
    Supporter,
)
from rooms.tables.statecraft.game.state import NO_POINTS, PLACES, Phase, Trackers, Turn
from rooms.tables.statecraft.game.view import (
    CardFace,
    Goal,
    Own,
    SeenHolder,
    SeenPolicy,
    SeenPurple,
    SeenSide,
    SeenSupporter,
    StatecraftView,
)
from tests.rooms.tables.statecraft.decks import CONTENT as WRITTEN

SHORT = ("Anna", "Boris", "Carla", "Dmitri", "Esther", "Farid")
LONG = (
    "Archduchess Wilhelmina von Hohenschwang",
    "Bartholomew Featherstonehaugh-Cholmondel",
    "Cassandra Papadopoulou-Konstantinopoulou",
    "Dragomir Wojciechowski of Grodzisk Mazow",
    "Eleftheria Montgomery-Wollstonecraft III",
    "Fitzwilliam Oberammergau-Schwarzenberger",
)
SPECIALISMS, COLOURS = tuple(Specialism), tuple(Colour)


def _option(label: str, moves: dict[int, int], at: int) -> PolicyOption:
    points = (moves.get(0, 0), moves.get(1, 0), moves.get(2, 0), moves.get(3, 0))
    return PolicyOption(label=label, points=points, cost=1 - at % 3, colour=COLOURS[at % 4], picture="A hall")


def _policy(at: int) -> Policy:
    """A policy. By its number it has the next specialism and moves the next ideologies."""
    options = (
        _option(f"Option A of {at}", {at % 4: 2, (at + 2) % 4: 1}, at),
        _option(f"Option B of {at}", {(at + 1) % 4: 3}, at + 1),
    )
    return Policy(id=f"policy-{at}", title=f"Policy {at}", specialism=SPECIALISMS[at % 4], options=options)


def _supporter(at: int) -> Supporter:
    conditions: list[Condition | None] = [None, None, None, None]
    conditions[at % 4] = Condition(least=3 + at % 3)
    if at % 3:
        conditions[(at + 2) % 4] = Condition(least=2)
    if at % 3 == 2:
        conditions[(at + 1) % 4] = Condition(most=2)
    name = ("Dockers", "Amalgamated Society of Lamplighters 1888", "Retired Admirals", "Night Market Stallholders’ Federation")[
        at % 4
    ]
    one, two, three, four = conditions
    return Supporter(id=f"supporter-{at}", name=name, flavour="", conditions=(one, two, three, four))


POLITICIANS = tuple(
    Politician(
        id=f"politician-{at}",
        name=(
            "Ottoline Brandwhite",
            "Professor Emeritus Ignatius Quackenbush",
            "Lady Umbrage",
            "Commissioner Theodora Wetherby-Stonex",
        )[at % 4],
        flavour="",
        specialisms=(SPECIALISMS[at % 4],) if at % 2 else (SPECIALISMS[at % 4], SPECIALISMS[(at + 3) % 4]),
        senior=at % 3 == 0,
    )
    for at in range(42)
)
LEADERS = tuple(
    Leader(
        id=f"leader-{effect.value}",
        name=("Marshal Ignatz Oberkamp", "Chancellor Philippa Vandermeer-Castlereax")[at % 2],
        faction=("Iron Order", "Party of the Gently Rising Middle Class")[at % 2],
        flavour="",
        effect=effect,
        text="Once in a turn you may discard 1 hand card and move one of your ideology trackers by 1, up or down.",
    )
    for at, effect in enumerate(LeaderEffect)
)
EVENT = EventCard(
    id="event-1",
    title="The Great Harbour Strike of the Long Winter",
    text="No ship is unloaded and no lamp is lit. The harbour wants an answer from everybody who governs.",
    options=(
        EventOption(
            label="Give in to the strikers",
            effects=(
                Effect(kind=EffectKind.MOVE_BUDGET, amount=-2),
                Effect(kind=EffectKind.MOVE_IDEOLOGY, amount=1, ideology=Ideology.SOCIALISM),
            ),
            extra=(Effect(kind=EffectKind.LOSE_POLITICIANS, circle=Circle.OUTER),),
        ),
        EventOption(
            label="Send in the guards",
            effects=(
                Effect(kind=EffectKind.LOSE_POLICIES, amount=2, specialism=Specialism.ENVIRONMENT),
                Effect(kind=EffectKind.RETURN_SUPPORTERS),
            ),
            extra=(Effect(kind=EffectKind.DISCARD_HAND, amount=2), Effect(kind=EffectKind.RETURN_SUPPORTERS, amount=2)),
        ),
    ),
)
EMERGENCY = Emergency(
    id="emergency-1",
    title="The Common Front",
    text="Everybody may give a card of the hand. If half the players give a policy, nothing happens; else all return 1 supporter.",
    kind=EmergencyKind.COLLECTIVE,
    effect=EmergencyEffect.COMMON_FRONT,
    contribution=True,
)
ELECTION = Scenario(
    id="election", number=1, name="Democratic Election", flavour="", end=1, win=1, supporters=6, politicians=3, turns=8
)
SWEEP = Scenario(
    id="sweep",
    number=5,
    name="Clean Sweep",
    flavour="",
    end=4,
    win=4,
    supporters=8,
    politicians=3,
    text="At the end of a player’s turn, supporters that this player’s trackers no longer satisfy return to the floating area.",
)
CONTENT = Content(
    leaders=LEADERS,
    politicians=POLITICIANS,
    policies=tuple(_policy(at) for at in range(72)),
    actions=(),
    events=(EVENT,),
    emergencies=(EMERGENCY,),
    supporters=tuple(_supporter(at) for at in range(36)),
    scenarios=(ELECTION, SWEEP),
    key=WRITTEN.key,
    help=Help(turn=(), manoeuvres=()),
    rules=(),
)


def policy(at: int, holder: str | None, *, announced: bool = True) -> SeenPolicy:
    card = CONTENT.policies[at % 72]
    return SeenPolicy(
        card=card,
        option=0,
        chosen=card.options[0],
        other=card.options[1],
        holder=holder,
        announced=announced,
        moved=NO_POINTS,
        budget=0,
        order=at,
    )


def _portfolio(at: int, holder: str | None, count: int, *, announced: bool) -> tuple[SeenPolicy, ...]:
    return tuple(policy(at + each, holder, announced=announced) for each in range(count))


def side(player: int, *, seats: int = 4, policies: int = 3, **changed: Any) -> SeenSide:
    """A side with so many politicians, each with so many policies on either edge."""
    holders = [
        SeenHolder(
            place=None, politician=None, denounced=_portfolio(player, None, policies, announced=False), room=(0, 3 - policies)
        )
    ]
    for at, place in enumerate(PLACES):
        politician = POLITICIANS[4 * player + at] if at < seats else None
        holder = politician.id if politician else None
        holders.append(
            SeenHolder(
                place=place,
                politician=politician,
                announced=_portfolio(player + at, holder, policies, announced=True) if politician else (),
                denounced=_portfolio(player + 2 * at, holder, policies, announced=False) if politician else (),
            )
        )
    trackers: Trackers = ((3 + player) % 8, (player * 2) % 8, (5 + player) % 8, 7 - player)
    made = SeenSide(
        leader=LEADERS[player],
        text_counts=True,
        holders=tuple(holders),
        trackers=trackers,
        counted=trackers,
        budget=player - 3,
        budget_least=-5,
        turn=4,
        hand=3,
        hand_size=3,
        supporters=(),
        abstained=False,
        incumbent=False,
        answered=None,
        waits=False,
        value=0,
    )
    found: SeenSide = replaced(made, **changed)
    return found


def replaced(thing: Any, **changed: Any) -> Any:
    return type(thing)(**{**{name: getattr(thing, name) for name in thing.__struct_fields__}, **changed})


def supporter(at: int, host: int | None, sides: Sequence[SeenSide]) -> SeenSupporter:
    """A supporter in play, tested against the trackers."""
    card = CONTENT.supporters[at]
    met: list[tuple[bool, bool, bool, bool]] = []
    for each in sides:
        one, two, three, four = [
            need is None or (value >= need.least if need.least is not None else value <= (need.most or 0))
            for need, value in zip(card.conditions, each.trackers, strict=True)
        ]
        met.append((one, two, three, four))
    return SeenSupporter(
        card=card,
        host=host,
        met=tuple(met),
        satisfied=tuple(player for player, found in enumerate(met) if all(found)),
        prices=(None,) * len(sides),
    )


def table(
    players: int,
    *,
    floating: int = 4,
    claimed: Sequence[int] = (),
    scenario: Scenario = ELECTION,
    seats: int = 4,
    policies: int = 3,
    incumbent: int | None = None,
    answered: Sequence[bool | None] = (),
    **changed: Any,
) -> StatecraftView:
    """A table in the middle of a game. `claimed`: number of supporters of each player."""
    own = tuple(claimed) or (0,) * players
    answers = tuple(answered) or (None,) * players
    phase, active = changed.get("phase", Phase.TURN), changed.get("active", 0)
    asked = (
        tuple(at for at, each in enumerate(answers) if each is False) if any(each is not None for each in answers) else (active,)
    )
    sides = [
        side(
            player,
            seats=seats,
            policies=policies,
            supporters=tuple(f"supporter-{at}" for at in range(own[player])),
            incumbent=player == incumbent,
            answered=answers[player],
            waits=player in asked and phase is not Phase.OVER,
            value=own[player],
        )
        for player in range(players)
    ]
    hosts = [*[None] * floating, *[player for player, count in enumerate(own) for _each in range(count)]]
    goal = Goal(
        scenario=scenario,
        end=scenario.end,
        win=scenario.win,
        last=scenario.turns or 8,
        most=max(own),
        in_play=len(hosts),
        needed=None,
    )
    made = StatecraftView(
        phase=Phase.TURN,
        advanced=True,
        round=4,
        backwards=False,
        first=0,
        active=0,
        order=tuple(range(players)),
        refilling=False,
        turn=Turn(),
        goal=goal,
        sides=tuple(sides),
        supporters=tuple(supporter(at, host, sides) for at, host in enumerate(hosts)),
        deck=41,
        purple_on_top=True,
        discard=(CardFace(id="policy-5", policy=CONTENT.policies[5]), CardFace(id="policy-9", policy=CONTENT.policies[9])),
        politicians=18,
        retired=(POLITICIANS[30],),
        drawn=(),
        box=28,
        boxed=0,
        unused=20,
        incumbent=incumbent,
        resolving=(),
        waits_for=() if phase is Phase.OVER else asked,
    )
    found: StatecraftView = replaced(made, **changed)
    return found


def purple(card: EventCard | Emergency) -> SeenPurple:
    """An open event or emergency."""
    face = CardFace(id=card.id, event=card) if isinstance(card, EventCard) else CardFace(id=card.id, emergency=card)
    return SeenPurple(card=face, player=0, incumbent=0)


def own(*cards: int, answer: int | str | None = None) -> Own:
    """What only its player sees."""
    faces = tuple(CardFace(id=f"policy-{at}", policy=CONTENT.policies[at]) for at in cards)
    return Own(player=0, hand=faces, answer=answer)


def seen(
    view: StatecraftView,
    names: Sequence[str] = SHORT,
    *,
    told: tuple[str, ...] = (),
    touched: tuple[Touch, ...] = (),
    content: Content = CONTENT,
    player: int | None = None,
) -> GameSight:
    """Data of a viewer's screen."""
    chairs = tuple(Chair(person=f"guest:{at}", name=names[at]) for at in range(len(view.sides)))
    return GameSight(
        table=TableState(kind="statecraft", stage=TableStage.PLAYING, chairs=chairs, play=None),
        player=player,
        view=view,
        offers=(),
        content=content,
        told=told,
        touched=touched,
    )

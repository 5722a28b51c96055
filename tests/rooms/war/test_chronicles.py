"""Chronicle of the War Room: betrayals of allies and of the Sovereign, forged orders, coups, and who knew (GE-WAR-44, R-70)."""

from __future__ import annotations

import pytest

from control.engine.chronicle import ALL, Chronicle, Eye
from control.engine.ids import SeatId, TeamId
from rooms.war.game.battles import BattleFought
from rooms.war.game.coups import CoupMade
from rooms.war.game.orders import OrdersOpened
from tests.rooms.chronicled import WAR, Chronicled, deeds_of, facts_of, joined
from tests.rooms.realm.game.scheming import completes, scheming
from tests.rooms.war.lawful import at_war
from tests.rooms.war.play import WARGAME, Month, crowned, month, sheet

SWORDS, SNAKE = Eye(team=TeamId("swords")), Eye(team=TeamId("snake"))


def written(play: Month, last: str = "battle") -> tuple[Chronicled, Chronicle]:
    start, at = play.state, len(play.happened)
    play.through(last)
    found = Chronicled(WARGAME, start, tuple(play.happened[at:]))
    return found, found.by(WAR)


@pytest.mark.rule("GE-WAR-44", "R-61", "EX-01")
def test_who_is_attacked_by_a_house_that_it_ticked_is_betrayed_and_learns_it_with_the_battle():
    units = {"zen": {"swords": 3, "snake": 2}}
    day, found = written(month(units, {"swords-1": sheet(allies="snake"), "snake-1": sheet()}))

    (fact,) = facts_of(found, "betrayal")
    opened, fought = day.seq_of(OrdersOpened), day.seq_of(BattleFought)
    assert fact.words == "Swords had ticked Snake as an ally, and Snake attacked it in Zen."
    assert fact.seemed == "Swords counted Snake among its allies."
    assert (fact.seq, fact.by, fact.touches, fact.known) == (opened, ("seat:snake-1",), ("team:swords",), ((ALL, fought),))
    assert [each.id for each in found.hidden_at(SWORDS, fought - 1)] == [fact.id]
    assert found.hidden_at(SWORDS, fought) == ()
    assert fact not in found.known_at(SNAKE, fought - 1)  # neither the battle nor the other House's ticks were known
    assert fact in found.known_at(SNAKE, fought)
    assert [(each.kind, each.one, each.other) for each in found.ties] == [
        ("allied", "team:swords", "team:snake"),
        ("attacked", "team:snake", "team:swords"),
        ("betrayed", "team:snake", "team:swords"),
    ]
    assert deeds_of(found, "seat:snake-1") == {"betrayal": "Betrayed Swords in Zen.", "battle-won": WON}
    assert deeds_of(found, "seat:swords-1") == {"betrayed": "Betrayed by Snake in Zen.", "battle-lost": LOST}
    assert deeds_of(found, "team:swords") == {"units-lost": "Lost 3 units in Zen."}


WON, LOST = "Won the battle in Zen against Swords.", "Lost the battle in Zen to Snake."


@pytest.mark.rule("R-44", "R-43")
@pytest.mark.parametrize(
    ("sheets", "attacked"),
    [
        pytest.param({"snake-1": sheet()}, 1, id="a House that sent nobody trusted nobody"),
        pytest.param({"swords-1": sheet(), "snake-1": sheet()}, 2, id="both oppose each other"),
        pytest.param({"swords-1": sheet(allies="snake"), "snake-1": sheet(allies="swords")}, 0, id="both are allies"),
    ],
)
def test_where_nobody_trusted_nobody_is_betrayed(sheets, attacked):
    _day, found = written(month({"zen": {"swords": 3, "snake": 2}}, sheets))

    assert facts_of(found, "betrayal") == ()
    assert sum(each.kind == "attacked" for each in found.ties) == attacked


@pytest.mark.rule("GE-UND-11", "R-70", "R-144")
def test_a_forged_order_is_known_to_who_schemed_and_from_the_opened_orders_to_whose_sheet_it_changed():
    day = scheming()
    first = day.state
    at = len(day.happened)
    completes(day, "forged-order", "cat")
    play = at_war(day, {"zen": {"cat": 2, "snake": 1}}, {"cat-1": sheet(allies="wolf"), "snake-1": sheet()})
    before = Chronicled(day.game, first, tuple(day.happened[at:]))
    start = play.state
    play.through("battle")
    after = Chronicled(WARGAME, start, tuple(play.happened))
    found = joined(before, after, makers=WAR)

    (fact,) = facts_of(found, "forged-order")
    opened = len(before.events) + after.seq_of(OrdersOpened)
    assert fact.words == "Cat ticked Snake in month 2 by a forged order; its own sheet ticked Wolf."
    assert fact.seemed == "Cat believed that it would choose its allies itself."
    assert (fact.by, fact.touches, fact.known) == (("seat:snake-1",), ("team:cat",), (("seat:cat-1", opened),))
    assert fact.seq <= len(before.events)
    assert fact.words_at(opened - 1) == "A forged order made Cat tick Snake as an ally in month 2."
    assert found.learned(fact, Eye(team=SNAKE.team, seat=SeatId("snake-1"))) == fact.seq
    assert fact in found.hidden_at(Eye(team=TeamId("cat")), opened - 1)
    assert found.learned(fact, Eye(team=TeamId("cat"), seat=SeatId("cat-2"))) is None
    assert facts_of(found, "betrayal") == ()  # its tick was forced, so there was no trust to betray


@pytest.mark.rule("R-34", "R-56", "GE-SOV-14")
def test_a_coup_was_meant_from_the_opened_orders_on_and_all_know_it_as_it_is_made():
    play = crowned(month({"amn": {"cat": 12}}, {"cat-1": sheet(betray=True)}), "wolf-1")
    day, found = written(play)

    (coup,) = facts_of(found, "coup")
    assert (coup.seq, coup.by) == (day.seq_of(OrdersOpened), ("seat:cat-1",))
    assert coup.known == ((ALL, day.seq_of(CoupMade)),)
    assert set(coup.touches) == {"seat:wolf-1", "team:wolf"}
    assert found.learned(coup, Eye(team=TeamId("cat"))) == day.seq_of(CoupMade)  # nobody can foresee how it ends
    (betrayed,) = facts_of(found, "betrayal")
    assert (betrayed.words, betrayed.rule) == ("Cat betrayed the Sovereign in Amn.", "R-56")
    assert deeds_of(found, "seat:cat-1").keys() >= {"coup", "betrayal", "battle-won"}
    assert deeds_of(found, "seat:wolf-1")["betrayed"] == "Betrayed as Sovereign in Amn."


def test_an_alliance_lasts_to_the_end_of_its_month():
    play = month({"zen": {"swords": 1}}, {"swords-1": sheet(allies="snake wolf")})
    start = play.state
    play.through("recruit").turn()
    play.turn()
    day = Chronicled(WARGAME, start, tuple(play.happened))

    allied = [each for each in day.by(WAR).ties if each.kind == "allied"]
    over = next(each.seq for each in day.moments if each.round == 2)
    opened = next(each.seq for each in day.moments if isinstance(each.event, OrdersOpened))
    assert [(each.other, each.seq, each.over) for each in allied] == [("team:snake", opened, over), ("team:wolf", opened, over)]

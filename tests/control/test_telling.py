"""Reports of a round as text: the team's summary first, reports of one act below it, sums with their number."""

from __future__ import annotations

from control.engine.frame import Frame
from control.engine.reports import CountChange, OrderFate, Report
from control.phone.report_lines import head_lines, report_lines, sums_of
from rooms.realm.frame import FRAME
from rooms.realm.scenario.ids import Room

WAR = Room.WAR
FRAMED: Frame = FRAME


def own(words: str, **more: object) -> Report:
    return Report(to="seat:cat-1", words=words, room=WAR, **more)


def team(words: str, **more: object) -> Report:
    return Report(to="team:cat", words=words, room=WAR, **more)


def test_in_short_a_room_says_first_what_befell_the_team_there_then_what_became_of_the_turns():
    orders = [own("moved", act="Move", fate=OrderFate.DONE), own("recruited", act="Recruit", fate=OrderFate.DONE)]
    lost = team("Inn: Cat 2 beats Wolf 1.", short="Inn: beaten by Cat, 1 unit lost.", fate=OrderFate.NOTHING, weight=1)

    (line, *_more) = head_lines(FRAMED, orders, [lost], ())
    (alone, *_idle) = head_lines(FRAMED, [], [lost], ())

    assert (line.words, line.fate) == (
        "Inn: beaten by Cat, 1 unit lost. Carried out: all 2.",
        OrderFate.NOTHING,
    )  # no ✓
    assert alone.words == "Inn: beaten by Cat, 1 unit lost."  # for the whole team


def test_in_short_the_weightiest_stand_first_and_the_others_are_counted():
    told = [
        team(name, short=f"{name}.", fate=fate, weight=at) for at, (name, fate) in enumerate(zip("abc", OrderFate, strict=True))
    ]

    (line, *_more) = head_lines(FRAMED, [], told, ())

    assert (line.words, line.fate) == ("c. b. And 1 more.", OrderFate.PART)


def test_several_of_one_act_stand_under_it_and_what_grows_is_told_once_with_all_it_changed():
    stations = [own("It is heard.", act="Fines"), own("You voted for it.", act="Fines"), own("It is law.", act="Fines")]
    grows = [team(f"{count} taken.", about="taken", changes=(CountChange(what="hostages", by=1),)) for count in (1, 2)]

    (act,) = report_lines(stations)
    (grown,) = report_lines(grows)

    assert (act.act, act.words, [each.words for each in act.then]) == ("Fines", "It is heard.", ["You voted for it.", "It is law."])
    assert not any(each.act for each in act.then)
    assert (grown.words, [(each.by, each.what) for each in grown.sums]) == ("2 taken.", [("+2", "hostages")])


def test_a_sum_hides_no_loss():
    changes = [own("x", changes=(CountChange(what="Favors", one="Favor", by=by),)) for by in (1, 1, -1)]

    ((net,), (won,)) = (sums_of(changes), sums_of(changes[:2]))

    assert (net.by, net.what, net.of) == ("+1", "Favor", "+2 −1")
    assert won.of == ""


def test_who_did_nothing_while_the_house_fought_reads_both_without_a_contradiction():
    fought = team("Inn: Cat 2 beats Wolf 1.", short="Inn: you beat Wolf.", fate=OrderFate.DONE, weight=1)

    assert [each.words for each in head_lines(FRAMED, [], [fought], ())] == [
        "Inn: you beat Wolf.",
        "That befell your House; you yourself ordered nothing and had no turn this month.",
    ]


def test_an_act_and_what_became_of_it_are_two_sentences():
    (line,) = head_lines(FRAMED, [own("wasted: Aah held no unit", act="Recruit in Aah", fate=OrderFate.NOTHING)], [], ())

    assert line.words == "Recruit in Aah. Wasted: Aah held no unit"


def test_sums_have_their_number_and_losses_read_as_losses():
    lost = CountChange(what="units lost", one="unit lost", by=1, bare=True, good=False)
    favor = CountChange(what="Favors", one="Favor", by=1)

    once, twice = sums_of([own("", changes=(lost, favor))]), sums_of([own("", changes=(lost, lost, favor, favor))])

    assert [(each.by, each.what, each.good) for each in once] == [("1", "unit lost", False), ("+1", "Favor", True)]
    assert [(each.by, each.what, each.bad) for each in twice] == [("2", "units lost", True), ("+2", "Favors", False)]

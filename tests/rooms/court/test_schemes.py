"""Benefits in the Court from last month's schemes: votes for one vote, a proposal heard or struck out (R-127, R-128)."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.court.game.floor.cycles import ChooseProposal, StrikeProposal
from rooms.court.game.floor.vote import BribesCounted
from rooms.court.game.schemes import NameProposal, UseBribes, UseDissent, may_be_named
from rooms.court.game.state import Chosen, Rising, Stand, proposal_in_cycle
from rooms.realm.game.records import CompletedScheme, SchemeEnding
from rooms.realm.game.scheme_effects.scheme import open_court_benefits
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from tests.rooms.court.court import BEAR, CAT, GAME, WOLF, Session, three_houses
from tests.rooms.court.test_uprising import crowd, rise, risen
from tests.rooms.realm.game.play import player

SCHEMER = SeatId("snake-1")
DOUBT = "Something was done on the floor of the Court whose ground is missing."


def given(court: Session, kind: str, house: str, *more: str, number: int = 1) -> Session:
    """Add a scheme that struck last month."""
    scheme = CompletedScheme(
        id=number,
        month=0,
        table="west",
        house=HouseId("snake"),
        kind=kind,
        answers=((house,), *((each,) for each in more)),
        seat=SCHEMER,
        ending=SchemeEnding.STRUCK,
        harm="votes" if more else "",
    )
    court.day.state = replace(court.state, schemes=(*court.state.schemes, scheme))
    return court


def folded(state: GameState, *events: GameEvent) -> GameState:
    """Fold these events into the state."""
    for event in events:
        state = GAME.evolve(state, event)
    return state


# --- votes --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-19", "GE-CRT-30", "R-127", "R-80", "EX-28")
def test_bribes_turn_a_tie_and_are_used_once():
    court = given(three_houses(), "bribes", "bear", "1")
    court.choose(CAT[0]).until("vote-1").fists(1, 3)

    court.do(UseBribes(month=1, cycle=1, scheme=1, favor=True))

    assert open_court_benefits(court.state) == ()
    assert court.close(1).stand is Stand.WON
    with pytest.raises(Stale):
        court.do(UseBribes(month=1, cycle=1, scheme=1, favor=True))


@pytest.mark.rule("R-17", "R-127")
@pytest.mark.parametrize("command", [UseBribes(month=1, cycle=1, scheme=1, favor=True), UseDissent(month=1, number=1, scheme=1)])
def test_a_label_names_the_house_that_has_the_votes_and_never_the_schemer(command):
    state = given(three_houses(), "bribes", "bear", "1").state

    assert "Bear" in GAME.label(command, state, by_desk=True)
    assert "Snake" not in GAME.label(command, state, by_desk=True)


@pytest.mark.rule("R-127")
def test_each_scheme_is_a_bundle_of_its_own_and_two_add_up():
    court = given(given(three_houses(), "bribes", "bear", "1"), "bribes", "bear", "2", number=2)
    court.choose(CAT[0]).until("vote-1")

    court.do(UseBribes(month=1, cycle=1, scheme=1, favor=False))
    assert [each.id for each in open_court_benefits(court.state)] == [2]
    court.do(UseBribes(month=1, cycle=1, scheme=2, favor=False))

    assert [(each.house, each.votes, each.favor) for each in court.at(1).bribes] == [("bear", 3, False)]


@pytest.mark.rule("R-127")
def test_a_bundle_that_is_taken_back_leaves_no_votes_behind_in_the_one_that_added_to_it():
    """The withdrawn scheme may be used again. The second count, which included its votes, cannot stand."""
    court = given(given(three_houses(), "bribes", "bear", "1"), "bribes", "bear", "2", number=2)
    before = court.choose(CAT[0]).until("vote-1").state
    court.do(UseBribes(month=1, cycle=1, scheme=1, favor=False))
    second = court.do(UseBribes(month=1, cycle=1, scheme=2, favor=False))
    assert GAME.broken(court.state) == ()
    assert GAME.broken(folded(before, *second)) == (DOUBT,)
    assert GAME.broken(folded(before, BribesCounted(month=1, cycle=1, house=HouseId("bear"), votes=3, favor=False))) == ()


@pytest.mark.rule("R-127")
def test_so_it_is_with_dissent():
    court = given(given(crowd(17), "sow-dissent", "bear", "1"), "sow-dissent", "bear", "1", number=2)
    rise(court, *BEAR[:1])
    before = court.state
    court.do(UseDissent(month=1, number=1, scheme=1))
    second = court.do(UseDissent(month=1, number=1, scheme=2))
    assert [each.votes for each in risen(court).dissent] == [2]
    assert GAME.broken(court.state) == ()
    assert GAME.broken(folded(before, *second)) == (DOUBT,)


@pytest.mark.rule("R-127")
def test_bribes_need_an_open_vote_and_somebody_of_the_house():
    court = given(three_houses(), "bribes", "ram", "1").choose(CAT[0])
    with pytest.raises(Refused):
        court.do(UseBribes(month=1, cycle=1, scheme=1, favor=True))
    court.until("vote-1")
    with pytest.raises(Refused, match="extra votes lapse"):
        court.do(UseBribes(month=1, cycle=1, scheme=1, favor=True))
    assert [each.id for each in open_court_benefits(court.state)] == [1]


@pytest.mark.rule("GE-UND-23", "R-127", "R-105", "EX-27")
def test_dissent_makes_eleven_of_seventeen_enough_and_is_spent():
    court = given(crowd(17), "sow-dissent", "bear", "1")
    there = [seat for seat in court.state.seats if court.state.seats[seat].choice is not None]
    ordered = sorted(there, key=lambda seat: court.state.seats[seat].house != "bear")
    rise(court, *ordered[:11])
    assert risen(court).how is Rising.OPEN

    court.do(UseDissent(month=1, number=1, scheme=1))

    assert risen(court).how is Rising.WON
    assert open_court_benefits(court.state) == ()


@pytest.mark.rule("R-127")
def test_dissent_needs_somebody_of_the_house_who_stands():
    court = given(crowd(9), "sow-dissent", "wolf", "1")
    rise(court, BEAR[0])
    with pytest.raises(Refused, match="Nobody of Wolf"):
        court.do(UseDissent(month=1, number=1, scheme=1))


# --- proposals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-21", "R-128")
def test_leverage_fills_the_next_free_cycle_from_a_phone_in_any_room():
    court = given(three_houses(), "leverage", "cat")
    court.choose(CAT[2])
    scheme = open_court_benefits(court.state)[0]
    assert {each.seat for each in may_be_named(court.state, scheme)} == {CAT[0], CAT[1]}  # a chosen one is not offered

    court.do(NameProposal(month=1, scheme=1, author=CAT[1], seat=SCHEMER), player(SCHEMER))

    assert (court.at(2).author, court.at(2).how) == (CAT[1], Chosen.LEVERAGE)
    assert open_court_benefits(court.state) == ()


@pytest.mark.rule("GE-UND-20", "R-128")
def test_a_destroyed_proposal_gives_its_cycle_back_and_none_is_struck_out_once_it_is_counted():
    court = given(given(three_houses(), "destroy-proposal", "cat"), "destroy-proposal", "cat", number=2)
    court.choose(CAT[0]).until("debate-1")

    court.do(NameProposal(month=1, scheme=1, author=CAT[0], seat=SCHEMER), player(SCHEMER))

    court.choose(CAT[1])
    assert court.at(1).author == CAT[1]
    court.until("vote-1").close(1)
    with pytest.raises(Stale):
        court.do(NameProposal(month=1, scheme=2, author=CAT[1], seat=SCHEMER), player(SCHEMER))


def said(court: Session, scheme: int, seat: SeatId) -> tuple[object, ...]:
    """The whole answer to a player who names a proposal for this scheme."""
    with pytest.raises(Refused) as found:
        court.do(NameProposal(month=1, scheme=scheme, author=CAT[0], seat=seat), player(seat))
    return type(found.value), str(found.value), found.value.rule, found.value.code


@pytest.mark.rule("R-128", "R-144")
def test_a_number_that_is_tried_tells_nobody_whether_there_is_such_a_scheme():
    court = given(given(three_houses(), "destroy-proposal", "cat"), "leverage", "cat", number=2)
    given(court, "bribes", "cat", "1", number=3)
    court.do(NameProposal(month=1, scheme=2, author=CAT[1], seat=SCHEMER), player(SCHEMER))

    of_another, used, of_another_kind, unknown = (said(court, number, WOLF[0]) for number in (1, 2, 3, 99))

    assert of_another == used == of_another_kind == unknown == said(court, 2, SCHEMER)
    assert "not yours" in str(unknown[1])
    with pytest.raises(Stale, match="used already"):
        court.do(NameProposal(month=1, scheme=2, author=CAT[0]))  # Court Control may know which schemes exist


@pytest.mark.rule("R-128")
def test_before_updates_end_there_is_nothing_to_name_and_only_who_schemed_names_it():
    court = given(Session((*CAT, *WOLF, *BEAR), {}), "leverage", "cat")
    assert may_be_named(court.state, open_court_benefits(court.state)[0]) == ()
    court = given(three_houses(), "leverage", "cat")
    for seat in (CAT[0], SeatId("snake-2")):
        with pytest.raises(Refused):
            court.do(NameProposal(month=1, scheme=1, author=CAT[0], seat=seat), player(seat))
    court.do(NameProposal(month=1, scheme=1, author=CAT[0]))  # Court Control acts for players without a phone


@pytest.mark.rule("R-128")
@pytest.mark.parametrize("kind", ["leverage", "destroy-proposal"])
def test_of_another_house_nothing_is_named(kind):
    court = given(three_houses(), kind, "wolf")

    assert may_be_named(court.state, open_court_benefits(court.state)[0]) == ()
    with pytest.raises(Stale):
        court.do(NameProposal(month=1, scheme=1, author=CAT[0]))


@pytest.mark.rule("R-128", "R-20")
@pytest.mark.parametrize("first", [1, 2], ids=["named in order", "the later one named first"])
def test_several_leverages_fill_cycles_in_the_order_of_completion(first):
    court = given(given(three_houses(), "leverage", "cat"), "leverage", "cat", number=2).choose(CAT[2])
    named = {1: CAT[0], 2: CAT[1]}

    for number in (first, 3 - first):
        court.do(NameProposal(month=1, scheme=number, author=named[number], seat=SCHEMER), player(SCHEMER))

    assert [(court.at(cycle).author, court.at(cycle).how) for cycle in (2, 3)] == [
        (CAT[0], Chosen.LEVERAGE),
        (CAT[1], Chosen.LEVERAGE),
    ]
    assert open_court_benefits(court.state) == ()
    court.until("vote-1").fists(1, 0).close(1)
    assert court.until("explain-2").at(2).author == CAT[0]


def destroy(court: Session, author: SeatId) -> None:
    given(court, "destroy-proposal", "cat", number=9)
    court.do(NameProposal(month=1, scheme=9, author=author, seat=SCHEMER), player(SCHEMER))


def strike(court: Session, author: SeatId) -> None:
    court.do(StrikeProposal(month=1, author=author, reason="misread"))


GOES = pytest.mark.parametrize("goes", [destroy, strike])


def in_cycles(court: Session) -> list[SeatId | None]:
    """Author of the proposal in each cycle."""
    return [each.author if (each := proposal_in_cycle(court.state, cycle)) is not None else None for cycle in (1, 2, 3)]


@pytest.mark.rule("R-128", "GE-UND-20", "GE-UND-21")
@GOES
def test_leverages_that_wait_move_up_into_a_cycle_that_is_given_back_also_while_it_runs(goes):
    court = given(given(three_houses(), "leverage", "cat"), "leverage", "cat", number=2).choose(CAT[2])
    for number in (1, 2):
        court.do(NameProposal(month=1, scheme=number, author=CAT[number - 1], seat=SCHEMER), player(SCHEMER))
    court.until("debate-1")
    assert in_cycles(court) == [CAT[2], CAT[0], CAT[1]]

    goes(court, CAT[2])

    assert in_cycles(court) == [CAT[0], CAT[1], None]
    assert [(court.at(each).how, court.at(each).scheme) for each in (1, 2)] == [(Chosen.LEVERAGE, 1), (Chosen.LEVERAGE, 2)]
    assert court.until("vote-1").fists(1, 6).close(1).author == CAT[0]


@pytest.mark.rule("R-128", "GE-SOV-23")
@GOES
@pytest.mark.parametrize("by_control", [False, True])
def test_a_leverage_moves_past_a_choice_which_stays_where_it_is(goes, by_control):
    court = given(three_houses(), "leverage", "cat").choose(CAT[2]).choose(CAT[0])
    if by_control:
        court.do(ChooseProposal(month=1, author=CAT[1], leverage=True))
    else:
        court.do(NameProposal(month=1, scheme=1, author=CAT[1], seat=SCHEMER), player(SCHEMER))

    goes(court, CAT[2])

    assert in_cycles(court) == [CAT[1], CAT[0], None]


@pytest.mark.rule("R-128")
@GOES
@pytest.mark.parametrize(
    ("gone", "left"),
    [(1, [CAT[2], CAT[0], None]), (0, [CAT[2], None, None]), (None, [CAT[2], CAT[0], None])],
    ids=["it waited", "the leverage itself", "a later cycle"],
)
def test_nothing_moves_up_where_no_earlier_cycle_is_given_back_by_a_proposal_that_is_struck_out(goes, gone, left):
    court = given(three_houses(), "leverage", "cat").choose(CAT[2])
    court.do(NameProposal(month=1, scheme=1, author=CAT[0], seat=SCHEMER), player(SCHEMER))

    if gone is None:
        court.choose(CAT[1])
        goes(court, CAT[1])
    else:
        goes(court, CAT[gone])

    assert in_cycles(court) == left


@pytest.mark.rule("R-128")
def test_a_leverage_moves_nothing_that_is_heard_already():
    court = given(given(three_houses(), "leverage", "cat"), "leverage", "cat", number=2)  # the first cycle has begun

    for number, author in ((2, CAT[1]), (1, CAT[0])):
        court.do(NameProposal(month=1, scheme=number, author=author, seat=SCHEMER), player(SCHEMER))

    assert [court.at(each).author for each in (1, 2)] == [CAT[1], CAT[0]]


@pytest.mark.rule("R-128", "R-20")
def test_leverages_of_several_tables_fill_cycles_in_the_order_of_the_tables():
    court = given(given(three_houses(), "leverage", "cat"), "leverage", "cat", number=2)
    schemes = tuple(replace(each, table={1: "east", 2: "west"}[each.id]) for each in court.state.schemes)
    court.day.state = replace(court.state, schemes=schemes)

    assert [each.id for each in open_court_benefits(court.state)] == [2, 1]


def test_the_journal_names_no_player_who_named_a_proposal():
    court = given(given(three_houses(), "leverage", "cat"), "destroy-proposal", "cat", number=2)
    events = [
        *court.do(NameProposal(month=1, scheme=1, author=CAT[0], seat=SCHEMER), player(SCHEMER)),
        *court.do(NameProposal(month=1, scheme=2, author=CAT[1], seat=SCHEMER), player(SCHEMER)),
    ]

    assert all(GAME.events[type(each)].anonymous for each in events)
    assert not any("nake" in GAME.explain(each, court.state) for each in events)


# --- cases of the rulebook, one by one --------------------------------------------------------------------------------------

A, B, C = CAT
CYCLES: dict[str, tuple[str, list[SeatId | None]]] = {  # commands from Explain of cycle 1 on; author per cycle
    "a Leverage fills the next free cycle": ("lever 1 b", [B, None, None]),
    "behind a choice": ("choose a, lever 1 b", [A, B, None]),
    "a choice behind it": ("lever 1 b, choose a", [B, A, None]),
    "two of them": ("choose a, lever 1 b, lever 2 c", [A, B, C]),
    "the later one completed first": ("choose a, lever 2 b, lever 1 c", [A, C, B]),
    "destroyed while it waits": ("destroy a, choose b", [B, None, None]),
    "a choice that is destroyed": ("choose a, destroy a", [None, None, None]),
    "the cycle is chosen for again": ("choose a, destroy a, choose c", [C, None, None]),
    "the Leverage moves up": ("choose a, lever 1 b, destroy a", [B, None, None]),
    "both move up": ("choose a, lever 1 b, lever 2 c, destroy a", [B, C, None]),
    "in the order of completion": ("choose a, lever 2 b, lever 1 c, destroy a", [C, B, None]),
    "the second alone": ("choose a, lever 1 b, lever 2 c, destroy b", [A, C, None]),
    "the last is destroyed": ("choose a, lever 1 b, lever 2 c, destroy c", [A, B, None]),
    "past a choice": ("choose a, choose b, lever 1 c, destroy a", [C, B, None]),
    "a choice does not move": ("choose a, choose b, destroy a", [None, B, None]),
    "into the cycle that is debated": ("choose a, lever 1 b, until debate-1, destroy a", [B, None, None]),
    "into the cycle that is voted on": ("choose a, lever 1 b, until vote-1, destroy a", [B, None, None]),
    "a Leverage on a destroyed one lapses": ("lever 1 a, destroy a, choose b", [B, None, None]),
    "not back into a cycle that is over": ("until explain-2, lever 1 b", [None, B, None]),
    "the second cycle is given back": ("choose a, lever 1 b, lever 2 c, until vote-1, until explain-2, destroy b", [A, C, None]),
}


@pytest.mark.rule("R-128", "R-20", "GE-UND-20", "GE-UND-21", "GE-SOV-23")
@pytest.mark.parametrize("name", CYCLES)
def test_which_proposal_stands_in_which_cycle(name: str):
    steps, expected = CYCLES[name]
    court = given(given(three_houses(), "leverage", "cat"), "leverage", "cat", number=2)
    authors = dict(zip("abc", CAT, strict=True))
    for what, *named in (step.split() for step in steps.split(", ")):
        match what:
            case "until":
                court.until(named[0])
            case "choose":
                court.choose(authors[named[0]])
            case "destroy":
                destroy(court, authors[named[0]])
            case _:
                number, author = int(named[0]), authors[named[1]]
                court.do(NameProposal(month=1, scheme=number, author=author, seat=SCHEMER), player(SCHEMER))

    assert in_cycles(court) == expected
    assert GAME.broken(court.state) == ()


@pytest.mark.rule("R-128")
@pytest.mark.parametrize("steps", ["lever 1 a, lever 2 a", "choose a, lever 1 a", "destroy a, lever 1 a", "lever 1 a, lever 1 b"])
def test_a_proposal_that_is_chosen_named_or_destroyed_is_not_named_again(steps: str):
    first, second = steps.split(", ")
    court = given(given(three_houses(), "leverage", "cat"), "leverage", "cat", number=2)
    authors = dict(zip("abc", CAT, strict=True))
    what, *named = first.split()
    if what == "lever":
        court.do(NameProposal(month=1, scheme=int(named[0]), author=authors[named[1]], seat=SCHEMER), player(SCHEMER))
    elif what == "choose":
        court.choose(authors[named[0]])
    else:
        destroy(court, authors[named[0]])

    _lever, number, author = second.split()
    with pytest.raises(Stale):
        court.do(NameProposal(month=1, scheme=int(number), author=authors[author], seat=SCHEMER), player(SCHEMER))

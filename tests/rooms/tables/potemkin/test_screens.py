"""The phone and the board: possible actions, words, and secrecy."""

from __future__ import annotations

import random
import re

import pytest

from control.engine.records import replace
from rooms.tables.potemkin.game.actions import (
    Build,
    BuildAgainOffer,
    BuildOffer,
    Check,
    CheckAgain,
    Discard,
    DiscardOffer,
    Pick,
    PickOffer,
    PlaceAgentsOffer,
    Produce,
    ProduceOffer,
    Spy,
    SpyOffer,
)
from rooms.tables.potemkin.game.content import FACADES, POINTS
from rooms.tables.potemkin.game.state import Phase, PotemkinState
from rooms.tables.registry import sections_of
from tests.rooms.tables.phones import forms_in, words_in
from tests.rooms.tables.potemkin.play import (
    CONTENT,
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    RULES,
    SCIENCE,
    WRITTEN,
    A,
    B,
    C,
    Seeded,
    after,
    house,
    opened,
    played_on,
    side,
    table,
)
from tests.rooms.tables.potemkin.screens import (
    CANARY_RULES,
    actions_in,
    board_for,
    canaries,
    hand_for,
    opened_with,
    panel_for,
    pictures,
)


def moments(seed: int, players: int) -> list[tuple[PotemkinState, int]]:
    """Moments of a game at which a player is asked, with the player."""
    return [(state, player) for state, player, _action, _played in played_on(seed, players)]


# --- possible actions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-COM-09", "PE-ACT-11")
@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 5)])
def test_every_form_of_the_phone_is_legal_as_it_stands(seed, players):
    asked = 0
    for state, player in moments(seed, players)[::6]:
        offers = RULES.offers(state, player)
        sent = [action for action in actions_in(hand_for(state, player), most=60) if not _left_at_home(action)]
        asked += len(sent)

        assert sent
        assert [action for action in sent if not any(offer.allows(action) for offer in offers)] == []
    assert asked > 100


def _left_at_home(action: object) -> bool:
    """Leave out spy actions: the plain form can send some that taps cannot (no agent, a target twice, the shield not first)."""
    return isinstance(action, Spy)


@pytest.mark.rule("PE-COM-09")
@pytest.mark.parametrize(("seed", "players"), [(4, 3), (5, 5)])
def test_whatever_is_legal_is_on_the_phone(seed, players):
    dice = random.Random(seed)
    kinds = set()
    for state, player in moments(seed, players)[::5]:
        html = hand_for(state, player)
        for offer in RULES.offers(state, player):
            if isinstance(offer, SpyOffer | PlaceAgentsOffer) or type(offer).__name__ == "InspectOffer":
                continue
            kinds.add(type(offer))
            assert offer.some(dice) in actions_in(html, most=4000)
    assert {PickOffer, BuildOffer, ProduceOffer} <= kinds


def test_a_pick_is_one_tap_on_any_card_of_the_pack():
    state = opened()

    assert actions_in(hand_for(state, A)) == [Pick(card) for card in state.sides[A].pack]


def test_a_building_is_any_card_behind_any_facade():
    state = table(side(hand="culture-1 fake-1", producing=False))
    sent = actions_in(hand_for(state, A))

    assert [each for each in sent if isinstance(each, Build)] == [
        Build(card, facade) for card in ("culture-1", "fake-1") for facade in FACADES
    ]


@pytest.mark.rule("PE-SPY-04", "PE-SPY-14", "PE-SHD-01")
def test_each_ready_agent_may_stay_or_go_to_any_target():
    state = table(
        side(house(ESPIONAGE, "fake-1", agents=2), house(CULTURE, "fake-2", agents=1)),
        side(house(SCIENCE, "fake-3"), house(INDUSTRY, "fake-4", shown=True)),
        side(house(GOVERNMENT, "fake-5")),
        shield=C,
    )
    (form,) = [form for form in forms_in(hand_for(state, A)) if ("act", "spy") in form.hidden]

    assert [value for name, value in form.hidden if name == "agent"] == ["1", "1", "2"]
    assert form.selects == [("target", ["", "3", "shield", "5"])] * 3


def test_a_second_look_is_any_target_the_shield_or_none():
    spied = after(
        table(
            side(house(ESPIONAGE, "fake-1", agents=1)),
            side(house(ESPIONAGE, "fake-2"), house(CULTURE, "fake-3")),
            side(house(CULTURE, "fake-4")),
            shield=C,
        ),
        (A, Spy((Check(1, 2),))),
    )

    assert set(actions_in(hand_for(spied, A))) == {CheckAgain(3), CheckAgain(None), CheckAgain(decline=True)}
    assert actions_in(hand_for(spied, B)) == []


def test_agents_are_placed_as_proposed_by_one_tap():
    state = table(
        side(producing=True),
        side(house(ESPIONAGE, "fake-1", agents=1), house(ESPIONAGE, "fake-2"), spent=2),
        side(),
        turn=C,
    )
    placing = after(state, (C, Produce()))
    (form,) = forms_in(hand_for(placing, B))

    assert form.numbers == [("count-1", "1", 2), ("count-2", "1", 2)]
    assert [RULES.offers(placing, B)[0].allows(action) for action in actions_in(hand_for(placing, B))] == [True]
    assert "one here first" in words_in(hand_for(placing, B))


@pytest.mark.rule("PE-ABI-01", "PE-ABI-06")
@pytest.mark.parametrize(
    ("offer", "phase"),
    [pytest.param(BuildAgainOffer, Phase.BUILD_AGAIN, id="crew"), pytest.param(DiscardOffer, Phase.DISCARD, id="timber")],
)
def test_in_the_middle_of_a_card_only_its_question_is_asked(offer, phase):
    state = next(state for seed in range(20) for state, player in moments(seed, 4) if type(RULES.offers(state, player)[0]) is offer)
    sent = actions_in(hand_for(state, state.turn))

    assert state.phase is phase
    assert sent
    assert {type(each).__name__ for each in sent} == ({"BuildAgain"} if offer is BuildAgainOffer else {Discard.__name__})


def test_who_is_not_asked_has_no_form_and_sees_who_is():
    state = table(side(hand="culture-1"), side(hand="fake-7 fake-8", producing=True), turn=A)
    html = hand_for(state, B)

    assert forms_in(html) == []
    assert "Anna’s turn Construction mode: Anna may build, spy, use an ability or produce." in words_in(html)
    assert "Fake 7" in html


IDLE_LINE = "You have no card and nothing else to do, so your turns play themselves."
IDLE_STATE = "idle: turns play themselves"


@pytest.mark.rule("PE-ACT-11", "PE-R-12")
@pytest.mark.parametrize(
    ("own", "more", "idle"),
    [
        pytest.param(side(hand="", producing=True), {}, True, id="nothing at all"),
        pytest.param(side(house(CULTURE, "fake-1", agents=1), hand="", producing=True), {}, True, id="an agent not to be sent"),
        pytest.param(side(house(CULTURE, "fake-1", agents=1), hand=""), {}, True, id="an agent with nowhere to go"),
        pytest.param(side(house(CULTURE, "fake-1", agents=1), hand=""), {"shield": A}, False, id="an agent to send for the shield"),
        pytest.param(side(hand="fake-1", producing=True), {}, False, id="a card"),
        pytest.param(side(house(INDUSTRY, "fake-1"), hand="", producing=True), {}, False, id="an Industry building"),
        pytest.param(side(hand="", producing=True), {"scientist": B}, False, id="cards to draw"),
        pytest.param(side(hand="", producing=True), {"scientist": B, "only": True}, True, id="no cards to draw"),
        pytest.param(side(hand="", producing=True), {"turn": B}, False, id="it is asked, as older tables may be"),
        pytest.param(side(hand="", producing=True), {"phase": Phase.READY_AGENTS}, False, id="another moment"),
    ],
)
def test_who_has_nothing_to_do_reads_why_nobody_asks_and_so_do_the_others(own, more, idle):
    state = table(side(), own, **more)

    assert (IDLE_LINE in words_in(hand_for(state, B))) == idle
    assert IDLE_LINE not in words_in(hand_for(state, A)) + words_in(board_for(state))
    for page in (hand_for(state, A), board_for(state)):
        assert (IDLE_STATE in words_in(page)) == idle


@pytest.mark.rule("PE-ACT-11", "PE-R-12")
@pytest.mark.parametrize("shown", [False, True])
def test_an_agent_is_something_to_do_while_an_interior_lies_face_down(shown):
    sent = side(house(CULTURE, "fake-1", agents=1), hand="")
    state = table(side(house(CULTURE, "fake-2", shown=shown)), sent, turn=A)

    assert (IDLE_LINE in words_in(hand_for(state, B))) == shown
    assert (len(RULES.offers(replace(state, turn=B), B)) == 1) == shown


@pytest.mark.rule("PE-HID-09")
def test_whose_turn_it_is_does_not_tell_what_is_in_the_hand():
    bare, rich = table(side(), turn=A), table(side(hand="second-crew-1 fake-1"), turn=A)

    assert panel_for(bare, B).line == panel_for(rich, B).line


# --- words ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-COM-09", "PE-CNT-17")
def test_the_player_aid_is_always_there_and_marks_what_the_mode_forbids():
    building, producing = panel_for(table(side(), turn=A), A), panel_for(table(side(producing=True), turn=B), A)

    assert [line.title for line in building.aid.actions if not line.allowed] == []
    assert [line.title for line in producing.aid.actions if not line.allowed] == ["Build", "Spy"]
    assert len(building.aid.effects) == 5
    assert [line.points for line in building.aid.scoring] == list(POINTS.values())
    assert all("Player aid" in hand_for(state, player) for state, player in moments(6, 3)[::9])


@pytest.mark.parametrize(
    ("village", "others", "facade", "effect"),
    [
        pytest.param([], {}, CULTURE, "the shield, from the board", id="nobody has it"),
        pytest.param([], {"shield": B}, CULTURE, "the shield, from Boris", id="taken from its holder"),
        pytest.param([CULTURE], {"shield": A}, CULTURE, "you keep the shield", id="kept"),
        pytest.param([], {"capitol": B}, GOVERNMENT, "no capitol: it takes 2", id="behind"),
        pytest.param([GOVERNMENT], {"capitol": B}, GOVERNMENT, "the capitol, from Boris", id="a tie is enough"),
        pytest.param([], {}, SCIENCE, "the scientist, from the board", id="the scientist"),
        pytest.param([], {}, ESPIONAGE, "1 agent", id="an agent"),
        pytest.param([], {}, INDUSTRY, "a cube each time you produce", id="cubes later"),
    ],
)
@pytest.mark.rule("PE-CUL-02", "PE-GOV-02", "PE-SCI-02", "PE-ESP-01", "PE-IND-01")
def test_a_facade_says_what_building_it_would_bring(village, others, facade, effect):
    own = side(*[house(each, f"fake-{at}") for at, each in enumerate(village, start=1)], hand="culture-1")
    state = table(own, side(house(GOVERNMENT, "fake-8"), house(GOVERNMENT, "fake-9")), **others)
    ask = panel_for(state, A).ask

    assert ask is not None
    assert ask.turn is not None
    assert {choice.mark.id: choice.effect for choice in ask.turn.build[0].facades}[facade] == effect


@pytest.mark.rule("PE-INT-01", "PE-INT-02", "PE-SCO-02", "PE-SCO-03", "PE-SCO-08")
def test_a_facade_says_whether_it_would_be_real_and_what_it_would_score():
    ask = panel_for(table(side(hand="government-1")), A).ask

    assert ask is not None
    assert ask.turn is not None
    assert [(choice.verdict, choice.points) for choice in ask.turn.build[0].facades] == [
        ("fake", "3 points"),
        ("fake", "2 points"),
        ("real", "2 points"),
        ("fake", "2 points"),
        ("fake", "2 points"),
    ]


@pytest.mark.rule("PE-DES-02", "PE-DES-03", "PE-DES-08", "PE-SPY-17", "PE-SPY-19")
def test_a_target_says_what_would_come_of_it():
    state = table(
        side(house(CULTURE, "fake-1", agents=1)), side(house(ESPIONAGE, "fake-2", cubes=3, agents=1)), side(), scientist=B
    )
    ask = panel_for(state, A).ask

    assert ask is not None
    assert ask.turn is not None
    assert ask.turn.spy is not None
    target = ask.turn.spy.streets[0].targets[0]
    assert target.words == "Boris’ Espionage building (no. 1 in the row)"
    assert target.if_fake == (
        "If fake, it falls with 3 cubes and 1 agent, and you capture it: 2 points. Boris loses the scientist."
        " Your agent may look once more."
    )
    assert target.if_real == "If real, your agent is killed, and it stands open."


@pytest.mark.rule("PE-ACT-17", "PE-IND-04")
def test_producing_says_when_it_ends_the_phase():
    early = panel_for(table(side(), side(), side()), A).ask
    last = panel_for(table(side(), side(producing=True), side()), A).ask
    again = panel_for(table(side(producing=True), side(), side()), A).ask

    assert [ask.turn.produce.flips for ask in (early, last, again) if ask and ask.turn and ask.turn.produce] == [
        "You turn to production: no more building or spying before the next month.",
        "You turn to production. Only Clara is left in construction then: the Action phase ends at once.",
        "",
    ]


@pytest.mark.rule("PE-DRF-06", "PE-DRF-07")
@pytest.mark.parametrize(("months", "name"), [(4, "Boris"), (3, "Clara")])
def test_the_draft_says_to_whom_the_pack_goes(months, name):
    state = (
        after(table(side(producing=True), side(), side(), turn=C, months=months + 1), (C, Produce())) if months < 4 else opened()
    )

    assert f"The others go on to {name}." in panel_for(state, A).line


@pytest.mark.rule("PE-HID-03")
def test_ones_own_village_shows_what_is_behind():
    panel = panel_for(table(side(house(CULTURE, "culture-1"), house(INDUSTRY, "fake-1", cubes=2)), turn=B), A)

    assert panel.me is not None
    assert [(each.card and each.card.title, each.verdict, each.points) for each in panel.me.village] == [
        ("Culture 1", "real", 1),
        ("Fake 1", "fake", 4),
    ]
    assert panel.me.worth == 5


@pytest.mark.rule("PE-SPY-12", "PE-HID-04", "PE-HID-05", "PE-HID-06", "PE-DEK-05")
def test_the_street_shows_what_is_public():
    state = table(
        side(house(INDUSTRY, "industry-1", shown=True, cubes=1, agents=2), hand="fake-3", spent=1), side(), side(), shield=A
    )
    board = words_in(board_for(state))

    assert "Industry building, no. 1 in the row: Industry 1, real, open, 1 cube, 2 agents" in board
    assert "Anna is playing" in board
    assert "Shield" in board
    assert "Scientist on the board" in board
    assert f"Deck {len(state.deck)}" in board
    assert "Fake 3" not in board


# --- the end --------------------------------------------------------------------------------------------------------------


def finished(*villages, **more) -> PotemkinState:
    """A game whose scores have just been counted."""
    state = table(*[side(*village, producing=at == 0) for at, village in enumerate(villages)], turn=C, months=1, **more)
    return after(state, (C, Produce()))


@pytest.mark.rule("PE-SCO-01", "PE-SCO-10", "PE-SCO-14")
def test_the_end_shows_points_by_category_and_every_interior():
    state = finished(
        [house(GOVERNMENT, "fake-1"), house(INDUSTRY, "industry-1", cubes=3)],
        [house(CULTURE, "culture-1")],
        [house(CULTURE, "fake-2")],
    )
    ending = panel_for(state, A).ending

    assert ending is not None
    assert ending.headline == "You win"
    assert [(row.name, [each.points for each in row.points], row.total, row.wins) for row in ending.rows] == [
        ("Anna", [2, 2, 0, 0, 3], 7, True),
        ("Boris", [0, 0, 1, 0, 0], 1, False),
        ("Clara", [2, 0, 1, 0, 0], 3, False),
    ]
    assert "Culture building, no. 1 in the row: Culture 1, real, open" in words_in(board_for(state))


@pytest.mark.rule("PE-SCO-11", "PE-SCO-13")
@pytest.mark.parametrize(
    ("villages", "headline", "tie"),
    [
        pytest.param(
            ([house(SCIENCE, "fake-1")], [house(GOVERNMENT, "government-1")], []),
            "Anna wins",
            "Equal in points with Boris; 1 standing fake decide it.",
            id="more fakes",
        ),
        pytest.param(
            ([house(SCIENCE, "fake-1")], [house(SCIENCE, "fake-2")], []),
            "Anna and Boris share the victory",
            "Anna and Boris are equal in points, standing fakes and captured cards.",
            id="shared",
        ),
    ],
)
def test_a_tie_says_what_decided_it(villages, headline, tie):
    ending = panel_for(finished(*villages), None).ending

    assert ending is not None
    assert (ending.headline, ending.tie.replace("decides", "decide")) == (headline, tie)


# --- secrecy --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-HID-01", "PE-HID-02", "PE-DRF-12", "PE-DRF-04", "PE-SCI-10")
@pytest.mark.parametrize(("seed", "players"), [(11, 3), (12, 5)])
def test_no_screen_names_a_card_that_its_viewer_may_not_see(seed, players):
    dice, chance, words = random.Random(seed), Seeded(seed), canaries()
    state = opened_with(CANARY_RULES, players, chance)
    looked = 0
    while waiting := CANARY_RULES.waits_for(state):
        for viewer in [*range(players), None] if dice.random() < 0.2 else ():
            html = hand_for(state, viewer, rules=CANARY_RULES) if viewer is not None else board_for(state, rules=CANARY_RULES)
            secret = set(words) - may_see(state, viewer)
            looked += 1
            tokens = set(re.findall(r"[\w-]+", html))
            assert [card for card in secret if card in tokens or any(word in html for word in words[card])] == []
        player = dice.choice(waiting)
        action = dice.choice(CANARY_RULES.offers(state, player)).some(dice)
        state = CANARY_RULES.act(state, player, action, chance).state
    assert looked > 30


def may_see(state: PotemkinState, viewer: int | None) -> set[str]:
    """Cards that a viewer may see, by the table of hidden information."""
    seen = {building.card for each in state.sides for building in each.village if building.shown or viewer in building.inspected_by}
    seen |= {state.playing} if state.playing else set()
    if viewer is not None:
        own = state.sides[viewer]
        seen |= {*own.hand, *own.pack, *[building.card for building in own.village]} | ({own.pick} if own.pick else set())
    return seen


# --- drawings and quick rules ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PE-CNT-01")
def test_every_picture_that_is_used_is_drawn():
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', pictures()))
    used = set()
    for state, player in moments(7, 5)[::5]:
        used |= set(re.findall(r'href="#([\w-]+)"', hand_for(state, player) + board_for(state)))

    assert used - drawn == set()
    assert len([name for name in drawn if re.fullmatch(r"pe-[a-z]+-\d", name)]) >= 15


def test_ids_stand_once_in_a_fragment():
    for state, player in moments(8, 4)[::7]:
        ids = re.findall(r' id="([^"]+)"', hand_for(state, player))

        assert len(ids) == len(set(ids))


@pytest.mark.rule("PE-CNT-17")
def test_the_rules_at_hand_are_all_sections_with_what_they_cite():
    sections = sections_of(WRITTEN)

    assert [section.title for section in sections] == [section.title for section in WRITTEN.rules]
    assert {rule for section in sections for _text, rules in section.paragraphs for rule in rules} == {
        rule for section in WRITTEN.rules for rule in section.rules
    }
    assert CONTENT.rules == WRITTEN.rules

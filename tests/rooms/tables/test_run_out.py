"""The default that the clock will play for a player: announced to this player only, before the time runs out."""

from __future__ import annotations

import random
import re

import pytest

from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables import registry
from rooms.tables.potemkin.screens.app import APP as POTEMKIN
from rooms.tables.statecraft.screens.app import APP as STATECRAFT
from rooms.tables.story import AsItLies
from tests.rooms.tables.games import TRIED
from tests.rooms.tables.potemkin.play import RULES, A, side, table
from tests.rooms.tables.shop import APP, Phone, words
from tests.rooms.tables.test_conformance import recorded, rules_of

SAID = re.compile(r'<p class="table-run-out">(.*?)</p>')


@pytest.mark.parametrize("app", [POTEMKIN, STATECRAFT], ids=lambda app: app.kind.id)
def test_every_default_is_said_and_not_what_chance_brings(app):
    tried = next(each for each in TRIED if each.kind is app.kind)
    rules = rules_of(tried)
    for game in recorded(app.kind.id):
        for step in game:
            state = step.before
            for player in rules.waits_for(state):
                view = rules.view(state, player)
                said = app.run_out(view, rules.default(state, player, AsItLies()))
                for seed in range(2):
                    assert app.run_out(view, rules.default(state, player, DiceChance(random.Random(seed)))) == said
                assert said.endswith(".")


def test_who_would_leave_construction_mode_is_told_so():
    for producing, says in ((False, "build and spy no more"), (True, "you produce.")):
        state = table(side(hand="fake-1", producing=producing), side(), side())
        assert says in POTEMKIN.run_out(RULES.view(state, A), RULES.default(state, A, DiceChance(random.Random(1))))


@pytest.mark.django_db
class TestOnThePage:
    @pytest.fixture
    def told(self, toy):
        registry.register("toy", lambda: replace(APP, run_out=lambda view, _action: f"you keep {view.mine}."))

    def begun(self, anna: Phone, boris: Phone, **agreed: str) -> str:
        code = anna.open(chairs="2", **agreed)
        boris.press(code, "sit")
        anna.press(code, "begin")
        return code

    def test_it_stands_at_the_clock_of_who_is_asked(self, told, anna, boris, clara):
        code = self.begun(anna, boris, seconds="60")

        (said,) = SAID.findall(anna.look(code))
        assert re.fullmatch(r"If your time runs out: you keep \d+\.", said)
        assert SAID.findall(clara.look(code)) == []
        assert SAID.findall(words(Phone().client.get(f"/screen/table/{code}/"))) == []

        anna.play(code)
        assert SAID.findall(anna.look(code)) == []

    def test_with_a_reserve_it_says_so(self, told, anna, boris):
        code = self.begun(anna, boris, seconds="60", reserve="120")

        (said,) = SAID.findall(anna.look(code))
        assert said.startswith("If your time and your reserve run out: ")

    def test_without_a_limit_nothing_runs_out(self, told, anna, boris):
        assert SAID.findall(anna.look(self.begun(anna, boris, seconds="0"))) == []

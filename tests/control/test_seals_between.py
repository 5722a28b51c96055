"""Schemes are sealed when Planning closes them, not when Updates read them: any later change of a row is found (GE-UND-02).

On the page of seals the player's own sheets appear in the words of their kind, never in stored form.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable

import pytest

from control.journal.projections import leaf_of_row
from control.models import Entry, Sheet
from rooms.realm.scenario.ids import Phase
from tests.control.test_seals import (
    AMBUSH,
    CAT_1,
    TRAPPED,
    WOLF_1,
    EndPhase,
    checked,
    end_the_day,
    player,
    seals_told,
    send,
    to_the_end_of_updates,
    underground,
)
from tests.events import do

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
RUMORS = b'{"type":"spread-rumors","values":[["cat"]],"note":""}'


def rewritten(row: Sheet) -> None:
    Sheet.objects.filter(pk=row.pk).update(body=RUMORS.decode())


def salted_anew(row: Sheet) -> None:
    """Change the body and the salt, as a person would who knows about the hash."""
    Sheet.objects.filter(pk=row.pk).update(body=RUMORS.decode(), salt=uuid.uuid4().hex)


def removed(row: Sheet) -> None:
    Sheet.objects.filter(pk=row.pk).delete()


def replaced(row: Sheet) -> None:
    """Insert a newer revision with its own salt, so that it is read."""
    row.pk, row.client_key, row.salt = None, uuid.uuid4(), uuid.uuid4().hex
    row.revision, row.body = row.revision + 1, RUMORS.decode()
    row.save()


def given_away(row: Sheet) -> None:
    Sheet.objects.filter(pk=row.pk).update(seat="cat-2")


def unsalted(row: Sheet) -> None:
    Sheet.objects.filter(pk=row.pk).update(salt="")


TOUCHED: tuple[Callable[[Sheet], None], ...] = (rewritten, salted_anew, removed, replaced, given_away, unsalted)


def closed():
    """Two schemes, closed and sealed with Planning. Movement runs, and nobody has read them."""
    event = underground()
    send(event, CAT_1, AMBUSH)
    send(event, WOLF_1, TRAPPED)
    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    return event


def verdict(event) -> str:
    return player(event, CAT_1).get(f"/seals/{event.pk}/").content.decode()


@pytest.mark.rule("GE-UND-02")
@pytest.mark.parametrize("touch", TOUCHED, ids=lambda each: each.__name__)
def test_a_scheme_that_is_touched_between_its_closing_and_updates_is_found(touch):
    event = closed()
    touch(Sheet.objects.get(seat=WOLF_1))

    to_the_end_of_updates(event)
    end_the_day(event)

    assert "1 sheet CHANGED" in verdict(event)
    assert '<span class="bad-word">' not in verdict(event)  # the player's own one is unchanged


@pytest.mark.rule("GE-UND-02")
def test_what_the_author_takes_home_says_so_too(tmp_path):
    event = closed()
    rewritten(Sheet.objects.get(seat=CAT_1))

    to_the_end_of_updates(event)
    end_the_day(event)

    file = player(event, CAT_1).get(f"/seals/{event.pk}/mine/").content
    assert "your scheme sheet, month 1 CHANGED" in checked(tmp_path, file)
    assert '<span class="bad-word">CHANGED' in verdict(event)


@pytest.mark.rule("GE-UND-02")
@pytest.mark.parametrize("mark", ["late", "pending"])
def test_a_mark_that_is_set_on_a_sealed_scheme_keeps_it_out_of_nothing(mark):
    """The hash does not cover marks, so a sealed sheet is read whatever its marks are by then."""
    event = closed()
    Sheet.objects.filter(seat=WOLF_1).update(**{mark: True})

    to_the_end_of_updates(event)

    shown = json.loads(Entry.objects.get(kind="SchemesShown").body)
    assert [each["seat"] for each in shown["schemes"]] == [CAT_1, WOLF_1]


@pytest.mark.rule("GE-UND-02")
def test_nothing_that_was_not_touched_is_called_changed():
    event = closed()
    leaves = sorted(leaf_of_row(row) for row in Sheet.objects.all())
    assert seals_told(event)[0]["leaves"] == leaves  # sealed before Updates

    to_the_end_of_updates(event)
    end_the_day(event)

    assert '"bad-word' not in verdict(event)


def said_of(event, seat) -> str:
    """Words of the player's own sheets on the page, without the hashed text."""
    page = player(event, seat).get(f"/seals/{event.pk}/").content.decode()
    assert '<ul class="seal-words">' in page
    return page.partition('<ul class="seal-words">')[2].partition("</ul>")[0]


def test_own_schemes_are_read_in_words():
    event = underground()
    send(event, CAT_1, TRAPPED)
    send(event, WOLF_1, RUMORS)
    do(event, EndPhase(month=1, phase=Phase.PLANNING))
    to_the_end_of_updates(event)
    end_the_day(event)

    trap, rumors = said_of(event, CAT_1), said_of(event, WOLF_1)
    assert "Ambush" in trap
    assert "at the bridge" in trap
    assert "Spread Rumors" in rumors
    assert "Cat" in rumors
    for said in (trap, rumors):
        assert not any(sign in said for sign in ("{", '"type"', "spread-rumors", "&quot;"))

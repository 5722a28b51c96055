"""Accounts of the control team from the command line."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.test import Client
from rooms.realm.desks import Desk

from control.people.access import desks_of

pytestmark = pytest.mark.django_db


def staff(capsys, *words: str) -> str:
    call_command("staff", *words)
    return capsys.readouterr().out


def password_in(said: str) -> str:
    return re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", said).group(0)


def test_a_new_account_sits_at_its_desks_and_its_password_is_printed_once(capsys):
    said = staff(capsys, "anna", "--desk", "war", "--desk", "check-in")

    user = authenticate(username="anna", password=password_in(said))
    assert desks_of(user) == {Desk.WAR, Desk.CHECK_IN}
    assert password_in(said) not in user.password
    assert not user.is_staff


def test_a_reset_keeps_the_desks_and_puts_the_old_password_out(capsys):
    first = password_in(staff(capsys, "anna", "--desk", "war"))
    client = Client()
    client.login(username="anna", password=first)

    second = password_in(staff(capsys, "anna"))

    assert authenticate(username="anna", password=first) is None
    assert desks_of(authenticate(username="anna", password=second)) == {Desk.WAR}
    assert client.get("/control/").status_code == 302


def test_desks_are_set_not_added_and_other_groups_stay(capsys):
    staff(capsys, "anna", "--desk", "war")
    User.objects.get(username="anna").groups.add(Group.objects.create(name="kitchen"))

    staff(capsys, "anna", "--desk", "court")

    user = User.objects.get(username="anna")
    assert desks_of(user) == {Desk.COURT}
    assert user.groups.filter(name="kitchen").exists()


def test_a_closed_account_is_open_again(capsys):
    staff(capsys, "anna", "--desk", "war")
    User.objects.update(is_active=False)

    assert authenticate(username="anna", password=password_in(staff(capsys, "anna"))) is not None


def test_the_accounts_are_listed_without_passwords(capsys):
    staff(capsys, "anna", "--desk", "war")

    assert staff(capsys) == "anna  war\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(("bob",), "Say which desk", id="no desk"),
        pytest.param(("bob the brave", "--desk", "war"), "no blanks", id="blanks"),
        pytest.param(("x" * 61, "--desk", "war"), "1 to 60 characters", id="too long"),
        pytest.param(("bob", "--desk", "kitchen"), "invalid choice", id="an unknown desk"),
    ],
)
def test_a_mistake_is_one_sentence_and_makes_nothing(capsys, words, sentence):
    with pytest.raises(CommandError, match=sentence):
        staff(capsys, *words)

    assert not User.objects.exists()

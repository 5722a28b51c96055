"""Names in texts: real ones, and words that only look like names."""

from __future__ import annotations

import pytest

from control.debrief.anonymity.names import Wording

NEW = "Player 1"


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("Anna Berg wins.", "Player 1 wins."),
        ("ANNA  BERG, anna berg", "Player 1, Player 1"),
        ("Anna Bergs Zug, Anna Berg’s move, Anna Berg's", "Player 1s Zug, Player 1’s move, Player 1's"),
        ("Anna\nBerg", "Player 1"),
        ("Johanna Berg, Anna Bergmann", "Johanna Berg, Anna Bergmann"),
        ("Anna Berg Smith stays", "Anna Berg Smith stays"),
        ("“Anna Berg”", "“Player 1”"),
        ("nothing", "nothing"),
    ],
)
def test_a_name_of_several_words(text, now):
    assert Wording({"Anna Berg": NEW}, ["Anna Berg Smith"])(text) == now


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("Will acts. WILL! Will’s", "Player 1 acts. Player 1! Player 1’s"),
        ("It will rain; goodwill, Willow", "It will rain; goodwill, Willow"),
    ],
)
def test_a_name_of_one_word_is_not_a_word_of_the_language(text, now):
    assert Wording({"Will": NEW})(text) == now


def test_a_name_of_a_script_without_blanks_is_found_in_the_middle():
    assert Wording({"田中": NEW})("こんにちは田中さん") == "こんにちはPlayer 1さん"


def test_a_name_with_signs_is_found_as_it_is():
    wording = Wording({"J.R. (Bob) O’Neil+": NEW})
    assert wording("Ask J.R. (Bob) O’Neil+ or JxR. (Bob) O’Neil+") == "Ask Player 1 or JxR. (Bob) O’Neil+"


def test_without_names_nothing_changes():
    assert not Wording({}).touches("Anna Berg")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("Björn Ek", "Bjo\u0308rn Ek", id="accents that stand by themselves"),
        pytest.param("Bjo\u0308rn Ek", "BJÖRN EK", id="or in the list"),
        pytest.param("Pat O'Brien", "pat O’Brien", id="the apostrophe of a phone"),
        pytest.param("Pat O’Brien", "Pat O'Brien", id="or of a spreadsheet"),
        pytest.param("Jean-Luc Roy", "Jean\u2011Luc Roy", id="a hyphen that holds"),
        pytest.param("Anna Strauß", "ANNA STRAUSS", id="capitals that are two"),
        pytest.param("Işıl Kaya", "IŞIL KAYA", id="capitals of another language"),
    ],
)
def test_a_name_is_found_however_its_signs_are_stored(name, text):
    assert Wording({name: NEW})(f"{text} wins.") == "Player 1 wins."


def test_a_name_without_an_accent_is_not_found_in_one_that_has_it():
    assert Wording({"Jose": NEW})("Jose\u0301 wins.") == "Jose\u0301 wins."

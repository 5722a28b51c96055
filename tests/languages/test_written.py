"""Sentences in code are whole literals, so that the catalogue finds them. None is said before a language is set."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from megagame.messages import APPS, BASE, all_messages

SAID = {"say": 1, "say_count": 2, "say_as": 2, "later": 1, "gettext_lazy": 1, "ngettext_lazy": 2, "pgettext_lazy": 2}
COUNTED = frozenset({"say_count", "say_as", "ngettext_lazy", "pgettext_lazy"})  # `later` takes one sentence
AT_ONCE = frozenset({"say", "say_count", "say_as", "gettext", "ngettext", "pgettext"})
RAISED = frozenset({"Refused", "ValidationError"})
# The checker and the readers of scenarios and decks write for authors, in English, and so do examples.
FOR_AUTHORS = re.compile(r"control/(scenario|examples)/|/examples\.py$|/playout\.py$|/content\.py$|/management/commands/")
# Words that docs/style.md has replaced.
REPLACED = re.compile(
    r"^(Leave it|Go on|All lit|Let in|Let them|Over: .*|Struck: .*)$|Go and see|stands in (Access|the journal)"
    r"|[Aa]lone (weds|opens)|puts the old phone out|ticks (nobody|whom)|are to be named|against the ledger|deposed otherwise"
)
SOURCES = [path for app in APPS for path in sorted((BASE / app).rglob("*.py")) if "migrations" not in path.parts]


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = (
                node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
            )
            yield name, node


def made_up(node: ast.AST) -> bool:
    """Whether a sentence is put together by an f-string, a sum or .format, so that no catalogue can hold it."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    return isinstance(node, ast.JoinedStr | ast.BinOp)


def literal(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value)


def at_import(tree: ast.Module) -> Iterator[ast.Call]:
    """Calls that run at import: outside functions, or in defaults and decorators."""

    def walk(node: ast.AST) -> Iterator[ast.Call]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            early = [*node.args.defaults, *[each for each in node.args.kw_defaults if each is not None]]
            early += [] if isinstance(node, ast.Lambda) else node.decorator_list
            for each in early:
                yield from walk(each)
            return
        if isinstance(node, ast.Call):
            yield node
        for child in ast.iter_child_nodes(node):
            yield from walk(child)

    yield from walk(tree)


def where(path: Path, node: ast.expr) -> str:
    return f"{path.relative_to(BASE)}:{node.lineno}"


def parsed() -> Iterator[tuple[Path, ast.Module]]:
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        if any(word in source for word in (*SAID, *RAISED)):
            yield path, ast.parse(source)


def mistakes_in(path: Path, tree: ast.Module) -> list[str]:
    """Mistakes in the sentences of a module."""
    found = []
    for name, call in calls(tree):
        if name in SAID and any(made_up(argument) for argument in call.args[: SAID[name]]):
            found.append(f"{where(path, call)} {name}() of a sentence that is put together")
        elif name in COUNTED and not all(isinstance(argument, ast.Constant) for argument in call.args[: SAID[name]]):
            found.append(f"{where(path, call)} {name}() of sentences that stand elsewhere, where nobody gathers them")
        if name in RAISED and call.args and literal(call.args[0]) and not FOR_AUTHORS.search(path.as_posix()):
            found.append(f"{where(path, call)} {name} with a sentence that is not said")
    found += [f"{where(path, call)} said while the module is loaded" for name, call in _early(tree) if name in AT_ONCE]
    return found


def _early(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for call in at_import(tree):
        if isinstance(call.func, ast.Name):
            yield call.func.id, call


def test_every_sentence_is_literal_and_said_when_the_language_is_known():
    assert [mistake for path, tree in parsed() for mistake in mistakes_in(path, tree)] == []


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n    return say(f"{house} is late.")',
        'def f():\n    return say("It is " + what)',
        'def f():\n    return say("It is {}".format(what))',
        'def f():\n    return say_count("one unit", f"{n} units", n)',
        'def f():\n    one, many = "one unit", "{count} units"\n    return say_count(one, many, n)',
        "def f():\n    return say_count(*WORDS, n)",
        'def f():\n    raise Refused("You are late.")',
        'def f():\n    raise Refused(f"{house} is late.", rule="R-1")',
        'LATE = say("Too late.")',
        'class A:\n    words = say("Too late.")',
        'def f(words=say("Too late.")):\n    return words',
        '@named(say("Too late."))\ndef f():\n    pass',
    ],
)
def test_a_mistake_is_found(source):
    assert len(mistakes_in(BASE / "control" / "made_up.py", ast.parse(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        'LATE = later("Too late.")\ndef f():\n    return say(LATE)',
        'WORDS = lambda: say("Too late.")',
        'def f():\n    raise Refused(say("{house} is late.", house=f"House {name}"), rule="R-1")',
        "def f():\n    return say(WORDS[kind])",
    ],
)
def test_what_is_right_is_left_alone(source):
    assert mistakes_in(BASE / "control" / "made_up.py", ast.parse(source)) == []


def test_no_sentence_uses_a_word_that_the_style_has_replaced():
    said = {words for found in all_messages().values() for each in found.places for words in (each.sentence, each.plural)}
    assert [words for words in sorted(said) if REPLACED.search(words)] == []

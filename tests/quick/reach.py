"""How far a change reaches: from a module to those that import it, from any other file to those that name it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

SERVED = re.compile(r".*/(?:templates|static)/")  # what stands before the name under which such a file is asked for
QUOTED = re.compile(r"""["'](?:\./)?([\w./-]+)(?:\?[^"']*)?["']""")
LOADED = re.compile(r"{% load ([\w ]+) %}")
DATA = (".yaml", ".yml", ".json", ".csv")
READING = (".py", ".html", ".js", ".css")  # files that name others


def is_test(path: str) -> bool:
    """Whether pytest collects this file."""
    return path.endswith(".py") and Path(path).name.startswith("test_")


def name_of(path: str) -> str:
    """By what a file that is no module is named by others.

    Below templates/ and static/ it is its path there; a data file is read with its whole folder, by the folder's name; whatever
    else there is stands for itself.
    """
    if served := SERVED.match(path):
        return path[served.end() :]
    parts = path.split("/")
    return parts[1] if len(parts) > 2 and path.endswith(DATA) else parts[-1]


def dotted(path: str) -> str:
    """The name under which a module is imported."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def names_of(path: str) -> tuple[str, ...]:
    """By what others may name a file in quotes: a module also where Django finds it, an app by its package and tags by theirs."""
    if not path.endswith(".py"):
        return (name_of(path),)
    module = dotted(path)
    package, _dot, last = module.rpartition(".")
    return (module, package) if last == "apps" else (module, f"load {last}") if package.endswith("templatetags") else (module,)


def index_of(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Which files hold a name in quotes: the whole of it, the parts of a path, and the modules above a dotted one."""
    found: dict[str, set[str]] = {}
    for path, text in texts.items():
        for quoted in set(QUOTED.findall(text)):
            parts = quoted.split("/")
            dots = quoted.split(".") if len(parts) == 1 else []
            for name in (quoted, *parts, *(".".join(dots[:number]) for number in range(2, len(dots)))):
                found.setdefault(name, set()).add(path)
        for library in {each for line in LOADED.findall(text) for each in line.split()}:
            found.setdefault(f"load {library}", set()).add(path)
    return found


def distances(
    changed: Iterable[str],
    named: Mapping[str, Iterable[str]],
    importers: Callable[[str], Iterable[str]],
    files_under: Callable[[str], Iterable[str]],
    settings: str = "",
) -> dict[str, int]:
    """How many steps each file stands away from the next changed one; a file that is not reached is not in it.

    Args:
        changed: paths of what has changed, from the root of the project.
        named: which files hold a name in quotes, as `index_of` gives it.
        importers: the paths of the modules that import a module directly.
        files_under: the paths of the tests that a conftest.py serves.
        settings: the path of Django's settings, which stand for whoever finds a module by its mere place: addresses, commands.
    """
    found = dict.fromkeys(changed, 0)
    edge = list(found)
    while edge:
        reached: list[str] = []
        for path in edge:
            module = path.endswith(".py")
            others = {other for name in names_of(path) for other in named.get(name, ()) if other != path}
            if module:
                others |= {*importers(path), *(files_under(path) if path.endswith("conftest.py") else ())}
            if settings and not others and path.endswith(READING) and not path.startswith("tests/"):
                others.add(settings)
            new = sorted(others - found.keys())
            found |= dict.fromkeys(new, found[path] + 1)
            reached += new
        edge = reached
    return found


def chosen(
    wanted: Mapping[str, int], seconds: Callable[[str], float], budget: float, changed: Iterable[str] = ()
) -> tuple[str, ...]:
    """The test files that a budget of seconds holds, the nearest first; those that have changed themselves in any case.

    Of files that are equally far away, those come first whose names are like the names of what has changed, then the quickest.
    """
    words = {word for each in changed for word in _words(each)}
    taken, used = [], 0.0
    for path in sorted(wanted, key=lambda each: (wanted[each], -len(_words(each) & words), seconds(each), each)):
        cost = seconds(path)
        if wanted[path] == 0 or used + cost <= budget:
            taken.append(path)
            used += cost
    return tuple(taken)


def _words(path: str) -> frozenset[str]:
    return frozenset(Path(path).stem.split("_")) - {"test", ""}


def readers(root: Path, packages: Iterable[str]) -> dict[str, str]:
    """Every file of the packages that may name another, with its text."""
    found = (path for package in packages for path in (root / package).rglob("*") if path.suffix in READING)
    return {str(path.relative_to(root)): path.read_text(encoding="utf-8", errors="replace") for path in found}

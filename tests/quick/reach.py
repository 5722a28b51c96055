"""Reach of a change: from a module to its importers, from any other file to the files that name it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

SERVED = re.compile(r".*/(?:templates|static)/")  # folder in front of the name under which such a file is loaded
QUOTED = re.compile(r"""["'](?:\./)?([\w./-]+)(?:\?[^"']*)?["']""")
LOADED = re.compile(r"{% load ([\w ]+) %}")
DATA = (".yaml", ".yml", ".json", ".csv")
READING = (".py", ".html", ".js", ".css")  # files that may name others


def is_test(path: str) -> bool:
    """Whether pytest collects this file."""
    return path.endswith(".py") and Path(path).name.startswith("test_")


def name_of(path: str) -> str:
    """Name by which other files refer to a file that is no module.

    For templates and static files it is the path below templates/ or static/. Data files are read by whole folders, so it
    is the name of the folder. For all others it is the file's own name.
    """
    if served := SERVED.match(path):
        return path[served.end() :]
    parts = path.split("/")
    return parts[1] if len(parts) > 2 and path.endswith(DATA) else parts[-1]


def dotted(path: str) -> str:
    """Import name of a module."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def names_of(path: str) -> tuple[str, ...]:
    """Names by which others may refer to a file in quotes: a module's dotted name, an app's package, a tag library's `load`."""
    if not path.endswith(".py"):
        return (name_of(path),)
    module = dotted(path)
    package, _dot, last = module.rpartition(".")
    return (module, package) if last == "apps" else (module, f"load {last}") if package.endswith("templatetags") else (module,)


def index_of(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Files that contain a name in quotes, by name: the whole text, the parts of a path, and the packages of a dotted name."""
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
    """Distance of each file from the nearest changed file, in steps. Files that cannot be reached are left out.

    Args:
        changed: paths of the changed files, from the root of the project.
        named: files that contain a name in quotes, as `index_of` returns it.
        importers: returns the paths of the modules that import a module directly.
        files_under: returns the paths of the tests to which a conftest.py applies.
        settings: path of Django's settings, which stand for modules found by their place alone: addresses, commands.
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
    """Test files that fit into a budget of seconds, nearest first; changed test files in any case.

    At equal distance, files with names like the changed ones come first, then quicker ones.
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
    """Text of every file of the packages that may name another file."""
    found = (path for package in packages for path in (root / package).rglob("*") if path.suffix in READING)
    return {str(path.relative_to(root)): path.read_text(encoding="utf-8", errors="replace") for path in found}

"""Configuration of `make mutants`: modules to sample, their areas, and the tests that may judge them.

A module's area is its folder, and whether it reaches Django through its imports. It is read from the import graph, so a moved
file needs no change here.
"""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import grimp
from msgspec import Struct

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("control", "rooms", "megagame")
SHELL: Final = ("django", "channels", "celery", "kombu", "redis", "asgiref")
# All of `control` is the platform. Of rooms only pure code is sampled, because their screens are looked at, not calculated.
SHELL_OF: Final = ("control",)
# Code that draws, declares or is generated: a wrong line there is a wrong picture, or a start that fails.
LEFT_OUT: Final = (
    "*/migrations/*",
    "*/management/*",
    "*/templatetags/*",
    "*/views.py",
    "*_views.py",
    "*/screens/*",
    "*/views_*.py",
    "*/forms.py",
    "*_forms.py",
    "*/screens/*",
    "*/urls*.py",
    "*/apps.py",
    "*/examples/*",
    "*/examples.py",
    "*/bots.py",
    "*/__init__.py",
)
# Mistakes that people make, by cosmic-ray's names, without those that break every program, such as `<<` for `+`.
OPERATORS: Final = (
    "AddNot",
    "NumberReplacer",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_USub_UAdd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
    "ExceptionReplacer",
    *(
        f"ReplaceBinaryOperator_{pair}"
        for pair in ("Add_Sub", "Sub_Add", "Mul_Div", "FloorDiv_Mul", "BitOr_BitAnd", "BitAnd_BitOr")
    ),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt")),
)
# All tests judge, except those with browsers, servers and other databases.
JUDGES: Final = "not e2e and not services"
NO_JUDGES: Final = ("tests/e2e", "tests/faults", "tests/fuzz", "tests/languages", "tests/mutants", "tests/test_imports.py")


class Module(Struct, frozen=True, order=True):
    """A sampled module. `file`: path relative to the project's root. `area`: its area."""

    path: str
    area: str


def modules(root: Path = ROOT) -> tuple[Module, ...]:
    """All sampled modules in the order of their paths."""
    graph = grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)
    reaches = {each for shell in SHELL if shell in graph.modules for each in graph.find_downstream_modules(shell)}
    pure = {_path(root, name) for name in graph.modules - reaches if name.split(".")[0] in PACKAGES}
    files = (path.relative_to(root).as_posix() for top in ("control", "rooms") for path in (root / top).rglob("*.py"))
    return tuple(sorted(Module(path=path, area=area) for path in files if (area := area_of(path, pure=path in pure))))


def area_of(path: str, *, pure: bool) -> str:
    """Return the area of a file, such as "control, pure" or "rooms/war, pure"; "" if it is not sampled."""
    top = path.split("/")
    if any(fnmatch(path, each) for each in LEFT_OUT) or not (pure or top[0] in SHELL_OF):
        return ""
    folder = top[0] if top[0] in SHELL_OF else "/".join(top[:2])
    return f"{folder}, {'pure' if pure else 'platform'}"


def _path(root: Path, name: str) -> str:
    path = name.replace(".", "/")
    return f"{path}/__init__.py" if (root / path).is_dir() else f"{path}.py"

"""A seeded sample of lines with one mutant each. Cosmic-ray offers the mutants, and chance chooses one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec, WorkItem
from msgspec import Struct

from tests.mutants.areas import OPERATORS, Module
from tests.mutants.spans import sign_spans, silent_spans, statement


class Line(Struct, frozen=True, kw_only=True):
    """One sampled line with its mutant, and the lines of its statement."""

    area: str
    path: str
    line: int
    text: str
    spec: MutationSpec
    lines: frozenset[int]

    @property
    def id(self) -> str:
        """Key of this mutant in the session, in reports and for `--only`."""
        return f"{self.path}:{self.line}:{self.mistake}"

    @property
    def mistake(self) -> str:
        """The mutation by cosmic-ray's name, and which occurrence in the file it changes."""
        return f"{str(self.spec.operator_name).removeprefix('core/')}:{self.spec.occurrence}"

    @property
    def item(self) -> WorkItem:
        """The mutation in cosmic-ray's own form."""
        return WorkItem.single(self.id, self.spec)


def drawn(root: Path, modules: Sequence[Module], *, seed: int, lines: int) -> tuple[Line, ...]:
    """Draw `lines` lines that can be changed, each equally likely, and one mutation for each.

    The same seed, files and version of cosmic-ray give the same sample.
    """
    chance = random.Random(seed)
    every = [(module, number) for module in modules for number in _numbers((root / module.path).read_text(encoding="utf-8"))]
    chance.shuffle(every)
    offers: dict[str, dict[int, list[MutationSpec]]] = {}
    found: list[Line] = []
    for module, number in every:
        if len(found) == lines:
            break
        if module.path not in offers:
            offers[module.path] = _offers(root, module.path)
        specs = offers[module.path].get(number)
        if specs:
            text = (root / module.path).read_text(encoding="utf-8")
            spec = chance.choice(specs)
            found.append(
                Line(
                    area=module.area,
                    path=module.path,
                    line=number,
                    text=text.splitlines()[number - 1].strip(),
                    spec=spec,
                    lines=statement(text, number),
                )
            )
    return tuple(found)


def _numbers(text: str) -> range:
    return range(1, text.count("\n") + 1)


def _offers(root: Path, path: str) -> dict[int, list[MutationSpec]]:
    """Mutations by line that cosmic-ray offers and that the program would notice."""
    text = (root / path).read_text(encoding="utf-8")
    silent, signs, tree = silent_spans(text), sign_spans(text), get_ast(text)
    found: dict[int, list[MutationSpec]] = {}
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for occurrence, (begin, end) in enumerate(places):
            if any(first <= begin < last for first, last in silent):
                continue
            if "BinaryOperator" not in name or any(first <= begin < last for first, last in signs):
                spec = MutationSpec(path, f"core/{name}", occurrence, begin, end)
                found.setdefault(begin[0], []).append(spec)
    return found

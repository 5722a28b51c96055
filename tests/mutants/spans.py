"""Parts of a module's text in which a mutation has an effect, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

Span: TypeAlias = tuple[tuple[int, int], tuple[int, int]]  # start and end, each as (line, column)


def silent_spans(text: str) -> tuple[Span, ...]:
    """Parts in which a mutation has no effect at run time, as pairs of (line, column).

    These are annotations, blocks and assertions for the type checker, and decorators.
    """
    found = []
    for node in ast.walk(ast.parse(text)):
        for each in _silent(node):
            found.append(((each.lineno, each.col_offset), (each.end_lineno or each.lineno, each.end_col_offset or 0)))
    return tuple(found)


def sign_spans(text: str) -> tuple[Span, ...]:
    """Parts with an operator between two operands. Cosmic-ray also takes the stars of parameters and arguments for operators."""
    return tuple(
        ((node.left.end_lineno or 0, node.left.end_col_offset or 0), (node.right.lineno, node.right.col_offset))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.BinOp)
    )


def _silent(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
        yield node.annotation
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
        yield node.returns
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        yield node
    if isinstance(node, ast.Assert):
        yield node
    if isinstance(node, ast.ClassDef):
        yield from (each.value for each in node.keywords)
    yield from getattr(node, "decorator_list", ())


def statement(text: str, at: int) -> frozenset[int]:
    """Lines of the smallest statement with line `at`; only the head of a compound statement."""
    best: tuple[int, int] = (at, at)
    size = None
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.stmt):
            continue
        begin = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
        body = getattr(node, "body", None)
        end = node.end_lineno or node.lineno
        if isinstance(body, list) and body:
            end = max(node.lineno, body[0].lineno - 1)
        if begin <= at <= end and (size is None or end - begin < size):
            best, size = (begin, end), end - begin
    return frozenset(range(best[0], best[1] + 1))

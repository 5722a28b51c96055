"""Where in a module's text a wrong line would mean something, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

Span: TypeAlias = tuple[tuple[int, int], tuple[int, int]]  # from and to, each as (line, column)


def silent_spans(text: str) -> tuple[Span, ...]:
    """Where a wrong line changes nothing that is carried out, as pairs of (line, column).

    Annotations, blocks and assertions for the type checker, and how a class or function is decorated.
    """
    found = []
    for node in ast.walk(ast.parse(text)):
        for each in _silent(node):
            found.append(((each.lineno, each.col_offset), (each.end_lineno or each.lineno, each.end_col_offset or 0)))
    return tuple(found)


def sign_spans(text: str) -> tuple[Span, ...]:
    """Where a sign stands between two operands: cosmic-ray also takes the stars of parameters and arguments for signs."""
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
    yield from getattr(node, "decorator_list", ())


def statement(text: str, at: int) -> frozenset[int]:
    """The lines of the smallest statement that line `at` is in; of a compound statement only its head."""
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

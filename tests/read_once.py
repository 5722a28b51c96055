"""The project's own YAML files, read once for all runs: to scan them in pure Python takes half of what collecting the tests takes.

What a file of fixtures/ gives is kept beside pytest's own cache, under a hash of its text and of the reader's version. A file
that is changed is read anew, and so is every text that is no such file: the damaged and the odd ones of the tests.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from pathlib import Path
from typing import Any

import ruamel.yaml
from ruamel.yaml import YAML

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


def remember(folder: Path) -> None:
    """From now on, let the reader of YAML take what it has read of these files before from this folder."""
    for name in ("compose", "load", "load_all"):
        setattr(YAML, name, _remembered(name, getattr(YAML, name), folder))


def _remembered(name: str, read: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    @wraps(read)
    def found(self: YAML, stream: object) -> Any:
        key = key_of(stream) if isinstance(stream, str) else None
        if key is None or self.typ != ["safe"] or not self.pure or key not in own():
            return read(self, stream)
        file = folder / f"{name}-{key}"
        with suppress(OSError, EOFError, pickle.UnpicklingError):  # not there yet, or not whole
            return pickle.loads(file.read_bytes())
        value = read(self, stream)
        if name == "load_all":  # one by one
            value = list(value)
        written = folder / f"{key}-{os.getpid()}"
        written.write_bytes(pickle.dumps(value, protocol=5))
        written.replace(file)  # at once: other processes read here too
        return value

    return found


@cache
def own() -> frozenset[str]:
    """The keys of all files of this project."""
    return frozenset(key_of(path.read_text(encoding="utf-8")) for path in FIXTURES.rglob("*.yaml"))


def key_of(text: str) -> str:
    """What stands for a text and for the version of what reads it."""
    return hashlib.sha256(f"{ruamel.yaml.__version__}\n{text}".encode()).hexdigest()[:32]

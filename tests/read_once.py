"""Cache of the project's parsed YAML files for all runs: parsing them in pure Python takes half of the time of collecting tests.

The value of a file of fixtures/ is stored beside pytest's own cache, under a hash of its text and of the parser's version. A
changed file is parsed anew, and so is any other text, such as the damaged documents of tests.
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
    """Cache the parsed files of the project in this folder from now on."""
    for name in ("compose", "load", "load_all"):
        setattr(YAML, name, _remembered(name, getattr(YAML, name), folder))


def _remembered(name: str, read: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    @wraps(read)
    def found(self: YAML, stream: object) -> Any:
        key = key_of(stream) if isinstance(stream, str) else None
        if key is None or self.typ != ["safe"] or not self.pure or key not in own():
            return read(self, stream)
        file = folder / f"{name}-{key}"
        with suppress(OSError, EOFError, pickle.UnpicklingError):  # missing or incomplete
            return pickle.loads(file.read_bytes())
        value = read(self, stream)
        if name == "load_all":  # a generator
            value = list(value)
        written = folder / f"{key}-{os.getpid()}"
        written.write_bytes(pickle.dumps(value, protocol=5))
        written.replace(file)  # atomic: other processes read here too
        return value

    return found


@cache
def own() -> frozenset[str]:
    """Keys of all YAML files of this project."""
    return frozenset(key_of(path.read_text(encoding="utf-8")) for path in FIXTURES.rglob("*.yaml"))


def key_of(text: str) -> str:
    """Hash of a text and of the parser's version."""
    return hashlib.sha256(f"{ruamel.yaml.__version__}\n{text}".encode()).hexdigest()[:32]

"""No module is longer than 450 lines, which a reader takes in at once. Longer ones are split by subject."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("control", "rooms", "megagame")
MOST = 450


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_longer_than_a_reader_takes_in(package):
    modules = list((ROOT / package).rglob("*.py"))
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in modules}

    assert lengths
    assert {path: length for path, length in lengths.items() if length > MOST} == {}

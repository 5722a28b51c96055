"""Pictures of what was counted over many games, as SVG that stands by itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from rooms.tables.game.counted import Length, Share

WIDTH, LABEL, ROW, TOP, RIGHT = 640, 190, 26, 56, 110
INK, PALE, MARK = "#26323f", "#c9d2da", "#0f5fa6"
FONT: Final = 'font-family="system-ui, sans-serif"'


def drawn_shares(title: str, shares: Sequence[Share], fair: float) -> str:
    """Shares of wins with their intervals, and a line where everybody's share is."""
    most = max([fair, *(share.high for share in shares)]) * 1.05
    rows = []
    for number, share in enumerate(shares):
        y = TOP + ROW * number + ROW // 2
        low, high, rate = (_x(each, most) for each in (share.low, share.high, share.rate))
        rows.append(_label(share.name, y))
        rows.append(f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="{MARK}" stroke-width="3"/>')
        rows.append(f'<circle cx="{rate:.1f}" cy="{y}" r="5" fill="{MARK}"/>')
        rows.append(_text(WIDTH - 16, y + 4, f"{100 * share.rate:.1f} %", anchor="end"))
    line, bottom = _x(fair, most), TOP + ROW * len(shares)
    rows.append(f'<line x1="{line:.1f}" x2="{line:.1f}" y1="{TOP - 4}" y2="{bottom}" stroke="{INK}" stroke-dasharray="4 3"/>')
    rows.append(_text(line, TOP - 10, f"fair: {100 * fair:.1f} %", anchor="middle"))
    return _picture(title, bottom + 12, rows)


def drawn_lengths(title: str, lengths: Sequence[Length]) -> str:
    """How long games are: a bar from the shortest to the longest, a dot at the mean."""
    most = max([length.most for length in lengths]) * 1.05
    rows = []
    for number, length in enumerate(lengths):
        y = TOP + ROW * number + ROW // 2
        low, high, mean = (_x(each, most) for each in (length.least, length.most, length.mean))
        rows.append(_label(length.name, y))
        rows.append(
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="{PALE}" stroke-width="10" stroke-linecap="round"/>'
        )
        rows.append(f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{MARK}"/>')
        rows.append(_text(WIDTH - 16, y + 4, f"{length.mean:.1f} ({length.least}–{length.most})", anchor="end"))
    return _picture(title, TOP + ROW * len(lengths) + 12, rows)


def _x(value: float, most: float) -> float:
    return LABEL + (WIDTH - LABEL - RIGHT) * value / most


def _label(words: str, y: int) -> str:
    return _text(LABEL - 12, y + 4, words, anchor="end")


def _text(x: float, y: float, words: str, *, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="13" fill="{INK}" {FONT}>{escape(words)}</text>'


def _picture(title: str, height: int, rows: Sequence[str]) -> str:
    head = f'<text x="16" y="24" font-size="16" font-weight="600" fill="{INK}" {FONT}>{escape(title)}</text>'
    body = "\n".join([f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>', head, *rows])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"\n{body}\n</svg>\n"
    )

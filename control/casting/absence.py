"""Words of a list for people who do not come: they cancelled, or they wait for a place."""

from __future__ import annotations

import re
from typing import Final

from control.casting.headings import BEHIND_HEAD, plain

WAITING: Final = frozenset(  # these head the people below them, too
    (
        "waitlist", "waitlisted", "waiting list", "on the waiting list", "reserve", "reserves", "reserve list", "standby",
        "warteliste", "nachrucker", "nachruckliste", "reserveliste", "ersatzliste",
        "liste d attente", "lista de espera", "lista d attesa", "lista di attesa", "wachtlijst", "reservelijst", "venteliste",
        "vantelista", "rezerwa", "lista rezerwowa", "rezerwowi", "yedek", "yedek listesi", "bekleme listesi",
    )
)  # fmt: skip
CANCELLED: Final = WAITING | frozenset(
    (
        "cancelled", "canceled", "cancellations", "withdrawn", "withdrew", "refunded", "rejected", "declined", "void", "no show",
        "not coming", "dropped", "dropped out", "sick", "ill",
        "storniert", "abgesagt", "abgemeldet", "absagen", "zuruckgezogen", "erstattet", "abgelehnt", "kommt nicht", "krank",
        "annule", "annulee", "cancelado", "cancelada", "annullato", "annullata", "geannuleerd", "afgemeld", "aflyst", "avbokad",
        "odwolane", "odwolany", "odwolana", "anulowane", "rezygnacja", "zrezygnowal", "zrezygnowala", "nie przyjdzie", "chory",
        "chora", "iptal", "iptal edildi", "gelmiyor",
    )
)  # fmt: skip
NEVER_A_NAME: Final = frozenset(
    {"cancelled", "canceled", "refunded", "waitlisted", "storniert", "abgesagt", "abgemeldet", "warteliste"}
)
NOT: Final = frozenset({"no", "nein", "nie", "non", "nee", "hayir"})  # as a status alone
COMING: Final = frozenset(  # a status of somebody who comes
    (
        "confirmed", "paid", "ok", "yes", "y", "x", "active", "attending", "registered", "approved", "accepted", "complete",
        "completed", "booked", "coming", "going", "in", "p", "1", "true", "checked in", "valid", "issued", "partially paid",
        "bestatigt", "bezahlt", "ja", "aktiv", "angemeldet", "zugesagt", "gebucht", "dabei", "kommt", "teilnahme", "fest",
        "confirme", "paye", "oui", "confirmado", "pagado", "si", "confermato", "pagato", "bevestigd", "betaald", "bekraftad",
        "potwierdzone", "potwierdzony", "potwierdzona", "oplacone", "tak", "onaylandi", "odendi", "evet", "✓", "✔",
    )
)  # fmt: skip
CALLED_OFF: Final = re.compile(r"\s[-–—]+\s|[()\[\]:;,*/]")  # what parts "cancelled" from the name in the same cell


def called_off(name: str) -> bool:
    """Whether a name says itself that nobody comes: "Jan Kowalski - CANCELLED", "abgesagt: Olaf Meier", "Eva Nagel storniert"."""
    parts = [plain(part) for part in CALLED_OFF.split(name)]
    ends = {words[at] for part in parts if (words := part.split()) for at in (0, -1)}
    return any(part in CANCELLED for part in parts if len(parts) > 1) or bool(ends & NEVER_A_NAME)


def is_absent(status: str) -> bool:
    """Whether a status means that nobody comes: "no show", "CANCELLED 20/11", "Warteliste Platz 3"."""
    words = plain(status).split()
    return plain(status) in NOT or any(" ".join(words[:count]) in CANCELLED for count in range(1, len(words) + 1))


def is_coming(status: str) -> bool:
    """Whether a status is known to mean that somebody comes."""
    return not status or status in COMING or plain(status) in COMING


def heads_absent(cell: str) -> bool:
    """Whether a cell may stand above people who do not come: "Waiting list (3)", "Cancelled:"."""
    return plain(BEHIND_HEAD.split(cell, maxsplit=1)[0]) in CANCELLED


def surely_heads(cell: str) -> bool:
    """Whether it can hardly stand for one person who does not come."""
    return heads_absent(cell) and (cell.endswith(":") or plain(BEHIND_HEAD.split(cell, maxsplit=1)[0]) in WAITING)

"""Chroniclers of the Underground: its schemes, and the false secrets that were believed (`control.engine.chronicle`).

Lives: "scheme" (id "scheme:7" by the number on its back, or "scheme:by-hand:3"; owner the author's seat, else the House). Turns:
placed, rewritten, halved, advanced, protected, stripped, taken-back, attacked, reached, left, sprung, foiled, replaced, completed,
struck, spent, used, message.
Facts: "scheme" (a House planned something: from its placing until it is gone; by who knew its face from the start), "scheme-struck"
(what a scheme did, as the House struck was told: never by whom, R-144), "false-secret" (what its reader took for true).
Ties: "schemed-against" (a House against a House, or a player of it).
Deeds of players (of the House where a drawn scheme has nobody): "scheme-placed", "scheme-struck", "scheme-unravelled",
"scheme-foiled", "trap-sprung", "minions-laid", "unlucky".
"""

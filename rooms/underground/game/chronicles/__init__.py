"""Chroniclers of the Underground: schemes, and false secrets that were believed (`control.engine.chronicle`).

Lives: "scheme" (id "scheme:7" by the number on its back, or "scheme:by-hand:3"; owner: the author's seat, else the House). Turns:
placed, rewritten, halved, advanced, protected, stripped, taken-back, attacked, reached, left, sprung, foiled, replaced, completed,
struck, spent, used, message.

Facts:
- "scheme": a House's plan, from its placing until it is gone; by those who knew its face from the start
- "scheme-struck": the effect of a scheme as the House struck was told, never by whom (R-144)
- "false-secret": a false secret that its reader believed

Ties: "schemed-against" (a House against a House or one of its players).

Deeds of players (of the House for a drawn scheme without a player): "scheme-placed", "scheme-struck", "scheme-unravelled",
"scheme-foiled", "trap-sprung", "minions-laid", "unlucky".
"""

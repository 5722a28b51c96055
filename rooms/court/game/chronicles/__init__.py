"""Chronicles of the Court: laws and proposals, secret votes, the floor, Uprisings, duels (`control.engine.chronicle`).

Lives: "law" (id "law:2:cat-1" by month and author, otherwise by its tablet; owner: the author's seat, "" for nobody).

Turns: proposed, amended, chosen, returned, struck-out, favored, tied, rejected, paid, unpaid, not-heard, passed, posted, acted,
lapsed, expired, struck-down.

Facts: "vote" (who voted how by name: told to nobody, GE-CRT-26), "bribe" (whose extra votes were on which side, R-127), "uprising"
(that a player stood with it: named to all when it is over, R-105).

Deeds of players: "proposal", "law-passed", "vote", "speech", "uprising-called", "uprising", "duel-won", "duel-lost", "unlucky"
(punished).
"""

"""Chroniclers of what all rooms share: Power, reigns, marriages, hostages, deaths, Favors (`control.engine.chronicle`).

Points: "power" (the Power of a House in all its purses). Lives: "reign" (owner: the player's seat, "" for the God Emperor).
Ties: "married" (seats), "killed-hostage" (Houses). Facts: "death": everybody knows who died, only those told know the cause.
Deeds of players: "month-reigned", "wedding", "death", "favor-used", "power-gained", "power-lost", "given" (Power and Favors passed
on), "unlucky" (wounds, and bans from a room).
Deeds of Houses: "hostage-taken", "hostage-killed", "unlucky".

An act or loss of one player is a deed of that seat; that of a whole House is a deed of the House. No deed is written for both.
"""

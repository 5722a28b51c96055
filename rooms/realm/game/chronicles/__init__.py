"""Chroniclers of what all rooms share: Power, reigns, marriages, hostages, deaths, Favors (`control.engine.chronicle`).

Points: "power" (the Power of a House in all its purses). Lives: "reign" (owner the player's seat, "" for the God Emperor).
Ties: "married" (seats), "killed-hostage" (Houses). Facts: "death", of whom everybody knows and by what only who was told.
Deeds of players: "month-reigned", "wedding", "death", "favor-used", "power-gained", "power-lost", "given" (Power and Favors that
were passed on), "unlucky" (wounds, and being kept from a room).
Deeds of Houses: "hostage-taken", "hostage-killed", "unlucky".

What one player did or suffered is a deed of that seat, what a House did as a whole one of the House; none is written for both.
"""

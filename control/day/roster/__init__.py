"""The roster of players: casting list, substitutes, swapped seats, and the control team's marks on a player.

A seat is a character. Its rank and all that a game gives it stay with the seat when the person changes.
A person has a name and marks.
"""

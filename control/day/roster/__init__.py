"""Who plays whom: the casting list, substitutes, two who change places, marks of the team on a player .

A seat is the character: its rank, and all that a game gives it, stay with it whoever plays it. The person brings a name and marks.
"""

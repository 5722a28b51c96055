"""Buildings: traded in for three Favors or placed by Control, taken, removed, lent.

What a building does stands with the room that uses it; here stands whose it is, where it lies and who may use it this month.

Rules: GE-WAR-76, GE-WAR-77, GE-FAV-10, GE-FAV-11, GE-FAV-12, GE-FAV-13, GE-FAV-14, GE-FAV-15.
"""

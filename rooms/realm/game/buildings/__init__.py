"""Buildings: traded in for three Favors or placed by Control, taken, removed, lent.

This package keeps owners, places and permissions. The room that uses a building carries out its effect.

Rules: GE-WAR-76, GE-WAR-77, GE-FAV-10, GE-FAV-11, GE-FAV-12, GE-FAV-13, GE-FAV-14, GE-FAV-15.
"""

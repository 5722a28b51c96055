"""The throne: depositions, successors, and how an empty throne is filled (R-33).

Rooms find that somebody is deposed or has led a coup. Only this package decides what follows for the throne.
"""

"""The throne: who falls, who follows, what an empty throne waits for (R-33).

The rooms find out that somebody has been deposed, or who has led a coup; what follows for the throne is said here alone.
"""

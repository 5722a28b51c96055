"""Facts of Potemkin Empire: what can happen in a game, one module for each section of the rulebook.

Each fact is defined once: its fields, its fold, its sentence for each reader, and whether it blocks undo.
"""

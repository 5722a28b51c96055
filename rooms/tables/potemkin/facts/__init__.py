"""What happens in a game of Potemkin Empire, a module for each section of the rulebook.

Each fact stands there once: what it says, how it is folded, how it is told and to whom, and whether it can be taken back.
"""

"""Potemkin Empire: each player builds a village before the Empress visits, and some of its buildings are only fronts."""

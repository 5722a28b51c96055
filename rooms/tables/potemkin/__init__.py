"""Potemkin Empire: everybody builds a village of handsome fronts before the Empress comes by, and not all of it is a village."""

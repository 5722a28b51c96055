"""Positions of everything on the war map: pieces, arrows, ways, in map units."""

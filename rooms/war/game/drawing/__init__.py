"""Where everything on the war map is drawn: pieces, arrows, ways, in the map's own units."""

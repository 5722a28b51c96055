"""Side tables: smaller games beside the main one, each a package that implements the same pure functions."""

"""Side tables: smaller games beside the main one, each a package of its own under the same few pure functions."""

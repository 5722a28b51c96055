"""Papers (sealed sheets of types) for rooms: handed in, entered by hand, read at the desk, printed, invented by bots."""

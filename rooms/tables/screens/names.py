"""What a table is called wherever several are listed: by the name that was agreed, and by its game."""

from __future__ import annotations

from rooms.tables.access import TablePass


def game_of(door: TablePass) -> str:
    """The game of a table that has a name of its own; empty where its name is the game's."""
    game = door.engine.game.title
    return game if door.state.title != game else ""


def table_name(door: TablePass) -> str:
    """The name and the game, within a line: the one, a comma, the other."""
    game = game_of(door)
    return f"{door.state.title}, {game}" if game else door.state.title

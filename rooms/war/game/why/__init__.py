"""Why an order, battle or castle went as it did, and the one change that would have altered it. See `rooms.war.game.whynot`."""

"""Why an order, a battle or a castle went as it did, and the one thing that would have changed it. See `rooms.war.game.whynot`."""

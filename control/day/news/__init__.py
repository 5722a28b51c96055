"""The news of a round: put together when it is over, edited where the event wants that, sent to the hall and every phone."""

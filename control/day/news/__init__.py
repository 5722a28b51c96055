"""The news of a round: drafted when the round is over, edited if the event wants it, sent to the hall and all phones."""

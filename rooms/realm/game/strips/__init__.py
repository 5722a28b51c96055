"""What Control sets by hand on a status strip and in a hand of cards: ranks, wounds, a named Favor (R-03, R-04, R-135, R-136)."""

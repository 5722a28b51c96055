"""Power and Favors: gains, payments, draws, corrections by Control (GE-EVT-08)."""

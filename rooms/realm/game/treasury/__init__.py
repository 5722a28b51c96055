"""Power, purses and the order of payment: gains, payments, transfers, corrections by Control (GE-EVT-08)."""

"""The game that every room shares: clock, houses, seats, purses, laws. Pure: no Django, no clock, no chance of its own."""

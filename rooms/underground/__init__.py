"""The Underground: schemes, minions, attacks and traps at tables."""

"""What a scenario is, how it is read from a folder, and how it is checked. Pure: no Django, no clock, no chance."""

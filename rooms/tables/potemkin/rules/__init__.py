"""The rules of Potemkin Empire, a module for each section of the rulebook that has rules of its own."""

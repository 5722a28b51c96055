"""The rules of Potemkin Empire, one module for each section of the rulebook with rules of its own."""

"""A casting list from a spreadsheet: read, understood, compared with who is there; nothing of it knows Django."""

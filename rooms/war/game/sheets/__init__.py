"""War sheets: the document, what may be written on it, and what the form offers."""

"""War sheets: the document, its limits, and the choices its form offers."""

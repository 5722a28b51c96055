"""The court room."""

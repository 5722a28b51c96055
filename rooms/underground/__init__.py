"""The underground room."""

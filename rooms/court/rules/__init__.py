"""The Court's arithmetic: majorities and pools, without commands or events."""

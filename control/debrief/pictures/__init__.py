"""Pictures of a day: small pure functions turn its records into shapes, and templates draw them as SVG."""

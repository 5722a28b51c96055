"""Pictures of a day: small pure shapers make of its records what templates draw as SVG."""

"""PostgreSQL as Django's database, with a pool that is back as soon as the server is."""

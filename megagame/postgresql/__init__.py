"""PostgreSQL backend for Django, with a pool that recovers as soon as the server does."""

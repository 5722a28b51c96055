"""The Underground's own addresses, beside its desk's: what its players press, and what the hall sees of its tables."""

from __future__ import annotations

from rooms.underground.screens import phone, walls

app_name = "underground"

urlpatterns = [*phone.urlpatterns, *walls.urlpatterns]

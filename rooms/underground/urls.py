"""The Underground's own addresses, beside its desk's: what the hall sees of its tables."""

from __future__ import annotations

from rooms.underground.screens import walls

app_name = "underground"

urlpatterns = [*walls.urlpatterns]

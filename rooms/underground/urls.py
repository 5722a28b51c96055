"""What players of the Underground press."""

from __future__ import annotations

from rooms.underground.screens import phone

app_name = "underground"

urlpatterns = phone.urlpatterns

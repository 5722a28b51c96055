"""Django project: settings, addresses, servers. It contains no game."""

from __future__ import annotations

from megagame import environment

environment.install_settings_error_hook()  # here, because every program of the project imports this package

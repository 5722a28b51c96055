"""Files for production name only services, commands and settings that exist."""

from __future__ import annotations

import argparse
import configparser
import os
import re
import shlex
import subprocess
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import psycopg
import pytest
from celery.bin.celery import celery
from django.core.management import get_commands, load_command_class
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from ruamel.yaml import YAML

from control.watch.database import QUIET
from megagame import environment
from tests import services
from tests.proxies import caddy

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = YAML(typ="safe").load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
ALL_UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
UNITS = [unit for unit in ALL_UNITS if unit.name != "megagame-proxy.service"]
OF_PROXY_AND_COMPOSE = {"SITE", "TLS", "WEB", "WEB_PORT", "POSTGRES_PASSWORD", "WEB_PROCESSES", "WORKERS"}
CAPABILITIES = {"postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"}, "proxy": {"NET_BIND_SERVICE"}}
KEYS = {
    *("build", "image", "restart", "init", "networks", "volumes", "environment", "command", "depends_on", "deploy", "ports"),
    *("healthcheck", "stop_grace_period", "shm_size", "user", "tmpfs"),
    *("read_only", "cap_drop", "cap_add", "security_opt", "logging", "mem_limit", "pids_limit"),
}


CONFINED = (
    *("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "ProtectKernelTunables", "ProtectKernelModules"),
    *("ProtectKernelLogs", "ProtectControlGroups", "ProtectClock", "ProtectHostname", "RestrictNamespaces", "RestrictRealtime"),
    *("RestrictSUIDSGID", "LockPersonality"),
)


def read_by_settings() -> set[str]:
    """Environment variables that the settings read."""
    sources = "".join((ROOT / "megagame" / name).read_text() for name in ("settings.py", "environment.py"))
    return set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', sources)) | {"DATABASE_POOL"}


def must_be_known(words: list[str]) -> None:
    """Fail unless the program accepts this command line."""
    if words[:1] == ["celery"]:
        options = celery.commands[words[words.index("megagame") + 1]].params + celery.params
        known = {name for option in options for name in option.opts}
        assert {word.partition("=")[0] for word in words if word.startswith("-")} <= known
        return
    assert words[:2] == ["python", "manage.py"]
    parser = load_command_class(get_commands()[words[2]], words[2]).create_parser("manage.py", words[2])
    assert isinstance(parser.parse_args(words[3:]), argparse.Namespace)


def test_the_settings_know_what_they_ask_for():
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "MEGAGAME_HTTPS", "METRICS_TOKEN"} <= read_by_settings() <= environment.known


def test_there_is_a_service_for_each_part():
    assert set(SERVICES) == {"postgres", "redis", "prepare", "web", "worker", "beat", "proxy"}
    assert "deploy" not in SERVICES["beat"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_uses_what_is_declared(name):
    service = SERVICES[name]

    assert set(service) <= KEYS
    assert "image" in service
    assert set(service["networks"]) <= set(COMPOSE["networks"])
    named = {volume.partition(":")[0] for volume in service.get("volumes", ()) if not volume.startswith((".", "/"))}
    assert named <= set(COMPOSE["volumes"])
    for other, how in service.get("depends_on", {}).items():
        assert other in SERVICES
        if how["condition"] == "service_healthy":
            assert "healthcheck" in SERVICES[other]
    for volume in service.get("volumes", ()):
        if volume.startswith("./"):
            assert (ROOT / volume.partition(":")[0]).exists()


@pytest.mark.parametrize("name", ["prepare", "web", "worker", "beat"])
def test_the_consoles_services_run_commands_and_set_variables_that_exist(name):
    service = SERVICES[name]

    must_be_known([str(word) for word in service["command"]])
    assert set(service["environment"]) <= read_by_settings()


def test_every_variable_that_compose_asks_the_operator_for_stands_in_the_example():
    asked = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text()))
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "example.env").read_text(), re.MULTILINE))

    assert given <= asked
    assert asked - given <= {"DATABASE_POOL"}
    assert given <= read_by_settings() | OF_PROXY_AND_COMPOSE


def test_connections_suffice_for_all_processes_together():
    most = int(
        next(re.findall(r"max_connections=(\d+)", word)[0] for word in SERVICES["postgres"]["command"] if "max_conn" in word)
    )
    web, workers, pool = 4, 4, 16

    assert (web + workers) * pool + 3 < most


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_may_do_only_what_it_needs(name):
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", ())) <= CAPABILITIES.get(name, set())
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["pids_limit"] >= 128
    assert "/tmp" in service["tmpfs"]
    assert service["logging"]["driver"] == "json-file"
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}


@pytest.mark.parametrize("name", [name for name in SERVICES if "build" not in SERVICES[name]])
def test_an_image_is_one_release_and_not_whatever_is_newest(name):
    assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?(@sha256:[0-9a-f]{64})?", SERVICES[name]["image"])


def test_the_console_is_made_of_one_release_of_python_and_of_known_files():
    dockerfile = (ROOT / "Dockerfile").read_text()

    assert re.search(r"^FROM python:\d+\.\d+\.\d+-slim(@sha256:[0-9a-f]{64})?$", dockerfile, re.MULTILINE)
    installs = re.findall(r"pip install (.*)", dockerfile + (ROOT / "docs/production.md").read_text())
    assert len(installs) >= 2
    assert all("--require-hashes -r requirements.lock" in each for each in installs)
    assert "--require-hashes -r requirements.lock" in (ROOT / "Makefile").read_text()


def pins_in(name: str) -> dict[str, str]:
    """Pinned lines of a requirements file, by project name."""
    text = re.sub(r"^#.*\n", "", (ROOT / name).read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    return {canonicalize_name(Requirement(line.partition(" --hash")[0]).name): line for line in lines}


def test_every_pin_is_locked_with_the_hashes_of_its_files():
    wanted, locked = pins_in("requirements.txt"), pins_in("requirements.lock")

    assert {name: line.partition(" --hash")[0] for name, line in locked.items()} == wanted
    assert [name for name, line in locked.items() if not re.search(r"( --hash=sha256:[0-9a-f]{64})+$", line)] == []


PYTHONS = (("3.11", "3.11.2"), ("3.11", "3.11.9"), ("3.12", "3.12.12"), ("3.13", "3.13.5"))


@pytest.mark.parametrize(("python", "full"), PYTHONS, ids=[full for _python, full in PYTHONS])
def test_what_the_pins_bring_along_is_pinned_too(python, full):
    pins = {name: Requirement(line) for name, line in pins_in("requirements.txt").items()}
    here = {"python_version": python, "python_full_version": full, "sys_platform": "linux", "platform_system": "Linux"}
    left = [(name, frozenset(pin.extras)) for name, pin in pins.items()]
    lacking, known = set(), set()
    while left:
        name, extras = each = left.pop()
        if each in known:
            continue
        known.add(each)
        try:
            brings = distribution(name).requires or ()
        except PackageNotFoundError:  # only for another Python version
            continue
        for need in map(Requirement, brings):
            if need.marker is None or any(need.marker.evaluate({**here, "extra": extra}) for extra in (*extras, "")):
                left.append((canonicalize_name(need.name), frozenset(need.extras)))
                pin = pins.get(canonicalize_name(need.name))
                if pin is None or (pin.marker is not None and not pin.marker.evaluate(here)):
                    lacking.add(f"{name} needs {need}")

    assert lacking == set()


def told_to_postgresql() -> dict[str, dict[str, str]]:
    """PostgreSQL settings of compose.yaml and of Debian's configuration, by file."""
    words = [word.removeprefix("--").partition("=") for word in SERVICES["postgres"]["command"][1:]]
    text = (DEPLOY / "systemd/postgresql.conf").read_text()
    pairs = re.findall(r"^(\w+) = (\S+)$", text, re.MULTILINE)
    return {"compose.yaml": {name: value for name, _is, value in words}, "postgresql.conf": dict(pairs)}


@pytest.mark.parametrize("where", ["compose.yaml", "postgresql.conf"])
def test_postgresql_is_told_to_write_no_statement_and_no_value_into_its_log(where):
    told = told_to_postgresql()[where]
    shown = (ROOT / "docs/production.md").read_text()

    asked = {name: value for name, value in QUIET.items() if name.startswith("log_") and name in told}
    assert len(asked) == 5
    assert {name: told[name] for name in asked} == asked
    assert all(f"{name} = {value}" in shown for name, value in asked.items())
    assert told["wal_init_zero"] == "off"


@pytest.mark.services
@pytest.mark.parametrize("where", ["compose.yaml", "postgresql.conf"])
def test_a_postgresql_that_is_told_so_keeps_even_a_conflict_for_itself(where):
    with services.postgres(also=told_to_postgresql()[where]) as address:
        with psycopg.connect(services.dsn(address), autocommit=True) as line:
            line.execute("CREATE TABLE sheet (body text UNIQUE)")
            for _twice in range(2):
                with suppress(psycopg.errors.UniqueViolation):
                    line.execute("INSERT INTO sheet VALUES ('canary')")
            values = line.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(QUIET)]).fetchall()
        log = services.postgres_log(address)

    assert dict(values) == {name: value for name, value in QUIET.items() if not name.startswith("auto_explain")}
    assert "duplicate key" in log
    assert "canary" not in log


def test_the_figures_and_the_signs_of_life_are_not_for_phones():
    for name in ("Caddyfile", "Caddyfile.systemd"):
        text = (DEPLOY / name).read_text()
        assert re.search(r"@machines path /metrics /metrics/ /readyz /readyz/ /healthz /healthz/\n\s*respond @machines 404", text)
        assert "request>uri delete" in text


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.systemd"])
def test_the_proxy_is_told_of_one_site_whose_blocks_are_whole(name):
    text = re.sub(r"#.*", "", (DEPLOY / name).read_text())
    depth = 0
    for line in text.splitlines():
        depth += len(re.findall(r"\{$", line.rstrip())) - (line.strip() == "}")
        assert depth >= 0, line

    assert depth == 0
    assert re.findall(r"^(\S+) \{$", text, re.MULTILINE) == ["{$SITE:console.hall}"]
    assert re.search(r"reverse_proxy .*\{", text)


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.systemd"])
@pytest.mark.parametrize("site", ["console.hall", "http://console.hall"])
def test_the_proxy_understands_its_file(name, site):
    command = [caddy(), "validate", "--config", DEPLOY / name]

    ended = subprocess.run(command, env={**os.environ, "SITE": site}, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stderr


def unit_of(path: Path) -> configparser.RawConfigParser:
    """A systemd unit, parsed."""
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read(path)
    return parser


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_runs_a_command_that_exists_with_settings_from_its_file(unit):
    service = unit_of(unit)["Service"]

    program, *words = shlex.split(service["ExecStart"].replace("%i", "8001"))
    must_be_known([Path(program).name, *words])
    assert program.startswith("/srv/megagame/.venv/bin/")
    assert service["EnvironmentFile"] == "/etc/megagame/console.env"
    assert service["NoNewPrivileges"] == service["ProtectHome"] == "yes"
    for own in shlex.split(service.get("Environment", "")):
        assert own.partition("=")[0] in read_by_settings()


def test_the_proxys_unit_runs_its_file_with_its_own_settings_and_no_secret():
    service = unit_of(DEPLOY / "systemd/megagame-proxy.service")["Service"]
    program, *words = shlex.split(service["ExecStart"])
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "systemd/proxy.env.example").read_text(), re.MULTILINE))

    assert (Path(program).name, words[:2]) == ("caddy", ["run", "--config"])
    assert (ROOT / Path(words[2]).relative_to("/srv/megagame")).exists()
    assert service["EnvironmentFile"] == "/etc/megagame/proxy.env"
    assert given == set(re.findall(r"\{\$([A-Z_]+)", (DEPLOY / "Caddyfile.systemd").read_text()))
    kept = dict(each.split("=") for each in shlex.split(service["Environment"]))
    assert kept["XDG_DATA_HOME"] == f"/var/lib/{service['StateDirectory']}"


@pytest.mark.parametrize("unit", ALL_UNITS, ids=lambda unit: unit.name)
def test_a_unit_may_do_only_what_it_needs(unit):
    service = unit_of(unit)["Service"]

    assert service["CapabilityBoundingSet"] == ("CAP_NET_BIND_SERVICE" if unit.name == "megagame-proxy.service" else "")
    assert re.fullmatch(r"\d+M", service["MemoryMax"])
    assert int(service["TasksMax"]) >= 128
    assert service["ProtectSystem"] == "strict"
    assert service["SystemCallFilter"] == "@system-service"
    assert {service[name] for name in CONFINED} == {"yes"}


def test_the_machines_journal_has_an_end():
    text = (DEPLOY / "systemd/journald.conf").read_text()

    assert re.search(r"^\[Journal\]\nSystemMaxUse=\d+M$", text, re.MULTILINE)
    assert "deploy/systemd/journald.conf" in (ROOT / "docs/production.md").read_text()


@pytest.mark.parametrize("unit", ALL_UNITS, ids=lambda unit: unit.name)
def test_every_unit_is_started_again_with_the_target_and_so_an_update_is_prepared(unit):
    assert unit_of(unit)["Unit"]["PartOf"] == "megagame.target"


def test_the_units_settings_exist():
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "systemd/console.env.example").read_text(), re.MULTILINE))

    assert given <= read_by_settings()


def test_the_target_starts_units_that_exist():
    wanted = re.search(r"^Wants=(.*)$", (DEPLOY / "systemd/megagame.target").read_text(), re.MULTILINE)[1].split()

    assert {re.sub(r"@\d+", "@", name) for name in wanted} <= {unit.name for unit in ALL_UNITS}


def test_the_image_holds_what_the_program_needs():
    dockerfile = (ROOT / "Dockerfile").read_text()

    for name in re.findall(r"^COPY (\S+) ", dockerfile, re.MULTILINE):
        assert (ROOT / name).exists()
    assert re.search(r"^USER megagame$", dockerfile, re.MULTILINE)


def test_every_setting_is_described_for_operators():
    told = (ROOT / "docs/production.md").read_text()

    assert [name for name in sorted(read_by_settings()) if f"`{name}`" not in told] == []

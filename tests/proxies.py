"""The real proxy with the project's own configuration, in front of any server, and clients that reach it as phones do."""

from __future__ import annotations

import http.client
import os
import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from tests.houses import ROOT, House
from tests.services import PATIENCE, free_port

NAME = "console.hall"
FILES = ("Caddyfile", "Caddyfile.systemd")
ON_THIS_MACHINE = "127.0.0.1:8001 127.0.0.1:8002"  # the web processes that Caddyfile.systemd names


def caddy() -> str:
    """Path of the proxy's program, in the version that requirements-dev.txt pins."""
    found = Path(sys.executable).with_name("caddy")
    if not found.exists():
        raise LookupError("No caddy beside this Python: install requirements-dev.txt.")
    return str(found)


class HouseBehind(House):
    """A console that requires TLS, so it answers only behind a proxy."""

    def _answers(self) -> bool:
        try:
            with urlopen(Request(f"{self.address}/healthz"), timeout=5):
                return True
        except OSError:
            return False


@dataclass
class Answer:
    """Response to a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """All values of a header, joined; "" if the header is missing."""
        return ", ".join(value for each, value in self.headers if each.lower() == name.lower())

    @property
    def cookies(self) -> list[str]:
        """Set-Cookie headers, each with its attributes."""
        return [value for each, value in self.headers if each.lower() == "set-cookie"]


@dataclass
class Proxy:
    """The proxy with one of the files of deploy/. Only the ports in that file are changed.

    `web`: ports of this machine behind the proxy. Caddyfile finds its web processes by one name and one port, so it uses the first.
    Caddyfile.systemd lists them all.
    """

    file: str
    folder: Path
    web: tuple[int, ...]
    tls: bool = True
    ports: tuple[int, int] = field(default_factory=lambda: (free_port(), free_port()))  # for HTTP and for HTTPS
    process: subprocess.Popen[bytes] | None = None

    @property
    def port(self) -> int:
        """Port for phones."""
        return self.ports[self.tls]

    @property
    def origin(self) -> str:
        """Origin of the site in a browser."""
        return f"{'https' if self.tls else 'http'}://{NAME}:{self.port}"

    @property
    def log(self) -> str:
        """Output of the proxy so far."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def phone(self, address: str = "127.0.0.1") -> Phone:
        """A phone at this address of the loopback network."""
        return Phone(self, address)

    def trust(self) -> ssl.SSLContext:
        """TLS context that trusts only the proxy's own authority."""
        return ssl.create_default_context(cafile=self.folder / "data/caddy/pki/authorities/local/root.crt")

    def __enter__(self) -> Proxy:
        self.folder.mkdir(parents=True, exist_ok=True)
        # Keep the file's name and add no adapter option: this also tests the command in docs/production.md.
        command = [caddy(), "run", "--config", self._file()]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, env=self._environment(), stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.__exit__(None, None, None)
                raise RuntimeError(f"The proxy does not answer: {self.log[-3000:]}")
            time.sleep(0.05)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process is not None:
            self.process.kill()  # a gentle signal would wait for open sockets
            self.process.wait(10)

    def _file(self) -> Path:
        text = (ROOT / "deploy" / self.file).read_text(encoding="utf-8")
        http_port, https_port = self.ports
        text, opened = re.subn(
            r"^\{\n", f"{{\n\thttp_port {http_port}\n\thttps_port {https_port}\n", text, count=1, flags=re.MULTILINE
        )
        if not opened:
            raise ValueError(f"deploy/{self.file} has no block for the whole proxy.")
        if self.file == "Caddyfile.systemd":
            if ON_THIS_MACHINE not in text:
                raise ValueError(f"deploy/{self.file} does not name {ON_THIS_MACHINE}.")
            text = text.replace(ON_THIS_MACHINE, " ".join(f"127.0.0.1:{port}" for port in self.web))
        path = self.folder / self.file
        path.write_text(text, encoding="utf-8")
        return path

    def _environment(self) -> Mapping[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CONFIG_HOME": str(self.folder / "settings"),
            "SITE": NAME if self.tls else f"http://{NAME}",
            "TLS": "internal",
            "WEB": "127.0.0.1",
            "WEB_PORT": str(self.web[0]),
        }

    def _answers(self) -> bool:
        try:
            return self.phone().ask("/healthz").status > 0
        except (OSError, http.client.HTTPException):
            return False


@dataclass
class Phone:
    """A client with an address of its own, so that the proxy can tell clients apart."""

    proxy: Proxy
    address: str

    def ask(
        self,
        path: str,
        *,
        method: str = "GET",
        body: object = None,
        headers: Mapping[str, str] | None = None,
        plainly: bool = False,
    ) -> Answer:
        """Send one request on its own connection. `plainly`: without TLS. An iterable body is sent in chunks, without a length."""
        line = http.client.HTTPConnection(NAME, timeout=PATIENCE)
        line.sock = self._line(plainly=plainly)
        with closing(line):
            line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            every = {"Host": f"{NAME}:{self.proxy.port}", **(headers or {})}
            if body is not None:
                every |= {"Content-Length": str(len(body))} if isinstance(body, bytes) else {"Transfer-Encoding": "chunked"}
            for name, value in every.items():
                line.putheader(name, value)
            # A server may refuse before the whole body was sent; its answer can still be read.
            with suppress(BrokenPipeError, ConnectionResetError):
                line.endheaders(body, encode_chunked=not isinstance(body, bytes))
            answer = line.getresponse()
            return Answer(answer.status, answer.getheaders(), answer.read())

    def screen(self, event: int, cookie: str = "", *, origin: str = "") -> ClientConnection:
        """Open a live socket as a page of this site does."""
        return connect(
            f"{self.proxy.origin.replace('http', 'ws', 1)}/live/{event}/",
            sock=self._plain(),
            ssl=self.proxy.trust() if self.proxy.tls else None,
            origin=origin or self.proxy.origin,
            additional_headers={"Cookie": cookie} if cookie else {},
            open_timeout=PATIENCE,
            close_timeout=1,
            proxy=None,
        )

    def _plain(self, port: int | None = None) -> socket.socket:
        return socket.create_connection(("127.0.0.1", port or self.proxy.port), PATIENCE, source_address=(self.address, 0))

    def _line(self, *, plainly: bool) -> socket.socket:
        if plainly or not self.proxy.tls:
            return self._plain(self.proxy.ports[0])
        plain = self._plain()
        try:
            return self.proxy.trust().wrap_socket(plain, server_hostname=NAME)
        except BaseException:
            plain.close()
            raise

"""The real program, started for a test on a free port of this machine."""

import contextlib
import http.client
import json
import os
import pathlib
import secrets
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).parent.parent
PATIENCE = 30  # seconds until a test gives up on a silent program


def free_port():
    """For what is started later, or again. By default, Linux gives connections none below 32768."""
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def eventually(condition):
    """For what comes without a message to wait for."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.02)


class Program:
    """`gallery serve` with a token of its own; its log is kept for a failed test."""

    def __init__(self, *flags, secret=True, binary=None):
        self.binary = binary or self.path()
        assert os.access(self.binary, os.X_OK), f"no {self.binary}: swift build --product gallery"
        self.token = secrets.token_hex(24)
        self.flags = flags
        self.secret = {"ORIEL_SECRET": secrets.token_hex(32)} if secret else {}
        self.log = tempfile.TemporaryFile(mode="w+")
        self.port = 0
        self.printed = []
        # The address that requests are from, to a program that trusts the loopback as its proxy.
        self.address = None
        self.start()

    @staticmethod
    def path():
        return os.environ.get("ORIEL_BINARY") or ROOT / ".build/debug/gallery"

    @classmethod
    def tool(cls):
        """The operators' program, which is built beside the server."""
        return pathlib.Path(cls.path()).with_name("oriel")

    def start(self):
        """Starts the program. A later start uses the port of the first one."""
        self.process = self.spawn()
        self.wait_until_it_listens()

    launcher = ()  # the program, with its arguments, that becomes this one

    def spawn(self):
        command = [*self.launcher, self.binary, "serve", "--port", str(self.port), "--admin-token", self.token, *self.flags]
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, stdin=subprocess.DEVNULL, text=True,
            env={**os.environ, **self.secret})

    def wait_until_it_listens(self):
        for line in self.process.stdout:
            self.printed.append(line)
            if line.startswith("listening on "):
                self.origin = line.split()[-1].rstrip("/")
                self.port = int(self.origin.rsplit(":", 1)[1])
                return
        raise AssertionError(f"{self.binary} did not start:\n{self.logged()}")

    def says(self, words):
        """Waits for the next line of output that contains this text, and returns it."""
        for line in self.process.stdout:
            self.printed.append(line)
            if words in line:
                return line.rstrip("\n")
        raise AssertionError(f"it never said {words!r}")

    def has_said(self, words):
        """Whether it has printed this text, in any of its starts, also before it listened."""
        if not self.process.stdout.closed:
            os.set_blocking(self.process.stdout.fileno(), False)
            self.printed += self.process.stdout.readlines()
            os.set_blocking(self.process.stdout.fileno(), True)
        return any(words in line for line in self.printed)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self.process.stdout.close()

    def kill(self, by=signal.SIGKILL):
        self.process.send_signal(by)
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def logged(self):
        self.log.seek(0)
        return self.log.read()

    @property
    def is_running(self):
        return self.process.poll() is None

    def get(self, path, headers=None, method="GET", body=None):
        """One HTTP request. Returns the status, the headers and the body."""
        headers = {**({"X-Forwarded-For": self.address} if self.address else {}), **(headers or {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def user(self):
        """The cookie of a new anonymous user: any page without one sets it."""
        _, headers, _ = self.get("/")
        cookies = [cookie.split(";")[0] for cookie in headers.get_all("Set-Cookie", [])]
        return next(cookie for cookie in cookies if cookie.startswith(("oriel=", "__Host-oriel=")))

    def api(self, method, path, body=None, expect=200, node=None):
        """Sends a request to the JSON API, of another node if one is named. Returns the response."""
        headers = {"Authorization": f"Bearer {self.token}", **({"Oriel-Node": node} if node else {})}
        if body is not None:
            headers["Content-Type"] = "application/json"
        text = None if body is None else json.dumps(body)
        status, _, answer = self.get(f"/admin/api/v1/{path}", headers, method, text)
        assert status == expect, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer) if answer else None

    def act(self, act, target=None, expect=200, **members):
        """Performs an operator's act. Returns the response."""
        return self.api("POST", "acts", {"act": act, **members, **({"target": target} if target else {})}, expect)

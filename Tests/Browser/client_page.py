"""The browser client in a real browser, against a server that the test controls."""

import contextlib
import json
import pathlib
import queue
import re
import socket
import threading
import time

import pytest
from browsers import browser_for
from websockets.exceptions import ConnectionClosed
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import serve

CLIENT = pathlib.Path(__file__).parents[2] / "web-client"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; frame-ancestors 'self'"
PATIENCE = 20  # seconds until a test gives up waiting
# How Firefox reports a connection's errors, in the same way as a script's.
LOST = re.compile("Firefox can’t establish a connection|^The connection to .* was interrupted while the page was loading")
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


def request_head(connection):
    """The head of the next request, which is not taken from the connection; empty at its end."""
    while received := connection.recv(65536, socket.MSG_PEEK):
        if (end := received.find(b"\r\n\r\n")) >= 0:
            return received[: end + 4]
        time.sleep(0.001)
    return b""


class Server:
    """Serves the client as the server does (any path is the page) and hands its sockets to the test."""

    def __init__(self):
        self.sockets = []
        # The connections that wait for another request.
        self.kept = set()
        self.received = queue.Queue()
        # The ids of the person's acts, without the page's reports about the screens that it shows.
        self.done = []
        self.refuses = {}
        # As a proxy that passes on requests, but no handshake.
        self.refuses_sockets = False
        # The current content of the client's changed files, by path.
        self.files = {}
        # Pages that don't belong to the client, by path.
        self.pages = {}
        self.listener = serve(
            self.accept, "127.0.0.1", 0, subprotocols=["oriel.v1"], process_request=self.page, compression=None)
        self.origin = f"http://127.0.0.1:{self.listener.socket.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        with contextlib.suppress(OSError):
            while True:
                connection, address = self.listener.socket.accept()
                threading.Thread(target=self.talk, args=(connection, address), daemon=True).start()

    def talk(self, connection, address):
        """Answers the requests of a connection until one of them is a handshake."""
        self.kept.add(connection)
        with contextlib.suppress(OSError):
            while head := request_head(connection):
                if b"\nupgrade: websocket\r" in head.lower():
                    self.kept.discard(connection)
                    return self.listener.handler(connection, address)
                connection.recv(len(head))
                line, *fields = head.decode().splitlines()
                headers = Headers(field.split(": ", 1) for field in fields if field)
                connection.sendall(self.page(None, Request(line.split(" ")[1], headers)).serialize())
        self.kept.discard(connection)
        connection.close()

    def page(self, _, request):
        path = request.path.split("?")[0]
        if path in self.refuses:
            return Response(self.refuses[path], "Refused", Headers({"Content-Length": "0"}), b"")
        if path == "/connect" and "Upgrade" in request.headers and self.refuses_sockets:
            return Response(400, "Refused", Headers({"Content-Length": "0"}), b"")
        if path == "/connect" and "Upgrade" in request.headers:
            return None
        if path == "/connect":
            return Response(204, "Welcome", Headers(), b"")
        if path in self.pages:
            body = self.pages[path].encode()
            return Response(200, "OK", Headers({"Content-Type": "text/html", "Content-Length": str(len(body))}), body)
        if "/icons/" in path:
            names = path.rsplit("/", 1)[1].removesuffix(".svg").split("+")
            body = f"""<svg xmlns="http://www.w3.org/2000/svg">{"".join(f'<symbol id="{name}"><path d="M1 1h14v14z"/></symbol>' for name in names if name != "nothing")}</svg>""".encode()
            return Response(200, "OK", Headers({
                "Content-Type": TYPES[".svg"], "Content-Length": str(len(body)), "Access-Control-Allow-Origin": "*"}), body)
        file = CLIENT / (path.removeprefix("/client/") if path.startswith("/client/") else "index.html")
        body = self.files[path].encode() if path in self.files else file.read_bytes()
        return Response(200, "OK", Headers({
            "Content-Type": TYPES[file.suffix], "Content-Length": str(len(body)), "Content-Security-Policy": POLICY,
            **({"Access-Control-Allow-Origin": "*", "Service-Worker-Allowed": "/"} if path.startswith("/client/") else {}), "Cache-Control": "no-store"}), body)

    def accept(self, connection):
        self.sockets.append(connection)
        with contextlib.suppress(ConnectionClosed):
            for text in connection:
                message = json.loads(text)
                if message.get("event", {"name": "appeared"})["name"] != "appeared":
                    self.done.append(message["event"]["id"])
                self.received.put(message)

    def close(self):
        for connection in self.sockets:
            connection.close()
        self.end()

    def end(self):
        """Answers no requests from now on."""
        for connection in [self.listener.socket, *self.kept]:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.listener.socket.close()

    @property
    def socket(self):
        return self.sockets[-1]

    def send(self, *messages):
        for message in messages:
            self.socket.send(json.dumps(message))

    def attach(self, state, *, window="w-1", epoch="e-1", rev=1, applied=0, server=None, **members):
        """Answers the next attach with a state, and returns the attach."""
        attach = self.next("attach")
        self.send(
            {"attached": {"window": window, "user": "u-1", "scene": "main", "epoch": epoch, "rev": rev,
                          "applied": applied, "resumed": False, "server": {"name": "test", "version": "1", **(server or {})}, **members}},
            {"state": state, "rev": rev, "applied": applied},
        )
        return attach

    def next(self, verb):
        """Waits for the next message with this verb."""
        while True:
            message = self.received.get(timeout=PATIENCE)
            if verb in message:
                return message[verb]

    def act(self):
        """Waits for the person's next act."""
        while (event := self.next("event"))["name"] == "appeared":
            pass
        return event

    def event(self):
        """Waits for the person's next act, and leaves out its id, and over which text a text was typed."""
        return {name: value for name, value in self.act().items() if name not in ("id", "over")}

    def appeared(self):
        """Waits until a screen stands still. Returns its model, and whether it has moved."""
        while True:
            event = self.next("event")
            if event["name"] == "appeared":
                return event["model"], event["value"]["animated"]

    def events(self, count):
        return [self.event() for _ in range(count)]


def replace(path, value):
    return {"op": "replace", "path": path, "value": value}


def add(path, value):
    return {"op": "add", "path": path, "value": value}


def remove(path):
    return {"op": "remove", "path": path}


def move(source, path):
    return {"op": "move", "from": source, "path": path}


def patch(rev, *operations, applied=0):
    return {"patch": list(operations), "rev": rev, "applied": applied}


def texts(*values):
    return [{"type": "text", "text": value} for value in values]


def screen(*body, **members):
    """A window of one screen."""
    return {"scene": "main", "title": members.get("title", "Test"), "root": "m1",
            "models": {"m1": {"kind": "screen", "title": "Test", "body": list(body), **members}}}


# How many messages a page has heard, which Firefox does not tell a test.
HEARD = """{
    globalThis.heard = 0;
    const Plain = WebSocket;
    globalThis.WebSocket = class extends Plain {
        constructor(...how) {
            super(...how);
            this.addEventListener("message", () => { heard += 1; });
        }
    };
}"""


def hears(page, server, message):
    """Waits until a page that counts what it has heard has heard this."""
    before = page.evaluate("heard")
    server.send(message)
    page.wait_for_function("before => heard > before", arg=before)


@pytest.fixture(params=["navigation", "history"])
def entries(request):
    """Which of the two history APIs a page uses. Tests that depend on the API run with both."""
    return request.param


def prepare(context, request):
    """Removes the Navigation API from the pages of a test that runs without it."""
    if "entries" in request.fixturenames and request.getfixturevalue("entries") == "history":
        context.add_init_script("delete window.navigation")


# The state of the current history entry.
ENTRY = "(globalThis.navigation ? navigation.currentEntry.getState() : history.state.entries.at(-1))"
AT_THE_ROOT = f"() => {ENTRY}.depth === 0 && !{ENTRY}.over"


@pytest.fixture
def server():
    server = Server()
    yield server
    server.close()


@pytest.fixture
def context(server, request):
    context = browser_for(request).new_context(base_url=server.origin)
    prepare(context, request)
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()


@pytest.fixture
def page(context):
    """A page whose console must stay silent about errors."""
    page = context.new_page()
    errors = []
    note = lambda error: None if LOST.search(error) else errors.append(error)  # noqa: E731
    page.on("pageerror", lambda error: note(str(error)))
    page.on("console", lambda line: note(line.text) if line.type == "error" else None)
    page.errors = errors
    yield page
    assert errors == [], errors

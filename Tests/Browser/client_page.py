"""The browser client in a real browser, against a server that the test plays itself."""

import http.server
import json
import os
import pathlib
import threading
from collections import deque

import pytest
from playwright.sync_api import sync_playwright

CLIENT = pathlib.Path(__file__).parents[2] / "web-client"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; frame-ancestors 'self'"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the client as the server does: any path is the page, /client/ its files."""

    def translate_path(self, path):
        path = path.split("?")[0]
        name = path.removeprefix("/client/") if path.startswith("/client/") else "index.html"
        return str(CLIENT / name)

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


class Server:
    """The other end of every socket that pages of one context open."""

    def __init__(self):
        self.sockets = []
        self.received = deque()
        self.refusing = False

    def accept(self, socket):
        if self.refusing:
            socket.close(code=1013, reason="overloaded")
            return
        self.sockets.append(socket)
        socket.on_message(lambda text: self.received.append(json.loads(text)))
        socket.on_close(lambda code, reason: None)

    @property
    def socket(self):
        return self.sockets[-1]

    def send(self, *messages):
        for message in messages:
            self.socket.send(json.dumps(message))

    def attach(self, page, state, *, window="w-1", epoch="e-1", rev=1, applied=0):
        """Answers the next attach with a state, and returns the attach."""
        attach = self.next(page, "attach")
        self.send(
            {"attached": {"window": window, "user": "u-1", "scene": "main", "epoch": epoch, "rev": rev,
                          "applied": applied, "resumed": False, "server": {"name": "test", "version": "1"}}},
            {"state": state, "rev": rev, "applied": applied},
        )
        return attach

    def next(self, page, verb):
        """Waits for the next message with this verb."""
        for _ in range(200):
            while self.received:
                message = self.received.popleft()
                if verb in message:
                    return message[verb]
            page.wait_for_timeout(20)
        raise AssertionError(f"no {verb} came")

    def event(self, page):
        event = self.next(page, "event")
        return {name: value for name, value in event.items() if name != "id"}

    def events(self, page, count):
        return [self.event(page) for _ in range(count)]


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


@pytest.fixture(scope="module")
def origin():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-dev-shm-usage"],
            ignore_default_args=["--disable-popup-blocking"],
        )
        yield browser
        browser.close()


@pytest.fixture
def server():
    return Server()


@pytest.fixture
def context(browser, server, origin):
    context = browser.new_context(base_url=origin)
    context.set_default_timeout(5000)
    context.route_web_socket("**/connect", server.accept)
    yield context
    context.close()


@pytest.fixture
def page(context):
    """A page whose console must stay silent about errors."""
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.errors = errors
    yield page
    assert errors == []

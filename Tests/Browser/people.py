"""People at real browsers, and how they find things in the Gallery."""

import gzip
import json
import re
import secrets
import struct
import time
import zlib

import pytest
from playwright.sync_api import expect

# The window of the Gallery that most tests open: its first tab is the tour.
TOUR = "/home"

# How long to wait for an expected change. It is generous, because no test waits for time to pass.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

# `@clause("DA6", 1, 2)`: the test covers these two clauses of Tests/Features/clauses.txt.
clause = pytest.mark.clause


# Debian's Firefox doesn't let a test prefer reduced motion, so its pages are told directly. Their styles don't hear of it.
STILL = """{
    const asked = matchMedia;
    globalThis.matchMedia = (query) => query.includes("reduced-motion") ? { matches: true, addEventListener() {} } : asked(query);
}"""


def prefer_stillness(page):
    """The user of an open page begins to prefer reduced motion."""
    page.emulate_media(reduced_motion="reduce")
    if page.context.browser.browser_type.name == "firefox":
        page.evaluate(STILL)


# The Gallery's apps that visitors of a room share.
SHARED = re.compile(r"/((live|dispatch|calls|wall)\b.*)?$")


class Person:
    """One user with any number of windows, in a room of their own. The scripts of their pages must not fail."""

    def __init__(self, browser, origin, **options):
        self.context = browser.new_context(base_url=origin, **options)
        self.context.set_default_timeout(PATIENCE)
        if "reduced_motion" in options and browser.browser_type.name == "firefox":
            self.context.add_init_script(STILL)
        # The panel beside an exhibit repeats the exhibit's texts. A test that needs the panel opens it.
        self.context.add_init_script("try { localStorage['gallery.about'] ??= 'folded' } catch {}")
        self.room = secrets.token_hex(4)
        self.errors = []
        self.context.on("weberror", lambda error: self.note(str(error.error)))

    def note(self, error):
        # Firefox reports a script's errors and a connection's errors in the same way.
        if "establish a connection" not in error:
            self.errors.append(error)

    def open(self, path=TOUR):
        page, _ = self.go(path)
        page.locator("main > *").first.wait_for()
        return page

    def go(self, path=TOUR):
        """Opens a page without evaluating anything in it, because browsers take a test's evaluation for a gesture.

        Returns the page, and the messages between it and the server.
        """
        page = self.context.new_page()
        talk = Talk(page)
        page.goto(self.address(path))
        return page, talk

    def address(self, path):
        """An address of the Gallery in this person's room, if the room's visitors share what is there."""
        return f"{path}?room={self.room}" if SHARED.fullmatch(path.split("?")[0]) and "room=" not in path else path

    def leave(self):
        self.context.close()
        assert self.errors == [], self.errors


class Talk:
    """The messages between a page and its server, over all its sockets."""

    def __init__(self, page):
        self.page, self.said, self.heard = page, [], []
        page.on("websocket", self.listen)

    def listen(self, socket):
        socket.on("framesent", lambda frame: self.said.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame if isinstance(frame, str) else gzip.decompress(frame))))

    def when(self, messages, verb, **members):
        """The value of the first verb with these members, once it is there."""
        with_it = lambda: [m[verb] for m in messages if verb in m and members.items() <= m[verb].items()]  # noqa: E731
        wait_until(self.page, with_it)
        return with_it()[0]


def all_saved(talk):
    """Waits until the server has saved every event of the page, the first of which says what has appeared."""
    def last(messages, verb, number):
        return max((number(message[verb]) for message in messages if verb in message), default=0)
    wait_until(talk.page, lambda: 0 < last(talk.said, "event", lambda event: event["id"]) <= last(talk.heard, "saved", int))


def wait_until(page, condition):
    """Lets the browser's events in until the condition holds. They arrive only while the test awaits something."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        page.wait_for_timeout(20)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def top(page):
    """The topmost layer, or the window if there is none."""
    return page.locator("main, dialog[open]").last


def press(page, *names):
    """Clicks one button after another, each in the layer that is then on top."""
    for name in names:
        button(top(page), name).click()


def titled(page, title):
    """Waits for a screen with this title on top."""
    expect(top(page).get_by_role("heading", name=title, exact=True, level=1)).to_be_visible()


def says(page, text):
    """Waits for this text on top."""
    expect(top(page).get_by_text(text, exact=True).filter(visible=True)).to_have_count(1)


def question(page, title):
    """Waits for an alert or a dialog."""
    found = page.get_by_role("alertdialog", name=title, exact=True)
    expect(found).to_be_visible()
    return found


def no_layer(page):
    """Waits until no layer is above the window."""
    expect(page.locator("dialog")).to_have_count(0)


def element(page, name):
    """The element with this id in the topmost layer."""
    return page.locator(f'[data-element="{name}"]').last


def window_of(page):
    """The window's id. The browser takes this evaluation for a gesture, like everything that a test does in a page."""
    return page.evaluate("sessionStorage['oriel.window']")


def a_picture(name, width=40, height=30):
    """A blue PNG, as a file that a person chooses."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x30\x60\xc0" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return {"name": name, "mimeType": "image/png", "buffer": content}

"""A page that reconnects whatever happens to its server, and keeps its own account of what was done."""

import contextlib
import json
import random
import time
from http.client import HTTPException

from oriel_client import Client
from page_view import View
from websockets.exceptions import WebSocketException

CUT = (WebSocketException, ConnectionError, EOFError)
LEFT, DISMISSED = 1000, 4500
LONGEST = 60  # seconds that a server may take until it listens or answers again
REMEMBERED = 8  # instances of a page that a window remembers
UNCERTAIN = "This may have been done already and was not repeated"


class Gone(Exception):
    """The window has ended."""


class Page:
    """A client that reconnects whatever happens to its server."""

    def __init__(self, program, cookie, **members):
        self.program, self.cookie, self.said, self.given_up, self.lives = program, cookie, 0, 0, 0
        self.load(**members)

    def load(self, **members):
        """A new life of the page, which knows only these members."""
        self.client, self.members = Client(self.program.origin, self.cookie), members
        # Nothing is answered while the database is away, which may be twice in a row, for ten seconds and its own recovery.
        self.client.patience = LONGEST
        self.lives += 1
        self.come()

    def come(self):
        deadline = time.monotonic() + LONGEST
        while True:
            # Those that still count are sent again. One of a server that could not save it may be lost with its window.
            self.client.triggers.clear()
            try:
                self.client.resume() if self.client.window else self.client.attach(**self.members)
                return
            except TimeoutError:  # a silent server is a failure, not a cut
                raise
            except (*CUT, OSError):
                if self.client.closed == DISMISSED:
                    raise Gone(self.client.window, self.members, self.client.closing) from None
            assert time.monotonic() < deadline, f"the server does not come back, last closed {self.client.closed}"
            time.sleep(0.02 + 0.2 * random.random())

    def until(self, condition):
        while True:
            try:
                return self.client.until(condition)
            except CUT:
                if self.client.closed == DISMISSED:
                    raise Gone(self.client.window, self.client.closing) from None
                self.come()

    def say(self, name, model, element=None, value=None):
        """Returns the event's id."""
        self.said += 1
        with contextlib.suppress(*CUT):  # it is in the outbox, and is said when the page comes back
            self.client.event(name, model, element, value, wait=False)
        return self.client.last_event

    def done(self, events):
        """Waits until all events are saved, and returns those that were done. The next acts then refer only to things
        that no crash can take away.

        An event during which the server was killed twice is not tried again and is refused (DESIGN: *Poison*). So is one of
        a new page, if the server was killed before the window had saved that it knows this page, and has forgotten others.
        """
        self.until(lambda: not self.client.outbox)
        refusals = [self.client.rejected.pop(event) for event in events if event in self.client.rejected]
        for refusal in refusals:
            is_uncertain = self.lives > REMEMBERED and refusal["message"] == UNCERTAIN
            assert refusal["code"] == "failed" or is_uncertain, f"{self.client.window}: rejected {refusal}"
        self.given_up += len(refusals)
        refused = {refusal["event"] for refusal in refusals}
        return [event for event in events if event not in refused]

    def act(self, event, element, value=None, times=1):
        """Returns how often the act was done."""
        model, found = self.view.element(element)
        return len(self.done([self.say(event, model, found["id"], value) for _ in range(times)]))

    def settle(self):
        """Waits until all events are saved, and all messages of the server have arrived."""
        self.done([])
        while True:
            try:
                return self.client.ping(random.getrandbits(32))
            except CUT:
                self.come()

    @property
    def view(self):
        return View(self.client.document)

    def check(self, shown):
        """The page's document, the server's and the account must agree."""
        name = self.client.window
        self.settle()
        document = self.program.api("GET", f"windows/{name}")["document"]
        assert document == self.client.document, f"{name}: the page shows something else than the server"
        told = {element: text(self.view.element(element)[1]) for element in shown}
        assert told == shown, f"{name}: shows {told}, not {shown}"

    def leave(self):
        while True:
            try:
                self.client.say(leave={})
                if self.client.until_closed() in (LEFT, DISMISSED):
                    return
                self.come()
            except Gone:
                return
            except CUT:
                self.client.closed = 1006
                with contextlib.suppress(Gone):
                    self.come()

    def dismiss(self):
        """An operator ends the window; the first answer may be lost with the server."""
        headers = {"Authorization": f"Bearer {self.program.token}", "Content-Type": "application/json"}
        act = json.dumps({"act": "dismiss", "target": {"window": self.client.window}})
        while True:
            with contextlib.suppress(OSError, HTTPException):
                status, *_ = self.program.get("/admin/api/v1/acts", headers, "POST", act)
                assert status in (200, 404, 503), status
                # Without its database, the server can't say that no restart undoes it.
                if status != 503:
                    return
            time.sleep(0.1)


def text(element):
    return element.get("value", element.get("text", ""))

"""A page of the guide's app."""

import http.client
import sys
import pathlib

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Conformance"))

from oriel_client import Client  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

ORIGIN = "http://127.0.0.1:8080"


class Notebook:
    def __init__(self):
        connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=30)
        connection.request("GET", "/")
        cookies = connection.getresponse().headers.get_all("Set-Cookie", [])
        connection.close()
        cookie = next(cookie.split(";")[0] for cookie in cookies if cookie.startswith("oriel="))
        self.client = Client(ORIGIN, cookie).attach()

    def note(self, text):
        """Writes a note, and waits until it is kept."""
        model, body = self.screen
        field = next(element for element in elements(body) if element["type"] == "textField")
        self.client.event("input", model, field["id"], text)
        add = next(element for element in elements(body) if element.get("text") == "Add")
        assert self.client.event("tap", model, add["id"]) is None
        self.client.until(lambda: not self.client.outbox)

    @property
    def screen(self):
        return next((name, model["body"]) for name, model in self.client.document["models"].items() if "body" in model)

    @property
    def title(self):
        return self.client.document["title"]

    @property
    def notes(self):
        buttons = [each["text"] for each in elements(self.screen[1]) if each["type"] == "button"]
        return [title for title in buttons if title != "Add"]

    def was_told_to_come_back(self):
        """Whether the server has said so before it went: restarting (1012)."""
        try:
            self.client.until(lambda: False)
        except ConnectionClosed:
            return self.client.closed == 1012

    def load_again(self):
        """The same window in a new page, which counts what it says from one."""
        self.client = Client(ORIGIN, self.client.cookie).attach(window=self.client.window)

    def come_back(self, ready):
        assert ready() == 200
        self.client.resume()


def elements(body):
    for element in body:
        yield element
        yield from elements(element.get("children", []))

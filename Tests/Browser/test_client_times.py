"""How long ago something was, in a real browser."""

import datetime
import json
import pathlib
import re

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import patch, replace, screen

FRAMES = json.loads((pathlib.Path(__file__).parents[1] / "Fixtures/frames.json").read_text())
STATE = next(frame["message"]["value"] for frame in FRAMES if frame["name"] == "state with a time")
[TIME] = STATE["models"]["m1"]["body"]
THEN = datetime.datetime.fromisoformat(TIME["text"])


def shown(page, server, *, after, body=(TIME,), **members):
    """Opens the page at a moment, on a clock that the test moves."""
    page.clock.install(time=THEN + datetime.timedelta(**after))
    page.goto("/")
    server.attach(screen(*body, **members))
    page.locator("main time").first.wait_for()


@pytest.mark.parametrize("after, words", [
    ({"seconds": 3}, r"\d+ seconds ago"), ({"minutes": 3}, "3 minutes ago"), ({"hours": 25}, "yesterday"),
    ({"minutes": -10.5}, "in 10 minutes")])
def test_a_time_is_in_words(page, server, after, words):
    shown(page, server, after=after)
    page.get_by_text(re.compile(f"^{words}$")).wait_for()


def test_a_time_is_kept_current_by_the_page(page, server):
    shown(page, server, after={"minutes": 3})
    page.get_by_text("3 minutes ago").wait_for()
    page.clock.run_for(60_000)
    page.get_by_text("4 minutes ago").wait_for()
    page.clock.run_for(3600_000)
    page.get_by_text("1 hour ago").wait_for()
    assert server.received.empty() or "event" not in server.received.queue[-1]


def test_a_time_changes_with_a_patch(page, server):
    shown(page, server, after={"minutes": 3})
    page.get_by_text("3 minutes ago").wait_for()
    server.send(patch(2, replace("/models/m1/body/0/text", "2026-11-21T22:28:40Z")))
    page.clock.run_for(10)
    page.get_by_text("1 minute ago").wait_for()


def test_a_time_is_in_the_language_of_its_window(page, server):
    shown(page, server, after={"minutes": 3}, body=({"type": "form", "id": "f", "children": [TIME]},))
    page.evaluate("document.documentElement.lang = 'de'")
    page.clock.run_for(60_000)
    page.get_by_text("vor 4 Minuten").wait_for()


def test_a_time_is_there_for_machines_and_as_a_hint(page, server):
    shown(page, server, after={"minutes": 3})
    time = page.locator("main time")
    assert time.get_attribute("datetime") == "2026-11-21T22:26:40.000Z"
    assert "2026" in time.get_attribute("title")
    # A screen reader is not interrupted each time that the words change.
    assert time.evaluate("node => node.closest('[aria-live], [role=status], [role=alert], [role=timer]')") is None

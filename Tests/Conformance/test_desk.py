"""A dispatch desk, whose rooms share incidents from a feed: killed at any moment, it loses no note and no event."""

import os
import random
import time

import pytest
from oriel_client import Client
from page_view import View
from program import ROOT, Program

BINARY = os.environ.get("ORIEL_DESK") or ROOT / ".build/debug/OrielDesk"


class Feed:
    """What the other system appends, room by room."""

    def __init__(self, folder):
        self.folder, self.titles = folder, {}

    def report(self, room, title):
        self.titles.setdefault(room, []).append(title)
        with open(self.folder / room, "a", encoding="utf-8") as file:
            file.write(title + "\n")


@pytest.fixture
def feed(tmp_path, monkeypatch):
    folder = tmp_path / "feed"
    folder.mkdir()
    monkeypatch.setenv("DESK_FEED", str(folder))
    return Feed(folder)


@pytest.fixture
def desk(feed, tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"), binary=BINARY)
    yield program
    if program.is_running:
        program.kill()


def come(desk, address):
    return Client(desk.origin, desk.user()).attach(url=address)


def text(client, name):
    element = View(client.document).element(name)[1]
    return element.get("text", element.get("value"))


def tap(client, name):
    model, element = View(client.document).element(name)
    client.event("tap", model, element["id"], wait=False)
    client.until(lambda: not client.outbox)


def write(client, note):
    model, element = View(client.document).element("note")
    client.event("input", model, element["id"], note, wait=False)
    client.until(lambda: not client.outbox)


def incidents(client):
    return [line for line in View(client.document).text if ": " in line]


def restarted(desk, *clients):
    desk.kill()
    desk.start()
    for client in clients:
        client.resume()


def test_a_room_shares_its_incidents_and_no_other(desk, feed):
    ann, bob, eve = come(desk, "/north/board"), come(desk, "/north/board"), come(desk, "/south/board")
    feed.report("north", "Kitchen fire")
    feed.report("south", "Cut hand")
    for client in (ann, bob, eve):
        client.until(lambda: text(client, "last") == "1")
    tap(ann, "Take 1")
    bob.until(lambda: incidents(bob) == ["1: Kitchen fire, taken"])
    assert incidents(eve) == ["1: Cut hand, free"]


def test_a_note_survives_a_kill(desk, feed):
    feed.report("north", "Kitchen fire")
    ann = come(desk, "/north/board")
    ann.until(lambda: text(ann, "last") == "1")
    other = Client(desk.origin, desk.user()).attach(url="/north/incident", scene="incident", value=1)
    for note in ("Two", "Two people", "Two people inside"):
        write(other, note)
        restarted(desk, other, ann)
        assert text(other, "note") == note


def test_an_incident_is_escalated_unless_it_is_taken_also_after_a_kill(desk, feed):
    ann = come(desk, "/north/board")
    feed.report("north", "Kitchen fire")
    feed.report("north", "Cut hand")
    ann.until(lambda: text(ann, "last") == "2")
    tap(ann, "Take 2")
    restarted(desk, ann)
    ann.until(lambda: incidents(ann) == ["1: Kitchen fire, escalated", "2: Cut hand, taken"])


def test_a_room_goes_on_without_a_window(desk, feed):
    come(desk, "/north/board").say(leave={})
    desk.kill()
    desk.start()
    feed.report("north", "Kitchen fire")
    # The room is loaded by itself: when a dispatcher comes after this time, the incident is escalated already.
    time.sleep(5)
    assert incidents(come(desk, "/north/board")) == ["1: Kitchen fire, escalated"]


def test_no_event_of_the_feed_is_lost_or_applied_twice(desk, feed):
    ann = come(desk, "/north/board")
    for number in range(30):
        feed.report("north", f"Incident {number}")
        if number % 6 == 5:
            time.sleep(random.uniform(0, 0.1))
            restarted(desk, ann)
    ann.until(lambda: text(ann, "last") == "30")
    expected = [f"{number}: Incident {number - 1}, escalated" for number in range(1, 31)]
    ann.until(lambda: incidents(ann) == expected)
    restarted(desk, ann)
    assert incidents(ann) == expected

"""A dispatch desk, whose rooms share incidents from a feed: killed at any moment, it loses no note and no event."""

import contextlib
import os
import random
import time

import pytest
from oriel_client import Client
from page_view import View
from program import ROOT, Program, eventually
from websockets.exceptions import ConnectionClosed

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
    client = Client(desk.origin, desk.user()).attach(url=address)
    client.kept()
    return client


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
    # The room is loaded by itself: the incident is escalated before a dispatcher comes.
    desk.says("north: 1 is escalated")
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
    # An escalation that was not on disk yet is repeated.
    ann.until(lambda: incidents(ann) == expected)


def handed(desk):
    """The windows for incidents, each with its user."""
    return sorted((found["user"], found["title"]) for found in desk.api("GET", "windows?scene=incident")["windows"])


def user_of(desk, client):
    return desk.api("GET", f"windows/{client.window}")["user"]


def test_an_incident_that_is_handed_on_is_one_window_also_after_a_kill(desk, feed):
    """The other dispatcher is not in memory, so each window is asked for with the turn, and opened later."""
    ann, bob = come(desk, "/north/board"), come(desk, "/north/board")
    other = user_of(desk, bob)
    for number in range(1, 7):
        feed.report("north", f"Report {number}")
    for client in (ann, bob):
        client.until(lambda: text(client, "last") == "6")
    tap(bob, "Take 1")
    bob.cut()
    for number in range(2, 7):
        restarted(desk, ann)
        model, element = View(ann.document).element(f"Hand {number} on")
        ann.event("tap", model, element["id"], wait=False)
        if number % 2:
            ann.until(lambda: not ann.outbox)
        else:
            time.sleep(random.uniform(0, 0.02))
    restarted(desk, ann)
    ann.until(lambda: not ann.outbox)
    bob.resume()
    bob.until(lambda: len(incidents(bob)) == 6 and all("taken" in line for line in incidents(bob)))
    eventually(lambda: len(handed(desk)) >= 5)
    assert handed(desk) == [(other, f"Incident {number}") for number in range(2, 7)]


def test_a_window_that_is_handed_over_belongs_to_the_other_alone_also_after_a_kill(desk, feed):
    feed.report("north", "Kitchen fire")
    ann, bob = come(desk, "/north/board"), come(desk, "/north/board")
    owners = {user_of(desk, ann), user_of(desk, bob)}
    for client in (ann, bob):
        client.until(lambda: text(client, "last") == "1")
    tap(bob, "Take 1")
    bob.cut()
    window = Client(desk.origin, ann.cookie).attach(url="/north/incident", scene="incident", value=1)
    model, draft = View(window.document).element("draft")
    window.event("input", model, draft["id"], "Two people", wait=False)
    model, button = View(window.document).element("Hand over")
    window.event("tap", model, button["id"], wait=False)
    assert window.until_closed() == 4500
    # What is acknowledged after it is saved after it.
    tap(ann, "Take 1")
    restarted(desk, ann)
    bob.resume()
    other = user_of(desk, bob)
    assert owners == {user_of(desk, ann), other}
    assert handed(desk) == [(other, "Incident 1")]
    taken = Client(desk.origin, bob.cookie).attach(window=window.window)
    assert text(taken, "draft") == "Two people"


def test_a_click_that_closes_its_window_is_done_once_however_soon_the_server_dies(desk):
    chance = random.Random(5)
    cookie = desk.user()
    for done in range(1, 16):
        page = Client(desk.origin, cookie).attach(scene="suggestion")
        page.kept()
        page.event("tap", page.document["root"], "send", wait=False)
        time.sleep(chance.uniform(0, 0.015))
        desk.kill()
        page.until_closed()
        desk.start()
        # A page that was told of the end does not come back.
        if page.closed != 4500:
            with contextlib.suppress(ConnectionClosed):
                page.resume()
            assert page.until_closed() == 4500
        counting = Client(desk.origin, cookie).attach(scene="suggestion")
        assert text(counting, "count") == str(done)
        counting.cut()

"""What an author's mistake does to a server: it ends it once, and is not repeated (DESIGN: *Poison*)."""

import os
import signal
import time

import pytest
from oriel_client import Client
from program import PATIENCE, ROOT, Program

# What kills a process from outside: an operator or the kernel, and systemd's watchdog.
KILLS = [signal.SIGKILL, signal.SIGABRT]
BINARY = os.environ.get("ORIEL_FAULTY") or ROOT / ".build/debug/OrielFaulty"


@pytest.fixture
def server(tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"), binary=BINARY)
    yield program
    if program.is_running:
        program.kill()


def come(server, **members):
    return Client(server.origin, cookie=server.user()).attach(**members)


def tap(client, element, wait=True):
    return client.event("tap", client.document["root"], element, wait=wait)


def count(client):
    return next(element["text"] for element in client.document["models"][client.document["root"]]["body"]
                if element["id"] == "count")


def fall(server, client, element):
    """Does what ends the process, and starts it again."""
    tap(client, element, wait=False)
    client.until_closed()
    server.process.wait(PATIENCE)
    server.process.stdout.close()
    server.start()


def saved(client):
    client.until(lambda: not client.outbox)


@pytest.mark.parametrize("mistake", ["trap", "break", "later", "overflow"])
def test_an_event_that_ends_the_process_is_rejected_when_it_comes_again(server, mistake):
    client, other = come(server), come(server)
    tap(client, "increment")
    tap(other, "increment")
    saved(client)
    saved(other)
    fall(server, client, mistake)
    client.resume()
    client.until(lambda: client.applied == 2)
    assert client.rejected[2]["code"] == "failed"
    tap(client, "increment")
    assert count(client) == "2"
    other.resume()
    assert count(other) == "1"
    assert "FaultyModel" in server.logged()


def test_a_window_that_is_found_three_times_is_parked(server):
    client, other = come(server), come(server)
    tap(client, "increment")
    tap(client, "start")
    saved(client)
    server.kill()
    server.start()
    for _ in range(3):
        client.connect()
        client.say(attach={"instance": client.instance, "window": client.window,
                           "environment": client.environment, "capabilities": {}})
        client.until_closed()
        server.process.wait(PATIENCE)
        server.process.stdout.close()
        server.start()
    client.connect()
    client.say(attach={"instance": client.instance, "window": client.window,
                       "environment": client.environment, "capabilities": {}})
    assert client.until_closed() == 4504
    assert client.closing["message"]
    other.resume()
    assert "A window is parked" in server.logged()


def test_a_timer_that_ends_the_process_is_not_set_again(server):
    # What has set it is saved long before it ends the process, and not done again.
    client = come(server)
    tap(client, "increment")
    saved(client)
    fall(server, client, "timer")
    client.resume()
    client.until(lambda: client.applied == 2)
    tap(client, "increment")
    assert count(client) == "2"


def test_a_page_that_could_not_open_a_window_does_not_try_again(server):
    client = Client(server.origin, cookie=server.user()).connect()
    attach = {"instance": client.instance, "scene": "broken", "environment": client.environment, "capabilities": {}}
    client.say(attach=attach)
    client.until_closed()
    server.process.wait(PATIENCE)
    server.process.stdout.close()
    server.start()
    client.connect()
    client.say(attach=attach)
    assert client.until_closed() == 4504
    assert count(come(server)) == "0"


def is_running(folder, element):
    """Whether an event of this element stands in the slot beside the store: it is filled, and names the element."""
    slot = (folder / "oriel.db.turn").read_bytes()[1024:2048]
    length = int.from_bytes(slot[768:770], "little")
    return slot[0] == 1 and slot[770:770 + length] == element.encode()


def begun(folder, element):
    deadline = time.monotonic() + PATIENCE
    while not is_running(folder, element):
        assert time.monotonic() < deadline, "the turn has not begun"
        time.sleep(0.01)


@pytest.mark.parametrize("kill", KILLS)
def test_an_event_that_never_returns_is_given_up_when_it_was_killed_twice(server, tmp_path, kill):
    client = come(server)
    tap(client, "increment")
    saved(client)
    tap(client, "endless", wait=False)
    for _ in range(2):
        begun(tmp_path, "endless")  # it will not say so itself
        server.kill(by=kill)
        assert server.process.returncode == -kill
        client.until_closed()
        server.start()
        client.connect()
        client.say(attach={"instance": client.instance, "window": client.window,
                           "environment": client.environment, "capabilities": {}})
        # The event is said once more.
        client.until(lambda: client.phase != "attaching")
    client.until(lambda: client.applied == 2)
    assert client.rejected[2]["code"] == "failed"
    assert count(client) == "1"


@pytest.mark.parametrize("kill", KILLS)
def test_a_server_that_was_killed_blames_nobody(server, kill):
    client = come(server)
    for _ in range(5):
        tap(client, "increment")
    saved(client)
    server.kill(by=kill)
    assert server.process.returncode == -kill
    server.start()
    client.resume()
    tap(client, "increment")
    assert count(client) == "6" and client.rejected == {}

"""Two event loops in one process: each room of a desk is on one of them, and its pages may be accepted by the other."""

import signal
import urllib.parse

import pytest
from oriel_client import Client
from program import Program, eventually
from test_desk import BINARY, Feed, come, incidents, tap, text, write


@pytest.fixture
def feed(tmp_path, monkeypatch):
    folder = tmp_path / "feed"
    folder.mkdir()
    monkeypatch.setenv("DESK_FEED", str(folder))
    return Feed(folder)


@pytest.fixture
def desk(feed, tmp_path):
    program = Program("--loops", "2", "--database", str(tmp_path / "oriel.db"), binary=BINARY)
    yield program
    if program.is_running:
        program.kill()


ROOMS = ["a", "b"]  # By their names, they are on different loops.
HANDED_OVER = 1000  # pages of a room: further ones stay on the loop that accepted them
PAGES = 12  # of each room: that each is accepted by the loop of its room is as likely as 24 heads in a row


def metric(desk, name):
    for line in desk.get("/metrics")[2].decode().splitlines():
        if line.startswith(name + " "):
            return int(line.split()[1])
    raise AssertionError(f"there is no {name}")


def relayed(desk):
    return metric(desk, "oriel_relayed_connections")


def come_by_page(desk, address):
    client = Client(desk.origin, desk.user())
    client.query = "?page=" + urllib.parse.quote(address, safe="")
    return client.attach(url=address)


def pages(desk, come=come):
    return {room: [come(desk, f"/{room}/board") for _ in range(PAGES)] for room in ROOMS}


def report(feed, rooms):
    """Everyone of a room sees its incident."""
    for room, clients in rooms.items():
        feed.report(room, f"Fire in {room}")
        for client in clients:
            client.until(lambda: any(line.startswith(f"{text(client, 'last')}: Fire in {room}") for line in incidents(client)))


def test_a_page_that_names_its_address_is_on_the_loop_of_its_room(desk, feed):
    rooms = pages(desk, come_by_page)
    report(feed, rooms)
    assert (metric(desk, "oriel_loops"), metric(desk, "oriel_connections"), relayed(desk)) == (2, 2 * PAGES, 0)


def test_pages_that_name_none_are_relayed_and_see_all_the_same(desk, feed):
    rooms = pages(desk)
    assert 0 < relayed(desk) < 2 * PAGES
    report(feed, rooms)
    for room, clients in rooms.items():
        tap(clients[0], "Take 1")
        for client in clients:
            client.until(lambda: incidents(client) == [f"1: Fire in {room}, taken"])


def test_a_page_that_names_another_room_than_it_shows_gets_the_one_that_it_shows(desk, feed):
    liars = []
    for room, other in zip(ROOMS, reversed(ROOMS)):
        client = Client(desk.origin, desk.user())
        client.query = f"?page=%2F{other}%2Fboard"
        liars.append(client.attach(url=f"/{room}/board"))
        feed.report(room, f"Fire in {room}")
        client.until(lambda: incidents(client) != [])
        assert incidents(client)[0].startswith(f"1: Fire in {room}, ")
    assert relayed(desk) == 2


def test_a_room_of_many_pages_is_spread_over_the_loops(desk, feed):
    clients = [come_by_page(desk, "/a/board") for _ in range(HANDED_OVER)]
    assert relayed(desk) == 0
    clients += [come_by_page(desk, "/a/board") for _ in range(2 * PAGES)]
    assert 0 < relayed(desk) < 2 * PAGES
    report(feed, {"a": clients})
    left, stay = clients[:2 * PAGES + 1], clients[2 * PAGES + 1:]
    for client in left:
        client.cut()
    eventually(lambda: metric(desk, "oriel_connections") == HANDED_OVER - 1)
    spread = relayed(desk)
    stay.append(come_by_page(desk, "/a/board"))
    assert relayed(desk) == spread
    report(feed, {"a": stay})


@pytest.mark.parametrize("query", ["?page", "?page=", "?page=%", "?page=%ff", "?page=nowhere", "?page=" + "%2Fa" * 500])
def test_a_page_that_names_nonsense_is_served(desk, feed, query):
    client = Client(desk.origin, desk.user())
    client.query = query
    client.attach(url="/b/board")
    feed.report("b", "Fire")
    client.until(lambda: incidents(client) != [])


def test_a_connection_that_ends_is_relayed_no_more(desk, feed):
    rooms = pages(desk)
    for client in rooms["a"] + rooms["b"]:
        client.cut()
    eventually(lambda: relayed(desk) == 0)
    for client in rooms["a"] + rooms["b"]:
        client.resume()
    report(feed, rooms)


def test_a_relayed_page_is_told_to_come_back_when_the_server_drains(desk, feed):
    rooms = pages(desk)
    desk.process.send_signal(signal.SIGTERM)
    for client in rooms["a"] + rooms["b"]:
        assert client.until_closed() == 1012
    assert desk.process.wait(30) == 0


def test_notes_of_relayed_pages_survive_a_kill(desk, feed):
    for room in ROOMS:
        feed.report(room, "Kitchen fire")
    boards = [come(desk, f"/{room}/board") for room in ROOMS]
    for board in boards:
        board.until(lambda: text(board, "last") == "1")
    clients = [
        Client(desk.origin, desk.user()).attach(url=f"/{room}/incident", scene="incident", value=1)
        for room in ROOMS for _ in range(4)]
    for number in range(3):
        for index, client in enumerate(clients):
            write(client, f"Note {number} of {index}")
        desk.kill()
        desk.start()
        for client in clients:
            client.resume()
        for client in clients[3], clients[7]:
            client.until(lambda: text(client, "note") == f"Note {number} of {clients.index(client)}")


def test_an_operator_watches_and_steers_windows_of_both_loops(desk, feed):
    clients = [come(desk, f"/{room}/board") for room in ROOMS for _ in range(3)]
    for client in clients:
        client.perform = lambda trigger: "performed"
    windows = {client.window for client in clients}
    assert {found["id"] for found in desk.api("GET", "windows")["windows"]} == windows
    assert {found["id"] for found in desk.api("GET", "windows?state=attached")["windows"]} == windows
    assert [(tenant["name"], tenant["attached"]) for tenant in desk.api("GET", "tenants")["tenants"]] == [("a", 3), ("b", 3)]
    for client in clients:
        assert desk.api("GET", f"windows/{client.window}")["tenant"] in ROOMS
        mirror = Client(desk.origin, bearer=desk.token).attach(window=client.window, observe=True)
        assert mirror.document == client.document
        mirror.cut()
    sent = desk.act("trigger", {"all": True}, kind="notify", payload={"title": "Hello"})
    assert sent["windows"] == 6
    for client in clients:
        client.until(lambda: client.triggers)
    eventually(lambda: [outcome["status"] for outcome in desk.api("GET", f"triggers/{sent['trigger']}")["outcomes"]] == 6 * ["performed"])
    done = desk.api("POST", "acts", {"act": "dismiss", "target": {"all": True}})
    assert done["windows"] == 6
    for client in clients:
        assert client.until_closed() == 4500
    assert desk.api("GET", "windows")["windows"] == []

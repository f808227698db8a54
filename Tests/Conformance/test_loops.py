"""Two event loops in one process: each room of a desk is on one of them, and the other, if it accepts
one of its pages, sends it there."""

import signal
import urllib.parse

import pytest
from oriel_client import Client
from program import Program, eventually
from test_desk import BINARY, Feed, come, incidents, tap, text, write
from websockets.exceptions import ConnectionClosed


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
PAGES = 12  # of each room: that each is accepted by the loop of its room is as likely as 24 heads in a row


def metric(desk, name):
    for line in desk.get("/metrics")[2].decode().splitlines():
        if line.startswith(name + " "):
            return int(line.split()[1])
    raise AssertionError(f"there is no {name}")


def sent_on(rooms):
    return sum(client.handshakes == 2 for clients in rooms.values() for client in clients)


def come_by_no_page(desk, address):
    client = Client(desk.origin, desk.user())
    client.query = ""
    return client.attach(url=address)


def come_by_page(desk, address):
    client = Client(desk.origin, desk.user())
    client.query = "page=" + urllib.parse.quote(address, safe="")
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
    assert (metric(desk, "oriel_loops"), metric(desk, "oriel_connections"), sent_on(rooms)) == (2, 2 * PAGES, 0)


def test_pages_that_name_none_are_sent_to_the_loop_of_their_room(desk, feed):
    rooms = pages(desk, come_by_no_page)
    assert 0 < sent_on(rooms) < 2 * PAGES
    report(feed, rooms)
    for room, clients in rooms.items():
        tap(clients[0], "Take 1")
        for client in clients:
            client.until(lambda: incidents(client) == [f"1: Fire in {room}, taken"])


def test_a_page_that_names_another_room_than_it_shows_gets_the_one_that_it_shows(desk, feed):
    liars = []
    for room, other in zip(ROOMS, reversed(ROOMS)):
        client = Client(desk.origin, desk.user())
        client.query = f"page=%2F{other}%2Fboard"
        liars.append(client.attach(url=f"/{room}/board"))
        feed.report(room, f"Fire in {room}")
        client.until(lambda: incidents(client) != [])
        assert incidents(client)[0].startswith(f"1: Fire in {room}, ")
    assert [client.handshakes for client in liars] == [2, 2]


def test_a_page_that_returns_to_a_window_of_another_room_finds_it(desk, feed):
    """It is in memory, and later only in the store."""
    pages = {room: come(desk, f"/{room}/board") for room in ROOMS}
    for room, other in zip(ROOMS, reversed(ROOMS)):
        pages[room].query = f"page=%2F{other}%2Fboard"
        assert pages[room].resume().handshakes == 2
    desk.kill()
    desk.start()
    for page in pages.values():
        assert page.resume().handshakes == 2
    report(feed, {room: [page] for room, page in pages.items()})


@pytest.mark.parametrize("place", ["", "2", "-1", "x", "0x1", "%", "%ff", "9" * 30, "1" * 500])
def test_a_place_that_no_server_named_is_ignored(desk, feed, place):
    client = Client(desk.origin, desk.user())
    client.query = "page=%2Fb%2Fboard&at=" + place
    client.attach(url="/b/board")
    assert client.handshakes == 1
    report(feed, {"b": [client]})


def test_a_page_that_insists_on_a_place_where_its_window_is_not_is_told_to_try_later(desk):
    codes = []
    for place in "0", "1":
        client = Client(desk.origin, desk.user())
        client.query = "at=" + place
        try:
            codes.append(client.attach(url="/b/board").closed)
        except ConnectionClosed:
            codes.append((client.closed, client.closing["retryAfter"]))
    assert sorted(codes, key=str) == [(1013, 2000), None]


@pytest.mark.parametrize("query", ["page", "page=", "page=%", "page=%ff", "page=nowhere", "page=" + "%2Fa" * 500])
def test_a_page_that_names_nonsense_is_served(desk, feed, query):
    client = Client(desk.origin, desk.user())
    client.query = query
    client.attach(url="/b/board")
    feed.report("b", "Fire")
    client.until(lambda: incidents(client) != [])


def test_pages_come_back_to_the_loop_of_their_room(desk, feed):
    rooms = pages(desk)
    for client in rooms["a"] + rooms["b"]:
        client.resume()
    report(feed, rooms)


def test_pages_of_both_loops_are_told_to_come_back_when_the_server_drains(desk, feed):
    rooms = pages(desk)
    desk.process.send_signal(signal.SIGTERM)
    for client in rooms["a"] + rooms["b"]:
        assert client.until_closed() == 1012
        assert client.closing["retryAfter"] >= 500
    assert desk.process.wait(30) == 0


def test_notes_of_pages_that_were_sent_on_survive_a_kill(desk, feed):
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
    tenants = [(tenant["name"], tenant["attached"]) for tenant in desk.api("GET", "tenants")["tenants"]]
    assert tenants == [("app", 0), ("a", 3), ("b", 3)]
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

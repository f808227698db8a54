"""An app with a database of its own: whatever the moment at which it is killed, an acknowledged order is there once."""

import secrets

import pytest
from customers import Customers
from databases import DatabaseOfServer, Orders, PostgreSQL, SQLite
from exchange import Exchange
from oriel_client import Client
from page_view import View
from program import PATIENCE
from torture import Torture

DATABASES = ["sqlite", "postgresql"]


@pytest.fixture(scope="module")
def postgresql():
    server = PostgreSQL()
    yield server
    server.stop()


@pytest.fixture(params=DATABASES)
def database(request, tmp_path):
    if request.param == "sqlite":
        return SQLite(tmp_path)
    return DatabaseOfServer(request.getfixturevalue("postgresql"), f"orders_{secrets.token_hex(4)}")


@pytest.fixture
def server(database, tmp_path):
    program = Orders(database, "--database", str(tmp_path / "oriel.db"))
    yield program
    if program.is_running:
        program.kill()


def shown(client, *names):
    return [View(client.document).element(name)[1]["text"] for name in names]


def tap(client, name):
    model, element = View(client.document).element(name)
    client.event("tap", model, element["id"], wait=False)


def saved(client):
    client.until(lambda: not client.outbox)


def test_an_order_is_placed_under_the_events_key(server, database):
    client = Client(server.origin, server.user()).attach()
    for _ in range(3):
        tap(client, "order")
    tap(client, "click")
    saved(client)
    placed = database.placed()
    assert [key for _, key in placed] == [f"{client.instance}:{event}" for event in (1, 2, 3)]
    assert shown(client, "placed", "last", "orders", "clicked") == ["3", str(placed[-1][0]), "3", "1"]


@pytest.mark.parametrize("point", ["before", "inside", "after"])
def test_a_process_that_is_killed_around_once_places_one_order(server, database, point):
    client = Client(server.origin, server.user()).attach()
    tap(client, "order")
    saved(client)
    server.kill()
    server.start(crash=point)
    client.resume()

    # The process kills itself while it handles the first of them.
    tap(client, "order")
    tap(client, "order")
    client.until_closed()
    assert server.process.wait(PATIENCE) == -9
    assert len(database.placed()) == (1 if point == "before" else 2)
    server.process.stdout.close()
    server.start()

    client.resume()
    saved(client)
    placed = database.placed()
    assert [key for _, key in placed] == [f"{client.instance}:{event}" for event in (1, 2, 3)]
    assert shown(client, "placed", "last", "orders") == ["3", str(placed[-1][0]), "3"]
    assert client.rejected == {}


@pytest.mark.parametrize("name", ["order", "click"])
def test_an_acknowledged_change_is_there_after_a_kill(server, database, name):
    client = Client(server.origin, server.user()).attach()
    for _ in range(3):
        tap(client, name)
        saved(client)
        server.kill()
        server.start()
        client.resume()
    shows = ["placed", "orders"] if name == "order" else ["clicked", "clicks", "total"]
    assert shown(client, *shows) == ["3"] * len(shows)
    assert len(database.placed()) == (3 if name == "order" else 0)


def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice(server, database):
    Torture(server, Customers(database, clients=8, users=3), kills=5, pause=(0.2, 0.8)).run()


def test_a_system_outside_never_knows_of_what_a_crash_undoes(database, tmp_path):
    """It kills the server when it is told of a click: by then the click and the message about it are on disk."""
    exchange = Exchange()
    server = Orders(database, "--database", str(tmp_path / "oriel.db"))
    try:
        Torture(server, Customers(database, clients=8, users=3), kills=6, pause=(0.2, 0.8), exchange=exchange).run()
    finally:
        exchange.stop()
        if server.is_running:
            server.kill()

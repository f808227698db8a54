"""Nodes, their clocks and their database fail, and nothing that a page was told to be saved is lost."""

import contextlib
import time

import pytest
from cluster import Cluster
from databases import ReplicatedPostgreSQL
from program import eventually
from test_desk import BINARY, feed, incidents, tap  # noqa: F401
from test_nodes import cluster, find_at, page_of, said, take  # noqa: F401
from test_postgres import database, server  # noqa: F401


@pytest.fixture
def replicated(tmp_path, feed):  # noqa: F811
    """A database with a standby, and nodes that use it."""
    store = ReplicatedPostgreSQL()
    cluster = Cluster(store.new_database("nodes"), tmp_path, binary=BINARY)
    yield store, cluster
    cluster.stop()
    store.stop()


def test_nodes_go_on_when_a_standby_takes_the_place_of_their_database(replicated, feed):  # noqa: F811
    store, cluster = replicated
    clients = [page_of(node, "/north/board") for node in cluster]
    lives = [node.life for node in cluster]
    for number in 1, 2:
        feed.report("north", f"Fire {number}")
        for client in clients:
            client.until(lambda: len(incidents(client)) == number)
        store.end()
        take(clients[0], number)
        store.start()
        clients[0].kept()
        for client in clients:
            client.until(lambda: incidents(client)[-1] == f"{number}: Fire {number}, taken")
    assert [node.life for node in cluster] == lives
    # What was saved before and after is in the standby.
    cluster[0].kill()
    find_at(clients[0], cluster[1])
    assert incidents(clients[0]) == ["1: Fire 1, taken", "2: Fire 2, taken"]


def test_a_node_ends_when_the_database_has_lost_what_it_has_acknowledged(replicated, feed):  # noqa: F811
    store, cluster = replicated
    first, second, _ = cluster
    client, other = page_of(first, "/north/board"), page_of(second, "/south/board")
    for room, page in ("north", client), ("south", other):
        feed.report(room, "Fire")
        page.until(lambda: incidents(page) != [])
        page.kept()
    store.primary.query("ALTER SYSTEM SET synchronous_standby_names = ''")
    store.primary.query("SELECT pg_reload_conf()")
    store.standby.stop_following()
    tap(client, "Take 1")
    client.kept()
    lives = [second.life, cluster[2].life]
    store.end()
    store.start()
    assert cluster.ended(first) == 75
    find_at(client, second)
    assert ("taken" not in incidents(client)[0], [second.life, cluster[2].life]) == (True, lives)
    tap(other, "Take 1")
    other.until(lambda: incidents(other) == ["1: Fire, taken"])


@pytest.mark.parametrize("clocks", [("+1h", "-1h"), ("-1h", "+1h")])
def test_clocks_an_hour_apart_change_nothing_for_pages(database, tmp_path, feed, clocks):  # noqa: F811
    cluster = Cluster(database, tmp_path, binary=BINARY, clocks=clocks)
    try:
        clients = [page_of(node, "/north/board") for node in cluster]
        for number, node in enumerate(cluster, 1):
            feed.report("north", f"Fire {number}")
            for client in clients:
                client.until(lambda: len(incidents(client)) == number)
            tap(clients[0], f"Take {number}")
            # Another node has the room then, whose clock is ahead or behind.
            node.kill()
            for client in clients:
                find_at(client, cluster[number % 3])
                client.until(lambda: incidents(client)[-1] == f"{number}: Fire {number}, taken")
            node.start()
            eventually(lambda: len(node.api("GET", "nodes")["nodes"]) == 3)
        assert incidents(clients[0]) == [f"{number}: Fire {number}, taken" for number in (1, 2, 3)]
        assert not [line for line in said(*cluster) if '"level":"error"' in line or " error " in line]
    finally:
        cluster.stop()


def test_a_node_that_stands_still_for_a_moment_keeps_its_rooms(cluster, feed):  # noqa: F811
    clients = [page_of(node, "/north/board") for node in cluster]
    lives = [node.life for node in cluster]
    cluster[0].pause()
    # Shorter than the time after which the others would ask it whether it lives.
    time.sleep(1)
    cluster[0].go_on()
    feed.report("north", "Fire")
    for client in clients:
        client.until(lambda: incidents(client) != [])
        assert not client.closed
    assert [node.life for node in cluster] == lives


@contextlib.contextmanager
def stopped(server, cluster):  # noqa: F811
    server.end()
    try:
        yield
    finally:
        server.start()


@contextlib.contextmanager
def out_of_reach(server, cluster):  # noqa: F811
    """Nothing comes back from the database, and no connection to it ends."""
    for node in cluster:
        node.to_database.fail("there", "back")
    try:
        yield
    finally:
        for node in cluster:
            node.to_database.heal()


@pytest.mark.parametrize("outage", [stopped, out_of_reach])
@pytest.mark.parametrize("seconds", [0, 9])
def test_a_database_that_is_away_for_a_time_ends_no_node_and_no_page(cluster, server, feed, outage, seconds):  # noqa: F811
    feed.report("north", "Fire")
    clients = [page_of(node, "/north/board") for node in cluster]
    for client in clients:
        client.until(lambda: incidents(client) != [])
    lives = [node.life for node in cluster]
    with outage(server, cluster):
        take(clients[2], 1)
        for client in clients:
            client.until(lambda: incidents(client) == ["1: Fire, taken"])
        assert clients[2].outbox
        # After 3 seconds nodes ask each other whether the database has answered, again and again.
        time.sleep(seconds)
    clients[2].until(lambda: not clients[2].outbox)
    assert not any(client.closed for client in clients)
    assert [node.life for node in cluster] == lives


def test_rooms_go_on_without_a_page_when_all_nodes_were_killed(cluster, feed):  # noqa: F811
    feed.report("north", "Fire")
    client = page_of(cluster[0], "/north/board")
    client.until(lambda: incidents(client) != [])
    client.kept()
    for node in cluster:
        node.kill()
    for node in cluster:
        node.start()
    # A message of the room to itself escalates an incident that nobody has taken.
    eventually(lambda: any("1 is escalated" in line for line in said(*cluster)))
    find_at(client, cluster[2])
    assert incidents(client) == ["1: Fire, escalated"]

"""Nodes, their clocks and their database fail, and nothing that a page was told to be saved is lost."""

import concurrent.futures
import contextlib
import queue
import shutil
import threading
import time

import pytest
import test_poison
from cluster import Cluster
from databases import PostgreSQLOnSmallDisk, ReplicatedPostgreSQL
from oriel_client import Client
from program import PATIENCE, eventually
from test_desk import BINARY, feed, incidents, tap  # noqa: F401
from test_nodes import cluster, find_at, node_of, page_of, take  # noqa: F401
from test_postgres import database, readiness, server  # noqa: F401
from websockets.exceptions import ConnectionClosed, InvalidHandshake


@pytest.fixture
def replicated(tmp_path, feed):  # noqa: F811
    """A database with a standby, and nodes that use it."""
    store = ReplicatedPostgreSQL()
    cluster = Cluster(store.new_database("nodes"), tmp_path, binary=BINARY)
    yield store, cluster
    cluster.stop()
    store.stop()


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.parametrize("clocks", [pytest.param(("+1h", "-1h"), marks=pytest.mark.nightly), ("-1h", "+1h")])
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
        logs = [node.logged() for node in cluster]
        assert [("s ahead of the database's" in log, "s behind the database's" in log) for log in logs] == [
            (clock == "+1h", clock == "-1h") for clock in [*clocks, None]]
        assert not [line for log in logs for line in log.splitlines() if " error " in line]
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
    assert ([node.life for node in cluster], node_of("north", cluster[1])) == (lives, "a")


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
@pytest.mark.parametrize("seconds", [0, pytest.param(9, marks=pytest.mark.nightly)])
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
    eventually(lambda: any(node.has_said("1 is escalated") for node in cluster))
    find_at(client, cluster[2])
    assert incidents(client) == ["1: Fire, escalated"]


@pytest.mark.nightly
@pytest.mark.parametrize("outage", [stopped, out_of_reach])
def test_a_page_comes_back_by_another_node_while_the_database_is_away(cluster, server, feed, outage):  # noqa: F811
    feed.report("north", "Fire")
    client, other = page_of(cluster[0], "/north/board"), page_of(cluster[1], "/north/board")
    with outage(server, cluster):
        find_at(other, cluster[1])
        take(client, 1)
        other.until(lambda: incidents(other) == ["1: Fire, taken"])
        # Nothing says which node has a room that was not asked for before.
        with pytest.raises(ConnectionClosed, match="1013"):
            page_of(cluster[1], "/west/board")
    client.until(lambda: not client.outbox)
    eventually(lambda: page_comes(cluster[1], "/west/board"))


def page_comes(node, address):
    try:
        return page_of(node, address)
    except (ConnectionClosed, InvalidHandshake):
        return None


@pytest.mark.nightly
def test_a_full_disk_of_the_database_ends_no_node_and_loses_nothing(tmp_path, feed):  # noqa: F811
    server = PostgreSQLOnSmallDisk()  # noqa: F811
    cluster = Cluster(server.new_database("nodes"), tmp_path, binary=BINARY)  # noqa: F811
    try:
        clients = [page_of(node, "/north/board") for node in cluster]
        lives = [node.life for node in cluster]
        reports, taken = 0, f"1: {'x' * 5000}, taken"
        with server.full():
            # Rows find room in their tables for a while.
            while not readiness(cluster[0])[1].endswith("the disk of the database is full"):
                reports += 1
                feed.report("north", "x" * 5000)
                clients[0].until(lambda: len(incidents(clients[0])) == reports)
            take(clients[0], 1)
            # Longer than a node that says nothing is left alone.
            time.sleep(11)
            assert clients[0].outbox
        for client in clients:
            client.until(lambda: incidents(client)[:1] == [taken])
        clients[0].until(lambda: not clients[0].outbox)
        assert [node.life for node in cluster] == lives
        cluster[0].kill()
        find_at(clients[0], cluster[1])
        assert (len(incidents(clients[0])), incidents(clients[0])[0]) == (reports, taken)
    finally:
        cluster.stop()
        server.stop()


@pytest.mark.nightly
def test_without_its_standby_a_database_saves_late_and_ends_no_node(replicated, feed):  # noqa: F811
    store, cluster = replicated
    clients = [page_of(node, "/north/board") for node in cluster]
    feed.report("north", "Fire")
    for client in clients:
        client.until(lambda: incidents(client) != [])
    clients[2].kept()
    lives = [node.life for node in cluster]
    store.standby.end()
    take(clients[2], 1)
    for client in clients:
        client.until(lambda: incidents(client) == ["1: Fire, taken"])
    time.sleep(11)
    assert clients[2].outbox
    store.primary.query("ALTER SYSTEM SET synchronous_standby_names = ''")
    store.primary.query("SELECT pg_reload_conf()")
    clients[2].until(lambda: not clients[2].outbox)
    assert [node.life for node in cluster] == lives


def test_nothing_is_lost_when_a_node_and_the_database_end_at_once(replicated, feed):  # noqa: F811
    store, cluster = replicated
    feed.report("north", "Fire")
    client = page_of(cluster[0], "/north/board")
    client.until(lambda: incidents(client) != [])
    client.kept()
    store.end()
    take(client, 1)
    cluster[0].kill()
    store.start()
    find_at(client, cluster[1])
    client.until(lambda: incidents(client) == ["1: Fire, taken"])
    client.until(lambda: not client.outbox)


@pytest.mark.nightly
def test_a_node_that_reaches_neither_the_database_nor_others_ends(cluster, feed):  # noqa: F811
    feed.report("north", "Fire")
    cut, *others = cluster
    client = page_of(cut, "/north/board")
    client.until(lambda: incidents(client) != [])
    lives = [node.life for node in others]
    cut.to_database.fail("there", "back")
    for node in cluster:
        node.from_nodes.fail("there", "back")
    take(client, 1)
    assert cluster.ended(cut) == 75
    client.until_closed()
    assert client.closing["code"] == 1012
    assert "This server is cut off: no other server answers it either." in cut.logged()
    # Either of them may have the room.
    for node in others:
        node.from_nodes.heal()
    find_at(client, others[0])
    client.kept()
    assert (incidents(client), [node.life for node in others]) == (["1: Fire, taken"], lives)


@pytest.mark.nightly
def test_connections_to_the_database_that_are_stuck_end_no_node(cluster, feed):  # noqa: F811
    cookie = cluster[1].user()
    client = Client(cluster[1].origin, cookie).attach(url="/south/board")
    lives = [node.life for node in cluster]
    cluster[1].to_database.stall()
    # Without a new connection of the node, nothing of the others would come to it.
    cluster[0].act("ban", {"user": cookie.split("=")[1].split(".")[0]})
    assert client.until_closed() == 4502
    # Longer than a node that says nothing is left alone.
    time.sleep(5)
    cluster[1].to_database.heal()
    assert [node.life for node in cluster] == lives


@pytest.mark.nightly
def test_a_node_that_stood_still_for_long_tells_its_pages_and_ends(cluster, feed):  # noqa: F811
    feed.report("north", "Fire")
    direct, passed_on = page_of(cluster[0], "/north/board"), page_of(cluster[1], "/north/board")
    cluster[0].pause()
    # The node that has passed the page on closes it, once the other one is known to be dead.
    passed_on.until_closed()
    find_at(passed_on, cluster[1])
    cluster[0].go_on()
    direct.until_closed()
    assert (direct.closing["code"], cluster.ended(cluster[0])) == (1012, 75)
    tap(passed_on, "Take 1")
    find_at(direct, cluster[2])
    direct.until(lambda: incidents(direct) == ["1: Fire, taken"])


@pytest.mark.parametrize("act", ["dismiss", pytest.param("lock", marks=pytest.mark.nightly)])
def test_an_act_of_a_node_that_has_been_replaced_is_not_said_to_be_done(cluster, feed, act):  # noqa: F811
    feed.report("north", "Fire")
    client = page_of(cluster[0], "/north/board")
    client.until(lambda: incidents(client) != [])
    cluster[0].pause()
    answers = queue.Queue()

    def send():
        try:
            answers.put(cluster[0].act(act, {"window": client.window}))
        except Exception as refusal:  # noqa: BLE001
            answers.put(refusal)

    threading.Thread(target=send, daemon=True).start()
    find_at(client, cluster[1])
    cluster[0].go_on()
    answer = answers.get(timeout=PATIENCE)
    assert isinstance(answer, Exception), answer
    assert cluster.ended(cluster[0]) == 75
    tap(client, "Take 1")
    client.until(lambda: incidents(client) == ["1: Fire, taken"])


@pytest.mark.nightly
@pytest.mark.parametrize("delay", [0.7, 2.5])
def test_no_node_ends_while_the_database_is_away_and_the_others_answer_late(cluster, server, feed, delay):  # noqa: F811
    feed.report("north", "Fire")
    client = page_of(cluster[1], "/north/board")
    client.until(lambda: incidents(client) != [])
    lives = [node.life for node in cluster]
    for node in cluster:
        node.from_nodes.delay = delay
    with stopped(server, cluster):
        take(client, 1)
        # Twice as long as it took until all of them ended.
        time.sleep(15)
    client.until(lambda: not client.outbox)
    assert [node.life for node in cluster] == lives


def test_nodes_of_a_newer_build_get_the_rooms_and_the_others_end_in_peace(cluster, tmp_path, feed):  # noqa: F811
    feed.report("north", "Fire")
    client = page_of(cluster[0], "/north/board")
    client.until(lambda: incidents(client) != [])
    newer = tmp_path / "newer"
    shutil.copy(BINARY, newer)
    with newer.open("ab") as program:
        program.write(b"\n")
    cluster[1].process.terminate()
    assert cluster.ended(cluster[1]) == 0
    cluster[1].binary = newer
    cluster[1].start()
    eventually(lambda: all(len(node.api("GET", "nodes")["nodes"]) == 3 for node in cluster))
    page_of(cluster[0], "/south/board")
    eventually(lambda: (node_of("north", cluster[2]), node_of("south", cluster[2])) == ("a", "b"))
    for node in cluster[0], cluster[2]:
        node.process.terminate()
    client.until_closed()
    assert (client.closing["code"], cluster.ended(cluster[0]), cluster.ended(cluster[2])) == (1012, 0, 0)
    find_at(client, cluster[1])
    assert (client.resumed, [line[:7] for line in incidents(client)]) == (False, ["1: Fire"])


@pytest.mark.parametrize("way", ["there", "back"])
def test_an_act_whose_answer_is_lost_with_its_node_is_done_once(database, tmp_path, way):  # noqa: F811
    nodes = Cluster(database, tmp_path, count=2, binary=test_poison.BINARY)
    try:
        first, second = nodes
        client = Client(first.origin, cookie=first.user()).attach()
        test_poison.tap(client, "increment")
        client.kept()
        first.to_database.fail(way)
        for _ in range(3):
            test_poison.tap(client, "increment")
        assert client.outbox
        # The database may have what the node was not told.
        first.kill()
        find_at(client, second)
        client.until(lambda: not client.outbox)
        assert (test_poison.count(client), client.rejected.keys() - {2}) == ("4", set())
    finally:
        nodes.stop()


def test_nodes_whose_clocks_differ_agree_on_who_is_banned(database, tmp_path, feed):  # noqa: F811
    cluster = Cluster(database, tmp_path, binary=BINARY, clocks=("+1h", "-1h"))  # noqa: F811
    cookie = cluster[2].user()
    user = cookie.split("=")[1].split(".")[0]

    def banned():
        return [comes_in_vain(node, cookie) for node in cluster]

    try:
        for decision in "ban", "unban", "ban", "unban":
            cluster[("ban", "unban").index(decision)].act(decision, {"user": user})
            eventually(lambda: banned() == [decision == "ban"] * 3)
        with concurrent.futures.ThreadPoolExecutor(2) as threads:
            for _ in range(5):
                both = [threads.submit(node.act, act, {"user": user}) for node, act in zip(cluster, ("ban", "unban"))]
                for decision in both:
                    decision.result()
                eventually(lambda: banned() in ([True] * 3, [False] * 3))
        former = banned()
        for node in cluster:
            node.kill()
        for node in cluster:
            node.start()
        eventually(lambda: None not in banned())
        assert banned() == former
    finally:
        cluster.stop()


def comes_in_vain(node, cookie):
    """Whether the user is banned; `None` if the node can't say it now."""
    client = Client(node.origin, cookie)
    try:
        client.attach(url="/south/board")
        client.cut()
        return False
    except ConnectionClosed:
        return True if client.closed == 4502 else None
    except InvalidHandshake:
        return None

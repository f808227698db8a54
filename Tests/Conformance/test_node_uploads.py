"""Files that users send to windows of several nodes, which share a folder."""

import socket

import pytest
import test_uploads
from cluster import Cluster
from oriel_client import Client
from page_view import View
from program import eventually
from test_nodes import find_at
from test_postgres import database, server  # noqa: F401


@pytest.fixture
def cluster(database, tmp_path):  # noqa: F811
    cluster = Cluster(database, tmp_path, "--uploads", str(tmp_path / "o.db.uploads"))
    for node in cluster:
        eventually(lambda: len(node.api("GET", "nodes")["nodes"]) == 3)
    yield cluster
    cluster.stop()


def kept(folder):
    """The files of all windows, without the marks of nodes."""
    return [path for path in test_uploads.kept(folder) if not path.name.startswith(".")]


def visit(node, secret_of):
    return Client(node.origin, secret_of.user()).attach(url="/home/files")


def test_a_file_is_where_its_window_is_whichever_node_takes_it(cluster, tmp_path):
    visitor = visit(cluster[0], cluster[0])
    for node in cluster:
        visitor.origin = node.origin
        assert f"by {node.name}" in test_uploads.send(node, visitor, node.name.encode(), f"by {node.name}")
    visitor.until(lambda: not visitor.outbox)
    assert sorted(path.read_bytes() for path in kept(tmp_path)) == [b"a", b"b", b"c"]
    before = kept(tmp_path)
    cluster[0].kill()
    find_at(visitor, cluster[1])
    assert {"by a", "by b", "by c"} <= set(test_uploads.texts(visitor))
    # The node that starts reads the folder before it listens.
    cluster[0].start()
    assert kept(tmp_path) == before
    visitor.origin = cluster[2].origin
    assert "late" in test_uploads.send(cluster[2], visitor, b"late", "late")
    visitor.say(leave={})
    assert visitor.until_closed() == 1000
    eventually(lambda: kept(tmp_path) == [])


def test_a_file_is_fetched_by_way_of_any_node(cluster):
    visitor = visit(cluster[0], cluster[0])
    test_uploads.send(cluster[0], visitor, b"at a", "a.txt")
    address = test_uploads.element(visitor, "link")[1]["url"]
    for node in cluster:
        assert node.get(address, {"Cookie": visitor.cookie})[::2] == (200, b"at a")
        assert node.get(address, {"Cookie": visitor.cookie, "Range": "bytes=3-"})[::2] == (206, b"a")
        assert node.get(address, {"Cookie": node.user()})[0] == 404


def test_a_page_with_a_token_gets_its_files_by_way_of_any_node(cluster):
    token = {"Authorization": f"Bearer {cluster[0].token}"}
    page = Client(cluster[0].origin, bearer=cluster[0].token).attach(url="/home/files", scene="home")
    model, button = View(page.document).element("list")
    for node in cluster:
        page.triggers.clear()
        page.event("tap", model, button["id"], wait=False)
        page.until(lambda: page.triggers)
        address = page.triggers[-1]["payload"]["url"]
        assert node.get(address)[0] == 401
        status, _, body = node.get(address, token)
        assert (status, body.count(b"\r\n")) == (200, 100_001)


def test_a_file_under_way_is_not_touched_by_a_node_that_starts(cluster, tmp_path):
    visitor = visit(cluster[0], cluster[0])
    head = (f"POST /upload/{test_uploads.ticket(visitor)} HTTP/1.1\r\nHost: 127.0.0.1:{cluster[0].port}\r\n"
            f"Origin: {cluster[0].origin}\r\nCookie: {visitor.cookie}\r\nContent-Length: 6\r\n\r\nabc").encode()
    with socket.create_connection(("127.0.0.1", cluster[0].own_port)) as connection:
        connection.sendall(head)
        eventually(lambda: len(kept(tmp_path)) == 1)
        cluster[1].kill()
        cluster[1].start()
        assert [path.suffix for path in kept(tmp_path)] == [".part"]
        connection.sendall(b"def")
        assert connection.recv(1000).startswith(b"HTTP/1.1 201 ")
        assert [path.read_bytes() for path in kept(tmp_path)] == [b"abcdef"]
    # The window's node is killed while a file is under way. The next that starts deletes it.
    with socket.create_connection(("127.0.0.1", cluster[0].own_port)) as connection:
        connection.sendall(head)
        eventually(lambda: len(kept(tmp_path)) == 2)
        cluster[0].kill()
    cluster[0].start()
    eventually(lambda: len(kept(tmp_path)) <= 1)


def test_nodes_with_other_folders_are_refused(cluster, tmp_path):
    cluster[2].kill()
    flags = cluster[2].flags[:-2]
    for own, which in [(("--uploads", str(tmp_path / "other")), "all nodes"), ((), "this one")]:
        cluster[2].flags = (*flags, *own)
        with pytest.raises(AssertionError, match=rf"The node [ab] stores uploaded files.*Give {which} the same folder with --uploads"):
            cluster[2].start()


def test_nodes_without_a_folder_refuse_uploads(database, tmp_path):  # noqa: F811
    cluster = Cluster(database, tmp_path, count=1)
    try:
        visitor = visit(cluster[0], cluster[0])
        assert test_uploads.upload(cluster[0], visitor, b"a") == (507, b"There is no room for this file\n")
        assert "Give all nodes the same folder with --uploads to accept them" in cluster[0].logged()
    finally:
        cluster.stop()

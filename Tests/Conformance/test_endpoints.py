"""The app's own addresses: a desk takes reports by a webhook, and gives its incidents to those who are in the room."""

import http.client
import select
import signal
import socket
import threading

import pytest
from page_view import View
from program import Program, eventually
from test_desk import BINARY, come, feed, incidents, text  # noqa: F401
from test_nodes import cluster  # noqa: F401
from test_postgres import database, server  # noqa: F401

REPORTS = "/rooms/north/reports"


def flags(tmp_path):
    return ["--database", str(tmp_path / "oriel.db")]


@pytest.fixture(params=["1", "2"])
def desk(feed, tmp_path, request):  # noqa: F811
    """With one loop and with two, of which one has the room."""
    program = Program("--loops", request.param, *flags(tmp_path), binary=BINARY)
    yield program
    if program.is_running:
        program.kill()


def ask(desk, method, path, body=None, origin=None, user=None, **fields):
    """Asks on a connection of its own, which may come to any loop. Returns the status, the body and the header."""
    host, port = desk.origin.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    if origin:
        headers["Origin"] = origin
    if user:
        headers["Cookie"] = user
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    read = answer.read().decode()
    connection.close()
    return answer.status, read, answer.headers


def report(desk, words="Smoke", key="r1", **options):
    return ask(desk, "POST", REPORTS, words, report_id=key, **options)[:2]


def test_a_webhook_changes_the_room_that_its_path_names(desk):
    ann, eve = come(desk, "/north/board"), come(desk, "/south/board")
    for number in range(1, 7):
        assert report(desk, key=f"r{number}") == (201, f"Report {number}")
    ann.until(lambda: text(ann, "reports") == "6")
    assert text(eve, "reports") == "0"


def test_a_report_that_was_answered_survives_a_kill_and_is_not_taken_twice(desk):
    ann = come(desk, "/north/board")
    for number in range(1, 4):
        assert report(desk, key=f"r{number}") == (201, f"Report {number}")
        desk.kill()
        desk.start()
        assert report(desk, key=f"r{number}") == (201, f"Report {number}")
    assert report(desk, "Another text") == (422, "This key came with another request before\n".strip())
    ann.resume()
    ann.until(lambda: text(ann, "reports") == "3")


def test_a_report_that_comes_many_times_at_once_is_taken_once(desk):
    ann = come(desk, "/north/board")
    answers = []
    senders = [threading.Thread(target=lambda: answers.append(report(desk))) for _ in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert answers == [(201, "Report 1")] * 8
    ann.until(lambda: text(ann, "reports") == "1")


def test_only_those_in_the_room_get_its_incidents(desk, feed):  # noqa: F811
    ann = come(desk, "/north/board")
    feed.report("north", 'Fire, "big"')
    ann.until(lambda: incidents(ann) != [])
    path = "/rooms/north/incidents.csv"
    status, table, headers = ask(desk, "GET", path, user=desk.user())
    assert (status, table) == (200, 'id,title,note\r\n1,"Fire, ""big""",\r\n')
    assert headers["Content-Disposition"] == "attachment; filename=\"north.csv\"; filename*=UTF-8''north.csv"
    assert headers["Content-Type"] == "text/csv; charset=utf-8"
    assert headers["Cache-Control"] == "no-store" and headers["X-Content-Type-Options"] == "nosniff"
    assert ask(desk, "GET", path)[:2] == (401, "Load the page first, or send a bearer token")
    assert ask(desk, "GET", "/rooms/closed/incidents.csv", user=desk.user())[0] == 403
    assert ask(desk, "HEAD", path, user=desk.user())[:2] == (200, "")


def test_another_sites_page_can_t_have_a_browser_change_anything(desk, feed):  # noqa: F811
    ann = come(desk, "/north/board")
    feed.report("north", "Fire")
    ann.until(lambda: incidents(ann) != [])
    path, user = "/rooms/north/notes/1", desk.user()
    assert ask(desk, "PUT", path, "mine", user=user, origin="https://evil.example")[0] == 401
    assert ask(desk, "PUT", path, "mine", user=user)[0] == 401
    assert ask(desk, "PUT", path, "ours", user=user, origin=desk.origin)[:2] == (204, "")
    assert ask(desk, "PUT", "/rooms/north/notes/7", "x", user=user, origin=desk.origin)[0] == 404
    table = ask(desk, "GET", "/rooms/north/incidents.csv", user=user)[1]
    assert table == "id,title,note\r\n1,Fire,ours\r\n"


def test_what_does_not_fit_an_endpoint_is_refused(desk):
    come(desk, "/north/board")
    assert report(desk, "x" * 1001)[0] == 413
    assert ask(desk, "POST", REPORTS, "Smoke")[:2] == (
        400, "A key is missing, with which this request can be repeated")
    assert ask(desk, "GET", REPORTS)[0] == 404
    status, _, headers = ask(desk, "DELETE", REPORTS)
    assert (status, headers["Allow"]) == (405, "OPTIONS, POST")
    assert ask(desk, "OPTIONS", REPORTS)[0] == 204
    assert ask(desk, "POST", "/rooms/made-up/reports", "x", report_id="r1")[0] == 404
    assert ask(desk, "POST", "/rooms/%2e%2e/reports", "x", report_id="r1")[0] == 404
    assert ask(desk, "GET", "/rooms//reports")[0] == 404


def test_a_token_of_a_webhook_that_means_nothing_here_is_no_attempt_to_sign_in(desk):
    come(desk, "/north/board")
    for number in range(1, 12):
        assert report(desk, key=f"r{number}", authorization="Bearer theirs")[0] == 201
    assert ask(desk, "GET", "/rooms/north/incidents.csv", authorization="Bearer theirs")[0] == 401


def test_requests_that_hang_are_bounded_and_hold_up_no_page_and_no_end(desk):
    ann = come(desk, "/north/board")
    address = desk.origin.removeprefix("http://").split(":")
    waiting = []
    for _ in range(70):
        connection = socket.create_connection((address[0], int(address[1])))
        connection.sendall(b"GET /rooms/north/wait HTTP/1.1\r\nHost: " + ":".join(address).encode() + b"\r\n\r\n")
        waiting.append(connection)
    # One endpoint leaves places for others.
    eventually(lambda: len(select.select(waiting, [], [], 0)[0]) == 70 - 48)
    assert report(desk)[0] == 201
    ann.until(lambda: text(ann, "reports") == "1")
    model, button = View(ann.document).element("reports")
    ann.event("tap", model, button["id"])
    ann.handled()
    for connection in waiting:
        connection.close()

    def has_a_place():
        with socket.create_connection((address[0], int(address[1]))) as connection:
            connection.sendall(b"GET /rooms/north/wait HTTP/1.1\r\nHost: " + ":".join(address).encode() + b"\r\n\r\n")
            # A refusal comes at once, and an answer when the time of the endpoint is over.
            return not select.select([connection], [], [], 1)[0]

    # A client that has gone has freed its place.
    eventually(has_a_place)
    desk.process.send_signal(signal.SIGTERM)
    assert desk.process.wait(60) == 0


def test_an_embedded_page_of_another_origin_may_ask_with_a_token(feed, tmp_path):  # noqa: F811
    desk = Program("--allow-origin", "https://shop.example", *flags(tmp_path), binary=BINARY)
    try:
        come(desk, "/north/board")
        _, _, headers = ask(desk, "OPTIONS", REPORTS, origin="https://shop.example")
        assert headers["Access-Control-Allow-Methods"] == "OPTIONS, POST"
        _, _, headers = ask(desk, "POST", REPORTS, "x", report_id="r1", origin="https://shop.example")
        assert headers["Access-Control-Allow-Origin"] == "https://shop.example"
        _, _, headers = ask(desk, "POST", REPORTS, "x", report_id="r1", origin="https://evil.example")
        assert headers["Access-Control-Allow-Origin"] is None
    finally:
        desk.kill()


def test_a_request_reaches_the_node_that_has_the_room_and_its_key_outlives_that_node(cluster):  # noqa: F811
    ann = come(cluster[0], "/north/board")
    for number, node in enumerate(cluster, 1):
        assert report(node, key=f"r{number}") == (201, f"Report {number}")
    ann.until(lambda: text(ann, "reports") == "3")
    cluster[0].kill()

    def is_answered():
        try:
            return report(cluster[1], key="r1") == (201, "Report 1")
        except (http.client.RemoteDisconnected, ConnectionResetError):  # by the node that was killed: the sender asks again
            return False

    eventually(is_answered)
    assert report(cluster[2], key="r4") == (201, "Report 4")
    assert report(cluster[1], key="r4") == (201, "Report 4")

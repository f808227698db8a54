"""Files for pages, against the real program: `GET /file/<ticket>/<name>`, and bodies that are made while they are sent."""

import contextlib
import http.client
import json
import socket
import threading

import pytest
from oriel_client import Client
from page_view import View
from program import Program, eventually
from test_desk import BINARY, come, feed  # noqa: F401
from test_tokens import KEYS, folder, server  # noqa: F401
from test_uploads import element, memory, page, send, texts

LINE = "{},A line of the log\r\n"


def table(lines):
    return "".join(LINE.format(line) for line in range(1, lines + 1)).encode()


def gallery_of(request, tmp_path_factory):
    """With one loop and with two, of which one has the window."""
    program = Program("--loops", request.param, "--database", str(tmp_path_factory.mktemp("gallery") / "oriel.db"))
    yield program
    if program.is_running:
        program.kill()


gallery = pytest.fixture(gallery_of, scope="module", params=["1", "2"], name="gallery")
own_gallery = pytest.fixture(gallery_of, params=["1", "2"], name="own_gallery")


@pytest.fixture
def desk(feed, tmp_path):  # noqa: F811
    program = Program("--loops", "2", "--database", str(tmp_path / "oriel.db"), binary=BINARY)
    come(program, "/north/board")
    yield program
    if program.is_running:
        program.kill()


def ask(program, path, cookie=None, method="GET", **fields):
    """Returns the status, the header and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=30)
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    with contextlib.closing(connection):
        connection.request(method, path, headers={**headers, **({"Cookie": cookie} if cookie else {})})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()


def link(page):
    return element(page, "link")[1]


def downloaded(page):
    """Presses the button, and returns the address that the page is sent."""
    page.triggers.clear()
    model, button = View(page.document).element("list")
    page.event("tap", model, button["id"], wait=False)
    page.until(lambda: any(trigger["kind"] == "download" for trigger in page.triggers))
    return page.triggers[-1]["payload"]


def test_a_file_comes_back_as_it_was_sent(gallery):
    window = page(gallery)
    send(gallery, window, bytes(range(256)) * 1000, "ünï ‘b’.bin")
    status, header, body = ask(gallery, link(window)["url"], window.cookie)
    assert (status, body) == (200, bytes(range(256)) * 1000)
    assert link(window)["download"] == "ünï ‘b’.bin"
    assert header["content-length"] == "256000"
    assert header["content-disposition"] == (
        "attachment; filename=\"_n_ _b_.bin\"; filename*=UTF-8''%C3%BCn%C3%AF%20%E2%80%98b%E2%80%99.bin")
    assert ask(gallery, link(window)["url"], window.cookie, "HEAD")[1]["content-length"] == "256000"


@pytest.mark.parametrize("claimed, sent", [
    ("text/html", "application/octet-stream"), ("image/svg+xml", "image/svg+xml"), ("text/css", "application/octet-stream"),
    ("text/javascript", "application/octet-stream"), ("application/xhtml+xml", "application/octet-stream"), ("image/x+xml", "application/octet-stream"),
    ("text/plain; charset=utf-16", "text/plain"), ("nonsense", "application/octet-stream")])
def test_what_a_user_has_sent_is_no_page_and_no_script_of_the_server(gallery, claimed, sent):
    window = page(gallery)
    model, field = element(window, "fileField")
    connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=30)
    connection.request("POST", f"/upload/{field['ticket']}", b"<script>alert(1)</script>", {
        "Cookie": window.cookie, "Origin": window.origin, "Content-Type": claimed,
        "Content-Disposition": "attachment; filename*=UTF-8''page.html"})
    id = json.loads(connection.getresponse().read())["id"]
    assert window.event("files", model, field["id"], [{"id": id}]) is None
    status, header, _ = ask(gallery, link(window)["url"], window.cookie)
    assert status == 200
    assert header["content-type"] == sent
    assert header["content-security-policy"] == "sandbox; default-src 'none'"
    assert header["x-content-type-options"] == "nosniff"
    assert header["content-disposition"].startswith("attachment")
    assert "set-cookie" not in header


def test_a_part_of_a_file_can_be_asked_for(gallery):
    window = page(gallery)
    send(gallery, window, b"0123456789", "digits.txt")
    url, cookie = link(window)["url"], window.cookie
    _, header, _ = ask(gallery, url, cookie)
    tag = header["etag"]
    assert header["accept-ranges"] == "bytes"

    def part(range, **fields):
        status, header, body = ask(gallery, url, cookie, range=range, **fields)
        return status, header["content-range"], body

    assert part("bytes=2-4") == (206, "bytes 2-4/10", b"234")
    assert part("bytes=7-") == (206, "bytes 7-9/10", b"789")
    assert part("bytes=-3") == (206, "bytes 7-9/10", b"789")
    assert part("bytes=-30") == (206, "bytes 0-9/10", b"0123456789")
    assert part("bytes=5-500000000000000000000000") == (206, "bytes 5-9/10", b"56789")
    assert part("bytes=10-") == (416, "bytes */10", b"")
    assert part("bytes=-0") == (416, "bytes */10", b"")
    for nonsense in ("bytes=4-2", "bytes=0-1,3-4", "bytes=a-b", "bytes=-", "lines=1-2", "bytes=1-2-3", "bytes=" + "1" * 100 + "-"):
        assert part(nonsense) == (200, None, b"0123456789")
    assert part("bytes=2-4", if_range=tag) == (206, "bytes 2-4/10", b"234")
    assert part("bytes=2-4", if_range='"other"') == (200, None, b"0123456789")
    assert ask(gallery, url, cookie, if_none_match=tag)[0::2] == (304, b"")


def test_a_file_is_for_the_user_whose_window_shows_it(gallery):
    window = page(gallery)
    send(gallery, window, b"secret")
    url = link(window)["url"]
    assert ask(gallery, url)[0::2] == (401, b"Load the page first, or send a bearer token\n")
    assert ask(gallery, url, gallery.user())[0::2] == (
        404, b"No window shows this file any more. Load it again from its window\n")
    assert ask(gallery, url, window.cookie, "POST")[0] in (403, 405)
    assert ask(gallery, url.replace("/file/", "/file/0"), window.cookie)[0] == 404
    assert ask(gallery, "/file/", window.cookie)[0] == 404
    assert ask(gallery, url.rsplit("/", 1)[0] + "/../../etc/passwd", window.cookie)[2] == b"secret"


def test_a_file_that_was_deleted_is_gone_and_one_of_a_window_that_was_closed_too(gallery):
    window = page(gallery)
    send(gallery, window, b"secret")
    url = link(window)["url"]
    gallery.act("dismiss", {"window": window.window})
    eventually(lambda: ask(gallery, url, window.cookie)[0] == 404)


def test_after_a_kill_the_document_has_an_address_of_the_same_file(own_gallery):
    window = page(own_gallery)
    send(own_gallery, window, b"lasting")
    first = link(window)["url"]
    window.kept()
    own_gallery.kill()
    own_gallery.start()
    window.resume()
    assert link(window)["url"] != first
    assert ask(own_gallery, link(window)["url"], window.cookie)[0::2] == (200, b"lasting")
    assert ask(own_gallery, first, window.cookie)[0] == 404


def test_a_model_sends_a_file_while_it_makes_it(gallery):
    window = page(gallery)
    payload = downloaded(window)
    assert payload["name"] == "numbers.csv"
    head = ask(gallery, payload["url"], window.cookie, "HEAD")
    assert (head[0], head[1]["content-length"], head[2]) == (200, None, b"")
    status, header, body = ask(gallery, payload["url"], window.cookie)
    assert status == 200
    assert (header["transfer-encoding"], header["content-length"]) == ("chunked", None)
    assert (header["content-type"], header["accept-ranges"]) == ("text/csv", "none")
    lines = body.decode().split("\r\n")
    assert (len(lines), lines[0], lines[100_000], lines[-1]) == (100_002, "Number,Square", "100000,10000000000", "")
    assert ask(gallery, payload["url"], window.cookie)[0] == 404


def test_an_answer_of_any_length_is_not_held_in_memory(desk):
    assert ask(desk, "/rooms/north/log.csv?lines=1000")[0::2] == (200, table(1000))
    before = memory(desk)
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", desk.port, timeout=60)) as connection:
        connection.request("GET", "/rooms/north/log.csv?lines=1000000")
        answer = connection.getresponse()
        read = 0
        while piece := answer.read(1 << 20):
            read += len(piece)
    assert read == len(table(1_000_000))
    assert memory(desk) - before < 8 << 20


def test_an_answer_that_breaks_off_is_seen_to_be_incomplete(desk):
    with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
        ask(desk, "/rooms/north/log.csv?lines=10000&broken=9000")
    eventually(lambda: "A body of /rooms/{tenant}/log.csv was not completed: LogError()" in desk.logged())
    assert ask(desk, "/rooms/north/log.csv")[0] == 200


def test_an_old_client_sees_that_an_answer_has_broken_off(desk):
    with socket.create_connection(("127.0.0.1", desk.port), timeout=30) as connection:
        connection.sendall(b"GET /rooms/north/log.csv?lines=10000&broken=9000 HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        with pytest.raises(ConnectionResetError):
            while connection.recv(65536):
                pass


def test_an_old_client_sees_the_end_of_the_answer_by_that_of_the_connection(desk):
    with socket.create_connection(("127.0.0.1", desk.port), timeout=30) as connection:
        connection.sendall(b"GET /rooms/north/log.csv?lines=9 HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, body = answer.split(b"\r\n\r\n", 1)
    assert b"transfer-encoding" not in head
    assert b"content-length" not in head
    assert body == table(9)


def test_requests_that_follow_on_the_connection_are_answered_after_it(desk):
    with socket.create_connection(("127.0.0.1", desk.port), timeout=30) as connection:
        request = "{} /rooms/north/log.csv?lines={} HTTP/1.1\r\nHost: 127.0.0.1\r\n{}\r\n"
        connection.sendall("".join([
            request.format("GET", 20_000, ""), request.format("HEAD", 5, ""), request.format("GET", 2, "Connection: close\r\n"),
        ]).encode())
        answers = connection.makefile("rb")
        assert [whole(answers), whole(answers, isHead=True), whole(answers)] == [table(20_000), b"", table(2)]
        assert answers.read() == b""


def whole(answers, isHead=False):
    """The body of the next answer, which comes in chunks."""
    head = list(iter(answers.readline, b"\r\n"))
    assert head[0] == b"HTTP/1.1 200 OK\r\n"
    assert b"transfer-encoding: chunked\r\n" in head
    body = b""
    while not isHead:
        size = int(answers.readline(), 16)
        body += answers.read(size)
        assert answers.readline() == b"\r\n"
        if not size:
            break
    return body


def test_a_client_that_does_not_read_holds_up_no_other_and_has_no_more_than_its_share(desk):
    slow = []
    for _ in range(128):
        connection = socket.socket()
        # With a large buffer the kernel would read for it.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(30)
        connection.connect(("127.0.0.1", desk.port))
        connection.sendall(b"GET /rooms/north/log.csv?lines=10000&width=65000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
        slow.append(connection)
    assert ask(desk, "/rooms/north/log.csv")[0] == 503
    assert ask(desk, "/rooms/north/reports", method="POST", report_id="r1")[0] == 201
    slow.pop().close()
    eventually(lambda: ask(desk, "/rooms/north/log.csv")[0] == 200)
    for connection in slow:
        connection.close()
    eventually(lambda: metric(desk, "oriel_downloads") == 0)


def metric(program, name):
    lines = program.get("/metrics", {"Authorization": f"Bearer {program.token}"})[2].decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))


def test_a_request_that_comes_again_gets_the_status_of_its_stream_and_changes_nothing(desk):
    answers = [ask(desk, "/rooms/north/log.csv?lines=3", method="POST", report_id="r1")[0::2] for _ in range(2)]
    assert answers == [(200, table(3)), (200, b"")]


def test_many_read_at_once(desk):
    answers = []
    readers = [threading.Thread(target=lambda: answers.append(ask(desk, "/rooms/north/log.csv?lines=30000")[2])) for _ in range(16)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert answers == [table(30_000)] * 16


def test_a_page_with_a_token_gets_its_files_with_it(server):  # noqa: F811
    token = KEYS["ES256"].sign()
    window = Client(server.origin, bearer=token).attach(url="/home/files")
    address = downloaded(window)["url"]
    assert ask(server, address)[0] == 401
    assert ask(server, address, authorization=f"Bearer {KEYS['ES256'].sign(sub='eve')}")[0] == 404
    assert ask(server, address, authorization=f"Bearer {token}")[0] == 200


def test_a_deleted_file_says_so(gallery):
    window = page(gallery)
    send(gallery, window, b"short-lived")
    url = link(window)["url"]
    assert texts(window)
    model, button = next((m, e) for m, e in buttons(window) if e.get("label") == "Delete a.txt")
    window.event("tap", model, button["id"])
    assert ask(gallery, url, window.cookie)[0] == 404


def buttons(window):
    def look(elements):
        for each in elements:
            if each["type"] == "button":
                yield each
            yield from look(each.get("children", []))

    for name, model in window.document["models"].items():
        for each in look(model.get("body", [])):
            yield name, each

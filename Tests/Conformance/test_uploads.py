"""Files that users send: `POST /upload/<ticket>` beside a window's connection, against the real program."""

import contextlib
import http.client
import json
import os
import pathlib
import socket
import subprocess
import tempfile
from urllib.parse import quote

import pytest
from oriel_client import Client
from program import Program, eventually

PIECE = b"0123456789abcdef" * 4096  # 64 KiB


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory() as path:
        yield pathlib.Path(path)


@pytest.fixture
def stored(folder):
    """A program with a store, whose files are stored beside it."""
    program = Program("--database", str(folder / "o.db"), "--upload-limit", str(48 << 20))
    yield program
    if program.is_running:
        program.stop()


def page(program, cookie=None):
    """A page that shows the Gallery's files."""
    return Client(program.origin, cookie or program.user()).attach(url="/home/files")


def element(page, kind):
    """The first element of this type that the page shows, and its model."""
    def look(elements):
        for each in elements:
            if each["type"] == kind:
                return each
            if found := look(each.get("children", [])):
                return found
        return None

    for name, model in page.document["models"].items():
        if found := look(model.get("body", [])):
            return name, found
    raise AssertionError(f"no {kind}")


def ticket(page):
    return element(page, "fileField")[1]["ticket"]


def upload(program, page, body, name="a.txt", length=None, **headers):
    """Sends bytes, or an iterator of pieces. Returns the status and the response."""
    connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=30)
    length = len(body) if length is None else length
    with contextlib.closing(connection):
        connection.request("POST", f"/upload/{ticket(page)}", body, {
            "Cookie": page.cookie, "Origin": page.origin, "Content-Length": str(length), "Content-Type": "text/plain",
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read()


def send(program, page, body, name="a.txt"):
    """Sends a file, and reports it to its window. Returns the texts that the window shows."""
    status, answer = upload(program, page, body, name)
    assert status == 201, answer
    model, field = element(page, "fileField")
    assert page.event("files", model, field["id"], [{"id": json.loads(answer)["id"]}]) is None
    return texts(page)


def texts(page):
    found = []

    def look(elements):
        for each in elements:
            if each["type"] in ("text", "link"):
                found.append(each["text"])
            look(each.get("children", []))

    for model in page.document["models"].values():
        look(model.get("body", []))
    return found


def kept(folder):
    """The files of all windows. Not a glob, which fails if a folder is deleted meanwhile."""
    uploads = folder / "o.db.uploads"
    return sorted(
        pathlib.Path(place, name) for place, _, names in os.walk(uploads) for name in names if place != str(uploads))


def memory(program):
    """The program's resident memory in bytes."""
    pages = pathlib.Path(f"/proc/{program.process.pid}/statm").read_text().split()[1]
    return int(pages) * 4096


def test_a_file_reaches_its_window_and_outlives_kills(stored, folder):
    visitor = page(stored)
    assert "naïve.txt" in send(stored, visitor, b"first line\nsecond", "naïve.txt")
    visitor.until(lambda: not visitor.outbox)
    before = kept(folder)
    assert [path.read_bytes() for path in before] == [b"first line\nsecond"]
    stored.kill()
    stored.start()
    visitor.resume()
    assert {"naïve.txt", "first line", "17 bytes"} <= set(texts(visitor))
    assert kept(folder) == before
    assert len(send(stored, visitor, b"", "empty")) > 0
    assert len(kept(folder)) == 2
    visitor.say(leave={})
    assert visitor.until_closed() == 1000
    eventually(lambda: kept(folder) == [])


def test_a_backup_has_the_files_of_its_moment(stored, folder, tmp_path):
    visitor = page(stored)
    send(stored, visitor, b"kept", "kept.txt")
    visitor.until(lambda: not visitor.outbox)
    backup = tmp_path / "backup.db"
    command = [stored.binary, "store", "backup", "--database", folder / "o.db", backup]
    assert subprocess.check_output(command, text=True) == f"{backup} and {backup}.uploads written\n"
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "backup.db.uploads").rglob("*")} == {0}
    stored.kill()
    stored.flags = ("--database", str(backup))
    stored.start()
    assert {"kept.txt", "kept", "4 bytes"} <= set(texts(visitor.resume()))
    assert len(list((tmp_path / "backup.db.uploads").glob("*/*"))) == 1
    other = tmp_path / "other.db"
    (tmp_path / "other.db.uploads").mkdir()
    answer = subprocess.run([*command[:-1], other], capture_output=True, text=True)
    assert answer.returncode == 1 and answer.stderr.startswith(f"{other}.uploads already exists")
    assert not other.exists()


def test_a_large_file_is_not_held_in_memory(stored, folder):
    visitor = page(stored)
    send(stored, visitor, PIECE)
    before = memory(stored)
    peak = 0

    def pieces():
        nonlocal peak
        for _ in range(700):
            yield PIECE
            peak = max(peak, memory(stored))

    status, answer = upload(stored, visitor, pieces(), "large", 700 * len(PIECE))
    assert status == 201, answer
    assert peak - before < 4 << 20
    assert max(path.stat().st_size for path in kept(folder)) == 700 * len(PIECE)


def test_what_is_called_off_is_deleted_and_what_a_killed_server_left_too(stored, folder):
    visitor = page(stored)
    head = (f"POST /upload/{ticket(visitor)} HTTP/1.1\r\nHost: 127.0.0.1:{stored.port}\r\nOrigin: {stored.origin}\r\n"
            f"Cookie: {visitor.cookie}\r\nContent-Length: 100\r\n\r\nabc").encode()
    with socket.create_connection(("127.0.0.1", stored.port)) as connection:
        connection.sendall(head)
        eventually(lambda: len(kept(folder)) == 1)
    eventually(lambda: kept(folder) == [])
    with socket.create_connection(("127.0.0.1", stored.port)) as connection:
        connection.sendall(head)
        eventually(lambda: len(kept(folder)) == 1)
        stored.kill()
    # A window that was purged while no server was running.
    gone = folder / "o.db.uploads" / "w-gone"
    gone.mkdir()
    (gone / "f-1").write_bytes(b"old")
    stored.start()
    eventually(lambda: kept(folder) == [])
    visitor.resume()
    assert "late" in send(stored, visitor, b"late", "late")


def test_what_may_not_come_is_refused(stored):
    visitor, other = page(stored), page(stored)
    status, answer = upload(stored, visitor, PIECE, length=(48 << 20) + 1)
    assert (status, answer) == (413, b"Files are limited to 50331648 bytes here\n")
    assert upload(stored, visitor, b"a", Cookie=other.cookie)[0] == 404
    assert upload(stored, visitor, b"a", Cookie="oriel=u-1.0")[0] == 401
    assert upload(stored, visitor, b"a", Origin="https://evil.example")[0] == 403
    assert upload(stored, visitor, b"a", **{"Transfer-Encoding": "chunked"})[0] == 400
    status, headers, _ = stored.get(f"/upload/{ticket(visitor)}", {"Cookie": visitor.cookie}, "PUT")
    assert (status, headers["Allow"]) == (405, "GET, POST, DELETE")
    assert stored.get(f"/upload/{ticket(visitor)}", {"Cookie": visitor.cookie})[0] == 400
    model, field = element(visitor, "fileField")
    assert field["maxBytes"] == 48 << 20
    assert visitor.event("files", model, field["id"], [{"id": "f-none"}])["code"] == "invalid"


def test_a_purged_user_leaves_no_files(stored, folder):
    purged, other = page(stored), page(stored)
    for visitor in (purged, other):
        send(stored, visitor, b"mine")
        visitor.until(lambda visitor=visitor: not visitor.outbox)
    assert len(kept(folder)) == 2
    stored.stop()
    subprocess.run([Program.path(), "store", "purge", "--user", purged.user, "--database", str(folder / "o.db")], check=True)
    assert [path.parent.name for path in kept(folder)] == [other.window]


KEY = "a-key-that-no-one-guesses"


def cut(program, page, body, sent, key=KEY):
    """Begins to send a file, and loses the connection after some of it."""
    head = (
        f"POST /upload/{ticket(page)}?key={key} HTTP/1.1\r\nHost: x\r\nCookie: {page.cookie}\r\nOrigin: {page.origin}\r\n"
        f"Content-Length: {len(body)}\r\nContent-Disposition: attachment; filename*=UTF-8''cut.bin\r\n\r\n")
    with socket.create_connection(("127.0.0.1", program.port), timeout=30) as connection:
        connection.sendall(head.replace("Host: x", f"Host: 127.0.0.1:{program.port}").encode() + body[:sent])
        eventually(lambda: progress(program, page, key) == (200, {"offset": sent}))


def progress(program, page, key=KEY, method="GET", cookie=None):
    headers = {"Cookie": cookie or page.cookie, **({"Origin": page.origin} if method != "GET" else {})}
    status, _, answer = program.get(f"/upload/{ticket(page)}?key={key}", headers, method)
    return status, json.loads(answer) if status in (200, 201) else None


def go_on(program, page, body, offset, key=KEY):
    connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=30)
    with contextlib.closing(connection):
        connection.request("POST", f"/upload/{ticket(page)}?key={key}&offset={offset}", body, {"Cookie": page.cookie, "Origin": page.origin})
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_an_upload_goes_on_after_a_cut_connection(stored, folder):
    window, body = page(stored), PIECE * 8
    cut(stored, window, body, 200_000)
    assert go_on(stored, window, body[100_000:], 100_000)[0] == 409
    assert go_on(stored, window, body[200_000:-1], 200_000)[0] == 409
    status, answer = go_on(stored, window, body[200_000:], 200_000)
    assert status == 201
    # A page that has not heard that asks again.
    assert progress(stored, window) == (201, json.loads(answer))
    model, field = element(window, "fileField")
    assert window.event("files", model, field["id"], [json.loads(answer)]) is None
    assert "cut.bin" in texts(window)
    assert [file.read_bytes() for file in kept(folder)] == [body]


def test_an_upload_goes_on_while_its_old_connection_has_not_been_noticed_to_be_dead(stored, folder):
    window, body = page(stored), PIECE * 2
    head = (
        f"POST /upload/{ticket(window)}?key={KEY} HTTP/1.1\r\nHost: 127.0.0.1:{stored.port}\r\nCookie: {window.cookie}\r\n"
        f"Origin: {window.origin}\r\nContent-Length: {len(body)}\r\n\r\n")
    with socket.create_connection(("127.0.0.1", stored.port), timeout=30) as old:
        old.sendall(head.encode() + body[:1000])
        eventually(lambda: progress(stored, window) == (200, {"offset": 1000}))
        assert go_on(stored, window, body[1000:], 1000)[0] == 201
        old.sendall(body[1000:])
        assert old.recv(4096).startswith(b"HTTP/1.1 409")
    assert [file.read_bytes() for file in kept(folder)] == [body]


def test_an_upload_that_is_called_off_makes_room_and_is_no_one_elses(stored, folder):
    window, body = page(stored), PIECE * 2
    for number in range(4):
        cut(stored, window, body, 1000, f"{KEY}-{number}")
    assert upload(stored, window, b"one more")[0] == 429
    assert progress(stored, window, f"{KEY}-1", cookie=stored.user())[0] == 404
    assert progress(stored, window, f"{KEY}-1", "DELETE") == (204, None)
    assert progress(stored, window, f"{KEY}-1")[0] == 404
    assert upload(stored, window, b"one more")[0] == 201
    for key, offset in (("short", ""), ("a" * 65, ""), (KEY, "&offset=-1"), (KEY, "&offset=x")):
        assert stored.get(
            f"/upload/{ticket(window)}?key={key}{offset}", {"Cookie": window.cookie, "Origin": window.origin}, "POST", b"a")[0] == 400


def test_after_a_restart_an_upload_begins_again(stored, folder):
    window, body = page(stored), PIECE * 2
    window.kept()
    cut(stored, window, body, 1000)
    stored.kill()
    stored.start()
    window.resume()
    assert progress(stored, window)[0] == 404
    assert go_on(stored, window, body[1000:], 1000)[0] == 404
    assert upload(stored, window, body)[0] == 201
    assert [file.read_bytes() for file in kept(folder)] == [body]

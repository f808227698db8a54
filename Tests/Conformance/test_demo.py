"""`--demo`: a server that restarts whenever it is killed, and that a page on its own machine may kill."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess

import pytest
from oriel_client import Client
from program import PATIENCE, Program
from test_sessions import count, tap
from test_store import eventually
from websockets.exceptions import WebSocketException


@pytest.fixture
def demo(tmp_path):
    program = Program("--demo", "--database", str(tmp_path / "oriel.db"))
    yield program
    if program.is_running:
        program.stop()


def server_of(demo):
    """The serving process, which the program has started."""
    tasks = pathlib.Path(f"/proc/{demo.process.pid}/task").iterdir()
    [server] = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return server


def stop(program, **headers):
    """Sends a request as a page does. Returns the status."""
    return program.get("/demo/stop", {"Origin": program.origin, **headers}, "POST")[0]


def back(page):
    """Reconnects as a page does: again and again."""
    def came():
        with contextlib.suppress(OSError, WebSocketException):
            return page.resume()
    eventually(came)


def test_a_page_stops_the_server_and_nothing_is_lost(demo):
    page = Client(demo.origin, demo.user()).attach(scene="counter")
    for number in range(1, 5):
        tap(page)
        server = server_of(demo)
        assert stop(demo) == 202
        assert page.until_closed() == 1006
        # Acts in the meantime wait in the page.
        tap(page, wait=False)
        back(page)
        page.until(lambda: not page.outbox)
        assert (count(page), page.rejected) == (str(2 * number), {})
        assert server_of(demo) != server
    page.cut()


def test_a_server_that_crashes_comes_back_and_is_not_announced_twice(demo):
    assert re.fullmatch(r"1\. open http://127\.0\.0\.1:\d+/", demo.says("1."))
    assert re.fullmatch(r"2\. open http://127\.0\.0\.1:\d+/live beside it: a second window", demo.says("2."))
    link = demo.says("3.")
    assert re.fullmatch(r"3\. open http://127\.0\.0\.1:\d+/sign-in/link/[0-9a-f]{48} and see them both: the console\..*", link)
    os.kill(server_of(demo), signal.SIGSEGV)
    assert demo.process.stdout.readline() == "The server was stopped, and is back.\n"
    again = demo.process.stdout.readline()
    # The old link is void, because it could otherwise be used a second time.
    assert demo.get(link.split()[2].removeprefix(demo.origin))[0] == 401
    assert demo.get(again.split()[-1].removeprefix(demo.origin))[0] == 303


@pytest.mark.parametrize("flags", [
    (), ("--demo", "--database", "memory"), ("--demo", "--public-url", "https://oriel.example"),
    ("--demo", "--trusted-proxies", "127.0.0.1")], ids=["no demo", "nothing stored", "public", "behind a proxy"])
def test_what_is_no_demo_of_this_machine_cannot_be_stopped(tmp_path, flags):
    program = Program("--database", str(tmp_path / "oriel.db"), *flags)
    try:
        assert stop(program) in (404, 405)
        assert b"data-demo" not in program.get("/")[2]
        assert program.get("/health/live")[0] == 200
    finally:
        program.stop()


def test_only_a_page_of_this_machine_stops_it(demo):
    assert b"<html data-demo" in demo.get("/")[2]
    server = server_of(demo)
    rebound = f"evil.example:{demo.port}"
    assert stop(demo, Origin="https://evil.example") == 403
    assert stop(demo, Origin=f"http://{rebound}", Host=rebound) == 421
    for forwarded in ("Forwarded", "X-Forwarded-For", "Via"):
        assert stop(demo, **{forwarded: "127.0.0.1"}) == 403
    assert demo.get("/demo/stop", {}, "POST")[0] == 403
    assert demo.get("/demo/stop")[0] == 405
    assert server_of(demo) == server


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_its_end_is_the_servers_end(demo, by):
    page = Client(demo.origin, demo.user()).attach(scene="counter")
    tap(page)
    server = server_of(demo)
    demo.process.send_signal(by)
    assert demo.process.wait(PATIENCE) == 0
    assert not pathlib.Path(f"/proc/{server}").exists()
    assert page.until_closed() == 4503 or page.closing


def test_a_server_does_not_outlive_what_has_started_it(demo):
    server = pathlib.Path(f"/proc/{server_of(demo)}")
    demo.kill()
    eventually(lambda: not server.exists() or "Z" in (server / "stat").read_text().split()[2])


def test_a_server_that_cannot_start_says_why_once_and_ends(demo, tmp_path):
    command = [Program.path(), "serve", "--demo", "--port", str(demo.port), "--database", str(tmp_path / "other.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    assert ended.returncode == 1
    assert ended.stderr.count(str(demo.port)) == 1
    assert ended.stdout == ""


def test_a_server_that_falls_again_and_again_is_given_up(demo):
    for fall in range(5):
        os.kill(server_of(demo), signal.SIGKILL)
        if fall < 4:
            demo.says("is back")
    assert demo.process.wait(PATIENCE) == 128 + signal.SIGKILL

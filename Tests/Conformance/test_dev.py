"""`oriel dev` builds and runs an app again after each change. What builds is a script that copies a program, so that a build
takes no minute; the loop, the server and its pages are real."""

import http.client
import os
import signal
import subprocess

import pytest
from oriel_client import Client
from page_view import View
from program import Program
from test_desk import BINARY, text

SWIFT = """#!/bin/sh
if [ "$1" = package ]; then
  echo '{"products": [{"name": "desk", "type": {"executable": null}}]}'
elif grep --quiet wrong Sources/Desk.swift; then
  echo "$PWD/Sources/Desk.swift:1:2: error: cannot find 'wrong' in scope"
  for line in 2 3 4 5 6; do echo "$PWD/Sources/Desk.swift:$line:2: error: another"; done
  exit 1
else
  mkdir -p .build/debug && cp "$DESK_BINARY" .build/debug/desk.new && mv .build/debug/desk.new .build/debug/desk
fi
"""


class Loop:
    def __init__(self, folder):
        self.folder = folder
        tools = folder / "tools"
        tools.mkdir()
        (tools / "swift").write_text(SWIFT)
        (tools / "swift").chmod(0o755)
        (folder / "Sources").mkdir()
        (folder / "Package.swift").write_text("")
        self.write("first")
        environment = {
            **os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "DESK_BINARY": str(BINARY), "DESK_FEED": str(folder),
            "ORIEL_ADMIN_TOKEN": "t" * 32}
        self.log = open(folder / "log", "w+")
        self.process = subprocess.Popen(
            [Program.tool(), "dev", "--", "--port", "0"], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=self.log,
            text=True)

    def write(self, text):
        (self.folder / "Sources/Desk.swift").write_text(text)

    def says(self, start):
        for line in self.process.stdout:
            if line.startswith(start):
                return line
        raise AssertionError(open(self.folder / "log").read())

    def end(self, by=signal.SIGINT):
        self.process.send_signal(by)
        return self.process.wait(30)


@pytest.fixture
def loop(tmp_path):
    loop = Loop(tmp_path)
    yield loop
    if loop.process.poll() is None:
        loop.end()


def test_a_change_is_built_and_served_and_what_was_typed_stays(loop):
    line = loop.says("live ")
    origin = line.split()[1]
    assert all(word in line for word in ("build ", "stop ", "start "))
    # The port is another one after each restart, as 0 asks for any.
    page = Client(origin, user(origin)).attach(url="/suggestion")
    model, draft = View(page.document).element("draft")
    page.event("input", model, draft["id"], "half a wo")
    page.kept()
    loop.write("second")
    again = loop.says("live ").split()[1]
    page.cut()
    page.origin = page.page = again
    page.resume()
    assert text(page, "draft") == "half a wo"


def user(origin):
    """The cookie of a new anonymous user."""
    connection = http.client.HTTPConnection(origin.removeprefix("http://"))
    connection.request("GET", "/suggestion")
    cookies = [value.split(";")[0] for name, value in connection.getresponse().getheaders() if name.lower() == "set-cookie"]
    return next(cookie for cookie in cookies if cookie.startswith("oriel="))


def test_an_error_is_said_in_the_terminal_and_in_the_pages_and_the_former_program_goes_on(loop):
    origin = loop.says("live ").split()[1]
    page = Client(origin, user(origin)).attach(url="/suggestion")
    loop.write("wrong")
    assert loop.says("failed") == "failed: 6 errors\n"
    page.until(lambda: page.triggers)
    assert page.triggers[-1]["payload"] == {
        "title": "The build has failed",
        "body": "\n".join(["Sources/Desk.swift:1: cannot find 'wrong' in scope"] + [f"Sources/Desk.swift:{line}: another" for line in range(2, 6)])}
    assert "Sources/Desk.swift:1: cannot find 'wrong' in scope" in open(loop.folder / "log").read()
    loop.write("right")
    loop.says("live ")


def test_the_program_ends_with_the_loop_and_one_that_has_ended_is_started_again(loop):
    origin = loop.says("live ").split()[1]
    server = subprocess.run(["pgrep", "--parent", str(loop.process.pid)], capture_output=True, text=True).stdout.split()
    os.kill(int(server[0]), signal.SIGKILL)
    assert "failed: the program has ended with 9" in loop.says("failed")
    loop.write("again")
    loop.says("live ")
    assert loop.end() == 0
    assert subprocess.run(["pgrep", "--full", str(loop.folder)], capture_output=True).returncode == 1


def test_a_style_is_swapped_in_open_pages_without_a_build(loop):
    loop.says("live ")
    # A file that is new is for the build.
    (loop.folder / "Sources/desk.css").write_text(":root { --gap: 1rem; }")
    origin = loop.says("live ").split()[1]
    page = Client(origin, user(origin)).attach(url="/suggestion")
    model, draft = View(page.document).element("draft")
    page.event("input", model, draft["id"], "half a wo")
    page.kept()
    before = page.server["files"]
    (loop.folder / "Sources/desk.css").write_text(":root { --gap: 2rem; }")
    line = loop.says("live ")
    assert line.endswith(", without a build: desk.css\n")
    assert line.split()[1] == origin
    assert page.until_closed() == 1012
    assert page.closing["retryAfter"] == 0
    page.resume()
    assert page.server["files"]["styles"] != before["styles"]
    assert page.server["files"]["scripts"] == before["scripts"]
    assert text(page, "draft") == "half a wo"
    assert get(origin, "/client/app/desk.css") == (200, ":root { --gap: 2rem; }")
    # Whatever the program is, only its author's tool may do that.
    assert get(origin, "/admin/api/v1/page-files/desk.css", "POST")[0] == 401


def test_a_file_that_no_page_loads_is_for_the_build(loop):
    loop.says("live ")
    (loop.folder / "Sources/other.css").write_text("a")
    loop.says("live ")
    (loop.folder / "Sources/other.css").write_text("b")
    assert "without a build" not in loop.says("live ")


def get(origin, path, method="GET"):
    connection = http.client.HTTPConnection(origin.removeprefix("http://"))
    connection.request(method, path, headers={"Origin": origin})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()

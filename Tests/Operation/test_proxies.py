"""Each proxy, with its file in its place, carries a browser's session, while the server behind it is restarted, killed,
upgraded and moved. The page is never reloaded, and nothing that was done in it is lost.
"""

import pathlib
import shutil
import socket
import subprocess
import threading
import time

import place
import pytest
from people import Person, button, window_of
from playwright.sync_api import expect
from program import PATIENCE, Program

PROXIES = pathlib.Path(__file__).parents[2] / "deploy/proxies"
SITE = "https://app.example"
# The place of the file, and the command that starts the proxy with it.
PLACES = {
    "nginx": ("nginx.conf", "/etc/nginx/conf.d/oriel.conf", ["nginx", "-g", "daemon off;"]),
    "haproxy": ("haproxy.cfg", "/etc/haproxy/haproxy.cfg", ["haproxy", "-f", "/etc/haproxy/haproxy.cfg", "-db"]),
    "caddy": ("Caddyfile", "/etc/caddy/Caddyfile", ["caddy", "run", "--config", "/etc/caddy/Local", "--adapter", "caddyfile"]),
}


@pytest.fixture(scope="session", autouse=True)
def machine():
    place.leave_the_machine()
    place.make_certificates()


@pytest.fixture(params=PLACES)
def proxy(request):
    name, file, command = PLACES[request.param]
    shutil.copy(PROXIES / name, file)
    # No certificate authority is reachable here, so caddy issues its own certificate.
    text = pathlib.Path(file).read_text()
    pathlib.Path("/etc/caddy/Local").write_text(text.replace("\n{\n", "\n{\n\tlocal_certs\n\tskip_install_trust\n", 1))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    answers(443)
    yield request.param
    process.terminate()
    said = process.communicate(timeout=PATIENCE)[1]
    assert not [line for line in said.splitlines() if "[emerg]" in line or "ALERT" in line], said


def answers(port):
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < deadline, f"nobody listens on {port}"
            time.sleep(0.05)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()
    return folder


@pytest.fixture
def server(builds, folder, proxy):
    server = Program(
        "--port", "8080", "--public-url", SITE, "--trusted-proxies", "127.0.0.1",
        "--database", str(folder / "oriel.db"), secret=False, binary=builds[0])
    yield server
    if server.is_running:
        server.stop()


@pytest.fixture
def person(browser, server):
    person = Person(browser, SITE, ignore_https_errors=True)
    yield person
    person.leave()


def note(page, text):
    page.get_by_role("textbox", name="New note").fill(text)
    button(page, "Add").click()


def start_again(server):
    server.stop()
    server.start()


def kill(server):
    server.kill()
    server.start()


def upgrade(server, builds):
    server.stop()
    server.binary = builds[1]
    server.start()


def move(server, folder):
    server.stop()
    new = folder.with_name("elsewhere")
    shutil.move(folder, new)
    server.flags = server.flags[:-1] + (str(new / "oriel.db"),)
    server.start()


def test_a_session_outlives_whatever_happens_to_the_server(person, server, builds, folder):
    page, talk = person.go("/")
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    attached = talk.when(talk.heard, "attached")
    page.evaluate("document.body.dataset.loaded = 'once'")
    note(page, "one")
    for number, (what, happens) in enumerate({
        "restarted": lambda: start_again(server), "killed": lambda: kill(server),
        "upgraded": lambda: upgrade(server, builds), "moved": lambda: move(server, folder)
    }.items()):
        # Not waited for: the page repeats events that the server has not acknowledged as saved.
        note(page, f"before it was {what}")
        happens()
        expect(button(page, f"before it was {what}")).to_have_count(1)
        note(page, f"after it was {what}")
        expect(button(page, f"after it was {what}")).to_be_visible()
    expect(page.get_by_role("heading", name="My notes")).to_be_visible()
    words = page.get_by_role("listitem").all_text_contents()
    assert [word.strip() for word in words] == ["one"] + [
        f"{when} it was {what}" for what in ("restarted", "killed", "upgraded", "moved") for when in ("before", "after")]
    assert page.evaluate("document.body.dataset.loaded") == "once"
    assert (window_of(page), {socket.partition("?")[0] for socket in sockets}) == (attached["window"], {"wss://app.example/connect"})
    assert len(sockets) >= 4


def test_who_asks_is_known_and_metrics_are_not_for_all(person, server):
    answer = person.context.request.get("/metrics")
    assert answer.status == 404
    answer = person.context.request.get("/")
    assert answer.status == 200
    assert answer.headers["set-cookie"].startswith("__Host-oriel=") and "; Secure" in answer.headers["set-cookie"]
    said = [each["value"] for each in answer.headers_array if each["name"].lower() == "strict-transport-security"]
    assert said == ["max-age=31536000"]


def test_plain_http_is_sent_to_https(person):
    answer = person.context.request.get("http://app.example/", max_redirects=0)
    assert answer.status in (301, 308)
    assert answer.headers["location"].rstrip("/") == SITE


def test_a_page_that_is_asked_for_while_nobody_answers_comes(person, server):
    server.stop()
    page = person.context.new_page()
    page.once("request", lambda _: threading.Thread(target=server.start).start())
    page.goto("/")
    expect(page.get_by_role("heading", name="Notes")).to_be_visible()

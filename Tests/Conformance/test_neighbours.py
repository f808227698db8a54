"""One visitor creates many of something, and another one with the same address must not notice."""

import contextlib
import ipaddress
import itertools
import socket
import sqlite3
import struct

import pytest
from bystander import Bystander
from oriel_client import Client
from program import Program
from raw import TEXT, fragments, frame, handshake
from test_store import eventually
from test_uploads import element, ticket
from websockets.exceptions import ConnectionClosed, InvalidStatus

UNATTACHED = 50  # connections of one address that may wait to attach
WAITING_TRIGGERS = 100


def hang_up_at_once(page):
    page.socket.socket.shutdown(socket.SHUT_RDWR)


def reset(page):
    page.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    page.socket.socket.close()


def close_politely(page):
    page.socket.close()


def say_nonsense(page):
    page.socket.send("{}")
    assert page.until_closed() == 4400


def break_a_frame(page):
    page.socket.socket.sendall(frame(TEXT, b"x", reserved=1))
    assert page.until_closed() == 1002


def send_too_much(page):
    page.socket.socket.sendall(fragments(TEXT, b"x" * 40_000, b"x" * 40_000))
    assert page.until_closed() == 1009


def ask_for_a_window_of_nobody(page):
    page.say(attach={"instance": page.instance, "environment": page.environment, "capabilities": {}, "window": "w-none"})
    assert page.until_closed() == 4500


def attach_and_leave(page):
    page.say(attach={"instance": page.instance, "environment": page.environment, "capabilities": {}})
    page.until(lambda: page.phase == "attached")
    page.say(leave={})
    page.cut()


def attach_and_reset(page):
    page.say(attach={"instance": page.instance, "environment": page.environment, "capabilities": {}})
    reset(page)


ENDINGS = [
    hang_up_at_once, reset, close_politely, say_nonsense, break_a_frame, send_too_much, ask_for_a_window_of_nobody,
    attach_and_leave, attach_and_reset,
]


def is_let_in(program):
    page = Client(program.origin, program.user()).attach()
    page.cut()
    return page.document is not None


@pytest.mark.parametrize("end", ENDINGS)
def test_a_socket_that_has_ended_gives_its_place_back(program, end):
    cookie = program.user()
    for _ in range(UNATTACHED + 10):
        page = Client(program.origin, cookie).connect()
        with contextlib.suppress(ConnectionClosed):
            end(page)
    assert is_let_in(program)


def test_sockets_that_never_attach_give_their_places_back(own_program):
    cookie = own_program.user()
    for _ in range(2):
        silent = [Client(own_program.origin, cookie).connect() for _ in range(UNATTACHED - 1)]
        assert {page.until_closed() for page in silent} == {4408}
    assert is_let_in(own_program)


def test_the_sockets_that_wait_are_limited(own_program):
    cookie = own_program.user()
    waiting = [Client(own_program.origin, cookie).connect() for _ in range(UNATTACHED)]
    status, _, body = own_program.get("/connect", {
        "host": f"127.0.0.1:{own_program.port}", "upgrade": "websocket", "connection": "Upgrade", "origin": own_program.origin,
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13", "sec-websocket-protocol": "oriel.v1",
        "cookie": cookie})
    assert (status, body) == (429, b"Your network has too many connections that have not attached\n")
    waiting[0].socket.socket.close()
    for page in waiting:
        page.cut()
    assert is_let_in(own_program)


# Behind a proxy, from other networks


@pytest.fixture
def busy(tmp_path):
    """A program whose limits are soon met, and a window of another network in it."""
    program = Program(
        "--database", str(tmp_path / "oriel.db"), "--trusted-proxies", "127.0.0.1", "--windows-per-user", "20",
        "--new-users-per-address", "30", "--new-windows-per-address", "60", "--uploads-per-address", "6",
        "--connections-per-address", "40")
    program.folder = tmp_path
    yield program
    if program.is_running:
        program.stop()


@pytest.fixture
def bystander(busy):
    return Bystander(busy)


def visitor(program, cookie=None, address="192.0.2.1"):
    """A page that the proxy says to be at this address."""
    page = Client(program.origin, cookie or program.user())
    page.headers = {"X-Forwarded-For": address}
    return page


def comes(page, **members):
    """Whether the page gets its window; if not, what it is told."""
    try:
        page.attach(**members)
        return True
    except ConnectionClosed:
        return (page.closed, page.closing["message"])
    except InvalidStatus as refused:
        return (refused.response.status_code, refused.response.body.decode().strip())


TOO_MANY = (4429, "Too many windows were opened from your network. Try again later.")


@pytest.mark.parametrize("addresses", ["192.0.2.1/32", "2001:db8:1:2::/64"])
def test_new_users_of_a_network_are_limited(busy, bystander, addresses):
    network = (str(address) for address in itertools.cycle(ipaddress.ip_network(addresses)))
    known = visitor(busy, address=next(network))
    answers = [comes(known)]
    for _ in range(60):
        page = visitor(busy, address=next(network))
        answers.append(comes(page))
        page.cut()
        bystander.notices_nothing()
    assert answers == [True] * 30 + [TOO_MANY] * 31
    # Who was there before comes back, and so do others.
    known.resume()
    assert comes(visitor(busy, known.cookie, next(network))) and comes(visitor(busy, address="198.51.100.1"))
    assert [line.count("--new-users-per-address") for line in busy.logged().splitlines() if "was not opened" in line] == [1]
    assert metric(busy, "windows_refused_total") == 31


def test_windows_of_a_network_are_limited_however_they_are_opened(busy, bystander):
    cookies = [busy.user() for _ in range(10)]
    for number in range(30):
        visitor(busy, cookies[number % 10]).attach().cut()
    original = visitor(busy, cookies[0]).attach(scene="counter")
    for _ in range(29):
        # Another tab of the same window.
        visitor(busy, original.cookie).attach(window=original.window).cut()
        bystander.notices_nothing()
    assert comes(visitor(busy, cookies[1])) == comes(visitor(busy, original.cookie), window=original.window) == TOO_MANY
    original.event("tap", original.document["root"], "increment")
    original.resume()


def test_of_a_user_s_windows_those_go_that_were_not_used_for_longest(busy, bystander):
    cookie = busy.user()
    pages = []
    busy.api("POST", "acts", {"act": "set", "setting": "attachedWindowsPerUser", "value": 5})
    for number in range(50):
        page = visitor(busy, cookie, f"198.51.100.{number}").attach(scene="counter")
        page.event("tap", page.document["root"], "increment")
        page.until(lambda page=page: not page.outbox)
        page.cut()
        pages.append(page)
        bystander.notices_nothing()

    def kept():
        return [each for each in busy.api("GET", "windows?limit=1000")["windows"] if each["user"] == pages[0].user]

    eventually(lambda: len(kept()) <= 20)
    assert metric(busy, "windows_crowded_out_total") >= 30
    assert "A user has more than 20 windows" in busy.logged()
    pages[-1].resume()
    with pytest.raises(ConnectionClosed):
        pages[0].resume()
    assert pages[0].closed == 4500


def test_visitors_who_do_nothing_leave_nothing(busy, bystander):
    busy.api("POST", "acts", {"act": "set", "setting": "sleepAfter", "value": 1000})
    pages = [visitor(busy, address=f"198.51.100.{number}").attach(scene="counter") for number in range(50)]
    eventually(lambda: rows(busy) == {"windows": 51, "models": 51})
    for page in pages:
        page.cut()
        bystander.notices_nothing()
    eventually(lambda: rows(busy) == {"windows": 1, "models": 1})
    pages[0].resume(scene="counter")
    assert pages[0].event("tap", pages[0].document["root"], "increment") is None


def rows(program, tables=("windows", "models")):
    with contextlib.closing(sqlite3.connect(f"file:{program.folder}/oriel.db?mode=ro", uri=True)) as store:
        return {table: store.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}


def test_triggers_that_wait_take_little_of_the_store(busy, bystander):
    page = visitor(busy).attach(scene="counter")
    page.event("tap", page.document["root"], "increment")
    page.until(lambda: not page.outbox)
    page.cut()
    sent = [busy.act("trigger", {"window": page.window}, kind="copy", payload={"text": "x" * 10_000})
        for _ in range(WAITING_TRIGGERS + 50)]
    bystander.notices_nothing()
    assert rows(busy, ("triggers", "outcomes")) == {"triggers": WAITING_TRIGGERS, "outcomes": WAITING_TRIGGERS}
    # With the window goes what it waited for.
    busy.act("dismiss", {"window": page.window})
    eventually(lambda: statuses(busy) == {"expired"})
    assert busy.api("GET", f"triggers/{sent[0]['trigger']}")["outcomes"][0]["status"] == "expired"


def statuses(program):
    with contextlib.closing(sqlite3.connect(f"file:{program.folder}/oriel.db?mode=ro", uri=True)) as store:
        return {status for status, in store.execute("SELECT status FROM outcomes")}


def test_pages_that_say_that_their_window_is_lost_leave_nothing(busy, bystander):
    for number in range(60):
        page = visitor(busy, address=f"198.51.100.{number}").attach(scene="counter", epoch="e-invented", rev=7, saved=9, sent=9)
        page.until(lambda page=page: page.triggers)
        page.cut()
        bystander.notices_nothing()
    assert rows(busy, ("triggers", "outcomes")) == {"triggers": 0, "outcomes": 0}
    assert sum("A page has seen a newer state" in line for line in busy.logged().splitlines()) <= 1


def test_observers_of_a_window(busy, bystander):
    """Only the limit of connections holds for them. Each sees what the window shows, also if others do not read."""
    page = visitor(busy).attach(scene="counter")

    def observer(address):
        observer = Client(busy.origin, bearer=busy.token)
        observer.headers = {"X-Forwarded-For": address}
        return observer

    observers = [observer("192.0.2.9").attach(window=page.window, observe=True) for _ in range(40)]
    assert comes(observer("192.0.2.9"), window=page.window, observe=True) == (
        429, "Your network has as many connections as it may")
    other = observer("198.51.100.1").attach(window=page.window, observe=True)
    reading = [*observers[:20], other]
    for _ in range(100):
        page.event("tap", page.document["root"], "increment")
        bystander.notices_nothing()
    for each in reading:
        each.until(lambda each=each: each.rev == page.rev)
        assert each.document["models"] == page.document["models"]
        assert each.event("tap", page.document["root"], "increment")["code"] == "forbidden"
    listed = lambda: busy.api("GET", f"windows?filter=id:{page.window}")["windows"][0]  # noqa: E731
    assert (listed()["attached"], listed()["observers"]) == (1, 41)
    for each in [*observers, other]:
        each.cut()
    eventually(lambda: "observers" not in listed())
    assert page.event("tap", page.document["root"], "increment") is None


def test_sockets_of_a_network_are_limited(busy, bystander):
    cookie = busy.user()
    pages = []
    for number in range(40):
        page = visitor(busy, cookie, f"2001:db8::{number:x}")
        pages.append(page.attach() if number < 20 else page.connect())
        bystander.notices_nothing()
    assert comes(visitor(busy, address="2001:db8::ffff")) == (429, "Your network has as many connections as it may")
    assert comes(visitor(busy, address="2001:db8:0:1::1")) is True
    for page in pages:
        page.cut()
    eventually(lambda: comes(visitor(busy, cookie, "2001:db8::1")) is True)


def test_requests_that_never_end_keep_nobody_waiting(busy, bystander):
    heads = [b"", b"GET", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "]
    with contextlib.ExitStack() as sockets:
        slow = []
        for number in range(600):
            slow.append(sockets.enter_context(socket.create_connection(("127.0.0.1", busy.port), timeout=60)))
            slow[-1].sendall(heads[number % 3])
            if number % 20 == 0:
                bystander.notices_nothing()
        assert busy.get("/health/ready")[0] == 200
        # None of them is waited for without end.
        for number, each in enumerate(slow):
            with contextlib.suppress(ConnectionResetError):
                while each.recv(1000):
                    pass
            if number % 100 == 0:
                bystander.notices_nothing()


def test_pages_fetched_again_and_again_leave_nothing(busy, bystander):
    cookies = {busy.user() for _ in range(300)}
    bystander.notices_nothing()
    assert len(cookies) == 300 and metric(busy, "users") == metric(busy, "windows") == 1
    assert rows(busy) == {"windows": 1, "models": 1}


def metric(program, name):
    lines = program.get("/metrics", {"Authorization": f"Bearer {program.token}"})[2].decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"oriel_{name} "))


def test_uploads_of_a_network_are_limited_whoever_sends_them(busy, bystander):
    pages = [visitor(busy, address=f"2001:db8::{number:x}").attach(url="/home/files") for number in range(4)]

    def begin(page, sockets):
        """A file of which not all comes. Returns what the server says meanwhile, if it does."""
        connection = sockets.enter_context(socket.create_connection(("127.0.0.1", busy.port), timeout=30))
        connection.sendall((
            f"POST /upload/{ticket(page)} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nCookie: {page.cookie}\r\n"
            f"X-Forwarded-For: {page.headers['X-Forwarded-For']}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n").encode())
        return int(connection.recv(1000).split()[1])

    with contextlib.ExitStack() as sockets:
        answers = []
        for number in range(20):
            answers.append(begin(pages[number % 4], sockets))
            bystander.notices_nothing()
        assert answers == [100] * 6 + [429] * 14
        assert metric(busy, "uploads") == 6
        other = visitor(busy, address="2001:db8:0:1::1").attach(url="/home/files")
        assert begin(other, sockets) == 100
    eventually(lambda: metric(busy, "uploads") == 0)
    assert element(pages[0], "fileField")


def test_tries_to_sign_in_slow_down_their_own_network_only(busy, bystander):
    def tries(address, token):
        headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": address}
        return busy.get("/admin/api/v1/windows", headers)[0]

    answers = []
    for number in range(200):
        answers.append(tries(f"2001:db8::{number:x}", "wrong-wrong-wrong-wrong"))
        if number % 5 == 0:
            bystander.notices_nothing()
    assert answers.count(401) <= 20 and answers.count(401) + answers.count(429) == 200
    assert tries("2001:db8::1", busy.token) == 429 and tries("2001:db8:0:1::1", busy.token) == 200


def test_what_is_refused_again_and_again_is_a_few_lines_in_the_log(busy, bystander):
    cookie = busy.user()
    for number in range(100):
        address = f"2001:db8::{number:x}"
        far = {"X-Forwarded-For": address}
        assert busy.get("/", {"Host": f"{number}.evil.example", **far})[0] == 421
        assert busy.get("/sign-in", {"Origin": f"https://{number}.example", **far}, "POST", "")[0] == 403
        assert busy.get("/connect", {**handshake(busy, origin=f"https://{number}.example"), **far})[0] == 403
        busy.get("/metrics", {"Authorization": f"Bearer {number}", **far})
        busy.get(f"/sign-in/link/{number}", far)
        page = visitor(busy, cookie, address).connect()
        with contextlib.suppress(ConnectionClosed):
            say_nonsense(page)
        bystander.notices_nothing()
    assert 5 <= len(busy.logged().splitlines()) <= 20


def test_handshakes_of_a_network_are_limited(tmp_path):
    busy = Program("--database", "memory", "--trusted-proxies", "127.0.0.1", "--handshakes-per-address", "60")
    try:
        bystander = Bystander(busy)
        cookie = busy.user()
        closed = (4500, "This window was closed")
        refused = (429, "Your network has opened as many connections as it may in a minute")
        answers = []
        # Another one is let in each second, as time passes.
        while answers.count(refused) < 50:
            page = visitor(busy, cookie, f"2001:db8::{len(answers):x}")
            answers.append(comes(page, window="w-none"))
            bystander.notices_nothing()
        assert answers[:60] == [closed] * 60 and set(answers) == {refused, closed}
        assert comes(visitor(busy, cookie, "2001:db8:0:1::1")) is True
        assert [line.count("--handshakes-per-address") for line in busy.logged().splitlines() if "handshake" in line] == [1]
    finally:
        busy.stop()


@pytest.mark.parametrize("flag", [
    "--windows-per-user", "--new-users-per-address", "--new-windows-per-address", "--uploads-per-address", "--connections-per-address",
    "--handshakes-per-address"])
def test_a_limit_is_a_number_that_can_be_met(flag, monkeypatch):
    for value in ("0", str(2**63 - 1)):
        with pytest.raises(AssertionError, match=f"{flag} <.*>': it must be a number from 1 to 1000000000"):
            Program("--database", "memory", flag, value)
    variable = "ORIEL" + flag[1:].replace("-", "_").upper()
    monkeypatch.setenv(variable, "many")
    with pytest.raises(AssertionError, match=f"In {variable}: .*must be a number from 1"):
        Program("--database", "memory")

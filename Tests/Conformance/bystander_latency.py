"""How long a bystander waits beside ten pages that do their worst: .venv/bin/python Tests/Conformance/bystander_latency.py [SECONDS] [WHAT...]

Ten visitors, each at an address and in a process of its own, do one thing as fast as they may, and a bystander presses a
counter's button. Before each thing it does so alone. Run it against an optimised program on a machine that does nothing
else (`ORIEL_BINARY=.build/release/gallery`): a debug build is several times slower. WHAT are names of VISITORS, below; all by
default. PAGES=1 has one visitor."""

import contextlib
import multiprocessing
import os
import pathlib
import socket
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from oriel_client import Client  # noqa: E402
from page_view import View  # noqa: E402
from program import Program  # noqa: E402
from raw import TEXT, frame  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

PAGES = int(os.environ.get("PAGES", 10))
# A page may send this many events a second.
RATE = 50
# With so many, the Gallery's document has about 1 MiB.
SCREENS = int(os.environ.get("SCREENS", 520))


class Visitor:
    """Someone at an address of the documentation's network, as a trusted proxy says."""

    def __init__(self, program, number):
        self.program, self.address = program, f"198.51.100.{number + 1}"
        self.cookie = self.new_cookie()

    def new_cookie(self):
        _, headers, _ = self.program.get("/", {"X-Forwarded-For": self.address})
        return headers["Set-Cookie"].split(";")[0]

    def page(self, **members):
        page = Client(self.program.origin, self.cookie)
        page.headers = {"X-Forwarded-For": self.address}
        return page.attach(**members)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.program.port))
        connection.settimeout(5)
        return connection

    def head(self, line, *headers):
        return "\r\n".join(
            [f"{line} HTTP/1.1", "Host: 127.0.0.1", f"X-Forwarded-For: {self.address}", *headers, "", ""]).encode()

    def socket(self, cookie=None, **members):
        """A WebSocket that has sent `attach`, without a client that would take time to read what comes."""
        connection = self.connect()
        connection.sendall(self.head(
            "GET /connect", f"Origin: {self.program.origin}", f"Cookie: {cookie or self.cookie}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: oriel.v1").replace(b"Host: 127.0.0.1", f"Host: 127.0.0.1:{self.program.port}".encode()))
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            if not (byte := connection.recv(1)):
                raise ConnectionResetError(answer)
            answer += byte
        # That would be a mistake of the visitor, who would do nothing.
        if answer.startswith(b"HTTP/1.1 400 "):
            raise ValueError(answer)
        if not answer.startswith(b"HTTP/1.1 101 "):
            raise ConnectionRefusedError(answer)
        instance = os.urandom(12).hex()
        text = "".join(f',"{name}":"{value}"' for name, value in members.items() if value is not True)
        text += "".join(f',"{name}":true' for name, value in members.items() if value is True)
        connection.sendall(frame(TEXT, f'{{"attach":{{"instance":"{instance}","environment":{{}},"capabilities":{{}}{text}}}}}'.encode()))
        return connection


def read(connection, enough=1 << 40):
    """Reads until so many bytes have come, or the connection ends or is silent."""
    count = 0
    with contextlib.suppress(OSError):
        while count < enough and (piece := connection.recv(1 << 16)):
            count += len(piece)
    return count


def button(page, name):
    model, found = View(page.document, page.shared).element(name)
    return model, found["id"]


def full(visitor):
    """A page whose window takes no more screens, or has as many as it should."""
    page = visitor.page(scene="home")
    for _ in range(SCREENS):
        page.event("tap", *button(page, "push"))
    return page


def pressing(name, scene="home", before=()):
    def visit(visitor):
        page = visitor.page(scene=scene)
        for first in before:
            page.event("tap", *button(page, first))
        press = (page.document["root"], name) if scene == "counter" else button(page, name)
        while True:
            start = time.perf_counter()
            for _ in range(40):
                page.event("tap", *press, wait=False)
            page.until(lambda: page.applied >= page.last_event)
            yield time.sleep(max(0, 40 / RATE - (time.perf_counter() - start)))
    return visit


def report_themselves(visitor):
    page = visitor.page(scene="counter")
    while True:
        for number in range(40):
            page.report(locale=["de", "fr"][number % 2], width=300 + number, timeZone=["Europe/Berlin", "UTC"][number % 2])
        page.handled()
        yield time.sleep(40 / RATE)


def push_screens(visitor):
    while True:
        page = visitor.page(scene="home")
        for _ in range(SCREENS):
            page.event("tap", *button(page, "push"))
            yield


def send_requests(visitor):
    connections = [visitor.connect() for _ in range(10)]
    request = visitor.head("GET /")
    while True:
        for connection in connections:
            connection.sendall(request * 5)
        for connection in connections:
            read(connection, 5 * 1000)
        yield


def send_heads(visitor):
    query = visitor.head("GET /sign-in?" + "&".join(f"a{number}=" for number in range(2300)))
    cookie = visitor.head("GET /", "Cookie: " + "a;" * 7000)
    upgrade = visitor.head("GET /", "Connection: " + "a," * 7000)
    while True:
        for head in (query, cookie, upgrade):
            with contextlib.suppress(OSError), visitor.connect() as connection:
                connection.sendall(head)
                read(connection, 200)
            yield


def send_forms(visitor):
    body = "&".join(f"a{number}=" for number in range(2300)).encode()
    head = visitor.head("POST /sign-in", f"Content-Length: {len(body)}", "Content-Type: application/x-www-form-urlencoded")
    while True:
        with contextlib.suppress(OSError), visitor.connect() as connection:
            connection.sendall(head + body)
            read(connection, 200)
        yield


def drip(visitor):
    while True:
        connections = []
        for _ in range(200):
            connections.append(visitor.connect())
            connections[-1].sendall(b"GET / HTTP/1.1\r\nHo")
            yield
        for _ in range(20):
            for connection in connections:
                with contextlib.suppress(OSError):
                    connection.sendall(b"s")
            yield time.sleep(0.1)


def come_as_new_users(visitor):
    while True:
        with contextlib.suppress(OSError), visitor.socket(visitor.new_cookie(), scene="home") as connection:
            read(connection, 2000)
        yield


def open_windows(visitor):
    while True:
        with contextlib.suppress(OSError), visitor.socket(scene="home") as connection:
            read(connection, 2000)
        yield


def upload(visitor):
    page = visitor.page(url="/home/files")
    field = next(
        element for model in page.document["models"].values() for element in flattened(model.get("body", []))
        if element["type"] == "fileField")
    body = bytes(4 << 20)
    head = visitor.head(
        f"POST /upload/{field['ticket']}", f"Content-Length: {len(body)}", "Content-Type: text/plain",
        f"Cookie: {visitor.cookie}", "X-File-Name: a.txt", f"Origin: {visitor.program.origin}")
    head = head.replace(b"Host: 127.0.0.1", f"Host: 127.0.0.1:{visitor.program.port}".encode())
    while True:
        connections = [visitor.connect() for _ in range(4)]
        for connection in connections:
            connection.setblocking(False)
        sent = [0] * 4
        for _ in range(5000):
            for number, connection in enumerate(connections):
                with contextlib.suppress(OSError):
                    sent[number] += connection.send((head + body)[sent[number]:sent[number] + (1 << 16)])
            if min(sent) >= len(head) + len(body):
                break
            yield
        for connection in connections:
            connection.close()


def flattened(elements):
    for element in elements:
        yield element
        yield from flattened(element.get("children", []))


def list_windows(visitor):
    lists = [visitor.socket(scene="windows") for _ in range(20)]
    for connection in lists:
        connection.setblocking(False)
    while True:
        with contextlib.suppress(OSError), visitor.socket(scene="counter") as connection:
            read(connection, 500)
        for connection in lists:
            with contextlib.suppress(OSError):
                connection.recv(1 << 20)
        yield


def send_values(visitor):
    value = "[" * 20 + "[],".join([""] * 16_000) + "[]" + "]" * 20
    message = frame(TEXT, f'{{"event":{{"id":1,"model":"m1","element":"x","name":"tap","value":{value}}}}}'.encode())
    yield from send(visitor, message)


def send_pings(visitor):
    yield from send(visitor, frame(TEXT, b'{"ping":1' + b" " * 65_000 + b"}"))


def send(visitor, message):
    while True:
        with contextlib.suppress(OSError), visitor.socket(scene="counter") as connection:
            read(connection, 500)
            for _ in range(200):
                connection.sendall(message)
                yield time.sleep(1 / RATE)


def attach_and_read_nothing(visitor):
    page = full(visitor)
    page.cut()
    connections = []
    while True:
        connections.append(visitor.socket(window=page.window, takeover=True))
        if len(connections) > 5:
            connections.pop(0).close()
        yield time.sleep(0.005)


def attach_again_and_again(visitor):
    page = full(visitor)
    page.cut()
    while True:
        with contextlib.suppress(OSError), visitor.socket(window=page.window, takeover=True) as connection:
            read(connection, 900_000)
        yield


def copy(visitor):
    page = full(visitor)
    while True:
        with contextlib.suppress(OSError), visitor.socket(window=page.window) as connection:
            connection.settimeout(1)
            read(connection, 900_000)
        yield


VISITORS = {
    "click": pressing("increment", "counter"),
    "report": report_themselves,
    "sheets": pressing("another", before=["sheet"] + ["another"] * 31),
    "requests": send_requests,
    "drip": drip,
    "push": push_screens,
    "users": come_as_new_users,
    "windows": open_windows,
    "files": upload,
    "lists": list_windows,
    "values": send_values,
    "pings": send_pings,
    "deaf": attach_and_read_nothing,
    "attach": attach_again_and_again,
    "heads": send_heads,
    "forms": send_forms,
    "copies": copy,
}


def do_worst(what, program, number, ready, is_over, done):
    os.nice(10)  # what is measured is the server, and not who gets a core
    acts = iter(VISITORS[what](Visitor(program, number)))
    next(acts)
    ready.wait()
    while not is_over.is_set():
        try:
            next(acts)
            with done:
                done.value += 1
        except (OSError, ConnectionClosed, AssertionError, StopIteration):
            acts = iter(VISITORS[what](Visitor(program, number)))


@contextlib.contextmanager
def visitors(what, program):
    """Visitors, who do this meanwhile. Yields the number of times that they have done it."""
    ready, is_over, done = multiprocessing.Barrier(PAGES + 1), multiprocessing.Event(), multiprocessing.Value("i")
    processes = [
        multiprocessing.Process(target=do_worst, args=(what, program, number, ready, is_over, done), daemon=True)
        for number in range(PAGES)]
    for process in processes:
        process.start()
    ready.wait(300)
    try:
        yield done
    finally:
        is_over.set()
        for process in processes:
            process.join(10)
            process.kill()


def waits(program, seconds):
    """How long the answers took, in milliseconds, shortest first."""
    page = Client(program.origin, program.user()).attach(scene="counter")
    end, taken = time.perf_counter() + seconds, []
    while (start := time.perf_counter()) < end:
        page.event("tap", page.document["root"], "increment")
        taken.append((time.perf_counter() - start) * 1000)
        time.sleep(1 / RATE)
    page.cut()
    return sorted(taken)


def part(taken, share):
    return f"{taken[int(share * (len(taken) - 1))]:7.1f}"


def main(*arguments):
    seconds = float(arguments[0]) if arguments else 6.0
    print(f"{PAGES} visitors; milliseconds{'':14}calm p50      p99 | beside p50      p99  longest | times | load")
    for what in arguments[1:] or VISITORS:
        program = Program("--database", "memory", "--trusted-proxies", "127.0.0.1", "--connections-per-address", "10000")
        calm = waits(program, seconds / 2)
        with visitors(what, program) as done:
            beside = waits(program, seconds)
        print(
            f"{what:33} {part(calm, 0.5)}  {part(calm, 0.99)} |    {part(beside, 0.5)}  {part(beside, 0.99)}  {part(beside, 1)} "
            f"| {done.value:5} | {os.getloadavg()[0]:.0f}", flush=True)
        program.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])

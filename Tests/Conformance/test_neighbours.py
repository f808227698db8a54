"""One visitor creates many of something, and another one with the same address must not notice."""

import contextlib
import socket
import struct

import pytest
from oriel_client import Client
from raw import TEXT, fragments, frame
from websockets.exceptions import ConnectionClosed

UNATTACHED = 50  # connections of one address that may wait to attach


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

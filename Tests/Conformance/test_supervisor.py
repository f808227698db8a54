"""The program's reports to systemd, and the proxies that it trusts."""

import socket

import pytest
from program import PATIENCE, Program
from raw import handshake


@pytest.fixture
def ear(tmp_path, monkeypatch):
    """systemd's socket, as the environment names it."""
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(path))
        ear.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        yield lambda: ear.recv(64).decode()


def test_the_supervisor_hears_of_the_beginning_and_the_end(ear):
    program = Program("--database", "memory")
    assert ear() == "READY=1"
    program.stop()
    assert ear() == "STOPPING=1"


def test_a_program_that_lives_says_so(ear, monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "100000")
    program = Program("--database", "memory")
    assert [ear() for _ in range(4)] == ["READY=1"] + 3 * ["WATCHDOG=1"]
    program.stop()


def unattached(program, **headers):
    """Opens a connection that will not attach. Returns the socket and the status of the response."""
    connection = socket.create_connection(("127.0.0.1", program.port), PATIENCE)
    fields = {**handshake(program), **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    connection.sendall(f"GET /connect HTTP/1.1\r\n{head}\r\n".encode())
    return connection, int(connection.recv(64).split()[1])


@pytest.mark.parametrize("flags, statuses", [((), {101: 50, 429: 2}), (("--trusted-proxies", "127.0.0.0/8"), {101: 52})])
def test_connections_are_counted_by_whom_a_trusted_proxy_names(flags, statuses):
    program = Program("--database", "memory", *flags)
    taken = [unattached(program, **{"x-forwarded-for": f"192.0.2.{number}"}) for number in range(52)]
    answers = [status for _, status in taken]
    assert {status: answers.count(status) for status in answers} == statuses
    for connection, _ in taken:
        connection.close()
    program.stop()


def test_what_is_no_address_is_no_proxy():
    with pytest.raises(AssertionError, match="--trusted-proxies proxy.example: write IP addresses and networks"):
        Program("--database", "memory", "--trusted-proxies", "127.0.0.1,proxy.example")

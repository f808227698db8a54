"""The names that the server answers to, and the origins whose pages may use it. Requests under a foreign name are
refused.
"""

import json

import pytest
from program import Program
from raw import handshake

PUBLIC = "https://app.example"
EMBEDDER = "https://embedder.example"


@pytest.fixture(scope="module")
def public():
    """A server with a public address, and a site that may embed its windows."""
    program = Program("--database", "memory", "--public-url", PUBLIC + "/", "--allow-origin", EMBEDDER)
    yield program
    program.stop()


@pytest.fixture(scope="module")
def lan():
    """A server for a network that its operator trusts."""
    program = Program("--database", "memory", "--host", "0.0.0.0", "--insecure")
    yield program
    program.stop()


def status(program, path="/", **headers):
    return program.get(path, headers)[0]


def connects(program, **changes):
    cookie = program.get("/", {"Host": "127.0.0.1"})[1]["Set-Cookie"].split(";")[0]
    answer, _, body = program.get("/connect", handshake(program, **{"cookie": cookie, **changes}))
    return answer, body.decode()


LOOPBACK = ["localhost", "LOCALHOST:80", "127.0.0.1", "127.1.2.3:8080", "[::1]", "[::1]:8080"]
POINTED_HERE = [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "127.evil", "0.0.0.0",
    "192.168.0.1", "[::2]", "[::1].evil", "127.0.0.256", ""]
PATHS = ["/", "/admin", "/metrics", "/health/ready", "/health/live", "/admin/api/v1/windows", "/client/client.js", "/sign-in"]


@pytest.mark.parametrize("host", LOOPBACK)
def test_a_server_on_the_loopback_answers_to_its_names(program, host):
    assert [status(program, path, Host=host) for path in ("/", "/metrics", "/health/ready")] == [200] * 3
    assert connects(program, host=host, origin=f"http://{host}")[0] == 101


@pytest.mark.parametrize("host", POINTED_HERE)
def test_a_server_on_the_loopback_answers_to_no_name_that_is_pointed_here(program, host):
    assert {path: status(program, path, Host=host) for path in PATHS} == dict.fromkeys(PATHS, 421)
    assert status(program, "/metrics", Host=host, Authorization=f"Bearer {program.token}") == 421
    assert connects(program, host=host, origin=f"http://{host}")[0] == 421


def test_who_is_refused_is_told_what_to_change_and_so_is_the_log(own_program):
    _, _, body = own_program.get("/", {"Host": "app.example:8080"})
    told = (
        'This server does not answer to the host "app.example:8080": it is for this machine only, as http://127.0.0.1 and '
        "its port. To serve this name, start the server with --public-url https://app.example")
    assert body.decode() == told + "\n"
    _, told_origin = connects(own_program, origin=PUBLIC)
    assert told_origin == (
        'This origin is not allowed to connect: "https://app.example". Start the server with --allow-origin https://app.example\n')
    for _ in range(100):
        assert status(own_program, Host="app.example") == 421
    log = own_program.logged()
    assert (log.count("does not answer to the host"), log.count(told), log.count(told_origin.strip())) == (1, 1, 1)


def test_a_public_server_answers_to_its_own_name(public):
    assert [status(public, Host=host) for host in ("app.example", "APP.example:443", "app.example:8443")] == [200] * 3
    assert status(public, Host="evil.example") == status(public, "/admin", Host="10.0.0.1:8080") == 421
    assert connects(public, host="evil.example", origin=PUBLIC)[0] == 421
    # On the machine itself, for its operators.
    assert status(public, "/metrics") == status(public, "/health/ready") == 200
    assert status(public, "/metrics", Host="app.example") == 401


def test_an_orchestrator_checks_a_public_servers_health_by_its_address(public):
    for host in ("10.1.2.3:8080", "app:8080"):
        assert [status(public, path, Host=host) for path in ("/health/live", "/health/ready")] == [200] * 2
        _, _, body = public.get("/health/ready", {"Host": host, "Accept": "application/json"})
        assert json.loads(body) == {"status": "ready", "saving": True}
        # A client with a token may also ask from a neighbouring container.
        bearer = {"Host": host, "Authorization": f"Bearer {public.token}"}
        assert [status(public, path, **bearer) for path in ("/metrics", "/admin/api/v1/windows", "/")] == [200, 200, 421]
        assert status(public, "/metrics", Host=host, Authorization="Bearer wrong") == 401
    public.get("/metrics", {"Authorization": f"Bearer {public.token}"})


@pytest.mark.parametrize("origin, answer", {
    PUBLIC: 101, "HTTPS://app.example:443": 101, EMBEDDER: 101, "http://app.example": 403, "https://app.example:8443": 403,
    "https://app.example.evil": 403, "http://embedder.example": 403, "http://127.0.0.1": 403, "null": 403, None: 403}.items())
def test_only_a_public_servers_own_pages_and_those_on_the_list_connect(public, origin, answer):
    assert connects(public, host="app.example", origin=origin)[0] == answer


def test_the_same_host_by_another_scheme_is_told_apart(public):
    assert connects(public, host="app.example", origin="http://app.example") == (403, (
        'This origin is not allowed to connect: "http://app.example". The server\'s own is https://app.example, as '
        "--public-url says\n"))


def test_the_pages_of_the_list_neither_sign_in_nor_frame_the_console(public):
    def sign_in(origin):
        headers = {"Host": "app.example", "Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
        return [public.get(path, headers, "POST", f"token={public.token}")[0] for path in ("/sign-in", "/sign-out")]

    assert (sign_in(PUBLIC), sign_in(EMBEDDER)) == ([303, 303], [403, 403])

    def ancestors(path):
        headers = public.get(path, {"Host": "app.example", "Cookie": operator})[1]
        return next(each for each in headers["Content-Security-Policy"].split("; ") if each.startswith("frame-ancestors"))

    headers = {"Host": "app.example", "Origin": PUBLIC}
    operator = public.get("/sign-in", headers, "POST", f"token={public.token}")[1]["Set-Cookie"].split(";")[0]
    assert {path: ancestors(path) for path in ("/", "/admin", "/admin/windows", "/admin/mirror", "/sign-in", "/sign-out")} == {
        "/": f"frame-ancestors 'self' {EMBEDDER}", "/admin": "frame-ancestors 'self'", "/admin/windows": "frame-ancestors 'self'",
        "/admin/mirror": "frame-ancestors 'self'", "/sign-in": "frame-ancestors 'none'", "/sign-out": "frame-ancestors 'none'"}


def test_a_server_of_a_network_answers_to_any_name_but_measures_only_for_this_machine(lan):
    assert [status(lan, Host=host) for host in ("192.168.1.5:8080", "wall.local", "[fd00::1]:8080")] == [200] * 3
    assert connects(lan, host="wall.local:8080", origin="http://wall.local:8080")[0] == 101
    assert connects(lan, host="wall.local:8080", origin="http://wall.local")[0] == 403
    assert connects(lan, host="wall.local", origin="https://wall.local") == (403, (
        'This origin is not allowed to connect: "https://wall.local". Start the server with --public-url https://wall.local\n'))
    assert status(lan, "/metrics") == 200
    # A browser on this machine may have been led here under another name.
    assert status(lan, "/metrics", Host="evil.example") == 401


def test_what_is_no_origin_is_no_setting():
    for flag, value in {"--public-url": "https://app.example/notes", "--allow-origin": "app.example"}.items():
        with pytest.raises(AssertionError, match=f"{flag} {value}: "):
            Program("--database", "memory", flag, value)
    with pytest.raises(AssertionError, match="--upload-limit <.*>': it must be a number from 0 to 1099511627776"):
        Program("--database", "memory", "--upload-limit", str(2**63 - 1))

"""Signing in with a browser: the form, the session that it creates, and the limits that make guessing slow."""

import re
import urllib.parse

import pytest
from oriel_client import Client
from program import Program
from raw import handshake
from websockets.exceptions import InvalidStatus


@pytest.fixture
def started():
    """Starts programs with flags, and ends them."""
    programs = []

    def start(*flags):
        programs.append(Program("--database", "memory", *flags))
        return programs[-1]

    yield start
    for program in programs:
        program.stop()


def post(program, path, cookie=None, origin=True, **fields):
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    if origin:
        headers["Origin"] = program.origin if origin is True else origin
    if cookie:
        headers["Cookie"] = cookie
    return program.get(path, headers, "POST", urllib.parse.urlencode(fields))


def sign_in(program, **fields):
    """Signs the operator in. Returns the cookie."""
    status, headers, body = post(program, "/sign-in", **{"token": program.token, **fields})
    assert status == 303, body
    return headers["Set-Cookie"].split(";")[0]


def scene(program, cookie):
    page = Client(program.origin, cookie).attach(scene="admin")
    page.cut()
    return page.document["scene"]


def test_the_operator_signs_in_with_the_token_and_is_where_they_wanted_to_be(program):
    status, headers, body = program.get("/admin/windows?tag=a%26b")
    assert status == 401 and headers["WWW-Authenticate"] == "Bearer" and headers["Cache-Control"] == "no-store"
    assert b'name="next" value="/admin/windows?tag=a%26b"' in body and b'action="/sign-in"' in body
    assert "form-action 'self'" in headers["Content-Security-Policy"] and b"<script" not in body

    status, headers, _ = post(program, "/sign-in", token=program.token, next="/admin/windows?tag=a%26b")
    assert (status, headers["Location"]) == (303, "/admin/windows?tag=a%26b")
    cookie, *attributes = headers["Set-Cookie"].split("; ")
    assert attributes == ["Path=/", "Max-Age=43200", "HttpOnly", "SameSite=Lax"]
    assert program.get("/admin", {"Cookie": cookie})[0] == 200
    assert program.token not in cookie


def test_an_apps_own_page_may_post_to_the_server_and_nowhere_else(program):
    _, headers, _ = program.get("/")
    assert "form-action 'self'" in headers["Content-Security-Policy"].split("; ")


def test_who_has_not_signed_in_learns_nothing_of_the_console(program):
    assert scene(program, program.user()) == "welcome"
    assert scene(program, sign_in(program)) == "admin"
    assert program.get("/admin", {"Cookie": program.user()})[0] == 401


def test_the_log_says_that_a_token_is_not_the_operators(started):
    program = started()
    assert program.get("/admin/api/v1/windows", {"Authorization": "Bearer wrong"})[0] == 401
    assert "A token was refused: it is not the admin token, and this server takes no JSON Web Tokens" in program.logged()


def test_a_session_is_no_credential_of_the_api(program):
    assert program.get("/admin/api/v1/windows", {"Cookie": sign_in(program)})[0] == 401


@pytest.mark.parametrize("origin", [False, "https://evil.example", "null"])
def test_another_page_signs_nobody_in(program, origin):
    assert post(program, "/sign-in", origin=origin, token=program.token)[0] == 403
    assert post(program, "/sign-out", origin=origin)[0] == 403


@pytest.mark.parametrize("wanted", ["//evil.example", "https://evil.example", "/\\evil.example", "", "/a\r\nSet-Cookie: a=b"])
def test_signing_in_leads_nowhere_else(program, wanted):
    assert post(program, "/sign-in", token=program.token, next=wanted)[1]["Location"] == "/"


def test_what_a_page_asks_for_stays_text(program):
    _, _, body = program.get("/sign-in?" + urllib.parse.urlencode({"next": '/"><script>alert(1)</script>'}))
    assert b"<script" not in body


def test_a_session_that_was_changed_is_none(program):
    cookie = sign_in(program)
    name, value = cookie.split("=")
    forged = value[:-1] + ("0" if value[-1] != "0" else "1")
    for other in (forged, value.split(".")[0], "." + value.split(".")[1], "", "é"):
        assert program.get("/admin", {"Cookie": f"{name}={other}".encode().decode("latin-1")})[0] == 401
    anonymous = program.user().split("=")[1]
    assert program.get("/admin", {"Cookie": f"{name}={anonymous}"})[0] == 401


def test_who_signs_out_is_signed_out(program):
    cookie = sign_in(program)
    page = Client(program.origin, cookie).attach(scene="admin")
    status, headers, _ = post(program, "/sign-out", cookie=cookie)
    assert (status, headers["Location"]) == (303, "/")
    assert re.fullmatch("oriel-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax", headers["Set-Cookie"])
    assert page.until_closed() == 4501
    # All copies of the cookie are void; signing in again creates another.
    assert program.get("/admin", {"Cookie": cookie})[0] == 401
    assert program.get("/admin", {"Cookie": sign_in(program)})[0] == 200


def test_a_window_from_before_signing_in_can_be_come_back_to(program):
    anonymous = program.user()
    page = Client(program.origin, anonymous).attach(scene="counter")
    page.cookie = f"{anonymous}; {sign_in(program)}"
    page.resume()
    assert page.document["scene"] == "counter"
    # It is a single user, with the operator's roles, that opens other users' windows.
    other = Client(program.origin, page.cookie).attach(scene="counter")
    assert other.user == "admin"


def test_failures_make_an_address_wait_wherever_it_tries(started):
    program = started()
    wrong = {"Authorization": "Bearer wrong-wrong-wrong-wrong"}
    answers = [program.get("/admin/api/v1/windows", wrong)[0] for _ in range(5)]
    assert answers == [401] * 5
    right = {"Authorization": f"Bearer {program.token}"}
    status, headers, _ = program.get("/admin/api/v1/windows", right)
    assert status == 429 and 1 <= int(headers["Retry-After"]) <= 300
    status, headers, body = post(program, "/sign-in", token=program.token)
    assert status == 429 and f"Try again in {headers['Retry-After']} second".encode() in body
    protocols = f"oriel.v1, bearer.{program.token}"
    assert program.get("/connect", handshake(program, sec_websocket_protocol=protocols))[0] == 429
    # Pages of users who have a cookie are not delayed.
    Client(program.origin, program.user()).attach(scene="counter")


def test_a_session_ends_and_its_pages_are_told(started):
    program = started("--session-hours", "0.0006")
    page = Client(program.origin, sign_in(program)).attach(scene="admin")
    assert page.until_closed() == 4401
    assert page.closing["code"] == 4401
    assert program.get("/admin", {"Cookie": page.cookie})[0] == 401


def test_the_pages_of_a_browser_go_on_when_its_user_signs_in_again(started):
    program = started("--session-hours", "0.0012")
    cookie = sign_in(program)
    pages = [Client(program.origin, cookie).attach(scene=scene) for scene in ("admin", "counter")]
    elsewhere = Client(program.origin, sign_in(program)).attach(scene="counter")
    for page in pages:
        page.until(lambda page=page: page.expires)
        assert 0 < page.expires[-1] <= 2160
    assert post(program, "/sign-in", cookie=cookie, token=program.token)[0] == 303
    # Another browser of the user has a session of its own.
    assert elsewhere.until_closed() == 4401
    for page in pages:
        page.until(lambda page=page: len(page.expires) == 2)
        assert page.closed is None


def test_a_session_outlives_a_restart(started):
    program = started()
    cookie = sign_in(program)
    program.stop()
    program.start()
    assert program.get("/admin", {"Cookie": cookie})[0] == 200


def test_behind_tls_a_session_is_never_sent_in_clear(started):
    program = started("--public-url", "https://oriel.example")
    status, headers, _ = post(program, "/sign-in", origin="https://oriel.example", token=program.token)
    assert status == 303 and re.fullmatch(
        r"__Host-oriel-session=[0-9a-f.]+; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure", headers["Set-Cookie"])
    assert headers["Strict-Transport-Security"] == "max-age=31536000"


def test_cookies_from_before_the_names_had_a_prefix_are_read_once_and_replaced(started):
    plain = started()
    former = f"{plain.user()}; {sign_in(plain)}"
    names = dict(each.split("=") for each in former.split("; "))
    plain.stop()
    plain.flags += ("--public-url", "https://oriel.example")
    plain.start()
    _, headers, _ = plain.get("/", {"Cookie": former})
    cookies = [each.split("; ") for each in headers.get_all("Set-Cookie")]
    assert [cookie for cookie, *_ in cookies] == [
        "oriel=", f"__Host-oriel={names['oriel']}", "oriel-session=", f"__Host-oriel-session={names['oriel-session']}"]
    assert [attributes[1] for _, *attributes in cookies[:3]] == ["Max-Age=0", "Max-Age=31536000", "Max-Age=0"]
    # The session ends at its original time, and the user stays the same.
    assert 0 < int(cookies[3][2].removeprefix("Max-Age=")) <= 43200
    current = "; ".join(cookie for cookie, *_ in cookies[1::2])
    assert plain.get("/admin", {"Cookie": current})[0] == 200
    assert plain.get("/", {"Cookie": current})[1].get_all("Set-Cookie") is None
    # A neighbour's cookie is no longer valid, and is removed.
    other = plain.get("/")[1]["Set-Cookie"].split(";")[0].removeprefix("__Host-")
    assert plain.get("/", {"Cookie": f"{current}; {other}"})[1].get_all("Set-Cookie") == ["oriel=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"]


def test_where_signing_in_is_required_nobody_else_comes_in(started):
    program = started("--require-sign-in")
    status, headers, body = program.get("/counter")
    assert status == 401 and "Set-Cookie" not in headers and b'value="/counter"' in body
    assert program.get("/client/client.js")[0] == 200
    with pytest.raises(InvalidStatus) as refused:
        Client(program.origin).attach(scene="counter")
    assert refused.value.response.status_code == 401
    page = Client(program.origin, sign_in(program)).attach(scene="counter")
    assert page.document["scene"] == "counter" and page.user == "admin"


def test_neither_tokens_nor_sessions_are_logged(started):
    program = started("--log-level", "trace")
    cookie = sign_in(program)
    post(program, "/sign-in", token="a-wrong-token-that-somebody-typed")
    program.get("/admin/api/v1/windows", {"Authorization": f"Bearer {program.token}"})
    page = Client(program.origin, cookie).attach(scene="counter")
    page.leave() if hasattr(page, "leave") else page.cut()
    log = program.logged()
    assert "Signed in" in log and "A token was refused" in log
    for secret in (program.token, "a-wrong-token-that-somebody-typed", cookie.split("=")[1], page.window):
        assert secret not in log


def link_of(program):
    """The path of the console link that the terminal shows."""
    said = program.says("console ")
    assert said.startswith(f"console {program.origin}/sign-in/link/")
    return said.removeprefix(f"console {program.origin}")


def test_the_terminals_link_signs_in_once_and_then_says_what_to_do(started):
    program = started()
    link = link_of(program)
    # A request that only looks does not use it up.
    assert program.get(link, method="HEAD")[0] == 405
    assert program.get(link, {"Sec-Purpose": "prefetch;prerender"})[0] == 503
    status, headers, _ = program.get(link)
    assert (status, headers["Location"], headers["Cache-Control"]) == (303, "/admin", "no-store")
    cookie = headers["Set-Cookie"].split(";")[0]
    assert program.get("/admin", {"Cookie": cookie})[0] == 200
    status, headers, body = program.get(link)
    assert (status, headers["Set-Cookie"]) == (410, None)
    assert b"This link has been used: it works once. Sign in with the admin token, or restart the server" in body
    assert b'value="/admin"' in body
    assert link.rsplit("/", 1)[1] not in program.logged()


def test_guessed_links_are_refused_and_lock_nobody_out(started):
    program = started()
    link = link_of(program)
    guess = link[:-1] + ("0" if link[-1] != "0" else "1")
    assert [program.get(guess)[0] for _ in range(20)] == [401] * 20
    assert program.get(link)[0] == 303


@pytest.mark.parametrize("flags", [("--public-url", "https://oriel.example"), ("--trusted-proxies", "127.0.0.1")])
def test_there_is_no_link_where_others_may_come(started, flags):
    program = started(*flags)
    program.process.terminate()
    assert "console" not in program.process.stdout.read()


def test_the_audit_says_when_an_operator_came_and_went(tmp_path):
    database = tmp_path / "oriel.db"
    program = Program("--database", database)
    try:
        post(program, "/sign-out", cookie=sign_in(program))
        assert program.get(link_of(program))[0] == 303
        records = program.api("GET", "audit")["records"]
    finally:
        program.stop()
    told = [(record["who"], record["act"], record["target"], record.get("detail")) for record in reversed(records)]
    assert told == [("admin", "signIn", "user:admin", None), ("admin", "signOut", "user:admin", None),
                    ("admin", "signIn", "user:admin", "link")]

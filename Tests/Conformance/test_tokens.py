"""Signing in with JSON Web Tokens: real ones, of every algorithm, over HTTP and WebSockets."""

import contextlib
import hashlib
import hmac
import json
import secrets
import socket
import subprocess
import time

import jwt
import pytest
from issuer import Issuer, Key, encoded
from oriel_client import Client
from program import Program
from raw import handshake

SKEW = 60
KEYS = {name: Key(name, f"key-{name}") for name in ("HS256", "RS256", "ES256", "EdDSA")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("keys")


def knowing(folder):
    """A server that reads the keys from a file."""
    keys = folder / "keys.json"
    keys.write_text(json.dumps({"keys": [key.public for key in KEYS.values()]}))
    program = Program(
        "--database", "memory", "--jwt-keys", keys, "--jwt-issuer", "https://id.example", "--jwt-audience", "oriel",
        "--jwt-roles-claim", "realm.roles", "--log-level", "trace", "--allow-origin", "https://shop.example",
        "--trusted-proxies", "127.0.0.1")
    yield program
    program.stop()


server = pytest.fixture(knowing, scope="module", name="server")
fresh = pytest.fixture(knowing, name="fresh")


ADDRESSES = (f"192.0.2.{number}" for number in range(1, 255))


@pytest.fixture(autouse=True)
def elsewhere(request):
    """Every test is from an address of its own, so that the failures of the others don't count."""
    if "server" in request.fixturenames:
        request.getfixturevalue("server").address = next(ADDRESSES)


def asked(server, token):
    """The status of a request with this token."""
    return server.get("/admin/api/v1/windows", {"Authorization": f"Bearer {token}"})[0]


@pytest.mark.parametrize("algorithm", KEYS)
def test_a_token_of_each_algorithm_is_good_for_requests_and_windows(server, algorithm):
    token = KEYS[algorithm].sign()
    assert asked(server, token) == 200
    page = Client(server.origin, bearer=token).attach(scene="counter")
    assert page.user == "ann"
    page.cut()


def test_a_token_signs_a_browser_in(server):
    headers = {"Origin": server.origin, "Content-Type": "application/x-www-form-urlencoded"}
    status, headers, body = server.get("/sign-in", headers, "POST", f"token={KEYS['ES256'].sign()}&next=/admin")
    assert (status, headers["Location"]) == (303, "/admin"), body
    cookie = headers["Set-Cookie"].split(";")[0]
    assert server.get("/admin", {"Cookie": cookie})[0] == 200
    assert Client(server.origin, cookie).attach(scene="admin").user == "ann"


def test_a_session_ends_no_later_than_its_token(server):
    headers = {"Origin": server.origin}
    token = KEYS["ES256"].sign(exp=int(time.time()) + 40)
    cookie = server.get("/sign-in", headers, "POST", f"token={token}")[1]["Set-Cookie"]
    age = int(cookie.split("Max-Age=")[1].split(";")[0])
    assert 40 + SKEW - 5 <= age <= 40 + SKEW


def test_who_has_no_role_is_a_user_and_no_operator(server):
    token = KEYS["RS256"].sign(realm={"roles": ["clerk"]})
    assert asked(server, token) == 403
    page = Client(server.origin, bearer=token).attach(scene="admin")
    assert (page.user, page.scene) == ("ann", "welcome")
    page.cut()


CLAIMS = {
    "of another issuer": {"iss": "https://evil.example"}, "of nobody": {"iss": None}, "for another": {"aud": "shop"},
    "for nobody": {"aud": None}, "for others": {"aud": ["shop", "mail"]}, "without an end": {"exp": None},
    "without a subject": {"sub": None}, "not valid yet": {"nbf": int(time.time()) + 3600},
    "from the future": {"iat": int(time.time()) + 3600}, "expired": {"exp": int(time.time()) - SKEW - 1},
    "of an anonymous user": {"sub": "u-" + "0" * 32},
}


@pytest.mark.parametrize("claims", CLAIMS.values(), ids=CLAIMS)
def test_a_token_says_too_little_or_something_else(server, claims):
    token = KEYS["EdDSA"].sign(**claims)
    assert asked(server, token) == 401
    protocols = f"oriel.v1, bearer.{token}"
    assert server.get("/connect", handshake(server, cookie=None, sec_websocket_protocol=protocols))[0] == 401


def test_the_log_says_why_a_token_was_refused_once_a_minute(fresh):
    key = KEYS["EdDSA"]
    claims = jwt.decode(key.sign(), options={"verify_signature": False})
    reasons = [
        *((key.sign(**CLAIMS[name]), reason) for name, reason in {
            "of another issuer": "its issuer (iss) is not https://id.example",
            "for another": "its audience (aud) does not have oriel", "without an end": "it has no expiry (exp)",
            "without a subject": "its subject (sub) is not a user's ID", "not valid yet": "it is valid only in ",
            "expired": "it expired ",
        }.items()),
        ("nonsense", "it is neither the admin token nor a JSON Web Token"),
        (parts({"alg": "none", "kid": key.name}, claims), "its algorithm (alg) is none of"),
        (key.sign({"crit": ["b64"]}), "it needs an extension (crit)"),
        (Key("EdDSA", "key-EdDSA").sign(), "its signature is wrong"),
        (Key("EdDSA", "nobody's").sign(), "no key of its name (kid) is known"),
    ]
    for token, reason in reasons:
        fresh.address = next(ADDRESSES)
        for _ in range(2):
            assert asked(fresh, token) == 401
        lines = [line for line in fresh.logged().splitlines() if f"A token was refused: {reason}" in line]
        assert len(lines) == 1, reason


def test_clocks_may_differ_by_the_skew(server):
    now = int(time.time())
    assert asked(server, KEYS["EdDSA"].sign(exp=now - SKEW + 20, iat=now + SKEW - 20, nbf=now + SKEW - 20)) == 200


def parts(header, claims, sign=lambda text: b""):
    text = ".".join(encoded(json.dumps(part).encode()) for part in (header, claims))
    return f"{text}.{encoded(sign(text.encode()))}"


def test_a_token_that_is_not_signed_is_refused(server):
    claims = jwt.decode(KEYS["HS256"].sign(), options={"verify_signature": False})
    for algorithm in ("none", "None", "NONE", ""):
        assert asked(server, parts({"alg": algorithm, "kid": "key-HS256"}, claims)) == 401
    server.address = next(ADDRESSES)
    assert asked(server, parts({"kid": "key-HS256"}, claims)) == 401
    assert asked(server, KEYS["RS256"].sign().rsplit(".", 1)[0] + ".") == 401


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
def test_a_public_key_is_no_secret(server, algorithm):
    """Key confusion (RFC 8725 §2.1): signed with HMAC, with the public key, which is known to everyone."""
    claims = jwt.decode(KEYS[algorithm].sign(), options={"verify_signature": False})
    key = KEYS[algorithm]
    for secret in (key.pem, key.pem.strip(), json.dumps(key.public).encode()):
        token = parts(
            {"alg": "HS256", "kid": key.name}, claims, lambda text, secret=secret: hmac.digest(secret, text, hashlib.sha256))
        assert asked(server, token) == 401


def test_the_algorithm_is_the_keys_and_not_the_tokens(server):
    claims = jwt.decode(KEYS["HS256"].sign(), options={"verify_signature": False})
    token = parts(
        {"alg": "HS512", "kid": "key-HS256"}, claims, lambda text: hmac.digest(KEYS["HS256"].private, text, hashlib.sha512))
    assert asked(server, token) == 401
    assert asked(server, KEYS["ES256"].sign({"kid": "key-RS256"})) == 401


def test_a_token_without_a_name_of_its_key_is_tried_with_those_of_its_algorithm(server):
    assert asked(server, KEYS["RS256"].sign({"kid": None})) == 200
    assert asked(server, Key("RS256", "key-RS256").sign({"kid": None})) == 401


def test_what_was_changed_is_refused(server):
    head, body, signature = KEYS["ES256"].sign().split(".")
    other = encoded(json.dumps({"sub": "eve", "exp": 99999999999}).encode())
    for token in (f"{head}.{other}.{signature}", f"{head}.{body}.{signature[:-4]}AAAA", f"{head}.{body}", f"{head}.{body}.{signature}.x"):
        assert asked(server, token) == 401


def test_what_a_token_says_twice_or_needs_understood_is_refused(server):
    key = KEYS["HS256"]
    twice = '{"sub":"ann","sub":"eve","iss":"https://id.example","aud":"oriel","exp":99999999999}'
    text = f"{encoded(json.dumps({'alg': 'HS256', 'kid': key.name}).encode())}.{encoded(twice.encode())}"
    assert asked(server, f"{text}.{encoded(hmac.digest(key.private, text.encode(), hashlib.sha256))}") == 401
    assert asked(server, key.sign({"crit": ["b64"]})) == 401


def test_an_expired_token_is_nobodys_guess(server):
    token = KEYS["ES256"].sign(exp=int(time.time()) - 3600)
    assert [asked(server, token) for _ in range(8)] == [401] * 8


def test_a_page_of_an_origin_that_is_listed_connects_with_a_token(server):
    token = KEYS["ES256"].sign()
    protocols = f"oriel.v1, bearer.{token}"
    answers = [
        server.get("/connect", handshake(server, cookie=None, sec_websocket_protocol=protocols, origin=origin))[0]
        for origin in ("https://shop.example", "https://evil.example")]
    assert answers == [101, 403]


def test_a_page_whose_handshake_failed_can_ask_what_its_token_is_worth(server):
    good, old = KEYS["ES256"].sign(), KEYS["ES256"].sign(exp=int(time.time()) - 3600)
    shop = {"Origin": "https://shop.example"}
    may_read = {"access-control-allow-origin": "https://shop.example", "cache-control": "no-store"}
    for token, expected in ((good, 204), (old, 401)):
        status, headers, _ = server.get("/connect", {**shop, "Authorization": f"Bearer {token}"})
        assert (status, {name: headers[name] for name in may_read}) == (expected, may_read)
    status, headers, _ = server.get("/connect", {**shop, "Access-Control-Request-Headers": "authorization"}, "OPTIONS")
    assert (status, headers["access-control-allow-methods"], "authorization" in headers["access-control-allow-headers"]) == (204, "GET", True)
    assert server.get("/connect", {"Origin": "https://evil.example", "Authorization": f"Bearer {good}"})[1]["access-control-allow-origin"] is None
    assert [server.get("/connect", headers)[0] for headers in (None, {"Cookie": server.user()})] == [401, 204]


def test_a_page_hears_that_its_token_has_expired_and_goes_on_with_another(folder):
    keys = folder / "one.json"
    keys.write_text(json.dumps({"keys": [KEYS["ES256"].public]}))
    program = Program("--database", "memory", "--jwt-keys", keys, "--jwt-skew", "0")
    try:
        page = Client(program.origin, bearer=KEYS["ES256"].sign(exp=int(time.time()) + 4)).attach(scene="counter")
        page.event("tap", page.document["root"], "increment")
        assert page.until_closed() == 4401
        rev = page.rev
        page.bearer = KEYS["ES256"].sign()
        page.resume()
        assert (page.resumed, page.rev) == (True, rev)
    finally:
        program.stop()


@pytest.fixture
def brief(folder):
    """A server of tokens whose clock is exact."""
    keys = folder / "brief.json"
    keys.write_text(json.dumps({"keys": [KEYS["ES256"].public]}))
    program = Program(
        "--database", "memory", "--jwt-keys", keys, "--jwt-skew", "0", "--jwt-roles-claim", "roles",
        "--operator-role", "supervisor=look")
    yield program
    program.stop()


def token(seconds, user="ann", roles=()):
    return KEYS["ES256"].sign(sub=user, exp=int(time.time()) + seconds, roles=list(roles), iat=None, nbf=None)


def test_a_page_renews_its_token_on_the_living_socket(brief):
    first = token(4)
    page, other = (Client(brief.origin, bearer=first).attach(scene="counter") for _ in range(2))
    page.until(lambda page=page: page.expires)
    assert 0 < page.expires[-1] <= 2000
    page.say(credentials={"token": token(3600)})
    page.until(lambda page=page: len(page.expires) == 2)
    assert 3_500_000 < page.expires[-1] <= 3_600_000
    # The socket is the first one, also when the former token has ended.
    page.event("tap", page.document["root"], "increment")
    assert other.until_closed() == 4401
    page.event("tap", page.document["root"], "increment")
    assert page.closed is None


@pytest.mark.parametrize("other", ["wrong", "foreign", "expired"])
def test_a_token_that_is_not_good_or_of_another_user_changes_nothing(brief, other):
    page = Client(brief.origin, bearer=token(4)).attach(scene="counter")
    new = {"wrong": "a.b.c", "foreign": token(3600, "bob"), "expired": token(-10)}[other]
    page.say(credentials={"token": new})
    page.event("tap", page.document["root"], "increment")
    assert page.until_closed() == 4401
    if other == "foreign":
        assert "A page's new token is another user's" in brief.logged()


def test_wrong_tokens_on_a_socket_count_for_its_address(brief):
    page = Client(brief.origin, bearer=token(3600)).attach(scene="counter")
    for number in range(6):
        page.say(credentials={"token": f"wrong.token.{number}"})
    page.handled()
    assert asked(brief, KEYS["ES256"].sign()) == 429
    assert page.closed is None


def test_roles_of_a_new_token_apply_at_once_in_every_window(brief):
    clerk, chief = token(3600, roles=["clerk"]), token(3600, roles=["admin"])
    counter, other = (Client(brief.origin, bearer=clerk).attach(scene="counter") for _ in range(2))
    observer = Client(brief.origin, bearer=token(3600, "olga", ["supervisor"])).attach(window=counter.window, observe=True)
    roles = lambda: {tuple(user.get("roles", [])) for user in brief.api("GET", "users")["users"] if user["id"] == "ann"}
    assert roles() == {("clerk",)}
    counter.say(credentials={"token": chief})
    counter.until(lambda: counter.expires)
    assert roles() == {("admin",)}
    observer.say(credentials={"token": token(3600, "olga", ["clerk"])})
    assert observer.until_closed() == 4403
    assert (counter.closed, other.closed) == (None, None)


def test_keys_are_fetched_and_a_new_one_is_known_at_once():
    first, second = Key("ES256", "first"), Key("ES256", "second")
    issuer = Issuer(first)
    program = Program("--database", "memory", "--jwt-keys", issuer.url, "--jwt-audience", "oriel", "--jwt-roles-claim", "realm.roles")
    try:
        assert (asked(program, first.sign()), issuer.asked) == (200, 1)
        issuer.keys = [second]
        page = Client(program.origin, bearer=second.sign()).attach(scene="counter")
        assert (page.user, issuer.asked) == ("ann", 2)
        assert asked(program, first.sign()) == 401
        # Unknown names do not make the server request the keys again and again.
        for name in range(3):
            assert asked(program, Key("ES256", f"unknown-{name}").sign()) == 401
        assert issuer.asked == 2
    finally:
        program.stop()


def test_an_upload_has_no_key_fetched():
    first, second = Key("ES256", "first"), Key("ES256", "second")
    issuer = Issuer(first)
    program = Program("--database", "memory", "--jwt-keys", issuer.url, "--jwt-audience", "oriel")
    try:
        issuer.keys = [second]
        for _ in range(3):
            assert program.get("/upload/none", {"Authorization": f"Bearer {second.sign()}"}, "POST")[0] == 503
        assert issuer.asked == 1
        assert asked(program, first.sign()) == 403
        assert (asked(program, second.sign()), issuer.asked) == (403, 2)
        assert program.get("/upload/none", {"Authorization": f"Bearer {second.sign()}"}, "POST")[0] == 404
    finally:
        program.stop()


def test_handshakes_that_wait_for_a_key_are_counted_when_it_has_come():
    first, second = Key("ES256", "first"), Key("ES256", "second")
    issuer = Issuer(first)
    program = Program("--database", "memory", "--jwt-keys", issuer.url, "--jwt-audience", "oriel")
    try:
        issuer.keys = [first, second]
        issuer.answers.clear()
        fields = handshake(program, cookie=None, sec_websocket_protocol=f"oriel.v1, bearer.{second.sign()}")
        head = "GET /connect HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n"
        with contextlib.ExitStack() as stack:
            sockets = [stack.enter_context(socket.create_connection(("127.0.0.1", program.port), timeout=30)) for _ in range(60)]
            for each in sockets:
                each.sendall(head.encode())
            # Asked later on the same loop, so the others are waiting by then.
            assert program.get("/health/live")[0] == 200
            issuer.answers.set()
            answers = sorted(int(each.recv(12).split()[1]) for each in sockets)
        assert (answers, issuer.asked) == ([101] * 50 + [429] * 10, 2)
    finally:
        program.stop()


def test_keys_that_can_not_be_had_any_more_stay_good():
    key = Key("EdDSA", "only")
    issuer = Issuer(key)
    program = Program("--database", "memory", "--jwt-keys", issuer.url, "--jwt-audience", "oriel", "--jwt-roles-claim", "realm.roles")
    try:
        issuer.server.shutdown()
        issuer.server.server_close()
        assert asked(program, Key("EdDSA", "new").sign()) == 401
        assert asked(program, key.sign()) == 200
    finally:
        program.stop()


def test_one_secret_in_a_file_is_enough(folder):
    (folder / "secret").write_bytes(secrets.token_hex(32).encode() + b"\n")
    program = Program("--database", "memory", "--jwt-secret-file", folder / "secret", "--jwt-roles-claim", "realm.roles")
    try:
        key = Key("HS256", "x")
        # Both forms work as the secret: without the final line break, as an editor shows it, and with it, as a program reads
        # it.
        for key.private in ((folder / "secret").read_bytes().strip(), (folder / "secret").read_bytes()):
            assert asked(program, key.sign({"kid": None})) == 200
        assert "ends with a line break" in program.logged()
        assert asked(program, Key("HS256", "x").sign({"kid": None})) == 401
    finally:
        program.stop()


REFUSED = {
    "no file": (["--jwt-keys", "/nowhere"], "can't be used", 1),
    "both": (["--jwt-keys", "/a", "--jwt-secret-file", "/b"], "either --jwt-keys or --jwt-secret-file", 1),
    "no TLS": (["--jwt-keys", "http://id.example/keys", "--jwt-audience", "a"], "with https://", 1),
    "no audience": (["--jwt-keys", "https://id.example/keys"], "--jwt-audience", 1),
    "too much skew": (["--jwt-keys", "/a", "--jwt-skew", "3600"], "--jwt-skew", 64),
}


@pytest.mark.parametrize(("flags", "why", "code"), REFUSED.values(), ids=REFUSED)
def test_a_server_that_could_not_tell_good_tokens_does_not_start(flags, why, code):
    command = [Program.path(), "serve", "--port", "0", "--database", "memory", *flags]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert ended.returncode == code and why in ended.stderr


@pytest.mark.parametrize("how, why", [
    ({"leads_to": "http://keys.invalid/keys.json"}, "it leads to http://keys.invalid/keys.json, which is not trusted"),
    ({"length": 64 << 20}, "it is too large")])
def test_keys_come_by_no_other_way_and_not_without_end(how, why):
    issuer = Issuer(Key("ES256", "only"), **how)
    command = [Program.path(), "serve", "--port", "0", "--database", "memory", "--jwt-keys", issuer.url, "--jwt-audience", "a"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1 and why in ended.stderr


def test_keys_may_lead_to_where_they_are():
    key = Key("ES256", "only")
    elsewhere = Issuer(key)
    issuer = Issuer(key, leads_to=elsewhere.url)
    program = Program("--database", "memory", "--jwt-keys", issuer.url, "--jwt-audience", "oriel", "--jwt-roles-claim", "realm.roles")
    try:
        assert (asked(program, key.sign()), issuer.asked, elsewhere.asked) == (200, 1, 1)
    finally:
        program.stop()


def test_no_token_is_logged(server):
    token = KEYS["HS256"].sign()
    assert asked(server, token) == 200
    assert asked(server, token + "x") == 401
    log = server.logged()
    assert "A token was refused" in log
    for part in token.split(".")[1:]:
        assert part not in log


@pytest.fixture
def shop(tmp_path):
    """Asks a server for a visitor's token, from a page of an origin. Its flags are added."""
    programs = []

    def asks(*flags):
        program = Program("--database", "memory", "--allow-origin", "https://shop.example", *flags)
        programs.append(program)

        def ask(token=None, origin="https://shop.example", cookie=None):
            headers = {"Origin": origin} if origin else {}
            headers |= {"Authorization": f"Bearer {token}"} if token else {}
            headers |= {"Cookie": cookie} if cookie else {}
            status, answered, body = program.get("/connect", headers, "POST", b"")
            return status, answered, json.loads(body) if status == 200 else body.decode().rstrip()
        return program, ask
    yield asks
    for program in programs:
        program.stop()


def test_a_page_of_an_allowed_origin_gets_the_token_of_a_visitor_and_the_same_again(shop):
    program, ask = shop("--embed-visitors")
    status, headers, answer = ask()
    assert status == 200 and headers["Access-Control-Allow-Origin"] == "https://shop.example"
    assert headers["Access-Control-Allow-Credentials"] == "true" and headers["Cache-Control"] == "no-store"
    token = answer["token"]
    assert ask(token)[2]["token"] == token
    page = Client(program.origin, bearer=token).attach(scene="counter")
    assert page.user.startswith("u-") and f"visitor.{page.user}." in token
    assert ask()[2]["token"] != token
    # It is none of an operator's, and a changed one is nobody's.
    assert asked(program, token) == 403
    forged = token.replace(page.user, "u-" + "0" * 32)
    assert asked(program, forged) == 401 and ask(forged)[2]["token"] != forged
    # Who has a cookie needs none.
    assert ask(cookie=program.user())[2] == {}


def test_no_other_page_and_no_other_server_has_tokens_of_visitors(shop):
    program, ask = shop("--embed-visitors")
    for origin in (None, program.origin, "https://evil.example", "null"):
        assert ask(origin=origin)[0] == 403
    token = ask()[2]["token"]
    program.act("signOut", {"user": token.split(".")[1]})
    assert ask(token)[2]["token"] != token
    plain, ask = shop()
    status, headers, body = ask()
    assert (status, body) == (403, "Send a bearer token, or start the server with --embed-visitors")
    assert headers["Access-Control-Allow-Origin"] == "https://shop.example"
    assert "or start the server with --embed-visitors" in plain.logged()
    assert plain.get("/connect", {"Authorization": f"Bearer {token}"})[0] == 401

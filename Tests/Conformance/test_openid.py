"""Signing in by OpenID Connect: with a provider of another make, and with one that does what none should."""

import contextlib
import http.server
import json
import re
import subprocess
import threading
import urllib.parse
import urllib.request
import warnings

import pytest
from issuer import Key
from program import Program, eventually
from test_app_sign_in import Browser, text, write
from test_desk import BINARY, feed  # noqa: F401
from test_endpoints import ask
from page_view import View

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of what the provider is made with
    import oidc_provider_mock

BEGIN = "/sign-in?with=provider&next=%2Froster%3Fday%3D2"


@pytest.fixture(scope="module")
def provider():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with oidc_provider_mock.run_server_in_thread() as server:
            origin = f"http://localhost:{server.server_port}"
            claims = {"name": "Ann A.", "roles": ["chief"]}
            request = urllib.request.Request(
                f"{origin}/users/ann", json.dumps(claims).encode(), {"Content-Type": "application/json"}, method="PUT")
            urllib.request.urlopen(request)
            yield origin


@contextlib.contextmanager
def desk_of(issuer, folder, *flags):
    secret = folder / "client-secret"
    secret.write_text("s/ecret:\n")
    program = Program(
        "--database", str(folder / "oriel.db"), "--oidc-issuer", issuer, "--oidc-client", "desk", "--oidc-client-secret-file",
        str(secret), *flags, binary=BINARY)
    try:
        yield program
    finally:
        if program.is_running:
            program.kill()


@pytest.fixture
def desk(provider, feed, tmp_path):  # noqa: F811
    with desk_of(provider, tmp_path) as program:
        yield program


def begin(browser, path=BEGIN):
    """Returns the provider's address, to which the browser is sent."""
    status, address = browser.get(path)
    assert status == 303
    return address


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def agree(address, user="ann", **fields):
    """A person signs in at the provider. Returns the path with which the browser comes back."""
    form = urllib.parse.urlencode({"sub": user, **fields}).encode()
    try:
        urllib.request.build_opener(NoRedirect).open(address, form)
    except urllib.error.HTTPError as answer:
        assert answer.code == 302
        parts = urllib.parse.urlsplit(answer.headers["Location"])
        return f"{parts.path}?{parts.query}"
    raise AssertionError("the provider did not send the browser back")


def test_a_user_signs_in_by_the_provider_and_is_where_they_wanted_to_be(desk, provider):
    browser = Browser(desk)
    address = begin(browser)
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
    assert address.startswith(f"{provider}/oauth2/authorize?")
    assert query["response_type"] == "code" and query["client_id"] == "desk" and query["scope"] == "openid profile"
    assert query["redirect_uri"] == f"{desk.origin}/sign-in/callback"
    assert query["code_challenge_method"] == "S256" and len(query["code_challenge"]) == 43
    assert len(query["state"]) == len(query["nonce"]) == 32
    assert browser.get(agree(address)) == (303, "/roster?day=2")
    assert text(browser.open("/roster"), "chief") == "ann, Ann A."


def test_each_attempt_has_secrets_of_its_own(desk):
    browser = Browser(desk)
    queries = [dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(begin(browser)).query)) for _ in range(2)]
    for name in ("state", "nonce", "code_challenge"):
        assert queries[0][name] != queries[1][name]


def test_a_code_works_once_and_in_its_own_browser(desk):
    ann, eve = Browser(desk), Browser(desk)
    path = agree(begin(ann))
    begin(eve)
    assert eve.get(path)[0] == 400 and not eve.jar.get("oriel-session")
    assert Browser(desk).get(path)[0] == 400
    assert ann.get(path) == (303, "/roster?day=2")
    # It is signed in, and the code is of no more use.
    assert ann.get(path) == (303, "/")
    assert "the browser has not begun it here" in desk.logged()


def test_what_was_half_typed_comes_along(desk):
    browser = Browser(desk)
    browser.get("/suggestion")
    draft = browser.open("/suggestion")
    write(draft, "draft", "More hoses")
    assert browser.get(agree(begin(browser)))[0] == 303
    eventually(lambda: desk.api("GET", f"windows/{draft.window}")["user"] == "ann")


def test_two_pages_of_a_browser_sign_in_at_the_same_time(desk):
    browser = Browser(desk)
    paths = [agree(begin(browser)) for _ in range(3)]
    assert [browser.get(path) for path in reversed(paths)] == [(303, "/roster?day=2")] * 3
    # Attempts that come to nothing do not fill the browser's head.
    for _ in range(20):
        begin(browser)
    assert len([name for name, value in browser.jar.items() if name.startswith("oriel-attempt-") and value]) <= 5


def test_a_prefetch_begins_and_ends_nothing(desk):
    browser = Browser(desk)
    path = agree(begin(browser))
    for address in (BEGIN, path):
        assert ask(desk, "GET", address, user=browser.cookie, sec_purpose="prefetch")[0] == 503
    assert browser.get(path)[0] == 303


def test_a_link_in_the_apps_own_window_leads_to_where_the_user_wanted_to_be(desk):
    browser = Browser(desk)
    assert browser.get("/roster?day=3") == (303, "/enter")
    assert browser.get(agree(begin(browser, "/sign-in?with=provider"))) == (303, "/roster?day=3")
    assert not browser.jar.get("oriel-next")


def test_a_user_who_declines_is_told_so(desk):
    browser = Browser(desk)
    address = begin(browser)
    state = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))["state"]
    assert browser.get(f"/sign-in/callback?error=access_denied&state={state}")[0] == 401
    assert "A sign-in was refused by the provider: access_denied" in desk.logged()


def test_an_answer_of_another_provider_is_refused(desk):
    browser = Browser(desk)
    assert browser.get(agree(begin(browser)) + "&iss=https%3A%2F%2Fevil.example")[0] == 400


def test_signing_out_goes_on_at_the_provider(desk, provider):
    browser = Browser(desk)
    browser.get(agree(begin(browser)))
    page = browser.open("/roster")
    model, button = View(page.document).element("Sign out")
    page.event("tap", model, button["id"], wait=False)
    page.until(lambda: page.triggers)
    status, address = browser.get(page.triggers[-1]["payload"]["url"])
    assert status == 303 and not browser.jar.get("oriel-session")
    back = urllib.parse.quote(f"{desk.origin}/", safe="-._~")
    assert address == f"{provider}/oauth2/end_session?client_id=desk&post_logout_redirect_uri={back}"


def test_with_no_window_for_it_whoever_must_sign_in_is_led_to_the_provider(provider, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    program = Program(
        "--database", "memory", "--require-sign-in", "--oidc-issuer", provider, "--oidc-client", "gallery",
        "--oidc-client-secret-file", str(secret))
    try:
        browser = Browser(program)
        assert browser.get("/home") == (303, "/sign-in?next=%2Fhome")
        assert browser.get(agree(begin(browser, "/sign-in?next=%2Fhome"))) == (303, "/home")
        assert browser.get("/home") == (200, None)
        # Whoever signs out is not signed in again at once.
        status, page, _ = ask(program, "POST", "/sign-out", "next=%2Fhome", origin=program.origin, user=browser.cookie)
        assert status == 200 and 'href="/sign-in?next=%2Fhome"' in page
        # Operators have their token.
        assert browser.get("/sign-in?next=%2Fadmin")[0] == 401
        assert browser.get("/sign-in?with=token")[0] == 401
    finally:
        program.kill()


# What no provider should do.

class Faulty:
    """A provider whose parts a test replaces. It signs in without asking."""

    def __init__(self, port=0):
        self.key = Key("ES256", "first")
        self.keys, self.claims, self.description, self.status, self.body = [self.key], {}, {}, 200, None
        self.leads_to = None
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, body, status=200):
                self.send_response(status)
                if provider.leads_to and status in (302, 307):
                    self.send_header("Location", provider.leads_to)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    self.wfile.write(body)

            def do_GET(self):
                if self.path == "/keys":
                    return self.answer(json.dumps({"keys": [key.public for key in provider.keys]}).encode())
                self.answer(json.dumps({
                    "issuer": provider.origin, "authorization_endpoint": provider.origin + "/authorize?a=b",
                    "token_endpoint": provider.origin + "/token", "jwks_uri": provider.origin + "/keys",
                    **provider.description}).encode())

            def do_POST(self):
                form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                provider.asked = {name: values[0] for name, values in form.items()}
                provider.authorization = self.headers["Authorization"]
                claims = {"iss": provider.origin, "aud": "desk", "nonce": provider.nonce, "nbf": None, **provider.claims}
                token = json.dumps({"id_token": provider.key.sign(**claims)}).encode()
                self.answer(token if provider.body is None else provider.body, provider.status)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def sign_in(self, browser):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(begin(browser)).query))
        assert query["a"] == "b"
        self.nonce = query["nonce"]
        return browser.get(f"/sign-in/callback?code=c%2F1&state={query['state']}")


@pytest.fixture
def faulty():
    provider = Faulty()
    yield provider
    provider.close()


def test_the_code_is_exchanged_with_the_secret_and_the_verifier(faulty, feed, tmp_path):  # noqa: F811
    with desk_of(faulty.origin, tmp_path) as desk:
        assert faulty.sign_in(Browser(desk)) == (303, "/roster?day=2")
        assert faulty.authorization == "Basic ZGVzazpzJTJGZWNyZXQlM0E="
        assert faulty.asked == {
            "grant_type": "authorization_code", "code": "c/1", "redirect_uri": f"{desk.origin}/sign-in/callback",
            "code_verifier": faulty.asked["code_verifier"]}
        assert re.fullmatch("[0-9a-f]{64}", faulty.asked["code_verifier"])


def test_a_server_without_a_secret_says_only_who_it_is(faulty):
    program = Program("--database", "memory", "--oidc-issuer", faulty.origin, "--oidc-client", "desk")
    try:
        browser = Browser(program)
        browser.get("/")
        assert faulty.sign_in(browser) == (303, "/roster?day=2")
        assert faulty.authorization is None and faulty.asked["client_id"] == "desk"
    finally:
        program.kill()


def test_a_key_that_is_new_is_known_at_once(faulty, feed, tmp_path):  # noqa: F811
    with desk_of(faulty.origin, tmp_path) as desk:
        assert faulty.sign_in(Browser(desk))[0] == 303
        faulty.key = Key("ES256", "second")
        faulty.keys = [faulty.key]
        eventually(lambda: faulty.sign_in(Browser(desk))[0] == 303)


@pytest.mark.parametrize("claims, reason", [
    ({"aud": "other"}, "its audience (aud) does not have desk"), ({"iss": "https://evil.example"}, "its issuer (iss) is not"),
    ({"nonce": "other"}, "its nonce is not that of this browser's attempt"), ({"nonce": None}, "its nonce is not"),
    ({"exp": 1_700_000_000}, "it expired"), ({"iat": 4_000_000_000}, "it is valid only in"),
    ({"aud": ["desk", "other"], "azp": "other"}, "the party that it is for (azp) is not desk"), ({"sub": "u-1"}, "its subject (sub)"),
    ({"sub": "admin"}, "its subject (sub) is admin"),
])
def test_a_token_that_is_not_for_this_attempt_signs_in_no_one(faulty, feed, tmp_path, claims, reason):  # noqa: F811
    faulty.claims = claims
    with desk_of(faulty.origin, tmp_path) as desk:
        browser = Browser(desk)
        assert faulty.sign_in(browser)[0] == 401 and not browser.jar.get("oriel-session")
        assert f"the provider's token was refused: {reason}" in desk.logged()


def test_a_token_that_another_key_has_signed_is_refused(faulty, feed, tmp_path):  # noqa: F811
    with desk_of(faulty.origin, tmp_path) as desk:
        assert faulty.sign_in(Browser(desk))[0] == 303
        faulty.key = Key("ES256", "first")
        assert faulty.sign_in(Browser(desk))[0] == 401
        assert "its signature is wrong" in desk.logged()


@pytest.mark.parametrize("status, body, code, reason", [
    (400, b'{"error": "invalid_grant"}', 401, "the provider has refused the code: invalid_grant"),
    (401, b'{"error": "invalid_client"}', 503, "the provider can't be used: the answer is 401: invalid_client"),
    (500, b"{}", 503, "the provider can't be used: the answer is 500"),
    (200, b"{}", 401, "there is no id_token"), (200, b"no JSON", 503, "the provider can't be used"),
    (200, b"[" + b" " * (2 << 20), 503, "it is too large"),
])
def test_what_the_token_endpoint_answers_is_read_with_care(faulty, feed, tmp_path, status, body, code, reason):  # noqa: F811
    faulty.status, faulty.body = status, body
    with desk_of(faulty.origin, tmp_path) as desk:
        assert faulty.sign_in(Browser(desk))[0] == code
        assert reason in desk.logged()


def test_the_code_is_sent_nowhere_but_to_the_provider(faulty, feed, tmp_path):  # noqa: F811
    faulty.status, faulty.leads_to = 307, "https://evil.example/token"
    with desk_of(faulty.origin, tmp_path) as desk:
        assert faulty.sign_in(Browser(desk))[0] == 503
        assert "it leads to https://evil.example/token, which is not trusted" in desk.logged()


@pytest.mark.parametrize("description, reason", [
    ({"issuer": "https://evil.example"}, 'it calls itself "https://evil.example"'),
    ({"token_endpoint": "http://evil.example/token"}, "its token_endpoint is no address that begins with https://"),
    ({"authorization_endpoint": None}, "its authorization_endpoint is no address"),
])
def test_a_provider_that_misdescribes_itself_is_not_used(faulty, feed, tmp_path, description, reason):  # noqa: F811
    faulty.description = description
    with desk_of(faulty.origin, tmp_path) as desk:
        assert Browser(desk).get(BEGIN)[0] == 503
        assert reason in desk.logged()


def test_a_provider_that_is_down_keeps_no_one_out_for_longer(faulty, feed, tmp_path):  # noqa: F811
    port = faulty.server.server_port
    faulty.close()
    with desk_of(faulty.origin, tmp_path) as desk:
        browser = Browser(desk)
        assert browser.get(BEGIN)[0] == 503
        assert browser.get("/suggestion")[0] == 200
        back = Faulty(port)
        try:
            eventually(lambda: browser.get(BEGIN)[0] == 303)
            assert back.sign_in(browser)[0] == 303
        finally:
            back.close()


def test_codes_that_are_wrong_make_the_network_wait(faulty, feed, tmp_path):  # noqa: F811
    faulty.status, faulty.body = 400, b'{"error": "invalid_grant"}'
    with desk_of(faulty.origin, tmp_path) as desk:
        assert [faulty.sign_in(Browser(desk))[0] for _ in range(5)] == [401] * 5
        assert Browser(desk).get(BEGIN)[0] == 429


@pytest.mark.parametrize("flags, reason", [
    (["--oidc-issuer", "https://id.example"], "Give both --oidc-issuer"), (["--oidc-client", "desk"], "Give both --oidc-issuer"),
    (["--oidc-issuer", "http://id.example", "--oidc-client", "desk"], "--oidc-issuer http://id.example: give an address"),
    (["--oidc-issuer", "https://id.example", "--oidc-client", "desk", "--oidc-client-secret-file", "/none"], "/none"),
    (["--oidc-issuer", "https://id.example", "--oidc-client", "desk", "--oidc-client-secret-file", "/dev/null"], "/dev/null"),
    (["--oidc-issuer", "https://id.example?a=b", "--oidc-client", "desk"], "give an address"),
    (["--oidc-issuer", "https://id.example", "--oidc-client", "desk", "--oidc-scopes", "profile"], "openid must be one"),
])
def test_flags_that_do_not_fit_are_refused(flags, reason):
    answer = subprocess.run(
        [BINARY, "serve", "--port", "0", "--database", "memory", *flags], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 1 and reason in answer.stderr

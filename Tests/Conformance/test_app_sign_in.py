"""A desk whose chiefs sign in by name and password, in a window of the app."""

import subprocess

import pytest
from oriel_client import Client
from page_view import View
from program import Program, eventually
from test_desk import BINARY, feed, text  # noqa: F401
from test_endpoints import ask
from test_nodes import cluster  # noqa: F401
from test_postgres import database, server  # noqa: F401


@pytest.fixture(params=["1", "2"])
def desk(feed, tmp_path, request):  # noqa: F811
    program = Program("--loops", request.param, "--database", str(tmp_path / "oriel.db"), binary=BINARY)
    yield program
    if program.is_running:
        program.kill()


def cookies(headers):
    pairs = [cookie.split(";")[0].split("=", 1) for cookie in headers.get_all("Set-Cookie", [])]
    return {name: value for name, value in pairs}


class Browser:
    """Keeps cookies, and follows where it is led."""

    def __init__(self, desk):
        self.desk, self.jar = desk, {}

    @property
    def cookie(self):
        return "; ".join(f"{name}={value}" for name, value in self.jar.items() if value)

    def get(self, path, desk=None):
        """Returns the status, and the address of the page that is shown or that it is led to."""
        status, _, headers = ask(desk or self.desk, "GET", path, user=self.cookie, accept="text/html")
        self.jar.update(cookies(headers))
        return status, headers["Location"]

    def open(self, path, window=None, desk=None):
        client = Client((desk or self.desk).origin, self.cookie)
        client.query = "page=" + path.replace("/", "%2F")
        return client.attach(url=path, **({"window": window} if window else {}))


def write(client, name, value):
    model, element = View(client.document).element(name)
    client.event("input", model, element["id"], value)


def enter(client, name="ann", password="fire"):
    """Signs in, and returns the address that the page is to fetch; none if it was refused."""
    write(client, "name", name)
    write(client, "password", password)
    model, button = View(client.document).element("sign-in")
    before = text(client, "outcome")
    client.event("tap", model, button["id"], wait=False)
    client.until(lambda: text(client, "outcome") != before or client.rejected)
    client.until(lambda: text(client, "outcome") != "signedIn" or client.triggers)
    return client.triggers[-1]["payload"]["url"] if client.triggers else None


def test_a_visitor_is_led_to_sign_in_and_back(desk):
    browser = Browser(desk)
    assert browser.get("/roster?day=2") == (303, "/enter")
    assert browser.get("/enter") == (200, None)
    path = enter(browser.open("/enter"))
    assert browser.get(path) == (303, "/roster?day=2")
    assert browser.get("/roster") == (200, None)
    assert text(browser.open("/roster"), "chief") == "ann, Chief ann"
    desk.kill()
    desk.start()
    assert text(browser.open("/roster"), "chief") == "ann, Chief ann"


def test_a_page_that_signs_in_gets_the_window_that_it_asked_for_and_brings_its_others(desk):
    browser = Browser(desk)
    browser.get("/suggestion")
    draft = browser.open("/suggestion")
    write(draft, "draft", "More hoses")
    browser.get("/roster")
    page = browser.open("/enter")
    browser.get(enter(page))
    again = browser.open("/roster", window=page.window)
    assert text(again, "chief") == "ann, Chief ann" and again.window != page.window
    eventually(lambda: desk.api("GET", f"windows/{draft.window}")["user"] == "ann")
    assert text(browser.open("/suggestion", window=draft.window), "draft") == "More hoses"


def test_a_ticket_works_in_its_own_browser_only(desk):
    ann, eve = Browser(desk), Browser(desk)
    for browser in (ann, eve):
        browser.get("/roster")
    path = enter(ann.open("/enter"))
    assert eve.get(path) == (303, "/sign-in") and "oriel-session" not in eve.jar
    assert Browser(desk).get(path) == (303, "/sign-in")
    assert ann.get(path[:-1] + ("0" if path[-1] != "0" else "1")) == (303, "/sign-in")
    assert ann.get("/sign-in/as/") == (303, "/sign-in") and ann.get("/sign-in/as/" + "a." * 50) == (303, "/sign-in")
    assert ask(desk, "GET", path, user=ann.cookie, sec_purpose="prefetch")[0] == 503
    assert ask(desk, "POST", path, user=ann.cookie)[0] == 405
    assert ann.get(path) == (303, "/roster")
    assert desk.token not in desk.logged() and path not in desk.logged()


def test_wrong_passwords_make_the_network_wait(desk):
    browser = Browser(desk)
    browser.get("/roster")
    page = browser.open("/enter")
    outcomes = []
    for number in range(6):
        enter(page, password=f"guess {number}")
        outcomes.append(text(page, "outcome"))
        page = browser.open("/enter")
    assert outcomes[:5] == ["refused"] * 5 and outcomes[5].startswith("throttled")
    other = browser.open("/enter")
    enter(other)
    assert text(other, "outcome").startswith("throttled")


def test_signing_out_leads_to_where_users_sign_in(desk):
    browser = Browser(desk)
    browser.get("/roster")
    browser.get(enter(browser.open("/enter")))
    page = browser.open("/roster")
    model, button = View(page.document).element("Sign out")
    page.event("tap", model, button["id"], wait=False)
    page.until(lambda: page.triggers)
    assert browser.get(page.triggers[-1]["payload"]["url"]) == (303, "/roster")
    assert browser.get("/roster") == (303, "/enter")
    assert text(browser.open("/enter", window=page.window), "name") == ""
    # A page whose session has ended asks where to sign in.
    assert browser.get("/sign-in?next=%2Froster") == (303, "/enter")
    # Operators have their token.
    assert browser.get("/sign-in?next=%2Fadmin") == (401, None)


def test_a_banned_user_does_not_sign_in(desk):
    browser = Browser(desk)
    browser.get("/roster")
    path = enter(browser.open("/enter"))
    desk.act("ban", {"user": "ann"})
    assert browser.get(path)[0] == 403


def test_the_flag_that_asks_for_a_token_is_refused(feed, tmp_path):  # noqa: F811
    answer = subprocess.run(
        [BINARY, "serve", "--port", "0", "--require-sign-in", "--database", str(tmp_path / "oriel.db")],
        capture_output=True, text=True, timeout=60)
    assert answer.returncode == 1
    assert "--require-sign-in asks for a token, and the app has a window for signing in" in answer.stderr


def test_a_ticket_reaches_the_node_of_its_window(cluster):  # noqa: F811
    browser = Browser(cluster[0])
    browser.get("/suggestion")
    draft = browser.open("/suggestion")
    write(draft, "draft", "More hoses")
    browser.get("/roster", cluster[1])
    path = enter(browser.open("/enter", desk=cluster[1]))
    assert browser.get(path, cluster[2]) == (303, "/roster")
    assert text(browser.open("/roster", desk=cluster[2]), "chief") == "ann, Chief ann"
    eventually(lambda: browser.open("/suggestion", window=draft.window, desk=cluster[2]).document is not None)

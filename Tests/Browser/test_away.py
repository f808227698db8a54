"""A page that is loaded while its server is away says so, and comes back by itself."""

import http.server
import threading

import pytest
from people import Person, button, element
from playwright.sync_api import expect
from program import Program, eventually

AWAY = "The server can’t be reached"
KEPT = "async () => !!(await navigator.serviceWorker.getRegistration())?.active && !!(await caches.match('/client/away'))"


@pytest.fixture
def program(tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    yield program
    program.stop()


def prepared(person, path):
    """A page that has kept what it shows without its server."""
    page = person.open(path)
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    eventually(lambda: page.evaluate(KEPT))
    return page


# The worker of Playwright's Firefox is not asked.
@pytest.mark.chromium
def test_a_reload_while_the_server_is_away_waits_for_it_and_brings_the_window_back(browser, program):
    person = Person(browser, program.origin)
    page = prepared(person, "/counter")
    button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("1")
    program.kill()
    button(page, "Increment").click()
    expect(page.get_by_role("region", name="Notices")).to_contain_text("1 unsent change")
    page.reload()
    expect(page).to_have_title(AWAY)
    expect(page.get_by_role("status")).to_contain_text("Your windows are kept. This page comes back by itself.")
    program.start()
    expect(element(page, "count")).to_have_text("2")
    person.leave()


@pytest.mark.chromium
def test_an_address_typed_while_the_server_is_away_is_opened_once_it_is_back(browser, program):
    person = Person(browser, program.origin)
    page = prepared(person, "/counter")
    program.kill()
    page.goto("/dispatch")
    expect(page).to_have_title(AWAY)
    program.start()
    expect(page.get_by_role("heading", name="Dispatch · Desk")).to_be_visible()
    person.leave()


class NoServer(http.server.BaseHTTPRequestHandler):
    """A proxy whose server is away."""

    def do_GET(self):
        self.send_error(502)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


@pytest.mark.chromium
def test_the_answer_of_a_proxy_without_its_server_is_replaced_too(browser, program):
    person = Person(browser, program.origin)
    page = prepared(person, "/counter")
    program.kill()
    with http.server.ThreadingHTTPServer(("127.0.0.1", program.port), NoServer) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        page.reload()
        expect(page).to_have_title(AWAY)
        proxy.shutdown()
    program.start()
    expect(button(page, "Increment")).to_be_visible()
    person.leave()

"""Windows in a page of another site, whose visitors have no account: `--embed-visitors`."""

import http.server
import threading

import pytest
from people import Person, button, element
from playwright.sync_api import expect
from program import Program, free_port

PAGE = """<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1>
<script type="module" src="{origin}/client/embed.js"></script>{elements}"""


class Site(http.server.BaseHTTPRequestHandler):
    pages = {}

    def do_GET(self):
        body = self.pages.get(self.path.split("?")[0], "").encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def shops(tmp_path):
    """A server, and the origins of two pages of another site: the first of them is the one that it lets embed its windows."""
    sites = [http.server.ThreadingHTTPServer(("127.0.0.1", free_port()), Site) for _ in range(2)]
    for site in sites:
        threading.Thread(target=site.serve_forever, daemon=True).start()
    yield [f"http://localhost:{site.server_port}" for site in sites]
    for site in sites:
        site.shutdown()


def serve(tmp_path, *flags):
    return Program("--database", str(tmp_path / "oriel.db"), *flags)


def show(program, *elements):
    Site.pages = {"/": PAGE.format(origin=program.origin, elements="".join(elements))}


def visit(person):
    page = person.context.new_page()
    page.goto("/")
    return page


def users(program):
    return {window["user"] for window in program.api("GET", "windows")["windows"]}


def test_a_visitor_of_another_site_has_windows_that_outlive_a_reload_and_a_restart(browser, shops, tmp_path):
    program = serve(tmp_path, "--embed-visitors", "--allow-origin", shops[0], "--allow-origin", shops[1])
    show(program, '<oriel-window scene="counter"></oriel-window>', '<oriel-window scene="home" path="/files"></oriel-window>')
    person = Person(browser, shops[0])
    page = visit(person)
    button(page, "Increment").click()
    expect(element(page, "count")).to_have_text("1")
    page.reload()
    expect(element(page, "count")).to_have_text("1")
    page.locator("input[type=file]").first.set_input_files({"name": "list.txt", "mimeType": "text/plain", "buffer": b"Bread"})
    expect(page.get_by_text("list.txt").first).to_be_visible()
    program.kill()
    button(page, "Increment").click()
    program.start()
    expect(element(page, "count")).to_have_text("2")
    assert len(users(program)) == 1
    # Another tab of the same site shows the same visitor another window, and another site has another visitor.
    button(visit(person), "Increment").wait_for()
    assert len(users(program)) == 1
    other = Person(browser, shops[1])
    button(visit(other), "Increment").wait_for()
    assert len(users(program)) == 2
    assert all(user.startswith("u-") for user in users(program))
    for each in (person, other):
        each.leave()
    program.stop()


def test_who_uses_the_server_itself_on_the_same_site_stays_who_they_are(browser, shops, tmp_path):
    program = serve(tmp_path, "--embed-visitors", "--allow-origin", shops[0], "--host", "127.0.0.1")
    here = program.origin.replace("127.0.0.1", "localhost")
    show(program, "")
    Site.pages["/"] = PAGE.format(origin=here, elements='<oriel-window scene="counter"></oriel-window>')
    person = Person(browser, here)
    person.open("/counter").get_by_role("button", name="Increment").wait_for()
    page = person.context.new_page()
    page.goto(shops[0])
    button(page, "Increment").wait_for()
    assert len(users(program)) == 1
    person.leave()
    program.stop()


def test_without_the_flag_the_page_and_the_log_say_what_is_missing(browser, shops, tmp_path):
    program = serve(tmp_path, "--allow-origin", shops[0])
    show(program, '<oriel-window scene="counter"></oriel-window>')
    person = Person(browser, shops[0])
    said = []
    person.context.on("console", lambda line: said.append(line.text))
    page = visit(person)
    expect(page.get_by_role("heading", name="This window can’t be shown here")).to_be_visible()
    assert any("start the server with --embed-visitors" in line for line in said)
    assert "start the server with --embed-visitors" in program.logged()
    person.context.clear_cookies()
    person.leave()
    program.stop()

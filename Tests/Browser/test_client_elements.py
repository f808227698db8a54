"""Each example of Tests/Fixtures/elements.json as assistive technology finds it, all on one page.

    python3 Tests/Browser/test_client_elements.py --record

writes what it finds to Tests/Fixtures/elements.aria.json. Read each change of that file: a control has a name and a role.
"""

import contextlib
import datetime
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))

import pytest
from axe import violations
from browsers import launched
from client_page import PATIENCE, Server, screen
from playwright.sync_api import expect, sync_playwright

# A script of the page's own defines the component, and the record is of one browser.
pytestmark = pytest.mark.chromium

FIXTURES = pathlib.Path(__file__).parents[1] / "Fixtures"
RECORD = FIXTURES / "elements.aria.json"
EXAMPLES = json.loads((FIXTURES / "elements.json").read_text(encoding="utf-8"))
PLACES = {name: f".app-example-{number}" for number, name in enumerate(EXAMPLES)}
NOW = datetime.datetime.fromisoformat(EXAMPLES["a time"]["text"]) + datetime.timedelta(minutes=3)
DIAL = """import('/client/client.js').then(({ defineElement }) => defineElement('dial', (host) => {
  const needle = document.createElement('button');
  needle.className = 'button';
  host.append(needle);
  return ({ at }) => { needle.textContent = `at ${at}`; };
}))"""


def renamed(element, example):
    """The element with ids of its own among all examples."""
    element = {**element, **({"id": f"{example}.{element['id']}"} if "id" in element else {})}
    for name in {"children", "contextMenu"} & set(element):
        element[name] = [renamed(child, example) for child in element[name]]
    return element


def placed(name):
    """An example in a box of its own, which is nothing to assistive technology."""
    number = PLACES[name].removeprefix(".app-")
    return {"type": "vstack", "class": number, "children": [renamed(EXAMPLES[name], number)]}


@contextlib.contextmanager
def all_shown(browser):
    server = Server()
    # What a web view shows.
    server.pages["/help"] = "<!doctype html><html lang=en><title>Help</title><h1>Help</h1>"
    context = browser.new_context(base_url=server.origin, reduced_motion="reduce", locale="en-US", timezone_id="UTC")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.clock.set_fixed_time(NOW)
    page.goto("/")
    page.evaluate(DIAL)
    # On a busy machine, the page is shown for longer than a server may be silent.
    put = server.received.put
    server.received.put = lambda message: server.send({"pong": message["ping"]}) if "ping" in message else put(message)
    server.attach(screen(*map(placed, EXAMPLES)))
    page.locator(list(PLACES.values())[-1]).wait_for()
    expect(page.locator(".coming")).to_have_count(0)
    yield page
    context.close()
    server.close()
    assert errors == [], errors


# What a screen reader says of an element besides its role, its name and its state.
BESIDE = """(place) => [...place.querySelectorAll("*")].filter((node) => node.checkVisibility({ visibilityProperty: true })).flatMap((node) => {
  const described = (node.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
  return [
    ["described", node.ariaDescription ?? described.filter(Boolean).join(" ")], ["required", node.ariaRequired], ["current", node.ariaCurrent],
    ["keys", node.getAttribute("aria-keyshortcuts")], ["opens", node.ariaHasPopup], ["busy", node.ariaBusy], ["frame", node.localName === "iframe" && node.title],
  ].flatMap(([what, said]) => (said ? [`${what}: ${said}`] : []));
})"""


def accessible(page, name):
    """The lines of an example's accessible tree, and what is said beside it."""
    place = page.locator(PLACES[name])
    return [*place.aria_snapshot().splitlines(), *(f"({said})" for said in place.evaluate(BESIDE))]


@pytest.fixture(scope="module")
def page(browser):
    with all_shown(browser) as page:
        yield page


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RECORD.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_accessible_as_recorded(page, recorded, name):
    assert accessible(page, name) == recorded.get(name)


def test_nothing_else_is_recorded(recorded):
    assert list(recorded) == list(EXAMPLES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme):
    page.emulate_media(color_scheme=scheme)
    # The bars that stand for a text have no contrast on purpose. A frame has a page of another, or the browser's own.
    assert violations(page, exclude=["[data-style~=placeholder]", "iframe"]) == []


def test_no_example_is_wider_than_its_place_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    wide = "([...places]) => places.filter((place) => { const { scrollWidth, clientWidth } = document.querySelector(place); return scrollWidth > clientWidth; })"
    found = page.evaluate(wide, list(PLACES.values()))
    # An inspector stands at the edge of the screen, not of its place.
    assert [name for name, place in PLACES.items() if place in found and name != "an inspector"] == []


def record():
    with sync_playwright() as driver, contextlib.closing(launched(driver)) as browser, all_shown(browser) as page:
        lines = [f"  {json.dumps(name)}: {json.dumps(accessible(page, name), ensure_ascii=False)}" for name in EXAMPLES]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    record() if sys.argv[1:] == ["--record"] else sys.exit(__doc__)

"""One visitor makes many of something in a window, up to the limit and beyond; another must be answered in between.

How long that takes is printed (`pytest -s`), and judged by no test: the machine decides it.
"""

import contextlib
import time
import urllib.parse

import pytest
from bystander import Bystander
from oriel_client import Client
from page_view import View
from program import Program
from websockets.exceptions import ConnectionClosed

LAYERS, MODELS, WAITING_TRIGGERS, WINDOWS, LOGGED, WORDS = 32, 40, 100, 50, 16, 16
FULL = {"code": "notExecutable", "message": "This window is full. Close something in it first"}


@pytest.fixture(scope="module")
def program():
    """With few models to a window, so that a test meets the limit soon."""
    program = Program("--database", "memory", "--window-models", str(MODELS * 2))
    yield program
    program.stop()


@pytest.fixture
def bystander(program):
    bystander = Bystander(program)
    before = taken(bystander)
    yield bystander
    print(f"a bystander: {taken(bystander) / before:.1f} times as long as before")


def taken(bystander):
    start = time.perf_counter()
    bystander.notices_nothing()
    return time.perf_counter() - start


def home(program):
    return Client(program.origin, program.user()).attach(scene="home")


def tap(page, name, **options):
    model, element = View(page.document, page.shared).element(name)
    return page.event("tap", model, element["id"], **options)


def elements(page):
    return {element.get("id") for _, element in View(page.document, page.shared).elements}


def refusals(page, count, model, element, name="tap"):
    """Says the same many times at once. Returns what is answered to each."""
    first = page.last_event + 1
    for _ in range(count):
        page.event(name, model, element, wait=False)
    page.until(lambda: page.applied >= page.last_event)
    return [{part: refusal[part] for part in ("code", "message")} for event in range(first, page.last_event + 1)
            for refusal in [page.rejected[event]]]


def test_layers_on_one_another(program, bystander):
    page = home(program)
    assert tap(page, "sheet") is None
    for count in range(2, LAYERS + 1):
        assert tap(page, "another") is None
        bystander.notices_nothing()
    model, element = View(page.document, page.shared).element("another")
    for _ in range(2):
        assert refusals(page, 50, model, element["id"]) == [FULL] * 50
        bystander.notices_nothing()
    layers = View(page.document, page.shared).layers
    assert len(layers) == LAYERS + 1
    assert tap(page, "done") is None
    assert tap(page, "another") is None


def test_models_in_a_window(program, bystander):
    page = home(program)
    while (refusal := tap(page, "push-three")) is None:
        bystander.notices_nothing()
    assert {part: refusal[part] for part in FULL} == FULL
    assert MODELS * 2 - 3 < len(page.document["models"]) <= MODELS * 2
    model, element = View(page.document, page.shared).element("push-three")
    assert refusals(page, 60, model, element["id"]) == [FULL] * 60
    bystander.notices_nothing()
    assert tap(page, "pop-to-root") is None
    assert tap(page, "push-three") is None


def test_rows_in_a_document(program, bystander):
    """A list that every visitor can lengthen has a limit, as has each text in it."""
    page = home(program)
    assert page.event("selectTab", View(page.document).last("tabs"), value={"id": "notes"}) is None
    model, field = View(page.document, page.shared).element("new-title")
    rows = 0
    while not (page.event("input", model, field["id"], "x" * 200) or tap(page, "add")):
        rows += 1
        bystander.notices_nothing()
    assert rows <= 100
    assert "This notebook is full. Delete a note first." in View(page.document, page.shared).text
    assert page.event("input", model, field["id"], "x" * 16_000)["code"] == "invalid"
    assert page.event("selectTab", View(page.document).last("tabs"), value={"id": "tour"}) is None
    assert tap(page, "shared-increment") is None


def test_names_of_events(program, bystander):
    page = home(program)
    model = page.document["root"]
    for count in range(40):
        assert page.event(f"{count:02}" + "n" * 62, model)["code"] == "invalid"
    bystander.notices_nothing()
    kept = program.api("GET", f"windows/{page.window}/events")["events"]
    assert [event["name"] for event in kept] == [f"{count:02}" + "n" * 62 for count in range(40 - LOGGED, 40)]
    page.event("n" * 65, model, wait=False)
    assert page.until_closed() == 4400


@pytest.mark.parametrize("scene", ["", "s" * 65, "s" * 60_000])
def test_names_of_scenes(program, scene):
    page = Client(program.origin, program.user()).connect()
    page.say(attach={"instance": page.instance, "scene": scene, "environment": {}, "capabilities": {}})
    assert page.until_closed() == 4400


def test_lines_of_the_log(own_program):
    """Whatever one page, or many, are refused for: a line says so once a minute for each type of model."""
    bystander = Bystander(own_program)
    pages = [home(own_program) for _ in range(3)]
    for page in pages:
        assert tap(page, "sheet") is None
        for _ in range(LAYERS - 1):
            assert tap(page, "another") is None
        model, element = View(page.document, page.shared).element("another")
        assert refusals(page, 100, model, element["id"]) == [FULL] * 100
        bystander.notices_nothing()
    for page in pages:
        for _ in range(20):
            # A page that says that it has seen more than the server has.
            page.last_event += 50
            page.saved = page.ever_sent = page.last_event
            page.resume()
        page.cut()
        for _ in range(WAITING_TRIGGERS + 20):
            own_program.act("trigger", {"window": page.window}, kind="print", payload={})
        bystander.notices_nothing()
    lines = own_program.logged().splitlines()
    for words in ("can't execute PresentCommand", "A page has seen a newer state", "A trigger was not sent to 1 of 1 windows"):
        assert sum(words in line for line in lines) == 1, words
    assert len(lines) < 10
    refused = next(line for line in lines if "can't execute PresentCommand" in line)
    assert "SheetModel" in refused and "dismiss one first" in refused and "--window-layers" in refused


def test_triggers_that_wait_for_a_page(program, bystander):
    page = home(program)
    page.cut()
    reached = [
        program.act("trigger", {"window": page.window}, kind="copy", payload={"text": str(count)})
        for count in range(WAITING_TRIGGERS + 50)]
    bystander.notices_nothing()
    page.resume()
    page.ping(1)
    assert [trigger["payload"]["text"] for trigger in page.triggers] == [str(count) for count in range(WAITING_TRIGGERS)]
    outcomes = [program.api("GET", f"triggers/{sent['trigger']}")["outcomes"] for sent in reached]
    assert [outcome[0]["status"] if outcome else None for outcome in outcomes[WAITING_TRIGGERS:]] == [
        outcomes[-1][0]["status"] if outcomes[-1] else None] * 50


def test_words_of_a_search(program, bystander):
    for words, status in [(WORDS, 200), (WORDS + 1, 400), (1500, 400)]:
        for _ in range(10):
            code, _, body = program.get(
                f"/admin/api/v1/windows?search={urllib.parse.quote(' '.join('a' * words))}",
                {"Authorization": f"Bearer {program.token}"})
            assert code == status
        bystander.notices_nothing()
    assert b'must be at most 16 words' in body


def test_forks_of_a_window(program, bystander):
    page = home(program)
    copies, closed = [], []
    for _ in range(WINDOWS + 10):
        copy = Client(program.origin, page.cookie)
        with contextlib.suppress(ConnectionClosed):
            copy.attach(window=page.window)
            copies.append(copy)
            continue
        closed.append(copy.closed)
    bystander.notices_nothing()
    assert len({copy.window for copy in copies} | {page.window}) == WINDOWS
    assert closed == [4429] * 11
    assert tap(page, "push") is None


def test_pages_that_do_their_worst(program, bystander):
    """All at once, and each as fast as it may: whoever else comes is served between them."""
    pages = [home(program) for _ in range(10)]
    for page in pages:
        assert tap(page, "sheet") is None
        for _ in range(LAYERS - 1):
            assert tap(page, "another") is None
    for _ in range(3):
        for page in pages:
            model, element = View(page.document, page.shared).element("another")
            for _ in range(40):
                page.event("tap", model, element["id"], wait=False)
        bystander.notices_nothing()
        for page in pages:
            page.until(lambda page=page: page.applied >= page.last_event)
            assert len(View(page.document, page.shared).layers) == LAYERS + 1

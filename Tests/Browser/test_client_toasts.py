"""Notifications as toasts: how long they stay, what answers them, and what they leave alone."""

import datetime

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import HEARD, add, hears, patch, replace, screen
from playwright.sync_api import expect

THEN = datetime.datetime(2026, 5, 4, 12, tzinfo=datetime.UTC)
TAP, ACTION, SHOWN = ({"status": "performed", "value": value} for value in ("tap", "action", "shown"))
DECLINED = {"status": "declined"}
VISIBILITY = """(state) => {
    Object.defineProperties(document, {
        visibilityState: { configurable: true, get: () => state }, hidden: { configurable: true, get: () => state === "hidden" } });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
# Notifications of the system, as a browser has them whose user allows them.
SYSTEM = """globalThis.notified = [];
    globalThis.Notification = class {
        static permission = "granted";
        constructor(title, options) { notified.push(this); Object.assign(this, { title, options }); }
        close() { this.isClosed = true; }
    };"""
# What is heard, where the browser allows it.
AUDIO = """() => { globalThis.tones = globalThis.attempts = 0; globalThis.audible = "running";
    globalThis.AudioContext = class {
        state = "suspended"; currentTime = 0; destination = {};
        async resume() { attempts++; if (audible === "pending") await new Promise(() => {}); this.state = audible; if (audible === "refused") throw new DOMException("no", "NotAllowedError"); }
        createOscillator() { tones++; return { frequency: {}, connect: (next) => next, start() {}, stop() {} }; }
        createGain() { return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next }; }
    }; }"""
FIELD = {"type": "textField", "id": "note", "label": "Note", "text": ""}
SHEET = [add("/models/m2", {"kind": "screen", "title": "Filters", "body": [{"type": "button", "id": "apply", "text": "Apply"}]}),
         add("/models/m1/presented", {"as": "sheet", "model": "m2"})]


def notify(number, title, **payload):
    return {"trigger": {"id": f"t-{number}", "kind": "notify", "payload": {"title": title, **payload}}}


def answered(server, number):
    """Waits for the next answer, which is about this trigger."""
    outcome = server.next("performed")
    assert outcome.pop("trigger") == f"t-{number}"
    return outcome


def toasts(page):
    return page.get_by_role("region", name="Notices").locator(".toast")


def toast(page, title):
    return toasts(page).filter(has=page.get_by_role("button", name=title, exact=True))


def titles(page, *wanted):
    expect(page.locator(".toast .title")).to_have_text(list(wanted))


def shown(page, server, **members):
    page.goto("/")
    server.attach(screen(FIELD, {"type": "button", "id": "go", "text": "Go"}, **members))
    page.get_by_role("button", name="Go").wait_for()


def passes(page, server, milliseconds):
    """Lets time pass in which the server is heard, so that the page does not take the connection for lost."""
    while milliseconds > 0:
        hears(page, server, {"pong": 1})
        page.clock.run_for(min(milliseconds, 4000))
        milliseconds -= 4000


@pytest.fixture
def still(page, server):
    """A page whose clock stands still until a test moves it."""
    page.clock.install(time=THEN)
    page.add_init_script(HEARD)
    # Firefox would have its user asked for those of the system.
    page.add_init_script("delete globalThis.Notification")
    shown(page, server)
    page.clock.pause_at(THEN + datetime.timedelta(seconds=20))
    return page


def test_nothing_of_it_is_loaded_before_the_first_and_then_once(page, server):
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[1]))
    shown(page, server)
    assert not {"toasts.js", "toasts.css"} & set(loaded)
    server.send(notify(1, "Lunch"), notify(2, "Tea"))
    titles(page, "Lunch", "Tea")
    assert [loaded.count(name) for name in ("toasts.js", "toasts.css")] == [1, 1]


@pytest.mark.parametrize("name", ["toasts.js", "toasts.css"])
def test_where_its_files_do_not_come_it_is_a_card_and_the_next_asks_again(page, server, name):
    page.route(f"**/{name}", lambda route: route.abort())
    shown(page, server)
    server.send(notify(1, "Lunch", body="is ready"))
    expect(page.locator(".notice")).to_contain_text("Lunch\nis ready")
    page.unroute(f"**/{name}")
    server.send(notify(2, "Tea"))
    titles(page, "Tea")
    page.get_by_role("button", name="OK").click()
    assert answered(server, 1) == TAP
    page.errors.clear()


def test_each_way_to_answer_it_has_an_outcome(still, server):
    server.send(notify(1, "Lunch", body="is ready"), notify(2, "Deleted", action="Undo"), notify(3, "Tea"))
    titles(still, "Lunch", "Deleted", "Tea")
    expect(toast(still, "Lunch").locator("p")).to_have_text("is ready")
    toast(still, "Lunch").get_by_role("button", name="Lunch").click()
    assert answered(server, 1) == TAP
    toast(still, "Deleted").get_by_role("button", name="Undo").click()
    assert answered(server, 2) == ACTION
    toast(still, "Tea").get_by_role("button", name="Close").click()
    assert answered(server, 3) == DECLINED
    titles(still)


@pytest.mark.parametrize("payload, milliseconds", [
    ({}, 5000), ({"tone": "good"}, 5000), ({"tone": "warn"}, 10_000), ({"action": "Undo"}, 10_000),
    ({"tone": "warn", "action": "Undo"}, 10_000), ({"seconds": 3}, 3000), ({"action": "Undo", "seconds": 2.5}, 2500),
    ({"tone": "danger", "seconds": 4}, 4000)])
def test_it_goes_away_after_its_time(still, server, payload, milliseconds):
    server.send(notify(1, "Lunch", **payload))
    titles(still, "Lunch")
    passes(still, server, milliseconds - 1)
    titles(still, "Lunch")
    passes(still, server, 1)
    titles(still)
    assert answered(server, 1) == SHOWN


def test_danger_stays_until_it_is_answered_and_is_an_alert(still, server):
    server.send(notify(1, "Fire", tone="danger"), notify(2, "Lunch", tone="warn"))
    expect(still.get_by_role("alert")).to_contain_text("Fire")
    expect(toast(still, "Lunch")).to_have_attribute("role", "status")
    passes(still, server, 25_000)
    titles(still, "Fire")
    assert answered(server, 2) == SHOWN
    toast(still, "Fire").get_by_role("button", name="Close").click()
    assert answered(server, 1) == DECLINED


def test_its_time_stands_still_under_a_pointer(still, server):
    server.send(notify(1, "Lunch"), notify(2, "Tea"))
    titles(still, "Lunch", "Tea")
    passes(still, server, 3000)
    toast(still, "Lunch").locator("> .icon").hover()
    passes(still, server, 20_000)
    titles(still, "Lunch", "Tea")
    still.mouse.move(2, 2)
    passes(still, server, 1999)
    titles(still, "Lunch", "Tea")
    passes(still, server, 1)
    titles(still)


def test_its_time_stands_still_while_it_has_the_focus(still, server):
    server.send(notify(1, "Lunch"))
    titles(still, "Lunch")
    still.get_by_role("button", name="Lunch").focus()
    passes(still, server, 20_000)
    titles(still, "Lunch")
    still.get_by_label("Note").focus()
    passes(still, server, 5000)
    titles(still)


def test_its_time_stands_still_and_the_title_counts_while_the_page_is_hidden(still, server):
    assert still.title() == "Test"
    still.evaluate(VISIBILITY, "hidden")
    server.send(notify(1, "Lunch"), notify(2, "Load", tag="a", progress=.1), notify(3, "Load", tag="a", progress=.2))
    titles(still, "Lunch", "Load")
    assert answered(server, 2) == SHOWN
    passes(still, server, 20_000)
    titles(still, "Lunch", "Load")
    assert still.title() == "(2) Test"
    server.send(patch(2, replace("/title", "Other")))
    still.wait_for_function("() => document.title === '(2) Other'")
    still.evaluate(VISIBILITY, "visible")
    assert still.title() == "Other"
    passes(still, server, 5000)
    titles(still)


def test_the_count_stands_before_the_mark_of_a_page_that_is_wanted(page, server):
    page.add_init_script("globalThis.focus = () => {};")
    shown(page, server)
    page.evaluate("document.hasFocus = () => false")
    server.send({"trigger": {"id": "t-0", "kind": "focusWindow", "payload": {}}})
    page.wait_for_function("() => document.title === '● Test'")
    page.evaluate(VISIBILITY, "hidden")
    server.send(notify(1, "Lunch"))
    page.wait_for_function("() => document.title === '(1) ● Test'")


def test_what_the_server_ends_goes_away_without_an_answer(still, server):
    fire = notify(1, "Fire", tone="danger")
    fire["trigger"]["expires"] = 3000
    server.send(fire, notify(2, "Smoke", tone="danger"))
    titles(still, "Fire", "Smoke")
    passes(still, server, 3000)
    titles(still, "Smoke")
    still.get_by_role("button", name="Smoke").click()
    assert answered(server, 2) == TAP


def test_one_of_the_same_tag_takes_its_place(still, server):
    server.send(notify(1, "Moving", tag="move", progress=.25, action="Stop"), notify(2, "Lunch", tone="danger"))
    titles(still, "Moving", "Lunch")
    still.wait_for_function("() => [...document.querySelectorAll('.toast .icon')].every(({ firstChild }) => firstChild)")
    still.evaluate("""() => {
        globalThis.said = [];
        globalThis.node = document.querySelector(".toast");
        new MutationObserver((changes) => said.push(...changes.map(({ type }) => type)))
            .observe(node.parentNode, { subtree: true, childList: true, characterData: true });
    }""")
    passes(still, server, 9000)
    server.send(notify(3, "Moving", tag="move", progress=.5, action="Stop"))
    assert answered(server, 1) == SHOWN
    bar = still.get_by_role("progressbar", name="Moving")
    assert (bar.get_attribute("max"), bar.evaluate("node => node.value")) == ("1", .5)
    assert still.evaluate("[said, node.isConnected, node.dataset.new === undefined || node.getAnimations().length]") == [[], True, True]
    # It has its time again.
    passes(still, server, 9000)
    titles(still, "Moving", "Lunch")
    server.send(notify(4, "Moved", tag="move", tone="good"))
    assert answered(server, 3) == SHOWN
    titles(still, "Moved", "Lunch")
    assert toasts(still).first.locator("progress").is_hidden()
    still.get_by_role("button", name="Moved").click()
    assert answered(server, 4) == TAP


def test_four_are_visible_and_the_others_are_unfolded(still, server):
    names = [f"Number {number}" for number in range(6)]
    server.send(*(notify(number, name) for number, name in enumerate(names)))
    titles(still, *names[2:])
    more = still.get_by_role("button", name="2 more")
    more.focus()
    still.keyboard.press("Enter")
    titles(still, *names)
    expect(more).to_have_attribute("aria-expanded", "true")
    still.keyboard.press("Escape")
    titles(still, *names[2:])
    # What was folded has its time when it is visible.
    still.get_by_label("Note").focus()
    passes(still, server, 5000)
    titles(still, *names[:2])
    assert [answered(server, number) for number in range(2, 6)] == [SHOWN] * 4
    passes(still, server, 5000)
    titles(still)


def test_what_comes_back_into_view_is_not_announced_again(still, server):
    server.send(*(notify(number, f"Number {number}", tone="danger") for number in range(5)))
    titles(still, *(f"Number {number}" for number in range(1, 5)))
    still.get_by_role("button", name="Number 3").click()
    titles(still, "Number 0", "Number 1", "Number 2", "Number 4")
    live = "all => all.map(node => [node.role, node.ariaLive])"
    assert toasts(still).evaluate_all(live) == [["group", "off"], *[["alert", None]] * 3]


def test_a_thousand_at_once_leave_the_page_usable(page, server):
    shown(page, server)
    server.send(notify(0, "Fire", tone="danger"), *(notify(number, f"Number {number}") for number in range(1, 1000)))
    titles(page, *(f"Number {number}" for number in range(996, 1000)))
    expect(page.get_by_role("button", name="96 more")).to_be_visible()
    assert [answered(server, number) for number in range(1, 901)] == [SHOWN] * 900
    page.get_by_role("button", name="Go").click()
    assert server.event() == {"model": "m1", "element": "go", "name": "tap"}
    page.get_by_role("button", name="96 more").click()
    titles(page, "Fire", *(f"Number {number}" for number in range(901, 1000)))
    assert page.locator(".toasts .list").evaluate("node => node.scrollHeight > node.clientHeight && node.clientHeight < innerHeight")


def test_escape_closes_the_one_that_has_the_focus_and_nothing_else(still, server):
    server.send(patch(2, *SHEET))
    still.get_by_role("dialog", name="Filters").wait_for()
    server.send(notify(1, "Lunch"), notify(2, "Tea"))
    titles(still, "Lunch", "Tea")
    still.locator(".sheet > .surface > .dismiss").focus()
    still.keyboard.press("Tab")
    expect(still.get_by_role("button", name="Lunch")).to_be_focused()
    still.keyboard.press("Escape")
    assert answered(server, 1) == DECLINED
    expect(still.get_by_role("button", name="Tea")).to_be_focused()
    still.keyboard.press("Escape")
    assert answered(server, 2) == DECLINED
    titles(still)
    assert still.get_by_role("dialog", name="Filters").evaluate("node => node.open && node.contains(document.activeElement)")
    still.get_by_role("button", name="Apply").click()
    assert server.event() == {"model": "m2", "element": "apply", "name": "tap"}
    still.keyboard.press("Escape")
    assert server.event() == {"model": "m2", "name": "dismiss", "value": {}}


def test_the_focus_returns_to_where_it_was(still, server):
    note = still.get_by_label("Note")
    note.focus()
    server.send(notify(1, "Lunch"), notify(2, "Tea"))
    titles(still, "Lunch", "Tea")
    # A click answers one, and holds no other.
    toast(still, "Tea").get_by_role("button", name="Close").click()
    expect(note).to_be_focused()
    still.keyboard.press("Tab")
    still.get_by_role("button", name="Lunch").focus()
    still.keyboard.press("Enter")
    assert [answered(server, 2), answered(server, 1)] == [DECLINED, TAP]
    expect(still.get_by_role("button", name="Go")).to_be_focused()


def test_nothing_moves_under_the_pointer(still, server):
    server.send(*(notify(number, f"Number {number}") for number in range(2)))
    titles(still, "Number 0", "Number 1")
    toast(still, "Number 1").locator("> .icon").hover()
    place = toast(still, "Number 1").bounding_box()
    server.send(notify(2, "Later"), notify(3, "Fire", tone="danger"))
    # What can't wait does not.
    titles(still, "Number 0", "Number 1", "Fire")
    still.get_by_role("button", name="Fire").click()
    titles(still, "Number 0", "Number 1")
    assert toast(still, "Number 1").bounding_box() == place
    expect(still.get_by_role("button", name="1 more")).to_be_visible()
    still.mouse.move(2, 2)
    titles(still, "Number 0", "Number 1", "Later")


def test_it_lies_over_the_content_and_over_a_sheet(still, server):
    place = still.get_by_role("button", name="Go").bounding_box()
    server.send(notify(1, "Lunch", tone="danger"))
    titles(still, "Lunch")
    assert still.get_by_role("button", name="Go").bounding_box() == place
    server.send(patch(2, *SHEET))
    still.get_by_role("dialog", name="Filters").wait_for()
    still.get_by_role("button", name="Lunch").click()
    assert answered(server, 1) == TAP


@pytest.mark.parametrize("url", ["/orders", "javascript:document.title='x'", None])
def test_a_tap_leaves_an_address_of_the_app_to_the_server(still, server, url):
    server.send(notify(1, "Order", **({"url": url} if url else {})))
    still.evaluate("globalThis.stayed = true")
    still.get_by_role("button", name="Order").click()
    assert answered(server, 1) == TAP
    server.send(patch(2, replace("/title", "Landed")))
    still.wait_for_function("() => document.title === 'Landed'")
    assert (still.evaluate("stayed"), still.url) == (True, f"{server.origin}/")


def test_a_tap_goes_to_an_address_elsewhere(page, server):
    server.pages["/elsewhere.html"] = "<title>Elsewhere</title>"
    shown(page, server)
    server.send(notify(1, "Order", url=f"{server.origin.replace('127.0.0.1', 'localhost')}/elsewhere.html"))
    page.get_by_role("button", name="Order").click()
    page.wait_for_url("**/elsewhere.html")
    assert answered(server, 1) == TAP


def test_in_a_hidden_page_the_system_shows_it(page, server):
    page.add_init_script(SYSTEM)
    shown(page, server)
    page.evaluate(VISIBILITY, "hidden")
    server.send(notify(1, "Lunch", body="is ready", tag="a"))
    page.wait_for_function("() => notified.length === 1")
    assert page.evaluate("notified") == [{"title": "Lunch", "options": {"body": "is ready", "tag": "a"}, "onclick": None, "onclose": None, "onerror": None}]
    page.evaluate("notified[0].onclick()")
    assert answered(server, 1) == TAP
    server.send(notify(2, "Tea", tag="a"))
    page.wait_for_function("() => notified.length === 2")
    page.evaluate("notified[1].onclose()")
    assert answered(server, 2) == DECLINED
    server.send(notify(3, "Cake", tag="a"))
    page.wait_for_function("() => notified.length === 3")
    assert (toasts(page).count(), page.title()) == (0, "Test")
    # It is not shown twice.
    page.evaluate(VISIBILITY, "visible")
    server.send(notify(4, "More cake", tag="a"))
    titles(page, "More cake")
    assert answered(server, 3) == SHOWN
    assert page.evaluate("notified.map(({ isClosed = false }) => isClosed)") == [False, False, True]


def test_in_a_visible_page_it_is_a_toast_whatever_is_allowed(page, server):
    page.add_init_script(SYSTEM)
    shown(page, server)
    server.send(notify(1, "Lunch"))
    titles(page, "Lunch")
    assert page.evaluate("notified") == []


def test_a_tone_is_heard_once_where_the_browser_allows_it(still, server):
    still.evaluate(AUDIO)
    still.evaluate("Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, writable: true })")
    server.send(notify(1, "Before a touch", sound=True))
    titles(still, "Before a touch")
    still.evaluate("navigator.userActivation.hasBeenActive = true")
    server.send(notify(2, "Lunch", sound=True), notify(3, "Tea", sound=True), notify(4, "Cake"))
    titles(still, "Before a touch", "Lunch", "Tea", "Cake")
    still.wait_for_function("() => tones === 1")
    assert still.evaluate("attempts") == 1
    passes(still, server, 1000)
    still.evaluate(VISIBILITY, "hidden")
    server.send(notify(5, "Hidden", sound=True))
    titles(still, "Lunch", "Tea", "Cake", "Hidden")
    still.evaluate(VISIBILITY, "visible")
    passes(still, server, 1000)
    server.send(notify(6, "Visible", sound=True))
    titles(still, "Tea", "Cake", "Hidden", "Visible")
    still.wait_for_function("() => tones === 2")


@pytest.mark.parametrize("state", ["refused", "suspended", "pending"])
def test_a_tone_that_the_browser_refuses_is_none(still, server, state):
    still.evaluate(AUDIO)
    still.evaluate("(state) => { audible = state; }", state)
    server.send(notify(1, "Lunch", sound=True))
    still.wait_for_function("() => attempts === 1")
    titles(still, "Lunch")
    passes(still, server, 200)
    assert still.evaluate("tones") == 0


def test_a_line_shows_the_time_that_is_left_for_its_action(still, server):
    server.send(notify(1, "Deleted", action="Undo"), notify(2, "Lunch"))
    titles(still, "Deleted", "Lunch")
    states = "all => all.map(node => node.hidden ? 'hidden' : node.getAnimations().map(({ playState }) => playState).join())"
    lines = still.locator(".toast > .line")
    assert lines.evaluate_all(states) == ["running", "hidden"]
    toast(still, "Lunch").locator("> .icon").hover()
    assert lines.evaluate_all(states) == ["paused", "hidden"]
    still.mouse.move(2, 2)
    assert lines.evaluate_all(states) == ["running", "hidden"]


@pytest.mark.parametrize("motion, animations", [
    ("no-preference", ["toast"]), pytest.param("reduce", [], marks=pytest.mark.chromium)])
def test_it_comes_in_with_a_movement_unless_its_user_wants_none(context, page, server, motion, animations):
    context.add_init_script("addEventListener('animationstart', ({ animationName }) => (globalThis.moved ??= []).push(animationName))")
    page.emulate_media(reduced_motion=motion)
    shown(page, server)
    server.send(notify(1, "Lunch", tone="danger"))
    titles(page, "Lunch")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("(globalThis.moved ?? []).filter((name) => name === 'toast')") == animations


def test_an_embedded_window_has_styled_toasts_and_leaves_the_title_alone(page, server):
    server.pages["/host.html"] = f"""<!doctype html><html lang="en"><title>Host</title><body>
        <script type="module" src="{server.origin}/client/embed.js"></script><oriel-window scene="note" token="t"></oriel-window>"""
    page.goto(server.origin.replace("127.0.0.1", "localhost") + "/host.html")
    server.attach(screen(FIELD))
    page.get_by_label("Note").focus()
    page.evaluate(VISIBILITY, "hidden")
    server.send(notify(1, "Lunch"), notify(2, "Tea"))
    titles(page, "Lunch", "Tea")
    assert toasts(page).first.evaluate("node => [getComputedStyle(node).display, node.getRootNode().host.localName]") == ["grid", "oriel-window"]
    assert page.title() == "Host"
    page.get_by_role("button", name="Lunch").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Tea")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Note")).to_be_focused()
    assert [answered(server, number) for number in (1, 2)] == [DECLINED, DECLINED]


EACH = [{"title": "Order 3 is sent", "body": "Buy 250 HALC at 86.57", "tone": "good"},
        {"title": "Desk 23 took 4137", "body": "It has left your list.", "seconds": 600},
        {"title": "Two fields changed while you typed", "body": "Yours are kept. Theirs are in the log.", "tone": "warn", "action": "Compare", "seconds": 600},
        {"title": "P1 · Child, not breathing", "body": "School, Room 4. Stays until someone has it.", "tone": "danger", "action": "Open"},
        {"title": "Moving 83 windows off node b", "body": "51 of 83, about 4 s", "progress": 51 / 83, "action": "Stop", "seconds": 600}]


def every(page, server, **options):
    page.emulate_media(reduced_motion="reduce", **options)
    shown(page, server)
    server.send(*(notify(number, **payload) for number, payload in enumerate(EACH)))
    titles(page, *(payload["title"] for payload in EACH[1:]))
    # Firefox's styles don't hear of the preference.
    page.wait_for_function("""() => !document.querySelector(".toast > .icon:empty")
        && !document.getAnimations().some(({ animationName }) => animationName === "toast")""")


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, server, scheme, width):
    page.set_viewport_size({"width": width, "height": 900})
    every(page, server, color_scheme=scheme)
    assert violations(page) == []


@pytest.mark.parametrize("lang, edge", [("en", "right"), ("ar", "left")])
def test_it_is_at_the_end_of_a_wide_page_and_within_a_narrow_one(page, server, lang, edge):
    page.set_viewport_size({"width": 1440, "height": 900})
    every(page, server)
    server.send(patch(2, add("/lang", lang)))
    page.wait_for_function("lang => document.documentElement.lang === lang", arg=lang)
    boxes = "all => all.map(node => { const { left, right, bottom } = node.getBoundingClientRect(); return [left, innerWidth - right, innerHeight - bottom].map(Math.round); })"
    places = toasts(page).evaluate_all(boxes)
    assert [right if edge == "right" else left for left, right, _ in places] == [32] * 4
    assert min(bottom for _, _, bottom in places) == 16
    page.set_viewport_size({"width": 390, "height": 844})
    assert [(left, right) for left, right, _ in toasts(page).evaluate_all(boxes)] == [(16, 16)] * 4


def test_a_phone_held_sideways_has_room_for_two(page, server):
    page.set_viewport_size({"width": 844, "height": 390})
    shown(page, server)
    server.send(*(notify(number, **payload) for number, payload in enumerate(EACH)))
    titles(page, *(payload["title"] for payload in EACH[3:]))
    expect(page.get_by_role("button", name="3 more")).to_be_in_viewport(ratio=1)


@pytest.mark.chromium
def test_its_edge_and_its_line_are_drawn_in_forced_colours(page, server):
    every(page, server, forced_colors="active")
    warning = toast(page, EACH[2]["title"])
    assert warning.evaluate("node => getComputedStyle(node).borderTopWidth") == "1px"
    assert warning.locator(".line").evaluate("node => getComputedStyle(node).backgroundColor !== getComputedStyle(node.parentNode).backgroundColor")


ASKED = """globalThis.asked = 0;
    globalThis.Notification = class {
        static permission = "default";
        static requestPermission() { asked++; }
    };"""


def test_who_has_missed_a_notification_is_asked_once_whether_the_system_may_tell(page, server):
    page.add_init_script(ASKED)
    shown(page, server)
    question = "Show notifications also while this page is hidden?"
    for number in (1, 2):
        page.evaluate(VISIBILITY, "hidden")
        server.send(notify(number, f"Lunch {number}"))
        expect(page).to_have_title("(1) Test")
        page.evaluate(VISIBILITY, "visible")
        if number == 1:
            toast(page, question).get_by_role("button", name="Allow").click()
    titles(page, "Lunch 1", "Lunch 2")
    assert page.evaluate("asked") == 1


def test_nobody_is_asked_for_the_system_who_has_missed_nothing(page, server):
    page.add_init_script(ASKED)
    shown(page, server)
    server.send(notify(1, "Lunch"))
    titles(page, "Lunch")
    page.evaluate(VISIBILITY, "hidden")
    page.evaluate(VISIBILITY, "visible")
    titles(page, "Lunch")


def test_what_another_page_of_the_browser_tells_is_not_told_again(page, server):
    shown(page, server)
    page.evaluate("() => new Promise((held) => navigator.locks.request('oriel told t-1', () => { held(); return new Promise(() => {}); }))")
    server.send(notify(1, "Lunch"), notify(2, "Tea"))
    titles(page, "Tea")
    assert answered(server, 1) == {"status": "performed", "value": "elsewhere"}

"""Attaching, reconnecting, triggers, and the ends of windows."""

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, screen, texts
from people import wait_until
from playwright.sync_api import expect

BODY = [{"type": "button", "id": "b", "text": "Go"}]
# Playwright's Firefox lets any script close any page.
CLOSES = pytest.mark.chromium


def shown(page, server, **options):
    page.goto("/")
    attach = server.attach(screen(*BODY), **options)
    page.get_by_role("button", name="Go").wait_for()
    return attach


def cut(page, server):
    """Ends the connection and waits until the page reports it. The page reconnects when it is told to."""
    server.send({"closing": {"code": 1012, "message": "Restarting", "retryAfter": 60_000}})
    server.socket.close(code=1012, reason="restarting")
    page.get_by_role("region", name="Notices").get_by_text("Reconnecting…").wait_for()


def test_a_reload_comes_back_to_its_window_and_takes_it_over(page, server):
    first = shown(page, server)
    page.reload()
    second = server.attach(screen(*BODY), rev=2)
    assert (second["window"], second["takeover"]) == ("w-1", True)
    assert second["instance"] != first["instance"]
    assert "rev" not in second and "scene" not in second


def test_a_reload_finds_the_screen_where_it_was_scrolled_to(page, server):
    body = [*BODY, *texts(*["line"] * 90)]
    page.goto("/")
    server.attach(screen(*body))
    page.locator(".screen").evaluate("node => { node.scrollTop = 400; }")
    page.reload()
    server.attach(screen(*body))
    page.wait_for_function("() => document.querySelector('.screen')?.scrollTop === 400")


def test_a_duplicated_tab_does_not_hold_the_lock_and_keeps_its_fork(context, page, server):
    shown(page, server)
    copy = context.new_page()
    copy.add_init_script("sessionStorage['oriel.window'] ??= 'w-1'")
    copy.goto("/")
    attach = server.attach(screen(*BODY), window="w-2")
    assert attach["window"] == "w-1" and "takeover" not in attach
    copy.get_by_role("button", name="Go").wait_for()
    assert copy.evaluate("sessionStorage['oriel.window']") == "w-2"
    copy.wait_for_function("() => navigator.locks.query().then(({held}) => held.some(({name}) => name === 'oriel:w-2'))")


def test_another_address_in_the_same_tab_is_another_window(page, server):
    shown(page, server)
    page.goto("/mail")
    attach = server.attach(screen(*texts("mail")))
    assert (attach["scene"], attach["url"]) == ("mail", "/mail")
    assert "window" not in attach


def test_a_page_opened_for_a_window_takes_and_removes_the_fragment(page, server):
    page.goto("/note#oriel=w-secret")
    attach = server.attach(screen(*BODY), window="w-secret")
    assert attach["window"] == "w-secret"
    assert page.evaluate("location.href") == f"{server.origin}/note"


def test_events_made_while_the_link_is_down_are_sent_when_it_is_back(page, server):
    shown(page, server)
    cut(page, server)
    page.get_by_role("button", name="Go").click()
    page.get_by_role("button", name="Go").click()
    page.get_by_role("button", name="Try now").click()
    attach = server.next("attach")
    assert (attach["epoch"], attach["rev"]) == ("e-1", 1)
    server.send({"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": "e-1", "rev": 1,
                              "applied": 0, "resumed": True}})
    assert [server.next("event")["id"] for _ in range(2)] == [1, 2]


def test_a_lost_connection_is_shown_after_a_second_and_can_be_hurried(page, server):
    shown(page, server)
    cut(page, server)
    notices = page.get_by_role("region", name="Notices")
    assert page.get_by_role("button", name="Go").is_visible()
    page.get_by_role("button", name="Try now").click()
    server.attach(screen(*BODY))
    notices.get_by_text("Reconnecting…").wait_for(state="detached")


def test_what_waits_to_be_sent_is_counted(page, server):
    shown(page, server)
    cut(page, server)
    notices = page.get_by_role("region", name="Notices")
    page.get_by_role("button", name="Go").click()
    page.get_by_role("button", name="Go").click()
    notices.get_by_text("Reconnecting… 2 unsent changes").wait_for()


def test_a_page_that_the_browser_had_put_aside_comes_back_at_once(page, server):
    shown(page, server)
    cut(page, server)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert server.next("attach")["window"] == "w-1"


def test_a_page_of_another_build_offers_to_be_loaded_anew(page, server):
    shown(page, server)
    server.socket.close(code=1012, reason="restarting")
    server.next("attach")
    server.send({"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": "e-1", "rev": 1,
                              "applied": 0, "resumed": True, "server": {"name": "test", "version": "2"}}})
    page.get_by_text("A new version of this page is available.").wait_for()
    page.get_by_role("button", name="Update").click()
    assert server.attach(screen(*BODY))["window"] == "w-1"


def opened_by_its_page(context, page, server):
    """The page of a window that a script has opened."""
    shown(page, server)
    page.get_by_role("button", name="Go").click()
    with context.expect_page() as opened:
        server.send(trigger("t-1", "openWindow", window="w-2", url="/note"))
    child = opened.value
    server.attach(screen(*texts("note")), window="w-2")
    child.get_by_text("note").wait_for()
    return child


def test_a_window_is_brought_to_the_front_by_the_page_that_opened_it(context, page, server):
    child = opened_by_its_page(context, page, server)
    # This pretends that the page is in the background; a test's browser shows all pages.
    child.evaluate("globalThis.asked = 0; document.hasFocus = () => false; globalThis.focus = () => { asked += 1; }; null")
    server.send(trigger("t-2", "focusWindow"))
    child.wait_for_function("() => asked === 2")


@pytest.mark.chromium
def test_a_window_that_nobody_can_bring_to_the_front_is_offered_where_the_user_is(context, page, server):
    shown(page, server)
    other = context.new_page()
    other.goto("/note")
    server.attach(screen(*texts("note"), title="Note"), window="w-2")
    other.get_by_text("note", exact=True).wait_for()
    # This pretends that the page is in the background; a test's browser shows all pages.
    other.evaluate("document.hasFocus = () => false; globalThis.focus = () => {}; null")
    server.send(trigger("t-1", "focusWindow"))
    page.get_by_text("“Note” is open in another tab.").wait_for()
    other.wait_for_function("() => document.title === '● Note'")
    page.get_by_role("button", name="Open it here").click()
    other.get_by_role("heading", name="This window is open in another tab").wait_for()
    attach = server.attach(screen(*texts("note"), title="Note"), window="w-2")
    assert (attach["window"], attach["url"], attach["takeover"]) == ("w-2", "/note", True)
    page.get_by_text("note", exact=True).wait_for()


def test_a_page_that_comes_to_the_front_is_no_longer_marked(page, server):
    shown(page, server)
    page.evaluate("document.hasFocus = () => false; globalThis.focus = () => {}; null")
    server.send(trigger("t-1", "focusWindow"))
    page.wait_for_function("() => document.title.startsWith('● ')")
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.wait_for_function("() => !document.title.startsWith('● ')")
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": "focused"}


@pytest.mark.chromium
def test_a_dismissed_window_says_so_and_offers_a_new_one(page, server):
    shown(page, server)
    server.socket.close(code=4500, reason="dismissed")
    page.get_by_role("heading", name="This window was closed").wait_for()
    assert page.evaluate("sessionStorage['oriel.window']") is None
    page.get_by_role("button", name="Open a new window").click()
    assert "window" not in server.attach(screen(*BODY))


@pytest.mark.parametrize("by, words", [
    pytest.param("user", "You closed it in another window.", marks=CLOSES), ("operator", "An operator closed it."), ("app", "The app closed it")])
def test_a_closed_window_says_by_whom_and_can_be_reopened(page, server, by, words):
    shown(page, server)
    server.send({"closing": {"code": 4500, "message": "closed", "by": by}})
    server.socket.close(code=4500, reason="closed")
    page.get_by_role("heading", name="This window was closed").wait_for()
    assert words in page.locator(".ending").inner_text()
    page.get_by_role("button", name="Reopen it").click()
    attach = server.attach(screen(*BODY), epoch="e-2")
    assert (attach["window"], attach["reopen"]) == ("w-1", True)
    page.get_by_role("button", name="Go").wait_for()
    server.socket.close(code=1012, reason="restarting")
    assert "reopen" not in server.next("attach")


@CLOSES
def test_a_window_that_was_closed_too_long_ago_offers_a_new_one(page, server):
    shown(page, server)
    server.send({"closing": {"code": 4500, "message": "closed", "by": "operator"}})
    server.socket.close(code=4500, reason="closed")
    page.get_by_role("button", name="Reopen it").click()
    server.next("attach")
    server.socket.close(code=4500, reason="gone")
    page.get_by_text("It can’t be reopened.").wait_for()
    page.get_by_role("button", name="Open a new window").wait_for()


def test_a_page_that_an_operator_has_closed_stays_to_say_so(context, page, server):
    child = opened_by_its_page(context, page, server)
    server.send({"closing": {"code": 4500, "message": "closed", "by": "operator"}})
    server.socket.close(code=4500, reason="closed")
    child.get_by_text("An operator closed it.").wait_for()


@CLOSES
def test_a_page_whose_window_is_reopened_in_another_page_says_so(context, page, server):
    shown(page, server)
    server.send({"closing": {"code": 4500, "message": "closed", "by": "user"}})
    server.socket.close(code=4500, reason="closed")
    page.get_by_role("heading", name="This window was closed").wait_for()
    other = context.new_page()
    other.goto("/#oriel=w-1")
    server.attach(screen(*BODY))
    page.get_by_role("heading", name="This window is open in another tab").wait_for()
    page.get_by_role("button", name="Use it here").click()
    attach = server.attach(screen(*BODY))
    assert (attach["window"], attach["takeover"]) == ("w-1", True)


@pytest.mark.chromium
def test_a_window_that_is_reopened_comes_back_in_the_page_that_says_that_it_was_closed(context, page, server):
    shown(page, server)
    server.send({"closing": {"code": 4500, "message": "closed", "by": "user"}})
    server.socket.close(code=4500, reason="closed")
    page.get_by_role("heading", name="This window was closed").wait_for()
    other = context.new_page()
    other.goto("/windows")
    server.attach(screen(*texts("list"), title="Your windows"), window="w-2")
    other.get_by_text("list", exact=True).wait_for()
    # This pretends that the page is in the background; a test's browser shows all pages.
    page.evaluate("document.hasFocus = () => false; globalThis.focus = () => {}; null")
    server.send(trigger("t-1", "openWindow", window="w-1", url="/"))
    assert server.attach(screen(*BODY))["window"] == "w-1"
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": "focused"}
    page.get_by_role("button", name="Go").wait_for()
    other.get_by_text("is open in another tab.").wait_for()
    assert len(context.pages) == 2


def test_a_window_beyond_the_limit_says_the_number_and_opens_when_another_is_closed(page, server):
    page.goto("/")
    server.next("attach")
    reason = "You have 50 windows open, which is the most. Close one, and this opens by itself."
    for _ in range(2):
        server.send({"closing": {"code": 4429, "message": reason, "retryAfter": 1, "url": "/windows"}})
        server.socket.close(code=4429, reason="")
        server.next("attach")
    page.get_by_role("heading", name="Too many windows are open").wait_for()
    expect(page.locator(".ending")).to_contain_text(reason)
    expect(page.get_by_role("link", name="Show your windows")).to_have_attribute("href", "/windows")
    server.send({"attached": {"window": "w-1", "user": "u-1", "scene": "main", "epoch": "e-1", "rev": 1, "applied": 0, "resumed": False}},
                {"state": screen(*BODY), "rev": 1, "applied": 0})
    page.get_by_role("button", name="Go").wait_for()
    expect(page.locator(".ending")).to_have_count(0)


def test_back_from_the_list_of_windows_opens_the_window_for_which_there_was_no_room(page, server):
    page.goto("/trading")
    server.next("attach")
    server.send({"closing": {"code": 4429, "message": "You have 50 windows open.", "retryAfter": 60_000, "url": "/windows"}})
    server.socket.close(code=4429, reason="")
    page.get_by_role("link", name="Show your windows").click()
    attach = server.attach(screen(*BODY))
    assert (attach["url"], "window" in attach) == ("/windows", False)
    page.get_by_role("button", name="Go").wait_for()
    page.go_back(wait_until="commit")
    attach = server.attach(screen(*BODY))
    assert (attach["url"], "window" in attach) == ("/trading", False)


def test_a_window_of_a_closed_place_comes_back_when_that_is_open_again(page, server):
    shown(page, server)
    server.socket.close(code=4505, reason="closed")
    page.get_by_role("heading", name="This place was closed").wait_for()
    page.get_by_role("button", name="Try again").click()
    attach = server.attach(screen(*BODY), rev=2)
    assert (attach["window"], attach["url"], "scene" in attach) == ("w-1", "/", False)
    page.get_by_role("button", name="Go").wait_for()


def test_a_window_open_elsewhere_can_be_used_here(page, server):
    shown(page, server)
    server.socket.close(code=4503, reason="replaced")
    page.get_by_role("button", name="Use it here").click()
    attach = server.attach(screen(*BODY))
    assert (attach["window"], attach["takeover"]) == ("w-1", True)
    page.get_by_role("button", name="Go").wait_for()
    assert page.get_by_role("heading", name="This window").count() == 0


def test_a_dismissed_window_that_a_script_opened_closes_its_page(context, page, server):
    child = opened_by_its_page(context, page, server)
    with child.expect_event("close"):
        server.socket.close(code=4500, reason="dismissed")


def trigger(id, kind, **payload):
    return {"trigger": {"id": id, "kind": kind, "payload": payload, "expires": 60_000}}


def test_a_window_opens_on_a_fresh_click_with_its_own_id(context, page, server):
    shown(page, server)
    page.get_by_role("button", name="Go").click()
    with context.expect_page() as opened:
        server.send(trigger("t-1", "openWindow", window="w-2", url="/note"))
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": "opened"}
    assert server.attach(screen(*texts("note")), window="w-2")["window"] == "w-2"


# Any evaluation by a test counts as a gesture, so these two evaluate nothing before the trigger.
@pytest.mark.whole_browser
@pytest.mark.chromium
def test_a_blocked_window_becomes_a_button(context, page, server):
    page.goto("/")
    server.attach(screen(*BODY))
    server.send(trigger("t-1", "openWindow", window="w-2", url="/note"))
    assert server.next("performed") == {"trigger": "t-1", "status": "blocked"}
    server.send(trigger("t-1", "openWindow", window="w-2", url="/note"))
    assert server.next("performed") == {"trigger": "t-1", "status": "blocked"}
    with context.expect_page():
        page.get_by_role("button", name="Open", exact=True).click()
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": "opened"}


@pytest.mark.whole_browser
@pytest.mark.chromium
def test_a_window_that_the_browser_holds_back_is_named(page, server):
    page.goto("/")
    server.attach(screen(*BODY))
    server.send(trigger("t-1", "openWindow", window="w-2", url="/note", title="Note 7"))
    # Before anything is evaluated in the page, which its browser takes for a press.
    assert server.next("performed") == {"trigger": "t-1", "status": "blocked"}
    expect(page.locator(".notice", has=page.get_by_role("button", name="Open"))).to_have_text("Note 7\nYour browser held this window back.Open")


@pytest.mark.whole_browser
@pytest.mark.chromium
def test_of_windows_that_the_browser_holds_back_each_press_opens_the_next(context, page, server):
    page.goto("/")
    server.attach(screen(*BODY))
    titles = ["Desk", "Map", "Log", "Wall"]
    server.send(*(trigger(f"t-{n}", "openWindow", window=f"w-{n}", url=f"/{title.lower()}", title=title) for n, title in enumerate(titles, 2)))
    for n in range(2, 6):
        assert server.next("performed") == {"trigger": f"t-{n}", "status": "blocked"}
    card = page.locator(".notice", has=page.get_by_role("button", name="Open"))
    expect(card).to_have_text("Desk, Map, Log and 1 more\nYour browser held these windows back.Open the 4 windows")
    for n, (text, name) in enumerate([("Desk, Map, Log and 1 more", "Open the 4 windows"), ("Map, Log, Wall", "Open the 3 windows"), ("Log, Wall", "Open the 2 windows"), ("Wall", "Open")], 2):
        expect(card).to_contain_text(text)
        with context.expect_page() as opened:
            page.get_by_role("button", name=name, exact=True).click()
        assert server.next("performed") == {"trigger": f"t-{n}", "status": "performed", "value": "opened"}
        opened.value.close()
    expect(card).to_have_count(0)


@pytest.mark.whole_browser
@pytest.mark.chromium
def test_a_blocked_window_can_be_opened_above_a_sheet(context, page, server):
    document = screen(*BODY, presented={"as": "sheet", "model": "m5"})
    document["models"]["m5"] = {"kind": "screen", "title": "Sheet", "body": []}
    page.goto("/")
    server.attach(document)
    server.send(trigger("t-1", "openWindow", window="w-2", url="/note"))
    assert server.next("performed") == {"trigger": "t-1", "status": "blocked"}
    with context.expect_page():
        page.get_by_role("button", name="Open", exact=True).click()


def test_a_repeated_trigger_is_answered_and_not_performed_again(context, page, server):
    shown(page, server)
    page.get_by_role("button", name="Go").click()
    with context.expect_page():
        server.send(trigger("t-1", "openWindow", window="w-2", url="/note"))
    performed = server.next("performed")
    server.attach(screen(*texts("note")), window="w-2")
    page.reload()
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()
    pages = len(context.pages)
    server.send(trigger("t-1", "openWindow", window="w-2", url="/note"))
    assert server.next("performed") == performed
    assert len(context.pages) == pages


def test_a_trigger_nobody_knows_is_unsupported(page, server):
    shown(page, server)
    server.send(trigger("t-1", "custom:confetti"), trigger("t-2", "constructor"))
    assert server.next("performed") == {"trigger": "t-1", "status": "unsupported"}
    assert server.next("performed") == {"trigger": "t-2", "status": "unsupported"}


def test_a_trigger_of_the_apps_own_is_performed(page, server):
    shown(page, server)
    page.evaluate("""import('/client/client.js').then(({ handleTrigger }) =>
      handleTrigger('confetti', ({ grams }) => ({ status: 'performed', value: grams * 2 })))""")
    server.send(trigger("t-1", "custom:confetti", grams=4))
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": 8}


def test_a_page_that_is_asked_says_what_it_shows(page, server):
    shown(page, server)
    server.send(trigger("t-1", "ask"))
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": {"rev": 1, "visible": True}}


def test_a_page_loads_again_when_it_is_told_to_and_not_a_second_time(page, server):
    shown(page, server)
    server.send(trigger("t-1", "reload"))
    performed = {"trigger": "t-1", "status": "performed"}
    assert server.next("performed") == performed
    assert server.attach(screen(*BODY))["window"] == "w-1"
    page.evaluate("globalThis.isTheSame = true")
    server.send(trigger("t-1", "reload"))
    assert server.next("performed") == performed
    # A timer that was set later ends later.
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("globalThis.isTheSame") is True


def test_what_a_person_calls_off_is_declined(page, server):
    page.add_init_script("""let asked = 0;
        navigator.share = () => Promise.reject(new DOMException("no", asked++ ? "AbortError" : "NotAllowedError"));""")
    shown(page, server)
    server.send(trigger("t-1", "share", url="https://example.org/"))
    assert server.next("performed") == {"trigger": "t-1", "status": "blocked"}
    page.get_by_role("button", name="Share").click()
    assert server.next("performed") == {"trigger": "t-1", "status": "declined"}
    # This includes windows that the browser has asked for by itself.
    server.send(trigger("t-2", "share", url="https://example.org/"))
    assert server.next("performed") == {"trigger": "t-2", "status": "declined"}


def test_a_card_that_expires_in_a_month_stays(page, server):
    shown(page, server)
    month = trigger("t-1", "notify", title="Lunch", tone="danger")
    month["trigger"]["expires"] = 30 * 86_400_000
    server.send(month)
    page.get_by_role("region", name="Notices").get_by_text("Lunch").wait_for()
    # No browser timer waits that long: one such timer ends immediately, and this one ends after any that was set before it.
    page.evaluate("new Promise((done) => setTimeout(done, 30 * 86_400_000))")
    page.get_by_role("button", name="Lunch").click()
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": "tap"}


def test_the_last_hundred_triggers_are_remembered(page, server):
    shown(page, server)
    page.evaluate("""import('/client/client.js').then(({ handleTrigger }) => {
      let count = 0;
      handleTrigger('count', () => ({ status: 'performed', value: ++count }));
    })""")
    for number in range(101):
        server.send(trigger(f"t-{number}", "custom:count"))
    assert [server.next("performed")["value"] for _ in range(101)] == [*range(1, 102)]
    for number in (1, 0):
        server.send(trigger(f"t-{number}", "custom:count"))
    assert [server.next("performed")["value"] for _ in range(2)] == [2, 102]


def test_a_refused_cookie_asks_for_a_new_sign_in(context, server):
    page = context.new_page()
    server.refuses["/connect"] = 401
    page.goto("/mail")
    server.refuses["/"] = 401
    page.get_by_role("heading", name="Please sign in again").wait_for()


def test_a_url_of_a_scheme_that_is_not_allowed_is_not_opened(page, server):
    shown(page, server)
    server.send(trigger("t-1", "openURL", url="javascript:alert(1)", target="_blank"))
    assert server.next("performed") == {"trigger": "t-1", "status": "failed"}


def test_a_review_is_answered_by_its_stars(page, server):
    shown(page, server)
    server.send(trigger("t-1", "requestReview"))
    page.get_by_role("region", name="Notices").get_by_text("How would you rate this app?").wait_for()
    page.get_by_role("button", name="4 of 5").click()
    assert server.next("performed") == {"trigger": "t-1", "status": "performed", "value": 4}


def test_a_failed_handler_is_told_and_a_stale_event_is_not(page, server):
    shown(page, server)
    server.send({"rejected": {"event": 1, "code": "stale", "message": "gone"}, "applied": 1})
    server.send({"rejected": {"event": 2, "code": "failed", "message": "It did not work."}, "applied": 2})
    page.get_by_text("It did not work.").wait_for()
    assert page.get_by_text("gone").count() == 0


STORING = """globalThis.stored = [];
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) { if (key === 'oriel.url') stored.push(value); set.call(this, key, value); };"""


def test_an_address_is_stored_when_it_changes_and_none_where_it_is_no_url(page, server):
    page.add_init_script(STORING)
    shown(page, server)
    for rev, title, url in [(2, "Same", "/"), (3, "Wrong", "//"), (4, "Other", "/other")]:
        server.send(patch(rev, replace("/title", title), {"op": "add", "path": "/url", "value": url}))
        page.wait_for_function("title => document.title === title", arg=title)
    page.wait_for_function("() => location.pathname === '/other'")
    assert page.evaluate("stored") == ["/", "/other"]


@pytest.mark.chromium
def test_the_environment_is_sent_when_it_changes(page, server):
    environment = shown(page, server)["environment"]
    assert (environment["visible"], environment["colorScheme"]) == (True, "light")
    page.emulate_media(color_scheme="dark")
    assert server.next("environment") == {"colorScheme": "dark"}
    page.set_viewport_size({"width": 390, "height": 700})
    assert server.next("environment") == {"width": 390, "height": 700}


@pytest.mark.chromium
def test_a_patch_to_a_window_is_drawn_while_its_page_is_in_the_background(page, server):
    shown(page, server)
    server.send(patch(2, replace("/models/m1/body/0/text", "Gone")))
    page.get_by_role("button", name="Gone").wait_for()


@pytest.mark.chromium
def test_a_page_with_something_unsaved_asks_before_it_is_left(page, server):
    shown(page, server)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    # A browser asks nobody who has done nothing.
    page.locator("body").click()
    server.send(patch(2, add("/models/m1/unsaved", True)))
    server.send(patch(3, replace("/models/m1/title", "Draft")))
    page.get_by_role("heading", name="Draft").wait_for()
    page.evaluate("location.assign('about:blank')")
    wait_until(page, lambda: asked == ["beforeunload"])
    server.send(patch(4, remove("/models/m1/unsaved")))
    server.send(patch(5, replace("/models/m1/title", "Saved")))
    page.get_by_role("heading", name="Saved").wait_for()
    page.goto("about:blank")
    assert asked == ["beforeunload"]

"""Windows embedded in another site's page, from another origin."""

import json
import pathlib

import pytest
from axe import violations
from client_page import *  # noqa: F403 (fixtures)
from client_page import patch, replace, screen
from people import a_picture, wait_until
from playwright.sync_api import expect
from program import Program

BODY = [{"type": "button", "id": "b", "text": "Go"}, {"type": "textField", "id": "f", "label": "Name", "text": ""}]


class Visitors:
    """What the server answers to a page of another origin without a token: by default, that a cookie says who the user is."""

    SCRIPT = """
        const real = fetch;
        globalThis.fetch = async (url, how) => {
            if (!String(url).endsWith("/connect")) return real(url, how);
            if (how?.method !== "POST") return new Response(null, { status: 204 });
            const asked = JSON.parse(localStorage.asked ?? "[]");
            localStorage.asked = JSON.stringify([...asked, how.headers?.Authorization ?? null]);
            const { status, json } = JSON.parse(localStorage.answer ?? '{"status": 200, "json": {}}');
            return new Response(JSON.stringify(json), { status });
        };"""

    def __init__(self, page):
        self.page = page
        page.add_init_script(self.SCRIPT)

    def answer(self, status=200, **json):
        self.page.evaluate("(answer) => { localStorage.answer = JSON.stringify(answer); }", {"status": status, "json": json})

    @property
    def asked(self):
        return self.page.evaluate("JSON.parse(localStorage.asked ?? '[]')")


@pytest.fixture
def visitors(page):
    return Visitors(page)


@pytest.fixture
def host(page, server, visitors):
    """Opens a page of another origin that holds these elements."""
    def open_page(*elements):
        server.pages["/host.html"] = f"""<!doctype html><html lang="en"><title>Host</title><body>
            <script type="module" src="{server.origin}/client/embed.js"></script>{"".join(elements)}"""
        page.goto(server.origin.replace("127.0.0.1", "localhost") + "/host.html")
        return page
    return open_page


def test_a_window_stands_in_anyones_page_with_a_bearer(host, server):
    page = host("""<oriel-window scene="note" value='{"id": 7}' path="/note/7" token="t0ken"></oriel-window>""")
    attach = server.attach(screen(*BODY, title="Inside"))
    assert (attach["scene"], attach["value"], attach["url"]) == ("note", {"id": 7}, "/note/7")
    assert server.socket.request.headers["Sec-WebSocket-Protocol"] == "oriel.v1, bearer.t0ken"
    assert server.socket.request.headers["Origin"].startswith("http://localhost:")
    page.get_by_role("button", name="Go").click()
    assert server.event()["name"] == "tap"
    # The page's own title, address and history do not belong to the window.
    assert (page.title(), page.evaluate("history.state")) == ("Host", None)
    assert page.url.endswith("/host.html")


def test_a_window_without_a_token_is_a_visitors_the_same_in_all_of_the_page(host, page, server, visitors):
    host()
    visitors.answer(token="visitor.u-1.abc")
    host("""<oriel-window scene="a"></oriel-window><oriel-window scene="b"></oriel-window>""")
    wait_until(page, lambda: len(server.sockets) == 2)
    assert {socket.request.headers["Sec-WebSocket-Protocol"] for socket in server.sockets} == {"oriel.v1, bearer.visitor.u-1.abc"}
    assert visitors.asked == [None]
    page.reload()
    wait_until(page, lambda: len(server.sockets) == 4)
    assert visitors.asked[1:] == ["Bearer visitor.u-1.abc"]


def test_a_visitor_whose_token_is_not_valid_any_more_gets_another(host, page, server, visitors):
    host()
    visitors.answer(token="visitor.u-1.abc")
    host("""<oriel-window scene="a"></oriel-window>""")
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()
    # A lost connection costs no more than the handshake.
    server.socket.close(1012)
    server.attach(screen(*BODY))
    wait_until(page, lambda: len(server.sockets) == 2)
    assert len(visitors.asked) == 1
    server.refuses_sockets = True
    visitors.answer(token="visitor.u-2.abc")
    server.socket.close(1012)
    wait_until(page, lambda: len(visitors.asked) == 2)
    server.refuses_sockets = False
    server.attach(screen(*BODY))
    assert server.socket.request.headers["Sec-WebSocket-Protocol"] == "oriel.v1, bearer.visitor.u-2.abc"
    page.errors.clear()


def test_a_window_that_lacks_a_token_says_so_in_its_place_and_on_the_console(host, page, server, visitors):
    said = []
    page.on("console", lambda line: said.append(line.text))
    host()
    visitors.answer(403)
    server.refuses_sockets = True
    host("""<oriel-window scene="a"></oriel-window>""")
    expect(page.get_by_role("heading", name="This window can’t be shown here")).to_be_visible()
    assert any("give <oriel-window> the attribute token" in line for line in said)
    server.refuses_sockets = False
    visitors.answer()
    server.attach(screen(*BODY))
    expect(page.get_by_role("button", name="Go")).to_be_visible()
    # Those of the browser about its sockets.
    page.errors.clear()


def test_several_stand_side_by_side_and_each_comes_back_to_its_window(host, page, server):
    host("""<oriel-window scene="a"></oriel-window><oriel-window scene="b"></oriel-window>""")
    windows = {}
    for _ in range(2):
        scene = server.next("attach")["scene"]
        windows[scene] = f"w-{scene}"
        socket = server.sockets[len(windows) - 1]
        send = [{"attached": {"window": f"w-{scene}", "user": "u-1", "scene": scene, "epoch": "e-1", "rev": 1, "applied": 0, "resumed": False}},
                {"state": screen({"type": "text", "text": f"This is {scene}"}), "rev": 1, "applied": 0}]
        for message in send:
            socket.send(json.dumps(message))
    for scene in "ab":
        page.get_by_text(f"This is {scene}").wait_for()
    page.reload()
    assert {server.next("attach")["window"] for _ in range(2)} == {"w-a", "w-b"}


def test_a_window_of_another_value_is_another_window(host, page, server):
    asked = []
    for value in (1, 2, 1):
        host(f"""<oriel-window scene="chat" value='{{"product": {value}}}'></oriel-window>""")
        asked.append(server.attach(screen(*BODY), window=f"w-{value}").get("window"))
        page.get_by_role("button", name="Go").wait_for()
    assert asked == [None, None, "w-1"]


def test_a_window_opens_when_its_styles_are_there_or_cant_be_had(host, page, server):
    held = []
    page.route("**/client/app/look.css", lambda route: held.append(route))
    page.route("**/client/app/none.css", lambda route: route.fulfill(status=404))
    host()
    element = '<oriel-window scene="a" styles="look.css none.css"></oriel-window>'
    page.evaluate("(element) => document.body.insertAdjacentHTML('beforeend', element)", element)
    wait_until(page, lambda: held)
    assert server.sockets == []
    held[0].fulfill(body=".window { color: rgb(1, 2, 3) }", content_type="text/css")
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()
    # Firefox does not say so.
    assert all("404" in error for error in page.errors)
    page.errors.clear()


def test_what_is_typed_in_it_keeps_its_focus_and_its_caret(host, server):
    page = host("<oriel-window></oriel-window>")
    server.attach(screen(*BODY))
    name = page.get_by_label("Name")
    name.press_sequentially("ad")
    server.event()
    server.send(patch(2, replace("/models/m1/body/0/text", "Went"), applied=server.done[-1]))
    page.get_by_role("button", name="Went").wait_for()
    name.press("a")
    assert name.input_value() == "ada"


def test_who_calls_a_file_off_goes_on_at_its_field(host, server):
    page = host("<oriel-window></oriel-window>")
    server.attach(screen({"type": "fileField", "id": "f", "label": "File", "ticket": "t", "maxBytes": 1}))
    page.get_by_label("File", exact=True).set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"too large"})
    page.get_by_role("button", name="Cancel: a.txt").press("Enter")
    page.locator(".files li").wait_for(state="detached")
    assert page.locator("oriel-window").evaluate("node => node.shadowRoot.activeElement?.type") == "file"


@pytest.mark.chromium
def test_taken_out_of_the_page_it_lets_go_of_its_window(host, page, server):
    with page.expect_websocket() as made:
        host("<oriel-window></oriel-window>")
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()
    with made.value.expect_event("close"):
        page.evaluate("document.querySelector('oriel-window').remove()")
    # The page sends nothing to the server: the window waits there.
    assert [message for message in list(server.received.queue) if "leave" in message] == []


def test_taken_out_of_the_page_it_ends_what_its_elements_began(host, page, server):
    host(f"""<script type="module">
        import {{ defineElement }} from "{server.origin}/client/client.js";
        defineElement("clock", (host, emit, gone) => {{
            host.textContent = "tick";
            gone.onabort = () => {{ globalThis.ended = true; }};
            return () => {{}};
        }});
        document.body.append(document.createElement("oriel-window"));</script>""")
    server.attach(screen({"type": "component", "id": "c", "component": "clock"}))
    page.get_by_text("tick").wait_for()
    page.evaluate("document.querySelector('oriel-window').remove()")
    page.wait_for_function("() => globalThis.ended")


def test_a_window_that_is_over_gives_way_to_a_new_one_and_the_page_stays(host, page, server):
    host("""<oriel-window scene="a"></oriel-window>
        <script>document.querySelector("oriel-window").token = "early"; globalThis.stayed = true</script>""")
    server.attach(screen(*BODY))
    assert server.socket.request.headers["Sec-WebSocket-Protocol"] == "oriel.v1, bearer.early"
    page.get_by_role("button", name="Go").wait_for()
    server.socket.close(code=4500, reason="dismissed")
    page.get_by_role("button", name="Open a new window").click()
    attach = server.attach(screen(*BODY))
    assert (attach["scene"], attach.get("window")) == ("a", None)
    page.get_by_role("button", name="Go").click()
    assert server.event()["name"] == "tap"
    assert (page.title(), page.evaluate("stayed")) == ("Host", True)


def test_axe_finds_nothing_in_it(host, server):
    page = host("<main><h1>Host</h1><oriel-window></oriel-window></main>")
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()
    assert violations(page) == []


# Playwright's Firefox reports no download of what a script has made.
@pytest.mark.chromium
def test_files_come_to_a_window_with_a_token_in_anyones_page(page, server):
    origin = server.origin.replace("127.0.0.1", "localhost")
    program = Program("--database", "memory", "--allow-origin", origin)
    server.pages["/host.html"] = f"""<!doctype html><title>Host</title>
        <script type="module" src="{program.origin}/client/embed.js"></script>
        <oriel-window scene="home" path="/home/files" token="{program.token}"></oriel-window>"""
    try:
        page.goto(origin + "/host.html")
        page.get_by_label("Choose files").set_input_files(a_picture("view.png"))
        picture = page.get_by_role("img", name="view.png")
        page.wait_for_function("img => img.naturalWidth === 40", arg=picture.element_handle())
        with page.expect_download() as download:
            page.get_by_role("link", name="view.png").click()
        assert download.value.suggested_filename == "view.png"
        assert pathlib.Path(download.value.path()).read_bytes() == a_picture("view.png")["buffer"]
        with page.expect_download() as download:
            page.get_by_role("button", name="Download a list").click()
        assert pathlib.Path(download.value.path()).read_text().splitlines()[-1] == "100000,10000000000"
        assert page.url.endswith("/host.html")
    finally:
        program.stop()


def test_the_program_lets_pages_of_an_origin_that_it_knows_hold_its_windows(page, server):
    origin = server.origin.replace("127.0.0.1", "localhost")
    program = Program("--database", "memory", "--allow-origin", origin)
    server.pages["/host.html"] = f"""<!doctype html><title>Host</title>
        <script type="module" src="{program.origin}/client/app/chart.js"></script>
        <script type="module" src="{program.origin}/client/embed.js"></script>
        <oriel-window scene="counter" token="{program.token}"></oriel-window>
        <oriel-window name="chart" scene="home" path="/chart" styles="chart.css" token="{program.token}"></oriel-window>"""
    try:
        page.goto(origin + "/host.html")
        page.get_by_role("button", name="Increment").click()
        page.get_by_text("1", exact=True).wait_for()
        # So do its own elements, in their own looks.
        bar = page.get_by_role("button", name="Desk 1: 12")
        bar.wait_for()
        page.wait_for_function("bar => getComputedStyle(bar.parentNode).display === 'flex'", arg=bar.element_handle())
        policy = program.get("/")[1]["Content-Security-Policy"]
        assert policy.endswith(f"frame-ancestors 'self' {origin}")
    finally:
        program.stop()


def test_a_window_takes_the_focus_from_nobody_who_is_at_work_beside_it(host, page, server):
    host("""<label>Ours <input id="ours"></label>""", """<oriel-window scene="a" token="t"></oriel-window>""")
    server.attach({"scene": "a", "root": "m1", "models": {
        "m1": {"kind": "stack", "path": [{"model": "m2"}]}, "m2": {"kind": "screen", "title": "Inside", "body": BODY}}})
    page.get_by_role("heading", name="Inside").wait_for()
    page.get_by_label("Ours").focus()
    page.keyboard.type("abc")
    server.send(patch(2, {"op": "add", "path": "/models/m3", "value": {"kind": "screen", "title": "Pushed", "body": []}},
                      {"op": "add", "path": "/models/m1/path/1", "value": {"model": "m3"}}))
    page.get_by_role("heading", name="Pushed").wait_for()
    page.keyboard.type("def")
    server.socket.close(code=4503, reason="elsewhere")
    page.get_by_role("heading", name="This window is open in another tab").wait_for()
    page.keyboard.type("ghi")
    assert page.get_by_label("Ours").input_value() == "abcdefghi"


def test_its_sockets_are_made_by_the_class_that_it_is_given(host, page, server):
    host("""<script>
        globalThis.made = [];
        const view = document.createElement("oriel-window");
        view.WebSocket = class extends WebSocket { constructor(...given) { super(...given); made.push(given[1]); } };
        document.body.append(view);</script>""")
    server.attach(screen(*BODY))
    page.get_by_role("button", name="Go").wait_for()
    assert page.evaluate("made") == [["oriel.v1"]]

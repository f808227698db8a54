import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import CLIENT, patch, replace, screen, texts
from people import wait_until


def test_a_window_attaches_and_shows_its_document(page, server):
    page.goto("/counter?x=1")
    attach = server.attach(screen({"type": "text", "text": "Hello"}, title="Counter"))
    assert attach["scene"] == "counter"
    assert attach["url"] == "/counter?x=1"
    assert "window" not in attach and "rev" not in attach
    page.get_by_text("Hello").wait_for()
    assert page.title() == "Counter"


def holding_the_client_back(page, server, path):
    """The request for the client, which is not answered yet."""
    held = []
    page.route("**/client/client.js", lambda route: held.append(route))
    page.goto(path, wait_until="commit")
    wait_until(page, lambda: server.sockets and held)
    return held[0]


def test_the_socket_opens_while_the_client_is_loaded(page, server):
    client = holding_the_client_back(page, server, "/counter?x=1")
    client.fulfill(path=CLIENT / "client.js")
    server.attach(screen({"type": "text", "text": "Hello"}))
    page.get_by_text("Hello").wait_for()
    assert [socket.request.path for socket in server.sockets] == ["/connect?page=%2Fcounter"]


def test_a_socket_that_was_lost_while_the_client_was_loaded_is_opened_again(page, server):
    client = holding_the_client_back(page, server, "/")
    # Waits for the page's answer.
    server.socket.close(code=1012)
    client.fulfill(path=CLIENT / "client.js")
    server.attach(screen({"type": "text", "text": "Hello"}))
    page.get_by_text("Hello").wait_for()
    assert len(server.sockets) == 2


def test_style_sheets_of_open_pages_follow_the_servers(page, server):
    page.goto("/")
    field = {"type": "textField", "id": "f", "label": "Name", "text": ""}
    server.attach(screen(field), server={"files": {"styles": "a", "scripts": "1"}})
    page.get_by_label("Name").fill("half a na")
    server.event()
    server.files["/client/style.css"] = (CLIENT / "style.css").read_text() + ":root { --accent: rgb(1, 2, 3); }"
    server.socket.close(code=1012)
    server.attach(screen(field | {"text": "half a na"}), applied=1, server={"files": {"styles": "b", "scripts": "1"}})
    page.wait_for_function("() => getComputedStyle(document.documentElement).getPropertyValue('--accent') === 'rgb(1, 2, 3)'")
    page.wait_for_function("() => document.querySelectorAll('link[rel=stylesheet]').length === 1")
    assert page.get_by_label("Name").input_value() == "half a na"
    assert page.get_by_role("region", name="Notices").get_by_role("button").count() == 0


def test_other_scripts_are_offered(page, server):
    page.goto("/")
    server.attach(screen(*texts("x")), server={"files": {"styles": "a", "scripts": "1"}})
    page.get_by_text("x").wait_for()
    server.socket.close(code=1012)
    server.attach(screen(*texts("x")), server={"files": {"styles": "a", "scripts": "2"}})
    page.get_by_role("button", name="Update").click()
    attach = server.attach(screen(*texts("y")), server={"files": {"styles": "a", "scripts": "2"}})
    assert attach["window"] == "w-1"
    page.get_by_text("y").wait_for()
    assert page.get_by_role("button", name="Update").count() == 0


HIDDEN = """() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_page_takes_other_scripts_by_itself(page, server):
    page.goto("/")
    server.attach(screen(*texts("x")), server={"files": {"styles": "a", "scripts": "1"}})
    page.get_by_text("x").wait_for()
    server.socket.close(code=1012)
    server.attach(screen(*texts("x")), server={"files": {"styles": "a", "scripts": "2"}})
    page.get_by_role("button", name="Update").wait_for()
    page.evaluate(HIDDEN)
    server.attach(screen(*texts("y")), server={"files": {"styles": "a", "scripts": "2"}})
    page.get_by_text("y").wait_for()


@pytest.mark.parametrize("kind", ["text", "file"])
def test_a_hidden_page_keeps_what_only_it_has(page, server, kind):
    uploads = []
    page.route("**/upload/**", lambda route: uploads.append(route))
    page.goto("/")
    body = [{"type": "textField", "id": "f", "label": "Name", "text": "", "live": False},
            {"type": "fileField", "id": "file", "label": "File", "ticket": "t"}]
    server.attach(screen(*body), server={"files": {"styles": "a", "scripts": "1"}})
    server.socket.close(code=1012)
    server.attach(screen(*body), server={"files": {"styles": "a", "scripts": "2"}})
    page.get_by_role("button", name="Update").wait_for()
    if kind == "text":
        page.get_by_label("Name").fill("half a na")
    else:
        with page.expect_request("**/upload/**"):
            page.get_by_label("File", exact=True).set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"hello"})
    loads = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.evaluate(HIDDEN)
    # If the page wrongly reloads, the first check begins the reload, and the second check sees it.
    assert page.get_by_label("Name").input_value() == ("half a na" if kind == "text" else "")
    assert page.get_by_role("button", name="Update").is_visible()
    assert loads == []


def test_an_address_that_leads_nowhere_says_so_before_the_window(page, server):
    page.goto("/nonsense/xyz")
    server.attach(screen(*texts("Welcome"), title="Home") | {"url": "/"}, notFound=True)
    page.get_by_role("heading", name="Page not found").wait_for()
    assert page.get_by_text("There is nothing at “/nonsense/xyz”.").is_visible()
    assert not page.get_by_text("Welcome").is_visible()
    assert (page.url, page.title()) == (f"{server.origin}/nonsense/xyz", "Page not found")
    server.send(patch(2, replace("/models/m1/body/0/text", "Hello")))
    page.get_by_role("button", name="Go to the start").click()
    page.get_by_text("Hello").wait_for()
    assert (page.url, page.title()) == (f"{server.origin}/", "Home")
    assert page.evaluate("document.activeElement.textContent") == "Home"


def test_an_address_that_is_lost_again_says_so_once(page, server):
    page.goto("/nonsense")
    server.attach(screen(*texts("Welcome"), title="Home") | {"url": "/"}, notFound=True)
    page.get_by_role("heading", name="Page not found").wait_for()
    server.socket.close(code=1012)
    server.attach(screen(*texts("Welcome back"), title="Home") | {"url": "/"}, notFound=True)
    page.get_by_text("Welcome back").wait_for(state="attached")
    page.get_by_role("button", name="Go to the start").click()
    page.get_by_text("Welcome back").wait_for()
    assert page.get_by_role("heading", name="Page not found").count() == 0


def test_a_page_is_in_the_language_of_its_window(page, server):
    page.goto("/")
    server.attach(screen(*texts("x")) | {"lang": "ar"})
    page.wait_for_function("() => document.documentElement.lang === 'ar' && document.documentElement.dir === 'rtl'")
    server.send(patch(2, replace("/lang", "de-at")))
    page.wait_for_function("() => document.documentElement.lang === 'de-at' && document.documentElement.dir === 'ltr'")


def test_a_page_whose_session_ends_soon_lets_its_user_sign_in_again_beside_it(page, context, server):
    page.goto("/counter")
    server.attach(screen({"type": "textField", "id": "f", "label": "Name", "text": ""}))
    page.get_by_label("Name").fill("half a na")
    server.send({"expires": 60_000})
    notice = page.get_by_text("Your session ends in a minute.")
    notice.wait_for()
    with context.expect_page() as opened:
        page.get_by_role("button", name="Sign in again").click()
    assert opened.value.url.endswith("/sign-in?next=%2Fcounter")
    assert page.get_by_label("Name").input_value() == "half a na"
    # It has been renewed.
    server.send({"expires": 60_000}, {"expires": 43_200_000})
    notice.wait_for(state="hidden")


def test_a_page_whose_session_ends_soon_comes_back_when_another_page_of_the_browser_is_let_in(page, context, server):
    second = context.new_page()
    second.goto("/")
    server.attach(screen({"type": "text", "text": "Hello"}))
    page.goto("/counter")
    server.attach(screen({"type": "textField", "id": "f", "label": "Name", "text": ""}))
    page.get_by_label("Name").fill("half a na")
    server.send({"expires": 60_000})
    notice = page.get_by_text("Your session ends in a minute.")
    notice.wait_for()
    second.reload()
    server.attach(screen({"type": "text", "text": "Hello"}))
    server.attach(screen({"type": "textField", "id": "f", "label": "Name", "text": ""}))
    notice.wait_for(state="hidden")
    assert page.get_by_label("Name").input_value() == "half a na"
    # The second page, whose session lasts, has stayed.
    assert len(server.sockets) == 4
    # If that was not the page after the sign-in, the next one may be.
    second.reload()
    for _ in range(2):
        server.attach(screen({"type": "text", "text": "Hello"}))
    assert len(server.sockets) == 6


def test_a_page_with_a_token_renews_it_on_its_socket(page, server):
    server.pages["/host.html"] = """<!doctype html><html lang="en"><title>Host</title><body><script type="module">
        import { connect } from "/client/client.js";
        let asked = 0;
        connect({ root: document.body.appendChild(document.createElement("div")), token: async () => `token-${++asked}` });</script>"""
    page.goto("/host.html")
    server.attach(screen({"type": "text", "text": "Hello"}))
    assert server.socket.request.headers["Sec-WebSocket-Protocol"] == "oriel.v1, bearer.token-1"
    server.send({"expires": 60_000})
    assert server.next("credentials") == {"token": "token-2"}
    server.send({"expires": 43_200_000})
    assert len(server.sockets) == 1 and page.get_by_text("Your session ends").count() == 0


def test_a_reload_sends_again_what_the_server_may_not_have(page, server):
    page.goto("/")
    first = server.attach(screen({"type": "textField", "id": "f", "label": "Name", "text": ""}))
    page.get_by_label("Name").fill("half a name")
    assert server.event() == {"model": "m1", "element": "f", "name": "input", "value": "half a name"}
    server.refuses["/connect"] = 503
    server.socket.close(code=1012)
    page.get_by_label("Name").press_sequentially(" more")
    page.reload()
    del server.refuses["/connect"]
    again = server.attach(screen({"type": "textField", "id": "f", "label": "Name", "text": ""}))
    assert (again["window"], again["instance"], again["epoch"]) == ("w-1", first["instance"], "e-1")
    assert "rev" not in again
    names = [event["value"] for event in server.events(2)]
    assert names == ["half a name", "half a name more"]
    # The second reload has nothing to send.
    server.send({"saved": server.done[-1]}, patch(2, replace("/models/m1/body/0/label", "Full name"), applied=server.done[-1]))
    page.get_by_text("Full name").wait_for()
    page.reload()
    third = server.attach(screen({"type": "textField", "id": "f", "label": "Name", "text": "half a name more"}))
    assert third["instance"] != first["instance"]
    page.errors.clear()


def test_a_reload_keeps_no_password(page, server):
    page.goto("/")
    first = server.attach(screen({"type": "secureField", "id": "f", "label": "Password"}))
    page.get_by_label("Password").fill("s3cret")
    assert server.event()["value"] == "s3cret"
    server.send(patch(2, replace("/models/m1/body", texts("Signed in")), applied=server.done[-1]))
    page.get_by_text("Signed in").wait_for()
    page.reload()
    assert server.attach(screen({"type": "secureField", "id": "f", "label": "Password"}))["instance"] != first["instance"]
    assert page.evaluate("JSON.stringify(sessionStorage)").count("s3cret") == 0

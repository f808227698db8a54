from client_page import *  # noqa: F403 (fixtures)
from client_page import screen


def test_a_window_attaches_and_shows_its_document(page, server):
    page.goto("/counter?x=1")
    attach = server.attach(screen({"type": "text", "text": "Hello"}, title="Counter"))
    assert attach["scene"] == "counter"
    assert attach["url"] == "/counter?x=1"
    assert "window" not in attach and "rev" not in attach
    assert page.get_by_text("Hello").is_visible()
    assert page.title() == "Counter"

"""Members' windows: the screens and flows of DA7 to DA12, what of them takes a browser."""

from people import button, clause, no_layer, press, question, says, titled, top
from places import notices
from playwright.sync_api import expect
from test_gallery_dd import moves, watched


def depth(page, number):
    """Waits until the tab's stack has that many screens above its root, and also asks the stack itself."""
    expect(page.locator(".panel:not([inert]) .page:not(.moving)")).to_have_count(number + 1)
    press(page, "How deep is it?")
    says(page, f"{number} above the root")


@clause("DA7", 1, 2, 3, 6, 7, 8, 9)
def test_the_path_grows_and_shrinks_da7(person):
    page = watched(person, "/members/stack")
    press(page, "Append")
    assert moves(page)
    depth(page, 2)
    press(page, "Append, at once")
    depth(page, 3)
    assert page.evaluate("() => moves.length") == 0
    card = button(top(page), "Append, growing out of this card").bounding_box()
    press(page, "Append, growing out of this card")
    zoom = next(frames[0]["transform"] for frames in moves(page) if "transform" in frames[0])
    assert f"translate({card['x']:.0f}px" in zoom.replace(".0", "")
    depth(page, 4)
    press(page, "Drop the last")
    assert moves(page)
    depth(page, 3)
    press(page, "Drop the last, at once")
    depth(page, 2)
    assert page.evaluate("() => moves.length") == 0
    press(page, "Append, at once")
    depth(page, 3)
    press(page, "Append, at once")
    depth(page, 4)
    press(page, "Drop three, or as many as there are")
    moves(page)
    depth(page, 1)
    press(page, "Append, at once")
    depth(page, 2)
    press(page, "Drop three, or as many as there are")
    titled(page, "Commands")
    press(page, "Stack")
    depth(page, 1)
    press(page, "Append, at once")
    depth(page, 2)
    press(page, "Drop all above the root")
    titled(page, "Commands")


@clause("DA8", 1, 2, 3)
def test_a_page_of_the_web_and_the_settings_da8(still):
    still.context.route("https://www.swift.org/**", lambda route: route.fulfill(body="<title>Swift</title>", content_type="text/html"))
    page = still.open("/members/addresses")
    with still.context.expect_page() as opened:
        press(page, "Open a page of the web")
    expect(opened.value).to_have_title("Swift")
    assert opened.value.evaluate("() => opener") is None
    opened.value.close()
    press(page, "Show a page in a sheet")
    expect(page.frame_locator("dialog.sheet iframe").get_by_role("heading", name="House rules")).to_be_visible()
    expect(page.locator("dialog.sheet iframe")).to_have_attribute("sandbox", "allow-scripts allow-forms allow-popups")
    page.keyboard.press("Escape")
    no_layer(page)
    press(page, "Settings")
    titled(page, "Settings")
    page.get_by_role("switch", name="Friend of the gallery").check()
    page.reload()
    expect(page.get_by_role("switch", name="Friend of the gallery")).to_be_checked()


@clause("DA9", 1, 2, 3)
def test_signing_out_waits_for_an_answer_da9(still):
    page = still.open("/members/flows")
    card = button(page, "Sign out").bounding_box()
    press(page, "Sign out")
    assert question(page, "Sign out?").bounding_box()["x"] == card["x"]
    press(page, "Stay")
    no_layer(page)
    titled(page, "Flows")
    press(page, "Sign out")
    button(question(page, "Sign out?"), "Sign out").click()
    titled(page, "Welcome")


@clause("DA12", 1, 3, 4)
def test_a_notification_in_the_page_leads_to_the_subscription_da12(still):
    page = still.open("/members/flows")
    press(page, "A notification that opens a screen")
    expect(notices(page)).to_contain_text("Become a friend of the gallery.")
    button(notices(page), "Close").click()
    question(page, "Notifications are off")
    press(page, "Settings")
    titled(page, "Settings")
    page.get_by_role("tab", name="Flows").click()
    press(page, "A notification that opens a screen")
    button(notices(page), "A gift for you").click()
    titled(page, "Become a friend")


@clause("DA12", 2, 3)
def test_a_notification_of_the_system_leads_to_the_subscription_da12(still):
    still.context.add_init_script("""globalThis.Notification = class {
        static permission = "granted";
        constructor(title, {body}) { globalThis.notified = Object.assign(this, {title, body}); }
    }""")
    page = still.open("/members/flows")
    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    press(page, "A notification that opens a screen")
    page.wait_for_function("() => globalThis.notified?.title === 'A gift for you'")
    expect(notices(page)).to_have_text("")
    page.evaluate("() => notified.onclick()")
    titled(page, "Become a friend")

"""Members' windows: every clause of DA1 to DA21, by hand."""

import pytest
from people import Person, button, clause, element, no_layer, press, question, says, titled, top, window_of
from playwright.sync_api import expect
from test_gallery_dd import moves, watched


def notices(page):
    return page.get_by_role("region", name="Notices")


@clause("DA1", 1, 2, 3, 4)
def test_who_has_signed_out_begins_anew_in_every_window_da1(still):
    page = still.open("/members")
    commands = page.get_by_role("tab", name="Commands")
    expect(commands).to_have_attribute("aria-selected", "true")
    press(page, "Stack")
    titled(page, "Stack")
    page.get_by_role("tab", name="Flows").click()
    press(page, "Sign out, and begin anew")
    titled(page, "Welcome")
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator("main > .switched > .stack")).to_have_count(1)
    other = still.open("/members")
    titled(other, "Welcome")
    press(other, "Sign in")
    expect(commands).to_have_attribute("aria-selected", "true")
    titled(page, "Commands")
    expect(page.get_by_text("Stack")).to_have_count(1)  # a card; the screen has gone


@clause("DA2", 1, 2)
@clause("DA3", 1, 2, 5)
def test_lists_of_cards_have_titles_and_subtitles_da2_da3(still):
    page = still.open("/members")
    expect(page.get_by_role("tab")).to_have_text(["Commands", "Flows"])
    expect(page.locator(".panel > .stack")).to_have_count(2)
    for name, subtitle, count in [
            ("Commands", None, 8), ("Layers", "Each shows the commands again, so that there is no end to it.", 9), ("Questions", None, 4),
            ("Stack", "What can be done to the path.", 11), ("Addresses", None, 3), ("Flows", None, 13)]:
        page.goto(f"/members/{name.lower()}")
        titled(page, name)
        expect(top(page).locator("[data-element$='.do']").filter(visible=True)).to_have_count(count)
        expect(element(page, "close").filter(visible=True)).to_have_count(0)
        if subtitle:
            says(page, subtitle)


@clause("DA4", 1, 2, 3, 4, 5, 6)
def test_commands_push_hide_and_select_a_tab_da4(still):
    page = still.open("/members")
    for name in ("Layers", "Questions", "Stack", "Addresses"):
        press(page, name)
        titled(page, name)
        button(page, "Back").click()
        titled(page, "Commands")
    press(page, "Layers", "A sheet")
    titled(page, "Commands")
    press(page, "Hide this")
    no_layer(page)
    button(page, "Back").click()
    press(page, "Select the tab “Flows”")
    titled(page, "Flows")


@clause("DA4", 7, 8)
def test_a_sheet_shows_briefly_and_a_link_is_followed_da4(still):
    page = still.open("/members")
    press(page, "Show a sheet for two seconds")
    expect(page.locator("dialog.sheet[open]")).to_be_visible()
    no_layer(page)
    press(page, "Follow a link to the subscription")
    titled(page, "Become a friend")
    expect(page.locator("dialog.sheet[open]")).to_be_visible()


@clause("DA5", 1, 2, 3, 4, 5, 6, 7)
@clause("DA3", 3, 4)
def test_layers_come_in_every_way_da5_da3(person):
    page = watched(person, "/members/layers")
    shown = {}
    for name in ("A cover", "A cover, at once", "A cover that grows", "A cover that fades in", "A sheet", "A sheet, at once"):
        press(page, name)
        titled(page, "Commands")
        layer = page.locator("dialog[open]")
        first = page.evaluate("() => moves.splice(0).map(({frames}) => frames[0])")
        shown[name] = layer.get_attribute("class"), layer.get_attribute("data-still") == "", [
            {name: value for name, value in frame.items() if name in ("scale", "opacity")} for frame in first]
        element(page, "close").click()
        no_layer(page)
        page.evaluate("() => moves.splice(0)")
    assert shown == {
        "A cover": ("cover", False, []), "A cover, at once": ("cover", True, []),
        "A cover that grows": ("cover", True, [{"scale": 0, "opacity": 1}]), "A cover that fades in": ("cover", True, [{"opacity": 0}]),
        "A sheet": ("sheet", False, []), "A sheet, at once": ("sheet", True, [])}
    for name, detent, count in [("A bottom sheet", "medium", 0), ("A sheet of two heights", "medium", 1)]:
        press(page, name)
        titled(page, "Commands")
        expect(page.locator(f"dialog.sheet[data-detent={detent}]")).to_be_visible()
        expect(button(page, "Resize")).to_have_count(count)
        if count:
            button(page, "Resize").click()
            expect(page.locator("dialog.sheet[data-detent=large]")).to_be_visible()
        element(page, "close").click()
        no_layer(page)


@clause("DA5", 8, 9)
def test_layers_lie_over_one_another_and_are_dismissed_da5(still):
    page = still.open("/members/layers")
    press(page, "A cover")
    for count, way in enumerate(["A sheet", "A cover", "A bottom sheet"], start=2):
        titled(page, "Commands")
        press(page, "Layers")
        titled(page, "Layers")
        press(page, way)
        expect(page.locator("dialog[open]")).to_have_count(count)
        titled(page, "Commands")
    press(page, "Layers")
    for count in (3, 2, 1, 0):
        titled(page, "Layers")
        press(page, "Dismiss what is on top")
        expect(page.locator("dialog[open]")).to_have_count(count)
    titled(page, "Layers")


@clause("DA6", 1, 2, 3, 4)
def test_an_alert_and_a_dialog_at_its_card_da6(still):
    page = still.open("/members/questions")
    press(page, "An alert")
    alert = question(page, "Delete everything?")
    expect(button(alert, "Delete")).to_have_attribute("data-role", "destructive")
    expect(button(alert, "Cancel")).to_be_focused()
    button(alert, "Delete").click()
    says(page, "Everything was deleted.")
    press(page, "An alert", "Cancel")
    says(page, "Nothing was deleted.")
    card = button(page, "A dialog, at this card").bounding_box()
    press(page, "A dialog, at this card")
    box = question(page, "Which way?").bounding_box()
    # Browsers round a half pixel as they like.
    assert box["x"] == card["x"] and abs(box["y"] - card["y"] - card["height"] - 4) <= 1
    press(page, "Left")
    says(page, "You go left.")
    page.set_viewport_size({"width": 390, "height": 844})
    press(page, "A dialog, at this card")
    box = question(page, "Which way?").bounding_box()
    assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 390, 844)
    press(page, "Neither")
    says(page, "You stay.")


@clause("DA6", 5)
def test_up_to_three_photos_are_taken_da6(still):
    page = still.open("/members/questions")
    card = button(page, "Up to three photos").bounding_box()
    press(page, "Up to three photos")
    titled(page, "Photos")
    assert top(page).bounding_box()["x"] == card["x"]
    field = top(page).get_by_label("Photos", exact=True)
    expect(field).to_have_attribute("accept", "image/*")
    with page.expect_file_chooser() as chooser:
        field.click()
    chooser.value.set_files([{"name": f"{number}.png", "mimeType": "image/png", "buffer": b"png"} for number in range(4)])
    for number in range(3):
        says(page, f"{number}.png")
    expect(top(page).get_by_text("3.png")).to_have_count(0)


@clause("DA6", 6)
@pytest.mark.parametrize("is_there", [True, False])
def test_the_gallery_is_shared_or_copied_da6(still, is_there):
    still.context.grant_permissions(["clipboard-read", "clipboard-write"])
    still.context.add_init_script("navigator.share = async (data) => { globalThis.shared = data; };" if is_there else "delete Navigator.prototype.share;")
    page = still.open("/members/questions")
    press(page, "Share the gallery")
    if is_there:
        page.wait_for_function("() => globalThis.shared?.title === 'The Gallery'")
    else:
        page.wait_for_function("async () => (await navigator.clipboard.readText()).endsWith('/')")
    says(page, "The page has performed it.")


def depth(page, number):
    """Waits until the tab's stack has as many screens above its root, and asks it, too."""
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


@clause("DA7", 4, 5, 10)
def test_the_root_is_replaced_and_the_path_turned_round_da7(still):
    page = still.open("/members/stack")
    press(page, "Append")
    depth(page, 2)
    press(page, "Reverse the path")
    titled(page, "Commands")
    button(page, "Back").click()
    depth(page, 1)
    press(page, "Replace the root, keep the path")
    depth(page, 1)
    press(page, "Drop all above the root")
    titled(page, "Stack")
    depth(page, 0)
    press(page, "Append")
    depth(page, 1)
    press(page, "Append")
    depth(page, 2)
    press(page, "Make this the root, alone")
    depth(page, 0)
    expect(page.locator(".page").filter(visible=True)).to_have_count(1)


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


@clause("DA10", 1, 2, 3, 4, 5, 6, 7)
def test_onboarding_asks_until_it_is_right_da10(still):
    page = still.open("/members/flows")
    press(page, "Sign out, and begin anew")
    titled(page, "Welcome")
    press(page, "Sign in")
    page.get_by_role("tab", name="Flows").click()
    press(page, "Sign out, and begin anew", "Create account")
    titled(page, "One question")
    expect(button(page, "Continue")).to_be_disabled()
    page.get_by_role("radio", name="Xcode").check()
    press(page, "Continue")
    says(page, "That was not it. Try again.")
    page.get_by_role("radio", name="Myself").check()
    press(page, "Continue")
    says(page, "That is right.")
    press(page, "Finish")
    titled(page, "Commands")


@clause("DA11", 1, 2, 3)
def test_a_confirmation_of_our_own_da11(still):
    page = still.open("/members/flows")
    press(page, "Ask in a sheet of our own")
    says(page, "Sign out of every window?")
    expect(page.locator("dialog.sheet[data-detent=medium]")).to_be_visible()
    press(page, "Confirm")
    no_layer(page)
    titled(page, "Welcome")


@clause("DA12", 1, 3, 4)
def test_a_notification_in_the_page_leads_to_the_subscription_da12(still):
    page = still.open("/members/flows")
    press(page, "A notification that leads somewhere")
    expect(notices(page)).to_contain_text("Become a friend of the gallery.")
    button(notices(page), "Close").click()
    question(page, "Notifications are off")
    press(page, "Settings")
    titled(page, "Settings")
    page.get_by_role("tab", name="Flows").click()
    press(page, "A notification that leads somewhere")
    button(notices(page), "OK").click()
    titled(page, "Become a friend")


@clause("DA12", 2, 3)
def test_a_notification_of_the_system_leads_to_the_subscription_da12(still):
    still.context.add_init_script("""globalThis.Notification = class {
        static permission = "granted";
        constructor(title, {body}) { globalThis.notified = Object.assign(this, {title, body}); }
    }""")
    page = still.open("/members/flows")
    press(page, "A notification that leads somewhere")
    page.wait_for_function("() => globalThis.notified?.title === 'A gift for you'")
    expect(notices(page)).to_have_text("")
    page.evaluate("() => notified.onclick()")
    titled(page, "Become a friend")


@clause("DA13", 1, 2)
def test_an_editor_saves_and_leaves_da13(still):
    page = still.open("/members/flows")
    press(page, "An editor that saves and leaves")
    titled(page, "Editor")
    page.get_by_label("Text", exact=True).filter(visible=True).fill("Some words")
    press(page, "Save")
    titled(page, "Flows")


@clause("DA14", 1, 2, 3, 4)
def test_a_purchase_is_seen_in_both_windows_da14(still):
    page, other = still.open("/members/subscription"), still.open("/members")
    press(other, "Follow a link to the subscription")
    for window in (page, other):
        titled(window, "Become a friend")
        expect(window.locator("dialog.sheet .stack .switched")).to_have_count(1)
        window.locator("dialog.sheet").evaluate("(node) => { node.mark = 'the same'; }")
    press(page, "Simulate a purchase")
    for window in (page, other):
        titled(window, "Friend")
        assert window.locator("dialog.sheet").evaluate("(node) => node.mark") == "the same"
    press(page, "Have a coffee")
    expect(question(page, "Coffee").get_by_role("button")).to_have_text(["One cup", "Two cups"])
    press(page, "Two cups")
    says(page, "2 cups so far")
    press(other, "Unsubscribe")
    for window in (page, other):
        titled(window, "Become a friend")


@clause("DA15", 1, 2, 3)
def test_a_window_to_wait_in_closes_from_either_side_da15(still):
    page = still.open("/members/flows")
    for close in (lambda waiting: press(waiting, "Close"), lambda _: press(page, "Close the window to wait in")):
        with still.context.expect_page() as opened:
            press(page, "Open the window to wait in")
        waiting = opened.value
        titled(waiting, "Waiting")
        with waiting.expect_event("close"):
            close(waiting)
    titled(page, "Flows")


@clause("DA16", 1)
def test_a_review_is_asked_for_in_the_page_da16(still):
    page = still.open("/members/flows")
    press(page, "Ask for a few stars")
    expect(notices(page)).to_contain_text("How do you like it?")
    button(notices(page), "4 of 5").click()
    says(page, "Thank you for 4 stars.")


@clause("DA17", 1, 2, 3, 4)
def test_a_bar_of_our_own_follows_the_scrolling_da17(still):
    page = still.open("/members/flows")
    press(page, "A bar of our own")
    bar = page.locator(".bar")
    expect(bar).to_have_text("Seven colours")
    expect(page.locator(".stack > .back").filter(visible=True)).to_have_count(0)
    expect(page.locator(".page:not([inert]) > .screen > header").last).to_have_css("position", "absolute")
    assert {text[0] for text in page.locator("[data-element=colours] .text").all_text_contents()} == set("🟥🟧🟨🟩🟦🟪🟫")
    opacity = "() => Number(getComputedStyle(document.querySelector('.bar')).getPropertyValue('--opacity'))"
    assert page.evaluate(opacity) == 0
    page.set_viewport_size({"width": 800, "height": 500})
    page.locator("[data-element=colours]").hover()
    page.mouse.wheel(0, 5000)
    page.wait_for_function(f"() => ({opacity})() > 0.9")
    button(page, "Back").filter(visible=True).click()
    titled(page, "Flows")


@clause("DA18", 1, 2, 3)
def test_a_lock_lies_over_everything_in_every_window_da18(still):
    page, other = still.open("/members/flows"), still.open("/")
    press(other, "A sheet", "An alert on top")
    press(page, "Lock every window")
    for window in (page, other):
        titled(window, "Locked")
        lock = top(window)
        expect(lock).to_have_class("cover")
        assert lock.get_attribute("data-still") == ""
        assert lock.evaluate("(node) => node.getBoundingClientRect().height === innerHeight && document.elementFromPoint(9, 9).closest('dialog') === node")
    other.keyboard.press("Escape")
    titled(other, "Locked")
    press(other, "Let me in!")
    question(other, "This is on top of everything")
    titled(page, "Flows")


@clause("DA19", 1, 2)
def test_three_segments_stay_alive_da19(still):
    page = still.open("/members/flows")
    press(page, "Three editors side by side")
    for name in ("First", "Second", "Third"):
        page.get_by_role("tab", name=name, exact=True).click()
        titled(page, name)
        page.get_by_label("Text", exact=True).filter(visible=True).fill(f"{name} words")
    for name in ("First", "Third", "Second"):
        page.get_by_role("tab", name=name, exact=True).click()
        expect(page.get_by_label("Text", exact=True).filter(visible=True)).to_have_value(f"{name} words")


@clause("DA20", 1, 2)
def test_the_graph_is_printed_from_its_root_da20(still, program):
    page = still.open("/members/flows")
    press(page, "Who belongs to whom")
    press(page, "Print the graph")
    expect(page.get_by_text("MembersModel", exact=False).first).to_be_visible()
    expect(page.get_by_text("RelationsModel", exact=False).first).to_be_visible()
    graph = str(program.api("GET", f"windows/{window_of(page)}/graph"))
    assert graph.index("MembersModel") < graph.index("RelationsModel")


@clause("DA21", 1, 2)
def test_starts_and_ends_of_models_are_in_the_log_da21(browser, own_program):
    own_program.stop()
    own_program.flags = (*own_program.flags, "--log-level", "trace")
    own_program.start()
    person = Person(browser, own_program.origin, reduced_motion="reduce")
    page = person.open("/members/flows")
    press(page, "An editor that saves and leaves", "Save")
    titled(page, "Flows")
    lines = [line for line in own_program.logged().splitlines() if "EditorModel" in line]
    assert any("started" in line for line in lines) and any("finished" in line for line in lines), lines
    person.leave()

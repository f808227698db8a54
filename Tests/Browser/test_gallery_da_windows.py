"""Members' windows: what several windows and the server share, DA14 to DA21, every clause by hand."""

from people import Person, button, clause, press, question, says, titled, top, window_of
from places import notices
from playwright.sync_api import expect


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
    press(page, "Ask for a review")
    expect(notices(page)).to_contain_text("How would you rate this app?")
    button(notices(page), "4 of 5").click()
    says(page, "Thank you for 4 stars.")


@clause("DA17", 1, 2, 3, 4)
def test_a_bar_of_our_own_follows_the_scrolling_da17(still):
    page = still.open("/members/flows")
    press(page, "A custom bar")
    bar = page.locator(".member-bar")
    expect(bar).to_have_text("Seven colours")
    expect(page.locator(".back").filter(visible=True)).to_have_count(0)
    expect(page.locator(".page:not([inert]) > .screen > header").last).to_have_css("position", "absolute")
    assert page.get_by_role("img", name="purple").count() == 4
    assert page.locator("[data-element=colours]").get_by_role("img").count() == 28
    opacity = "() => Number(getComputedStyle(document.querySelector('.member-bar')).getPropertyValue('--opacity'))"
    assert page.evaluate(opacity) == 0
    page.set_viewport_size({"width": 800, "height": 500})
    page.locator("[data-element=colours]").hover()
    page.mouse.wheel(0, 5000)
    page.wait_for_function(f"() => ({opacity})() > 0.9")
    button(page, "Back").filter(visible=True).click()
    titled(page, "Flows")


@clause("DA18", 1, 2, 3)
def test_a_lock_lies_over_everything_in_every_window_da18(still):
    page, other = still.open("/members/flows"), still.open()
    press(other, "A sheet", "An alert on top")
    question(other, "This is on top of everything")
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

"""In the middle of flows: each continues after a reload, a cut and a restart of the server as if nothing had happened."""

import pytest
from client_page import prepare
from people import Person, button, clause, element, no_layer, press, question, says, titled, top
from playwright.sync_api import expect
from program import Program
from proxy import Proxy


def chosen(page, answer):
    page.get_by_role("radio", name=answer).check()
    expect(button(page, "Continue")).to_be_enabled()


def typed(page, label, text):
    field = top(page).get_by_label(label, exact=True).filter(visible=True)
    field.fill(text)
    field.press("Tab")


def done(page, *names):
    for name in names:
        top(page).locator(f'[data-element="{name}"]').filter(visible=True).click()


# The start of each flow, and its steps. A step ends when the window shows its result.
FLOWS = {
    "onboarding": ("/members/flows", [
        lambda page: (press(page, "Sign out and start over", "Create account"), titled(page, "One question")),
        lambda page: chosen(page, "Xcode"),
        lambda page: (press(page, "Continue"), says(page, "Wrong password. Try again.")),
        lambda page: (chosen(page, "Myself"), press(page, "Continue"), says(page, "That is right.")),
        lambda page: (press(page, "Finish"), titled(page, "Commands"))]),
    "layers": ("/members/layers", [
        lambda page: (press(page, "A cover"), titled(page, "Commands")),
        lambda page: (press(page, "Layers"), titled(page, "Layers")),
        lambda page: (press(page, "A bottom sheet"), expect(page.locator("dialog[open]")).to_have_count(2)),
        lambda page: (element(page, "close").click(), expect(page.locator("dialog[open]")).to_have_count(1), titled(page, "Layers")),
        lambda page: (press(page, "Dismiss what is on top"), no_layer(page), titled(page, "Layers"))]),
    "subscription": ("/members/subscription", [
        lambda page: (press(page, "Simulate a purchase"), titled(page, "Friend")),
        lambda page: (press(page, "Have a coffee"), question(page, "Coffee")),
        lambda page: (press(page, "Two cups"), says(page, "2 cups so far")),
        lambda page: (press(page, "Unsubscribe"), titled(page, "Become a friend"))]),
    "segments": ("/members/flows", [
        lambda page: (press(page, "Three editors side by side"), titled(page, "First")),
        lambda page: typed(page, "Text", "Words"),
        lambda page: (page.get_by_role("tab", name="Third").click(), titled(page, "Third")),
        lambda page: (page.get_by_role("tab", name="First").click(), expect(top(page).get_by_label("Text", exact=True).filter(visible=True)).to_have_value("Words"))]),
    "authentication": ("/guide", [
        lambda page: (done(page, "authenticated"), question(page, "Is it really you?")),
        lambda page: (press(page, "Yes"), titled(page, "Page 77")),
        lambda page: (page.go_back(), titled(page, "Home"))]),
    "a value": ("/guide/settings", [
        lambda page: (done(page, "ask"), titled(page, "A value")),
        lambda page: (press(page, "Return 5"), no_layer(page), says(page, "5"))]),
    "a flow": ("/guide", [
        lambda page: (page.get_by_role("tab", name="Examples").click(), done(page, "onboarding", "next"), expect(element(page, "next")).to_be_disabled()),
        lambda page: (typed(page, "Name", "Ada Lovelace"), done(page, "next"), expect(top(page).get_by_label("Email").filter(visible=True)).to_be_visible()),
        lambda page: (done(page, "next"), says(page, "Thank you, Ada Lovelace.")),
        lambda page: (done(page, "next"), no_layer(page), says(page, "Welcome, Ada."))]),
    "an optional": ("/exhibit/optionals", [
        lambda page: (press(page, "✕ A number in a sheet"), says(page, "1")),
        lambda page: (done(page, "change"), says(page, "2")),
        lambda page: (page.keyboard.press("Escape"), no_layer(page), expect(button(page, "✕ A number in a sheet")).to_be_visible())]),
    "a fact": ("/exhibit/facts", [
        lambda page: (press(page, "Get a fact"), question(page, "Fact")),
        lambda page: (press(page, "Get another fact"), expect(question(page, "Fact")).to_contain_text("8 is 2 times 4.")),
        lambda page: (press(page, "OK"), no_layer(page), says(page, "8"))]),
    "a network": ("/exhibit/wifi", [
        lambda page: (press(page, "Gallery (secured)"), titled(page, "Join “Gallery”")),
        lambda page: (typed(page, "Password", "blob"), press(page, "Join"), no_layer(page), expect(element(page, "joined")).to_have_text("Gallery")),
        lambda page: (press(page, "Details"), titled(page, "Gallery")),
        lambda page: (press(page, "Forget this network"), question(page, "Forget “Gallery”?")),
        lambda page: (press(page, "Forget"), titled(page, "Guest Wi-Fi"))]),
    "an item": ("/shop/inventory", [
        lambda page: (page.get_by_role("link", name="Postcards").click(), titled(page, "Edit")),
        lambda page: typed(page, "Name", "Old postcards"),
        lambda page: (press(page, "Save"), expect(page.get_by_role("link", name="Old postcards")).to_be_visible())]),
    "a path": ("/exhibit/mixed-paths", [
        lambda page: (press(page, "Number 2"), titled(page, "Number 2")),
        lambda page: (press(page, "Word “Hello”"), titled(page, "Word “Hello”")),
        lambda page: (press(page, "Yes"), titled(page, "Yes")),
        lambda page: (page.go_back(), titled(page, "Word “Hello”"))]),
    "floors": ("/exhibit/floors", [
        lambda page: (press(page, "To floor 2, growing"), titled(page, "Floor 2")),
        lambda page: (press(page, "To floor 3, by one iris, and back by two"), titled(page, "Floor 3")),
        lambda page: (press(page, "In front"), says(page, "Opened from floor 3")),
        lambda page: (press(page, "Leave"), no_layer(page)),
        lambda page: (press(page, "Down to floor 1"), titled(page, "Floor 1"))]),
    "sheets": ("/exhibit/routes", [
        lambda page: (press(page, "Sheet 1", "Sheet 3, over this one"), titled(page, "Sheet 3")),
        lambda page: (press(page, "Close this sheet?"), question(page, "Close this sheet?")),
        lambda page: (press(page, "No"), question(page, "Kept open")),
        lambda page: (press(page, "OK"), titled(page, "Sheet 3"))]),
}
# Code is waiting for the answer, and a restart ends that.
AWAITED = {"a question": ("/members/flows", [
    lambda page: (press(page, "Sign out"), question(page, "Sign out?")),
    lambda page: (press(page, "Sign out"), titled(page, "Welcome"))])}


def walk(browser, origin, flows, interrupt, request):
    """Takes one step of each flow after another, each for its own person, and interrupts all of them in between."""
    people = {name: Person(browser, origin, reduced_motion="reduce") for name in flows}
    for person in people.values():
        prepare(person.context, request)
    pages = {name: people[name].open(path) for name, (path, _) in flows.items()}
    for at in range(max(len(steps) for _, steps in flows.values())):
        under_way = {name: steps[at] for name, (_, steps) in flows.items() if at < len(steps)}
        for name, step in under_way.items():
            step(pages[name])
        interrupt([pages[name] for name in under_way])
    for person in people.values():
        person.leave()


# The gate takes one of these walks, and the night all of them.
@pytest.mark.parametrize("entries", ["navigation", pytest.param("history", marks=pytest.mark.nightly)], indirect=True)
@pytest.mark.usefixtures("entries")
@clause("DX3", 1)
def test_a_reload_in_the_middle_of_every_flow_dx3(browser, program, request):
    def reload(pages):
        for page in pages:
            page.reload()
    walk(browser, program.origin, FLOWS | AWAITED, reload, request)


@pytest.mark.nightly
@clause("DX3", 2)
def test_a_cut_in_the_middle_of_every_flow_dx3(browser, program, request):
    wire = Proxy(program.port)

    def cut(_):
        wire.cut()
        wire.mend()
    walk(browser, wire.origin, FLOWS | AWAITED, cut, request)
    wire.close()


@pytest.mark.nightly
@clause("DX3", 3)
def test_a_restart_in_the_middle_of_every_flow_dx3(browser, tmp_path, request):
    program = Program("--database", str(tmp_path / "oriel.db"))

    def restart(_):
        program.stop()
        program.start()
    walk(browser, program.origin, FLOWS, restart, request)
    program.stop()


def test_a_duplicated_tab_in_the_middle_of_a_flow_goes_its_own_way_dx3(still):
    page = still.open("/members/layers")
    press(page, "A cover", "Layers")
    titled(page, "Layers")
    with still.context.expect_page() as opened:
        page.evaluate("() => { open(location.href); }")
    copy = opened.value
    titled(copy, "Layers")
    expect(copy.locator("dialog[open]")).to_have_count(1)
    press(copy, "A bottom sheet")
    expect(copy.locator("dialog[open]")).to_have_count(2)
    press(page, "Dismiss what is on top")
    no_layer(page)
    element(copy, "close").click()
    expect(copy.locator("dialog[open]")).to_have_count(1)

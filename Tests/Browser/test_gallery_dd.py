"""Stacks and transitions: every clause of DD1 to DD5 and DE1 to DE3, by hand."""

import pytest
from people import button, clause, element, no_layer, press, question, says, titled, top
from playwright.sync_api import expect

# Records the key frames of every later animation: those of the page, not those of its style sheet.
WATCH = """(() => {
  const animate = Element.prototype.animate;
  globalThis.moves = [];
  Element.prototype.animate = function (frames, timing) {
    if (this.matches(".page, dialog")) moves.push({frames: frames.map((frame) => ({...frame})), above: this.matches(".above")});
    return animate.call(this, frames, timing);
  };
})()"""
TRANSITIONS = {
    1: ["Move", "Scale", "Offset", "Opacity", "Slide", "Identity", "Static"],
    2: ["Blur", "Brightness", "Contrast", "Hue rotation", "Saturation"],
    3: ["Tilt and fly", "Circle", "Rectangle", "Stripes", "Stripes, inverted", "Stripes across", "Stripes across, inverted"],
}


def watched(person, address):
    person.context.add_init_script(WATCH)
    return person.open(address)


def moves(page):
    """The key frames of the animations since the recording began."""
    page.wait_for_function("() => moves.length > 0 && !document.querySelector('.moving')")
    return [move["frames"] for move in page.evaluate("() => moves.splice(0)")]


@clause("DD1", 1, 2, 3, 4, 5, 6)
def test_floors_are_climbed_and_left_dd1(still):
    page = still.open("/exhibit/floors")
    press(page, "Back")
    says(page, "Not possible")
    press(page, "To floor 2, growing")
    titled(page, "Floor 2")
    expect(button(page, "Down to floor 2")).to_have_count(0)
    press(page, "To floor 3, by one iris, and back by two")
    titled(page, "Floor 3")
    press(page, "Down to floor 2")
    titled(page, "Floor 2")
    press(page, "To floor 3, by one iris, and back by two")
    titled(page, "Floor 3")
    press(page, "Down to floor 1")
    titled(page, "Floor 1")
    expect(page.locator(".page")).to_have_count(1)
    press(page, "To floor 3, by one iris, and back by two")
    titled(page, "Floor 3")
    expect(button(page, "Down to floor 2")).to_be_disabled()
    button(page, "Down to floor 2").click(force=True)
    press(page, "Down to floor 1")
    titled(page, "Floor 1")


@clause("DD1", 7, 8)
def test_floors_grow_and_open_like_an_iris_dd1(person):
    page = watched(person, "/exhibit/floors")
    press(page, "To floor 2, growing")
    titled(page, "Floor 2")
    assert {"scale": 0, "opacity": 0} in [{name: frame.get(name) for name in ("scale", "opacity")} for frame, _ in moves(page)]
    press(page, "Down to floor 1")
    titled(page, "Floor 1")
    assert {"scale": 0, "opacity": 0} in [{name: frame.get(name) for name in ("scale", "opacity")} for _, frame in moves(page)]
    press(page, "To floor 3, by one iris, and back by two")
    titled(page, "Floor 3")
    assert len([pair for pair in moves(page) if "circle" in str(pair)]) == 1
    press(page, "Down to floor 1")
    titled(page, "Floor 1")
    assert len([pair for pair in moves(page) if "circle" in str(pair)]) == 2


@clause("DD1", 9, 10, 11, 12, 13)
def test_the_fourth_floor_comes_in_three_ways_and_goes_by_its_binding_dd1(person):
    page = watched(person, "/exhibit/floors")
    seen = {}
    for way in ("In front", "Behind", "Fading"):
        press(page, way)
        says(page, "Opened from floor 1")
        seen[way] = moves(page)
        press(page, "Leave")
        no_layer(page)
        assert moves(page)
    assert seen["In front"] != seen["Behind"] != seen["Fading"] != seen["In front"]
    press(page, "In front")
    says(page, "Opened from floor 1")
    moves(page)
    press(page, "Leave at once")
    no_layer(page)
    assert page.evaluate("() => moves.length") == 0


@clause("DD1", 14)
def test_the_fourth_floor_lies_over_each_dd1(still):
    page = still.open("/exhibit/floors")
    for number in (1, 2, 3):
        for way, leave in [("In front", "Leave"), ("Behind", "Leave at once"), ("Fading", "Leave")]:
            press(page, way)
            says(page, f"Opened from floor {number}")
            press(page, leave)
            no_layer(page)
            titled(page, f"Floor {number}")
        if number < 3:
            press(page, ["To floor 2, growing", "To floor 3, by one iris, and back by two"][number - 1])
            titled(page, f"Floor {number + 1}")


def there_and_back(person, names):
    page = watched(person, "/exhibit/transitions")
    for name in names:
        press(page, name)
        titled(page, name)
        forth = moves(page)
        press(page, "Back the same way")
        titled(page, "Transitions")
        back = [pair[::-1] for pair in moves(page)]
        # A sliding screen leaves on the side opposite to the one it came from.
        assert name == "Slide" or any(pair in back for pair in forth), f"{name}: {forth} and {back}"


@clause("DD2", 1, 4)
def test_transitions_of_place_and_size_dd2(person):
    there_and_back(person, TRANSITIONS[1])


@clause("DD2", 2, 4)
def test_transitions_of_light_and_colour_dd2(person):
    there_and_back(person, TRANSITIONS[2])


@clause("DD2", 3, 4)
def test_transitions_of_shape_dd2(person):
    there_and_back(person, TRANSITIONS[3])


@clause("DD3", 1, 2, 3)
@pytest.mark.parametrize("order", [["left", "right"], ["right", "left"]])
def test_two_stacks_on_one_page_in_any_order_dd3(still, order):
    page = still.open("/exhibit/named-stacks")
    for name in order:
        element(page, f"{name}-here").click()
        expect(element(page, f"{name}-depth")).to_have_text("1 above the root")
    one, other = order
    element(page, f"{one}-other").click()
    expect(element(page, f"{other}-depth")).to_have_text("2 above the root")
    element(page, f"{other}-empty").click()
    expect(element(page, f"{one}-depth")).to_have_text("0 above the root")
    expect(element(page, f"{other}-depth")).to_have_text("2 above the root")
    element(page, f"{one}-empty").click()
    expect(element(page, f"{other}-depth")).to_have_text("0 above the root")


@clause("DD4", 1)
def test_a_screen_appears_and_disappears_over_three_seconds_dd4(person):
    page = person.open("/exhibit/appearance")
    expect(element(page, "phase")).to_have_text("It is: none")
    press(page, "Show it, in three seconds")
    expect(element(page, "phase")).to_have_text("It is: appearing")
    assert page.evaluate("() => document.getAnimations().some(({effect}) => effect.getTiming().duration === 3000)")
    expect(element(page, "phase")).to_have_text("It is: present")
    press(page, "Hide it, in three seconds")
    says(page, "It was: appearing, present, disappearing, none")


@pytest.mark.chromium
@clause("DD5", 1)
def test_a_push_at_the_very_start_works_every_time_dd5(still):
    for launch in range(11):
        page, talk = still.go("/exhibit/eager")
        talk.when(talk.heard, "attached")
        state = talk.when(talk.heard, "state")
        assert [state["models"][entry["model"]]["type"] for entry in state["models"][state["root"]]["path"]] == [
            "EagerModel", "EagerTargetModel"], f"launch {launch}"
        page.close()


@clause("DD5", 2)
def test_a_pop_after_three_seconds_works_dd5(still):
    page = still.open("/exhibit/eager")
    says(page, "It went on 1 times")
    press(page, "Once more")
    titled(page, "Next step")
    says(page, "It went on 2 times")
    expect(page.locator(".page")).to_have_count(1)


@clause("DE1", 1, 2, 3)
def test_routes_follow_one_another_de1(still):
    page = still.open("/exhibit/routes")
    press(page, "Route 1")
    titled(page, "Route 1")
    press(page, "Route 2")
    titled(page, "Route 2")
    press(page, "Leave this route")
    titled(page, "Route 1")
    press(page, "Back to the base")
    titled(page, "Base")


@clause("DE2", 1, 2, 3, 4)
def test_sheets_follow_one_another_de2(still):
    page = still.open("/exhibit/routes")
    press(page, "Sheet 1", "Sheet 3, over this one")
    titled(page, "Sheet 3")
    expect(page.locator("dialog[open]")).to_have_count(2)
    element(page, "close").click()
    titled(page, "Sheet 1")
    press(page, "Sheet 2, after this one")
    titled(page, "Sheet 2")
    expect(page.locator("dialog[open]")).to_have_count(1)
    top(page).locator("[data-element=close]").click()
    no_layer(page)


@clause("DE3", 1, 2)
def test_a_dialog_ends_a_sheet_or_leads_to_an_alert_de3(still):
    page = still.open("/exhibit/routes")
    press(page, "Sheet 1", "Sheet 3, over this one", "Close this sheet?")
    button(question(page, "Close this sheet?"), "Yes").click()
    titled(page, "Sheet 1")
    press(page, "Sheet 3, over this one", "Close this sheet?")
    button(question(page, "Close this sheet?"), "No").click()
    button(question(page, "Kept open"), "OK").click()
    titled(page, "Sheet 3")

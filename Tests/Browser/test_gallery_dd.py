"""Stacks and transitions: what moves of DD1 to DD4, by hand."""

from people import clause, element, no_layer, press, says, titled
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

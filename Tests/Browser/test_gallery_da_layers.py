"""Members' windows: the layers and questions of DA5 and DA6, what of them takes a browser."""

import pytest
from people import button, clause, element, no_layer, press, question, says, titled, top
from playwright.sync_api import expect
from test_gallery_dd import watched


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
    # Browsers round half pixels differently.
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

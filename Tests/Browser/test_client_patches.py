"""The DOM is patched in place: as few nodes as possible change, and the person's input survives."""

from client_page import *  # noqa: F403 (fixtures)
from client_page import add, move, patch, remove, replace, screen, texts

COUNT = """root => {
  window.changes = [];
  new MutationObserver(records => window.changes.push(...records.map(r =>
    [r.type, r.type === 'childList' ? [r.addedNodes.length, r.removedNodes.length].join() : r.attributeName ?? ''].join(' ').trim())))
    .observe(document.querySelector('main'), {subtree: true, childList: true, characterData: true, attributes: true});
}"""


def rows(count):
    return {"type": "list", "id": "rows", "children": [
        {"type": "button", "id": f"r{index}", "text": f"Row {index}"} for index in range(count)]}


def watched(page, server, document):
    page.goto("/")
    server.attach(document)
    page.locator("main h1").wait_for()
    page.evaluate(COUNT)


def settle(page, text):
    """What has changed until the text is there, but not how a page marks itself while a connection is proved."""
    page.get_by_text(text, exact=True).wait_for(state="attached")
    return [change for change in page.evaluate("window.changes") if change != "attributes inert"]


def order(page):
    return page.locator("[data-element^=r][data-type=button]").all_inner_texts()


def test_a_changed_text_among_a_thousand_rows_changes_one_text_node(page, server):
    watched(page, server, screen(rows(1000)))
    server.send(patch(2, replace("/models/m1/body/0/children/500/text", "Changed")))
    assert settle(page, "Changed") == ["characterData"]


def test_a_row_moved_from_last_to_first_moves_one_node_and_keeps_it(page, server):
    watched(page, server, screen(rows(1000)))
    page.evaluate("document.querySelector('[data-element=r999]').mark = 1")
    server.send(patch(2, move("/models/m1/body/0/children/999", "/models/m1/body/0/children/0"),
                      replace("/models/m1/title", "Moved")))
    assert settle(page, "Moved") == ["childList 0,1", "childList 1,0", "characterData"]
    assert page.evaluate("document.querySelector('ul').firstChild.firstChild.mark") == 1


def test_a_row_moved_from_first_to_last_moves_one_node(page, server):
    watched(page, server, screen(rows(100)))
    server.send(patch(2, move("/models/m1/body/0/children/0", "/models/m1/body/0/children/99"),
                      replace("/models/m1/title", "Moved")))
    assert settle(page, "Moved") == ["childList 0,1", "childList 1,0", "characterData"]


def test_rows_come_go_and_change_places_in_one_patch(page, server):
    watched(page, server, screen(rows(6)))
    children = "/models/m1/body/0/children"
    server.send(patch(
        2, remove(f"{children}/1"), move(f"{children}/4", f"{children}/0"),
        add(f"{children}/2", {"type": "button", "id": "r9", "text": "Row 9"}),
        replace(f"{children}/2/text", "Row nine"), move(f"{children}/5", f"{children}/1")))
    page.get_by_text("Row nine").wait_for()
    assert order(page) == ["Row 5", "Row 4", "Row 0", "Row nine", "Row 2", "Row 3"]


def test_a_patch_that_fails_changes_nothing(page, server):
    watched(page, server, screen(rows(3)))
    first = server.socket
    server.send(patch(2, remove("/models/m1/body/0/children/0"), remove("/models/m1/body/7")))
    attach = server.attach(screen(rows(3), title="Again"), rev=5)
    assert "rev" not in attach and attach["window"] == "w-1"
    assert server.socket is not first
    assert settle(page, "Again") == ["characterData"]


def test_a_new_state_keeps_the_nodes_that_are_in_it(page, server):
    watched(page, server, screen(rows(50)))
    server.socket.close(code=1012, reason="restarting")
    changed = screen(rows(50), title="After")
    changed["models"]["m1"]["body"][0]["children"][7]["text"] = "Seven"
    server.attach(changed, epoch="e-2")
    assert settle(page, "Seven") == ["characterData", "characterData"]


def test_focus_caret_and_scroll_survive_patches_around_them(page, server):
    document = screen(*texts(*["line"] * 60), {"type": "textField", "id": "f", "label": "Name", "text": "abcdef"})
    watched(page, server, document)
    field = page.get_by_label("Name")
    field.focus()
    field.evaluate("field => field.setSelectionRange(2, 4)")
    scroll = page.locator(".screen").evaluate("node => node.scrollTop")
    assert scroll > 0
    server.send(patch(2, add("/models/m1/body/61", {"type": "text", "text": "below"}),
                      replace("/models/m1/body/60/label", "Your name"), replace("/models/m1/title", "Later")))
    settle(page, "below")
    assert page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]") == [2, 4]
    assert page.locator(".screen").evaluate("node => node.scrollTop") == scroll


def test_a_focused_row_that_moves_keeps_the_focus(page, server):
    watched(page, server, screen(rows(5)))
    page.get_by_role("button", name="Row 4").focus()
    server.send(patch(2, move("/models/m1/body/0/children/4", "/models/m1/body/0/children/0"),
                      replace("/models/m1/title", "Moved")))
    settle(page, "Moved")
    assert page.evaluate("document.activeElement.textContent") == "Row 4"


def test_another_element_in_the_same_place_is_another_node(page, server):
    watched(page, server, screen({"type": "text", "text": "one"}))
    server.send(patch(2, replace("/models/m1/body/0", {"type": "button", "id": "b", "text": "two"})))
    page.get_by_role("button", name="two").wait_for()
    assert page.get_by_text("one").count() == 0


def test_members_that_go_away_take_their_effect_along(page, server):
    watched(page, server, screen({"type": "button", "id": "b", "text": "Go", "disabled": True, "style": "prominent"}))
    button = page.get_by_role("button", name="Go")
    assert button.is_disabled()
    server.send(patch(2, remove("/models/m1/body/0/disabled"), remove("/models/m1/body/0/style"),
                      replace("/models/m1/body/0/text", "Gone")))
    settle(page, "Gone")
    node = page.get_by_role("button", name="Gone")
    assert node.is_enabled() and node.get_attribute("data-style") is None


def test_a_model_of_another_kind_takes_the_place_of_the_old(page, server):
    document = screen(*texts("old"))
    watched(page, server, document)
    server.send(patch(2, replace("/models/m1", {"kind": "stack", "path": [{"model": "m2"}]}),
                      add("/models/m2", {"kind": "screen", "title": "New", "body": texts("new")})))
    page.get_by_text("new", exact=True).wait_for()
    assert page.get_by_text("old").count() == 0


def test_a_shared_document_shows_in_each_of_its_places(page, server):
    document = {"scene": "main", "root": "m1", "models": {
        "m1": {"kind": "split", "sidebar": "m2", "detail": "m3"},
        "m2": {"kind": "shared", "document": "s3"}, "m3": {"kind": "shared", "document": "s3"}}}
    page.goto("/")
    server.attach(document)
    button = {"type": "button", "id": "b", "text": "Bid"}
    server.send({"shared": {"document": "s3", "rev": 4, "state": {
        "root": "s3.m1", "models": {"s3.m1": {"kind": "screen", "title": "Wall", "body": [button, *texts("10")]}}}}})
    page.get_by_text("10").first.wait_for()
    assert page.get_by_text("10").count() == 2
    server.send({"shared": {"document": "s3", "rev": 5, "patch": [replace("/models/s3.m1/body/1/text", "11")]}})
    page.get_by_text("11").nth(1).wait_for()
    page.get_by_role("button", name="Bid").first.click()
    assert server.event() == {"model": "s3.m1", "element": "b", "name": "tap"}

"""Forms and state: removals and paths of DC11 and DC12, what of them takes a browser."""

import pytest
from people import clause, element, no_layer, press, says, titled
from places import exhibit
from playwright.sync_api import expect


@pytest.mark.usefixtures("entries")
@clause("DC11", 1, 2)
@pytest.mark.parametrize("kind", ["Alert", "Dialog", "Sheet", "Cover", "Popover"])
def test_a_layer_says_that_it_has_gone_dc11(still, kind):
    page = exhibit(still, "dismissals")
    says(page, "Nothing has been dismissed.")
    press(page, kind)
    expect(page.locator(f"dialog.{kind.lower()}[open]")).to_be_visible()
    expect(page.get_by_text(f"The {kind.lower()} shows.")).to_be_visible()
    page.keyboard.press("Escape")
    no_layer(page)
    expect(element(page, "text")).to_contain_text(f"{kind} dismissed: ")


@pytest.mark.usefixtures("entries")
@clause("DC11", 1, 2)
def test_a_drill_down_says_that_it_has_gone_dc11(still):
    page = exhibit(still, "dismissals")
    press(page, "Drill-down")
    titled(page, "Pushed")
    page.go_back()
    says(page, "The drill-down does not show.")
    expect(element(page, "text")).to_have_text("Drill-down dismissed")


@pytest.mark.usefixtures("entries")
@clause("DC12", 4)
def test_a_path_of_several_types_dc12(still):
    page = exhibit(still, "mixed-paths")
    for name, title in [("Number 2", "Number 2"), ("Word “Hello”", "Word “Hello”"), ("Yes", "Yes")]:
        press(page, name)
        titled(page, title)
    says(page, "The path is 4 deep.")
    page.go_back()
    titled(page, "Word “Hello”")

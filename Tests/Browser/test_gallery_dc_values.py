"""Forms and state: the list of DC1, by hand."""

from people import button, clause, no_layer, press, says, titled
from playwright.sync_api import expect


@clause("DC1", 1, 2)
def test_the_list_is_in_groups_and_each_has_a_sheet_about_it_dc1(still):
    page = still.open("/home/catalogue")
    expect(page.get_by_role("heading", level=2).filter(visible=True)).to_have_text(
        ["Members", "Guide", "Forms and state", "Parts of a desk", "Stacks and transitions", "Many windows"])
    page.get_by_role("link", name="Guest Wi-Fi").click(button="right")
    button(page, "About “Guest Wi-Fi”").click()
    titled(page, "Guest Wi-Fi")
    says(page, "A list that keeps changing, a password, and a network to forget.")
    press(page, "Done")
    no_layer(page)

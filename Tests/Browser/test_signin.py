"""The sign-in form, in a browser."""

import re

import pytest
from axe import violations
from playwright.sync_api import expect


@pytest.fixture
def page(browser, program):
    context = browser.new_context(base_url=program.origin)
    yield context.new_page()
    context.close()


def sign_in(page, token):
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()


def test_an_operator_signs_in_to_the_console_and_out_again(page, program):
    page.goto("/admin")
    expect(page.get_by_label("Token")).to_be_focused()
    sign_in(page, "not-the-token-at-all")
    expect(page.get_by_role("alert")).to_have_text("This token is not valid.")
    sign_in(page, program.token)
    expect(page).to_have_url(re.compile("/admin"))
    expect(page.get_by_role("heading", name="Overview").first).to_be_visible()

    other = page.context.new_page()
    other.goto("/sign-out?next=/admin")
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_label("Token")).to_be_visible()
    expect(page.get_by_role("heading", name="You’re signed out")).to_be_visible()


def test_a_form_in_an_apps_own_component_signs_in(page, program):
    component = """
        import { defineElement } from "../client.js";
        defineElement("chart", (host) => {
          host.innerHTML = `<form method="post" action="/sign-in">
            <label>Password <input name="token" type="password"></label>
            <input name="next" type="hidden" value="/home/chart?in"><button>Let me in</button></form>`;
          return () => {};
        });"""
    page.route("**/client/*/app/chart.js", lambda route: route.fulfill(content_type="text/javascript", body=component))
    page.goto("/home/chart")
    page.get_by_label("Password").fill(program.token)
    # The window's own address soon replaces the one that the form led to.
    with page.expect_navigation(url=re.compile(r"/chart\?in$")):
        page.get_by_role("button", name="Let me in").click()
    page.goto("/admin")
    expect(page.get_by_role("heading", name="Overview").first).to_be_visible()


def test_a_link_to_an_address_of_the_servers_asks_no_window(page, program):
    page.goto("/admin")
    sign_in(page, program.token)
    page.get_by_role("link", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert "takes the address /sign-out" not in program.logged()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/admin", "/sign-out"])
def test_axe_finds_nothing_to_say(page, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    page.get_by_role("button").wait_for()
    assert violations(page) == []


def test_the_form_fits_on_a_phone(page):
    page.set_viewport_size({"width": 320, "height": 480})
    page.goto("/admin")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320

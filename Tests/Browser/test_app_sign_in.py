"""A desk whose chiefs sign in in a window of the app, in a browser."""

import os
import re
import warnings

import pytest
from axe import violations
from playwright.sync_api import expect
from program import ROOT, Program

BINARY = os.environ.get("ORIEL_DESK") or ROOT / ".build/debug/OrielDesk"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    program = Program("--database", str(folder / "oriel.db"), binary=BINARY)
    yield program
    program.kill()


@pytest.fixture
def page(browser, desk):
    context = browser.new_context(base_url=desk.origin)
    yield context.new_page()
    context.close()


def sign_in(page, name="ann", password="fire"):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_a_chief_is_led_to_sign_in_and_back_and_out_again(page, desk):
    page.goto("/roster?day=2")
    expect(page).to_have_url(f"{desk.origin}/enter")
    sign_in(page, password="water")
    expect(page.get_by_text("refused")).to_be_visible()
    sign_in(page)
    expect(page.get_by_text("ann, Chief ann")).to_be_visible()
    expect(page).to_have_url(re.compile("/roster"))
    page.reload()
    expect(page.get_by_text("ann, Chief ann")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{desk.origin}/enter")
    expect(page.get_by_label("Name")).to_have_value("")
    assert page.go_back() is None or "/sign-in/as/" not in page.url


def test_what_was_half_typed_comes_along(page):
    page.goto("/suggestion")
    page.get_by_label("Draft").fill("More hoses")
    other = page.context.new_page()
    other.goto("/roster")
    sign_in(other, "bob")
    expect(other.get_by_text("bob, Chief bob")).to_be_visible()
    expect(page.get_by_label("Draft")).to_have_value("More hoses")
    page.reload()
    expect(page.get_by_label("Draft")).to_have_value("More hoses")


def test_a_page_whose_user_has_signed_out_leads_back_in(page, desk):
    page.goto("/roster")
    sign_in(page, "eve")
    expect(page.get_by_text("eve, Chief eve")).to_be_visible()
    desk.act("signOut", {"user": "eve"})
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{desk.origin}/enter")
    sign_in(page, "eve")
    expect(page.get_by_text("eve, Chief eve")).to_be_visible()


@pytest.fixture
def provided(tmp_path):
    """A desk with a provider of another make."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what the provider is made with
        import oidc_provider_mock
        secret = tmp_path / "secret"
        secret.write_text("secret")
        with oidc_provider_mock.run_server_in_thread() as provider:
            program = Program(
                "--database", str(tmp_path / "oriel.db"), "--oidc-issuer", f"http://localhost:{provider.server_port}",
                "--oidc-client", "desk", "--oidc-client-secret-file", str(secret), binary=BINARY)
            yield program
            program.kill()


def test_a_user_goes_to_the_provider_and_comes_back_also_after_an_attempt_that_failed(browser, provided):
    context = browser.new_context(base_url=provided.origin)
    page = context.new_page()
    page.goto("/suggestion")
    page.get_by_label("Draft").fill("More hoses")
    page.goto("/sign-in/callback?error=access_denied&state=0")
    expect(page.get_by_role("alert")).to_have_text("This sign-in has expired, or was begun in another browser.")
    assert violations(page) == []
    page.goto("/sign-in?with=provider&next=%2Fsuggestion")
    page.locator("input[name=sub]").first.fill("ann")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{provided.origin}/suggestion")
    expect(page.get_by_label("Draft")).to_have_value("More hoses")
    context.close()


def test_with_the_keyboard_alone(page):
    page.goto("/enter")
    page.get_by_label("Name").focus()
    page.keyboard.type("dan")
    page.keyboard.press("Tab")
    page.keyboard.type("fire")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/$|/board"))
    page.goto("/roster")
    expect(page.get_by_text("dan, Chief dan")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_say(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto("/enter")
    page.get_by_role("button").wait_for()
    assert violations(page) == []

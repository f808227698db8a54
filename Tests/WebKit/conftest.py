"""Pages in WebKitGTK, the engine of Safari, driven by its own driver: `deploy/browsers`."""

import os
import pathlib

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

PATIENCE = 20  # seconds until a test gives up waiting


def browser_path():
    given = os.environ.get("WEBKIT")
    found = sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    assert given or found, "no MiniBrowser: apt-get install webkit2gtk-driver"
    return given or str(found[-1])


class Page:
    """A person's view of a window, and their acts in it."""

    def __init__(self, driver, origin):
        self.driver, self.origin = driver, origin

    def open(self, path):
        self.driver.get(self.origin + path)
        self.until(lambda: self.all("main > *"))

    def until(self, condition):
        """Waits for an element; an earlier one may have gone in the meantime."""
        return WebDriverWait(self.driver, PATIENCE, 0.05, [StaleElementReferenceException]).until(lambda _: condition())

    def all(self, selector):
        return [found for found in self.driver.find_elements(By.CSS_SELECTOR, selector) if found.is_displayed()]

    def element(self, name):
        """The element with this id in the topmost layer."""
        return self.until(lambda: self.all(f'[data-element="{name}"]'))[-1]

    def button(self, name):
        buttons = lambda: [found for found in self.all("button, [role=tab]") if found.accessible_name == name]  # noqa: E731
        return self.until(buttons)[-1]

    def click(self, name):
        self.button(name).click()

    def heading(self, text):
        """Waits until a heading has this text."""
        return self.until(lambda: [found for found in self.all("h1, h2") if found.text == text])[0]

    def shows(self, name, text):
        self.until(lambda: self.element(name).text == text)

    def focused(self):
        return self.driver.switch_to.active_element


@pytest.fixture(scope="session")
def driver():
    options = Options()
    options.binary_location = browser_path()
    options.add_argument("--automation")
    driver = WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver"))
    yield driver
    driver.quit()


@pytest.fixture
def page(driver, program):
    """A new user's first window."""
    first = driver.current_window_handle
    page = Page(driver, program.origin)
    yield page
    for other in set(driver.window_handles) - {first}:
        driver.switch_to.window(other)
        driver.close()
    driver.switch_to.window(first)
    driver.get("about:blank")

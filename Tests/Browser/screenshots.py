"""Takes pictures of the Gallery, to be looked at: `python Tests/Browser/screenshots.py FOLDER [SCREEN…]`.

Each screen light and dark, from a phone to an ultra-wide desk, and from right to left.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from browsers import CHROMIUM  # noqa: E402
from client_page import Server  # noqa: E402
from people import PATIENCE  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from program import Program  # noqa: E402
from test_client_accessibility import DOCUMENTS  # noqa: E402
from test_gallery_screens import SCREENS  # noqa: E402

SIZES = {"narrow": (390, 844), "middle": (800, 1000), "wide": (1280, 800), "ultrawide": (2560, 1080)}
LOOKS = [("light", size, "ltr") for size in SIZES] + [("dark", "narrow", "ltr"), ("dark", "wide", "ltr"), ("light", "narrow", "rtl"), ("light", "wide", "rtl")]


def opened(context, origin, path):
    page = context.new_page()
    page.goto(origin + path)
    return page


def shoot(browser, name, show, folder):
    """`show` opens the screen in a context."""
    for scheme, size, direction in LOOKS:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"document.addEventListener('DOMContentLoaded', () => {{ document.documentElement.dir = '{direction}' }})")
        show(context).screenshot(path=folder / f"{name.replace(' ', '-')}-{size}-{scheme}-{direction}.png")
        context.close()


def main(folder, *wanted):
    folder.mkdir(parents=True, exist_ok=True)
    program = Program("--database", "memory")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        for name, (path, act) in SCREENS.items():
            def show(context):
                page = opened(context, program.origin, path)
                page.locator("main > *").first.wait_for()
                act(page)
                return page
            if name in (wanted or SCREENS):
                shoot(browser, name, show, folder)
        for name, document in DOCUMENTS.items():
            def show(context):
                server = Server()
                context.on("close", lambda: server.close())
                page = opened(context, server.origin, "/")
                server.attach(document)
                page.locator("main > *").first.wait_for()
                return page
            if name in (wanted or DOCUMENTS):
                shoot(browser, name, show, folder)
        browser.close()
    program.stop()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), *sys.argv[2:])

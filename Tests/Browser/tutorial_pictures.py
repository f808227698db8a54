"""Takes a picture of each step of the tutorial, light and dark: `python Tests/Browser/tutorial_pictures.py [STEP…]`.

It builds the code of all steps, in a folder for temporary files that is used again, and then acts as the step's reader.
Like `pictures.py`, it needs `pip install pillow`.
"""

import base64
import html
import io
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from urllib.parse import urlsplit

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Documentation"))

from browsers import launched  # noqa: E402
from people import button, no_layer, press, question, titled, top  # noqa: E402
from pictures import APP, COLOURS, LOOKS, SHARP, Studio, save, taken  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402
from program import ROOT  # noqa: E402
from test_tutorial import TEXT, steps  # noqa: E402

TEMPORARY = pathlib.Path(tempfile.gettempdir())
PACKAGE, BUILD = TEMPORARY / "tutorial-steps", TEMPORARY / "tutorial-build"
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tutorial",
  dependencies: [.package(name: "oriel", path: "%s")],
  targets: (1...%d).map {
    .executableTarget(
      name: "Step\\($0)",
      dependencies: [.product(name: "Oriel", package: "oriel"), .product(name: "OrielServer", package: "oriel")],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")])
  },
  swiftLanguageModes: [.v6]
)
"""
MAIN = "struct DispatchDesk: WindowApp"


# The programs

def build():
    """Builds each step as the reader has it, except for the deadline of step 8."""
    count = 0
    for number, known in steps():
        app = "\n\n".join(text for name, text in known.items() if not name.endswith("Tests"))
        if number == "8":
            # So short that its picture can wait for it, and so long that another incident is not late yet.
            app = app.replace(".seconds(300)", ".seconds(8)")
        app = app.replace(MAIN, f"@main\n{MAIN}")
        write(PACKAGE / f"Sources/Step{number}/Step.swift", f"import Oriel\nimport OrielServer\n\n{app}\n")
        count += 1
    write(PACKAGE / "Package.swift", MANIFEST % (ROOT, count))
    pins = ROOT / "Package.resolved"
    if pins.exists():
        shutil.copy(pins, PACKAGE)
    subprocess.run(["swift", "build", "--package-path", PACKAGE, "--scratch-path", BUILD], check=True)


def write(file, text):
    """A file that stays as it is need not be built again."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


# What is shown

STAGE = """<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><style>
    body { display: flex; gap: 16px; align-items: start; width: max-content; margin: 0; padding: 16px; background: light-dark(#e4e8f0, #000) }
    figure { margin: 0; overflow: hidden; border-radius: 9px; outline: 1px solid light-dark(#c3cad6, #3a4150); background: light-dark(#f4f6fa, #1b212b) }
    figcaption { padding: 9px 14px; font: 13px/1 system-ui, sans-serif; color: light-dark(#4a5363, #aab3c2) }
    img { display: block }
    pre { box-sizing: border-box; margin: 0; padding: 14px; background: light-dark(#fff, #0d1117); font: 12px/1.6 ui-monospace, monospace; white-space: pre-wrap }
</style>"""
PAIR, ALONE = 336, 688  # the widths of windows that fill a picture of 720 points
READERS = "127.0.0.1:8080"  # where the reader's server listens
FINE = (256, *COLOURS)  # with so little in them, these pictures stay small, and their shadows have no steps


class Window:
    """A page, under the address that the reader sees."""

    def __init__(self, page):
        self.page = page
        self.height = page.viewport_size["height"]

    def figure(self, scheme):
        page = self.page
        page.mouse.move(0, 0)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(300)  # until the colours are those of the look
        png = io.BytesIO()
        taken(page).save(png, "PNG")
        data = base64.b64encode(png.getvalue()).decode()
        return framed(READERS + urlsplit(page.url).path, f"<img src='data:image/png;base64,{data}' width={page.viewport_size['width']}>")


class Terminal:
    """Commands and their output, as high as the window beside it."""

    def __init__(self, lines, beside):
        self.lines, self.height = lines, beside.height

    def figure(self, scheme):
        return framed("Terminal", f"<pre style='width: {PAIR}px; height: {self.height}px'>{html.escape(chr(10).join(self.lines))}</pre>")


def framed(title, content):
    return f"<figure><figcaption>{html.escape(title)}</figcaption>{content}</figure>"


def shoot(studio, name, *shown):
    """Writes the windows side by side, in both looks."""
    context = studio.browser.new_context(**SHARP)
    stage = context.new_page()
    for scheme, suffix in LOOKS.items():
        stage.emulate_media(color_scheme=scheme)
        stage.set_content(STAGE + "".join(each.figure(scheme) for each in shown))
        save(taken(stage.locator("body")), APP / f"{name}{suffix}@2x.png", FINE)
    context.close()


# What the reader does

def reader(studio, width, height):
    return studio.person(viewport={"width": width, "height": height})


def two_readers(studio, height, *paths):
    return [reader(studio, PAIR, height).open(path) for path in paths or ("/", "/")]


def report(page, *titles):
    for title in titles:
        press(page, "Report")
        page.get_by_label("What has happened?").fill(title)
        press(page, "Send")
        no_layer(page)
        page.get_by_text(title).wait_for()


def row(page, incident):
    return page.get_by_role("row").filter(has_text=incident)


def take(page, incident):
    press(page, incident, "Take")
    expect(page.get_by_text(re.compile("^taken by"))).to_be_visible()


def a_board(studio):
    person = reader(studio, PAIR, 240)
    board, incident = person.open("/"), person.open("/")
    press(incident, "Smoke")
    incident.get_by_label("Note").press_sequentially("Two people on the ro")
    incident.reload()
    expect(incident.get_by_label("Note")).to_have_value("Two people on the ro")
    return Window(board), Window(incident)


def incidents_that_all_share(studio):
    left, right = two_readers(studio, 220)
    press(left, "Report", "Report", "Report")
    for page in (left, right):
        expect(button(page, "Smoke")).to_have_count(3)
    return Window(left), Window(right)


def a_sheet(studio):
    page = reader(studio, ALONE, 360).open("/")
    report(page, "Smoke", "Flood")
    press(page, "Report")
    page.get_by_label("What has happened?").press_sequentially("Kitchen fi")
    expect(button(top(page), "Send")).to_be_enabled()
    return [Window(page)]


def take_an_incident(studio):
    # Alone, because the name of a user without one is long.
    page = reader(studio, ALONE, 360).open("/")
    report(page, "Smoke", "Flood")
    take(page, "Smoke")
    press(page, "Close")
    question(page, "Is it over?")
    return [Window(page)]


def a_test(studio):
    """The windows as the step's two tests expect them, because a test has none that a browser could show."""
    left, right = two_readers(studio, 310)
    report(right, "Smoke")
    press(right, "Smoke")
    right.get_by_label("Note").press_sequentially("third flo")
    studio.program.kill()
    for page in (left, right):
        expect(page.get_by_text("Reconnecting")).to_be_visible()
    studio.program.start()
    for page in (left, right):
        expect(page.get_by_text("Reconnecting")).to_be_hidden()
    expect(right.get_by_label("Note")).to_have_value("third flo")
    expect(row(left, "Smoke")).to_contain_text("waiting")
    return Window(left), Window(right)


def several_rooms(studio):
    north, south = two_readers(studio, 270, "/north/", "/south/")
    report(north, "Smoke", "Flood")
    report(south, "Gas")
    return Window(north), Window(south)


def a_window_of_its_own(studio):
    person = reader(studio, PAIR, 360)
    board = person.open("/north/")
    report(board, "Smoke", "Flood")
    press(board, "Smoke")
    with person.context.expect_page() as opened:
        press(board, "In a window of its own")
    own = opened.value
    own.set_viewport_size(board.viewport_size)
    titled(own, "Smoke")
    own.get_by_label("Note").press_sequentially("Third floor")
    board.go_back()
    titled(board, "Board")
    return Window(board), Window(own)


def a_deadline(studio):
    page = reader(studio, ALONE, 330).open("/north/")
    report(page, "Flood")
    take(page, "Flood")
    page.go_back()
    report(page, "Smoke")
    expect(row(page, "Smoke")).to_contain_text("late")
    report(page, "Gas")
    return [Window(page)]


def alarms_from_outside(studio):
    page = reader(studio, PAIR, 260).open("/north/")
    command = re.search(r"^curl .*$", TEXT, re.MULTILINE)[0]
    words = shlex.split(command.replace(READERS, f"127.0.0.1:{studio.program.port}"))
    # On a line for each part, and without the headers, which would fill the picture.
    typed = "$ " + re.sub(" (?=-d|http)", " \\\n", command)
    lines = []
    for _ in range(2):
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        lines += [typed, said.splitlines()[0], "…"]
    expect(row(page, "Gas")).to_contain_text("waiting")
    window = Window(page)
    return window, Terminal(lines, window)


def photos(studio):
    page = reader(studio, ALONE, 490).open("/north/")
    report(page, "Smoke")
    press(page, "Smoke")
    page.get_by_label("Note").press_sequentially("Two people on the roof")
    page.locator("input[type=file]").set_input_files(a_photo(studio))
    page.wait_for_function("() => [...document.images].some((image) => image.naturalWidth > 0)")
    return [Window(page)]


HOUSE = """<!doctype html><style>body { margin: 0 }</style><svg viewBox="0 0 640 180" width="640" height="180">
    <rect width="640" height="180" fill="#9db8d6"/><rect y="145" width="640" height="35" fill="#5d7a52"/>
    <path d="M240 80 h160 v75 h-160 z" fill="#c9a27d"/><path d="M222 82 L320 32 L418 82 z" fill="#7a3b2e"/>
    <path d="M262 98 h30 v28 h-30 z M348 98 h30 v28 h-30 z" fill="#ffb347"/>
    <g fill="#5a5a5e"><circle cx="356" cy="46" r="15"/><circle cx="380" cy="30" r="21"/><circle cx="418" cy="18" r="28"/><circle cx="470" cy="10" r="34"/><circle cx="530" cy="0" r="40"/></g>
</svg>"""


def a_photo(studio):
    """A drawing of a house, twice as sharp as it is shown, like the rest of the picture."""
    context = studio.browser.new_context(viewport={"width": 640, "height": 180}, **SHARP)
    page = context.new_page()
    page.set_content(HOUSE)
    photo = page.screenshot()
    context.close()
    return {"name": "roof.png", "mimeType": "image/png", "buffer": photo}


STEPS = [a_board, incidents_that_all_share, a_sheet, take_an_incident, a_test, several_rooms, a_window_of_its_own, a_deadline,
         alarms_from_outside, photos]


def main(*wanted):
    build()
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for number, act in enumerate(STEPS, 1):
            if wanted and str(number) not in wanted:
                continue
            with tempfile.TemporaryDirectory() as folder:
                studio = Studio(browser, folder, BUILD / f"debug/Step{number}")
                try:
                    shoot(studio, f"tutorial-{number}", *act(studio))
                    studio.leave()
                finally:
                    studio.program.stop()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

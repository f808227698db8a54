"""Takes the documentation's pictures, light and dark, of a running Gallery: `python Tests/Browser/pictures.py [NAME…]`.

They replace those in the `Resources` folders of the articles; with names, only these. It needs `pip install pillow`.
"""

import io
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

try:
    from PIL import Image, ImageChops
except ImportError:
    sys.exit("The pictures are made small with Pillow. Install it: pip install pillow")

from browsers import launched  # noqa: E402
from people import Person, button, element  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402
from program import ROOT, Program  # noqa: E402
from test_console import Operator, found, look_at, mirror  # noqa: E402
from test_first_page import both_show, count, first_page, note, twin  # noqa: E402
from test_gallery_operations import row  # noqa: E402

APP = ROOT / "Sources/Oriel/Oriel.docc/Resources"
SERVER = ROOT / "Sources/OrielServer/OrielServer.docc/Resources"

# How DocC names the looks.
LOOKS = {"light": "", "dark": "~dark"}
SIZE = {"width": 1120, "height": 700}
CONSOLE = {"width": 1120, "height": 900}
SHARP = {"device_scale_factor": 2, "reduced_motion": "reduce"}
COLOURS = (128, 96, 64)
LARGEST = 90_000  # bytes


def taken(page, **options):
    """What a page shows, as a picture. Transitions have ended."""
    return Image.open(io.BytesIO(page.screenshot(animations="disabled", **options))).convert("RGB")


def shoot(page, folder, name, **options):
    """Writes what a page shows, in both looks. The mouse is away, so that nothing is under it."""
    page.mouse.move(0, 0)
    for scheme, suffix in LOOKS.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(300)  # until the frames in the page have the look, too
        save(taken(page, **options), folder / f"{name}{suffix}@2x.png")


def save(picture, path, choices=COLOURS):
    """Writes a picture in as many colours as a small file can have. Flat areas get no dots of other colours."""
    for colours in choices:
        picture.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= LARGEST:
            break
    report(path)


def report(path):
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


# The windows of the Gallery

def two_windows(studio):
    person = studio.person(viewport={"width": 690, "height": 900})
    page = first_page(person)
    for _ in range(4):
        button(twin(page, 1), "Count").click()
    note(twin(page, 1)).fill("Typed in the left window")
    both_show(page, 4, "Typed in the left window")
    count(twin(page, 1)).click()  # so that no field has the focus
    first, last = page.locator(".server").bounding_box(), page.locator(".pair").bounding_box()
    margin = 8  # within the card around them
    clip = {"x": first["x"] - margin, "y": first["y"] - margin, "width": first["width"] + 2 * margin,
            "height": last["y"] + last["height"] - first["y"] + 2 * margin}
    shoot(page, APP, "two-windows", clip=clip)


def dispatch_desk(studio):
    page = studio.person().open("/dispatch")
    row(page, "Kitchen fire").click()
    button(page, "Send E3").click()
    page.get_by_label("Note").press_sequentially("Two people on the roof, one of them with a br")
    shoot(page, APP, "dispatch-desk")


def trading_desk(studio):
    page = studio.person().open("/trading")
    row(page, "Kite Airlines").click()
    ticket = page.get_by_role("dialog", name="KITE ticket")
    ticket.get_by_label("Quantity").press_sequentially("1200")
    ticket.get_by_label("Limit").press_sequentially("6.0")
    shoot(page, APP, "trading-desk")


def call_desk(studio):
    page = studio.person().open("/calls")
    row(page, "Elif Demir").click()
    page.get_by_label("Answer").press_sequentially("Of course. What will be your new addr")
    shoot(page, APP, "call-desk")


def wall(studio):
    page = studio.person().open("/wall")
    expect(page.locator(".wall-board .wall-bar").first).to_be_visible()
    shoot(page, APP, "wall")


# The console

def console(studio):
    """Both pictures of the console, which shows the windows of three people."""
    ann, bob, cem = (studio.person() for _ in range(3))
    for person in (bob, cem):
        person.room = ann.room
    desk = ann.open("/dispatch")
    row(desk, "Kitchen fire").click()
    desk.get_by_label("Note").press_sequentially("Two people on the ro")
    for person, path in ((bob, "/dispatch"), (bob, "/dispatch-supervisor"), (cem, "/calls"), (cem, "/wall"), (ann, "/trading-ticket/HALC")):
        person.open(path)
    operator = Operator(studio.browser, studio.program, viewport=CONSOLE, **SHARP)
    page = operator.page
    page.goto("/admin/windows")
    expect(element(page, "count")).to_contain_text("windows")
    expect(found(page).first).to_be_visible()
    shoot(page, SERVER, "console-windows")
    page.set_viewport_size({**SIZE, "height": 720})
    look_at(operator, desk)
    expect(mirror(page).get_by_label("Note")).to_have_value("Two people on the ro")
    # The app's own elements come with a script.
    expect(mirror(page).locator(".app-board .space > .row").filter(visible=True)).not_to_have_count(0)
    expect(mirror(page).get_by_text("Cannot show")).to_have_count(0)
    shoot(page, SERVER, "console-window")
    operator.leave()


# The moving picture

BAR = """<!doctype html><meta name="color-scheme" content="light dark"><style>
    body { margin: 0; padding: 12px; background: light-dark(#fff, #0d1117); font: 600 16px/1 system-ui, sans-serif }
    p { display: flex; justify-content: space-between; margin: 0; padding: 14px 18px; border-radius: 10px }
    .up { background: light-dark(#2f57d0, #a9bdff); color: light-dark(#fff, #0d1117) }
    .down { background: light-dark(#b3201a, #ffb4ab); color: light-dark(#fff, #0d1117) }
    span { font: 15px/1 ui-monospace, monospace }
</style><p class="up"><b></b><span></span></p>"""
WINDOW = {"width": 440, "height": 545}
CLEAR = 63  # the colour, after all others, that lets the frame before be seen
BEFORE, MEANWHILE = "Two people on the roof, ", "ladder is on its way."
LETTER, PAUSE, END = 85, 900, 2200  # milliseconds


class Film:
    """Two windows side by side, under a bar that says how the server is."""

    def __init__(self, bar, *pages):
        self.bar, self.pages = bar, pages
        self.frames, self.times = [], []

    def say(self, state, text, process):
        self.bar.evaluate("([state, ...texts]) => { document.querySelector('p').className = state;"
                          " document.querySelectorAll('b, span').forEach((node, at) => { node.textContent = texts[at] }) }", [state, text, process])
        self.strip = taken(self.bar)

    def take(self, milliseconds):
        """A frame of what is there now, which is then shown for a time."""
        windows = [taken(page, caret="initial") for page in self.pages]
        gap = (self.strip.width - sum(window.width for window in windows)) // (len(windows) + 1)
        frame = Image.new("RGB", (self.strip.width, self.strip.height + windows[0].height + gap), self.strip.getpixel((0, 0)))
        frame.paste(self.strip, (0, 0))
        for at, window in enumerate(windows):
            frame.paste(window, (gap + at * (window.width + gap), self.strip.height))
        self.frames.append(frame)
        self.times.append(milliseconds)

    def save(self, path):
        """DocC shows no WebP. All frames have the same colours, and each has only what differs from the one before."""
        chosen = [self.frames[0], self.frames[len(self.frames) // 2], self.frames[-1]]
        sheet = Image.new("RGB", (chosen[0].width, sum(frame.height for frame in chosen)))
        for at, frame in enumerate(chosen):
            sheet.paste(frame, (0, at * frame.height))
        palette = sheet.quantize(CLEAR, Image.Quantize.MEDIANCUT, kmeans=1)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames]
        changes = [changed(frame, since) for since, frame in zip(frames, frames[1:])]
        frames[0].save(path, save_all=True, append_images=changes, duration=self.times, loop=0, transparency=CLEAR, disposal=1, optimize=False)
        report(path)


def changed(frame, since):
    """A frame whose pixels are clear where they are as before."""
    now, then = (Image.frombytes("L", each.size, each.tobytes()) for each in (frame, since))
    only = frame.copy()
    only.paste(CLEAR, mask=ImageChops.difference(now, then).point(lambda value: 0 if value else 255))
    return only


def a_killed_server(studio):
    """Somebody types into a note while the server is killed and started, and somebody else sees the note."""
    for scheme, suffix in LOOKS.items():
        program = studio.program
        left, right = (studio.person(viewport=WINDOW, color_scheme=scheme) for _ in range(2))
        right.room = left.room
        bar = left.context.new_page()
        bar.set_viewport_size({"width": 2 * WINDOW["width"] + 36, "height": 64})
        bar.set_content(BAR)
        pages = [person.open("/dispatch-incident/4100") for person in (left, right)]
        mine, theirs = (page.get_by_label("Note") for page in pages)
        film = Film(bar, *pages)

        def type_out(text):
            for letter in text:
                mine.press_sequentially(letter)
                film.take(LETTER)

        mine.press("End")
        film.say("up", "The server runs", f"process {program.process.pid}")
        film.take(PAUSE)
        type_out(BEFORE)
        expect(theirs).to_have_value(BEFORE)
        film.take(PAUSE // 2)
        killed = program.process.pid
        program.kill()
        for page in pages:
            expect(page.get_by_text("Reconnecting")).to_be_visible()
        film.say("down", "The server is killed", f"kill -9 {killed}")
        film.take(PAUSE)
        type_out(MEANWHILE)
        film.take(PAUSE // 2)
        program.start()
        expect(theirs).to_have_value(BEFORE + MEANWHILE)
        for page in pages:
            expect(page.get_by_text("Reconnecting")).to_be_hidden()
        film.say("up", "The server is back", f"process {program.process.pid}")
        film.take(END)
        film.save(APP / f"a-killed-server{suffix}@2x.gif")


PICTURES = {"two-windows": two_windows, "dispatch-desk": dispatch_desk, "trading-desk": trading_desk, "call-desk": call_desk, "wall": wall,
            "console": console, "a-killed-server": a_killed_server}


class Studio:
    """A server of its own for each picture, and people who use it."""

    def __init__(self, browser, folder, binary=None):
        self.browser = browser
        self.program = Program("--database", f"{folder}/oriel.db", binary=binary)
        self.people = []

    def person(self, **options):
        self.people.append(Person(self.browser, self.program.origin, **{"viewport": SIZE, **SHARP, **options}))
        return self.people[-1]

    def leave(self):
        for person in self.people:
            person.leave()


def main(*wanted):
    for folder in (APP, SERVER):
        folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name in wanted or PICTURES:
            with tempfile.TemporaryDirectory() as folder:
                studio = Studio(browser, folder)
                try:
                    PICTURES[name](studio)
                    studio.leave()
                finally:
                    studio.program.stop()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The file field of the Gallery: files are chosen, sent, cancelled, failed and retried."""

import pathlib
import re
import tempfile

import pytest
from axe import violations_in_light_and_dark
from people import a_picture, button
from playwright.sync_api import expect


def a_file(name, contents=b"first line\nsecond"):
    return {"name": name, "mimeType": "text/plain", "buffer": contents}


@pytest.fixture
def page(person):
    return person.open("/home/files")


def received(page, text):
    """A text that the window shows outside the list of files being sent."""
    return page.locator("[data-type=text]").filter(has_text=re.compile(f"^{re.escape(text)}$"))


def field(page):
    return page.get_by_label("Choose files")


def slowly(person, page, bytes_per_second):
    """Limits the page to this speed from now on."""
    person.context.new_cdp_session(page).send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_per_second})


def test_chosen_files_arrive_with_their_names(page):
    field(page).set_input_files([a_file("a.txt"), a_file("ünï ‘b’.txt", b"other"), a_file("empty.txt", b"")])
    for name in ("a.txt", "ünï ‘b’.txt", "empty.txt"):
        expect(page.get_by_role("link", name=name)).to_be_visible()
    expect(received(page, "first line")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    button(page, "Delete a.txt").click()
    expect(page.get_by_role("link", name="a.txt")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name="ünï ‘b’.txt")).to_be_visible()


def test_a_file_is_saved_by_its_link_and_a_picture_is_shown(page):
    field(page).set_input_files([a_file("ünï ‘b’.txt"), a_picture("view.png")])
    picture = page.get_by_role("img", name="view.png")
    page.wait_for_function("img => img.naturalWidth === 40", arg=picture.element_handle())
    link = page.get_by_role("link", name="ünï ‘b’.txt")
    link.focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "ünï ‘b’.txt"
    assert pathlib.Path(download.value.path()).read_bytes() == b"first line\nsecond"
    assert page.url.endswith("/home/files")
    assert violations_in_light_and_dark(page) == []
    page.reload()
    page.wait_for_function("() => document.querySelector('[data-type=image]')?.naturalWidth === 40")


def test_a_list_is_saved_while_the_server_writes_it(page):
    with page.expect_download() as download:
        button(page, "Download a list").click()
    assert download.value.suggested_filename == "numbers.csv"
    lines = pathlib.Path(download.value.path()).read_text().splitlines()
    assert (len(lines), lines[0], lines[-1]) == (100_001, "Number,Square", "100000,10000000000")
    assert page.url.endswith("/home/files")
    # The page is the same, and goes on.
    field(page).set_input_files(a_file("a.txt"))
    expect(received(page, "first line")).to_be_visible()


def test_a_file_that_has_gone_leaves_the_page_as_it_is(program, page):
    field(page).set_input_files(a_file("a.txt"))
    link = page.get_by_role("link", name="a.txt")
    expect(link).to_be_visible()
    page.evaluate("() => { globalThis.stayed = true; }")
    folders = pathlib.Path(tempfile.gettempdir()).glob(f"oriel-uploads-{program.process.pid}-*")
    for file in [file for folder in folders for file in folder.glob("*/f-*")]:
        file.unlink(missing_ok=True)
    with page.expect_download() as download:
        link.click()
    assert download.value.failure() is not None
    assert page.evaluate("() => globalThis.stayed")
    assert page.url.endswith("/home/files")


@pytest.mark.chromium
def test_a_file_shows_how_far_it_is_and_can_be_called_off(person, page):
    slowly(person, page, 200_000)
    field(page).set_input_files([a_file("large.bin", b"x" * (8 << 20)), a_file("next.txt")])
    progress = page.get_by_role("progressbar", name="large.bin")
    page.wait_for_function("() => document.querySelector('progress').value > 0")
    assert 0 < progress.evaluate("bar => bar.value") < 1
    button(page, "Cancel: large.bin").focus()
    page.keyboard.press("Enter")
    expect(progress).to_have_count(0)
    expect(field(page)).to_be_focused()
    expect(page.get_by_role("link", name="next.txt")).to_be_visible()
    expect(received(page, "first line")).to_be_visible()
    expect(page.get_by_text("large.bin")).to_have_count(0)


def test_a_file_that_failed_stays_and_can_be_tried_again(page):
    page.route("**/upload/*", lambda route: route.abort())
    field(page).set_input_files(a_file("a.txt"))
    expect(page.get_by_text("That didn’t work.")).to_be_visible()
    expect(received(page, "first line")).to_have_count(0)
    page.unroute("**/upload/*")
    button(page, "Try again: a.txt").click()
    expect(received(page, "first line")).to_be_visible()
    expect(page.get_by_text("That didn’t work.")).to_have_count(0)


def test_a_file_that_is_too_large_is_not_sent(page):
    sent = []
    page.on("request", lambda request: sent.append(request.url) if "/upload/" in request.url else None)
    page.evaluate("""() => {
      const files = new DataTransfer();
      files.items.add(new File([new Blob([new Uint8Array(50 << 20), 'x'])], 'huge.bin'));
      const input = document.querySelector('[type=file]');
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    }""")
    expect(page.get_by_text("Too large. The limit is 50 MB.")).to_be_visible()
    assert sent == []
    button(page, "Cancel: huge.bin").click()
    expect(page.get_by_text("huge.bin")).to_have_count(0)


@pytest.mark.chromium
def test_files_on_their_way_are_accessible(person, page):
    page.emulate_media(reduced_motion="reduce")
    field(page).set_input_files(a_file("here.txt"))
    expect(received(page, "first line")).to_be_visible()
    page.route("**/upload/*", lambda route: route.abort())
    field(page).set_input_files(a_file("failed.txt"))
    expect(page.get_by_text("That didn’t work.")).to_be_visible()
    page.unroute("**/upload/*")
    slowly(person, page, 1000)
    field(page).set_input_files(a_file("slow.txt", b"x" * 100_000))
    expect(page.get_by_role("progressbar", name="slow.txt")).to_be_visible()
    assert violations_in_light_and_dark(page) == []
    rows = page.locator(".files").get_by_role("listitem")
    expect(rows.nth(0).get_by_role("button")).to_have_text(["Try again", "Cancel"])
    expect(rows.nth(1).get_by_role("button")).to_have_text(["Cancel"])
    expect(rows.nth(1).get_by_role("button", name="Cancel: slow.txt")).to_be_visible()
    expect(rows).to_have_count(2)


@pytest.mark.chromium
def test_a_file_goes_on_after_a_lost_connection(remote, wire):
    page = remote.open("/home/files")
    asked = []
    page.on("request", lambda request: asked.append((request.method, request.url.split("?")[-1])) if "/upload/" in request.url else None)
    # A browser sends again by itself what it had begun on a connection that was used before. This is the last request of a
    # page that rests.
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    wire.cut()
    wire.mend()
    expect(page.get_by_role("region", name="Notices")).not_to_contain_text("Reconnecting…")
    wire.delay = 0.02
    content = b"first line\n" + b"x" * (8 << 20)
    field(page).set_input_files(a_file("large.bin", content))
    page.wait_for_function("() => document.querySelector('progress')?.value > 0.2")
    wire.cut()
    wire.delay = 0
    wire.mend()
    expect(received(page, "first line")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="large.bin").click()
    assert pathlib.Path(download.value.path()).read_bytes() == content
    assert [method for method, _ in asked][0::len(asked) - 1] == ["POST", "POST"]
    rest = re.fullmatch(r"key=[-_A-Za-z0-9]{22}&offset=(\d+)", asked[-1][1])
    assert 0 < int(rest[1]) < len(content)


@pytest.mark.chromium
def test_a_file_that_is_called_off_leaves_its_room_to_others(person, page):
    slowly(person, page, 200_000)
    for number in range(6):
        field(page).set_input_files([a_file(f"{number}.bin", b"x" * (8 << 20))])
        page.wait_for_function("() => document.querySelector('progress')?.value > 0")
        button(page, f"Cancel: {number}.bin").click()
    field(page).set_input_files([a_file("a.txt")])
    expect(received(page, "first line")).to_be_visible()

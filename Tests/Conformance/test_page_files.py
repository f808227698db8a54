"""The files that a page loads: browsers keep them for ever, at addresses that change with the files."""

import gzip
import re
import urllib.parse

import brotli
import pytest
from program import Program
from test_sign_in import sign_in

FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def program():
    program = Program("--database", "memory")
    yield program
    program.stop()


def named(body):
    return re.findall(r'(?:href|src|from|import)[=( ]*"(/client/[^"]+)"', body.decode())


def test_the_page_names_only_addresses_that_are_kept_for_ever(program):
    _, headers, page = program.get("/")
    # It sets the cookie of a new visitor.
    assert headers["Cache-Control"] == "private, no-cache"
    addresses = named(page)
    assert "/main.js" in " ".join(addresses) and "/style.css" in " ".join(addresses)
    answers = {address: program.get(address) for address in addresses}
    assert {address: (status, headers["Cache-Control"]) for address, (status, headers, _) in answers.items()} == {
        address: (200, FOR_EVER) for address in addresses}


def test_the_apps_scripts_import_the_same_client(program):
    page = program.get("/")[2]
    scripts = [address for address in named(page) if "/app/" in address and address.endswith(".js")]
    assert scripts
    client = next(address for address in named(page) if address.endswith("/client.js"))
    imports = {name for script in scripts for name in named(program.get(script)[2]) if name.endswith("/client.js")}
    assert imports == {client}


def test_the_clients_files_are_sent_in_brotli_and_are_the_same(program):
    page = program.get("/")[2]
    # The manifest is written by the server.
    for address in (each for each in named(page) if "/app/" not in each and not each.endswith(".webmanifest")):
        plain, (_, headers, body) = program.get(address)[2], program.get(address, {"Accept-Encoding": "gzip, br"})
        assert (headers["Content-Encoding"], brotli.decompress(body)) == ("br", plain), address
        assert gzip.decompress(program.get(address, {"Accept-Encoding": "gzip"})[2]) == plain


def test_what_is_kept_for_ever_has_no_tag_and_what_only_pages_need_is_sent_with_them_alone(program):
    _, page_headers, page = program.get("/")
    style = next(address for address in named(page) if address.endswith("/style.css"))
    sent = [program.get(style)[1], program.get(named(page)[0])[1], program.get("/client/client.js")[1], page_headers]
    fields = ("ETag", "Content-Security-Policy", "Referrer-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy")
    assert [[field in headers for field in fields] for headers in sent] == [
        [False, False, False, False, False], [False, True, False, False, False], [True, True, False, False, False],
        [True, True, True, True, True]]


def test_the_pages_picture_is_in_the_page(program):
    icon = re.search(r'<link rel="icon" href="([^"]+)">', program.get("/")[2].decode())[1]
    kind, _, picture = icon.partition(",")
    assert kind == "data:image/svg+xml"
    assert urllib.parse.unquote(picture).replace("'", '"') == program.get("/client/icon.svg")[2].decode().rstrip("\n")


def apps_files(page):
    return [address.rsplit("/", 1)[-1] for address in named(page) if "/app/" in address]


def test_a_page_loads_the_files_of_its_scene_and_no_others(program):
    operations = ["operations.js", "operations.css"]
    welcome = ["code.js", "code.css", "doors.js", "invitation.js", "twins.js", "welcome.css"]
    pages = {path: apps_files(program.get(path, {"Accept": "text/html"})[2]) for path in (
        "/dispatch", "/dispatch/incident/4105?room=a", "/trading-ticket/HALC", "/wall", "/windows", "/", "/nothing/here")}
    assert pages == {
        "/dispatch": operations, "/dispatch/incident/4105?room=a": operations, "/trading-ticket/HALC": operations,
        "/wall": ["wall.js", "wall.css"] + operations, "/windows": [], "/": welcome, "/nothing/here": welcome}
    # The console shows windows of every scene.
    mirror = program.get("/admin/mirror", {"Cookie": sign_in(program)})[2]
    assert {*operations, *welcome, "chart.js", "live.css"} <= set(apps_files(mirror))
    # All are served, also to pages that embed a window.
    assert program.get("/client/app/live.css")[0] == 200


def test_an_address_without_a_version_and_one_of_another_version_are_asked_for_each_time(program):
    for address in ("/client/client.js", f"/client/{'0' * 16}/client.js", "/client/embed.js"):
        status, headers, body = program.get(address)
        assert (status, headers["Cache-Control"]) == (200, "no-cache")
    # A page of another origin loads the app's scripts and the client without a version: the same client too.
    assert named(program.get("/client/app/chart.js")[2]) == ["/client/client.js"]
    assert program.get(f"/client/{'0' * 16}/nothing.js")[0] == 404
    assert program.get("/client/nothing.js")[0] == 404

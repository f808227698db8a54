"""Languages: an app's String Catalog, the pages around its windows, and the tool that compiles catalogs."""

import json
import os
import re
import subprocess

import pytest
from oriel_client import PATIENCE, Client
from page_view import View
from program import ROOT, Program, eventually

BINARY = os.environ.get("ORIEL_DESK") or ROOT / ".build/debug/OrielDesk"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    (folder / "feed").mkdir()
    os.environ["DESK_FEED"] = str(folder / "feed")
    program = Program("--database", "memory", binary=BINARY)
    yield program
    program.stop()


def page(desk, language, path="/phrases"):
    status, headers, body = desk.get(path, {"Accept-Language": language, "Accept": "text/html"})
    return status, headers, body.decode()


def come(desk, language):
    client = Client(desk.origin, desk.user())
    client.environment = {"locale": language}
    return client.attach(scene="phrases")


@pytest.mark.parametrize("accepted, lang", [
    ("de-AT,de;q=0.9,en;q=0.5", 'lang="de"'), ("en;q=0.5, fr;q=0.9, de;q=0.7", 'lang="de"'), ("ar", 'lang="ar" dir="rtl"'),
    ("en", 'lang="en"'), ("fr", 'lang="en"'), ("de;q=0", 'lang="en"'), ("*", 'lang="en"'), (";;q=,,=;q=x", 'lang="en"'), ("", 'lang="en"'),
])
def test_a_page_is_in_the_language_that_its_browser_asks_for(desk, accepted, lang):
    status, headers, body = page(desk, accepted)
    assert status == 200 and f"<html {lang}>" in body
    assert headers["vary"] == "accept-encoding, accept-language"


def test_a_page_brings_the_words_of_its_language(desk):
    script = re.search(r'<script src="(/client/[^"]*/words/de\.js)"', page(desk, "de")[2])[1]
    status, headers, body = desk.get(script)
    words = json.loads(body.decode().removeprefix("globalThis.orielWords = ").removesuffix(";\n"))
    assert status == 200 and "immutable" in headers["cache-control"]
    assert words["lang"] == "de" and words["texts"]["back"] == "Zurück" and "Abstimmen" not in body.decode()
    assert "/words/" not in page(desk, "en")[2]
    # Those of an app's own take the place of Oriel's, or of none.
    arabic = re.search(r'<script src="(/client/[^"]*/words/ar\.js)"', page(desk, "ar")[2])[1]
    assert "جارٍ إعادة الاتصال…" in desk.get(arabic)[2].decode()


def test_each_page_of_a_language_has_a_tag_of_its_own(desk):
    german, english = page(desk, "de")[1]["etag"], page(desk, "en")[1]["etag"]
    cookie = desk.user()
    assert german != english
    asked = {"Accept-Language": "de", "Cookie": cookie}
    tag = desk.get("/phrases", asked)[1]["etag"]
    assert desk.get("/phrases", {**asked, "If-None-Match": tag})[0] == 304
    assert desk.get("/phrases", {**asked, "Accept-Language": "en", "If-None-Match": tag})[0] == 200


def test_the_sign_in_page_is_translated(desk):
    _, _, body = page(desk, "de", "/admin")
    assert '<html lang="de">' in body and "<h1>Anmelden</h1>" in body and "Mit dem Token, das du bekommen hast." in body
    _, _, body = page(desk, "fr", "/admin")
    assert '<html lang="en">' in body and "<h1>Sign in</h1>" in body
    _, _, body = page(desk, "ar", "/sign-out")
    assert '<html lang="ar" dir="rtl">' in body and "Sign out" in body


def test_a_head_with_a_long_language_is_answered_at_once(desk):
    assert '<html lang="en">' in page(desk, "a-" * 7000)[2]
    assert '<html lang="de">' in page(desk, "a-" * 7000 + ", de")[2]


def said(client, name="votes"):
    (shared,) = client.shared.values()
    return View(shared[1]).element(name)[1]["text"]


def test_windows_in_several_languages_share_a_model(desk):
    clients = [come(desk, language) for language in ("en-US", "de-CH", "ar-EG", "fr")]
    for client in clients:
        client.kept()
    assert [client.document["lang"] for client in clients] == ["en", "de", "ar", "en"]
    assert [client.document["title"] for client in clients] == ["Phrases", "Redewendungen", "Phrases", "Phrases"]
    assert [said(client) for client in clients] == ["0 votes", "0 Stimmen", "لا أصوات", "0 votes"]
    model = next(iter(clients[0].shared.values()))[1]["root"]
    clients[1].event("tap", model, "vote")
    for client in clients:
        client.until(lambda client=client: said(client)[0] not in "0ل")
    assert [said(client) for client in clients] == ["1 vote", "1 Stimme", "صوت واحد", "1 vote"]


TOOL = ROOT / ".build/debug/CompileStrings"


def compile(tmp_path, catalog, *flags):
    source, output = tmp_path / "My Texts.xcstrings", tmp_path / "Texts.swift"
    source.write_text(catalog if isinstance(catalog, str) else json.dumps(catalog, indent=2, separators=(",", " : ")), encoding="utf-8")
    tool = next(path for path in (TOOL, TOOL.with_name("CompileStrings-tool")) if path.exists())
    done = subprocess.run([tool, source, output, *flags], capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stderr.replace(str(source), "CATALOG"), output.read_text(encoding="utf-8") if output.exists() else None


def catalog(key, **translation):
    return {"sourceLanguage": "en", "strings": {key: {"localizations": {"de": translation}}}, "version": "1.0"}


def unit(value, state="translated"):
    return {"stringUnit": {"state": state, "value": value}}


def test_a_catalog_becomes_a_localization_of_its_name(tmp_path):
    strings = catalog("Hello %@", **unit('Hallo "%@" \\ \n#"###'))
    strings["strings"]["Draft"] = {"localizations": {"de": unit("", "new"), "fr": unit("Brouillon", "needs_review")}}
    strings["strings"]["Brand"] = {"shouldTranslate": False, "localizations": {"de": unit("Marke")}}
    code, complaints, swift = compile(tmp_path, strings)
    assert (code, complaints) == (0, "")
    assert "static let `myTexts` = Localization(_catalog: " in swift and swift.startswith("import Oriel\n")
    # The end of the literal is not in the text.
    text = re.search(r'_catalog: (#+)"(.*?)"\1', swift, re.S)[2]
    assert json.loads(text) == {"source": "en", "languages": {"de": {"Hello %@": 'Hallo "%@" \\ \n#"###'}, "fr": {"Draft": "Brouillon"}}}


PLURAL = {"variations": {"plural": {"one": unit("%lld Datei"), "other": unit("%lld Dateien")}}}


@pytest.mark.parametrize(("strings", "complaint"), [
    ("{", "CATALOG:1: error: this is no String Catalog: "),
    ('{"strings": {\n"a": {},\noops', "CATALOG:3: error: this is no String Catalog: "),
    ({"strings": {}}, 'CATALOG:1: error: this is no String Catalog: "sourceLanguage" is missing in the file\n'),
    (catalog("Files", **PLURAL), 'CATALOG:4: error: "Files" has plural forms in de, and no %lld, such as an interpolated integer makes\n'),
    (catalog("%lld files", variations={"plural": {"one": unit("eine Datei")}}), 'CATALOG:4: error: "%lld files" has no form "other" in de\n'),
    (catalog("%lld files", variations={"plural": {"plenty": unit("viele"), "other": unit("x")}}),
     'CATALOG:4: error: "%lld files" has a form "plenty" in de: there are zero, one, two, few, many, other\n'),
    (catalog("Files", **unit("%#@files@")), 'CATALOG:4: error: "Files" has no substitution "files" in de\n'),
    (catalog("Tap", variations={"device": {"iphone": unit("Tippen")}}), 'CATALOG:4: error: "Tap" has texts for devices in de, and none for "other"\n'),
])
def test_a_wrong_catalog_is_refused_with_its_line(tmp_path, strings, complaint):
    code, complaints, swift = compile(tmp_path, strings)
    assert code == 1 and complaints.startswith(complaint) and swift is None


def test_a_placeholder_without_an_argument_is_a_warning(tmp_path):
    code, complaints, swift = compile(tmp_path, catalog("Hello", **unit("Hallo %@")))
    assert code == 0 and swift
    assert complaints == 'CATALOG:4: warning: the text of "Hello" in de has more placeholders than the key: "Hallo %@"\n'


def test_a_part_with_forms_of_its_own_names_its_argument(tmp_path):
    part = {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {"one": unit("eine Datei"), "other": unit("%arg Dateien")}}}
    _, complaints, swift = compile(tmp_path, catalog("%@ has %lld files", **unit("%1$@ hat %#@files@"), substitutions={"files": part}))
    text = json.loads(re.search(r'_catalog: (#+)"(.*)"\1\)', swift, re.S)[2])
    assert complaints == ""
    assert text["languages"]["de"]["%@ has %lld files"] == {
        "text": "%1$@ hat %#@files@", "plurals": {"files": {"argument": 1, "forms": {"one": "eine Datei", "other": "%2$lld Dateien"}}}}


def test_the_words_of_the_client_are_translated_and_no_others():
    source = (ROOT / "web-client/view/words.js").read_text(encoding="utf-8")
    names = subprocess.run(
        ["node", "--input-type=module", "-e", f"""
          import {{ broken, endings, words }} from {json.dumps(str(ROOT / "web-client/view/words.js"))};
          const names = (object, path) => Object.entries(object).flatMap(([name, value]) =>
            typeof value === "object" ? names(value, `${{path}}${{name}}.`) : [path + name]);
          console.log(JSON.stringify([...names(words, ""), ...names(endings, "endings."), ...names(broken, "broken.")]));"""],
        capture_output=True, text=True, check=True, env={**os.environ, "PATH": f"{ROOT / '.venv/bin'}:{os.environ['PATH']}"})
    catalog = json.loads((ROOT / "Sources/Oriel/Author/Text/Words.xcstrings").read_text(encoding="utf-8"))["strings"]
    known = {key.removeprefix("oriel.page.") for key in catalog if key.startswith("oriel.page.")}
    assert known == set(json.loads(names.stdout)) and source
    assert {key: sorted(entry["localizations"]) for key, entry in catalog.items()} == dict.fromkeys(catalog, ["de", "es", "fr"])


def test_a_server_in_development_says_what_its_catalog_lacks(tmp_path, monkeypatch):
    """As `oriel dev` starts it."""
    monkeypatch.setenv("ORIEL_DEVELOPMENT", "1")
    monkeypatch.setenv("DESK_FEED", str(tmp_path))
    program = Program("--database", "memory", binary=BINARY)
    try:
        eventually(lambda: 'The catalog has no text in "ar" for 1 of its keys: "Phrases"' in program.logged())
        client = Client(program.origin, program.user())
        client.attach(scene="suggestion")
        eventually(lambda: 'The catalog does not have the key "Suggestion"' in program.logged())
    finally:
        program.stop()

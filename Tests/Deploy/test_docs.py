"""`deploy/docs` builds every room that has articles, and leaves no trace for later builds of an app."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
SWIFT = """#!/bin/sh
[ "$1" != --version ] || { echo "Swift version 6.3.1"; exit; }
echo "$ORIEL_DOCUMENTATION $*" >>asked
echo "with the plugin" >Package.resolved
exit $(cat answer)
"""


@pytest.fixture
def checkout(tmp_path):
    """A small repository with the real script, on a machine with all packages, and a Swift simulated by the test."""
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    for room in ("Front", "Back"):
        (tmp_path / "Sources" / room / f"{room}.docc").mkdir(parents=True)
    (tmp_path / "Sources/Cellar").mkdir()
    (tmp_path / "README.md").write_text("# House\n\nA house.\n")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, text in {"swift": SWIFT, "dpkg-query": "#!/bin/sh\nshift 3\nprintf 'ii %s\\n' \"$@\"\n",
                       "apt-get": "#!/bin/sh\n"}.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    (tmp_path / "answer").write_text("0")
    return tmp_path


def docs(checkout):
    path = f"{checkout}/tools:{os.environ['PATH']}"
    return subprocess.run([checkout / "deploy/docs"], capture_output=True, text=True, env={"PATH": path})


def test_every_room_with_articles_is_built_with_warnings_as_errors(checkout):
    assert docs(checkout).returncode == 0
    asked = (checkout / "asked").read_text()
    assert asked.startswith("1 package --allow-writing-to-directory .build/documentation generate-documentation "
                            "--target Back --target Front ")
    assert " --warnings-as-errors " in asked


@pytest.mark.parametrize("answer", [0, 1])
def test_the_pins_are_what_they_were(checkout, answer):
    (checkout / "answer").write_text(str(answer))
    (checkout / "Package.resolved").write_text("without the plugin\n")
    assert docs(checkout).returncode == answer
    assert (checkout / "Package.resolved").read_text() == "without the plugin\n"


def test_where_nothing_was_pinned_nothing_is(checkout):
    docs(checkout)
    assert not (checkout / "Package.resolved").exists()


@pytest.mark.parametrize("asked, found", [({}, False), ({"ORIEL_DOCUMENTATION": "1"}, True)])
def test_the_plugin_is_known_to_nobody_else(tmp_path, asked, found):
    shutil.copy(ROOT / "Package.swift", tmp_path)
    environment = {key: value for key, value in os.environ.items() if key != "ORIEL_DOCUMENTATION"}
    described = subprocess.run(
        ["swift", "package", "dump-package"], cwd=tmp_path, capture_output=True, text=True, env={**environment, **asked})
    assert described.returncode == 0, described.stderr
    assert ("swift-docc-plugin" in described.stdout) == found


def test_language_models_get_every_article_and_every_declaration(tmp_path):
    done = subprocess.run([ROOT / "deploy/llms", tmp_path], capture_output=True, text=True)
    assert done.stderr == ""
    index = (tmp_path / "llms.txt").read_text(encoding="utf-8")
    assert index.startswith("# Oriel\n\n> ")
    articles = sorted(f"{file.parents[1].name}/{file.name}" for file in ROOT.glob("Sources/*/*.docc/*.md"))
    links = re.findall(r"^- \[[^\]]+\]\(markdown/([^)]+)\): (.+)$", index, re.MULTILINE)
    assert sorted(link for link, _ in links if link.endswith(".md")) == articles
    assert [link for link, _ in links if link.endswith(".txt")] == sorted(file.name for file in ROOT.glob("Tests/Fixtures/api/*.txt"))
    assert all((tmp_path / "markdown" / link).read_text(encoding="utf-8") for link, _ in links)
    assert dict(links)["Oriel/AnsweringRequests.md"].endswith(".")
    whole = (tmp_path / "llms-full.txt").read_text(encoding="utf-8")
    assert all(f"\n# {title}\n" in whole for title in ("Limits", "Changelog", "Answering requests"))
    # Links of one article to another lead to the files here, and no notation of the site's is left.
    for link, _ in links:
        text = (tmp_path / "markdown" / link).read_text(encoding="utf-8")
        assert "<doc:" not in text and "![" not in text

"""The article about the rooms, and the README's table, agree with the folders and files that there are."""

import re

import pytest
from documentation import ROOT, SOURCES, catalogue

ARTICLE = (catalogue("OrielServer") / "Rooms.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
# The examples are packages of their own.
ROOMS = sorted(folder.name for folder in SOURCES.iterdir() if folder.is_dir() and folder.name != "Examples")
SWIFT = {file.name for file in SOURCES.rglob("*.swift")}


def words(text):
    return re.findall(r"`([^`\n]+)`", text)


@pytest.mark.parametrize("room", ROOMS)
def test_the_article_has_each_room(room):
    assert room in words(ARTICLE)


def test_the_readme_has_the_rooms_that_are_not_build_tools():
    named = {word.removeprefix("Sources/") for word in words(README)}
    tools = {"OrielWebClient", "EmbedFiles", "EmbedFilesPlugin", "CompileStrings", "StringCatalogs"} | {room for room in ROOMS if re.match("C[A-Z]", room)}
    assert set(ROOMS) - named - tools == set()


def test_each_file_of_a_way_exists():
    files = [word for word in words(ARTICLE) if word.endswith((".swift", ".js"))]
    assert len(files) > 40
    assert [file for file in files if file not in SWIFT and not (ROOT / file).is_file()] == []


def test_each_folder_of_the_hub_and_the_client_is_named():
    folders = [folder.name for parent in (SOURCES / "OrielHub", ROOT / "web-client") for folder in parent.iterdir()
               if folder.is_dir() and folder.suffix != ".docc"]
    assert [folder for folder in folders if folder not in words(ARTICLE)] == []

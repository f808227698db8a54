"""The rooms import what their doors allow, and nothing else.

The build itself refuses a room that Package.swift gives no way to (`swift build
--explicit-target-dependency-import-check error`), but takes a way through other rooms for one. So each room's imports
are named here: a new import is a new word, and a thought.
"""

import json
import pathlib
import re

import pytest

SOURCES = pathlib.Path(__file__).parents[2] / "Sources"
DOORS = {
    # The path of a frame: bytes never meet navigation, and of these rooms only the transport uses a clock, a file or a
    # socket.
    "OrielDocument": "",
    "OrielMessages": "OrielDocument",
    "OrielWire": "OrielDocument OrielMessages",
    "Oriel": "OrielDocument FoundationEssentials Observation Synchronization",
    "OrielHub": "Oriel OrielDocument OrielMessages DequeModule Logging Observation Synchronization",
    "OrielGateway": "Oriel OrielDocument OrielHub OrielMessages OrielWire DequeModule Logging Synchronization",
    "OrielTransport": "OrielGateway OrielHub OrielWire DequeModule CLibUV CLibWebSockets CSystemCalls Glibc Synchronization",
    # Beside the path.
    "OrielSystem": "OrielHub OrielTransport CLibWebSockets Dispatch Glibc Synchronization",
    "OrielSQL": "Oriel OrielDocument OrielHub DequeModule Synchronization",
    "OrielPostgres": "Oriel OrielHub OrielSQL CLibPQ Dispatch Foundation Synchronization",
    "OrielSQLite": "Oriel OrielHub OrielSQL GRDB GRDBSQLite Foundation",
    "OrielAdmin": "Oriel OrielDocument OrielGateway OrielHub FoundationEssentials Synchronization",
    "OrielTesting": "Oriel OrielDocument OrielHub OrielMessages OrielSQLite Logging Synchronization Foundation Glibc Darwin",
    "OrielWebClient": "",
    "OrielJWT":
        "Oriel OrielDocument OrielGateway OrielHub OrielSystem Foundation FoundationNetworking Synchronization",
    "OrielMacros":
        "SwiftCompilerPlugin SwiftDiagnostics SwiftIfConfig SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacros",
    "EmbedFiles": "CBrotli Foundation",
    "EmbedFilesPlugin": "Foundation PackagePlugin",
    "CompileStrings": "Foundation",
    "StringCatalogs": "Foundation PackagePlugin",
    # The room that puts the others together, and those that only programs import.
    "OrielServer":
        "Oriel OrielAdmin OrielCommand OrielDocument OrielGateway OrielHub OrielJWT OrielMessages OrielPostgres OrielSQL OrielSQLite OrielSystem OrielTransport OrielWebClient "
        "ArgumentParser CoreMetrics Foundation FoundationNetworking Logging Synchronization",
    "Gallery": "Oriel OrielMarkdown CQRCode Foundation",
    "OrielPasswords": "CArgon2 Foundation",
    "OrielMarkdown": "Oriel CMD4C",
    "OrielTracing": "Oriel Tracing",
    "GalleryProgram": "Gallery OrielServer",
    "OrielCommand": "OrielDocument OrielMessages ArgumentParser Foundation FoundationNetworking",
    "OrielProgram": "OrielCommand",
}
# Beside the C targets, the system's own library; the tests' executor asks it for nothing but the thread it is on.
C = {"Glibc", "Darwin", "Musl"} | {folder.name for folder in SOURCES.glob("C[A-Z]*")}
# The examples are packages of their own.
ROOMS = sorted(folder.name for folder in SOURCES.iterdir() if folder.name not in C | {"Examples"})
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)", re.MULTILINE)


def imports(room):
    """Every module that a room imports, and one file that imports it."""
    return {
        module: str(file.relative_to(SOURCES))
        for file in sorted((SOURCES / room).rglob("*.swift"))
        for module in IMPORT.findall(file.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_its_doors_allow(room):
    allowed = DOORS[room].split()
    assert {module: file for module, file in imports(room).items() if module not in allowed} == {}


def test_the_authors_room_takes_seven_names_of_foundation():
    """Format styles, a language, a decimal number, a date on an axis and a direction of sorting: no clock, no file."""
    found = {
        file.name: re.findall(r"^import (.*FoundationEssentials.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        for file in (SOURCES / "Oriel").rglob("*.swift")}
    assert {file: names for file, names in found.items() if names} == {"ArchiveKeyBytes.swift": [
        "struct FoundationEssentials.Date"], "ArchivedRows.swift": ["enum FoundationEssentials.SortOrder"], "ChartContent.swift": [
        "struct FoundationEssentials.Date"], "Decimal+JSON.swift": ["struct FoundationEssentials.Decimal"], "FormatStyles.swift": [
        "protocol FoundationEssentials.FormatStyle", "struct FoundationEssentials.Locale",
        "protocol FoundationEssentials.ParseStrategy", "protocol FoundationEssentials.ParseableFormatStyle"],
        "RowQuery.swift": ["enum FoundationEssentials.SortOrder"], "TableColumn.swift": [
        "protocol FoundationEssentials.FormatStyle", "enum FoundationEssentials.SortOrder"]}


def test_there_is_no_door_without_a_room():
    assert sorted(DOORS) == ROOMS


# PostgreSQL's library is in C, and so are those for passwords and Markdown. The Gallery draws a code for phones, and the client's files are compressed when the program is
# built.
@pytest.mark.parametrize("room", sorted(DOORS.keys() - {"OrielTransport", "OrielPostgres", "OrielSystem", "OrielTesting", "Gallery", "EmbedFiles", "OrielPasswords", "OrielMarkdown"}))
def test_c_stays_in_the_transport(room):
    assert C & set(DOORS[room].split()) == set()


def test_only_the_demo_imports_the_server():
    assert [room for room, doors in DOORS.items() if "OrielServer" in doors.split()] == ["GalleryProgram"]


# Dictionaries and sets of strings, by room, file and name: the names are the server's own, an app's, or told apart by nobody
# but the one who sent them. Ids of users, windows, pages and triggers come from outside and have the type `ScalarKey`.
STRINGS = {
    # Names of parameters, ids that an operator has selected, and units.
    "OrielAdmin/ConsoleRequest.swift": "parameters", "OrielAdmin/UsersModel.swift": "parameters", "OrielAdmin/WindowsModel.swift": "parameters selected",
    "OrielAdmin/APISource.swift": "filter", "OrielAdmin/AuditModel.swift": "parameters", "OrielAdmin/TenantsModel.swift": "parameters",
    "OrielHub/WindowFilter+Text.swift": "units",
    "OrielHub/DecodingCheck.swift": "keys places", "OrielHub/PrivateTypes.swift": "reported", "OrielHub/LineLimit.swift": "last", "OrielHub/RecentProblems.swift": "kept", "OrielHub/StoredTenant.swift": "objects", "OrielHub/StoredWindow.swift": "damaged models",
    "OrielHub/Window.swift": "tags", "OrielHub/Agenda.swift": "queues", "OrielHub/Home.swift": "formerTypes", "OrielHub/WindowHub+RestoringObjects.swift": "formerTypes", "OrielHub/MessageLanes.swift": "full ready running", "OrielHub/SharedRecord.swift": "models", "OrielHub/AttachRequest.swift": "presents", "OrielHub/WindowHistory.swift": "models",
    "OrielGateway/WebOrigin.swift": "ports", "OrielGateway/Gateway+SignIn.swift": "fields signInRoutes",
    "OrielGateway/Pages.swift": "files translated versioned", "OrielAdmin/SentAction.swift": "actions",
    "OrielAdmin/SettingsModel.swift": "texts", "OrielAdmin/TriggerDraft.swift": "values",
    "OrielAdmin/Query.swift": "parameters",
}
KEYED = re.compile(r"\b(?:let|var) (\w+)(?:: |.* = )(?:\[WindowID: )?(?:\[String: |\[String\]\] = |Set<String>)")


def test_what_comes_from_outside_is_keyed_scalar_by_scalar():
    found = {
        f"{room}/{file.name}": " ".join(sorted(set(KEYED.findall(file.read_text(encoding="utf-8")))))
        for room in ("OrielHub", "OrielGateway", "OrielAdmin", "OrielJWT") for file in (SOURCES / room).rglob("*.swift")}
    assert {file: names for file, names in found.items() if names} == STRINGS


@pytest.mark.parametrize("room", ["OrielMessages", "OrielWire", "OrielGateway"])
def test_no_word_of_a_page_is_looked_up_by_a_raw_value(room):
    """`init(rawValue:)` compares with `==`, which normalises: 64 KiB of combining marks cost milliseconds at each look."""
    looked_up = {
        str(file.relative_to(SOURCES)): line.strip() for file in (SOURCES / room).rglob("*.swift")
        for line in file.read_text(encoding="utf-8").splitlines() if re.search(r"^[^/]*\(rawValue:", line)}
    assert looked_up == {}


def test_no_callback_keeps_a_topic_without_its_hub():
    """A topic's `hub` is `unowned`: a callback that holds the topic alone would outlive the hub, and then trap."""
    topics = {
        file.name: re.findall(r"\[(?:weak )?self\b|\bself\?", file.read_text(encoding="utf-8"))
        for file in (SOURCES / "OrielHub").rglob("*.swift")
        if re.search(r"^  (?:private )?unowned let hub: WindowHub$", file.read_text(encoding="utf-8"), re.MULTILINE)}
    assert len(topics) >= 9 and not any(topics.values()), topics


# The lines of the log that are written without `LineLimit`, by file, and the reason why no page can repeat them.
UNLIMITED = {
    # A question of an operator.
    "OrielHub/WindowHub+Admin.swift": 1, "OrielHub/WindowHub+Tenants.swift": 3, "OrielHub/WindowHub+Triggers.swift": 1,
    "OrielHub/WindowHub+Nodes.swift": 1,
    # At most once an hour, once a minute, or when the store begins or ceases to refuse.
    "OrielHub/Sweeper.swift": 1, "OrielHub/WindowHub+Saving.swift": 2,
    # When a hub has ended, and with it the process soon.
    "OrielHub/WindowHub+Neighbours.swift": 1,
    # Once for each class, each instance of `Rows`, each crash of a node.
    "OrielHub/WindowHub+RestoringObjects.swift": 1, "OrielHub/SavedObjects.swift": 1, "OrielHub/Quarantine.swift": 4,
    # Once for each record of the store, which is then deleted.
    "OrielHub/MemberActs.swift": 1, "OrielHub/WindowHub+Messages.swift": 1,
    # These ask `LineLimit` themselves, except for a record that can't be read and is deleted, and a read that is tried
    # again after a minute.
    "OrielHub/HubLog.swift": 1, "OrielHub/MemberActs+Elsewhere.swift": 1,
    "OrielHub/IncomingFile.swift": 1, "OrielHub/Diagnostics.swift": 1,
    "OrielGateway/Gateway+Visitors.swift": 1,
}
LOGGED = re.compile(r"\blogger\.(?:log\(|trace|debug|info|notice|warning|error|critical)")


def test_no_page_fills_the_log():
    """A line that a page can cause is written by `log(_:onceAMinute:)`, or asks `LineLimit` before."""
    found = {
        f"{room}/{file.name}": len(LOGGED.findall(file.read_text(encoding="utf-8")))
        for room in ("OrielHub", "OrielGateway", "OrielAdmin") for file in (SOURCES / room).rglob("*.swift")}
    assert {file: count for file, count in found.items() if count} == UNLIMITED


@pytest.mark.parametrize("line, module", [
    ("import Oriel", "Oriel"),
    ("  import Glibc  // in a conditional", "Glibc"),
    ("@testable import OrielHub", "OrielHub"),
    ("@_spi(Rooms) @preconcurrency package import OrielWire", "OrielWire"),
    ("import struct Foundation.Data", "Foundation"),
])
def test_an_import_is_seen_however_it_is_written(line, module):
    assert IMPORT.findall(f"// import Comment\n{line}\n") == [module]


def test_the_command_line_knows_the_acts_of_the_json_api_by_their_names():
    described = json.loads((SOURCES / "OrielAdmin/openapi.json").read_text())["components"]["schemas"]["Act"]["oneOf"]
    acts = {schema["properties"]["act"]["const"] for schema in described}
    commands = "".join(path.read_text() for path in (SOURCES / "OrielCommand").rglob("*.swift"))
    performed = set(re.findall(r'options\.(?:perform|body)\("(\w+)"', commands))
    # To navigate a window, "send" has a destination.
    assert performed == acts - {"land"}

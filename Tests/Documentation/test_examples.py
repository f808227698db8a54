"""The examples of articles compile as they stand. The tests read the results of the last `swift build`."""

import pathlib
import re
import subprocess

import pytest
from documentation import MODULES, c_modules, catalogue

PLUGIN = MODULES.parent / "OrielMacros-tool"
BLOCK = re.compile(r"^```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ARTICLES = ["WhatPeopleShare", "PublishingToEverybody", "DataOfYourOwn", "AnsweringRequests", "SendingFiles", "SavingManyRows", "ChangingWhatIsSaved", "LooksAndElements", "Tables"]
# Of these, the examples that begin with an import are whole; the others are fragments.
WITH_FRAGMENTS = {"LooksAndElements", "Tables"}
# What an example leaves to the reader: a declaration by the name that it is used by.
LEFT_OUT = {
    "OrderTable": """
        final class OrderTable: Sendable {
          static func connected() async throws -> OrderTable { OrderTable() }
          func place(_ item: String, key: String) async throws -> Int64 { 1 }
        }""",
    "Feed": """
        struct FeedEvent: Sendable { let number: Int; let title: String }
        actor Feed { func events(after number: Int) -> AsyncThrowingStream<FeedEvent, any Error> { AsyncThrowingStream { _ in } } }""",
    "Incident": "struct Incident: Codable, Sendable, Identifiable { let id: Int; var owner: String? }",
    "Ticket": "struct Ticket: Codable, Sendable, Identifiable { let id: Int }",
    "Archive": "final class Archive: Sendable { static var tickets: [Ticket] { [] } }",
    "ArchivedTickets": "@Observable final class ArchivedTickets { init(_ archive: Archive) {} }",
    "Queue": """
        struct QueuedFill: Sendable { let fill: Fill; func acknowledge() {} }
        actor Queue { func messages() -> AsyncStream<QueuedFill> { AsyncStream { _ in } } }""",
    "Signatures": "final class Signatures: Sendable { func verify(_ signature: String?, of body: [UInt8]) -> Bool { true } }",
    "Payments": "@SavedState final class Payments { var count = 0 }",
    "OrderDesk": """
        struct DeskOrder: Codable, Sendable, Identifiable { let id: Int; let number: String; let amount: String }
        @SavedState final class OrderDesk { let orders = Rows<DeskOrder>() }""",
    "Mailer": """
        final class Mailer: Sendable {
          struct UnknownAddress: Error {}
          func send(_ text: String, key: String) async throws {}
        }""",
}
MODEL = "@NavigationModel final class {} {{ var body: some View {{ Text(\"\") }} }}"


def examples():
    for article in ARTICLES:
        text = (catalogue("Oriel") / f"{article}.md").read_text(encoding="utf-8")
        for number, block in enumerate(BLOCK.findall(text), 1):
            if article in WITH_FRAGMENTS and not block.startswith("import"):
                continue
            yield pytest.param(block, id=f"{article}-{number}")


def completed(block):
    """The example as a file of its own."""
    if block.startswith("func place"):
        block = f"final class SQLiteOrders: Sendable {{\n  let pool: DatabasePool\n  init(_ pool: DatabasePool) {{ self.pool = pool }}\n{block}}}\n"
    elif block.startswith("WindowGroup"):
        block = f"struct Example: WindowApp {{\n  var body: some Scene {{\n{block}  }}\n}}\n"
    # What is left out may use what is left out.
    while missing := next((name for name in LEFT_OUT if is_missing(name, block)), None):
        block += LEFT_OUT[missing] + "\n"
    models = {name for name in re.findall(r"\b(\w+Model)\b", block) if is_missing(name, block)} - {"SharedModel", "NavigationModel"}
    imports = "import Observation\nimport Oriel\n" + ("import GRDB\n" if "DatabasePool" in block else "")
    return "\n".join([imports, block, *map(MODEL.format, sorted(models))]) + "\n"


def is_missing(name, text):
    return bool(re.search(rf"\b{name}\b", re.sub(r'"[^"]*"', '""', text))) and not re.search(rf"\b(?:class|struct|actor|enum) {name}\b", text)


@pytest.mark.parametrize("block", list(examples()))
def test_an_example_compiles(block, tmp_path):
    file = tmp_path / "Example.swift"
    file.write_text(completed(block), encoding="utf-8")
    includes = [word for path in [MODULES, *c_modules()] for word in ("-I", path)]
    done = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-enable-upcoming-feature",
         "NonisolatedNonsendingByDefault", *includes, "-load-plugin-executable", f"{PLUGIN}#OrielMacros", file],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_article_here_has_examples():
    found = [parameter.id.partition("-")[0] for parameter in examples()]
    assert set(found) == set(ARTICLES)


def lines(code):
    return [line.strip() for line in code.splitlines() if line.strip()]


TESTING = (catalogue("OrielTesting") / "TestingYourApp.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", BLOCK.findall(TESTING))
def test_an_example_of_a_test_is_run(block):
    run = lines((pathlib.Path(__file__).parents[1] / "OrielTestingTests/TestingYourAppTests.swift").read_text(encoding="utf-8"))
    example = lines(block)
    assert any(run[start:start + len(example)] == example for start in range(len(run))), block

"""Breaks one rule of several nodes after the other in a copy of the project, and sees that a test notices it.

    .venv/bin/python Tests/Conformance/sabotage.py [--torture KILLS] [WORD...]

With words, only the sabotages whose names have one of them. Each is built and tested in a folder beside the project, where the
first takes as long as a first build. The exit code is 1 if one was not noticed."""

import argparse
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parents[2]

POSTGRES, GATEWAY = "Sources/OrielPostgres", "Sources/OrielGateway"

# By name: the changes, each a file, what is in it once, and what takes its place.
SABOTAGES = {
    "the fence does not ask whether its node lives": [
        (f"{POSTGRES}/PostgresWriter.swift", "WHERE life = ?1 AND alive FOR SHARE", "WHERE life = ?1 FOR SHARE")],
    "the number of a turn is not compared": [
        (f"{POSTGRES}/PostgresWriter.swift", "WHERE EXISTS (SELECT 1 FROM turns WHERE life = ?1 AND turn = ?2 - 1) RETURNING 1", "RETURNING 1")],
    "a tenant is claimed without proof that its node is dead": [
        (f"{POSTGRES}/PostgresNodes.swift", "WHERE claims.life IN (0, ?1) OR EXISTS (SELECT 1 FROM nodes WHERE nodes.life = claims.life AND NOT alive)", ""),
        (f"{POSTGRES}/PostgresNodes.swift", "case .success(let owner?) where owner != own: answer(.success(owner))", "case .success(let owner?) where owner.number == 0: answer(.success(owner))"),
        ("Sources/OrielHub/Homes/WindowHub+Homes.swift", "if let nodes, !nodes.seemsFree(tenant), let node", "if let nodes, nodes.seemsFree(tenant), let node")],
    "a tenant is read before its claim is answered": [
        ("Sources/OrielHub/Homes/WindowHub+Homes.swift",
         "          if nodes != nil, let node = try await self.claim(tenant) { return self.isElsewhere(tenant, node) }\n          self.read(tenant, environment.objects.all, attempt: attempt)\n",
         "          self.read(tenant, environment.objects.all, attempt: attempt)\n          if nodes != nil { _ = try await self.claim(tenant) }\n")],
    "a database that was set back is ignored": [
        (f"{POSTGRES}/PostgresBeats.swift", "guard found.lastTurn >= lastTurn else { return end(.setBack) }", ""),
        (f"{POSTGRES}/PostgresWriter.swift", "guard found.last >= lastTurn else { throw fenced(.setBack) }", ""),
        (f"{POSTGRES}/PostgresWriter.swift", "WHERE EXISTS (SELECT 1 FROM turns WHERE life = ?1 AND turn = ?2 - 1) RETURNING 1", "RETURNING 1")],
    "a commit with a warning is taken for one that the standby has": [
        (f"{POSTGRES}/PostgresWriter.swift", "if connection.isWarned {", "if connection.isWarned, connection.process == 0 {")],
    "a tenant is released before it is durable": [
        ("Sources/OrielHub/Nodes/WindowHub+Nodes.swift", "      afterWrites(of: .turns) { [weak self] in\n", "      soon { [weak self] in\n")],
    "messages are read after the last number": [
        ("Sources/OrielHub/Homes/Inbox.swift", "let new = found.filter { !known.contains($0.number) }",
         "let former = known.max() ?? 0\n    let new = found.filter { $0.number > former }")],
    "only hints bring news": [
        (f"{POSTGRES}/PostgresBeats.swift", "      try look(connection)\n      try readNews(connection)\n    }\n    if beats", "      try look(connection)\n    }\n    if beats")],
    "a request that was sent on is sent on again": [
        (f"{GATEWAY}/Gateway+Nodes.swift", "if let links, !request.isFromNode {", "if let links {")],
    "the address goes before the place that a page names": [
        (f"{GATEWAY}/Gateway+Nodes.swift", "    if let node = hint(in: request)?.node {\n", "    if let node = hint(in: request)?.node, tenant(ofPageIn: request, hub) == nil {\n")],
    "what a client says in the name of a node is passed on": [
        ("Sources/OrielTransport/Splice.swift", '"upgrade", NodeRoute.field,', '"upgrade",')],
    "others are judged by a node that has stood still itself": [
        (f"{POSTGRES}/Watch.swift", "if lastLook.map({ $0.duration(to: now) > .milliseconds(1500) }) ?? false { seen = [:] }", "_ = lastLook")],
}

PROGRAMS = ["OrielDesk", "oriel", "gallery", "OrielFaulty"]
SWIFT_TESTS = "PostgresNodesTests|PostgresRacesTests|PostgresStoreTests|NodesTests|NodeLinksTests|NodeChoiceTests|SpliceTests|SentOnTests"


class Copy:
    """A copy of the project, in which something is changed at a time."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {**os.environ, "ORIEL_OWN_DATABASE": "1"}
        if not folder.exists():
            subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
        self.run("git", "fetch", "--quiet", ROOT, "HEAD")
        self.run("git", "checkout", "--quiet", "--force", "FETCH_HEAD")
        if not (folder / ".venv").exists():
            (folder / ".venv").symlink_to(ROOT / ".venv")

    def run(self, *command, timeout=None):
        """The exit code of a command, or `None` if it did not end in time, and the end of what it said."""
        try:
            done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return None, ""
        return done.returncode, (done.stdout + done.stderr)[-2000:]

    def change(self, changes):
        for file, old, new in changes:
            path = self.folder / file
            text = path.read_text()
            if text.count(old) != 1:
                raise SystemExit(f"{file} has this {text.count(old)} times: {old}")
            path.write_text(text.replace(old, new))

    def build(self, product):
        code, said = self.run("swift", "build", "--traits", "PostgreSQL", "--product", product)
        if code != 0:
            raise SystemExit(f"{product} can't be built:\n{said}")

    def notices(self, kills):
        """Which test fails first; `None` if none does."""
        self.build("OrielPackageTests")
        code, _ = self.run(
            ".build/debug/OrielPackageTests.xctest", "--testing-library", "swift-testing", "--no-parallel", "--filter", SWIFT_TESTS, timeout=300)
        if code != 0:
            return "the Swift tests" + (", which did not end" if code is None else "")
        for program in PROGRAMS:
            self.build(program)
        code, said = self.run(
            ".venv/bin/python", "-m", "pytest", "-q", "-x", "-n", "2", "Tests/Conformance/test_nodes.py", "Tests/Conformance/test_node_faults.py",
            "Tests/Conformance/test_postgres.py", timeout=900)
        if code != 0:
            return next((line for line in said.splitlines() if line.startswith("FAILED")), "the conformance tests")
        self.build("OrielOrders")
        for seed in range(1, 4):
            code, _ = self.run(
                ".venv/bin/python", "Tests/Conformance/torture.py", "--clients", "40", "--users", "20", "--kills", str(kills), "--orders", "postgresql",
                "--shops", "8", "--nodes", "3", "--seed", str(seed), timeout=60 + 30 * kills)
            if code != 0:
                return f"the torture with seed {seed}"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--torture", type=int, default=30, metavar="KILLS", help="faults of each of three runs, where no other test notices it")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT.parent / "sabotage")
    arguments = parser.parse_args()
    unnoticed = 0
    for name, changes in SABOTAGES.items():
        if arguments.words and not any(word in name for word in arguments.words):
            continue
        copy, start = Copy(arguments.folder), time.monotonic()
        copy.change(changes)
        noticed = copy.notices(arguments.torture)
        unnoticed += noticed is None
        print(f"{name}: {'noticed by ' + noticed if noticed else 'NOT NOTICED'} ({time.monotonic() - start:.0f} s)", flush=True)
    sys.exit(1 if unnoticed else 0)


if __name__ == "__main__":
    main()

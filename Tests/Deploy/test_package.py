"""`deploy/package` lists the components that a package was built from, and can build with the same ones again."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
GRDB = {"identity": "grdb.swift", "kind": "remoteSourceControl", "location": "https://github.com/groue/GRDB.swift",
        "state": {"revision": "a60dcff33d97a98b21425f1894587145d3efda50", "version": "7.10.0"}}
BRANCH = {"identity": "notes", "kind": "remoteSourceControl", "location": "https://example.org/team/notes.git",
          "state": {"branch": "main", "revision": "90375ddf48b8a9fb8701e441c0ce953d86a68aa3"}}
# Its program is one that every Debian has. Unless it is given pins, it pins GRDB.
SWIFT = """#!/bin/sh
case "$*" in
  --version) echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)" ;;
  *--show-bin-path) echo "$PWD/built" ;;
  build*)
    echo "$*" >>asked
    mkdir -p built && cp /usr/bin/dpkg-query built/notes && cp /usr/bin/dpkg-query built/oriel ;;
  package*resolve)
    [ -e Package.resolved ] || cp newest Package.resolved ;;
esac
"""


@pytest.fixture
def checkout(tmp_path):
    """A small app with the real scripts, and a Swift simulated by the test."""
    if not shutil.which("dpkg-shlibdeps"):
        pytest.skip("no dpkg-dev here")
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    (tmp_path / "Package.swift").touch()
    (tmp_path / "newest").write_text(json.dumps({"pins": [GRDB], "version": 3}))
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/swift").write_text(SWIFT)
    (tmp_path / "tools/swift").chmod(0o755)
    return tmp_path


def package(checkout, program="notes", **settings):
    """The files of the resulting package, and the document beside it."""
    path = f"{checkout}/tools:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["deploy/package", program, "packages"], cwd=checkout, capture_output=True, text=True,
        env={**os.environ, "PATH": path, "VERSION": "1.0", **settings})
    assert done.returncode == 0, done.stderr
    package = checkout / done.stdout.strip()
    subprocess.run(["dpkg-deb", "--extract", package, checkout / "root"], check=True)
    return checkout / "root/usr/share/doc" / program, package.with_suffix(".cdx.json")


def test_the_document_keeps_to_its_schema(checkout):
    _, document = package(checkout)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(document.read_text()) is None


def test_the_document_names_what_the_program_was_built_of(checkout):
    inside, document = package(checkout)
    assert document.read_text() == (inside / "sbom.cdx.json").read_text()
    bom = json.loads(document.read_text())
    assert (bom["metadata"]["component"]["name"], bom["metadata"]["component"]["version"]) == ("notes", "1.0")
    parts = {part["name"]: part for part in bom["components"]}
    assert parts["swift"]["version"] == "6.3.1"
    assert parts["GRDB.swift"]["purl"] == "pkg:swift/github.com/groue/GRDB.swift@7.10.0"
    assert [commit["uid"] for commit in parts["GRDB.swift"]["pedigree"]["commits"]] == [GRDB["state"]["revision"]]
    for library in ("libc6", "libwebsockets-evlib-uv", "bootstrap-icons"):
        shown = subprocess.run(
            ["dpkg-query", "--show", "--showformat", "${Version}", library], capture_output=True, text=True)
        assert parts[library]["version"] == shown.stdout


def test_a_package_without_a_version_is_named_by_its_revision(checkout):
    (checkout / "newest").write_text(json.dumps({"pins": [BRANCH], "version": 3}))
    _, document = package(checkout)
    purls = [part.get("purl") for part in json.loads(document.read_text())["components"]]
    assert f"pkg:swift/example.org/team/notes@{BRANCH['state']['revision']}" in purls


def test_a_server_has_a_unit_and_settings_and_the_operators_tool_has_neither(checkout):
    package(checkout)
    package(checkout, "oriel")
    files = {str(file.relative_to(checkout / "root")) for file in (checkout / "root").rglob("*") if file.is_file()}
    documents = {f"usr/share/doc/{program}/{name}" for program in ("notes", "oriel") for name in ("Package.resolved", "sbom.cdx.json")}
    assert files == documents | {"usr/share/doc/notes/copyright.bootstrap-icons", "usr/bin/notes", "usr/bin/oriel", "lib/systemd/system/notes.service", "etc/notes.env"}
    needs = {
        program: subprocess.run(
            ["dpkg-deb", "--field", next((checkout / "packages").glob(f"{program}_*.deb")), "Depends"],
            check=True, capture_output=True, text=True).stdout
        for program in ("notes", "oriel")}
    assert {program: "libwebsockets" in needed for program, needed in needs.items()} == {"notes": True, "oriel": False}


def test_the_same_versions_are_built_again(checkout):
    inside, _ = package(checkout)
    shutil.copy(inside / "Package.resolved", checkout / "pins")
    (checkout / "Package.resolved").unlink()
    (checkout / "newest").write_text("newer ones")
    again, _ = package(checkout, PINS="pins")
    assert (again / "Package.resolved").read_text() == (checkout / "pins").read_text()
    assert "--force-resolved-versions" in (checkout / "asked").read_text().splitlines()[-1]

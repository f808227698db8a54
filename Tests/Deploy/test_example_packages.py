"""The examples are packages of their own, and what the repository itself builds and tests."""

import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "Sources/Examples"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir() if folder.is_dir())


def described(folder, *options):
    done = subprocess.run(
        ["swift", "package", "--scratch-path", folder / "scratch", "--package-path", *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_a_package_with_the_sources_that_are_tested_here(name, tmp_path):
    package = described(tmp_path, EXAMPLES / name, "describe", "--type", "json")
    targets = {target["name"]: target["path"] for target in package["targets"]}
    assert targets == {name: f"Sources/{name}", f"{name}Tests": f"Tests/{name}Tests"}
    assert [product["name"] for product in package["products"]] == [name.lower()]
    own = json.loads(subprocess.check_output(["swift", "package", "describe", "--type", "json"], cwd=ROOT, text=True))
    paths = {target["name"]: target["path"] for target in own["targets"]}
    assert {target: paths[target] for target in targets} == {
        target: f"Sources/Examples/{name}/{path}" for target, path in targets.items()}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_asks_for_products_that_there_are(name):
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    products = set(re.findall(r'\.library\(\s*name: "(\w+)"', manifest))
    asked = set(re.findall(r'\.product\(name: "(\w+)", package: "oriel"\)', (EXAMPLES / name / "Package.swift").read_text()))
    imported = set()
    for file in (EXAMPLES / name).glob("*/*/*.swift"):
        imported |= set(re.findall(r"^import (Oriel\w*)$", file.read_text(encoding="utf-8"), re.MULTILINE))
    assert imported == asked <= products


def test_the_list_of_the_examples_is_whole():
    listed = re.findall(r"^\| \[(\w+)\]\((\w+)\) \|", (EXAMPLES / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == [(name, name) for name in NAMES]
    for name in NAMES:
        assert (EXAMPLES / name / "README.md").read_text(encoding="utf-8").startswith("# ")

"""Follows the README's section *Write your first window*, word by word, in an empty folder."""

import os
import pathlib
import re
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

# The README names a clone beside the package. By its own path, and with the trait of the tests' build, nothing of the clone is
# compiled again.
BESIDE = '.package(path: "../oriel")'
ITSELF = f'.package(name: "oriel", path: "{REPOSITORY}", traits: ["PostgreSQL"])'


def files_of_readme() -> dict[str, str]:
    """The files in the section *Write your first window*, by their paths."""
    text = (REPOSITORY / "README.md").read_text()
    section = re.search(r"^## Write your first window\n(.*?)^## ", text, re.DOTALL | re.MULTILINE).group(1)
    return dict(re.findall(r"`([\w/.]+\.swift)`:\n+```swift\n(.*?)```", section, re.DOTALL))


@pytest.mark.parametrize("oriel, scratch", [(ITSELF, ""), pytest.param(BESIDE, "readme", marks=pytest.mark.nightly)])
def test_the_first_window_of_the_readme_builds_and_passes_its_test(tmp_path, oriel, scratch):
    files = files_of_readme()
    assert list(files) == [
        "Package.swift",
        "Sources/FirstWindow/FirstWindow.swift",
        "Tests/FirstWindowTests/FirstWindowTests.swift",
    ]
    (tmp_path / "oriel").symlink_to(REPOSITORY)
    package = tmp_path / "FirstWindow"
    for path, text in files.items():
        file = package / path
        file.parent.mkdir(parents=True, exist_ok=True)
        assert (BESIDE in text) == (path == "Package.swift")
        file.write_text(text.replace(BESIDE, oriel))

    # By name, because Swift would otherwise build everything in all packages, used or not. At low priority, because tests
    # with time-outs run beside it.
    for words in ("build --product FirstWindow", "build --product FirstWindowPackageTests", "test --skip-build"):
        flags = os.environ.get("ORIEL_BUILD_FLAGS", "").split()
        command = ["nice", "swift", *words.split(), *flags, "--scratch-path", REPOSITORY / ".build" / scratch]
        result = subprocess.run(command, cwd=package, capture_output=True, text=True, timeout=1800)
        assert result.returncode == 0, (result.stdout + result.stderr)[-6000:]
    assert "1 test" in result.stdout

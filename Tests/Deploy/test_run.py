"""`deploy/run` builds what has changed, and says what to do if it can't."""

import os
import pathlib
import shutil
import subprocess

import pytest

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
SYSTEM = "chmod dirname env find grep head mkdir mv sed sh sort touch uname".split()
SWIFT = """#!/bin/sh
case $1 in
  --version) echo "Swift version {version} (swift-{version}-RELEASE)" ;;
  build)
    echo build >>builds
    mkdir -p .build/debug
    printf '#!/bin/sh\\necho "serves: $*"\\n' >.build/debug/gallery
    chmod +x .build/debug/gallery
    exit {build_exit} ;;
esac
"""


class Checkout:
    """A small repository with the real scripts, on a machine with all packages and a Swift simulated by the test."""

    def __init__(self, folder):
        self.folder = folder
        self.tools = folder / "tools"
        shutil.copytree(DEPLOY, folder / "deploy")
        for name in ("Sources/Room/Room.swift", "Sources/Room/Other.swift", "web-client/main.js", "Package.swift"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
        self.tools.mkdir()
        for name in SYSTEM:
            (self.tools / name).symlink_to(shutil.which(name))
        self.install("dpkg-query", "#!/bin/sh\nshift 3\nprintf 'ii %s\\n' \"$@\"\n")
        self.install("apt-get", "#!/bin/sh\necho apt-get \"$@\" >>installations\n")
        self.install("id", "#!/bin/sh\necho 0\n")

    def install(self, name, script):
        (self.tools / name).write_text(script)
        (self.tools / name).chmod(0o755)

    def install_swift(self, version, build_exit=0):
        self.install("swift", SWIFT.format(version=version, build_exit=build_exit))

    def run(self, *flags):
        return subprocess.run(
            [self.folder / "deploy/run", *flags], capture_output=True, text=True, stdin=subprocess.DEVNULL,
            env={"PATH": str(self.tools)})

    def change(self, name):
        """Gives a file or folder a date later than the build."""
        os.utime(self.folder / name, (2**32, 2**32))

    @property
    def builds(self):
        notes = self.folder / "builds"
        return len(notes.read_text().splitlines()) if notes.exists() else 0


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


@pytest.mark.parametrize("version", ["6.2", "6.2.1", "6.10", "7.0"])
def test_it_builds_and_serves_with_the_flags_it_was_given(checkout, version):
    checkout.install_swift(version)
    answer = checkout.run("--port", "8081")
    assert (answer.returncode, answer.stdout, checkout.builds) == (0, "serves: serve --demo --port 8081\n", 1)


def test_the_second_start_builds_nothing(checkout):
    checkout.install_swift("6.3.1")
    checkout.run()
    assert (checkout.run().stdout, checkout.builds) == ("serves: serve --demo\n", 1)


@pytest.mark.parametrize("name", ["Package.swift", "Sources/Room/Room.swift", "web-client/main.js", "Sources/Room"])
def test_a_change_is_built(checkout, name):
    checkout.install_swift("6.3.1")
    checkout.run()
    checkout.change(name)
    checkout.run()
    assert checkout.builds == 2


def test_a_build_that_failed_serves_nothing_and_is_tried_again(checkout):
    checkout.install_swift("6.3.1", build_exit=1)
    first = checkout.run()
    checkout.install_swift("6.3.1")
    second = checkout.run()
    assert (first.returncode, first.stdout) == (1, "")
    assert (second.stdout, checkout.builds) == ("serves: serve --demo\n", 2)


@pytest.mark.parametrize("version", ["5.10.1", "6.1.3"])
def test_an_old_swift_is_refused(checkout, version):
    checkout.install_swift(version)
    answer = checkout.run()
    assert (answer.returncode, checkout.builds) == (1, 0)
    assert answer.stderr.startswith(f"This is Swift {version}.\nOriel needs Swift 6.2 or newer. https://www.swift.org/")


def test_without_swift_nothing_is_installed(checkout):
    checkout.install("dpkg-query", "#!/bin/sh\nexit 1\n")
    answer = checkout.run()
    assert answer.returncode == 1
    assert answer.stderr.startswith("There is no swift on the PATH.\nOriel needs Swift 6.2 or newer.")
    assert not (checkout.folder / "installations").exists()


def test_only_what_is_missing_is_installed(checkout):
    checkout.install_swift("6.3.1")
    checkout.install("dpkg-query", "#!/bin/sh\nshift 3\nprintf 'ii %s\\n' \"$@\" | grep -v libuv1-dev\necho 'rc g++'\n")
    answer = checkout.run()
    assert (answer.returncode, answer.stderr) == (0, "Installing Debian packages: libuv1-dev \n")
    installed = (checkout.folder / "installations").read_text().splitlines()
    assert installed == [
        "apt-get update -qq", "apt-get install -qq -o Dpkg::Use-Pty=0 --no-install-recommends libuv1-dev"]


def test_who_may_not_install_is_told_what_to_run(checkout):
    checkout.install_swift("6.3.1")
    checkout.install("dpkg-query", "#!/bin/sh\nexit 1\n")
    checkout.install("id", "#!/bin/sh\necho 1000\n")
    answer = checkout.run()
    assert (answer.returncode, checkout.builds) == (1, 0)
    assert "There is no sudo. As root, run: env DEBIAN_FRONTEND=noninteractive apt-get install -qq" in answer.stderr

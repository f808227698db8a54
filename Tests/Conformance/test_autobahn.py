"""Lets the Autobahn test suite speak to our socket: groups 1 to 10, where its interpreter, Python 2.7, is there.

Groups 12 and 13 are about compression, which is not offered: one case of each shows that.

The suite wants an echo of text and binary. Ours refuses binary frames (1003), so the cases that send any are left out.
"""

import glob
import json
import os
import pathlib
import shutil
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SUITE = "autobahntestsuite==25.10.1"

BINARY = ["1.2.*", "9.2.*", "9.4.*", "9.6.*", "9.8.*", "10.*", "5.1", "5.2"]
COMPRESSED = ["12.1.1", "13.1.1"]


def python2() -> str | None:
    homes = [os.environ.get("PYTHON2"), shutil.which("python2.7")]
    homes += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/2.7.*/bin/python")), reverse=True)
    for candidate in filter(None, homes):
        check = [candidate, "-c", "import sys; sys.exit(sys.version_info[:2] != (2, 7))"]
        if subprocess.run(check, capture_output=True).returncode == 0:
            return candidate
    return None


@pytest.fixture
def suite(tmp_path):
    """The command that runs the suite, installed into a folder of its own."""
    interpreter = python2()
    if interpreter is None:
        pytest.skip("the Autobahn suite needs Python 2.7")
    target = REPOSITORY / ".build" / "autobahn"
    if not (target / "autobahntestsuite").exists():
        install = [interpreter, "-m", "pip", "install", "--quiet", "--target", str(target), SUITE]
        if subprocess.run(install, capture_output=True).returncode:
            pytest.skip("the Autobahn suite can't be installed for this Python 2.7")
    # A site folder, not PYTHONPATH: one of the suite's packages needs its .pth file.
    run = f"import site; site.addsitedir({str(target)!r}); from autobahntestsuite.wstest import run; run()"
    return [interpreter, "-c", run]


@pytest.fixture
def echo_port():
    server = subprocess.Popen([REPOSITORY / ".build/debug/OrielEcho"], stdout=subprocess.PIPE, text=True)
    yield int(server.stdout.readline().rsplit(":", 1)[1])
    server.kill()
    server.wait()


def test_nothing_fails(suite, echo_port, tmp_path):
    specification = tmp_path / "fuzzingclient.json"
    specification.write_text(
        json.dumps(
            {
                "outdir": str(tmp_path / "reports"),
                "servers": [
                    {"agent": "oriel", "url": f"ws://127.0.0.1:{echo_port}/connect", "protocols": ["oriel.v1"]}
                ],
                "cases": [f"{group}.*" for group in range(1, 11)] + COMPRESSED,
                "exclude-cases": BINARY,
                "exclude-agent-cases": {},
            }
        )
    )

    subprocess.run(suite + ["-m", "fuzzingclient", "-s", str(specification)], timeout=900, check=True)

    results = json.loads((tmp_path / "reports" / "index.json").read_text())["oriel"]
    good = {"OK", "INFORMATIONAL", "NON-STRICT"}
    assert {case: results.pop(case)["behavior"] for case in COMPRESSED} == dict.fromkeys(COMPRESSED, "UNIMPLEMENTED")
    failed = {case for case, result in results.items() if result["behavior"] not in good}
    assert len(results) > 150
    assert failed == set()
    # A close frame of one byte, which is answered with 1002.
    assert results["7.3.2"]["behaviorClose"] == "OK"

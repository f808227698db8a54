"""The files for operators are accepted by the tools that read them, as far as those are installed. deploy/check has all
of them.
"""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
PROXIES = DEPLOY / "proxies"
EXPOSURE = 15  # of 100, by systemd's own count; the rest is the network and the sockets that it serves


def tool(*command):
    """Runs a tool. Returns its exit code and its output. Without the tool the test is skipped."""
    if not shutil.which(command[0]):
        pytest.skip(f"no {command[0]} here")
    answer = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return answer.returncode, answer.stdout + answer.stderr


def test_the_dockerfile_has_no_fault():
    assert tool(str(pathlib.Path(sys.executable).with_name("hadolint")), str(DEPLOY / "Dockerfile")) == (0, "")


@pytest.fixture
def machine(tmp_path):
    """A root directory in which the program is installed as a package installs it."""
    for name, place in {"oriel.service": "etc/systemd/system", "oriel.env": "etc"}.items():
        (tmp_path / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(DEPLOY / name, tmp_path / place)
    program = tmp_path / "usr/bin/oriel"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for target in ("sysinit", "basic", "network", "shutdown", "multi-user"):
        (tmp_path / f"etc/systemd/system/{target}.target").write_text("[Unit]\n")
    return tmp_path


def test_systemd_has_nothing_to_say_about_the_unit(machine):
    # It ends with 0 even if it does not know a word, so its output counts.
    assert tool("systemd-analyze", "verify", f"--root={machine}", "oriel.service") == (0, "")


def test_the_unit_may_do_little(machine):
    code, said = tool(
        "systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}",
        str(machine / "etc/systemd/system/oriel.service"))
    assert code == 0, said


@pytest.fixture
def certificates(tmp_path):
    folder = tmp_path / "certificates"
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-subj", "/CN=app.example", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True)
    (folder / "haproxy.pem").write_text((folder / "fullchain.pem").read_text() + (folder / "privkey.pem").read_text())
    return folder


def elsewhere(name, tmp_path, certificates):
    """The file, with the paths of certificates that exist."""
    file = tmp_path / name
    text = (PROXIES / name).read_text().replace("/etc/ssl/oriel", str(certificates))
    file.write_text(text.replace("/certificate.pem", str(certificates / "haproxy.pem")))
    return file


def test_nginx_takes_its_file(tmp_path, certificates):
    file = elsewhere("nginx.conf", tmp_path, certificates)
    main = tmp_path / "main.conf"
    main.write_text(f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{ include {file}; }}\n")
    code, said = tool("nginx", "-t", "-q", "-c", str(main))
    assert code == 0 and "[warn]" not in said, said


@pytest.mark.parametrize("name", ["haproxy.cfg", "haproxy-nodes.cfg"])
def test_haproxy_takes_its_file(tmp_path, certificates, name):
    code, said = tool("haproxy", "-c", "-f", str(elsewhere(name, tmp_path, certificates)))
    assert code == 0 and "WARNING" not in said, said


def test_caddy_takes_its_file():
    code, said = tool("caddy", "validate", "--adapter", "caddyfile", "--config", str(PROXIES / "Caddyfile"))
    assert code == 0 and '"level":"warn"' not in said, said


@pytest.mark.parametrize("name", ["kubernetes.yaml", "kubernetes.nodes.yaml"])
def test_kubernetes_takes_its_file(name):
    code, said = tool(str(pathlib.Path(sys.executable).with_name("kubernetes-validate")), "--strict", str(DEPLOY / name))
    assert code == 0, said


def words(text):
    return set(text.split())


def test_the_container_is_built_with_what_building_takes():
    needs = (DEPLOY / "needs.sh").read_text() + (DEPLOY / "package").read_text()
    needed = re.findall(r'^building_packages="([^"]*)"|^ *need_packages ([a-z].*)$', needs, re.MULTILINE)
    installed = re.search(r"AS build.*?--no-install-recommends\s(.*?)&&", (DEPLOY / "Dockerfile").read_text(), re.DOTALL)
    assert words(installed.group(1).replace("\\", "")) == words(" ".join(map("".join, needed)).replace("\\", ""))


@pytest.mark.parametrize("name", ["oriel.service", "Dockerfile"])
def test_all_that_is_stored_is_in_the_folder_that_is_kept(name):
    kept = {"oriel.service": "%S/%N/oriel.db", "Dockerfile": "/data/oriel.db"}[name]
    assert f"ORIEL_DATABASE={kept}" in (DEPLOY / name).read_text()

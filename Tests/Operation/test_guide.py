"""Follows deploy/README.md and SIZING.md word by word, on a clean machine, with a page that stays open throughout."""

import http.client
import re
import shlex
import time

import place
import pytest
from machine import KEPT, ROOT, Machine, run
from notes import ORIGIN, Notebook, provider
from oriel_client import Client

PAGES = [ROOT / "deploy/README.md", ROOT / "deploy/SIZING.md"]
PATIENCE = 60
# The folder that the guide leaves to the reader.
READER = 'git config --global --add safe.directory "*"; cd "$(cat /run/reader || echo /root)"'


def blocks():
    """The commands to type, by the heading above them. Other blocks are only to be read."""
    found, heading = {}, None
    text = "\n".join(page.read_text() for page in PAGES)
    for line in re.finditer(r"^#+ ([^\n]*)$|^```sh\n(.*?)^```$|^```\n.*?^```$", text, re.MULTILINE | re.DOTALL):
        if line[1]:
            heading = line[1]
        elif line[2]:
            found.setdefault(heading, []).append(line[2])
    return found


@pytest.fixture(scope="module")
def machine():
    machine = Machine()
    yield machine
    machine.end()


class Reader:
    """Reads on, heading by heading, and runs the commands there."""

    def __init__(self, machine):
        self.machine = machine
        self.steps = {heading: iter(steps) for heading, steps in blocks().items()}
        self.knows = {"ORIEL": "/oriel"}

    def follow(self, heading, count=1, apart=False):
        for _ in range(count):
            script = next(self.steps[heading])
            print(f"\n--- {heading}\n{script}", flush=True)
            begin = time.monotonic()
            knows = "\n".join(f"export {name}={shlex.quote(value)}" for name, value in self.knows.items())
            said = self.machine.do(f"{knows}\n{READER}\n{script}\npwd >/run/reader", apart=apart)
            print("\n".join(said.splitlines()[-8:]))
            print(f"--- {time.monotonic() - begin:.1f} s", flush=True)

    @property
    def unread(self):
        return [step for steps in self.steps.values() for step in steps]


@pytest.fixture(scope="module")
def reader(machine):
    return Reader(machine)


def keep_package(machine, number):
    """For the tests that run both builds outside of the machine."""
    machine.do(f"cp /root/notes/packages/*.deb /mnt/build-{number}.deb")
    run("rm", "-rf", KEPT / f"builds/{number}")
    run("dpkg-deb", "--extract", KEPT / f"out/build-{number}.deb", KEPT / f"builds/{number}")


def ready():
    """Waits until the server answers, and returns its answer."""
    deadline = time.monotonic() + PATIENCE
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=5)
        try:
            connection.request("GET", "/health/ready")
            return connection.getresponse().status
        except OSError:
            assert time.monotonic() < deadline, "nobody answers"
            time.sleep(0.1)
        finally:
            connection.close()


def test_an_app_becomes_a_container(reader, machine):
    reader.follow("Ship your app")
    reader.follow("In a container")
    reader.follow("In a container")
    page = Notebook()
    page.note("in a container")
    assert machine.do("docker exec notes id -u").strip() == "65532"
    assert machine.ask("docker exec notes touch /etc/x").returncode != 0
    machine.do("docker healthcheck run notes")
    # All of its libraries are installed, and every package that came with it is needed by it or by another one.
    assert "not found" not in machine.do("docker exec notes ldd /usr/bin/notes")
    reader.follow("In a container")
    assert page.was_told_to_come_back()
    assert machine.do("docker ps --quiet") == ""


def test_it_becomes_a_container_behind_a_proxy(reader, machine):
    network = machine.start_apart()
    reader.follow("Behind a proxy", apart=True)
    page = Notebook.behind("https://app.localhost", lambda: place.connect(network, ("127.0.0.1", 443)))
    page.note("behind a proxy")
    machine.do("cd /root/notes && docker compose --project-directory . -f deploy/compose.yaml restart app")
    assert page.was_told_to_come_back()
    page.client.resume()
    assert page.notes == ["behind a proxy"]
    reader.follow("Behind a proxy", apart=True)
    assert machine.do("CONTAINERS_CONF=/etc/containers/apart.conf podman ps --quiet") == ""


def test_it_becomes_a_unit_that_is_upgraded_backed_up_restored_and_moved(reader, machine):
    reader.follow("On a machine", 2)
    keep_package(machine, 1)
    page = Notebook()
    page.note("on a machine")

    # It restarts by itself, however it ended.
    machine.do("systemctl kill --signal KILL notes")
    page.come_back(ready)
    assert page.notes == ["on a machine"]
    machine.do("systemctl kill --signal STOP notes")
    machine.do("timeout 60 sh -c 'until [ $(systemctl show notes --property NRestarts --value) = 2 ]; do sleep 1; done'")
    page.come_back(ready)
    assert page.notes == ["on a machine"]
    assert "status=6/ABRT" in machine.do("journalctl --unit notes --no-pager")

    reader.follow("Upgrade, with windows open", 2)
    keep_package(machine, 2)
    assert page.was_told_to_come_back()
    page.come_back(ready)
    assert (page.title, page.notes) == ("My notes", ["on a machine"])
    # The container runs the same program.
    machine.do(f"{READER}; docker build -f deploy/Dockerfile --build-arg PROGRAM=notes -t notes .")
    program = machine.do("docker run --rm --entrypoint sha256sum notes /usr/bin/notes")
    assert program == machine.do("sha256sum /usr/bin/notes")

    page.note("before the backup")
    reader.follow("Backup")
    page.note("after the backup")
    reader.follow("Restore")
    page.come_back(ready)
    assert page.notes == ["on a machine", "before the backup"]

    page.note("before the move")
    reader.follow("Move")
    page.come_back(ready)
    assert page.notes == ["on a machine", "before the backup", "before the move"]


def test_people_sign_in_with_tokens_of_others(reader, machine, tmp_path):
    issuer, key = provider(machine, tmp_path)
    names = {"iss": "https://id.example", "aud": "notes"}
    reader.knows |= {"KEYS": issuer.url, "ISSUER": names["iss"], "TOKEN": key.sign(**names, roles=["admin"])}
    reader.follow("Sign in with JSON Web Tokens", 2)
    assert Client(ORIGIN, bearer=key.sign(**names)).attach().user == "ann"
    # Downloads trust the system's certificate authorities, so their package must be installed.
    assert "ca-certificates" in machine.do("dpkg-query --show --showformat '${Depends}' notes")


def test_what_it_takes_can_be_asked(reader):
    for heading in ("Size and start", "Memory", "Disk", "Files and connections", "The kernel"):
        reader.follow(heading)


def test_what_the_machine_says_of_it(machine):
    """The machine's own systemd finds nothing wrong with the installed unit."""
    assert machine.ask("systemd-analyze verify notes.service 2>&1").stdout == ""
    machine.do("systemd-analyze security --threshold=15 notes.service")
    status = machine.do("systemctl show notes --property User,DynamicUser,LimitNOFILE,NotifyAccess,MainPID")
    print(status)
    assert "DynamicUser=yes" in status


def test_the_package_goes_as_it_came(machine):
    machine.do("apt-get purge --yes notes")
    left = "/usr/bin/notes /etc/notes.env /lib/systemd/system/notes.service /var/lib/notes /var/lib/private/notes"
    assert machine.ask(f"ls -d {left} 2>/dev/null").stdout == ""


def test_several_nodes_go_on_without_any_of_them_and_without_their_database(reader, machine):
    network = machine.start_apart()
    compose = "cd /root/notes && docker compose --project-directory . -f deploy/compose.nodes.yaml"
    reader.follow("Several nodes")
    reader.follow("Several nodes", apart=True)
    page = Notebook.behind("https://app.localhost", lambda: place.connect(network, ("127.0.0.1", 443)))
    notes = []

    def note(text):
        notes.append(text)
        page.come_back_soon()
        page.note(text)
        assert page.notes == notes

    note("at first")
    for node in "abc":
        machine.do(f"{compose} kill {node}", apart=True)
        note(f"without {node}")
        machine.do(f"{compose} up --detach {node}", apart=True)
    reader.follow("Several nodes", apart=True)
    note("without the primary")
    reader.follow("Several nodes", apart=True)
    note("with another standby")
    standbys = f"{compose} exec -T db2 psql --username postgres --no-align --tuples-only --command 'SELECT count(*) FROM pg_stat_replication'"
    machine.do(f"until [ \"$({standbys})\" = 1 ]; do sleep 1; done", apart=True)
    reader.follow("Several nodes", apart=True)
    assert machine.do("CONTAINERS_CONF=/etc/containers/apart.conf podman ps --quiet") == ""
    assert reader.unread == []

"""Operators' acts from outside: acts, bans and the audit, through the JSON API and the command line, over restarts."""

import contextlib
import fcntl
import http.client
import json
import os
import pty
import resource
import struct
import subprocess
import termios

import pytest
from oriel_client import PATIENCE, Client
from program import Program
from test_store import eventually
from websockets.exceptions import ConnectionClosed, InvalidStatus


@pytest.fixture
def stored(tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    yield program
    if program.is_running:
        program.stop()


def act(program, name, target=None, expect=200, query="", **members):
    body = {"act": name, **({"target": target} if target else {}), **members}
    return program.api("POST", f"acts{query}", body, expect)


def audit(program):
    """The oldest first."""
    records = program.api("GET", "audit")["records"]
    return [(record["act"], record["target"], record["outcome"]) for record in reversed(records)]


def oriel(program, *arguments, expect=0):
    environment = {**os.environ, "ORIEL_SERVER": program.origin, "ORIEL_ADMIN_TOKEN": program.token}
    done = subprocess.run([Program.tool(), *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == expect, done.stdout + done.stderr
    return done.stdout


def at_a_terminal(program, *arguments, answer=None, columns=80):
    """The exit code of `oriel` at a terminal, and what it says."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {**os.environ, "ORIEL_SERVER": program.origin, "ORIEL_ADMIN_TOKEN": program.token}
    tool = subprocess.Popen([Program.tool(), *arguments], env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    # Reading fails once no program has the terminal open.
    with contextlib.suppress(OSError):
        while received := os.read(ours, 4096):
            said += received
            if answer is not None and said.endswith(b"[y/N] "):
                os.write(ours, f"{answer}\n".encode())
                answer = None
    os.close(ours)
    return tool.wait(PATIENCE), said.decode().replace("\r\n", "\n")


def refusal(program, cookie):
    """The close code that a page of this user receives, or nothing if the user may connect."""
    page = Client(program.origin, cookie)
    try:
        page.attach(scene="counter")
    except ConnectionClosed:
        return page.closed
    return None


def test_a_ban_that_is_not_stored_is_not_said_to_hold(stored):
    cookie = stored.user()
    page = Client(stored.origin, cookie).attach(scene="counter")
    limits = resource.prlimit(stored.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    body = act(stored, "ban", {"user": page.user}, expect=503)
    assert body["detail"].startswith("This holds now, but a restart would undo it, because the store can't be written")
    assert page.until_closed() == 4502 and refusal(stored, cookie) == 4502
    resource.prlimit(stored.process.pid, resource.RLIMIT_FSIZE, limits)
    eventually(lambda: stored.get("/health/ready")[2] == b"ready\n")
    act(stored, "ban", {"user": page.user})
    stored.kill()
    stored.start()
    assert refusal(stored, cookie) == 4502


def test_who_is_banned_is_sent_away_and_stays_out_after_a_restart(stored):
    cookie = stored.user()
    page = Client(stored.origin, cookie).attach(scene="counter")
    act(stored, "ban", {"user": page.user}, reason="Was rude")
    assert page.until_closed() == 4502
    assert refusal(stored, cookie) == 4502
    stored.stop()
    stored.start()
    assert refusal(stored, cookie) == 4502
    act(stored, "unban", {"user": page.user})
    assert refusal(stored, cookie) is None
    assert audit(stored) == [
        ("ban", f"user:{page.user}", "performed"), ("unban", f"user:{page.user}", "performed")]


def test_a_cookie_from_before_a_sign_out_is_worth_nothing(stored):
    cookie = stored.user()
    page = Client(stored.origin, cookie).attach(scene="counter")
    act(stored, "signOut", {"user": page.user})
    assert page.until_closed() == 4501
    with pytest.raises(InvalidStatus) as refused:
        Client(stored.origin, cookie).connect()
    assert refused.value.response.status_code == 401
    # The page gets another user, who may connect.
    _, headers, _ = stored.get("/", {"Cookie": cookie})
    fresh = next(each.split(";")[0] for each in headers.get_all("Set-Cookie") if each.startswith("oriel="))
    assert fresh != cookie and refusal(stored, fresh) is None


def test_an_operator_locks_a_window_and_leads_it_elsewhere_by_force(program):
    page = Client(program.origin, program.user()).attach(scene="counter")
    window = {"window": page.window}
    act(program, "lock", window)
    page.until(lambda: page.document.get("locked"))
    act(program, "send", window, 409, actions=[{"action": "reset"}])
    act(program, "send", window, actions=[{"action": "reset"}], force=True)
    act(program, "unlock", window)
    page.until(lambda: "locked" not in page.document)


def test_a_dry_run_touches_nothing(program):
    page = Client(program.origin, program.user()).attach(scene="counter")
    would = act(program, "dismiss", {"user": page.user}, query="?dry-run=true")
    assert (would["windows"], [each["id"] for each in would["first"]]) == (1, [page.window])
    page.ping(1)
    assert page.closed is None


def test_an_operator_drains_the_server(stored):
    page = Client(stored.origin, stored.user()).attach(scene="counter")
    act(stored, "drain", reason="Upgrade")
    assert page.until_closed() == 1012
    assert stored.process.wait(PATIENCE) == 0
    stored.start()
    assert audit(stored) == [("drain", "server", "performed")]


def test_the_command_line_does_and_tells_the_same(stored):
    page = Client(stored.origin, stored.user()).attach(scene="counter")
    assert oriel(stored, "lock", "--user", page.user, "--dry-run").startswith("It would reach 1 window:")
    assert oriel(stored, "lock", page.window, "--reason", "Lunch") == "Locked 1 window\n"
    assert json.loads(oriel(stored, "unlock", "--all", "--json"))["windows"] == 1
    assert oriel(stored, "settings", "logLevel", "debug") == "logLevel is now debug\n"
    assert "logLevel" in oriel(stored, "settings")
    assert oriel(stored, "ban", page.user) == f"Banned {page.user}, closed 1 window\n"
    assert page.until_closed() == 4502
    assert "There is no window" in subprocess.run(
        [Program.tool(), "dismiss", "w-none", "--server", stored.origin, "--token", stored.token],
        capture_output=True, text=True, timeout=PATIENCE).stderr
    table = oriel(stored, "audit").splitlines()
    assert table[0].split()[:5] == ["TIME", "WHO", "BY", "ACT", "TARGET"]
    lines = [json.loads(line) for line in oriel(stored, "audit", "--export").splitlines()]
    assert [(line["act"], line["way"]) for line in reversed(lines)] == [
        (name, "commandLine") for name in ("lock", "unlock", "unlock", "set", "ban", "dismiss")]
    assert lines[-1]["reason"] == "Lunch"


def test_a_person_at_a_terminal_is_asked_before_many_windows_are_closed(stored):
    pages = [Client(stored.origin, stored.user()).attach(scene="counter") for _ in range(3)]
    code, said = at_a_terminal(stored, "dismiss", "--scene", "counter", answer="")
    assert (code, "It would reach 3 windows:" in said, said.endswith("Nothing was done.\n")) == (1, True, True)
    # One window is not many.
    assert at_a_terminal(stored, "dismiss", pages[0].window) == (0, f"Dismissed {pages[0].window}\n")
    code, said = at_a_terminal(stored, "dismiss", "--scene", "counter", answer="y")
    assert (code, said.endswith("Dismissed 2 windows\n")) == (0, True)
    assert {page.until_closed() for page in pages} == {4500}
    more = [Client(stored.origin, stored.user()).attach(scene="counter") for _ in range(2)]
    assert at_a_terminal(stored, "dismiss", "--scene", "counter", "--yes") == (0, "Dismissed 2 windows\n")
    assert {page.until_closed() for page in more} == {4500}


def test_the_beginning_of_an_id_names_a_window_if_it_is_the_only_one(stored):
    pages = [Client(stored.origin, stored.user()).attach(scene="counter") for _ in range(2)]
    code, listed = at_a_terminal(stored, "windows")
    rows = [line.split() for line in listed.splitlines()[1:]]
    # The list of a narrow terminal has what is needed.
    assert (code, {(row[0], row[3]) for row in rows}) == (0, {(page.window[:10], "Counter") for page in pages})
    assert oriel(stored, "lock", pages[0].window[:10]) == "Locked 1 window\n"
    assert f"id        {pages[1].window}\n" in oriel(stored, "window", pages[1].window[:10])
    code, said = at_a_terminal(stored, "lock", "w-")
    assert code == 2 and said.startswith("Several windows begin with w-: ") and all(page.window in said for page in pages)


def test_a_list_that_is_watched_shows_what_has_changed(stored):
    environment = {**os.environ, "ORIEL_SERVER": stored.origin, "ORIEL_ADMIN_TOKEN": stored.token}
    tool = subprocess.Popen(
        [Program.tool(), "windows", "--filter", "is:attached", "--watch"], env=environment, stdout=subprocess.PIPE, text=True)
    page = None
    for line in tool.stdout:
        page = page or Client(stored.origin, stored.user()).attach(scene="counter")
        if line.startswith(page.window):
            break
    tool.terminate()
    assert tool.wait(PATIENCE) == -15


def test_a_command_that_is_mistyped_is_named(stored):
    assert at_a_terminal(stored, "windws") == (2, 'There is no command "windws". Did you mean "windows"?\n')


def run(program, arguments, server=None):
    """Returns the exit code and the error output."""
    environment = {**os.environ, "ORIEL_SERVER": server or program.origin, "ORIEL_ADMIN_TOKEN": program.token}
    done = subprocess.run(
        [Program.tool(), *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stderr


@pytest.mark.parametrize(("arguments", "code", "complaint"), [
    ("users", 0, ""), ("windows --state all", 0, ""), ("settings", 0, ""), ("nodes", 0, ""), ("audit", 0, ""), ("parked", 0, ""),
    ("dismiss --user nobody", 0, ""), ("drain --dry-run", 0, ""),
    ("window w-none", 1, 'There is no window "w-none"'), ("windows w-none --graph", 1, 'There is no window "w-none"'),
    ("dismiss w-none", 1, 'There is no window "w-none"'), ("send w-none reset", 1, 'There is no window "w-none"'),
    ("open counter --user nobody", 1, 'The user "nobody" has no open window'), ("retry --all", 1, "Nothing of all is parked"),
    ("trigger nonsense --all", 1, 'There is no trigger "nonsense"'), ("ban admin", 1, "You can't ban yourself"),
    ("trigger print --user nobody --wait", 1, "The trigger reached no window."),
    ("settings nonsense 1", 1, 'There is no setting "nonsense"'), ("settings sleepAfter 1", 1, "must be an integer from 1000"),
    ("nonsense", 2, "Unexpected argument 'nonsense'"), ("windows --state nonsense", 2, "--state"),
    ("users --after nonsense", 2, "--after"), ("audit --since soon", 2, "such as 90m"), ("trigger print", 2, "--window"),
    ("dismiss", 2, "--dry-run shows"), (f"ban {65 * 'x'}", 2, "1 to 64 characters"),
    (f"lock --all --reason {501 * 'x'}", 2, "more than 500 characters"),
])
def test_a_command_ends_as_its_help_says_and_complains_in_plain_words(program, arguments, code, complaint):
    ended, said = run(program, arguments.split())
    assert ended == code and complaint in said, said
    assert not any(words in said for words in ("Unprocessable", "Bad Request", "Not Found", "Conflict"))


@pytest.mark.parametrize("arguments", ["users", "windows", "window w-1", "parked", "audit", "settings", "dismiss --all"])
def test_a_command_that_reaches_no_server_ends_with_3(program, arguments):
    code, said = run(program, arguments.split(), server="http://127.0.0.1:1")
    assert code == 3 and said.startswith("No server can be reached at http://127.0.0.1:1: ")


def test_waiting_for_a_trigger_that_expires_everywhere_ends_with_1(program):
    page = Client(program.origin, program.user()).attach(scene="counter")
    page.cut()
    code, said = run(program, ["trigger", "print", "--window", page.window, "--expires", "1", "--wait"])
    assert (code, said) == (1, "The trigger was performed in 0 of 1 windows: 1 expired.\n")


def test_the_export_is_lines_of_json(program):
    act(program, "unban", {"user": "u-nobody"})
    connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)
    connection.request(
        "GET", "/admin/api/v1/audit.jsonl?limit=1", headers={"Authorization": f"Bearer {program.token}"})
    answer = connection.getresponse()
    assert answer.headers["Content-Type"] == "application/jsonl"
    assert [json.loads(line)["act"] for line in answer.read().splitlines()] == ["unban"]
    connection.close()

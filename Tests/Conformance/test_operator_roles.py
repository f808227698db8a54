"""Operators by role: what a supervisor may see and do, over HTTP, WebSockets and the command line of the app's program."""

import os
import secrets
import subprocess

import pytest
from issuer import Key
from oriel_client import PATIENCE, Client
from program import Program
from websockets.exceptions import ConnectionClosed

GRANTS = ["supervisor=look,dismiss,open:scene=counter", "auditor=look,audit"]


@pytest.fixture(scope="module")
def key():
    key = Key("HS256", "x")
    key.private = secrets.token_hex(32).encode()
    return key


def flags(folder, key):
    (folder / "secret").write_bytes(key.private)
    return ["--database", "memory", "--jwt-secret-file", folder / "secret", "--jwt-roles-claim", "roles"]


@pytest.fixture(scope="module")
def server(tmp_path_factory, key):
    given = flags(tmp_path_factory.mktemp("roles"), key)
    program = Program(*given, *(f"--operator-role={grant}" for grant in GRANTS))
    yield program
    program.stop()


def token(key, role):
    return key.sign({"kid": None}, sub="sue", roles=[role])


def asked(program, key, role, path="windows"):
    return program.get(f"/admin/api/v1/{path}", {"Authorization": f"Bearer {token(key, role)}"})[0]


@pytest.fixture(scope="module")
def pages(server):
    return [Client(server.origin, server.user()).attach(scene=scene) for scene in ("counter", "welcome")]


def test_each_role_sees_its_part(server, key):
    assert [asked(server, key, role) for role in ("supervisor", "auditor", "clerk", "admin")] == [200, 200, 403, 200]
    assert [asked(server, key, role, "audit") for role in ("supervisor", "auditor", "admin")] == [403, 200, 200]
    assert [asked(server, key, role, "users") for role in ("supervisor", "auditor", "admin")] == [403, 200, 200]


def test_a_mirror_shows_windows_of_the_role_alone(server, key, pages):
    def mirror(page):
        observer = Client(server.origin, bearer=token(key, "supervisor"))
        try:
            return observer.attach(window=page.window, observe=True).document
        except ConnectionClosed:
            return observer.closed

    assert [mirror(page) for page in pages] == [pages[0].document, 4403]


def oriel(server, key, role, *arguments):
    """The operators' commands of the app's own program."""
    environment = {**os.environ, "ORIEL_SERVER": server.origin, "ORIEL_ADMIN_TOKEN": token(key, role)}
    done = subprocess.run([Program.path(), *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout + done.stderr


def test_the_program_of_an_app_has_the_operators_commands(server, key, pages):
    counter, welcome = pages
    code, said = oriel(server, key, "supervisor", "windows")
    assert code == 0 and counter.window in said and welcome.window not in said
    code, said = oriel(server, key, "supervisor", "dismiss", welcome.window)
    assert code == 1 and said == 'Your roles allow "dismiss" only in windows of the scene counter: name one of these.\n'
    code, said = oriel(server, key, "supervisor", "ban", counter.user)
    assert code == 1 and said == 'Your roles don\'t allow "ban". The server\'s flag --operator-role can give it to one of them.\n'
    code, _ = oriel(server, key, "supervisor", "dismiss", counter.window)
    assert code == 0 and counter.until_closed() == 4500
    code, said = oriel(server, key, "auditor", "audit")
    assert code == 0 and "forbidden" in said
    _, said = oriel(server, key, "auditor", "help")
    assert "OPERATORS' SUBCOMMANDS:" in said


REFUSED = {
    "an unknown act": ("supervisor=lok", 'there is no act "lok". There are look, audit, export, dismiss', 64),
    "an act on a user, in a scene": ("supervisor=ban:scene=counter", "Give it in an --operator-role of its own.", 64),
    "an unknown scene": ("supervisor=look:scene=desk", 'the app has no scene "desk". It has welcome', 1),
    "the role of operators": ("admin=look", 'the role "admin" may do everything already', 64),
    "no act": ("supervisor", "write ROLE=ACT,ACT", 64),
}


@pytest.mark.parametrize(("grant", "why", "code"), REFUSED.values(), ids=REFUSED)
def test_a_grant_that_says_nothing_useful_is_refused(grant, why, code):
    command = [Program.path(), "serve", "--port", "0", "--database", "memory", "--operator-role", grant]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == code and why in ended.stderr, ended.stderr


def test_grants_of_the_environment_are_separated_by_spaces(tmp_path, key, monkeypatch):
    monkeypatch.setenv("ORIEL_OPERATOR_ROLE", " ".join(GRANTS))
    program = Program(*flags(tmp_path, key))
    try:
        assert [asked(program, key, role) for role in ("supervisor", "auditor", "clerk")] == [200, 200, 403]
    finally:
        program.stop()

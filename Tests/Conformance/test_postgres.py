"""Windows live in a database, and a second program takes over when the first one has ended, in whatever way."""

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import tempfile

import pytest
from databases import PostgreSQL, PostgreSQLOnSmallDisk
from oriel_client import Client
from program import PATIENCE, Program, eventually, free_port
from proxy import Proxy
from test_sessions import count, tap
from test_store import page, readiness, saved, store  # noqa: F401

POOLER = pathlib.Path("/usr/sbin/pgbouncer")


@pytest.fixture(scope="module")
def server():
    server = PostgreSQL()
    yield server
    server.stop()


@pytest.fixture
def database(server, request):
    return server.new_database(f"test{abs(hash(request.node.name))}")


class Server(Program):
    """A program with the database, which may have to wait for another one before it listens."""

    def __init__(self, database, state, first=None):
        self.first = first
        super().__init__("--database", database, "--state", str(state))

    def start(self):
        if self.first:
            self.secret, self.token = self.first.secret, self.first.token
        super().start()


@pytest.fixture
def stored(database, tmp_path):
    program = Server(database, tmp_path / "first")
    yield program
    if program.is_running:
        program.kill()


@contextlib.contextmanager
def another(stored, database, tmp_path):
    """Another program with the same database, once it listens."""
    program = Server(database, tmp_path / "second", stored)
    try:
        yield program
    finally:
        program.kill()


def find_at(page, program):
    page.cut()
    page.origin = page.page = program.origin
    page.resume()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
def test_another_program_takes_over(stored, page, database, tmp_path, end):
    tap(page)
    saved(page)
    stored.process.send_signal(end)
    with another(stored, database, tmp_path) as second:
        find_at(page, second)
        assert (page.resumed, page.applied, count(page)) == (False, 1, "1")
        tap(page)
        saved(page)
        if end == signal.SIGSTOP:
            stored.process.send_signal(signal.SIGCONT)
            assert stored.process.wait(PATIENCE) == 75
            assert "Another server has taken over the database" in stored.logged()
        tap(page)
        assert count(page) == "3"


def test_pages_of_a_program_that_was_replaced_are_told_to_come_back(stored, page, database, tmp_path):
    tap(page)
    saved(page)
    os.kill(stored.process.pid, signal.SIGSTOP)
    with another(stored, database, tmp_path):
        os.kill(stored.process.pid, signal.SIGCONT)
        page.until_closed()
        assert page.closing["code"] == 1012


def test_a_second_program_waits_and_says_for_whom(stored, database, tmp_path):
    log = tmp_path / "log"
    with log.open("w") as output:
        second = subprocess.Popen(
            [Program.path(), "serve", "--port", "0", "--admin-token", stored.token, "--database", database],
            stdout=output, stderr=output, env={**os.environ, **stored.secret}, cwd=tmp_path)
    eventually(lambda: "This server waits, and takes over when that ends." in log.read_text())
    assert second.poll() is None and "listening" not in log.read_text()
    second.kill()
    second.wait()


def test_the_supervisor_of_a_server_that_waits_is_told_to_be_patient(stored, database, tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        second = subprocess.Popen(
            [Program.path(), "serve", "--port", "0", "--admin-token", stored.token, "--database", database],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **stored.secret}, cwd=tmp_path)
        patience = b"EXTEND_TIMEOUT_USEC=30000000"
        assert ear.recv(64) == patience
        stored.stop()
        assert next(news for news in iter(lambda: ear.recv(64), None) if news != patience) == b"READY=1"
        second.kill()
        second.wait()


def test_without_its_database_a_server_goes_on_and_saves_nothing(server, stored, page):
    tap(page)
    saved(page)
    server.end()
    try:
        tap(page)
        assert count(page) == "2"
        eventually(lambda: "nothing is saved: The database postgres://127.0.0.1/" in readiness(stored)[1])
        eventually(lambda: "Nothing is saved until the database answers." in stored.logged())
        assert page.outbox
    finally:
        server.start()
    saved(page)
    eventually(lambda: readiness(stored) == (200, "ready"))
    eventually(lambda: "The database answers again." in stored.logged())
    stored.kill()
    stored.start()
    page.resume()
    assert count(page) == "2"


def test_a_full_disk_of_the_database_loses_nothing(tmp_path):
    server = PostgreSQLOnSmallDisk()
    program = Server(server.new_database("crowded"), tmp_path / "state")
    try:
        pages = [Client(program.origin, program.user()).attach(scene="counter") for _ in range(2)]
        for page in pages:
            tap(page)
            saved(page)
        with server.full():
            # Rows find room in their tables for a while.
            eventually(lambda: pages.append(visit(program)) or "nothing is saved" in readiness(program)[1])
            assert readiness(program)[1].endswith("the disk of the database is full"), readiness(program)
            for page in pages:
                tap(page)
            assert count(pages[0]) == "2" and all(page.outbox for page in pages)
        for page in pages:
            saved(page)
        assert readiness(program) == (200, "ready")
        counts = [count(page) for page in pages]
        program.kill()
        program.start()
        assert [count(page.resume()) for page in pages] == counts == ["2"] * len(pages)
    finally:
        program.kill()
        server.stop()


def visit(program):
    page = Client(program.origin, program.user()).attach(scene="counter")
    tap(page)
    return page


def test_a_commit_that_goes_on_behind_a_lost_connection_is_done_once(tmp_path):
    server = PostgreSQL()
    proxy = Proxy(server.port)
    database = server.new_database("test").replace(f":{server.port}/", f":{proxy.listener.getsockname()[1]}/")
    program = Server(database, tmp_path)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    try:
        page = Client(program.origin, program.user()).attach(scene="counter")
        taps = 0
        server.query("ALTER SYSTEM SET synchronous_standby_names TO 'absent'")
        server.query("SELECT pg_reload_conf()")
        while server.query(waiting) == ["0"]:
            tap(page)
            taps += 1
        process = server.query("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        proxy.cut()
        proxy.mend()
        # The process is ended, and another one waits.
        eventually(lambda: server.query("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'") not in ([], process))
        eventually(lambda: "nothing is saved" in readiness(program)[1])
        assert page.outbox
        server.query("ALTER SYSTEM SET synchronous_standby_names TO ''")
        server.query("SELECT pg_reload_conf()")
        saved(page)
        program.kill()
        program.start()
        page.resume()
        assert (page.applied, count(page)) == (taps, str(taps))
    finally:
        program.kill()
        server.stop()


def test_what_was_exported_from_a_file_is_imported_into_a_database(stored, page, server, database, tmp_path):
    tap(page)
    saved(page)
    stored.stop()
    code, exported = store(database, "export")
    assert code == 0 and len(exported.splitlines()) >= 1
    file = tmp_path / "oriel.db"
    assert store(file, "import", "-", given=exported)[0] == 0
    assert sorted(store(file, "export")[1].splitlines()) == sorted(exported.splitlines())
    other = server.new_database("imported")
    lines = len(exported.splitlines())
    assert store(other, "import", "-", given=exported) == (0, f"{lines} documents stored in postgres://127.0.0.1/imported\n")
    assert store(other, "check")[0] == 0
    assert sorted(store(other, "export")[1].splitlines()) == sorted(exported.splitlines())


def test_a_store_is_copied_from_a_file_to_a_database_and_back(server, database, tmp_path, monkeypatch):
    file, back = tmp_path / "oriel.db", tmp_path / "back.db"
    monkeypatch.setenv("ORIEL_STATE", str(tmp_path / "state"))
    program = Program("--database", str(file), secret=False)
    page = Client(program.origin, program.user()).attach(scene="counter")
    tap(page)
    saved(page)
    program.act("trigger", {"window": page.window}, kind="notify", payload={"title": "Hello", "body": "there"})
    program.stop()
    code, said = store(file, "copy", database)
    assert code == 0, said
    assert said.endswith(f" records copied to postgres://127.0.0.1/{database.rsplit('/')[-1]}, with the key that signs cookies\n")
    assert store(file, "copy", database) == (1, "The store to copy to is not empty. Give a new one.\n")
    assert store(database, "check")[0] == 0
    assert store(database, "copy", str(back))[0] == 0
    assert sorted(store(back, "export")[1].splitlines()) == sorted(store(file, "export")[1].splitlines())
    # Users are still themselves, and numbers go on.
    program.flags, program.secret = ("--database", database, "--state", str(tmp_path / "state")), {}
    program.start()
    page.resume()
    assert count(page) == "1"
    program.act("trigger", {"window": page.window}, kind="notify", payload={"title": "Hello again", "body": "there"})
    assert [line["number"] for line in program.api("GET", "audit")["records"]] == [2, 1]
    program.stop()


def test_a_command_that_changes_the_store_is_refused_while_a_server_uses_it(stored, page, database):
    tap(page)
    saved(page)
    code, said = store(database, "purge", "--user", "someone")
    assert code == 1 and "Stop it first." in said
    assert store(database, "check")[0] == 0


def test_a_purged_user_is_gone(stored, page, server, database):
    tap(page)
    saved(page)
    stored.stop()
    user = server.query("""SELECT convert_from("user", 'UTF8') FROM oriel.windows""", database)[0]
    assert store(database, "purge", "--user", user)[1].startswith("deleted: windows: 1,")
    assert server.query("SELECT count(*) FROM oriel.models", database) == ["0"]


@pytest.mark.parametrize("missing, words", [("secret", "Set ORIEL_SECRET."), ("token", "Set ORIEL_ADMIN_TOKEN.")])
def test_servers_of_one_database_need_the_same_keys(database, tmp_path, missing, words):
    environment = {"PATH": os.environ["PATH"]}
    if missing == "token":
        environment["ORIEL_SECRET"] = "0" * 64
    answer = subprocess.run(
        [Program.path(), "serve", "--database", database], capture_output=True, text=True, timeout=PATIENCE, env=environment,
        cwd=tmp_path)
    assert answer.returncode == 1 and words in answer.stderr
    assert list(tmp_path.iterdir()) == [], "a start that is refused leaves nothing"


def refused(address):
    """The words with which a server does not start."""
    with tempfile.TemporaryDirectory() as folder:
        answer = subprocess.run(
            [Program.path(), "serve", "--database", address, "--admin-token", "0" * 24], capture_output=True, text=True,
            timeout=PATIENCE, env={**os.environ, "ORIEL_SECRET": "0" * 64}, cwd=folder)
    assert answer.returncode == 1
    return answer.stderr


@pytest.mark.parametrize("address, words", [
    ("postgres://orders@127.0.0.1:{port}/none", 'database "none" does not exist. Change the address in --database'),
    ("postgres://[::1/none", "Write it as postgres://USER@HOST/DATABASE;"),
])
def test_a_database_that_can_not_be_used_is_refused_with_what_to_change(server, address, words):
    assert words in refused(address.format(port=server.port))


def test_a_wrong_password_is_refused_and_not_shown(server, database):
    server.query("CREATE ROLE ann LOGIN PASSWORD 'right'")
    rules = server.folder / "data/pg_hba.conf"
    rules.write_text(f"host all ann 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
    server.query("SELECT pg_reload_conf()")
    words = refused(database.replace("orders@", "ann:wrong@"))
    assert 'password authentication failed for user "ann"' in words and "wrong@" not in words


def test_a_server_that_does_not_flush_is_refused():
    server = PostgreSQL("fsync=off")
    try:
        assert "The database has fsync = off" in refused(server.new_database("fast"))
    finally:
        server.stop()


@pytest.mark.skipif(not POOLER.exists(), reason="there is no pgbouncer")
@pytest.mark.parametrize("mode", ["transaction", "session"])
def test_a_pooler_is_refused_if_it_gives_each_transaction_another_connection(server, database, tmp_path, mode):
    port = free_port()
    folder = server.folder / mode
    folder.mkdir()
    (folder / "pooler.ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port} user=orders\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
        f"listen_port = {port}\nauth_type = any\npool_mode = {mode}\nunix_socket_dir =\n")
    pooler = subprocess.Popen([*server.other, POOLER, folder / "pooler.ini"], stderr=subprocess.DEVNULL)
    address = database.replace(f":{server.port}/", f":{port}/")
    try:
        if mode == "transaction":
            assert "not that of a pooler." in refused(address)
        else:
            Server(address, tmp_path).kill()
    finally:
        pooler.kill()
        pooler.wait()


def test_a_server_waits_for_a_database_that_can_not_be_reached(server, database, tmp_path):
    server.end()
    try:
        log = tmp_path / "log"
        with log.open("w") as output:
            waiting = subprocess.Popen(
                [Program.path(), "serve", "--port", "0", "--admin-token", "0" * 24, "--database", database],
                stdout=output, stderr=output, env={**os.environ, "ORIEL_SECRET": "0" * 64}, cwd=tmp_path)
        eventually(lambda: "Connection refused" in log.read_text() and "This server waits for it." in log.read_text())
        assert waiting.poll() is None
    finally:
        server.start()
    eventually(lambda: "listening on " in log.read_text())
    waiting.kill()
    waiting.wait()

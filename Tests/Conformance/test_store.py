"""Windows live in a file that outlives the program, whatever happens to the program and the file."""

import contextlib
import json
import random
import re
import resource
import sqlite3
import stat
import subprocess

import pytest
from oriel_client import Client
from program import PATIENCE, Program, eventually
from raw import TEXT, frame
from test_sessions import count, tap
from walker import view
from websockets.exceptions import ConnectionClosed, InvalidStatus


@pytest.fixture
def database(tmp_path):
    return tmp_path / "oriel.db"


@pytest.fixture
def stored(database):
    program = Program("--database", str(database))
    yield program
    if program.is_running:
        program.kill()


@pytest.fixture
def page(stored):
    page = Client(stored.origin, stored.user()).attach(scene="counter")
    yield page
    page.cut()


def store(database, *words, given=None):
    """Runs `gallery store …`. Returns the exit code and the output."""
    verbs = 2 if words[0] == "aside" else 1
    command = [Program.path(), "store", *words[:verbs], "--database", str(database), *words[verbs:]]
    answer = subprocess.run(command, input=given, capture_output=True, text=True, timeout=PATIENCE)
    return answer.returncode, answer.stdout + answer.stderr


def saved(page):
    page.until(lambda: not page.outbox)


def readiness(program):
    status, _, body = program.get("/health/ready")
    return status, body.decode().strip()


def test_a_window_outlives_a_program_that_is_killed(stored, page):
    tap(page)
    tap(page)
    saved(page)
    stored.kill()
    stored.start()
    page.resume()
    assert (page.resumed, page.applied, count(page)) == (False, 2, "2")
    tap(page)
    assert count(page) == "3"


def test_what_a_page_says_while_its_window_is_read_is_heard(stored, page):
    tap(page)
    saved(page)
    model, element = view(page).element("increment")
    stored.kill()
    stored.start()
    page.connect()
    said_at_once(
        page, attach={"instance": page.instance, "window": page.window, "environment": {}, "capabilities": {}}, ping=1,
        environment={"visible": False}, event={"id": 2, "model": model, "element": element["id"], "name": "tap"})
    page.last_event = page.ever_sent = 2
    page.until(lambda: page.applied == 2)
    assert count(page) == "2"


def test_too_much_said_while_a_window_is_read_ends_the_connection(stored):
    def closed():
        """The code with which the server closes, or None if the store has answered before all was there."""
        page = Client(stored.origin, stored.user()).connect()
        attach = frame(TEXT, json.dumps({"attach": {"instance": "i", "environment": {}, "capabilities": {}}}).encode())
        message = frame(TEXT, json.dumps({"performed": {"trigger": "t", "status": "failed"}}).encode())
        page.socket.socket.sendall(attach + message * 17)
        with contextlib.suppress(ConnectionClosed):
            page.until(lambda: page.phase == "attached")
            page.cut()
        return page.closing and page.closing["code"]

    eventually(lambda: closed() == 4429)


def said_at_once(page, **messages):
    """Sends everything in one write, so that the server has all of it before the store has answered."""
    page.socket.socket.sendall(b"".join(frame(TEXT, json.dumps({verb: value}).encode()) for verb, value in messages.items()))


@pytest.fixture
def locked(database, stored):
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


def test_a_server_that_is_told_to_end_saves_all_and_tells_each_page_when_to_return(stored, page, locked):
    other = Client(stored.origin, stored.user()).attach(scene="counter")
    tap(page)
    stored.process.terminate()
    assert (page.until_closed(), other.until_closed()) == (1012, 1012)
    assert page.closing["retryAfter"] != other.closing["retryAfter"]
    assert readiness(stored) == (503, "draining")
    with pytest.raises(InvalidStatus) as refusal:
        Client(stored.origin, page.cookie).connect()
    assert refusal.value.response.status_code == 503
    locked.execute("ROLLBACK")
    assert stored.process.wait(PATIENCE) == 0
    stored.process.stdout.close()
    stored.start()
    assert (count(page.resume()), page.applied) == ("1", 1)


def test_a_server_that_can_not_save_ends_in_its_time_and_pages_say_it_again(stored, page, database):
    stored.stop()
    stored.flags += ("--drain-timeout", "0.2")
    stored.start()
    page.resume()
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        tap(page)
        stored.stop()
        assert "The drain timeout is over" in stored.logged()
    stored.start()
    page.resume()
    page.until(lambda: page.applied)
    assert count(page) == "1"
    saved(page)


def test_a_second_server_is_refused_and_the_first_is_not_disturbed(stored, page, database):
    with pytest.raises(AssertionError, match="Another server uses the store .*oriel.db. Stop it, or choose another path with --database"):
        Program("--database", str(database))
    tap(page)
    saved(page)


def test_the_secret_stays_beside_the_store_and_is_its_owners_alone(database):
    program = Program("--database", str(database), secret=False)
    cookie = program.user()
    user = Client(program.origin, cookie).attach().user
    program.stop()
    secret = database.with_name("oriel.db.secret")
    assert (stat.S_IMODE(secret.stat().st_mode), secret.stat().st_size) == (0o600, 32)
    program.start()
    assert Client(program.origin, cookie).attach().user == user
    program.stop()


def test_a_full_disk_stops_acknowledging_and_nothing_else(stored, page, database):
    tap(page)
    saved(page)
    limits = resource.prlimit(stored.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    for _ in range(3):
        tap(page)
    eventually(lambda: readiness(stored) != (200, "ready"))
    status, body = readiness(stored)
    assert status == 200 and body.startswith("ready, but nothing is saved: ")
    assert (count(page), len(page.outbox)) == ("4", 3)
    resource.prlimit(stored.process.pid, resource.RLIMIT_FSIZE, limits)
    saved(page)
    assert readiness(stored) == (200, "ready")
    stored.kill()
    stored.start()
    assert count(page.resume()) == "4"


def test_a_window_that_was_never_saved_is_replaced_and_its_user_is_told(stored):
    resource.prlimit(stored.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    page = Client(stored.origin, stored.user()).attach(scene="counter")
    tap(page)
    assert (count(page), len(page.outbox)) == ("1", 1)
    stored.kill()
    stored.start()
    with pytest.raises(ConnectionClosed):
        page.resume()
    assert page.closed == 4500
    lost = page.window
    page.attach(scene="counter", epoch=page.epoch, rev=page.rev)
    page.until(lambda: page.triggers)
    page.until(lambda: page.applied)
    assert page.window != lost and count(page) == "0"
    assert page.triggers[0]["payload"]["title"] == "This window was reset"
    assert page.rejected[1]["code"] == "stale"
    saved(page)


def test_a_locked_file_is_waited_for(stored, page, locked):
    tap(page)
    eventually(lambda: readiness(stored) == (200, "ready, but nothing is saved: another program has locked the store"))
    assert count(page) == "1" and page.outbox
    locked.execute("ROLLBACK")
    saved(page)


def test_a_file_that_is_no_store_is_left_alone(database):
    database.write_bytes(b"Dear diary" * 1000)
    with pytest.raises(AssertionError, match="is not an Oriel store, or it is damaged"):
        Program("--database", str(database))
    assert database.read_bytes() == b"Dear diary" * 1000


def cut_short(content, chance):
    return content[:chance.randrange(len(content) // 2, len(content))]


def with_flipped_bits(content, chance):
    content = bytearray(content)
    for _ in range(8):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(content)


def is_told(told, page):
    """Whether the user is told that the window has lost something."""
    try:
        page.attach(window=told["window"])
    except ConnectionClosed:
        return page.closed in (1013, 4500)
    if count(page) != str(told["count"]):
        page.until(lambda: page.triggers)
        return page.triggers[0]["payload"]["title"] == "This window was reset"
    return True


@pytest.mark.parametrize("damage", [cut_short, with_flipped_bits])
@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_file_is_never_believed(stored, database, damage, seed):
    cookie, told = stored.user(), []
    for number in range(8):
        page = Client(stored.origin, cookie).attach(scene="counter")
        for _ in range(number + 1):
            tap(page)
        saved(page)
        page.cut()
        told.append({"window": page.window, "count": number + 1})
    stored.stop()
    database.write_bytes(damage(database.read_bytes(), random.Random(seed)))
    try:
        stored.start()
    except AssertionError:
        assert re.search("is damaged|can't be opened", stored.logged())
        return
    assert [each for each in told if not is_told(each, Client(stored.origin, cookie))] == []


def test_what_is_stored_can_be_checked_beside_the_server(stored, page, database):
    tap(page)
    saved(page)
    assert store(database, "check") == (0, "windows: 1, rows: 0, types: 1, kept aside: 0\n")
    stored.stop()
    with sqlite3.connect(database) as file:
        file.execute("UPDATE models SET value = CAST(replace(value, 'CounterModel', 'CounterMadel') AS BLOB)")
    code, said = store(database, "check")
    assert code == 1 and f"the model m1 of the window {page.window} is damaged" in said


def test_a_store_that_an_operator_has_looked_at_is_well(stored, page, database):
    tap(page)
    saved(page)
    for place in ("", "/users", "/windows", "/triggers", "/audit", "/settings", f"/windows/{page.window}"):
        Client(stored.origin, bearer=stored.token).attach(scene="admin", url=f"/admin{place}")
    eventually(lambda: store(database, "check")[1].startswith("windows: 8,"))
    code, said = store(database, "check")
    assert (code, said.count("\n")) == (0, 1), said


def test_a_window_can_be_exported_and_imported_elsewhere(stored, page, database, tmp_path):
    tap(page)
    saved(page)
    code, said = store(database, "export", "--window", page.window)
    exported = json.loads(said)
    assert (code, exported["window"], exported["user"]) == (0, page.window, page.user)
    assert exported["models"]["m1"]["properties"] == {"count": 1}
    exported["models"]["m1"]["properties"]["count"] = 41
    stored.stop()
    elsewhere = tmp_path / "other.db"
    assert store(elsewhere, "import", "-", given=json.dumps(exported) + "\n")[0] == 0
    stored.flags = ("--database", str(elsewhere))
    stored.start()
    page.resume()
    tap(page)
    assert count(page) == "42"


def test_a_backup_beside_the_server_is_a_store_of_its_own(stored, page, database, tmp_path):
    tap(page)
    saved(page)
    backup = tmp_path / "backup.db"
    code, said = store(database, "backup", str(backup))
    assert (code, said) == (0, f"{backup} written\n")
    tap(page)
    saved(page)
    stored.kill()
    stored.flags = ("--database", str(backup))
    stored.start()
    assert count(page.resume()) == "1"
    # The page was told that more is saved, and continues anyway. Its user is told what is lost.
    tap(page)
    saved(page)
    assert count(page) == "2"
    page.until(lambda: page.triggers)
    assert [trigger["payload"]["title"] for trigger in page.triggers] == ["This window was restored from a backup"]


def test_the_key_of_the_cookies_is_backed_up_too(database, tmp_path):
    program, backup = Program("--database", str(database), secret=False), tmp_path / "backup.db"
    user = Client(program.origin, cookie := program.user()).attach().user
    code, said = store(database, "backup", str(backup))
    secret = tmp_path / "backup.db.secret"
    assert (code, said) == (0, f"{backup} and {secret} written\n")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    program.stop()
    program.flags = ("--database", str(backup))
    program.start()
    assert Client(program.origin, cookie).attach().user == user
    program.stop()


def test_a_backup_takes_no_other_files_place(stored, database, tmp_path):
    other = tmp_path / "other"
    other.write_text("Dear diary")
    code, said = store(database, "backup", str(other))
    assert (code, said) == (1, f"{other} already exists. Choose another name for the backup.\n")
    assert other.read_text() == "Dear diary"


def test_nothing_is_imported_beside_a_server(stored, database):
    code, said = store(database, "import", "-", given="{}\n")
    assert code == 1 and "Another server uses the store" in said


def test_an_import_is_whole_or_nothing(database):
    code, said = store(database, "import", "-", given='{"user": "u", "objects": {}}\n{"window": "w"}\n')
    assert (code, said) == (1, 'This is not an exported window: its "user" is missing or has the wrong type\n')


def test_all_of_a_user_can_be_deleted(stored, page, database):
    other = Client(stored.origin, stored.user()).attach(scene="home")
    tap(page)
    tap(other, "shared-increment")
    for each in (page, other):
        saved(each)
        each.cut()
    stored.stop()
    assert store(database, "purge", "--user", other.user) == (0, "deleted: windows: 1, objects: 1, rows: 0, kept aside: 0\n")
    assert other.user.encode() not in b"".join(file.read_bytes() for file in database.parent.iterdir())
    code, said = store(database, "export")
    assert (code, [json.loads(line)["window"] for line in said.splitlines()]) == (0, [page.window])


def contents(database, *words):
    return [json.loads(line) for line in store(database, "export", *words)[1].splitlines()]


def test_an_exported_tenant_is_imported_whole(database, tmp_path):
    tenant = {
        "tenant": "north", "state": "closed", "awake": True, "objects": {"Desk": {"count": 1}},
        "rows": [{"type": "Desk", "name": "orders", "id": 1, "position": 3, "version": 2, "value": {"title": "Fire"}}],
        "timers": [{"type": "Desk", "id": "escalate", "due": 5, "message": {"incident": 1}}],
        "posts": [{"from": "south", "type": "Desk", "message": {"number": number}} for number in (1, 2)],
        "publications": [{"type": "Status", "number": 7, "value": {"open": 1}}],
    }
    member = {"tenant": "north", "user": "ann", "objects": {"Settings": {"size": 2}}}
    other = {"tenant": "south", "state": "open", "objects": {"Desk": {"count": 9}}}
    lines = "".join(json.dumps(line) + "\n" for line in (member, tenant, other))
    assert store(database, "import", "-", given=lines) == (0, f"3 documents stored in {database}\n")
    assert contents(database, "--tenant", "north") == [member, tenant]

    elsewhere, file = tmp_path / "other.db", tmp_path / "north.jsonl"
    file.write_text(store(database, "export", "--tenant", "north")[1])
    former = {
        "tenant": "north", "state": "open", "objects": {"Desk": {"count": 0}},
        "rows": [{**tenant["rows"][0], "id": 2}], "timers": [{**tenant["timers"][0], "id": "other"}],
        "posts": tenant["posts"][1:], "publications": [{**tenant["publications"][0], "type": "Other"}],
    }
    assert store(elsewhere, "import", "-", given=json.dumps(former) + "\n")[0] == 0
    # What the tenant had is replaced, whether the export has it or not.
    for _ in range(2):
        assert store(elsewhere, "import", str(file)) == (0, f"2 documents stored in {elsewhere}\n")
        assert contents(elsewhere) == [member, tenant]
    assert "damaged" not in store(elsewhere, "check")[1]


def test_users_are_moved_to_other_tenants(database, tmp_path):
    users = [{"user": "ann", "objects": {"Settings": {"size": 1}}}, {"user": "bob b", "objects": {"Settings": {"size": 2}}},
             {"tenant": "north", "user": "cid", "objects": {"Settings": {"size": 3}}},
             {"tenant": "south", "user": "cid", "objects": {"Settings": {"size": 4}}}]
    assert store(database, "import", "-", given="".join(json.dumps(user) + "\n" for user in users))[0] == 0
    assert store(database, "move", "--user", "ann", "--from", "app", "--to", "north") == (
        0, "ann from app to north: windows: 0, objects: 1, rows: 0\n")
    moves = tmp_path / "moves"
    moves.write_text("bob b app south\n\n  cid north south\nann north south\n")
    assert store(database, "move", "--map", str(moves)) == (1, (
        "bob b from app to south: windows: 0, objects: 1, rows: 0\n"
        "ann from north to south: windows: 0, objects: 1, rows: 0\n"
        "Not moved, because they already have saved objects in the new tenant: cid. Delete those there, or let the app "
        "merge them.\n"))
    assert sorted((line["tenant"], line["user"]) for line in contents(database)) == [
        ("north", "cid"), ("south", "ann"), ("south", "bob b"), ("south", "cid")]


@pytest.mark.parametrize(("line", "said"), [
    ("ann app", "This line is not a user and two different tenants, with spaces between, so no user was moved: ann app\n"),
    ("ann north north", "This line is not a user and two different tenants, with spaces between, so no user was moved: ann north north\n"),
])
def test_a_map_with_a_wrong_line_moves_no_user(database, line, said):
    user = {"user": "bob", "objects": {"Settings": {"size": 2}}}
    assert store(database, "import", "-", given=json.dumps(user) + "\n")[0] == 0
    assert store(database, "move", "--map", "-", given=f"bob app north\n{line}\n") == (1, said)
    assert contents(database) == [user]


def test_a_move_is_of_one_user_or_of_a_map(database):
    code, said = store(database, "move", "--user", "ann", "--map", "-")
    assert code == 64 and "Use --user, --from and --to together, or --map." in said
    code, said = store(database, "move", "--user", "ann", "--from", "app", "--to", "a b")
    assert code == 64 and '"a b" is no tenant\'s name' in said


def test_no_user_is_moved_beside_a_server(stored, database):
    code, said = store(database, "move", "--user", "ann", "--from", "app", "--to", "north")
    assert code == 1 and "Another server uses the store" in said


def test_what_was_kept_aside_is_listed_restored_and_deleted(stored, page, database):
    def aside(verb, *words):
        return store(database, "aside", verb, *words)

    tap(page)
    saved(page)
    stored.stop()
    with sqlite3.connect(database) as file:
        file.execute("INSERT INTO keptAside SELECT NULL, user, NULL, CAST('Settings' AS BLOB), CAST('damaged' AS BLOB), 0,"
                     " CAST('{}' AS BLOB), x'', NULL, NULL, NULL, NULL FROM windows")
        (user,) = file.execute("SELECT CAST(user AS TEXT) FROM windows").fetchone()
    what = f'the Settings of the user "{user}"'
    assert aside("list") == (0, f"1 1970-01-01T00:00:00Z {what}: damaged (2 bytes)\n")
    assert aside("restore", "1", "2") == (1, f"1 restored: {what}\n2 not restored: there is no record of this number\n")
    assert json.loads(store(database, "export")[1].splitlines()[-1])["objects"] == {"Settings": {}}
    assert aside("list") == (0, "")
    assert aside("delete", "--older-than", "1") == (0, "deleted: 0\n")

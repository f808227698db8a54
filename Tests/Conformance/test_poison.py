"""An author's mistake ends a server once, and is not repeated (DESIGN: *Poison*)."""

import contextlib
import http.client
import os
import signal
import time

import pytest
from oriel_client import Client
from program import PATIENCE, ROOT, Program

# Signals that kill a process from outside: an operator's or the kernel's, and that of systemd's watchdog.
KILLS = [signal.SIGKILL, signal.SIGABRT]
BINARY = os.environ.get("ORIEL_FAULTY") or ROOT / ".build/debug/OrielFaulty"


@pytest.fixture
def backtrace():
    """The output of Swift's runtime when the process traps: none, because it takes seconds, or a minute under load."""
    return "enable=no"


@pytest.fixture
def server(tmp_path, monkeypatch, backtrace):
    monkeypatch.setenv("SWIFT_BACKTRACE", backtrace)
    program = Program("--database", str(tmp_path / "oriel.db"), binary=BINARY)
    yield program
    if program.is_running:
        program.kill()


def come(server, **members):
    return Client(server.origin, cookie=server.user()).attach(**members)


def tap(client, element, wait=True):
    return client.event("tap", client.document["root"], element, wait=wait)


def count(client):
    return next(element["text"] for element in client.document["models"][client.document["root"]]["body"]
                if element["id"] == "count")


def fallen(server, client):
    """Waits until the process ends, and restarts it."""
    client.until_closed()
    server.process.wait(PATIENCE)
    server.process.stdout.close()
    server.start()


def fall(server, client, element):
    """Crashes the process, and restarts it."""
    tap(client, element, wait=False)
    fallen(server, client)


def resumed(client, mistake):
    """Reconnects. Returns whether the event of this mistake was saved before the process crashed: what comes of a turn may crash
    it then. Such an event is neither repeated nor rejected.
    """
    client.resume()
    return mistake in ("later", "timer", "task") and client.applied == 2 and not client.rejected


def come_in_vain(server, client, **members):
    """Connects, and is closed by the end of the process or with a code. Returns the code."""
    client.connect()
    client.say(attach={"instance": client.instance, "environment": client.environment, "capabilities": {}, **members})
    return client.until_closed()


def saved(client):
    client.until(lambda: not client.outbox)


@pytest.mark.parametrize("mistake", ["trap", "break", "later", "overflow", "timer", "task", "save"])
def test_an_event_that_ends_the_process_is_rejected_when_it_comes_again(server, mistake):
    client, other = come(server), come(server)
    tap(client, "increment")
    tap(other, "increment")
    saved(client)
    saved(other)
    fall(server, client, mistake)
    if not resumed(client, mistake):
        client.until(lambda: client.applied == 2)
        assert client.rejected[2]["code"] == "failed"
    tap(client, "increment")
    assert count(client) == "2"
    other.resume()
    assert count(other) == "1"
    said = {"save": "The process crashed in saving"}.get(mistake, "FaultyModel m1; this turn is not retried")
    assert said in server.logged()


@pytest.mark.parametrize("backtrace", ["enable=yes"])
def test_a_trap_is_known_beside_the_runtime_s_own_handler(server):
    client = come(server)
    tap(client, "increment")
    saved(client)
    tap(client, "trap", wait=False)
    server.process.wait(10 * PATIENCE)
    fallen(server, client)
    client.resume()
    client.until(lambda: client.applied == 2)
    assert client.rejected[2]["code"] == "failed"
    assert "Backtrac" in server.logged()


@pytest.mark.parametrize("mistake", ["timer", "task", "save"])
def test_only_the_event_that_it_came_of_is_rejected(server, mistake):
    # When its page reconnects, it repeats all unsaved events at once. The last of them is innocent.
    client = come(server)
    tap(client, "increment")
    saved(client)
    tap(client, mistake, wait=False)
    client.until_closed()
    for _ in range(3):
        tap(client, "increment", wait=False)
    fallen(server, client)
    was_saved = resumed(client, mistake)
    client.until(lambda: client.applied == 5)
    assert list(client.rejected) == ([] if was_saved else [2])
    assert count(client) == "4"
    assert mistake == "save" or f'started by tap on "{mistake}"' in server.logged()


def test_what_others_did_in_the_same_write_is_neither_lost_nor_done_twice(server):
    client, other = come(server), come(server)
    for page in client, other:
        tap(page, "increment")
        saved(page)
    tap(client, "save", wait=False)
    tap(other, "increment", wait=False)
    other.until_closed()
    fallen(server, client)
    client.resume()
    client.until(lambda: client.applied == 2)
    other.resume()
    other.until(lambda: other.applied == 2)
    saved(other)
    assert (list(client.rejected), other.rejected, count(other)) == ([2], {}, "2")


def test_a_trap_on_another_thread_is_an_event_s_when_it_comes_of_it_twice(server):
    client = come(server)
    tap(client, "increment")
    saved(client)
    fall(server, client, "elsewhere")
    assert come_in_vain(server, client, window=client.window) == 1006
    fallen(server, client)
    client.resume()
    client.until(lambda: client.applied == 2)
    assert client.rejected[2]["code"] == "failed"
    assert count(client) == "1"


@pytest.mark.parametrize("start", ["start", "start-timer", "start-task"])
def test_a_window_that_is_found_three_times_is_parked(server, start):
    client, other = come(server), come(server)
    tap(client, "increment")
    tap(client, start)
    saved(client)
    server.kill()
    server.start()
    for _ in range(3):
        come_in_vain(server, client, window=client.window)
        fallen(server, client)
    assert come_in_vain(server, client, window=client.window) == 4504
    assert client.closing["message"]
    other.resume()
    assert "A window is parked" in server.logged() and client.window in server.logged()
    # A user who can't open the window can at least dismiss it.
    assert "parked" in server.api("GET", f"windows/{client.window}", expect=404)["detail"]
    server.act("dismiss", {"window": client.window})
    assert come_in_vain(server, client, window=client.window) == 4500


def test_what_is_saved_is_not_rejected_for_what_comes_of_it_later(server):
    client = come(server)
    tap(client, "increment")
    tap(client, "tick")
    saved(client)
    client.report(locale="trap")
    fallen(server, client)
    client.environment["locale"] = "en"
    client.resume()
    tap(client, "increment")
    assert count(client) == "2" and client.rejected == {}


@pytest.mark.parametrize("scene", ["broken", "hasty"])
def test_a_page_that_could_not_open_a_window_does_not_try_again(server, scene):
    client = Client(server.origin, cookie=server.user())
    come_in_vain(server, client, scene=scene)
    fallen(server, client)
    assert come_in_vain(server, client, scene=scene) == 4504
    assert count(come(server)) == "0"


@pytest.mark.parametrize("scene", ["broken", "table"])
def test_a_window_that_can_t_be_opened_is_given_up_when_its_user_has_tried_three_times(server, scene):
    cookie, others = server.user(), server.user()
    for _ in range(3):  # A reloaded page is another instance.
        client = Client(server.origin, cookie=cookie)
        come_in_vain(server, client, scene=scene)
        fallen(server, client)
    assert come_in_vain(server, Client(server.origin, cookie=cookie), scene=scene) == 4504
    assert count(Client(server.origin, cookie=cookie).attach()) == "0"
    assert count(Client(server.origin, cookie=others).attach()) == "0"


def page(server, cookie, **environment):
    """A reloaded page: another instance of the same user's page."""
    client = Client(server.origin, cookie=cookie)
    client.environment.update(environment)
    return client


@pytest.mark.parametrize("scene", ["hasty", "ticking"])
def test_what_ends_the_process_by_itself_is_given_up_however_often_its_page_is_loaded(server, scene):
    # The window opens well, and may be saved. Its next act ends the process for any user.
    cookie = server.user()
    for _ in range(3):
        client = page(server, cookie, locale="trap")
        come_in_vain(server, client, scene=scene)
        fallen(server, client)
    assert come_in_vain(server, page(server, cookie, locale="trap"), scene=scene) == 4504
    assert count(page(server, cookie).attach()) == "0"
    assert count(page(server, server.user()).attach(scene="ticking")) == "0"


def test_a_window_in_which_nobody_did_anything_is_parked_with_its_opening(server):
    cookie = server.user()
    client = page(server, cookie).attach(scene="ticking")
    assert [window["id"] for window in server.api("GET", "windows")["windows"]] == [client.window]  # The window is stored.
    client.report(locale="trap")
    fallen(server, client)
    for _ in range(2):
        come_in_vain(server, client, window=client.window)
        fallen(server, client)
    assert come_in_vain(server, client, window=client.window) == 4504
    assert come_in_vain(server, page(server, cookie), scene="ticking") == 4504
    server.act("dismiss", {"window": client.window})
    assert server.api("GET", "windows")["windows"] == []


def parked_user(server):
    """A user whose environment can no longer be loaded, and the window that was opened before."""
    client = come(server)
    tap(client, "spoil")
    saved(client)
    server.kill()
    server.start()
    for _ in range(3):
        come_in_vain(server, client, window=client.window)
        fallen(server, client)
    assert come_in_vain(server, client, window=client.window) == 4504
    return client


def test_the_windows_of_a_parked_user_can_be_dismissed(server):
    client = parked_user(server)
    assert client.user in server.api("GET", f"windows/{client.window}", expect=404)["detail"]
    server.act("dismiss", {"window": client.window})
    assert come_in_vain(server, client, window=client.window) == 4500
    assert server.api("GET", "windows")["windows"] == []


def test_what_is_parked_is_listed_and_said_to_be_in_the_windows_list(server):
    client = parked_user(server)
    [parked] = server.api("GET", "parked")["parked"]
    assert (parked["what"], parked["user"], parked["times"]) == ("user", client.user, 3)
    assert parked["turn"] == "loading a user's objects"
    [window] = server.api("GET", "windows?state=parked")["windows"]
    assert (window["id"], window["parked"]) == (client.window, parked)


def parked_window(server):
    client = come(server)
    tap(client, "start")
    saved(client)
    server.kill()
    server.start()
    for _ in range(3):
        come_in_vain(server, client, window=client.window)
        fallen(server, client)
    return client


def test_what_is_parked_can_be_tried_again(server):
    client = parked_window(server)
    [parked] = server.api("GET", "parked")["parked"]
    assert (parked["what"], parked["window"], parked["user"]) == ("window", client.window, client.user)
    act = {"act": "retry", "target": {"user": client.user}}
    reach = server.api("POST", "acts?dry-run=true", act)
    assert (reach["windows"], reach["first"][0]["id"]) == (1, client.window)
    done = server.api("POST", "acts", act)
    assert done["windows"] == 1
    assert server.api("GET", "parked") == {"parked": []}
    come_in_vain(server, client, window=client.window)
    fallen(server, client)
    assert server.api("GET", "parked") == {"parked": []}


def test_a_parked_window_that_was_dismissed_is_not_named_again(server):
    client = parked_window(server)
    server.act("dismiss", {"window": client.window})
    before = server.logged().count("is parked")
    server.kill()
    server.start()
    assert server.logged().count("is parked") == before == 1
    assert server.api("GET", "parked") == {"parked": []}


def test_a_shared_model_that_ends_the_process_is_parked_and_the_windows_that_show_it_are_not(server):
    for _ in range(3):
        client = Client(server.origin, cookie=server.user())
        come_in_vain(server, client, scene="wall")
        fallen(server, client)
    client = come(server, scene="wall")
    assert client.document["models"][client.document["root"]]["kind"] == "switched"
    assert "shared wall" in server.logged()


def test_a_trigger_that_ends_the_process_is_given_up_and_its_window_goes_on(server):
    client = come(server)
    tap(client, "increment")
    saved(client)
    with contextlib.suppress(http.client.RemoteDisconnected):  # It may end before it has answered.
        server.act("trigger", {"window": client.window}, kind="custom:trap", payload={}, expires=600_000)
    fallen(server, client)
    client.resume()
    tap(client, "increment")
    assert count(client) == "2" and client.triggers == []
    assert "custom:trap" in server.logged()


def test_an_address_that_ends_the_process_is_given_up_when_anyone_has_asked_for_it_three_times(server):
    for _ in range(3):
        with contextlib.suppress(http.client.RemoteDisconnected, ConnectionError):
            server.get("/trap", {"Accept": "text/html"})
        server.process.wait(PATIENCE)
        server.process.stdout.close()
        server.start()
    assert "asking whether an address leads anywhere" in server.logged()
    # From now on no address is read before someone comes with it.
    assert [server.get(path, {"Accept": "text/html"})[0] for path in ("/trap", "/trap/2", "/nowhere")] == [200] * 3


def is_running(folder, element):
    """Whether a hub's slot beside the store is filled with an event of this element."""
    file = (folder / "oriel.db.turn").read_bytes()
    # The first slot, 256 records, and the slots of the other hubs.
    starts = [1024, *range((2 + 256) * 1024, len(file), 1024)]
    return any(
        file[start] == 1 and file[start + 770:start + 770 + int.from_bytes(file[start + 768:start + 770], "little")] == element.encode()
        for start in starts)


def begun(folder, element):
    deadline = time.monotonic() + PATIENCE
    while not is_running(folder, element):
        assert time.monotonic() < deadline, "the turn has not begun"
        time.sleep(0.01)


@pytest.mark.parametrize("kill", KILLS)
def test_an_event_that_never_returns_is_given_up_when_it_was_killed_twice(server, tmp_path, kill):
    client = come(server)
    tap(client, "increment")
    saved(client)
    tap(client, "endless", wait=False)
    for _ in range(2):
        begun(tmp_path, "endless")  # the page will not repeat it by itself
        server.kill(by=kill)
        assert server.process.returncode == -kill
        client.until_closed()
        server.start()
        client.connect()
        client.say(attach={"instance": client.instance, "window": client.window,
                           "environment": client.environment, "capabilities": {}})
        # The event is repeated once more.
        client.until(lambda: client.phase != "attaching")
    client.until(lambda: client.applied == 2)
    assert client.rejected[2]["code"] == "failed"
    assert count(client) == "1"


@pytest.mark.parametrize("kill", KILLS)
def test_a_server_that_was_killed_blames_nobody(server, kill):
    client = come(server)
    for _ in range(5):
        tap(client, "increment")
    saved(client)
    server.kill(by=kill)
    assert server.process.returncode == -kill
    server.start()
    client.resume()
    tap(client, "increment")
    assert count(client) == "6" and client.rejected == {}


def test_what_all_users_share_is_made_before_the_server_listens(tmp_path, monkeypatch):
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=no")
    monkeypatch.setenv("FAULTY_SHARED", "1")
    with pytest.raises(AssertionError, match=r"did not start:\n(.|\n)*Fatal error: the tenant's environment"):
        Program("--database", str(tmp_path / "oriel.db"), binary=BINARY)

"""Triggers and windows from outside: the JSON API, and the answers of pages."""

import pytest
from oriel_client import Client
from program import Program


@pytest.fixture
def cookie(program):
    return program.user()


def open_page(program, cookie, scene="counter"):
    return Client(program.origin, cookie).attach(scene=scene)


def send(program, target, kind="notify", payload=None, **members):
    return program.act("trigger", target, kind=kind, payload=payload or {"title": "Fire", "body": "Leave."}, **members)


def outcomes(program, trigger):
    return {outcome["window"]: outcome["status"] for outcome in program.api("GET", f"triggers/{trigger}")["outcomes"]}


def received(page, trigger):
    page.until(lambda: trigger in [each["id"] for each in page.triggers])
    return next(each for each in page.triggers if each["id"] == trigger)


def test_a_trigger_to_all_reaches_every_window_and_its_outcomes_come_back(own_program):
    first, second, third = pages = [open_page(own_program, own_program.user()) for _ in range(3)]
    sent = send(own_program, {"all": True}, expires=60_000)
    assert sent["windows"] == 3
    for page in pages:
        trigger = received(page, sent["trigger"])
        assert (trigger["kind"], trigger["payload"]) == ("notify", {"title": "Fire", "body": "Leave."})
        assert 0 < trigger["expires"] <= 60_000
    first.answer(sent["trigger"], "performed", "tap")
    second.answer(sent["trigger"], "declined")
    for page in (first, second):
        page.handled()
    assert outcomes(own_program, sent["trigger"]) == {
        first.window: "performed", second.window: "declined", third.window: "pending"}


def test_a_trigger_to_a_user_reaches_only_theirs(program, cookie):
    mine = [open_page(program, cookie) for _ in range(2)]
    other = open_page(program, program.user())
    sent = send(program, {"user": mine[0].user})
    assert (sent["windows"], set(outcomes(program, sent["trigger"]))) == (2, {page.window for page in mine})
    other.ping(1)
    assert other.triggers == []


def test_a_trigger_to_a_scene_reaches_only_its_windows(program, cookie):
    board, counter = open_page(program, cookie, "wallboard"), open_page(program, cookie)
    sent = send(program, {"scene": "wallboard"})
    received(board, sent["trigger"])
    counter.ping(1)
    assert counter.triggers == []


@pytest.mark.parametrize("status", ["performed", "declined", "unsupported", "failed"])
def test_a_final_answer_is_final(program, cookie, status):
    page = open_page(program, cookie)
    sent = send(program, {"window": page.window})
    received(page, sent["trigger"])
    page.answer(sent["trigger"], status)
    page.answer(sent["trigger"], "performed" if status == "failed" else "failed")
    page.handled()
    assert outcomes(program, sent["trigger"]) == {page.window: status}
    page.triggers.clear()
    page.resume()
    page.ping(2)
    assert page.triggers == []


def test_blocked_is_not_final_and_is_sent_again(program, cookie):
    page = open_page(program, cookie)
    sent = send(program, {"window": page.window})
    received(page, sent["trigger"])
    page.answer(sent["trigger"], "blocked")
    page.handled()
    assert outcomes(program, sent["trigger"]) == {page.window: "blocked"}
    page.triggers.clear()
    page.answers.clear()
    page.resume()
    received(page, sent["trigger"])
    page.answer(sent["trigger"], "performed")
    page.handled()
    assert outcomes(program, sent["trigger"]) == {page.window: "performed"}


def test_a_window_that_nobody_shows_gets_it_when_a_page_comes(program, cookie):
    page = open_page(program, cookie)
    page.cut()
    sent = send(program, {"window": page.window})
    assert outcomes(program, sent["trigger"]) == {page.window: "pending"}
    page.resume()
    received(page, sent["trigger"])


def test_a_trigger_expires(program, cookie):
    page = open_page(program, cookie)
    sent = send(program, {"window": page.window}, expires=1)
    page.ping(1)
    board = open_page(program, cookie, "wallboard")
    [name] = board.places
    board.until(lambda: name in board.shared)
    start = board.shared[name][0]
    board.until(lambda: board.shared[name][0] >= start + 2)  # a whole second of the server's own clock
    assert outcomes(program, sent["trigger"]) == {page.window: "expired"}


def test_nobody_elses_answer_counts(program, cookie):
    page, other = open_page(program, cookie), open_page(program, program.user())
    sent = send(program, {"window": page.window})
    other.answer(sent["trigger"], "performed")
    other.handled()
    assert outcomes(program, sent["trigger"]) == {page.window: "pending"}


def test_a_mirror_gets_no_triggers_and_answers_none(program, cookie):
    page = open_page(program, cookie)
    observer = Client(program.origin, bearer=program.token).attach(window=page.window, observe=True)
    sent = send(program, {"window": page.window})
    observer.answer(sent["trigger"], "performed")
    observer.ping(1)
    assert (observer.triggers, outcomes(program, sent["trigger"])) == ([], {page.window: "pending"})


def test_none_reached_is_no_error_but_an_unknown_window_is(program):
    assert send(program, {"user": "nobody"})["windows"] == 0
    send(program, {"window": "w-nowhere"}, expect=404)
    program.api("GET", "triggers/t-nowhere", expect=404)


def test_a_window_opened_from_outside_asks_the_page_last_used(program, cookie):
    page = open_page(program, cookie)
    window = program.act("open", {"user": page.user}, scene="note", value=3)["window"]
    assert (window["title"], window["attached"], window["user"]) == ("Duplicate this tab", 0, page.user)
    page.until(lambda: page.triggers)
    [trigger] = page.triggers
    assert (trigger["kind"], trigger["payload"]["window"]) == ("openWindow", window["id"])
    opened = Client(program.origin, cookie).attach(window=window["id"])
    page.answer(trigger["id"], "performed", "opened")
    page.handled()
    assert (opened.window, opened.document["title"]) == (window["id"], "Duplicate this tab")
    assert outcomes(program, trigger["id"]) == {page.window: "performed"}


def test_unknown_users_and_scenes_are_unprocessable(program, cookie):
    page = open_page(program, cookie)
    program.act("open", {"user": "nobody"}, scene="home", expect=422)
    program.act("open", {"user": page.user}, scene="nowhere", expect=422)


def test_windows_are_listed_page_by_page(own_program):
    pages = [open_page(own_program, own_program.user()) for _ in range(5)]
    listed, after = [], ""
    while True:
        answer = own_program.api("GET", f"windows?limit=2{after}")
        listed += answer["windows"]
        assert len(answer["windows"]) <= 2
        if "next" not in answer:
            break
        after = f"&after={answer['next']}"
    assert {window["id"]: window for window in listed} == {page.window: {
        "id": page.window, "user": page.user, "scene": "counter", "title": page.document["title"], "epoch": page.epoch,
        "rev": page.rev, "attached": 1} for page in pages}
    assert len(listed) == 5


def test_the_api_takes_a_bearer_and_no_cookie(program, cookie):
    for headers in ({}, {"Cookie": cookie}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {program.token}"}):
        status, answer, body = program.get("/admin/api/v1/windows", headers)
        assert (status, answer["Content-Type"]) == (401, "application/problem+json")


def test_a_secret_is_in_no_file_and_in_no_log(tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"), "--log-level", "trace")
    try:
        page = open_page(program, program.user())
        for target in ({"window": page.window}, {"all": True}):
            sent = send(program, target, "custom:sign-in", {"token": "xylographer"}, secret=True)
            assert received(page, sent["trigger"])["payload"] == {"token": "xylographer"}
            page.answer(sent["trigger"], "performed")
            page.handled()
            assert outcomes(program, sent["trigger"]) == {page.window: "performed"}
        kept = send(program, {"window": page.window}, "custom:kept", {"token": "lithographer"})
        received(page, kept["trigger"])
    finally:
        program.stop()
    files = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert (b"xylographer" in files, b"lithographer" in files) == (False, True)
    assert "xylographer" not in program.logged()

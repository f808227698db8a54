"""What the server says of itself: readiness, metrics, and its log when the store fails."""

import resource

from test_store import count, database, eventually, page, readiness, saved, stored, tap  # noqa: F401 (some are fixtures)


def metrics(program, expect=200, **headers):
    status, fields, body = program.get("/metrics", headers)
    assert status == expect, body
    if status != 200:
        return None
    assert fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    samples = {}
    for line in body.decode().splitlines():
        if line.startswith("# TYPE "):
            kind = line.split()[3]
        elif not line.startswith("#"):
            name, value = line.split(" ")
            assert name.endswith("_total") == (kind == "counter"), line
            samples[name.removeprefix("oriel_")] = int(value)
    return samples


def test_the_numbers_are_those_of_the_windows_and_connections(stored, page):  # noqa: F811
    before = metrics(stored)
    assert (before["connections"], before["windows"], before["users"]) == (1, 1, 1)
    tap(page)
    saved(page)
    after = metrics(stored)
    assert after["store_turns_total"] > before["store_turns_total"]
    assert after | {"store_turns_total": 0} == {
        "connections": 1, "windows": 1, "users": 1, "uploads": 0, "draining": 0, "store_failing": 0,
        "store_failures_total": 0, "store_turns_total": 0, "store_waiting_turns": 0}


def test_a_store_that_fails_is_told_in_readiness_metrics_and_log(stored, page):  # noqa: F811
    tap(page)
    saved(page)
    limits = resource.prlimit(stored.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    tap(page)
    eventually(lambda: metrics(stored)["store_failing"] == 1)
    failing = metrics(stored)
    assert failing["store_failures_total"] >= 1 and failing["store_waiting_turns"] >= 1
    assert readiness(stored)[1].startswith("ready, but nothing is saved: ")
    assert "Nothing is saved until the store can be written again: " in stored.logged()
    assert count(page) == "2" and page.outbox
    resource.prlimit(stored.process.pid, resource.RLIMIT_FSIZE, limits)
    saved(page)
    assert (metrics(stored)["store_failing"], metrics(stored)["store_waiting_turns"]) == (0, 0)
    assert readiness(stored) == (200, "ready")
    assert "The store takes what changes again" in stored.logged()


def test_only_this_machine_and_the_operator_may_measure(stored):  # noqa: F811
    metrics(stored, Authorization=f"Bearer {stored.token}")
    metrics(stored, 401, Authorization="Bearer wrong")
    # A proxy on this machine speaks for anyone.
    metrics(stored, 401, **{"X-Forwarded-For": "203.0.113.7"})
    metrics(stored, Authorization=f"Bearer {stored.token}", **{"X-Forwarded-For": "203.0.113.7"})

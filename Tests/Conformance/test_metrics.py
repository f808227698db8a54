"""The server's reports about itself: readiness, metrics, and its log when the store fails."""

import json
import pathlib
import re
import resource
import time

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
            name, kind = line.split()[2:]
            assert name.endswith("_total") == (kind == "counter"), line
        elif not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            samples[name.removeprefix("oriel_")] = float(value)
    return samples


def test_the_numbers_are_those_of_the_windows_and_connections(stored, page):  # noqa: F811
    before = metrics(stored)
    assert (before["connections"], before["windows"], before["users"]) == (1, 1, 1)
    tap(page)
    saved(page)
    after = metrics(stored)
    assert after["store_turns_total"] > before["store_turns_total"]
    quiet = {
        "connections": 1, "windows": 1, "users": 1, "uploads": 0, "windows_refused_total": 0, "windows_crowded_out_total": 0, "draining": 0, "store_failing": 0,
        "store_failures_total": 0, "store_waiting_turns": 0, "handshakes_total": 1, "handshakes_refused_total": 0,
        "sign_ins_refused_total": 0, "sign_ins_throttled_total": 0}
    assert {name: after[name] for name in quiet} == quiet


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
    assert "The store accepts writes again" in stored.logged()


def test_only_this_machine_and_the_operator_may_measure(stored):  # noqa: F811
    metrics(stored, Authorization=f"Bearer {stored.token}")
    metrics(stored, 401, Authorization="Bearer wrong")
    # A proxy on this machine may forward requests of anyone.
    metrics(stored, 401, **{"X-Forwarded-For": "203.0.113.7"})
    metrics(stored, Authorization=f"Bearer {stored.token}", **{"X-Forwarded-For": "203.0.113.7"})


def test_the_process_is_measured_under_the_usual_names(stored):  # noqa: F811
    samples = metrics(stored)
    assert samples["process_start_time_seconds"] <= time.time() < samples["process_start_time_seconds"] + 3600
    assert samples["process_cpu_seconds_total"] > 0 and 3 < samples["process_open_fds"] < 1000
    assert 1e6 < samples["process_resident_memory_bytes"] < 1e9


def test_readiness_tells_whom_it_concerns_which_guards_and_versions_there_are(stored):  # noqa: F811
    def facts(**headers):
        status, fields, body = stored.get("/health/ready", {"Accept": "application/json", **headers})
        assert (status, fields["Content-Type"]) == (200, "application/json"), body
        return json.loads(body)

    known = facts()
    assert (known["status"], known["saving"]) == ("ready", True)
    assert known["guards"]["frames"] and known["guards"]["poison"] and not known["guards"]["secureCookies"]
    assert known["versions"]["protocol"] == "oriel.v1"
    assert re.fullmatch(r"\d+\.\d+\.\d+", known["versions"]["libuv"]) and known["versions"]["openssl"].startswith("OpenSSL ")
    assert facts(**{"X-Forwarded-For": "203.0.113.7"}) == {"status": "ready", "saving": True}
    assert facts(**{"X-Forwarded-For": "203.0.113.7", "Authorization": f"Bearer {stored.token}"}) == known
    assert stored.get("/health/ready")[2] == b"ready\n"


def test_every_metric_is_explained_and_every_explanation_is_of_one(stored):  # noqa: F811
    page = pathlib.Path(__file__).parents[2] / "Sources/OrielServer/OrielServer.docc/ReadingTheMetrics.md"
    explained = re.findall(r"^\| `((?:oriel|process)_\w+)`", page.read_text(encoding="utf-8"), re.MULTILINE)
    exposed = re.findall(r"^# TYPE (\S+)", stored.get("/metrics")[2].decode(), re.MULTILINE)
    assert sorted(explained) == sorted(exposed)


def test_every_guard_is_explained_and_every_explanation_is_of_one(stored):  # noqa: F811
    page = pathlib.Path(__file__).parents[2] / "Sources/OrielServer/OrielServer.docc/ReadingTheMetrics.md"
    guards = json.loads(stored.get("/health/ready", {"Accept": "application/json"})[2])["guards"]
    explained = page.read_text(encoding="utf-8").split("| guard |")[1]
    assert re.findall(r"^\| `(\w+)`", explained, re.MULTILINE) == list(guards)

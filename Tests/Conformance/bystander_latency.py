"""How long a bystander waits beside ten pages that do their worst: .venv/bin/python Tests/Conformance/bystander_latency.py [SECONDS]

Each page has as many layers in its window of the Gallery as it may, and asks for more as fast as it may, from a process
of its own. The bystander presses a counter's button as often as it may. Run it against an optimised program
(`ORIEL_BINARY=.build/release/oriel`): a debug build is several times slower."""

import multiprocessing
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from oriel_client import Client  # noqa: E402
from page_view import View  # noqa: E402
from program import Program  # noqa: E402

PAGES = 10
# A page may send this many events a second, and more at once.
RATE, EVENTS = 50, 40


def filled(program):
    """A page whose window takes no more layers, and the event that asks for another."""
    page = Client(program.origin, program.user()).attach(scene="home")
    assert page.event("tap", *event(page, "sheet")) is None
    while page.event("tap", *(press := event(page, "another"))) is None:
        pass
    return page, press


def event(page, name):
    model, found = View(page.document, page.shared).element(name)
    return model, found["id"]


def do_worst(program, ready, is_over):
    pages = [filled(program) for _ in range(PAGES)]
    ready.set()
    while not is_over.is_set():
        start = time.perf_counter()
        for page, press in pages:
            for _ in range(EVENTS):
                page.event("tap", *press, wait=False)
        for page, _ in pages:
            page.until(lambda page=page: page.applied >= page.last_event)
        time.sleep(max(0, EVENTS / RATE - (time.perf_counter() - start)))


def waits(program, seconds):
    """How long the answers took, in milliseconds, shortest first."""
    page = Client(program.origin, program.user()).attach(scene="counter")
    end, taken = time.perf_counter() + seconds, []
    while (start := time.perf_counter()) < end:
        page.event("tap", page.document["root"], "increment")
        taken.append((time.perf_counter() - start) * 1000)
        time.sleep(1 / RATE)
    return sorted(taken)


def say(what, taken):
    part = lambda share: f"{taken[int(share * (len(taken) - 1))]:.1f}"  # noqa: E731
    print(f"{what}: p50 {part(0.5)} ms, p99 {part(0.99)} ms, longest {part(1)} ms of {len(taken)} answers", flush=True)


def main(seconds=20.0):
    program = Program("--database", "memory")
    say("alone", waits(program, seconds))
    ready, is_over = multiprocessing.Event(), multiprocessing.Event()
    worst = multiprocessing.Process(target=do_worst, args=(program, ready, is_over))
    worst.start()
    ready.wait()
    say(f"beside {PAGES} pages that do their worst", waits(program, seconds))
    is_over.set()
    worst.join()
    program.stop()


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))

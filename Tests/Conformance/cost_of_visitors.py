"""What anonymous visitors cost, in bytes of memory and of the store: .venv/bin/python Tests/Conformance/cost_of_visitors.py [COUNT]

Each is a new user with one window of the Gallery's counter. The memory is that of the whole program, so a few thousand
visitors are needed to see theirs."""

import pathlib
import sqlite3
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from oriel_client import Client  # noqa: E402
from program import Program  # noqa: E402


def memory(program):
    lines = program.get("/metrics")[2].decode().splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.startswith("process_resident_memory_bytes "))


def stored(path):
    """The bytes of all pages of the store that hold something."""
    with sqlite3.connect(path) as store:
        (size,), (pages,), (free,) = (store.execute(f"PRAGMA {name}").fetchone() for name in ("page_size", "page_count", "freelist_count"))
    return size * (pages - free)


def come(program, does_something):
    page = Client(program.origin, program.user()).attach(scene="counter")
    if does_something:
        page.event("tap", page.document["root"], "increment")
        page.until(lambda: not page.outbox)
    return page


def cost(count, does_something):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/oriel.db"
        program = Program("--database", path)
        for _ in range(50):
            come(program, does_something).cut()
        before = memory(program), stored(path)
        pages = [come(program, does_something) for _ in range(count)]
        attached = memory(program) - before[0]
        for page in pages:
            page.cut()
        left, kept = memory(program) - before[0], stored(path) - before[1]
        # Half an hour, in a second.
        program.api("POST", "acts", {"act": "set", "setting": "sleepAfter", "value": 1000})
        for page in pages:
            page.resume(scene="counter").cut()
        while "oriel_windows 50\n" not in program.get("/metrics")[2].decode():
            pass
        asleep = stored(path) - before[1]
        program.stop()
    return {"attached, memory": attached, "left, memory": left, "left, store": kept, "asleep, store": asleep}


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for does_something in (False, True):
        print(f"{count} visitors who {'each do one thing' if does_something else 'do nothing'}, bytes for each:")
        for what, size in cost(count, does_something).items():
            print(f"  {what:18} {size // count:8}")

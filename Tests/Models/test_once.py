"""All runs of a small model of `once` (PositionsAndExactlyOnce): a page, a server that crashes, and a database of the app's own.

The page sends three events. The first and the last do something in the database, under the event's key, and change the
saved state after it. Each rule of `once` is needed: without it, some run loses an acknowledged event or does one twice.
"""

from functools import partial
from typing import NamedTuple

import pytest
from explorer import explore

EVENTS, WITH_ONCE, CRASHES = 3, {1, 3}, 2


class Turn(NamedTuple):
    """What one transaction saves: the last event that counts as applied, and how often each has changed the state."""
    applied: int
    changes: tuple


class Once(NamedTuple):
    """A call that runs: its event, and whether the database has answered."""
    event: int
    is_done: bool


class World(NamedTuple):
    """`memory` and `once` belong to the process; without it, `memory` is None."""
    store: Turn
    database: tuple
    memory: Turn | None
    once: Once | None
    sent: int
    saved: int
    crashes: int


def counted(counts, event):
    """Twice is as wrong as more often."""
    return tuple(min(count + (number == event), 2) for number, count in enumerate(counts, 1))


NOTHING = Turn(0, (0,) * EVENTS)
FIRST = World(NOTHING, (0,) * EVENTS, None, None, 0, 0, CRASHES)


def steps(world, without=None):
    """The worlds that may come next, each with what has happened."""
    if world.memory is None:
        # The page attaches, learns what is applied, and sends the rest again.
        yield "start", world._replace(memory=world.store, once=None, sent=world.saved)
        return
    memory, once = world.memory, world.once
    if world.crashes:
        yield "crash", world._replace(memory=None, once=None, crashes=world.crashes - 1)
    if world.sent < EVENTS:
        yield "send", world._replace(sent=world.sent + 1)
    event = memory.applied + 1
    if event <= world.sent and (once is None or without == "later events wait" and once.event != event):
        if event in WITH_ONCE:
            applied = event if without in ("it is applied after", "later events wait") else memory.applied
            changes = counted(memory.changes, event) if without == "it comes first" else memory.changes
            yield f"once {event}", world._replace(memory=Turn(applied, changes), once=Once(event, False))
        else:
            yield f"apply {event}", world._replace(memory=Turn(event, counted(memory.changes, event)))
    if once and not once.is_done:
        is_duplicate = world.database[once.event - 1] and without != "a duplicate is found by its key"
        database = world.database if is_duplicate else counted(world.database, once.event)
        yield f"insert {once.event}", world._replace(database=database, once=Once(once.event, True))
    if once and once.is_done:
        changes = memory.changes if without == "it comes first" else counted(memory.changes, once.event)
        yield f"end {once.event}", world._replace(memory=Turn(max(memory.applied, once.event), changes), once=None)
    # Memory may be saved at any moment, because a timer or another window of the tenant may have made a turn.
    if memory != world.store:
        yield "save", world._replace(store=memory, saved=max(world.saved, memory.applied))


def wrong(world):
    if max(world.database) > 1:
        return "inserted twice"
    if max(world.store.changes) > 1:
        return "changed twice"
    for event in range(1, world.saved + 1):
        if world.store.changes[event - 1] == 0 or event in WITH_ONCE and world.database[event - 1] == 0:
            return "acknowledged, and not done"
    return None


def test_each_acknowledged_event_is_done_once():
    worlds = explore(FIRST, steps, wrong)
    assert len(worlds) > 150
    assert any(world.saved == EVENTS and world.crashes == 0 for world in worlds)


@pytest.mark.parametrize("rule, why, run", [
    ("it comes first", "changed twice", ["start", "send", "once 1", "save", "crash", "start", "send", "once 1", "save"]),
    ("it is applied after", "acknowledged, and not done", ["start", "send", "once 1", "save"]),
    ("later events wait", "acknowledged, and not done", ["start", "send", "once 1", "save"]),
    ("a duplicate is found by its key", "inserted twice",
     ["start", "send", "once 1", "insert 1", "crash", "start", "send", "once 1", "insert 1"]),
])
def test_each_rule_is_needed(rule, why, run):
    assert explore(FIRST, partial(steps, without=rule), wrong) == (why, run)

"""All runs of a small model of one home and several nodes on one database: claim, fence, commit, release, and a
database that is set back.

Each hub is one life of a node. A claim is a commit of its own: it has the hub's next turn number, and its answer may be
lost like any other. The home is read after its claim was answered. A hub that does not know a commit's answer says the
same turn again. Any hub may be fenced although it is well, and crashes at any moment; it never comes back under the
same life. The standby has some earlier state of the store. Where commits do not wait for it, a failover sets the store
back to that, and all that was on its way to the former primary is gone. A hub whose turn is then too large for the
store exits.

Each commit that the store takes must come from the hub that owns the home. Nothing acknowledged may be lost, unless the
store was set back, and no event may be stored twice.

Run through are two lives, a page with one event, and a store that is never set back. With a failover that sets it back
there is no end to the worlds, so only the runs that break a promise are looked for there. Each rule is needed: without
it, some run breaks a promise.
"""

from functools import cache, partial
from typing import NamedTuple

import pytest
from explorer import explore

EVENTS, HUBS = 1, 2
NOWHERE = -1


class Memory(NamedTuple):
    applied: int = 0
    effects: tuple = (0,) * EVENTS


class Store(NamedTuple):
    """The state of the home and its owner, the fence, the number of each hub's last turn, and whether a hub has written
    the home without owning it."""
    home: Memory = Memory()
    owner: int = NOWHERE
    alive: tuple = (True,) * HUBS
    turns: tuple = (0,) * HUBS
    is_trespassed: bool = False


class Turn(NamedTuple):
    """A commit on its way: a claim, changes, or a release with the last changes."""
    number: int
    kind: str
    memory: Memory | None


class Hub(NamedTuple):
    """`answered` is the number of the last turn whose answer came, `pending` the turn that waits for one, and `copies`
    are the commits on their way."""
    up: bool = True
    answered: int = 0
    owns: bool = False
    memory: Memory | None = None
    pending: Turn | None = None
    copies: tuple = ()


class Page(NamedTuple):
    """It has `events` to say in all."""
    hub: int = NOWHERE
    events: int = EVENTS
    sent: int = 0
    saved: int = 0
    inbox: tuple = ()


class World(NamedTuple):
    store: Store = Store()
    standby: Store = Store()
    hubs: tuple = (Hub(),) * HUBS
    page: Page = Page()
    failovers: int = 0
    was_set_back: bool = False


FIRST = World()
WITH_A_FAILOVER = World(page=Page(events=0), failovers=1)
CLAIMED = WITH_A_FAILOVER._replace(
    store=Store(owner=0, turns=(1, 0)), hubs=(Hub(answered=1, owns=True, memory=Memory()), Hub()),
    page=Page(hub=0, events=0))


def put(values, index, value):
    return values[:index] + (value,) + values[index + 1:]


def cut(page):
    return Page(events=page.events, sent=page.saved, saved=page.saved)


def steps(world, without=None):
    """The worlds that may come next, each with what has happened."""
    for number in range(HUBS):
        yield from arrivals(world, number, without)
        if world.hubs[number].up:
            yield from acts(world, number, without)
    if world.failovers and world.store != world.standby:
        yield "the standby follows", world._replace(standby=world.store)
        yield "the store is set back", world._replace(
            store=world.standby, hubs=tuple(hub._replace(copies=()) for hub in world.hubs),
            failovers=world.failovers - 1, was_set_back=True)
    page = world.page
    if page.hub == NOWHERE:
        for number in range(HUBS):
            if world.hubs[number].up:
                yield f"the page connects to {number}", world._replace(page=page._replace(hub=number))
        return
    if page.sent < page.events:
        yield "say", world._replace(page=page._replace(sent=page.sent + 1, inbox=(*page.inbox, page.sent + 1)))
    yield "cut", world._replace(page=cut(page))


def is_numbered(turn, without):
    return without != "turns are numbered" and (turn.kind != "claim" or without != "claims are turns")


def arrivals(world, number, without):
    """A commit reaches the store, even if its sender is gone. Its answer arrives, or the connection breaks."""
    store, page = world.store, world.page
    hub = world.hubs[number]
    for place, turn in enumerate(hub.copies):
        rest = hub.copies[:place] + hub.copies[place + 1:]
        result = "ok"
        if not store.alive[number] and without != "the fence is in the commit":
            result = "fenced"
        elif is_numbered(turn, without) and store.turns[number] != turn.number - 1:
            result = "was" if store.turns[number] >= turn.number else "set back"
        after = stored(store, number, turn, without) if result == "ok" else store
        if hub.up and hub.pending == turn:
            answered, told = hub_and_page(
                hub._replace(pending=None, copies=rest), page, number, turn, result, after, without)
            yield f"{result} {turn.kind} of {number}", world._replace(
                store=after, hubs=put(world.hubs, number, answered), page=told)
        yield f"{result} {turn.kind} of {number}, answer lost", world._replace(
            store=after, hubs=put(world.hubs, number, hub._replace(copies=rest)))


def stored(store, number, turn, without):
    if turn.kind != "claim" or without != "claims are turns":
        store = store._replace(turns=put(store.turns, number, turn.number))
    if turn.kind == "claim":
        is_free = store.owner == NOWHERE or not store.alive[store.owner] or without == "a claim asks for proof of death"
        return store._replace(owner=number if is_free else store.owner)
    return store._replace(
        home=turn.memory, owner=NOWHERE if turn.kind == "release" else store.owner,
        is_trespassed=store.is_trespassed or store.owner != number)


def hub_and_page(hub, page, number, turn, result, store, without):
    """The hub after it has heard the answer, and its page."""
    is_here = page.hub == number
    away = cut(page) if is_here else page
    if result == "set back" and without == "a hub that was set back forgets its homes":
        return hub._replace(answered=store.turns[number]), page
    if result == "set back" and without == "a hub that was set back has a new life":
        return Hub(answered=store.turns[number], copies=hub.copies), away
    if result in ("set back", "fenced"):
        return Hub(up=False, copies=hub.copies), away
    hub = hub._replace(answered=turn.number)
    if turn.kind == "claim":
        owns = store.owner == number
        return hub._replace(owns=owns), page if owns else away
    saved = page._replace(saved=max(page.saved, turn.memory.applied)) if is_here else page
    if turn.kind == "changes":
        return hub, saved
    return hub._replace(owns=False, memory=None), cut(saved) if is_here else saved


def acts(world, number, without):
    """A hub acts without being asked."""
    store, page = world.store, world.page
    hub = world.hubs[number]
    is_here = page.hub == number

    def with_hub(**changes):
        return world._replace(hubs=put(world.hubs, number, hub._replace(**changes)))

    def with_turn(kind, memory=None):
        is_uncounted = kind == "claim" and without == "claims are turns"
        turn = Turn(hub.answered + (not is_uncounted), kind, memory)
        return with_hub(pending=turn, copies=(*hub.copies, turn))

    yield f"{number} crashes", world._replace(
        hubs=put(world.hubs, number, Hub(up=False, copies=hub.copies)), page=cut(page) if is_here else page)
    if store.alive[number] and any(other != number and world.hubs[other].up for other in range(HUBS)):
        yield f"{number} is fenced", world._replace(store=store._replace(alive=put(store.alive, number, False)))
    if hub.pending:
        if len(hub.copies) < 2:
            yield f"{number} says again", with_hub(copies=(*hub.copies, hub.pending))
        if without == "an unanswered turn is said again":
            yield f"{number} gives up", with_hub(pending=None)
    elif len(hub.copies) < 2:
        if is_here and not hub.owns:
            yield f"{number} sends claim", with_turn("claim")
        if hub.memory and hub.owns:
            if hub.memory.applied:
                yield f"{number} sends changes", with_turn("changes", hub.memory)
            yield f"{number} sends release", with_turn("release", hub.memory)
        if hub.owns and not hub.memory:
            yield f"{number} reads", with_hub(memory=store.home)
    reads_early = without == "a home is read after its claim"
    if reads_early and is_here and not hub.memory and not hub.owns:
        yield f"{number} reads early", with_hub(memory=store.home)
    is_frozen = hub.pending and hub.pending.kind == "release"
    if is_here and hub.memory and page.inbox and not is_frozen and (hub.owns or reads_early):
        event, rest = page.inbox[0], page._replace(inbox=page.inbox[1:])
        if event > hub.memory.applied:
            effects = put(hub.memory.effects, event - 1, min(hub.memory.effects[event - 1] + 1, 2))
            yield f"{number} applies", with_hub(memory=Memory(event, effects))._replace(page=rest)
        else:
            yield f"{number} drops", world._replace(page=rest)


def wrong(world):
    store, saved = world.store, world.page.saved
    applied, effects = store.home
    if any(effect > 1 for effect in effects):
        return "an event is stored twice"
    if store.is_trespassed:
        return "a hub writes a home that it does not own"
    if not world.was_set_back and (saved > applied or any(effect != 1 for effect in effects[:saved])):
        return "an acknowledged event is lost"
    if any(effect != 1 for effect in effects[:applied]):
        return "a number without its effect"
    return None


@cache
def small_hub(hub, base, may_commit, without):
    copies = (
        turn._replace(number=turn.number - base) for turn in hub.copies
        if hub.up and hub.pending == turn or may_commit and (turn.number > base or not is_numbered(turn, without)))
    return hub._replace(
        answered=hub.answered - base if hub.up else 0,
        pending=hub.pending and hub.pending._replace(number=hub.pending.number - base), copies=tuple(sorted(copies)))


def small(world, without=None):
    """Turns are counted from the smallest that matters; a copy that can do nothing, and that no hub waits for, is
    forgotten, and so is the standby when no failover is left."""
    store, standby, hubs = world[:3]
    if not world.failovers:
        standby = store
    bases, alive = tuple(map(min, store.turns, standby.turns)), tuple(map(max, store.alive, standby.alive))
    if without == "turns are numbered":
        bases = (0,) * HUBS
    if without == "the fence is in the commit":
        alive = (True,) * HUBS
    if any(bases):
        store, standby = lowered(store, bases), lowered(standby, bases)
    hubs = tuple(small_hub(*parts, without) for parts in zip(hubs, bases, alive, strict=True))
    return World(store, standby if world.failovers else FIRST.standby, hubs, *world[3:])


def lowered(store, bases):
    return store._replace(turns=tuple(turn - base for turn, base in zip(store.turns, bases, strict=True)))


def test_only_the_owner_of_a_home_writes_it_and_each_acknowledged_event_is_kept_once():
    worlds = explore(FIRST, steps, wrong, small)
    assert len(worlds) > 50_000
    assert any(world.page.saved == EVENTS and not all(world.store.alive) for world in worlds)


@pytest.mark.parametrize("rule, first, why, run", [
    ("the fence is in the commit", FIRST, "a hub writes a home that it does not own",
     ["0 is fenced", "the page connects to 0", "0 sends claim", "ok claim of 0", "0 reads", "0 sends release",
      "0 crashes", "the page connects to 1", "1 sends claim", "ok claim of 1", "ok release of 0, answer lost"]),
    ("turns are numbered", FIRST, "a hub writes a home that it does not own",
     ["the page connects to 0", "0 sends claim", "ok claim of 0", "0 reads", "0 sends release",
      "ok release of 0, answer lost", "0 says again", "ok release of 0"]),
    ("a claim asks for proof of death", FIRST, "a hub writes a home that it does not own",
     ["the page connects to 0", "0 sends claim", "ok claim of 0", "0 reads", "0 sends release", "0 crashes",
      "the page connects to 1", "1 sends claim", "ok claim of 1", "ok release of 0, answer lost"]),
    ("an unanswered turn is said again", FIRST, "an acknowledged event is lost",
     ["the page connects to 0", "0 sends claim", "ok claim of 0", "0 reads", "0 sends release",
      "ok release of 0, answer lost", "0 gives up", "say", "0 applies", "0 sends changes", "was changes of 0"]),
    ("a home is read after its claim", FIRST, "an acknowledged event is lost",
     ["the page connects to 0", "0 sends claim", "0 reads early", "cut", "the page connects to 1", "1 sends claim",
      "ok claim of 1", "1 reads", "say", "1 applies", "1 sends release", "ok release of 1", "ok claim of 0",
      "0 sends release", "ok release of 0"]),
    ("claims are turns", WITH_A_FAILOVER, "a hub writes a home that it does not own",
     ["the page connects to 0", "0 sends claim", "ok claim of 0", "0 reads", "the store is set back",
      "0 sends release", "ok release of 0"]),
    ("a hub that was set back forgets its homes", WITH_A_FAILOVER, "a hub writes a home that it does not own",
     ["the page connects to 0", "0 sends claim", "ok claim of 0", "0 reads", "the store is set back",
      "0 sends release", "set back release of 0", "0 sends release", "ok release of 0"]),
    ("a hub that was set back has a new life", CLAIMED, "a hub writes a home that it does not own",
     ["the store is set back", "0 sends release", "0 says again", "set back release of 0", "the page connects to 0",
      "0 sends claim", "0 crashes", "the page connects to 1", "1 sends claim", "ok claim of 1",
      "ok claim of 0, answer lost", "ok release of 0, answer lost"]),
])
def test_each_rule_is_needed(rule, first, why, run):
    assert explore(first, partial(steps, without=rule), wrong, partial(small, without=rule)) == (why, run)

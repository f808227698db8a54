"""All ways of a page to its window over several nodes: whether it arrives, and whether it can be sent round for ever.

The address of the page names one home, and its window may be in another, as after a sign-in or a move. A balancer,
which may choose the worst, gives each handshake to any node. A node sends it on once: to the node that the page names
as the last that answered or was named to it (its hint), else to the owner of the home that the address names; else it
keeps it. A node that attaches the page looks up the home of the window. It has it, or claims it if it is free, or
closes the page and names the owner, which becomes the page's hint. A page whose handshake fails forgets its hint.

Run through are three nodes with any owners and any hint, and two changes of owners, nodes, or the store: with all nodes
linked, with a cut between two of them, and with that cut and a balancer that knows only one of the two. In the last, a
page whose home is on the other of the two may never arrive; that is not promised. Each rule is needed: without it, a
page is sent round for ever, never arrives, or is sent to a dead node.
"""

from graphlib import CycleError, TopologicalSorter
from itertools import product
from typing import NamedTuple

import pytest
from explorer import explore

NODES = 3
NOWHERE = -1


class Net(NamedTuple):
    """Nodes 0 and 1 may be cut off from each other, and the balancer may give all to node 0 while it lives. Owners,
    nodes and the store change `changes` times at most."""
    is_cut: bool = False
    is_pinned: bool = False
    changes: int = 2


class World(NamedTuple):
    """`owners` are those of the home in the address and of the window's home, or one if they are the same. `remembered`
    is the owner of the first that each node last knew; it counts while the store does not answer. The page is on its
    way to `node`, or has arrived there, if it is at a `place`."""
    alive: tuple = (True,) * NODES
    owners: tuple = (NOWHERE,)
    remembered: tuple = (NOWHERE,) * NODES
    store_answers: bool = True
    hint: int = NOWHERE
    place: str = "nowhere"
    node: int = NOWHERE
    changes: int = 0


class Step(NamedTuple):
    """The page goes on, its handshake fails, or something changes."""
    kind: str
    text: str


START = None
ANY = range(NOWHERE, NODES)
LINKED, CUT, PINNED = Net(), Net(is_cut=True), Net(is_cut=True, is_pinned=True)


def put(values, index, value):
    return values[:index] + (value,) + values[index + 1:]


def away(world, hint=NOWHERE):
    return world._replace(place="nowhere", node=NOWHERE, hint=hint)


def steps(world, net, without=None):
    """The worlds that may come next, each with what has happened."""
    if world is START:
        for owners in (*product(ANY), *product(ANY, ANY)):
            for hint in ANY:
                yield Step("change", "start"), World(owners=owners, hint=hint, changes=net.changes)
        return
    if world.place == "nowhere":
        for node in range(1 if net.is_pinned and world.alive[0] else NODES):
            if world.alive[node]:
                yield Step("go", f"the balancer chooses {node}"), world._replace(place="at the first", node=node)
    elif not world.alive[world.node]:
        yield Step("fail", "cut"), away(
            world, world.hint if world.place == "attached" else kept_hint(world, without))
    elif world.place != "attached":
        target = routed(world, without)
        yield attached(world, without) if target == world.node else sent_on(world, net, target, without)
    if world.changes:
        yield from changes(world._replace(changes=world.changes - 1))


def routed(world, without):
    """The node that a handshake belongs to, as far as the one that has it knows."""
    if world.place == "sent on" and without != "a handshake is sent on once":
        return world.node
    owner = world.owners[0] if world.store_answers else world.remembered[world.node]
    hint = world.hint
    if hint != NOWHERE and not world.alive[hint] and without != "a hint to a dead node is ignored":
        hint = NOWHERE
    choices = (owner, hint) if without == "the hint goes before the address" else (hint, owner)
    return next((choice for choice in choices if choice != NOWHERE), world.node)


def kept_hint(world, without):
    """The hint of a page whose handshake failed."""
    return world.hint if without == "a failed handshake forgets the hint" else NOWHERE


def sent_on(world, net, target, without):
    if world.alive[target] and not (net.is_cut and {world.node, target} == {0, 1}):
        return Step("go", f"{world.node} sends it to {target}"), world._replace(place="sent on", node=target)
    why = "cannot reach" if world.alive[target] else "finds dead"
    return Step("fail", f"{world.node} {why} {target}"), away(world, kept_hint(world, without))


def attached(world, without):
    node, owner = world.node, world.owners[-1]
    if not world.store_answers:
        return Step("fail", f"{node} waits for the store"), away(world, kept_hint(world, without))
    if owner in (node, NOWHERE):
        owners = put(world.owners, len(world.owners) - 1, node)
        return Step("go", f"{node} has it"), world._replace(place="attached", hint=node, owners=owners)
    remembered = put(world.remembered, node, world.owners[0])
    hint = NOWHERE if without == "the close names the owner" else owner
    return Step("go", f"{node} names {owner}"), away(world, hint)._replace(remembered=remembered)


def changes(world):
    yield Step("change", "cut"), away(world, world.hint)
    yield Step("change", "the store answers or not"), world._replace(store_answers=not world.store_answers)
    for node in range(NODES):
        if not world.alive[node]:
            yield Step("change", f"{node} is back"), world._replace(alive=put(world.alive, node, True))
        elif sum(world.alive) > 1:
            owners = tuple(NOWHERE if owner == node else owner for owner in world.owners)
            yield Step("change", f"{node} dies"), world._replace(alive=put(world.alive, node, False), owners=owners)
    if world.store_answers:
        for home, owner in product(range(len(world.owners)), ANY):
            if owner == NOWHERE or world.alive[owner]:
                yield Step("change", f"{owner} has home {home}"), world._replace(owners=put(world.owners, home, owner))


def graph(net, without=None):
    """All that may happen in each world that a page can come to."""
    ways = {}

    def kept(world):
        ways[world] = list(steps(world, net, without))
        return ways[world]

    explore(START, kept, lambda world: None)
    del ways[START]
    return ways


def handshakes(ways):
    """The most handshakes that a page needs without a fault, or None if it can be sent round for ever."""
    on = {world: [following for step, following in found if step.kind == "go"] for world, found in ways.items()}
    most = {}
    try:
        for world in TopologicalSorter(on).static_order():
            most[world] = max((most[following] + (world.place == "nowhere") for following in on[world]), default=0)
    except CycleError:
        return None
    return max(most.values())


def arriving(ways):
    """The worlds from which a page may arrive without a further change."""
    before = {}
    for world, found in ways.items():
        for step, following in found:
            if step.kind != "change":
                before.setdefault(following, []).append(world)
    waiting = [world for world in ways if world.place == "attached" and world.alive[world.node]]
    reached = set(waiting)
    while waiting:
        for world in before.get(waiting.pop(), []):
            if world not in reached:
                reached.add(world)
                waiting.append(world)
    return reached


def wrong(ways, net):
    if handshakes(ways) is None:
        return "a page is sent round for ever"
    reached = arriving(ways)
    for world, found in ways.items():
        if world.store_answers and world not in reached and not (net.is_pinned and 1 in world.owners):
            return "a page never arrives"
        if world.store_answers and any("finds dead" in step.text for step, _ in found):
            return "a page is sent to a dead node"
    return None


@pytest.mark.parametrize("net", [LINKED, CUT, PINNED])
def test_a_page_arrives_after_two_handshakes_at_most(net):
    ways = graph(net)
    assert (wrong(ways, net), handshakes(ways)) == (None, 2)
    assert len(ways) > 5_000


@pytest.mark.parametrize("rule, net, changes, why", [
    ("a handshake is sent on once", LINKED, 2, "a page is sent round for ever"),
    ("the hint goes before the address", LINKED, 0, "a page is sent round for ever"),
    ("the close names the owner", LINKED, 0, "a page is sent round for ever"),
    ("a failed handshake forgets the hint", PINNED, 0, "a page never arrives"),
    ("a hint to a dead node is ignored", LINKED, 1, "a page is sent to a dead node"),
])
def test_each_rule_is_needed(rule, net, changes, why):
    net = net._replace(changes=changes)
    assert wrong(graph(net, rule), net) == why

"""All runs of a small model of `post` (WhatPeopleShare): a page, a tenant that sends, one that receives, and a process that
crashes.

Each of the page's events sends a message. The two tenants are on hubs of their own, so each is saved by itself. Each rule
of `post` is needed: without it, some run loses the message of an acknowledged event, or handles one twice.
"""

from functools import partial
from typing import NamedTuple

import pytest
from explorer import explore

EVENTS, CRASHES = 3, 2


class Store(NamedTuple):
    """The events that count as applied, the messages that wait, in order, and those that have changed the receiver."""
    applied: int = 0
    posts: tuple = ()
    received: tuple = ()


class Receiver(NamedTuple):
    """The last message read, those to be handled, those that have changed it, and those to be deleted with that."""
    read: int = 0
    waiting: tuple = ()
    received: tuple = ()
    handled: tuple = ()
    may_have_more: bool = True


class World(NamedTuple):
    """`applied` and `receiver` are None while there is no process; the receiver, also while it sleeps. A message has the
    number of its event."""
    store: Store
    applied: int | None = None
    receiver: Receiver | None = None
    undeleted: tuple = ()
    crashes: int = CRASHES


def steps(world, without=None):
    """The worlds that may come next, each with what has happened."""
    store, receiver = world.store, world.receiver
    if world.applied is None:
        # The page attaches, learns what is applied, and sends the rest again.
        yield "start", world._replace(applied=store.applied)
        return
    if world.crashes:
        yield "crash", world._replace(applied=None, receiver=None, undeleted=(), crashes=world.crashes - 1)
    yield from sends(world, without)
    if receiver is None:
        yield "load", world._replace(receiver=Receiver(received=store.received))
    else:
        yield from receives(world, without)


def sends(world, without):
    store, receiver = world.store, world.receiver
    if world.applied < EVENTS:
        sent = world._replace(applied=world.applied + 1)
        if without == "it leaves when its turn is saved" and receiver:
            sent = sent._replace(receiver=receiver._replace(waiting=(*receiver.waiting, sent.applied)))
        yield f"event {sent.applied}", sent
    if world.applied > store.applied:
        posts = store.posts + tuple(range(store.applied + 1, world.applied + 1))
        if without == "it leaves when its turn is saved" and receiver:
            posts = store.posts
        if without == "it is saved with its turn":
            yield "save the sender", world._replace(store=store._replace(applied=world.applied))
        else:
            yield "save the sender", announced(world, store._replace(applied=world.applied, posts=posts))
    elif without == "it is saved with its turn":
        posts = tuple(number for number in range(1, world.applied + 1) if number not in store.received)
        if posts != store.posts:
            yield "save the messages", announced(world, store._replace(posts=posts))


def announced(world, store):
    receiver = world.receiver and world.receiver._replace(may_have_more=True)
    return world._replace(store=store, receiver=receiver)


def receives(world, without):
    store, receiver = world.store, world.receiver
    if receiver.may_have_more and not receiver.waiting:
        last = 0 if without == "messages are read once" else receiver.read
        found = tuple(number for number in store.posts if number > last)
        yield "read", world._replace(
            receiver=receiver._replace(waiting=found, read=max((*found, last)), may_have_more=False))
    if receiver.waiting:
        number, *rest = receiver.waiting
        yield f"handle {number}", world._replace(receiver=receiver._replace(
            waiting=tuple(rest), received=(*receiver.received, number), handled=(*receiver.handled, number)))
    if receiver.handled:
        saved = world._replace(
            store=store._replace(received=receiver.received), receiver=receiver._replace(handled=()))
        if without == "it is deleted in the turn that handles it":
            yield "save the receiver", saved._replace(undeleted=world.undeleted + receiver.handled)
        else:
            yield "save the receiver", deleted(saved, receiver.handled)
    if world.undeleted:
        yield "delete", deleted(world, world.undeleted)._replace(undeleted=())
    if not receiver.waiting and not receiver.handled and not receiver.may_have_more:
        yield "sleep", world._replace(receiver=None)


def deleted(world, numbers):
    posts = tuple(number for number in world.store.posts if number not in numbers)
    return world._replace(store=world.store._replace(posts=posts))


def wrong(world):
    store = world.store
    if len(set(store.received)) < len(store.received):
        return "handled twice"
    if list(store.received) != sorted(store.received):
        return "out of order"
    # What is acknowledged has arrived, waits, or is being saved.
    if world.applied is None and set(range(1, store.applied + 1)) - {*store.received, *store.posts}:
        return "lost"
    return None


def test_each_message_of_an_acknowledged_event_is_handled_once_and_in_order():
    worlds = explore(World(Store()), steps, wrong)
    assert len(worlds) > 300
    everything = Store(EVENTS, (), tuple(range(1, EVENTS + 1)))
    assert any(world.store == everything and world.crashes == 0 for world in worlds)


@pytest.mark.parametrize("rule, why, run", [
    ("it leaves when its turn is saved", "lost",
     ["start", "event 1", "load", "save the sender", "crash"]),
    ("it is saved with its turn", "lost", ["start", "event 1", "save the sender", "crash"]),
    ("messages are read once", "handled twice",
     ["start", "event 1", "save the sender", "event 2", "load", "read", "save the sender", "handle 1", "read", "handle 1", "save the receiver"]),
    ("it is deleted in the turn that handles it", "handled twice",
     ["start", "event 1", "save the sender", "load", "read", "handle 1", "save the receiver", "sleep", "load", "read", "handle 1", "save the receiver"]),
])
def test_each_rule_is_needed(rule, why, run):
    assert explore(World(Store()), partial(steps, without=rule), wrong) == (why, run)

"""All runs of a small model of a node that the database does not answer (`Outage.swift`): it has to end if it alone is cut
off, because others have its tenants by then, and must not end if the database is away for all, however slowly the others answer
and whatever ends them.

A step is a second, and the times are shorter than the real ones, in the same order.
"""

from functools import partial
from typing import NamedTuple

import pytest
from explorer import explore

# Since when the database is late; how long an answer of another node takes; how long it is waited for; for how long no answer
# has to come, or others have to reach the database, before a node ends; how far apart two answers may be that others do; how
# much later than the others it may reach a database that is back; and by when one that is cut off has ended.
LATE, SLOW, PATIENCE, SILENCE, LAG, GAP, AGAIN, BOUND = 2, 2, 3, 5, 3, 2, 2, 20
FOREVER = BOUND + 1


class World(NamedTuple):
    """What is so: the database is there, it does not reach the node, the others do not; how many others live, and how long
    ago the database has answered them. What the node knows: how long ago the database has answered it, how long nobody has,
    since when others reach the database, and how long ago one has last said so. `questions` are the ages of those without an
    answer. If the database `flickers`, it was there for others, and again after less time than can be told from slow
    answers."""
    there: bool = True
    cut: bool = False
    split: bool = False
    others: int = 2
    answered_others: int = 0
    answered: int = 0
    silence: int = 0
    reached: int | None = None
    last_reached: int = 0
    questions: tuple = ()
    was_cut: bool = False
    flickers: bool = False
    back: int = 0
    alone_for: int = 0
    changes: int = 4
    ended: str = ""


def steps(world, without=None):
    """The worlds a second later, each with what has happened."""
    if world.ended:
        return
    for change, changed in changes(world):
        for told, heard in seconds(changed, without):
            yield f"{change}{told}", heard


def changes(world):
    yield "", world
    if not world.changes:
        return
    left = world._replace(changes=world.changes - 1)
    yield "the database goes or comes; ", left._replace(there=not world.there)
    yield "the node is cut off or not; ", left._replace(cut=not world.cut)
    yield "the others are cut off from it or not; ", left._replace(split=not world.split)
    if world.others:
        yield "another node ends; ", left._replace(others=world.others - 1)


def seconds(world, without):
    reaches = world.there and not world.cut
    is_back = world.there and world.others and 0 < world.answered_others <= GAP + PATIENCE
    world = world._replace(
        answered_others=0 if world.there and world.others else min(world.answered_others + 1, FOREVER),
        back=min(world.back + 1, AGAIN) if reaches else 0,
        was_cut=world.was_cut or world.cut,
        flickers=world.flickers or bool(is_back and world.reached is not None),
        alone_for=min(world.alone_for + 1, FOREVER) if is_alone(world) else 0)
    if reaches:
        yield "it is answered", world._replace(
            answered=0, silence=0, reached=None, last_reached=0, questions=(), was_cut=False, flickers=False, alone_for=0)
    if not reaches or world.back < AGAIN:
        yield from asks(world._replace(answered=min(world.answered + 1, FOREVER)), without)


def is_alone(world):
    """Whether others go on without the node."""
    return world.cut and (world.split or world.there and world.others > 0)


def asks(world, without):
    if world.answered <= LATE:
        yield "it waits", world
        return
    patience = 1 if without == "a slow answer counts" else PATIENCE
    questions = tuple(age + 1 for age in world.questions if age + 1 <= patience) + (0,)
    world = world._replace(silence=min(world.silence + 1, FOREVER), questions=questions)
    if world.split or not world.others and without == "that no process is there is an answer":
        yield "nobody answers", judged(world)
    elif not world.others:
        yield "no process is there", judged(world._replace(silence=0, questions=()))
    else:
        must = sum(age >= SLOW for age in questions)
        for count in range(must, len(questions) + 1):
            yield f"{count} answers come", judged(answered(world, count, without))


def answered(world, count, without):
    """The oldest questions are answered."""
    heard, rest = world.questions[:count], world.questions[count:]
    reached, last = world.reached, world.last_reached
    if reached is not None:
        reached, last = min(reached + 1, FOREVER), min(last + 1, FOREVER)
    for age in heard:
        if world.answered_others > 1:
            continue
        if reached is not None and last - age > GAP and without != "an outage for all begins anew":
            reached = None
        last = 0
        lag = 0 if without == "others reach it for a while" else LAG
        if reached is None:
            reached = 0
            if lag:
                continue
        if reached - age >= lag:
            return world._replace(ended="others reach it")
    return world._replace(questions=rest, reached=reached, last_reached=last, silence=0 if heard else world.silence)


def judged(world):
    return world._replace(ended=world.ended or ("nobody answers" if world.silence >= SILENCE else ""))


def wrong(world):
    if world.ended == "others reach it" and not world.was_cut and not world.flickers:
        return "it ended, and was not cut off"
    if world.ended == "nobody answers" and not world.split:
        return "it ended, and others would have answered"
    if not world.ended and world.alone_for >= BOUND:
        return "it goes on alone"
    return None


def test_a_node_ends_if_it_is_cut_off_and_not_if_the_database_is_away():
    worlds = explore(World(), steps, wrong)
    assert isinstance(worlds, set), worlds
    assert {world.ended for world in worlds} == {"", "others reach it", "nobody answers"}


@pytest.mark.parametrize(("rule", "why"), [
    ("a slow answer counts", "it ended, and others would have answered"),
    ("that no process is there is an answer", "it ended, and others would have answered"),
    ("others reach it for a while", "it ended, and was not cut off"),
    ("an outage for all begins anew", "it ended, and was not cut off"),
])
def test_each_rule_is_needed(rule, why):
    assert explore(World(), partial(steps, without=rule), wrong)[0] == why

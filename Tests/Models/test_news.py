"""All runs of a small model of news between nodes: rows that are written with a turn, a hint that may be lost, and a
look with each beat.

Two lives write, and a third reads. Each turn posts a message to a home of the reader and replaces a publication of its
own. For both it writes news in the same transaction: its life, its turn, the kind and the key. A post also has a
number, which the database gives before the commit, so a smaller number may be committed later; the turns of one life
are committed one after another. A hint says that there is something to read. It is lost with its sender or on its way.
At a hint and at each beat, the reader looks at the news after the last turn that it has seen of each life; when it
starts, it reads everything. Then it reads all posts that it does not have in memory.

When all turns are written and a beat has passed, each post must have been handled once, those of a sender in their
order, and the last publications must be shown.

Run through are two turns of one writer and one of the other, a turn that is refused and said again with another number,
and a reader that crashes once. Each rule is needed: without it, some run breaks one of these promises.
"""

from functools import partial
from typing import NamedTuple

import pytest
from explorer import explore

LIVES, TURNS = 2, (2, 1)
NUMBERS = sum(TURNS) + 1


class News(NamedTuple):
    """A row of the table. The key of a publication is the life that has it."""
    life: int
    turn: int
    kind: str
    key: int


class Post(NamedTuple):
    number: int
    life: int
    turn: int


class Store(NamedTuple):
    """`number` is the last that was given, `turns` are the last of each life, and their numbers are what it publishes;
    `received` are the posts that have changed the receiver."""
    number: int = 0
    turns: tuple = (0,) * LIVES
    news: tuple = ()
    posts: tuple = ()
    received: tuple = ()


class Reader(NamedTuple):
    """The last turn seen of each life, or None before the first look; the publications it shows, the last number read
    (only for the reader that reads after it), and the posts that wait and that are handled."""
    seen: tuple | None = None
    shown: tuple = (0,) * LIVES
    read: int = 0
    waiting: tuple = ()
    handled: tuple = ()


class World(NamedTuple):
    """`numbers` are those of the posts whose transaction is not committed. `reader` is None while it has no process,
    and `has_looked` says that a beat has passed since the last commit."""
    store: Store = Store()
    numbers: tuple = (None,) * LIVES
    hints: int = 0
    reader: Reader | None = Reader()
    has_looked: bool = False
    crashes: int = 1


def put(values, index, value):
    return values[:index] + (value,) + values[index + 1:]


def steps(world, without=None):
    """The worlds that may come next, each with what has happened."""
    for life in range(LIVES):
        yield from writes(world, life, without)
    if world.hints:
        yield "hint lost", world._replace(hints=world.hints - 1)
    if world.reader is None:
        yield "start", world._replace(reader=Reader())
    else:
        yield from reads(world, without)


def writes(world, life, without):
    store, number = world.store, world.numbers[life]
    if number is None:
        if store.turns[life] < TURNS[life]:
            number = store.number + 1
            yield f"{life} inserts", world._replace(
                store=store._replace(number=number), numbers=put(world.numbers, life, number))
        return
    turn = store.turns[life] + 1
    position = (0, number) if without == "the position is a life and its turn" else (life, turn)
    after = store._replace(
        turns=put(store.turns, life, turn), posts=(*store.posts, Post(number, life, turn)),
        news=tuple(sorted((*store.news, News(*position, "post", 0), News(*position, "publication", life)))))
    committed = world._replace(store=after, numbers=put(world.numbers, life, None), has_looked=False)
    if without == "news is written with its turn":
        yield f"{life} commits and dies", committed._replace(store=after._replace(news=store.news))
    else:
        yield f"{life} commits and dies", committed
    yield f"{life} commits", committed._replace(hints=min(world.hints + 1, 2))
    if store.number < NUMBERS:
        yield f"{life} is refused", world._replace(numbers=put(world.numbers, life, None))


def reads(world, without):
    store, reader = world.store, world.reader
    if world.hints:
        yield "hint", world._replace(reader=looked(store, reader, without), hints=world.hints - 1)
    if not world.has_looked and (reader.seen is None or without != "it looks with each beat"):
        yield "beat", world._replace(reader=looked(store, reader, without), has_looked=True)
    if reader.waiting:
        post, *rest = reader.waiting
        yield "handle", world._replace(reader=reader._replace(waiting=tuple(rest), handled=(*reader.handled, post)))
    if reader.handled:
        received = store.received + tuple((post.life, post.turn) for post in reader.handled)
        posts = tuple(post for post in store.posts if post not in reader.handled)
        if without == "a post is deleted in the turn that handles it":
            posts = store.posts
        yield "save", world._replace(
            store=store._replace(received=received, posts=posts), reader=reader._replace(handled=()))
    if world.crashes:
        yield "crash", world._replace(reader=None, has_looked=False, crashes=world.crashes - 1)


def looked(store, reader, without):
    """The reader after it has looked at one snapshot of the store."""
    is_first = reader.seen is None
    last = (0,) * LIVES if is_first else reader.seen
    news = [row for row in store.news if row.turn > last[row.life]]
    seen = tuple(max([last[life], *(row.turn for row in news if row.life == life)]) for life in range(LIVES))
    if is_first and without == "the first look reads everything":
        return reader._replace(seen=seen)
    changed = {row.key for row in news if row.kind == "publication"}
    shown = tuple(
        turn if is_first or life in changed else reader.shown[life] for life, turn in enumerate(store.turns))
    reader = reader._replace(seen=seen, shown=shown)
    if not is_first and not any(row.kind == "post" for row in news):
        return reader
    if without == "posts are read that are not in memory":
        found = sorted(post for post in store.posts if post.number > reader.read)
        return reader._replace(
            waiting=reader.waiting + tuple(found), read=max([reader.read, *(post.number for post in found)]))
    found = sorted(post for post in store.posts if post not in reader.waiting and post not in reader.handled)
    return reader._replace(waiting=reader.waiting + tuple(found))


def wrong(world, without=None):
    store, reader = world.store, world.reader
    if len(set(store.received)) < len(store.received):
        return "a post is handled twice"
    for life in range(LIVES):
        turns = [turn for sender, turn in store.received if sender == life]
        if turns != sorted(turns):
            return "the posts of a sender are out of order"
    has_looked = world.has_looked or without == "it looks with each beat"
    is_at_rest = reader and reader.seen and not world.hints and not reader.waiting and not reader.handled
    if store.turns == TURNS and has_looked and is_at_rest:
        if len(store.received) < sum(TURNS):
            return "a post is never handled"
        if reader.shown != store.turns:
            return "a publication is never shown"
    return None


def test_each_post_is_handled_once_and_in_order_and_the_last_publications_are_shown():
    worlds = explore(World(), steps, wrong)
    assert len(worlds) > 20_000
    assert any(len(world.store.received) == sum(TURNS) and world.crashes == 0 for world in worlds)


@pytest.mark.parametrize("rule, why, run", [
    ("news is written with its turn", "a post is never handled",
     ["0 inserts", "1 inserts", "beat", "0 commits and dies", "0 inserts", "0 commits and dies",
      "1 commits and dies", "beat"]),
    ("the position is a life and its turn", "a post is never handled",
     ["0 inserts", "0 commits and dies", "0 inserts", "1 inserts", "1 commits and dies", "beat",
      "0 commits and dies", "beat", "handle", "handle", "save"]),
    ("the first look reads everything", "a post is never handled",
     ["0 inserts", "0 commits and dies", "0 inserts", "0 commits and dies", "1 inserts", "1 commits and dies",
      "beat"]),
    ("it looks with each beat", "a post is never handled",
     ["0 inserts", "1 inserts", "beat", "0 commits and dies", "0 inserts", "0 commits and dies",
      "1 commits and dies"]),
    ("posts are read that are not in memory", "a post is never handled",
     ["0 inserts", "0 commits and dies", "0 inserts", "1 inserts", "1 commits and dies", "beat",
      "0 commits and dies", "beat", "handle", "handle", "save"]),
    ("a post is deleted in the turn that handles it", "a post is handled twice",
     ["0 inserts", "0 commits and dies", "0 inserts", "beat", "0 commits and dies", "handle", "save", "beat",
      "handle", "save"]),
])
def test_each_rule_is_needed(rule, why, run):
    assert explore(World(), partial(steps, without=rule), partial(wrong, without=rule)) == (why, run)

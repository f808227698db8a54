"""Finds all worlds that a model can come to."""

from collections import deque


def explore(first, steps, wrong, same=lambda world: world):
    """Returns all worlds, or why a world is wrong and the shortest run that leads to it.

    `steps` yields the worlds that may come next, each with what has happened; `same` returns one world for all that
    differ in nothing that matters.
    """
    came_from, waiting = {first: None}, deque([first])
    while waiting:
        world = waiting.popleft()
        for step, following in steps(world):
            following = same(following)
            if following in came_from:
                continue
            came_from[following] = (world, step)
            if why := wrong(following):
                run = []
                while came_from[following]:
                    following, step = came_from[following]
                    run.append(step)
                return why, run[::-1]
            waiting.append(following)
    return set(came_from)

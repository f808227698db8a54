"""The short form of bystander_latency.py: beside visitors who do their worst, a bystander is served. It measures no time."""

import multiprocessing
import time

import bystander_latency
import pytest
from bystander import Bystander
from program import Program


@pytest.fixture(scope="module")
def public():
    program = Program("--database", "memory", "--trusted-proxies", "127.0.0.1")
    yield program
    program.stop()


@pytest.mark.parametrize("what", bystander_latency.VISITORS)
def test_a_bystander_is_served_beside_visitors_who_do_their_worst(public, what, monkeypatch):
    monkeypatch.setattr(bystander_latency, "PAGES", 2)
    monkeypatch.setattr(bystander_latency, "SCREENS", 30)
    bystander = Bystander(public)
    with bystander_latency.visitors(what, public) as done:
        while done.value < 5:
            assert len(multiprocessing.active_children()) == bystander_latency.PAGES, "a visitor has failed"
            bystander.notices_nothing()
            time.sleep(1 / bystander_latency.RATE)
    bystander.notices_nothing()
    bystander.page.cut()

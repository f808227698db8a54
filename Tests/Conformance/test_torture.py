"""The short forms of torture.py: a server that is killed at random moments loses nothing and does nothing twice."""

from customers import Customers
from databases import PostgreSQL, ReplicatedPostgreSQL
from people import People
from program import Program
from torture import Torture, nodes


def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice(tmp_path):
    program = Program("--database", str(tmp_path / "oriel.db"))
    try:
        Torture(program, People(clients=8, users=3), kills=5, pause=(0.2, 0.8)).run()
    finally:
        if program.is_running:
            program.kill()


def test_nothing_is_lost_with_a_database_that_ends_too_and_a_server_that_waits(tmp_path):
    store = PostgreSQL()
    program = Program("--database", store.new_database("torture"), "--state", str(tmp_path))
    try:
        Torture(program, People(clients=8, users=3), kills=6, pause=(0.2, 0.8), store=store, standby=True).run()
    finally:
        if program.is_running:
            program.kill()
        store.stop()


def test_nothing_is_lost_when_nodes_fail_one_after_another(tmp_path, monkeypatch):
    monkeypatch.setenv("ORDERS_SHOPS", "4")
    store, orders = ReplicatedPostgreSQL(), PostgreSQL()
    cluster = nodes(store, tmp_path, 3, orders)
    try:
        Torture(cluster, Customers(orders, clients=8, users=4, shops=4), kills=6, pause=(0.2, 1), store=store).run()
    except BaseException:
        print(cluster.faults)
        raise
    finally:
        cluster.kill()
        for server in store, orders:
            server.stop()

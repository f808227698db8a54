"""The rows of a table: a client that was written from the protocol's page sees what the server has."""

import random

import pytest
from oriel_client import Client


@pytest.fixture
def table(program):
    client = Client(program.origin, cookie=program.user()).attach(url="/exhibit/tables", scene="exhibit", value="tables")
    name = next((model, "parcels") for model in client.document["models"] if client.table(model, "parcels"))
    client.until(lambda: name in client.slices)
    return client, name


def numbers(slice):
    return [int(id) for id in slice["ids"]]


def test_the_first_rows_come_unasked_and_others_when_they_are_asked_for(table):
    client, name = table
    first = client.slices[name][1]
    assert (first["from"], first["total"], numbers(first)) == (0, 2000, list(range(2000, 1960, -1)))
    assert numbers(client.ask_rows(*name, **{"from": 1990, "count": 500})) == list(range(200, 0, -1))
    assert numbers(client.ask_rows(*name, **{"from": 2**53 - 1, "count": 0})) == [1]
    assert 700 in numbers(client.ask_rows(*name, to="700", count=20))
    assert numbers(client.ask_rows(*name, to="nothing")) == numbers(client.ask_rows(*name))
    rev = client.rev
    assert client.event("select", *name, value={"only": "700"}) is None
    assert client.ask_rows(*name)["rows"]["700"]["selected"]
    assert client.rev == rev + 1  # the text that says how many are selected, and no row


def test_after_any_requests_and_events_a_slice_is_the_one_that_is_asked_for_again(table):
    client, name = table
    chance = random.Random(57)
    toolbar = next(model for model in client.document["models"].values() if model.get("toolbar"))["toolbar"]
    arrive, weigh = (button["id"] for button in toolbar)
    is_held = False
    for _ in range(150):
        act, at = chance.randrange(7), chance.randrange(2000)
        if act == 0:
            client.ask_rows(*name, **{"from": at, "count": chance.randrange(1, 80)})
        elif act == 1:
            client.event("sort", *name, value={"column": chance.choice(["Parcel", "Place", "Weight", "State"])})
        elif act == 2:
            client.event("tap", name[0], chance.choice([arrive, weigh]))
        elif act == 3:
            is_held = not is_held
            client.ask_rows(*name, hold=is_held)
        elif act == 4 and (ids := client.slices[name][1]["ids"]):
            client.event("cell", *name, value={"id": chance.choice(ids), "column": "", "element": "0", "name": "tap"})
        elif act == 5:
            client.event("select", *name, value={"from": str(at), "to": str(chance.randrange(2000))})
        else:
            client.ask_rows(*name, menu=str(at))
        slice = client.ask_rows(*name)
        again = client.ask_rows(*name, fresh=True)
        assert slice == again
        if not is_held:
            assert not any(row.get("gone") for row in slice["rows"].values()) and "waiting" not in slice


@pytest.mark.parametrize("members", [
    {"from": -1}, {"from": 1.5}, {"count": "40"}, {"anchor": {"id": "1"}}, {"anchor": []}, {"hold": 1}, {"to": ""}, {"to": 7}, {"menu": "x" * 65}, {"copy": ""}])
def test_a_malformed_request_ends_the_connection(table, members):
    client, name = table
    client.say(rows={"model": name[0], "element": name[1], "sequence": 1, **members})
    assert client.until_closed() == 4400


@pytest.mark.parametrize(("event", "value", "code"), [
    ("sort", {"column": "Nothing"}, "invalid"), ("sort", {"column": ""}, "invalid"), ("select", {}, "invalid"), ("select", 7, "invalid"),
    ("open", {"id": "9999"}, "stale"), ("open", {}, "invalid"), ("edit", {"id": "7", "column": "Place", "text": "x", "was": "y"}, "invalid"),
    ("edit", {"id": "9999", "column": "Weight", "text": "1", "was": "1"}, "stale"), ("edit", {"id": "7", "column": "Weight", "text": "1", "was": "x"}, "invalid"),
    ("cell", {"id": "7", "column": "", "element": "nothing", "name": "tap"}, "stale"), ("cell", {"id": "7", "column": "Nothing", "element": "0", "name": "tap"}, "stale"),
    ("cell", {"id": "7", "column": "", "element": "0", "name": "change"}, "invalid"), ("cell", {}, "invalid")])
def test_what_a_table_does_not_take_is_refused_and_changes_nothing(table, event, value, code):
    client, name = table
    before = client.document
    assert client.event(event, *name, value=value)["code"] == code
    assert client.document == before


def test_copied_rows_need_not_be_in_the_slice(table):
    client, name = table
    client.event("select", *name, value={"from": "700", "to": "701"})
    client.ask_rows(*name, copy="700")
    assert client.copied["rows"][0][:3] == ["Parcel", "Place", "Weight"]
    assert [line[0] for line in client.copied["rows"][1:]] == ["No. 701", "No. 700"]
    client.event("select", *name, value={"all": True})
    client.ask_rows(*name, copy="700")
    assert (len(client.copied["rows"]), client.copied["count"]) == (1001, 2000)

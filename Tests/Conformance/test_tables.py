"""The rows of a table: a client that was written from the protocol's page sees what the server has."""

import csv
import io
import random

import pytest
from oriel_client import Client
from test_downloads import ask


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
    arrive, weigh = [button["id"] for button in toolbar][:2]
    is_held = False
    for _ in range(150):
        act, at = chance.randrange(8), chance.randrange(2000)
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
            ids = chance.sample(["Parcel", "Place", "Weight", "State", ""], 5)
            client.event("columns", *name, value={"order": ids[:3], "hidden": ids[3:chance.randrange(3, 6)], "widths": {ids[0]: at}})
        elif act == 6:
            client.event("select", *name, value={"from": str(at), "to": str(chance.randrange(2000))})
        else:
            client.ask_rows(*name, menu=str(at))
        slice = client.ask_rows(*name)
        again = client.ask_rows(*name, fresh=True)
        assert slice == again
        if not is_held:
            assert not any(row.get("gone") for row in slice["rows"].values()) and "waiting" not in slice


def test_a_row_is_found_wherever_it_is(table):
    client, name = table
    slice = client.slices[name]

    def found(**find):
        client.ask_rows(*name, find=find)
        return client.found

    assert found(text="no. 7", after="70") == {"id": "7", "index": 1993}
    assert found(prefix="NO. 700") == {"id": "700", "index": 1300}
    assert found(prefix="o. 700") == {} == found(text="") == found(text="nothing that a row has")
    assert found(text="No. 70", after="700") == {"id": "70", "index": 1930}
    assert found(text="No. 70", after="700", back=True) == {"id": "701", "index": 1299}
    assert found(text="No. 1500", after="1500") == {"id": "1500", "index": 500}
    assert found(text="No. 1500", after="not a row") == {"id": "1500", "index": 500}
    assert found(text="x" * 16_384) == {}
    assert client.slices[name] == slice
    client.event("sort", *name, value={"column": "Weight"})
    place = found(text="No. 700")["index"]
    assert client.ask_rows(*name, **{"from": place, "count": 1})["ids"] == ["700"]


@pytest.mark.parametrize("members", [
    {"find": {}}, {"find": "No. 7"}, {"find": {"text": 7}}, {"find": {"prefix": ["a"]}}, {"find": {"text": "a", "prefix": "a"}}, {"find": {"text": "a", "after": 7}},
    {"find": {"text": "a", "after": ""}}, {"find": {"text": "a", "back": 1}}, {"find": {"text": None}},
    {"from": -1}, {"from": 1.5}, {"count": "40"}, {"anchor": {"id": "1"}}, {"anchor": []}, {"hold": 1}, {"to": ""}, {"to": 7}, {"menu": "x" * 65}, {"detail": "x" * 65}, {"copy": ""}])
def test_a_malformed_request_ends_the_connection(table, members):
    client, name = table
    client.say(rows={"model": name[0], "element": name[1], "sequence": 1, **members})
    assert client.until_closed() == 4400


@pytest.mark.parametrize(("event", "value", "code"), [
    ("sort", {"column": "Nothing"}, "invalid"), ("sort", {"column": ""}, "invalid"), ("select", {}, "invalid"), ("select", 7, "invalid"),
    ("open", {"id": "9999"}, "stale"), ("open", {}, "invalid"), ("edit", {"id": "7", "column": "Place", "text": "x", "was": "y"}, "invalid"),
    ("edit", {"id": "9999", "column": "Weight", "text": "1", "was": "1"}, "stale"), ("edit", {"id": "7", "column": "Weight", "text": "1", "was": "x"}, "invalid"),
    ("cell", {"id": "7", "column": "", "element": "nothing", "name": "tap"}, "stale"), ("cell", {"id": "7", "column": "Nothing", "element": "0", "name": "tap"}, "stale"),
    ("cell", {"id": "7", "column": "", "element": "0", "name": "change"}, "invalid"), ("cell", {}, "invalid"),
    ("columns", None, "invalid"), ("columns", [], "invalid"), ("columns", {"order": "Place"}, "invalid"), ("columns", {"order": [7]}, "invalid"),
    ("columns", {"order": ["Place"] * 65}, "invalid"), ("columns", {"hidden": {"Place": True}}, "invalid"), ("columns", {"hidden": ["Parcel", "Place", "Weight", "State", ""]}, "invalid"),
    ("columns", {"widths": ["Place"]}, "invalid"), ("columns", {"widths": {"Place": "100"}}, "invalid"), ("columns", {"widths": {"Place": True}}, "invalid"),
    ("columns", {"widths": {str(number): 100 for number in range(65)}}, "invalid")])
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


def test_columns_are_as_their_user_wants_them_and_hidden_ones_have_no_cells(table):
    client, name = table
    assert client.table(*name)["customization"] == {}
    wanted = {"order": ["State", "Parcel", "Gone"], "widths": {"Parcel": -1, "Place": 1e9, "Gone": 7}, "hidden": ["Weight", "Gone"]}
    assert client.event("columns", *name, value=wanted) is None
    slice, columns = client.ask_rows(*name), client.table(*name)["columns"]
    assert [(column["id"], column.get("hidden", False)) for column in columns] == [
        ("State", False), ("Parcel", False), ("Place", False), ("Weight", True), ("", False)]
    assert client.table(*name)["customization"] == {"order": ["State", "Parcel"], "widths": {"Parcel": 40, "Place": 1200}, "hidden": ["Weight"]}
    first = slice["rows"][slice["ids"][0]]["cells"]
    assert len(first) == 4 and first[1] == "No. 2000"
    assert client.event("edit", *name, value={"id": "7", "column": "Weight", "text": "1", "was": "1"})["code"] == "invalid"
    assert client.event("columns", *name, value={}) is None
    assert client.table(*name)["customization"] == {} and len(client.ask_rows(*name)["rows"]["2000"]["cells"]) == 5


def saved(client, program):
    """The lines of the file that the page is told to save, and its address."""
    client.until(lambda: any(trigger["kind"] == "download" for trigger in client.triggers))
    url = client.triggers[-1]["payload"]["url"]
    status, header, body = ask(program, url, client.cookie)
    assert (status, header["content-type"]) == (200, "text/csv")
    assert header["content-disposition"].startswith('attachment; filename="parcels.csv"')
    assert body.startswith(b"\xef\xbb\xbf") and body.endswith(b"\r\n") and body.count(b"\n") == body.count(b"\r\n")
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), strict=True)), url


def test_all_rows_are_a_file_which_is_fetched_once(table, program):
    client, name = table
    assert client.table(*name)["downloads"] == "csv"
    client.event("sort", *name, value={"column": "Parcel"})
    client.event("columns", *name, value={"order": ["Place", "Parcel"], "hidden": ["Weight", "State", ""]})
    assert client.event("download", *name) is None
    lines, url = saved(client, program)
    assert lines[0] == ["Place", "Parcel"] and [line[1] for line in lines[1:]] == [f"No. {number}" for number in range(1, 2001)]
    assert ask(program, url, client.cookie)[0] == 404
    # A value is ignored, and nobody else gets the file.
    client.triggers.clear()
    assert client.event("download", *name, value={"id": 7}) is None
    client.until(lambda: client.triggers)
    assert ask(program, client.triggers[-1]["payload"]["url"], program.user())[0] == 404
    assert saved(client, program)[0] == lines


def tables(node):
    """The ids of the tables in an element or a list of elements."""
    if isinstance(node, list):
        return [id for one in node for id in tables(one)]
    return ([node["id"]] if node.get("type") == "table" else []) + tables(node.get("children", []))


def test_a_table_without_a_file_refuses_to_make_one(program):
    client = Client(program.origin, cookie=program.user()).attach(url="/dispatch")
    model, id = next((model, id) for model, state in client.document["models"].items() for id in tables(state.get("body", [])))
    assert "downloads" not in client.table(model, id)
    assert client.event("download", model, id)["code"] == "invalid"

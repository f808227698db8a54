"""Several nodes on one database: each room of a desk is in the memory of one of them, and its pages may come to any."""

import itertools
import json
import re
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest
import test_poison
from cluster import Cluster
from oriel_client import Client
from program import ROOT, eventually, free_port
from test_desk import BINARY, View, feed, incidents, tap, text, write  # noqa: F401
from test_postgres import database, server  # noqa: F401
from websockets.exceptions import ConnectionClosed, InvalidHandshake

ROOMS = ["north", "south", "east", "west"]
HOMES = dict(zip("abc", ROOMS))  # the room of each node


@pytest.fixture
def cluster(database, tmp_path, feed):  # noqa: F811
    cluster = Cluster(database, tmp_path, binary=BINARY)
    for node in cluster:
        eventually(lambda: len(node.api("GET", "nodes")["nodes"]) == 3)
    yield cluster
    cluster.stop()


def take(client, number):
    """Takes an incident. It is answered, and perhaps not saved."""
    model, button = View(client.document).element(f"Take {number}")
    client.event("tap", model, button["id"])


def page_of(node, address, by_page=True):
    client = Client(node.origin, node.user())
    client.query = "page=" + urllib.parse.quote(address, safe="") if by_page else ""
    client.attach(url=address)
    client.kept()
    return client


def find_at(client, node):
    """Comes back by another node, as a balancer may choose it: tries again as a page does."""
    client.cut()
    client.origin = client.page = node.origin

    def comes():
        try:
            client.resume()
            return True
        except (ConnectionClosed, InvalidHandshake, OSError):
            return False

    eventually(comes)


def test_pages_of_a_room_share_it_whichever_node_they_come_to(cluster, feed):  # noqa: F811
    rooms = {room: [page_of(node, f"/{room}/board") for node in cluster] for room in ROOMS}
    for room, clients in rooms.items():
        feed.report(room, f"Fire in {room}")
        for client in clients:
            client.until(lambda: incidents(client) != [])
        tap(clients[-1], "Take 1")
        for client in clients:
            client.until(lambda: incidents(client) == [f"1: Fire in {room}, taken"])
    assert all(client.handshakes == 1 for clients in rooms.values() for client in clients)
    moved = rooms["north"][1]
    find_at(moved, cluster[2])
    # It goes on where it was, whichever node it comes to.
    assert moved.resumed


def test_a_page_whose_address_does_not_name_the_room_is_sent_to_its_node(cluster, feed):  # noqa: F811
    first = page_of(cluster[0], "/north/board")
    others = [page_of(node, "/north/board", by_page=False) for node in cluster]
    assert all(client.handshakes <= 3 for client in others)
    feed.report("north", "Fire")
    for client in [first, *others]:
        client.until(lambda: incidents(client) != [])


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM])
def test_nothing_is_lost_when_a_node_ends(cluster, feed, end):  # noqa: F811
    feed.report("north", "Fire")
    clients = [page_of(node, "/north/board") for node in cluster]
    for client in clients:
        client.until(lambda: incidents(client) != [])
    note = Client(cluster[1].origin, cluster[1].user())
    note.query = "page=%2Fnorth%2Fincident"
    note.attach(url="/north/incident", scene="incident", value=1)
    write(note, "Two people inside")
    # The first page to come has brought the room to the first node.
    cluster[0].process.send_signal(end)
    for client, node in zip([*clients, note], itertools.cycle(cluster[1:])):
        find_at(client, node)
    assert text(note, "note") == "Two people inside"
    tap(clients[0], "Take 1")
    for client in clients:
        client.until(lambda: incidents(client) == ["1: Fire, taken"])
    if end == signal.SIGSTOP:
        cluster[0].go_on()
        assert cluster.ended(cluster[0]) == 75


def test_a_room_goes_on_without_a_page_when_its_node_is_gone(cluster, feed):  # noqa: F811
    feed.report("north", "Fire")
    client = page_of(cluster[0], "/north/board")
    client.until(lambda: incidents(client) != [])
    client.say(leave={})
    cluster[0].kill()
    # Nobody has taken the incident, so a message of the room to itself escalates it after two seconds.
    eventually(lambda: any(node.has_said("1 is escalated") for node in cluster.nodes[1:]))


def test_a_restarted_node_need_not_wait(cluster, feed):  # noqa: F811
    client = page_of(cluster[0], "/north/board")
    cluster[0].kill()
    cluster[0].start()
    find_at(client, cluster[0])
    feed.report("north", "Fire")
    client.until(lambda: incidents(client) != [])


def test_operators_see_the_nodes_and_where_a_tenant_is(cluster):
    page_of(cluster[0], "/north/board")
    for index, node in enumerate(cluster):
        nodes = node.api("GET", "nodes")["nodes"]
        assert [nodes[0]["name"], nodes[0]["id"], nodes[0]["address"]] == [node.name, node.life, node.address_of_node]
        assert sorted(each["name"] for each in nodes) == ["a", "b", "c"]
    eventually(lambda: {each["name"]: each["pages"] for each in cluster[2].api("GET", "nodes")["nodes"]} == {"a": 1, "b": 0, "c": 0})
    refused = cluster[1].act("close", {"tenant": "north"}, expect=409)
    assert '"north" is in the memory of the node "a"' in refused["detail"] and refused["node"] == "a"


def test_a_tenant_of_another_node_is_shown_by_that_one(cluster):
    page_of(cluster[0], "/north/board")
    assert cluster[2].api("GET", "tenants/north", expect=409)["node"] == "a"
    assert cluster[2].api("GET", "tenants/north", node="a")["attached"] == 1
    assert "state      open" in cluster[2].command("tenant", "show", "north")[1]
    console = console_at(cluster[2], "/admin/tenants/north")
    console.until(lambda: "/admin/node/a/tenants/north" in str(console.document))
    there = console_at(cluster[2], "/admin/node/a/tenants/north")
    there.until(lambda: "Move to b" in str(there.document))


def test_any_node_sends_an_operators_request_on_to_the_one_that_it_names(cluster):
    client = page_of(cluster[0], "/north/board")
    window = f"windows/{client.window}"
    assert cluster[2].api("GET", window, expect=409)["node"] == "a"
    assert cluster[2].api("GET", window, node="a")["id"] == client.window
    assert cluster[2].api("GET", "nodes", node="b")["nodes"][0]["name"] == "b"
    cluster[2].api("POST", "acts", {"act": "close", "target": {"tenant": "north"}}, node="a")
    assert client.until_closed() == 4505


def test_the_command_asks_the_node_that_has_what_it_is_about(cluster):
    client = page_of(cluster[0], "/north/board")
    assert cluster[2].command("nodes", "--node", "b")[1].splitlines()[1].startswith("b")
    code, said = cluster[2].command("nodes", "--node", "d")
    assert code == 1 and said.startswith('There is no node "d": there are "c", ')
    code, said = cluster[2].command("dismiss", client.window)
    assert code == 0, said
    assert client.until_closed() == 4500


def test_a_list_is_of_all_nodes_with_the_node_of_each_row(cluster):
    clients = {name: page_of(node, f"/{room}/board") for (name, room), node in zip(HOMES.items(), cluster)}
    asked = cluster[2]
    of_window = {client.window: name for name, client in clients.items()}
    assert {row["id"]: row["node"] for row in asked.api("GET", "windows")["windows"]} == of_window
    found = asked.api("GET", "windows?scene=board&limit=2")
    rest = asked.api("GET", f"windows?scene=board&limit=2&after={found['next']}")
    assert ([found["count"], len(found["windows"])], [rest["count"], "next" in rest]) == ([3, 2], [3, False])
    assert {row["id"]: row["node"] for row in found["windows"] + rest["windows"]} == of_window
    users = asked.api("GET", "users")
    assert (users["count"], {row["tenant"]: row["node"] for row in users["users"]}) == (3, {room: name for name, room in HOMES.items()})
    tenants = {row["name"]: (row["state"], row["attached"], row["node"]) for row in asked.api("GET", "tenants")["tenants"]}
    # The chiefs' windows would be in the tenant that all share.
    assert {name: row for name, row in tenants.items() if name != "app"} == {room: ("open", 1, name) for name, room in HOMES.items()}
    assert [row["id"] for row in asked.api("GET", "windows?scene=board", node="b")["windows"]] == [clients["b"].window]
    assert "NODE" in asked.command("windows")[1] and "NODE" in asked.command("tenants")[1]


def put_to_sleep(room, cluster):
    """The room stays awake, so the first node has it again a moment later, without its windows."""
    cluster[0].act("sleep", {"tenant": room})
    until_placed(room, ("open", "a"), cluster)


def until_placed(tenant, place, nodes):
    eventually(lambda: all(place_of(tenant, node) == place for node in nodes))


def place_of(tenant, asked):
    return {row["name"]: (row["state"], row.get("node")) for row in asked.api("GET", "tenants")["tenants"]}[tenant]


def node_of(tenant, asked):
    return place_of(tenant, asked)[1]


def test_a_window_that_sleeps_is_listed_once(cluster):
    client = page_of(cluster[0], "/north/board")
    leave(client, cluster)
    put_to_sleep("north", cluster)
    assert_asleep(client, cluster, tenant="north", scene="board", title="Board")


def test_a_window_of_a_tenant_that_no_node_has_is_listed_once(cluster):
    client = Client(cluster[0].origin, cluster[0].user()).attach(scene="suggestion")
    client.kept()
    cluster[0].stop()
    left = cluster.nodes[1:]
    eventually(lambda: all(len(node.api("GET", "nodes")["nodes"]) == 2 for node in left))
    until_placed("app", ("asleep", None), left)
    assert_asleep(client, left, scene="suggestion", title="Suggestion")


def leave(client, cluster):
    client.cut()
    eventually(lambda: cluster[0].api("GET", f"windows/{client.window}")["attached"] == 0)


def assert_asleep(client, nodes, **row):
    for node in nodes:
        asleep = [{key: row[key] for key in row if key not in ["user", "used"]} for row in node.api("GET", "windows?state=asleep")["windows"]]
        assert asleep == [{"id": client.window, **row, "attached": 0, "state": "asleep"}]
        assert [row["id"] for row in node.api("GET", "windows")["windows"]] == [client.window]


def test_an_act_on_many_is_done_once_in_the_windows_of_all_nodes(cluster):
    clients = {name: page_of(node, f"/{room}/board") for (name, room), node in zip(HOMES.items(), cluster)}
    asleep = page_of(cluster[0], "/west/board")
    leave(asleep, cluster)
    put_to_sleep("west", cluster)
    everyone = [*clients.values(), asleep]
    sent = cluster[1].act("trigger", {"scene": "board"}, kind="print", payload={})
    assert sent["windows"] == 4, [node.api("GET", f"triggers/{sent['trigger']}") for node in cluster]
    for client in clients.values():
        client.until(lambda: client.triggers)
        assert [trigger["id"] for trigger in client.triggers] == [sent["trigger"]]
    for node in cluster:
        outcomes = node.api("GET", f"triggers/{sent['trigger']}")["outcomes"]
        assert sorted(outcome["window"] for outcome in outcomes) == sorted(client.window for client in everyone)
    assert cluster[2].act("dismiss", {"tag": "none"})["windows"] == 0
    shown = cluster[2].api("POST", "acts?dry-run=true", {"act": "dismiss", "target": {"scene": "board", "attached": True}})
    assert (shown["windows"], sorted(row["node"] for row in shown["first"])) == (3, ["a", "b", "c"])
    assert cluster[2].act("dismiss", {"scene": "board"})["windows"] == 4
    assert {client.until_closed() for client in clients.values()} == {4500}
    audit = cluster[0].api("GET", "audit?act=dismiss")["records"]
    assert sum(record.get("windows", 0) for record in audit if record["outcome"] == "performed") == 4


@pytest.mark.parametrize("ways", [[], pytest.param(["back"], marks=pytest.mark.nightly)])
def test_a_node_that_does_not_answer_is_named(cluster, ways):
    clients = [page_of(node, f"/{room}/board") for node, room in zip(cluster, ROOMS)]
    cluster[1].from_nodes.fail(*ways)
    listed = cluster[2].api("GET", "windows")
    assert (listed["missing"], sorted(row["node"] for row in listed["windows"] if "node" in row)) == (["b"], ["a", "c"])
    assert cluster[2].api("GET", "windows?scene=board")["missing"] == ["b"]
    sent = cluster[2].act("trigger", {"scene": "board"}, kind="print", payload={})
    outcomes = cluster[2].api("GET", f"triggers/{sent['trigger']}")
    assert (sent["windows"], sent["missing"], outcomes["missing"]) == (2, ["b"], ["b"])
    # The one that does not answer may have it.
    found = {outcome["window"] for outcome in outcomes["outcomes"]}
    assert {clients[0].window, clients[2].window} <= found and (ways or len(found) == 2)
    code, said = cluster[2].command("focus", "--all")
    assert (code, "No answer from b. It may not be done in their windows." in said) == (1, True)
    clients[0].until(lambda: len(clients[0].triggers) == 1)


def test_an_act_on_the_windows_of_a_tenant_is_done_by_its_node(cluster):
    client = page_of(cluster[0], "/north/board")
    for target in {"tenant": "north"}, {"tenant": "north", "attached": True}:
        assert cluster[2].act("focus", target, expect=409)["node"] == "a"
    assert cluster[2].command("focus", "--tenant", "north") == (0, "Asked 1 window\n")
    client.until(lambda: client.triggers)


# Of each act of the table what it needs, and what any node answers: that it is done, that the node "a" has what it is about, or
# what keeps every node from doing it here. Each is looked at before, too, which says the same.
WINDOW, ROOM, USER = "window", "tenant", "user"
ACTS = {
    "dismiss": (WINDOW, {}, 200), "restore": (WINDOW, {}, 404), "retry": (WINDOW, {}, 404), "focus": (WINDOW, {}, 200),
    "lock": (WINDOW, {}, 200), "unlock": (WINDOW, {}, 200), "land": (WINDOW, {"url": "/north/board"}, 200),
    "send": (WINDOW, {"actions": [{"action": "dismissAll"}]}, 200), "move": (WINDOW, {"to": "ann"}, 200),
    "trigger": (WINDOW, {"kind": "print", "payload": {}}, 200),
    "open": (USER, {"scene": "board"}, 200), "signOut": (USER, {}, 200), "ban": (USER, {}, 200), "unban": (USER, {}, 200),
    "sleep": (ROOM, {}, 200), "close": (ROOM, {}, 200), "reopen": (ROOM, {}, 409), "rename": (ROOM, {"name": "up-north"}, 200),
    "moveTenant": (ROOM, {"node": "b"}, 200), "skip": (ROOM, {"message": "none"}, 404), "delete": (ROOM, {}, 200),
    "set": (None, {"setting": "logLevel", "value": "info"}, 200),
    # It ends the node.
    "drain": None,
}


def test_every_act_is_known_to_the_next_test(cluster):
    problem = cluster[0].act("no such act", expect=422)["detail"]
    assert re.findall('"([^"]+)"', problem)[1:] == sorted(ACTS, key=problem.index), problem


@pytest.mark.parametrize("act", [act for act in ACTS if ACTS[act]])
def test_every_act_is_done_by_way_of_every_node_or_leads_to_the_one_that_can(cluster, act):
    scope, members, status = ACTS[act]
    client = page_of(cluster[0], "/north/board")
    target = {WINDOW: client.window, ROOM: "north", USER: client.user}
    body = {"act": act, **members, **({"target": {scope: target[scope]}} if scope else {})}

    def ask(node, query=""):
        headers = {"Authorization": f"Bearer {node.token}", "Content-Type": "application/json"}
        answer, _, text = node.get(f"/admin/api/v1/acts{query}", headers, "POST", json.dumps(body))
        return answer, json.loads(text)

    windows = []
    for node in cluster[1], cluster[2]:
        (looked, seen), (done, said) = ask(node, "?dry-run=true"), ask(node)
        if scope in (WINDOW, ROOM) and act not in ("restore", "retry"):
            assert (looked, seen.get("node"), done, said.get("node")) == (409, "a", 409, "a"), (seen, said)
        else:
            assert done == status, said
            windows.append(said.get("windows"))
    # Of a user whose page is with another node.
    assert windows[:1] == {"open": [1], "signOut": [1], "ban": [1], "unban": [1]}.get(act, windows[:1])
    done, said = ask(cluster[0])
    assert done == status, said


def test_an_operator_moves_a_tenant_to_another_node(cluster, feed):  # noqa: F811
    feed.report("north", "Fire")
    clients = [page_of(node, "/north/board") for node in cluster]
    for client in clients:
        client.until(lambda: incidents(client) != [])
    code, said = cluster[2].command("tenant", "move", "north", "--to", "b")
    assert (code, said) == (0, "Moved north to b with 3 windows\n")
    for client, node in zip(clients, cluster):
        client.until_closed()
        find_at(client, node)
    assert [row["node"] for row in cluster[2].api("GET", "tenants")["tenants"] if row["name"] == "north"] == ["b"]
    tap(clients[0], "Take 1")
    for client in clients:
        client.until(lambda: incidents(client) == ["1: Fire, taken"])
    assert cluster[2].command("tenant", "move", "north", "--to", "b") == (1, 'The tenant "north" is on the node "b" already.\n')
    code, said = cluster[2].command("tenant", "move", "north", "--to", "d")
    assert (code, 'There is no node "d"' in said) == (1, True)


def test_a_tenant_that_is_moved_goes_on_without_a_page(cluster, feed):  # noqa: F811
    client = page_of(cluster[0], "/north/board")
    feed.report("north", "Fire")
    client.until(lambda: incidents(client) != [])
    client.cut()
    for to in "bca":
        cluster["abc".index(to) - 1].api("POST", "acts", {"act": "moveTenant", "target": {"tenant": "north"}, "node": to})
        eventually(lambda: node_of("north", cluster[0]) == to)
        for node in cluster:
            assert [row["id"] for row in node.api("GET", "windows?scene=board")["windows"]] == [client.window]
    # A message of the room to itself escalates the incident that is not taken.
    eventually(lambda: any(node.has_said("1 is escalated") for node in cluster))
    assert cluster[1].act("dismiss", {"scene": "board"})["windows"] == 1


def test_a_tenant_that_is_moved_to_a_node_goes_on_when_that_one_ends(cluster, feed):  # noqa: F811
    feed.report("north", "Fire")
    client = page_of(cluster[0], "/north/board")
    client.until(lambda: incidents(client) != [])
    client.cut()
    cluster[0].api("POST", "acts", {"act": "moveTenant", "target": {"tenant": "north"}, "node": "b"})
    cluster[1].kill()
    find_at(client, cluster[2])
    tap(client, "Take 1")
    client.until(lambda: incidents(client) == ["1: Fire, taken"])


def console_at(node, address):
    console = Client(node.origin, bearer=node.token)
    console.query = "page=" + urllib.parse.quote(address, safe="")
    return console.attach(scene="admin", url=address)


def rows_of(console):
    """The rows of the console's table."""
    return [row for _, state in console.slices.values() for row in state["rows"].values()]


def press(console, name, value=None):
    """Taps an element of the console, or enters a value there."""
    model, element = View(console.document).element(name)
    console.event("tap" if value is None else "change", model, element["id"], value)


def test_the_console_of_a_node_leads_to_the_windows_of_others(cluster):
    client = page_of(cluster[0], "/north/board")
    overview = console_at(cluster[2], "/admin")
    overview.until(lambda: "/admin/node/a" in str(overview.document))
    absent = console_at(cluster[2], f"/admin/windows/{client.window}")
    absent.until(lambda: f"'/admin/node/a/windows/{client.window}'" in str(absent.document))
    there = console_at(cluster[2], f"/admin/node/a/windows/{client.window}")
    there.until(lambda: "'type': 'component'" in str(there.document))
    assert (there.handshakes, there.document["url"]) == (1, f"/admin/node/a/windows/{client.window}")
    assert (overview.document["url"], absent.document["url"]) == ("/admin/node/c", f"/admin/node/c/windows/{client.window}")
    own = console_at(cluster[0], f"/admin/node/a/windows/{client.window}")
    assert own.document["url"] == there.document["url"]


def test_the_lists_of_a_console_are_of_all_nodes(cluster):
    pages = [page_of(node, f"/{room}/board") for node, room in zip(cluster, ROOMS)]
    windows = console_at(cluster[2], "/admin/windows")
    addresses = [f"'/admin/node/{node.name}/windows/{page.window}'" for node, page in zip(cluster, pages)]
    windows.until(lambda: "3 windows" in str(windows.document) and len(rows_of(windows)) == 3)
    assert [address in str(windows.slices) for address in addresses] == [True, True, False]
    tenants = console_at(cluster[2], "/admin/tenants")
    tenants.until(lambda: "'/admin/node/a/tenants/north'" in str(tenants.slices))
    assert [row["cells"][3:5] for row in rows_of(tenants) if "tenants/north" in str(row)] == [["1", "1"]]
    users = console_at(cluster[2], "/admin/users")
    users.until(lambda: "3 users" in str(users.document) and len(rows_of(users)) == 3)
    assert sorted(row["cells"][-1] for row in rows_of(users)) == ["a", "b", "c"]


def test_a_console_names_the_nodes_that_do_not_answer_it(cluster):
    page_of(cluster[0], "/north/board")
    cluster[1].from_nodes.fail()
    users = console_at(cluster[0], "/admin/users")
    users.until(lambda: "No answer from b" in str(users.document))
    assert "1 user" in str(users.document)


def test_a_trigger_from_a_console_reaches_the_windows_of_all_nodes(cluster):
    pages = [page_of(node, f"/{room}/board") for node, room in zip(cluster, ROOMS)]
    console = console_at(cluster[1], "/admin/triggers")
    press(console, "acting", True)
    press(console, "title (required)", "All of you")
    press(console, "preview")
    console.until(lambda: "This reaches 3 windows" in str(console.document))
    press(console, "send")
    for page in pages:
        page.until(lambda page=page: "All of you" in str(page.triggers))
        page.answer(page.triggers[-1]["id"], "performed")
    console.until(lambda: "'text': 'performed'" in str(console.document) and "'text': '3'" in str(console.document))
    record = cluster[0].api("GET", "audit?act=trigger")["records"][0]
    assert (record["who"], record["way"]) == ("admin", "console")


@pytest.mark.parametrize("field", ["from={life};id=admin;roles=admin;mac=" + "0" * 64, ";;;", "x" * 500])
def test_a_forged_word_for_an_operator_is_not_believed(cluster, field):
    headers = {"Oriel-Operator": field.format(life=cluster[0].life)}
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(f"{cluster[1].origin}/admin/api/v1/users", headers=headers))
    assert refused.value.code == 401


def test_a_banned_user_is_out_on_all_nodes(cluster):
    cookie = cluster[0].user()
    user = cookie.split("=")[1].split(".")[0]
    clients = [Client(node.origin, cookie).attach(url=f"/{room}/board") for node, room in zip(cluster, ROOMS)]
    cluster[2].act("ban", {"user": user})
    assert [client.until_closed() for client in clients] == [4502] * 3


@pytest.mark.parametrize("field", ["", "from=1;for=192.0.2.1;mac=00", "from={life};for=192.0.2.1;mac=" + "0" * 64, "x" * 500])
def test_a_forged_word_of_a_node_is_not_believed(cluster, field):
    client = Client(cluster[1].origin, cluster[1].user())
    client.headers = {"Oriel-Via": field.format(life=cluster[0].life)}
    client.query = "page=%2Fnorth%2Fboard"
    page_of(cluster[0], "/north/board")
    assert client.attach(url="/north/board").handshakes == 1


def test_a_replayed_word_of_a_node_opens_no_window(cluster):
    page_of(cluster[0], "/north/board")
    page = page_of(cluster[1], "/north/board")
    [word] = cluster[0].from_nodes.words
    for node in cluster:
        visitor = Client(node.origin)
        visitor.query, visitor.headers = page.query, {"Oriel-Via": word}
        with pytest.raises(InvalidHandshake, match="401"):
            visitor.attach(url="/north/board")
        # A visitor with a cookie gets a window of their own, as without the word.
        visitor = Client(node.origin, node.user())
        visitor.query, visitor.headers = page.query, {"Oriel-Via": word}
        visitor.attach(url="/north/board")
        assert (visitor.handshakes, visitor.window != page.window) == (1, True)


def test_a_place_on_a_node_that_is_gone_is_ignored(cluster):
    life = cluster[0].life
    cluster[0].kill()
    client = Client(cluster[1].origin, cluster[1].user())
    client.query = f"page=%2Fnorth%2Fboard&at={life}"
    eventually(lambda: comes(client))


def comes(client):
    try:
        return client.attach(url="/north/board") is client
    except (InvalidHandshake, ConnectionClosed):
        return False


@pytest.fixture
def balanced(cluster, tmp_path):
    """The address of HAProxy in front of the nodes, with the lines of the article."""
    article = (ROOT / "Sources/OrielServer/OrielServer.docc/SeveralMachines.md").read_text()
    backend = re.search(r"```\n(backend oriel.*?)```", article, re.DOTALL)[1]
    for node, address in zip(cluster, re.findall(r"10\.0\.0\.\d:8080", backend)):
        backend = backend.replace(address, f"127.0.0.1:{node.own_port}")
    port = free_port()
    file = tmp_path / "haproxy.cfg"
    file.write_text(
        "defaults\n  mode http\n  timeout connect 2s\n  timeout client 75s\n  timeout server 75s\n  timeout tunnel 90s\n"
        f"frontend all\n  bind 127.0.0.1:{port}\n  option forwardfor\n  default_backend oriel\n{backend}")
    proxy = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield f"http://127.0.0.1:{port}"
    proxy.kill()
    proxy.wait()


def test_pages_come_back_over_a_balancer_that_is_not_sticky(cluster, balanced, feed):  # noqa: F811
    cookie = cluster[0].user()
    clients = {room: [Client(balanced, cookie) for _ in range(3)] for room in ROOMS}

    def come(client, room):
        client.query = f"page=%2F{room}%2Fboard"
        try:
            client.resume() if client.window else client.attach(url=f"/{room}/board")
            client.kept()
            return True
        except (ConnectionClosed, InvalidHandshake, OSError):
            return False

    def all_come():
        for room in ROOMS:
            for client in clients[room]:
                eventually(lambda: come(client, room))

    all_come()
    for node in cluster:
        node.kill()
        all_come()
        node.start()
    for room in ROOMS:
        feed.report(room, f"Fire in {room}")
        for client in clients[room]:
            client.until(lambda: incidents(client) != [])


@pytest.mark.parametrize("ways", [["there", "back"], *(pytest.param(ways, marks=pytest.mark.nightly) for ways in ([], ["there"], ["back"]))])
def test_a_node_that_is_cut_from_the_database_ends_and_its_pages_go_on(cluster, feed, ways):  # noqa: F811
    feed.report("north", "Fire")
    cut, *others = cluster
    client = page_of(cut, "/north/board")
    client.until(lambda: incidents(client) != [])
    lives = [node.life for node in others]
    cut.to_database.fail(*ways)
    take(client, 1)
    assert cluster.ended(cut) == 75
    assert "This server is cut off: others reach the database." in cut.logged()
    cut.to_database.heal()
    find_at(client, others[0])
    client.kept()
    assert (incidents(client), [node.life for node in others]) == (["1: Fire, taken"], lives)


@pytest.mark.parametrize("ways", [["there", "back"], pytest.param([], marks=pytest.mark.nightly)])
def test_pages_come_by_another_way_while_two_nodes_do_not_reach_each_other(cluster, feed, ways):  # noqa: F811
    feed.report("north", "Fire")
    first, second, _ = cluster
    client = page_of(first, "/north/board")
    lives = [node.life for node in cluster]
    first.from_nodes.fail(*ways)
    client.cut()
    client.origin = client.page = second.origin
    with pytest.raises(InvalidHandshake, match="503"):
        client.resume()
    assert b"oriel_unreached_requests_total 1\n" in second.get("/metrics")[2]
    assert "A node can't be reached from here" in second.logged() and f"node={first.name}" in second.logged()
    find_at(client, first)
    client.until(lambda: incidents(client) != [])
    first.from_nodes.heal()
    find_at(client, second)
    tap(client, "Take 1")
    client.until(lambda: incidents(client) == ["1: Fire, taken"])
    assert [node.life for node in cluster] == lives


@pytest.mark.parametrize("mistake", ["trap", "endless"])
def test_what_ends_a_node_is_not_done_by_another(database, tmp_path, monkeypatch, mistake):  # noqa: F811
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=no")
    nodes = Cluster(database, tmp_path, count=2, binary=test_poison.BINARY)
    try:
        first, second = nodes
        client = Client(first.origin, cookie=first.user()).attach()
        test_poison.tap(client, "increment")
        client.kept()
        test_poison.tap(client, mistake, wait=False)
        # A loop that hangs has ten seconds.
        assert -nodes.ended(first) in {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT}
        first.start()
        eventually(lambda: f'Another node crashed in tap on "{mistake}"' in second.logged())
        find_at(client, second)
        client.until(lambda: client.applied == client.last_event)
        assert client.rejected[client.last_event]["code"] == "failed"
        test_poison.tap(client, "increment")
        assert (test_poison.count(client), second.is_running) == ("2", True)
    finally:
        nodes.stop()

"""Alert rules for Prometheus and a board for Grafana, with the metrics of a server."""

import json
import pathlib
import re
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest
from program import PATIENCE, eventually

MONITORING = pathlib.Path(__file__).parents[2] / "deploy" / "monitoring"
RULES = (MONITORING / "alerts.yaml").read_text()
BOARD = json.loads((MONITORING / "grafana.json").read_text())
# As the board asks for all servers.
QUERIES = [
    target["expr"].replace("$instance", ".*").replace("$__rate_interval", "1m") for panel in BOARD["panels"] for target in panel["targets"]]
ALERTS = re.findall(r"alert: (\w+)", RULES)


def names(text):
    """The metrics that expressions name, as the server's page has their types."""
    return {re.sub("_bucket$", "", name) for name in re.findall(r"\b(?:oriel|process)_\w+", text)}


def test_alerts_and_board_name_metrics_that_a_server_has(program):
    served = set(re.findall(r"^# TYPE (\w+)", program.get("/metrics")[2].decode(), re.MULTILINE))
    asked = names("\n".join([*re.findall(r"expr: (.*)", RULES), *QUERIES]))
    assert asked - served == set()
    assert len(ALERTS) == len(set(ALERTS)) == RULES.count("expr:") == RULES.count("summary:") == RULES.count("description:")
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


@pytest.fixture
def prometheus(own_program, tmp_path):
    """Debian's Prometheus, with the configuration as it is but for the address of the server."""
    for name in "alerts.yaml", "prometheus.yaml":
        text = (MONITORING / name).read_text().replace("127.0.0.1:8080", f"127.0.0.1:{own_program.port}").replace("15s", "1s")
        (tmp_path / name).write_text(text)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        ["prometheus", f"--config.file={tmp_path}/prometheus.yaml", f"--storage.tsdb.path={tmp_path}/data",
         f"--web.listen-address=127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(path, **query):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/{path}?{urllib.parse.urlencode(query)}", timeout=PATIENCE) as answer:
                return json.load(answer)["data"]
        except (urllib.error.HTTPError, ConnectionError, urllib.error.URLError):
            return None

    yield ask
    process.terminate()
    process.wait(PATIENCE)


@pytest.mark.nightly
def test_prometheus_reads_the_metrics_and_evaluates_the_rules(own_program, prometheus):
    def rules():
        groups = (prometheus("rules") or {"groups": []})["groups"]
        return {rule["name"]: rule for group in groups for rule in group["rules"]}

    def value(query):
        """The value of a query with one result; nothing before there is one."""
        found = (prometheus("query", query=query) or {"result": []})["result"]
        return found[0]["value"][1] if found else None

    eventually(lambda: value('up{job="oriel"}') == "1")
    eventually(lambda: {rule["health"] for rule in rules().values()} == {"ok"})
    assert list(rules()) == ALERTS
    assert {rule["state"] for rule in rules().values()} == {"inactive"}
    for query in QUERIES:
        assert prometheus("query", query=query) is not None, query
    assert value('sum(oriel_pages{job="oriel"})') == "0"
    own_program.stop()
    eventually(lambda: rules()["OrielDown"]["state"] == "pending")
    assert rules()["OrielStoreFailing"]["state"] == "inactive"

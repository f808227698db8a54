"""How screens move: every transition, forward and back, in a real browser."""

import json
import pathlib

import pytest
from client_page import *  # noqa: F403 (fixtures)
from client_page import add, patch, remove, replace, screen, texts

FIXTURE = pathlib.Path(__file__).parents[1] / "Fixtures/transitions.json"
CATALOGUE = json.loads(FIXTURE.read_text())
LONG = {"name": "linear", "duration": 60_000}
# Runs in the page and reports its animations except CSS's own: which element moves, and from where to where.
RUNNING = """() => document.getAnimations().filter(({constructor: {name}}) => name === "Animation").map(({effect}) => ({
  of: effect.target.closest("dialog, .page")?.querySelector("[data-model]")?.dataset.model,
  duration: effect.getTiming().duration,
  frames: effect.getKeyframes().map(({computedOffset, composite, easing, offset, ...frame}) => frame)}))"""


def window():
    return {"scene": "main", "title": "Here", "root": "m1", "models": {
        "m1": {"kind": "stack", "path": [{"model": "m2"}]},
        "m2": {"kind": "screen", "title": "Here", "body": [
            {"type": "button", "id": "card", "text": "Card", "source": "card"}, *texts("below")]}}}


def push(rev, transition=None, animation=LONG, model="m3"):
    entry = {"model": model, **({"transition": transition} if transition else {})}
    return patch(rev, add(f"/models/{model}", {"kind": "screen", "title": "There", "body": texts("Hello")}),
                 add("/models/m1/path/1", entry) | {"animation": animation})


def pop(rev, animation=LONG, model="m3"):
    return patch(rev, remove("/models/m1/path/1") | {"animation": animation}, remove(f"/models/{model}"))


def shown(page, server, document=None):
    page.goto("/")
    server.attach(document or window())
    page.get_by_role("heading").first.wait_for(state="attached")
    server.appeared()


def running(page, server, message, count=1):
    """The animations after this message. Earlier ones don't count."""
    page.evaluate("() => { window.before = new Set(document.getAnimations()); }")
    server.send(message)
    page.wait_for_function(f"""() => document.getAnimations().filter(
        move => move.constructor.name === "Animation" && !before.has(move)).length >= {count}""")
    return page.evaluate(RUNNING)


@pytest.fixture(scope="module")
def seen():
    """The key frames of every transition so far."""
    return {"forward": {}, "back": {}}


@pytest.mark.parametrize("transition", CATALOGUE, ids=json.dumps)
def test_each_transition_moves_in_its_own_way_forward_and_back(page, server, seen, transition):
    if transition["name"] == "custom:curtain":
        page.add_init_script("addEventListener('load', async () => (await import('/client/client.js'))"
                             ".defineTransition('curtain', () => ({clipPath: 'inset(0 50%)'})))")
    shown(page, server)
    for way, message in ("forward", push(2, transition)), ("back", pop(3)):
        moves = running(page, server, message)
        frames = json.dumps([move["frames"] for move in moves], sort_keys=True)
        assert {move["duration"] for move in moves} == {60_000}
        assert frames not in seen[way], f"moves like {seen[way][frames]}"
        seen[way][frames] = transition


def test_a_transition_that_a_client_does_not_know_shows_at_once(page, server):
    shown(page, server)
    server.send(push(2, {"name": "teleport"}))
    assert server.appeared() == ("m3", False)
    assert page.get_by_text("Hello").is_visible()


def test_going_back_may_be_told_another_way(page, server):
    shown(page, server)
    running(page, server, push(2, {"name": "circleShape", "anchor": [0.5, 0.5]}))
    moves = running(page, server, pop(3, LONG | {"transition": {"name": "blur", "amount": 12}}))
    leaving = [move for move in moves if move["of"] == "m3"]
    assert leaving[0]["frames"][1]["filter"] == "blur(12px)"


def test_who_comes_and_who_leaves_are_in_the_order_that_was_asked(page, server):
    shown(page, server)
    above = "() => [...document.querySelectorAll('.above [data-model]')].map(({dataset}) => dataset.model)"
    running(page, server, push(2, {"name": "opacity"}))
    assert page.evaluate(above) == ["m3"]
    server.send(pop(3, {"name": "none"}))
    page.wait_for_function("() => document.querySelectorAll('.page').length === 1")
    running(page, server, push(4, {"name": "opacity", "behind": True}, model="m4"))
    assert page.evaluate(above) == ["m2"]


@pytest.mark.parametrize(["animation", "timing"], [
    ({"name": "easeIn", "duration": 5000}, ["ease-in", 5000, 0, 1, "normal"]),
    ({"name": "curve", "duration": 5000, "curve": [0.1, 0.5, 0.25, 1]}, ["cubic-bezier(0.1, 0.5, 0.25, 1)", 5000, 0, 1, "normal"]),
    ({"name": "linear", "duration": 5000, "delay": 500, "count": 3, "autoreverses": True}, ["linear", 5000, 500, 3, "alternate"]),
    ({"name": "linear", "duration": 5000, "count": 0}, ["linear", 5000, 0, None, "normal"]),
], ids=lambda value: value["name"] if isinstance(value, dict) else "")
def test_curves_and_times_are_those_of_the_operation(page, server, animation, timing):
    shown(page, server)
    running(page, server, push(2, animation=animation))
    assert page.evaluate(
        "() => { const {easing, duration, delay, iterations, direction} = document.getAnimations()"
        ".find(({constructor: {name}}) => name === 'Animation').effect.getTiming();"
        "return [easing, duration, delay, iterations === Infinity ? null : iterations, direction]; }") == timing


def test_a_spring_overshoots(page, server):
    shown(page, server)
    running(page, server, push(2, animation={"name": "spring", "duration": 5000, "bounce": 0.5}))
    easing = page.evaluate("() => document.getAnimations().find(({constructor: {name}}) => name === 'Animation').effect.getTiming().easing")
    points = [float(point.split()[0]) for point in easing.removeprefix("linear(").removesuffix(")").split(",")]
    assert points[0] == 0 and points[-1] == 1 and max(points) > 1.1


def test_a_screen_appears_when_it_stands_still(page, server):
    shown(page, server)
    server.send(push(2, animation={"name": "linear", "duration": 50}))
    assert server.appeared() == ("m3", True)
    server.send(pop(3, animation={"name": "none"}))
    assert server.appeared() == ("m2", False)
    assert page.locator(".page").count() == 1


def test_a_sheet_appears_when_it_has_slid_in(page, server):
    shown(page, server)
    server.send(patch(2, add("/models/m5", {"kind": "screen", "title": "Sheet", "body": []}),
                      add("/models/m1/presented", {"as": "sheet", "model": "m5"})))
    assert server.appeared() == ("m5", True)
    assert page.evaluate("document.querySelector('dialog').getAnimations().length") == 0


@pytest.mark.parametrize("container", [
    {"kind": "custom", "component": "desk", "children": ["m2", "m3"]}, {"kind": "split", "sidebar": "m2", "detail": "m3"},
], ids=lambda container: container["kind"])
def test_each_screen_that_a_container_shows_appears(page, server, container):
    page.goto("/")
    server.attach({"scene": "main", "title": "Here", "root": "m1", "models": {
        "m1": container, **{model: {"kind": "screen", "title": model, "body": []} for model in ("m2", "m3")}}})
    assert [server.appeared(), server.appeared()] == [("m2", False), ("m3", False)]


def test_a_screen_below_a_cover_is_gone_and_appears_again(page, server):
    shown(page, server)
    server.send(patch(2, add("/models/m5", {"kind": "screen", "title": "Cover", "body": []}),
                      add("/models/m1/presented", {"as": "cover", "model": "m5"}) | {"animation": {"name": "none"}}))
    assert server.appeared() == ("m5", False)
    server.send(patch(3, remove("/models/m1/presented") | {"animation": {"name": "none"}}, remove("/models/m5")))
    assert server.appeared() == ("m2", False)


def test_what_is_drawn_meanwhile_ends_the_motion(page, server):
    shown(page, server)
    running(page, server, push(2))
    server.send(patch(3, replace("/models/m3/body/0/text", "Changed")))
    assert server.appeared() == ("m3", True)
    page.get_by_text("Changed").wait_for()
    assert page.evaluate(RUNNING) == []
    server.send(pop(4), push(5, model="m4"), pop(6, animation={"name": "none"}, model="m4"))
    page.wait_for_function("() => document.querySelectorAll('.page').length === 1")
    assert page.evaluate(RUNNING) == []


@pytest.mark.chromium
def test_nothing_moves_for_who_wants_no_motion(browser, server):
    context = browser.new_context(base_url=server.origin, reduced_motion="reduce")
    page = context.new_page()
    shown(page, server)
    server.send(push(2))
    assert server.appeared() == ("m3", False)
    assert page.evaluate(RUNNING) == []
    context.close()


def test_what_is_not_to_move_does_not(page, server):
    shown(page, server)
    server.send(push(2, {"name": "slide"}, animation={"name": "none"}))
    assert server.appeared() == ("m3", False)
    sheet = {"as": "sheet", "model": "m5"}
    server.send(patch(3, add("/models/m5", {"kind": "screen", "title": "Sheet", "body": []}),
                      add("/models/m1/presented", sheet) | {"animation": {"name": "none"}}))
    assert server.appeared() == ("m5", False)
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("style", ["sheet", "cover"])
def test_a_layer_moves_by_its_transition_there_and_back(page, server, style):
    shown(page, server)
    layer = {"as": style, "model": "m5", "transition": {"name": "scale", "scale": 0.5, "anchor": [0.5, 0.5]}}
    added = add("/models/m5", {"kind": "screen", "title": "Layer", "body": texts("In it")})
    there = running(page, server, patch(2, added, add("/models/m1/presented", layer) | {"animation": LONG}))
    assert [frame.get("scale") for frame in there[0]["frames"]] == ["0.5", None]
    back = running(page, server, patch(3, remove("/models/m1/presented") | {"animation": LONG}, remove("/models/m5")))
    assert [frame.get("scale") for frame in back[0]["frames"]] == [None, "0.5"]


def test_rows_glide_to_their_new_places_and_new_ones_fade_in(page, server):
    shown(page, server, screen(*[{"type": "button", "id": name, "text": name} for name in "abc"]))
    moves = running(page, server, patch(
        2, {"op": "move", "from": "/models/m1/body/2", "path": "/models/m1/body/0", "animation": LONG},
        add("/models/m1/body/3", {"type": "button", "id": "d", "text": "d"}) | {"animation": LONG}), count=4)
    assert sorted("opacity" in move["frames"][0] and "translate" not in move["frames"][0] for move in moves) == [
        False, False, False, True]


def test_a_switched_model_and_a_tab_change_at_once_unless_they_are_told_to_move(page, server):
    document = {"scene": "main", "title": "S", "root": "m1", "models": {
        "m1": {"kind": "switched", "child": "m2"}, "m2": {"kind": "screen", "title": "One", "body": texts("one")}}}
    shown(page, server, document)
    new = add("/models/m3", {"kind": "screen", "title": "Two", "body": texts("two")})
    server.send(patch(2, new, replace("/models/m1/child", "m3"), remove("/models/m2")))
    assert server.appeared() == ("m3", False)
    new = add("/models/m4", {"kind": "screen", "title": "Three", "body": texts("three")})
    change = replace("/models/m1/child", "m4") | {"animation": LONG | {"transition": {"name": "slide"}}}
    moves = running(page, server, patch(3, new, change, remove("/models/m3")), count=2)
    assert len(moves) == 2
    server.send(patch(4, replace("/title", "T")))
    assert server.appeared() == ("m4", True)
    assert page.locator(".switched > *").count() == 1


@pytest.mark.parametrize("animation", [{"curve": [2, 0, 1, 1]}, {"duration": -1}, {"name": "constructor"}], ids=json.dumps)
def test_a_movement_that_no_browser_knows_does_not_hold_the_screen(context, server, animation):
    page = context.new_page()
    shown(page, server)
    server.send(push(2, animation=animation))
    page.get_by_role("heading", name="There").wait_for()
    server.appeared()
    page.wait_for_function("() => !document.querySelector('.moving')")


def test_a_screen_that_moves_without_end_can_be_used(page, server):
    shown(page, server)
    server.send(push(2, animation={"name": "linear", "duration": 5000, "count": 0}))
    page.get_by_role("heading", name="There").wait_for()
    assert page.locator(".moving").evaluate_all("all => all.map((node) => node.textContent.includes('There'))") == [False]


def test_what_is_shown_again_while_it_moves_away_stays(page, server):
    screens = {name: {"kind": "screen", "title": name, "body": []} for name in ("m2", "m3")}
    shown(page, server, {"scene": "main", "root": "m1", "models": {"m1": {"kind": "switched", "child": "m2"}, **screens}})
    server.send(patch(2, replace("/models/m1/child", "m3") | {"animation": LONG}))
    page.wait_for_function("() => document.querySelectorAll('.moving').length === 2")
    server.send(patch(3, replace("/models/m1/child", "m2")))
    page.wait_for_function("() => !document.querySelector('.moving')")
    assert page.get_by_role("heading").all_inner_texts() == ["m2"]

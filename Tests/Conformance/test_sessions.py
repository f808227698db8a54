"""Reconnecting, taking over, copies and mirrors: *Positions, resuming, exactly once*."""

import json
from collections import deque

import pytest
from oriel_client import Client
from walker import view
from websockets.exceptions import ConnectionClosed


@pytest.fixture
def cookie(program):
    return program.user()


@pytest.fixture
def page(program, cookie):
    page = Client(program.origin, cookie).attach(scene="counter")
    yield page
    page.cut()


def tap(page, name="increment", **options):
    model, element = view(page).element(name)
    return page.event("tap", model, element["id"], **options)


def count(page):
    return view(page).element("count")[1]["text"]


def shared_count(page):
    return view(page).element("shared-count")[1]["text"]


def mirror(program, page):
    return Client(program.origin, bearer=program.token).attach(window=page.window, observe=True)


def another(page, **members):
    """Another page of the same user, for the same window unless told otherwise."""
    return Client(page.origin, page.cookie).attach(**{"window": page.window, **members})


def code_of(attach):
    """The refusal of an attach."""
    with pytest.raises(ConnectionClosed) as refusal:
        attach()
    return refusal.value.rcvd.code


def watch(page):
    """Keeps the verbs of the received messages."""
    verbs, receive = [], page.receive
    page.receive = lambda: (receive(), verbs.append(next(verb for verb in page.verbs | {"pong": 0, "observed": 0} if verb in page.last)))
    return verbs


def test_who_is_where_it_was_gets_no_document(page):
    tap(page)
    verbs = watch(page)
    page.resume()
    page.until(lambda: "saved" in verbs)
    assert (page.resumed, verbs, count(page)) == (True, ["attached", "saved"], "1")


def test_who_is_behind_a_little_gets_one_composed_patch(program, cookie):
    behind, other = (Client(program.origin, cookie).attach(scene="home") for _ in range(2))
    observer = mirror(program, behind)
    behind.cut()
    for number in range(1, 4):
        tap(other, "shared-increment")
        observer.until(lambda shown=str(number): shared_count(observer) == shown)
    observer.say(leave={})
    observer.until_closed()
    verbs, rev = watch(behind), behind.rev
    behind.resume()
    behind.ping(1)
    assert (behind.resumed, verbs, behind.rev) == (True, ["attached", "patch", "pong"], rev + 3)
    assert shared_count(behind) == "3"


def test_who_would_get_a_longer_patch_gets_the_state(program, page):
    position = page.rev
    for _ in range(3):
        tap(page)
    verbs = watch(page)
    page.resume(rev=position + 5000)
    page.ping(1)
    # The clicks may be saved before the page is back, or after.
    told = [verb for verb in verbs if verb != "saved"]
    assert (page.resumed, told, count(page)) == (False, ["attached", "state", "pong"], "3")


@pytest.mark.parametrize("members", [{"epoch": "e-another"}, {"epoch": "e-another", "rev": 1}], ids=["without a rev", "with one"])
def test_a_position_of_another_life_counts_as_none(page, members):
    tap(page)
    page.cut()
    again = Client(page.origin, page.cookie)
    again.instance = page.instance
    again.attach(window=page.window, **members)
    assert (again.resumed, count(again)) == (False, "1")


def test_a_rev_without_its_epoch_counts_as_none(page):
    page.cut()
    again = Client(page.origin, page.cookie).attach(window=page.window, rev=page.rev)
    assert again.resumed is False


def test_what_was_done_while_the_link_was_down_is_done_once(page):
    tap(page)
    page.cut()
    for _ in range(3):
        tap(page, wait=False)
    page.resume()
    page.until(lambda: page.applied == 4)
    assert count(page) == "4"


def test_what_was_sent_into_a_dying_link_is_done_once(page):
    for _ in range(40):
        tap(page, wait=False)
    page.resume()
    page.until(lambda: page.applied == 40)
    page.resume()
    page.ping(1)
    assert count(page) == "40"


def test_no_more_than_64_events_wait_for_an_answer(page):
    for _ in range(150):
        tap(page, wait=False)
    page.until(lambda: page.applied == 150)
    assert count(page) == "150"


def test_a_page_that_comes_back_after_eight_others_repeats_nothing(page):
    """The server's answers are lost with the link, so the page repeats events that the window has already applied."""
    for _ in range(3):
        tap(page)
    page.cut()
    model, element = view(page).element("increment")
    page.saved, page.outbox = 0, deque({"id": event, "model": model, "element": element["id"], "name": "tap"} for event in (1, 2, 3))
    for _ in range(8):
        other = another(page, takeover=True)
        tap(other)
        other.cut()
    page.resume()
    page.until(lambda: page.applied == 3)
    assert [page.rejected[event]["code"] for event in (1, 2, 3)] == ["stale"] * 3
    tap(page)
    assert count(page) == "12"


def test_events_are_kept_until_they_are_saved(page):
    for _ in range(3):
        tap(page)
    page.until(lambda: not page.outbox)
    assert count(page) == "3"


def test_an_instance_that_opened_a_window_comes_back_to_it(page):
    tap(page)
    page.cut()
    again = Client(page.origin, page.cookie)
    again.instance = page.instance
    again.attach(scene="counter")
    assert (again.window, again.applied, count(again)) == (page.window, 1, "1")


def test_not_if_the_window_is_gone(program, page):
    program.act("dismiss", {"window": page.window})
    assert page.until_closed() == 4500
    again = Client(page.origin, page.cookie)
    again.instance = page.instance
    assert code_of(lambda: again.attach(scene="counter")) == 4500


def test_a_window_dismissed_while_nobody_looks_is_gone(program, page):
    page.cut()
    program.act("dismiss", {"window": page.window})
    assert code_of(page.resume) == 4500
    program.act("dismiss", {"window": page.window}, expect=404)


def test_the_attached_instance_always_takes_over(page):
    again = Client(page.origin, page.cookie)
    again.instance = page.instance
    again.attach(window=page.window)
    assert (again.window, page.until_closed()) == (page.window, 4503)


def test_the_page_that_holds_the_lock_takes_over(page):
    tap(page)
    other = another(page, takeover=True)
    assert (other.window, page.until_closed(), count(other)) == (page.window, 4503, "1")
    tap(other)
    assert count(other) == "2"


def test_a_window_that_nobody_shows_is_anyones_of_the_same_user(page):
    page.ping(1)
    page.socket.close()
    other = another(page)
    assert other.window == page.window


def test_a_duplicated_page_gets_a_copy_that_knows_what_was_applied(page):
    tap(page)
    copy = another(page)
    assert (copy.window != page.window, copy.applied, count(copy)) == (True, 0, "1")
    tap(copy)
    page.ping(1)
    assert (count(copy), count(page)) == ("2", "1")


def test_a_window_says_how_many_pages_are_attached(program, page):
    copy = another(page)
    assert [program.api("GET", f"windows/{each.window}")["attached"] for each in (page, copy)] == [1, 1]
    copy.socket.close()
    page.resume()
    page.ping(1)
    assert program.api("GET", f"windows/{page.window}")["attached"] == 1


def test_leaving_finishes_the_window(program, page):
    page.say(leave={})
    assert page.until_closed() == 1000
    program.api("GET", f"windows/{page.window}", expect=404)


def test_closing_the_socket_does_not(program, page):
    page.socket.close()
    assert program.api("GET", f"windows/{page.window}")["id"] == page.window


def test_a_ping_is_answered_with_the_same(page):
    for number in (0, 1, 2**53 - 1):
        page.ping(number)


def test_a_page_that_cannot_be_seen_hears_all_of_it_in_the_end(program, cookie):
    hidden, other = (Client(program.origin, cookie).attach(scene="home") for _ in range(2))
    hidden.report(visible=False)
    hidden.ping(1)
    verbs, observer = watch(hidden), mirror(program, hidden)
    for number in range(1, 21):
        tap(other, "shared-increment")
        observer.until(lambda shown=str(number): shared_count(observer) == shown)
    hidden.until(lambda: hidden.rev == observer.rev)
    assert (shared_count(hidden), hidden.rev) == ("20", other.rev)
    assert verbs.count("patch") < 20, "it may be composed"


def test_what_the_page_says_of_itself_is_seen(program, cookie):
    page = Client(program.origin, cookie).attach(scene="home")
    page.event("selectTab", view(page).last("tabs"), value={"id": "about"})
    page.report(locale="de-AT", timeZone="Europe/Vienna", colorScheme="dark", width=800, height=600)
    # Not by a ping, which is answered before what waits for its turn.
    page.until(lambda: {"de-AT", "Europe/Vienna", "dark", "800 × 600"} <= set(view(page).text))


def test_a_wallboard_is_the_same_in_every_window(program, cookie):
    first, second = (Client(program.origin, cookie).attach(scene="wallboard") for _ in range(2))
    [name] = first.places
    for page in (first, second):
        page.until(lambda page=page: name in page.shared)
    start = max(first.shared[name][0], second.shared[name][0])
    seen = [{}, {}]
    for copies, page in zip(seen, (first, second)):
        while page.shared[name][0] < start + 2:
            page.receive()
            copies[page.shared[name][0]] = page.shared[name][1]
    assert seen[0][start + 2] == seen[1][start + 2]


def test_a_wallboard_follows_every_attached(program, cookie):
    page = Client(program.origin, cookie).attach(scene="wallboard")
    [name] = page.places
    page.until(lambda: name in page.shared)
    page.resume()
    page.shared.clear()
    page.until(lambda: name in page.shared)
    assert "seconds" in [element.get("id") for _, element in view(page).elements]


def test_an_unknown_scene_is_the_default_one(program, cookie):
    assert Client(program.origin, cookie).attach(scene="nowhere").document["scene"] == "welcome"
    assert Client(program.origin, cookie).attach().document["scene"] == "welcome"


def test_a_scene_is_opened_for_a_value(program, cookie):
    page = Client(program.origin, cookie).attach(scene="note", value=2)
    assert page.document["title"] == "Cut the connection"


# Mirrors

def test_a_mirror_shows_the_window_and_changes_nothing(program, page):
    observer = mirror(program, page)
    assert (observer.document, observer.window) == (page.document, page.window)
    tap(page)
    observer.until(lambda: observer.rev == page.rev)
    assert observer.document == page.document
    assert tap(observer)["code"] == "forbidden"
    page.ping(1)
    assert count(page) == "1"


def test_a_mirror_only_goes(program, page):
    observer = mirror(program, page)
    observer.say(leave={})
    assert observer.until_closed() == 1000
    assert tap(page) is None


def test_a_mirror_ends_with_its_window(program, page):
    observer = mirror(program, page)
    program.act("dismiss", {"window": page.window})
    assert (observer.until_closed(), page.until_closed()) == (4500, 4500)


def test_only_an_administrator_may_observe(program, page):
    assert code_of(lambda: Client(page.origin, page.cookie).attach(window=page.window, observe=True)) == 4403
    page.ping(1)


def test_a_state_is_compressed_for_who_can_read_that_and_nothing_else_is(program, cookie):
    plain = Client(program.origin, cookie).attach(scene="home")
    packed = Client(program.origin, cookie)
    packed.reads_gzip = True
    packed.attach(window=plain.window, takeover=True)
    assert packed.document == plain.document
    assert [is_compressed for is_compressed, _ in packed.received] == [False, True]
    assert packed.received[1][1] < len(json.dumps(plain.document)) / 3
    # Neither are patches, nor small states.
    packed.received.clear()
    tap(packed, "shared-increment")
    packed.kept()
    small = Client(program.origin, cookie)
    small.reads_gzip = True
    small.attach(scene="counter")
    assert not any(is_compressed for is_compressed, _ in packed.received + small.received)
    # It is a page's answer that counts, not the window's.
    packed.cut()
    again = Client(program.origin, cookie).attach(window=plain.window, takeover=True)
    assert again.document == packed.document

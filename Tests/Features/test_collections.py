import re
from collections import Counter

from collections_of_server import ARTICLE, KINDS, collections, found, listed

LISTED = listed()


def test_everything_that_the_server_keeps_many_of_has_a_bound():
    assert sorted(set(found()) - set(place for places in LISTED.values() for place in places)) == []


def test_nothing_is_listed_that_is_not_in_the_source_or_twice():
    places = Counter(place for places in LISTED.values() for place in places)
    assert sorted(places - Counter(set(found()))) == []


def test_each_bound_is_a_row_of_the_article_or_one_of_the_kinds_that_need_none():
    rows = re.findall(r"^\| (.+?) \|", ARTICLE.read_text(), re.MULTILINE)
    assert [bound for bound in LISTED if bound not in KINDS and not any(row.startswith(bound) for row in rows)] == []


def test_maps_sets_queues_and_arrays_of_objects_are_found():
    source = """
    final class Table {
      private var byID: [String: Window] = [:]
      package private(set) var waiting = Deque<Window>()
      @ObservationIgnored var seen: Set<Int> = [] // of this hour
      nonisolated(unsafe) private var timers: [Timer] = []
      private var counts = PrefixCounts<[Network: Int]>()
      var bytes: [UInt8] = []
      var isOpen: Bool { !byID.isEmpty }
      func run() {
        var local: [String: Int] = [:]
      }
      struct Row {
        var cells: [Cell] = []
        var places: [Cell: Int] = [:] { didSet { changed() } }
      }
    }
    """
    assert list(collections(source)) == ["byID", "waiting", "seen", "timers", "counts", "places"]

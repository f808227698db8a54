"""axe's opinion of a page."""

from axe_playwright_python.sync_playwright import Axe

# A text that has half faded in has half of its contrast.
SETTLED = """() => Promise.all(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime < Infinity && one.effect.getKeyframes().some(frame => "opacity" in frame))
  .map(one => one.finished.catch(() => {})))"""


def violations(page, exclude=()):
    """What axe finds once nothing fades: for each violation its rule, and each element with what is wrong with it.

    `exclude` has selectors of elements to leave out."""
    context = {"exclude": [[selector] for selector in exclude]} if exclude else None
    # What came while axe looked may be fading.
    for _ in range(3):
        page.evaluate(SETTLED)
        found = Axe().run(page, context=context).response["violations"]
        if not found:
            break
    return [(one["id"], [(node["html"][:120], node["failureSummary"][:300]) for node in one["nodes"]]) for one in found]

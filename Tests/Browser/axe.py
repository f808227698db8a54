"""axe's opinion of a page."""

from axe_playwright_python.sync_playwright import Axe

# A text that has half faded in, or half changed its colour, has another contrast.
SETTLED = """() => Promise.all(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime < Infinity && one.effect.getKeyframes().some(frame => Object.keys(frame).some(name => /opacity|color/i.test(name))))
  .map(one => one.finished.catch(() => {})))"""


def violations_in_light_and_dark(page):
    """What axe finds in the page as it is in light, and in its colours as they are in dark."""
    page.emulate_media(color_scheme="light")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    return found + violations(page, options={"runOnly": ["color-contrast"]})


def violations(page, exclude=(), options=None):
    """What axe finds once nothing fades: for each violation its rule, and each element with what is wrong with it.

    `exclude` has selectors of elements to leave out, and `options` are axe's."""
    context = {"exclude": [[selector] for selector in exclude]} if exclude else None
    # What came while axe looked may be fading.
    for _ in range(3):
        page.evaluate(SETTLED)
        found = Axe().run(page, context=context, options=options).response["violations"]
        if not found:
            break
    return [(one["id"], [(node["html"][:120], node["failureSummary"][:300]) for node in one["nodes"]]) for one in found]

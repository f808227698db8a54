"""Rules that make a page legible."""

# Each word is on one line, unless it is wider than the line.
WORDS = """() => {
    const broken = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = texts.nextNode());) {
        if (!node.parentElement.checkVisibility({ visibilityProperty: true }) || node.parentElement.closest('.unseen')) continue;
        for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const parts = [...range.getClientRects()];
            const room = node.parentElement.closest('.rows > *, .table, .content, header, .surface, body').clientWidth;
            const isLonger = parts.reduce((sum, { width }) => sum + width, 0) > room - 64;
            if (!isLonger && new Set(parts.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
    }
    return broken;
}"""

# Finds elements whose contents are cut off, or extend beyond the page.
OVERFLOWING = """() => [document.documentElement, ...document.querySelectorAll('.screen, .rows, .content, li, header, .field')]
    .filter((node) => node.clientWidth && node.scrollWidth > node.clientWidth + 1).map((node) => node.outerHTML.slice(0, 300))"""


def broken_words(page):
    """The words that are broken across lines although they would fit on one."""
    return page.evaluate(WORDS)


def overflowing(page):
    """The elements that are wider than their place and don't scroll."""
    return page.evaluate(OVERFLOWING)

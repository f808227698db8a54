import assert from "node:assert/strict";
import { test } from "node:test";
import { broken, endings, speak, words } from "../../web-client/view/words.js";

test("words are said in another language, with numbers in its forms", () => {
  speak("pl", {
    back: "Wstecz",
    elsewhere: "„%@” jest otwarte w innej karcie. 100%%",
    andMore: "%2$lld więcej niż %1$@",
    unsent: { text: "Łączenie… %#@number@", plurals: { number: { argument: 0, forms: { one: "%lld zmiana", few: "%lld zmiany", many: "%lld zmian", other: "%lld zmiany" } } } },
    "closedBy.user": "Zamknięto",
    "endings.4500.title": "Okno zamknięte",
    "broken.button": "Odśwież",
  });
  assert.equal(words.back, "Wstecz");
  assert.equal(words.elsewhere("A"), "„A” jest otwarte w innej karcie. 100%");
  assert.equal(words.andMore("A, B", 3), "3 więcej niż A, B");
  assert.deepEqual([1, 2, 5, 22].map(words.unsent), ["Łączenie… 1 zmiana", "Łączenie… 2 zmiany", "Łączenie… 5 zmian", "Łączenie… 22 zmiany"]);
  assert.deepEqual([words.closedBy.user, endings[4500].title, broken.button], ["Zamknięto", "Okno zamknięte", "Odśwież"]);
});

test("a text for no word changes nothing", () => {
  const before = JSON.stringify([words, endings, broken]);
  speak("de", { nothing: "x", "endings.1.title": "x", "back.x": "x", "__proto__.x": "x", "constructor.name": "x", endings: "x", closedBy: "x" });
  assert.equal(JSON.stringify([words, endings, broken]), before);
  assert.equal(/** @type {any} */ ({}).x, undefined);
});

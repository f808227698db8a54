import { defineElement } from "/client/client.js";

const make = (tag, className, ...children) => {
  const node = Object.assign(document.createElement(tag), { className });
  node.append(...children);
  return node;
};
const say = (node, text = "") => { if (node.textContent !== text) node.textContent = text; };
const tone = (node, tone) => { if (tone) node.dataset.tone = tone; else delete node.dataset.tone; };

const root = document.documentElement;
let resting = 0;
/** Shows the buttons while somebody is at the wall. On a screen that nobody touches they fade. */
function wake() {
  delete root.dataset.resting;
  clearTimeout(resting);
  resting = setTimeout(rest, 5000);
}
function rest() { root.dataset.resting = ""; }

for (const name of ["pointermove", "pointerdown", "keydown"]) addEventListener(name, wake, { passive: true });
addEventListener("fullscreenchange", () => { if (document.fullscreenElement) rest(); else wake(); });
wake();

/** A page of the wall, the server's time, and what is announced. */
defineElement("wall-board", (host) => {
  host.classList.add("wall-board");
  const title = make("p"), clock = make("time"), full = make("button", "button", "Full screen");
  const tiles = make("ul", "wall-board-tiles"), bars = make("ul", "wall-board-bars");
  const news = make("div", "wall-board-news"), words = news.appendChild(make("p"));
  full.type = "button";
  full.onclick = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
  addEventListener("fullscreenchange", () => say(full, document.fullscreenElement ? "Leave full screen" : "Full screen"));
  news.setAttribute("role", "alert");
  host.append(make("div", "wall-board-head", title, ...document.fullscreenEnabled ? [full] : [], clock), tiles, bars, news);
  const fill = (list, data, parts, show) => {
    while (list.children.length > data.length) list.lastChild.remove();
    data.forEach((item, at) => {
      const node = list.children[at] ?? list.appendChild(make("li", "", ...parts.map((name) => make("span", name))));
      tone(node, item.tone);
      show(node, item).forEach((text, part) => say(node.children[part], text));
    });
  };
  return ({ title: name, time, tiles: numbers, bars: shares, announcement, isAlarm }) => {
    say(title, name);
    const now = new Date(time);
    clock.dateTime = now.toISOString();
    say(clock, now.toLocaleTimeString(root.lang || [], { hour: "2-digit", minute: "2-digit" }));
    fill(tiles, numbers, ["wall-value", "wall-label"], (_, { value, label }) => [value, label]);
    fill(bars, shares, ["wall-label", "wall-bar", "wall-number"], (node, { label, share, value }) => {
      node.style.setProperty("--share", share);
      return [label, "", value];
    });
    news.hidden = !announcement;
    say(words, announcement);
    host.classList.toggle("wall-alarm", Boolean(isAlarm));
  };
});

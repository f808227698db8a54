import { defineElement, serverTime } from "/client/client.js";

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};
const button = (textContent, onclick, className = "button") => make("button", { type: "button", className, textContent, onclick });
const clock = (time) => time.toLocaleTimeString("en-GB");
const several = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** One window in the page: its picture of a frame, the line that leads to it, and what goes through. */
class Twin {
  #sockets = new Set();
  #dot = make("i");
  #state = make("span", { className: "state" });
  /** The events that went through the line and have no answer yet. @type {{id: number, name: string}[]} */
  #asked = [];
  isCut = false;
  isOpen = false;

  constructor(name, title, changed) {
    const twin = this;
    // As a plug that is pulled: what is open ends, and what is tried fails.
    const Line = class extends WebSocket {
      constructor(...given) {
        super(...given);
        twin.#sockets.add(this);
        // What had no answer on the line before is sent again.
        twin.#asked = [];
        this.addEventListener("message", ({ data }) => {
          twin.isOpen = true;
          const { applied = 0 } = typeof data === "string" ? JSON.parse(data) : {};
          twin.#asked = twin.#asked.filter(({ id }) => id > applied);
          twin.pulse("down");
          setTimeout(() => twin.told());
        });
        this.addEventListener("close", () => {
          twin.#sockets.delete(this);
          twin.isOpen = twin.#sockets.size > 0 && twin.isOpen;
          twin.told();
        });
        if (twin.isCut) this.close();
      }

      send(data) {
        super.send(data);
        const { event } = JSON.parse(data);
        if (event) twin.#asked.push(event);
        twin.pulse("up");
      }
    };
    this.changed = changed;
    this.view = Object.assign(document.createElement("oriel-window"), { WebSocket: Line });
    for (const [key, value] of Object.entries({ scene: "live", name, styles: "live.css" })) this.view.setAttribute(key, value);
    this.frame = make("div", { className: "frame" }, make("p", {}, make("span", { textContent: title }), this.#state));
    this.node = make("section", { className: "twin", ariaLabel: title },
      make("div", { className: "line", ariaHidden: "true" }, this.#dot), this.frame);
    this.told();
  }

  /** Shows the window, which is in the room of this address. */
  open(path) {
    if (this.view.parentNode) return;
    this.view.setAttribute("path", path);
    this.frame.append(this.view);
  }

  cut() {
    this.isCut = true;
    for (const socket of this.#sockets) socket.close();
    this.told();
  }

  mend() {
    this.isCut = false;
    this.told();
  }

  /** What the window shows: the count, and the text. */
  get shown() {
    const { shadowRoot } = this.view;
    return { count: Number(shadowRoot?.querySelector('[data-element="count"]')?.textContent || NaN), note: shadowRoot?.querySelector("input")?.value ?? "" };
  }

  get isAnswered() { return this.#asked.length === 0; }

  /** The number of presses without an answer. */
  get presses() { return this.#asked.filter(({ name }) => name === "tap").length; }

  told() {
    this.node.dataset.line = this.isCut ? "cut" : this.isOpen ? "open" : "away";
    this.#state.textContent = { cut: "offline", open: "live", away: "connecting" }[this.node.dataset.line];
    this.changed();
  }

  /** Something goes through the line. */
  pulse(way) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const path = [{ top: "0", opacity: 1 }, { top: "100%", opacity: 1 }];
    this.#dot.animate(way === "up" ? path.toReversed() : path, { duration: 350, easing: "ease-in-out" });
  }
}

/**
 * Two windows of the scene `live`, side by side; above them what the server knows, beneath what can be done to them.
 * What it reports is read off the windows themselves.
 */
defineElement("twins", (host, emit) => {
  host.classList.add("twins");
  const mayStop = "demo" in document.documentElement.dataset;
  /** What is going on: since when, what was there, and what was done meanwhile. */
  let away;
  const count = make("b"), note = make("b");
  const server = make("div", { className: "server" },
    make("p", { textContent: "On the server" }),
    make("p", { className: "values" }, make("code", {}, "count = ", count), make("code", {}, "note = ", note)));
  const twins = [new Twin("left", "Window 1", check), new Twin("right", "Window 2", check)];
  const offline = button("Go offline", () => (away?.why === "offline" && !away.mended ? comeBack() : goOffline()));
  const stop = button("Stop the server", stopServer);
  const report = make("p", { className: "report", role: "status" });
  const hint = `Go offline${mayStop ? " or stop the server" : ""}, and keep clicking and typing. Nothing gets lost.`;

  host.append(server, make("div", { className: "pair" }, ...twins.map(({ node }) => node)),
    make("div", { className: "deeds" }, button("Open it as a real window", () => emit("open"), "button main"), offline, ...mayStop ? [stop] : []), report);
  report.textContent = hint;
  host.addEventListener("click", (event) => {
    if (away && event.composedPath().some((node) => node.dataset?.element === "add")) away.clicks++;
  });
  import("/client/embed.js");

  function begin(why) {
    const { count, note } = twins[0].shown;
    // What is on its way now arrives later.
    away = { why, since: new Date(serverTime()), count, note, clicks: twins[0].presses + twins[1].presses };
  }

  function goOffline() {
    begin("offline");
    for (const twin of twins) twin.cut();
    offline.textContent = "Come back";
    stop.disabled = true;
    report.textContent = `Offline since ${clock(away.since)}. Go on clicking and typing in both: the windows keep it.`;
  }

  function comeBack() {
    away.mended = true;
    offline.textContent = "Go offline";
    for (const twin of twins) twin.mend();
    // The client tries at once when its browser says that it is online.
    dispatchEvent(new Event("online"));
  }

  async function stopServer() {
    begin("server");
    offline.disabled = stop.disabled = true;
    report.textContent = "Stopping the server…";
    const answer = await fetch("/demo/stop", { method: "POST" }).catch(() => ({ ok: true }));
    if (answer.ok) return;
    away = undefined;
    offline.disabled = stop.disabled = false;
    report.textContent = `The server answered: ${await answer.text()}`;
  }

  /** Looks whether what went has come back, with all that was done meanwhile. */
  function check() {
    if (!away) return;
    const gone = twins.every((twin) => !twin.isOpen);
    if (away.why === "server" && !away.gone && gone) {
      Object.assign(away, { gone: true, since: new Date(serverTime()) });
      host.dataset.server = "stopped";
      report.textContent = `Stopped at ${clock(away.since)}: the process is gone. Go on clicking and typing.`;
    }
    if (away.why === "offline" ? !away.mended : !away.gone) return;
    if (!twins.every((twin) => twin.isOpen && twin.isAnswered)) return;
    delete host.dataset.server;
    away.back ??= new Date(serverTime());
    const [left, right] = twins.map((twin) => twin.shown);
    if (left.count !== right.count || left.note !== right.note || !(left.count >= away.count + away.clicks)) return;
    const { why, since, back, clicks, count } = away;
    away = undefined;
    offline.disabled = stop.disabled = false;
    // Told as what was then: the count goes on.
    const done = clicks
      ? `${several(clicks, "click")} made meanwhile arrived, and the count went from ${count} to ${left.count}`
      : left.count === count ? `the count was still ${count}` : `the count had gone from ${count} to ${left.count}`;
    report.textContent = `${why === "offline" ? "Offline" : "Stopped"} ${clock(since)}, back ${clock(back)}: ${done}. ${left.note ? "Your text was still there" : "Nothing was lost"}.`;
  }

  return (tally) => {
    for (const twin of twins) twin.open(tally.window);
    count.textContent = tally.count;
    note.textContent = JSON.stringify(tally.note);
    setTimeout(check);
  };
});

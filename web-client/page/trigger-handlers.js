import { home, lockPrefix } from "../protocol/names.js";
import { safe } from "../view/dom.js";
import { words } from "../view/words.js";
import { HeldBack } from "./held-back.js";
import { channel, comeToFront, isToldElsewhere, openPage } from "./other-tabs.js";

/** @param {Json} [value] @returns {Outcome} */
const performed = (value) => ({ status: "performed", value });
/** @type {Outcome} */
const unsupported = { status: "unsupported" };
/** @type {Outcome} */
const failed = { status: "failed" };
/** @type {Outcome} */
const declined = { status: "declined" };

/** The placement in the format of `window.open`. @param {Record<string, number> | undefined} placement */
const features = (placement) =>
  placement && Object.entries(placement).map(([name, value]) => `${name}=${Number(value)}`).join();

/** Performs it now, or when the user presses a button. @param {Ask} ask @param {string} label @param {string} text @param {() => Promise<unknown>} act */
const gesture = (ask, label, text, act) =>
  act().then(() => performed(), (error) => (error.name === "AbortError" ? declined : ask.press(label, text, act)));

/** Milliseconds until the answer to a trigger has left the page. */
const untilSent = 100;

/** Milliseconds in which a page that says that its window was closed shows it again. */
const answerTime = 2000;

/** Whether a page of this browser that says that this window was closed shows it again. @param {string} window */
async function isShownAgain(window) {
  const tabs = channel;
  if (!tabs || !navigator.locks) return false;
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  if (!held.some(({ name }) => name === lockPrefix + window)) return false;
  return new Promise((answer) => {
    const heard = new AbortController();
    const done = (/** @type {boolean} */ isShown) => { heard.abort(); answer(isShown); };
    tabs.addEventListener("message", ({ data }) => data.entered === window && done(true), heard);
    setTimeout(() => done(false), answerTime);
    tabs.postMessage({ reopen: window, until: Date.now() + answerTime });
  });
}

/** @type {Record<string, TriggerHandler>} */
export const triggers = {
  async openWindow({ window: id, url, title, placement }, ask) {
    const target = new URL(url, home);
    if (target.origin !== home.origin) return failed;
    if (await isShownAgain(id)) return performed("focused");
    const act = () => openPage(id, target, features(placement));
    return act() ? performed("opened") : ask.hold(title, act);
  },
  focusWindow: (_, { mark }) => comeToFront(mark).then(() => performed("focused")),
  openURL({ url, target }, ask) {
    const href = safe(url);
    if (href === undefined) return failed;
    // Firefox closes the socket as soon as the page is to leave.
    if (target !== "_blank") return setTimeout(() => location.assign(href)), performed();
    const act = () => {
      // Not `noopener`, which hides whether it was blocked. The opener is removed before the page loads.
      const page = open("about:blank", "_blank");
      if (page) page.opener = null;
      page?.location.replace(new URL(href, home));
      return page && "opened";
    };
    return act() ? performed("opened") : ask.press(words.open, href, act);
  },
  notify: (payload, ask) => ask.toast(payload).catch((error) => {
    console.warn(error);
    return ask.choose(`${payload.title}\n${payload.body ?? ""}`, [[words.ok, "tap"]]);
  }),
  share(data, ask) {
    const copy = () => navigator.clipboard.writeText(data.url ?? data.text);
    return navigator.share
      ? gesture(ask, words.share, data.title ?? data.url ?? "", () => navigator.share(data))
      : gesture(ask, words.copy, data.title ?? data.url ?? "", copy);
  },
  copy: ({ text }, ask) => gesture(ask, words.copy, text, () => navigator.clipboard.writeText(text)),
  ask: (_, { shown }) => shown().then((rev) => performed({ rev, visible: !document.hidden })),
  // When the answer has gone.
  reload: (_, { renew }) => (setTimeout(renew, untilSent), performed()),
  print: () => { print(); return performed(); },
  setBadge: ({ count }) =>
    navigator.setAppBadge ? navigator.setAppBadge(count).then(() => performed(), () => unsupported) : unsupported,
  async download({ url, name }, { save }) {
    const href = safe(url);
    if (href === undefined) return failed;
    return save(href, name).then(() => performed(), () => failed);
  },
  requestReview: (_, ask) =>
    ask.choose(words.review, [1, 2, 3, 4, 5].map((stars) => [words.star(stars), stars])),
};

/** Whether the last notification is told elsewhere. @type {Promise<unknown>} */
let lastAsked = Promise.resolve();

/** @type {WeakMap<import("./trigger-runner.js").TriggerRunner, HeldBack>} */
const heldBacks = new WeakMap();

/** @param {import("./trigger-runner.js").TriggerRunner} runner */
function heldBack(runner) {
  const held = heldBacks.get(runner) ?? new HeldBack(runner.delegate);
  heldBacks.set(runner, held);
  return held;
}

/**
 * What the handler of a trigger can ask of its page and its user.
 * @param {import("./trigger-runner.js").TriggerRunner} runner @param {string} id @param {number | undefined} expires
 * @param {() => void} block says that the browser waits for the user @returns {Ask}
 */
export function asks(runner, id, expires, block) {
  const { clock, delegate } = runner;
  /** Waits for the answer to what this shows. @param {(answer: (outcome: Outcome | Promise<Outcome> | undefined) => void) => () => void} show returns what takes it away */
  const answered = (show) => new Promise((/** @type {(outcome: Outcome | Promise<Outcome> | undefined) => void} */ answer) => {
    const close = show(answer);
    // The server itself answers expired triggers, so no timer waits longer.
    if (expires !== undefined && expires < 2 ** 31) clock.setTimeout(() => { close(); answer(undefined); }, expires);
  });
  const card = (/** @type {string} */ text, /** @type {[string, () => Outcome | Promise<Outcome>][]} */ buttons) =>
    answered((answer) => delegate.ask(
      text,
      buttons.map(([label, act]) => [label, () => answer(act())]),
      () => answer({ status: "declined" })));
  return {
    mark: () => delegate.mark(),
    shown: () => delegate.shown(),
    renew: () => delegate.renew(),
    save: (url, name) => delegate.save(url, name),
    press: (label, text, act) => {
      block();
      const pressed = async () => /** @type {Outcome} */ ({ status: "performed", value: await act() });
      return card(text, [[label, pressed]]);
    },
    hold: (title, act) => {
      block();
      return answered((answer) => heldBack(runner).add(title, act, answer));
    },
    toast: async (payload) => {
      const asked = isToldElsewhere(id);
      // Browsers answer in any order.
      if (await (lastAsked = lastAsked.then(() => asked))) return { status: "performed", value: "elsewhere" };
      const toasts = await delegate.toasts();
      return answered((answer) => toasts.show(payload, answer));
    },
    choose: (text, answers) => card(text, answers.map(([label, value]) => [label, () => ({ status: "performed", value })])),
  };
}

import { home } from "../protocol/names.js";
import { safe } from "../view/dom.js";
import { words } from "../view/words.js";
import { comeToFront, openPage } from "./other-tabs.js";

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

/** @type {Record<string, TriggerHandler>} */
export const triggers = {
  openWindow({ window: id, url, title, placement }, ask) {
    const target = new URL(url, home);
    if (target.origin !== home.origin) return failed;
    const act = () => openPage(id, target, features(placement));
    return act() ? performed("opened") : ask.hold(title, act);
  },
  focusWindow: (_, { mark }) => comeToFront(mark).then(() => performed("focused")),
  openURL({ url, target }, ask) {
    const href = safe(url);
    if (href === undefined) return failed;
    if (target !== "_blank") return void location.assign(href), performed();
    const act = () => {
      // Not `noopener`, which hides whether it was blocked. The opener is removed before the page loads.
      const page = open("about:blank", "_blank");
      if (page) page.opener = null;
      page?.location.replace(new URL(href, home));
      return page && "opened";
    };
    return act() ? performed("opened") : ask.press(words.open, href, act);
  },
  notify({ title, body = "" }, ask) {
    const card = () => ask.choose(`${title}\n${body}`, [[words.ok, "tap"]]);
    if (globalThis.Notification?.permission !== "granted") return card();
    /** @type {Notification} */
    let notification;
    try {
      notification = new Notification(title, { body });
    } catch {
      // Chrome for Android shows a notification only for a service worker.
      return card();
    }
    return new Promise((answer) => {
      notification.onclick = () => { focus(); answer(performed("tap")); };
      notification.onclose = () => answer(declined);
      notification.onerror = () => answer(failed);
    });
  },
  share(data, ask) {
    const copy = () => navigator.clipboard.writeText(data.url ?? data.text);
    return navigator.share
      ? gesture(ask, words.share, data.title ?? data.url ?? "", () => navigator.share(data))
      : gesture(ask, words.copy, data.title ?? data.url ?? "", copy);
  },
  copy: ({ text }, ask) => gesture(ask, words.copy, text, () => navigator.clipboard.writeText(text)),
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

/** Handles a custom trigger, with the kind `custom:<name>`. @param {string} name @param {TriggerHandler} handler */
export const handleTrigger = (name, handler) => { triggers[`custom:${name}`] = handler; };

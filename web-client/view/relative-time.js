import { serverTime } from "../protocol/server-time.js";
import { attribute } from "./dom.js";

/** The units of time, the longest first, with their lengths in milliseconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const timeUnits = [["year", 31557600e3], ["month", 2629800e3], ["day", 86400e3], ["hour", 3600e3], ["minute", 60e3], ["second", 1e3]];

/**
 * Says how far a time is from now, and after how many milliseconds that changes.
 * @param {number} time @param {number} now @param {string} lang
 */
export function relative(time, now, lang) {
  const distance = Math.abs(time - now);
  const found = timeUnits.findIndex(([, length]) => distance >= length);
  const at = found < 0 ? timeUnits.length - 1 : found;
  const [unit, length] = timeUnits[at];
  const count = Math.floor(distance / length);
  const text = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(time < now ? -count : count, unit);
  const longer = timeUnits[at - 1]?.[1] ?? Infinity;
  const future = count ? distance - count * length + 1 : distance + length;
  return { text, next: time > now ? future : Math.min((count + 1) * length, longer) - distance };
}

/** The views that show a time, all kept current by one timer. @type {Set<View>} */
const timeViews = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timeTimer;

/** Shows all times as they are now. */
export function showTimes() {
  clearTimeout(timeTimer);
  let wait = 3600e3;
  for (const { node, state, data } of timeViews) {
    const lang = node.closest("[lang]")?.getAttribute("lang") || navigator.language;
    const { text, next } = relative(Date.parse(data.text), serverTime(), lang);
    if (state.words.textContent !== text) state.words.textContent = text;
    wait = Math.min(wait, next);
  }
  if (timeViews.size) timeTimer = setTimeout(showTimes, wait);
}

/** A time in words that the page keeps current. @type {Setter} */
export function setTime(view, text) {
  const date = new Date(text);
  attribute(view.node, "datetime", date.toISOString());
  view.node.title = date.toLocaleString(document.documentElement.lang || undefined);
  timeViews.add(view);
  // Once it is in its place, which has a language.
  clearTimeout(timeTimer);
  timeTimer = setTimeout(showTimes);
}

/** @param {View} view */
export const endTime = (view) => timeViews.delete(view);

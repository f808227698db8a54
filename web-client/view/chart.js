import { attribute, focusedAround, h, write } from "./dom.js";
import { elements } from "./elements.js";
import { words } from "./words.js";

/**
 * Charts as SVG, drawn in pixels to the width that there is. A patch changes points in the document, and the next frame draws the
 * same nodes again: a path for each series.
 *
 * @typedef {{x: number, y: number | undefined}} Point in units of the data; without y it is a gap
 * @typedef {{key: string, as: string, name: string, tone: string, dash: number, points: Point[], values: Map<number, number | undefined>, level?: number}} Series
 * @typedef {{item: HTMLElement, name: HTMLElement, value: HTMLElement, group: Element, paths: Element[]}} Part what shows a series
 * @typedef {{at: number, text: string}} Tick
 */
const kindsOfSeries = new Set(["line", "area", "bar", "rule"]);
const tones = ["accent", "warn", "good", "soft"];
const rowsOfTable = 50, mostSeries = 8, mostTicks = 5;
const second = 1e3, minute = 60e3, hour = 3600e3, day = 864e5;
const times = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second), ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour), ...[1, 2, 7, 14].map((n) => n * day),
];

/** @param {string} name @param {Element} parent @param {string} [className] */
function drawn(name, parent, className) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  attribute(node, "class", className ?? false);
  return parent.appendChild(node);
}

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
const exact = (/** @type {number} */ value) => Number(value.toPrecision(12));

/** The series that can be drawn. @param {any} data @param {string[]} categories gets those of the x axis @returns {Series[]} */
function read(data, categories) {
  const list = data.as === "sparkline" ? [{ as: "line", style: data.style, points: data.values?.map?.((/** @type {any} */ y, /** @type {number} */ x) => [x, y]) }] : data.series;
  if (!Array.isArray(list)) return [];
  /** @type {Map<unknown, number>} */
  const places = new Map();
  const place = (/** @type {unknown} */ x) => {
    if (data.x !== "category" || typeof x !== "string") return x;
    if (!places.has(x)) places.set(x, categories.push(x) - 1);
    return places.get(x);
  };
  let count = 0;
  /** @type {Record<string, number>} */
  const counts = {};
  return list.filter((one) => kindsOfSeries.has(one?.as)).slice(0, mostSeries).map((one, index) => {
    const isRule = one.as === "rule", order = isRule ? 0 : count++, alike = counts[one.as] = (counts[one.as] ?? -1) + 1;
    const pairs = !isRule && Array.isArray(one.points) ? one.points : [];
    const points = pairs.flatMap((/** @type {any} */ pair) => {
      const x = place(pair?.[0]);
      return isNumber(x) ? { x, y: isNumber(pair[1]) ? pair[1] : undefined } : [];
    });
    const style = String(one.style ?? "").match(/danger|accent|secondary/)?.[0] ?? (isRule ? "secondary" : tones[order % 4]);
    return {
      key: `${one.as} ${one.id ?? index}`, as: one.as, name: String(one.name ?? ""), tone: style === "secondary" ? "soft" : style,
      // A second round of colours begins with other dashes.
      dash: (alike + (alike >> 2)) % 4,
      points, values: new Map(points.map((/** @type {Point} */ { x, y }) => [x, y])), level: isRule && isNumber(one.value) ? one.value : undefined,
    };
  });
}

/** A round number that is at least this. @param {number} least */
function rounded(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, ...(power >= 10 ? [2.5] : []), 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10;
  return exact(factor * power);
}

/** The y axis: its ends, and three or four lines. @param {any} data @param {Series[]} series */
function heights(data, series) {
  let low = Infinity, high = -Infinity;
  for (const { points, level } of series) {
    for (const { y } of level === undefined ? points : [{ y: level }]) {
      if (y === undefined) continue;
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  }
  if (low > high) [low, high] = [0, 1];
  if (data.as === "sparkline") return { low, high, step: high - low || 1, extremes: [low, high] };
  const extremes = [low, high];
  if (low === high || low < high / 2 || series.some(({ as }) => as === "bar")) low = Math.min(low, 0);
  if (low === high || high > low / 2 || series.some(({ as }) => as === "bar")) high = Math.max(high, 0);
  const fixed = [data.low, data.high].map((end) => (isNumber(end) ? end : undefined));
  low = fixed[0] ?? low;
  high = Math.max(fixed[1] ?? high, low);
  if (low === high) high = low + 1;
  let step = rounded((high - low) / 3);
  const ends = () => [fixed[0] ?? exact(Math.floor(exact(low / step)) * step), fixed[1] ?? exact(Math.ceil(exact(high / step)) * step)];
  while (exact((ends()[1] - ends()[0]) / step) > 3) step = rounded(step * 1.01);
  return { low: ends()[0], high: ends()[1], step, extremes };
}

/** The multiples of a step. @param {number} from @param {number} to @param {number} step */
function multiples(from, to, step) {
  const first = Math.ceil(exact(from / step));
  return Array.from({ length: Math.max(0, Math.floor(exact(to / step)) - first + 1) }, (_, index) => exact((first + index) * step));
}

/** Round times of the page's time zone, and how they are written. @param {number} from @param {number} to @param {number} most @returns {[number[], Intl.DateTimeFormatOptions]} */
function roundTimes(from, to, most) {
  const zone = (/** @type {number} */ time) => new Date(time).getTimezoneOffset() * minute;
  for (const step of times) {
    if ((to - from) / step > most + 1) continue;
    const found = multiples(from - zone(from), to - zone(from), step);
    if (found.length > most) continue;
    // The clocks may have changed in between.
    return [found.map((time) => time + zone(time + zone(from))), step >= day ? { day: "numeric", month: "short" } : { hour: "2-digit", minute: "2-digit", ...(step < minute && { second: "2-digit" }) }];
  }
  const begin = new Date(from);
  for (let months = 1; ; months *= months < 3 ? 3 : 2) {
    /** @type {number[]} */
    const found = [];
    let month = Math.ceil((begin.getFullYear() * 12 + begin.getMonth()) / months) * months;
    for (; found.length <= most; month += months) {
      const time = new Date(Math.floor(month / 12), month % 12).getTime();
      if (!(time <= to)) break;
      if (time >= from) found.push(time);
    }
    if (found.length <= most) return [found, months % 12 ? { month: "short", year: "numeric" } : { year: "numeric" }];
  }
}

/** A chart on the page. */
class Plot {
  /** @type {Map<string, Part>} */
  #parts = new Map();
  /** @type {Series[]} */
  #series = [];
  /** All x values, in order. @type {number[]} */
  #xs = [];
  /** The x value that is read; the latest without one. @type {number | undefined} */
  #at;
  /** @type {(x: number) => number} */
  #across = () => 0;
  /** @type {(y: number) => number} */
  #up = () => 0;
  /** @type {(value: number) => string} */
  #value = String;
  /** @type {(x: number) => string} */
  #place = String;
  #frame = 0;
  #isRead = false;
  /** The plot's edges. */
  #box = { left: 0, right: 0, top: 0, bottom: 0, font: 11 };

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.isSmall = view.data.as === "sparkline";
    const svg = this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    attribute(svg, "aria-hidden", "true");
    this.grid = drawn("path", svg, "grid");
    this.marks = drawn("g", svg);
    this.line = drawn("path", svg, "hairline");
    this.labels = drawn("g", svg, "labels");
    this.title = h("span", { className: "title" });
    this.note = h("small", { hidden: true });
    this.legend = h("ul");
    this.area = h("div", { className: "plot" }, svg);
    this.head = h("tr");
    this.body = h("tbody");
    this.caption = h("caption");
    this.node = this.isSmall ? h("span", { className: "sparkline", role: "img" }, svg) : h(
      "figure", { className: "chart" }, h("figcaption", {}, this.title, this.note, this.legend), this.area,
      h("div", { className: "unseen" }, h("table", {}, this.caption, h("thead", {}, this.head), this.body)),
    );
    if (!this.isSmall) this.#listen();
    this.resizing = new ResizeObserver(() => this.schedule());
    this.resizing.observe(this.isSmall ? this.node : this.area);
  }

  stop() {
    this.resizing.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  schedule() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #listen() {
    const { area } = this;
    Object.assign(area, { tabIndex: 0, role: "slider" });
    area.onpointermove = area.onpointerdown = ({ clientX }) => {
      const x = clientX - area.getBoundingClientRect().left;
      this.#isRead = false;
      this.#show(this.#xs.length ? this.#xs[this.#nearest((at) => this.#across(at) - x)] : undefined);
    };
    area.onpointerleave = ({ pointerType }) => { if (pointerType !== "touch" && !this.#isRead) this.#show(); };
    area.onblur = () => {
      this.#isRead = false;
      this.#show();
    };
    area.onkeydown = (event) => {
      const last = this.#xs.length - 1;
      const index = this.#at === undefined ? last : this.#nearest((x) => x - /** @type {number} */ (this.#at));
      const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
      if (next === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#isRead = true;
      this.#show(this.#xs[Math.min(Math.max(next, 0), last)]);
      this.#say();
    };
  }

  /** The index of the x value with the smallest distance. @param {(x: number) => number} distance which grows with x */
  #nearest(distance) {
    const xs = this.#xs;
    let low = 0, high = xs.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (distance(xs[middle]) < 0) low = middle + 1;
      else high = middle;
    }
    return low > 0 && -distance(xs[low - 1]) < distance(xs[low]) ? low - 1 : low;
  }

  #draw() {
    const { view: { data }, svg, node } = this;
    const around = this.isSmall ? node : this.area;
    const { clientWidth: width, clientHeight: height } = around;
    if (!width || !height) return;
    attribute(svg, "viewBox", `0 0 ${width} ${height}`);
    /** @type {string[]} */
    const categories = [];
    const series = this.#series = read(data, categories);
    const first = series.find(({ points }) => points.length)?.values;
    const isSame = series.every(({ values }) => !values.size || (values.size === first?.size && [...values.keys()].every((x) => first.has(x))));
    this.#xs = isSame ? [...(first?.keys() ?? [])] : [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
    this.#xs.sort((one, other) => one - other);
    const y = heights(data, series);
    const font = parseFloat(getComputedStyle(svg).fontSize) || 11;
    const without = String(data.without ?? "").split(" ");
    const lang = languageOf(node);
    const unit = data.unit ? `\u202f${data.unit}` : "";
    const places = Math.min(8, Math.max(0, -Math.floor(Math.log10(y.step)) + 2));
    const number = new Intl.NumberFormat(lang, { maximumFractionDigits: places });
    this.#value = (value) => number.format(value) + unit;
    const rows = without.includes("yAxis") || this.isSmall ? [] : this.#rows(y, lang, unit);
    const left = rows.length ? Math.ceil(Math.max(...rows.map(({ text }) => text.length)) * font * .58) + 8 : 3;
    const box = this.#box = {
      left, right: width - 5, top: rows.length ? Math.ceil(font * .7) : 4, font,
      bottom: this.isSmall ? height - 3 : height - (without.includes("xAxis") ? Math.ceil(font * .7) : Math.ceil(font * 2)),
    };
    const [from, to, wide] = this.#ends(data, series);
    this.#across = (x) => round(box.left + (x - from) / (to - from) * (box.right - box.left));
    const span = y.high - y.low;
    this.#up = (value) => round(span ? box.bottom - (value - y.low) / span * (box.bottom - box.top) : (box.bottom + box.top) / 2);
    const columns = this.#columns(data, categories, [from, to], lang);
    attribute(this.grid, "d", rows.map(({ at }) => `M${box.left} ${this.#up(at)}H${box.right}`).join(""));
    this.#arrange(Math.min(Math.max(0, y.low), y.high), wide);
    if (this.isSmall) return this.#name(data.label);
    const foot = without.includes("xAxis") ? [] : columns;
    this.#write([
      ...rows.map(({ at, text }) => ({ x: box.left - 8, y: this.#up(at) + font * .35, text, anchor: "end" })),
      ...this.#apart(foot.map(({ at, text }) => this.#below(at, text))),
    ], rows.length);
    this.legend.hidden = without.includes("legend");
    const most = Math.max(...[...y.extremes, ...series.map(({ level }) => level ?? 0)].map((value) => this.#value(value).length));
    node.style.setProperty("--digits", `${most}ch`);
    this.note.hidden = !isNumber(data.last);
    if (isNumber(data.last)) this.note.textContent = words.lastPoints(number.format(data.last));
    this.#tell();
    this.#show(this.#at === undefined || !this.#xs.length ? undefined : this.#xs[this.#nearest((x) => x - /** @type {number} */ (this.#at))]);
    // One who reads by keyboard hears what they ask for, not every change.
    if (focusedAround(node) !== this.area) this.#say();
  }

  /** @param {{low: number, high: number, step: number}} y @param {string | undefined} lang @param {string} unit @returns {Tick[]} */
  #rows({ low, high, step }, lang, unit) {
    const format = new Intl.NumberFormat(lang, {
      maximumFractionDigits: Math.min(8, Math.max(0, Math.ceil(-Math.log10(step)))),
      ...(Math.max(Math.abs(low), Math.abs(high)) >= 1e5 && { notation: "compact", maximumFractionDigits: 2 }),
    });
    const all = multiples(low, high, step);
    return all.map((at, index) => ({ at, text: format.format(at) + (index === all.length - 1 ? unit : "") }));
  }

  /** The ends of the x axis, and the width of a bar in its units. @param {any} data @param {Series[]} series @returns {[number, number, number]} */
  #ends(data, series) {
    const xs = this.#xs, first = xs[0] ?? 0, last = xs.at(-1) ?? 0;
    let gap = data.x === "time" ? minute : 1;
    if (xs.length > 1) gap = xs.reduce((least, x, index) => (index ? Math.min(least, x - xs[index - 1]) : least), Infinity);
    const isPadded = data.x === "category" || xs.length < 2 || series.some(({ as }) => as === "bar");
    return isPadded ? [first - gap / 2, last + gap / 2, gap] : [first, last, gap];
  }

  /** The labels of the x axis. @param {any} data @param {string[]} categories @param {[number, number]} ends @param {string | undefined} lang @returns {Tick[]} */
  #columns(data, categories, [from, to], lang) {
    const { left, right, font } = this.#box, xs = this.#xs;
    const most = (/** @type {number} */ letters) => Math.max(2, Math.min(mostTicks, Math.floor((right - left) / (letters * font * .6 + 8))));
    if (data.x === "category") {
      this.#place = (x) => categories[x] ?? "";
      const step = Math.ceil(categories.length / most(Math.max(0, ...categories.map((text) => Math.min(text.length, 16) * .9))));
      return categories.flatMap((text, at) => (at % step ? [] : { at, text: text.length > 18 ? `${text.slice(0, 17)}…` : text }));
    }
    if (data.x !== "time") {
      const format = new Intl.NumberFormat(lang, { maximumFractionDigits: 6 });
      this.#place = (x) => format.format(x);
      const count = most(Math.max(...[from, to].map((x) => format.format(x).length)));
      let step = rounded((to - from) / count);
      while (multiples(from, to, step).length > count) step = rounded(step * 1.01);
      return multiples(from, to, step).map((at) => ({ at, text: format.format(at) }));
    }
    const hasSeconds = xs.some((x) => x % minute);
    const read = new Intl.DateTimeFormat(lang, {
      ...(to - from >= day && { day: "numeric", month: "short" }), ...(to - from >= 300 * day ? { year: "numeric" } : { hour: "2-digit", minute: "2-digit", ...(hasSeconds && { second: "2-digit" }) }),
    });
    this.#place = (x) => read.format(x);
    const written = (/** @type {number} */ letters) => {
      const [found, options] = roundTimes(from, to, most(letters));
      const format = new Intl.DateTimeFormat(lang, options);
      return found.map((at) => ({ at, text: format.format(at) }));
    };
    const longest = Math.max(0, ...written(5).map(({ text }) => text.length));
    return written(longest);
  }

  /** A text below the plot that stays within it. @param {number} x @param {string} text */
  #below(x, text) {
    const { left, right, bottom, font } = this.#box, half = text.length * font * .29;
    return { x: round(Math.max(Math.min(this.#across(x), right + 4 - half), Math.min(left, half))), y: bottom + font * 1.6, text, anchor: "middle" };
  }

  /** Leaves out what the next would touch. @template {{x: number, text: string}} T @param {T[]} texts */
  #apart(texts) {
    let edge = Infinity;
    return texts.reverse().filter(({ x, text }) => {
      const half = text.length * this.#box.font * .3, isFree = x + half + 4 < edge;
      if (isFree) edge = x - half;
      return isFree;
    });
  }

  /** Shows texts in the nodes that there are, and one more that reads. @param {{x: number, y: number, text: string, anchor: string}[]} texts @param {number} fixed */
  #write(texts, fixed) {
    const { labels } = this;
    while (labels.childElementCount > texts.length + 1) labels.firstElementChild?.remove();
    while (labels.childElementCount < texts.length + 1) drawn("text", labels);
    texts.forEach(({ x, y, text, anchor }, index) => {
      const node = /** @type {any} */ (labels.children[index]);
      attribute(node, "x", x);
      attribute(node, "y", round(y));
      attribute(node, "text-anchor", anchor);
      attribute(node, "data-at", index >= fixed && x);
      attribute(node, "class", false);
      write(node, text);
    });
    attribute(labels.children[texts.length], "class", "read");
    attribute(labels.children[texts.length], "data-at", false);
  }

  /** Gives each series its nodes, and draws them. @param {number} zero where bars begin @param {number} wide */
  #arrange(zero, wide) {
    const keys = new Set(this.#series.map(({ key }) => key));
    for (const [key, { item, group }] of this.#parts) {
      if (keys.has(key)) continue;
      item.remove();
      group.remove();
      this.#parts.delete(key);
    }
    const bars = this.#series.filter(({ as }) => as === "bar");
    const base = this.#up(zero);
    this.#series.forEach((one, index) => {
      const part = this.#parts.get(one.key) ?? this.#made(one);
      if (this.marks.children[index] !== part.group) this.marks.insertBefore(part.group, this.marks.children[index] ?? null);
      if (this.legend.children[index] !== part.item) this.legend.insertBefore(part.item, this.legend.children[index] ?? null);
      for (const node of [part.group, part.item]) {
        attribute(node, "data-tone", one.tone);
        attribute(node, "data-dash", one.as !== "rule" && one.dash > 0 && one.dash);
      }
      write(part.name, one.name);
      const [line, fill] = part.paths;
      if (one.as === "rule") attribute(line, "d", one.level !== undefined && `M${this.#box.left} ${this.#up(one.level)}H${this.#box.right}`);
      else if (one.as === "bar") attribute(line, "d", this.#bars(one, bars.indexOf(one), bars.length, wide, base));
      else {
        const runs = this.#runs(one.points);
        attribute(line, "d", runs.map((run) => `M${run.join("L")}${run.length > 1 ? "" : "h.01"}`).join(""));
        if (fill) attribute(fill, "d", runs.map((run) => `M${run[0].split(" ")[0]} ${base}L${run.join("L")}V${base}Z`).join(""));
      }
    });
  }

  /** The nodes of a series. @param {Series} series @returns {Part} */
  #made({ key, as }) {
    const name = h("bdi"), value = h("b"), item = h("li", {}, name, " ", value);
    item.dataset.as = as;
    const group = drawn("g", this.marks);
    const fill = as === "area" ? [drawn("path", group, "fill")] : [];
    const part = { item, name, value, group, paths: [drawn("path", group, as === "area" ? "line" : as), ...fill] };
    if (as === "line" || as === "area") part.paths[2] = drawn("path", group, "dot");
    this.#parts.set(key, part);
    return part;
  }

  /** The coordinates between gaps. @param {Point[]} points */
  #runs(points) {
    /** @type {string[][]} */
    const runs = [];
    let isOpen = false;
    for (const { x, y } of points) {
      if (y !== undefined) {
        if (!isOpen) runs.push([]);
        runs[runs.length - 1].push(`${this.#across(x)} ${this.#up(y)}`);
      }
      isOpen = y !== undefined;
    }
    return runs;
  }

  /** Bars beside those of other series. @param {Series} series @param {number} index @param {number} count @param {number} wide @param {number} base */
  #bars({ points }, index, count, wide, base) {
    const whole = this.#across(wide) - this.#across(0), width = Math.max(whole * .72 / count, .5);
    return points.flatMap(({ x, y }) => {
      if (y === undefined) return [];
      const left = round(this.#across(x) + width * (index - count / 2)), top = this.#up(y);
      return `M${left} ${base}V${top}h${round(Math.max(width - (width > 4 ? 1 : 0), .5))}V${base}Z`;
    }).join("");
  }

  /** Reads the values at an x value, or the latest. @param {number} [at] */
  #show(at) {
    this.#at = at;
    const { top, bottom, left } = this.#box, x = at === undefined ? 0 : this.#across(at);
    attribute(this.line, "d", at !== undefined && `M${x} ${top}V${bottom}`);
    for (const one of this.#series) {
      const part = this.#parts.get(one.key), y = this.#valueOf(one, at);
      if (!part) continue;
      // Categories have no latest.
      const text = at === undefined && this.view.data.x === "category" && one.level === undefined ? "" : y === undefined ? "–" : this.#value(y);
      write(part.value, text);
      const place = at ?? one.points.findLast((point) => point.y !== undefined)?.x;
      const dot = part.paths[2];
      if (dot) attribute(dot, "d", y !== undefined && place !== undefined && `M${this.#across(place)} ${this.#up(y)}h.01`);
    }
    const label = /** @type {any} */ (this.labels.lastElementChild);
    if (!label) return;
    const text = at === undefined ? "" : this.#place(at), below = this.#below(at ?? 0, text);
    write(label, text);
    attribute(label, "x", below.x);
    attribute(label, "y", round(below.y));
    attribute(label, "text-anchor", "middle");
    // The labels that it would cover make way.
    for (const node of /** @type {NodeListOf<SVGElement>} */ (this.labels.querySelectorAll("[data-at]"))) {
      const room = (text.length + (node.textContent ?? "").length) * this.#box.font * .3 + 6;
      attribute(node, "visibility", at !== undefined && (Math.abs(Number(node.dataset.at) - below.x) < room || below.x < left - 8) && "hidden");
    }
  }

  /** @param {Series} series @param {number} [at] */
  #valueOf({ level, values, points }, at) {
    return level ?? (at === undefined ? points.findLast(({ y }) => y !== undefined)?.y : values.get(at));
  }

  /** Says where one reads, and what is there. */
  #say() {
    const { area } = this, xs = this.#xs, at = this.#at ?? xs.at(-1);
    attribute(area, "aria-valuemin", 0);
    attribute(area, "aria-valuemax", Math.max(0, xs.length - 1));
    attribute(area, "aria-valuenow", Math.max(0, at === undefined ? 0 : xs.indexOf(at)));
    const read = this.#series.map((one) => {
      const y = this.#valueOf(one, at);
      return `${one.name} ${y === undefined ? "–" : this.#value(y)}`;
    });
    attribute(area, "aria-valuetext", [...(at === undefined ? [] : [this.#place(at)]), ...read].join(", ") || "–");
  }

  /** @param {string} [label] */
  #name(label = "") {
    const [one] = this.#series, y = one && this.#valueOf(one);
    this.#show();
    attribute(this.node, "aria-label", y === undefined ? label : `${label}: ${this.#value(y)}`);
  }

  /** The table for those who don't see the plot. */
  #tell() {
    const { head, body, view: { data } } = this;
    const columns = this.#series.filter(({ as }) => as !== "rule");
    cells(head, "th", [data.xTitle || "–", ...columns.map(({ name }) => name || data.label || "–")]);
    const xs = this.#xs.slice(-rowsOfTable).map((x) => ({ x, key: String(data.x === "category" ? this.#place(x) : x) }));
    const wanted = new Set(xs.map(({ key }) => key));
    /** @type {Map<string | undefined, HTMLElement>} */
    const known = new Map();
    for (const row of body.querySelectorAll("tr")) {
      if (wanted.has(String(row.dataset.x))) known.set(row.dataset.x, row);
      else row.remove();
    }
    xs.forEach(({ x, key }, index) => {
      const row = known.get(key) ?? h("tr");
      row.dataset.x = key;
      cells(row, "td", [this.#place(x), ...columns.map(({ values }) => {
        const y = values.get(x);
        return y === undefined ? "–" : this.#value(y);
      })]);
      if (body.children[index] !== row) body.insertBefore(row, body.children[index] ?? null);
    });
  }
}

/** @param {HTMLElement} row @param {"th" | "td"} tag @param {string[]} texts */
function cells(row, tag, texts) {
  while (row.children.length > texts.length) row.lastElementChild?.remove();
  texts.forEach((text, index) => {
    write(/** @type {HTMLElement} */ (row.children[index] ?? row.appendChild(h(tag, tag === "th" ? { scope: "col" } : {}))), text);
  });
}

/** The language of a place in the page, as it is used where the user is. @param {Element} node */
function languageOf(node) {
  const lang = node.closest("[lang]")?.getAttribute("lang") || navigator.language;
  try {
    return Intl.getCanonicalLocales(navigator.languages.find((one) => one.startsWith(`${lang}-`)) ?? lang)[0];
  } catch {
    return undefined;
  }
}

elements.chart = {
  make(view) {
    view.state.plot = new Plot(view);
    return view.state.plot.node;
  },
  set: {
    label({ node, state: { plot } }, label = "") {
      if (plot.isSmall) return;
      attribute(node, "aria-label", label || false);
      attribute(plot.area, "aria-label", label || "–");
      plot.title.textContent = plot.caption.textContent = label;
    },
    height: ({ node }, points) => node.style.setProperty("--height", isNumber(points) ? `${points / 16}rem` : ""),
    children() {},
  },
  done: ({ state }) => state.plot.schedule(),
  end: ({ state }) => state.plot.stop(),
};

elements.gauge = {
  make(view) {
    const { state } = view;
    state.words = h("span");
    state.value = h("b");
    state.fill = h("i");
    view.control = h("div", { className: "level" }, state.fill);
    return h("div", { className: "gauge" }, state.words, state.value, view.control);
  },
  set: {
    label({ control, state }, label = "") {
      state.words.textContent = label;
      attribute(control, "aria-label", label || "–");
    },
    children() {},
  },
  done({ node, control, data: { value, low = 0, high = 1, text }, state }) {
    const isKnown = isNumber(value), share = isKnown ? Math.min(Math.max((value - low) / (high - low || 1), 0), 1) : 0;
    const format = new Intl.NumberFormat(languageOf(node), low === 0 && high === 1 ? { style: "percent" } : { maximumFractionDigits: 2 });
    state.value.textContent = text ?? (isKnown ? format.format(value) : "–");
    state.fill.style.inlineSize = `${round(share * 100)}%`;
    attribute(control, "role", isKnown ? "meter" : "img");
    attribute(control, "aria-valuemin", isKnown && low);
    attribute(control, "aria-valuemax", isKnown && high);
    attribute(control, "aria-valuenow", isKnown && value);
    attribute(control, "aria-valuetext", isKnown && state.value.textContent);
  },
};

import Oriel

extension PageFile {
  /// The elements that the Gallery's operations rooms are made of.
  static let operations = PageFile(
    "operations.js",
    """
    import { defineElement } from "/client/client.js";

    const make = (tag, className, ...children) => {
      const node = document.createElement(tag);
      if (className) node.className = className;
      node.append(...children);
      return node;
    };
    const say = (node, text = "") => { if (node.textContent !== text) node.textContent = text; };
    const tone = (node, tone) => { if (tone) node.dataset.tone = tone; else delete node.dataset.tone; };
    const draw = (tag, attributes) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
      return node;
    };

    const line = (values, width, height) => {
      const low = Math.min(...values), span = Math.max(...values) - low || 1;
      return values.map((value, at) =>
        `${(at / Math.max(values.length - 1, 1) * width).toFixed(1)},${(height - 2 - (value - low) / span * (height - 4)).toFixed(1)}`).join(" ");
    };

    const spark = () => {
      const path = draw("polyline", { "vector-effect": "non-scaling-stroke" });
      const svg = draw("svg", { viewBox: "0 0 100 24", preserveAspectRatio: "none", "aria-hidden": "true", class: "ops-spark" });
      svg.append(path);
      return [svg, (values) => path.setAttribute("points", line(values, 100, 24))];
    };

    // A cell, and how it shows its properties.
    const cell = (node, kind, lead) => {
      node.className = `ops-${kind}`;
      const host = lead ?? node;
      const main = host.appendChild(make("span", kind === "status" ? "ops-chip" : "ops-main"));
      let detail, curve, flash;
      return ({ text, detail: more, tone: how, values }) => {
        const moved = kind === "number" && main.textContent !== "" && main.textContent !== text;
        say(main, text);
        tone(main, how);
        if (moved && flash?.playState !== "running") {
          const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
          flash = main.animate?.([{ background: "var(--tint)" }, { background: "#0000" }], isReduced ? 0 : 900);
        }
        if (more !== undefined || detail) say(detail ??= host.appendChild(make("span", "ops-detail")), more);
        if (values) {
          if (!curve) { const [svg, show] = spark(); host.prepend(svg); curve = show; }
          curve(values);
        }
      };
    };

    defineElement("ops-board", (host, emit) => {
      host.classList.add("ops-board");
      const caption = make("caption"), head = make("tr"), body = make("tbody"), none = make("p", "ops-empty");
      host.append(make("table", "", caption, make("thead", "", head), body), none);
      const lines = new Map();
      let heads = "";
      const add = (row, columns, opens) => {
        const node = make("tr"), lead = row.link ? make("a", "link") : opens ? make("button") : undefined;
        if (lead?.tagName === "BUTTON") {
          lead.type = "button";
          node.onclick = () => emit("open", row.id);
        } else if (lead) {
          lead.href = row.link;
          node.onclick = (event) => { if (!event.target.closest("a")) lead.click(); };
        }
        if (lead) node.classList.add("ops-opens");
        const cells = columns.map(({ kind, rank }, at) => {
          const box = node.appendChild(make(at ? "td" : "th"));
          if (!at) { box.scope = "row"; if (lead) box.append(lead); }
          const show = cell(box, kind, at ? undefined : lead);
          box.dataset.rank = rank;
          return show;
        });
        return { node, cells, lead };
      };
      return ({ caption: title, columns, rows, selected, empty, opens }) => {
        say(caption, title);
        say(none, empty);
        none.hidden = rows.length > 0;
        const signature = JSON.stringify(columns);
        if (signature !== heads) {
          heads = signature;
          head.replaceChildren(...columns.map(({ title, kind, rank }) => {
            const node = make("th", `ops-${kind}`, title);
            node.scope = "col";
            node.dataset.rank = rank;
            return node;
          }));
          for (const { node } of lines.values()) node.remove();
          lines.clear();
        }
        const ids = new Set(rows.map(({ id }) => id));
        for (const [id, { node }] of lines) if (!ids.has(id)) { node.remove(); lines.delete(id); }
        let before = body.firstChild;
        for (const row of rows) {
          let known = lines.get(row.id);
          if (!known) lines.set(row.id, known = add(row, columns, opens));
          if (known.node === before) before = before.nextSibling;
          else if (body.moveBefore && known.node.isConnected) body.moveBefore(known.node, before);
          else body.insertBefore(known.node, before);
          tone(known.node, row.tone);
          if (known.lead) {
            const open = row.id === selected;
            known.node.classList.toggle("ops-selected", open);
            if (open) known.lead.setAttribute("aria-current", "true");
            else known.lead.removeAttribute("aria-current");
          }
          row.cells.forEach((data, at) => known.cells[at]?.(data));
        }
      };
    });

    defineElement("ops-tiles", (host) => {
      const list = host.appendChild(make("div"));
      list.classList.add("ops-tiles");
      list.setAttribute("role", "list");
      return ({ tiles }) => {
        while (list.children.length > tiles.length) list.lastChild.remove();
        tiles.forEach(({ label, value, tone: how, note }, at) => {
          let tile = list.children[at];
          if (!tile) {
            tile = list.appendChild(make("div", "", make("span", "ops-value"), make("span", "ops-label"), make("span", "ops-detail")));
            tile.setAttribute("role", "listitem");
          }
          tone(tile, how);
          [value, label, note].forEach((text, part) => say(tile.children[part], text));
        });
      };
    });

    defineElement("ops-chips", (host) => {
      const list = host.appendChild(make("div"));
      list.classList.add("ops-chips");
      return ({ chips }) => {
        while (list.children.length > chips.length) list.lastChild.remove();
        chips.forEach(({ text, tone: how }, at) => {
          const chip = list.children[at] ?? list.appendChild(make("span", "ops-chip"));
          say(chip, text);
          tone(chip, how);
        });
      };
    });

    defineElement("ops-talk", (host) => {
      const list = host.appendChild(make("div"));
      list.classList.add("ops-talk");
      list.setAttribute("role", "log");
      list.ariaLabel = "Conversation";
      list.tabIndex = 0;
      return ({ lines }) => {
        const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
        while (list.children.length > lines.length) list.firstChild.remove();
        lines.forEach(({ isCaller, speaker, text }, at) => {
          const line = list.children[at] ?? list.appendChild(make("p", "", make("span", "ops-detail"), make("span")));
          line.dataset.from = isCaller ? "caller" : "us";
          say(line.children[0], speaker);
          say(line.children[1], text);
        });
        if (atEnd) list.scrollTop = list.scrollHeight;
      };
    });

    defineElement("ops-chart", (host) => {
      host.classList.add("ops-chart");
      const price = make("span", "ops-value"), change = make("span"), high = make("span", "ops-detail"), low = make("span", "ops-detail");
      const area = draw("polygon", {}), path = draw("polyline", { "vector-effect": "non-scaling-stroke" });
      const svg = draw("svg", { viewBox: "0 0 600 200", preserveAspectRatio: "none", role: "img" });
      svg.append(area, path);
      host.append(make("p", "", price, change), make("div", "", svg, high, low));
      return (chart) => {
        const points = line(chart.values, 600, 200);
        path.setAttribute("points", points);
        area.setAttribute("points", `0,200 ${points} 600,200`);
        svg.setAttribute("aria-label", `Ninety seconds of ${chart.label}`);
        tone(host, chart.tone);
        say(price, chart.price);
        say(change, chart.change);
        say(high, chart.high);
        say(low, chart.low);
      };
    });

    for (const name of ["ops-pitch", "ops-columns", "ops-note", "ops-desk"]) {
      defineElement(name, (host) => { host.classList.add(name); return () => {}; });
    }
    """)

  static let operationsLook = PageFile(
    "operations.css",
    """
    :root, :host {
      --ops-danger: light-dark(#b3211b, #ffa79f);
      --ops-warn: light-dark(#7a4b00, #f3c46b);
      --ops-good: light-dark(#16613a, #86dba7);
      --ops-live: light-dark(#2348b0, #adc3ff);
    }
    [data-tone=danger] { --tone: var(--ops-danger); }
    [data-tone=warn] { --tone: var(--ops-warn); }
    [data-tone=good] { --tone: var(--ops-good); }
    [data-tone=live] { --tone: var(--ops-live); }

    /* A number runs from left to right on every page, its sign before it. */
    .ops-value, :is(.ops-number, .ops-change) > .ops-main, .ops-wall-bars > li > .ops-number, .ops-tiles .ops-detail, .ops-chart > p > span {
      direction: ltr; unicode-bidi: isolate;
    }
    .ops-value, .ops-tiles .ops-detail { width: fit-content; max-width: 100%; }
    .ops-board:dir(rtl) :is(.ops-number, .ops-change) > .ops-main, .ops-wall-bars:dir(rtl) > li > .ops-number { text-align: left; }
    .ops-board:dir(rtl) tbody > tr { box-shadow: inset -3px 0 var(--tone, #0000); }

    /* A room's screens use the width there is. */
    .screen:has(.ops-board, .ops-columns) { --page: 108rem; }
    /* Where the panel covers the board, Back closes it. */
    @media (width <= 50rem) { .detail .toolbar > [data-element=hide] { display: none; } }
    @media (width > 50rem) {
      .split:has(> .sidebar .ops-board) { grid-template-columns: minmax(0, 3fr) minmax(21rem, 2fr); }
      .split:has(> .sidebar .ops-board):not([data-detail]) { grid-template-columns: 1fr; }
      .split:has(> .sidebar .ops-board):not([data-detail]) > .detail { display: none; }
      .split:has(> .sidebar .ops-board) > .back { display: none; }
    }

    .ops-pitch > div { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1.25rem; padding: .8rem 1rem;
      border-inline-start: 4px solid var(--accent); border-radius: var(--radius); background: var(--surface); }
    .ops-pitch .text { flex: 1 1 20rem; max-width: 60rem; }
    .ops-pitch .button { margin-inline-start: auto; }
    .ops-note > div { padding: .6rem 1rem; border-inline-start: 4px solid var(--ops-live); border-radius: var(--radius); background: var(--surface);
      display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; }
    .ops-columns > div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); align-items: start; gap: 1.25rem; }

    .ops-board { container-type: inline-size; border-radius: var(--radius); background: var(--surface); overflow: hidden; }
    .ops-board table { table-layout: fixed; font-variant-numeric: tabular-nums; overflow-wrap: normal; line-height: 1.3; }
    .ops-board caption { padding: .6rem 1rem .3rem; color: var(--soft); font-size: .85rem; font-weight: 600; text-align: start; }
    .ops-board :is(th, td) { padding: .32rem .6rem; overflow: hidden; vertical-align: top; }
    .ops-board :is(th, td):first-child { padding-inline-start: 1rem; }
    .ops-board :is(th, td):last-child { padding-inline-end: 1rem; }
    .ops-board thead th { padding-block: .3rem; font-size: .75rem; font-weight: 550; white-space: nowrap; }
    .ops-board tbody th { color: inherit; font-size: 1rem; font-weight: 550; text-align: start; }
    .ops-board tbody tr:last-child > * { border-bottom: 0; }
    .ops-board tbody > tr { box-shadow: inset 3px 0 var(--tone, #0000); }
    .ops-board .ops-opens { cursor: pointer; }
    .ops-board .ops-opens:hover { background: var(--tint); }
    .ops-board .ops-selected { background: color-mix(in srgb, var(--accent) 14%, #0000); }
    .ops-board :is(button, a) { display: block; width: 100%; padding: 0; border: 0; background: none; color: inherit; font-weight: inherit;
      text-align: start; text-decoration: none; cursor: pointer; }
    .ops-board tr:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: -3px; }
    .ops-board :is(button, a):focus-visible { outline: 0; }
    .ops-main, .ops-detail { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; border-radius: .25rem; }
    .ops-main[data-tone] { color: var(--tone); }
    .ops-detail { color: var(--soft); font-size: .82rem; font-weight: 400; }
    .ops-detail:empty { display: none; }
    .ops-board :is(.ops-number, .ops-change) { text-align: end; }
    .ops-board th:first-child { width: auto; }
    .ops-board thead .ops-number { width: 4.9rem; }
    .ops-board thead .ops-change { width: 6.8rem; }
    .ops-board thead .ops-status { width: 7.8rem; }
    .ops-board tbody th :is(.ops-main, .ops-detail) { white-space: normal; }
    .ops-board thead .ops-spark { width: 7rem; }
    .ops-board thead .ops-text:not(:first-child) { width: 8rem; }
    .ops-board [data-rank="1"], .ops-board [data-rank="2"] { display: none; }
    @container (width > 30rem) {
      .ops-board [data-rank="1"] { display: table-cell; }
      .ops-board thead :is(.ops-number, .ops-change) { width: 6.9rem; }
      .ops-board thead .ops-status { width: 8rem; }
      .ops-board tbody th :is(.ops-main, .ops-detail) { white-space: nowrap; }
    }
    @container (width > 52rem) { .ops-board [data-rank="2"] { display: table-cell; } }
    .ops-empty { padding: .6rem 1rem 1rem; color: var(--soft); }

    .ops-chip { display: inline-flex; align-items: center; gap: .4em; max-width: 100%; padding: .05rem .55rem; border-radius: 1rem;
      background: color-mix(in srgb, var(--tone, var(--soft)) 12%, var(--surface)); color: var(--tone, var(--soft)); font-size: .82rem; font-weight: 600; white-space: nowrap; }
    .ops-chip::before { content: "" / ""; flex: none; width: .5em; height: .5em; border-radius: 50%; background: currentColor; }
    .ops-chips { display: flex; flex-wrap: wrap; gap: .4rem; }
    svg.ops-spark { display: block; width: 100%; height: 1.6rem; }
    .ops-spark polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
    td.ops-spark .ops-main { position: absolute; clip-path: inset(50%); }

    .ops-tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(7.5rem, 100%), 1fr)); gap: .6rem; }
    .ops-tiles > div { display: grid; align-content: start; padding: .55rem .9rem .65rem; border-radius: var(--radius); background: var(--surface); box-shadow: inset 0 3px var(--tone, var(--line)); }
    .ops-value { font-size: 1.7rem; font-weight: 700; line-height: 1.2; letter-spacing: -.02em; font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--tone, inherit); }
    .ops-label { color: var(--soft); font-size: .82rem; }

    /* Two screens beside one another, each with its own scrolling; below one another where it is narrow. */
    .ops-desk { height: 100%; overflow: auto; }
    .ops-desk .screen { --page: 108rem; }
    @media (width <= 60rem) { .ops-desk .screen, .ops-desk .shared { height: auto; overflow: visible; } .ops-desk .screen > header { position: static; } }
    @media (width > 60rem) {
      .ops-desk > div { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(26rem, 2fr); height: 100%; }
      .ops-desk > div > :last-child { border-inline-start: 1px solid var(--line); }
    }

    .ops-talk { display: flex; flex-direction: column; gap: .4rem; height: clamp(12rem, 38dvh, 30rem); padding: .8rem; overflow: auto;
      border-radius: var(--radius); background: var(--surface); }
    .ops-talk > p { max-width: 85%; padding: .4rem .8rem; border-radius: .9rem; background: var(--ground); }
    .ops-talk > [data-from=us] { align-self: end; background: var(--tint); }

    .ops-chart { padding: 1rem; border-radius: var(--radius); background: var(--surface); }
    .ops-chart > p { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; color: var(--tone, inherit); font-weight: 600; }
    .ops-chart .ops-value { font-size: 2.6rem; }
    .ops-chart > div { position: relative; }
    .ops-chart > div:empty { display: none; }
    .ops-chart svg { display: block; width: 100%; height: clamp(11rem, 45dvh, 40rem); }
    .ops-chart polyline { fill: none; stroke: var(--tone, var(--accent)); stroke-width: 2; stroke-linejoin: round; }
    .ops-chart polygon { fill: var(--tone, var(--accent)); opacity: .12; }
    .ops-chart .ops-detail { position: absolute; inset-inline-end: 0; padding: 0 .3rem; background: var(--surface); }
    .ops-chart svg + .ops-detail { top: 0; }
    .ops-chart svg ~ .ops-detail:last-child { bottom: 0; }

    @media (forced-colors: active) {
      .ops-board, .ops-tiles > div, .ops-pitch > div, .ops-note > div, .ops-chip, .ops-wall-tiles > li { border: 1px solid; }
      .ops-note > div { border-inline-start-width: 4px; }
      /* Shadows and backgrounds are not drawn: a stripe is a border, the wider the more urgent, and a bar has system colours. */
      .ops-board tbody > [data-tone] > :first-child { border-inline-start: 3px solid; }
      .ops-board tbody > [data-tone=danger] > :first-child { border-inline-start: 6px solid; }
      .ops-board tbody > [data-tone=warn] > :first-child { border-inline-start: 6px double; }
      :is(.ops-tiles > div, .ops-wall-tiles > li) { --stripe: 1px; border-block-start-width: var(--stripe); }
      :is(.ops-tiles > div, .ops-wall-tiles > li)[data-tone] { --stripe: 3px; }
      :is(.ops-tiles > div, .ops-wall-tiles > li):is([data-tone=danger], [data-tone=warn]) { --stripe: 6px; }
      :is(.ops-tiles > div, .ops-wall-tiles > li)[data-tone=warn] { border-block-start-style: double; }
      .ops-tiles > div { padding-block-start: calc(.55rem + 6px - var(--stripe)); }
      .ops-wall-tiles > li { padding-block-start: calc(2cqmin + 6px - var(--stripe)); }
      .ops-bar { forced-color-adjust: none; border: 1px solid CanvasText; background-color: Canvas; background-image: linear-gradient(CanvasText 0 0); }
      .ops-board .ops-selected { outline: 2px solid Highlight; outline-offset: -2px; }
    }
    """)
}

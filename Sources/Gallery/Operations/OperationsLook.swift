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

    for (const name of ["ops-columns", "ops-desk"]) {
      defineElement(name, (host) => { host.classList.add(name); return () => {}; });
    }
    """)

  /// Tones: a colour for words, and a livelier one for stripes and bars. Numbers that run from left to right on every page. Density:
  /// a desk is compact, but not for fingers. The strip of figures. Split views: where the panel covers the board, Back closes it, and
  /// a conversation takes more room than the list of them. Boards: a row is one line where there is room. Desks: two screens beside
  /// one another. It has no comments of its own, because it is sent as it is.
  static let operationsLook = PageFile(
    "operations.css",
    """
    [data-tone=danger] { --tone: var(--danger); --mark: light-dark(#d4291d, #f8786d); }
    [data-tone=warn] { --tone: var(--warn); --mark: light-dark(#c07400, #f0b040); }
    [data-tone=good] { --tone: var(--good); --mark: light-dark(#1a8a4c, #4dc487); }
    [data-tone=live] { --tone: var(--accent); --mark: var(--accent); }
    .ops-board :is(.ops-number, .ops-change) > .ops-main { direction: ltr; unicode-bidi: isolate; }
    .ops-board:dir(rtl) :is(.ops-number, .ops-change) > .ops-main { text-align: left; }
    .ops-board:dir(rtl) tbody > tr { box-shadow: inset -3px 0 var(--mark, #0000); }
    .screen:has(.ops-board, .ops-columns) { --page: 108rem; }
    @media (pointer: fine) {
      :is(.split, .screen, .ops-desk):has(.ops-board) {
        --text: .8125rem; --small: .75rem; --tiny: .6875rem; --head: .9375rem; --title: 1.125rem; --row: 2rem; --control: 1.75rem;
        font-size: var(--text);
      }
      :is(.split, .screen, .ops-desk):has(.ops-board) .screen > header, .screen:has(.ops-board) > header { min-height: 3rem; }
    }
    :is(.screen, .split > .detail .screen):has(.ops-board) > .content { gap: var(--gap); padding-top: var(--gap); }
    .grid[data-element=tiles] { grid-template-columns: repeat(auto-fit, minmax(min(8rem, 50%), 1fr)); gap: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); overflow: clip; }
    .grid[data-element=tiles] > * { padding: .375rem .75rem; border-radius: 0; background: none; box-shadow: -1px -1px var(--line); }
    @media (width < 37rem) { .grid[data-element=tiles] > :last-child:nth-child(odd) { grid-column: 1 / -1; } }
    .grid[data-element=tiles] [data-style~=title2] { font-size: var(--title); font-weight: 600; }
    @media (width <= 50rem) { .detail .toolbar > [data-element=hide] { display: none; } }
    @media (width > 50rem) {
      .split:has(> .sidebar .ops-board) { grid-template-columns: minmax(0, 1fr) clamp(20rem, 40%, 28rem); }
      .split:has(> .sidebar .ops-board) > .detail h1 { font-size: var(--head); }
      .split:has(> .sidebar .ops-board):has(> .detail [role=log]) { grid-template-columns: minmax(22rem, 4fr) 5fr; }
      .split:has(> .sidebar .ops-board) > .detail .screen { --page: 108rem; }
      .split:has(> .sidebar .ops-board):not([data-detail]) { grid-template-columns: 1fr; }
      .split:has(> .sidebar .ops-board):not([data-detail]) > .detail { display: none; }
      .split:has(> .sidebar .ops-board) > .back { display: none; }
    }
    .ops-columns > div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); align-items: start; gap: var(--gap); }
    .ops-board { container-type: inline-size; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); overflow: hidden; }
    .ops-board table { table-layout: fixed; font-variant-numeric: tabular-nums; overflow-wrap: normal; line-height: 1.3; }
    .ops-board caption { padding: .5rem .75rem; border-bottom: 1px solid var(--line); font-weight: 600; text-align: start; }
    .ops-board :is(th, td) { height: var(--row); padding: .25rem .5rem; overflow: hidden; vertical-align: middle; }
    .ops-board :is(th, td):first-child { padding-inline-start: .75rem; }
    .ops-board :is(th, td):last-child { padding-inline-end: .75rem; }
    .ops-board thead th { height: 1.75rem; padding-block: 0; white-space: nowrap; }
    .ops-board tbody th { color: inherit; font-size: inherit; font-weight: 550; text-align: start; }
    .ops-board tbody tr:last-child > * { border-bottom: 0; }
    .ops-board tbody > tr { box-shadow: inset 3px 0 var(--mark, #0000); }
    .ops-board .ops-opens { cursor: pointer; }
    .ops-board .ops-opens:hover { background: var(--hover); }
    .ops-board .ops-selected, .ops-board .ops-selected:hover { background: var(--tint); }
    .ops-board :is(button, a) { display: block; width: 100%; padding: 0; border: 0; background: none; color: inherit; font-weight: inherit;
      text-align: start; text-decoration: none; cursor: pointer; }
    .ops-board tr:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
    .ops-board :is(button, a):focus-visible { outline: 0; }
    .ops-main, .ops-detail { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; border-radius: .25rem; }
    .ops-main[data-tone] { color: var(--tone); }
    .ops-detail { color: var(--soft); font-weight: 400; }
    .ops-detail:empty { display: none; }
    .ops-board :is(.ops-number, .ops-change) { text-align: end; }
    .ops-board th:first-child { width: auto; }
    .ops-board thead .ops-number { width: 4.9rem; }
    .ops-board thead .ops-change { width: 6.8rem; }
    .ops-board thead .ops-status { width: 7rem; }
    .ops-board tbody th :is(.ops-main, .ops-detail) { white-space: normal; }
    .ops-board tbody th .ops-detail { font-size: var(--small); }
    .ops-board thead .ops-spark { width: 6rem; }
    .ops-board thead .ops-text:not(:first-child) { width: 7rem; }
    .ops-board [data-rank="1"], .ops-board [data-rank="2"] { display: none; }
    @container (width > 30rem) {
      .ops-board [data-rank="1"] { display: table-cell; }
      .ops-board thead :is(.ops-number, .ops-change) { width: 6rem; }
      .ops-board tbody th > :is(a, button) { display: flex; gap: .5rem; align-items: baseline; }
      .ops-board tbody th :is(.ops-main, .ops-detail) { flex: 0 1 auto; min-width: 0; white-space: nowrap; }
      .ops-board tbody th .ops-detail { flex: 1 1 0; font-size: inherit; }
      .ops-board tbody th:not(:has(> a, > button)) > * { display: inline-block; max-width: 100%; vertical-align: bottom; }
      .ops-board tbody th > .ops-detail { margin-inline-start: .5rem; }
    }
    @container (width > 52rem) { .ops-board [data-rank="2"] { display: table-cell; } }
    .ops-empty { padding: .75rem; color: var(--soft); }
    .ops-chip { display: inline-flex; align-items: center; gap: .4rem; max-width: 100%; color: var(--tone, var(--soft)); white-space: nowrap; }
    .ops-chip::before { content: "" / ""; flex: none; width: .5rem; height: .5rem; border-radius: 50%; background: var(--mark, var(--soft)); }
    svg.ops-spark { display: block; width: 100%; height: 1.125rem; }
    .ops-spark polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
    td.ops-spark .ops-main { position: absolute; clip-path: inset(50%); }
    .ops-desk { height: 100%; overflow: auto; }
    .ops-desk .screen { --page: 108rem; }
    @media (width <= 60rem) { .ops-desk .screen, .ops-desk .shared { height: auto; overflow: visible; } .ops-desk .screen > header { position: static; } }
    @media (width > 60rem) {
      .ops-desk > div { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(26rem, 2fr); height: 100%; }
      .ops-desk > div > :last-child { border-inline-start: 1px solid var(--line); }
    }
    @media (forced-colors: active) {
      .grid[data-element=tiles] > * + * { border-inline-start: 1px solid; }
      .ops-chip::before { forced-color-adjust: none; }
      .ops-board tbody > [data-tone] > :first-child { border-inline-start: 3px solid; }
      .ops-board tbody > [data-tone=danger] > :first-child { border-inline-start: 6px solid; }
      .ops-board tbody > [data-tone=warn] > :first-child { border-inline-start: 6px double; }
      .ops-board .ops-selected { outline: 2px solid Highlight; outline-offset: -2px; }
    }
    """)
}

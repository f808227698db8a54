import { coloured, fadeBelow } from "/client/app/code.js";
import exhibits from "/client/app/exhibits.js";

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

/** Beside an exhibit: why it matters, what its window holds just now, and its code. Folded away, it stays folded. */
class About {
  #title = make("h2");
  #why = make("p", { className: "why" });
  #pile = make("ol", { className: "pile" });
  #path = make("p");
  #code = make("code");
  #pre = make("pre", { tabIndex: 0, role: "region", ariaLabel: "The exhibit’s code" }, this.#code);
  #look = fadeBelow(this.#pre);
  #fold = make("button", { type: "button", className: "fold", onclick: () => this.open(!this.isOpen) });
  #body = make("div", { className: "body" }, this.#why,
    make("h3", { textContent: "In this window" }), this.#pile,
    make("h3", { textContent: "Its code" }),
    make("div", { className: "listing" }, this.#path, this.#pre));
  #node = make("aside", { className: "about", ariaLabel: "About this exhibit" }, make("header", {}, this.#title, this.#fold), this.#body);
  #wide = matchMedia("(width >= 1000px)");
  #exhibit;
  #drawn = "";
  #due = 0;

  start() {
    new MutationObserver(() => { this.#due ||= requestAnimationFrame(() => this.look()); }).observe(document.body, {
      subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["inert", "aria-selected", "open", "data-model"] });
    this.#wide.onchange = () => this.#unfold();
    this.look();
  }

  get isOpen() { return "open" in this.#node.dataset; }

  /** Where there is room for it, unless it was folded away. */
  #unfold() {
    this.open(this.#wide.matches && localStorage["gallery.about"] !== "folded", false);
  }

  open(isOpen, byUser = true) {
    this.#node.toggleAttribute("data-open", isOpen);
    this.#fold.textContent = isOpen ? "Hide" : "Why, stack and code";
    this.#fold.ariaExpanded = String(isOpen);
    this.#body.hidden = !isOpen;
    if (byUser && this.#wide.matches) localStorage["gallery.about"] = isOpen ? "open" : "folded";
    if (isOpen) this.#load();
  }

  /** Follows the window: which exhibit it shows, and what is on its stacks and over them. */
  look() {
    this.#due = 0;
    const exhibit = exhibitAt(location.pathname);
    if (exhibit !== this.#exhibit) {
      this.#exhibit = exhibit;
      if (!exhibit) return this.#node.remove();
      this.#title.textContent = exhibit.title;
      this.#why.textContent = exhibit.why;
      this.#code.replaceChildren();
      document.body.append(this.#node);
      this.#unfold();
    }
    if (exhibit) this.#draw(pile());
  }

  /** @param {{kind: string, title: string, tabs?: string[]}[]} entries the lowest first */
  #draw(entries) {
    const text = JSON.stringify(entries);
    if (text === this.#drawn) return;
    this.#drawn = text;
    this.#pile.replaceChildren(...entries.toReversed().map(({ kind, title, tabs }) => {
      const node = make("li", {}, make("span", { className: "kind", textContent: kind }));
      node.dataset.kind = kind;
      node.append(...tabs?.map((tab) => make(tab === title ? "b" : "span", { textContent: tab })) ?? [make("span", { textContent: title })]);
      return node;
    }));
  }

  async #load() {
    const exhibit = this.#exhibit;
    if (!exhibit || this.#code.firstChild) return;
    this.#path.textContent = `Sources/Gallery/${exhibit.code}`;
    const answer = await fetch(`/client/app/${exhibit.code.replaceAll("/", "-")}`);
    const text = answer.ok ? (await answer.text()).trimEnd() : "";
    if (exhibit !== this.#exhibit) return;
    this.#code.replaceChildren(...coloured(text));
    this.#look();
  }
}

/** The exhibit at an address: one of the catalogue's, or the one whose own address is the longest that it begins with. */
function exhibitAt(path) {
  const [, id] = path.match(/^\/(?:home\/catalogue|exhibit)\/([^/]+)/) ?? [];
  const inside = ({ address }) => address && (path === address || path.startsWith(`${address}/`));
  return exhibits.find((exhibit) => exhibit.id === id) ??
    exhibits.filter(inside).sort((one, other) => other.address.length - one.address.length)[0];
}

/** What this window holds, from the root to what lies over all. */
function pile() {
  const layers = [...document.querySelectorAll("dialog")].flatMap((dialog) => {
    const kind = ["sheet", "cover", "popover", "alert", "dialog"].find((kind) => dialog.classList.contains(kind)) ?? "layer";
    const model = dialog.querySelector(":scope > .surface > .layer > [data-model]");
    const inside = model ? entries(model) : [];
    return inside.length ? [{ ...inside[0], kind: inside[0].tabs ? inside[0].kind : kind }, ...inside.slice(1)] : [{ kind, title: dialog.ariaLabel ?? dialog.querySelector("h2")?.textContent ?? "" }];
  });
  const root = document.querySelector("main > [data-model]");
  return [...root ? entries(root) : [], ...layers];
}

function entries(model) {
  const inside = (selector) => [...model.querySelectorAll(selector)].flatMap(entries);
  if (model.matches(".stack")) return inside(":scope > .pages > .page > [data-model]");
  if (model.matches(".tabs")) {
    const tabs = [...model.querySelectorAll(":scope > .tab-list > .tab")];
    const selected = tabs.find((tab) => tab.ariaSelected === "true");
    const panel = selected && document.getElementById(selected.getAttribute("aria-controls"))?.querySelector(":scope > [data-model]");
    return [{ kind: "tabs", title: selected?.textContent ?? "", tabs: tabs.map((tab) => tab.textContent) }, ...panel ? entries(panel) : []];
  }
  if (model.matches(".split")) return inside(":scope > :is(.sidebar, .detail) > [data-model]");
  if (model.matches(".switched, .shared")) return inside(":scope > [data-model]");
  return [{ kind: "screen", title: model.querySelector(":scope > header > h1")?.textContent || document.title }];
}

new About().start();

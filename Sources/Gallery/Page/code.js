import { defineElement } from "/client/client.js";

const words = "actor as async await case class default else enum extension false final for func get guard if import in init is let nil private protocol public return self set some static struct switch throw throws true try var where while";
const kinds = ["comment", "string", "attribute", "keyword", "type", "number"];
const token = new RegExp(
  [/(\/\/[^\n]*)/, /("""[^]*?"""|"(?:\\.|[^"\\\n])*")/, /([@#]\w+)/, `\\b(${words.replaceAll(" ", "|")})\\b`, /\b([A-Z]\w*)\b/, /\b(\d[\d_.]*)\b/]
    .map((part) => part.source ?? part).join("|"), "g");

/** Swift with its words in colours, as nodes. */
export function coloured(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const at = match.slice(1).findIndex((group) => group !== undefined);
    const node = document.createElement("span");
    node.className = kinds[at];
    node.textContent = match[0];
    parts.push(text.slice(end, match.index), node);
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

/** Fades the lowest lines as long as there are more below them. */
export function fadeBelow(pre) {
  const look = () => pre.toggleAttribute("data-more", pre.scrollHeight - pre.clientHeight - pre.scrollTop > 8);
  pre.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(pre);
  return look;
}

/** A file of the Gallery: its path, and its text as it was built. */
defineElement("code", (host) => {
  const name = document.createElement("p");
  const pre = document.createElement("pre");
  const code = pre.appendChild(document.createElement("code"));
  // So that the keyboard scrolls it.
  pre.tabIndex = 0;
  pre.role = "region";
  host.classList.add("listing");
  host.append(name, pre);
  const look = fadeBelow(pre);
  let shown;
  return ({ name: path = "", text = "" }) => {
    if (text === shown) return;
    shown = text;
    name.textContent = `Sources/Gallery/${path}`;
    pre.ariaLabel = `The code of ${path}`;
    code.replaceChildren(...coloured(text.trimEnd()));
    pre.scrollTop = 0;
    look();
  };
});

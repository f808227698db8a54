import { defineElement } from "/client/client.js";

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

/** Cards that open an app each, in a tab of its own. */
defineElement("doors", (host) => {
  host.classList.add("doors");
  const list = host.appendChild(make("ul"));
  return (doors) => {
    list.replaceChildren(...doors.map(({ id, title, summary, address }) =>
      make("li", {}, make("a", { className: "door", href: address, target: "_blank", rel: "noopener" },
        make("img", { src: `/client/app/${id}.svg`, alt: "", width: 320, height: 180 }),
        make("span", { className: "name", textContent: title }),
        make("span", { className: "summary", textContent: summary }),
        make("span", { className: "go", textContent: "Open" })))));
  };
});

import { defineElement } from "/client/client.js";

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

const picture = ({ size, path }) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  // A code needs a light margin of four modules.
  svg.setAttribute("viewBox", `-4 -4 ${size + 8} ${size + 8}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(svg.namespaceURI, "path"));
  svg.firstChild.setAttribute("d", path);
  return svg;
};

const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** The address of this page as a code for another device's camera. A device can't come to an address of this machine alone. */
defineElement("invitation", (host, emit) => {
  host.classList.add("invitation");
  if (!isThisMachine) emit("here", location.origin);
  return ({ address, code }) => {
    if (isThisMachine) {
      host.replaceChildren(make("p", {}, "This server listens on this machine only. Start it with ",
        make("code", { textContent: "--host 0.0.0.0 --insecure" }), " in a network that you trust, and open it at this machine’s address: a code for your phone is here then."));
    } else if (code) {
      host.replaceChildren(picture(code), make("p", {}, "Point its camera at the code, or open ", make("a", { className: "link", href: address, textContent: address })));
    } else host.replaceChildren();
  };
});

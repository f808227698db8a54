import { connect } from "./client.js";
import { home } from "./protocol/names.js";
import { h } from "./view/dom.js";

/**
 * A window of this module's server, in any page:
 * `<oriel-window scene="counter"></oriel-window>`. Attributes are those of `connect`, `value` as JSON; a `token` may
 * also be a property, set before the element is in the page. It is styled by tokens, `oriel-window { --accent: teal; }`,
 * and by the app's own files that `styles` names.
 */
export class OrielWindow extends HTMLElement {
  /** @type {string | undefined} kept if it was set before this class was defined */
  token = /** @type {any} */ (this).token;
  /** Creates the element's sockets in place of the browser's `WebSocket`, if set before the element is in the page. @type {typeof WebSocket | undefined} */
  WebSocket = /** @type {any} */ (this).WebSocket;
  /** @type {ReturnType<typeof connect> | undefined} */
  #window;
  /** @type {Promise<void> | undefined} */
  #opening;

  connectedCallback() {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const root = h("div", { className: "window" });
    const given = (/** @type {string} */ name) => this.getAttribute(name) ?? undefined;
    const styles = ["style.css", ...(given("styles")?.split(" ").map((name) => `app/${name}`) ?? [])];
    const links = styles.map((name) => h("link", { rel: "stylesheet", href: new URL(`client/${name}`, home) }));
    const loaded = links.map((link) => new Promise((resolve) => { link.onload = link.onerror = resolve; }));
    shadow.replaceChildren(...links, root);
    const value = given("value");
    // Without its styles, what the window shows would have another size, and move what is around it.
    const opening = Promise.all(loaded).then(() => {
      if (this.#opening !== opening) return;
      this.#window = connect({
        root, scene: given("scene"), path: given("path"), name: given("name"), WebSocket: this.WebSocket,
        token: this.token ?? given("token"), value: value === undefined ? undefined : JSON.parse(value),
      });
    });
    this.#opening = opening;
  }

  disconnectedCallback() {
    this.#opening = undefined;
    this.#window?.stop();
  }

  /** Closes the window for good. */
  leave() {
    this.#opening = undefined;
    this.#window?.leave();
  }
}

customElements.define("oriel-window", OrielWindow);

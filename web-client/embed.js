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

  connectedCallback() {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const root = h("div", { className: "window" });
    const given = (/** @type {string} */ name) => this.getAttribute(name) ?? undefined;
    const styles = ["style.css", ...(given("styles")?.split(" ").map((name) => `app/${name}`) ?? [])];
    shadow.replaceChildren(...styles.map((name) => h("link", { rel: "stylesheet", href: new URL(`client/${name}`, home) })), root);
    const value = given("value");
    this.#window = connect({
      root, scene: given("scene"), path: given("path"), name: given("name"), WebSocket: this.WebSocket,
      token: this.token ?? given("token"), value: value === undefined ? undefined : JSON.parse(value),
    });
  }

  disconnectedCallback() {
    this.#window?.stop();
  }

  /** Closes the window for good. */
  leave() {
    this.#window?.leave();
  }
}

customElements.define("oriel-window", OrielWindow);

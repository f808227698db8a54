import Oriel

/// A patch of one colour.
struct Swatch: View {
  enum Hue: String, CaseIterable {
    case red, orange, gold, green, blue, purple, brown, black
  }

  let hue: Hue

  var body: some View { Component("swatch", properties: ["colour": hue.rawValue]) }
}

extension PageFile {
  static let swatch = PageFile(
    "swatch.js",
    """
    import { defineElement } from "/client/client.js";

    defineElement("swatch", (host) => {
      Object.assign(host, { className: "swatch", role: "img" });
      return ({ colour }) => {
        host.ariaLabel = colour;
        host.style.background = colour;
      };
    });
    """)

  static let swatchLook = PageFile(
    "swatch.css",
    """
    .swatch { align-self: stretch; min-width: 3rem; min-height: 4rem; border-radius: var(--radius); }
    .scroll > .swatch { margin-bottom: .5rem; }
    """)
}

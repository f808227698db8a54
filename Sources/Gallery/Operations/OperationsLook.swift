import Oriel

extension PageFile {
  /// The container of a trading desk's two screens.
  static let operations = PageFile(
    "operations.js",
    """
    import { defineElement } from "/client/client.js";

    defineElement("trading-desk", (host) => { host.classList.add("trading-desk"); return () => {}; });
    """)

  /// Tones: a colour for words, and a livelier one for stripes and bars. Numbers that run from left to right on every page. Density:
  /// a desk is compact, but not for fingers. The strip of figures. Split views: where the panel covers the board, Back closes it, and
  /// a conversation takes more room than the list of them. Desks: two screens beside
  /// one another. It has no comments of its own, because it is sent as it is.
  static let operationsLook = PageFile(
    "operations.css",
    """
    [data-tone=danger] { --tone: var(--danger); --mark: light-dark(#d4291d, #f8786d); }
    [data-tone=warn] { --tone: var(--warn); --mark: light-dark(#c07400, #f0b040); }
    [data-tone=good] { --tone: var(--good); --mark: light-dark(#1a8a4c, #4dc487); }
    [data-tone=live] { --tone: var(--accent); --mark: var(--accent); }
    .screen:has(.app-board, .app-columns) { --page: 108rem; }
    @media (pointer: fine) {
      :is(.split, .screen, .trading-desk):has(.app-board) {
        --text: .8125rem; --small: .75rem; --tiny: .6875rem; --head: .9375rem; --title: 1.125rem; --row: 2rem; --control: 1.75rem;
        font-size: var(--text);
      }
      :is(.split, .screen, .trading-desk):has(.app-board) .screen > header, .screen:has(.app-board) > header { min-height: 3rem; }
    }
    :is(.screen, .split > .detail .screen):has(.app-board) > .content { gap: var(--gap); padding-top: var(--gap); }
    .grid[data-element=tiles] { grid-template-columns: repeat(auto-fit, minmax(min(8rem, 50%), 1fr)); gap: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); overflow: clip; }
    .grid[data-element=tiles] > * { padding: .375rem .75rem; border-radius: 0; background: none; box-shadow: -1px -1px var(--line); }
    @media (width < 37rem) { .grid[data-element=tiles] > :last-child:nth-child(odd) { grid-column: 1 / -1; } }
    .grid[data-element=tiles] [data-style~=title2] { font-size: var(--title); font-weight: 600; }
    @media (width <= 50rem) { .detail .toolbar > [data-element=hide] { display: none; } }
    @media (width > 50rem) {
      .split:has(> .sidebar .app-board) { grid-template-columns: minmax(0, 1fr) clamp(20rem, 40%, 28rem); }
      .split:has(> .sidebar .app-board) > .detail h1 { font-size: var(--head); }
      .split:has(> .sidebar .app-board):has(> .detail [role=log]) { grid-template-columns: minmax(22rem, 4fr) 5fr; }
      .split:has(> .sidebar .app-board) > .detail .screen { --page: 108rem; }
      .split:has(> .sidebar .app-board):not([data-detail]) { grid-template-columns: 1fr; }
      .split:has(> .sidebar .app-board):not([data-detail]) > .detail { display: none; }
      .split:has(> .sidebar .app-board) > .back { display: none; }
    }
    .app-columns { grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); align-items: start; }
    .trading-desk { height: 100%; overflow: auto; }
    .trading-desk .screen { --page: 108rem; }
    @media (width <= 60rem) { .trading-desk .screen, .trading-desk .shared { height: auto; overflow: visible; } .trading-desk .screen > header { position: static; } }
    @media (width > 60rem) {
      .trading-desk > div { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(26rem, 2fr); height: 100%; }
      .trading-desk > div > :last-child { border-inline-start: 1px solid var(--line); }
    }
    @media (forced-colors: active) {
      .grid[data-element=tiles] > * + * { border-inline-start: 1px solid; }
    }
    """)
}

// The shapes that JSDoc in this folder names. Read by `deno check`, never served.

type Json = any;
type Trail = [holder: any, key: string | number][] & { animation?: any };
type Operation = { op: string; path: string; from?: string; value?: Json; animation?: any };
type WindowEvent = { id: number; model: string; element?: string; name: string; value?: Json; over?: TextBase };
/** The text over which another was typed: that one, with `was` in place of its scalars `from..<to`. */
type TextBase = { from: number; to: number; was: string };
/** The messages of a client, by verb. */
type ClientMessage =
  | { attach: Attach } | { event: WindowEvent | Omit<WindowEvent, "id"> } | { performed: Performed } | { environment: EnvironmentReport } | { ping: number } | { drawn: { rev: number; messages: number; roundTrip?: number } } | { leave: {} } | { rows: RowsRequest } | { credentials: { token: string } };
/** A message of the server: its case and its content. */
type ServerMessage =
  | ["attached", Attached]
  | ["state", { state: Json; rev: number; applied: number }]
  | ["patch", { patch: Operation[]; rev: number; base: number; applied: number; saved?: number }]
  | ["saved", number] | ["observed", number] | ["expires", number]
  | ["rejected", Rejected & { applied: number }]
  | ["trigger", Trigger]
  | ["sharedState", { document: string; rev: number; state: Json }]
  | ["sharedPatch", { document: string; rev: number; base: number; patch: Operation[] }]
  | ["rowsState", RowsMessage] | ["rowsPatch", RowsMessage]
  | ["closing", { code: number; message: string; retryAfter?: number; by?: Closer }]
  | ["pong", number];
/** What a page wants to see of a table's rows. What is absent stays as it was. */
type RowsWish = { from?: number; count?: number; anchor?: { id: string; index: number }; hold?: boolean; to?: string; menu?: string; detail?: string; copy?: string; find?: { text?: string; prefix?: string; after?: string; back?: true }; fresh?: true };
type RowsRequest = RowsWish & { model: string; element: string; sequence: number };
type RowsMessage = { model: string; element: string; rev: number; base: number; state?: any; patch: Operation[]; sequence?: number; copied?: Copied; found?: Found };
/** The order, widths and visibility of a table's columns, as its user has chosen them. */
type ColumnCustomization = { order?: string[]; widths?: Record<string, number>; hidden?: string[] };
/** The texts of rows below the titles of their columns, and how many rows were meant. */
type Copied = { rows: string[][]; count: number };
/** The row that was sought, if there is one, or whether the search was given up. */
type Found = { id?: string; index?: number; incomplete?: true };
/** A slice that is new, or has been patched. `isFirst` before which there was none, `sequence` of the request that a state answers. */
type RowsChange = { model: string; element: string; slice: any; isFirst?: boolean; sequence?: number; trails?: Trail[]; copied?: Copied; found?: Found };
/** Who has closed a window that can be reopened. */
type Closer = "user" | "app" | "operator";
type Attach = {
  instance: string; scene?: string; value?: Json; url?: string; window?: string; takeover?: boolean; reopen?: boolean;
  epoch?: string; rev?: number; saved?: number; sent?: number; observe?: boolean;
  environment: EnvironmentReport; capabilities: Capabilities; client?: string;
};
type EnvironmentReport = {
  locale?: string; timeZone?: string; colorScheme?: string; reducedMotion?: boolean; width?: number; height?: number; visible?: boolean;
};
type Capabilities = { present?: string[]; trigger?: string[]; element?: string[]; compression?: string[] };
type Performed = { trigger: string } & Outcome;
type Attached = {
  window: string; user: string; scene: string; epoch: string; rev: number; applied: number; resumed: boolean; notFound?: boolean;
  server?: {
    name: string; version: string; limits?: { message: number; unanswered: number }; files?: { styles: string; scripts: string }; at?: string; time?: number;
  };
};
type Rejected = { event: number; code: string; message: string };
type Trigger = { id: string; kind: string; payload: any; expires?: number };
type Outcome = { status: "performed" | "blocked" | "declined" | "unsupported" | "failed"; value?: Json };
type Status = "connecting" | "proving" | "attached" | "waiting" | "ended";

interface BackDelegate {
  /** Goes back to this depth; returns `undefined` if that is impossible. */
  back(depth: number): number | undefined;
  /** Opens this address. */
  open(url: string): number | undefined;
  /** Whether no step can be undone now. */
  holds(): boolean;
}

type ScopedStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The client's environment other than the DOM. */
interface Clock {
  setTimeout(work: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
  random(): number;
  /** Milliseconds since the page was loaded, whatever becomes of the wall clock. */
  time(): number;
}

interface SessionDelegate {
  status(status: Status, code?: number, closer?: Closer): void;
  attached(attached: Attached): void;
  /** Whether something between this page and the server, which answers requests, refuses every socket. */
  blocked?(isBlocked: boolean): void;
  /** As many windows are open as may be, as the server says. The session tries again until another is closed. `url` leads to a list of them. */
  full?(reason: string, url?: string): void;
  /** Whether a change that comes from elsewhere waits, with all that follows, until `release` is called. */
  holds?(patch: Operation[]): boolean;
  state(tree: any): void;
  patched(trails: Trail[]): void;
  sharedState(document: string, tree: any): void;
  sharedPatched(document: string, trails: Trail[]): void;
  /** The rows that this page sees of a table. */
  rows?(change: RowsChange): void;
  answered(applied: number): void;
  rejected(refusal: Rejected): void;
  trigger(trigger: Trigger): void;
  /** The number of operators viewing the window. */
  observed(count: number): void;
  /** The milliseconds until the page's credentials end. */
  expires?(time: number): void;
}

/** The events that the server may not have on disk. */
interface FormerEvents { events: WindowEvent[]; last: number; durable: number; sent: number }

/** A page of the same window that is gone, whose events go on. */
interface FormerPage extends FormerEvents { window: string; instance: string; epoch?: string }

interface SessionOptions {
  url: string;
  /** The subprotocols to offer, requested at each attempt. */
  protocols: () => Promise<string[]>;
  /** Whether requesting them again renews expired credentials. */
  renews?: boolean;
  WebSocket: new (url: string, protocols: string[]) => WebSocket;
  fetch: (url: string, options?: RequestInit) => Promise<Response>;
  /** The text of a message compressed with gzip, where the browser can do that. */
  unpack?: (message: Blob) => Promise<string>;
  clock: Clock;
  lock: { held?: string; hold(window: string, options?: { steal?: boolean, patience?: number }): Promise<void>; release(): void };
  instance: string;
  /** Whether somebody may be looking at the page. */
  isSeen?: () => boolean;
  /** Calls when what the page shows now is drawn. Without it, the server is not told. */
  afterDrawing?: (then: () => void) => void;
  window?: string;
  former?: FormerPage;
  greeting(): Pick<Attach, "client" | "scene" | "url" | "value" | "observe" | "environment" | "capabilities">;
  delegate: SessionDelegate;
}

type Setter = (view: View, value: any) => void;

/** A row of the tables in elements.js, kinds.js and presentations.js. */
interface Kind {
  /** Creates the node of a view, and may set its `control`, `body` and `outer`. */
  make(view: View): HTMLElement;
  /** Updates the DOM for a member of the JSON object; `undefined` if it is absent. */
  set?: Record<string, Setter>;
  /** Called after the members are set. */
  done?(view: View): void;
  /** Stops ongoing work, because the view or one around it is removed. */
  end?(view: View): void;
  /** Removes its node, if that takes more than the default. */
  remove?(view: View): void;
}

type Children = import("./view/children.js").Children;
type View = import("./view/view.js").View;
type Scope = import("./view/view.js").Scope;
type WindowView = import("./view/window-view.js").WindowView;
type Signs = import("./page/signs.js").Signs;

interface WindowViewDelegate {
  /** The user, who may have pressed an element, has done something. */
  send(event: Omit<WindowEvent, "id">, pressed?: Element): number | undefined;
  /** A link to an address of this server was followed. */
  follow(url: string): void;
  /** Creates a request for an upload: `POST` sends bytes, `GET` asks how many have arrived. */
  upload(ticket: string, method: string, query: Record<string, string>): XMLHttpRequest;
  /** Whether the window is attached, so that its document has the server's tickets. */
  isConnected(): boolean;
  /** Finds the address at which the browser gets a file of the server. */
  load(url: string): Promise<string>;
  /** Saves what an address answers. */
  save(url: string, name?: string): void;
  /** Asks for rows of a table, without a wish for nothing but what there is. Returns the slice. */
  rows?(model: string, element: string, wish?: RowsWish): any;
  /** A table has left the page. */
  forgetRows?(model: string, element: string): void;
  /** A shared document has lost its last place. */
  forget(document: string): void;
  /** How many steps lead back from what is visible, the window's title, its URL, its language and the selected tab of each tab container. */
  arrived(steps: number, title: string, url?: string, lang?: string, selected?: Record<string, string>): void;
}

interface TriggerDelegate {
  /** Saves what an address answers. */
  save(url: string, name?: string): Promise<void>;
  /** Asks the user, in a card that stays until it is answered, or closed by the returned function. */
  ask(text: string, buttons: [label: string, pressed: () => void][], declined: () => void): () => void;
  /** What shows notifications; `show` returns what takes one away without an answer. */
  toasts(): Promise<Pick<import("./page/toasts.js").Toasts, "show">>;
  performed(performed: Performed): void;
  mark(): () => void;
  /** The revision that is on the screen after the next frame. */
  shown(): Promise<number>;
  /** Loads the page again, or what of a page shows the window. */
  renew(): void;
}

type TriggerHandler = (payload: any, ask: Ask) => Outcome | Promise<Outcome | undefined>;
type Ask = {
  /** Saves what an address answers. */
  save(url: string, name?: string): Promise<void>;
  /** Marks the page's title, until the returned function is called. */
  mark(): () => void;
  /** The revision that is on the screen after the next frame. */
  shown(): Promise<number>;
  /** Loads the page again, or what of a page shows the window. */
  renew(): void;
  /** Repeats on a click what the browser refused without one. */
  press(label: string, text: string, act: () => any): Promise<Outcome | undefined>;
  /** Opens on a click the window that the browser held back without one. */
  hold(title: string | undefined, act: () => any): Promise<Outcome | undefined>;
  /** Notifies the user; rejected if the page can't. */
  toast(payload: any): Promise<Outcome | undefined>;
  /** Lets the user choose; closing the card declines. */
  choose(text: string, answers: [label: string, value: Json][]): Promise<Outcome | undefined>;
};

/** The client's words in the language of the page, from a script of the server. */
declare var orielWords: { lang: string; texts: Record<string, import("./view/words.js").Translation> } | undefined;

// The shapes that JSDoc in this folder names. Read by `deno check`, never served.

type Json = any;
type Trail = [holder: any, key: string | number][] & { animation?: any };
type Operation = { op: string; path: string; from?: string; value?: Json; animation?: any };
type WireEvent = { id: number; model: string; element?: string; name: string; value?: Json };
type Trigger = { id: string; kind: string; payload: any; expires?: number };
type Outcome = { status: "performed" | "blocked" | "declined" | "unsupported" | "failed"; value?: Json };
type Status = "connecting" | "proving" | "attached" | "waiting" | "ended";

interface BackDelegate {
  /** Asks for what was at this depth; answers nothing where that cannot be. */
  back(depth: number): number | undefined;
  /** Asks for what is at this address. */
  open(url: string): number | undefined;
  /** Whether no step may be undone now. */
  holds(): boolean;
}

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What the client takes from the machine beside the DOM. */
interface Clock {
  setTimeout(work: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
  random(): number;
}

interface SessionDelegate {
  status(status: Status, code?: number): void;
  attached(message: any): void;
  state(tree: any): void;
  patched(trails: Trail[]): void;
  sharedState(document: string, tree: any): void;
  sharedPatched(document: string, trails: Trail[]): void;
  answered(applied: number): void;
  rejected(refusal: { event: number; code: string; message: string }): void;
  trigger(trigger: Trigger): void;
  /** How many operators see the window too. */
  observed(count: number): void;
}

interface SessionOptions {
  url: string;
  /** What to offer, asked for at each attempt. */
  protocols: () => Promise<string[]>;
  /** Whether asking again gives other credentials when these have expired. */
  renews?: boolean;
  WebSocket: new (url: string, protocols: string[]) => WebSocket;
  fetch: (url: string, options?: RequestInit) => Promise<Response>;
  clock: Clock;
  lock: { held?: string; hold(window: string, options?: { steal?: boolean }): Promise<void>; release(): void };
  instance: string;
  window?: string;
  greeting(): { scene?: string; url?: string; value?: Json; environment: object; capabilities: object };
  delegate: SessionDelegate;
}

type Setter = (view: View, value: any) => void;

/** A row of the tables in elements.js, kinds.js and presentations.js. */
interface Kind {
  /** Makes the node of a view, and may set its `control`, `body` and `outer`. */
  make(view: View): HTMLElement;
  /** What a member of the JSON object does to the DOM; `undefined` when it is absent. */
  set?: Record<string, Setter>;
  /** After members were set. */
  done?(view: View): void;
  /** What it has under way stops, because it goes or what it stands in does. */
  end?(view: View): void;
  /** Takes its node away, where that is more than to remove it. */
  remove?(view: View): void;
}

type View = import("./view.js").View;
type Scope = import("./view.js").Scope;
type Stage = import("./stage.js").Stage;

interface StageDelegate {
  send(event: Omit<WireEvent, "id">): number | undefined;
  /** A link leads to an address of this server. */
  follow(url: string): void;
  /** A request that takes a file. */
  upload(ticket: string): XMLHttpRequest;
  /** A shared document has lost its last place. */
  forget(document: string): void;
  /** How many steps lead back from what is visible, the window's title, its URL and its language. */
  arrived(steps: number, title: string, url?: string, lang?: string): void;
}

interface TriggerDelegate {
  /** Asks a person, in a card that stays until it is answered or closed by what this returns. */
  ask(text: string, buttons: [label: string, pressed: () => void][], declined: () => void): () => void;
  performed(answer: { trigger: string } & Outcome): void;
}

type TriggerHandler = (payload: any, ask: Ask) => Outcome | Promise<Outcome | undefined>;
type Ask = {
  /** Repeats on a press what the browser refused without one. */
  press(label: string, text: string, act: () => any): Promise<Outcome | undefined>;
  /** Lets a person choose; closing the card declines. */
  choose(text: string, answers: [label: string, value: Json][]): Promise<Outcome | undefined>;
};

import { randomBits } from "../protocol/names.js";
import { asAttribute, attribute, focusedAround, h, write } from "./dom.js";
import { elements } from "./elements.js";
import { words } from "./words.js";

/**
 * Chosen files are uploaded at once, separately from the window's connection. The window is told when the last one has
 * arrived; failed files stay in the list, with a button to try again.
 * @type {Kind}
 */
elements.fileField = {
  make(view) {
    const { state } = view;
    state.words = h("span");
    state.rows = new Set();
    state.list = h("ul", { className: "files", ariaLive: "polite" });
    view.control = h("input", { type: "file" });
    // What the browser draws is in its own language and font. Its control lies over this, and is what is pressed and focused.
    state.prompt = h("span", { className: "choose" }, view.control);
    attribute(state.prompt, "data-prompt", words.chooseFile);
    view.control.onchange = () => {
      for (const file of view.control.files) state.rows.add(fileRow(view, file));
      // The same file may be chosen again.
      view.control.value = "";
      sendNext(view);
    };
    return h("div", {}, h("label", { className: "field" }, state.words, state.prompt), state.list);
  },
  set: {
    label: ({ state }, text) => write(state.words, text),
    accept: asAttribute("accept", undefined, "control"),
    multiple: ({ control, state }, multiple) => {
      control.multiple = !!multiple;
      attribute(state.prompt, "data-prompt", multiple ? words.chooseFiles : words.chooseFile);
    },
  },
  end({ state }) {
    const rows = [...state.rows];
    state.rows.clear();
    for (const { request } of rows) request?.abort();
  },
};

/** @param {View} view @param {File} file */
function fileRow(view, file) {
  const bar = h("progress", { value: 0, ariaLabel: file.name });
  const note = h("span");
  const again = fileButton(words.again, file, () => {
    showProblem(row);
    sendNext(view);
  });
  const cancel = fileButton(words.cancel, file, () => {
    dropFile(view, row);
    row.request?.abort();
    if (row.key) requestFor(view, row, "DELETE", {}, () => {}).send();
    sendNext(view);
  });
  const node = h("li", {}, h("span", { textContent: file.name }), bar, note, again, cancel);
  /** @type {any} it `waits`, then has a `request`, then an `id` */
  const row = { file, bar, note, again, node };
  showProblem(row);
  view.state.list.append(node);
  return row;
}

/** @param {string} text @param {File} file @param {() => void} onclick */
const fileButton = (text, { name }, onclick) =>
  h("button", { className: "button", textContent: text, ariaLabel: `${text}: ${name}`, onclick });

/** Uploads one file at a time; when none is left, tells the window which have arrived. @param {View} view */
function sendNext(view) {
  const rows = [...view.state.rows];
  if (rows.some(({ request }) => request)) return;
  const next = rows.find(({ waits }) => waits);
  if (next) return sendFile(view, next);
  const arrived = rows.filter(({ id }) => id);
  for (const row of arrived) dropFile(view, row);
  if (arrived.length) view.tell("files", arrived.map(({ id }) => ({ id })));
}

/** How often an upload goes on after a cut connection, and after how long each time. */
const pauses = [500, 1000, 2000, 4000, 8000, 16_000];

/** @param {View} view @param {any} row */
function sendFile(view, row) {
  if (row.file.size > view.data.maxBytes) return giveUp(view, row, words.tooLarge((view.data.maxBytes / 2 ** 20).toLocaleString(undefined, { maximumFractionDigits: 1 })));
  row.key = randomBits();
  row.cuts = 0;
  sendFrom(view, row, 0);
}

/** Sends what the server does not have yet. @param {View} view @param {any} row @param {number} offset */
function sendFrom(view, row, offset) {
  const { file, bar } = row;
  row.offset = offset;
  const request = requestFor(view, row, "POST", offset ? { offset: String(offset) } : {}, () => {
    if (request.status === 201) return finish(view, row, request);
    // The server may have some of it. Another one, or one that was restarted, has not, and may not have the window yet.
    const isLost = !request.status && row.begun || row.cuts && [404, 503].includes(request.status);
    if (isLost || [409, 429].includes(request.status)) return resume(view, row, request);
    giveUp(view, row, request.responseText.trim());
  });
  const name = encodeURIComponent(file.name.toWellFormed());
  request.setRequestHeader("Content-Disposition", `attachment; filename*=UTF-8''${name}`);
  request.upload.onprogress = (/** @type {ProgressEvent} */ { loaded }) => {
    row.begun ||= loaded > 0;
    bar.value = (offset + loaded) / (file.size || 1);
  };
  request.send(offset ? file.slice(offset) : file);
}

/** Asks after a pause how much has arrived, and sends the rest. @param {View} view @param {any} row @param {{responseText: string}} [answer] */
function resume(view, row, { responseText } = { responseText: "" }) {
  const { delegate } = view.scope.windowView;
  const pause = pauses[row.cuts++];
  if (pause === undefined) return giveUp(view, row, responseText.trim());
  const timer = setTimeout(() => {
    // Until the window is back, its document has the tickets of a server that may be gone.
    if (!delegate.isConnected()) {
      row.cuts--;
      return resume(view, row);
    }
    const request = requestFor(view, row, "GET", {}, () => {
      if (request.status === 201) return finish(view, row, request);
      if (request.status === 200) {
        const { offset } = JSON.parse(request.responseText);
        // Each time that it gets further, it may be cut as often again.
        if (offset > row.offset) row.cuts = 0;
        return sendFrom(view, row, offset);
      }
      if (request.status === 404) return sendFrom(view, row, 0);
      if (!request.status || [429, 503].includes(request.status)) return resume(view, row, request);
      giveUp(view, row, request.responseText.trim());
    });
    request.send();
  }, pause);
  row.request = { abort: () => clearTimeout(timer) };
}

/**
 * Creates a request about a file, which its user may call off. Uses the current ticket, because a restarted server assigns a new one.
 * @param {View} view @param {any} row @param {string} method @param {Record<string, string>} query @param {() => void} ended
 */
function requestFor(view, row, method, query, ended) {
  const request = row.request = view.scope.windowView.delegate.upload(view.data.ticket, method, { key: row.key, ...query });
  request.onload = request.onerror = request.ontimeout = ended;
  return request;
}

/** @param {View} view @param {any} row @param {XMLHttpRequest} request */
function finish(view, row, request) {
  row.waits = row.request = undefined;
  row.id = JSON.parse(request.responseText).id;
  sendNext(view);
}

/** @param {View} view @param {any} row */
function giveUp(view, row, problem = "") {
  row.waits = row.request = undefined;
  showProblem(row, problem || words.failed);
  sendNext(view);
}

/** Shows that a file is waiting for its turn, or why it failed. @param {any} row */
function showProblem(row, problem = "") {
  const { bar, note, again } = row;
  row.waits = !problem;
  bar.value = 0;
  bar.hidden = !!problem;
  again.hidden = !problem;
  note.textContent = problem;
}

/** @param {View} view @param {any} row */
function dropFile(view, row) {
  // Moves the focus from the removed row to the field.
  if (row.node.contains(focusedAround(row.node))) view.control.focus();
  row.node.remove();
  view.state.rows.delete(row);
}

import { asAttribute, focusedAround, h, write } from "./dom.js";
import { words } from "./words.js";

/**
 * Chosen files are uploaded at once, separately from the window's connection. The window is told when the last one has
 * arrived; failed files stay in the list, with a button to try again.
 * @type {Kind}
 */
export const fileField = {
  make(view) {
    const { state } = view;
    state.words = h("span");
    state.rows = new Set();
    state.list = h("ul", { className: "files", ariaLive: "polite" });
    view.control = h("input", { type: "file" });
    view.control.onchange = () => {
      for (const file of view.control.files) state.rows.add(fileRow(view, file));
      // The same file may be chosen again.
      view.control.value = "";
      sendNext(view);
    };
    return h("div", {}, h("label", { className: "field" }, state.words, view.control), state.list);
  },
  set: {
    label: ({ state }, text) => write(state.words, text),
    accept: asAttribute("accept", undefined, "control"),
    multiple: asAttribute("multiple", undefined, "control"),
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

/** @param {View} view @param {any} row */
function sendFile(view, row) {
  const { file, bar } = row;
  const { ticket, maxBytes } = view.data;
  const failed = (/** @type {string} */ problem) => {
    showProblem(row, problem);
    sendNext(view);
  };
  if (file.size > maxBytes) return failed(words.tooLarge(maxBytes));
  // Uses the current ticket, because a restarted server assigns a new one.
  const request = row.request = view.scope.windowView.delegate.upload(ticket);
  const name = encodeURIComponent(file.name.toWellFormed());
  request.setRequestHeader("Content-Disposition", `attachment; filename*=UTF-8''${name}`);
  request.upload.onprogress = (/** @type {ProgressEvent} */ { loaded }) => { bar.value = loaded / (file.size || 1); };
  request.onloadend = () => {
    row.waits = row.request = undefined;
    if (request.status !== 201) return failed((request.status && request.responseText.trim()) || words.failed);
    row.id = JSON.parse(request.responseText).id;
    sendNext(view);
  };
  request.send(file);
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

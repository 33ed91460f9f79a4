/** Small pieces that every part of the page uses: elements, questions, messages. */

const svgNames = new Set(["svg", "use", "polygon", "circle", "path", "rect"]);

const kept = (children) => children.flat(Infinity).filter((child) => (child ?? false) !== false);

/**
 * Makes an element. Functions are listeners, `data` is an object, other options are attributes; false, null and undefined
 * leave the attribute out. Texts become text nodes, never markup.
 */
export function el(tag, options = {}, ...children) {
  const node = svgNames.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...kept(children));
  return node;
}

export const $ = (id) => document.getElementById(id);

export function icon(name) {
  return el("svg", { class: "icon", "aria-hidden": "true" }, el("use", { href: `#i-${name}` }));
}

/** A button with an icon and a text, or with an icon alone and the text as its name. */
export function button(text, options = {}) {
  const { symbol, quiet, ...rest } = options;
  const named = quiet ? { "aria-label": text, title: text } : {};
  return el("button", { type: "button", ...named, ...rest }, symbol ? icon(symbol) : null,
    quiet ? null : el("span", {}, text));
}

/** Replaces everything in a node. */
export function fill(node, ...children) {
  node.replaceChildren(...kept(children));
  return node;
}

export const grouped = (number) => number.toLocaleString("en-US");

/** 1 account, 2 accounts, 1,200 accounts. */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** Names of one account, as a person calls it. */
export function title(account) {
  if (account.issuer && account.name) return `${account.issuer} (${account.name})`;
  return account.issuer || account.name || "Account without a name";
}

/** Says something to screen readers without showing it. */
export function announce(text) {
  const region = $("live");
  // The same text twice is no change, which nobody would read out.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** A line at the bottom that goes by itself, unless a pointer or the focus is on it. */
export function toast(text, { action, run, kind = "info", seconds = action ? 12 : 5 } = {}) {
  const close = () => { clearTimeout(timer); if (note.isConnected) note.remove(); };
  const note = el("div", { class: `toast ${kind}` }, el("span", {}, text),
    action ? el("button", { type: "button", class: "link", click: () => { close(); run(); } }, action) : null,
    button("Close this message", { symbol: "close", quiet: true, class: "ghost", click: close }));
  let timer = setTimeout(close, seconds * 1000);
  const hold = () => clearTimeout(timer);
  const release = () => { timer = setTimeout(close, 4000); };
  note.addEventListener("pointerenter", hold);
  note.addEventListener("pointerleave", release);
  note.addEventListener("focusin", hold);
  note.addEventListener("focusout", release);
  const shown = $("toasts");
  if (action) dropUndo();
  while (shown.childElementCount > 2) shown.firstElementChild.remove();
  shown.append(note);
  return close;
}

/** The program takes back its last change only, so an older offer would take back another one. */
export function dropUndo() {
  for (const old of $("toasts").querySelectorAll(".toast:has(.link)")) old.remove();
}

/** A sentence starts with a capital letter, a file's name as it is. */
export function sentence(text) {
  text ||= "It did not work.";
  const said = /^[a-z]+[\s,;:]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

/** What happened, and what to do: the server's own words where there are some. */
export function problemText(problem) {
  return sentence(problem.detail || problem.title || problem.message);
}

export function complain(problem) {
  if (problem.isHandled) return;
  toast(problemText(problem), { kind: "bad", seconds: 12 });
}

/** A message in its place, with an icon besides its color. */
export function note(kind, ...content) {
  const symbols = { bad: "error", warn: "warning", good: "check", info: "info" };
  return el("div", { class: `note ${kind}` }, icon(symbols[kind]), el("div", {}, ...content));
}

/** Opens a dialog made for one question; removed when it closes. Resolves with the value it was closed with. */
export function openDialog(heading, content, { wide = false, role = "dialog", closable = true } = {}) {
  const id = `d${Math.random().toString(36).slice(2)}`;
  const dialog = el("dialog", { class: wide ? "wide" : null, role, "aria-labelledby": id });
  const close = (value) => { dialog.returnValue = value ?? ""; dialog.close(); };
  dialog.append(
    el("header", {}, el("h2", { id }, heading),
      closable ? button("Close", { symbol: "close", quiet: true, class: "ghost", click: () => close() }) : null),
    ...[content(close)].flat());
  const before = document.activeElement;
  if (!closable) dialog.addEventListener("cancel", (event) => event.preventDefault());
  const closed = new Promise((resolve) => dialog.addEventListener("close", () => {
    moveMessages();
    dialog.remove();
    if (before?.isConnected) before.focus();
    resolve(dialog.returnValue);
  }));
  dialog.addEventListener("click", (event) => {
    if (closable && event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  moveMessages();
  return { dialog, close, closed };
}

/** Everything behind a modal dialog is dead to pointers and screen readers, so messages live in the topmost one. */
export function moveMessages() {
  const host = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if ($("live").parentNode !== host) host.append($("toasts"), $("live"));
}

/** A question with two answers; the safe one has the focus. */
export async function ask(heading, text, action, { danger = false, keep = "Cancel" } = {}) {
  const { closed } = openDialog(heading, (close) => [
    el("p", {}, text),
    el("footer", {},
      button(keep, { class: "plain", autofocus: true, click: () => close() }),
      button(action, { class: danger ? "danger" : "primary", click: () => close("yes") })),
  ], { role: "alertdialog" });
  return (await closed) === "yes";
}

/** A labeled field. The hint and a problem are read out with it. */
export function field(label, input, { hint, wide } = {}) {
  const id = input.id || `f${Math.random().toString(36).slice(2)}`;
  input.id = id;
  const problem = el("p", { class: "problem", id: `${id}-problem`, role: "alert" });
  const describedBy = [`${id}-problem`];
  if (hint) describedBy.push(`${id}-hint`);
  input.setAttribute("aria-describedby", describedBy.join(" "));
  const node = el("div", { class: wide ? "field wide" : "field" }, el("label", { for: id }, label), input,
    hint ? el("p", { class: "hint", id: `${id}-hint` }, hint) : null, problem);
  node.say = (text) => {
    problem.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
  };
  return node;
}

/** A field for a passphrase that no browser offers to keep, with a button that shows what was typed. */
export function passphraseField(label, options = {}) {
  const input = el("input", {
    // Browsers ignore "off" for passwords; a field for a code they neither fill nor offer to keep.
    type: "password", autocomplete: "one-time-code", autocapitalize: "off",
    spellcheck: "false", "data-1p-ignore": true, "data-lpignore": "true", "data-bwignore": true,
    "aria-required": "true", id: options.id,
  });
  const node = field(label, input, options);
  const eye = button("Show the passphrase", { symbol: "eye", quiet: true, class: "ghost", "aria-pressed": "false" });
  node.show = (shown) => {
    // Browsers keep what is in fields of texts, for the next start, unless that is off.
    input.autocomplete = shown ? "off" : "one-time-code";
    input.type = shown ? "text" : "password";
    eye.setAttribute("aria-pressed", String(shown));
  };
  eye.addEventListener("click", () => node.show(input.type === "password"));
  const row = el("div", { class: "with-button" });
  input.replaceWith(row);
  row.append(input, eye);
  node.input = input;
  return node;
}

/** Copies a text; the browser may refuse. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
    return true;
  } catch {
    toast(`The browser did not allow copying. Select the text and copy it with ${copyKey}.`, { kind: "bad" });
    return false;
  }
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const copyKey = isMac ? "⌘C" : "Ctrl C";
export const pasteKey = isMac ? "⌘V" : "Ctrl V";

/** Gives bytes to the person as a file. */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** At most one run at a time; calls in the middle wait for one more at the end. */
export function once(run) {
  let running = null, next = null;
  return function call() {
    if (!running) return running = run().finally(() => { running = null; });
    return next ??= running.catch(() => undefined).then(() => { next = null; return call(); });
  };
}

/** Waits for a pause in calls. */
export function settled(run, milliseconds) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(run, milliseconds); };
}

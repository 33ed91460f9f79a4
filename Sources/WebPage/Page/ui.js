/** Small pieces that every part of the page uses: elements, questions, messages. */

const svgNames = new Set(["svg", "polygon", "circle", "path", "rect"]);

const kept = (children) => children.flat(Infinity).filter((child) => (child ?? false) !== false);

/**
 * Makes an element, `div.note` with a class. Options may be left out: functions are listeners, `data` is an object, others are
 * attributes; false, null and undefined leave the attribute out. Texts become text nodes, never markup.
 */
export function el(tag, ...children) {
  const options = children[0]?.constructor === Object ? children.shift() : {};
  const [name, ...classes] = tag.split(".");
  const node = svgNames.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key, value);
    else if (key === "data") Object.assign(node.dataset, value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...kept(children));
  return node;
}

export const $ = (id) => document.getElementById(id);
export const listen = (id, name, run) => $(id).addEventListener(name, run);

const icons = {
  add: "M12 5v14M5 12h14",
  accounts: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  move: "M4 12h15M13 6l6 6-6 6",
  check: "M4 12.5l5 5L20 6.5",
  close: "M6 6l12 12M18 6L6 18",
  file: "M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5",
  folder: "M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  camera: "M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM8.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
  screen: "M4 5h16a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM9 20h6M12 16v4",
  type: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  paste: "M9 5H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-3M9 3h6v4H9z",
  copy: "M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM16 9V4a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3",
  search: "M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l5 5",
  eye: "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  lock: "M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM8 11V8a4 4 0 0 1 8 0v3",
  quit: "M12 3v9M6.5 7a8 8 0 1 0 11 0",
  undo: "M9 4L4 9l5 5M4 9h10a6 6 0 0 1 0 12h-1",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2v2",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  error: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 9l6 6M15 9l-6 6",
  warning: "M12 4L2.5 20h19zM12 10v4.5M12 17.5h.01",
  info: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v5.5M12 7.5h.01",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1l1-13",
  refresh: "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
};

export function icon(name, tone) {
  return el(tone ? `svg.icon.${tone}` : "svg.icon", { "aria-hidden": "true", viewBox: "0 0 24 24" }, el("path", { d: icons[name] }));
}

/** A button with an icon and a text, or with an icon alone and the text as its name. */
export function button(text, options = {}) {
  const { symbol, quiet, ...rest } = options;
  const named = quiet ? { class: "ghost", "aria-label": text, title: text } : { class: "plain" };
  return el("button", { type: "button", ...named, ...rest }, symbol ? icon(symbol) : null,
    quiet ? null : el("span", text));
}

export const submitButton = (text, options) => el("button", { type: "submit", class: "primary", ...options }, text);

/** Buttons of which one is pressed: `[id, text, count]` each. */
export function chips(choices, chosen, choose) {
  return choices.map(([id, text, count]) => el("button", {
    type: "button", "aria-pressed": String(id === chosen), data: { filter: id }, click: () => choose(id),
  }, `${text} ${grouped(count)}`));
}

export function fill(node, ...children) {
  node.replaceChildren(...kept(children));
  return node;
}

/** Whether a node shows this already; from now on it does. */
export function isDrawn(node, ...values) {
  const shown = JSON.stringify(values), isSame = node.dataset.shown === shown;
  node.dataset.shown = shown;
  return isSame;
}

export const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
export const commaList = (text) => text.split(",").map((one) => one.trim()).filter(Boolean);

export const grouped = (number) => number.toLocaleString("en-US");

/** 1 account, 2 accounts, 1,200 accounts. */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

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
  const close = () => { clearTimeout(timer); note.remove(); };
  const hold = () => clearTimeout(timer);
  const release = () => { timer = setTimeout(close, 4000); };
  const note = el("div", { class: `toast ${kind}`, pointerenter: hold, pointerleave: release, focusin: hold, focusout: release }, el("span", text),
    action ? button(action, { class: "link", click: () => { close(); run(); } }) : null,
    button("Close this message", { symbol: "close", quiet: true, click: close }));
  let timer = setTimeout(close, seconds * 1000);
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
export function sentence(text, end = ".") {
  text ||= "It did not work.";
  const said = /^[a-z]+([\s,;:]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(said) ? said : said + end;
}

/** What happened, and what to do: the server's own words where there are some. */
export function problemText(problem) {
  return sentence(problem.detail || problem.title || problem.message);
}

/** Does something, and says what went wrong; undefined then. */
export async function attempt(run) {
  try { return await run(); } catch (problem) { complain(problem); return undefined; }
}

export function complain(problem) {
  if (problem.isHandled) return;
  toast(problemText(problem), { kind: "bad", seconds: 12 });
}

/** Each tone has an icon besides its color. */
const symbols = { bad: "error", warn: "warning", good: "check", info: "info" };
export const toneIcon = (tone) => icon(symbols[tone], `${tone}-text`);
/** The tones of what the program says. */
export const tones = { red: "bad", amber: "warn", green: "good", gray: "info" };

/** A message in its place. */
export function note(kind, text, ...content) {
  return el("div", { class: `note ${kind}` }, toneIcon(kind), el("div", p(text), ...content));
}

/** What is shown where nothing is. */
export const emptyBox = (heading, text, action) => el("div.empty", el("h2", heading), p(text), action);

export const p = (...text) => el("p", ...text);
export const quiet = (...text) => el("p.quiet", ...text);

/** Opens a dialog made for one question; removed when it closes. Resolves with the value it was closed with. */
export function openDialog(heading, content, { wide = false, role = "dialog", closable = true } = {}) {
  const id = `d${Math.random().toString(36).slice(2)}`;
  const dialog = el("dialog", { class: wide ? "wide" : null, role, "aria-labelledby": id });
  const close = (value) => { dialog.returnValue = value ?? ""; dialog.close(); };
  dialog.append(
    el("header", el("h2", { id }, heading),
      closable ? button("Close", { symbol: "close", quiet: true, click: () => close() }) : null),
    ...[content(close)].flat());
  if (!closable) dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("click", (event) => {
    if (closable && event.target === dialog) close();
  });
  return { close, closed: showDialog(dialog) };
}

/** Shows a dialog until it closes; what had the focus gets it back. */
export function showDialog(dialog) {
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  moveMessages();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    moveMessages();
    dialog.remove();
    if (before?.isConnected) before.focus();
    resolve(dialog.returnValue);
  }));
}

/** Everything behind a modal dialog is dead to pointers and screen readers, so messages live in the topmost one. */
export function moveMessages() {
  const host = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if ($("live").parentNode !== host) host.append($("toasts"), $("live"));
}

/** A question: "yes", "instead" for another way, or empty; the safe answer has the focus. */
export function ask(heading, text, action, { danger = false, keep = "Cancel", instead } = {}) {
  const { closed } = openDialog(heading, (close) => [
    p(text),
    el("footer",
      button(keep, { autofocus: true, click: () => close() }),
      button(action, { class: danger ? "danger" : "primary", click: () => close("yes") }),
      instead ? button(instead, { class: "primary", click: () => close("instead") }) : null),
  ], { role: "alertdialog" });
  return closed;
}

export const textInput = (options = {}) => el("input", { type: "text", autocomplete: "off", spellcheck: "false", ...options });
export const choice = (values, now, options = {}, text = String) => el("select", options, values.map((value) =>
  el("option", { value, selected: value === now }, text(value))));
export const perCodeChoice = (now, change, options, text) => choice(Array.from({ length: 10 }, (_, index) => index + 1), now,
  { ...options, change: (event) => change(Number(event.target.value)) }, text);

/** A labeled field. The hint and a problem are read out with it. */
export function field(label, input, { hint, wide } = {}) {
  const id = input.id || `f${Math.random().toString(36).slice(2)}`;
  input.id = id;
  const problem = el("p.problem", { id: `${id}-problem`, role: "alert" });
  const describedBy = [`${id}-problem`];
  if (hint) describedBy.push(`${id}-hint`);
  input.setAttribute("aria-describedby", describedBy.join(" "));
  const node = el("div", { class: wide ? "field wide" : "field" }, el("label", { for: id }, label), input,
    hint ? el("p.hint", { id: `${id}-hint` }, hint) : null, problem);
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
  const eye = button("Show the passphrase", { symbol: "eye", quiet: true, "aria-pressed": "false" });
  node.show = (shown) => {
    // Browsers keep what is in fields of texts, for the next start, unless that is off.
    input.autocomplete = shown ? "off" : "one-time-code";
    input.type = shown ? "text" : "password";
    eye.setAttribute("aria-pressed", String(shown));
  };
  eye.addEventListener("click", () => node.show(input.type === "password"));
  const row = el("div.with-button");
  input.replaceWith(row);
  row.append(input, eye);
  node.input = input;
  return node;
}

/** Tries the passphrase that was typed; the field says why it opens nothing. */
export const trying = (field, open, run) => async (event) => {
  event.preventDefault();
  const { input } = field;
  if (!input.value) { field.say("Type the passphrase."); return input.focus(); }
  field.say("");
  open.disabled = true;
  try {
    await run(input.value);
    input.value = "";
  } catch (problem) {
    if (!problem.isHandled) field.say(problemText(problem));
    input.select();
  } finally {
    open.disabled = false;
  }
};

/** The fields of an account, filled with what it has; `value(key)` is what is typed in one. */
export function accountFields(account = {}) {
  const form = account.id ? "edit" : "new";
  const text = (label, key, options, more) => field(label, textInput({ value: account[key] ?? "", ...options }), more);
  const number = (label, key, usual) => text(label, key, { inputmode: "numeric", value: account[key] ?? usual });
  const fields = {
    issuer: text("Issuer", "issuer", { id: `${form}-issuer`, autofocus: true }, { hint: "The site or company" }),
    name: text("Name", "name", { id: `${form}-name` }, { hint: "Your user name or address there" }),
    tags: field("Tags", textInput({ value: (account.tags ?? []).join(", ") }), { hint: "Separated by commas" }),
    note: text("Note", "note"),
    algorithm: field("Algorithm", choice(["SHA1", "SHA256", "SHA512"], account.algorithm)),
    digits: number("Digits", "digits", 6), period: number("Period in seconds", "period", 30), counter: number("Counter", "counter", 0),
  };
  const value = (key) => fields[key].querySelector("input, select").value.trim();
  return { fields, value };
}

/** Whole numbers of those fields that are shown; undefined if one is not. */
export function numbersOf({ fields, value }, keys) {
  const numbers = {};
  for (const key of keys.filter((key) => !fields[key].hidden)) {
    if (!/^\d+$/.test(value(key))) return fields[key].say("Type a whole number.");
    fields[key].say("");
    numbers[key] = Number(value(key));
  }
  return numbers;
}

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
const copyKey = isMac ? "⌘C" : "Ctrl C";
export const pasteKey = isMac ? "⌘V" : "Ctrl V";

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

export function settled(run, milliseconds) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(run, milliseconds); };
}

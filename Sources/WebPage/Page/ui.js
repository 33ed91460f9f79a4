/** Small pieces that every part of the page uses: elements, questions, messages. */

import { postBytes, state } from "./api.js";

const svgNames = new Set(["svg", "polygon", "circle", "path", "rect"]);

const kept = (children) => children.flat(Infinity).filter(Boolean);

/**
 * Makes an element, `div.note` with a class. Options may be left out: functions are listeners, `data` is an object, others are
 * attributes; false, null and undefined leave the attribute out. Empty children are left out; texts become text nodes, never
 * markup.
 */
export function el(tag, ...children) {
  const options = children[0]?.constructor === Object ? children.shift() : {};
  const [name, ...classes] = tag.split(".");
  const node = svgNames.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  if (name === "button") node.type = "button";
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
export const newID = () => `x${crypto.randomUUID()}`;
export const listen = (id, name, run) => $(id).addEventListener(name, run);

const circle = "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0";
const icons = {
  add: "M12 5v14M5 12h14",
  accounts: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  move: "M4 12h15M13 6l6 6-6 6",
  check: "M4 12.5l5 5L20 6.5",
  close: "M6 6l12 12M18 6L6 18",
  file: "M14 3H5v18h14V8zM14 3v5h5",
  folder: "M3 5h6l2 2.5h10V19H3z",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zM8.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  type: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  paste: "M9 5H5v16h14V5h-4M9 3h6v4H9z",
  copy: "M8 9h12v12H8zM16 9V3H4v12h4",
  search: "M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l5 5",
  eye: "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  lock: "M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3",
  quit: "M12 3v9M6.5 7a8 8 0 1 0 11 0",
  undo: "M9 4L4 9l5 5M4 9h10a6 6 0 0 1 0 12h-1",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2v2",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  error: `${circle}M9 9l6 6M15 9l-6 6`,
  warning: "M12 4L2.5 20h19zM12 10v4.5M12 17.5h.01",
  info: `${circle}M12 11v5.5M12 7.5h.01`,
  trash: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.9l-5.3 2.8 1.1-5.9L3.5 9.7l5.9-.8z",
  dash: "M6 12h12",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
  refresh: "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
};

export function icon(name, tone) {
  return el(tone ? `svg.icon.${tone}` : "svg.icon", { "aria-hidden": "true", viewBox: "0 0 24 24" }, el("path", { d: icons[name] }));
}

export const button = (text, { symbol, ...options } = {}) =>
  el("button", { class: "plain", ...options }, symbol && icon(symbol), el("span", text));
export const submitButton = (text, options) => button(text, { type: "submit", class: "primary", ...options });

/** The text is its name. */
export const iconButton = (symbol, text, options) =>
  el("button", { class: "ghost", "aria-label": text, title: text, ...options }, icon(symbol));

/** Buttons of which one is pressed: `[id, text, count]` each. The pressed one keeps the focus when they are redrawn. */
export function drawChips(box, choices, chosen, choose) {
  const hadFocus = box.contains(document.activeElement);
  fill(box, choices.map(([id, text, count]) => el("button", {
    "aria-pressed": String(id === chosen), data: { filter: id }, click: () => choose(id),
  }, `${text} ${grouped(count)}`)));
  if (hadFocus) box.querySelector("[aria-pressed=true]")?.focus();
}

export function fill(node, ...children) {
  node.replaceChildren(...kept(children));
  return node;
}

/** Moves only elements that are out of place, so that the focus and typed text stay. */
export function placeInOrder(list, nodes) {
  for (const child of [...list.children]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, index) => {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  });
}

/** Whether a node shows this already; from now on it does. */
export function isDrawn(node, ...values) {
  const shown = JSON.stringify(values), isSame = node.dataset.shown === shown;
  node.dataset.shown = shown;
  return isSame;
}

/** Whether a text in lower case contains all words that were typed. */
export function matching(typed) {
  const words = typed.toLowerCase().split(/\s+/);
  return (text) => words.every((word) => text.includes(word));
}

export const grouped = (number) => number.toLocaleString("en-US");

/** 1 account, 2 accounts, 1,200 accounts. */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

export function title(account) {
  if (account.issuer && account.name) return `${account.issuer} (${account.name})`;
  return account.issuer || account.name || "Account without a name";
}

/** By their first letters: the hues of names, by the sums that stand for them. */
const hues = new Map();

/** The first letter of a name, on a color that is made from the name, and is not that of another name with this letter. */
export function mark(name) {
  const text = name?.trim() || "?", letter = [...text][0].toUpperCase();
  let sum = 0;
  for (const character of text.toLowerCase()) sum = (sum * 31 + character.codePointAt(0)) % 9973;
  if (!hues.has(letter)) hues.set(letter, new Map());
  const own = hues.get(letter), taken = [...own.values()], room = taken.length < 8 ? 2 : 1;
  const isTaken = (hue) => taken.some((other) => Math.min((hue - other + 24) % 24, (other - hue + 24) % 24) < room);
  let hue = own.get(sum) ?? sum % 24;
  for (let tries = 0; !own.has(sum) && tries < 24 && isTaken(hue); tries += 1) hue = (hue + 7) % 24;
  own.set(sum, hue);
  const node = el("span.mark", { "aria-hidden": "true" }, letter);
  node.style.setProperty("--hue", hue * 15);
  return node;
}

/** Says something to screen readers without showing it. */
export function announce(text) {
  const region = $("live");
  // Setting the same text again is not a change, and would not be read out.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** A line at the bottom that goes by itself, unless a pointer moves on it or the focus is on it: for what needs no reading. */
export function toast(text, { action, run, seconds = action ? 12 : 5 } = {}) {
  const close = () => { clearTimeout(timer); note.remove(); };
  const hold = () => clearTimeout(timer);
  const release = () => { timer = setTimeout(close, 4000); };
  const note = el("div.toast", { pointermove: hold, pointerleave: release, focusin: hold, focusout: release }, el("span", text),
    action && button(action, { class: "link", click: () => { close(); run(); } }),
    iconButton("close", "Close this message", { click: close }));
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

export const fileName = (path) => path.split("/").at(-1);

/** A sentence starts with a capital letter, a file's name as it is. */
export function sentence(text, end = ".") {
  text ||= "It did not work.";
  const said = /^[a-z]+([\s,;:]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(said) ? said : said + end;
}

/** The problem and the advice: in the server's words if it sent some. */
export const problemText = (problem) => sentence(problem.detail || problem.title || problem.message);
export const problemNote = (problem) => note("bad", problemText(problem));

/** Does something, and reports the problem if it fails; undefined then. `text`: what it is, if it may take long. */
export async function attempt(run, text) {
  try { return await (text ? during(text, run) : run()); } catch (problem) { complain(problem); return undefined; }
}

/** For how long: about so many seconds if that is known, else since when. */
export function howLong(started, seconds) {
  const passed = Math.round((Date.now() - started) / 1000);
  return seconds ? `, about ${counted(seconds, "second")}` : passed > 1 ? `, ${passed} seconds so far` : "";
}

/** Does something that may take long: after 300 ms, a line in `place`, or at the bottom, says what and for how long. */
export async function during(text, run, { place, seconds, pressed } = {}) {
  const started = Date.now(), said = el("span");
  // Said once, not each second.
  const line = el("p", { class: place ? "quiet waits" : "toast waits", "aria-hidden": "true" }, el("span.spinner"), said);
  const draw = () => { said.textContent = ` ${text}${howLong(started, seconds)} …`; };
  const show = setTimeout(() => {
    draw();
    announce(`${text}.`);
    (place ?? $("toasts")).append(line);
  }, 300), ticks = setInterval(draw, 1000);
  if (pressed) pressed.disabled = true;
  pressed?.setAttribute("aria-busy", "true");
  try { return await run(); } finally {
    clearTimeout(show);
    clearInterval(ticks);
    line.remove();
    if (pressed) pressed.disabled = false;
    pressed?.removeAttribute("aria-busy");
  }
}

/** Actions for a problem besides showing it, by its code. */
export const cures = {};

export function complain(problem) {
  const cure = cures[problem.code];
  if (cure) cure();
  else if (problem.lines) tell(sentence(problem.problem), p(sentence(problem.advice)), bullets(problem.lines));
  else if (!problem.isHandled && topDialog()?.dataset.said !== problemText(problem)) {
    tell("That did not work", problemNote(problem));
    topDialog().dataset.said = problemText(problem);
    announce(problemText(problem));
  }
}

/** Each tone has an icon besides its color. */
const symbols = { bad: "error", warn: "warning", good: "check", info: "info" };
export const toneIcon = (tone) => icon(symbols[tone], `${tone}-text`);
export const tones = { red: "bad", amber: "warn", green: "good", gray: "info" };

/** A message in its place. */
export const bullets = (lines) => el("ul", lines.map((line) => el("li", sentence(line))));
export const note = (kind, text, ...content) => el(`div.note.${kind}`, toneIcon(kind), el("div", p(text), content));
/** The program's message, with its advice. */
export const advised = (kind, text, advice) => note(kind, sentence(text), advice && quiet(sentence(advice)));

export const emptyBox = (heading, text, action) => el("div.empty", el("h2", heading), p(text), action);

/** Scrolls, also by keys. */
export const lossList = (name, lines) => el("ul.losses", { tabindex: "0", "aria-label": name }, lines);
export const p = (...text) => el("p", ...text);
export const quiet = (...text) => el("p.quiet", ...text);

/**
 * Opens a dialog made for one question; removed when it closes. Resolves with the value it was closed with. `asks`:
 * before text typed in it is lost.
 */
export function openDialog(heading, content, { wide, role = "dialog", closable = true, asks = false } = {}) {
  const id = newID();
  let isTyped = false;
  const close = (value = "") => dialog.close(value);
  const dialog = el("dialog", {
    class: wide && "wide", role, "aria-labelledby": id, input: () => { isTyped = asks; },
    click: (event) => { if (event.target === dialog) dismiss(dialog); },
    cancel: async (event) => {
      if (closable && !isTyped) return;
      event.preventDefault();
      if (closable && await ask("Forget the changes?", "What you typed is not saved yet.", "Forget them", { keep: "Go on" })) close();
    },
  });
  dialog.append(
    el("header", el("h2", { id }, heading), closable && iconButton("close", "Close", { click: () => dismiss(dialog) })),
    ...kept([content(close)]));
  return { close, closed: showDialog(dialog) };
}

export const tell = (heading, ...content) => openDialog(heading, (close) => [content, el("footer", button("Done", { class: "primary", autofocus: true, click: () => close() }))]);

/** Closes a dialog as the Escape key does: it may refuse. */
export function dismiss(dialog) {
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

export const topDialog = () => [...document.querySelectorAll("dialog[open]")].at(-1);

/** Browsers let a dialog refuse only the first Escape, so none of them reaches it. */
addEventListener("keydown", (event) => {
  const open = topDialog();
  if (event.key !== "Escape" || !open) return;
  event.preventDefault();
  dismiss(open);
});

/** Shows a dialog until it closes; then the focus returns to where it was. */
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
  const host = topDialog() ?? document.body;
  if ($("live").parentNode !== host) host.append($("toasts"), $("live"));
}

/** A question: "yes", "instead" for another way, or empty; the safe answer has the focus. */
export function ask(heading, text, action, { danger = false, keep = "Cancel", instead } = {}) {
  const { closed } = openDialog(heading, (close) => [
    p(text),
    el("footer",
      button(keep, { autofocus: true, click: () => close() }),
      button(action, { class: danger ? "danger" : "primary", click: () => close("yes") }),
      instead && button(instead, { class: "primary", click: () => close("instead") })),
  ], { role: "alertdialog" });
  return closed;
}

export const textInput = (options = {}) => el("input", { type: "text", autocomplete: "off", spellcheck: "false", ...options });
export const choice = (values, now, options = {}, text = String) => el("select", options, values.map((value) =>
  el("option", { value, selected: value === now }, text(value))));

/** A labeled field. The hint and a problem are read out with it. */
export function field(label, input, { hint, wide } = {}) {
  const id = input.id ||= newID();
  const problem = el("p.problem", { id: `${id}-problem`, role: "alert" });
  input.setAttribute("aria-describedby", `${id}-problem ${hint ? `${id}-hint` : ""}`);
  const node = el(wide ? "div.field.wide" : "div.field", el("label", { for: id }, label), input,
    hint && el("p.hint", { id: `${id}-hint` }, hint), problem);
  node.input = input;
  node.say = (text) => {
    problem.textContent = text;
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  node.refuse = (text) => {
    node.say(text);
    node.closest("details")?.setAttribute("open", "");
    input.focus();
  };
  return node;
}

/** A field for a passphrase that no browser offers to keep, with a button that shows the typed text. */
export function passphraseField(label, { what = "passphrase", isNeeded = true, ...options } = {}) {
  const input = el("input", {
    // Browsers ignore "off" for passwords; a field for a code they neither fill nor offer to keep.
    type: "password", autocomplete: "one-time-code", autocapitalize: "off",
    spellcheck: "false", "data-1p-ignore": true, "data-lpignore": "true", "data-bwignore": true,
    "aria-required": isNeeded && "true", id: options.id,
  });
  const node = field(label, input, options);
  const eye = iconButton("eye", `Show the ${what}`, { "aria-pressed": "false", click: () => {
    const shown = input.type === "password";
    // Browsers keep the content of text fields for the next start, unless that is off.
    input.autocomplete = shown ? "off" : "one-time-code";
    input.type = shown ? "text" : "password";
    eye.setAttribute("aria-pressed", String(shown));
  } });
  const row = el("div.with-button");
  input.replaceWith(row);
  row.append(input, eye);
  return node;
}

export const form = (submit, ...content) =>
  el("form", { autocomplete: "off", submit: (event) => { event.preventDefault(); submit(); } }, content);

/** Tries the typed passphrase; the field says why it does not work. */
export const trying = (field, open, run, text = "Trying the passphrase") => async () => {
  const { input } = field, typed = input.value;
  if (!typed) return field.refuse("Type the passphrase.");
  field.say("");
  // Some files need seconds for each passphrase; what is typed meanwhile replaces it.
  input.select();
  try {
    await during(text, () => run(typed), { place: field, pressed: open });
    // Another one may be typed by now.
    if (input.value === typed) input.value = "";
  } catch (problem) {
    if (!problem.isHandled) field.say(problemText(problem));
    if (input.value === typed) input.select();
  }
};

/**
 * The fields of an account, filled with its values. `value(key)` is the text in one; `follow(type)` shows the fields of
 * a type of account.
 */
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
    pin: passphraseField("PIN", { id: `${form}-pin`, what: "PIN", isNeeded: false,
      hint: account.hasPin ? "Leave it empty to keep the PIN" : "What you type in the old app before it shows a code" }),
  };
  const value = (key) => fields[key].input.value.trim();
  const follow = (type) => {
    fields.algorithm.hidden = fields.digits.hidden = !["totp", "hotp"].includes(type);
    fields.period.hidden = type !== "totp";
    fields.counter.hidden = type !== "hotp";
    fields.pin.hidden = !hasPIN(type);
  };
  return { fields, value, follow };
}

export const hasPIN = (type) => ["motp", "yandex"].includes(type);

/** The values of the fields that are shown, if they differ from the account; undefined if a number is invalid. */
export function typedChanges({ fields, value }, account = {}) {
  const json = {}, isShown = (key) => fields[key] && !fields[key].hidden;
  for (const key of ["secret", "type", "issuer", "name", "note", "algorithm", "pin"].filter(isShown)) {
    if (value(key) !== (account[key] ?? "")) json[key] = value(key);
  }
  for (const key of ["digits", "period", "counter"].filter(isShown)) {
    fields[key].say("");
    if (!/^\d+$/.test(value(key))) return fields[key].refuse("Type a whole number.");
    if (Number(value(key)) !== account[key]) json[key] = Number(value(key));
  }
  const tags = value("tags").split(",").map((tag) => tag.trim()).filter(Boolean);
  if (tags.join("\n") !== (account.tags ?? []).join("\n")) json.tags = tags;
  return json;
}

/** When to clear the text that this page copied by itself, in milliseconds; 0 for no text. */
let clearAt = 0;
const copySeconds = 45;

/** The program clears its clipboard by itself, and at a lock. A browser can do that only while the page has the focus. */
export async function copy(text, what) {
  if (state?.clipboard) {
    try {
      const { seconds } = await postBytes("copy", text) ?? {};
      clearAt = 0;
      return toast(`${what} copied. ${seconds ? `It is cleared in ${seconds} seconds.` : "It stays until you copy something else."}`);
    } catch (problem) { if (problem.isHandled) return undefined; }
  }
  try {
    await navigator.clipboard.writeText(text);
    clearAt = Date.now() + copySeconds * 1000;
    toast(`${what} copied. It stays in the clipboard until you come back here after ${copySeconds} seconds.`, { seconds: 8 });
  } catch {
    tell("The browser did not allow copying", p(`Select the text and copy it with ${copyKey}.`));
  }
}

/** Overwrites the text that this page copied, without reading the clipboard: so not text copied here since. */
export async function clearCopied() {
  const due = clearAt;
  if (!due || Date.now() < due || !document.hasFocus()) return;
  clearAt = 0;
  // Some browsers want a key or a click first.
  try { await navigator.clipboard.writeText(" "); } catch { clearAt ||= due; }
}

/** At a lock, it is time. */
export function clearCopiedNow() {
  if (clearAt) clearAt = 1;
  return clearCopied();
}

for (const name of ["focus", "pointerdown", "keydown"]) addEventListener(name, clearCopied);
for (const name of ["copy", "cut"]) addEventListener(name, () => { clearAt = 0; });
setInterval(clearCopied, 1000);

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const copyKey = isMac ? "⌘C" : "Ctrl C";
export const undoKey = isMac ? "⌘Z" : "Ctrl Z";
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

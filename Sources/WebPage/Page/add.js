/** Add: each dropped, chosen, pasted or typed input becomes a card. */

import { get, inOneView, look, on, post, postBytes, read, send, state } from "./api.js";
import {
  $, accountFields, announce, ask, attempt, bullets, button, choice, complain, counted, during, el, field, fileName, fill,
  form, grouped, howLong, icon, iconButton, isDrawn, listen, mark, newID, note, once, openDialog, p, passphraseField, pasteKey,
  placeInOrder, problemText, quiet, sentence, settled, submitButton, tell, textInput, toast, toneIcon, tones, trying, typedChanges,
} from "./ui.js";
import { undo } from "./accounts.js";
import { openLive } from "./live.js";
import { mergeCopy } from "./move.js";
import { bytesOf, encode, joined } from "./secure.js";

let inputs = [], batches = [], accountCount = 0;
/** Files that wait to be sent or are being sent: `{ key, file, name, kind, problem }`. */
const outgoing = [];
let sending = 0, sentSinceRest = 0;
/** Since the last rest: when the first file came, and how many came since. */
let started = 0, taken = 0;
/** Whether everything is read, and the number of accounts is on its way. */
let isCounting = false;
/** The user's own files, by the input's id, for small images. */
const files = new Map();
const cards = new Map();
let filter = "all", shownCards = 60;

/** Takes files or texts; sends as many requests at once as the program has workers, but at most ``mostAtOnce``. */
function take(items) {
  if (items.length === 0) return;
  if (!taken) started = Date.now();
  taken += items.length;
  for (const item of items) outgoing.push({ key: newID(), ...item });
  location.hash = "#/add";
  fill($("add-said"));
  announce(items[0].kind === "paste" ? "Reading what was pasted." : `Reading ${counted(items.length, "file")}.`);
  draw();
  pump();
}

/** Small files share a request, which takes a browser as long as a megabyte. */
function nextOnes(workers) {
  const waiting = outgoing.filter((item) => !item.isSending && !item.problem), [first] = waiting;
  let bytes = 0;
  const end = waiting.findIndex((item, index) => (bytes += item.file.size) > 2e6 || item.isAlone || item.kind === "paste"
    || item.kind !== first.kind || index >= Math.min(25, waiting.length / workers));
  return waiting.slice(0, end < 0 ? undefined : end || 1);
}

/** Browsers have six connections to an address: the state, codes and what the user does need the others. */
const mostAtOnce = 4;

function pump() {
  const workers = Math.min(mostAtOnce, state?.workers ?? 1);
  while (sending < workers) {
    const next = nextOnes(workers);
    if (!next.length) break;
    sendSome(next);
  }
  if (sending === 0 && sentSinceRest > 0 && !outgoing.some((item) => !item.problem)) {
    sentSinceRest = taken = 0;
    isCounting = true;
    attempt(async () => { await look(); await refresh(); isCounting = false; draw(); sayResult(); showNeeds(); });
  }
}

async function sendSome(items) {
  const [{ file, name, kind }, another] = items;
  for (const item of items) item.isSending = true;
  sending += 1;
  drawSoon();
  const leave = (item) => outgoing.splice(outgoing.indexOf(item), 1);
  const fail = (item, problem) => {
    item.problem = problem;
    // Unless it is forgotten.
    if (outgoing.includes(item)) sentSinceRest += 1;
  };
  try {
    const list = JSON.stringify(items.map((item) => ({ name: item.name, size: item.file.size })));
    // A blob of several files takes twice as long to read.
    const body = another ? joined([encode(`${list}\n`), ...await Promise.all(items.map(async (item) => bytesOf(item.file)))])
      : file.size < 1e6 ? await bytesOf(file) : file;
    const headers = { "Input-Name": encodeURIComponent(name), "Input-Kind": kind };
    const answer = await read("POST", another ? "inputs/several" : "inputs", { body, headers });
    (answer.inputs ?? [answer]).forEach((input, index) => {
      const item = items[index];
      if (input.problem) return fail(item, input.problem);
      files.set(input.id, item.file);
      leave(item);
      return put(input);
    });
    sentSinceRest += 1;
  } catch (problem) {
    const { code } = problem;
    if (code === "busy") await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const item of items) {
      if (code === "ended") fail(item, { detail: "the program ended before it was read" });
      // One of them may be gone or changed: each is sent again.
      else if (another) item.isAlone = true;
      else if (code === "bare-secret") {
        leave(item);
        showForm(await file.text(), problemText(problem));
      } else if (code !== "busy") fail(item, problem.name === "NotFoundError" ? { detail: "it is not there any more; choose it again" } : problem);
    }
  }
  for (const item of items) item.isSending = false;
  sending -= 1;
  drawSoon();
  pump();
}

function put(input) {
  const index = inputs.findIndex((other) => other.id === input.id);
  if (index < 0) inputs.push(input); else inputs[index] = input;
}

/** All inputs again; while many are sent, their answers are enough. */
const readInputs = once(() => attempt(async () => {
  ({ inputs, batches, accounts: accountCount = 0 } = await get("inputs", { quietly: true }));
  draw();
}));
export const refresh = () => inOneView(readInputs);

function sayResult() {
  announce([`Done. ${resultTitle()}`, ...resultRows().filter(([need]) => need !== "good").map(([need, count]) => needs[need].text(count)),
    ...batches.filter((batch) => batch.missing.length).map((batch) => `Google Authenticator export: ${batch.text}`)].join(". ") + ".");
}

/** On a small screen, the cards that need something are below it: unless somebody looks elsewhere by now, they come up. */
function showNeeds() {
  const first = $("cards").firstElementChild;
  if (!openRows() || scrollY > 0 || document.activeElement.closest("input, textarea, select, dialog")) return;
  if (first?.getBoundingClientRect().top > innerHeight - 80) $("inputs-head").scrollIntoView();
}

/** Gives every file of a drop to `found`, some at a time. */
export async function filesOf(transfer, found) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean), refused = [];
  if (entries.length === 0) return found([...transfer.files].map((file) => ({ file, name: file.name })));
  let count = 0;
  const ask = (entry, run) => new Promise(run).catch(() => { refused.push(entry.name); });
  const walk = async (all, path) => {
    const folders = all.filter((entry) => entry.isDirectory).map(async (entry) => {
      const reader = entry.createReader();
      // At most 100 at a time, and an empty list at the end.
      const next = () => ask(entry, (done, failed) => reader.readEntries(done, failed));
      for (let some = await next(); some?.length; some = await next()) await walk(some, `${path}${entry.name}/`);
    });
    const files = await Promise.all(all.filter((entry) => entry.isFile).map(async (entry) =>
      ({ file: await ask(entry, (done, failed) => entry.file(done, failed)), name: path + entry.name })));
    const good = files.filter((one) => one.file);
    count += good.length;
    if (good.length) found(good, entries.length > 1);
    await Promise.all(folders);
  };
  await walk(entries, "");
  if (refused.length) return say("bad", `The browser could not read ${refused.join(", ")}. Check the permissions.`);
  return count || found([]);
}

/** Where files are added. */
const say = (kind, text) => $("add").hidden ? tell("Not everything was read", note(kind, text)) : fill($("add-said"), note(kind, text));

export function takeFiles(found, isFolder = false) {
  if (found.length === 0) return say("info", "There is no file in it.");
  // In a folder, files that are not exports are only counted.
  const kind = found.length > 1 || isFolder || found[0].name.includes("/") ? "folder" : "file";
  take(found.map((one) => ({ ...one, kind })));
}

function takeText(text) {
  if (text.trim()) take([{ file: new Blob([text]), name: "Pasted text", kind: "paste" }]);
}

/** Browsers call a copied image `image.png`, or give it no name. */
function pastedFile(file, kind = "paste") {
  const extension = file.type.split("/")[1]?.replace("jpeg", "jpg").replace(/[^a-z0-9].*/, "") || "bin";
  return { file, kind, name: file.name && !/^image\.\w+$/.test(file.name) ? file.name : `Pasted image.${extension}` };
}

export function pasted(event) {
  const own = [...event.clipboardData.files], text = event.clipboardData.getData("text/plain");
  if (!own.length && !text.trim()) return;
  event.preventDefault();
  if (own.length) take(own.map((file) => pastedFile(file, own.length > 1 ? "folder" : "paste"))); else takeText(text);
}

async function pasteByButton() {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((name) => name.startsWith("image/")) ?? item.types.find((name) => name === "text/plain");
      if (!type) continue;
      const blob = await item.getType(type);
      return type === "text/plain" ? takeText(await blob.text()) : take([pastedFile(blob)]);
    }
    say("info", "The clipboard contains no image and no text.");
  } catch { showPasteBox(); }
}

function showPasteBox() {
  const text = el("textarea", { rows: 4, spellcheck: "false", autocomplete: "off" });
  const box = field("Paste here", text, { wide: true, hint: `An image or a text: press ${pasteKey}.` });
  const go = () => {
    if (!text.value.trim()) return box.refuse("Paste something first.");
    takeText(text.value);
    fill($("add-place"));
  };
  fill($("add-place"), el("div.box", box, el("div.actions", button("Read it", { class: "primary", click: go }), cancel("paste-in"))));
  text.focus();
}

/** Closes the part that a way to add has opened below the ways. */
const cancel = (way) => button("Cancel", { click: () => { fill($("add-place")); $(way).focus(); } });

function showForm(given = "", why = "") {
  const typed = accountFields(), { fields } = typed;
  fields.secret = field("Secret", textInput({ id: "new-secret", autocapitalize: "off", "aria-required": "true", class: "mono", value: given, input: () => follow() }),
    { hint: "The setup key that the site shows, or an otpauth link" });
  fields.type = field("Type", choice(["totp", "hotp", "steam", "yandex", "motp"], "totp", { id: "new-type", change: () => follow() }));
  const { issuer, name, secret, type, algorithm, digits, period, counter, pin, tags, note: remark } = fields;
  // A link has its own type and parameters.
  const follow = () => {
    type.hidden = typed.value("secret").includes("://");
    typed.follow(type.hidden ? "" : typed.value("type"));
  };
  follow();
  const go = async () => {
    for (const one of [issuer, secret]) one.say("");
    if (!typed.value("secret")) return secret.refuse("Type the secret.");
    const json = typedChanges(typed);
    if (!json) return;
    try {
      const account = await post("accounts", json);
      toast(`${account.label} added.`);
      showForm();
    } catch (problem) {
      if (!problem.isHandled) (problem.code === "name-missing" ? issuer : secret).refuse(problemText(problem));
    }
  };
  fill($("add-place"), el("div.box.type-form", form(go, el("h2", "Enter a setup key"), why && note("info", why),
    el("div.fields", issuer, name), secret,
    el("details", el("summary", "More"), el("div.fields", type, algorithm, digits, period, counter, pin, tags, remark)),
    el("div.actions", submitButton("Add account"), cancel("type-in")))));
  issuer.input.focus();
}

export const isSending = () => outgoing.some((item) => !item.problem);

const hasLoss = (input) => input.totals.rejected > 0 || input.sources.some((source) =>
  (source.problems ?? []).some((problem) => problem.kind === "red") || (source.images ?? []).some((image) => image.unread?.length));

/** What an input needs, or how it ended: each is in one of these rows, problems first, so the rows add up. `act`: what one does then. */
const needs = {
  waiting: { symbol: "lock", act: "Open", text: (count) => `${counted(count, "file needs", "files need")} a passphrase` },
  asks: { symbol: "info", act: "Answer", text: (count) => `${counted(count, "file asks", "files ask")} a question` },
  noted: { symbol: "info", act: "Decide", text: (count) => `${counted(count, "file has", "files have")} an account in a note` },
  again: { symbol: "warning", act: "Look", text: (count) => `${counted(count, "needs", "need")} another try` },
  locked: { symbol: "lock", text: (count) => `${counted(count, "stays", "stay")} locked` },
  unknown: { symbol: "info", text: (count) => `${counted(count, "file is", "files are")} not known` },
  parts: { symbol: "qr", act: "Complete", text: (count) => `${counted(incomplete().length, "export is", "exports are")} missing parts${count ? ` (${counted(count, "file")})` : ""}` },
  sending: { symbol: "file", text: () => "" },
  good: { symbol: "check", text: (count) => `${counted(count, "has", "have")} accounts` },
  none: { symbol: "dash", text: (count) => `${counted(count, "has", "have")} no account` },
};

/** Google's exports of which a part did not come in. */
const incomplete = () => batches.filter((batch) => batch.missing.length);

function needOf(one) {
  if ("key" in one) return one.problem ? "again" : "sending";
  const { waits, copy, columns, links, isSkipped, status, totals } = one;
  return waits ? isUnknown(one) ? "unknown" : "waiting" : copy || columns ? "asks" : links > 0 ? "noted" : isSkipped ? "locked"
    : status === "failed" || (status === "partial" && hasLoss(one)) ? "again"
      : incomplete().some((batch) => batch.inputs.includes(one.id)) ? "parts"
        : totals.added + totals.updated + totals.duplicates > 0 ? "good" : "none";
}

/** `[need, count]` of all inputs, without those that are being read. */
function resultRows() {
  const counts = new Map();
  for (const one of [...inputs, ...outgoing]) counts.set(needOf(one), (counts.get(needOf(one)) ?? 0) + 1);
  if (incomplete().length && !counts.has("parts")) counts.set("parts", 0);
  return Object.keys(needs).filter((need) => need !== "sending" && counts.has(need)).map((need) => [need, counts.get(need)]);
}

/** The rows that may hold further accounts, as one text; the same numbers wherever they are told. */
const openOnes = () => resultRows().filter(([need]) => !["good", "none"].includes(need));
export const openRows = () => openOnes().map(([need, count]) => needs[need].text(count)).join(", ");
export const openCount = () => openOnes().reduce((sum, [need, count]) => sum + (need === "parts" ? incomplete().length : count), 0);

let drawing = false;
function drawSoon() {
  if (drawing) return;
  drawing = true;
  // Seldom while many files are sent.
  setTimeout(() => requestAnimationFrame(() => { drawing = false; draw(); }), outgoing.length > 9 ? 400 : 0);
}

function draw() {
  const ranks = Object.keys(needs);
  const all = [...outgoing].reverse().concat([...inputs].reverse()).map((one) => [one, needOf(one)])
    .sort(([, a], [, b]) => ranks.indexOf(a) - ranks.indexOf(b));
  const isEmpty = all.length === 0;
  if ($("add-hero").classList.contains("small") === isEmpty) {
    $("add-hero").classList.toggle("small", !isEmpty);
    $("intro").hidden = !isEmpty;
    $("add-title").textContent = isEmpty ? "Which app has your accounts now?" : "Add accounts";
    $("from-app").open = isEmpty;
  }
  $("inputs-head").hidden = isEmpty && !state?.undo;
  drawLocked();
  drawBatches();
  drawResult();
  const wanted = all.filter(([, need]) => filter === "all" || filter === need);
  // An image without a code has nothing to tell but its picture.
  const isBlank = ([one, need]) => need === "none" && one.isImage;
  // Encrypted files are in the box above, unless they contain other accounts.
  const listed = wanted.filter(([one, need]) => !isBlank([one, need]) && (need !== "waiting" || one.isVault || goodEntries(one).length)), blank = wanted.filter(isBlank);
  $("more-cards").hidden = Math.max(listed.length, blank.length) <= shownCards;
  const focused = document.activeElement, kept = new Set();
  const place = (list, some, make) => {
    const nodes = some.slice(0, shownCards).map(([one]) => make(one));
    for (const node of nodes) kept.add(node);
    placeInOrder($(list), nodes);
  };
  place("cards", listed, (one) => "key" in one ? outgoingCard(one) : inputCard(one));
  place("blank", blank, blankTile);
  for (const [key, card] of cards) if (!kept.has(card.node)) { card.release?.(); cards.delete(key); }
  if (focused !== document.activeElement && focused?.isConnected) focused.focus();
}

/** Files, and what came in otherwise. */
function sourcesText() {
  const count = (...kinds) => inputs.filter(({ kind }) => kinds.includes(kind)).length;
  const files = count("file", "folder", "argument"), pasted = count("paste"), typed = count("typed");
  return [files && counted(files, "file"), pasted && `${grouped(pasted)} pasted`, typed && counted(typed, "setup key"),
    count("camera") && "the camera", count("screen") && "the screen"];
}

function sumOfTotals() {
  const sum = { added: 0, updated: 0, duplicates: 0, rejected: 0 };
  for (const input of inputs) for (const key of Object.keys(sum)) sum[key] += input.totals[key];
  return sum;
}

function resultTitle() {
  const { added } = sumOfTotals();
  if (state?.vault?.exists) return added || !openRows() ? counted(added, "new account") : "No new account yet";
  return accountCount ? `${counted(accountCount, "account")} found` : openRows() ? "No account yet" : "No account found";
}

/** One number, and below it what became of each input. */
function drawResult() {
  const count = outgoing.filter((item) => !item.problem).length, busy = count > 0 || isCounting, { duplicates, rejected } = sumOfTotals();
  const done = taken - count, passed = Date.now() - started;
  $("inputs-title").textContent = busy && !accountCount ? "Reading" : inputs.length + outgoing.length ? resultTitle() : "Nothing here";
  fill($("inputs-sum"), busy ? [el("span.spinner"), count ? ` Reading ${counted(count, "file")}${howLong(started, done > 0 && passed > 1000 && Math.ceil(passed / done * count / 1000))} …` : " Counting …"]
    : [...sourcesText(), duplicates && counted(duplicates, "duplicate account"), rejected && `${counted(rejected, "account")} rejected`,
      state?.vault?.exists && `${grouped(accountCount)} with those in the vault`].filter(Boolean).join(", "));
  $("next-step").hidden = busy || accountCount === 0;
  $("move-them").textContent = `Move ${counted(accountCount, "account")}`;
  const rows = resultRows(), box = $("inputs-filter");
  if (!rows.some(([need]) => need === filter)) filter = "all";
  if (isDrawn(box, rows, filter)) return;
  const hadFocus = box.contains(document.activeElement) && document.activeElement.dataset.filter;
  const choose = (need) => {
    filter = filter === need ? "all" : need;
    shownCards = 60;
    draw();
    const home = filter === "all" ? null : $({ parts: "batches", waiting: "locked-files" }[filter] ?? "cards");
    // A vault that was dropped has its passphrase on its card.
    const place = !home || home.childElementCount ? home : $("cards");
    place?.scrollIntoView({ block: "nearest" });
    if (filter === "parts" || filter === "waiting") place.querySelector("input, button")?.focus();
  };
  fill(box, (rows.length > 1 || rows.some(([need]) => need !== "good")) && rows.map(([need, count]) => el("li", el("button", {
    data: { filter: need, ...(needs[need].act && { act: needs[need].act }) }, "aria-pressed": String(filter === need), title: "Show only these", click: () => choose(need),
  }, icon(needs[need].symbol), el("span", needs[need].text(count))))));
  if (hadFocus) box.querySelector(`[data-filter=${hadFocus}]`)?.focus();
}

function outcomes(sum) {
  return [sum.added && `${counted(sum.added, "account")} imported`, sum.updated && `${grouped(sum.updated)} updated`,
    sum.duplicates && counted(sum.duplicates, "duplicate"), sum.rejected && `${grouped(sum.rejected)} rejected`,
  ].filter(Boolean).join(", ");
}

function drawBatches() {
  if (isDrawn($("batches"), batches)) return;
  fill($("batches"), batches.filter((batch) => batch.parts > 1 || batch.missing.length).map((batch) => {
    const box = batchBox(batch), way = (id, text) => button(text, { symbol: $(id).dataset.icon, click: () => $(id).click() });
    if (batch.missing.length) box.append(el("div.actions", way("use-camera", `Show ${batch.missing[1] === undefined ? "it" : "them"} to the camera`), way("choose-files", "Choose screenshots")));
    return box;
  }));
}

/** A Google Authenticator export: a box per part, which fills when the part comes in. */
export function batchBox(batch) {
  const has = new Set([...batch.present, ...(batch.earlier ?? [])]);
  const isComplete = batch.missing.length === 0;
  return el("div.box.batch",
    el("h2", "Google Authenticator export"),
    el("ul.parts", { "aria-label": "Parts" }, Array.from({ length: Math.min(batch.parts, 100) }, (_, part) =>
      el("li", { class: has.has(part) && "in", "aria-label": `Part ${part + 1}: ${has.has(part) ? "read" : "missing"}` },
        String(part + 1), icon(has.has(part) ? "check" : "dash")))),
    el("p", { class: isComplete ? "what good-text" : "what" }, isComplete && !batch.text ? "Complete." : sentence(batch.text)),
    batch.problem && !isComplete && el("p.hint", sentence(batch.advice ?? batch.problem)));
}

function outgoingCard(item) {
  const { key, name, problem, isSending } = item;
  const status = problem ? "failed" : isSending ? "sending" : "queued";
  return cached(key, status, () => ({ node: el("li.card", { data: { status } },
    el("div.thumb", icon("file")), el("h3", name),
    problem ? iconButton("close", `Remove ${name}`, { click: () => { outgoing.splice(outgoing.indexOf(item), 1); draw(); } })
      : el("span"),
    el("div.detail",
      problem ? el("p.what.bad-text", icon("error"), problemText(problem))
        : el("p.what.quiet", isSending ? [el("span.spinner"), " Reading …"] : "Waiting"),
      problem && problem.status === undefined
        && button("Try again", { click: () => { delete item.problem; draw(); pump(); } }))) }));
}

function cached(key, signature, make) {
  const old = cards.get(key);
  if (old?.signature === signature) return old.node;
  old?.release?.();
  const card = { signature, ...make(old) };
  cards.set(key, card);
  return card.node;
}

function inputCard(input) {
  const need = needOf(input);
  if (need === "good" || need === "parts" || (need === "waiting" && !input.isVault) || (need === "none" && input.status !== "no-code")) return foldedCard(input);
  return cached(input.id, need + JSON.stringify(input), (old) => {
    const picture = thumbnail(input);
    // A card is drawn again when another file comes in. What was chosen in it stays.
    const question = JSON.stringify(input.columns);
    const columns = question && old?.question === question ? old.columns : columnsForm(input);
    const role = JSON.stringify([input.isVault, input.copy]);
    const vault = old?.role === role ? old.vault : vaultForm(input) ?? copyForm(input);
    const node = el("li.card", { id: `card-${input.id}`, data: { status: input.status, kind: input.kind } },
      picture.node, el("h3", input.name || "Without a name"), removeButton(input),
      el("div.detail", !vault && statusLine(input, "p", need === "unknown" && "Not known"), giveLater(input), need === "unknown" && unknown(input),
        vault, problems(input), columns, linksInNotes(input), found(input)));
    return { node, release: picture.release, question, columns, role, vault };
  });
}

const removeButton = (input) => iconButton("close", `Remove ${input.name}`, { click: () => remove(input) });

/** One line for what needs nobody: its accounts and notes are inside. */
function foldedCard(input) {
  return cached(input.id, JSON.stringify(input), (old) => {
    const picture = thumbnail(input), good = goodEntries(input), notes = problems(input);
    const [only] = good, isPlain = good.length === 1 && only.outcome === "added" && !only.note && !notes.length;
    const line = [el("h3", input.name || "Without a name"), statusLine(input, "span", good.length === 1 && only.label && `${only.label}${only.outcome === "added" ? "" : `, ${only.outcome}`}`)];
    const inside = isPlain || good.length + notes.length === 0 ? el("div.inside", line)
      : el("details.inside", { open: old?.node.querySelector("details")?.open }, el("summary", line));
    // Built when opened: an export may have thousands.
    const open = () => {
      if (inside.open && inside.childElementCount === 1) inside.append(...notes, good.length ? entryList(good) : "");
    };
    inside.addEventListener("toggle", open);
    open();
    return { release: picture.release, node: el("li.card.line", { id: `card-${input.id}`, data: { status: input.status, kind: input.kind } },
      picture.node, inside, removeButton(input)) };
  });
}

/** An image without a code, in a grid of such. */
function blankTile(input) {
  return cached(input.id, JSON.stringify(input), () => {
    const picture = thumbnail(input), text = input.sources[0]?.problems?.[0]?.text;
    return { release: picture.release, node: el("li.tile", { id: `card-${input.id}` }, picture.node, removeButton(input),
      el("p", { title: input.name }, input.name), input.tone !== "gray" && text && el("p.hint", sentence(text))) };
  });
}

function statusLine(input, tag = "p", said = "") {
  const tone = { ok: "good", partial: "warn", failed: "bad", "no-code": "warn" }[input.status] ?? "info";
  const words = said || outcomes(input.totals) || (input.isSkipped || input.status === "skipped" ? "Skipped" : input.status === "ok" ? "Read, no account in it" : input.word);
  return el(tag, { class: `what ${tone}-text` }, toneIcon(tone), said || words.charAt(0).toUpperCase() + words.slice(1));
}

/** Bytes that only a passphrase could tell from noise, until somebody says that there is one. */
const claimed = new Set();
const isUnknown = ({ id, isGuess, isVault }) => isGuess && !isVault && !claimed.has(id);

function unknown(input) {
  const claim = () => { claimed.add(input.id); draw(); $("files-passphrase").focus(); };
  return [quiet(questionOf(input)), el("div.actions", button("Enter its passphrase", { symbol: "lock", class: "plain claim", click: claim }),
    button("Skip", { class: "link", click: () => skip(input) }))];
}

const skip = (input) => attempt(async () => { put(await post(`inputs/${input.id}/skip`)); draw(); });

/** Its name is above. */
function questionOf({ name, question = "" }) {
  if (!question.startsWith(`${name} `)) return question || "It is encrypted.";
  return question.slice(name.length + 1).replace(/^\((.+)\) is encrypted\.$/, "is encrypted ($1).").replace(/^/, "It ");
}

/** Accounts that lie in notes, where no app makes codes of them: only a person knows whether they are wanted. */
function linksInNotes({ id, links, noted }) {
  if (!links) return null;
  const settle = (path, said) => attempt(async () => {
    put(await post(`inputs/${id}/links${path}`));
    await look();
    await refresh();
    $("inputs-title").focus();
    announce(said);
  }, "Reading the note");
  const [take, leave] = links === 1 ? ["Take it", "Leave it"] : [`Take all ${grouped(links)}`, "Leave them"];
  const names = noted.length > 0 && p("In a note: ", el("strong", noted.join(", ")), links > noted.length && ` and ${links - noted.length} more`);
  return [names, el("div.actions", button(take, { class: "primary take", click: () => settle("", "Taken.") }),
    button(leave, { class: "plain leave", click: () => settle("?leave=1", "Left.") }))];
}

/** A guessed file with names that nobody knows: what each has. The program's suggestions are chosen. */
function columnsForm({ id, columns }) {
  if (!columns) return null;
  const { source, noun, names, roles } = columns, head = noun.charAt(0).toUpperCase() + noun.slice(1);
  const chosen = names.map(({ name, role = "nothing" }) =>
    choice(["nothing", ...roles], role, { "aria-label": `Role of ${name}`, input: () => problem.replaceChildren() }));
  const problem = el("p.problem", { role: "alert" }), read = submitButton("Read it"), actions = el("div.actions", read);
  const submit = async () => {
    fill(problem);
    try {
      const answer = await during("Reading it", () => post(`inputs/${id}/columns`, { roles: chosen.map((one) => one.value) }), { place: actions, pressed: read });
      put(answer.input);
      await look();
      await refresh();
      announce(`${counted(answer.read.length, "file")} read.`);
      $("inputs-title").focus();
    } catch (failure) {
      if (!failure.isHandled) fill(problem, problemText(failure));
    }
  };
  return form(submit, el("div.table-box", el("table.roles",
    el("caption", `What does each ${noun} have${source ? ` in ${source}` : ""}?`),
    el("thead", el("tr", [head, "Such as", "Role"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", names.map(({ name, sample }, index) => el("tr",
      el("th", { scope: "row" }, name), el("td", sample), el("td", chosen[index])))))),
  problem, actions);
}

/** The files that the box below has asked for; those that it opened are ticked off until none waits. */
const asked = new Set();
let lockedBox = null;

/** One box for all encrypted files. What was typed in it stays when other files come in. */
function drawLocked() {
  const waiting = inputs.filter((input) => input.waits && !input.isVault && !isUnknown(input)), place = $("locked-files");
  if (!waiting.length) { asked.clear(); lockedBox = null; return fill(place); }
  for (const { id } of waiting) asked.add(id);
  if (!lockedBox) fill(place, lockedBox = makeLockedBox());
  return lockedBox.follow(waiting.length, inputs.filter((input) => asked.has(input.id) && !input.isSkipped));
}

function makeLockedBox() {
  const passphrase = passphraseField("Passphrase", { id: "files-passphrase", hint: " " });
  const open = submitButton("Open", { id: "files-open" }), heading = el("h2"), list = el("ul.locked", { "aria-label": "Encrypted files" });
  let opened = 0;
  const submit = trying(passphrase, open, async (typed) => {
    opened = 0;
    fill(passphrase.querySelector(".hint"));
    ({ opened: { length: opened } } = await postBytes("inputs/passphrase", typed));
    announce(`${counted(opened, "file")} opened.`);
    await refresh();
    (lockedBox ? passphrase.input : $("inputs-title")).focus();
  });
  passphrase.querySelector(".with-button").append(open);
  const node = form(submit, heading, passphrase, list);
  node.classList.add("box");
  node.follow = (count, files) => {
    heading.textContent = needs.waiting.text(count);
    fill(passphrase.querySelector(".hint"), opened > 0 ? `That opened ${counted(opened, "file")}. ${count === 1 ? "The other needs" : "The others need"} another passphrase.`
      : count > 1 && "It is tried on all of them.");
    if (isDrawn(list, files)) return;
    const hadFocus = list.contains(document.activeElement);
    fill(list, files.map(lockedRow));
    if (hadFocus) passphrase.input.focus();
  };
  return node;
}

function lockedRow(input) {
  if (!input.waits) return el("li", { data: { file: input.name } }, icon("check", "good-text"), el("span", input.name), el("span.quiet", outcomes(input.totals) || "opened"));
  return el("li", { data: { file: input.name } }, icon("lock"), el("span", input.name), el("span.quiet", questionOf(input)),
    input.format === "totply-vault" && el("span.quiet", `Its accounts are added to those of ${fileName(state.vault?.file ?? "this page")}.`),
    el("span.actions", input.mayNeedKeyFile && keyFile(input),
      button("Skip", { class: "link", "aria-label": `Skip ${input.name}`, click: () => skip(input) }), removeButton(input)));
}

/** A vault that was dropped while none is open, as on another day: it becomes the one of the page. */
function vaultForm({ id, name, isVault }) {
  if (!isVault) return null;
  const passphrase = passphraseField("Passphrase", { id: `open-${id}`, hint: "Or a recovery code" });
  const open = submitButton("Open it", { class: "primary open-vault" });
  const submit = trying(passphrase, open, async (typed) => {
    await postBytes(`inputs/${id}/open`, typed);
    await look();
    await refresh();
    location.hash = "#/accounts";
    announce(`${fileName(name)} is open.`);
  });
  passphrase.querySelector(".with-button").append(open);
  // Whoever has dropped it types next.
  requestAnimationFrame(() => { if ([document.body, $("main")].includes(document.activeElement)) passphrase.input.focus(); });
  return form(submit, p("These are accounts that you kept. What you change, you save as a new version of this file."), passphrase);
}

/** Another copy of the vault, changed on another computer. */
function copyForm({ id, name, copy }) {
  if (!copy) return null;
  const passphrase = copy.needsPassphrase && passphraseField("Passphrase", { id: `merge-${id}`, hint: "Of this copy" });
  const merge = submitButton("Merge it", { class: "primary merge-copy" }), own = fileName(state.vault.file);
  const run = async (typed) => {
    const { lines, warnings = [], download: newName } = await mergeCopy(id, typed);
    await look();
    await refresh();
    $("inputs-title").focus();
    if (lines.length + warnings.length === 0) return fill($("add-said"), note("good", `${name} has nothing new.`));
    return tell(`Merged into ${own}`, bullets(lines), warnings.map((text) => note("warn", sentence(text))), newName && p(`The new ${newName} is in your downloads. Keep this one.`));
  };
  if (passphrase) passphrase.querySelector(".with-button").append(merge);
  return form(passphrase ? trying(passphrase, merge, run, "Merging") : () => attempt(() => run(""), "Merging"),
    p(`This is another copy of ${own}. What was added, changed or removed there will be so here as well.`), passphrase || el("div.actions", merge));
}

/** For KeePass databases; one with a passphrase still waits for it. */
function keyFile(input) {
  const chosen = el("input", { type: "file", hidden: true, change: () => attempt(async () => {
    put(await postBytes(`inputs/${input.id}/key-file`, chosen.files[0]));
    await refresh();
    announce("Key file read.");
    $("files-passphrase")?.focus();
  }, "Trying the key file") });
  return [chosen, button(`Choose ${input.hasKeyFile ? "another" : "a"} key file`, { class: "link", click: () => chosen.click() })];
}

/** The program keeps a skipped file, unless others need its place. */
function giveLater(input) {
  if (!input.isSkipped) return null;
  const again = () => attempt(async () => {
    put(await post(`inputs/${input.id}/unskip`));
    await refresh();
    $("files-passphrase")?.focus();
  });
  return el("div.actions", button("Give the passphrase", { symbol: "lock", class: "plain again", click: again }));
}

function problems(input) {
  const notes = [];
  // Names of files stay as they are, so only what is said of them starts like a sentence.
  const add = ({ kind, advice }, text, ...places) => {
    const where = places.filter(Boolean).join(", ");
    // What lies in a note is taken with a button.
    const help = advice && !(input.links && kind === "amber") && quiet(sentence(advice));
    notes.push(note(tones[kind], (where && `${where}: `) + sentence(text), help));
  };
  for (const source of input.sources) {
    // The card has the name of an archive already.
    const name = input.sources.length > 1 && source.name.replace(`${input.name}:`, "");
    for (const problem of input.waits ? [] : source.problems ?? []) add(problem, problem.text, name);
    for (const entry of source.entries ?? []) if (entry.problem) add(entry, entry.problem, name, entry.place, entry.label);
  }
  if (notes.length <= 4) return notes;
  return [...notes.slice(0, 3), el("details", el("summary", counted(notes.length - 3, "more problem")), notes.slice(3))];
}

const goodEntries = (input) => input.sources.flatMap((source) => (source.entries ?? []).filter((entry) => !entry.problem));

const entryList = (good) => el("ul.entries.small", good.slice(0, 1000).map((entry) => el("li", el("span", entry.label || "Account without a name"),
  entry.outcome !== "added" && el("span.quiet", entry.duplicateOf ? `duplicate of ${entry.duplicateOf}` : entry.word),
  entry.note && el("span.quiet", entry.note))));

function found(input) {
  const good = goodEntries(input);
  if (good.length <= 3) return good.length > 0 && entryList(good);
  const details = el("details", el("summary", `Show ${counted(good.length, "account")}`));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(entryList(good));
  });
  return details;
}

/** Its accounts go with it, so more than a few are asked about. */
async function remove(input) {
  const own = input.saved ? 0 : input.totals.added;
  if (own > 5 && !await ask(`Remove ${input.name}?`, `${counted(own, "account")} came in with it, and will be removed as well.`,
    "Remove", { danger: true, keep: "Keep" })) return;
  await attempt(async () => {
    await look();
    const before = state.accounts;
    await send("DELETE", `inputs/${input.id}`);
    await look();
    await refresh();
    $("inputs-title").focus();
    const gone = before - state.accounts;
    toast(`${input.name}${gone > 0 ? ` and its ${counted(gone, "account")}` : ""} removed.`, { action: "Undo", run: undo });
  }, `Removing ${input.name}`);
}

const symbols = { camera: "camera", screen: "screen", typed: "type", paste: "paste" };

/** The picture with its QR codes outlined, loaded while it can be seen. */
function thumbnail(input) {
  const image = input.sources.length === 1 && input.sources[0].images?.[0];
  // A camera and a keyboard give no file.
  if ((!input.isImage && !image) || (symbols[input.kind] && !files.has(input.id))) return { node: el("div.thumb", icon(symbols[input.kind] ?? "file")) };
  const node = el("button.thumb", { "aria-label": `Enlarge ${input.name}`, click: () => enlarge(input, image) }, icon("file"));
  let release = null;
  const watcher = new IntersectionObserver(async ([entry]) => {
    if (entry.isIntersecting && !release) {
      const drawn = picture(input, image);
      release = drawn.release;
      if (await drawn.ready) fill(node, drawn.node);
    } else if (!entry.isIntersecting && release) {
      fill(node, icon("file"));
      release();
      release = null;
    }
  }, { rootMargin: "200px" });
  watcher.observe(node);
  return { node, release: () => { watcher.disconnect(); release?.(); } };
}

function picture(input, image) {
  const img = el("img", { alt: "", decoding: "async" });
  const frame = el("span.frame", img);
  if (image) frame.append(outlines(image));
  let url, isOver = false;
  const show = (blob) => new Promise((resolve) => {
    if (isOver) return resolve(false);
    url = URL.createObjectURL(blob);
    img.onload = () => {
      // If only the browser turns it, the outlines would be off.
      const turned = image && img.naturalWidth === image.height && img.naturalHeight === image.width && image.width !== image.height;
      if (turned) img.style.imageOrientation = "none";
      resolve(true);
    };
    img.onerror = () => { URL.revokeObjectURL(url); resolve(false); };
    img.src = url;
  });
  const load = async () => {
    if (files.has(input.id) && await show(files.get(input.id))) return true;
    try {
      const answer = await send("GET", `inputs/${input.id}/preview${image?.page > 1 ? `?page=${image.page}` : ""}`, { quietly: true });
      return await show(await answer.blob());
    } catch { return false; }
  };
  return { node: frame, ready: load(), release: () => { isOver = true; URL.revokeObjectURL(url); } };
}

export const outlineClasses = { red: "rejected", gray: "other", amber: "duplicate" };
export const points = (corners) => corners.map((corner) => corner.join(",")).join(" ");

function outlines(image) {
  return el("svg.outlines", { viewBox: `0 0 ${image.width} ${image.height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    image.codes?.map((code) => el("polygon", { points: points(code.corners), class: outlineClasses[code.kind] ?? "" })),
    image.unread?.map((corners) => el("polygon", { points: points(corners), class: "rejected" })));
}

async function enlarge(input, image) {
  const drawn = picture(input, image);
  const { closed } = openDialog(input.name, () => [
    el("div.big", drawn.node),
    image && el("ul.entries", image.codes?.map((code, index) => el("li",
      el("span.quiet", `Code ${index + 1}`), el("span", code.text || "not an account"))),
      image.unread?.length > 0 && el("li.bad-text", `${counted(image.unread.length, "QR code")} not read`)),
  ], { wide: true });
  if (!await drawn.ready) drawn.node.replaceWith(quiet("The browser cannot show this image."));
  await closed;
  drawn.release();
}

let formats = null;
const baseName = (app) => app.replace(/ \(.*/, "");

/** The usual apps; any other is found by its name. */
const tiles = ["Google Authenticator", "Microsoft Authenticator", "Authy", "2FAS", "Aegis", "Ente Auth", "Another app"];
let tile = "";

function drawTiles() {
  const choose = (name) => async () => {
    tile = tile === name ? "" : name;
    for (const one of $("from-apps").children) one.setAttribute("aria-pressed", String(one.dataset.app === tile));
    $("from-field").hidden = tile !== tiles.at(-1);
    if (!$("from-field").hidden) $("from-search").focus();
    showGuide();
  };
  fill($("from-apps"), tiles.map((name, at) => el("button", { "aria-pressed": "false", data: { app: name }, click: choose(name) },
    at < tiles.length - 1 ? mark(name) : el("span.mark", { "aria-hidden": "true" }, "…"), el("span", name))));
}

const typedApp = () => tile === tiles.at(-1) ? $("from-search").value.trim() : tile;

/** The text of `guide` about the app; a choice if several match. */
async function showGuide() {
  const text = typedApp();
  if (!text) return fill($("from-guide"));
  let parts, names = [];
  try {
    formats ??= await get("formats", { quietly: true });
    names = [...new Set((await get(`apps/${encodeURIComponent(text)}`, { quietly: true })).from)];
    if (text.length > 1) ({ parts } = await get(`guide/${encodeURIComponent(names.length === 1 ? names[0] : text)}/-`));
  } catch (problem) {
    if (problem.status !== 404) return complain(problem);
  }
  if (text !== typedApp()) return undefined;
  const choose = (name) => { $("from-search").value = name; $("from-search").focus(); showGuide(); };
  return fill($("from-guide"), parts ? guideBox(parts, names.length === 1 ? names[0] : text) : names.length ? el("div.actions", quiet("Which one?"),
    names.slice(0, 12).map((name) => button(name, { click: () => choose(name) })))
    : note("info", "No app of that name is known. A screenshot of a QR code or a file with otpauth links works from any app."));
}

/** The ways in that are right after these steps, the usual one first. */
function waysFrom(app) {
  if (app === "Google Authenticator") return { "use-camera": "Use the camera", "choose-files": "Choose the screenshots" };
  const isOf = (format) => baseName(format.app) === app;
  const hasExport = formats.formats.some((format) => format.reads && isOf(format) && !format.app.includes("("));
  return hasExport || !formats.withoutExport.some(isOf) && !formats.formats.some(isOf) ? { "choose-files": "Choose the file" }
    : { "use-screen": "Scan the screen", "type-in": "Enter a setup key" };
}

/** Ways with steps of their own: one is shown at a time. */
const tabs = { "With the camera": "use-camera", "With screenshots": "choose-files" };

/** The steps, then the right buttons; other ways are folded. */
function guideBox(parts, app) {
  const box = el("div.box.guide"), more = el("details", el("summary", "Other ways")), ways = waysFrom(app), panels = [];
  const way = (id, isFirst) => button(ways[id] ?? $(id).textContent, { symbol: $(id).dataset.icon, class: isFirst ? "primary" : "plain", data: { way: id }, click: () => $(id).click() });
  let into = box, lists = 0;
  for (const { kind, text, number } of parts) {
    if (kind === "heading" && tabs[text]) { panels.push([text, into = el("div.guide")]); continue; }
    if (kind === "heading" && lists > 0) into = more;
    if (kind === "heading") into.append(el("h3", text));
    if (kind === "paragraph") into.append(p(text));
    if (kind !== "step") continue;
    if (number === 1) { into.append(el("ol.steps")); lists += 1; }
    [...into.querySelectorAll("ol")].at(-1).append(el("li", text));
  }
  const show = (chosen) => {
    for (const [name, panel] of panels) panel.hidden = name !== chosen;
    fill(bar, panels.map(([name]) => el("button", { "aria-pressed": String(name === chosen), click: () => { show(name); bar.querySelector("[aria-pressed=true]").focus(); } }, name)));
  };
  const bar = el("div.chips", { role: "group", "aria-label": "Ways" });
  for (const [name, panel] of panels) panel.append(el("div.actions", way(tabs[name], true)));
  if (panels.length) { box.append(bar, ...panels.map(([, panel]) => panel)); show(panels[0][0]); } else box.append(el("div.actions", Object.keys(ways).map((id, at) => way(id, !at))));
  if (more.childElementCount > 1) box.append(more);
  return box;
}

/** The folder is told from the file's path; browsers without it give the name alone. */
export function startAdd() {
  const chosen = (isFolder) => (event) => {
    takeFiles([...event.target.files].map((file) => ({ file, name: file.webkitRelativePath || file.name })), isFolder);
    event.target.value = "";
  };
  listen("files", "change", chosen(false));
  listen("folder", "change", chosen(true));
  listen("choose-files", "click", () => $("files").click());
  listen("choose-folder", "click", () => $("folder").click());
  $("choose-folder").hidden = !("webkitdirectory" in $("folder"));
  listen("use-camera", "click", () => openLive("camera"));
  listen("use-screen", "click", () => openLive("screen"));
  listen("paste-in", "click", pasteByButton);
  listen("add-undo", "click", undo);
  listen("type-in", "click", () => showForm());
  $("paste-hint").textContent = `You can also press ${pasteKey} to paste an image or a text.`;
  $("more-cards").firstElementChild.addEventListener("click", () => { shownCards += 100; draw(); });
  drawTiles();
  listen("from-search", "input", settled(showGuide, 150));
  on("revision", () => { if (sending === 0) readInputs(); });
  setInterval(() => { if (isSending()) drawResult(); }, 1000);
  draw();
}

export function forgetInputs() {
  inputs = []; batches = []; accountCount = sentSinceRest = taken = 0;
  claimed.clear();
  isCounting = false;
  outgoing.length = 0;
  files.clear();
  for (const id of ["add-place", "add-said"]) fill($(id));
  draw();
}

/** Accounts: one line each with a live code. Only the lines that can be seen exist, and only the codes that are shown. */

import { get, inOneView, isAlive, look, on, post, read, send, state } from "./api.js";
import {
  $, accountFields, announce, ask, attempt, button, copy, counted, drawChips, dropUndo, el, emptyBox, field, fill, form,
  grouped, hasPIN, icon, iconButton, isDrawn, listen, mark, matching, note, once, openDialog, p, placeInOrder, problemText, sentence,
  submitButton, tell, textInput, title, toast, topDialog, typedChanges,
} from "./ui.js";
import { moveOnly } from "./move.js";
import { qrPicture } from "./phone.js";

let accounts = [], shown = [], byID = new Map();
const rows = new Map();
/** The codes that are shown, by id: `{ code, next, end, period }` or `{ problem }`. */
const codes = new Map();
const revealed = new Set();
/** What shows a code in the dialog that is open, as a line of the list does. */
let sheet = [];
/** The tag that the list is about, and the ids that are selected: null unless somebody selects. */
let tag = "", picked = null;
/** How many accounts have each tag, most of them first. */
let tags = new Map();
/** Others are found by the search. */
const shownTags = 20;
let showsAll = false, tapped = null, found = null, rowHeight = 64, isVisible = false;
const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

const readAccounts = once(async () => {
  if (!isVisible) return;
  await attempt(async () => {
    const before = byID;
    ({ accounts } = await get("accounts", { quietly: true }));
    countTags();
    byID = new Map(accounts.map((account) => [account.id, account]));
    for (const account of accounts) {
      account.text = [account.issuer, account.name, ...(account.tags ?? []), account.note ?? "", account.token?.serial ?? ""].join("\n").toLowerCase();
    }
    // A counter or a PIN may be another now.
    for (const [id, { end }] of codes) if (end === Infinity || before.get(id)?.updated !== byID.get(id)?.updated) codes.delete(id);
    sort();
  });
});
const refresh = () => inOneView(readAccounts);

let sorted = [];

const byFavorite = (a, b) => Boolean(b.favorite) - Boolean(a.favorite);
export const byIssuer = (a, b) => byFavorite(a, b) || collator.compare(a.issuer || a.name, b.issuer || b.name) || collator.compare(a.name, b.name) || a.row - b.row;

function sort() {
  const byAge = (a, b) => byFavorite(a, b) || (b.imported ?? b.created ?? 0) - (a.imported ?? a.created ?? 0) || b.row - a.row;
  sorted = [...accounts].sort($("sort").value === "newest" ? byAge : byIssuer);
  search();
}

function search() {
  const typed = $("search").value.trim(), fits = matching(typed);
  if (!tags.has(tag)) tag = "";
  shown = sorted.filter((account) => fits(account.text) && (!tag || account.tags?.includes(tag)));
  if (picked) picked = new Set([...picked].filter((id) => byID.has(id)));
  const isEmpty = accounts.length === 0, all = counted(accounts.length, "account");
  // The search field must not vanish while the user types before the accounts arrive.
  $("accounts-tools").hidden = isEmpty && !state?.undo && !typed;
  $("accounts-sum").textContent = isEmpty ? "" : typed || tag ? `${grouped(shown.length)} of ${all}` : all;
  const clear = () => { $("search").value = ""; search(); $("search").focus(); };
  fill($("accounts-empty"), isEmpty
    ? emptyBox("No accounts yet", "Add screenshots, exports or QR codes, and their accounts appear here with their codes.",
      el("a", { href: "#/add" }, "Add accounts"))
    : shown.length === 0 && emptyBox("Nothing found", "No issuer, name, tag, note or serial number contains these words.", button("Clear the search", { click: clear })));
  drawSame();
  drawTags();
  drawPicked();
  measure();
  draw(true);
  // One account that was looked for shows its code.
  const alone = typed && shown.length === 1 ? shown[0].id : null;
  if (found && found !== alone) hide(found);
  if ((found = alone)) { reveal(found); fetchCodes(); }
}

function countTags() {
  const counts = new Map();
  for (const { tags: own = [] } of accounts) for (const one of own) counts.set(one, (counts.get(one) ?? 0) + 1);
  tags = new Map([...counts].sort((a, b) => b[1] - a[1] || collator.compare(a[0], b[0])));
}

function drawTags() {
  const chips = [...tags].filter(([one], index) => index < shownTags || one === tag);
  $("accounts-tags").hidden = chips.length === 0;
  if (isDrawn($("accounts-tags"), chips, tag, accounts.length)) return;
  drawChips($("accounts-tags"), [["", "All", accounts.length], ...chips.map(([one, count]) => [one, one, count])], tag, (one) => { tag = one; search(); });
}

/** What can be done with the selected accounts, at the lower edge. */
function drawPicked() {
  $("select").hidden = accounts.length === 0;
  $("select").setAttribute("aria-pressed", String(picked !== null));
  const bar = $("accounts-picked"), ids = [...picked ?? []];
  if (isDrawn(bar, picked && ids, shown.length)) return;
  const hadFocus = bar.contains(document.activeElement) && document.activeElement.id;
  const isOnly = ids.length > 0 && ids.every((id) => byID.get(id).favorite);
  const act = (symbol, text, id, run) => button(text, { symbol, id, disabled: ids.length === 0, click: () => run(ids) });
  bar.hidden = !picked;
  fill(bar, picked && [el("p", { role: "status" }, `${grouped(ids.length)} selected`),
    button("All", { id: "picked-all", click: () => { for (const { id } of shown) picked.add(id); search(); } }),
    act(null, "Tag", "picked-tag", openTag), act("star", isOnly ? "Not favorites" : "Favorites", "picked-star", (all) => tagAll(all, { favorite: !isOnly })),
    act("move", "Move", "picked-move", moveOnly), act("trash", "Delete", "picked-delete", removeAll),
    button("Done", { id: "picked-done", click: () => pick(false) })]);
  if (hadFocus) ($(hadFocus) ?? $("select")).focus();
}

function pick(isOn) {
  picked = isOn ? new Set() : null;
  search();
  if (!isOn) $("select").focus();
}

const tagAll = (ids, change) => attempt(async () => {
  const { changed } = await post("accounts/tag", { accounts: ids, ...change });
  await refresh();
  toast(`${counted(changed, "account")} changed.`, changed ? { action: "Undo", run: undo } : {});
  return true;
}, "Changing them");

function openTag(ids) {
  const typed = field("Tag", textInput({ id: "tag-name", list: "tag-list", autofocus: true }), { hint: "Such as work, or travel" });
  openDialog(`Tag ${counted(ids.length, "account")}`, (close) => form(async () => {
    const name = typed.input.value.trim();
    if (!name) return typed.refuse("Type a tag.");
    if (await tagAll(ids, { tag: name })) close();
  }, typed, el("datalist", { id: "tag-list" }, [...tags.keys()].map((one) => el("option", { value: one }))),
  el("footer", button("Cancel", { click: () => close() }), submitButton("Tag them"))));
}

async function removeAll(ids) {
  if (!await ask(`Delete ${counted(ids.length, "account")}?`, "They leave this list. The sites still ask for their codes: switch two-factor authentication off "
    + "there first, unless you have the accounts in another app.", "Delete", { danger: true, keep: "Keep" })) return;
  await attempt(async () => {
    await post("accounts/delete", { accounts: ids });
    await refresh();
    toast(`${counted(ids.length, "account")} deleted.`, { action: "Undo", run: undo });
  }, "Deleting them");
}

function drawSame() {
  const same = accounts.filter((account) => account.same);
  if (isDrawn($("accounts-same"), same.length)) return;
  fill($("accounts-same"), same.length > 0 && note("warn", `${counted(same.length, "account resembles", "accounts resemble")} another one.`,
    el("div.actions", button("Compare", { id: "compare", click: () => openCompare(accounts.find((one) => one.same)) }))));
}

function measure() {
  const style = getComputedStyle(document.documentElement);
  rowHeight = Math.round(parseFloat(style.getPropertyValue("--row")) * parseFloat(style.fontSize));
  $("rows").style.height = `${shown.length * rowHeight}px`;
}

/** Makes the lines that can be seen, and some around them; a line with the focus stays. */
function draw(isNew = false) {
  if (!isVisible) return;
  const { top } = $("rows").getBoundingClientRect();
  const first = Math.max(0, Math.floor(-top / rowHeight) - 6);
  const last = Math.min(shown.length, Math.ceil((window.innerHeight - top) / rowHeight) + 6);
  const wanted = new Map();
  for (let index = first; index < last; index += 1) wanted.set(shown[index].id, index);
  const focused = document.activeElement?.closest?.(".account");
  for (const [id, row] of rows) {
    const account = byID.get(id);
    const stays = wanted.has(id) || (row.node === focused && shown.includes(account));
    if (!stays || (isNew && (row.account !== account || row.isPicked !== picked?.has(id)))) {
      if (row.node === focused && stays) row.hadFocus = document.activeElement.dataset.part;
      row.node.remove();
      rows.delete(id);
      if (!stays) cover(id);
      if (row.hadFocus) {
        wanted.set(id, shown.indexOf(account));
        queueMicrotask(() => partOf(id, row.hadFocus)?.focus());
      }
    }
  }
  for (const [id, index] of wanted) {
    if (!rows.has(id)) rows.set(id, makeRow(byID.get(id)));
    const row = rows.get(id);
    if (row.index !== index || isNew) {
      row.index = index;
      row.node.style.transform = `translateY(${index * rowHeight}px)`;
      row.node.setAttribute("aria-posinset", index + 1);
      row.node.setAttribute("aria-setsize", shown.length);
    }
  }
  // In the order of the list, for screen readers and the tab key.
  placeInOrder($("rows"), [...rows.values()].sort((a, b) => a.index - b.index).map((row) => row.node));
  if (showsAll) for (const id of wanted.keys()) reveal(id);
  fetchCodes();
}

const partOf = (id, part) => rows.get(id)?.node.querySelector(`[data-part=${part}]`);

function makeRow(account) {
  const name = title(account);
  const same = account.same?.[0];
  const isPicked = picked?.has(account.id);
  const toggle = () => {
    if (!picked.delete(account.id)) picked.add(account.id);
    search();
  };
  const who = el("button.who", {
    data: { part: "who" }, click: () => picked ? toggle() : openDetails(account.id), "aria-pressed": picked && String(isPicked),
    "aria-label": `${name}${account.favorite ? ", favorite" : ""}${picked ? "" : ": details"}${same ? `. ${sameText(same)}` : ""}`,
  }, picked ? el("span.mark.box", { "aria-hidden": "true" }, isPicked && icon("check")) : mark(account.issuer || account.name),
  el("span", el("span.first", account.favorite && icon("star", "star"), el("span.issuer", account.issuer || account.name || "Without a name"),
    same && el("span.tag", { title: sameText(same) }, `same ${same.reason} as ${same.label}`)),
  el("span.name", account.issuer && account.name, (account.tags ?? []).slice(0, 3).map((one) => el("span.chip", one)))));
  const place = codeOf(account), { code, ring, left, upcoming } = place;
  const show = () => { reveal(account.id); fetchCodes(); };
  const node = el("li.account", {
    data: { id: account.id }, keydown: moveByKeys, focusin: show,
    pointerenter: (event) => { if (event.pointerType === "mouse") show(); },
    pointerleave: () => { if (!node.contains(document.activeElement)) hide(account.id); },
    focusout: (event) => { if (!node.contains(event.relatedTarget) && !node.matches(":hover")) hide(account.id); },
  }, who, code, iconButton("copy", `Copy the code of ${name}`, { data: { part: "copy" }, click: () => copyCode(account) }),
  account.counter === undefined ? [ring, left, upcoming]
    : iconButton("refresh", `Next code of ${name}`, { data: { part: "next" }, click: () => nextCode(account) }));
  return { ...place, node, isPicked };
}

function codeOf(account) {
  const code = el("button.code", { data: { part: "code" }, click: (event) => event.detail ? useCode(account) : pressCode(account) });
  const left = el("span.left", { "aria-hidden": "true" });
  const circle = el("circle", { cx: 12, cy: 12, r: 9, pathLength: 100, "stroke-dasharray": "0 100" });
  const ring = el("svg.ring", { viewBox: "0 0 24 24", "aria-hidden": "true" }, el("circle", { cx: 12, cy: 12, r: 9 }), circle);
  // The next code, when it is too late to type this one.
  const upcoming = el("span.upcoming", { "aria-hidden": "true" });
  const parts = { account, code, left, ring, circle, upcoming, name: title(account) };
  drawCode(parts);
  return parts;
}

function sameText(same) {
  return same.reason === "name" ? `Same name as ${same.label}, with another secret; one of the two is probably out of date.`
    : `Same secret as ${same.label}.`;
}

/** A site accepts each code of a counter-based account once. */
const nextCode = (account) => attempt(async () => {
  await post(`accounts/${account.id}/next`);
  reveal(account.id);
  await refresh();
  announce(`The next code of ${title(account)} is shown.`);
}, "Making the next code");

/** The arrow keys go from line to line, in the same column. */
function moveByKeys(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -Infinity, End: Infinity };
  if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const row = rows.get(event.currentTarget.dataset.id);
  const index = Math.min(shown.length - 1, Math.max(0, row.index + steps[event.key]));
  const part = document.activeElement.dataset.part ?? "who";
  const y = $("rows").getBoundingClientRect().top + index * rowHeight;
  const head = $("top").offsetHeight;
  if (y < head) window.scrollBy(0, y - head - 8);
  else if (y + rowHeight > window.innerHeight) window.scrollBy(0, y + rowHeight - window.innerHeight + 8);
  draw();
  partOf(shown[index].id, part)?.focus({ preventScroll: true });
}

const placesOf = (id) => [rows.get(id), ...sheet].filter((place) => place?.account.id === id);
const drawCodes = (id) => placesOf(id).forEach(drawCode);

function reveal(id) {
  revealed.add(id);
  drawCodes(id);
}

function hide(id) {
  if (!showsAll && id !== found && !sheet.some((place) => place.account.id === id)) cover(id);
}

function cover(id) {
  revealed.delete(id);
  codes.delete(id);
  drawCodes(id);
}

const fetchCodes = once(async () => {
  const now = Date.now() / 1000;
  const ids = [...revealed].filter((id) => placesOf(id).length && (!codes.has(id) || codes.get(id).end <= now)).slice(0, 200);
  if (ids.length === 0 || !isAlive) return;
  await attempt(() => readCodes(ids));
  for (const id of ids) {
    if (revealed.has(id)) drawCodes(id); else codes.delete(id);
  }
});

async function readCodes(ids) {
  const answer = await get(`codes?ids=${ids.join(",")}`, { quietly: true });
  for (const [id, code] of Object.entries(answer.codes)) {
    codes.set(id, { ...code, end: code.left === undefined ? Infinity : Date.now() / 1000 + code.left });
  }
}

/** 123 456, so that people can keep it in mind. */
function spaced(code) {
  if (!/^[\d•]{6,10}$/.test(code)) return code;
  const half = Math.floor(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

function drawCode({ account, code, left, ring, circle, upcoming, name }) {
  const known = revealed.has(account.id) ? codes.get(account.id) : undefined;
  code.classList.toggle("covered", !known);
  code.classList.toggle("failed", Boolean(known?.problem));
  const text = known ? known.problem ? "no code" : spaced(known.code) : spaced("•".repeat(Math.min(account.digits ?? 6, 8)));
  if (code.textContent !== text) {
    // Only a code that follows another one: what was covered appears at once.
    if (known?.code && /\d/.test(code.textContent) && !isStill.matches) code.animate({ opacity: [0, 1] }, 150);
    code.textContent = text;
  }
  const label = known?.problem ? `${name}: ${known.problem}` : known ? `${text}, code of ${name}: copy` : `Show the code of ${name}`;
  if (code.getAttribute("aria-label") !== label) code.setAttribute("aria-label", label);
  code.title = known?.problem ? sentence(known.problem) : known ? "Copy" : "Show the code";
  const seconds = known && known.end !== Infinity ? Math.max(0, Math.ceil(known.end - Date.now() / 1000)) : null;
  left.textContent = seconds === null ? "" : String(seconds);
  upcoming.textContent = seconds !== null && seconds <= 5 && known.next ? spaced(known.next) : "";
  ring.style.visibility = seconds === null ? "hidden" : "visible";
  if (seconds !== null) {
    circle.setAttribute("stroke-dasharray", `${100 * Math.min(1, seconds / (account.period ?? 30))} 100`);
    ring.classList.toggle("late", seconds <= 5);
  }
}

function tick() {
  if (!isVisible || document.hidden || !isAlive) return;
  const now = Date.now() / 1000;
  for (const id of revealed) {
    const known = codes.get(id);
    if (known?.next && known.end <= now) codes.set(id, { code: known.next, end: known.end + (byID.get(id)?.period ?? 30) });
    drawCodes(id);
  }
  fetchCodes();
}

async function useCode(account) {
  const known = codes.get(account.id);
  if (known?.problem && hasPIN(account.type) && !account.hasPin) {
    topDialog()?.close();
    return openEdit(account, sentence(known.problem));
  }
  if (known) return copyCode(account);
  // Where a tap gives no focus, the next tap covers the last code.
  if (tapped && tapped !== account.id) hide(tapped);
  tapped = account.id;
  reveal(account.id);
  fetchCodes();
}

/** By a key, where pointing does not show the code first. */
const pressCode = (account) => codes.get(account.id)?.problem ? useCode(account) : copyCode(account);

const copyCode = (account) => attempt(async () => {
  const { id } = account, now = Date.now() / 1000;
  if (!codes.has(id) || codes.get(id).end <= now) await readCodes([id]);
  const { code, problem } = codes.get(id) ?? {};
  if (!revealed.has(id)) codes.delete(id);
  return code ? copy(code, `Code of ${title(account)}`) : tell(`No code of ${title(account)}`, p(sentence(problem)));
});

const pair = (name, value) => value && [el("dt", name), el("dd", value)];

function openDetails(id) {
  const account = byID.get(id);
  if (!account) return;
  const kinds = { totp: "Time-based (TOTP)", hotp: "Counter-based (HOTP)", steam: "Steam", yandex: "Yandex", motp: "mOTP" };
  const secretPlace = el("div");
  const details = codeOf(account);
  const star = iconButton("star", "Favorite", { id: "account-star", "aria-pressed": String(Boolean(account.favorite)), click: () => attempt(async () => {
    const favorite = star.getAttribute("aria-pressed") !== "true";
    await read("PATCH", `accounts/${id}`, { json: { favorite } });
    star.setAttribute("aria-pressed", String(favorite));
    await refresh();
  }) });
  sheet = [details];
  const { closed } = openDialog(title(account), (close) => [
    el("div.with-button", details.code, details.ring, details.left, details.upcoming, el("span.space"), star),
    el("dl.pairs",
      pair("Issuer", account.issuer || "none"), pair("Name", account.name || "none"),
      pair("Type", kinds[account.type] ?? account.type),
      pair("Code", `${account.digits} ${account.type === "steam" ? "characters" : "digits"}, ${account.algorithm}, `
        + (account.counter !== undefined ? `counter ${account.counter}` : `new every ${account.period} s`)),
      pair("PIN", account.hasPin && "stored"), pair("Tags", account.tags?.join(", ")),
      pair("Note", account.shownNote ?? account.note),
      pair("Serial number", account.token?.serial), pair("Manufacturer", account.token?.manufacturer),
      pair("Model", account.token?.model), pair("User", account.token?.user), pair("From", account.from),
      pair("Added", account.imported && new Date(account.imported * 1000).toLocaleString()),
      pair("Similar", account.same && el("ul", account.same.map((same) => el("li", sameText(same)))))),
    account.same && el("div.actions", button("Compare", { id: "account-compare", click: () => { close(); openCompare(account); } })),
    secretPlace,
    el("footer",
      button("Delete", { symbol: "trash", class: "plain start", id: "account-delete", click: async () => { if (await removeAccount(account)) close(); } }),
      button("Show secret", { symbol: "eye", id: "account-secret", click: () => showSecret(account, secretPlace) }),
      button("QR code", { symbol: "qr", id: "account-qr", click: () => showQR(account) }),
      button("Edit", { symbol: "type", class: "primary", id: "account-edit", click: () => { close(); openEdit(account); } })),
  ]);
  reveal(id);
  fetchCodes();
  forgetSheet(closed);
}

/** The codes of a dialog are covered when it has closed. */
async function forgetSheet(closed) {
  const own = sheet;
  await closed;
  sheet = sheet.filter((place) => !own.includes(place));
  for (const { account: { id } } of own) if (!rows.get(id)?.node.contains(document.activeElement)) hide(id);
}

/** Accounts that resemble each other, side by side, until somebody has decided. */
const openCompare = (account) => attempt(async () => {
  // One may have both the same secret and the same name.
  const ids = [...new Set([account.id, ...account.same.map((same) => same.id)])];
  const all = await Promise.all(ids.map((id) => get(`accounts/${id}`)));
  const differ = (text) => new Set(all.map(text)).size > 1;
  const kind = (one) => `${one.digits} digits, ${one.algorithm}, ${one.counter === undefined ? `new every ${one.period} s` : `counter ${one.counter}`}`;
  const settle = async (keep) => attempt(async () => {
    await post("twins", { accounts: ids, ...(keep && { keep: keep.id }) });
    close();
    await look();
    await refresh();
    toast(keep ? `${title(keep)} kept, ${counted(ids.length - 1, "other")} deleted.` : "All kept.", { action: "Undo", run: undo });
    ($("compare") ?? $("search")).focus({ preventScroll: true });
  }, "Changing them");
  sheet = all.map(codeOf);
  const { close, closed } = openDialog("Which of these do you need?", () => [
    p(account.same.some((same) => same.reason === "name")
      ? "Their secrets differ, so one is probably out of date. The code that the old app or the site's settings show now tells which."
      : "They have the same secret, and so the same account at the site."),
    el("div.twins", all.map((one, index) => el("div.box", el("h3", title(one)),
      el("div.with-button", sheet[index].code, sheet[index].ring, sheet[index].left),
      el("dl.pairs", pair("File", one.files?.join(", ") || "in the vault"), pair("From", differ((other) => other.from) && one.from),
        pair("Date", new Date((one.imported ?? one.created) * 1000).toLocaleString()),
        pair("Code", differ(kind) && kind(one)), pair("Note", differ((other) => other.note) && (one.shownNote ?? one.note ?? "none"))),
      button("Keep this one", { class: "plain keep-one", click: () => settle(one) })))),
    p("What you do not keep is deleted from this list. Undo brings it back."),
    el("footer", button("Later", { click: () => close() }),
      button(ids.length > 2 ? "Keep all" : "Keep both", { class: "primary", id: "keep-both", click: () => settle() }))], { wide: true });
  for (const id of ids) reveal(id);
  fetchCodes();
  forgetSheet(closed);
});

const showSecret = (account, place) => attempt(async () => {
  const label = $("account-secret").lastChild;
  if (place.childElementCount) { label.textContent = "Show secret"; return fill(place); }
  const { secret, pin, link } = await get(`accounts/${account.id}?reveal=1`);
  const line = (name, value) => value && [el("dt", name), el("dd.mono.with-button", el("span", value),
    iconButton("copy", `Copy the ${name.toLowerCase()}`, { click: () => copy(value, name) }))];
  label.textContent = "Hide secret";
  return fill(place, el("dl.pairs.box", line("Secret", secret), line("PIN", pin), line("Link", link)));
});

const showQR = (account) => attempt(async () => {
  const { codes: [code], leftOut } = await get(`qr/${account.id}`);
  openDialog(title(account), () => code
    ? [el("div.sheet-qr", qrPicture(code)), el("p.quiet.center", "Scan it with the app on the phone. Whoever sees it can generate your codes.")]
    : p(sentence(leftOut?.[0]?.reason)));
});

async function removeAccount(account) {
  const sure = await ask(`Delete ${title(account)}?`, "It leaves this list. The site still asks for its codes: switch two-factor authentication off there "
    + "first, unless you have the account in another app.", "Delete", { danger: true, keep: "Keep" });
  return sure && attempt(async () => {
    await send("DELETE", `accounts/${account.id}`);
    await refresh();
    toast(`${title(account)} deleted.`, { action: "Undo", run: undo });
    $("search").focus({ preventScroll: true });
    return true;
  }, "Deleting it");
}

export const undo = () => attempt(async () => {
  const { undone } = await post("undo");
  dropUndo();
  await look();
  toast(`Undone: ${undone}`);
}, "Undoing it");

/** With a problem, it is about the PIN. */
function openEdit(account, problem) {
  const typed = accountFields(account), { fields } = typed;
  typed.follow(account.type);
  const favorite = el("input", { type: "checkbox", checked: account.favorite });
  const failure = el("p.bad-text", { role: "alert" });
  openDialog(`Edit ${title(account)}`, (close) => {
    const save = async () => {
      const json = typedChanges(typed, account);
      if (!json) return;
      if (favorite.checked !== Boolean(account.favorite)) json.favorite = favorite.checked;
      if (Object.keys(json).length === 0) return close();
      try {
        const changed = await read("PATCH", `accounts/${account.id}`, { json });
        close();
        await refresh();
        toast(`Changed: ${(changed.changes ?? [title(changed)]).join(", ")}`, { action: "Undo", run: undo });
      } catch (error) {
        if (!error.isHandled) failure.textContent = problemText(error);
      }
    };
    return form(save,
      el("div.fields", fields.issuer, fields.name, fields.tags, fields.note, fields.pin),
      el("label.switch", favorite, el("span", "Favorite")),
      !fields.digits.hidden && el("details", el("summary", "How codes are generated"),
        el("p.hint", "Change these only if the codes are wrong: the site and this account must agree."),
        el("div.fields", fields.algorithm, fields.digits, fields.period, fields.counter)),
      failure,
      el("footer", button("Cancel", { click: () => close() }), submitButton("Save")));
  }, { asks: true });
  if (problem) fields.pin.refuse(problem);
}

export function startAccounts() {
  listen("search", "input", search);
  listen("sort", "change", sort);
  listen("show-codes", "change", (event) => {
    showsAll = event.target.checked;
    if (!showsAll) for (const id of [...revealed]) cover(id);
    draw();
  });
  listen("undo", "click", undo);
  listen("select", "click", () => pick(!picked));
  listen("search", "keydown", (event) => {
    if (event.key === "Escape" && $("search").value) { event.preventDefault(); $("search").value = ""; search(); }
    if (event.key === "Enter" && shown.length === 1) { event.preventDefault(); copyCode(shown[0]); }
    if (event.key === "ArrowDown" && shown.length) {
      event.preventDefault();
      draw();
      // Enter copies it.
      partOf(shown[0].id, "code")?.focus();
    }
  });
  let waits = false;
  addEventListener("scroll", () => {
    if (!waits) requestAnimationFrame(() => { waits = false; draw(); });
    waits = true;
  }, { passive: true });
  addEventListener("resize", () => { measure(); draw(true); });
  on("revision", readAccounts);
  setInterval(tick, 500);
}

export function showAccounts(visible) {
  isVisible = visible;
  if (visible) { readAccounts(); return; }
  found = null;
  picked = null;
  for (const id of [...revealed]) cover(id);
}

export function forgetAccounts() {
  found = null;
  accounts = []; shown = []; sorted = []; tags = new Map(); byID = new Map();
  tag = ""; picked = null;
  codes.clear(); revealed.clear(); rows.clear();
  for (const id of ["rows", "accounts-same"]) fill($(id));
  drawSame();
  drawTags();
  drawPicked();
  $("accounts-sum").textContent = $("search").value = "";
  showsAll = $("show-codes").checked = false;
}

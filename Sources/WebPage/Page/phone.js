/** QR codes for the new phone: one after the other, as large as the window allows, black on white. */

import { get, look, on, post } from "./api.js";
import {
  $, announce, attempt, button, copy, counted, during, el, field, fill, form, iconButton, note, p, problemText, quiet, sentence, showDialog,
  submitButton, textInput, title,
} from "./ui.js";

/** One path for all dark modules, with the quiet zone of 4 that scanners need. */
export function qrPicture(code) {
  const bits = Uint8Array.from(atob(code.modules), (character) => character.charCodeAt(0));
  const perRow = Math.ceil(code.size / 8);
  const isDark = (x, y) => (bits[y * perRow + (x >> 3)] >> (7 - (x & 7))) & 1;
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!isDark(x, y)) continue;
      let end = x + 1;
      while (end < code.size && isDark(end, y)) end += 1;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  const side = code.size + 8;
  return el("svg", { viewBox: `-4 -4 ${side} ${side}`, role: "img", "aria-label": `QR code: ${code.title}`, "shape-rendering": "crispEdges" },
    el("rect", { x: -4, y: -4, width: side, height: side, fill: "#fff" }), el("path", { d: path, fill: "#000" }));
}

/** Where the person was when the view was closed: `{ app, perCode, at, id, ids, shown, skipped }`, with the account of its code. */
let place = null;
export const forgetPhone = () => { place = null; };

/** Where to go on: at the code with the account that was shown; at the end only if there are no others since. */
function placeIn(steps, ids) {
  const found = steps.findIndex((step) => step.ids.includes(place.id));
  return found >= 0 ? found : place.ids === ids ? place.at : 0;
}

/**
 * Opens the view over the whole window, for the app that scans: in Google's codes of several accounts if it reads them, else
 * one by one; an app that takes no pictures gets the secrets to type. `moved` runs at the end, with the ids of the accounts
 * and what was proven.
 */
export function openPhone(accounts, { to, warning = "", moved }) {
  if ($("phone")) return;
  const isTyped = to.way === "typed", isBack = place?.app === to.id;
  let perCode = isBack ? place.perCode : 5;
  /** `{ code, ids }` of several accounts, or `{ ids, reason }` of one, whose code is asked for when it is shown. */
  let steps = [], at = 0, ticket = 0;
  const byID = new Map(accounts.map((account) => [account.id, account])), all = accounts.map(({ id }) => id).join();
  const nameOf = (id) => byID.get(id).issuer || title(byID.get(id));
  const those = (ids) => new Set(isBack ? ids(place).filter((id) => byID.has(id)) : []);
  const shown = those((one) => one.shown), skipped = those((one) => one.skipped);
  const dialog = el("dialog", { id: "phone", "aria-label": "QR codes for the phone" });
  const number = el("p", { id: "phone-place", role: "status" });
  const bar = el("progress", { id: "phone-bar", "aria-label": "Codes shown" });
  const figure = el("figure", { id: "phone-code" });
  const caption = el("strong", { id: "phone-title" });
  let drawing = Promise.resolve(), turn = drawing, isLoading = false;
  const go = (to) => {
    if (isLoading) return;
    at = Math.min(steps.length, Math.max(0, to));
    drawing = draw();
  };
  /** After the code of now is drawn: what nobody has seen was not scanned. */
  const scanned = (by = 1) => {
    if (by !== 1) return go(at + by);
    return turn = turn.then(() => drawing).then(() => {
      if (!dialog.open || isLoading) return;
      for (const id of steps[at]?.ids ?? []) skipped.delete(id);
      go(at + 1);
    });
  };
  const previous = iconButton("back", "Previous", { id: "phone-previous", click: () => go(at - 1) });
  const next = button(isTyped ? "Typed, next" : "Scanned, next", { symbol: "check", class: "primary", id: "phone-next", click: () => scanned() });
  const skip = button("Skip", { id: "phone-skip", click: () => {
    if (isLoading) return;
    for (const id of steps[at]?.ids ?? []) skipped.add(id);
    go(at + 1);
  } });
  const size = button("", { id: "phone-size", hidden: !to.several, click: () => { perCode = perCode === 5 ? 2 : 5; load(); } });
  const again = button("Start over", { id: "phone-again", click: () => { go(0); next.focus(); } });
  const single = ({ id }) => ({ ids: [id] });
  const load = async (goesOn = false) => {
    const own = ++ticket;
    isLoading = true;
    steps = accounts.map(single);
    size.lastChild.textContent = perCode === 5 ? "Smaller codes" : "Larger codes";
    if (!goesOn) { shown.clear(); skipped.clear(); }
    if (to.several) {
      try {
        fill(figure);
        const { codes, leftOut } = await during("Making the QR codes", () => post("qr", { "accounts-per-code": String(perCode), accounts: accounts.map((account) => account.id) }), { place: figure });
        if (own !== ticket) return;
        const left = new Set(leftOut.map((one) => one.account)), ids = accounts.map(({ id }) => id).filter((id) => !left.has(id));
        // Those that do not fit into such a code follow one by one.
        steps = [...codes.map((code) => ({ code, ids: ids.splice(0, code.accounts.length) })), ...leftOut.map((one) => ({ ids: [one.account] }))];
      } catch (problem) {
        if (own === ticket) fill(figure, p(problemText(problem)));
        return;
      }
    }
    isLoading = false;
    go(goesOn ? placeIn(steps, all) : 0);
  };
  const draw = async () => {
    const own = ++ticket, total = steps.length, isEnd = total > 0 && at === total;
    const { code: known, ids = [] } = steps[at] ?? {};
    const keep = () => { place = { app: to.id, perCode, at: isEnd ? Number.MAX_SAFE_INTEGER : at, id: ids[0], ids: all, shown: [...shown], skipped: [...skipped] }; };
    keep();
    again.hidden = at === 0;
    number.textContent = !total ? "No QR code" : isEnd ? `All ${counted(total, "code")} shown` : `${at + 1} of ${total}`;
    Object.assign(bar, { max: total || 1, value: at });
    // A button that is gone or disabled would lose the focus.
    if (at === 0 && document.activeElement === previous) next.focus();
    previous.disabled = at === 0;
    next.hidden = skip.hidden = !total || isEnd;
    said.hidden = isEnd;
    size.hidden = isEnd || !to.several;
    if (isEnd) return drawEnd();
    let code = known, reason, secret = "";
    if (!code && ids.length) {
      try {
        if (isTyped) ({ secret } = await get(`accounts/${ids[0]}?reveal=1`));
        const answer = await get(`qr/${ids[0]}`);
        code = answer.codes[0];
        reason = answer.leftOut?.[0]?.reason;
      } catch (problem) {
        if (problem.isHandled) return;
        reason = problem.problem ?? problem.detail ?? problem.title;
      }
      if (own !== ticket || !dialog.open) return;
    }
    if (code || secret) for (const id of ids) shown.add(id);
    keep();
    const names = ids.map((id) => ids.length > 1 ? nameOf(id) : title(byID.get(id)));
    fill(figure, secret ? el("div.box.mono", { id: "phone-secret" }, secret, iconButton("copy", "Copy the secret", { click: () => copy(secret, "Secret") })) : code ? qrPicture(code) : el("div", note("warn", sentence(reason ?? "there is no account to show"))));
    caption.textContent = (names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", "));
    announce(names.join(", "));
  };
  const finish = async (proof) => {
    const ids = [...shown].filter((id) => !skipped.has(id));
    if (!ids.length) return dialog.close();
    await post("qr/scanned", { accounts: ids });
    dialog.close();
    // Without a proof, its end can be opened again.
    if (proof) forgetPhone();
    await look();
    moved(ids, proof);
  };
  const drawEnd = () => {
    const typed = field("One code that the app shows now", textInput({ id: "phone-typed", autocapitalize: "characters" }));
    const check = submitButton("Check", { id: "phone-verify" });
    const left = skipped.size;
    const submit = async () => {
      if (!typed.input.value.trim()) return typed.refuse("Type a code, of any account.");
      typed.say("");
      try {
        const { accounts: found } = await during("Comparing it", () => post("qr/verify", { accounts: [...shown], code: typed.input.value }), { place: typed, pressed: check });
        if (found.length) await finish(`Right: ${nameOf(found[0])} works.`);
        else typed.refuse("No account has this code now. Type a new one; if it is not right either, look at the clock of the phone: it must set itself.");
      } catch (problem) {
        if (!problem.isHandled) typed.refuse(problemText(problem));
      }
    };
    fill(figure, el("div.box", el("h2", "Does it work?"), warning && note("warn", warning),
      form(submit, typed, el("div.actions", check)),
      el("div.actions", button(isTyped ? "All typed, without a check" : "All scanned, without a check", { id: "phone-done", click: () => attempt(() => finish()) }),
        button("Not yet", { id: "phone-not-yet", click: () => dialog.close() }),
        left > 0 && button(`Show ${counted(left, "skipped account")}`, { id: "phone-skipped", click: () => {
          steps = steps.flatMap((step) => step.ids.some((id) => skipped.has(id)) ? [step] : []);
          go(0);
          next.focus();
        } })),
      quiet("Not yet closes this view, and keeps your place in it. Keep the old app until you have signed in with the new one.")));
    caption.textContent = "";
    typed.input.focus();
  };
  // Beside each code, it need not say that there are others.
  const said = el("div.said", caption, to.take && p({ id: "phone-take" }, to.take.replace("; repeat for every account.", ".")), quiet(`Whoever sees ${isTyped ? "this" : "these codes"} can generate your codes.`));
  dialog.append(
    el("div.bar", number, bar, el("div.actions", again, size),
      iconButton("close", "Close", { id: "phone-close", click: () => dialog.close() })),
    figure,
    el("div.bar.controls", said, el("div.go", previous, next, skip)));
  dialog.addEventListener("keydown", (event) => {
    if (event.target.matches("select, input")) return;
    const by = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": event.target.matches("button, summary") ? 0 : 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Home: -Infinity, End: Infinity };
    if (!by[event.key]) return;
    event.preventDefault();
    scanned(by[event.key]);
  });
  dialog.addEventListener("close", () => { ticket += 1; });
  showDialog(dialog);
  next.focus();
  load(Boolean(isBack));
}

on("locked", () => $("phone")?.close());

/** QR codes for the new phone: one after the other, as large as the window allows, black on white. */

import { get, look, on, post } from "./api.js";
import {
  $, announce, attempt, button, choice, counted, el, fill, iconButton, lossList, note, p, perCodeChoice, problemText, quiet,
  sentence, showDialog, title, toast,
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

/** Where the person was when the view was closed: `{ mode, perCode, at, id, ids, shown }`. */
let place = null;
export const forgetPhone = () => { place = null; };

/** Where to go on: in links by the account, in Google's codes if they have the same accounts. */
function placeIn(accounts) {
  if (place.mode === "google") return place.ids === accounts.map(({ id }) => id).join() ? place.at : 0;
  return place.id ? Math.max(0, accounts.findIndex(({ id }) => id === place.id)) : Math.min(place.at, accounts.length);
}

/** Opens the view over the whole window; with a number, as Google's export of so many accounts per code. */
export function openPhone(accounts, accountsPerCode = 0, warning = "") {
  if ($("phone")) return;
  const isBack = place && (!accountsPerCode || (place.mode === "google" && place.perCode === accountsPerCode));
  let mode = isBack ? place.mode : accountsPerCode ? "google" : "links", perCode = (isBack && place.perCode) || accountsPerCode || 5;
  let at = 0, google = null, ticket = 0;
  // Single codes are asked for one by one, so only the one on the screen is in the browser.
  const count = () => mode === "links" ? accounts.length : google?.codes.length ?? 0;
  const dialog = el("dialog", { id: "phone", "aria-label": "QR codes for the phone" });
  const number = el("p", { id: "phone-place", role: "status" });
  const figure = el("figure", { id: "phone-code" });
  const caption = el("strong", { id: "phone-title" });
  const notes = el("div");
  // The last code is followed by the next step.
  const step = (by) => { at = Math.min(count(), Math.max(0, at + by)); draw(); };
  /** The ids of the accounts whose codes were shown. */
  const shown = new Set(isBack ? place.shown : []);
  const previous = iconButton("back", "Previous", { id: "phone-previous", click: () => step(-1) });
  const next = iconButton("next", "Next", { id: "phone-next", click: () => step(1) });
  const modes = choice(["links", "google"], mode, { id: "phone-mode", "aria-label": "Kind of QR codes", change: () => { mode = modes.value; load(0); } },
    (id) => id === "links" ? "One account per code" : "Several accounts per code");
  const counts = perCodeChoice(perCode, (count) => { perCode = count; load(0); }, { id: "phone-per-code", "aria-label": "Accounts per code" }, (count) => `${count} per code`);
  const again = button("Start over", { id: "phone-again", click: () => { at = 0; draw(); next.focus(); } });
  const load = async (start) => {
    at = start;
    google = null;
    fill(notes);
    counts.hidden = mode !== "google";
    if (!at) shown.clear();
    if (mode === "google") {
      const own = ++ticket;
      try {
        const answer = await post("qr", { accountsPerCode: perCode, accounts: accounts.map((account) => account.id) });
        if (own !== ticket) return;
        google = answer;
        const left = new Set(answer.leftOut.map((one) => one.account));
        for (const { id } of accounts) if (!left.has(id)) shown.add(id);
        if (answer.leftOut.length) {
          fill(notes, el("details", el("summary", `${counted(answer.leftOut.length, "account")} cannot be in these codes`),
            lossList("Not in these codes", answer.leftOut.map((one) => el("li", `${one.label}: ${one.reason}`)))));
        }
      } catch (problem) {
        return fill(figure, p(problemText(problem)));
      }
    }
    draw();
  };
  const draw = async () => {
    const own = ++ticket;
    const total = count();
    at = Math.min(at, total);
    place = { mode, perCode, at, id: accounts[at]?.id, ids: accounts.map(({ id }) => id).join(), shown: [...shown] };
    again.hidden = at === 0;
    number.textContent = !total ? "No QR code" : at === total ? `All ${counted(total, "code")} shown` : `${at + 1} of ${total}`;
    next.disabled = at >= total;
    // A button that is disabled would lose the focus.
    if (at === 0 && document.activeElement === previous) next.focus();
    previous.disabled = at === 0;
    if (total && at === total) return drawEnd();
    let code, reason;
    if (mode === "links" && accounts[at]) {
      try {
        const answer = await get(`qr/${accounts[at].id}`);
        code = answer.codes[0];
        reason = answer.leftOut?.[0]?.reason;
      } catch (problem) {
        if (problem.isHandled) return;
        reason = problem.problem ?? problem.detail ?? problem.title;
      }
      if (own !== ticket) return;
      if (code) shown.add(accounts[at].id);
      place.shown = [...shown];
    } else {
      code = google?.codes[at];
    }
    const names = code?.accounts ?? (accounts[at] ? [title(accounts[at])] : []);
    fill(figure, code ? qrPicture(code) : el("div", note("warn", sentence(reason ?? "there is no account to show"))));
    caption.textContent = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
    announce(names.join(", "));
  };
  const drawEnd = () => {
    const done = button("Yes, all of them", { class: "primary", id: "phone-done", click: () => attempt(async () => {
      await post("qr/scanned", { accounts: [...shown] });
      dialog.close();
      forgetPhone();
      toast(`${counted(shown.size, "account")} moved.`, { kind: "good" });
      await look();
    }) });
    fill(figure, el("div.box", el("h2", "Has the new app scanned all codes?"), warning && note("warn", warning), el("ol.steps",
      el("li", "Compare a few codes with those under Accounts."),
      el("li", "Keep the old app until you have signed in with the new one.")),
    el("div.actions", done, button("Not yet", { id: "phone-not-yet", click: () => dialog.close() })),
    quiet("Not yet closes this view, and keeps your place in it.")));
    caption.textContent = "";
    done.focus();
  };
  dialog.append(
    el("div.bar", number, el("div.actions", again, modes, counts),
      iconButton("close", "Close", { id: "phone-close", click: () => dialog.close() })),
    figure,
    el("div.bar", previous, el("div.said", caption, notes,
      quiet("Scan each code with the new app; the arrow keys show the next. Whoever sees them can generate your codes.")), next));
  dialog.addEventListener("keydown", (event) => {
    if (event.target.matches("select")) return;
    const steps = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": event.target.matches("button") ? 0 : 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Home: -Infinity, End: Infinity };
    if (!steps[event.key]) return;
    event.preventDefault();
    step(steps[event.key]);
  });
  dialog.addEventListener("close", () => { ticket += 1; });
  showDialog(dialog);
  next.focus();
  load(isBack ? placeIn(accounts) : 0);
}

on("locked", () => $("phone")?.close());

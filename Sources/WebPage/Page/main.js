/** The frame around the four parts: the current part, saving, locking, ending. */

import { findToken, forgetAnswers, hasToken, isAlive, look, on, post, postBytes, startLooking, state, stopLooking } from "./api.js";
import { forgetKeys } from "./secure.js";
import {
  $, announce, ask, attempt, button, clearCopiedNow, complain, counted, cures, dismiss, dropUndo, during, el, fileName, fill, form, grouped,
  icon, isDrawn, listen, moveMessages, openDialog, p, passphraseField, problemText, sentence, submitButton, tell, toast, topDialog, trying, undoKey,
} from "./ui.js";
import { filesOf, forgetInputs, isSending, openRows, pasted, refresh as refreshInputs, startAdd, takeFiles } from "./add.js";
import { forgetAccounts, showAccounts, startAccounts, undo } from "./accounts.js";
import { closeLive } from "./live.js";
import { downloadVault, forgetMove, newPassphrase, openKeep, openRecovery, showMove, startMove, unproven } from "./move.js";
import { checkFiles, forgetCheck, startCheck } from "./check.js";

const parts = { add: "Add", accounts: "Accounts", move: "Move", check: "Check" };
let part = null, hasEnded = false;

/** People count accounts; edits and deletions among them make them changes. */
function unsavedText(one = "", many = one) {
  const what = state.unsavedAre === "accounts" ? "account" : "change";
  return counted(state.unsaved, what + one, `${what}s${many}`);
}

function route(isFirst) {
  // The address of another run, pasted into this tab, changes the fragment alone.
  if (hasToken()) return location.reload();
  // Back closes the open dialog, and leaves the page behind it as it is.
  const open = topDialog();
  if (open && open.id !== "cover") { history.pushState(null, "", `#/${part}`); return dismiss(open); }
  const wanted = location.hash.match(/^#\/(\w+)/)?.[1];
  const next = wanted in parts ? wanted : "add";
  if (next === part) return;
  part = next;
  for (const id of Object.keys(parts)) {
    $(id).hidden = id !== part;
    if (id === part) $(`nav-${id}`).setAttribute("aria-current", "page"); else $(`nav-${id}`).removeAttribute("aria-current");
  }
  document.title = `${parts[part]} – totp-import`;
  if (part !== "add") closeLive();
  showAccounts(part === "accounts");
  showMove(part === "move");
  scrollTo(0, 0);
  if (isFirst !== true) $("main").focus({ preventScroll: true });
}

function drawState() {
  if (state.vault?.locked) return;
  $("count").hidden = !state.accounts;
  $("count").textContent = grouped(state.accounts);
  $("lock").hidden = !state.vault?.exists;
  $("demo").hidden = !state.demo;
  for (const id of ["undo", "add-undo"]) {
    $(id).hidden = !state.undo;
    $(id).title = state.undo ? `Undo: ${state.undo}` : "";
  }
  drawKept();
  drawIdle();
}

function drawKept() {
  const { vault, unsaved, accounts } = state;
  if (isDrawn($("kept"), vault, unsaved, state.unsavedAre, accounts > 0, state.kept, unproven?.count)) return;
  if (vault) {
    if (state.missing && !asked) askForMissing();
    asked = state.missing;
    const hadFocus = $("kept").contains(document.activeElement);
    fill($("kept"), state.kept && button(`Get ${counted(state.kept, "change")} back`, { id: "get-kept", click: askForKept }), unsaved
      ? el("button.primary", { id: "save", title: vault.isDropped ? "Download the new version" : `Into ${fileName(vault.file)}`, click: save }, `Save ${unsavedText()}`)
      : el("span", vault.exists ? `Saved in ${fileName(vault.file)}` : fileName(vault.file)));
    if (hadFocus) ($("save") ?? $("main")).focus();
  } else {
    fill($("kept"), unproven && button(`${grouped(unproven.count)} not checked`, { class: "link warn-text", id: "check-one", title: "Check one code that the phone shows", click: () => unproven?.check() }),
      unsaved > 0 && accounts > 0 && el("a", { href: "#/move", title: "Choose an app and get the file" }, `${counted(unsaved, "account")} not moved yet`),
      unsaved > 0 && accounts > 0 && button("Keep them", { class: "link", id: "keep-them", title: "In an encrypted file that this page opens again", click: openKeep }));
  }
}

async function save() {
  // The passphrase of a new vault may have come on the command line.
  if (state.vault.exists || state.vault.needsPassphrase === false) return sendSave("", "save");
  const create = submitButton("Create and save");
  const box = newPassphrase("Passphrase for the vault", "new", "The vault is an encrypted file with your accounts. Nobody can open it without the passphrase: write it down.", create);
  openDialog(`Create ${fileName(state.vault.file)}`, (close) => {
    const submit = async () => {
      const typed = box.typed();
      if (typed === undefined) return;
      try {
        await sendSave(typed, box.isWeak ? "save?weak=1" : "save", true);
        box.forget();
        close();
      } catch (error) { box.failed(error); }
    };
    return form(submit, box, box.problem, el("footer", button("Cancel", { click: () => close() }), create));
  });
  box.input.focus();
}

async function sendSave(passphrase, path, throws) {
  const saving = (run) => during("Saving and reading back", run, { pressed: $("save") });
  try {
    if (state.vault.isDropped) { dropUndo(); return await downloadVault(saving); }
    const isNew = !state.vault.exists, result = await saving(() => postBytes(path, passphrase));
    dropUndo();
    toast(`${result.text}. Read back and compared.`,
      isNew ? { action: "Make a recovery code", run: openRecovery } : {});
    await look();
  } catch (problem) {
    if (throws) throw problem;
    if (problem.code === "passphrase-changed") retype(() => sendSave("", "save")); else complain(problem);
    await attempt(look);
  }
}

/** Another program changed the passphrase of the vault. Changes made here stay. */
function retype(then) {
  if ($("new-key")) return;
  const passphrase = passphraseField("New passphrase", { id: "new-key" }), open = submitButton("Go on", { id: "new-key-go" });
  openDialog(`${fileName(state.vault.file)} has a new passphrase`, (close) => {
    const submit = trying(passphrase, open, async (typed) => {
      sayRestored(await postBytes("unlock", typed));
      close();
      await look();
      then?.();
    });
    return [p("Its passphrase was changed: type the new one. Your changes are kept."),
      form(submit, passphrase, el("footer", button("Cancel", { click: () => close() }), open))];
  });
  passphrase.input.focus();
}

function sayRestored(answer) {
  if (answer?.restored) toast(`${counted(answer.restored, "change")} that could not be saved before ${answer.restored === 1 ? "is" : "are"} here again.`,
    { action: "Save", run: save });
}

/** Changes from before the passphrase was changed: only the passphrase of that time opens them. */
function askForKept() {
  const passphrase = passphraseField("Passphrase from before", { id: "old-key" }), open = submitButton("Get them back", { id: "old-key-go" });
  const text = counted(state.kept, "change");
  openDialog(`${text} could not be saved`, (close) => {
    const submit = trying(passphrase, open, async (typed) => {
      sayRestored(await postBytes("kept", typed));
      close();
      await look();
    });
    const forget = async () => {
      if (!await ask(`Forget ${text}?`, "They are nowhere else.", "Forget them", { danger: true, keep: "Keep" })) return;
      await attempt(async () => { await post("kept?discard=1"); close(); await look(); });
    };
    return [p("They are encrypted with the passphrase that the vault had then. Type that one."),
      form(submit, passphrase, el("footer", button("Forget them", { class: "plain start", click: forget }), button("Later", { click: () => close() }), open))];
  });
  passphrase.input.focus();
}

let asked;

/** The file is an older version. */
async function askForMissing() {
  if (topDialog() || !state.missing) return;
  const answer = await ask(`${fileName(state.vault.file)} is an older version`, `Missing, but never removed: ${state.missing.join(", ")}.`, "Leave out", { danger: true, instead: "Add again" });
  if (answer) await attempt(async () => { await post(answer === "yes" ? "missing?discard=1" : "missing"); await look(); });
}

let lastAwake = 0;

/** Reading and arrow keys send nothing, so the page reports that the user is there. */
function awake() {
  if (!isAlive || hasEnded || !state || state.vault?.locked
    || Date.now() - lastAwake < (state.idle?.warns ? 2000 : 30_000)) return;
  lastAwake = Date.now();
  // The next look tells whether the program is there.
  post("awake").catch(() => {});
}

let idle = null;

/** The last minute: over everything, wherever the page is scrolled to. */
function drawIdle() {
  const { seconds, warns, ends } = state.idle ?? {};
  if (!warns) { idle?.close(); idle = null; return; }
  const { unsaved } = state;
  const said = (time) => ends === "lock" ? `The page ${!unsaved ? "locks" : state.vault?.isDropped ? "keeps your changes and locks" : "saves your changes and locks"} in ${time}.`
    : `The program ends in ${time}, and everything in it is wiped.${unsaved ? ` ${unsavedText(" that is not saved is", " that are not saved are")} lost then.` : ""}`;
  if (!idle) {
    const stay = async () => {
      lastAwake = Date.now();
      await attempt(async () => { await post("awake"); await look(); });
    };
    idle = openDialog("Still there?", () => [el("p", { id: "idle", "aria-hidden": "true" }),
      el("footer", button("Stay", { class: "primary", id: "stay", click: stay }))], { role: "alertdialog", closable: false });
    // Announced once: a number that changes each second would never be read to its end.
    announce(`${said("a minute")} Press any key to stay.`);
  }
  $("idle").textContent = said(counted(seconds, "second"));
}

/** Ends the view: forgets all that it shows, and then puts one message in its place. */
function endView(why, heading, symbol, ...content) {
  forgetAnswers();
  clearCopiedNow();
  for (const one of document.querySelectorAll("dialog[open]:not(#cover)")) one.close();
  idle = null;
  closeLive();
  forgetInputs();
  forgetAccounts();
  forgetMove();
  forgetCheck();
  fill($("toasts"));
  $("live").textContent = "";
  $("undo").title = $("add-undo").title = "";
  $("app").hidden = true;
  const dialog = $("cover");
  dialog.dataset.why = why;
  // Messages may live in here as well.
  dialog.querySelector(".alone")?.remove();
  dialog.prepend(el("div.alone", icon(symbol), el("h1", { id: "cover-title", tabindex: "0" }, heading), content));
  showCover();
  // A closed dialog removes itself only a moment later, and the messages live in the cover by now.
  for (const one of document.querySelectorAll("dialog:not(#cover)")) one.remove();
}

/** Again if it was closed: browsers have ways besides the Escape key. */
function showCover() {
  const dialog = $("cover");
  if (!dialog.dataset.why) return;
  if (!dialog.open) dialog.showModal();
  moveMessages();
  (dialog.querySelector("input") ?? $("cover-title")).focus();
}

/** The view again, after a lock, or if the program answers after all. */
function beginView() {
  const dialog = $("cover");
  dialog.dataset.why = "";
  dialog.querySelector(".alone").remove();
  dialog.close();
  $("app").hidden = false;
  moveMessages();
  attempt(refreshInputs);
  showAccounts(part === "accounts");
  showMove(part === "move");
}

function showEnded(byChoice) {
  const unsaved = (state?.unsaved ?? 0) + (state?.kept ?? 0);
  endView("ended", "The program has ended", "quit",
    p(byChoice ? "Everything it held in memory is wiped. You can close this page."
      : state?.idle?.seconds < 4 ? "Nobody was here for a while, so it ended by itself." : "This page can do nothing without it."),
    !byChoice && p(unsaved ? `${state.kept ? counted(unsaved, "change was", "changes were") : unsavedText(" was", " were")} not saved. ${state.vault?.exists ? `${fileName(state.vault.file)} is as before.`
      : state.vault ? "No vault was written." : "Files that you downloaded are as before."}` : "Nothing was left unsaved."),
    !byChoice && p("To go on, start it again."));
  if (!byChoice) announce("The program has ended.");
}

function showLock() {
  if ($("cover").dataset.why === "locked") return;
  const passphrase = passphraseField("Passphrase", { id: "unlock-passphrase", hint: state.vault.hasRecoveryCode && "Or a recovery code" });
  const open = submitButton("Unlock", { id: "unlock" });
  let wrong = 0;
  const submit = trying(passphrase, open, async (typed) => {
    let answer;
    try { answer = await postBytes("unlock", typed); } catch (problem) {
      wrong += 1;
      code.hidden = !state.vault.hasRecoveryCode || wrong < 3;
      throw problem;
    }
    await look();
    sayRestored(answer);
    if (state.kept) askForKept();
  });
  // On paper, so it is typed where it can be seen.
  const code = button("Use the recovery code", { id: "use-code", class: "link", hidden: true, click: () => {
    code.hidden = true;
    passphrase.querySelector("label").textContent = "Recovery code";
    passphrase.querySelector(".hint").textContent = "14 groups of 4 letters and digits";
    passphrase.say("");
    Object.assign(passphrase.input, { type: "text", autocomplete: "off", value: "" });
    passphrase.input.focus();
  } });
  endView("locked", `Unlock ${fileName(state.vault.file)}`, "lock",
    state.last && p(sentence(state.last)),
    form(submit, passphrase, open, code, button("Quit", { click: quit })));
}

function followState() {
  if (state.vault?.locked) {
    showLock();
  } else if ($("cover").dataset.why === "locked") {
    // After unlocking, people usually want a code.
    if (state.accounts) location.hash = "#/accounts";
    beginView();
    if (state.accounts) setTimeout(() => $("search").focus());
    announce("Unlocked.");
  }
  drawState();
}

async function lock() {
  try {
    await during("Locking", () => post("lock"));
    await look();
  } catch (problem) {
    if (problem.code !== "unsaved") return complain(problem);
    const answer = await ask("Lock without saving?", problemText(problem), "Forget the changes", { danger: true, instead: "Save and lock" });
    if (answer === "instead") await save();
    if (answer && (answer === "yes" || !state.unsaved)) await attempt(async () => { await post("lock?discard=1"); await look(); });
  }
}

async function quit() {
  const unsaved = (state?.unsaved ?? 0) + (state?.kept ?? 0), isLocked = state?.vault?.locked;
  const unread = openRows() && ` Never read: ${openRows()}.`;
  const sure = await ask("Quit?", (unsaved ? `${state.kept ? counted(unsaved, "change is", "changes are") : unsavedText(" is", " are")} neither in ${state.vault ? "the vault" : "a file that you downloaded"}`
    + ` nor anywhere else. The program wipes everything it holds.` : "The program ends and wipes everything it holds in memory. Your files stay.") + unread,
  unsaved ? "Quit without saving" : "Quit", { danger: unsaved > 0, instead: !isLocked && unsaved && (state.vault ? "Save first" : "Get a file first") });
  if (sure === "instead") { if (state.vault) await save(); else location.hash = "#/move"; }
  if (sure !== "yes" && !(sure && state.vault?.exists && !state.unsaved && !state.kept)) return;
  try {
    hasEnded = true;
    await during("Ending", () => post(unsaved ? "quit?discard=1" : "quit"));
    stopLooking();
    showEnded(true);
    forgetKeys();
  } catch (problem) {
    if (problem.code === "ended") return showEnded(true);
    hasEnded = false;
    complain(problem);
  }
}

function startDrops() {
  let depth = 0;
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  const show = (visible) => {
    $("drop").hidden = !visible;
    $("drop").firstElementChild.textContent = part === "check" ? "Drop to check" : "Drop to add";
  };
  addEventListener("dragenter", (event) => { if (isFile(event) && !topDialog()) { event.preventDefault(); depth += 1; show(true); } });
  addEventListener("dragover", (event) => { if (isFile(event)) event.preventDefault(); });
  addEventListener("dragleave", (event) => { if (isFile(event) && (depth -= 1) <= 0) { depth = 0; show(false); } });
  addEventListener("drop", (event) => {
    depth = 0;
    show(false);
    if (!event.dataTransfer) return;
    // A file that no part takes would otherwise replace the page.
    if (isFile(event)) event.preventDefault();
    if (topDialog() || !isFile(event)) return;
    filesOf(event.dataTransfer, part === "check" ? checkFiles : takeFiles);
  });
  addEventListener("paste", (event) => {
    if (part !== "check" && !topDialog() && !event.target.closest?.("input, textarea, select")) pasted(event);
  });
}

function startKeys() {
  addEventListener("keydown", (event) => {
    awake();
    if (event.defaultPrevented || event.target.closest("input, textarea, select") || topDialog() || event.altKey) return;
    if ("/?".includes(event.key) && !event.ctrlKey && !event.metaKey && localStorage.keys !== "off") {
      const box = event.key === "?" ? null : { accounts: "search", move: "target-search" }[part];
      if (event.key === "?") showKeys();
      if (box) { event.preventDefault(); $(box).focus(); }
    }
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && state?.undo) { event.preventDefault(); undo(); }
  });
  addEventListener("pointerdown", awake);
  addEventListener("wheel", awake, { passive: true });
}

/** Single keys may be pressed by accident or by a voice, so they can be switched off. */
function showKeys() {
  const isOn = el("input", { type: "checkbox", role: "switch", checked: localStorage.keys !== "off", change: () => { localStorage.keys = isOn.checked ? "on" : "off"; } });
  tell("Keys", el("dl.pairs", [["/", "Search"], ["Enter", "Copy the code, if one account is left or chosen"], ["↑ ↓", "Choose an account"], ["Esc", "Clear the search, close"], [undoKey, "Undo"], ["?", "This list"]]
    .map(([key, text]) => [el("dt.mono", key), el("dd", text)])), el("label.switch", isOn, el("span", "Keys / and ?")));
}

async function start() {
  on("token", () => {
    if (hasEnded) return;
    hasEnded = true;
    endView("token", "This page is from an earlier run", "info",
      p("The program that opened it has ended, and something else answers at its address. It could read nothing from here."),
      p("Close this page. If the program runs again, open the address that the terminal shows now."));
  });
  on("dead", () => { if (!hasEnded) showEnded(false); });
  on("alive", () => { if (!hasEnded) beginView(); });
  cures["passphrase-changed"] = retype;
  cures["rolled-back"] = askForMissing;
  on("state", () => { if (!hasEnded) followState(); });
  for (const node of document.querySelectorAll("[data-icon]")) node.prepend(icon(node.dataset.icon));
  // Elements that are scrolled to, such as the field with the focus, stop below the head.
  new ResizeObserver(() => document.documentElement.style.setProperty("--head",
    getComputedStyle($("top")).position === "sticky" ? `${$("top").offsetHeight}px` : "0px")).observe($("top"));
  startAdd();
  startAccounts();
  startMove();
  startCheck();
  startDrops();
  startKeys();
  addEventListener("hashchange", route);
  listen("lock", "click", lock);
  listen("quit", "click", quit);
  listen("cover", "cancel", (event) => event.preventDefault());
  listen("cover", "close", showCover);
  addEventListener("beforeunload", (event) => {
    // The program keeps everything while it runs, so the page asks only about data that exists nowhere else.
    const only = ["camera", "screen", "typed", "paste"].some((kind) => state?.sources?.[kind]);
    if (isAlive && !hasEnded && (isSending() || (state?.unsaved && (only || state.vault?.isDropped)))) event.preventDefault();
  });
  if (!await findToken()) {
    return endView("token", "This address is not complete", "info",
      p("Open the whole address that the terminal shows: the part after # lets this page talk with the program."));
  }
  $("app").hidden = false;
  await attempt(look);
  route(true);
  return startLooking();
}

start();

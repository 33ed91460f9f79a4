/** Move: choose the app, see what it cannot store, get the file, read how to import it. */

import { get, look, on, post, postBytes, send, state } from "./api.js";
import {
  $, announce, attempt, busy, button, complain, copy, counted, download, el, emptyBox, field, fileName, fill, form,
  grouped, iconButton, isDrawn, listen, lossList, matchingApp, note, openDialog, p, passphraseField, perCodeChoice,
  problemNote, problemText, quiet, sentence, settled, submitButton, trying,
} from "./ui.js";
import { byIssuer } from "./accounts.js";
import { openRows } from "./add.js";
import { forgetPhone, openPhone } from "./phone.js";

let formats = null, chosen = null, preview = null, ticket = 0, isVisible = false, seen = null, unread = [];
let perCode = 5;

export async function showMove(visible) {
  isVisible = visible;
  if (!visible) return;
  try {
    formats ??= await get("formats", { quietly: true });
  } catch (problem) {
    return complain(problem);
  }
  drawTargets();
  drawEmpty();
  drawUnread();
  // The accounts may have changed since the preview.
  if (chosen && seen !== state?.revision) choose(chosen);
}

function drawEmpty() {
  const isEmpty = !state?.accounts;
  $("move-body").hidden = isEmpty;
  fill($("move-empty"), isEmpty && emptyBox("Nothing to move yet", "Add the accounts of your old app first.",
    el("a", { href: "#/add" }, "Add accounts")));
}

const lacking = () => unread.length > 0 && `Accounts may be missing: ${counted(unread.length, "thing is", "things are")} not read yet.`;

/** Accounts missing from the list are missing from the file as well. */
async function drawUnread() {
  await attempt(async () => { unread = await get("unread", { quietly: true }); });
  fill($("unread"), unread.length > 0 && note("warn", lacking(), openRows() && p(`${openRows()}.`),
    el("ul", unread.map(({ text, names, inputs }) => el("li", `${text} ${names.join(", ")}${inputs > names.length ? ` and ${inputs - names.length} more` : ""}`))),
    el("a", { href: "#/add" }, "Look at them")));
}

function drawTargets() {
  const fits = matchingApp($("target-search").value);
  const writable = formats.formats.filter((format) => format.writes
    && fits(format.written.app.replace(/ \(.*/, ""), format.app, format.id, ...format.names ?? []));
  const groups = formats.groups.map((group) => [group, writable.filter((format) => format.group === group.id)]).filter(([, all]) => all.length);
  fill($("targets"), groups.map(([group, all]) => [el("h2", group.title), all.map((format) => {
    const app = nameOf(format);
    return el("label.target", { data: { target: format.id } },
      el("input", { type: "radio", name: "target", value: format.id, checked: chosen === format.id, "aria-label": `${app}, ${format.written.file}`, change: () => choose(format.id) }),
      el("span", app, el("span.hint", format.written.file)));
  })]), !groups.length && quiet("No app of that name. Most apps can scan QR codes: use Straight to the phone."));
}

async function choose(id, scrolls = true) {
  chosen = id;
  seen = state?.revision;
  const own = ++ticket;
  const side = $("target-side");
  if (preview?.format !== id) fill(side, busy("Checking what fits"));
  try {
    const answer = await post("exports?preview=1", request());
    // Nor while this was on its way.
    if (own !== ticket || (preview?.format === id && $("export-passphrase")?.value)) return;
    preview = answer;
  } catch (problem) {
    if (own !== ticket) return;
    preview = null;
    return fill(side, problemNote(problem));
  }
  drawPreview();
  if (scrolls && matchMedia("(max-width: 46em)").matches) side.scrollIntoView({ block: "start" });
}

const format = () => formats.formats.find((one) => one.id === chosen);
/** Names of apps are as they are: andOTP. */
const nameOf = ({ group, written }) => group === "file" ? sentence(written.app, "") : written.app;
const isInCodes = () => chosen === "google-migration";

const request = () => ({ format: chosen, ...(isInCodes() && { accountsPerCode: perCode }) });

/** What notes and steps say with options of the commands, as it is done here; what cannot be done here, the command line can. */
const wordsHere = [
  [/use --to ([\w-]+)/g, (all, id) => `choose ${formats.formats.find((one) => one.id === id)?.written?.app ?? id}`],
  [/write others with --serial-prefix/, "write others on the command line"],
  [/write it with --pskc-compatible/, "write an older kind of it on the command line"],
  [/change others first with totp-import vault edit/, "change others first under Accounts"],
  [/the JSON that --plain writes/, "the JSON without a passphrase"],
  [/^totp-import import/, "drop it on this page, or, on the command line: totp-import import"],
  [/as a vault: totp-import list/, "as a vault on the command line: totp-import list"],
];
const inPage = (text) => sentence(wordsHere.reduce((said, [from, to]) => said.replace(from, to), text));

function byReason(list, text) {
  const groups = new Map();
  for (const one of list) {
    const key = text(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one.label || "Account without a name");
  }
  return [...groups].map(([reason, labels]) => el("li", el("strong", sentence(reason)), " ",
    el("span.quiet", labels.length > 12 ? `${labels.slice(0, 12).join(", ")} and ${labels.length - 12} more` : labels.join(", "))));
}

function drawPreview() {
  const { leftOut = [], losses = [], notes = [] } = preview, app = nameOf(format());
  const side = $("target-side");
  const whole = leftOut.length + losses.length === 0;
  const content = [el("h2", { id: "target-title", tabindex: "-1" }, app)];
  if (preview.count === 0) {
    content.push(note("bad", `${app} cannot hold any of these accounts.`));
  } else if (whole) {
    content.push(note("good", preview.count === 1 ? "The account fits, with every detail." : `All ${grouped(preview.count)} accounts fit, with every detail.`));
  } else {
    content.push(note("warn", `${counted(preview.count, "account")} will be in the file.`
      + (leftOut.length ? ` ${counted(leftOut.length, "account")} cannot be.` : "") + (losses.length ? ` ${counted(losses.length, "detail")} would be lost.` : "")));
  }
  const list = (id, heading, all) => all.length > 0 && el("section", { id }, el("h3", heading), lossList(heading, all));
  fill(side, content, list("left-out", "Not in the file", byReason(leftOut, (one) => one.reason)),
    list("losses", "Lost details", byReason(losses, (one) => one.what)),
    notes.map((text) => note("info", inPage(text))), preview.count > 0 && exportForm());
  announce(`${app}: ${side.querySelector(".note").textContent}`);
}

/**
 * A passphrase that the user chooses: typed twice, unless it can be seen, or six words from the program. `go` is the
 * button that uses it; pressed again, it uses a weak one.
 */
export function newPassphrase(label, id, hint, go) {
  const usual = go.textContent;
  const first = passphraseField(label, { id: `${id}-passphrase`, hint });
  const second = passphraseField("Repeat the passphrase", { id: `${id}-repeat` });
  const words = el("div"), problem = el("div", { role: "alert" });
  const changed = () => {
    for (const one of [first, second]) one.say("");
    box.isWeak = false;
    go.lastChild.textContent = usual;
    fill(problem);
    follow();
  };
  const weak = settled(() => attempt(async () => {
    if (!first.input.value) return;
    const { weakness } = await postBytes("passphrases/check", first.input.value);
    if (weakness) first.say(sentence(`this passphrase is weak: ${weakness}`));
  }), 500);
  const follow = () => { second.hidden = !first.input.value || first.input.type === "text" || words.hasChildNodes(); };
  const suggest = () => attempt(async () => {
    const { passphrase } = await post("passphrases");
    first.input.value = passphrase;
    fill(words, el("div.suggestion", el("span.mono", { id: `${id}-words` }, passphrase),
      iconButton("copy", "Copy the passphrase", { click: () => copy(passphrase, "Passphrase") }),
      el("p.hint", "Write it down now: it is shown once and stored nowhere.")));
    changed();
    announce(`Suggested passphrase: ${passphrase}`);
  });
  first.input.addEventListener("input", () => { fill(words); changed(); weak(); });
  second.input.addEventListener("input", () => second.say(""));
  first.addEventListener("click", follow);
  follow();
  const box = el("div.passphrase-box", first, second, el("div.actions",
    button("Suggest one", { symbol: "refresh", id: `${id}-suggest`, click: suggest })), words);
  Object.assign(box, { input: first.input, problem, isWeak: false });
  /** The typed passphrase; undefined if it cannot be used. */
  box.typed = () => {
    fill(problem);
    if (!first.input.value) return first.refuse("Type a passphrase, or take the suggested one.");
    if (second.hidden || second.input.value === first.input.value) return first.input.value;
    return second.refuse(second.input.value ? "The passphrases differ. Try again." : "Type it once more, so that a typo does not lock you out.");
  };
  box.failed = (error) => {
    if (error.isHandled) return;
    if (error.code !== "weak") return fill(problem, problemNote(error));
    box.isWeak = true;
    go.lastChild.textContent = "Use it anyway";
    first.refuse(problemText(error));
  };
  box.forget = () => { first.input.value = second.input.value = ""; fill(words); follow(); };
  return box;
}

function exportForm() {
  const { app, encrypted } = preview;
  const parts = [];
  const plain = el("input", { type: "checkbox", id: "no-passphrase" });
  const onScreen = ["google-migration", "qr"].includes(chosen);
  const save = submitButton("Download the file", { symbol: "download", class: onScreen ? "plain" : "primary", id: "export" });
  const box = newPassphrase("Passphrase for the file", "export", `${app} asks for it when you import the file.`, save);
  if (isInCodes()) {
    parts.push(field("Accounts per QR code", perCodeChoice(perCode, (count) => { perCode = count; choose(chosen, false); }, { id: "accounts-per-code" }), { hint: "Most phones read up to 5 per code." }));
  }
  if (encrypted !== "never") parts.push(box);
  if (encrypted === "optional") {
    plain.addEventListener("change", () => { box.hidden = plain.checked; openWarning.hidden = !plain.checked; });
    parts.push(el("label.switch", plain, el("span", "Without a passphrase")));
  }
  const wait = el("div", { id: "export-wait", role: "status" });
  const openWarning = note("warn", `The file will not be encrypted: whoever has it can generate your codes. ${preview.ending}`);
  openWarning.hidden = encrypted !== "never";
  const submit = async () => {
    const isPlain = encrypted === "never" || plain.checked;
    const typed = isPlain ? "" : box.typed();
    if (typed === undefined) return;
    save.disabled = true;
    fill(wait, busy(preview.seconds && !isPlain ? `Writing and checking, about ${counted(preview.seconds, "second")}` : "Writing and checking"));
    try {
      const answer = await send("POST", "exports", {
        json: { ...request(), protection: isPlain ? "none" : "passphrase", acceptsWeak: box.isWeak || undefined },
        headers: isPlain ? {} : { "Export-Passphrase": base64url(typed) },
      });
      const result = JSON.parse(decodeURIComponent(answer.headers.get("Export-Result") ?? "%7B%7D"));
      download(await answer.blob(), result.name ?? "accounts");
      box.forget();
      drawResult(result);
      await look();
    } catch (error) {
      box.failed(error);
    } finally {
      save.disabled = false;
      fill(wait);
    }
  };
  return form(submit, parts, openWarning, box.problem, wait, el("div.actions",
    onScreen && button("Show the QR codes here", { symbol: "qr", class: "primary", id: "show-codes-here", click: () => toPhone(isInCodes() ? perCode : 0) }), save));
}

function base64url(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function drawResult(result) {
  const missing = [result.leftOut && `${counted(result.leftOut, "account")} not in it`,
    result.losses && `${counted(result.losses, "detail")} lost`].filter(Boolean).join(", ");
  const { group, files } = format();
  const isKept = result.use === "kept";
  fill($("target-side"), el("h2", { id: "export-done", tabindex: "-1" }, "The file is in your downloads"),
    note("good", sentence(result.text)),
    missing && note("warn", `${missing}. Keep the old app for these.`),
    result.warning && note("warn", sentence(result.warning)),
    isKept && note("info", result.ending),
    el("section", el("h3", "What to do now"), el("ol.steps",
      unread.length > 0 && el("li", lacking(), " Look at ", el("a", { href: "#/add" }, "them"), " first."),
      // Files and QR codes have no app that waits for them.
      group !== "file" && files !== "folder" && el("li", `Bring ${result.name} to the device that has ${preview.app}, with a cable rather than by e-mail, chat or cloud.`),
      files === "folder" && el("li", `Unpack ${result.name}: it is an archive with a file per QR code.`),
      el("li", inPage(result.next ?? preview.import ?? "import the file")),
      el("li", "Compare a few codes with those under ", el("a", { href: "#/accounts" }, "Accounts"), "."),
      el("li", "Keep the old app until you have signed in with the new one."),
      !isKept && el("li", el("strong", result.ending)))),
    el("div.actions", button("Write it again", { click: () => choose(chosen, false) })));
  $("export-done").focus();
}

const toPhone = (google = 0) => attempt(async () => {
  const { accounts } = await get("accounts");
  openPhone(accounts.sort(byIssuer), google, lacking());
});

function drawVault() {
  const { vault } = state;
  if (isDrawn($("vault-part"), vault)) return;
  const name = fileName(vault?.file ?? "");
  fill($("vault-part"), vault?.exists && note("info", vault.hasRecoveryCode ? `A recovery code opens ${name} if you forget its passphrase.`
    : `If you forget the passphrase of ${name}, only a recovery code opens it, and it has none yet.`,
  el("div.actions", button(vault.hasRecoveryCode ? "Make another" : "Make a recovery code", { id: "recovery", click: openRecovery }))));
}

/** Asks for the passphrase, also of an open vault: a code opens it for ever. */
export function openRecovery() {
  const passphrase = passphraseField("Passphrase of the vault", { id: "recovery-passphrase" });
  const make = submitButton("Make the code");
  openDialog("Make a recovery code", (close) => {
    const submit = trying(passphrase, make, async (typed) => {
      announce("Saving and reading back.");
      const made = await postBytes("vault/recovery", typed);
      close();
      showRecovery(made);
      await look();
    });
    return [p("It opens the vault if you forget the passphrase. Codes that you have stay valid."),
      form(submit, passphrase, el("footer", button("Cancel", { click: () => close() }), make))];
  });
  passphrase.input.focus();
}

function showRecovery({ code, command }) {
  openDialog(`Recovery code for ${fileName(state.vault.file)}`, (close) => [
    p("It is shown only once, and stored nowhere."),
    el("p.suggestion.mono", { id: "recovery-code" }, code.match(/[^-]+-?/g).map((group) => el("span", group))),
    p("Write it on paper. If you forget the passphrase, Unlock takes this code in its place."),
    quiet("In the terminal, this command takes it too, and sets a new passphrase: ", el("span.mono", command)),
    el("footer", button("Copy", { symbol: "copy", click: () => copy(code, "Recovery code") }), button("Print", { click: () => print() }),
      button("I have written it down", { class: "primary", id: "recovery-done", click: () => close() })),
  ], { role: "alertdialog", closable: false });
}

export function startMove() {
  listen("target-search", "input", () => formats && drawTargets());
  listen("to-phone", "click", () => toPhone());
  on("state", drawVault);
  on("revision", () => {
    if (!isVisible || !formats) return;
    drawEmpty();
    drawUnread();
    // Not while the user types the passphrase, nor over the result.
    if (chosen && $("target-title") && !$("export-passphrase")?.value && seen !== state?.revision) choose(chosen, false);
  });
}

export function forgetMove() {
  chosen = preview = null;
  forgetPhone();
  unread = [];
  ticket += 1;
  fill($("target-side"));
  fill($("unread"));
  $("target-search").value = "";
}

/** Move: choose the app to use from now on, see what it cannot hold, show it the QR codes or get the file for it. */

import { get, look, on, post, postBytes, sendFor, state } from "./api.js";
import {
  $, announce, ask, attempt, button, choice, complain, copy, counted, download, during, el, emptyBox, field, fileName, fill, form,
  grouped, icon, iconButton, isDrawn, listen, lossList, mark, note, openDialog, p, passphraseField, problemNote, problemText, quiet, sentence, settled, submitButton, textInput, toast, trying,
} from "./ui.js";
import { byIssuer } from "./accounts.js";
import { openCount, openRows } from "./add.js";
import { forgetPhone, openPhone, qrPicture } from "./phone.js";

let formats = null, aims = null, chosen = null, picked = null, preview = null, ticket = 0, search = 0, isVisible = false, seen = null, unread = [];
/** Words that the page suggested as the passphrase of the file for the chosen app. */
let suggested = "";
/** What was chosen about that file, by the names of the options. */
let options = {};
/** Whether the form has what would be lost if it were drawn again: typed text, or a file that is being written. */
const isTyping = () => $("export")?.disabled || $("export-options")?.contains(document.activeElement)
  || Boolean($("export-passphrase")?.value) && $("export-passphrase").value !== suggested;
/** Accounts whose QR codes were shown, until a code from the phone has proven that they are there: `{ count, check }`. */
export let unproven = null;
/** Kinds of files for one app, the usual one first. */
const families = [["bitwarden", "bitwarden-csv"], ["keepass", "keepassxc", "keepassxc-xml"]];
const familyOf = (id) => families.find((family) => family.includes(id)) ?? [id];
const paper = "html", keep = "totply-vault", titles = { [keep]: "Just keep them here", [paper]: "On paper", qr: "QR codes, one by one" };
/** Others are found by the search, or unfolded. */
const firstApps = 12;

export async function showMove(visible) {
  isVisible = visible;
  if (!visible) return;
  try {
    formats ??= await get("formats", { quietly: true });
    aims ??= (await get("apps", { quietly: true })).apps;
  } catch (problem) {
    return complain(problem);
  }
  // Accounts may be gone since they were chosen.
  if (picked && seen !== state?.revision) await attempt(async () => {
    const { accounts } = await get("accounts", { quietly: true });
    picked = accounts.map(({ id }) => id).filter((id) => picked.includes(id));
    if (!picked.length) picked = null;
  });
  await drawTargets();
  drawEmpty();
  drawPicked();
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

const lacking = () => unread.length > 0 && `Accounts may be missing: ${counted(openCount() || unread.length, "thing is", "things are")} not done yet.`;

/** Accounts missing from the list are missing from the file as well. */
async function drawUnread() {
  await attempt(async () => { unread = await get("unread", { quietly: true }); });
  const rows = openRows();
  fill($("unread"), unread.length > 0 && el("div.note.warn", icon("warning", "warn-text"), p(`${counted(openCount() || unread.length, "thing is", "things are")} not done. `,
    el("a", { href: "#/add" }, "Look"), rows && el("span.quiet", ` ${rows}.`))));
}

/** The apps, or those that a text means: the program knows other names, and forgives a slip of the finger. */
async function drawTargets() {
  const typed = $("target-search").value.trim(), own = ++search;
  let ids = aims.map(({ id }) => id);
  if (typed) await attempt(async () => { ids = (await get(`apps/${encodeURIComponent(typed)}`, { quietly: true })).to; });
  if (own !== search) return;
  const heads = [...new Set(ids.map((id) => familyOf(id)[0]))].map((id) => aims.find((aim) => aim.id === id))
    .filter((aim) => aim && (typed || aim.way !== "nothing"));
  const tile = (aim) => {
    const { id } = aim, format = formatOf(id), isFile = aim.group === "file" && format?.writes;
    const app = titles[id] ?? (isFile ? nameOf(format) : aim.app);
    const hint = { [keep]: "A file that this page opens", [paper]: "To print", qr: "Any app that scans them" }[id] ?? (isFile && format.written.file);
    const name = isFile ? `${app}, ${hint}` : app, sign = id === keep ? "lock" : id === paper ? "print" : "";
    const content = [sign ? el("span.mark", { "aria-hidden": "true" }, icon(sign)) : mark(app), el("span", app, hint && el("span.hint", hint))];
    if (id === keep) return el("button.target", { id: "keep-here", data: { target: id }, click: openKeep }, content);
    return el("label.target", { data: { target: id } },
      el("input", { type: "radio", name: "target", value: id, checked: familyOf(id).includes(chosen), "aria-label": name, change: () => choose(id) }), content);
  };
  const isFirst = ({ id, group }) => group !== "file" || id === paper || id === keep;
  const usual = typed ? heads : [...heads.filter((aim) => aim.group !== "file").slice(0, firstApps), ...heads.filter((aim) => aim.group === "file" && isFirst(aim))];
  const rest = heads.filter((aim) => !usual.includes(aim));
  const fold = (text, some) => some.length > 0 && el("details", { open: some.some(({ id }) => id === chosen) }, el("summary", text), el("div.tiles", some.map(tile)));
  fill($("targets"), usual.length > 0 && el("div.tiles", usual.map(tile)), fold("More apps", rest.filter(isFirst)),
    fold("Files for other programs", rest.filter((aim) => !isFirst(aim))),
    !heads.length && quiet("No app of that name is known. Many apps can scan QR codes: choose “QR codes, one by one”."),
    !heads.length && el("div.tiles", tile(aims.find(({ id }) => id === "qr"))));
}

const aim = () => aims.find(({ id }) => id === chosen) ?? { id: chosen, way: "file", format: chosen, group: "file" };
/** An app that reads the files of another one. */
const isBorrowed = () => aim().way === "file" && aim().format !== chosen;

async function choose(id, scrolls = true) {
  if (chosen !== id) forgetFile();
  chosen = id;
  seen = state?.revision;
  const own = ++ticket, side = $("target-side"), to = aim();
  if (to.way === "nothing") {
    preview = null;
    return fill(side, el("h2", { id: "target-title", tabindex: "-1" }, to.app), note("info", sentence(to.reason)));
  }
  if (preview?.format !== id) fill(side);
  try {
    const isWritten = to.way === "file" || formatOf(id)?.writes;
    const answer = await during("Checking what fits", () => isWritten ? post("exports?preview=1", request()) : post(`apps/${id}/fits`, picked ? { accounts: picked } : {}),
      { place: side });
    // Nor while this was on its way.
    if (own !== ticket || (preview?.format === id && isTyping())) return;
    preview = { ...answer, format: id };
  } catch (problem) {
    if (own !== ticket) return;
    preview = null;
    return fill(side, problemNote(problem));
  }
  drawPreview();
  if (scrolls && matchMedia("(max-width: 46em)").matches) side.scrollIntoView({ block: "start" });
}

/** What was typed for the file of one app is not for that of another. */
function forgetFile() {
  suggested = "";
  options = {};
}

const formatOf = (id) => formats.formats.find((one) => one.id === id);
/** Of the file that is written. */
const format = () => formatOf(aim().format ?? chosen);
/** Names of apps are as they are: andOTP. */
const nameOf = ({ group, written }) => group === "file" ? sentence(written.app, "") : written.app;

const request = (chosenOptions = options) => ({ format: format().id, ...chosenOptions, ...(picked && { accounts: picked }) });

/** What notes say with options of the commands, as it is done here. */
const wordsHere = [
  [/use --to ([\w-]+)/g, (all, id) => `choose ${formatOf(id)?.written?.app ?? id}`],
  [/change others first with totp-import vault edit/, "change others first under Accounts"],
];
const inPage = (text) => sentence([...wordsHere, ...preview.options.map(({ name, label }) => [`--${name}`, `“${label}”`])]
  .reduce((said, [from, to]) => said.replace(from, to), text));

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

const kinds = { hotp: "counter-based ", steam: "Steam ", motp: "mOTP ", yandex: "Yandex " };

/** One line about what the app cannot hold: "4 counter-based accounts stay behind. Which?" */
function lossLine({ leftOut = [], losses = [] }) {
  const types = new Set(leftOut.map((one) => one.type)), kind = types.size === 1 ? kinds[[...types][0]] ?? "" : "";
  const stays = leftOut.length > 0 && `${counted(leftOut.length, `${kind}account stays`, `${kind}accounts stay`)} behind`;
  const lost = losses.length > 0 && `${counted(losses.length, "detail is", "details are")} lost`;
  const list = (heading, all) => all.length > 0 && [el("h3", heading), lossList(heading, all)];
  return el("details", { id: "losses" }, el("summary", `${[stays, lost].filter(Boolean).join(", ")}. Which?`),
    list("They stay behind", byReason(leftOut, (one) => one.reason)), list("Lost details", byReason(losses, (one) => one.what)));
}

function drawPreview() {
  const { leftOut = [], losses = [], notes = [], unsure = [] } = preview, to = aim(), app = titles[chosen] ?? to.app ?? nameOf(format());
  const side = $("target-side"), family = familyOf(chosen).map(formatOf), isFile = to.way === "file";
  const isWhole = leftOut.length + losses.length === 0, fit = to.way === "codes" ? "can be scanned" : to.way === "typed" ? "can be typed in" : "fit, with every detail";
  const kind = preview.count === 0 ? "bad" : isWhole ? "good" : "warn", count = counted(preview.count, "account");
  const said = note(kind, kind === "bad" ? `${app} cannot hold any of these accounts.`
    : !isWhole ? `${count} ${preview.count === 1 ? "fits" : "fit"}.`
      : preview.count === 1 ? `The account ${fit.replace("fit,", "fits,")}.` : `All ${grouped(preview.count)} accounts ${fit}.`,
  !isWhole && lossLine(preview));
  fill(side, el("h2", { id: "target-title", tabindex: "-1" }, app),
    family.length > 1 && field("Kind of file", choice(family.map(({ id }) => id), chosen, { id: "target-kind", change: (event) => choose(event.target.value, false) },
      (id) => formatOf(id).written.file)),
    said, unsure.length > 0 && note("info", `Not every app generates unusual codes rightly. Compare them afterwards: ${unsure.slice(0, 12).join(", ")}${unsure.length > 12 ? ` and ${unsure.length - 12} more` : ""}.`),
    // Paper is of no app.
    isFile && chosen !== paper && notes.map((text) => note("info", inPage(text))),
    preview.count > 0 && (isFile ? exportForm() : stepsForm(to)),
    to.way === "codes" && formatOf(chosen)?.writes && preview.count > 0 && el("details", el("summary", "Save them as images instead"), exportForm()),
    isFile && to.scans && preview.count > 0 && p("The app is on a phone? ", button("Show it QR codes", { class: "link", id: "show-qr", click: toPhone })));
  side.querySelector(".passphrase-box")?.offer();
  announce(`${app}: ${[...said.querySelectorAll("p, summary")].map((one) => one.textContent).join(" ")}`);
}

/** The app's own steps, for apps that scan QR codes or take typed secrets. */
function stepsForm(to) {
  const isTyped = to.way === "typed", what = isTyped ? "Show the secrets" : "Show the QR codes";
  return el("div.guide", el("ol.steps", el("li", `Press “${what}”.`), el("li", to.take), el("li", "Type one code that the app shows: this page says whether it is right.")),
    to.source && el("p.hint", sourceText(to.source)),
    el("div.actions.in-sight", button(what, { symbol: isTyped ? "type" : "qr", class: "primary", id: "show-qr", click: toPhone })));
}


/** `https://help.example.com/a 2026-11`: the page of its maker, and when somebody looked. */
function sourceText(source) {
  const [page, month] = source.split(" ");
  return `As ${new URL(page).host} said in ${new Date(`${month}-02`).toLocaleDateString("en-US", { month: "long", year: "numeric" })}.`;
}

/**
 * A passphrase that the user chooses: typed twice, unless it can be seen, or six words from the program. `go` is the
 * button that uses it; pressed again, it uses a weak one.
 */
export function newPassphrase(label, id, hint, go) {
  const usual = go.textContent;
  const first = passphraseField(label, { id: `${id}-passphrase`, hint });
  const second = passphraseField("Repeat the passphrase", { id: `${id}-repeat` });
  const words = el("div", { id: `${id}-suggestion` }), problem = el("div", { role: "alert" }), isExport = id === "export";
  first.input.setAttribute("aria-describedby", [first.input.getAttribute("aria-describedby"), words.id].filter(Boolean).join(" "));
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
  const show = (passphrase) => {
    first.input.value = passphrase;
    if (isExport) suggested = passphrase;
    fill(words, el("div.suggestion", el("span.mono", { id: `${id}-words` }, passphrase),
      iconButton("copy", "Copy the passphrase", { click: () => copy(passphrase, "Passphrase") }),
      el("p.hint", "Write it down now: it is shown once and stored nowhere.")));
    changed();
  };
  const suggest = () => attempt(async () => {
    const { passphrase } = await post("passphrases");
    show(passphrase);
    announce(`Suggested passphrase: ${passphrase}`);
  });
  /** Without being asked: what is typed, and words that somebody may have written down, stay. */
  const offer = () => suggested ? show(suggested) : attempt(async () => {
    const { passphrase } = await post("passphrases", undefined, { quietly: true });
    if (first.input.value || !box.isConnected) return;
    show(passphrase);
    announce("A passphrase is suggested. Write it down before you download the file.");
  });
  first.input.addEventListener("input", () => { fill(words); changed(); weak(); });
  second.input.addEventListener("input", () => second.say(""));
  first.addEventListener("click", follow);
  follow();
  const box = el("div.passphrase-box", first, second, el("div.actions",
    button("Suggest one", { symbol: "refresh", id: `${id}-suggest`, click: suggest })), words);
  Object.assign(box, { input: first.input, problem, suggest, offer, isWeak: false });
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
  box.forget = () => {
    if (isExport) suggested = "";
    first.input.value = second.input.value = "";
    fill(words);
    follow();
  };
  return box;
}

/** What else can be chosen about the file, folded: few people need it. */
function fileOptions() {
  const fields = preview.options.map(({ name, label, hint, values, usual }) => {
    const keys = Object.keys(values), now = options[name] ?? usual;
    const input = keys.length > 1 ? choice(keys, now, {}, (key) => values[key])
      : keys.length ? el("input", { type: "checkbox", value: keys[0], checked: Boolean(now) }) : textInput({ value: now });
    return field(label, Object.assign(input, { name, id: `option-${name}` }), { hint });
  });
  const fold = el("details", { id: "export-options", open: Object.keys(options).length > 0, change: async () => {
    const typed = fold.typed();
    try {
      for (const one of fields) one.say("");
      const answer = await post("exports?preview=1", request(typed));
      if (!fold.isConnected) return;
      options = typed;
      preview = { ...answer, format: chosen };
      // They may name what an option changes.
      if ($("losses")) fill($("losses"), ...lossLine(preview).childNodes);
    } catch (error) { if (!fold.failed(error, "say")) complain(error); }
  } }, el("summary", "More options"), el("div.fields", fields));
  fold.hidden = !fields.length;
  /** Those with a value, by their names. */
  fold.typed = () => Object.fromEntries(fields.map(({ input }) => [input.name, input.matches("[type=checkbox]:not(:checked)") ? "" : input.value])
    .filter(([, value]) => value));
  /** Whether a problem is about an option: its field says it, or takes the focus with `refuse`. */
  fold.failed = (error, how = "refuse") => {
    const wrong = fields.find(({ input }) => input.id === error.code);
    wrong?.[how](problemText(error));
    return Boolean(wrong);
  };
  return fold;
}

function exportForm() {
  const app = aim().app ?? preview.app, encrypted = aim().plain ? "never" : preview.encrypted;
  const parts = [];
  const plain = el("input", { type: "checkbox", id: "no-passphrase" });
  const onScreen = chosen === "qr", isPaper = chosen === paper;
  const save = submitButton("Download the file", { symbol: "download", class: onScreen || isPaper || aim().way === "codes" ? "plain" : "primary", id: "export" });
  const more = fileOptions(), box = newPassphrase("Passphrase for the file", "export", `${app} asks for it when you import the file.`, save);
  if (encrypted !== "never") parts.push(box);
  if (encrypted === "optional") {
    plain.addEventListener("change", () => { box.hidden = plain.checked; openWarning.hidden = !plain.checked; });
    parts.push(el("label.switch", plain, el("span", "Without a passphrase")));
  }
  const wait = el("div", { id: "export-wait" });
  const openWarning = note("warn", isPaper ? "Whoever has the paper can generate your codes." : `The file will not be encrypted: whoever has it can generate your codes. ${preview.ending}`);
  openWarning.hidden = encrypted !== "never";
  const submit = async () => {
    const isPlain = encrypted === "never" || plain.checked;
    const typed = isPlain ? "" : box.typed();
    if (typed === undefined) return;
    const typedOptions = more.typed();
    try {
      const result = await during("Writing and checking", () => writeFile(request(typedOptions), typed, box.isWeak), { place: wait, seconds: !isPlain && preview.seconds, pressed: save });
      box.forget();
      if (more.isConnected) options = typedOptions;
      drawResult(result);
      await look();
    } catch (error) {
      if (!more.failed(error)) box.failed(error);
    }
  };
  return form(submit, parts, more, openWarning, box.problem, el("div.actions.in-sight", wait,
    isPaper && button("Print", { symbol: "print", class: "primary", id: "print-paper", click: () => attempt(printPaper) }),
    onScreen && button("Show the QR codes here", { symbol: "qr", class: "primary", id: "show-qr", click: toPhone }), save));
}

/** Downloads a file with the accounts, encrypted unless the passphrase is empty. */
function writeFile(order, passphrase, acceptsWeak) {
  return sendFor(taken, "POST", "exports", {
    json: { ...order, protection: passphrase ? "passphrase" : "none", acceptsWeak: acceptsWeak || undefined },
    headers: passphrase ? { "Export-Passphrase": base64url(passphrase) } : {},
  });
}

async function taken(answer, name) {
  const result = JSON.parse(decodeURIComponent(answer.headers.get("Export-Result") ?? "%7B%7D"));
  download(await answer.blob(), name ?? result.name ?? "accounts");
  return result;
}

/** Browsers number files of one name. */
const vaultName = () => fileName(state.vault.file).replace(/ \(\d+\)(?=\.|$)/, "");

/** Merges a copy. Of a vault that was dropped, the new version is a download. */
export function mergeCopy(id, passphrase) {
  const name = vaultName();
  return sendFor(async (answer) => answer.headers.has("Export-Result") ? { ...await taken(answer, name), download: name } : answer.json(),
    "POST", `inputs/${id}/merge`, { body: passphrase });
}

/** The new version of a vault that was dropped: the program writes no file. */
export async function downloadVault(saving) {
  const name = vaultName();
  await saving(() => sendFor((answer) => taken(answer, name), "POST", "save", { body: "" }));
  await look();
  // Whoever locks or quits next reads first which file to keep.
  await showFinish(state.accounts, { where: "kept", steps: [`The new ${name} is in your downloads. Keep this one: it has all accounts.`, "Delete the older file, so that you do not open it by mistake."] });
}

/** Into the vault if there is one; else into a file that this page opens again. */
export function openKeep() {
  if ($("save")) return $("save").click();
  if (state.vault) return toast(`All accounts are in ${fileName(state.vault.file)}.`);
  const keep = submitButton("Download", { symbol: "download", id: "keep-download" });
  const wait = el("div.start"), box = newPassphrase("Passphrase", "keep", "Nobody can open the file without it: write it down.", keep);
  openDialog("Keep them here", (close) => [
    p("You get an encrypted file with all accounts. On another day, drop it on this page, and they are here again."),
    form(async () => {
      const typed = box.typed();
      if (typed === undefined) return;
      try {
        const { verified, name, ending } = await during("Writing and checking", () => writeFile({ format: "totply-vault" }, typed, box.isWeak), { place: wait, pressed: keep });
        box.forget();
        close();
        await look();
        showFinish(verified, { where: "kept", steps: [ending, `To see them again, drop ${name} on this page.`, "The newest file has all accounts: it replaces older ones."] });
      } catch (error) { box.failed(error); }
    }, box, box.problem, el("footer", wait, button("Cancel", { click: () => close() }), keep))]);
  box.suggest();
  keep.focus();
}

function base64url(text) {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function drawResult(result) {
  const missing = [result.leftOut && `${counted(result.leftOut, "account")} not in it`,
    result.losses && `${counted(result.losses, "detail")} lost`].filter(Boolean).join(", ");
  const { group, files } = format();
  const isKept = result.use === "kept", ending = result.ending.replace(/elete (it|them|the file)\b/, `elete ${result.name}`);
  fill($("target-side"), el("h2", { id: "export-done", tabindex: "-1" }, "The file is in your downloads"),
    note("good", sentence(result.text)),
    missing && note("warn", `${missing}. Keep the old app for these.`),
    result.warning && note("warn", sentence(result.warning)),
    isKept && note("info", ending),
    el("section", el("h3", "What to do now"), el("ol.steps",
      unread.length > 0 && el("li", lacking(), " Look at ", el("a", { href: "#/add" }, "them"), " first."),
      // Files and QR codes have no app that waits for them.
      group !== "file" && files !== "folder" && el("li", `Bring ${result.name} to the device that has ${aim().app}, with a cable rather than by e-mail, chat or cloud.`),
      files === "folder" && el("li", `Unpack ${result.name}: it is an archive with a file per QR code.`),
      el("li", isBorrowed() ? aim().take : preview.import),
      el("li", "Compare a few codes with those under ", el("a", { href: "#/accounts" }, "Accounts"), "."),
      el("li", keepOld),
      !isKept && el("li", el("strong", ending)))),
    el("div.actions", button("Done", { class: "primary", id: "move-done", click: () => showFinish(result.verified, { where: `in ${result.name}`, steps: [ending, keepOld] }) }),
      button("Write it again", { click: () => choose(chosen, false) })));
  $("export-done").focus();
}

const keepOld = "Keep the old app until you have signed in with the new one.";

/** The end of a move: how many accounts, what is left, and what to do with the file. Only what is proven is said. */
function showFinish(count, { proof, check, steps = [keepOld], where = check ? "shown, not checked" : "moved" } = {}) {
  // With a vault, unsaved accounts are those that it lacks.
  const rest = state.vault ? 0 : state.unsaved;
  const { closed } = openDialog(`${counted(count, "account")} ${where}`, (close) => [
    check ? note("warn", "One code from the phone tells whether they are there.") : el("p.done", icon("check", "good-text")), proof && el("p.center", el("strong", proof)),
    rest > 0 && note("warn", `${counted(rest, "account is", "accounts are")} neither in an app nor in a file yet.`),
    unread.length > 0 && note("warn", lacking()),
    rest + unread.length === 0 && proof && p("Nothing is left here that you did not move."),
    el("ul.steps", steps.map((step) => el("li", step))),
    el("footer",
      rest > 0 && button("Move the rest", { id: "move-rest", click: () => { close(); attempt(moveRest); } }),
      check && button("Check one code", { id: "finish-check", class: "primary", click: () => { close(); check(); } }),
      button("Done", { class: check ? "plain" : "primary", id: "finish-done", autofocus: true, click: () => close() }))]);
  forgetChoice();
  // What had the focus before is gone.
  return closed.then(() => { if (document.activeElement === document.body) $("main").focus({ preventScroll: true }); });
}

async function moveRest() {
  const { accounts } = await get("accounts");
  moveOnly(accounts.filter((account) => account.unsaved).map(({ id }) => id));
}

/** From now on, Move is about these accounts alone; without any, about all. */
export function moveOnly(ids) {
  picked = ids?.length ? ids : null;
  forgetPhone();
  forgetChoice();
  drawPicked();
  location.hash = "#/move";
}

function drawPicked() {
  fill($("picked"), picked && note("info", `This is about ${counted(picked.length, "chosen account")}.`,
    el("div.actions", button("Move all accounts", { id: "move-all", click: () => moveOnly() }))));
}

function forgetChoice() {
  ticket += 1;
  chosen = preview = null;
  forgetFile();
  fill($("target-side"), quiet("Choose the app. Before anything is shown or written, you see here what does not fit."));
  if (aims) drawTargets();
}

/** The paper exists in the page only while it is printed. */
async function printPaper() {
  const { codes, leftOut } = await during("Making the page", () => post("qr/paper", picked ? { accounts: picked } : {}));
  const sheet = el("div", { id: "paper" }, el("h1", `Paper backup: ${counted(codes.length, "account")}, ${new Date().toLocaleDateString()}`),
    p("Whoever reads this page can generate the codes of every account. Keep it in a safe place. To restore an account, scan its code, or type the secret."),
    codes.map((code) => el("section", qrPicture(code), el("div", el("h2", code.title), p(code.hexadecimal ? "Secret (hexadecimal)" : "Secret"),
      el("p.mono", code.secret), code.facts.length > 0 && p(code.facts.join(" · "))))));
  document.body.append(sheet);
  addEventListener("afterprint", async () => {
    if (!sheet.isConnected) return;
    sheet.remove();
    if (await ask("Is it on paper?", `${counted(codes.length, "account")}${leftOut.length ? `, without ${leftOut.length} that no QR code holds` : ""}.`, "Yes", { keep: "Not yet" }) !== "yes") return;
    await attempt(async () => {
      await post("qr/scanned", { accounts: codes.map(({ account }) => account) });
      await look();
      showFinish(codes.length, { where: "on paper", steps: ["Keep the paper in a safe place.", "Before you delete the old app, sign in with a code of the paper."] });
    });
  }, { once: true });
  print();
}

const toPhone = () => attempt(async () => {
  const { accounts } = await get("accounts"), to = aim(), left = new Set((preview.leftOut ?? []).map((one) => one.account));
  // Another file than the one that is written; its codes hold other accounts.
  const isFile = to.way === "file";
  const wanted = accounts.filter(({ id }) => (picked?.includes(id) ?? true) && (isFile || !left.has(id))).sort(byIssuer);
  const open = () => openPhone(wanted, { to: { ...to, take: isFile ? "" : to.take }, warning: lacking(), moved });
  const moved = async (ids, proof) => {
    unproven = proof ? null : { count: ids.length, check: open };
    await look();
    showFinish(ids.length, { proof, check: unproven?.check });
  };
  open();
});

function drawVault() {
  const { vault } = state;
  if (isDrawn($("vault-part"), vault)) return;
  const name = fileName(vault?.file ?? "");
  fill($("vault-part"), vault?.exists && !vault.isDropped && note("info", vault.hasRecoveryCode ? `A recovery code opens ${name} if you forget its passphrase.`
    : `If you forget the passphrase of ${name}, only a recovery code opens it, and it has none yet.`,
  el("div.actions", button(vault.hasRecoveryCode ? "Make another" : "Make a recovery code", { id: "recovery", click: openRecovery }))));
}

/** Asks for the passphrase, also of an open vault: a code opens it for ever. */
export function openRecovery() {
  const passphrase = passphraseField("Passphrase of the vault", { id: "recovery-passphrase" });
  const make = submitButton("Make the code");
  openDialog("Make a recovery code", (close) => {
    const submit = trying(passphrase, make, async (typed) => {
      const made = await postBytes("vault/recovery", typed);
      close();
      showRecovery(made);
      await look();
    }, "Saving and reading back");
    return [p("It opens the vault if you forget the passphrase. Codes that you have stay valid."),
      form(submit, passphrase, el("footer", button("Cancel", { click: () => close() }), make))];
  });
  passphrase.input.focus();
}

function showRecovery({ code }) {
  openDialog(`Recovery code for ${fileName(state.vault.file)}`, (close) => [
    p("It is shown only once, and stored nowhere."),
    el("p.suggestion.mono", { id: "recovery-code" }, code.match(/[^-]+-?/g).map((group) => el("span", group))),
    p("Write it on paper. If you forget the passphrase, Unlock takes this code in its place."),
      el("footer", button("Copy", { symbol: "copy", click: () => copy(code, "Recovery code") }), button("Print", { click: () => print() }),
      button("I have written it down", { class: "primary", id: "recovery-done", click: () => close() })),
  ], { role: "alertdialog", closable: false });
}

export function startMove() {
  listen("target-search", "input", () => aims && drawTargets());
  // The first one that was found.
  listen("target-search", "keydown", async (event) => {
    if (event.key !== "Enter" || !aims) return;
    await drawTargets();
    $("targets").querySelector(".target input, button.target")?.click();
  });
  forgetChoice();
  on("state", drawVault);
  on("revision", () => {
    if (!isVisible || !aims) return;
    drawEmpty();
    drawUnread();
    // Not while the user types the passphrase, nor over the result.
    if (chosen && $("target-title") && !isTyping() && seen !== state?.revision) choose(chosen, false);
  });
}

export function forgetMove() {
  picked = unproven = null;
  forgetChoice();
  drawPicked();
  forgetPhone();
  unread = [];
  $("paper")?.remove();
  fill($("unread"));
  $("target-search").value = "";
}

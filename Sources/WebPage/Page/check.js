/** Check: links from a text or a file against all rules, and the corrected list. */

import { read, send } from "./api.js";
import {
  $, advised, announce, attempt, button, counted, download, drawChips, during, el, field, fill, grouped, listen, note, p,
  problemNote, sentence, toneIcon,
} from "./ui.js";

let result = null, severity = "all", page = 200, ticket = 0;

async function run(body, name, others = 0) {
  const own = ++ticket;
  textField.say("");
  fill($("check-result"));
  try {
    const next = await during(`Checking ${name}`, () => read("POST", "checks", { body, headers: { "Input-Name": encodeURIComponent(name) } }),
      { place: $("check-result") });
    if (own !== ticket) return;
    [result, severity, page] = [next, "all", 200];
    draw();
    announce(`${summary()}.`);
    if (others) $("check-result").prepend(note("info", `Only one file is checked at a time: this is ${name}.`));
  } catch (problem) {
    if (own !== ticket) return;
    result = null;
    fill($("check-result"), problemNote(problem));
  }
}

export function checkFiles(found) {
  if (found.length === 0) return;
  $("check-text").value = "";
  run(found[0].file, found[0].name, found.length - 1);
}

function summary() {
  const { links, valid = 0, warnings = 0, errors = 0 } = result.totals;
  return links === 0 ? "No link" : `${counted(links, "link")}: ${grouped(valid)} without a problem, ${counted(warnings, "with a warning", "with warnings")}, ${counted(errors, "with an error", "with errors")}`;
}

const words = { error: ["bad", "Error"], warning: ["warn", "Warning"], info: ["info", "Note"] };

function draw() {
  const { findings, totals, failures = [], left } = result;
  const fits = findings.filter((finding) => severity === "all" || finding.severity === severity), links = [];
  // Those about one link are together.
  for (const finding of fits.slice(0, page)) {
    const last = links.at(-1);
    if (last?.[0].place === finding.place && last[0].label === finding.label) last.push(finding); else links.push([finding]);
  }
  const choices = [["all", "All", findings.length], ...Object.entries(words).map(([id, [, word]]) =>
    [id, `${word}s`, findings.filter((finding) => finding.severity === id).length])].filter(([, , count]) => count);
  const texts = new Map((result.rules ?? []).map((one) => [one.id, one.text]));
  const severities = el("div.chips", { role: "group", "aria-label": "Show findings" });
  drawChips(severities, choices, severity, (id) => {
    [severity, page] = [id, 200];
    draw();
    $("check-result").querySelector(`[data-filter=${id}]`).focus();
  });
  fill($("check-result"),
    el("div.toolbar", el("h2", { id: "check-name" }, result.name), el("p.quiet", { id: "check-sum" }, `${summary()}.`)),
    totals.links === 0 && failures.length === 0 ? note("info", "There is no otpauth link in it. A link starts with otpauth://.")
      : findings.length === 0 && totals.links > 0 && note("good", `No problem in ${counted(totals.links, "link")}.`),
    findings.length > 0 && el("div.toolbar", severities),
    failures.map((failure) => advised("bad", failure.problem, failure.advice)),
    left && note("warn", `${left.count === totals.links ? "No link can be corrected" : `${counted(left.count, "link")} cannot be corrected`}`
      + `${left.lines.length ? `: line ${left.lines.join(", ")}` : ""}${left.count > left.lines.length ? " …" : "."}`),
    findings.length > 0 && totals.links > (left?.count ?? 0) && el("div.actions.corrected", button("Download the corrected list", { symbol: "download", class: "primary", id: "check-corrected", click: corrected }),
      el("span.hint", "The list contains secrets: delete it after use.")),
    findings.length > 0 && el("div.table-box", { tabindex: "0", role: "region", "aria-label": "Findings" }, el("table", { id: "findings" },
      el("thead", el("tr", ["Where", "Account", "Finding"].map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", links.map((own) => el("tr", el("td.number", own[0].place), el("th", { scope: "row" }, own[0].label || el("span.quiet", "unknown")),
        el("td", own.map((finding) => {
          const [tone, word] = words[finding.severity];
          return el("div", { data: { rule: finding.rule, severity: finding.severity }, title: texts.get(finding.rule) ?? null },
            p(el("span", { class: `verdict ${tone}-text` }, toneIcon(tone), ` ${word}: `), sentence(finding.message)), finding.advice && p(sentence(finding.advice)));
        }))))))),
    fits.length > page && el("p.center", button(`Show more of ${grouped(fits.length)}`, { click: () => { page += 500; draw(); } })),
    result.moreFindings > 0 && el("p.hint", `${counted(result.moreFindings, "more finding")} not listed: correct these first, then check again.`));
}

const corrected = () => attempt(async () => {
  const answer = await send("GET", `checks/${result.id}/corrected`);
  const name = answer.headers.get("Content-Disposition")?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  download(await answer.blob(), name ? decodeURIComponent(name) : "corrected.txt");
  announce("The corrected list is in your downloads.");
}, "Making the list");

let textField;

export function startCheck() {
  textField = field("Links, one per line", el("textarea", { id: "check-text", rows: 6, spellcheck: "false", autocomplete: "off",
    autocapitalize: "off", placeholder: "otpauth://totp/…" }), { wide: true });
  $("check-form").prepend(textField);
  const check = () => {
    if (!$("check-text").value.trim()) return textField.refuse("Paste links first, or choose a file.");
    run(new Blob([$("check-text").value]), "Pasted text");
  };
  listen("check-run", "click", check);
  listen("check-text", "keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check(); });
  listen("check-file", "click", () => $("check-files").click());
  listen("check-files", "change", (event) => {
    checkFiles([...event.target.files].map((file) => ({ file, name: file.name })));
    event.target.value = "";
  });
}

export function forgetCheck() {
  ticket += 1;
  result = null;
  $("check-text").value = "";
  fill($("check-result"));
}

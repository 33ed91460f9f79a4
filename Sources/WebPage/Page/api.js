/** Talks with the program: requests, and the program's state. */

import { Foreign, ask, forgetKeys, forgetNext, keepNext, makeKeys } from "./secure.js";

const listeners = new Map();
export let state = null;
export let isAlive = true;

/** The error of a failed request: the members of the answer's problem. */
class Problem extends Error {
  constructor(members) {
    super(members.detail || members.title || "");
    Object.assign(this, members);
  }
}

export function on(name, run) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(run);
}

function emit(name) {
  for (const run of listeners.get(name) ?? []) run();
}

export const hasToken = () => /^#(?:token=)?[0-9a-f]{64}$/.test(location.hash);

/** Whether the page can talk with the program: it has the token of this run, or the secret that a reload keeps. */
export async function findToken() {
  const given = tokenGiven;
  tokenGiven = undefined;
  return makeKeys(given);
}

/** Another program has the address: from now on, the page sends nothing and trusts nothing. */
function endForGood() {
  isAlive = false;
  stopLooking();
  forgetKeys();
  emit("token");
  return new Problem({ code: "ended", detail: "the program has ended", isHandled: true });
}

/** How often the vault was locked. */
let locks = 0;

/** What `run` brings, unless the vault was locked meanwhile: nothing from before may be drawn over the lock. */
async function inOneTime(run) {
  const before = locks, found = await run();
  if (locks !== before) throw new Problem({ code: "locked", isHandled: true });
  return found;
}

/** The answer of the program; throws ``Problem``. `quietly`: not an action of the user, so the idle time goes on. */
export const send = (...request) => inOneTime(() => answerOf(...request));

async function answerOf(method, path, { json, body, headers = {}, quietly, signal } = {}) {
  const all = quietly ? { ...headers, Action: "none" } : headers;
  if (json !== undefined) body = JSON.stringify(json);
  let answer;
  try {
    answer = await ask(method, path, all, body, signal);
  } catch (error) {
    if (error instanceof Foreign) throw endForGood();
    // A file of the user that is gone, or has changed.
    if (error instanceof DOMException && error.name.startsWith("Not")) throw error;
    if (error.name === "AbortError") throw new Problem({ code: "aborted", isHandled: true });
    // A body that was refused while it arrived looks like this as well, so ask before saying that the program ended.
    if (!quietly) { await look(); await new Promise((resolve) => setTimeout(resolve, 300)); }
    throw new Problem(isAlive
      ? { code: "cut-off", problem: "the program refused it", advice: "Send it again",
        detail: "the program stopped reading it; the file may have changed meanwhile; try again" }
      : { code: "ended", detail: "the program has ended", isHandled: true });
  }
  if (answer.ok) return answer;
  let members = {};
  try { members = await answer.json(); } catch { members = { title: answer.statusText }; }
  const problem = new Problem({ status: answer.status, ...members });
  if (problem.code === "locked") {
    problem.isHandled = true;
    emit("locked");
  }
  throw problem;
}

/** The program's answer, if it is JSON. */
export const read = (...request) => inOneTime(async () => (await send(...request)).json());
export const get = (path, options) => read("GET", path, options);

export function post(path, json, options) {
  return inOneTime(async () => {
    const answer = await send("POST", path, json === undefined ? { body: "", ...options } : { json, ...options });
    return answer.status === 204 || answer.status === 202 ? undefined : answer.json();
  });
}

export const postBytes = (path, body) => post(path, undefined, { body });

let misses = 0;
/** A connection that breaks may be the program's way to lock; a second one is certain. */
const broken = 15;
let last = Promise.resolve();

/** Asks for the state; one look after the other, as a lock breaks all connections at once. */
export function look() {
  last = last.then(lookOnce);
  return last;
}

/** The program is on this computer: it refuses connections as soon as it has ended. */
async function lookOnce() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 900);
  try {
    const answer = await ask("GET", "state", { Action: "none" }, undefined, stop.signal);
    misses = 0;
    if (!answer.ok) return;
    const next = await answer.json();
    const isOther = state?.revision !== next.revision;
    if (next.vault?.locked && !state?.vault?.locked) locks += 1;
    state = next;
    if (!isAlive) { isAlive = true; keepNext(); emit("alive"); }
    emit("state");
    if (isOther && !next.vault?.locked) emit("revision");
  } catch (error) {
    if (error instanceof Foreign) { if (!isStopped) endForGood(); return; }
    // No answer is usual while a passphrase is tried, so only many of them mean the end.
    const isBroken = error.name !== "AbortError";
    misses += isBroken ? broken : 1;
    if (isBroken && misses < 2 * broken) setTimeout(look, 150);
    if (misses >= 2 * broken && isAlive) { isAlive = false; forgetNext(); emit("dead"); }
  } finally {
    clearTimeout(timer);
  }
}

let isStopped = false;
export function stopLooking() { isStopped = true; }

/** Looks once per second; seldom while the page is hidden. */
export function startLooking() {
  let timer;
  const next = async () => {
    if (isStopped) return;
    await look();
    timer = setTimeout(next, document.hidden ? 5000 : 800);
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    clearTimeout(timer);
    next();
  });
  timer = setTimeout(next, 800);
}

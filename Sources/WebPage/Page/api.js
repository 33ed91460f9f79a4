/** Talks with the program: requests, and the program's state. */

import { Foreign, ask, forgetKeys, forgetNext, hasKeys, keepNext, makeKeys } from "./secure.js";

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
}

const ended = () => new Problem({ code: "ended", detail: "the program has ended", isHandled: true });

/** How often the view ended. */
let ends = 0;
export const forgetAnswers = () => { ends += 1; };

/** What `run` brings, unless the view ended meanwhile: nothing from before may be drawn over the cover. */
export function inOneView(run) {
  const before = ends;
  return run().finally(() => { if (ends !== before) throw new Problem({ code: "over", isHandled: true }); });
}

/** The answer of the program; throws ``Problem``. `quietly`: not an action of the user, so the idle time goes on. */
export const send = (...request) => inOneView(() => answerOf(...request));
/** What `take` makes of the answer, also after a lock: a file that was asked for before. */
export const sendFor = (take, ...request) => inOneView(async () => take(await answerOf(...request)));

async function answerOf(method, path, { json, body, headers = {}, quietly } = {}) {
  const all = quietly ? { ...headers, Action: "none" } : headers;
  if (json !== undefined) body = JSON.stringify(json);
  if (body?.size > state?.largest) {
    throw new Problem({ status: 413, code: "too-large", detail: `larger than ${state.largest >> 20} MiB, the most that is read` });
  }
  if (!hasKeys()) throw ended();
  let answer;
  try {
    answer = await ask(method, path, all, body);
  } catch (error) {
    // A file of the user that is gone, or has changed.
    if (error instanceof DOMException && error.name.startsWith("Not")) throw error;
    await lookAfter(error);
    throw isAlive ? new Problem({ code: "cut-off", detail: "the connection broke before the answer came; check whether it was done, then try again" }) : ended();
  }
  if (answer.ok) return answer;
  let members = {};
  try { members = await answer.json(); } catch { members = { title: answer.statusText }; }
  const problem = new Problem({ status: answer.status, ...members });
  if (problem.code === "locked") {
    problem.isHandled = true;
    emit("locked");
    lookAfter();
  }
  throw problem;
}

/** The program's answer, if it is JSON. */
export const read = (...request) => inOneView(async () => (await send(...request)).json());
export const get = (path, options) => read("GET", path, options);

export function post(path, json, options) {
  return inOneView(async () => {
    const answer = await send("POST", path, json === undefined ? { body: "", ...options } : { json, ...options });
    return answer.status === 204 || answer.status === 202 ? undefined : answer.json();
  });
}

export const postBytes = (path, body) => post(path, undefined, { body });

let last = Promise.resolve();

/** Asks for the state, one look after the other. `doubt`: the failure after which nobody knows who answers, if anybody does. */
const lookAfter = (doubt) => last = last.catch(() => {}).then(() => lookOnce(doubt));
export const look = () => inOneView(lookAfter);

/**
 * The program is on this computer: it refuses connections as soon as it has ended, and one that answers late is only busy. One
 * failure means little: if a connection breaks, a browser sends the request again by itself, but the program takes each only
 * once, and answers the second in clear. So only the answer to another request tells.
 */
async function lookOnce(doubt) {
  if (!hasKeys()) return undefined;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 900);
  let next;
  try {
    const answer = await ask("GET", "state", { Action: "none" }, undefined, stop.signal);
    if (!answer.ok) return undefined;
    next = await answer.json();
  } catch (error) {
    const isForeign = error instanceof Foreign;
    if (error.name === "AbortError") return undefined;
    if (!doubt || (isForeign && !(doubt instanceof Foreign))) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return lookOnce(error);
    }
    if (isForeign) endForGood();
    else if (isAlive) { isAlive = false; forgetNext(); emit("dead"); }
    return undefined;
  } finally {
    clearTimeout(timer);
  }
  const isOther = state?.revision !== next.revision;
  state = next;
  if (!isAlive) { isAlive = true; keepNext(); emit("alive"); }
  emit("state");
  if (isOther && !next.vault?.locked) emit("revision");
  return undefined;
}

let isStopped = false;
export function stopLooking() { isStopped = true; }

/** Looks once per second; seldom while the page is hidden. */
export function startLooking() {
  let timer;
  const next = () => !isStopped && lookAfter().finally(() => { timer = setTimeout(next, document.hidden ? 5000 : 800); });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    clearTimeout(timer);
    next();
  });
  timer = setTimeout(next, 800);
}

/**
 * Encrypted requests to the program, which others can neither read nor send; Docs/development/web-resources.md has the
 * format. The token never travels. An answer that is not encrypted with its keys is not the program's.
 */

const { subtle } = crypto, chunk = 1 << 20, tag = 16, stored = "next load";
export const encode = (text) => new TextEncoder().encode(text);
const hexOf = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
let keys = null, kept = null, counter = 0;

/** The answer does not come from the program. */
export class Foreign extends Error {}

export const hasKeys = () => keys !== null;

/**
 * Makes the keys of this load of the page. The tab keeps a secret for the next load, which decrypts no earlier traffic;
 * and only a reload may use it, not a window that another page opens.
 */
export async function makeKeys(token) {
  const mayBeKept = ["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type);
  const [number, secret] = token ? [0, token] : mayBeKept ? (sessionStorage.getItem(stored) ?? "").split(" ") : [];
  forgetNext();
  if (!secret) return false;
  const base = await subtle.importKey("raw", Uint8Array.from(secret.match(/../g), (pair) => parseInt(pair, 16)), "HKDF", false, ["deriveBits", "deriveKey"]);
  const channel = hexOf(crypto.getRandomValues(new Uint8Array(16)));
  const from = (purpose) => ({ name: "HKDF", hash: "SHA-256", salt: encode("totp-import page"), info: encode(purpose) });
  const cipher = { name: "AES-GCM", length: 256 };
  keys = {
    name: `Page ${number} ${channel}`,
    proof: await subtle.deriveKey(from(`proof ${channel}`), base, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"]),
    requests: await subtle.deriveKey(from(`requests ${channel}`), base, cipher, false, ["encrypt"]),
    answers: await subtle.deriveKey(from(`answers ${channel}`), base, cipher, false, ["decrypt"]),
  };
  kept = `${Number(number) + 1} ${hexOf(await subtle.deriveBits(from("next load"), base, 256))}`;
  keepNext();
  return true;
}

export const keepNext = () => { if (kept) sessionStorage.setItem(stored, kept); };
export const forgetNext = () => sessionStorage.removeItem(stored);

export function forgetKeys() {
  keys = kept = null;
  forgetNext();
}

/** Never the same twice for one key. */
function nonce(count, number) {
  const view = new DataView(new ArrayBuffer(12));
  view.setUint32(0, Math.floor(count / 2 ** 32));
  view.setUint32(4, count);
  view.setUint32(8, number);
  return { name: "AES-GCM", iv: view };
}

export const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());

export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

async function seal({ requests }, count, head, body) {
  const size = body.size ?? body.length, start = encode(JSON.stringify({ ...head, size }));
  const length = new Uint8Array(4), parts = [length];
  new DataView(length.buffer).setUint32(0, start.length);
  for (let at = 0, number = 0; at < size || number === 0; at += chunk, number += 1) {
    const piece = body.subarray?.(at, at + chunk) ?? await bytesOf(body.slice(at, at + chunk));
    parts.push(new Uint8Array(await subtle.encrypt(nonce(count, number), requests, number ? piece : joined([start, piece]))));
  }
  // A browser keeps large ones on the disk; these can be.
  return size < 16 * chunk ? joined(parts) : new Blob(parts);
}

async function unseal({ answers }, count, bytes) {
  const length = new DataView(bytes.buffer).getUint32(0), pieces = [];
  for (let at = 4, number = 0; at < bytes.length; number += 1) {
    const end = Math.min(bytes.length, at + chunk + tag + (number ? 0 : length));
    pieces.push(new Uint8Array(await subtle.decrypt(nonce(count, number), answers, bytes.subarray(at, end))));
    at = end;
  }
  const { status, headers, size } = JSON.parse(new TextDecoder().decode(pieces[0].subarray(0, length)));
  pieces[0] = pieces[0].subarray(length);
  const body = pieces.length > 1 ? joined(pieces) : pieces[0];
  if (body.length !== size) throw new Foreign();
  return new Response(size ? body : null, { status, headers });
}

/** Asks the program, and returns its answer as `fetch` would. Throws ``Foreign``, or the errors of `fetch`. */
export async function ask(method, path, headers, body, signal) {
  if (!keys) throw new Foreign();
  const own = keys, count = counter += 1;
  const given = typeof body === "string" ? encode(body) : body ?? new Uint8Array();
  const sealed = await seal(own, count, { method, target: `/api/${path}`, headers }, given);
  const said = encode(`POST /api\n${count}\n${sealed.size ?? sealed.length}`);
  const answer = await fetch("/api", {
    method: "POST", body: sealed, signal, cache: "no-store", credentials: "omit", redirect: "manual",
    headers: { Authorization: `${own.name} ${count} ${hexOf(await subtle.sign("HMAC", own.proof, said))}`, "Content-Type": "application/octet-stream" },
  });
  const bytes = await bytesOf(answer);
  try { return await unseal(own, count, bytes); } catch { throw new Foreign(); }
}

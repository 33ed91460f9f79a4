/** The camera and the screen as inputs: frames go to the program one after the other, outlines come back. */

import { look, on, read, state } from "./api.js";
import { $, announce, attempt, button, choice, counted, during, el, fill, icon, note, problemText, showDialog, toneIcon, tones } from "./ui.js";
import { batchBox, outlineClasses, points, refresh } from "./add.js";

let session = null;
let isMuted = false;

const words = {
  camera: {
    heading: "Camera", wait: "Waiting for the camera. The browser may ask you to allow it.", stop: "Stop the camera",
    start: "Hold a QR code in front of the camera: a phone, a screen or paper.",
    NotAllowedError: "The browser may not use the camera. Allow it at the camera sign in the address bar, then try again.",
    NotFoundError: "No camera was found. Connect one, or take a photo of the QR code and drop it here.",
    NotReadableError: "Another program uses the camera. Close it there, then try again.",
    missing: "This browser gives no camera to pages. Take a photo of the QR code and drop it here.",
  },
  screen: {
    heading: "Screen", wait: "Choose what to share.", stop: "Stop sharing",
    start: "Open the window with the QR code. It is read as soon as it can be seen.",
    NotAllowedError: "The screen is not shared. Choose a window or the screen, then press Share. On a Mac, allow it in "
      + "System Settings › Privacy & Security › Screen Recording.",
    missing: "This browser cannot share the screen. Take a screenshot and paste it here.",
  },
};

export async function openLive(kind, device) {
  endSession();
  fill($("add-place"));
  if (!$("live-view")) showDialog(el("dialog", { id: "live-view", "aria-label": words[kind].heading }, el("div", { id: "live-content" }))).then(endSession);
  const own = session = { kind, isOver: false, codeAt: performance.now(), unreadAt: 0, counts: new Map() };
  show(own, note("info", words[kind].wait));
  const media = navigator.mediaDevices;
  try {
    if (!media || (kind === "screen" && !media.getDisplayMedia)) throw new DOMException("", "missing");
    own.stream = await during("Waiting", () => kind === "screen"
      ? media.getDisplayMedia({ video: { frameRate: { ideal: 5 } }, audio: false })
      : media.getUserMedia({ audio: false, video: {
        width: { ideal: 1920 }, height: { ideal: 1080 },
        ...(device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } }),
      } }), { place: $("live-content").firstElementChild });
  } catch (error) {
    if (own.isOver) return;
    const text = words[kind][error.name] ?? words[kind].missing;
    return show(own, note("bad", text), error.name !== "missing" && again(kind, device));
  }
  if (own.isOver) return own.stream.getTracks().forEach((track) => track.stop());
  await run(own);
}

/** The camera is off from here on. */
function endSession() {
  if (!session) return;
  session.isOver = true;
  session.stream?.getTracks().forEach((track) => track.stop());
  session = null;
}

export function closeLive() {
  endSession();
  $("live-view")?.close();
}

const again = (kind, device) => button("Try again", { id: "live-again", class: "primary", click: () => openLive(kind, device) });

/** Before there is a picture, and when there will be none. */
function show(own, ...content) {
  fill($("live-content"), el("div.alone", content, stopButton(own)));
  $("live-stop").focus();
}

const stopButton = (own) => button(own.stream ? words[own.kind].stop : "Close", { symbol: "close", id: "live-stop", click: closeLive });

async function run(own) {
  const video = el("video", { muted: true, playsinline: true, "aria-label": `Live image of the ${own.kind}` });
  video.muted = true;
  video.srcObject = own.stream;
  const track = own.stream.getVideoTracks()[0];
  track.addEventListener("ended", () => {
    if (own.isOver) return;
    if (own.kind === "screen") { closeLive(); announce("Sharing has stopped."); return; }
    endSession();
    show({ kind: own.kind }, note("bad", "The camera was disconnected. Connect it, then try again."), again(own.kind));
  });
  const marks = el("svg.outlines", { "aria-hidden": "true" });
  const stage = el("div.stage", video, marks);
  // A camera that faces the user is shown mirrored, as people expect; the frames that are sent are not.
  if (own.kind === "camera" && track.getSettings().facingMode === "user") stage.style.transform = "scaleX(-1)";
  const line = el("p", { id: "live-said", role: "status" }, words[own.kind].start);
  const sound = el("button.plain", { id: "live-sound", "aria-label": "Sound", click: () => { isMuted = !isMuted; drawSound(); } });
  const drawSound = () => {
    fill(sound, icon(isMuted ? "mute" : "sound"), el("span", isMuted ? "Sound: off" : "Sound: on"));
    sound.setAttribute("aria-pressed", String(!isMuted));
  };
  drawSound();
  const list = el("ol", { id: "live-news", "aria-label": "What came in", tabindex: "0" });
  const boxes = el("div", { id: "live-batches" });
  fill($("live-content"), stage, el("div.over", list, boxes, el("div.bar", line, await cameras(own, track), sound, stopButton(own))));
  if (own.isOver) return;
  $("live-stop").focus({ preventScroll: true });
  try { await video.play(); } catch { if (own.isOver) return; }
  await frames(own, { video, marks, line, list, boxes, stage });
}

async function cameras(own, track) {
  if (own.kind !== "camera") return null;
  let all;
  try { all = (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === "videoinput"); } catch { return null; }
  if (all.length < 2) return null;
  const now = track.getSettings().deviceId;
  return choice(all.map((device) => device.deviceId), now,
    { "aria-label": "Camera", change: (event) => openLive("camera", event.target.value) },
    (id) => all.find((device) => device.deviceId === id).label || "Camera");
}

async function frames(own, view) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  // Camera images are scanned at 1920 pixels at most; a screen has small codes, so it keeps its pixels.
  const longest = own.kind === "camera" ? 1920 : 3840;
  while (!own.isOver) {
    const { videoWidth, videoHeight } = view.video;
    if (videoWidth < 16 || videoHeight < 16) { await pause(50); continue; }
    const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
    const width = Math.round(videoWidth * scale), height = Math.round(videoHeight * scale);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.drawImage(view.video, 0, 0, width, height);
    const started = performance.now();
    try {
      const gray = luma(context.getImageData(0, 0, width, height).data);
      measure(own, gray);
      const answer = await read("POST", "frames", {
        body: gray, quietly: true,
        headers: { "Frame-Width": String(width), "Frame-Height": String(height), "Frame-Source": own.kind },
      });
      if (own.isOver) return;
      take(own, answer, view, width, height);
    } catch (problem) {
      if (own.isOver || problem.isHandled) return closeLive();
      view.line.textContent = problemText(problem);
      await pause(1000);
    }
    await pause(own.kind === "screen" ? Math.max(30, 300 - (performance.now() - started)) : 0);
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** 8-bit luma (BT.601) of RGBA pixels. */
function luma(pixels) {
  const gray = new Uint8Array(pixels.length / 4);
  for (let from = 0, to = 0; to < gray.length; from += 4, to += 1) {
    gray[to] = (77 * pixels[from] + 150 * pixels[from + 1] + 29 * pixels[from + 2]) >> 8;
  }
  return gray;
}

/** How bright a frame is, and how much of it has changed since the one before, of some of its pixels. */
function measure(own, gray) {
  const some = Uint8Array.from({ length: Math.floor(gray.length / 997) }, (_, at) => gray[at * 997]), before = own.some ?? some;
  own.light = some.reduce((sum, one) => sum + one, 0) / some.length;
  own.motion = some.reduce((sum, one, index) => sum + Math.abs(one - (before[index] ?? one)), 0) / some.length;
  own.some = some;
}

/** What would help a camera that has read nothing for 4 seconds; nothing until then. */
function hint(own, unread, width, height) {
  const now = performance.now();
  const sides = unread.map((corners) => Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]));
  if (sides.length) [own.unreadAt, own.side] = [now, Math.max(...sides)];
  if (own.kind !== "camera" || now - own.codeAt < 4000) return "";
  if (own.light < 50) return "More light.";
  if (own.motion > 12) return "Hold still.";
  return now - own.unreadAt < 2000 && own.side > Math.min(width, height) / 3 ? "Hold still." : "Closer.";
}

function take(own, answer, view, width, height) {
  view.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
  fill(view.marks, answer.codes.map((code) => el("polygon", {
    points: points(code.corners), class: outlineClasses[code.kind] ?? "", data: { state: code.state },
  })));
  if (answer.codes.length) own.codeAt = performance.now();
  const help = hint(own, answer.unread, width, height);
  if (help && view.line.textContent !== help) view.line.textContent = help;
  for (const news of answer.news) {
    view.line.textContent = news.text;
    view.list.append(el("li", { data: { kind: news.kind } }, toneIcon(tones[news.kind]), el("span", news.text,
      news.names && el("span.quiet", ` ${news.names.join(", ")}`))));
    while (view.list.childElementCount > 50) view.list.firstElementChild.remove();
    view.list.scrollTop = view.list.scrollHeight;
  }
  if (answer.news.length) {
    if (answer.news.some((news) => news.kind === "green")) {
      tick();
      view.stage.classList.remove("flash");
      // Reading the width makes the browser start the animation from its beginning.
      void view.stage.offsetWidth;
      view.stage.classList.add("flash");
    }
    attempt(refresh);
  }
  if (answer.revision !== state?.revision) attempt(look);
  for (const { part, count, state: seen } of answer.codes) {
    if (part && seen === "new") own.counts.set(part.batch, [...own.counts.get(part.batch) ?? [], count]);
  }
  if (!answer.batches) return;
  fill(view.boxes, answer.batches.filter((batch) => batch.parts > 1).map(batchBox));
  const shown = answer.batches.filter(({ id }) => own.counts.has(id));
  if (shown.length && shown.every((batch) => !batch.missing.length && !batch.problem)) finish(own, shown);
}

/** The last part is in: nobody has to press Stop. */
function finish(own, batches) {
  const parts = batches.reduce((sum, batch) => sum + batch.parts, 0), counts = [...own.counts.values()].flat();
  // Parts that came in otherwise were not counted here.
  const found = counts.length === parts && ` ${counted(counts.reduce((sum, one) => sum + one, 0), "account")}.`;
  endSession();
  const go = (text, part, kind) => button(text, { id: `live-${part}`, class: kind, click: () => { closeLive(); location.hash = `#/${part}`; } });
  const said = `All ${parts} parts.${found || ""}`;
  fill($("live-content"), el("div.alone.done", icon("check"), el("h2", { id: "live-done" }, said), el("p", "The camera is off."),
    el("div.actions", go("See them", "accounts", "plain"), go("Move them", "move", "primary"), button("Close", { id: "live-stop", click: closeLive }))));
  $("live-move").focus();
  announce(said);
}

let audio = null;

function tick() {
  if (isMuted || !window.AudioContext) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
  tone.frequency.value = 1320;
  volume.gain.setValueAtTime(0.0001, now);
  volume.gain.exponentialRampToValueAtTime(0.08, now + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}

on("locked", closeLive);

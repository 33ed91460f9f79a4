/** The camera and the screen as inputs: frames go to the program one after the other, outlines come back. */

import { look, on, read, state } from "./api.js";
import { $, announce, button, choice, el, fill, icon, note, problemText, toneIcon, tones } from "./ui.js";
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
  closeLive();
  fill($("add-place"));
  location.hash = "#/add";
  const own = session = { kind, isOver: false, seen: new Set() };
  show(own, note("info", words[kind].wait));
  const media = navigator.mediaDevices;
  try {
    if (!media || (kind === "screen" && !media.getDisplayMedia)) throw new DOMException("", "missing");
    own.stream = kind === "screen"
      ? await media.getDisplayMedia({ video: { frameRate: { ideal: 5 } }, audio: false })
      : await media.getUserMedia({ audio: false, video: {
        width: { ideal: 1920 }, height: { ideal: 1080 },
        ...(device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } }),
      } });
  } catch (error) {
    if (own.isOver) return;
    const text = words[kind][error.name] ?? words[kind].missing;
    return show(own, note("bad", text), error.name !== "missing" && button("Try again", { click: () => openLive(kind, device) }));
  }
  if (own.isOver) return own.stream.getTracks().forEach((track) => track.stop());
  await run(own);
}

export function closeLive() {
  if (!session) return;
  session.isOver = true;
  session.stream?.getTracks().forEach((track) => track.stop());
  session = null;
  $("live-view").hidden = true;
  $("batches").hidden = false;
  fill($("live-view"));
}

export const isLive = () => session !== null;

/** Before there is a picture, or when there will be none. */
const show = (own, ...content) =>
  fillView(el("div.bar", el("h2", words[own.kind].heading), el("span.said"), stopButton(own)), el("div.bar", content));

function fillView(...content) {
  fill($("live-view"), content).hidden = false;
  $("live-view").scrollIntoView({ block: "nearest" });
}

function stopButton(own) {
  return button(own.stream ? words[own.kind].stop : "Close", { symbol: "close", id: "live-stop", click: () => {
    closeLive();
    $(`use-${own.kind}`).focus();
  } });
}

async function run(own) {
  const video = el("video", { muted: true, playsinline: true, "aria-label": `Live image of the ${own.kind}` });
  video.muted = true;
  video.srcObject = own.stream;
  const track = own.stream.getVideoTracks()[0];
  track.addEventListener("ended", () => {
    if (own.isOver) return;
    if (own.kind === "screen") { closeLive(); announce("Sharing has stopped."); return; }
    own.isOver = true;
    show(own, note("bad", "The camera was disconnected. Connect it, then try again."),
      button("Try again", { click: () => openLive(own.kind) }));
  });
  const marks = el("svg.outlines", { "aria-hidden": "true" });
  const stage = el("div", video, marks);
  // A camera that faces the user is shown mirrored, as people expect; the frames that are sent are not.
  if (own.kind === "camera" && track.getSettings().facingMode === "user") stage.style.transform = "scaleX(-1)";
  const line = el("p.said", { id: "live-said", role: "status" }, words[own.kind].start);
  const sound = el("button.plain", { id: "live-sound", "aria-label": "Sound", click: () => { isMuted = !isMuted; drawSound(); } });
  const drawSound = () => {
    fill(sound, icon(isMuted ? "mute" : "sound"), el("span", isMuted ? "Sound: off" : "Sound: on"));
    sound.setAttribute("aria-pressed", String(!isMuted));
  };
  drawSound();
  const list = el("ol", { id: "live-news", "aria-label": "What came in" });
  const boxes = el("div", { id: "live-batches" });
  $("batches").hidden = true;
  fillView(el("div.stage", stage), el("div.bar", line, await cameras(own, track), sound, stopButton(own)), list, boxes);
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
      const answer = await read("POST", "frames", {
        body: luma(context.getImageData(0, 0, width, height).data), quietly: true,
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

function take(own, answer, view, width, height) {
  view.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
  fill(view.marks, answer.codes.map((code) => el("polygon", {
    points: points(code.corners), class: outlineClasses[code.kind] ?? "", data: { state: code.state },
  })));
  for (const news of answer.news) {
    view.line.textContent = news.text;
    view.list.prepend(el("li", { data: { kind: news.kind } }, toneIcon(tones[news.kind]), ` ${news.text}`));
    while (view.list.childElementCount > 50) view.list.lastElementChild.remove();
  }
  if (answer.news.length) {
    if (answer.news.some((news) => news.kind === "green")) {
      tick();
      view.stage.classList.remove("flash");
      // Reading the width makes the browser start the animation from its beginning.
      void view.stage.offsetWidth;
      view.stage.classList.add("flash");
    }
    refresh();
  }
  if (answer.batches) fill(view.boxes, answer.batches.filter((batch) => batch.parts > 1).map(batchBox));
  if (answer.revision !== state?.revision) look();
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

on("dead", closeLive);
on("locked", closeLive);

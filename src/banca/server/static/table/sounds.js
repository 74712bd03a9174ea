// Sounds, calls and a touch of vibration for who wants them: one switch, off until it is pressed. It listens to what the page shows, and shows nothing itself.
// Every sound is made here, of noise and tones; nothing is fetched.

import { byId, isStill, language, locale, say } from "../page.js";

const KEPT = "banca-sounds";
const TOUCH = { no: [60], win: [30, 60, 30] };
/** Voices that a language may be called in, the best first. */
const VOICES = { en: ["en-GB", "en"], pt: ["pt-PT", "pt"], "zh-Hant": ["zh-HK", "yue", "zh-MO", "zh-TW", "zh"] };
const toggle = byId("sounds", HTMLInputElement);
/** @type {AudioContext | null} */
let sound = null;

const isOn = () => localStorage.getItem(KEPT) === "on";

function showSwitch() {
  toggle.checked = isOn();
  document.body.dataset.sounds = isOn() ? "on" : "off";
}

/** The sound itself, made when it is first wanted; a browser may hold it back until something is pressed. */
function context() {
  sound ??= new AudioContext();
  if (sound.state === "suspended") sound.resume().catch(() => {});
  return sound;
}

/** A tone that fades: from `at` seconds on, of `pitch` hertz. @param {OscillatorType} shape */
function tone(at, pitch, long, loud, shape = "sine") {
  const audio = context();
  const [from, fading] = [audio.currentTime + at, audio.createGain()];
  const made = new OscillatorNode(audio, { type: shape, frequency: pitch });
  fading.gain.setValueAtTime(loud, from);
  fading.gain.exponentialRampToValueAtTime(0.0001, from + long);
  made.connect(fading).connect(audio.destination);
  made.start(from);
  made.stop(from + long);
}

/** A knock: noise around a pitch that fades at once. */
function knock(at, pitch, long, loud) {
  const audio = context();
  const noise = new AudioBuffer({ length: Math.ceil(audio.sampleRate * long), sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length) ** 3 * loud;
  const made = new AudioBufferSourceNode(audio, { buffer: noise });
  made.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.2 })).connect(audio.destination);
  made.start(audio.currentTime + at);
}

const SOUNDS = {
  dice: () => [0, 0.09, 0.16, 0.27, 0.34, 0.46].forEach((at) => knock(at, 1200 + 900 * Math.random(), 0.06, 0.5)),
  ball: () => { for (let [at, gap] = [0, 0.05]; at < 1.4; at += gap, gap *= 1.1) knock(at, 3400, 0.02, 0.25); },
  chip: () => { tone(0, 3100, 0.05, 0.12); tone(0.045, 3900, 0.07, 0.1); knock(0, 4200, 0.02, 0.3); },
  win: () => [523, 659, 784, 1047].forEach((pitch, number) => tone(number * 0.09, pitch, 0.35, 0.12, "triangle")),
  no: () => tone(0, 150, 0.16, 0.16, "triangle"),
};

/** What goes with motion is left out where somebody wants less of it. */
const WITH_MOTION = ["dice", "ball"];

function play(name) {
  if (!isOn() || (isStill() && WITH_MOTION.includes(name))) return;
  toggle.dataset.sounded = name;
  if (TOUCH[name] && !isStill()) navigator.vibrate?.(TOUCH[name]);
  SOUNDS[name]();
}

/** A call, as a croupier says it, where the browser has a voice for the language. */
function call(text) {
  if (!isOn() || !text) return;
  toggle.dataset.called = text;
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  const voice = VOICES[language].map((wanted) => voices.find(({ lang }) => lang.replace("_", "-").startsWith(wanted))).find(Boolean);
  if (!voice) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang || locale, rate: 1.05 }));
}

/** Calls `told` with what a part of the page says, each time that this changes. */
function listen(id, told, attribute = "") {
  const place = document.getElementById(id);
  if (!place) return;
  const now = () => (attribute ? place.getAttribute(attribute) ?? "" : (place.textContent ?? "").trim());
  let last = now();
  new MutationObserver(() => {
    const said = now();
    if (said === last) return;
    last = said;
    told(said, place);
  }).observe(place, { childList: true, characterData: true, subtree: true, attributes: Boolean(attribute) });
}

function start() {
  const kind = document.querySelector("#device svg.device")?.getAttribute("data-kind");
  const rolls = () => play(kind === "rotor" ? "ball" : "dice");
  const calls = [say("place_bets"), say("no_more_bets")];
  listen("device", (stands) => { if (stands === "moving") rolls(); }, "data-stands");
  listen("hint", (said) => { if (calls.includes(said)) call(said); });
  listen("outcome", call);
  listen("wallet", () => play("chip"));
  listen("sum", (_said, place) => { if (place.querySelector(".win")) play("win"); });
  listen("felt-refused", (said) => { if (said) play("no"); });
}

showSwitch();
toggle.disabled = false;
toggle.addEventListener("change", () => {
  localStorage.setItem(KEPT, toggle.checked ? "on" : "off");
  showSwitch();
  if (isOn()) play("chip");
  else globalThis.speechSynthesis?.cancel();
});
addEventListener("storage", ({ key }) => { if (key === KEPT) showSwitch(); });
new MutationObserver((_changes, observer) => {
  if (!document.body.dataset.ready) return;
  observer.disconnect();
  start();
}).observe(document.body, { attributes: true, attributeFilter: ["data-ready"] });

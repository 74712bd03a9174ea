// The house over HTTP: one place that asks, refuses and tries again.

import { language, listed, say, told } from "./page.js";

/** The house said no: what it said, with its clause. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.detail);
    this.code = problem.code;
    this.cite = problem.cite;
    this.status = problem.status;
    this.line = problem.line;
    this.strategy = problem.strategy;
  }
}

/** It is not done: it takes a second person and waits for one. Nobody takes it for done, as it is thrown. */
export class Waits extends Error {
  constructor({ number, seconds, half }) {
    super(say("waits", { number, seconds: listed(seconds) }));
    this.half = half;
  }
}

/** Why something was not done, said beside what was pressed; what only waits is no refusal. */
export function tellFault(place, fault) {
  place.textContent = fault.message;
  place.classList.toggle("waits", fault instanceof Waits);
}

async function send(method, path, body, signal) {
  const headers = { "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && told.me) headers["X-CSRF-Token"] = told.me.csrf;
  const answer = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  if (!answer.ok) {
    const isTold = kindOf(answer).includes("json");
    const refused = new Refused(isTold ? await answer.json() : { detail: answer.statusText, status: answer.status });
    if (refused.code === "factor_must_be_set" && location.pathname !== "/me") location.assign(`/me?to=${encodeURIComponent(location.pathname)}`);
    throw refused;
  }
  return answer;
}

const kindOf = (answer) => answer.headers.get("Content-Type") ?? "";

async function ask(method, path, body, signal) {
  const answer = await send(method, path, body, signal);
  if (answer.status === 204) return null;
  const kind = kindOf(answer);
  const said = await (kind.includes("json") && !kind.includes("jsonl") ? answer.json() : answer.text());
  if (answer.status === 202 && said.seconds) throw new Waits(said);
  return said;
}

export const get = (path) => ask("GET", path);

/** A page of a long list, and the address of the next one; none where this was the last. */
export async function getPage(path) {
  const answer = await send("GET", path);
  const [, next] = /<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "") ?? [];
  return { lines: await answer.json(), next: next ?? null };
}
export const post = (path, body, signal) => ask("POST", path, body, signal);
export const remove = (path) => ask("DELETE", path);

/** A picture that the house draws of what it is sent. */
export const picture = async (path, body) => (await send("POST", path, body)).text();

/** A file that the house makes of what it is sent, kept as it names it. */
export async function download(path, body) {
  const answer = await send("POST", path, body);
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "") ?? [];
  save(await answer.blob(), name ?? "");
  return name;
}

/** Something to be kept as a file. */
export function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** An id of our own making: sent twice, carried out once. */
export const newId = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");

const PATIENCE = 30_000;

/** The same request under the same id until the house answers: carried out once, however often it is sent. */
export async function persist(path, body) {
  const until = Date.now() + PATIENCE;
  for (let wait = 250; ; wait = Math.min(wait * 2, 2000)) {
    try {
      return await post(path, body);
    } catch (fault) {
      const isAway = fault instanceof Refused ? fault.status === 503 : !(fault instanceof Waits);
      if (!isAway) throw fault;
      if (Date.now() > until) throw new Error(say("offline"));
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/** Something to be done at a table. */
export const command = (table, what) => persist(`/api/v1/tables/${table}/commands`, { id: newId(), command: what });

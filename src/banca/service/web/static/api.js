// The house over HTTP: one place that asks, refuses and tries again.

import { language, say, told } from "./page.js";

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

async function ask(method, path, body) {
  const headers = { "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && told.me) headers["X-CSRF-Token"] = told.me.csrf;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!answer.ok) {
    throw new Refused(kind.includes("json") ? await answer.json() : { detail: answer.statusText, status: answer.status });
  }
  if (answer.status === 204) return null;
  return kind.includes("json") && !kind.includes("jsonl") ? answer.json() : answer.text();
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const remove = (path) => ask("DELETE", path);

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
      const isAway = !(fault instanceof Refused) || fault.status === 503;
      if (!isAway) throw fault;
      if (Date.now() > until) throw new Error(say("offline"));
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/** Something to be done at a table. */
export const command = (table, what) => persist(`/api/v1/tables/${table}/commands`, { id: newId(), command: what });

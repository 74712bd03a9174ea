// What follows from a proposal: edges, prizes and what they would do, examples, the layout, and its place among the game's bets.

import { drawingOf, el, exact as written, labelled, listed, number, patacas, say } from "../page.js";

const FEW = 3;
const SHORT = 48;
/** What is shown. @type {any} */
let report = null;

/** Show a study; `go` leads to a line of its text. What was opened stays open. */
export function show(place, found, go) {
  report = found;
  const open = new Map([...place.querySelectorAll("details[data-key]")].map((one) => [one.dataset.key, one.open]));
  const isOpen = (key, usual) => open.get(key) ?? usual;
  const byKey = new Map(report.bets.map((one) => [one.key, one]));
  const alike = report.families.map((keys) => keys.map((key) => byKey.get(key)));
  place.replaceChildren(
    el("h3", { class: "title" }, report.title, " ", el("span", { class: "soft" }, `${report.game_title} · ${report.instrument}`)),
    ...(report.caution ? [el("p", { class: "caution soft" }, report.caution)] : []),
    ...warnings(),
    summary(alike),
    ...alike.map((same) => bet(same, isOpen(same[0].key, alike.length <= FEW), go)),
    layout(),
    comparison());
}

const nameOf = (same) => (same.length > 1 ? say("alike", { family: same[0].family, count: same.length }) : same[0].name);


/** Rounded for the eye, and exactly; what is very long is cut in tables, and whole where it is pointed at. */
function both(figure, isWhole = false) {
  const isCut = !isWhole && figure.exact.length > SHORT;
  const exact = written(isCut ? `${figure.exact.slice(0, SHORT / 2)}…` : figure.exact);
  return [el("span", { class: "rounded" }, figure.said), " ", el("span", { class: "exact", title: isCut ? figure.exact : null }, exact)];
}

const oneIn = (text) => (text ? number(Number(text), 2, 2) : "–");

function table(caption, heads, rows, { label = caption, isHidden = false } = {}) {
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
    el("table", {},
      el("caption", { class: isHidden ? "sr" : null }, caption),
      el("thead", {}, el("tr", {}, ...heads.map(([name, isNumber]) => el("th", { scope: "col", class: isNumber ? "number" : null }, name)))),
      el("tbody", {}, ...rows)));
}

const cell = (isNumber, ...children) => el("td", { class: isNumber ? "number" : null }, ...children);
const head = (...children) => el("th", { scope: "row" }, ...children);

function warnings() {
  if (!report.warnings.length) return [];
  return [el("ul", { class: "warnings" }, ...report.warnings.map((one) => el("li", {}, el("strong", {}, say("warning")), " ", one.said)))];
}

function summary(alike) {
  const rows = alike.map((same) => [same, same[0]]).map(([same, one]) =>
    el("tr", {}, head(nameOf(same)), cell(false, one.pays), el("td", { class: "number edge" }, ...both(one.edge)), cell(true, oneIn(one.one_in))));
  return table(say("bets"), [[say("bet")], [say("pays")], [say("edge"), true], [say("one_in"), true]], rows);
}

function bet(same, isOpen, go) {
  const [one] = same;
  const kind = say(one.is_new ? "is_new" : "is_changed");
  const toLine = one.line ? el("button", { type: "button", class: "quiet", onclick: () => go(one.line) }, say("go_to_line", { line: one.line })) : null;
  return el("details", { class: "card bet", open: isOpen, "data-key": one.key },
    el("summary", {}, el("h3", {}, nameOf(same)), " ", el("span", { class: "badge" }, kind), " ", el("strong", { class: "edge" }, one.edge.said)),
    same.length > 1 ? el("p", { class: "soft small" }, listed(same.map(({ name }) => name))) : null,
    one.description ? el("p", {}, one.description) : null,
    el("p", { class: "row" }, one.when ? el("span", { class: "badge" }, one.when) : null, toLine),
    figures(one),
    prizes(one),
    examples(one),
    el("p", { class: "soft small" }, say("rounded", { stake: patacas(one.rounded.stake), chip: patacas(one.rounded.chip), edge: one.rounded.edge.said })),
    el("p", { class: "soft small" }, say("liability", { prize: patacas(one.liability.prize), stake: patacas(one.liability.stake), chance: one.liability.chance.said })));
}

function figures(one) {
  const row = (name, ...value) => el("div", {}, el("dt", {}, name), el("dd", {}, ...value));
  const was = one.edge_before ? [" ", el("span", { class: "soft" }, say("edge_before", { edge: one.edge_before.said }))] : [];
  return el("dl", { class: "figures" },
    row(say("edge"), ...both(one.edge, true), ...was),
    row(say("wins"), ...both(one.win), ` · ${say("one_in")} ${oneIn(one.one_in)}`),
    row(say("loses"), ...both(one.lose)),
    one.results.some(({ kind }) => kind === "push") ? row(report.figure_words.p_push, ...both(one.push)) : null,
    row(report.figure_words.mean_rounds, number(Number(one.rounds.decimal), 2, 2)),
    row(report.figure_words.house_edge_per_round, ...both(one.edge_per_round)),
    row(say("sd"), number(one.sd, 4, 4)));
}

function prizes(one) {
  const step = (pays, edge) => (edge ? cell(true, el("span", { class: "rounded" }, edge.said), " ", el("span", { class: "soft" }, pays)) : cell(true, "–"));
  const rows = one.prizes.map((row) => el("tr", {},
    head(row.name ? labelled(row.name, row.pays) : row.pays),
    cell(true, ...both(row.chance)),
    cell(true, oneIn(row.one_in)),
    step(row.lower, row.edge_lower),
    step(row.higher, row.edge_higher)));
  return table(say("prizes"), [[say("prize")], [say("chance"), true], [say("one_in"), true], [say("lower"), true], [say("higher"), true]], rows);
}

function examples(one) {
  const rows = one.examples.map((row) => el("tr", {},
    head(row.outcomes.join(" · ")), cell(false, row.said), cell(true, patacas(row.stake)), cell(true, patacas(row.received)), el("td", { class: `number ${row.kind}` }, patacas(row.net))));
  return table(say("example"), [[say("outcomes")], [say("result")], [say("staked"), true], [say("received"), true], [say("net"), true]], rows);
}

function layout() {
  const drawn = drawingOf(report.layout);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", say("layout"));
  return el("figure", { class: "preview" }, el("figcaption", {}, say("layout")), drawn);
}

function comparison() {
  const rows = report.comparison.map((one) => el("tr", { class: one.is_proposed ? "proposed" : null },
    head(one.name, one.is_proposed ? el("span", { class: "badge" }, say("proposed")) : "", one.count > 1 ? el("small", {}, ` × ${one.count}`) : ""),
    cell(false, one.pays),
    cell(true, ...both(one.edge)),
    cell(true, one.win.said),
    cell(true, number(Number(one.rounds.decimal), 2, 2)),
    cell(true, number(Number(one.sd), 4, 4))));
  const part = table(say("comparison"), [[say("bet")], [say("pays")], [say("edge"), true], [say("wins"), true], [report.figure_words.mean_rounds, true], [say("sd"), true]], rows);
  part.classList.add("comparison");
  return part;
}

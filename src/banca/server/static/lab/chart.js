// The pictures of a run, drawn as wide as there is room: the fan of the money, and where it ends.

import { number, percent, say, svg } from "../page.js";

const LEFT = 58;
const BOTTOM = 40;
const TOP = 12;
const BANDS = [["outer", "5%", "95%"], ["inner", "25%", "75%"]];
const LABELS = ["50%", "95%", "5%", "75%", "25%"];
const LINE = 13;

/** What all strategies together span, so that they can be held against each other. */
export function scales(found) {
  const fans = found.flatMap((one) => one.fan);
  const bars = found.flatMap((one) => one.histogram.filter((bar) => bar.sessions));
  return {
    rounds: Math.max(...fans.map((row) => row.round)),
    money: span(fans.flatMap((row) => [row["5%"], row["95%"]])),
    last: span([...bars.flatMap((bar) => [bar.from, bar.to]), ...found.map(startOf)]),
    most: Math.max(...found.flatMap((one) => one.histogram.map((bar) => bar.sessions / one.sessions))),
  };
}

const startOf = (one) => Number(one.session.bankroll ?? 0);

function span(amounts) {
  const low = Math.min(...amounts);
  const high = Math.max(...amounts);
  return high - low >= 1 ? [low, high] : [low - 1, high + 1];
}

/** Round numbers from at or below the least to at or above the most. */
function ticks([low, high], about) {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

const scale = (from, to, start, end) => (value) => start + ((value - from) / (to - from)) * (end - start);
const thousands = (value) => number(value, Math.abs(value) < 10 ? 2 : 0);
const wide = (text) => text.length * 6.6 + 6;

function frame(width, height, about, ...parts) {
  return svg("svg", { class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": about }, ...parts);
}

const text = (x, y, words, anchor = "start", kind) => svg("text", { x, y, "text-anchor": anchor, class: kind }, words);
const line = (x1, y1, x2, y2, kind) => svg("line", { x1, y1, x2, y2, class: kind });

function axes(width, height, right, x, y, xs, ys, xTitle, yTitle, writeY) {
  const bottom = height - BOTTOM;
  const upright = ys.flatMap((value) => [line(LEFT, y(value), width - right, y(value), "grid"), text(LEFT - 6, y(value) + 4, writeY(value), "end")]);
  let free = -Infinity;
  const level = xs.flatMap((value, place) => {
    const half = wide(thousands(value)) / 2;
    const isLast = place === xs.length - 1;
    const at = isLast ? Math.min(x(value), width - half) : Math.max(x(value), half);
    if (at - half < free) return [line(x(value), bottom, x(value), bottom + 4, "axis")];
    free = at + half;
    return [line(x(value), bottom, x(value), bottom + 4, "axis"), text(at, bottom + 17, thousands(value), "middle")];
  });
  return [
    ...upright, ...level,
    line(LEFT, bottom, width - right, bottom, "axis"),
    text(width - right, height - 6, xTitle, "end", "title"),
    text(0, TOP, yTitle, "start", "title"),
  ];
}

/** Bands that hold 90 and 50 of 100 sessions, the middle one, and what one began with. */
export function drawFan(one, both, width, about) {
  const height = heightOf(width);
  const right = 44;
  const ys = ticks(both.money, height / 50);
  const y = scale(ys[0], ys[ys.length - 1], height - BOTTOM, TOP + 16);
  const x = scale(0, both.rounds, LEFT, width - right);
  const xs = ticks([0, both.rounds], width / 110).filter((value) => value <= both.rounds && Number.isInteger(value));
  const path = (name) => one.fan.map((row) => `${x(row.round).toFixed(1)},${y(row[name]).toFixed(1)}`);
  const bands = BANDS.map(([kind, low, high]) => svg("polygon", { class: kind, points: [...path(low), ...path(high).reverse()].join(" ") }));
  const has = one.session.bankroll !== undefined;
  return frame(width, height, about,
    ...axes(width, height, right, x, y, xs, ys, say("round"), say(has ? "money" : "net"), thousands),
    ...bands,
    line(LEFT, y(startOf(one)), width - right, y(startOf(one)), "start"),
    svg("polyline", { class: "median", points: path("50%").join(" ") }),
    ...labels(one.fan[one.fan.length - 1], x, y));
}

/** The shares at the right end, as many as there is room for; the middle one goes first. */
function labels(last, x, y) {
  const placed = [];
  for (const name of LABELS) {
    const at = y(last[name]);
    if (placed.every((one) => Math.abs(one.at - at) >= LINE)) placed.push({ at, words: percent(parseFloat(name) / 100, 0) });
  }
  return placed.map((one) => text(x(last.round) + 4, one.at + 4, one.words, "start", "share"));
}

/** How many of the sessions ended with how much. */
export function drawHistogram(one, both, width, about) {
  const height = heightOf(width);
  const right = 12;
  const ys = ticks([0, both.most], height / 50);
  const y = scale(0, ys[ys.length - 1], height - BOTTOM, TOP + 16);
  const xs = ticks(both.last, width / 110);
  const x = scale(xs[0], xs[xs.length - 1], LEFT, width - right);
  const bars = one.histogram.filter((bar) => bar.sessions).map((bar) => {
    const share = bar.sessions / one.sessions;
    const [from, to] = [x(bar.from), x(bar.to)];
    const words = say("bar", { from: thousands(bar.from), to: thousands(bar.to), share: percent(share, 2) });
    return svg("rect", { class: "bar", x: from, y: y(share), width: Math.max(to - from - 0.5, 1), height: Math.max(y(0) - y(share), 0.5) }, svg("title", {}, words));
  });
  const has = one.session.bankroll !== undefined;
  const start = x(startOf(one));
  return frame(width, height, about,
    ...axes(width, height, right, x, y, xs, ys, say(has ? "last_money" : "last_net"), say("share"), (value) => number(value * 100, 1)),
    ...bars,
    line(start, TOP + 16, start, height - BOTTOM, "start"));
}

const heightOf = (width) => Math.round(Math.min(Math.max(width * 0.6, 210), 320));

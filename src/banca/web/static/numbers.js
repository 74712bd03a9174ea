// How numbers are written: the same as words/numbers.py on the server, with the signs of the language that the page is told.

const AVOS = 100n;
/** Parts of an avo that are still written as decimals. */
const FINEST = 100n;
const FEW = 10;
/** Decimals that hold every float exactly which a page shows. */
const ALL = 100;

/** The value of an exact fraction written as text, as the nearest float: "7/495". */
export function decimal(fraction) {
  const [over, under] = parts(fraction);
  if (Number.isSafeInteger(Number(over)) && Number.isSafeInteger(Number(under))) return Number(over) / Number(under);
  const shift = BigInt(Math.max(0, under.toString(2).length - over.toString(2).length + 66));
  const scaled = over << shift;
  const whole = scaled / under;
  const sticky = scaled % under === 0n ? 0n : 1n;  // so that what is cut off still tips a tie
  return Number(over < 0n ? -(-whole | sticky) : whole | sticky) / 2 ** Number(shift);
}

/** A whole number or a fraction as numerator and denominator. @returns {[bigint, bigint]} */
function parts(written) {
  const [over, under = "1"] = String(written).split("/");
  return [BigInt(over), BigInt(under)];
}

const absolute = (one) => (one < 0n ? -one : one);
const common = (one, other) => (other ? common(other, one % other) : one);

/** A float, or an exact fraction written as text, as numerator and denominator. @returns {[bigint, bigint]} */
function ratio(value) {
  if (typeof value === "string") return parts(value);
  const far = Math.abs(value);
  const over = BigInt(far < 1e21 ? far.toFixed(ALL).replace(".", "") : `${BigInt(far)}${"0".repeat(ALL)}`);
  return [value < 0 ? -over : over, 10n ** BigInt(ALL)];
}

/** Without its sign, rounded to so many decimals from the exact value; half goes away from zero. */
function rounded([over, under], digits) {
  const all = ((2n * absolute(over) * 10n ** BigInt(digits) + under) / (2n * under)).toString().padStart(digits + 1, "0");
  return digits ? `${all.slice(0, -digits)}.${all.slice(-digits)}` : all;
}

/** Patacas as the server sends them, "12.50" or "25/3", in avos: "1250", "2500/3". */
export function avosOf(patacas) {
  const [over, under] = patacas.split("/");
  if (under) return `${BigInt(over) * AVOS}/${under}`;
  const [whole, rest = ""] = patacas.split(".");
  return `${whole}${rest.padEnd(2, "0")}`;
}

/** Decimals of patacas that were measured: two, or four where they are few. */
export const places = (value) => (Math.abs(value) >= FEW || Number.isInteger(value) ? 2 : 4);

/**
 * The writer of a language.
 * @param {{ thousands: string, decimals: string, minus: string }} signs
 */
export function writer({ thousands, decimals, minus }) {
  const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, thousands);

  /** Digits with a point as the language writes them. */
  function written(digits, isBelow) {
    const [whole, rest] = digits.split(".");
    return (isBelow ? minus : "") + grouped(whole) + (rest === undefined ? "" : decimals + rest);
  }

  /** A number, or an exact fraction as text, with so many decimals at most, and at least; what is rounded to nothing has no sign. */
  function number(value, most = 0, least = 0) {
    return said(ratio(value), most, least);
  }

  function said(exactly, most, least) {
    let digits = rounded(exactly, most);
    while (most > least && digits.endsWith("0")) {
      most -= 1;
      digits = digits.slice(0, -1);
    }
    if (digits.endsWith(".")) digits = digits.slice(0, -1);
    return written(digits, exactly[0] < 0n && /[1-9]/.test(digits));
  }

  /** With its sign; nothing has none. */
  function signedNumber(value, most = 0, least = 0) {
    const text = number(value, most, least);
    return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
  }

  /** A share, as a float or an exact fraction written as text, as a percentage. */
  function percent(value, digits = 3) {
    if (typeof value !== "string") return `${number(value * 100, digits, digits)}%`;
    const [over, under] = parts(value);
    return `${said([over * 100n, under], digits, digits)}%`;
  }

  /** A rate that is whole or nearly so in per cent: 5%, 2.5%. */
  const rate = (value) => `${number(Number((value * 100).toPrecision(6)), 6)}%`;

  /** A fraction as it is, with a true minus. */
  const exact = (fraction) => fraction.replace("-", minus);

  /** Avos as patacas: 12345 is 123.45, whole patacas without avos; what is finer than an avo with four decimals where that is exact, otherwise as a fraction of a pataca. */
  function money(avos) {
    const [over, under] = parts(avos);
    const [whole, rest] = [absolute(over) / (under * AVOS), absolute(over) % (under * AVOS)];
    const sign = over < 0n ? minus : "";
    const said = sign + grouped(whole.toString());
    if (!rest) return said;
    if (rest % under === 0n) return said + decimals + String(rest / under).padStart(2, "0");
    if ((rest * FINEST) % under === 0n) return said + decimals + String((rest * FINEST) / under).padStart(4, "0").replace(/0+$/, "");
    const by = common(rest, under * AVOS);
    const part = `${rest / by}/${(under * AVOS) / by}`;
    return whole ? `${said} ${part}` : sign + part;
  }

  /** A gain or a loss in patacas. */
  const signed = (avos) => (parts(avos)[0] > 0n ? "+" : "") + money(avos);

  /** The same where it is a balance: nothing won and nothing lost is ±0. */
  const gain = (avos) => (avos ? signed(avos) : `±${money(0)}`);

  /** Patacas as the server sends them: "1234.50". */
  const patacas = (text) => money(avosOf(text));

  /** Patacas that were measured. */
  const measured = (value) => number(value, places(value), places(value));

  /** An amount as it fits on a chip: 50, 1k, 2.5k, 1.2M. */
  function short(avos) {
    const value = avos / Number(AVOS);
    const three = (one) => String(Number(one.toPrecision(3))).replace(".", decimals);
    if (value >= 999_500) return `${three(value / 1e6)}M`;
    return value >= 1000 ? `${three(value / 1000)}k` : three(value);
  }

  return { number, signedNumber, percent, rate, exact, money, signed, gain, patacas, measured, short };
}

// Digests worked out in the browser, and results that were hidden behind one.

const COMMITMENT = "banca commitment";
const NONCE = /^[0-9a-f]{64}$/;
const write = new TextEncoder();

/** Whether this page may work out digests: browsers let only secure pages do it. */
export const canVerify = () => Boolean(globalThis.crypto?.subtle);

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The SHA-256 digest of bytes, in hexadecimal. */
export async function sha256(bytes) {
  let hex = "";
  for (const byte of new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) hex += hexOf[byte];
  return hex;
}

/** Random bytes of the browser's own, in hexadecimal. */
export const newNumber = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => hexOf[byte]).join("");

/** The bytes that hexadecimal digits write. */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Whether this outcome and nonce are what was committed to for this round of this table. In journals of before a commitment names
 * neither, and `round` is missing.
 */
export async function isOpenedBy({ commitment, outcome, nonce, round = 0 }, table) {
  const form = round ? `2\n${table}\n${round}` : "1";
  return NONCE.test(nonce) && commitment === await sha256(write.encode(`${COMMITMENT} ${form}\n${nonce}\n${outcome}`));
}

/** Whether this is the seed that was committed to for this draw of this table. */
export async function isSeedOf({ commitment, number, seed }, table) {
  return NONCE.test(seed) && commitment === await sha256(write.encode(`banca seed 1\n${table}\n${number}\n${seed}`));
}

/** Whole numbers out of the bytes of one draw: HMAC-SHA256 blocks under its seed. */
class Stream {
  constructor(key, head, tail) {
    this.key = key;
    this.head = head;
    this.tail = tail;
    this.block = 0;
    /** @type {number[]} */
    this.kept = [];
  }

  /** A whole number below a limit, all equally likely: what is too large is thrown away. */
  async below(limit) {
    const bits = limit > 1 ? Math.floor(Math.log2(limit - 1)) + 1 : 0;
    const count = Math.ceil(bits / 8);
    for (;;) {
      while (this.kept.length < count) {
        const message = write.encode(`${this.head}\n${this.block}\n${this.tail}`);
        this.kept.push(...new Uint8Array(await crypto.subtle.sign("HMAC", this.key, message)));
        this.block += 1;
      }
      const whole = this.kept.splice(0, count).reduce((sum, byte) => sum * 256 + byte, 0);
      const found = Math.floor(whole / 2 ** (8 * count - bits));
      if (found < limit) return found;
    }
  }

  /** One of the results by its weight, dice, or an order of all pieces (Fisher and Yates). */
  async draw({ results = [], dice = 0, pieces = [] }) {
    if (pieces.length) {
      const order = [...pieces];
      for (let place = order.length - 1; place > 0; place -= 1) {
        const other = await this.below(place + 1);
        [order[place], order[other]] = [order[other], order[place]];
      }
      return order.join(" ");
    }
    if (dice) {
      const at = await this.below(6 ** dice);
      return Array.from({ length: dice }, (_, die) => Math.floor(at / 6 ** (dice - 1 - die)) % 6 + 1).join("-");
    }
    let left = await this.below(results.reduce((sum, [, weight]) => sum + weight, 0));
    return results.find(([, weight]) => (left -= weight) < 0)?.[0] ?? "";
  }
}

/** What a seed and the players' numbers give, out of a device; `kind` is "draw", or "hidden" where the result lay there before the bets. */
export async function drawnBy({ number, seed, nonces = [] }, table, device, kind = "draw") {
  const key = await crypto.subtle.importKey("raw", bytesOf(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const players = nonces.map(([player, nonce]) => `${player}\n${nonce}\n`).join("");
  return new Stream(key, `banca ${kind} 1\n${table}\n${number}`, players).draw(device);
}

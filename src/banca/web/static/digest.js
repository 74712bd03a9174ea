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

/**
 * Whether this outcome and nonce are what was committed to for this round of this table. In journals of before a commitment names
 * neither, and `round` is missing.
 */
export async function isOpenedBy({ commitment, outcome, nonce, round = 0 }, table) {
  const form = round ? `2\n${table}\n${round}` : "1";
  return NONCE.test(nonce) && commitment === await sha256(write.encode(`${COMMITMENT} ${form}\n${nonce}\n${outcome}`));
}

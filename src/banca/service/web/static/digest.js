// Digests worked out in the browser, and results that were hidden behind one.

const COMMITMENT = "banca commitment 1";
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

/** Whether this outcome and nonce are what was committed to. */
export async function isOpenedBy(commitment, outcome, nonce) {
  return NONCE.test(nonce) && commitment === await sha256(write.encode(`${COMMITMENT}\n${nonce}\n${outcome}`));
}

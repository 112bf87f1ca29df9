import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Base-32 (Crockford, lower case) of `value`, `length` characters, most significant first. */
function base32(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index += 1) {
    text = alphabet.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/**
 * A new id: prefix, 48 bits of milliseconds, 80 random bits. Sorts by the time of making.
 * The caller names its kind, `newId<AffiliateId>("aff", now)`; this floor knows none.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the kind of id is what the caller knows
export function newId<Id extends string = string>(prefix: string, at: Date): Id {
  const random = BigInt(`0x${randomBytes(10).toString("hex")}`);
  return `${prefix}_${base32(BigInt(at.getTime()), 10)}${base32(random, 16)}` as Id;
}

/** When an id was made, in epoch milliseconds; NaN for a text that is none. */
export function madeAtMs(id: string): number {
  const [, body = ""] = id.split("_");
  if (body.length !== 26) return Number.NaN;
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const digit = alphabet.indexOf(body.charAt(index));
    value = digit < 0 ? Number.NaN : value * 32 + digit;
  }
  return value;
}

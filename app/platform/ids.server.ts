import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** 48 bits of milliseconds in base 32 (Crockford, lower case), ten digits, most significant first. */
function timeDigits(millis: number): string {
  let rest = millis;
  let text = "";
  for (let index = 0; index < 10; index += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Random bytes are drawn for many ids at once, because ten of them cost as much as thousands. */
let drawn = Buffer.alloc(0);
let used = 0;

/** Sixteen digits of five random bits each. */
function randomDigits(): string {
  if (used + 16 > drawn.length) {
    drawn = randomBytes(4096);
    used = 0;
  }
  let text = "";
  for (const end = used + 16; used < end; used += 1) text += alphabet.charAt(drawn.readUInt8(used) % 32);
  return text;
}

/**
 * A new id: prefix, 48 bits of milliseconds, 80 random bits. Ids sort by time of creation. The caller names
 * the kind, `newId<AffiliateId>("aff", now)`, because this layer knows none.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the kind of id is what the caller knows
export function newId<Id extends string = string>(prefix: string, at: Date): Id {
  return `${prefix}_${timeDigits(at.getTime())}${randomDigits()}` as Id;
}

/** When an id was created, in epoch milliseconds. NaN for a text that is no id. */
export function createdAtMs(id: string): number {
  const [, body = ""] = id.split("_");
  if (body.length !== 26) return Number.NaN;
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const digit = alphabet.indexOf(body.charAt(index));
    value = digit < 0 ? Number.NaN : value * 32 + digit;
  }
  return value;
}

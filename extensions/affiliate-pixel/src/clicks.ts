/** A signed click. The theme embed stores this shape under an equal key. */
export type StoredClick = { id: string; at: number };

const latestKept = 5;
const dayMs = 86_400_000;
const base32 = "0123456789abcdefghjkmnpqrstvwxyz";
/** Signed ids never contain a comma, which separates them in the cart's attribute. */
const plainText = /^[\w.~:-]{1,256}$/;

/** Reads stored clicks. Visitors and other scripts can write there, so anything unexpected is ignored. */
export function clicksFrom(text: string | null): StoredClick[] {
  if (!text) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isClick) : [];
  } catch {
    return [];
  }
}

/** Well-formed ids of the cart's attribute. */
export function idsFrom(attribute: string | null | undefined): string[] {
  return (attribute ?? "").split(",").filter((id) => plainText.test(id));
}

/**
 * True for an address copied from another visit: its click is over a day older than this landing. A signed id begins with its
 * time, ten digits of base 32. The theme embed does this check too.
 */
function isOfBefore({ id, at }: StoredClick): boolean {
  const digits = /^clk_(\w{10})\w{16}\./.exec(id)?.[1];
  if (!digits) return false;
  return digits.split("").reduce((ms, digit) => ms * 32 + base32.indexOf(digit), 0) < at - dayMs;
}

/** Adds a landing: the first stays for terms that pay the first click, and the latest five for the others. */
export function remember(clicks: StoredClick[], landed: StoredClick): StoredClick[] {
  if (!plainText.test(landed.id) || clicks.some((each) => each.id === landed.id)) return clicks;
  if (isOfBefore(landed)) return clicks;
  const all = [...clicks, landed];
  return all.length > latestKept + 1 ? [...all.slice(0, 1), ...all.slice(-latestKept)] : all;
}

function isClick(value: unknown): value is StoredClick {
  if (typeof value !== "object" || value === null) return false;
  if (!("id" in value) || !("at" in value)) return false;
  return typeof value.id === "string" && plainText.test(value.id) && typeof value.at === "number";
}

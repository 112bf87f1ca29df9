/** One landing from an affiliate's link; the theme embed keeps the same shape under the same key. */
export type StoredClick = { id: string; ref: string; at: number };

const latestKept = 5;

/** Reads what was kept. Visitors and other scripts can write there, so anything unexpected counts as nothing. */
export function clicksFrom(text: string | null): StoredClick[] {
  if (!text) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isClick) : [];
  } catch {
    return [];
  }
}

/** Adds a landing: the first stays for first-touch terms, and the latest five for last-touch terms. */
export function remember(clicks: StoredClick[], landed: StoredClick): StoredClick[] {
  if (clicks.some((each) => each.id === landed.id && each.ref === landed.ref)) return clicks;
  const all = [...clicks, landed];
  return all.length > latestKept + 1 ? [...all.slice(0, 1), ...all.slice(-latestKept)] : all;
}

function isClick(value: unknown): value is StoredClick {
  if (typeof value !== "object" || value === null) return false;
  if (!("id" in value) || !("ref" in value) || !("at" in value)) return false;
  return typeof value.id === "string" && typeof value.ref === "string" && typeof value.at === "number";
}

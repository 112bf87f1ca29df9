import { compareIds } from "./allocate.ts";

type Named = { readonly clickId?: unknown };

/**
 * The kept attribution of an order, as the database holds it, without the ids of clicks: they stand in the shopper's
 * browser too. In their place stand names that say nothing and sort alike, so that everything is decided as it was.
 */
export function withoutClickIds(attribution: Record<string, unknown>): Record<string, unknown> {
  const evidence: unknown = attribution["evidence"];
  const ids = (Array.isArray(evidence) ? evidence : []).flatMap(({ clickId }: Named) => {
    return typeof clickId === "string" && !clickId.startsWith(forgottenPrefix) ? [clickId] : [];
  });
  const names = new Map([...new Set(ids)].toSorted(compareIds).map((id, place) => [id, nameOf(place)]));
  const rename = (key: string, value: unknown): unknown =>
    key === "clickId" && typeof value === "string" ? (names.get(value) ?? value) : value;
  return JSON.parse(JSON.stringify(attribution, rename)) as Record<string, unknown>;
}

const forgottenPrefix = "clk_forgotten";

function nameOf(place: number): string {
  return `${forgottenPrefix}${String(place + 1).padStart(3, "0")}`;
}

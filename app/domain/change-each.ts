import type { Reason } from "./refusal-codes.ts";
import { isRefusal } from "./refusal.ts";

/** Result of changing several things. Refused ones are listed with their reasons. */
export type ManyChanged = {
  readonly changed: number;
  readonly unchanged: readonly { readonly id: string; readonly name: string; readonly reason: Reason }[];
};

/** Longest id of the app. A longer text is no id and is cut. */
const longestId = 40;

/** Changes several things separately, so that a refused one does not stop the others. */
export async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<ManyChanged> {
  const unchanged = [];
  const distinct = [...new Set(ids)];
  for (const id of distinct) {
    const result = await change(id);
    if (!isRefusal(result)) continue;
    unchanged.push({ id, name: (await nameOf(id)) ?? id.slice(0, longestId), reason: result.reason });
  }
  return { changed: distinct.length - unchanged.length, unchanged };
}

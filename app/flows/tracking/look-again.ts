import { openSignedClick, signClick } from "#app/platform/signed-click.server.ts";

/**
 * Where no store can be told while the database is away, the visitor asks again in a moment. Their click waits on the
 * disk by then, and its id travels in the address, signed for the code, so that it is one click however often they ask.
 */
const mark = /(^|&)aff_again=([^&]*)/g;
const longestMs = 3_600_000;

export type Again = {
  /** What the link carried, without the mark. */
  readonly search: string;
  /** The click that waits already; null for who comes for the first time. */
  readonly waiting: string | null;
};

/** What a link's query says of somebody who asked before; a mark of another code, or an old one, says nothing. */
export function askedAgain(query: string, codeKey: string, now: Date): Again {
  if (!query.includes("aff_again=")) return { search: query, waiting: null };
  const [given] = [...query.matchAll(mark)].map((found) => found[2] ?? "");
  const before = openSignedClick(signer(codeKey), given ?? "");
  const isRecent = before !== null && Math.abs(now.getTime() - before.occurredAt.getTime()) <= longestMs;
  return { search: query.replaceAll(mark, "").replace(/^&/, ""), waiting: isRecent ? before.clickId : null };
}

/** Where the same link is asked again, relative to it; without a mark where no click waits. */
export function lookAgain(search: string, codeKey: string, waiting: string | null): string {
  if (waiting === null) return `?${search}`;
  return `?${search}${search === "" ? "" : "&"}aff_again=${signClick(signer(codeKey), waiting)}`;
}

/** For whom the id is signed: no shop is called so, so that it counts nowhere before its store is known. */
function signer(codeKey: string): string {
  return `again ${codeKey}`;
}

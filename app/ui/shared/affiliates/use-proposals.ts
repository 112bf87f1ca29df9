import { useEffect, useState } from "react";
import { callApi } from "../api-client.ts";

/** `email` is empty for programs. */
export type Proposal = { readonly id: string; readonly name: string; readonly email: string };

/** Affiliates that can earn, all affiliates, or programs. */
export type ProposedFrom = "active" | "all" | "programs";

const searchDelayMs = 300;

/** URLs of the suggestions, and the shortest search text: a store has few programs. */
const lists = {
  active: { list: "affiliates", query: { status: "active" }, fewest: 2 },
  all: { list: "affiliates", query: {}, fewest: 2 },
  programs: { list: "programs", query: { sort: "name" }, fewest: 0 },
} as const;

function addressOf(from: ProposedFrom, wanted: string): string {
  const { list, query } = lists[from];
  const search = wanted === "" ? {} : { search: wanted };
  return `/api/v1/${list}?${new URLSearchParams({ ...search, ...query, limit: "10" }).toString()}`;
}

/**
 * Suggestions for the typed text, fetched when typing pauses. Null fetches none. If fetching fails there are
 * none, and the field works without them.
 */
export function useProposals(
  typed: string | null,
  from: ProposedFrom,
): { proposals: readonly Proposal[]; isLoading: boolean } {
  const [found, setFound] = useState<{ at: string; proposals: readonly Proposal[] }>(nothing);
  const wanted = typed?.trim() ?? "";
  const isShort = typed === null || wanted.length < lists[from].fewest;
  const url = addressOf(from, wanted);
  useEffect(() => {
    if (isShort) return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      callApi(url, { signal: leaving.signal })
        .then((answer) => setFound({ at: url, proposals: proposalsIn(answer, lists[from].list) }))
        .catch(() => {
          if (!leaving.signal.aborted) setFound({ at: url, proposals: [] });
        });
    }, searchDelayMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [url, isShort, from]);
  const isLoading = !isShort && found.at !== url;
  return { proposals: isShort ? [] : found.proposals, isLoading };
}

const nothing = { at: "", proposals: [] };

function proposalsIn(answer: unknown, list: "affiliates" | "programs"): Proposal[] {
  const listed: unknown =
    typeof answer === "object" && answer !== null && list in answer && answer[list as keyof typeof answer];
  return Array.isArray(listed) ? listed.flatMap(proposalOf) : [];
}

function proposalOf(one: unknown): Proposal[] {
  if (typeof one !== "object" || one === null || !("id" in one) || !("name" in one)) return [];
  const email = "email" in one ? one.email : "";
  const { id, name } = one;
  return typeof id === "string" && typeof name === "string" && typeof email === "string"
    ? [{ id, name, email }]
    : [];
}

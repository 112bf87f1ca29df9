import { useEffect, useState } from "react";
import { callApi } from "../../shared/api-client.ts";

export type Proposal = { readonly name: string; readonly email: string };

const searchDelayMs = 300;
const fewest = 2;

/**
 * Affiliates whom a typed text may mean, asked for when the person pauses. Where they cannot be had there are none: the
 * field can be filled in without them.
 */
export function useProposals(typed: string): { proposals: readonly Proposal[]; isLoading: boolean } {
  const [found, setFound] = useState<{ typed: string; proposals: readonly Proposal[] }>(nothing);
  const wanted = typed.trim();
  const isShort = wanted.length < fewest;
  useEffect(() => {
    if (isShort) return undefined;
    const leaving = new AbortController();
    const query = new URLSearchParams({ search: wanted, status: "active", limit: "10" });
    const timer = setTimeout(() => {
      callApi(`/api/v1/affiliates?${query.toString()}`, { signal: leaving.signal })
        .then((answer) => setFound({ typed: wanted, proposals: proposalsIn(answer) }))
        .catch(() => {
          if (!leaving.signal.aborted) setFound({ typed: wanted, proposals: [] });
        });
    }, searchDelayMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [wanted, isShort]);
  const isLoading = !isShort && found.typed !== wanted;
  return { proposals: isShort ? [] : found.proposals, isLoading };
}

const nothing = { typed: "", proposals: [] };

function proposalsIn(answer: unknown): Proposal[] {
  const listed = typeof answer === "object" && answer !== null && "affiliates" in answer && answer.affiliates;
  return Array.isArray(listed) ? listed.filter(isProposal) : [];
}

function isProposal(one: unknown): one is Proposal {
  if (typeof one !== "object" || one === null || !("name" in one) || !("email" in one)) return false;
  return typeof one.name === "string" && typeof one.email === "string";
}

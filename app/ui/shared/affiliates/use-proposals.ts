import { useEffect, useState } from "react";
import { callApi } from "../api-client.ts";

export type Proposal = { readonly id: string; readonly name: string; readonly email: string };

/** Only those who may get new credit, or everybody. */
export type ProposedFrom = "active" | "all";

const searchDelayMs = 300;
const fewest = 2;

/**
 * Affiliates whom a typed text may mean, asked for when the person pauses. Where they cannot be had there are none: the
 * field can be filled in without them.
 */
export function useProposals(
  typed: string,
  from: ProposedFrom,
): { proposals: readonly Proposal[]; isLoading: boolean } {
  const [found, setFound] = useState<{ typed: string; proposals: readonly Proposal[] }>(nothing);
  const wanted = typed.trim();
  const isShort = wanted.length < fewest;
  useEffect(() => {
    if (isShort) return undefined;
    const leaving = new AbortController();
    const status = from === "active" ? { status: "active" } : {};
    const query = new URLSearchParams({ search: wanted, ...status, limit: "10" });
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
  }, [wanted, isShort, from]);
  const isLoading = !isShort && found.typed !== wanted;
  return { proposals: isShort ? [] : found.proposals, isLoading };
}

const nothing = { typed: "", proposals: [] };

function proposalsIn(answer: unknown): Proposal[] {
  const listed = typeof answer === "object" && answer !== null && "affiliates" in answer && answer.affiliates;
  return Array.isArray(listed) ? listed.filter(isProposal) : [];
}

function isProposal(one: unknown): one is Proposal {
  if (typeof one !== "object" || one === null) return false;
  return ["id", "name", "email"].every(
    (part) => part in one && typeof one[part as keyof typeof one] === "string",
  );
}

import { useEffect, useState } from "react";
import { callApi } from "../api-client.ts";
import type { Found, PickerOption } from "./picker.tsx";

/** Affiliates that can earn, all affiliates, or programs. */
export type ProposedFrom = "active" | "all" | "programs";

const searchDelayMs = 300;

const lists = {
  active: { list: "affiliates", query: { status: "active" } },
  all: { list: "affiliates", query: {} },
  programs: { list: "programs", query: { sort: "name" } },
} as const;

function addressOf(from: ProposedFrom, wanted: string): string {
  const { list, query } = lists[from];
  const search = wanted === "" ? {} : { search: wanted };
  return `/api/v1/${list}?${new URLSearchParams({ ...search, ...query, limit: "10" }).toString()}`;
}

/**
 * Suggestions for the typed text, fetched when typing pauses. Null fetches none. Earlier ones stay until then. If
 * fetching fails, the field works without them.
 */
export function useProposals(typed: string | null, from: ProposedFrom): Found {
  const [found, setFound] = useState<FoundAt>(nothing);
  const wanted = typed?.trim() ?? "";
  const isIdle = typed === null;
  const url = addressOf(from, wanted);
  useEffect(() => {
    if (isIdle) return undefined;
    const leaving = new AbortController();
    const ask = () => {
      callApi(url, { signal: leaving.signal })
        .then((answer) => setFound({ at: url, options: optionsIn(answer, lists[from].list), failed: false }))
        .catch(() => {
          if (!leaving.signal.aborted) setFound({ at: url, options: [], failed: true });
        });
    };
    const timer = setTimeout(ask, wanted === "" ? 0 : searchDelayMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [url, isIdle, wanted, from]);
  if (isIdle || found.at === url) return { ...found, isLoading: false };
  // Until the answer arrives, Enter must not select a result of an earlier search.
  return { options: found.options.filter((one) => holds(one, wanted)), isLoading: true };
}

type FoundAt = Omit<Found, "isLoading"> & { readonly at: string };

const nothing: FoundAt = { at: "", options: [], failed: false };

function holds({ name, email = "" }: PickerOption, wanted: string): boolean {
  return `${name} ${email}`.toLowerCase().includes(wanted.toLowerCase());
}

function optionsIn(answer: unknown, list: "affiliates" | "programs"): PickerOption[] {
  const listed: unknown =
    typeof answer === "object" && answer !== null && list in answer && answer[list as keyof typeof answer];
  return Array.isArray(listed) ? listed.flatMap(optionOf) : [];
}

function optionOf(one: unknown): PickerOption[] {
  if (typeof one !== "object" || one === null || !("id" in one) || !("name" in one)) return [];
  const email = "email" in one ? one.email : "";
  const { id, name } = one;
  return typeof id === "string" && typeof name === "string" && typeof email === "string"
    ? [{ id, name, email }]
    : [];
}

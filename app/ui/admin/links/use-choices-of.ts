import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { LinkChoices } from "../../shared/links/link-fields.tsx";

type Offered = { readonly affiliate: string; readonly choices: LinkChoices };

const pauseMs = 400;
const fewest = 2;

/** The discount codes and programs of whoever is typed into the field, asked for when the person pauses. */
export function useChoicesOf(typed: string, first: Offered): LinkChoices {
  const fetcher = useFetcher<Offered>();
  const { load, data } = fetcher;
  const wanted = typed.trim();
  const isFirst = wanted === first.affiliate;
  useEffect(() => {
    if (isFirst || wanted.length < fewest) return undefined;
    const query = new URLSearchParams({ affiliate: wanted });
    const timer = setTimeout(() => load(`/dashboard/affiliates/links/new?${query.toString()}`), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, isFirst, load]);
  return isFirst ? first.choices : (data?.choices ?? first.choices);
}

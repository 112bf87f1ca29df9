import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { type ListSpec, parametersOf } from "#app/contracts/lists/list-spec.ts";

type ListChange = Readonly<Record<string, string | number | null>>;

/** SPEC §9. */
const firstPage = 1;
const usualLimit = 10;

/** Page and rows per page. Invalid values mean the default. */
export function readPage(query: URLSearchParams): { page: number; limit: number } {
  return {
    page: wholeNumber(query.get("page"), firstPage),
    limit: wholeNumber(query.get("limit"), usualLimit),
  };
}

/** The query after a change. Any change but one of the page resets the page. Defaults are omitted. */
export function changedParams(params: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!("page" in change)) next.delete("page");
  next.delete("cursor");
  for (const [name, value] of Object.entries(change)) {
    const usual = (name === "page" && value === firstPage) || (name === "limit" && value === usualLimit);
    if (value === null || value === "" || usual) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

function wholeNumber(text: string | null, otherwise: number): number {
  const number = Number(text ?? "");
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
}

/** URL parameters of a list, and functions that change them. */
export function useListParams() {
  const { query, change, hrefOf } = useAddress(changedParams);
  const param = useCallback((name: string) => query.get(name) ?? "", [query]);
  const clearedHref = (list: Pick<ListSpec<never>, "parameters">) =>
    hrefOf(Object.fromEntries(filtersOf(list).map((name) => [name, null])));
  return { param, change, hrefOf, clearedHref };
}

/** Parameters that leave rows out. */
export function filtersOf(list: Pick<ListSpec<never>, "parameters">): string[] {
  return parametersOf(list).filter((name) => name !== "sort");
}

/** URL of the list's file with the same rows. `id` is the parent's id. */
export function useExportUrl(list: Pick<ListSpec<never>, "name" | "parameters">, id?: string): string {
  const [query] = useSearchParams();
  const names = parametersOf(list);
  const kept = new URLSearchParams([...query].filter(([name]) => names.includes(name))).toString();
  const path = ["/dashboard/export", ...(id === undefined ? [] : [id]), `${list.name}.csv`].join("/");
  return kept === "" ? path : `${path}?${kept}`;
}

const delayMs = 300;

/** Text of a filter field. It is put into the URL when typing pauses and the text is complete. */
export function useTypedParam(
  name: string,
  isWhole: (text: string) => boolean,
): [text: string, setText: (text: string) => void] {
  const { param, change } = useListParams();
  const kept = param(name);
  const [text, setText] = useState(kept);
  const [sent, setSent] = useState(kept);
  const [seen, setSeen] = useState(kept);

  // Going back in history changes the URL first and the field after it. An answer to a search from this field must
  // not, or it would drop characters typed meanwhile.
  if (kept !== seen) {
    setSeen(kept);
    if (kept !== sent) {
      setSent(kept);
      setText(kept);
    }
  }

  const isReady = text !== sent && isWhole(text);
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      change({ [name]: text });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [isReady, text, name, change]);

  return [text, setText];
}

/** Search parameters of this page, a function that navigates to a change, and the URL of a change. */
export function useAddress<Change>(changed: (now: URLSearchParams, by: Change) => URLSearchParams) {
  const [query, setQuery] = useSearchParams();
  const change = useCallback(
    (by: Change) => setQuery((now) => changed(now, by), { preventScrollReset: true }),
    [changed, setQuery],
  );
  const hrefOf = useCallback((by: Change) => `?${changed(query, by).toString()}`, [changed, query]);
  return { query, change, hrefOf };
}

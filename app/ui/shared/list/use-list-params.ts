import { useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { type ListSpec, parametersOf } from "#app/contracts/lists/list-spec.ts";

type ListChange = Readonly<Record<string, string | number | null>>;

/** SPEC §9. */
const firstPage = 1;
const usualLimit = 10;

/** Page and rows per page. Nonsense in an address is the default. */
export function readPage(query: URLSearchParams): { page: number; limit: number } {
  return {
    page: wholeNumber(query.get("page"), firstPage),
    limit: wholeNumber(query.get("limit"), usualLimit),
  };
}

/** The query after a change. Any change but one of the page leads back to the first page. Defaults are left out. */
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

/** The address of a list, which says what it shows, and ways to change it. */
export function useListParams() {
  const { query, change, hrefOf } = useAddress(changedParams);
  const param = useCallback((name: string) => query.get(name) ?? "", [query]);
  return { param, change, hrefOf };
}

/** Address of the list's file with the same rows; `id` is of what the list is a part of. */
export function useExportUrl(list: Pick<ListSpec<never>, "name" | "query">, id?: string): string {
  const [query] = useSearchParams();
  const names = parametersOf(list);
  const kept = new URLSearchParams([...query].filter(([name]) => names.includes(name))).toString();
  const path = ["/dashboard/export", ...(id === undefined ? [] : [id]), `${list.name}.csv`].join("/");
  return kept === "" ? path : `${path}?${kept}`;
}

const delayMs = 300;

/** Text of a filter field. It goes into the address when typing pauses and the text is whole. */
export function useTypedParam(
  name: string,
  isWhole: (text: string) => boolean,
): [text: string, setText: (text: string) => void] {
  const { param, change } = useListParams();
  const kept = param(name);
  const [text, setText] = useState(kept);
  const [sent, setSent] = useState(kept);
  const [seen, setSeen] = useState(kept);

  // Going back in history changes the address first and the field after it; an answer to what was typed
  // here does not, or it would take away the letters typed meanwhile.
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

import { useSearchParams } from "@remix-run/react";
import { useCallback } from "react";

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

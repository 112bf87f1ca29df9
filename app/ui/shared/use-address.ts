import { useSearchParams } from "@remix-run/react";
import { useCallback } from "react";

/** What stands in this page's address, a way to go where a change leads, and the address that it would have. */
export function useAddress<Change>(changed: (now: URLSearchParams, by: Change) => URLSearchParams) {
  const [query, setQuery] = useSearchParams();
  const change = useCallback(
    (by: Change) => setQuery((now) => changed(now, by), { preventScrollReset: true }),
    [changed, setQuery],
  );
  const hrefOf = useCallback((by: Change) => `?${changed(query, by).toString()}`, [changed, query]);
  return { query, change, hrefOf };
}

import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * True if the page was opened with the parameter `name`, which announces something once. It leaves the URL at
 * once, so a reload or a bookmark does not announce it again. Any other URL of the page ends it.
 */
export function useShownOnce(name: string): boolean {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const isThere = query.has(name);
  const address = `${pathname}?${without(query, name).toString()}`;
  const [shownAt, setShownAt] = useState(isThere ? address : null);
  if (isThere && shownAt !== address) setShownAt(address);
  useEffect(() => {
    if (isThere) setQuery((now) => without(now, name), { replace: true, preventScrollReset: true });
  }, [isThere, name, setQuery]);
  return shownAt === address;
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(name);
  return rest;
}
